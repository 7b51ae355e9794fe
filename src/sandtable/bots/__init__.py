"""The roster: ``make("random", seed)`` gives a player that is not a person by its name; games bring their own."""

from sandtable.bots.roster import UnknownBot, UnknownTask, current_name, known_bots, known_tasks, make, strongest, task

__all__ = ["UnknownBot", "UnknownTask", "current_name", "known_bots", "known_tasks", "make", "strongest", "task"]
