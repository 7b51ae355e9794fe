"""Chapters 22 and 29: air units, their display, and the fight for the air."""
