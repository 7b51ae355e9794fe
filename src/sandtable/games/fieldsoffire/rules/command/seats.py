"""The co-operative table: to which seat an order belongs, where platoons have seats of their own (4.1).

A seat speaks for the headquarters whose impulse it is; in General Initiative each for its own men. Whoever has no seat
of his own (staff, the weapons and vehicles of the company, platoons at a table with one seat) is spoken for by the
company commander.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.games.fieldsoffire.model import COMPANY, PLATOON_SEATS, FieldsState, Try
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.kernel import OneOf, Ref, Refusal, Unasked, Verb, refuse
from sandtable.kernel.choices import Choice, Pool

NOT_THIS_ONE = refuse("FF-4.0", "refuse.not_in_play")
"""For whoever the order itself does not reach; what a player reads comes from the rule that says why."""


def seat_of(state: FieldsState, key: int) -> str:
    """The seat that speaks for a unit."""
    seat = PLATOON_SEATS.get(state.units[key].platoon, COMPANY) if key in state.units else COMPANY
    return seat if seat in state.board.seats else COMPANY


# rule: FF-4.1.b6
def who_commands(state: FieldsState) -> tuple[str, ...]:
    """Who spends the commands at hand: whoever speaks for the headquarters; in General Initiative all who have men."""
    impulse, seats = state.impulse, state.board.seats
    if impulse is None or len(seats) == 1:
        return (COMPANY,)
    if impulse.hq:
        return (seat_of(state, impulse.hq),)
    have_men = {seat_of(state, key) for key in ours(state)}
    return tuple(seat for seat in seats if seat == COMPANY or seat in have_men)


def who_tries(state: FieldsState) -> tuple[str, ...]:
    """Who decides about an attempt: whoever ordered it; in General Initiative whoever speaks for the unit."""
    impulse, tried = state.impulse, state.within(Try)
    if impulse is not None and not impulse.hq and tried is not None:
        return (seat_of(state, tried.unit),)
    return who_commands(state)[:1]


# rule: FF-4.1.b6, FF-4.1.b5
def why_not_yours(state: FieldsState, seat: str, key: int) -> Refusal | None:
    """Why a unit takes no orders from a seat in General Initiative; loose teams obey everybody."""
    owner = seat_of(state, key)
    if owner == seat or key not in state.units or state.board.types[key].is_team:
        return None
    me, theirs = Ref("unit", key), Ref("seat", owner)
    return refuse("FF-4.1.b6", "refuse.unit_of_others", me, unit=me, seat=theirs)


def owned(order: Verb[Any, Any]) -> Verb[Any, Any]:
    """An order as General Initiative knows it: each seat gives it to its own men only."""
    name, argument = order.args[0]

    def choose(state: FieldsState, seat: str) -> Choice | Unasked | None:
        choice: Choice | Unasked | None = argument(state, seat)
        if len(state.board.seats) == 1 or not isinstance(choice, OneOf) or choice.of != "unit":
            return choice
        pool, why = choice.pool, choice.why

        def why_not(key: int) -> Refusal | None:
            return why_not_yours(state, seat, key) or (None if key in pool else NOT_THIS_ONE)

        def reason(key: int) -> Refusal | None:
            return why_not_yours(state, seat, key) or (why(key) if why is not None else None)

        return OneOf("unit", Pool(pool.candidates, why_not), why=reason, costs=choice.costs, default=choice.default)

    return replace(order, args=((name, choose), *order.args[1:]))
