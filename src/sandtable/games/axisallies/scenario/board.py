"""The board: spaces, borders, unit types, powers and tables, and what is worked out from them once."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from sandtable.games.axisallies.model import GlobalOptions
from sandtable.kernel import Scenario
from sandtable.kernel.areas import AreaMap
from sandtable.kernel.graph import flood

FLIGHTS_KEPT = 4_000
"""How many answers about flights a board keeps: in one game a few hundred are asked for."""
UPGRADE = "upgrade"
"""The order that turns a minor complex into a major one; it stands among the kinds of units on the list."""


class Space(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A territory or sea zone as the board prints it."""

    id: int
    name: dict[str, str]
    kind: Literal["land", "sea"]
    half: Literal["europe", "pacific", "both"]
    owner: str = ""
    original_owner: str = ""
    economy: str = ""
    ipc: int = 0
    neutral: str = ""
    army: int = 0
    mongolian: bool = False
    chinese: bool = False
    dutch: bool = False
    capital_of: str = ""
    victory_city: str = ""
    island: bool = False
    coastal: bool = False
    impassable: bool = False
    convoy: bool = False
    kamikaze: bool = False


class UnitType(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of unit with everything the unit table says of it."""

    id: str
    name: dict[str, str]
    domain: Literal["land", "air", "sea"]
    cost: int
    attack: int
    defence: int
    move: int
    hits: int
    rule: str
    cargo: str = ""
    supports: tuple[str, ...] = ()
    blitz: str = ""
    noncombat_only: bool = False
    aa_hit_on: int = 0
    aa_shots: int = 0
    deck: int = 0
    deck_room: int = 0
    scrambles: bool = False
    escorts: bool = False
    intercepts: bool = False
    raids: tuple[str, ...] = ()
    raid_bonus: int = 0
    warship: bool = False
    surface_warship: bool = False
    surprise: bool = False
    submerges: bool = False
    hunts_submarines: bool = False
    bombards_at: int = 0
    convoy_dice: int = 0
    convoy_dice_from_deck: int = 0
    hold: dict[str, int] = {}


class Installation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of installation."""

    id: str
    name: dict[str, str]
    cost: int
    damage: int
    out_at: int
    ipc_at_least: int
    site: Literal["original", "held", "coastal"]
    on_island: bool
    aa_hit_on: int
    rule: str
    capacity: int = 0
    upgrade_cost: int = 0
    move_bonus: int = 0
    scrambles: int = 0
    repairs: tuple[str, ...] = ()


class Canal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A passage between two sea zones and the territories that control it."""

    id: str
    name: dict[str, str]
    kind: Literal["canal", "strait"]
    zones: tuple[int, int]
    land: tuple[int, ...]
    free: tuple[str, ...]
    rule: str
    closed_while_neutral: bool = False


class EconomyInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A treasury, whose it is, and the capital it lies in."""

    id: str
    power: str
    ipc: int
    capital: int = 0
    capital_city: str = ""


class PowerInfo(Struct, frozen=True, kw_only=True):
    """One of the nine powers."""

    id: str
    number: int
    name: dict[str, str]
    alliance: Literal["axis", "allies"]
    economies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class GlobalScenario(Scenario):
    """The board with all its tables."""

    options: GlobalOptions
    spaces: Mapping[int, Space]
    map: AreaMap
    kinds: Mapping[str, UnitType]
    installations: Mapping[str, Installation]
    powers: Mapping[str, PowerInfo]
    economies: Mapping[str, EconomyInfo]
    canals: tuple[Canal, ...]
    tables: Mapping[str, Any]
    """Data files by name, for what is not typed above: charts, politics, objectives, research, setup and others."""

    @cached_property
    def land_next(self) -> Mapping[int, tuple[int, ...]]:
        """Every space with the passable territories it touches."""
        return self._next("land")

    @cached_property
    def sea_next(self) -> Mapping[int, tuple[int, ...]]:
        """Every space with the sea zones it touches."""
        return self._next("sea")

    @cached_property
    def air_next(self) -> Mapping[int, tuple[int, ...]]:
        """Every space with the spaces aircraft can reach from it in one step, impassable ones left out."""
        return {
            place: tuple(n for n in near if not self.spaces[n].impassable)
            for place, near in self.map.neighbours.items()
        }

    def _next(self, kind: str) -> dict[int, tuple[int, ...]]:
        return {
            place: tuple(n for n in near if self.spaces[n].kind == kind and not self.spaces[n].impassable)
            for place, near in self.map.neighbours.items()
        }

    def zones_within(self, zone: int, steps: int) -> frozenset[int]:
        """The sea zones at most so many steps away by sea, whatever lies in between."""
        return self._within(zone, steps, self.sea_next)

    def lands_within(self, land: int, steps: int) -> frozenset[int]:
        """The territories at most so many steps away by land, whoever holds what lies in between."""
        return self._within(land, steps, self.land_next)

    def _within(self, start: int, steps: int, near: Mapping[int, tuple[int, ...]]) -> frozenset[int]:
        # A space is either a territory or a zone, and nobody changes his element on the way.
        key = (start, steps)
        if key not in self._rings:
            self._rings[key] = frozenset(flood((start,), near, lambda a, b: True, steps).costs)
        return self._rings[key]

    @cached_property
    def _rings(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

    # rule: AA-10.air.count, AA-7.canal.air
    def flights(self, start: int, range_: int, sky: frozenset[int]) -> dict[int, int]:
        """Every space aircraft can get to from a space, with the number of borders crossed.

        A space outside the open sky can be the end of a flight, but is never flown over. Few spaces near by are
        closed, and mostly the same ones: all games on this board share what was found.
        """
        closed = self._airspace(start, range_ - 1) - sky
        key = (start, range_, closed)
        found = self._flights.get(key)
        if found is None:
            if len(self._flights) >= FLIGHTS_KEPT:
                self._flights.clear()
            found = self._flights[key] = self._flown(start, range_, closed)
        return found

    def _flown(self, start: int, range_: int, closed: frozenset[int]) -> dict[int, int]:
        """The same, worked out ring by ring, so that a space is entered first by the shortest way."""
        near = self.air_next
        reached = {start: 0}
        ring = [start]
        for cost in range(1, range_ + 1):
            ring = [at for here in ring for at in near[here] if at not in reached and reached.setdefault(at, cost)]
            if closed:
                ring = [at for at in ring if at not in closed]
        return reached

    def distances(self, ends: frozenset[int], sky: frozenset[int]) -> dict[int, int]:
        """How many borders aircraft cross from every space to the nearest of some ends, in no order of the spaces.

        Worked out backwards, ring by ring: of the spaces on the way only the first and the last may be closed.
        """
        reached = dict.fromkeys(sorted(ends), 0)
        ring: AbstractSet[int] = ends
        cost = 0
        while ring:
            cost += 1
            fresh = set[int]().union(*map(self.air_next.__getitem__, ring)).difference(reached)
            reached.update(dict.fromkeys(fresh, cost))
            ring = fresh & sky
        return reached

    def _airspace(self, start: int, steps: int) -> frozenset[int]:
        """The spaces at most so many borders away, except the one itself."""
        key = (start, steps)
        if key not in self._skies:
            self._skies[key] = frozenset(flood((start,), self.air_next, lambda a, b: True, steps).costs) - {start}
        return self._skies[key]

    @cached_property
    def _flights(self) -> dict[tuple[int, int, frozenset[int]], dict[int, int]]:
        return {}

    @cached_property
    def _skies(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

    @cached_property
    def carriers(self) -> tuple[str, ...]:
        """The kinds of ships with a deck for aircraft."""
        return tuple(kind.id for kind in self.kinds.values() if kind.deck_room)

    @cached_property
    def transports(self) -> tuple[str, ...]:
        """The kinds of ships with a hold for land units."""
        return tuple(kind.id for kind in self.kinds.values() if kind.hold)

    @cached_property
    def seas(self) -> frozenset[int]:
        """All sea zones."""
        return frozenset(space.id for space in self.spaces.values() if space.kind == "sea")

    @cached_property
    def convoys(self) -> tuple[int, ...]:
        """The sea zones with the convoy symbol."""
        return tuple(space.id for space in self.spaces.values() if space.convoy)

    def is_sea(self, place: int) -> bool:
        """Whether a space is a sea zone."""
        return place in self.seas

    def canal_between(self, a: int, b: int) -> Canal | None:
        """The canal or strait between two sea zones."""
        return self._passages.get((a, b))

    @cached_property
    def _passages(self) -> dict[tuple[int, int], Canal]:
        return {ends: canal for canal in self.canals for a, b in [canal.zones] for ends in ((a, b), (b, a))}
