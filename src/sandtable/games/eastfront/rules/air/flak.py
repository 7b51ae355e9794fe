"""Chapter 17.4: anti-aircraft fire at units on a mission, and what the survivors do to the ground."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.eastfront.model import AXIS, FLOWN, OUT_OF_SUPPLY, SIDES, CrimeaState, enemy
from sandtable.games.eastfront.rules.air import naval_missions
from sandtable.games.eastfront.rules.air.air import (
    AT_SEA,
    MISSION,
    air_ref,
    fight,
    is_interdiction,
    land,
    send_home,
    type_of,
    with_role,
)
from sandtable.games.eastfront.rules.soviet_units.soviet_units import STAFF_MARKER
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, stacks, zoc
from sandtable.games.eastfront.scenario import CAVALRY, AirType
from sandtable.games.eastfront.scenario.files import chart
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Draft, Modifier, Ref, Roll, Sum

MOST: int = chart("air")["anti_air"]["cap_each_side"]
"""What the modifiers of one side come to at most, before those of the other are set against them."""


# rule: EF-17.42
def can_fire_aa(state: CrimeaState, key: int) -> bool:
    """Whether a ground unit can fire at aircraft."""
    counter = state.board.units[key]
    if counter.anti_air:
        return True
    # rule: EF-23.34.e
    if counter.side == AXIS and counter.kind == "flotilla":
        return False
    if counter.side == AXIS:
        return counter.mobility != CAVALRY and counter.exerts
    return counter.is_hq or (counter.is_division and counter.mobility != CAVALRY)


def flak_units(state: CrimeaState, place: int, side: str) -> tuple[int, ...]:
    """A side's ground units that fire at aircraft over a hex: those in it and next to it."""
    near = (place, *state.board.grid.neighbours[place])
    units, pieces, foe = state.board.units, state.pieces, zoc(state, enemy(side))
    # rule: EF-PB5.63
    silent = [h for h in near if is_inner(h) and h in foe]
    # rule: EF-PB8.54.c, EF-PB8.73.d
    there = [(h, k) for h in near for k in stacks(state).get(h, ()) if units[k].side == side and not pieces[k].ship]
    return tuple(k for h, k in there if can_fire_aa(state, k) and not (units[k].anti_air and h in silent))


# rule: EFT-aa
def flak_drms(state: CrimeaState, target: AirType, guns: tuple[int, ...]) -> Iterator[Modifier]:
    """The modifiers of anti-aircraft fire, each side's capped at two before they are netted."""
    units = [state.board.units[k] for k in guns]
    helped = len([u for u in units if u.anti_air])
    helped += len([u for u in units if u.is_hq])
    if helped:
        yield Modifier("EFT-aa", "modifier.flak", min(helped, MOST))
    against = []
    # rule: EF-PB6.3
    if target.aa_drm:
        against.append(Modifier("EF-PB6.3", "modifier.aircraft", target.aa_drm))
    if any(state.pieces[k].supply == OUT_OF_SUPPLY for k in guns):
        against.append(Modifier("EFT-aa", "modifier.out_of_supply", -1))
    # rule: EFS-10.74.f
    if target.side == AXIS and state.board.special("axis_air_superiority"):
        against.append(Modifier("EFS-10.74.f", "modifier.air_superiority", -1))
    yield from against
    # rule: EF-17.43.b
    if (total := sum(part.amount for part in against)) < -MOST:
        yield Modifier("EF-17.43.b", "modifier.cap", -MOST - total)


# rule: EF-17.41
def flak(d: Draft[CrimeaState]) -> None:
    """Fighters go home; mission units are fired at, do their work and go home."""
    found = fight(d.now)
    send_home(d)
    for side in (found.first, enemy(found.first)):
        for key in with_role(d.now, side, MISSION) if found.hex != AT_SEA else ():
            guns = flak_units(d.now, found.hex, enemy(side))
            # rule: EF-PB6.43, EF-PB8.12.d
            if guns or (side == AXIS and ships_with_flak(d.now, found.hex)):
                # rule: EF-17.43.a
                fire_at(d, key, guns)
    for side in SIDES:
        points = 0
        for key in with_role(d.now, side, MISSION):
            kind = type_of(d.now, d.now.air[key])
            assert kind is not None
            points += kind.interdiction if is_interdiction(d.now) else kind.cas
            # rule: EF-17.44, EF-17.33.e
            land(d, key, FLOWN)
        if points:
            _take_effect(d, side, points)
    d.set(dogfight=None)


# rule: EF-PB6.43, EF-PB8.12.d
def ships_with_flak(state: CrimeaState, place: int) -> tuple[int, ...]:
    """Ships in a port that fire at aircraft over it where nobody ashore can: all but transports, damaged or not."""
    ships = state.board.ships
    return tuple(key for key, ship in state.ships.items() if ship.hex == place and not ships[key].is_transport)


def fire_at(d: Draft[CrimeaState], key: int, guns: tuple[int, ...]) -> None:
    """Fire at a unit on a mission; what stands ashore near by gives the modifiers."""
    kind = type_of(d.now, d.now.air[key])
    assert kind is not None
    # rule: EF-PB5.64
    for gun in guns:
        if d.now.board.units[gun].anti_air and is_inner(d.now.pieces[gun].hex):
            d.edit("pieces", gun, fired=True)
    drms = Sum.of(flak_drms(d.now, kind, guns))
    roll: Roll = d.roll("roll.flak", 10)
    rows = d.now.board.charts["air"]["anti_air"]["rows"]
    total = min(roll.faces[0] + drms.total, rows[-1]["most"])
    effect = next(r["effect"] for r in rows if total <= r["most"])
    d.log(
        "log.flak",
        "EF-17.43.a",
        air_ref(key),
        by=enemy(d.now.air[key].side),
        rolls=[roll],
        modifiers=drms,
        kind=kind.id,
        total=total,
        result=effect,
    )
    if effect != "none":
        land(d, key, effect)


# rule: EF-13.14, EF-15.13
def _take_effect(d: Draft[CrimeaState], side: str, points: int) -> None:
    """Interdict the hex, or help the attack or the defence."""
    place = fight(d.now).hex
    if is_interdiction(d.now) and place == AT_SEA:
        naval_missions.take_effect(d, points)
        return
    if is_interdiction(d.now):
        level = min(points, 2)
        d.put("interdiction", place, level)
        # rule: EFS-10.83
        if d.now.tracks.get(STAFF_MARKER) == place:
            d.drop("tracks", STAFF_MARKER)
        d.log("log.interdicted", "EF-13.14", at(place), place=at(place), level=level)
        return
    for number, attack in d.now.attacks.items():
        if place in attack.hexes:
            gain = points if side == attack.side else -points
            d.put("attacks", number, replace(attack, cas=attack.cas + gain))
            d.log("log.cas", "EF-15.13", at(place), place=at(place), side=Ref("seat", side), points=points)
