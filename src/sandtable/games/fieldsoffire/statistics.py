"""What is worth a curve over a mission: who is left, who can still fight, who lies low, and what was won."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.terms.presence import is_cleared, is_good_order, ours
from sandtable.games.fieldsoffire.scenario.units import CASUALTY


def count(state: FieldsState) -> Mapping[str, Mapping[str, int]]:
    """The figures of the company in a position, by series; they stand under the seat that commands it."""
    men = [state.units[key] for key in ours(state)]
    found = {
        "steps": sum(unit.steps for unit in men),
        "fit": sum(state.units[key].steps for key in ours(state) if is_good_order(state, key)),
        "pinned": sum(unit.steps for unit in men if unit.pinned),
        "cleared": sum(is_cleared(state, card) for card in state.cards),
        "experience": state.points.get(EXPERIENCE, 0),
        "enemy_steps": sum(unit.steps for key, unit in state.units.items() if unit.at and _is_enemy(state, key)),
    }
    return {name: {state.board.seats[0]: number} for name, number in found.items()}


def _is_enemy(state: FieldsState, key: int) -> bool:
    kind = state.board.types[key]
    return kind.side == ENEMY and kind.kind != CASUALTY
