"""Chapter 9.6: collect income."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.income.convoy import disrupt
from sandtable.games.axisallies.rules.objectives.objectives import bonuses
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.turns.powers import has_lost_capital, paying
from sandtable.kernel import Draft, Modifier, Ref, Sum


# rule: AA-9.3.multi.income, AA-9.3.conclude.production, AA-7.territory.value
def production(state: GlobalState, power: str, economy: str) -> int:
    """The value of the territories a power controls for one of its treasuries."""
    if economy not in state.board.powers[power].economies:
        return 0
    return sum(state.board.spaces[at].ipc for at in paying(state, economy))


# rule: AA-9.6.income, AA-9.6.bonus-order, AA-11.uk.income
def collect(d: Draft[GlobalState]) -> None:
    """Add production and objectives to each treasury whose capital is free, less what convoys lost."""
    power = d.now.active
    for economy in d.now.board.powers[power].economies:
        # rule: AA-9.6.capital-lost
        if has_lost_capital(d.now, economy):
            d.log("log.no_income", "AA-9.6.capital-lost", economy=Ref("economy", economy))
            continue
        lost = disrupt(d, power, economy)
        parts = [Modifier("AA-9.6.income", "modifier.production", production(d.now, power, economy))]
        parts += bonuses(d.now, power, economy)
        if lost:
            parts.append(Modifier("AA-9.6.convoy.conditions", "modifier.convoy", -lost))
        parts += war_bonds(d, power, economy)
        parts.append(Modifier("AA-9.6.income", "modifier.nothing_less", 0, op="least"))
        earned = Sum.of(parts)
        d.put("treasury", economy, d.now.treasury[economy] + earned.total)
        d.log(
            "log.income",
            "AA-9.6.income",
            modifiers=earned,
            economy=Ref("economy", economy),
            earned=earned.total,
            total=d.now.treasury[economy],
        )


# rule: AA-13.t1.5
def war_bonds(d: Draft[GlobalState], power: str, economy: str) -> list[Modifier]:
    """One die more for a power with war bonds, into the first of its treasuries that collects."""
    dice = effect(d.now, power, "war_bonds").get("income_dice", 0)
    collecting = [e for e in d.now.board.powers[power].economies if not has_lost_capital(d.now, e)]
    if not dice or economy != collecting[0]:
        return []
    roll = d.roll("roll.war_bonds", 6, dice)
    d.log("log.war_bonds", "AA-13.t1.5", rolls=[roll], economy=Ref("economy", economy), earned=sum(roll.faces))
    return [Modifier("AA-13.t1.5", "modifier.war_bonds", sum(roll.faces))]
