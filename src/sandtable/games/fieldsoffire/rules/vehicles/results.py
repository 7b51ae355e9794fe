"""What AT combat does to vehicles and to those aboard: burning, knocked out, driven off, pinned (10.7, 10.8.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import BURNING_WRECK, EVACUATED, FRIENDLY, OFF_MAP, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.combat import effects
from sandtable.games.fieldsoffire.rules.combat.breakdown import (
    generic,
    hand_over,
    place_team,
    remove_unit,
)
from sandtable.games.fieldsoffire.rules.ground.cover import place_cover
from sandtable.games.fieldsoffire.rules.ground.loads import AMMUNITION, assets_of
from sandtable.games.fieldsoffire.rules.terms.presence import beside, carried_by
from sandtable.games.fieldsoffire.rules.vehicles.air import abort
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_on
from sandtable.games.fieldsoffire.rules.weapons.grenades import waste_on
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, FIRE
from sandtable.games.fieldsoffire.scenario.vehicles import TANK, machines
from sandtable.kernel import Draft, Ref

BURNING, KNOCKED_OUT, RETREAT, PINNED, MISS = "burning", "knocked_out", "retreat", "pinned", "miss"
CRASHED, AUTOROTATION, ABORT_DAMAGED, ABORT_UNDAMAGED = (
    "crashed",
    "autorotation",
    "abort_damaged",
    "abort_undamaged",
)
"""Results of aircraft."""
WRECK = "wreck"


# rule: FF-10.7.V
def take_result(d: Draft[FieldsState], key: int, result: str) -> None:
    """Let a vehicle take a result of the table."""
    if result in (BURNING, KNOCKED_OUT, PINNED):  # rule: FF-10.8.2.hit
        throw_off(d, key)
    match result:
        case "burning":
            burn(d, key)
        case "crashed":  # rule: FF-10.7.A.crash
            burn(d, key)
        case "knocked_out":
            knock_out(d, key)
        case "autorotation":  # rule: FF-10.7.A.auto
            knock_out(d, key)
        case "retreat":
            drive_off(d, key)
        case "abort_damaged" | "abort_undamaged":  # rule: FF-10.7.A
            abort(d, key, damaged=result == ABORT_DAMAGED)
        case "pinned":
            d.edit("units", key, pinned=True)
        case _:
            pass


def riders(state: FieldsState, key: int) -> tuple[int, ...]:
    """Units aboard a vehicle, casualties left out."""
    types = state.board.types
    return tuple(one for one in carried_by(state).get(key, ()) if types[one].kind != CASUALTY)


def casualties_aboard(state: FieldsState, key: int) -> tuple[int, ...]:
    """Casualties that a vehicle carries."""
    types = state.board.types
    return tuple(one for one in carried_by(state).get(key, ()) if types[one].kind == CASUALTY)


# rule: FF-10.8.2, FF-10.8.2.hit
def throw_off(d: Draft[FieldsState], key: int) -> None:
    """Whoever rides on a tank that is hit at all is hit himself, and stands beside it, Exposed."""
    if machines()[d.now.board.types[key].vehicle].sort != TANK:
        return
    for rider in riders(d.now, key):
        shake_off(d, rider)
        d.edit("units", rider, aboard=0, cover=beside(d.now, key), exposed=True)
        me = Ref("unit", rider)
        d.log("log.thrown_off", "FF-10.8.2.hit", me, Ref("unit", key), unit=me, vehicle=Ref("unit", key))
        effects.hit(d, rider)


# rule: FF-7.11.5.b, FF-7.10.4.a
def shake_off(d: Draft[FieldsState], unit: int) -> None:
    """Fire that was aimed at a man where he stood or rode does not find him where he goes."""
    drop_on(d, unit)
    waste_on(d, unit)


# rule: FF-10.7.V.burn, FF-10.7.c
def burn(d: Draft[FieldsState], key: int) -> None:
    """A burning wreck, a casualty for every step inside, and nothing left of what was carried."""
    unit, kind = d.now.units[key], d.now.board.types[key]
    smoke = int(d.now.board.markers["cover.burning_wreck"]["smoke"])
    d.put("markers", max(d.now.markers, default=0) + 1, Marker(BURNING_WRECK, at=unit.at, value=smoke))
    _set_down_casualties(d, key)
    for _ in range(unit.steps):
        place_team(d, key, generic(d.now, kind, CASUALTY), pinned=False)  # equivalent[False]: casualties never are
    for rider in riders(d.now, key):
        _bring_out(d, rider, CASUALTY)
    _lose_cargo(d, key)
    _tell(d, key, "FF-10.7.V.burn", "log.burning")
    remove_unit(d, key)


# rule: FF-10.7.V.ko, FF-10.7.V.ko1, FF-10.7.b
def knock_out(d: Draft[FieldsState], key: int) -> None:
    """A wreck, under which every step from inside is a Fire Team, Exposed, that takes a hit at once."""
    unit, kind = d.now.units[key], d.now.board.types[key]
    wreck = place_cover(d, unit.at, WRECK)
    _set_down_casualties(d, key)
    under = beside(d.now, key) or wreck  # rule: FF-13.0
    d.edit("units", key, exposed=True, cover=under)
    crew = generic(d.now, kind, FIRE)
    teams = [place_team(d, key, crew, pinned=True) for _ in range(unit.steps)]  # equivalent[True]: the hit pins them
    for rider in riders(d.now, key):
        d.edit("units", rider, exposed=True, cover=under)
        teams += _bring_out(d, rider, FIRE)
    # rule: FF-10.7.V.ko2
    _lose_ammunition(d, key)
    for number in assets_of(d.now).get(key, ()):
        d.edit("assets", number, holder=0, at=unit.at, cover=unit.cover)
    _tell(d, key, "FF-10.7.V.ko", "log.knocked_out")
    remove_unit(d, key)
    for team in teams:
        effects.hit(d, team)


# rule: FF-10.7.V.ret
def drive_off(d: Draft[FieldsState], key: int) -> None:
    """The vehicle leaves for the rest of the mission, with everybody and everything aboard."""
    _tell(d, key, "FF-10.7.V.ret", "log.driven_off")
    for rider in carried_by(d.now).get(key, ()):
        _leave(d, rider)
    for number in assets_of(d.now).get(key, ()):
        d.drop("assets", number)
    _leave(d, key)


# rule: FF-7.18.1.G, FFT-weapons-row-afv
def leave_empty(d: Draft[FieldsState]) -> None:
    """Vehicles without ammunition leave the map: it is not brought up to them."""
    types = d.now.board.types
    for key in [key for key, unit in d.now.units.items() if unit.at and unit.empty and types[key].is_vehicle]:
        drive_off(d, key)


def _leave(d: Draft[FieldsState], key: int) -> None:
    """Take a unit off the map whole."""
    if d.now.board.sides[key] != FRIENDLY:
        remove_unit(d, key)
        return
    if key in d.now.fires:
        d.drop("fires", key)
    box = EVACUATED if d.now.board.types[key].kind == CASUALTY else OFF_MAP
    d.edit("units", key, at=0, cover=0, aboard=0, box=box, exposed=False, activated=False, acted=False)
    if key in d.now.commands:
        d.edit("commands", key, saved=0, activated=False, done=True)


def _bring_out(d: Draft[FieldsState], rider: int, team: str) -> list[int]:
    """Every step of a unit that was aboard becomes a team or a casualty; what it carried goes with the last."""
    kind = d.now.board.types[rider]
    d.edit("units", rider, aboard=0)
    made = [place_team(d, rider, generic(d.now, kind, team), pinned=False) for _ in range(d.now.units[rider].steps)]
    if team == CASUALTY:
        _lose_cargo(d, rider)
    else:
        _lose_ammunition(d, rider)
        hand_over(d, rider, made[-1])
    remove_unit(d, rider)
    return made


def _set_down_casualties(d: Draft[FieldsState], key: int) -> None:
    for casualty in casualties_aboard(d.now, key):
        d.edit("units", casualty, aboard=0, cover=beside(d.now, key))


# rule: FF-10.7.V.ko2
def _lose_ammunition(d: Draft[FieldsState], key: int) -> None:
    """Ammunition in a wreck is lost, that of the passengers too."""
    for number in assets_of(d.now).get(key, ()):
        if d.now.assets[number].kind.startswith(AMMUNITION):
            d.drop("assets", number)


def _lose_cargo(d: Draft[FieldsState], key: int) -> None:
    for number in assets_of(d.now).get(key, ()):
        d.drop("assets", number)


def _tell(d: Draft[FieldsState], key: int, rule: str, word: str) -> None:
    me, card = Ref("unit", key), Ref("place", d.now.units[key].at)
    d.log(word, rule, me, card, unit=me, card=card)
