"""What never changes in a game, read from ``data``; an owner's values and boards made by hand may be laid over it."""

from sandtable.games.axisallies.scenario.board import UPGRADE, Canal, GlobalScenario, Installation, UnitType
from sandtable.games.axisallies.scenario.facts import with_facts
from sandtable.games.axisallies.scenario.files import load, table

__all__ = ["UPGRADE", "Canal", "GlobalScenario", "Installation", "UnitType", "load", "table", "with_facts"]
