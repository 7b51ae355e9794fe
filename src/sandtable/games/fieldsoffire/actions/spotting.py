"""The order to spot (menu 4.2.4a)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, Try, UnitId
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.orders import ordered, pay, why_not_order
from sandtable.games.fieldsoffire.rules.enemy import spotting
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, pick, refuse, verb
from sandtable.kernel.refusals import Place

SPOT = "4.2.4a"


class Spot(Action, frozen=True):
    """Menu 4.2.4a."""

    unit: UnitId
    card: Place


def spotters(state: FieldsState, seat: str) -> OneOf:
    cards = _hiding(state)

    def why_not(key: int) -> Refusal | None:
        no = spotting.why_not_spot(state, key)
        if no is None and not any(spotting.why_not_spot_on(state, key, card) is None for card in cards):
            return refuse("FF-4.2.4a.cond", "refuse.nobody_to_spot", Ref("unit", key), unit=Ref("unit", key))
        return no or why_not_order(state, key, SPOT)

    return ordered(state, why_not)


def _hiding(state: FieldsState) -> tuple[int, ...]:
    """Cards with enemies who have not been spotted."""
    return tuple({unit.at: None for unit in state.units.values() if unit.unspotted and unit.at})


def hiding_places(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", state.cards, lambda card: spotting.why_not_spot_on(state, unit, card))


def spot(d: Draft[FieldsState], action: Spot) -> None:
    pay(d, action.unit, SPOT)
    d.call("attempt", Try(trials.SPOT, action.unit, to=action.card))


SPOTTING = (verb(Spot, "FF-4.2.4a", spot, unit=spotters, card=hiding_places),)
