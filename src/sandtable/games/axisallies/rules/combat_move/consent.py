"""Chapter 9.2: what allies let each other use, and whether they do."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.politics.theatres import is_at_war_here
from sandtable.games.axisallies.rules.turns.powers import alliance, are_allies, is_belligerent, place, seat
from sandtable.kernel import Ref, Refusal, refuse

TERRITORIES, CARRIERS, TRANSPORTS = "territories", "carriers", "transports"
ASSETS = (TERRITORIES, CARRIERS, TRANSPORTS)
"""What needs the consent of both powers; the guest gives his by coming."""


# rule: AA-9.2.general.share
def may_share(state: GlobalState, power: str, other: str) -> bool:
    """Whether two powers can use each other's ships and bases anywhere: of one alliance and both at war."""
    if power == other:
        return True
    same = alliance(state, power) == alliance(state, other)
    return same and is_belligerent(state, power) and is_belligerent(state, other)


# rule: AA-9.2.general.share, AA-6.ussr.theatres
def may_share_at(state: GlobalState, power: str, other: str, at: int) -> bool:
    """Whether two powers can use each other's ships and bases in a space: both of them count as at war there."""
    if power == other:
        return True
    return are_allies(state, power, other) and is_at_war_here(state, power, at) and is_at_war_here(state, other, at)


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
def may_use(state: GlobalState, guest: str, owner: str, asset: str, at: int) -> bool:
    """Whether a power may use the ships of another in a zone: both at war there, and the owner agrees."""
    return may_share_at(state, guest, owner, at) and agrees(state, owner, guest, asset)


def why_no_sharing(state: GlobalState, guest: str, owner: str, at: int) -> Refusal | None:
    """Why an ally's decks may not be used in a space, whatever it says: one of the two is at peace there."""
    if may_share_at(state, guest, owner, at):
        return None
    # rule: AA-9.4.air.peace
    rule = "AA-9.2.general.share" if is_at_war_here(state, guest, at) else "AA-9.4.air.peace"
    return refuse(rule, "refuse.no_sharing", place(at), power=seat(owner))


# rule: AA-9.2.general.share
def why_withheld(state: GlobalState, guest: str, owner: str, asset: str, *where: Ref) -> Refusal | None:
    """Why an ally's things may not be used: it withholds its consent."""
    if agrees(state, owner, guest, asset):
        return None
    return refuse("AA-9.2.general.share", "refuse.no_consent", *where, power=seat(owner), asset=Ref("word", asset))
