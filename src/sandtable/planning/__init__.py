"""What players that are not people have in common, whatever the game: the chair they sit on, plans, play in the mind.

A game's own bots build on it. It knows the kernel and no game.
"""

from sandtable.planning.answers import Idea, Verbs, first_legal, is_legal
from sandtable.planning.greedy import Greedy
from sandtable.planning.planner import Planner
from sandtable.planning.protocol import Bot, Chair, NoAnswer, SeatAtTable
from sandtable.planning.random_bot import RandomBot
from sandtable.planning.search import Budget, Found, Paced, improve
from sandtable.planning.tasks import Task

__all__ = [
    "Bot",
    "Budget",
    "Chair",
    "Found",
    "Greedy",
    "Idea",
    "NoAnswer",
    "Paced",
    "Planner",
    "RandomBot",
    "SeatAtTable",
    "Task",
    "Verbs",
    "first_legal",
    "improve",
    "is_legal",
]
