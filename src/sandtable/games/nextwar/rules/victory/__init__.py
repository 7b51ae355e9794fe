"""Chapter 12: victory points and victory."""
