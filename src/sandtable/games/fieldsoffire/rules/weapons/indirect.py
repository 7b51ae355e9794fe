"""Mortars on the map that fire by indirect lay, at what their headquarters sees (7.3.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import INDIRECT, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.combat.directions import has_target, sees_part
from sandtable.games.fieldsoffire.rules.command.nets import holders, why_not_by_set
from sandtable.games.fieldsoffire.rules.command.orders import is_in_earshot
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, rating
from sandtable.games.fieldsoffire.rules.weapons import ammunition
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_of, lay
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.games.fieldsoffire.scenario.units import MORTAR_SECTION, C
from sandtable.kernel import Draft, Ref, Refusal, refuse

FEWEST_STEPS = 2


# rule: FF-4.2.4j.cond, FF-7.3.2.b, FFT-weapons-row-mortar
def why_not_lay(state: FieldsState, key: int) -> Refusal | None:
    """Why a mortar cannot fire by indirect lay: no section in good order, or not from where it is."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    if kind.kind != MORTAR_SECTION or not is_good_order(state, key) or unit.steps < FEWEST_STEPS:
        return refuse("FF-4.2.4j.cond", "refuse.no_mortar_section", me, unit=me, steps=unit.steps, least=FEWEST_STEPS)
    if unit.exposed:
        return refuse("FF-7.3.1.c", "refuse.exposed_gun", me, unit=me)
    under = state.covers[unit.cover].kind if unit.cover else ""
    ground = ground_of(state, unit.at)
    if under in works.BUILDINGS or under in works.CLOSED or (ground is not None and ground.mortars_barred):
        return refuse("FF-7.3.1.b", "refuse.mortar_barred", me, Ref("place", unit.at), unit=me)
    if ammunition.counts(state, key) and not unit.ammo:
        return refuse("FF-7.18.1.B", "refuse.too_little_ammunition", me, unit=me, has=0, needed=1)
    return None


# rule: FF-7.3.2.c, FF-4.2.4j.cond
def why_not_lay_on(state: FieldsState, by: int, key: int, card: int) -> Refusal | None:
    """Why a card is no target: the one who orders it must see it, spotted enemies must be there, within range.

    Range is counted by any way from card to card; neither a line nor sight leads there from the mortar.
    """
    me, there, printed = Ref("unit", key), Ref("place", card), rating(state, key)
    if not sees_part(state, by, card):  # rule: FF-7.3.2.c2
        return refuse("FF-7.3.2.c2", "refuse.not_in_sight", Ref("unit", by), there, card=there)
    if not has_target(state, card, state.board.sides[key]):
        return refuse("FF-4.2.4j.cond", "refuse.nobody_spotted", there, card=there)
    far = distance(state.units[key].at, card)  # rule: FF-7.3.2.c1
    if far < C:  # rule: FF-7.3.1.a
        return refuse("FF-7.3.1.a", "refuse.beyond_reach", me, there, unit=me, card=there, far=far, most=printed.most)
    if not printed.least <= far <= printed.most:
        return refuse("FF-7.3.2.c1", "refuse.beyond_reach", me, there, unit=me, card=there, far=far, most=printed.most)
    return None


# rule: FF-7.3.2.d, FF-7.3.2.g
def is_relayed(state: FieldsState, hq: int, key: int) -> bool:
    """Whether somebody with a set stands by a mortar and passes the order on, whoever he is."""
    return any(
        one != key and is_in_earshot(state, one, key) and why_not_by_set(state, hq, one) is None
        for one in holders(state)
    )


# rule: FF-7.3.1.c
def is_lost(state: FieldsState, marker: Marker) -> bool:
    """Whether a section cannot fire by indirect lay any more: it has moved, or is Exposed where it is."""
    firer = state.units.get(marker.by)
    return marker.kind == INDIRECT and firer is not None and firer.exposed


# rule: FF-7.3.1.c
def lapse(d: Draft[FieldsState]) -> None:
    """Lift the fire of sections that are Exposed."""
    for number, marker in tuple(d.now.markers.items()):
        if is_lost(d.now, marker):
            lift(d, number)


def lift(d: Draft[FieldsState], number: int) -> None:
    """Take the fire of a section off its card."""
    marker = d.now.markers[number]
    d.drop("markers", number)
    me, there = Ref("unit", marker.by), Ref("place", marker.at)
    d.log("log.indirect_lifted", "FF-7.3.1.c", me, there, unit=me, card=there)


# rule: FF-4.2.4j, FF-7.3.2.b, FF-7.3.2.i
def fire(d: Draft[FieldsState], key: int, card: int) -> None:
    """Heavy fire on the card until Cleanup, in place of whatever the section fired at before."""
    if key in d.now.fires:
        d.drop("fires", key)
        drop_of(d, key)
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == INDIRECT and marker.by == key:
            d.drop("markers", number)
    lay(d, Marker(INDIRECT, at=card, by=key))
    me, there = Ref("unit", key), Ref("place", card)
    d.log("log.indirect", "FF-4.2.4j", me, there, unit=me, card=there)
