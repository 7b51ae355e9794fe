"""Chapters 10 and 11: reinforcements and replacements."""
