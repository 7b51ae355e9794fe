"""The phases that close a turn: new units, and income."""

from __future__ import annotations

from sandtable.games.axisallies.actions import buying, diplomacy
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.income import income
from sandtable.games.axisallies.rules.mobilize import complexes, mobilize
from sandtable.games.axisallies.rules.objectives import awards
from sandtable.games.axisallies.rules.politics import politics
from sandtable.games.axisallies.rules.turns.powers import is_headless, place
from sandtable.kernel import Phase


def mobilize_phase(power: str) -> Phase[GlobalState]:
    """Mobilize new units; nobody is asked when nothing waits for a place."""
    return Phase(
        "mobilize",
        "AA-9.5.where",
        when=lambda state: not is_headless(state, power) or bool(complexes.open_orders(state, power)),
        who=lambda state: (power,),
        over=lambda state, seat: (
            not any(mobilize.has_site(state, seat, order) for order in complexes.open_orders(state, seat))
        ),
        verbs=(buying.DEPLOY, buying.END_MOBILIZE),
        prompt=mobilize.waiting,
        end=mobilize.close,
    )


def income_phase(power: str) -> Phase[GlobalState]:
    """Collect income, after the declaration that is allowed only now."""
    return Phase(
        "income",
        "AA-9.6.income",
        (*_income_window(power), Phase("collect", "AA-9.6.income", begin=income.collect)),
    )


# rule: AA-6.us.dow-turn3
def _income_window(power: str) -> tuple[Phase[GlobalState], ...]:
    """The one declaration that is made at Collect Income: the United States in its third turn, if still at peace."""
    if power != "usa":
        return ()
    return (
        Phase(
            "declare",
            "AA-6.us.dow-turn3",
            when=lambda state: politics.is_window_open(state, power),
            who=lambda state: (power,),
            over=lambda state, seat: not politics.can_declare(state, seat),
            verbs=(diplomacy.DECLARE, diplomacy.END_DECLARING),
        ),
    )


AWARD: Phase[GlobalState] = Phase(
    awards.AWARD,
    "AA-12.france.liberation",
    who=lambda state: (awards.prize_here(state)[0],),
    verbs=(buying.RAISE,),
    prompt=lambda state, seat: {"worth": awards.prize_here(state)[1], "place": place(state.here.ref)},
)
