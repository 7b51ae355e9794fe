"""Holes in walls: what makes them, and what they do to those behind (13.6)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import BREACH, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.combat import effects
from sandtable.games.fieldsoffire.rules.ground.cover import occupants
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.urban.areas import areas_on, block_of, breached, is_indoors, side_of
from sandtable.games.fieldsoffire.rules.urban.throwing import areas_to_throw
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.ground import COMPOUND, direction
from sandtable.games.fieldsoffire.scenario.town import BUILDING, COURTYARD, STREET
from sandtable.kernel import Draft, Ref


# rule: FF-13.6.1
def targets(state: FieldsState, key: int) -> tuple[int, ...]:
    """The areas outside a building into which a unit can put a charge: where it can throw, and no hole is yet."""
    return tuple(
        area
        for area in areas_to_throw(state, key)
        if state.covers[area].kind in (STREET, COURTYARD) and area not in breached(state)
    )


# rule: FF-13.6.1.a
def open_up(d: Draft[FieldsState], area: int, key: int) -> None:
    """Put a breach in an area: at once, and for the rest of the mission."""
    row = d.now.covers[area]
    lay(d, Marker(BREACH, at=row.at, cover=area, by=key))
    me, there = Ref("unit", key), Ref("cover", area)
    d.log("log.breached", "FF-13.6.1.a", me, Ref("place", row.at), unit=me, area=there)


# rule: FF-7.13.c, FF-13.6.1, FF-13.6.1.b
def demolish(d: Draft[FieldsState], area: int, key: int) -> None:
    """A charge makes a breach, and every opponent in one building area behind it is hit; behind a wall in the yard."""
    open_up(d, area, key)
    row = d.now.covers[area]
    is_wall = row.kind == STREET and block_of(d.now, row.at).kind == COMPOUND
    kind = COURTYARD if is_wall else BUILDING
    rooms = [one for one in areas_on(d.now, row.at) if d.now.covers[one].kind == kind]
    struck, draws = random_one(d, "breach", rooms)
    side = d.now.board.sides[key]
    there = Ref("cover", struck)
    d.log("log.breach_hits", "FF-13.6.1.b", Ref("place", row.at), draws=draws, area=there)
    for one in occupants(d.now).get(struck, ()):
        if d.now.board.sides[one] != side:
            effects.hit(d, one)


# rule: FF-13.6.2
def blast(d: Draft[FieldsState], key: int, area: int) -> None:
    """Other weapons make a breach if the campaign names them: in the street of the building that faces the firer."""
    plan = d.now.board.mission.setup.get("town") or {}
    row, kind = d.now.covers[area], d.now.board.types[key]
    is_strong = not {kind.ammo, kind.id}.isdisjoint(plan.get("breachers", ()))
    if not is_strong or not is_indoors(row):
        return
    facing = direction(row.at, d.now.units[key].at)
    for street in areas_on(d.now, row.at):
        one = d.now.covers[street]
        if one.kind == STREET and side_of(one) == facing and street not in breached(d.now):
            open_up(d, street, key)
