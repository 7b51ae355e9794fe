"""The phases before a power's first move: research, purchase and repair."""

from __future__ import annotations

from sandtable.games.axisallies.actions import buying
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.purchase import purchase
from sandtable.games.axisallies.rules.research import research
from sandtable.games.axisallies.rules.turns.powers import is_headless
from sandtable.kernel import Phase


# rule: AA-13.use
def research_phase(power: str) -> Phase[GlobalState]:
    """Research and development."""
    return Phase(
        "research",
        "AA-13.use",
        when=lambda state: state.board.options.research and not is_headless(state, power),
        who=lambda state: (power,) if research.can_research(state, power) else (),
        verbs=(buying.RESEARCH, buying.END_RESEARCH),
    )


def purchase_phase(power: str) -> Phase[GlobalState]:
    """Purchase and repair."""
    return Phase(
        "purchase",
        "AA-9.1.steps",
        when=lambda state: not is_headless(state, power),
        who=lambda state: (power,),
        verbs=(buying.BUY, buying.REPAIR, buying.END_PURCHASE),
        end=purchase.repair_ships,
        prompt=purchase.money_left,
    )


BREAKTHROUGH: Phase[GlobalState] = Phase(
    "breakthrough", "AA-13.step3", who=lambda state: (state.active,), verbs=(buying.BREAKTHROUGH,)
)
