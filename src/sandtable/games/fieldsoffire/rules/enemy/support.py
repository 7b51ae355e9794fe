"""Support weapons that enemies carry besides what is printed on them: rifle grenades, rocket grenades (8.9, 8.4.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import Asset, FieldsState
from sandtable.games.fieldsoffire.rules.combat.directions import directions_of, has_target
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.weapons.capability import GRENADES
from sandtable.games.fieldsoffire.rules.weapons.grenades import throw
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import direction, distance
from sandtable.games.fieldsoffire.scenario.units import LEADER, REACH, P
from sandtable.kernel import Draft, Ref, Refusal, refuse


# rule: FF-8.9.d, FF-8.4.3.c3
def arm(d: Draft[FieldsState], key: int) -> None:
    """Give a unit that comes into play the support weapons of its kind."""
    row = data("enemy_units")["units"].get(d.now.board.types[key].id) or {}
    for kind, shots in (row.get("assets") or {}).items():
        number = max(d.now.assets, default=0) + 1
        d.put("assets", number, Asset(kind=kind, holder=key, points=int(shots)))


def weapon_of(state: FieldsState, key: int) -> int:
    """The support weapon with which a unit can attack men on the next card; 0 where it has none."""
    for number in assets_of(state).get(key, ()):
        figures = state.board.markers.get(f"asset.{state.assets[number].kind}") or {}
        if figures.get("vof") == GRENADES and REACH[figures["range"]] > P:
            return number
    return 0


# rule: FF-8.9.d
def counts_as_grenadier(state: FieldsState, key: int) -> bool:
    """Whether a commander is read as G! in the hierarchies: while he has a support weapon."""
    return state.board.types[key].kind == LEADER and bool(weapon_of(state, key))


# rule: FF-8.9.d
def why_not_use(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a unit cannot use its support weapon on another: only along a direction of fire that its card has."""
    unit, other = state.units[key], state.units[target]
    me, aim = Ref("unit", key), Ref("unit", target)
    number = weapon_of(state, key)
    if not number or unit.pinned or unit.flipped:
        return refuse("FF-8.9.d", "refuse.no_grenades", me, unit=me)
    most = REACH[state.board.markers[f"asset.{state.assets[number].kind}"]["range"]]
    far = distance(unit.at, other.at)
    if not P < far <= most or not sees_unit(state, key, target):
        return refuse("FF-8.9.d", "refuse.out_of_reach", me, aim, unit=me, target=aim)
    if has_target(state, unit.at, state.board.sides[key]):
        return refuse("FF-7.10.1.e", "refuse.engaged_here", me, unit=me)
    if direction(unit.at, other.at) not in directions_of(state).get(unit.at, ()):
        return refuse("FF-8.9.d", "refuse.off_the_line", me, aim, unit=me, target=aim)
    return None


# rule: FF-8.9.d
def use(d: Draft[FieldsState], key: int, target: int) -> None:
    """A shot with the support weapon; when the last is gone, nothing else happens to the unit."""
    number = weapon_of(d.now, key)
    points = d.now.assets[number].points - 1
    if points:
        d.edit("assets", number, points=points)
    else:
        d.drop("assets", number)
    throw(d, key, target)
