"""The sequence of play: a round is nine turns, a turn is the phases of chapter 8."""

from __future__ import annotations

from sandtable.games.axisallies.flow import closing, combat, combat_move, noncombat, preparation
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns import order
from sandtable.games.axisallies.rules.victory import victory
from sandtable.kernel import Draft, Phase, Sequence

ORDER = ("germany", "ussr", "japan", "usa", "china", "uk", "italy", "anzac", "france")


def turn(power: str) -> Phase[GlobalState]:
    """The turn of one power."""
    return Phase(
        power,
        "AA-8.phase-order",
        (
            # rule: AA-8.phase-order
            preparation.research_phase(power),
            preparation.purchase_phase(power),
            combat_move.combat_move_phase(power),
            combat_move.scramble_phase(power),
            combat.combat_phase(power),
            noncombat.noncombat_phase(power),
            closing.mobilize_phase(power),
            closing.income_phase(power),
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
    preparation.BREAKTHROUGH,
    combat_move.AMBUSH,
    combat_move.PASSAGE,
    combat_move.SHARING,
    combat.RAID,
    combat.BATTLE,
    closing.AWARD,
)
