"""The Vehicle phase: who acts next, reaction fire, what comes at its end (3.6, 10.5.1, 10.5.4)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.fieldsoffire.model import (
    DEFENSIVE,
    ENEMY,
    FRIENDLY,
    Drive,
    FieldsState,
    Reaction,
    Shot,
    opponent,
)
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import presences
from sandtable.games.fieldsoffire.rules.vehicles.firing import targets_of, vehicles, why_not_fire_at
from sandtable.games.fieldsoffire.rules.vehicles.riding import dismount
from sandtable.games.fieldsoffire.rules.vehicles.volumes import suffer
from sandtable.games.fieldsoffire.rules.vehicles.weapons import armed
from sandtable.games.fieldsoffire.scenario.vehicles import is_crewless, is_ground_vehicle
from sandtable.kernel import Draft, Ref

LAST = 99
"""The group of those whom the briefing does not name: they act after all others."""


def has_vehicles(state: FieldsState) -> bool:
    """Whether the phase takes place at all: with any vehicle on the map."""
    return bool(vehicles(state))


# rule: FF-3.6.a
def first_side(state: FieldsState) -> str:
    """The attacker begins: the company, unless it defends."""
    return ENEMY if state.board.mission.type == DEFENSIVE else FRIENDLY


# rule: FF-8.12.b, FF-8.12
def make_ready(d: Draft[FieldsState]) -> None:
    """Every enemy who can fight vehicles, and every enemy vehicle, is activated."""
    sides = d.now.board.sides
    ready = {*armed(d.now, ENEMY), *(key for key in vehicles(d.now) if sides[key] == ENEMY)}
    for key in sorted(ready):
        d.edit("units", key, activated=True)
    d.set(acting=first_side(d.now))  # rule: FF-3.6.a


# rule: FF-10.4, FF-10.5.1.i, FF-10.5.1.j
def waiting(state: FieldsState, side: str) -> tuple[int, ...]:
    """Units of a side that still have their turn in this phase; of the group whose turn it is."""
    group = min((group_of(state, key) for one in (FRIENDLY, ENEMY) for key in _ready(state, one)), default=LAST)
    return tuple(key for key in _ready(state, side) if group_of(state, key) == group)


def _ready(state: FieldsState, side: str) -> list[int]:
    """Activated units that have not acted; the enemy's men and guns only with a vehicle to fire at."""
    types = state.board.types
    return [
        key
        for key, unit in state.units.items()
        if unit.activated and not unit.acted and unit.at and types[key].side == side and not _is_skipped(state, key)
    ]


# rule: FF-10.5.1.k
def _is_skipped(state: FieldsState, key: int) -> bool:
    """Whether the enemy passes a unit over for now: men and guns without a vehicle to fire at."""
    kind = state.board.types[key]
    return kind.side == ENEMY and not kind.is_vehicle and not targets_of(state, key)


# rule: FF-10.5.1.j
def group_of(state: FieldsState, key: int) -> int:
    """The number of a unit's group where the briefing lets some kinds of vehicle act before others."""
    groups: Sequence[Sequence[str]] = state.board.mission.setup.get("vehicle_groups", ())
    name = state.board.types[key].vehicle
    return next((number for number, kinds in enumerate(groups) if name in kinds), LAST)


# rule: FF-3.6, FF-3.6.a
def side_to_act(state: FieldsState) -> str:
    """Whose turn it is: the sides alternate while both have somebody left; empty when nobody has."""
    for side in (state.acting, opponent(state.acting)):
        if waiting(state, side):
            return side
    return ""


# rule: FF-8.12
def enemy_turn(d: Draft[FieldsState]) -> None:
    """One of the enemy's units, whom chance decides, has its turn."""
    key, draws = random_one(d, "vehicle", waiting(d.now, ENEMY))
    me = Ref("unit", key)
    d.log("log.vehicle_turn", "FF-8.12", me, draws=draws, unit=me)
    begin_turn(d, key)


# rule: FF-10.5.1.a, FF-3.6.a
def begin_turn(d: Draft[FieldsState], key: int) -> None:
    """A unit has its turn; the other side's comes after it."""
    d.set(acting=opponent(d.now.board.sides[key]))
    d.call("drive", Drive(key))


def enemies(state: FieldsState) -> tuple[int, ...]:
    """Every enemy on the map."""
    return tuple(key for found in presences(state).values() for key in found.enemy)


def driver(state: FieldsState) -> int:
    """The unit whose turn it is; 0 when it is no longer there."""
    key = state.subject(Drive).unit
    return key if key in state.units and state.units[key].at else 0


