"""Barbarossa: Crimea (East Front Series): two sides, hexes in two scales, supply, secret air missions, ships."""

from sandtable.games.eastfront.game import GAME

__all__ = ["GAME"]
