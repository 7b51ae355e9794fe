"""Ammunition: who counts it, what each fire costs, running dry and being supplied again (7.18)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    CONCENTRATED,
    ENEMY,
    INDIRECT,
    Asset,
    FieldsOptions,
    FieldsState,
)
from sandtable.games.fieldsoffire.rules.terms.presence import rating
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.units import GUN, MORTARS, SQUAD, WEAPONS, UnitType
from sandtable.kernel import Draft, Ref, Refusal, refuse

BELT_FED = ("A", "H")
"""Ratings of weapons that spend ammunition by firing at all; small arms and assault rifles spend none."""
LIGHT = ("S", "A/S")
PER_STEP = {"mg": 6, "hmg": 6, "cal50": 6, "mtr": 2, "rcl": 3, "rkt": 3, "gun": 3, "tank": 3}
"""Points that a step carries, by their kind; no kind can be used for another."""
TWICE = "critical"
"""The form of the second marker that one success lays."""
ROCKET_ITEMS = ("rpg_b40", "panzerfaust")
"""Rockets that men carry besides their own weapons."""
ITEMS = ("rpg_b40", "rifle_grenade_us", "rifle_grenade_ge")
"""Equipment that is fired as a grenade to the next card and is used up by it."""


# rule: FF-7.18.a
def is_counted(state: FieldsState) -> bool:
    """Whether ammunition is counted in this mission: by choice, and not where the mission is made without it."""
    options, campaign = state.board.options, state.board.mission.campaign
    assert isinstance(options, FieldsOptions)
    return options.ammunition and bool(data("toe_us")["companies"][campaign].get("ammunition_tracked", True))


# rule: FF-7.18.b, FF-7.18.e, FFT-weapons-row-mgbipod
def counts(state: FieldsState, key: int) -> bool:
    """Whether a unit counts its ammunition: those with a kind of their own, on the side that has the weapon."""
    kind, unit = state.board.types[key], state.units[key]
    return is_counted(state) and bool(kind.ammo) and not unit.flipped


# rule: FF-7.18.1.A, FF-7.18.1.B, FF-7.18.1.C
def spends_by_firing(state: FieldsState, key: int) -> bool:
    """Whether the basic fire of a unit costs ammunition: that of machine guns, mortars and heavy weapons."""
    if not counts(state, key) or state.units[key].empty:
        return False
    # rule: FF-10.3.c, FF-10.3.d
    return rating(state, key).basic in BELT_FED


# rule: FF-7.18.4.d, FF-7.18.1.H, FFT-weapons-row-handgr
def spends_by_grenade(state: FieldsState, key: int) -> bool:
    """Whether a grenade to another card costs ammunition: that of launchers in a squad does not."""
    kind = state.board.types[key]
    return counts(state, key) and kind.kind in (WEAPONS, GUN, *MORTARS) and rating(state, key).special == "G!"


# rule: FF-7.18.4.b, FF-7.11.3, FF-4.2.4b.ammo
def concentrated_by(state: FieldsState, key: int) -> int:
    """Successes in concentrating fire that still stand."""
    return sum(one.kind == CONCENTRATED and one.by == key and one.form != TWICE for one in state.markers.values())


# rule: FF-7.18.4.f
def why_not_concentrate(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit lacks the ammunition: a point for this attempt, those of the turn before it, and one for its fire."""
    if not spends_by_firing(state, key):
        return None
    needed, has, me = concentrated_by(state, key) + 2, state.units[key].ammo, Ref("unit", key)
    if has >= needed:
        return None
    return refuse("FF-7.18.4.f", "refuse.too_little_ammunition", me, unit=me, has=has, needed=needed)


# rule: FF-7.18.4, FF-7.18.c, FF-6.2.1.e
def cost_of_turn(state: FieldsState, key: int) -> int:
    """What a unit's fire of a turn costs: a point wherever it lies, pinned or not, and for each success besides."""
    fires = key in state.fires or any(one.kind == INDIRECT and one.by == key for one in state.markers.values())
    is_protecting = state.units[key].protecting
    if not (fires or is_protecting) or not spends_by_firing(state, key):
        return 0
    return 1 + concentrated_by(state, key) + is_protecting  # rule: FF-7.18.4.c


