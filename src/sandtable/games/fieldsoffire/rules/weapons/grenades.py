"""Grenade attacks: by hand on the own card, by launcher, rocket and mortar team farther away (7.10)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.fieldsoffire.model import (
    FIRE_LINE,
    FRIENDLY,
    GRENADE,
    GRENADE_MISS,
    STAGING,
    FieldsState,
    Marker,
    Units,
)
from sandtable.games.fieldsoffire.rules.combat.directions import can_hit, directions_of, faces
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.ground import cover as works
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, is_team, rating
from sandtable.games.fieldsoffire.rules.urban import breaches, throwing
from sandtable.games.fieldsoffire.rules.urban.fighting import rivals, side_of_attack, spares
from sandtable.games.fieldsoffire.rules.weapons.ammunition import ITEMS, ROCKET_ITEMS, spend, spends_by_grenade
from sandtable.games.fieldsoffire.rules.weapons.capability import GRENADES, ROCKETS, Capability
from sandtable.games.fieldsoffire.rules.weapons.concentrating import CRITICAL, lay
from sandtable.games.fieldsoffire.rules.weapons.jams import jams
from sandtable.games.fieldsoffire.scenario.deck import GRENADE as ICON
from sandtable.games.fieldsoffire.scenario.ground import direction, distance
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, GUN, LITTER, MORTARS, PARALYZED, C
from sandtable.kernel import Draft, Ref, Refusal, refuse


# rule: FF-7.10.1.b
def launcher(state: FieldsState, key: int) -> Capability | None:
    """The weapon with which a unit throws grenades to other cards, if it has one and can use it where it is.

    A G! written above another rating reaches the next card; one that stands alone, or a gun's, as far as printed.
    """
    unit, kind, printed = state.units[key], state.board.types[key], rating(state, key)
    if not unit.at or unit.aboard:
        return None
    # rule: FF-7.18.1.D, FF-7.18.4.d
    is_spent = spends_by_grenade(state, key) and not unit.ammo
    if printed.special != GRENADES or unit.empty or is_spent:
        return item_launcher(state, key)
    if why_not_from_here(state, key) is not None:
        return None
    is_mortar = kind.kind in MORTARS  # rule: FF-7.3.2.f
    under = state.covers[unit.cover] if unit.cover else None
    # rule: FFT-weapons-row-rktlight, FFT-weapons-row-40mm
    most = printed.most if not printed.basic or kind.kind == GUN else min(printed.most, C)
    facing = under.facing if under is not None else -1
    return Capability(GRENADES, max(printed.least, C), most, over_own=is_mortar, facing=facing)


# rule: FF-7.3.1.b, FF-7.3.1.c, FF-7.4.a
def why_not_from_here(state: FieldsState, key: int) -> Refusal | None:
    """Why a rocket or mortar is not fired where it is: in a house or fortification, Exposed, in dense ground."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    is_mortar = kind.kind in MORTARS
    if rating(state, key).special != GRENADES or not (is_mortar or kind.ammo in ROCKETS):
        return None
    under = state.covers[unit.cover].kind if unit.cover else ""
    if under in works.STRUCTURES or (is_mortar and under == works.CAVE):
        return refuse("FF-7.3.1.b" if is_mortar else "FF-7.4.a", "refuse.not_from_here", me, unit=me)
    ground = ground_of(state, unit.at)
    if is_mortar and unit.exposed:
        return refuse("FF-7.3.1.c", "refuse.exposed_gun", me, unit=me)
    if is_mortar and ground is not None and ground.mortars_barred:
        return refuse("FF-7.3.1.b", "refuse.mortar_barred", me, Ref("place", unit.at), unit=me)
    return None


# rule: FF-7.6, FF-7.10.1.b, FFT-weapons-row-riflegr
def item_launcher(state: FieldsState, key: int) -> Capability | None:
    """A rifle grenade or rocket that a unit carries, for the next card: not out of buildings and fortifications."""
    unit, number = state.units[key], item_of(state, key)
    if not number or not state.board.types[key].is_infantry:
        return None
    under = state.covers[unit.cover] if unit.cover else None
    if under is not None and is_barred_from(state.assets[number].kind, under.kind):
        return None
    return Capability(GRENADES, C, C, facing=under.facing if under is not None else -1)


# rule: FF-7.6, FF-7.4.a, FFT-weapons-row-riflegr
def is_barred_from(item: str, cover: str) -> bool:
    """Whether a round that men carry is not fired under a cover: out of no structure, rifle grenades of no cave."""
    return cover in works.STRUCTURES or (cover == works.CAVE and item not in ROCKET_ITEMS)


