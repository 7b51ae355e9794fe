"""What never changes in a game, read from ``data``; an owner's values and boards made by hand may be laid over it."""

from sandtable.games.nextwar.scenario.board import KoreaScenario
from sandtable.games.nextwar.scenario.cards import CAMPAIGNS, SCENARIOS, SMALL, load, minutes
from sandtable.games.nextwar.scenario.counters import Counter, Face, HelicopterCounter, ShipCounter
from sandtable.games.nextwar.scenario.ground import Border, Ground, KoreaMap

__all__ = [
    "CAMPAIGNS",
    "SCENARIOS",
    "SMALL",
    "Border",
    "Counter",
    "Face",
    "Ground",
    "HelicopterCounter",
    "KoreaMap",
    "KoreaScenario",
    "ShipCounter",
    "load",
    "minutes",
]
