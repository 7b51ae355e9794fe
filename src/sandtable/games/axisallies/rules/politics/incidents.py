"""Chapters 6, 11 and 12: what an attack, an entry or a capture sets off elsewhere on the board.

Movement and combat call these three at the moment the thing happens; what follows from it is decided here.
"""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.additional import mongolia
from sandtable.games.axisallies.rules.objectives import awards
from sandtable.games.axisallies.rules.politics import china, dutch, neutrals, politics
from sandtable.games.axisallies.rules.turns.powers import ALLIES, alliance
from sandtable.kernel import Draft


def attacked(d: Draft[GlobalState], at: int, power: str) -> None:
    """A power attacks a territory: neutrals wake, the Dutch and Mongolia have friends, and the turn remembers it."""
    if at not in d.now.territories:
        return
    neutrals.rouse(d, at, power)
    dutch.resent(d, at, power)
    mongolia.provoke(d, at, power)
    if at not in d.now.attacked:
        d.set(attacked=tuple(sorted((*d.now.attacked, at))))


# rule: AA-6.japan.china-act-of-war, AA-6.china.dow
def entered(d: Draft[GlobalState], at: int, power: str) -> None:
    """Units of a power move into a territory: others in China are an act of war to somebody."""
    if at not in d.now.territories:
        return
    if alliance(d.now, power) == ALLIES:
        if power != china.CHINA and d.now.board.spaces[at].chinese:
            politics.provoke(d, "japan", power)
    elif at in china.reach(d.now) and f"{politics.ON_CHINA}.{power}" in d.now.events:
        politics.note(d, f"{politics.IN_CHINA}.{power}")


def captured(d: Draft[GlobalState], at: int, power: str) -> None:
    """A power has taken or freed a territory: what is paid once for it is paid now."""
    awards.pay_prize(d, at, power)
    awards.liberate(d, at)
