"""Where a package goes: direction and distance from the unit that made contact, and new cards around the map (8.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.games.fieldsoffire.model import (
    OUTSIDE,
    Card,
    FieldsState,
    Fire,
    Unit,
)
from sandtable.games.fieldsoffire.rules.combat.directions import faces
from sandtable.games.fieldsoffire.rules.combat.shifting import shifted
from sandtable.games.fieldsoffire.rules.enemy.aiming import choose
from sandtable.games.fieldsoffire.rules.enemy.observers import missions_left
from sandtable.games.fieldsoffire.rules.enemy.positions import why_not_stand
from sandtable.games.fieldsoffire.rules.enemy.reactions import sweep
from sandtable.games.fieldsoffire.rules.enemy.support import arm
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.elevation import could_be_clear
from sandtable.games.fieldsoffire.rules.ground.infiltration import try_to_hide
from sandtable.games.fieldsoffire.rules.ground.sight import is_clear, is_up, sees
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of, pile_beyond, turn_up
from sandtable.games.fieldsoffire.rules.terms.draws import random_number
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.urban.areas import is_town
from sandtable.games.fieldsoffire.rules.urban.placing import area_for, posts
from sandtable.games.fieldsoffire.rules.visibility.light import horizon
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.rules.weapons.grenades import attack, launcher, why_not_target
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
from sandtable.games.fieldsoffire.scenario.units import OBSERVER, C, P, V
from sandtable.kernel import Draft, Draw, Ref

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
WORDS = {
    NORTH: "front",
    NORTHWEST: "left_front",
    NORTHEAST: "right_front",
    WEST: "left",
    EAST: "right",
    SOUTH: "rear",
    SOUTHWEST: "left_rear",
    SOUTHEAST: "right_rear",
}
"""What a direction is called from where the player sits."""


class Spot(NamedTuple):
    """A card for a unit, and whether another unit of the package is there already."""

    card: int
    is_shared: bool = False
    trigger: int = 0
    """In a town: the unit that this part of the package is placed against."""


class Order(NamedTuple):
    """How a unit of a package comes into play."""

    row: Mapping[str, Any]
    letter: str
    spotted: bool
    fires: bool
    aboard: int = 0


# rule: FF-8.4.1
def find_spot(
    d: Draft[FieldsState],
    trigger: int,
    keys: tuple[int, ...],
    place: Mapping[str, Any],
    fires: bool,
    taken: tuple[int, ...],
    *,
    lines: tuple[int, ...] = (),
    never_same: bool = False,
    in_street: bool = False,
) -> Spot | None:
    """A card where units of a package may stand together, not one that is taken; none where no direction will do.

    ``lines``: cards of the same package from which others fire at the trigger; nobody stands in their way.
    ``never_same``: they cannot fire at their own card, so where that is printed they stand on the next one, and never
    among the player's men.
    ``in_street``: on an urban card they stand in a street, and not in a building.
    """
    kind = _distance(d, trigger, place)
    if kind == SAME and never_same:
        kind = NEXT
    at = d.now.units[trigger].at

    def is_free(card: int) -> bool:
        if is_town(d.now, card) and not posts(d.now, trigger, card, in_street):  # rule: FF-13.8.3
            return False
        if never_same and on_card(d.now, card).friendly:  # rule: FF-8.4.3.a2
            return False
        # rule: FF-8.4.3.d2
        if any(card in line(one, at) for one in lines):
            return False
        # rule: FF-8.3.e
        return card not in taken and all(why_not_stand(d.now, trigger, key, card, fires, taken) is None for key in keys)

    # rule: FFT-pack-place-same
    if kind == SAME:
        return Spot(at) if is_free(at) else None
    # rule: FF-8.4.2, FF-8.4.3.f1
    for towards in _directions(d, trigger):
        # rule: FFT-pack-place-adj, FFT-pack-place-max
        for card in _along(d, trigger, keys, towards, kind, fires):
            if is_free(card):
                return Spot(card)
    return None


def _distance(d: Draft[FieldsState], trigger: int, place: Mapping[str, Any]) -> str:
    """How far away a package goes, by a random number where its row says so."""
    if place["type"] != "draw":
        return str(place["type"])
    number, draws = random_number(d, "distance", place["sides"])
    found = IN_RANGE
    for kind in (SAME, NEXT, IN_RANGE, FAR):
        low, high = place.get(kind) or (0, -1)
        if low <= number <= high:
            found = kind
            break
    where = Ref("place", d.now.units[trigger].at)
    d.log("log.distance", "FF-8.4.1", where, draws=draws, card=where, distance=found)
    return found


# rule: FF-8.4.2, FF-8.4.3.f1
def _directions(d: Draft[FieldsState], trigger: int) -> Iterator[int]:
    """Directions as they are drawn, one after the other while they will not do; one drawn before is drawn again."""
    table = data("enemy_units")["directions"][d.now.board.mission.setup["direction"]]
    words = [word for word in WAYS if word in table]
    found: list[int] = []
    draws: list[Draw] = []
    where = Ref("place", d.now.units[trigger].at)
    while len(found) < len({way for word in words for way in WAYS[word]}):
        number, drawn = random_number(d, "direction", table["sides"])
        word = next(word for word in words if table[word][0] <= number <= table[word][1])
        ways = WAYS[word]
        side, more = random_number(d, "direction", len(ways))
        draws += [*drawn, *more]
        if ways[side - 1] not in found:
            found.append(ways[side - 1])
            d.log("log.direction", "FF-8.4.2", where, draws=draws, card=where, towards=WORDS[found[-1]])
            draws = []
            yield found[-1]


# rule: FF-8.4.1.a
def _along(
    d: Draft[FieldsState], trigger: int, keys: tuple[int, ...], towards: int, kind: str, fires: bool
) -> list[int]:
    """The cards in a direction that the trigger sees and the unit reaches him from, farthest first; never his own."""
    at = d.now.units[trigger].at
    most = C if kind == NEXT else V  # rule: FF-8.4.3.b1, FF-8.4.3.b2
    # rule: FF-8.4.3.a4
    if fires and kind == IN_RANGE:
        most = min(most, *(reach_of(d.now, key) for key in keys))
    # rule: FF-8.4.3.b, FF-8.4.3.b3
    return [card for card in ray(at, towards)[:most] if _is_there(d, trigger, card, fires)][::-1]


def reach_of(state: FieldsState, key: int) -> int:
    """How far a counter that is not in play yet fires: observers are put as far as anybody sees."""
    kind = state.board.types[key]
    printed = kind.rating(kind.steps)
    return printed.most if printed.is_printed else V


# rule: FF-8.4.5, FF-8.4.5.a, FF-8.4.5.c
def _is_there(d: Draft[FieldsState], trigger: int, card: int, fires: bool) -> bool:
    """Whether a card and the trigger see each other; beyond the map one is laid down where sight could reach it.

    In the dark it counts who looks: those who open fire must see the trigger, the others must be seen by it.
    """
    at, up = d.now.units[trigger].at, is_up(d.now, trigger)
    if card not in d.now.cards:
        lit = horizon(d.now, at if fires else card)
        pile = pile_beyond(d) if distance(at, card) <= lit else ""
        if not pile or not _could_be_seen(d.now, at, card, up, pile):
            return False
        d.put("cards", card, Card(kind=OUTSIDE, pile=pile))
        turn_up(d, card)
        d.log("log.map_grows", "FF-8.4.5", Ref("place", card), card=Ref("place", card))
    area = d.now.units[trigger].cover  # rule: FF-13.8.3
    return sees(d.now, card, at, False, up, into=area) if fires else sees(d.now, at, card, up, out=area)


# rule: FF-8.4.5.a
def _could_be_seen(state: FieldsState, at: int, card: int, up: bool, pile: str) -> bool:
    """Whether a card beyond the map may come into sight: as level ground, or as one of the hills still to be drawn."""
    deck = state.piles[pile]
    hilly = any(state.board.terrain[one].level for one in (*deck.rest, *deck.top))
    return is_clear(state, at, card, up, False) or (hilly and could_be_clear(state, at, card, up))


# rule: FF-8.0
def place_unit(d: Draft[FieldsState], key: int, spot: Spot, trigger: int, order: Order) -> None:
    """Put a unit on its card under the cover of its package; if it fires, then at the card that triggered it."""
    kind, at, row = d.now.board.types[key], d.now.units[trigger].at, order.row
    if is_town(d.now, spot.card):
        cover = area_for(d, spot.card, trigger, row)
    else:
        cover = _cover(d, spot, str(row["cover"]), at) if row.get("cover") else 0
    unit = Unit(
        at=spot.card,
        steps=int(row.get("steps") or kind.steps),
        experience=d.now.board.mission.experience,
        cover=cover,
        origin=order.letter,
        held=not order.fires,
        aboard=order.aboard,
    )
    # rule: FF-8.3.unspotted
    unit = replace(unit, unspotted=not order.spotted)
    # rule: FF-8.3.g
    ammo = missions_left(d.now, key) if kind.kind == OBSERVER else int(row.get("ammo") or kind.carries)
    # rule: FFT-pack-exposed, FFT-pack-wave
    unit = replace(unit, ammo=ammo, exposed=bool(row.get("exposed")), wave=bool(row.get("human_wave")))
    d.put("units", key, unit)
    arm(d, key)
    me, there = Ref("unit", key), Ref("place", spot.card)
    # rule: FF-8.3.b
    d.log("log.enemy_placed", "FF-8.3.b", me, there, unit=me, card=there, spotted=int(order.spotted))
    # rule: FFT-pack-infil
    if row.get("infiltrate") and not try_to_hide(d, key).succeeds:
        d.edit("units", key, exposed=True)
    # rule: FF-8.3.f
    if order.fires:
        open_fire(d, key, at)


# rule: FF-8.4.3.d3
def open_fire(d: Draft[FieldsState], key: int, at: int) -> None:
    """Fire at the card of the trigger, whoever else is on it, with the basic volume of fire and, where it has any,
    with grenades."""
    # rule: FF-8.8.a, FF-8.4.3.c3, FF-8.4.3.c4
    card, fire = d.now.units[key].at, first_fire(d.now, key, at)
    if fire is not None:
        d.put("fires", key, fire)
        me, there = Ref("unit", key), Ref("place", at)
        # rule: FF-6.1.1.d
        d.log("log.fire_opened", "FF-6.1.1.d", me, there, unit=me, card=there)
        sweep(d, card, at)
    if opens_with_grenades(d.now, key, at):
        targets = [other for other in on_card(d.now, at).friendly if why_not_target(d.now, key, other) is None]
        if targets:
            target, draws = choose(d, key, targets)
            me, aim = Ref("unit", key), Ref("unit", target)
            d.log("log.enemy_aims", "FF-8.4.3.c", me, aim, draws=draws, unit=me, target=aim)
            attack(d, key, target)


# rule: FF-8.4.3.a3
def first_fire(state: FieldsState, key: int, at: int) -> Fire | None:
    """The fire of a new unit at the card of the trigger: over the heads of others if it can, or along them.

    Guns that fight vehicles with shots of their own open none where there are only vehicles.
    """
    gun = capability(state, key)
    # rule: FF-10.3.b
    if gun is None or (gun.men_only and not faces(state, key, at, gun)):
        return None
    if state.units[key].at == at:
        return Fire(at) if gun.least == P else None
    return shifted(state, key, at) or (Fire(at) if gun.grazes else None)


# rule: FF-8.4.3.c
def opens_with_grenades(state: FieldsState, key: int, at: int) -> bool:
    """Whether a unit of a package begins with a grenade attack: launchers that reach no farther only at C."""
    # rule: FF-8.4.3.c4
    gun = launcher(state, key) if state.board.types[key].is_infantry else None
    if gun is None:
        return False
    # rule: FF-8.4.3.c2
    if gun.most > C:
        return True
    # rule: FF-8.4.3.c1
    return distance(state.units[key].at, at) == C


# rule: FF-8.4.6, FF-8.4.6.a
def _cover(d: Draft[FieldsState], spot: Spot, kind: str, at: int) -> int:
    """The cover of a package: shared with those of it who are under the same, else a marker of its own.

    In a house it is the ground floor, whether the house stands already or comes with its upper storey.
    """
    if spot.is_shared:
        for number, row in d.now.covers.items():
            if row.at == spot.card and row.kind == kind and number in works.occupants(d.now):
                return number
    if kind in works.HOUSES:
        return _ground_floor(d, spot.card, kind)
    facing = direction(spot.card, at) if kind in works.CLOSED else -1
    return works.place_cover(d, spot.card, kind, facing=facing)


# rule: FF-8.4.6.a
def _ground_floor(d: Draft[FieldsState], card: int, kind: str) -> int:
    """The ground floor of a house on a card; a new one has an upper storey or a tower where the terrain has them."""
    for number, row in d.now.covers.items():
        if row.at == card and row.kind in works.HOUSES and number not in works.occupants(d.now):
            return number
    number, ground = works.place_cover(d, card, kind), ground_of(d.now, card)
    if ground is not None and (ground.storeys or ground.tower):
        above = works.TOWER if ground.tower else works.UPPER_STOREY
        works.place_cover(d, card, above, value=d.now.covers[number].value)
    return number
