"""The sequence of play: a round is nine turns, a turn is the phases of chapter 8."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import battles, kamikaze, raids
from sandtable.games.axisallies.rules.combat_move import combat_move, scramble
from sandtable.games.axisallies.rules.income import income
from sandtable.games.axisallies.rules.mobilize import mobilize
from sandtable.games.axisallies.rules.noncombat import noncombat, stranded
from sandtable.games.axisallies.rules.objectives import awards
from sandtable.games.axisallies.rules.politics import politics
from sandtable.games.axisallies.rules.purchase import purchase
from sandtable.games.axisallies.rules.research import research
from sandtable.games.axisallies.rules.turns import order
from sandtable.games.axisallies.rules.victory import victory
from sandtable.kernel import Draft, Phase, Sequence

CHAPTERS = (
    research,
    politics,
    combat_move,
    scramble,
    kamikaze,
    raids,
    battles,
    stranded,
    noncombat,
    mobilize,
    income,
    awards,
)
"""Chapters that call procedures of their own on top of the turn."""

ORDER = ("germany", "ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")


def turn(power: str) -> Phase[GlobalState]:
    """The turn of one power."""
    return Phase(
        power,
        "AA-8.phase-order",
        (
            # rule: AA-8.phase-order
            research.phase(power),
            purchase.phase(power),
            Phase(
                "combat_move",
                "AA-9.2.general.purpose",
                (
                    # rule: AA-9.2.dow.timing
                    politics.phase(power),
                    combat_move.phase(power),
                ),
            ),
            scramble.phase(power),
            Phase(
                "combat",
                "AA-9.3.sequence",
                (kamikaze.phase(power), raids.phase(power), battles.phase(power)),
            ),
            Phase("noncombat", "AA-9.4.who", (stranded.phase(power), noncombat.phase(power))),
            mobilize.phase(power),
            income.phase(power),
            Phase("end", "AA-8.phase-order", begin=order.end_turn),
        ),
        begin=order.begin_turn,
    )


def end_round(d: Draft[GlobalState]) -> None:
    """Check victory over the round that is now complete, then count it."""
    victory.check(d)
    order.end_round(d)


SEQUENCE: Sequence[GlobalState] = Sequence(
    Phase(
        "round",
        "AA-8.round",
        (*(turn(power) for power in ORDER), Phase("end", "AA-8.round", begin=end_round)),
        again=lambda state: True,
    ),
    *(procedure for chapter in CHAPTERS for procedure in getattr(chapter, "PROCEDURES", ())),
)
