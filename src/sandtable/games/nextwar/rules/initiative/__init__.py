"""Chapter 5: initiative and contested turns."""
