"""Scenario 7, the special rules of Operation Trappenjagd (EFS-10.74, EFS-10.75)."""

from __future__ import annotations

from sandtable.games.eastfront.model import (
    AXIS,
    ELIMINATED,
    SOVIET,
    WITHDRAWN,
    Attack,
    CrimeaState,
    Piece,
)
from sandtable.games.eastfront.rules.declaration.declaration import attackers, declared
from sandtable.games.eastfront.rules.replacements.mandates import why_too_small
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, on_map, ref, stacks
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick, refuse

MANDATES = 2
"""Attacks that the Axis may force on the Soviets in a turn."""
MOST_LOSSES = 4
BRIGADE = "Groddeck Bde"
KERCH = 6912


# rule: EFS-10.74.e2, EF-PB3.23.e
def may_mandate(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it can name another hex that the Soviets must attack."""
    if not state.board.special("mandated_attacks", state.turn) or len(state.attacks) >= MANDATES:
        return ()
    return (AXIS,) if mandate_hexes(state, AXIS).is_possible() else ()


def _candidates(state: CrimeaState, target: int) -> dict[int, tuple[int, ...]]:
    """Soviet hexes next to a target, each with the units in it that could attack."""
    found: dict[int, list[int]] = {}
    taken = [key for attack in state.attacks.values() for key in attack.units]
    for key in attackers(state, SOVIET, target):
        if key not in taken:
            found.setdefault(state.pieces[key].hex, []).append(key)
    return {h: tuple(keys) for h, keys in sorted(found.items())}


def _units(state: CrimeaState, target: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    found = _candidates(state, target)
    return tuple(key for h in hexes for key in found.get(h, ()))


def mandate_hexes(state: CrimeaState, seat: str) -> OneOf:
    """Axis hexes that the Soviets can be made to attack."""

    def why_not(h: int) -> Refusal | None:
        if holders(state).get(h) != AXIS or h in declared(state):
            return refuse("EFS-10.74.e2", "refuse.no_mandate", at(h), place=at(h))
        found = _candidates(state, h)
        units = _units(state, h, tuple(found))
        if not units:
            return refuse("EF-12.61", "refuse.nobody_can_attack", at(h), place=at(h))
        return why_too_small(state, (h,), units)

    return pick("place", [h for h in stacks(state) if holders(state)[h] == AXIS], why_not)


def mandate_starts(state: CrimeaState, seat: str, to: int) -> SomeOf:
    """Soviet hexes from which the attack has to be made."""
    found = tuple(_candidates(state, to))
    return SomeOf(
        "place",
        found,
        least=1,
        check=lambda hexes: why_too_small(state, (to,), _units(state, to, hexes)),
        default=found,
    )


def mandate(d: Draft[CrimeaState], to: int, hexes: tuple[int, ...]) -> None:
    """Force an attack: every unit in the hexes that can attack has to."""
    units = tuple(sorted(_units(d.now, to, hexes)))
    d.put("attacks", to, Attack(SOVIET, (to,), units, mandated=True, forced=True))
    d.log("log.mandated", "EFS-10.74.e2", at(to), place=at(to), units=tuple(map(ref, units)))


# rule: EFS-10.74.e2, EFS-10.74.e3
def shift(state: CrimeaState, attack: Attack, units: tuple[int, ...]) -> int:
    """Columns that a Soviet attack at Kerch is shifted to the left."""
    if attack.side != SOVIET:
        return 0
    total = 0
    if attack.forced:
        total -= 1 + int(attack.cas < 0)
    if state.board.special("no_line_to_kerch_shifts_left") and any(is_cut_off(state, key) for key in units):
        total -= 1
    return total


def is_cut_off(state: CrimeaState, key: int) -> bool:
    """Whether a Soviet unit has no supply line to Kerch itself: another port feeds it, but is not what counts."""
    return state.pieces[key].hex not in supply.fed_from(state, SOVIET, (KERCH,))


def softened(attack: Attack, result: str) -> str:
    """A mandated attack is never wiped out: it loses four steps and retreats."""
    mine, _, theirs = result.partition("/")
    return f"{MOST_LOSSES}R/{theirs}" if attack.forced and mine == "e" else result


def further_losses(attack: Attack, losses: int) -> int:
    """A step more where Axis aircraft helped the defence, four in all at most."""
    return min(losses + 1, MOST_LOSSES) if attack.forced and attack.cas < 0 else losses


# rule: EFS-10.74.f, EFS-10.64.e
def air_hits_armour(state: CrimeaState, attack: Attack, soviets: tuple[int, ...]) -> bool:
    """Whether Soviet tanks in a battle take the first loss before all others, because Axis aircraft counted in it."""
    if not (state.board.special("axis_air_superiority") or state.board.special("axis_air_hits_tanks")):
        return False
    helped = attack.cas > 0 if attack.side == AXIS else attack.cas < 0
    return helped and any(state.board.units[key].armour for key in soviets)


# rule: EFS-10.75
def count_cut_off(d: Draft[CrimeaState]) -> None:
    """At the end, Soviet units without a supply line to Kerch are lost too."""
    if d.now.turn != d.now.board.last_turn or not d.now.board.card["victory"].get("cut_off_from_kerch_counts"):
        return
    for key in on_map(d.now, SOVIET):
        if is_cut_off(d.now, key):
            results.remove(d, key, ELIMINATED, "EFS-10.75")


# -- Brigade Groddeck --------------------------------------------------------------------------------------------------


def _parts(state: CrimeaState) -> tuple[int, ...]:
    rows = state.board.card[AXIS].get("conversions") or ()
    names = next((row["receive"] for row in rows if row["remove"] == BRIGADE), ())
    numbers = {counter.name: key for key, counter in state.board.units.items()}
    return tuple(numbers[name] for name in names)


# rule: EFS-10.74.c
def why_not_split(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be divided into its parts now."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.name != BRIGADE or not _parts(state) or not piece.hex:
        return refuse("EFS-10.74.c", "refuse.no_parts", ref(key), unit=ref(key))
    if any(p.moved or p.spent for k, p in state.pieces.items() if state.board.units[k].side == seat):
        return refuse("EFS-10.74.c", "refuse.split_late", ref(key), unit=ref(key))
    return None


def divisible(state: CrimeaState, seat: str) -> OneOf:
    """Units that can be divided."""
    brigades = [key for key in on_map(state, seat) if state.board.units[key].name == BRIGADE]
    return pick("piece", brigades, lambda key: why_not_split(state, seat, key))


def split(d: Draft[CrimeaState], key: int) -> None:
    """Divide the brigade for good; its losses are taken by its parts."""
    brigade, parts = d.now.pieces[key], _parts(d.now)
    lost = d.now.board.units[key].steps - brigade.steps
    for part in parts:
        steps = d.now.board.units[part].steps
        borne = min(lost, steps - 1)
        lost -= borne
        d.put("pieces", part, Piece(hex=brigade.hex, steps=steps - borne, supply=brigade.supply, company=brigade.hex))
    d.put("pieces", key, Piece(box=WITHDRAWN))
    d.log("log.split", "EFS-10.74.c", ref(key), unit=ref(key), parts=tuple(map(ref, parts)))
