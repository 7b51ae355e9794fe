"""What facts may say of the card of a scenario: each part replaces the printed one as a whole."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Side = Literal["dprk", "allied"]
Nobody = Literal["", "dprk", "allied"]
Nation = Literal["dprk", "prc", "rok", "us", "cw", "japan"]
SeaBox = Literal["yellow.at_sea", "yellow.inshore", "east.at_sea", "east.inshore"]
Level = Literal["contested", "advantage", "superiority", "supremacy"]


class AreaFacts(Struct, frozen=True, kw_only=True):
    """The part of the map that is played: columns and rows as far as it goes."""

    sheet: Literal["N", "S"] | None = None
    east: int | None = None
    west: int | None = None
    west_south_of_dmz: int | None = None
    north: str | None = None
    """A sheet and a row: N19."""
    south: str | None = None
    east_south: int | None = None
    note: str | None = None


class InitiativeFacts(Struct, frozen=True, kw_only=True):
    """Who has the initiative."""

    fixed: tuple[Nobody, ...]
    """Turn by turn, as far as the card says it."""
    first: Side
    threshold: int | None = None
    rule: str | None = None


class SurpriseFacts(Struct, frozen=True, kw_only=True):
    """Whom surprise helps, when and by how many columns."""

    side: Side
    turn: int
    columns: int
    phase: Literal["initiative"] | None = None
    rule: str | None = None


class WeatherFacts(Struct, frozen=True, kw_only=True):
    """The weather that the card prints."""

    fixed: tuple[Literal["clear", "overcast", "storm"], ...] | None = None
    storm_air_points: dict[Side, tuple[int, int]] | None = None


class PregameFacts(Struct, frozen=True, kw_only=True):
    """What happens before the war."""

    scud: int | None = None
    moves: bool | None = None
    surprised: tuple[int, int] | None = None
    japan_grounded: bool | None = None


class CardFacts(Struct, frozen=True, kw_only=True):
    """Parts of the card. Those that list forces are taken as they are: they have the form of the printed ones."""

    about: str | None = None
    rule: str | None = None
    rules: tuple[str, ...] | None = None
    source: str | None = None
    note: str | None = None
    minutes: int | None = None
    level: Literal["standard", "advanced"] | None = None
    turns: int | None = None
    area: AreaFacts | None = None
    special: tuple[str, ...] | None = None
    variant: Any = None
    dprk: Any = None
    allied: Any = None
    initiative: InitiativeFacts | None = None
    surprise: SurpriseFacts | None = None
    sof_surprise: Literal["strategic", "tactical"] | None = None
    sof_limited: bool | None = None
    pregame: PregameFacts | None = None
    arrivals: Any = None
    reinforcements: Any = None
    replacements: dict[Nation, tuple[int, ...]] | None = None
    sea: bool | None = None
    sea_control: dict[SeaBox, Side] | None = None
    weather: WeatherFacts | None = None
    air_points: tuple[tuple[int, int, Nobody, Level], ...] | None = None
    """Turn by turn: points of the DPRK and of the Allies, whom the level favours, and the level."""
    air_losses_last: bool | None = None
    air_rule: Literal["swap_then_halve"] | None = None
    air_war: Literal["strategic_surprise", "tactical_surprise", "extended_mobilization"] | None = None
    prc_cruise: int | None = None
    victory: Any = None
