"""Words and notes that every part of a card shares."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from sandtable.kernel import of

Hex = Annotated[int, of("hex")]
UnitName = Annotated[str, of("unit")]
AirName = Annotated[str, of("aircraft")]
Side = Literal["axis", "soviet"]
Weather = Literal["dry", "mud", "frost", "snow", "arctic"]
Climate = Literal["dry", "mud", "frost", "snow"]
Source = Literal["printed", "public", "reconstructed", "ruling", "example"]
Turns = tuple[int, int]
"""The first and the last turn of something."""


class Noted(Struct, frozen=True, kw_only=True):
    """What every part of a card may say about itself."""

    source: Source = "reconstructed"
    rule: str = ""
    why: str | tuple[str, ...] = ""
    reading: str = ""
    note: str = ""