def item_of(state: FieldsState, key: int) -> int:
    """A piece that a unit can fire as a grenade; 0 where it has none. A Panzerfaust is for vehicles only.

    What enemy leaders carry is used by their own rules (8.9).
    """
    if state.board.sides[key] != FRIENDLY:
        return 0
    numbers = assets_of(state).get(key, ())
    return next((number for number in numbers if state.assets[number].kind in ITEMS), 0)


def use_up(d: Draft[FieldsState], key: int) -> None:
    """What a grenade to another card costs, hit or miss: a point of ammunition, or the round carried for it."""
    printed = rating(d.now, key)
    if printed.special == GRENADES and not d.now.units[key].empty:
        # rule: FF-7.18.1.B, FF-7.18.1.C, FF-7.18.1.D
        if spends_by_grenade(d.now, key):
            spend(d, key)  # rule: FF-7.18.4.d
        return
    # rule: FF-7.6
    number = item_of(d.now, key)
    if not number:
        return
    points = d.now.assets[number].points
    # rule: FF-7.6.a
    if points > 1:
        d.edit("assets", number, points=points - 1)
    else:
        d.drop("assets", number)


# rule: FF-4.2.5.litter.co, FF-4.2.5.paralyzed
NO_FIGHTERS = {LITTER: "FF-4.2.5.litter.co", PARALYZED: "FF-4.2.5.paralyzed"}
"""Teams that take no action of the combat menu, and the paragraph that says so."""


