"""Chapter 4: weather."""
