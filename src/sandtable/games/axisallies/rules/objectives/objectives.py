"""Chapter 12: national objectives, read from the table and judged one condition at a time."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.spaces.spaces import leans_to, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, are_allies, at_war
from sandtable.kernel import Modifier


def listed(state: GlobalState, power: str) -> list[dict[str, Any]]:
    """The objectives of a power that pay turn by turn; those paid once are awards."""
    rows: list[dict[str, Any]] = state.board.tables["objectives"]["objectives"]
    return [row for row in rows if row["power"] == power and not row.get("once")]


def pays_into(state: GlobalState, row: dict[str, Any]) -> str:
    """The treasury an objective pays into."""
    return str(row.get("economy") or state.board.powers[row["power"]].economies[0])


def is_by(state: GlobalState, by: str, owner: str) -> bool:
    """Whether a power is the one named, or of the alliance named. The Dutch are never anybody's."""
    return bool(owner) and (owner == by or (by in ("axis", "allies") and alliance(state, owner) == by))


def controlled(state: GlobalState, by: str, places: list[int]) -> int:
    """How many of the places the named power or side controls."""
    return sum(is_by(state, by, state.territories[at].holder) for at in places)


def in_class(state: GlobalState, unit: Unit, what: str) -> bool:
    """Whether a unit is of a class an objective names."""
    kind = type_of(state, unit)
    match what:
        case "land":
            return kind.domain == "land" and not unit.aboard
        case "warship":
            return kind.warship
        case "surface_warship":
            return kind.surface_warship
        case other:
            raise ValueError(f"objectives know no class of unit called {other!r}")


# rule: AA-12.timing
def holds(state: GlobalState, power: str, condition: dict[str, Any]) -> bool:
    """Whether one condition of an objective is met."""
    match condition["kind"]:
        case "at_war_with_all":
            return all(at_war(state, power, other) for other in condition["powers"])
        case "at_war_with_any":
            return any(at_war(state, power, other) for other in condition["powers"])
        case "at_peace_with_all":
            return not any(at_war(state, power, other) for other in condition["powers"])
        case "controls_all":
            return controlled(state, condition["by"], condition["places"]) == len(condition["places"])
        case "controls_at_least":
            return controlled(state, condition["by"], condition["places"]) >= int(condition["count"])
        case "unit_present":
            return _count(state, condition) > 0
        case "no_units":
            return _count(state, condition) == 0
        case "no_units_of_other_allies":
            others = (unit for at in condition["places"] for _, unit in units_at(state, at))
            powers = state.board.powers
            return not any(u.owner in powers and u.owner != power and are_allies(state, u.owner, power) for u in others)
        case "not_with":
            return not any(_is_with(state, at, condition["alliance"]) for at in condition["places"])
        case "never":
            keys = condition.get("places", []) + condition.get("powers", [])
            return not any(f"{condition['event']}.{key}" in state.events for key in keys)
        case other:
            raise ValueError(f"objectives know no condition {other!r}")


def _count(state: GlobalState, condition: dict[str, Any]) -> int:
    """Units of the class and side a condition names, in its places."""
    units = [unit for at in condition["places"] for _, unit in units_at(state, at)]
    powers = state.board.powers
    return sum(
        unit.owner in powers and is_by(state, condition["by"], unit.owner) and in_class(state, unit, condition["class"])
        for unit in units
    )


def _is_with(state: GlobalState, at: int, side: str) -> bool:
    """Whether a territory is held by an alliance or leans to it."""
    territory = state.territories[at]
    return is_by(state, side, territory.holder) or leans_to(territory) == side


# rule: AA-6.china.burma-road.a, AA-12.china.burma
def award(state: GlobalState, row: dict[str, Any]) -> int:
    """The IPC an objective pays now."""
    if not all(holds(state, row["power"], condition) for condition in row["when"]):
        return 0
    paid = row["award"]
    if "ipc_each" in paid:
        return int(paid["ipc_each"]) * controlled(state, paid["by"], paid["places"])
    return int(paid["ipc"])


def bonuses(state: GlobalState, power: str, economy: str) -> list[Modifier]:
    """What a treasury earns by its objectives this turn, each with its rule."""
    found = []
    for row in listed(state, power):
        amount = award(state, row) if pays_into(state, row) == economy else 0
        if amount:
            found.append(Modifier(row["rule"], f"modifier.objective.{row['id']}", amount))
    return found
