"""Chapter 8: the enemy."""
