"""What a side has at the start, and what comes and goes later."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from sandtable.games.eastfront.scenario.card_facts.words import AirName, Hex, Noted, Turns, UnitName


class Row(Noted, frozen=True, kw_only=True):
    """A unit, or aircraft, at the start or later."""

    unit: UnitName = ""
    untried: str = ""
    """The cup, for a counter that nobody has turned up yet."""
    air: dict[AirName, int] = {}
    hex: Hex = 0
    hexes: tuple[Hex, ...] = ()
    """Hexes of entry to choose from."""
    edge: Literal["", "west", "north", "east"] = ""
    """The edge of the card where it enters, by any source of its side."""
    zone: str = ""
    """The zone inside which its owner may place it before the first turn."""
    box: Literal["", "map_t", "ready", "flown", "damaged", "destroyed", "cadre", "eliminated", "cannot_rebuild"] = ""
    garrison: bool = False
    no_move: int = 0
    """Turns in which it may not move."""
    turn: int = 0
    steps: int = 0
    face: Literal["", "front", "back"] = ""
    state: Literal["", "op", "non_op", "mobile", "firing"] = ""
    placed: bool = False
    cannot_cancel: bool = False
    towns: bool = False
    """Placed in any town in supply."""
    printed: tuple[str, ...] = ()
    """What of a row that is rebuilt the card prints all the same."""


class Price(Struct, frozen=True, kw_only=True):
    """What a group costs up to a turn."""

    to: int
    vp: int


class Group(Noted, frozen=True, kw_only=True):
    """Reinforcements that a side takes together, for victory points."""

    group: str | int
    turns: Turns
    units: tuple[Row, ...]
    vp: int = 0
    prices: tuple[Price, ...] = ()
    points: dict[str, int] = {}
    """Replacement points that come with it, by sort."""
    after: str = ""
    """The group that has to be taken before."""
    free_if_destroyed: int = 0
    """Destroyed Soviet aircraft from which on it costs nothing."""
    again: Turns | None = None
    """Turns in which it may be taken a second time round."""
    wreck: bool = False
    """Whether it is for a ship that was sunk on the enlarged map."""
    die: int = 0
    """The highest roll with which it comes; without it comes for certain."""
    plans: dict[Literal["kerch", "sevastopol"], int] = {}
    """What it costs by the plan of the Axis."""
    leave: int = 0
    """The turn in which its aircraft leave for a while."""
    back: int = 0
    """The turn in which they come back."""
    strongpoints: int = 0
    """Strongpoints that come with it."""


class Exchange(Noted, frozen=True, kw_only=True):
    """Counters that are exchanged for others."""

    remove: UnitName | tuple[UnitName, ...] = ()
    remove_one_of: tuple[UnitName, ...] = ()
    """Units of which its owner gives up one."""
    group: str = ""
    """The group with which the exchange is made."""
    hex: Hex = 0
    """Where the new units come, where that is not the place of the old ones."""
    ships: tuple[str, ...] = ()
    """Ships that come in exchange."""
    garrison: bool = False
    receive: tuple[UnitName, ...] = ()
    turn: int = 0
    optional: bool = False


class Leaving(Noted, frozen=True, kw_only=True):
    """Units and aircraft that leave."""

    entries: tuple[Row, ...] = ()


class Depot(Noted, frozen=True, kw_only=True):
    """A supply unit that stands on the map from the beginning."""

    hex: Hex
    points: Literal[1, 2] = 1
    wagon: bool = False
    free: bool = False
    """Whether its owner may place it elsewhere before the first turn."""


class AirBoxes(Noted, frozen=True, kw_only=True):
    """How many aircraft of each type lie in each box."""

    ready: dict[AirName, int] = {}
    flown: dict[AirName, int] = {}
    damaged: dict[AirName, int] = {}
    destroyed: dict[AirName, int] = {}
    to_come: dict[AirName, int] = {}


class ShipRow(Noted, frozen=True, kw_only=True):
    """A ship at the start, or later."""

    ship: str
    hex: Hex = 0
    box: Literal["", "map_t"] = ""
    turn: int = 0
    sailed: bool = False
    damage: int = 0
    berths: tuple[Hex | Literal["map_t"], ...] = ()
    """Ports and boxes between which its owner chooses before the first turn."""


class ShipsLeaving(Noted, frozen=True, kw_only=True):
    """Ships that leave in a turn."""

    turn: int
    ships: tuple[str, ...]


class FleetList(Noted, frozen=True, kw_only=True):
    """The ships of a side."""

    rows: tuple[ShipRow, ...] = ()
    arrivals: tuple[ShipRow, ...] = ()
    withdrawals: tuple[ShipsLeaving, ...] = ()


class SideCard(Noted, frozen=True, kw_only=True):
    """The set-up of a side, and what comes and goes later; each part that is named is replaced as a whole."""

    units: tuple[Row, ...] | None = None
    air: AirBoxes | None = None
    reinforcements: tuple[Row, ...] | None = None
    withdrawals: Leaving | None = None
    conversions: tuple[Exchange, ...] | None = None
    groups: tuple[Group, ...] | None = None
    supplies: tuple[Depot, ...] | None = None
    ships: FleetList | None = None
    substitutes: dict[str, Any] | None = None
    """By their values (2-2-5): how many there are and how many at the start."""
