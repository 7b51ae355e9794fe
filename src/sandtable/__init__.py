"""Sandtable is the umpire for big board wargames."""

__version__ = "0.1.0"
