"""Chapter 12: declaring attacks."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.eastfront.model import Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.movement.ground import mover_of, prices
from sandtable.games.eastfront.rules.naval import fords, landings
from sandtable.games.eastfront.rules.railways.railways import along_rail, serves
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    holders,
    is_train,
    on_map,
    ref,
    stacks,
    strength,
    zones,
)
from sandtable.games.eastfront.scenario import BAY
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, derived, refuse

LEAST_ODDS = Fraction(1, 4)
MOST_HEXES = 6
"""All the hexes around one: whoever is ringed in has to attack every one of them, with one attack if need be."""


# rule: EF-12.52, EF-12.61
def can_enter(state: CrimeaState, key: int, start: int, to: int) -> bool:
    """Whether terrain would let a unit step from a hex into its neighbour, by movement or advance."""
    if landings.is_landing(state, key):
        return landings.reaches(state, key, to)
    counter = state.board.units[key]
    # rule: EF-11.12.b
    if is_train(counter):
        return to in along_rail(state.board, start) and serves(state, counter.side, to)
    if counter.kind == flotillas.FLOTILLA:
        return to in flotillas.waters(state.board, start) and not flotillas.is_sea(state.board, to)
    along, across = prices(state, mover_of(counter)).get((start, to), (None, None))
    if along is not None or across is not None:
        return True
    border = state.board.border(start, to)
    # rule: EF-PB8.26.c
    if border.water == BAY and counter.nation != "german":
        return False
    wide = border.river == "major" or border.is_shallow
    return wide and not counter.armour and not counter.artillery and state.board.ground[to].is_land


# rule: EF-12.12, EF-12.51, EF-15.21
def why_not_attack(state: CrimeaState, key: int, target: int) -> Refusal | None:
    """Why a unit cannot take part in an attack on a hex."""
    counter, piece = state.board.units[key], state.pieces[key]
    if batteries.is_gun(state, key):
        rule = "EF-PB7.36" if counter.kind == batteries.COASTAL else "EF-12.12"
        return refuse(rule, "refuse.artillery_supports", ref(key), unit=ref(key))
    # rule: EF-12.11
    if strength(state, key).attack == 0:
        return refuse("EF-12.11", "refuse.no_attack_strength", ref(key), unit=ref(key))
    # rule: EF-12.11
    if target not in state.board.grid.neighbours.get(piece.hex, ()):
        distance = state.board.grid.distance(piece.hex, target) if piece.hex else 0
        return refuse("EF-12.11", "refuse.not_adjacent", ref(key), unit=ref(key), place=at(target), distance=distance)
    if (no := flotillas.why_no_attack(state, key)) is not None:
        return no
    # rule: EF-15.23
    if piece.attacked:
        return refuse("EF-15.23", "refuse.attacked_already", ref(key), unit=ref(key))
    if piece.hex in zones(state).get(target, ()) or can_enter(state, key, piece.hex, target):
        return fords.why_not_wade(state, key, target)
    return refuse("EF-12.61", "refuse.not_accessible", at(target), unit=ref(key), place=at(target))


@derived("pieces", "weather", "storms", "frozen", "razed", "past", "bridges", "rails")
def attackers(state: CrimeaState, side: str, target: int) -> tuple[int, ...]:
    """A side's units that could attack a hex."""
    units = state.board.units
    near = state.board.grid.neighbours[target]
    return tuple(
        k
        for n in near
        for k in stacks(state).get(n, ())
        if units[k].side == side and why_not_attack(state, k, target) is None
    )


# rule: EF-12.34
def declared_defence(state: CrimeaState, hexes: tuple[int, ...]) -> int:
    """The defence that counts when an attack is declared: known units that are not artillery."""
    here = [k for h in hexes for k in stacks(state).get(h, ())]
    return sum(strength(state, k).defence for k in here if not batteries.is_gun(state, k))


# rule: EF-12.31, EF-12.32
def why_too_weak(state: CrimeaState, hexes: tuple[int, ...], units: tuple[int, ...]) -> Refusal | None:
    """Why an attack may not be declared with these units: less than 1-4."""
    # rule: EF-12.33
    attack = sum(strength(state, k).attack for k in units)
    defence = declared_defence(state, hexes)
    # rule: EF-12.35
    if attack >= defence * LEAST_ODDS and attack > 0:
        return None
    return refuse("EF-12.31", "refuse.odds_too_low", *map(at, hexes), attack=attack, defence=defence)


