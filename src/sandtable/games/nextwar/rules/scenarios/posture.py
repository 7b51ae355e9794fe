"""Korea, 16.2.1: how the powers see the war, and what China and Japan send."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.model import (
    AGGRESSIVE,
    ALLIED,
    DPRK,
    EVERYTHING,
    INTERVENTIONS,
    JAPAN,
    MODERATE,
    PASSIVE,
    PRC,
    SIDE_OF,
    SPECIAL_FORCES,
    SUPPLIES,
    US,
    KoreaState,
)
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft

CHART = "advanced/international_posture"
POWERS = (US, PRC, JAPAN)
INTERVENING = (PRC, JAPAN)
"""The nations whose part in the war hangs on their posture; the US and the Commonwealth are always in it."""


# rule: NWK-16.2.1.1.a, NWT-POSTURE
def attitude(faction: str, die: int) -> str:
    """How a faction of a nation votes."""
    bands = chart(CHART)["factions"][faction]
    return "hawks" if die >= bands["hawks"] else "moderates" if die >= bands["moderates"] else "doves"


# rule: NWK-16.2.1.1.b, NWT-POSTURE
def posture(total: int) -> str:
    """What the votes of its factions make of a nation."""
    ends = chart(CHART)["posture"]
    return PASSIVE if total <= ends["passive"] else AGGRESSIVE if total >= ends["aggressive"] else MODERATE


# rule: NWK-16.2.0, NWK-16.2.1.0, NWK-16.2.1.2.a
def determine(d: Draft[KoreaState]) -> None:
    """Before a campaign whose card begins before the war: a die for each faction of each power, then what they send."""
    if "pregame" not in d.now.board.card:
        return
    for nation in POWERS:
        _vote(d, nation)
    for nation in INTERVENING:
        _decide(d, nation)
    # rule: NWK-16.2.1.2.b
    most = max(cell(d.now, nation)["resolution"] for nation in INTERVENING)
    d.set(resolution=most)
    d.log("log.resolution_modifier", "NWK-16.2.1.2.b", plus=most)


# rule: NWK-16.2.1.1.a
def _vote(d: Draft[KoreaState], nation: str) -> None:
    rolls, total = [], 0
    for faction in chart(CHART)["factions"]:
        roll = d.draw(f"roll.{faction}", DIE)
        rolls.append(roll)
        total += chart(CHART)["values"][attitude(faction, roll.faces[0])]
    d.put("postures", nation, posture(total))
    d.log("log.posture", "NWK-16.2.1.1.b", rolls=rolls, nation=nation, posture=posture(total), total=total)


def cell(state: KoreaState, nation: str) -> dict[str, Any]:
    """The cell of the matrix for a nation's own posture in this campaign."""
    found: dict[str, Any] = chart(CHART)["matrix"][state.board.name][state.postures[nation]]
    return found


# rule: NWK-16.2.1.2.a, NWK-16.2.1.2.2
def _decide(d: Draft[KoreaState], nation: str) -> None:
    _send(d, nation, tuple(cell(d.now, nation)[nation]))


# rule: NWK-16.2.2.g, NWK-16.2.3.g, NWK-16.2.4.g
def _send(d: Draft[KoreaState], nation: str, sent: tuple[str, ...]) -> None:
    """A nation takes its part in the war; China comes with its cruise missiles once it comes with everything."""
    had = d.now.interventions.get(nation, ())
    d.put("interventions", nation, sent)
    d.log("log.intervention", "NWK-16.2.1.2.a", nation=nation, level=sent[-1] if sent else "none")
    # rule: NWK-16.2.1.2.4
    if nation == PRC and SPECIAL_FORCES in sent and SPECIAL_FORCES not in had:
        markers.reinforce(d, PRC, markers.most(PRC))
    if nation == PRC and EVERYTHING in sent and EVERYTHING not in had:
        account = d.now.accounts[DPRK]
        d.edit("accounts", DPRK, cruise=account.cruise + d.now.board.card["prc_cruise"])


# rule: NWK-16.2.1.2.5, NWK-16.2.1.2.6, NWK-16.2.1.2.8
def sends(state: KoreaState, nation: str, what: str) -> bool:
    """Whether a nation sends some kind of help."""
    return what in state.interventions.get(nation, ())


# rule: NWK-16.2.1.2.6
def enter_fully(d: Draft[KoreaState], nation: str) -> None:
    """A nation is drawn into the war with all it has."""
    if not sends(d.now, nation, EVERYTHING):
        _send(d, nation, INTERVENTIONS)


# rule: NWK-16.2.1.2.3, NWS-ADV-15.2
def supply(d: Draft[KoreaState]) -> None:
    """Nations that send supplies give their points of the turn."""
    for nation in INTERVENING:
        if not sends(d.now, nation, SUPPLIES):
            continue
        gives, side = chart(CHART)["gives"][nation], SIDE_OF[nation]
        account = d.now.accounts[side]
        points, missiles = gives["supply"], gives.get("scud", 0)
        d.edit("accounts", side, supply=account.supply + points, scud=account.scud + missiles)
        d.log("log.foreign_supply", "NWK-16.2.1.2.3", by=side, nation=nation, supply=points, scud=missiles)


# rule: NWK-16.2.1.2.7.a
def is_wider_conflict(state: KoreaState) -> bool:
    """Whether China fights openly, so that US forces are wanted elsewhere."""
    return sends(state, PRC, "air")


def may_veto(state: KoreaState, side: str) -> bool:
    """Whether a side may veto a resolution: the US always, China unless it is passive."""
    # rule: NWK-14.0
    return side == ALLIED or state.postures.get(PRC) in (MODERATE, AGGRESSIVE)
