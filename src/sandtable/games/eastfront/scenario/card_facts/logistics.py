"""Supply, replacements, railways and ways over water."""

from __future__ import annotations

from typing import Literal

from sandtable.games.eastfront.scenario.card_facts.words import Hex, Noted, Turns, UnitName


class Ports(Noted, frozen=True, kw_only=True):
    """How much ports can feed."""

    limit: Literal["chart", "none"]
    needs: dict[Literal["black_sea", "azov"], tuple[Hex, ...]] = {}
    """Hexes that the side has to hold before ports of a sea are open to it."""
    opened_after: int = 0
    """The turn in which a town beyond the map falls; before it is over no port is open."""


class Sources(Noted, frozen=True, kw_only=True):
    """Where the supply of a side comes from."""

    hexes: tuple[Hex, ...] = ()
    ports: Ports | None = None


class PointsOf(Noted, frozen=True, kw_only=True):
    """Supply points in a turn."""

    turn: int
    points: int


class Deliveries(Noted, frozen=True, kw_only=True):
    """The supply points of a side for attacks."""

    counters: int = 0
    each_turn: int = 0
    per_base: int = 0
    entries: tuple[PointsOf, ...] = ()
    entry: Literal["map_t", "map"] = "map_t"
    wagon: bool = False


class Recruits(Noted, frozen=True, kw_only=True):
    """Replacement points in a turn."""

    turn: int
    type_i: int = 0
    type_a: int = 0
    romanian: int = 0
    air: int = 0
    train: int = 0


class Recruiting(Noted, frozen=True, kw_only=True):
    """The replacements of a side."""

    entries: tuple[Recruits, ...] = ()
    each_turn: int | None = None


class Captured(Noted, frozen=True, kw_only=True):
    """Captured lines that can be used once a hex was held."""

    points: int
    once_held: Hex


class Lines(Noted, frozen=True, kw_only=True):
    """Stacking points that the railways of a side carry in a turn."""

    converted: int = 0
    captured: int | Captured = 0
    soviet: int = 0


class Rails(Noted, frozen=True, kw_only=True):
    """Rail hexes that are not plainly Soviet at the start."""

    converted: tuple[Hex, ...] = ()
    captured: tuple[Hex, ...] = ()
    cut: tuple[Hex, ...] = ()


class Bridges(Noted, frozen=True, kw_only=True):
    """Bridge units and ferries."""

    axis: int = 0
    soviet: int = 0
    ferries: int = 0


class Airlift(Noted, frozen=True, kw_only=True):
    """How often a side may fly units in a game."""

    axis: int = 0
    soviet: int = 0
    only: UnitName = ""
    """The unit for whose arrival alone there is a flight."""


class IceBridge(Noted, frozen=True, kw_only=True):
    """The way over the frozen strait."""

    hex: Hex
    turns: Turns
    stands_on: Hex = 0
    """The hex that has to be friendly when it is placed."""
    placed: int = 0
    """The turn in which it is placed."""
    points: int = 0
    """Stacking points that go over it in a turn, both ways together."""
