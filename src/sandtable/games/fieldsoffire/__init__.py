"""Fields of Fire: one commander against the rules, a grid of terrain cards, decks instead of dice."""

from sandtable.games.fieldsoffire.game import GAME

__all__ = ["GAME"]
