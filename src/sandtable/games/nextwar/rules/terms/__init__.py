"""Chapter 2: units, their values, and who is where."""
