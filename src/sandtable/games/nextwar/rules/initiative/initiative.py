"""Chapter 5: who holds the initiative."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, SIDES, KoreaState
from sandtable.kernel import Draft


# rule: NWS-STD-2.1, NW-5.0.a
def determine(d: Draft[KoreaState]) -> None:
    """The kind of this turn: as the scenario says, or from the victory points of the turn before."""
    state = d.now
    if state.turn > 1:
        holder = next_holder(state)
        d.set(initiative=holder, first=holder or state.first)
    for side in SIDES:
        if d.now.accounts[side].turn_vp2:  # equivalent[always]: none becomes none
            d.edit("accounts", side, turn_vp2=0)
    state = d.now
    key = "log.initiative" if state.initiative else "log.contested"
    d.log(key, "NW-5.0.a", side=state.initiative or state.first)


# rule: NW-5.1.a, NW-5.1.b, NW-5.1.3
def next_holder(state: KoreaState) -> str:
    """The side that holds the initiative in this turn, from what the last turn was like; empty if it is contested."""
    card = state.board.card["initiative"]
    fixed: list[str] = card["fixed"]
    if state.turn <= len(fixed):
        return fixed[state.turn - 1]
    points = {side: state.accounts[side].turn_vp2 for side in SIDES}
    if state.initiative:
        return after_initiative(points, card["threshold"])
    return after_contested(points)


# rule: NW-5.1.1.a, NW-5.1.1.b
def after_initiative(points2: dict[str, int], threshold2: int) -> str:
    """After a turn with the initiative: the only side that reached the number of the scenario."""
    reached = [side for side in SIDES if points2[side] >= threshold2]
    return reached[0] if len(reached) == 1 else ""


# rule: NW-5.1.2
def after_contested(points2: dict[str, int]) -> str:
    """After a contested turn: the side with more victory points."""
    if points2[DPRK] == points2[ALLIED]:
        return ""
    return DPRK if points2[DPRK] > points2[ALLIED] else ALLIED
