"""Faults for a server of our own: kills, cuts, clocks that jump, a database that restarts; and whether it ever lied."""
