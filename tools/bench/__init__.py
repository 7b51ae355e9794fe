"""Figures, each printed with what it is compared to, measured in the same run: ``./dev bench``."""
