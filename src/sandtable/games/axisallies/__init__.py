"""Axis & Allies Global 1940, second edition: nine powers, areas and sea zones, dice by the handful."""
