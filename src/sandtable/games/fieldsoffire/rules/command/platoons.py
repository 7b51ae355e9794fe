"""Orders to a whole platoon: who may give them, and who follows (4.2)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command.orders import why_not_hear, why_not_order
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card
from sandtable.games.fieldsoffire.scenario.units import HQ_PLATOON
from sandtable.kernel import Ref, Refusal, refuse

PLATOON_COST = 2


# rule: FF-4.2.2b.who, FF-4.2.e
def why_not_platoon(state: FieldsState, hq: int, menu: str) -> Refusal | None:
    """Why a headquarters may not give an order to its whole platoon: only the platoon's own, on its command side.

    In General Initiative any platoon headquarters may, for the same two commands.
    """
    impulse, me = state.impulse, Ref("unit", hq)
    whose = hq if impulse is None else impulse.hq  # equivalent[never]: orders are given in impulses
    if state.board.types[hq].kind != HQ_PLATOON or whose not in (0, hq):
        return refuse("FF-4.2.2b.who", "refuse.not_its_platoon", me, hq=me)
    if state.units[hq].flipped:
        return refuse("FF-4.2.2b.who", "refuse.fire_team_side", me, hq=me)
    return why_not_order(state, hq, menu, cost=PLATOON_COST)


# rule: FF-4.2.2b.to, FF-4.2.2d.to, FF-4.2.e
def followers(
    state: FieldsState, hq: int, to: int, why_not: Callable[[FieldsState, int, int], Refusal | None]
) -> tuple[int, ...]:
    """Units of the platoon beside their headquarters, in good order and hearing it, that can do this; it among them."""
    head = state.units[hq]
    return tuple(
        key
        for key in on_card(state, head.at).friendly
        if state.units[key].platoon == head.platoon
        and is_good_order(state, key)
        and why_not_hear(state, hq, key) is None
        and why_not(state, key, to) is None
    )
