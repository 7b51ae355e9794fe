"""Fire that goes on: it stops, shifts to its own card, is pulled back, or follows along its line (6.1.2, 6.3.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.games.fieldsoffire.model import FIRE_LINE, INDIRECT, FieldsState, Fire
from sandtable.games.fieldsoffire.rules.combat.directions import faces, has_target, joinable, landing
from sandtable.games.fieldsoffire.rules.ground.sight import is_up
from sandtable.games.fieldsoffire.rules.picture import HOLDS, PICTURE
from sandtable.games.fieldsoffire.rules.urban.fighting import is_blinded
from sandtable.games.fieldsoffire.rules.visibility.sights import sights
from sandtable.games.fieldsoffire.rules.weapons.capability import Capability, armament, capability
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_of
from sandtable.games.fieldsoffire.scenario.ground import direction
from sandtable.kernel import Draft, Ref, derived

CEASED, POINT_BLANK, BLINDED, MOVED = "ceased", "point_blank", "blinded", "moved"


class Turn(NamedTuple):
    """What becomes of the fire of a unit: where it lies now, and by which paragraph."""

    unit: int
    fire: Fire | None
    rule: str
    why: str


# rule: FF-6.1.2.a, FF-6.1.1.e, FF-6.1.1.h
@derived(*PICTURE, **HOLDS)
def turns(state: FieldsState) -> tuple[Turn, ...]:
    """Everything that must change in the fire of engaged units; what is not named here goes on as it is.

    On ordinary ground units beside each other with the same weapon fire alike: one of them speaks for all.
    """
    found: list[Turn] = []
    known: dict[tuple[Any, ...], Turn | None] = {}
    is_urban, sides, eyes, armed = state.board.is_urban, state.board.sides, sights(state), armament(state)
    for key, fire in state.fires.items():
        unit, gun = state.units[key], armed.get(key)
        up = bool(unit.cover) and is_up(state, key)
        alike = (unit.at, sides[key], up, gun, fire, eyes.get(key), is_urban and key)
        if alike not in known:
            known[alike] = _turn(state, key, gun, fire)
        turn = known[alike]
        if turn is not None:
            found.append(turn._replace(unit=key))
    return tuple(found)


def _turn(state: FieldsState, key: int, gun: Capability | None, fire: Fire) -> Turn | None:
    at = state.units[key].at
    if gun is None:
        return Turn(key, None, "FF-6.1.2.c", CEASED)
    can_fire_inside = gun.least == 0
    if fire.at == at:
        return None if can_fire_inside else Turn(key, None, "FF-6.1.2.c", CEASED)
    # rule: FF-6.1.2.a4, FF-6.1.2.a6, FF-5.3.2.c
    if can_fire_inside and faces(state, key, at, gun):
        return Turn(key, Fire(at), "FF-6.1.2.a4", POINT_BLANK)
    # rule: FF-6.1.2.d
    if is_blinded(state, key):
        inside = Fire(at) if can_fire_inside else None
        return Turn(key, inside, "FF-6.1.2.d", BLINDED)
    # rule: FF-6.3.4.a, FF-6.3.4.c, FF-6.3.2.b
    card = landing(state, key, gun, direction(at, fire.at), fire.at, over=fire.over)
    if card == fire.at:
        return None
    return Turn(key, Fire(card, fire.over) if card else None, "FF-6.3.4.a" if card else "FF-6.1.2.c", MOVED)


# rule: FF-6.1.2.a2
def break_off(d: Draft[FieldsState], key: int) -> None:
    """A unit that goes to another card ceases fire; the settling afterwards lets it open fire again."""
    if key in d.now.fires:
        d.drop("fires", key)
        drop_of(d, key)
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind in (FIRE_LINE, INDIRECT) and marker.by == key:
            d.drop("markers", number)


# rule: FF-6.3.4.b, FF-6.3.5.a
def follow(d: Draft[FieldsState], key: int, left: int, to: int) -> None:
    """In point blank combat the fire follows the last opponent who goes to a card next to theirs.

    Not where another direction of fire out of the card can be joined instead: the settling afterwards sees to that.
    """
    side = d.now.board.sides[key]
    firers = [
        other
        for other, fire in d.now.fires.items()
        if fire.at == left and d.now.units[other].at == left and d.now.board.sides[other] != side
    ]
    if not firers or has_target(d.now, left, d.now.board.sides[firers[0]]):
        return
    for other in firers:
        gun = capability(d.now, other)
        if gun is None:
            continue
        if joinable(d.now, other, gun):
            d.drop("fires", other)
            continue
        towards = direction(left, to)
        if towards >= 0 and landing(d.now, other, gun, towards, to) == to:
            d.put("fires", other, Fire(to))
            d.log(
                "log.fire_followed",
                "FF-6.3.4.b",
                Ref("unit", other),
                Ref("place", to),
                unit=Ref("unit", other),
                card=Ref("place", to),
            )
