"""Chapter 8.3 with the play-book's change: special groups, and the garrison that the Soviets may release instead.

A group on a card has a name, the first and last turn in which it may be taken, its cost in victory points and rows like
those of scheduled reinforcements.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, DESTROYED, MAP_T, SIDES, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, stacks
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

Row = Mapping[str, Any]
FAVOUR = "soviet_favour"
"""The turn in which the Soviets last took a group or released a garrison."""


def _groups(state: CrimeaState, side: str) -> dict[str, Row]:
    return {str(row["group"]): row for row in state.board.card[side].get("groups") or ()}


def _taken(side: str, name: str) -> str:
    return f"group_{side}_{name}"


def rows_to_come(state: CrimeaState, side: str) -> tuple[Row, ...]:
    """The rows of groups that have been taken: scheduled reinforcements of that turn or of a later one."""
    found = []
    for name, group in _groups(state, side).items():
        if taken := state.tracks.get(_taken(side, name), 0):
            found += [{**row, "turn": max(row.get("turn", taken), taken)} for row in group["units"]]
    return tuple(found)


# rule: EF-PB3.23.f
def why_no_favour(state: CrimeaState) -> Refusal | None:
    """Why the Soviets can neither take a group nor release a garrison any more in this turn."""
    if state.tracks.get(FAVOUR) == state.turn:
        return refuse("EF-PB3.23.f", "refuse.favour_used")
    return None


# rule: EF-8.31.a, EF-8.31.b, EF-8.32
def why_not_accept(state: CrimeaState, seat: str, name: str) -> Refusal | None:
    """Why a special group cannot be taken now."""
    group = _groups(state, seat).get(name)
    rule = "EF-8.32" if seat == AXIS else "EF-8.31.a"
    if group is None or _taken(seat, name) in state.tracks:
        return refuse(rule, "refuse.no_group", group=name)
    first, last = group["turns"]
    if not first <= state.turn <= last:
        return refuse(rule, "refuse.group_window", group=name, first=first, last=last)
    if "after" in group and _taken(seat, str(group["after"])) not in state.tracks and _has(state, seat, group["after"]):
        return refuse("EFS-10.54.n", "refuse.group_after", group=name, after=str(group["after"]))
    if group["units"] and not any(row.get("turn", first) <= state.turn for row in group["units"]):
        return refuse("EF-8.31.b", "refuse.group_early", group=name)
    return why_no_favour(state) if seat == SOVIET else None


def _has(state: CrimeaState, side: str, name: object) -> bool:
    return str(name) in _groups(state, side)


# rule: EFS-10.2.groups
def price(state: CrimeaState, group: Row) -> int:
    """What a group costs now: some grow cheaper, one is free once enough Soviet aircraft are destroyed."""
    need = group.get("free_if_destroyed", 0)
    lost = [unit for unit in state.air.values() if unit.side == SOVIET and unit.box == DESTROYED]
    if need and len(lost) >= need:
        return 0
    early = next((row["vp"] for row in group.get("prices", ()) if state.turn <= row["to"]), None)
    return int(group.get("vp", 0) if early is None else early)


def taken_this_turn(state: CrimeaState, side: str, name: str) -> bool:
    """Whether a side took a group in this turn."""
    return state.tracks.get(_taken(side, name)) == state.turn


def available(state: CrimeaState, seat: str) -> OneOf:
    """Special groups that can be taken."""
    return pick("group", _groups(state, seat), lambda name: why_not_accept(state, seat, name))


def accept(d: Draft[CrimeaState], side: str, name: str) -> None:
    """Take a group for its price: its units come with the reinforcements of this turn and of later ones."""
    group = _groups(d.now, side)[name]
    d.put("tracks", _taken(side, name), d.now.turn)
    if side == SOVIET:
        d.put("tracks", FAVOUR, d.now.turn)
    d.log("log.group_taken", "EF-8.32" if side == AXIS else "EF-8.31.a", group=name)
    cost = price(d.now, group)
    results.score(d, "group", -cost if side == AXIS else cost)
    # rule: EFS-10.2.groups
    for pool, amount in (group.get("points") or {}).items():
        replacements.earn(d, side, pool, amount, "EF-8.32" if side == AXIS else "EF-8.31.a")


def taker(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while it can take a special group."""
    return (side,) if available(state, side).is_possible() else ()


# rule: EF-PB3.23.f, EF-22.82
def releasable(state: CrimeaState, seat: str) -> OneOf:
    """Hexes whose garrison can be released."""

    def why_not(place: int) -> Refusal | None:
        if seat != SOVIET or not _garrison(state, place):
            return refuse("EF-PB3.23.f", "refuse.no_garrison", at(place), place=at(place))
        return why_no_favour(state)

    return pick("place", stacks(state), why_not)


def _garrison(state: CrimeaState, place: int) -> tuple[int, ...]:
    return tuple(key for key in stacks(state).get(place, ()) if state.pieces[key].garrison)


def release(d: Draft[CrimeaState], place: int) -> None:
    """Release all units of a garrison hex together."""
    d.put("tracks", FAVOUR, d.now.turn)
    for key in _garrison(d.now, place):
        d.edit("pieces", key, garrison=False)
        d.log("log.released", "EF-PB3.23.f", ref(key), unit=ref(key))


# rule: EF-PB2.12.i
def why_not_discharge(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why one unit of a garrison cannot be released by itself: only in Map T they are."""
    piece = state.pieces.get(key)
    if piece is None or seat != SOVIET or not piece.garrison or piece.box != MAP_T:
        return refuse("EF-PB2.12.i", "refuse.no_garrison_unit", ref(key), unit=ref(key))
    return why_no_favour(state)


def dischargeable(state: CrimeaState, seat: str) -> OneOf:
    """Garrison units in Map T that can be released, one at a time."""
    waiting = [key for key, piece in state.pieces.items() if piece.garrison and piece.box == MAP_T]
    return pick("piece", waiting, lambda key: why_not_discharge(state, seat, key))


def discharge(d: Draft[CrimeaState], key: int) -> None:
    """Release one garrison unit in Map T."""
    d.put("tracks", FAVOUR, d.now.turn)
    d.edit("pieces", key, garrison=False)
    d.log("log.released", "EF-PB2.12.i", ref(key), unit=ref(key))


# -- the Replacement phase ---------------------------------------------------------------------------------------------


def has_business(state: CrimeaState, side: str) -> bool:
    """Whether a side has something to decide in the Replacement phase."""
    choices = (available, releasable, dischargeable)
    favour = side == SOVIET and any(choice(state, SOVIET).is_possible() for choice in choices)
    return favour or replacements.has_uses(state, side)


def busy_sides(state: CrimeaState) -> tuple[str, ...]:
    """The sides that have something to decide in the Replacement phase."""
    return tuple(side for side in SIDES if has_business(state, side))


def is_held(state: CrimeaState) -> bool:
    """Whether there is a Replacement phase at all in this turn."""
    return replacements.are_in_play(state) or has_business(state, SOVIET)
