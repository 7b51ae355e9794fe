"""Where a package goes: direction and distance from the unit that made contact, and new cards around the map (8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY, OUTSIDE, Card, FieldsState, Fire, Unit
from sandtable.games.fieldsoffire.rules.combat.directions import can_hit
from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.infiltration import try_to_hide
from sandtable.games.fieldsoffire.rules.ground.sight import is_clear, is_up, level, sees
from sandtable.games.fieldsoffire.rules.ground.terrain import turn_up
from sandtable.games.fieldsoffire.rules.terms.draws import random_number
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.visibility.light import horizon
from sandtable.games.fieldsoffire.rules.weapons.capability import H, capability
from sandtable.games.fieldsoffire.rules.weapons.lines import is_over
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import (
    EAST,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WEST,
    direction,
    distance,
    line,
    ray,
)
from sandtable.games.fieldsoffire.scenario.setup import MAIN_PILE
from sandtable.games.fieldsoffire.scenario.units import C, P, V
from sandtable.kernel import Draft, Ref

FAR, IN_RANGE, NEXT, SAME = "max_los", "max_los_range", "close", "point_blank"
# rule: FF-8.4.2, FF-8.4.2.a
WAYS = {
    "front": (NORTH,),
    "front_far": (NORTH,),
    "left_front": (NORTHWEST,),
    "right_front": (NORTHEAST,),
    "left": (WEST,),
    "right": (EAST,),
    "rear": (SOUTH,),
    "rear_left_or_right": (SOUTHWEST, SOUTHEAST),
}
"""Directions as the player sees the map: the front is the next row away from him."""


class Spot(NamedTuple):
    """A card for a unit, and whether another unit of the package is there already."""

    card: int
    is_shared: bool = False


# rule: FF-8.4.1, FF-8.4.2, FF-8.4.3.f1, FF-8.3.e
def find_spot(
    d: Draft[FieldsState], trigger: int, key: int, place: Mapping[str, Any], fires: bool, taken: tuple[int, ...]
) -> Spot | None:
    """A card where a unit of a package may stand, not one that is taken for others; none where no direction will do."""
    kind = _distance(d, place)
    at = d.now.units[trigger].at
    if kind == SAME:
        fits = at not in taken and why_not_stand(d.now, trigger, key, at, fires) is None
        return Spot(at) if fits else None
    for towards in _directions(d):
        for card in _along(d, trigger, key, towards, kind, fires):
            if card not in taken and why_not_stand(d.now, trigger, key, card, fires) is None:
                return Spot(card)
    return None


def _distance(d: Draft[FieldsState], place: Mapping[str, Any]) -> str:
    """How far away a package goes, by a random number where its row says so."""
    if place["type"] != "draw":
        return str(place["type"])
    number, _ = random_number(d, "distance", place["sides"])
    for kind in (SAME, NEXT, IN_RANGE, FAR):
        low, high = place.get(kind) or (0, -1)
        if low <= number <= high:
            return kind
    return IN_RANGE


# rule: FF-8.4.2, FF-8.4.3.f1
def _directions(d: Draft[FieldsState]) -> Iterator[int]:
    """Directions as they are drawn, one after the other while they will not do; one drawn before is drawn again."""
    table = data("enemy_units")["directions"][d.now.board.mission.setup["direction"]]
    words = [word for word in WAYS if word in table]
    found: list[int] = []
    while len(found) < len({way for word in words for way in WAYS[word]}):
        number, _ = random_number(d, "direction", table["sides"])
        word = next(word for word in words if table[word][0] <= number <= table[word][1])
        ways = WAYS[word]
        side, _ = random_number(d, "direction", len(ways))
        if ways[side - 1] not in found:
            found.append(ways[side - 1])
            yield found[-1]


# rule: FF-8.4.1.a, FF-8.4.3.a, FF-8.4.3.a1, FF-8.4.3.a4, FF-8.4.3.b1, FF-8.4.3.b2, FF-8.4.3.b3, FF-8.4.5
def _along(d: Draft[FieldsState], trigger: int, key: int, towards: int, kind: str, fires: bool) -> list[int]:
    """The cards in a direction that the trigger sees and the unit reaches him from, farthest first; never his own."""
    at = d.now.units[trigger].at
    most = C if kind == NEXT else V
    if fires and kind == IN_RANGE:
        most = min(most, reach_of(d.now, key))
    return [card for card in ray(at, towards)[:most] if _is_there(d, trigger, card)][::-1]


def reach_of(state: FieldsState, key: int) -> int:
    """How far a counter that is not in play yet fires: observers are put as far as anybody sees."""
    kind = state.board.types[key]
    printed = kind.rating(kind.steps)
    return printed.most if printed.is_printed else V


# rule: FF-8.4.5, FF-8.4.5.a, FF-8.4.5.c
def _is_there(d: Draft[FieldsState], trigger: int, card: int) -> bool:
    """Whether a card is in sight of the trigger; beyond the map one is laid down where sight could reach it."""
    at, up = d.now.units[trigger].at, is_up(d.now, trigger)
    if card not in d.now.cards:
        pile = d.now.piles.get(MAIN_PILE)
        is_beyond = distance(at, card) > horizon(d.now, card) or not is_clear(d.now, at, card, up, False)
        if is_beyond or not pile or not len(pile):
            return False
        d.put("cards", card, Card(kind=OUTSIDE, pile=MAIN_PILE))
        turn_up(d, card)
        d.log("log.map_grows", "FF-8.4.5", Ref("place", card), card=Ref("place", card))
    return sees(d.now, at, card, up)


# rule: FF-8.4.3.a, FF-8.4.3.a2, FF-8.4.3.a3, FF-8.4.3.d2, FF-8.4.3.e
def why_not_stand(state: FieldsState, trigger: int, key: int, card: int, fires: bool) -> str | None:
    """The rule that keeps a unit of a package off a card; none where it may stand there."""
    at = state.units[trigger].at
    present = on_card(state, card)
    if present.enemy:
        return "FF-8.4.3.e"
    kind = state.board.types[key]
    printed = kind.rating(kind.steps)
    if present.friendly and (printed.least > P or not printed.is_printed):
        return "FF-8.4.3.a2"
    if _is_under_enemy_fire(state, card):
        return "FF-8.4.3.d2"
    if fires and printed.is_printed and card != at:
        if not printed.least <= distance(at, card) <= printed.most:
            return "FF-8.4.3.a1"
        if not printed.tripod and _is_masked(state, trigger, card, overhead=printed.basic == H):
            return "FF-8.4.3.a3"
    return None


# rule: FF-8.4.3.d2
def _is_under_enemy_fire(state: FieldsState, card: int) -> bool:
    """Whether a card carries fire of the enemy, or lies on the way of it."""
    sides = state.board.sides
    if any(sides[key] == ENEMY for one in volumes(state).get(card, ()) for key in one.by):
        return True
    for there, rows in volumes(state).items():
        for one in rows:
            if one.source and any(sides[key] == ENEMY for key in one.by) and card in line(one.source, there):
                return True
    return False


# rule: FF-8.4.3.a3
def _is_masked(state: FieldsState, trigger: int, card: int, *, overhead: bool) -> bool:
    """Whether player units between would take the fire meant for the trigger: not where it passes over their heads."""
    at = state.units[trigger].at
    gun, aim = level(state, card), level(state, at)
    return any(
        on_card(state, between).of(FRIENDLY) and not (overhead and is_over(gun, level(state, between), aim))
        for between in line(at, card)
    )


# rule: FF-8.3.b, FF-8.3.g, FF-8.3.unspotted, FF-8.3.f, FF-6.1.1.d, FF-8.4.6, FF-8.0
def place_unit(
    d: Draft[FieldsState],
    key: int,
    spot: Spot,
    trigger: int,
    row: Mapping[str, Any],
    letter: str,
    *,
    spotted: bool,
    fires: bool,
) -> None:
    """Put a unit on its card under the cover of its package; if it fires, then at the card that triggered it."""
    kind, at = d.now.board.types[key], d.now.units[trigger].at
    cover = _cover(d, spot, str(row["cover"]), at) if row.get("cover") else 0
    unit = Unit(
        at=spot.card,
        steps=int(row.get("steps") or kind.steps),
        experience=d.now.board.mission.experience,
        cover=cover,
        unspotted=not spotted,
        exposed=bool(row.get("exposed")),
        ammo=int(row.get("ammo") or kind.carries),
        origin=letter,
        held=not fires,
        wave=bool(row.get("human_wave")),
    )
    d.put("units", key, unit)
    me, there = Ref("unit", key), Ref("place", spot.card)
    d.log("log.enemy_placed", "FF-8.3.b", me, there, unit=me, card=there, spotted=int(spotted))
    if row.get("infiltrate") and not try_to_hide(d, key).succeeds:
        d.edit("units", key, exposed=True)
    if fires and (gun := capability(d.now, key)) is not None and (gun.grazes or can_hit(d.now, key, gun, at)):
        d.put("fires", key, Fire(at))
        d.log("log.fire_opened", "FF-6.1.1.d", me, Ref("place", at), unit=me, card=Ref("place", at))
        sweep(d, spot.card, at)


def _cover(d: Draft[FieldsState], spot: Spot, kind: str, at: int) -> int:
    """The cover of a package: shared with those of it who are under the same, else a marker of its own."""
    if spot.is_shared:
        for number, row in d.now.covers.items():
            if row.at == spot.card and row.kind == kind and number in works.occupants(d.now):
                return number
    facing = direction(spot.card, at) if kind in works.CLOSED else -1
    return works.place_cover(d, spot.card, kind, facing=facing)


# rule: FF-8.4.4, FF-8.4.4.a
def sweep(d: Draft[FieldsState], card: int, at: int) -> None:
    """Fire that opens through contact markers as high as the firer takes them off; lower ones it passes over."""
    for between in line(card, at):
        row = d.now.cards.get(between)
        if row is not None and row.contact and level(d.now, between) >= level(d.now, card):
            d.edit("cards", between, contact="")
            d.log("log.contact_swept", "FF-8.4.4", Ref("place", between), card=Ref("place", between))
