"""Players that are not people: ``make("random", seed)`` gives one by name; games bring their own."""

from sandtable.bots.protocol import Bot, NoAnswer, SeatAtTable
from sandtable.bots.roster import UnknownBot, known_bots, make

__all__ = ["Bot", "NoAnswer", "SeatAtTable", "UnknownBot", "known_bots", "make"]
