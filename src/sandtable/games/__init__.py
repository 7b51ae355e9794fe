"""One package per rulebook, all laid out alike; none imports another."""
