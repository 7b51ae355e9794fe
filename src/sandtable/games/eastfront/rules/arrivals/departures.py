"""Chapter 8.7 in the air: aircraft that leave by the card, whatever box they are in.

A row lists them by type, ``air: {He111: 1}``, or leaves the type to the owner, ``air_choice: [{Ju87: 1}, {Ju88: 1}]``;
rows that are not marked ``cannot_cancel`` may be bought off, aircraft by aircraft.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import DAMAGED, DESTROYED, FLOWN, GONE, READY, SIDES, SOVIET, TO_COME, CrimeaState
from sandtable.games.eastfront.rules.results import results
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse

Row = Mapping[str, Any]
Kinds = tuple[str, ...]
EMPTIEST = (DESTROYED, DAMAGED, FLOWN, READY)
"""From which box of the air display a withdrawal is taken first."""
SETTLED = "departed_"
"""How a track begins that notes how many aircraft of a row are settled; it is forgotten with the phase."""


def _rows(state: CrimeaState, side: str) -> dict[int, Row]:
    """A side's rows of this turn that name aircraft, by their number on the card."""
    rows = (state.board.card[side].get("withdrawals") or {}).get("entries", ())
    return {n: row for n, row in enumerate(rows) if row["turn"] == state.turn and ("air" in row or "air_choice" in row)}


def _owed(row: Row) -> tuple[Kinds, ...]:
    """What a row asks for, aircraft by aircraft: the types of which one has to leave."""
    if "air_choice" in row:
        return (tuple(kind for option in row["air_choice"] for kind in option),)
    return tuple((kind,) for kind, count in row["air"].items() for _ in range(count))


def _is_plain(row: Row) -> bool:
    """Whether there is nothing to decide about a row."""
    return "air" in row and bool(row.get("cannot_cancel"))


# rule: EF-8.72, EF-PB3.44
def settle(d: Draft[CrimeaState]) -> None:
    """Aircraft about which there is nothing to decide leave at once."""
    for side in SIDES:
        for row in _rows(d.now, side).values():
            for (kind,) in _owed(row) if _is_plain(row) else ():
                withdraw(d, side, kind)


def withdraw(d: Draft[CrimeaState], side: str, kind: str) -> None:
    """One aircraft of a type leaves for good, from the box where it is worth least."""
    for box in EMPTIEST:
        for key, unit in d.now.air.items():
            if unit.side == side and unit.kind == kind and unit.box == box:
                d.edit("air", key, box=GONE, shown=True)
                d.log("log.air_withdrawn", "EF-8.72", Ref("air", key), side=Ref("seat", side), kind=kind)
                return


# rule: EFS-10.2.groups
def rotate(d: Draft[CrimeaState]) -> None:
    """Aircraft of a group that leave for a while and come back as flown: ``leave: 47``, ``back: 52``."""
    for side in SIDES:
        for group in d.now.board.card[side].get("groups") or ():
            name = f"{side}_{group['group']}"
            kinds = [kind for row in group["units"] for kind, count in row.get("air", {}).items() for _ in range(count)]
            if f"group_{name}" in d.now.tracks and d.now.turn == group.get("leave"):
                d.put("tracks", f"rested_{name}", d.now.turn)
                _shift(d, side, kinds, EMPTIEST, TO_COME)
            elif f"rested_{name}" in d.now.tracks and d.now.turn == group.get("back"):
                _shift(d, side, kinds, (TO_COME,), FLOWN)


def _shift(d: Draft[CrimeaState], side: str, kinds: list[str], boxes: Kinds, to: str) -> None:
    """Bring one aircraft of each type from the first of the boxes that has it to another."""
    for kind in kinds:
        own = [(box, k) for box in boxes for k, u in d.now.air.items() if (u.side, u.kind, u.box) == (side, kind, box)]
        for _, key in own[:1]:
            d.edit("air", key, box=to, shown=True)
            entry = "log.air_arrived" if to == FLOWN else "log.air_rests"
            d.log(entry, "EFS-10.2.groups", Ref("air", key), side=Ref("seat", side), kind=kind, box=to)


# -- what the owner decides --------------------------------------------------------------------------------------------


def _open(state: CrimeaState, side: str) -> tuple[str, int, Kinds, Row] | None:
    """The next aircraft a side has to decide about: its track, its number in the row, the types, and the row."""
    own = [unit.kind for unit in state.air.values() if unit.side == side and unit.box in EMPTIEST]
    for index, row in _rows(state, side).items():
        if _is_plain(row):
            continue
        track = f"{SETTLED}{side}_{index}"
        for number, kinds in enumerate(_owed(row)):
            fit = tuple(kind for kind in kinds if kind in own)
            if fit and number >= state.tracks.get(track, 0):
                return track, number, fit, row
    return None


def chooser(state: CrimeaState) -> tuple[str, ...]:
    """The sides that have to decide about aircraft."""
    return tuple(side for side in SIDES if _open(state, side) is not None)


def kinds(state: CrimeaState, seat: str) -> OneOf:
    """Types of aircraft of which one can leave."""
    found = _open(state, seat)
    fit = found[2] if found is not None else ()
    return OneOf("aircraft", fit, default=fit[0] if fit else None)


def leave(d: Draft[CrimeaState], side: str, kind: str) -> None:
    """Withdraw the aircraft that was chosen."""
    _close(d, side)
    withdraw(d, side, kind)


# rule: EF-8.73, EF-PB3.42
def why_not_retain(state: CrimeaState, seat: str, kind: str) -> Refusal | None:
    """Why an aircraft cannot be kept for a victory point."""
    found = _open(state, seat)
    if found is None or kind not in found[2]:
        return refuse("EF-8.73", "refuse.aircraft_not_due", kind=kind)
    return refuse("EF-PB3.42", "refuse.aircraft_leaves", kind=kind) if found[3].get("cannot_cancel") else None


def retainable(state: CrimeaState, seat: str) -> OneOf:
    """Types of aircraft whose withdrawal can be bought off."""
    return pick("aircraft", kinds(state, seat).legal, lambda kind: why_not_retain(state, seat, kind))


def retain(d: Draft[CrimeaState], side: str, kind: str) -> None:
    """Keep an aircraft for one victory point, for the enemy."""
    _close(d, side)
    d.log("log.air_kept", "EF-8.73", side=Ref("seat", side), kind=kind)
    results.score(d, "withdrawal", 1 if side == SOVIET else -1)


def _close(d: Draft[CrimeaState], side: str) -> None:
    found = _open(d.now, side)
    assert found is not None
    d.put("tracks", found[0], found[1] + 1)
