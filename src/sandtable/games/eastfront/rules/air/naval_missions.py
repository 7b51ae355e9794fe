"""Play-book 6.41, 6.42 and 6.5: aircraft over the sea: interdiction of naval movement, and naval fighters against it.

Whoever flies over the sea is over no hex: ``hex`` is 0.
"""

from __future__ import annotations

from functools import partial

from sandtable.games.eastfront.model import AXIS, MAP_T, READY, SOVIET, CrimeaState, Strike
from sandtable.games.eastfront.rules.air.air import (
    AT_SEA,
    MISSION_MOST,
    air_ref,
    in_range,
    over,
    ready,
    type_of,
    why_too_many,
)
from sandtable.games.eastfront.rules.air.interdiction import NAVAL
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.naval.ships import afloat, water_ref
from sandtable.games.eastfront.rules.naval.zones import hexes_of
from sandtable.kernel import Draft, Refusal, SomeOf, refuse

HIGHEST = 2
"""The highest level of interdiction."""


# rule: EF-PB6.41
def why_no_patrol(state: CrimeaState, seat: str) -> Refusal | None:
    """Why the Axis does not interdict naval movement: there is none, it is too early, or it does so already."""
    if seat != AXIS or not afloat(state, SOVIET):
        return refuse("EF-PB6.41", "refuse.no_naval_movement")
    if state.turn < state.board.switch("naval_interdiction_from", 0):
        return refuse("EFS-10.94.j", "refuse.no_patrol_yet")
    if over(state, AT_SEA, AXIS):
        return refuse("EF-PB6.42.a", "refuse.patrol_flown")
    return None


# rule: EF-PB6.41, EF-PB6.42.a
def why_not_patrol(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why an air unit does not fly over the sea; range is no matter there."""
    unit = state.air.get(key)
    if unit is None or unit.side != seat or unit.box != READY:
        return refuse("EF-17.12", "refuse.not_ready", air_ref(key), unit=air_ref(key))
    # rule: EF-PB6.42.b
    kind = type_of(state, unit)
    if state.board.is_combined and kind is not None and kind.nation == "romanian":
        return refuse("EF-PB6.42.b", "refuse.germans_only", air_ref(key), unit=air_ref(key))
    return None


# rule: EF-PB6.42.a
def patrols(state: CrimeaState, seat: str) -> SomeOf:
    """Up to three units for the interdiction of naval movement: one of them at least can do it, the others escort."""
    fit = [key for key in ready(state, seat) if why_not_patrol(state, seat, key) is None]

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if any(_can_interdict(state, key) for key in keys):
            return why_too_many(keys)
        return refuse("EF-PB6.41", "refuse.no_interdictor", *map(air_ref, keys))

    able = tuple(key for key in fit if _can_interdict(state, key))
    return SomeOf(
        "air",
        fit if able else (),
        least=1,
        most=MISSION_MOST,
        why=lambda key: why_not_patrol(state, seat, key),
        check=check,
        default=able[:1],
    )


def _can_interdict(state: CrimeaState, key: int) -> bool:
    kind = type_of(state, state.air[key])
    return kind is not None and kind.interdiction > 0


def patroller(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it can interdict naval movement."""
    return (AXIS,) if why_no_patrol(state, AXIS) is None and patrols(state, AXIS).is_possible() else ()


# -- naval fighters ----------------------------------------------------------------------------------------------------


# rule: EF-PB6.51, EF-PB6.53
def why_not_oppose(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why an air unit does not oppose a mission over the sea: only naval fighters of the Soviets do."""
    unit = state.air.get(key)
    if unit is None or unit.side != seat or unit.box != READY:
        return refuse("EF-17.12", "refuse.not_ready", air_ref(key), unit=air_ref(key))
    kind = type_of(state, unit)
    if seat != SOVIET or (kind is not None and not (kind.naval and kind.role == "fighter")):
        return refuse("EF-PB6.53", "refuse.not_naval_fighter", air_ref(key), unit=air_ref(key))
    # rule: EF-PB6.52
    strike = state.within(Strike)
    if strike is not None and not reaches(state, key, strike.water):
        about = water_ref(strike.water)
        return refuse("EF-PB6.52", "refuse.strike_range", air_ref(key), about, water=about)
    return None


# rule: EF-PB6.44.a
def reaches(state: CrimeaState, key: int, water: str) -> bool:
    """Whether a unit gets to the ships in some water: to its nearest hex; anywhere where the card has no part of it."""
    if water == MAP_T:
        hexes = map_t.shore(state.board)
    else:
        hexes = (int(water),) if water.isdigit() else hexes_of(state.board, water)
    return not hexes or any(in_range(state, key, h) for h in hexes)


# rule: EF-PB6.42.a, EF-PB6.53
def opponents(state: CrimeaState, seat: str) -> SomeOf:
    """Up to three naval fighters against a mission over the sea."""
    fit = [key for key in ready(state, seat) if why_not_oppose(state, seat, key) is None]
    return SomeOf("air", fit, least=1, most=MISSION_MOST, why=partial(why_not_oppose, state, seat), check=why_too_many)


# rule: EF-PB6.42.a
def why_no_opposition(state: CrimeaState, seat: str) -> Refusal | None:
    """Why nobody opposes a mission over the sea: there is none, or fighters are there already."""
    if seat != SOVIET or not over(state, AT_SEA, AXIS) or over(state, AT_SEA, SOVIET):
        return refuse("EF-PB6.53", "refuse.no_mission_at_sea")
    return None


def defender(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while they could oppose a mission over the sea."""
    able = why_no_opposition(state, SOVIET) is None and opponents(state, SOVIET).is_possible()
    return (SOVIET,) if able else ()


# -- the effect --------------------------------------------------------------------------------------------------------


# rule: EF-PB6.42.b
def take_effect(d: Draft[CrimeaState], points: int) -> None:
    """Put the marker into the box: the level is what the survivors are worth, two at most."""
    level = min(points, HIGHEST)
    d.put("tracks", NAVAL, level)
    d.log("log.sea_interdicted", "EF-PB6.42.b", water_ref(NAVAL), level=level)
