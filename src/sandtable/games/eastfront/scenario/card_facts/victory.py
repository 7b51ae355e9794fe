"""What the sides play for: places, levels, ordered attacks, plans."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sandtable.games.eastfront.scenario.card_facts.words import Hex, Noted, Side, UnitName


class Mandates(Noted, frozen=True, kw_only=True):
    """Attacks that a side is ordered to make."""

    at_start: int = 0
    turns: dict[int, int] = {}
    vp_each: int = 0


class Holding(Noted, frozen=True, kw_only=True):
    """Hexes of which the Soviets must hold some for a level of victory."""

    level: Literal["", "tactical", "operational"] = ""
    at_least: int
    of: tuple[Hex, ...]


class Level(Noted, frozen=True, kw_only=True):
    """A level of victory and the least points of the Axis for it."""

    side: Side
    level: Literal["strategic", "operational", "marginal", "tactical"]
    least: int | None = None


class Early(Struct, frozen=True, kw_only=True):
    """What a place is worth up to a turn."""

    to: int
    points: int


class Prize(Noted, frozen=True, kw_only=True):
    """A place that is worth victory points."""

    hex: Hex
    points: int
    until: tuple[Early, ...] = ()
    retaken: int | None = None
    """What it is worth when it is taken a second time."""
    kerch: dict[str, Any] | None = None
    """What it is worth with the plan of Kerch: ``points`` and ``until``."""


class BeltPrize(Noted, frozen=True, kw_only=True):
    """What the fortified belt is worth: every hex, or six of them together."""

    each: int = 0
    six_or_more: int = 0


class KerchGoal(Noted, frozen=True, kw_only=True):
    """Soviet steps that have to be lost, with the hex or without it."""

    hex: Hex = 0
    soviet_steps_lost: int


class Victory(Noted, frozen=True, kw_only=True):
    """What the sides play for."""

    axis_holds_all: tuple[Hex, ...] | None = None
    most_axis_step_losses: int | None = None
    with_kerch: KerchGoal | None = None
    without_kerch: KerchGoal | None = None
    soviet_steps_lost_at_start: int | None = None
    cut_off_from_kerch_counts: bool | None = None
    soviet_holds: tuple[Holding, ...] | None = None
    levels: tuple[Level, ...] | None = None
    ships: dict[str, int] | None = None
    """Points for ships that are sunk, by their kind."""
    held_at_start: tuple[Hex, ...] | None = None
    """Places that the points at the start are for."""
    axis_at_start: int | None = None
    levels_kerch: tuple[Level, ...] | None = None
    """The levels with the plan of Kerch."""
    panzer_division_lost: int | None = None
    """Points for a panzer division of which nothing is left at the end."""
    doubt: Any = None


class Goal(Noted, frozen=True, kw_only=True):
    """A hex that counts at the end for the plan that names it."""

    hex: Hex
    vp: int


class Plans(Noted, frozen=True, kw_only=True):
    """The plans of victory of scenario 5."""

    choose_by: int | None = None
    reveal_by: int | None = None
    divisions_leave: int | None = None
    group: str | None = None
    divisions: tuple[UnitName, ...] | None = None
    port: Hex | None = None
    sevastopol_type_i: int | None = None
    goals: dict[Literal["kerch", "sevastopol"], Goal] | None = None
