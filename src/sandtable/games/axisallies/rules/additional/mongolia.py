"""Chapter 11: the pact between the Soviet Union and Mongolia."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.politics.neutrals import STRICT, join_at_once
from sandtable.games.axisallies.rules.politics.politics import note
from sandtable.games.axisallies.rules.turns.powers import place
from sandtable.kernel import Draft, derived

JAPAN, USSR = "japan", "ussr"
KOREA = "Korea"
VOID = "mongolian_pact_void"
"""The event that ends the pact for good."""


# rule: AA-11.mongolia.territories
@derived()
def territories(state: GlobalState) -> tuple[int, ...]:
    """The Mongolian territories."""
    return tuple(space.id for space in state.board.spaces.values() if space.mongolian)


@derived()
def borders(state: GlobalState) -> frozenset[int]:
    """The territories that touch Mongolia from outside."""
    inside = territories(state)
    return frozenset(near for at in inside for near in state.board.land_next[at] if near not in inside)


@derived()
def korea(state: GlobalState) -> int:
    """The territory of Korea, which does not touch Mongolia and counts as if it did."""
    return next(space.id for space in state.board.spaces.values() if space.name["en"] == KOREA)


def is_strict(state: GlobalState) -> bool:
    """Whether Mongolia, or a part of it, is still strictly neutral."""
    return any(state.territories[at].stance == STRICT for at in territories(state))


# rule: AA-11.mongolia.exception
def provoke(d: Draft[GlobalState], at: int, attacker: str) -> None:
    """A Soviet attack on Korea or next to a strict Mongolia ends the pact."""
    if (
        attacker == USSR
        and (at == korea(d.now) or at in borders(d.now))
        and is_strict(d.now)
        and VOID not in d.now.events
    ):
        note(d, VOID)
        d.log("log.pact_void", "AA-11.mongolia.exception", place(at), place=place(at))


# rule: AA-11.mongolia.join.a, AA-12.ussr.mongolia
def is_called(state: GlobalState) -> bool:
    """Whether Japan attacked a Soviet territory next to Mongolia in this turn, and the pact still holds."""
    if state.active != JAPAN or VOID in state.events:
        return False
    return any(at in borders(state) and state.territories[at].since == USSR for at in state.attacked)


# rule: AA-11.mongolia.join.b
def after_combat(d: Draft[GlobalState]) -> None:
    """At the end of Japan's Conduct Combat, what is not Axis of Mongolia comes under Soviet control with its armies."""
    if not is_called(d.now):
        return
    for at in territories(d.now):
        land = d.now.territories[at]
        if not land.holder and land.stance in (STRICT, "pro_allies"):
            count = join_at_once(d, at, USSR)
            d.log("log.mongolia_joins", "AA-11.mongolia.join.a", place(at), place=place(at), count=count)
