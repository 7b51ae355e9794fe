"""What the umpire says about a step: entries made of keys, numbers and reasons, never of prose."""

from __future__ import annotations

from msgspec import Struct

from sandtable.kernel.modifiers import Modifier
from sandtable.kernel.refusals import Param, Ref


class Roll(Struct, frozen=True, omit_defaults=True):
    """Faces drawn for one purpose; ``need`` is what a face had to reach or stay under, where there is such a number."""

    why: str
    faces: tuple[int, ...]
    sides: int = 0
    need: int | None = None


class Draw(Struct, frozen=True, omit_defaults=True):
    """Cards drawn for one purpose, in the order in which they came."""

    why: str
    cards: tuple[int, ...]
    of: str = "card"
    """What kind of thing they are, for their names."""
    reshuffled: bool = False
    """Whether the deck was shuffled on the way or after the last card."""


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the log. ``readers`` are the seats that may read it; ``None`` means everybody."""

    key: str
    rule: str = ""
    seat: str = ""
    params: dict[str, Param] = {}
    rolls: tuple[Roll, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    points: tuple[Ref, ...] = ()
    readers: tuple[str, ...] | None = None
    draws: tuple[Draw, ...] = ()

    def is_for(self, seat: str) -> bool:
        """Whether that seat may read this line."""
        return self.readers is None or seat in self.readers
