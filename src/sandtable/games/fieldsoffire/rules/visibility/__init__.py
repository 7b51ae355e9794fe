"""Chapter 9: light and weather."""
