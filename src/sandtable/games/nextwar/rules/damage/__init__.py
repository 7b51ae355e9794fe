"""Chapter 27: hits, what they do, and repairs."""
