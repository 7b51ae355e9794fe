"""Flamethrowers: nobody needs to aim, and those who live come out (7.14)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import CONCENTRATED, FLAME, FieldsState, Marker, opponent
from sandtable.games.fieldsoffire.rules.combat import effects
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.loads import FLAMETHROWER, assets_of
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card
from sandtable.games.fieldsoffire.rules.urban.areas import areas_on
from sandtable.games.fieldsoffire.rules.weapons import charges
from sandtable.games.fieldsoffire.rules.weapons.ammunition import TWICE
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.town import BUILDING, COURTYARD, STOREY, STREET, is_area
from sandtable.kernel import Draft, Ref, Refusal, refuse

FUEL = 2
"""Shots of a full flamethrower."""


def flamethrower_of(state: FieldsState, key: int) -> int:
    """A flamethrower with fuel that a unit carries; 0 where it has none."""
    numbers = assets_of(state).get(key, ())
    return next((one for one in numbers if state.assets[one].kind == FLAMETHROWER and state.assets[one].points > 0), 0)


# rule: FF-4.2.4g, FF-4.2.4g.cond
def why_not_flame(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot use a flamethrower: untrained, without fuel, or inside a building or fortification."""
    unit, me = state.units[key], Ref("unit", key)
    if not charges.is_trained(state.board.types[key]) or not is_good_order(state, key):
        return refuse("FF-4.2.4g.cond", "refuse.not_trained", me, unit=me)
    if not flamethrower_of(state, key):
        return refuse("FF-4.2.4g.cond", "refuse.no_fuel", me, unit=me)
    under = state.covers[unit.cover].kind if unit.cover else ""
    if under in works.BUILDINGS or under in works.CLOSED:  # rule: FF-7.14.e
        return refuse("FF-7.14.e", "refuse.not_from_here", me, unit=me)
    if is_area(unit.cover) and under != STREET:  # rule: FF-7.14.f
        return refuse("FF-7.14.f", "refuse.flame_from_street", me, unit=me)
    return None


# rule: FF-7.14.a, FF-7.14.f, FF-13.1.b
def targets(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cover of the card that can be flamed; in a town the rooms of a building where no friend is, never a street."""
    unit, side = state.units[key], state.board.sides[key]
    if not is_area(unit.cover):
        return charges.targets(state, key)
    own = {state.units[one].cover for one in on_card(state, unit.at).of(side)}
    others = [state.units[one] for one in on_card(state, unit.at).of(opponent(side))]
    hidden = {one.cover for one in others if one.unspotted}
    return tuple(
        area
        for area in areas_on(state, unit.at)
        if state.covers[area].kind in (BUILDING, STOREY) and area not in own and area not in hidden
    )


# rule: FF-4.2.4g, FF-7.14.a, FF-7.18.1.E
def flame(d: Draft[FieldsState], key: int, cover: int) -> None:
    """Put the attack on a cover, for one of the shots: without fuel nothing is left of the flamethrower."""
    number = flamethrower_of(d.now, key)
    points = d.now.assets[number].points
    if points > 1:
        d.edit("assets", number, points=points - 1)
    else:
        d.drop("assets", number)
        kind = d.now.board.types[key]
        if kind.team is not None:
            d.edit("units", key, flipped=True, empty=True)
    at = d.now.units[key].at
    lay(d, Marker(FLAME, at=at, cover=cover, by=key))
    me = Ref("unit", key)
    d.log("log.flamed", "FF-4.2.4g", me, unit=me, card=Ref("place", at), left=points - 1)


# rule: FF-3.7.4.a, FF-7.14.a, FF-7.14.c
def burn(d: Draft[FieldsState]) -> None:
    """Before all other combat everybody under a flamed cover is hit; who is no casualty stands outside, Exposed."""
    for marker in tuple(d.now.markers.values()):
        if marker.kind != FLAME or marker.cover not in d.now.covers:
            continue
        for key in works.occupants(d.now).get(marker.cover, ()):
            effects.hit(d, key)
        driven_out = works.occupants(d.now).get(marker.cover, ())
        # rule: FF-7.14.f
        outside = _way_out(d, marker.cover) if driven_out else 0  # equivalent[0 becomes 1]: nobody goes there
        for key in driven_out:  # rule: FF-7.14.b, FF-7.14.b1
            d.edit("units", key, cover=outside, exposed=True)
            d.log("log.driven_out", "FF-7.14.b1", Ref("unit", key), unit=Ref("unit", key))
        _follow(d, marker.cover, driven_out)
        if d.now.covers[marker.cover].kind in charges.COLLAPSES:  # rule: FF-7.14.d
            charges.note_razed(d, marker.cover)  # rule: FF-12.1.c
            works.remove(d, marker.cover)


# rule: FF-7.14.f
def _way_out(d: Draft[FieldsState], cover: int) -> int:
    """Where those come out who are driven from a cover: in a town into the courtyard, else into a street by chance."""
    if not is_area(cover):
        return 0
    areas, covers = areas_on(d.now, d.now.covers[cover].at), d.now.covers
    yard = [area for area in areas if covers[area].kind == COURTYARD]
    area, draws = random_one(d, "driven_out", yard or [area for area in areas if covers[area].kind == STREET])
    d.log("log.driven_to", "FF-7.14.f", Ref("place", d.now.covers[area].at), draws=draws, area=Ref("cover", area))
    return area


# rule: FF-7.14.b2, FF-7.11.3
def _follow(d: Draft[FieldsState], cover: int, units: tuple[int, ...]) -> None:
    """Fire concentrated on the cover still falls on those who come out of it; each success is paid for once."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == CONCENTRATED and marker.cover == cover:
            d.edit("markers", number, cover=0)
            for key in units:
                lay(d, Marker(CONCENTRATED, at=marker.at, unit=key, by=marker.by, form=TWICE))
