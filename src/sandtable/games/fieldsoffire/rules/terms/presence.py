"""Who is where, and what a card is called for it: occupied, jointly occupied, unoccupied, cleared, secured."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FRIENDLY, GREEN, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.memory import stands, unless
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, CASUALTY, FIRE, NOTHING, Rating, UnitType
from sandtable.games.fieldsoffire.scenario.vehicles import carries_openly, is_crewless
from sandtable.kernel import derived


class Presence(NamedTuple):
    """The counters on one card."""

    friendly: tuple[int, ...] = ()
    enemy: tuple[int, ...] = ()
    casualties: tuple[int, ...] = ()
    """Of both sides; they count for nothing but to be carried away or captured."""

    def of(self, side: str) -> tuple[int, ...]:
        """The units of a side."""
        return self.friendly if side == FRIENDLY else self.enemy

    @property
    def is_joint(self) -> bool:
        """Whether both sides are there."""
        return bool(self.friendly and self.enemy)

    @property
    def is_occupied(self) -> bool:
        """Whether any unit is there."""
        return bool(self.friendly or self.enemy)


NOBODY = Presence()


# rule: FF-1.2.3.g
@derived("units", units=unless(stands))
def presences(state: FieldsState) -> dict[int, Presence]:
    """The counters on every card that has any.

    Who rides in a vehicle is not on the card himself, but on jeeps, trucks and tanks he can be seen and hit. A vehicle
    without a crew is no unit. What flies over a card is not on it: it neither holds the card nor draws fire there.
    """
    types, flyers = state.board.types, state.board.flyers
    found: dict[int, tuple[list[int], list[int], list[int]]] = {}
    for key, unit in state.units.items():
        if not unit.at:
            continue
        kind = types[key]
        if unit.aboard and not is_open_rider(state, key):
            continue
        if kind.vehicle and is_crewless(kind):  # rule: FF-10.8.8
            continue
        if key in flyers:  # rule: FF-10.8.5, FF-10.8.6, FF-10.8.7
            continue
        lists = found.get(unit.at)
        if lists is None:
            lists = found[unit.at] = ([], [], [])
        lists[2 if kind.kind == CASUALTY else 0 if kind.side == FRIENDLY else 1].append(key)
    return {at: Presence(*map(tuple, lists)) for at, lists in sorted(found.items())}


# rule: FF-10.2.1.a, FF-10.8.1.fire1, FF-10.8.2.a
def is_open_rider(state: FieldsState, key: int) -> bool:
    """Whether a unit rides where it can be seen and hit: on a jeep, a truck or a tank; casualties never count."""
    carrier, types = state.units[key].aboard, state.board.types
    return bool(carrier) and types[key].kind != CASUALTY and carries_openly(types[carrier])


@derived("units", units=unless(stands))
def carried_by(state: FieldsState) -> dict[int, tuple[int, ...]]:
    """The casualties and passengers that each unit carries."""
    found: dict[int, list[int]] = {}
    for key, unit in state.units.items():
        if unit.aboard:
            found.setdefault(unit.aboard, []).append(key)
    return {carrier: tuple(keys) for carrier, keys in found.items()}


@derived("units", units=unless(stands))
def ours(state: FieldsState) -> tuple[int, ...]:
    """Friendly units on the map, whom alone orders can be given."""
    types = state.board.types
    return tuple(
        key
        for key, unit in state.units.items()
        if unit.at and types[key].side == FRIENDLY and types[key].kind != CASUALTY
    )


# rule: FF-10.8.5, FF-10.8.6, FF-10.8.7
@derived("units", units=unless(stands))
def grounded(state: FieldsState) -> tuple[int, ...]:
    """Friendly units on their cards, whom the enemy fires at and goes for: not those who fly over them."""
    flyers = state.board.flyers
    return tuple(key for key in ours(state) if key not in flyers)


def on_card(state: FieldsState, card: int) -> Presence:
    """The counters on one card."""
    return presences(state).get(card, NOBODY)


# rule: FF-1.2.6.cardstates.a
def is_unoccupied(state: FieldsState, card: int) -> bool:
    """No enemy unit and no potential contact marker; casualties and fire do not count."""
    return not on_card(state, card).enemy and not state.cards[card].contact


# rule: FF-1.2.6.cardstates.b
def is_jointly_occupied(state: FieldsState, card: int) -> bool:
    """Units of both sides."""
    return on_card(state, card).is_joint


# rule: FF-1.2.6.cardstates.b
def is_held_by(state: FieldsState, card: int, side: str) -> bool:
    """Units of that side and none of the other."""
    found = on_card(state, card)
    return bool(found.of(side)) and not found.is_joint


# rule: FF-1.2.6.cardstates, FF-1.2.6.cardstates.c
def is_cleared(state: FieldsState, card: int) -> bool:
    """Had a potential contact marker and has neither it nor an enemy any more."""
    return state.cards[card].contested and is_unoccupied(state, card)


# rule: FF-1.2.6.cardstates, FF-1.2.6.cardstates.d
def is_secured(state: FieldsState, card: int) -> bool:
    """Cleared, and held by friendly units."""
    return is_cleared(state, card) and bool(on_card(state, card).friendly)


# rule: FF-13.2.2.c
def beside(state: FieldsState, vehicle: int) -> int:
    """Where those are who stand beside a vehicle or ride on it: in a town in its street, else outside all cover."""
    under = state.units[vehicle].cover
    return under if is_area(under) else 0


def is_team(kind: UnitType, unit: Unit) -> bool:
    """A Limited Action Team, generic or on its named Fire Team side."""
    return kind.is_team or unit.flipped


# rule: FF-1.2.6.goodorder, FF-4.2.5.a
def is_good_order(state: FieldsState, key: int) -> bool:
    """An infantry unit that is neither a Limited Action Team nor pinned."""
    kind, unit = state.board.types[key], state.units[key]
    return kind.is_infantry and not is_team(kind, unit) and not unit.pinned


# rule: FF-4.2.5.fire, FF-6.5.1.b
def grade_of(state: FieldsState, key: int) -> int:
    """The experience with which a unit acts and is hit: a Fire Team is Green, also one on the back of a counter."""
    unit = state.units[key]
    return GREEN if unit.flipped else unit.experience


def rating(state: FieldsState, key: int) -> Rating:
    """What is printed on the side of a counter that lies up."""
    kind, unit = state.board.types[key], state.units[key]
    if kind.kind == CASUALTY:
        return NOTHING
    if unit.flipped:
        return kind.team or NOTHING
    return kind.rating(unit.steps)


# rule: FF-1.2.6.combatunit
def is_combat_unit(state: FieldsState, key: int) -> bool:
    """Good order units, Assault and Fire Teams, vehicles, and whatever has a volume of fire printed on it."""
    kind, unit = state.board.types[key], state.units[key]
    if kind.kind == CASUALTY:
        return False
    if kind.kind in (ASSAULT, FIRE) or unit.flipped or not kind.is_infantry:
        return True
    return is_good_order(state, key) or rating(state, key).is_printed


def steps_of(state: FieldsState, keys: tuple[int, ...]) -> int:
    """Their steps together."""
    return sum(state.units[key].steps for key in keys)
