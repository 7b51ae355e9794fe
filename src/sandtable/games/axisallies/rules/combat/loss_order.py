"""Chapter 9.3: the order in which a side takes its losses unless somebody says otherwise.

The umpire proposes it, the odds reckon with it and the bots follow it. What a hit costs decides: damage to a ship that
will be repaired costs nothing, as long as no aircraft is left without a deck by it, and the cheapest unit goes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, Side
from sandtable.games.axisallies.rules.noncombat.landing import is_airfield, lands_near
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.games.axisallies.rules.units import air
from sandtable.games.axisallies.scenario import GlobalScenario

BY_VALUE = (
    "aa_gun",
    "infantry",
    "mech_infantry",
    "artillery",
    "submarine",
    "tank",
    "destroyer",
    "fighter",
    "tactical_bomber",
    "cruiser",
    "strategic_bomber",
    "carrier",
    "battleship",
)
"""Kinds from the one given up first; guns have fired when it comes to losses."""


class Point(NamedTuple):
    """One hit that is taken: a unit of a kind is lost, or a ship only damaged."""

    kind: str
    damage: bool = False


class Company(Struct, frozen=True):
    """What has to be known of one side: units by kind, ships still whole, aircraft that have no land in reach."""

    units: Mapping[str, int]
    whole: Mapping[str, int] = {}
    homeless: Mapping[str, int] = {}
    keeps_land: bool = False
    """The last land unit goes last: without it the territory is not taken."""


# rule: AA-10.battleship.hits, AA-10.carrier.hits, AA-10.carrier.damaged
def order_of_loss(board: GlobalScenario, side: Company) -> tuple[Point, ...]:
    """Every hit a side can take, transports apart, from the one that costs least."""
    bruises = [Point(kind, True) for kind, count in side.whole.items() for _ in range(count)]
    decks = [point for point in bruises if board.kinds[point.kind].deck_room]
    order = [point for point in bruises if not board.kinds[point.kind].deck_room]
    homeless = {kind: count for kind, count in side.homeless.items() if count > 0}
    for kind in BY_VALUE:
        for _ in range(side.units.get(kind, 0)):
            while decks and _comes_before(board, homeless, len(decks), kind):
                order.append(decks.pop())
            order.append(Point(kind))
            # Whoever has no land in reach is given up before the others of his kind.
            if homeless.get(kind):
                homeless[kind] -= 1
    return _last_land_unit_last(board, [*order, *decks]) if side.keeps_land else (*order, *decks)


# rule: AA-10.carrier.defender-landing, AA-9.4.stranded
def homeless_in(state: GlobalState, keys: Iterable[int], side: Side) -> tuple[int, ...]:
    """The aircraft among some over a sea zone that have no land in reach and need a deck when the battle is over.

    Attackers fly on with what movement they have left; of the defenders those that scrambled go home, and those of
    the carriers get one space far.
    """
    found = []
    for key in keys:
        unit = state.units[key]
        if not type_of(state, unit).deck or not state.board.is_sea(unit.at) or unit.task == "scramble":
            continue
        if side == ATTACKER:
            has_land = lands_near(state, unit.owner, unit.at, air.left(state, key))
        else:
            has_land = any(is_airfield(state, unit.owner, at) for at in state.board.land_next[unit.at])
        if not has_land:
            found.append(key)
    return tuple(found)


def _comes_before(board: GlobalScenario, homeless: Mapping[str, int], decks: int, kind: str) -> bool:
    """Whether one of some carriers is damaged before a unit of a kind is lost."""
    unit = board.kinds[kind]
    return bool(unit.deck_room) or _stranded(board, homeless, decks) <= unit.cost


def _stranded(board: GlobalScenario, homeless: Mapping[str, int], decks: int) -> int:
    """The value of the aircraft that lose their deck when one more of some carriers is damaged, the cheapest first."""
    if not homeless:
        return 0
    room = board.kinds["carrier"].deck_room
    worth = [board.kinds[kind].cost for kind in BY_VALUE for _ in range(homeless.get(kind, 0))]
    without = sorted(worth)
    return sum(without[: max(0, len(worth) - room * (decks - 1))]) - sum(without[: max(0, len(worth) - room * decks)])


# rule: AA-9.3.conclude.capture
def _last_land_unit_last(board: GlobalScenario, order: list[Point]) -> tuple[Point, ...]:
    """The same order with the dearest land unit after everything else."""
    land = [place for place, point in enumerate(order) if board.kinds[point.kind].domain == "land"]
    if not land:
        return tuple(order)
    return (*order[: land[-1]], *order[land[-1] + 1 :], order[land[-1]])
