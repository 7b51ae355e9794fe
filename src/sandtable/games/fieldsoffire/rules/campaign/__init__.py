"""Chapter 12: from mission to mission."""