# rule: FF-10.5.1.d, FF-10.5.1.b
def suffer_first(d: Draft[FieldsState]) -> None:
    """Before a vehicle acts, the fire on its card takes effect; men and guns wait for Combat Effects."""
    key = d.now.subject(Drive).unit
    if d.now.board.types[key].is_vehicle:
        d.edit("units", key, driven=True)
        suffer(d, key)


# rule: FF-10.5.1.f
def suffer_on_entry(d: Draft[FieldsState]) -> None:
    """A vehicle that has entered a card comes under the fire there, on the move."""
    suffer(d, d.now.subject(Drive).unit, moving=True)


# rule: FF-10.5.1.g, FF-10.5.1.b, FF-10.5.4.b
def draw_reaction(d: Draft[FieldsState]) -> None:
    """Whoever of the other side sees a vehicle act may fire at it; nobody reacts to men and guns."""
    drive = d.now.subject(Drive)
    if d.now.board.types[drive.unit].is_vehicle:
        d.call("reaction", Reaction(drive.unit, moving=drive.did == "move"))


# rule: FF-10.5.4, FF-10.5.4.a, FF-10.4.a
def reactors(state: FieldsState) -> tuple[int, ...]:
    """Those who can fire at the vehicle that has just acted: activated or not, but not Moved/Fired, and once each."""
    reaction = state.subject(Reaction)
    side = opponent(state.board.sides[reaction.target])
    return tuple(
        key
        for key in armed(state, side)
        if not state.units[key].acted
        and key not in reaction.done
        and not state.units[key].held
        and why_not_fire_at(state, key, reaction.target) is None
    )


def is_against_company(state: FieldsState) -> bool:
    """Whether it is the enemy who reacts."""
    return state.board.sides[state.subject(Reaction).target] == FRIENDLY


# rule: FF-8.12.a
def enemy_reacts(d: Draft[FieldsState]) -> None:
    """The next enemy who can fire at the vehicle does."""
    react(d, reactors(d.now)[0])


# rule: FF-10.5.4
def react(d: Draft[FieldsState], key: int) -> None:
    """Fire in reaction to what a vehicle does."""
    reaction = d.now.subject(Reaction)
    d.edit_subject(Reaction, done=(*reaction.done, key))
    d.call("shot", Shot(key, reaction.target, moving=reaction.moving))


# rule: FF-10.2.2.a, FF-10.2.2
def let_off(d: Draft[FieldsState]) -> None:
    """Those who wait to dismount do so when all fire at their vehicle is over."""
    drive = d.now.subject(Drive)
    if driver(d.now):
        dismount(d, drive.unit, drive.leaving, drive.cover)
    d.edit_subject(Drive, leaving=(), cover=0, over=drive.over or drive.moved)


def close_action(d: Draft[FieldsState]) -> None:
    """The action has been answered."""
    d.edit_subject(Drive, fresh=False)


# rule: FF-10.5.1.h, FF-10.5.1.e
def goes_on(state: FieldsState) -> bool:
    """Whether the unit whose turn it is may act once more: after a move only, and while it is there."""
    drive = state.subject(Drive)
    return bool(driver(state)) and not drive.over


# rule: FF-10.5.1.i
def end_turn(d: Draft[FieldsState]) -> None:
    """Turn the marker to Moved/Fired; a unit that did nothing at all keeps its chance to react."""
    drive = d.now.subject(Drive)
    if driver(d.now):
        d.edit("units", drive.unit, acted=drive.did != "" or d.now.units[drive.unit].acted, activated=False)


# rule: FF-10.5.1.c
def line_up_rest(d: Draft[FieldsState]) -> None:
    """Vehicles that took no action come under the fire on their cards after all others have acted."""
    units, types = d.now.units, d.now.board.types
    left = [key for key in vehicles(d.now) if not units[key].driven and is_ground_vehicle(types[key])]
    d.set(queue=tuple(left))


# rule: FF-10.5.1.c
def suffer_next(d: Draft[FieldsState]) -> None:
    """The next of them."""
    key, rest = d.now.queue[0], d.now.queue[1:]
    d.set(queue=rest)
    if key in d.now.units and not _is_empty_equipment(d.now, key):
        suffer(d, key)


# rule: FF-10.8.8
def _is_empty_equipment(state: FieldsState, key: int) -> bool:
    """Whether it is a jeep with nobody in it."""
    return is_crewless(state.board.types[key]) and not any(unit.aboard == key for unit in state.units.values())


# rule: FF-10.7.pin.a
def recover(d: Draft[FieldsState]) -> None:
    """At the end of the phase pinned vehicles that nobody attacked in it recover."""
    for key in vehicles(d.now):
        unit = d.now.units[key]
        if unit.pinned and not unit.attacked:
            d.edit("units", key, pinned=False)
            me = Ref("unit", key)
            d.log("log.recovered", "FF-10.7.pin.a", me, unit=me)
