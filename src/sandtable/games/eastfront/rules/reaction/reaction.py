"""Chapter 14: the defender's reaction: moves, artillery, orders."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import (
    ADDITIONAL,
    NO_ORDER,
    NO_RETREAT,
    OUT_OF_SUPPLY,
    SOVIET,
    Attack,
    CrimeaState,
    enemy,
    phasing,
)
from sandtable.games.eastfront.rules.declaration.declaration import declared
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.naval import gunfire
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.soviet_units.soviet_units import ORDER, REACTION
from sandtable.games.eastfront.rules.special_units.artillery import defensive_guns, why_no_defensive_fire, why_too_many
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, stacks, zoc
from sandtable.kernel import Draft, OneOf, Ref, Refusal, SomeOf, dead_end, pick, refuse

NEAR = 3
"""How far from a defending hex a unit may be to react."""


# rule: EF-14.11.a, EF-14.11.c, EF-10.3
def why_not_react(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit may not make a reaction move."""
    if (no := movement.why_not_move(state, seat, key)) is not None:
        return no
    counter, piece = state.board.units[key], state.pieces[key]
    marked = declared(state)
    distance = state.board.distance
    if not any(distance(piece.hex, h) <= NEAR for h in marked):
        return refuse("EF-14.11.a", "refuse.too_far_to_react", ref(key), unit=ref(key), distance=NEAR)
    if piece.hex in marked or piece.hex in zoc(state, enemy(seat)):
        return refuse("EF-14.11.a", "refuse.engaged", ref(key), unit=ref(key))
    if piece.overrun:
        return refuse("EF-14.11.a", "refuse.overrun_marker", ref(key), unit=ref(key))
    # rule: EF-6.72
    if piece.supply == OUT_OF_SUPPLY:
        return refuse("EF-14.11.a", "refuse.out_of_supply", ref(key), unit=ref(key))
    if counter.side == SOVIET:
        # rule: EF-22.44
        if counter.nkvd:
            return refuse("EF-22.44", "refuse.nkvd_stays", ref(key), unit=ref(key))
        return soviet_units.why_no_command(state, piece.hex, REACTION)
    return None


def reactors(state: CrimeaState, seat: str) -> OneOf:
    """Units that may make a reaction move."""

    def why_not(key: int) -> Refusal | None:
        no = why_not_react(state, seat, key)
        if no is None and not movement.can_go_anywhere(state, key):
            return refuse("EF-10.52", "refuse.stuck", ref(key), unit=ref(key))
        return no

    return pick("piece", on_map(state, seat), why_not)


