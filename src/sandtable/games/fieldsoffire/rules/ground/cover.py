"""Cover markers: what they are worth, how many fit under them, and which way those inside can fire."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import Cover, FieldsState
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.urban.areas import OUTDOORS
from sandtable.games.fieldsoffire.scenario.town import BUILDING, STOREY, is_area
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse

BASIC, FOXHOLES, TRENCH, BUNKER, PILLBOX, CAVE, DEEP_BUNKER = (
    "basic",
    "foxholes",
    "trench",
    "bunker",
    "pillbox",
    "cave",
    "deep_bunker",
)
LIGHT_BUILDING, STRONG_BUILDING, UPPER_STOREY, TOWER, CELLAR = (
    "light_building",
    "strong_building",
    "upper_story",
    "church_tower",
    "cellar",
)
BUILDINGS = (LIGHT_BUILDING, STRONG_BUILDING, UPPER_STOREY, TOWER, CELLAR, BUILDING, STOREY)
HOUSES = (LIGHT_BUILDING, STRONG_BUILDING)
"""Ground floors."""
NETWORK = (TRENCH, BUNKER, PILLBOX)
"""Fortifications between which units move without being seen."""
CLOSED = (BUNKER, PILLBOX, CAVE)
"""Fortifications with a fixed arc of fire, from which nobody fires at his own card."""
STRUCTURES = (*BUILDINGS, BUNKER, PILLBOX)
"""What the table of weapons calls structures; caves are none."""
NO_FIRE = (DEEP_BUNKER, CELLAR)
ROOM = 3
"""Steps under one cover beyond which crowding begins."""


@derived("units")
def occupants(state: FieldsState) -> dict[int, tuple[int, ...]]:
    """The units under each cover marker; casualties do not count."""
    types = state.board.types
    found: dict[int, list[int]] = {}
    for key, unit in state.units.items():
        if unit.cover and types[key].kind != CASUALTY:
            found.setdefault(unit.cover, []).append(key)
    return {cover: tuple(keys) for cover, keys in found.items()}


# rule: FF-13.8.1.i
def steps_under(state: FieldsState, cover: int, side: str) -> int:
    """The steps of a side under a cover marker, or in an area that both sides may hold."""
    sides = state.board.sides
    return sum(state.units[key].steps for key in occupants(state).get(cover, ()) if sides[key] == side)


# rule: FF-5.3.c, FF-5.3.4.a
def crowding(state: FieldsState, cover: int, side: str, *, close: bool = True) -> int:
    """What too many steps under one cover take off against what bursts among them.

    A structure made for more than three is exempt only where the briefing says so, and not from grenades that are
    thrown in from the same card.
    """
    is_roomy = state.covers[cover].capacity > ROOM and bool(state.board.mission.setup.get("roomy_works"))
    if is_roomy and not close:
        return 0
    # rule: FF-5.1.5.b, FF-13.8.1.c
    if state.covers[cover].kind in OUTDOORS:
        return 0
    return -max(0, steps_under(state, cover, side) - ROOM)


# rule: FF-5.1.2.e
def why_not_under(state: FieldsState, cover: int, key: int) -> Refusal | None:
    """Why a unit may not go under a cover marker: some of the other side are there, or its steps do not fit."""
    sides, inside = state.board.sides, occupants(state).get(cover, ())
    me, there = Ref("unit", key), Ref("cover", cover)
    # rule: FF-13.1.d
    if state.covers[cover].area:
        return None
    # rule: FF-5.3.b, FF-5.3.d
    if any(sides[other] != sides[key] for other in inside):
        return refuse("FF-5.3.d", "refuse.cover_held", me, there)
    # rule: FF-5.2.2.B.b, FF-5.3.3.a
    capacity = state.covers[cover].capacity
    # rule: FF-5.1.5.b
    if capacity and steps_under(state, cover, sides[key]) + state.units[key].steps > capacity:
        return refuse("FF-5.1.5.b", "refuse.cover_full", me, there, unit=me, most=capacity)
    return None


def has_room(state: FieldsState, cover: int, key: int) -> bool:
    """Whether a unit may go under a cover marker."""
    return why_not_under(state, cover, key) is None


# rule: FF-5.3.a
def found_on(state: FieldsState, card: int) -> int:
    """Cover markers of a card that count towards its potential: those found by seeking, storeys and works do not."""
    here = [cover for cover in state.covers.values() if cover.at == card]
    # rule: FF-5.3.e, FF-5.3.1, FF-5.3.2.a
    return sum(cover.found for cover in here)


def can_be_found(state: FieldsState, card: int) -> bool:
    """Whether the potential of a card allows another cover marker."""
    ground = ground_of(state, card)
    return ground is not None and found_on(state, card) < ground.potential


def remove(d: Draft[FieldsState], cover: int) -> None:
    """Take a cover marker off the map: whoever and whatever was under it is in the open."""
    for key, unit in tuple(d.now.units.items()):
        if unit.cover == cover:
            d.edit("units", key, cover=0)
    for number, asset in tuple(d.now.assets.items()):
        if asset.cover == cover:
            d.edit("assets", number, cover=0)
    for number, marker in tuple(d.now.markers.items()):
        if marker.cover == cover:
            d.drop("markers", number)
    at = d.now.covers[cover].at
    d.drop("covers", cover)
    d.log("log.cover_gone", "FF-5.3.b", Ref("place", at), card=Ref("place", at))


def place_cover(
    d: Draft[FieldsState], at: int, kind: str, *, facing: int = -1, found: bool = False, value: int | None = None
) -> int:
    """Put a cover marker on a card; its number."""
    figures = d.now.board.markers[f"cover.{kind}"]
    key = max((number for number in d.now.covers if not is_area(number)), default=0) + 1
    row = Cover(
        at=at,
        kind=kind,
        value=figures["value"] if value is None else value,
        capacity=figures["capacity"] or 0,
        facing=facing,
        up=kind in (UPPER_STOREY, TOWER),
        found=found,
    )
    d.put("covers", key, row)
    d.log("log.cover_placed", "FF-5.3.b", Ref("place", at), card=Ref("place", at), kind=kind, value=row.value)
    return key
