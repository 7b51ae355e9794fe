"""What never changes in a game, read from ``data``; an owner's values and boards made by hand may be laid over it."""

from sandtable.games.eastfront.scenario.board import (
    BAY,
    CAVALRY,
    CITIES,
    FOOT,
    LAND,
    MOTORISED,
    NONE,
    SETTLED,
    AirType,
    Border,
    Counter,
    CrimeaScenario,
    Day,
    Ground,
    ShipCounter,
    Values,
    Zone,
)
from sandtable.games.eastfront.scenario.cards import SCENARIOS, load

__all__ = [
    "BAY",
    "CAVALRY",
    "CITIES",
    "FOOT",
    "LAND",
    "MOTORISED",
    "NONE",
    "SCENARIOS",
    "SETTLED",
    "AirType",
    "Border",
    "Counter",
    "CrimeaScenario",
    "Day",
    "Ground",
    "ShipCounter",
    "Values",
    "Zone",
    "load",
]
