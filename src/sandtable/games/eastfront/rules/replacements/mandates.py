"""Chapters 7.26 and 12.4: attacks that Moscow orders: they add up until they are made, or turn into Axis points.

A card lists them: ``mandated_attacks: {at_start: 1, turns: {126: 2}, vp_each: 2}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import SOVIET, CrimeaState
from sandtable.games.eastfront.rules.declaration.declaration import declared_defence
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, strength
from sandtable.games.eastfront.rules.victory import places
from sandtable.kernel import NO, YES, Draft, OneOf, Refusal, refuse, yes_or_no

LEAST_STEPS = 6
TRACK = "soviet_mandates"


def _card(state: CrimeaState) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.board.card.get("mandated_attacks") or {}
    return found


# rule: EF-7.26.A1
def receive(d: Draft[CrimeaState]) -> None:
    """Add the attacks that are ordered in this turn to those not yet made."""
    card, turn = _card(d.now), d.now.turn
    # rule: EFS-10.64.d1
    new = sum(count for due, count in (card.get("turns") or {}).items() if int(due) == turn)
    new += int(card.get("at_start", 0)) if turn == d.now.board.first_turn else 0
    if new:
        results.add(d, TRACK, new)
        d.log("log.mandates", "EF-7.26.A1", count=new, total=d.now.tracks[TRACK])


# rule: EF-7.26.A1
def open_mandates(state: CrimeaState) -> int:
    """Ordered attacks that are neither made nor announced: those of earlier turns as well as those of this one."""
    announced = [a for a in state.attacks.values() if a.mandated and not a.forced]
    return state.tracks.get(TRACK, 0) - len(announced)


# rule: EF-12.42, EF-12.41
def why_too_small(state: CrimeaState, hexes: tuple[int, ...], units: tuple[int, ...]) -> Refusal | None:
    """Why an attack does not count as mandated: neither six steps nor 3-2."""
    steps = sum(state.pieces[key].steps for key in units)
    attack = sum(strength(state, key).attack for key in units)
    defence = declared_defence(state, hexes)
    if steps >= LEAST_STEPS or 2 * attack >= 3 * defence:
        return None
    return refuse("EF-12.42", "refuse.mandate_small", at(hexes[0]), steps=steps, attack=attack, defence=defence)


def choice(state: CrimeaState, seat: str, hexes: tuple[int, ...], units: tuple[int, ...]) -> OneOf | None:
    """Whether an attack is announced as an ordered one, where it may be."""
    if seat != SOVIET or open_mandates(state) < 1 or why_too_small(state, hexes, units) is not None:
        return None
    return yes_or_no(NO)


def is_chosen(word: str) -> bool:
    """Whether the answer is that the attack is an ordered one."""
    return word == YES


# rule: EF-7.26.A1
def count(d: Draft[CrimeaState]) -> None:
    """An ordered attack is being made."""
    results.add(d, TRACK, -1)
    d.log("log.mandate_made", "EF-7.26.A1", left=d.now.tracks[TRACK])


# rule: EF-7.26.A2, EFS-10.3.ev
def penalise(d: Draft[CrimeaState]) -> None:
    """Turn attacks not made into Axis points, in a turn in which the Axis took a place and kept it."""
    left = d.now.tracks.get(TRACK, 0)
    if left and (taken := places.captured_this_turn(d.now)):
        d.put("tracks", TRACK, 0)
        points = left * int(_card(d.now).get("vp_each", 1))
        results.add(d, "vp", points)
        d.log("log.mandates_unmade", "EF-7.26.A2", *map(at, taken), count=left, points=points, total=d.now.tracks["vp"])
