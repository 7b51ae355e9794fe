"""Who is ahead, for tournaments: the card's verdict at the end, or the points as they are."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, SIDES, KoreaState
from sandtable.games.nextwar.rules.victory import judging
from sandtable.games.nextwar.scenario import KoreaScenario

SCENARIOS = (
    "train_to_seoul",
    "uijeongbu_blues",
    "east_coast_highway",
    "incheon_again",
    "militarized_zone",
    "all_in",
    "they_did_what",
)
"""The scenarios that the staff was taught and is measured in: the standard ones."""


POINTS2 = 1000
"""Half victory points beside which the verdict counts as much again: more than a game brings."""


def sides(board: KoreaScenario) -> dict[str, tuple[str, ...]]:
    """The two sides, a seat each."""
    return {side: (side,) for side in SIDES}


def rounds(state: KoreaState) -> int:
    """Turns played to their end."""
    return state.turn - 1


def wealth(state: KoreaState) -> dict[str, int]:
    """Half victory points."""
    return {side: state.accounts[side].vp2 for side in SIDES}


def leader(before: KoreaState, now: KoreaState) -> str:
    """The side that has won, or would win if the game ended now; empty where nobody would."""
    outcome = judging.outcome(now)
    if outcome is not None:
        return outcome.winners[0] if outcome.winners else ""
    lead = now.accounts[DPRK].vp2 - now.accounts[ALLIED].vp2
    return DPRK if lead > 0 else ALLIED if lead < 0 else ""


def advantage(before: KoreaState, now: KoreaState) -> float:
    """How far the DPRK is ahead in victory points, and whether it has won."""
    ahead = (now.accounts[DPRK].vp2 - now.accounts[ALLIED].vp2) / POINTS2
    side = leader(before, now)
    return ahead + (0 if not side else 1 if side == DPRK else -1)
