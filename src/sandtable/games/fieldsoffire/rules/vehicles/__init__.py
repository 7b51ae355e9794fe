"""Chapter 10: vehicles and anti-tank combat. How a vehicle is kept is told in ``scenario/vehicles.py``."""
