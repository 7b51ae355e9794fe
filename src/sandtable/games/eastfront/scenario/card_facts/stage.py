"""When and where a scenario is played: turns, calendar, area, works, zones of set-up, rules of its own."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from sandtable.games.eastfront.scenario.card_facts.words import Climate, Hex, Noted, Turns, Weather


class Span(Struct, frozen=True, kw_only=True):
    """The first and the last turn of the scenario; one may be left as it is."""

    first: int | None = None
    last: int | None = None


class DayFacts(Noted, frozen=True, kw_only=True):
    """A turn of the calendar: with its weather, or with a climate in which it is rolled for."""

    turn: int
    weather: Weather | Literal[""] = ""
    climate: Climate | Literal[""] = ""
    modifier: int = 0
    storms: bool = False
    """Whether there are storms too, where the card gives the weather."""
    from_: str = field(name="from", default="")
    to: str = ""


class Area(Noted, frozen=True, kw_only=True):
    """The part of the map that is played on."""

    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None


class Works(Noted, frozen=True, kw_only=True):
    """Strongpoints at the start."""

    hexes: tuple[Hex, ...] = ()


class FortifiedLines(Noted, frozen=True, kw_only=True):
    """Lines that stand at the start."""

    intact: tuple[str, ...] = ()


class SetUpZone(Noted, frozen=True, kw_only=True):
    """Columns and rows inside which units may be placed, or the hexes one by one."""

    columns: tuple[int, int] = (0, 0)
    rows: tuple[int, int] = (0, 0)
    hexes: tuple[Hex, ...] = ()


class Zones(Noted, frozen=True, kw_only=True):
    """The zones of both sides by name, and the option without which there are none."""

    axis: dict[str, SetUpZone] = {}
    soviet: dict[str, SetUpZone] = {}
    option: Literal["", "free_setup"] = ""


class SpecialRule(Noted, frozen=True, kw_only=True):
    """A rule of one scenario, in some turns or in all."""

    key: Literal[
        "groddeck_may_split",
        "soviet_paralysis",
        "mandated_attacks",
        "no_line_to_kerch_shifts_left",
        "below_one_to_four_is_4r",
        "axis_air_superiority",
        "axis_air_hits_tanks",
        "soviet_armour_doubled_against_22_panzer",
        "soviet_attackers_stay",
        "kerch_restriction",
        "coast_units_cost_points",
        "landings_at_kerch_only",
        "forced_evacuation",
        "coast_hq_sails",
        "coast_hq_interdicted",
        "citadels_are_havens",
        "no_axis_advantage",
        "stranded_count",
        "besieged_by_sea_only",
        "winter_freeze",
    ]
    turns: Turns | None = None
