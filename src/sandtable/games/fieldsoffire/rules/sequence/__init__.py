"""Chapter 3: what happens in the phases of a turn."""