# rule: FF-7.5, FF-4.2.4d
def why_not_throw(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot attack with grenades at all: it needs a printed volume of fire, and to be unpinned."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    # rule: FF-4.2.5.pinned
    if unit.pinned:
        return refuse("FF-4.2.5.pinned", "refuse.pinned", me, unit=me)
    # rule: FF-4.2.5.litter.co, FF-4.2.5.assault.co, FF-4.2.5.fire.co
    if not kind.is_infantry or kind.kind in NO_FIGHTERS:
        return refuse(NO_FIGHTERS.get(kind.kind, "FF-4.2.4d"), "refuse.cannot_fight", me, unit=me)
    has_any = rating(state, key).is_printed or bool(item_of(state, key))
    # rule: FF-7.10.1.a
    if not has_any or state.cards[unit.at].kind == STAGING:
        return refuse("FF-7.10.1.a", "refuse.no_grenades", me, unit=me)
    return None


def why_not_target(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a unit cannot throw grenades at another: hidden, out of sight or reach, off the lines of fire of its card."""
    unit, other = state.units[key], state.units[target]
    me, aim = Ref("unit", key), Ref("unit", target)
    sides = state.board.sides
    kind = state.board.types[target]
    # rule: FF-7.10.1.a, FF-8.5.a
    if sides[key] == sides[target] or kind.kind == CASUALTY or not other.at or other.unspotted:
        return refuse("FF-7.10.1.a", "refuse.no_grenade_target", me, aim, unit=me, target=aim)
    # rule: FF-7.10.1.c
    if (kind.is_vehicle or other.aboard) and other.at != unit.at:
        return refuse("FF-7.10.1.c", "refuse.ranged_at_vehicle", me, aim, unit=me, target=aim)
    # rule: FF-7.10.1.g
    if other.at == unit.at and not rating(state, key).is_printed:
        return refuse("FF-7.10.1.a", "refuse.no_grenades", me, unit=me)
    if is_by_hand(state, key, target):
        return why_not_by_hand(state, key, target)
    if other.at == unit.at and is_area(unit.cover):
        return refuse("FF-13.9.T", "refuse.no_throw_there", me, aim, unit=me, target=aim)
    # rule: FF-5.3.2.f
    if other.at == unit.at:
        is_closed = bool(unit.cover) and state.covers[unit.cover].facing >= 0
        return refuse("FF-5.3.2.f", "refuse.not_from_here", me, unit=me) if is_closed else None
    gun = launcher(state, key)
    if gun is None and (no := why_not_from_here(state, key)) is not None:
        return no
    # rule: FF-7.10.1.b, FF-5.2.1.j
    if gun is None or not sees_unit(state, key, target) or not can_hit(state, key, gun, other.at):
        return refuse("FF-7.10.1.b", "refuse.out_of_reach", me, aim, unit=me, target=aim)
    # rule: FF-7.10.1.e
    if faces(state, key, unit.at):
        return refuse("FF-7.10.1.e", "refuse.engaged_here", me, unit=me)
    lines = directions_of(state).get(unit.at, ())
    # rule: FF-7.10.1.f, FF-6.3.2.a, FF-7.3.2.a2
    if lines and direction(unit.at, other.at) not in lines:
        return refuse("FF-7.10.1.f", "refuse.off_the_line", me, aim, unit=me, target=aim)
    return None


def why_not_at_anybody(
    state: FieldsState, key: int, enemies: Units, why_not: Callable[[FieldsState, int, int], Refusal | None]
) -> Refusal | None:
    """Why a unit has nobody to throw at: no enemy is on the map, else what keeps it from the nearest."""
    if any(why_not(state, key, one) is None for one in enemies):
        return None
    me, units = Ref("unit", key), state.units
    # rule: FF-7.10.1.a
    if not enemies:
        return refuse("FF-7.10.1.a", "refuse.nobody_to_throw_at", me, unit=me)
    here = units[key].at
    return why_not(state, key, min(enemies, key=lambda one: (distance(here, units[one].at), units[one].unspotted)))


# rule: FF-13.9.1, FF-13.9.2, FF-13.9.a
def is_by_hand(state: FieldsState, key: int, target: int) -> bool:
    """Whether a unit in a town throws at another by hand, on its own card or across the street; else it is a weapon."""
    start, goal = state.units[key].cover, state.units[target].cover
    is_armed = rating(state, key).is_printed
    return is_armed and is_area(start) and is_area(goal) and throwing.reaches(state, start, goal)


# rule: FF-13.9.T.los, FF-13.8.1.d, FF-7.10.1.e
def why_not_by_hand(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a unit in a town cannot throw at another within its reach: out of sight, or busy in its own area or card."""
    unit, other = state.units[key], state.units[target]
    me, aim = Ref("unit", key), Ref("unit", target)
    if not sees_unit(state, key, target):
        return refuse("FF-13.9.T.los", "refuse.target_not_seen", me, aim, unit=me, target=aim)
    if rivals(state, key) and other.cover != unit.cover:
        return refuse("FF-13.8.1.d", "refuse.engaged_in_area", me, unit=me)
    if other.at != unit.at and faces(state, key, unit.at):
        return refuse("FF-7.10.1.e", "refuse.engaged_here", me, unit=me)
    return None


# rule: FF-7.10.1.d, FF-2.8.2.gren
def grenade_trial(state: FieldsState, key: int) -> Trial:
    """Two cards for the grenade icon."""
    return trial(state, "grenade", "FF-7.10.1.d", ICON, key)


def throw(d: Draft[FieldsState], key: int, target: int) -> bool:
    """Try a grenade attack at once, without any reply."""
    return throw_outcome(d, key, target, draw_for(d, grenade_trial(d.now, key)))


# rule: FF-4.2.4d
def throw_outcome(d: Draft[FieldsState], key: int, target: int, tried: Attempt) -> bool:
    """Grenades on a unit outside cover, or on all under a unit's cover; a miss still falls on the card.

    Thrown at somebody on a vehicle they lie on it, among all who ride there.
    """
    target = d.now.units[target].aboard or target  # rule: FF-10.8.1.fire1, FF-10.8.2.a
    at, cover = d.now.units[target].at, d.now.units[target].cover
    side = d.now.board.sides[key]
    is_far = at != d.now.units[key].at and not is_by_hand(d.now, key, target)
    if is_far:
        use_up(d, key)
        if jams(d, key, tried):
            return False
        _lay_line(d, key, at)
    me, aim = Ref("unit", key), Ref("unit", target)
    # rule: FF-4.2.4d.fail
    if not tried.succeeds:
        fall_short(d, at)  # rule: FF-7.10.4
        d.log("log.grenade_missed", "FF-4.2.4d.fail", me, aim, unit=me, target=aim)
        return False
    is_critical = tried.hits >= CRITICAL  # rule: FF-7.10.3
    value = d.now.board.mission.grenades[side]
    if cover:
        spared = side_of_attack(d.now, key, at, cover)
        # rule: FF-7.10.3.a
        lay(d, Marker(GRENADE, at=at, cover=cover, value=value, by=key, critical=is_critical, side=spared))
        if is_far:
            breaches.blast(d, key, cover)
    else:
        # rule: FF-7.10.3.b
        for _ in range(CRITICAL if is_critical else 1):
            lay(d, Marker(GRENADE, at=at, unit=target, value=value, by=key))
    if not is_far and side == FRIENDLY:
        d.put("points", "grenades", d.now.points.get("grenades", 0) + 1)
    # rule: FF-7.10.1.d
    d.log("log.grenade_hit", "FF-7.10.1.d", me, aim, unit=me, target=aim, critical=int(is_critical))
    return True


# rule: FF-7.3.2.a, FF-7.3.2.e
def _lay_line(d: Draft[FieldsState], key: int, at: int) -> None:
    """A mortar team without a direction of fire to follow has one of its own until Cleanup, hit or miss."""
    unit = d.now.units[key]
    if d.now.board.types[key].kind in MORTARS and not directions_of(d.now).get(unit.at):
        lay(d, Marker(FIRE_LINE, at=at, by=key))


# rule: FF-7.10.4, FF-6.2.4.f
def fall_short(d: Draft[FieldsState], card: int) -> None:
    """Put a Grenade Miss on a card, where none lies yet."""
    if not any(marker.kind == GRENADE_MISS and marker.at == card for marker in d.now.markers.values()):
        lay(d, Marker(GRENADE_MISS, at=card))


def attack(d: Draft[FieldsState], key: int, target: int) -> None:
    """Attack at once, and let those who are attacked reply."""
    attack_outcome(d, key, target, draw_for(d, grenade_trial(d.now, key)))


# rule: FF-7.10.5
def attack_outcome(d: Draft[FieldsState], key: int, target: int, tried: Attempt) -> None:
    """What comes of an attack; those who are attacked from their own card reply at once and for nothing."""
    near = d.now.units[key].at == d.now.units[target].at
    struck = group(d.now, target)  # rule: FF-7.10.5.c
    hit = throw_outcome(d, key, target, tried)
    # rule: FF-4.2.4d.reply
    if near:
        # rule: FF-7.10.5.a, FF-7.10.5.b, FF-7.10.5.d
        reply(d, key, struck, hit=hit)


# rule: FF-7.10.5, FF-7.10.5.c
def reply(d: Draft[FieldsState], key: int, struck: tuple[int, ...], *, hit: bool) -> None:
    """Those who were attacked throw back, at one whom they have spotted."""
    if key not in d.now.units or d.now.units[key].unspotted:
        return
    for other in struck:
        if replies(d.now, other, hit=hit):
            throw(d, other, key)


def group(state: FieldsState, target: int) -> tuple[int, ...]:
    """Those who are attacked with a unit: everybody of its side under its cover, or it alone outside."""
    cover, sides = state.units[target].cover, state.board.sides
    found = works.occupants(state).get(cover, (target,)) if cover else (target,)
    return tuple(one for one in found if sides[one] == sides[target])


# rule: FF-7.10.5.a, FF-7.10.5.b, FF-7.10.5.d
def replies(state: FieldsState, key: int, *, hit: bool) -> bool:
    """Whether a unit replies: in good order always, an unpinned team with a volume of fire to a success only.

    Who sits in a bunker, a pillbox or a cave fights nobody on its own card.
    """
    unit = state.units[key]
    if not rating(state, key).is_printed or unit.pinned:
        return False
    if unit.cover and state.covers[unit.cover].facing >= 0:  # rule: FF-5.3.2.f
        return False
    return is_good_order(state, key) or (hit and is_team(state.board.types[key], state.units[key]))


# rule: FF-7.10.4.a
def is_wasted(state: FieldsState, marker: Marker) -> bool:
    """Whether the target of a grenade has gone from its card or area."""
    if marker.unit:
        target = state.units.get(marker.unit)
        return target is None or target.at != marker.at or bool(target.cover)
    return all(spares(state, marker, one) for one in works.occupants(state).get(marker.cover, ()))


# rule: FF-7.10.4.a
def lapse(d: Draft[FieldsState]) -> None:
    """A grenade whose target has gone is a miss on the card."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == GRENADE and is_wasted(d.now, marker):
            _waste(d, number)


# rule: FF-7.10.4.a
def waste_on(d: Draft[FieldsState], target: int) -> None:
    """Grenades on a unit that gets on a vehicle or off it are a miss on the card."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == GRENADE and marker.unit == target:
            _waste(d, number)


def _waste(d: Draft[FieldsState], number: int) -> None:
    card = d.now.markers[number].at
    d.drop("markers", number)
    fall_short(d, card)
    d.log("log.grenade_wasted", "FF-7.10.4.a", Ref("place", card), card=Ref("place", card))
