"""Chapter 9.2: what allies let each other use, and whether they do."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import alliance, is_belligerent, seat
from sandtable.kernel import Ref, Refusal, refuse

TERRITORIES, CARRIERS, TRANSPORTS = "territories", "carriers", "transports"
ASSETS = (TERRITORIES, CARRIERS, TRANSPORTS)
"""What needs the consent of both powers; the guest gives his by coming."""


# rule: AA-9.2.general.share
def may_share(state: GlobalState, power: str, other: str) -> bool:
    """Whether two powers can use each other's ships and bases at all: of one alliance and both at war."""
    if power == other:
        return True
    same = alliance(state, power) == alliance(state, other)
    return same and is_belligerent(state, power) and is_belligerent(state, other)


def key_of(owner: str, guest: str, asset: str) -> str:
    """The name of a consent in the table of consents, and of a request for it."""
    return f"{owner}.{guest}.{asset}"


# rule: AA-9.2.general.share
def agrees(state: GlobalState, owner: str, guest: str, asset: str) -> bool:
    """Whether a power lets an ally use its territories, carriers or transports.

    Unless the table agreed to ask each time, allies agree until one of them says otherwise.
    """
    if owner == guest:
        return True
    said = state.consents.get(key_of(owner, guest, asset)) if state.consents else None
    return state.board.options.consent == "given" if said is None else bool(said)


# rule: AA-9.2.general.share
def may_use(state: GlobalState, guest: str, owner: str, asset: str) -> bool:
    """Whether a power may use the ships of another: both at war, and the owner agrees."""
    return may_share(state, guest, owner) and agrees(state, owner, guest, asset)


# rule: AA-9.2.general.share
def why_withheld(state: GlobalState, guest: str, owner: str, asset: str, *where: Ref) -> Refusal | None:
    """Why an ally's things may not be used: it withholds its consent."""
    if agrees(state, owner, guest, asset):
        return None
    return refuse("AA-9.2.general.share", "refuse.no_consent", *where, power=seat(owner), asset=Ref("word", asset))
