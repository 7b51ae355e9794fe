"""Orders that are worth a thought: of the hundreds that the menu allows those that a captain would think of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.games.fieldsoffire.actions.calling import Call, Indirect
from sandtable.games.fieldsoffire.actions.driving import ActivateUnit
from sandtable.games.fieldsoffire.actions.firing import Shift
from sandtable.games.fieldsoffire.actions.moving import Infiltrate, InfiltrateWithin, Move, MoveWithin, SeekCover
from sandtable.games.fieldsoffire.bots.standing import goals, nearest
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.kernel import Action, Verb
from sandtable.kernel.offers import leaves

LEFT_ALONE = frozenset(
    (
        *("drop", "take", "lift", "lay_down", "leave_ammunition", "load"),
        *("make_runner", "send_runner", "dismiss_runner", "switch_net", "pyrotechnics", "designate"),
        *("detach", "augment", "to_back", "to_litter", "lead_platoon", "lead_company", "cease"),
    )
)
"""Orders about loads, runners and teams: they seldom decide a mission, and there are very many of them."""
MOST = 400
"""Answers of one order that are looked at."""


def orders(verb: Verb[Any, Any], state: FieldsState, seat: str) -> Iterator[Action]:
    """The answers of one order that are worth a thought; of units that are alike one stands for all."""
    if verb.name in LEFT_ALONE:
        return
    seen = set()
    for action in leaves(verb, state, seat, MOST):
        if not _is_sensible(state, action):
            continue
        if isinstance(action, Move | Infiltrate):
            kind, unit = state.board.types[action.unit], state.units[action.unit]
            alike = (kind.kind, kind.rank, replace(unit, origin=""), type(action), action.to, action.cover)
            if alike in seen:
                continue
            seen.add(alike)
        yield action


def _is_sensible(state: FieldsState, action: Action) -> bool:
    match action:
        case Move(unit=unit, to=to):
            return _leads_on(state, unit, to)
        case Infiltrate(unit=unit, to=to):
            return to in volumes(state) and _leads_on(state, unit, to)  # where nobody fires one simply walks
        case SeekCover(unit=unit):
            return bool(volumes_on(state, unit))
        case MoveWithin(unit=unit, cover=cover) | InfiltrateWithin(unit=unit, cover=cover):
            return bool(cover) and bool(volumes_on(state, unit))
        case Call(card=card) | Indirect(card=card):
            there = on_card(state, card)
            return bool(there.enemy) and not there.friendly
        case Shift(to=to):
            return bool(on_card(state, to).enemy)
        case ActivateUnit(unit=unit):
            return state.board.types[unit].is_vehicle
        case _:
            return True


def _leads_on(state: FieldsState, unit: int, to: int) -> bool:
    """Whether a card is no further from what the mission asks for than where the unit is."""
    wanted = goals(state)
    here = state.units[unit].at
    return not wanted or nearest(to, wanted) <= nearest(here, wanted)
