"""Who is asked what, and how a game ended."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from sandtable.kernel import codec
from sandtable.kernel.refusals import Param, Ref


class Prompt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question to one seat. ``at`` is the place in the sequence of play, ``verbs`` what may be answered."""

    seat: str
    at: str
    key: str
    rule: str = ""
    params: dict[str, Param] = {}
    verbs: tuple[str, ...] = ()
    about: tuple[Ref, ...] = ()
    """What the procedure at hand is about: the hex of a battle, who reacts."""


class Outcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The end of a game: who won, by which rule, and the scores that decided."""

    winners: tuple[str, ...]
    key: str
    rule: str = ""
    params: dict[str, Param] = {}
    scores: dict[str, int] = {}
    carried: Any = None
    """What a campaign carries on to the next game, typed by the game (``Game.carries``); everybody may know it."""
    leads_to: tuple[str, ...] = ()
    """The scenarios that can follow."""

    def __post_init__(self) -> None:
        if self.carried is not None:
            # Plain from the start, so that an outcome is the same before it is written and after it is read.
            force_setattr(self, "carried", codec.as_read(self.carried))
