"""Chapter 9: air readiness."""

from __future__ import annotations

from typing import Any

from sandtable.games.eastfront.model import (
    DAMAGED,
    DESTROYED,
    DUMMY,
    FLOWN,
    READY,
    SIDES,
    SOVIET,
    TO_COME,
    AirUnit,
    CrimeaState,
)
from sandtable.games.eastfront.rules.air import airfields
from sandtable.games.eastfront.rules.air.air import air_ref, type_of
from sandtable.games.eastfront.rules.scenarios import last_assault
from sandtable.games.eastfront.scenario.board import CrimeaScenario
from sandtable.kernel import Dice, Draft, Modifier, Ref, Sum

AIR_BOXES = (READY, FLOWN, DAMAGED, DESTROYED, TO_COME)
"""The boxes of the air display in which counters are set up, in the order of their numbers."""


# rule: EF-4.2.A5
def check(d: Draft[CrimeaState]) -> None:
    """Roll for units that have flown, then for damaged ones; dummies come back by themselves."""
    starts = d.now.board.switch("air_readiness_from", d.now.board.first_turn)
    # rule: EFS-10.13, EFS-10.73
    if d.now.turn >= starts:
        # rule: EF-9.11.a, EF-9.11.b, EF-9.13
        for box, to in ((FLOWN, READY), (DAMAGED, FLOWN)):
            waiting = [k for k, u in d.now.air.items() if u.box == box and u.kind != DUMMY]
            for key in waiting:
                _roll(d, key, box, to)
    # rule: EF-9.11.c
    for key, unit in d.now.air.items():
        if unit.kind == DUMMY and unit.box == FLOWN:
            d.edit("air", key, box=READY, shown=False)
    for side in SIDES:
        shuffle(d, side)


def _roll(d: Draft[CrimeaState], key: int, box: str, to: str) -> None:
    unit = d.now.air[key]
    name = "flown_to_ready" if box == FLOWN else "damaged_to_flown"
    table = d.now.board.charts["air"]["readiness"][unit.side][name]
    drm = Sum.of(_drms(d.now, unit, box, table))
    roll = d.roll("roll.readiness", 10, need=table["most"])
    passed = roll.faces[0] + drm.total <= table["most"]
    if passed:
        d.edit("air", key, box=to, shown=to != READY)
    d.log(
        "log.readiness",
        "EF-9.11.a" if box == FLOWN else "EF-9.11.b",
        air_ref(key),
        by=unit.side,
        rolls=[roll],
        modifiers=drm,
        side=Ref("seat", unit.side),
        kind=unit.kind,
        passed=int(passed),
        box=to if passed else box,
    )


# rule: EFT-air-status, EF-PB6.15, EF-PB6.54
def _drms(state: CrimeaState, unit: AirUnit, box: str, table: dict[str, Any]) -> list[Modifier]:
    conditions = (state.weather, "storms") if state.storms else (state.weather,)
    found = [
        Modifier("EFT-air-status", f"modifier.{key}", table["drm"][key]) for key in conditions if key in table["drm"]
    ]
    if unit.side != SOVIET:
        return found
    # rule: EFS-10.84.h
    if last_assault.EVACUATED in state.tracks:
        found.append(Modifier("EFS-10.84.h", "modifier.bases_lost", last_assault.BASES_LOST))
    if box == FLOWN and airfields.are_far(state) and not _is_spared(state, unit):
        found.append(Modifier("EF-PB6.15", "modifier.far_bases", airfields.terms(state.board)["value"]))
    return found


# rule: EF-PB6.54
def _is_spared(state: CrimeaState, unit: AirUnit) -> bool:
    """Whether far bases are no matter to an aircraft: it is of the fleet, or the card excepts its type."""
    # rule: EFS-10.83
    if unit.kind in airfields.terms(state.board).get("except", ()):
        return True
    kind = type_of(state, unit)
    assert kind is not None
    return kind.naval


def mix(kinds: list[str], dice: Dice) -> list[str]:
    """Kinds in a random order."""
    left, found = sorted(kinds), []
    while len(left) > 1:
        found.append(left.pop(dice.draw(range(len(left)))))
    return found + left


def ready_at_start(board: CrimeaScenario) -> frozenset[int]:
    """The numbers of the counters that lie ready when a scenario begins."""
    found: list[str] = []
    for side in SIDES:
        for box in AIR_BOXES:
            found += [box] * sum((board.card[side]["air"].get(box) or {}).values())
    return frozenset(number for number, box in enumerate(found, start=1) if box == READY)


# rule: EF-17.25
def shuffle(d: Draft[CrimeaState], side: str) -> None:
    """Mix a side's ready counters face down, so that nobody can follow one from mission to mission."""
    keys = [k for k, u in d.now.air.items() if u.side == side and u.box == READY]
    kinds = [d.now.air[k].kind for k in keys]
    # Those that lay ready at the start are mixed already; one that came among them since was seen by everybody.
    is_mixed = d.now.turn == d.now.board.first_turn and ready_at_start(d.now.board).issuperset(keys)
    if len(dict.fromkeys(kinds)) < 2 or is_mixed:
        return
    for key, kind in zip(keys, mix(kinds, d.dice), strict=True):
        if d.now.air[key].kind != kind:
            d.edit("air", key, kind=kind)
