"""Chapter 28 and Korea, 14: resolutions of the United Nations, vetoes and cease-fires."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    PEACE,
    PROPOSED,
    STACK,
    STANDS,
    KoreaState,
    enemy,
)
from sandtable.games.nextwar.rules.scenarios.posture import may_veto
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.kernel import Draft, Modifier, Sum

NEEDED = 10
"""What passes a resolution."""
VETO2, REFUSAL2 = 5 * STACK, 10 * STACK
"""Half victory points that a veto costs, and that refusing a cease-fire gives to the enemy."""


# rule: NW-28.0, NWS-ADV-3.2
def roll(d: Draft[KoreaState]) -> None:
    """Roll for a resolution, not in the first turn, once the powers have taken sides; one that stands is enough."""
    d.set(refusing=())
    # rule: NWK-15.10.e
    taken_sides = d.now.postures or d.now.resolution
    if d.now.turn == 1 or d.now.cease_fire or d.now.busan_lost or not taken_sides:
        return
    die = d.draw("roll.resolution", DIE, need=NEEDED - d.now.resolution)
    plus = Sum.of((Modifier("NWK-16.2.1.2.b", "modifier.posture", d.now.resolution),))
    passed = die.faces[0] + plus.total >= NEEDED
    d.log("log.resolution", "NW-28.0", rolls=[die], modifiers=plus, passed=int(passed))
    if passed:
        d.set(cease_fire=PROPOSED)


# rule: NW-28.2.a, NWK-14.0
def vetoer(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it may veto a resolution: China's player first, then the one of the US."""
    return (side,) if state.cease_fire == PROPOSED and may_veto(state, side) else ()


# rule: NW-28.2
def veto(d: Draft[KoreaState]) -> None:
    """The resolution is void, and there will be another roll; it costs points."""
    d.set(cease_fire="")
    scoring.award(d, d.seat, -VETO2)
    d.log("log.veto", "NW-28.2", by=d.seat, side=d.seat)


# rule: NW-28.2
def adopt(d: Draft[KoreaState]) -> None:
    """A resolution that nobody vetoed stands for good."""
    if d.now.cease_fire == PROPOSED:
        d.set(cease_fire=STANDS)
        d.log("log.cease_fire", "NW-28.2")


# rule: NW-28.1
def aggressor(state: KoreaState) -> str:
    """The side that had the initiative in the first turn."""
    fixed: list[str] = state.board.card["initiative"]["fixed"]
    return fixed[0]


# rule: NW-28.1, NW-28.1.a, NW-28.2.a
def answerer(state: KoreaState, is_first: bool) -> tuple[str, ...]:
    """Who says whether he obeys, in each turn anew: the aggressor, then his enemy, who may defend himself freely."""
    side = aggressor(state) if is_first else enemy(aggressor(state))
    return (side,) if state.cease_fire == STANDS and not state.refusing else ()


# rule: NW-28.1
def refuse_to_obey(d: Draft[KoreaState]) -> None:
    """A side fights on: its enemy scores."""
    d.set(refusing=(d.seat,))
    scoring.award(d, enemy(d.seat), REFUSAL2)
    d.log("log.cease_fire_refused", "NW-28.1", by=d.seat, side=d.seat)


# rule: NW-28.3, NW-28.0
def conclude(d: Draft[KoreaState]) -> None:
    """In the victory phase a cease-fire that both sides obey ends the game."""
    if d.now.cease_fire == STANDS and not d.now.refusing:
        d.set(cease_fire=PEACE)
        d.log("log.peace", "NW-28.3")
