"""The chances of an activity check: what an enemy would do if he were checked now, and what is ruled out for him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState
from sandtable.games.fieldsoffire.rules.enemy.checks import NOTHING, Decision, decide, own_rule
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.kernel import Ref
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase


def odds(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """What an enemy unit (``piece``) would do, with the row that says so; the rows above it are its modifiers."""
    key = params.get("piece")
    unit = state.units.get(key) if isinstance(key, int) else None
    if key is None or unit is None or not unit.at or not _is_checked(state, key):
        return None
    own = own_rule(state, key)
    if own is not None:
        rule, action = own
        return _told(key, rule, (Chance(key=f"act.{action}", share=WHOLE),))
    decision = decide(state, key)
    return _told(key, decision.rule, _outcomes(decision), decision)


def _is_checked(state: FieldsState, key: int) -> bool:
    kind = state.board.types[key]
    return kind.side == ENEMY and kind.is_infantry and kind.kind != CASUALTY


def _outcomes(decision: Decision) -> tuple[Chance, ...]:
    """The actions that are possible by the numbers that pick them: what is not is drawn again."""
    if decision.row is None or not decision.legal:
        return (Chance(key=f"act.{NOTHING}", share=WHOLE),)
    weights = {one.action: one.most - one.least + 1 for one in decision.row.options if one.action in decision.legal}
    total = sum(weights.values())
    return tuple(Chance(key=f"act.{action}", share=WHOLE * weight // total) for action, weight in weights.items())


def _told(key: int, rule: str, outcomes: tuple[Chance, ...], by: Decision | None = None) -> Odds:
    return Odds(
        title=Phrase("odds.activity", {"unit": Ref("unit", key)}),
        attack=Figure(total=rule, modifiers=by.reasons if by else ()),
        defence=Figure(total=""),
        column=by.column if by else "",
        outcomes=outcomes,
    )
