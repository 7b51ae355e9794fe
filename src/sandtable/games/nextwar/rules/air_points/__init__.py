"""Chapter 6: air power of the standard game."""
