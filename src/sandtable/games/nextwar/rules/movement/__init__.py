"""Chapter 8: stacking, zones of control, movement, control of hexes."""