def declared(state: CrimeaState) -> tuple[int, ...]:
    """All hexes under a declared attack."""
    return tuple(h for attack in state.attacks.values() for h in attack.hexes)


# rule: EF-15.23, EF-15.25
def pledged(state: CrimeaState) -> tuple[int, ...]:
    """Units that are named in a declared attack."""
    return tuple(k for attack in state.attacks.values() for k in attack.units)


def _free(state: CrimeaState, side: str, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Units that could attack all of these hexes and are not pledged to another attack."""
    taken = pledged(state)
    found = attackers(state, side, hexes[0])
    # rule: EF-PB8.74.d
    if holders(state).get(hexes[0]) != enemy(side):
        found = landings.open_beaches(state, side).get(hexes[0], ())
    if len(hexes) > 1:
        found = tuple(k for k in found if landings.why_not_both(state, (k,), hexes) is None)
    return tuple(k for k in found if k not in taken and all(k in attackers(state, side, h) for h in hexes[1:]))


def targets(state: CrimeaState, seat: str) -> SomeOf:
    """Hexes that can be attacked, alone or several at once."""
    held, marked = holders(state), declared(state)
    near = dict.fromkeys(n for h in stacks(state) if held[h] == seat for n in state.board.grid.neighbours[h])
    empty = landings.open_beaches(state, seat)
    enemies = [h for h in near if held.get(h) == enemy(seat) and h not in marked]
    enemies += [h for h in empty if h not in marked]
    open_hexes = {h: None for h in enemies if why_not_declare(state, seat, (h,)) is None}

    def why(h: int) -> Refusal | None:
        if held.get(h) != enemy(seat) and h not in empty:
            return refuse("EF-12.11", "refuse.no_enemy_there", at(h), place=at(h))
        if h in marked:
            return refuse("EF-15.23", "refuse.declared_already", at(h), place=at(h))
        return why_not_declare(state, seat, (h,))

    return SomeOf(
        "place",
        open_hexes,
        least=1,
        most=MOST_HEXES,
        why=why,
        check=lambda hexes: why_not_declare(state, seat, hexes),
        alike=lambda h: [n for n in state.board.grid.neighbours[h] if n in open_hexes],
    )


# rule: EF-12.8, EF-15.26
def why_not_declare(state: CrimeaState, seat: str, hexes: tuple[int, ...]) -> Refusal | None:
    """Why no attack on these hexes can be declared with any of the units at hand."""
    free = _free(state, seat, hexes)
    empty = next((h for h in hexes if holders(state).get(h) != enemy(seat)), 0)
    if empty and len(hexes) > 1:
        return refuse("EF-12.11", "refuse.no_enemy_there", at(empty), place=at(empty))
    if free:
        return why_too_weak(state, hexes, fords.as_many_as_fit(state, _by_attack(state, free), hexes))
    if len(hexes) > 1:
        return refuse("EF-12.8", "refuse.not_adjacent_to_all", *map(at, hexes))
    return refuse("EF-12.61", "refuse.nobody_can_attack", at(hexes[0]), place=at(hexes[0]))


def participants(state: CrimeaState, seat: str, hexes: tuple[int, ...]) -> SomeOf:
    """Units that may be named for an attack on these hexes."""
    free = _free(state, seat, hexes)
    taken = pledged(state)

    def why(key: int) -> Refusal | None:
        if key not in state.pieces or state.board.units[key].side != seat:
            return refuse("EF-12.11", "refuse.not_yours", ref(key), unit=ref(key))
        if key in taken:
            return refuse("EF-15.23", "refuse.attacked_already", ref(key), unit=ref(key))
        no = landings.why_not_both(state, (key,), hexes)
        return no or next((no for h in hexes if (no := why_not_attack(state, key, h)) is not None), None)

    return SomeOf(
        "piece",
        free,
        least=1,
        why=why,
        check=lambda units: fords.why_too_many(state, units, hexes) or why_too_weak(state, hexes, units),
        default=_unbound(state, seat, hexes, fords.as_many_as_fit(state, _by_attack(state, free), hexes)),
    )


def _by_attack(state: CrimeaState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Units, the strongest in attack first."""
    return tuple(sorted(units, key=lambda k: (-strength(state, k).attack, k)))


def _unbound(state: CrimeaState, seat: str, hexes: tuple[int, ...], free: tuple[int, ...]) -> tuple[int, ...]:
    """Whom to propose: all but those who would have to attack a further hex that then nobody could."""
    marked = {*hexes, *declared(state)}
    owed = {h: None for k in free for h in threats(state, state.pieces[k].hex, seat) if h not in marked}
    others = set(pledged(state)) | set(free)
    left = {h: tuple(k for k in attackers(state, seat, h) if k not in others) for h in owed}
    bound = {h for h in owed if not left[h] or why_too_weak(state, (h,), left[h]) is not None}
    rest = tuple(k for k in free if not bound.intersection(threats(state, state.pieces[k].hex, seat)))
    return rest if rest and why_too_weak(state, hexes, rest) is None else free


# rule: EF-12.0
def declare(d: Draft[CrimeaState], hexes: tuple[int, ...], units: tuple[int, ...], mandated: bool = False) -> None:
    """Put the marker of a declared attack."""
    d.put("attacks", min(hexes), Attack(d.seat, tuple(sorted(hexes)), tuple(sorted(units)), mandated))
    d.log("log.declared", "EF-12.0", *map(at, hexes), places=tuple(map(at, hexes)), units=tuple(map(ref, units)))


# rule: EF-12.7
@derived("pieces", "weather", "past", "frozen", "razed", "attacks")
def neglected(state: CrimeaState, side: str) -> tuple[tuple[int, int], ...]:
    """Enemy hexes that must be attacked and are not, each with the hex of attackers in its zone."""
    marked = declared(state)
    found: dict[int, int] = {}
    for attack in state.attacks.values():
        if attack.forced:
            continue  # the enemy chose what these attack
        for key in attack.units:
            for h in threats(state, state.pieces[key].hex, side):
                if h not in marked:
                    found.setdefault(h, state.pieces[key].hex)
    return tuple(sorted(found.items()))


def threats(state: CrimeaState, place: int, side: str) -> tuple[int, ...]:
    """Enemy hexes whose units have a hex in their zone of control."""
    held = holders(state)
    return tuple(h for h, into in zones(state).items() if held[h] == enemy(side) and place in into)


def why_not_done(state: CrimeaState, seat: str) -> Refusal | None:
    """Why declaring cannot end: a hex that must be attacked is left out."""
    for h, hexagon in neglected(state, seat):
        return refuse("EF-12.7", "refuse.must_attack", at(h), place=at(h), start=at(hexagon))
    for key in shirkers(state, seat):
        place = state.pieces[key].sworn
        return refuse("EF-11.43.3n", "refuse.sworn", ref(key), at(place), unit=ref(key), place=at(place))
    return None


# rule: EF-11.43.3n
def shirkers(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Units whose overrun was stopped, that could attack the hex and are not named for an attack on it."""
    found = []
    for key in on_map(state, side):
        place = state.pieces[key].sworn
        if not place or holders(state).get(place) != enemy(side) or why_not_attack(state, key, place) is not None:
            continue
        attack = next((a for a in state.attacks.values() if place in a.hexes), None)
        able = attackers(state, side, place)
        if (attack is None and why_too_weak(state, (place,), able) is None) or (attack and key not in attack.units):
            found.append(key)
    return tuple(found)


def open_attacks(state: CrimeaState, seat: str) -> OneOf:
    """Attacks that can be called off again while declaring goes on."""
    return OneOf("place", [number for number, attack in state.attacks.items() if not attack.forced])


# rule: EF-12.2
def call_off(d: Draft[CrimeaState], number: int) -> None:
    """Take a declared attack back."""
    hexes = d.now.attacks[number].hexes
    d.drop("attacks", number)
    d.log("log.called_off", "EF-12.2", *map(at, hexes), places=tuple(map(at, hexes)))
