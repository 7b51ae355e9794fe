"""Chapter 5: movement, lines of sight, terrain and cover."""
