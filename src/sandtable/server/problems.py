"""What the server says when it does not do what it was asked: a key of its catalogue, told in the reader's language."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.kernel.refusals import Refusal
from sandtable.server.shapes.base import Problem
from sandtable.texts import Catalogue, load

TOLD = (400, 401, 403, 413, 415, 429)
"""The statuses of what somebody should not have sent; the operator hears of these."""
TOLD_CODES = ("stale", "refused", "bad_game")
ENGLISH = "en"


class Wrong(Exception):
    """A request that fails, with the status and the words of its answer: ``error.<key>`` and what it speaks of."""

    def __init__(
        self,
        status: int,
        code: str,
        key: str,
        /,
        refusal: Refusal | None = None,
        seq: int | None = None,
        wait: int = 0,
        why: str = "",
        **params: Any,
    ) -> None:
        super().__init__(key)
        self.status, self.code, self.key, self.params = status, code, key, params
        self.refusal, self.seq = refusal, seq
        self.wait = wait
        """Seconds after which to try again."""
        self.why = why or (code if status in TOLD or code in TOLD_CODES else "")
        """What the log and the counters call it; empty where nobody need hear of it."""

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The words in English."""
        return self.told(ENGLISH)

    def told(self, language: str) -> str:
        """The words in a language."""
        return _catalogue(language).say(f"error.{self.key}", **self.params)

    def problem(self, language: str = ENGLISH) -> Problem:
        """As it is sent."""
        return Problem(code=self.code, text=self.told(language), refusal=self.refusal, seq=self.seq)


@cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language, [load(language, "sandtable.server")])


def malformed(text: str) -> Wrong:
    """The request cannot be understood; what is wrong with it is said to those who write clients, in English."""
    return Wrong(400, "malformed", "malformed", text=text)


def unknown_person() -> Wrong:
    """Nobody is logged in."""
    return Wrong(401, "unknown_person", "unknown_person")


def forbidden(key: str, /, **params: Any) -> Wrong:
    """Somebody is logged in, but may not."""
    return Wrong(403, "forbidden", key, **params)


def not_your_seat(seat: str) -> Wrong:
    """Somebody acts for a seat of somebody else."""
    return Wrong(403, "not_your_seat", "not_your_seat", seat=seat, why="foreign_seat")


def not_found(key: str, /, why: str = "", **params: Any) -> Wrong:
    """There is no such thing, or none that this person may know of."""
    return Wrong(404, "not_found", key, why=why, **params)


def conflict(key: str, /, **params: Any) -> Wrong:
    """Things have changed, or are not as the request takes them to be."""
    return Wrong(409, "conflict", key, **params)


def stale(seq: int) -> Wrong:
    """The game has moved on."""
    return Wrong(409, "stale", "stale", seq=seq, at=seq)


def refused(refusal: Refusal, seq: int) -> Wrong:
    """The umpire says no."""
    return Wrong(422, "refused", "refused", refusal=refusal, seq=seq, rule=refusal.rule or "-", key=refusal.key)


def too_fast(wait: float, why: str = "") -> Wrong:
    """Too many requests."""
    return Wrong(429, "too_fast", "too_fast", wait=max(1, int(wait + 0.999)), why=why)
