"""Next War: Korea."""

from sandtable.games.nextwar.game import GAME

__all__ = ["GAME"]
