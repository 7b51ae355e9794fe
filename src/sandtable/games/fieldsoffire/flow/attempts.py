"""An attempt that was ordered: the cards, a word of encouragement after a failure, and what comes of it (4.2)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions.abilities import HOLD_BACK, USE_ABILITY
from sandtable.games.fieldsoffire.actions.calling import NO_SPREAD, SPREAD
from sandtable.games.fieldsoffire.actions.exhorting import EXHORT, LET_BE
from sandtable.games.fieldsoffire.model import Barrage, FieldsState, Try
from sandtable.games.fieldsoffire.rules.campaign import abilities
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.seats import who_tries
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.kernel import Draft, Phase, Ref


def what_failed(state: FieldsState, seat: str) -> dict[str, Any]:
    """Who has failed at what, how many commands are left, and how likely one more card helps."""
    one, impulse = state.subject(Try), state.impulse
    left = impulse.left if impulse is not None else 0
    return {"unit": Ref("unit", one.unit), "what": one.what, "left": left, "chance": chance_of_one(state, one)}


def chance_of_one(state: FieldsState, one: Try) -> int:
    """In how many of a hundred draws the next card shows what is looked for."""
    cards = trials.KINDS[one.what].trial(state, one)
    left = [number for number in (state.deck.rest or state.deck.discards) if number in state.board.deck]
    if cards is None or not left:
        return 0
    showing = sum(any(state.board.deck[number].shows(sign) for sign in cards.signs) for number in left)
    return 100 * showing // len(left)


def what_is_tried(state: FieldsState, seat: str) -> dict[str, Any]:
    one = state.subject(Try)
    return {"unit": Ref("unit", one.unit), "what": one.what}


def what_falls(state: FieldsState, seat: str) -> dict[str, Any]:
    """The fire mission that may spread, where it falls, and how many of the company stand there or beside it."""
    barrage = state.subject(Barrage)
    near = (barrage.card, *around(barrage.card))
    men = sum(state.units[key].at in near for key in ours(state))
    return {"mission": barrage.mission, "card": Ref("place", barrage.card), "near": men}


def is_raised(state: FieldsState) -> bool:
    """Whether an ability brings a Paralyzed Team up, farther than the order would."""
    one = state.subject(Try)
    return one.assured and one.form in abilities.RAISES


def climb(d: Draft[FieldsState]) -> None:
    one = d.now.subject(Try)
    abilities.raise_up(d, one.unit, one.form)


# rule: FF-4.2.c, FF-4.2.1b.when
ATTEMPT: Phase[FieldsState] = Phase(
    "attempt",
    "FF-4.2.c",
    (
        Phase("draw", "FF-4.2.c", begin=trials.begin),
        Phase(
            "abilities",
            "FF-12.7.e",
            who=who_tries,
            when=lambda state: bool(abilities.helpers(state)),
            over=lambda state, seat: not abilities.helpers(state),
            verbs=(USE_ABILITY, HOLD_BACK),
            prompt=what_is_tried,
        ),
        Phase(
            "exhort",
            "FF-4.2.1b",
            who=who_tries,
            when=lambda state: bool(trials.exhorters(state)),
            verbs=(EXHORT, LET_BE),
            prompt=what_failed,
        ),
        Phase("raised", "FF-12.7.e", begin=climb, when=is_raised),
        Phase("outcome", "FF-4.2.c", begin=trials.resolve, when=lambda state: not is_raised(state)),
    ),
    when=trials.is_possible,
)

# rule: FF-7.16.2.B
BARRAGE: Phase[FieldsState] = Phase(
    "barrage",
    "FF-7.16.2.B",
    (Phase("cards", "FF-7.16.2.B", who=who_tries, verbs=(SPREAD, NO_SPREAD), prompt=what_falls),),
)
