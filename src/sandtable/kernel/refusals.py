"""Refusals: the umpire's "no", as a value that names the rule and points at the board."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

Id = int | str
"""How pieces, places and other things of a game are named in messages."""


class Ref(Struct, frozen=True, order=True):
    """A link to a thing of the game, such as piece 57 or place 3606."""

    of: str
    id: Id


Param = int | str | Ref | tuple[Ref, ...]
"""What a message may be filled with: numbers, words of the game, links to pieces and places."""


def of(domain: str) -> msgspec.Meta:
    """Mark an id in a type annotation as naming a thing of one domain: ``Annotated[int, of("place")]``."""
    return msgspec.Meta(extra={"of": domain})


Place = Annotated[int, of("place")]
Piece = Annotated[int, of("piece")]
Seat = Annotated[str, of("seat")]


class Refusal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something may not be done: the rule, a message key with its parameters, and what to point at."""

    rule: str
    key: str
    params: dict[str, Param] = {}
    points: tuple[Ref, ...] = ()
    is_dead_end: bool = False
    """Whether it only says that nothing could follow: what is asked next knows the reason."""


def refuse(rule: str, key: str, *points: Ref, **params: Param) -> Refusal:
    """Build a refusal; positional arguments are the pieces and places to point at."""
    return Refusal(rule=rule, key=key, params=params, points=points)


def dead_end(rule: str, key: str, *points: Ref, **params: Param) -> Refusal:
    """A refusal of something that is legal in itself and leads nowhere: a ship whose only way is a closed strait."""
    return Refusal(rule=rule, key=key, params=params, points=points, is_dead_end=True)
