"""Who is asked what, and how a game ended."""

from __future__ import annotations

from msgspec import Struct

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
