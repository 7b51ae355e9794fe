"""Campaigns: a game that follows another and begins with what that one carried on.

What is carried on stands in the header of the game that follows, so that it opens and replays without the one before.
It is sealed there, it must give the position in which the game opens, and it must be what the game before ended with:
each of the three is checked by whoever has enough to check it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sandtable.kernel import codec
from sandtable.kernel.records import Follows

if TYPE_CHECKING:
    from sandtable.kernel.match import Match


class NothingToFollow(ValueError):
    """A game that no other can follow; says why."""


def sealed(match: str, hash: str, carried: Any) -> Follows:
    """What a header says about the game before."""
    plain = codec.as_read(carried)
    seal = blake2b(codec.encode([match, hash, plain]), digest_size=16).hexdigest()
    return Follows(match=match, hash=hash, carried=plain, seal=seal)


def is_sealed(follows: Follows) -> bool:
    """Whether the seal is whole: nothing about the game before was changed since it was written."""
    return sealed(follows.match, follows.hash, follows.carried) == follows


def handed_on(before: Match[Any], scenario: str) -> Follows:
    """What a game hands on to the next, which plays that scenario; raises :class:`NothingToFollow`."""
    outcome = before.game.ending(before.state)
    if outcome is None:
        raise NothingToFollow("the game before is not over by its rules")
    if outcome.carried is None:
        raise NothingToFollow("the game before carries nothing on")
    if scenario not in outcome.leads_to:
        known = ", ".join(outcome.leads_to) or "nothing"
        raise NothingToFollow(f"{scenario!r} does not follow it; what follows is {known}")
    last = before.steps[-1].hash if before.steps else before.opening.hash
    return sealed(before.header.commitment, last, outcome.carried)


def broken_link(before: Match[Any], after: Match[Any]) -> str:
    """What is wrong where one game is said to follow another; empty when it does."""
    follows = after.header.follows
    if follows is None:
        return "this game follows no other"
    if before.game.id != after.game.id or follows.match != before.header.commitment:
        return "it follows another game"
    try:
        due = handed_on(before, after.header.scenario)
    except NothingToFollow as problem:
        return str(problem)
    if follows.hash != due.hash:
        return "the game before ended in another position"
    return "" if follows == due else "what was carried on is not what the game before ended with"
