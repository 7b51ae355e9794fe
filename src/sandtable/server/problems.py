"""What the server says when it does not do what it was asked."""

from __future__ import annotations

from sandtable.kernel.refusals import Refusal
from sandtable.server.shapes.base import Problem

TOLD = (400, 401, 403, 413, 415, 429)
"""The statuses of what somebody should not have sent; the operator hears of these."""
TOLD_CODES = ("stale", "refused", "bad_game")


class Wrong(Exception):
    """A request that fails, with the status and the words of its answer."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        refusal: Refusal | None = None,
        seq: int | None = None,
        wait: int = 0,
        why: str = "",
    ) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.refusal, self.seq = status, code, text, refusal, seq
        self.wait = wait
        """Seconds after which to try again."""
        self.why = why or (code if status in TOLD or code in TOLD_CODES else "")
        """What the log and the counters call it; empty where nobody need hear of it."""

    def problem(self) -> Problem:
        """As it is sent."""
        return Problem(code=self.code, text=self.text, refusal=self.refusal, seq=self.seq)


def malformed(text: str) -> Wrong:
    """The request cannot be understood."""
    return Wrong(400, "malformed", text)


def unknown_person() -> Wrong:
    """Nobody is logged in."""
    return Wrong(401, "unknown_person", "log in first")


def forbidden(text: str = "this is not yours to do") -> Wrong:
    """Somebody is logged in, but may not."""
    return Wrong(403, "forbidden", text)


def not_your_seat(seat: str) -> Wrong:
    """Somebody acts for a seat of somebody else."""
    return Wrong(403, "not_your_seat", f"you do not sit on the seat {seat!r}", why="foreign_seat")


def not_found(text: str, why: str = "") -> Wrong:
    """There is no such thing, or none that this person may know of."""
    return Wrong(404, "not_found", text, why=why)


def conflict(text: str) -> Wrong:
    """Things have changed, or are not as the request takes them to be."""
    return Wrong(409, "conflict", text)


def stale(seq: int) -> Wrong:
    """The game has moved on."""
    return Wrong(409, "stale", f"the game is at {seq} now; look again", seq=seq)


def refused(refusal: Refusal, seq: int) -> Wrong:
    """The umpire says no."""
    return Wrong(422, "refused", f"refused by rule {refusal.rule or '-'}: {refusal.key}", refusal=refusal, seq=seq)


def too_fast(wait: float, why: str = "") -> Wrong:
    """Too many requests."""
    return Wrong(429, "too_fast", "too many requests; wait a little", wait=max(1, int(wait + 0.999)), why=why)
