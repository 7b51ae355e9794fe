"""The roster: ``make("random", seed)`` gives a player that is not a person by its name; games bring their own."""

from sandtable.bots.roster import UnknownBot, current_name, known_bots, make, strongest

__all__ = ["UnknownBot", "current_name", "known_bots", "make", "strongest"]
