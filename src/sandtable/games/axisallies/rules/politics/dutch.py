"""Chapter 6: the Dutch territories, which nobody plays and the United Kingdom and ANZAC look after."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.politics.politics import provoke
from sandtable.games.axisallies.rules.turns.powers import ALLIES, alliance, place, seat
from sandtable.kernel import Draft, Refusal, refuse

GUARDIANS = ("uk", "anzac")
"""The powers that may move into Dutch territories and take them over."""


# rule: AA-6.uk.dutch.d
def is_dutch(state: GlobalState, at: int) -> bool:
    """Whether a territory is still Dutch; once a power has taken it, it is a territory like any other."""
    return state.board.spaces[at].dutch and not state.territories[at].holder


# rule: AA-6.uk.dutch.a, AA-6.anzac.dutch
def may_occupy(state: GlobalState, power: str, at: int) -> bool:
    """Whether a power may move into a Dutch territory in Noncombat Move."""
    return power in GUARDIANS and is_dutch(state, at)


# rule: AA-6.uk.dutch.a, AA-6.anzac.dutch
def may_land_aircraft(state: GlobalState, power: str, at: int) -> bool:
    """Whether aircraft of a power may come down in a territory that was Dutch when the turn began."""
    land = state.territories[at]
    if power not in GUARDIANS or not state.board.spaces[at].dutch or land.since:
        return False
    return not land.holder or land.holder in GUARDIANS


# rule: AA-6.uk.dutch.b, AA-6.anzac.dutch
def may_occupy_in_combat_move(state: GlobalState, power: str, at: int) -> bool:
    """Whether a power may take over a Dutch territory already in Combat Move; an option narrows it to Noncombat.

    Others may follow into one that was taken over in this phase: its moves are simultaneous.
    """
    if state.board.options.dutch_entry != "both" or power not in GUARDIANS:
        return False
    return is_dutch(state, at) or is_claimed_now(state, at)


def is_claimed_now(state: GlobalState, at: int) -> bool:
    """Whether a territory was taken over from the Dutch in this Combat Move."""
    return state.territories[at].overrun and state.board.spaces[at].dutch and not state.territories[at].since


# rule: AA-6.uk.dutch.a
def why_not_attack(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Allies do not attack the Dutch, and only their guardians may stand in for them."""
    if is_dutch(state, at) and alliance(state, power) == ALLIES:
        return refuse("AA-6.uk.dutch.a", "refuse.dutch_ally", place(at), place=place(at))
    return None


# rule: AA-6.uk.dutch.b, AA-6.anzac.dutch
def claim(d: Draft[GlobalState], at: int, power: str, in_combat_move: bool = False) -> None:
    """A land unit of a guardian has entered: the territory and its income are his."""
    if not may_occupy(d.now, power, at):
        return
    d.edit("territories", at, holder=power, overrun=in_combat_move)
    rule = "AA-6.anzac.dutch" if power == "anzac" else "AA-6.uk.dutch.b"
    d.log("log.dutch", rule, place(at), power=seat(power), place=place(at), ipc=d.now.board.spaces[at].ipc)


# rule: AA-6.uk.dutch.c, AA-6.anzac.dutch
def resent(d: Draft[GlobalState], at: int, attacker: str) -> None:
    """An attack on the Dutch is an act of war against both of their guardians."""
    if is_dutch(d.now, at):
        for guardian in GUARDIANS:
            provoke(d, guardian, attacker)
