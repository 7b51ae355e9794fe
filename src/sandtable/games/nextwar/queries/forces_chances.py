"""Chances of special operations forces: what a mission achieves, and whether its marker comes back."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.nextwar.model import KoreaState, Operation
from sandtable.games.nextwar.rules.special_operations import operations, targets
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import table
from sandtable.kernel import Sum
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase

RESULTS = ("X", "2", "1", "D", "T", operations.NOTHING)


def asked(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances of the mission that a player is composing, once its target is known."""
    partial = params.get("partial")
    if not isinstance(partial, Mapping) or partial.get("do") != "send_forces":
        return None
    mission, place, unit = partial.get("mission"), partial.get("place") or 0, partial.get("unit") or 0
    aim = str(partial.get("aim") or "")
    if mission not in targets.MISSIONS or (mission != targets.TRACK and place not in state.board.ground):
        return None
    needs_unit = mission == targets.RECON or aim == targets.UNIT
    if needs_unit and (unit not in state.units or state.units[unit].hex != place):
        return None
    if mission in targets.AIMED and aim not in (targets.UNIT, *targets.FEATURES):
        return None
    if mission != targets.TRACK and targets.why_not_there(state, seat, str(mission), aim, place) is not None:
        return None
    row = Operation(seat, str(partial.get("nation") or ""), str(mission), aim, place, unit if needs_unit else 0)
    return _odds(state, row)


def _odds(state: KoreaState, row: Operation) -> Odds:
    drm, danger = operations.modifiers(state, row), operations.survival_modifiers(state, row)
    column = operations.column(state, row)
    chart = table(targets.CHART)
    return Odds(
        title=Phrase("odds.forces_title", {"mission": row.mission}),
        attack=Figure(total=column.rpartition("_")[2]),
        defence=Figure(total=str(drm.total), modifiers=drm.parts),
        columns=tuple(name for name in chart.columns if name.partition("_")[0] == column.partition("_")[0]),
        column=column,
        shifts=danger.parts,
        outcomes=tuple(_outcomes(column, drm, danger)),
    )


def _outcomes(column: str, drm: Sum, danger: Sum) -> Iterator[Chance]:
    share, chart = WHOLE // len(DIE), table(targets.CHART)
    found = Tally(chart.look(die + drm.total, column).value or operations.NOTHING for die in DIE)
    for word in RESULTS:
        if found[word]:
            key = "nothing" if word == operations.NOTHING else word.lower()
            tone = "even" if word == operations.NOTHING else "good"
            yield Chance(key=f"odds.defender.forces_{key}", share=found[word] * share, tone=tone)
    lost = sum(operations.dies(die + danger.total) for die in DIE)
    yield Chance(key="odds.attacker.forces_back", share=(len(DIE) - lost) * share, tone="good")
    yield Chance(key="odds.attacker.forces_lost", share=lost * share, tone="bad")
