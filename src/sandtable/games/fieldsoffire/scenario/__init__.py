"""What never changes in a match, read from ``data``; an owner's values and boards made by hand may be laid over it."""

from sandtable.games.fieldsoffire.scenario.board import SCENARIOS, FieldsScenario, load
from sandtable.games.fieldsoffire.scenario.deck import ActionCard
from sandtable.games.fieldsoffire.scenario.ground import Terrain
from sandtable.games.fieldsoffire.scenario.missions import Mission
from sandtable.games.fieldsoffire.scenario.units import Counter, Rating, UnitType

__all__ = ["SCENARIOS", "ActionCard", "Counter", "FieldsScenario", "Mission", "Rating", "Terrain", "UnitType", "load"]
