"""Chapter 2: preparing a mission."""
