"""Barbarossa: Crimea (East Front Series): two sides, hexes in two scales, supply, secret air missions, ships."""
