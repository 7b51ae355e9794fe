"""The switches of a card: which rules a scenario plays with."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from sandtable.games.eastfront.scenario.card_facts.words import Hex, Noted, Turns, UnitName


class Flag(Noted, frozen=True, kw_only=True):
    """A switch that is on or off."""

    value: bool


class Number(Noted, frozen=True, kw_only=True):
    """A switch that is a number, such as a turn."""

    value: int
    unit: UnitName = ""
    applies_to: Literal["", "non_naval"] = ""
    start: int | None = None
    """What there is at the start, where that is another figure."""


class GeneralSupply(Noted, frozen=True, kw_only=True):
    """``always``, or traced along lines."""

    value: Literal["always", "traced"]


class AttackSupply(Noted, frozen=True, kw_only=True):
    """Whether attacks are supplied by themselves in some turns, by supply points, or never."""

    value: Literal["automatic", "points", "none"]
    turns: Turns = (0, 0)


class Allowed(Noted, frozen=True, kw_only=True):
    """Whether something is done in this scenario."""

    value: Literal["none", "allowed"]


class Conversion(Noted, frozen=True, kw_only=True):
    """Whether railways are converted, with how many points a turn, from which turn and from which hexes on."""

    value: Literal["none", "allowed"]
    points: int = 0
    starts: tuple[Hex, ...] = ()
    from_: int = field(name="from", default=0)


class Replacements(Noted, frozen=True, kw_only=True):
    """``none``, or what the card lists."""

    value: Literal["none", "cards", "points", "zaps"]


class Builders(Noted, frozen=True, kw_only=True):
    """Who may build strongpoints."""

    value: Literal["none", "soviet", "both", "axis_in_snow", "soviet_and_axis_in_snow"]


class Disbanding(Noted, frozen=True, kw_only=True):
    """Whether a headquarters may be given up."""

    value: Literal["none", "one"]


class Switches(Struct, frozen=True, kw_only=True):
    """What a scenario turns on and off; a switch that is named here is replaced as a whole."""

    general_supply: GeneralSupply | None = None
    """How units are in General Supply."""
    attack_supply_axis: AttackSupply | None = None
    """How Axis attacks are supplied."""
    attack_supply_soviet: AttackSupply | None = None
    """How Soviet attacks are supplied."""
    replacements: Replacements | None = None
    """Whether there are replacements."""
    new_strongpoints: Builders | None = None
    """Who may build strongpoints."""
    rail_movement: Allowed | None = None
    """Whether units move by rail."""
    rail_conversion: Conversion | None = None
    """How railways are converted."""
    captured_lines: Number | None = None
    """How many lines may be used as they were captured."""
    air_readiness_from: Number | None = None
    naval_readiness_from: Number | None = None
    """The first turn in which aircraft get ready again."""
    soviet_air_readiness_drm: Number | None = None
    """A modifier for Soviet aircraft that get ready."""
    hq_recovery_from: Number | None = None
    """The first turn in which a headquarters may recover."""
    hq_disbanding: Disbanding | None = None
    """Whether a headquarters may be given up."""
    naval: Allowed | None = None
    """Whether there are ships."""
    naval_interdiction_from: Number | None = None
    """The first turn in which the Axis may interdict movement at sea."""
    super_heavy_points: Number | None = None
    """What super-heavy guns of the Axis can fire at the start, and what a supply point buys."""
    map_t: Flag | None = None
    """Whether Map T lies beside the map."""
    guns_in_radius: Flag | None = None
    """Whether all artillery in reach fires together, as on the detailed map."""
    super_heavy_effects: Flag | None = None
    """Whether the table for super-heavy guns against works is used."""