# rule: EF-14.12
def react(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Make a reaction move; a Soviet unit uses a point of a headquarters."""
    place = d.now.pieces[key].hex
    if d.now.board.units[key].side == SOVIET:
        soviet_units.spend(d, soviet_units.commanders(d.now, place, REACTION)[0], REACTION)
    # rule: EFS-10.44.j2
    winter_siege.charge(d, key)
    d.edit("pieces", key, hex=path[-1], moved="reaction")
    d.log("log.reacted", "EF-14.11.a", ref(key), unit=ref(key), to=at(path[-1]))


# rule: EF-14.0
def may_react(state: CrimeaState) -> tuple[str, ...]:
    """The defender, where an attack was declared and somebody can react."""
    side = enemy(phasing(state))
    return (side,) if reactors(state, side).is_possible() else ()


# -- artillery -------------------------------------------------------------------------------------------------------


def supportable(state: CrimeaState, seat: str) -> OneOf:
    """Attacks that guns could be committed against."""
    options = [n for n, attack in state.attacks.items() if _gunners(state, seat, attack) and not attack.support]

    def why(number: int) -> Refusal | None:
        if number in state.attacks and state.attacks[number].support:
            return refuse("EF-14.21", "refuse.committed", *map(at, state.attacks[number].hexes))
        return None

    return OneOf("place", options, why=why)


# rule: EF-14.21
def guns(state: CrimeaState, seat: str, number: int) -> SomeOf:
    """Guns to commit against one attack; what is committed stays."""
    attack = state.attacks[number]
    fit = _gunners(state, seat, attack)
    return SomeOf(
        "piece",
        fit,
        least=1,
        why=lambda key: why_no_defensive_fire(state, key, attack) if key in state.pieces else None,
        check=lambda keys: (
            why_too_many(state, seat, keys, attack.hexes)
            or gunfire.why_not_together(state, keys, attack.ships, attack.hexes)
        ),
        default=fit[:1],
    )


def _gunners(state: CrimeaState, seat: str, attack: Attack) -> tuple[int, ...]:
    """Guns that could be committed against an attack, beside the ships that were."""
    fit = defensive_guns(state, seat, attack)
    if not attack.ships:
        return fit
    return tuple(k for k in fit if gunfire.why_not_together(state, (k,), attack.ships, attack.hexes) is None)


def commit(d: Draft[CrimeaState], number: int, keys: tuple[int, ...]) -> None:
    """Commit guns to the defence against an attack."""
    attack = d.now.attacks[number]
    d.put("attacks", number, replace(attack, support=tuple(sorted(keys))))
    d.log("log.guns_committed", "EF-14.21", *map(ref, keys), units=tuple(map(ref, keys)), places=places(attack))


# rule: EF-PB8.63
def bombardable(state: CrimeaState, seat: str) -> OneOf:
    """Attacks that ships in port could fire at."""

    def why_not(number: int) -> Refusal | None:
        if state.attacks[number].ships:
            return refuse("EF-PB8.63", "refuse.committed", *map(at, state.attacks[number].hexes))
        if seat != SOVIET or not broadside(state, seat, number).is_possible():
            return dead_end("EF-PB8.63", "refuse.no_ships_near", *map(at, state.attacks[number].hexes))
        return None

    return pick("place", state.attacks if state.ships else (), why_not)


# rule: EF-PB8.63, EF-PB7.35.b
def broadside(state: CrimeaState, seat: str, number: int) -> SomeOf:
    """Ships in port to fire at an attack, together with the guns that were committed to it."""
    attack = state.attacks[number]

    def check(keys: tuple[int, ...]) -> Refusal | None:
        return gunfire.why_not_together(state, attack.support, keys, attack.hexes)

    fit = [key for key in gunfire.defending(state, attack) if check((key,)) is None]

    def why(key: int) -> Refusal | None:
        return gunfire.why_no_defensive_fire(state, key, attack) or check((key,))

    return SomeOf("ship", fit, least=1, why=why, check=check, default=tuple(fit[:1]))


def bombard(d: Draft[CrimeaState], number: int, keys: tuple[int, ...]) -> None:
    """Commit ships in port to the defence against an attack."""
    d.put("attacks", number, replace(d.now.attacks[number], ships=tuple(sorted(keys))))
    gunfire.fire(d, tuple(sorted(keys)))


def may_support(state: CrimeaState) -> tuple[str, ...]:
    """The defender, where guns or ships could support him."""
    side = enemy(phasing(state))
    able = supportable(state, side).is_possible() or bombardable(state, side).is_possible()
    return (side,) if able else ()


def places(attack: Attack) -> tuple[Ref, ...]:
    """The hexes of an attack as links."""
    return tuple(at(h) for h in attack.hexes)


# -- orders ----------------------------------------------------------------------------------------------------------


# rule: EF-14.33, EF-14.34
def why_no_order(state: CrimeaState, seat: str, attack: Attack, order: str) -> Refusal | None:
    """Why the defenders of a hex cannot be given an order."""
    if order == NO_ORDER:
        return None
    # rule: EF-14.31
    if attack.ordered:
        return refuse("EF-14.31", "refuse.ordered", *map(at, attack.hexes))
    # rule: EF-14.35
    if held := next((h for h in attack.hexes if soviet_units.has_nkvd_stand(state, h)), 0):
        return refuse("EF-14.35", "refuse.nkvd_holds", at(held), place=at(held))
    # rule: EF-PB5.72.e
    fast = [h for h in attack.hexes if works.holds_fast(state, attack.side, h)]
    if order == NO_RETREAT and len(fast) == len(attack.hexes):
        return refuse("EF-PB5.72.e", "refuse.citadel_holds", at(fast[0]), place=at(fast[0]))
    if seat == SOVIET:
        # An order on one of several hexes is good for all of them, so that one must be in reach of a staff.
        barred = [soviet_units.why_no_command(state, h, ORDER) for h in attack.hexes]
        return barred[0] if all(no is not None for no in barred) else None
    keys = [k for h in attack.hexes for k in stacks(state).get(h, ())]
    # rule: EF-PB7.43, EFS-10.24.j
    if order == NO_RETREAT and all(state.board.units[k].nation == "romanian" for k in keys):
        return refuse("EF-PB7.43", "refuse.romanians_hold", *map(at, attack.hexes))
    return None


def orderable(state: CrimeaState, seat: str) -> OneOf:
    """Attacks whose defenders can be given an order."""
    options = [n for n, a in state.attacks.items() if why_no_order(state, seat, a, ADDITIONAL) is None]

    def why(number: int) -> Refusal | None:
        if number not in state.attacks:
            return None
        return why_no_order(state, seat, state.attacks[number], ADDITIONAL)

    return OneOf("place", options, why=why)


def orders(state: CrimeaState, seat: str, number: int) -> OneOf:
    """The orders there are."""
    attack = state.attacks[number]
    return pick("order", (NO_RETREAT, ADDITIONAL), lambda order: why_no_order(state, seat, attack, order))


# rule: EF-14.32
def give(d: Draft[CrimeaState], number: int, order: str) -> None:
    """Lay an order face down on a defending hex."""
    attack = d.now.attacks[number]
    if d.seat == SOVIET:
        staffs = [hq for h in attack.hexes for hq in soviet_units.commanders(d.now, h, ORDER)]
        soviet_units.spend(d, staffs[0], ORDER)
    d.put("attacks", number, replace(attack, ordered=True, order=order))
    d.log("log.order_laid", "EF-14.32", *map(at, attack.hexes), places=tuple(map(at, attack.hexes)))


def may_order(state: CrimeaState) -> tuple[str, ...]:
    """The defender, where he can give an order."""
    side = enemy(phasing(state))
    return (side,) if orderable(state, side).is_possible() else ()
