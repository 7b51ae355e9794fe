"""Chapters 13 and 19: supply."""
