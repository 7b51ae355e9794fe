"""Play-book 8.6 and 7.35: guns of ships in support of attack and defence ashore."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.eastfront.model import SOVIET, Attack, CrimeaState
from sandtable.games.eastfront.rules.naval.ships import afloat, counter, is_in_port, ship_ref, support
from sandtable.games.eastfront.rules.soviet_units.soviet_units import (
    headquarters,
    is_within,
    staff_interdiction,
)
from sandtable.games.eastfront.rules.soviet_units.suppression import fires_in_radius
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from sandtable.kernel import Draft, Modifier, Refusal, refuse


# rule: EF-PB8.61.a, EF-PB8.62
def why_no_fire(state: CrimeaState, key: int, attack: Attack) -> Refusal | None:
    """Why a ship cannot fire into a combat: it has no guns, has fired, lies in no hex, or is too far away.

    Ready or not makes no difference to its guns.
    """
    if key not in afloat(state, SOVIET):
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(key), ship=ship_ref(key))
    ship = state.ships[key]
    if not support(state, key):
        return refuse("EF-PB8.61.a", "refuse.ship_no_guns", ship_ref(key), ship=ship_ref(key))
    if ship.fired:
        return refuse("EF-PB8.61.a", "refuse.ship_fired", ship_ref(key), ship=ship_ref(key))
    if not ship.hex:
        return refuse("EF-PB8.61.a", "refuse.ship_no_station", ship_ref(key), ship=ship_ref(key))
    # rule: EF-PB5.62
    far = min(state.board.span(ship.hex, h) for h in attack.hexes)
    if far > (reach := counter(state, key).range):
        beyond = at(attack.hexes[0])
        ship_at = ship_ref(key)
        rule = "EF-PB8.61.a"
        return refuse(rule, "refuse.ship_range", ship_at, beyond, ship=ship_at, range=reach, distance=far, place=beyond)
    return None


# rule: EF-PB8.61.b, EF-PB8.63
def why_no_defensive_fire(state: CrimeaState, key: int, attack: Attack) -> Refusal | None:
    """Why a ship cannot support the defence against an attack: beside all else, at sea it never does."""
    if (no := why_no_fire(state, key, attack)) is not None:
        return no
    if attack.side == SOVIET:
        return refuse("EF-PB8.63", "refuse.ship_not_defending", ship_ref(key), ship=ship_ref(key))
    if not is_in_port(state.ships[key]):
        return refuse("EF-PB8.61.b", "refuse.ship_at_sea", ship_ref(key), ship=ship_ref(key))
    if any(key in other.ships for other in state.attacks.values()):
        return refuse("EF-PB8.63", "refuse.ship_fired", ship_ref(key), ship=ship_ref(key))
    # rule: EF-PB8.84
    return flotillas.why_no_guns(state, attack, SOVIET)


def attacking(state: CrimeaState, attack: Attack) -> tuple[int, ...]:
    """Ships that could support an attack."""
    if attack.side != SOVIET or not state.ships:
        return ()
    return tuple(key for key in afloat(state, SOVIET) if why_no_fire(state, key, attack) is None)


def defending(state: CrimeaState, attack: Attack) -> tuple[int, ...]:
    """Ships that could support the defence against an attack."""
    if not state.ships:
        return ()
    return tuple(key for key in afloat(state, SOVIET) if why_no_defensive_fire(state, key, attack) is None)


# -- together ----------------------------------------------------------------------------------------------------------


# rule: EF-PB7.35.b, EF-PB8.62, EF-22.25.d
def why_not_together(
    state: CrimeaState, guns: tuple[int, ...], ships: tuple[int, ...], hexes: tuple[int, ...]
) -> Refusal | None:
    """Why ships cannot fire into one combat together, or with guns ashore.

    A ship alone needs nobody. Else one working headquarters has all ships in its radius, and guns ashore that are not
    under attack stand with it; where guns need only be in its radius, so do these. All count against the limit, but
    ships not against that of one gun near a headquarters that does not work.
    """
    count = len(guns) + len(ships)
    if not ships or count <= 1:
        return None
    points = tuple(map(ship_ref, ships))
    limits = state.board.charts["artillery"]["support"]["units_most"]
    if count > (most := limits["soviet_with_operational_hq_or_in_defending_hex"]):
        return refuse("EF-PB8.62", "refuse.too_many_guns", *points, most=most)
    staffs = [hq for hq in headquarters(state, True) if _commands(state, hq, guns, ships, hexes)]
    if not staffs:
        return refuse("EF-PB8.62", "refuse.ships_not_pooled", *points, ship=points[0])
    if count > (called := max(_called(state, hq, count) for hq in staffs)):
        return refuse("EF-PB7.35.a", "refuse.too_many_guns", *points, most=called)
    return None


def _commands(
    state: CrimeaState, hq: int, guns: tuple[int, ...], ships: tuple[int, ...], hexes: tuple[int, ...]
) -> bool:
    """Whether a headquarters can call all of these ships and guns."""
    if not all(is_within(state, hq, state.ships[key].hex) for key in ships):
        return False
    staff = state.pieces[hq].hex
    places = [state.pieces[key].hex for key in guns if state.pieces[key].hex not in hexes]
    # rule: EF-PB7.35.a
    near = [place for place in places if place and all(fires_in_radius(state, h) for h in (staff, place))]
    return all(place == staff or (place in near and is_within(state, hq, place)) for place in places)


# rule: EF-PB7.35.a
def _called(state: CrimeaState, hq: int, count: int) -> int:
    """How many of so many guns a headquarters can still call under air attack."""
    level = staff_interdiction(state, state.pieces[hq].hex)
    table: dict[int, list[int]] = state.board.charts["artillery"]["suppression"]["units"]
    return table[min(count, max(table))][level - 1] if level else count


def best(state: CrimeaState, fit: Iterable[int], guns: tuple[int, ...], hexes: tuple[int, ...]) -> tuple[int, ...]:
    """The strongest ships that can fire beside some guns."""
    chosen: tuple[int, ...] = ()
    for key in sorted(fit, key=lambda one: (-support(state, one), one)):
        if why_not_together(state, guns, (*chosen, key), hexes) is None:
            chosen = (*chosen, key)
    return tuple(sorted(chosen))


# -- what it brings ----------------------------------------------------------------------------------------------------


# rule: EF-PB8.61.a, EF-PB8.62
def salvo(state: CrimeaState, key: int) -> Modifier:
    """What the guns of a ship add to a strength."""
    rule = "EF-PB8.62" if is_in_port(state.ships[key]) else "EF-PB8.61.a"
    return Modifier(rule, "modifier.naval_support", support(state, key), points=(ship_ref(key),))


# rule: EF-PB8.61.a, EF-PB8.12.e
def fire(d: Draft[CrimeaState], ships: tuple[int, ...]) -> None:
    """Note that ships have fired: once in a segment. What comes of the combat ashore never touches them."""
    for key in ships:
        d.edit("ships", key, fired=True)
    if ships:
        d.log("log.ships_fired", "EF-PB8.61.a", *map(ship_ref, ships), ships=tuple(map(ship_ref, ships)))


def stand_down(d: Draft[CrimeaState]) -> None:
    """A new segment: guns can fire again."""
    for key, ship in d.now.ships.items():
        if ship.fired:
            d.edit("ships", key, fired=False)
