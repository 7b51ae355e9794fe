"""Chapter 20: special operations forces."""
