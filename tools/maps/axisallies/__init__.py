"""The board of Axis & Allies Global 1940: our own drawing, and the checks of its data."""