# rule: FF-3.7.4.c, FF-7.18.4, FF-7.18.4.a
def charge_turn(d: Draft[FieldsState]) -> None:
    """In Combat Effects everybody who fires spends what it costs; nobody is out of it before Cleanup."""
    for key in tuple(d.now.units):
        cost = cost_of_turn(d.now, key)
        if cost:
            spend(d, key, cost)


def spend(d: Draft[FieldsState], key: int, points: int = 1) -> None:
    """Take points off a unit, never below none."""
    left = max(0, d.now.units[key].ammo - points)
    d.edit("units", key, ammo=left)
    me = Ref("unit", key)
    d.log("log.ammunition", "FF-7.18.4", me, unit=me, left=left)


# rule: FF-7.18.2, FF-7.18.2.b
def run_dry(d: Draft[FieldsState]) -> None:
    """In Cleanup: weapons without ammunition turn to a Fire Team of small arms, or are marked Out of Ammunition."""
    for key, unit in tuple(d.now.units.items()):
        if not unit.at or unit.empty or unit.ammo or not counts(d.now, key) or _has_items(d.now, key):
            continue
        kind, me = d.now.board.types[key], Ref("unit", key)
        # rule: FF-7.18.1.G, FFT-weapons-row-afv
        if kind.is_vehicle:
            d.edit("units", key, empty=True)
            d.log("log.vehicle_gone", "FF-7.18.1.G", me, unit=me)
            continue
        # rule: FF-7.18.2.a
        turns = kind.steps == 1 and kind.team is not None and kind.team.basic in LIGHT
        d.edit("units", key, empty=True, flipped=turns)
        d.log("log.out_of_ammunition", "FF-7.18.2.a" if turns else "FF-7.18.2", me, unit=me, turned=int(turns))


# rule: FF-7.18.2.c
def _has_items(state: FieldsState, key: int) -> bool:
    """Whether a unit still has rounds of another kind to fire."""
    return any(asset.holder == key and asset.kind in ITEMS for asset in state.assets.values())


# rule: FF-7.18.d, FF-7.18.3
def fits(kind: UnitType, asset: str) -> bool:
    """Whether a piece of equipment is ammunition for a kind of unit: of its own calibre and no other."""
    return bool(kind.ammo) and not kind.is_vehicle and asset == f"ammo.{kind.ammo}"  # rule: FF-7.18.1.G


# rule: FF-7.18.3, FF-7.18.3.a
def supply(d: Draft[FieldsState], key: int, points: int) -> None:
    """Fill a unit up: it has its rating and its good order side back at once."""
    unit = d.now.units[key]
    d.edit("units", key, ammo=unit.ammo + points, empty=False, flipped=unit.flipped and not unit.empty)
    me = Ref("unit", key)
    d.log("log.supplied", "FF-7.18.3", me, unit=me, points=points, left=unit.ammo + points)


def capacity(state: FieldsState, key: int) -> int:
    """Points of its own ammunition with which a unit can move."""
    return PER_STEP.get(state.board.types[key].ammo, 0) * state.units[key].steps


# rule: FF-7.18.b, FF-5.1.6.B
def leave(d: Draft[FieldsState], key: int, points: int) -> None:
    """Lay ammunition down on the card."""
    unit, kind = d.now.units[key], d.now.board.types[key]
    d.edit("units", key, ammo=unit.ammo - points)
    number = max(d.now.assets, default=0) + 1
    d.put("assets", number, Asset(kind=f"ammo.{kind.ammo}", at=unit.at, cover=unit.cover, points=points))
    me = Ref("unit", key)
    d.log("log.ammunition_left", "FF-5.1.6.B", me, unit=me, points=points)


# rule: FF-7.18.f
def shed(d: Draft[FieldsState], key: int) -> None:
    """An enemy who has to move leaves the ammunition that he cannot carry; what an observer counts are missions."""
    kind, surplus = d.now.board.types[key], d.now.units[key].ammo - capacity(d.now, key)
    if kind.side == ENEMY and kind.ammo and kind.kind != SQUAD and surplus > 0:
        leave(d, key, surplus)
