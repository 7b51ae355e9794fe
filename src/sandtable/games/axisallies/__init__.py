"""Axis & Allies Global 1940, second edition: nine powers, an area map of the world, mass dice, politics."""

from sandtable.games.axisallies.game import GAME

__all__ = ["GAME"]
