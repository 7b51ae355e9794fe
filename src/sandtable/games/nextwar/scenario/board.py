"""What never changes in a game: the map, the counters, the charts and the card of the scenario."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sandtable.games.nextwar.model import DPRK, HOME, SIDES, WINTER, KoreaOptions
from sandtable.games.nextwar.scenario.counters import AirCounter, Counter, HelicopterCounter, ShipCounter
from sandtable.games.nextwar.scenario.ground import LAND_BOXES, OPEN, Border, Ground, KoreaMap
from sandtable.kernel import Scenario
from sandtable.kernel.hexes import HexGrid

ADVANCED = "advanced"
BEYOND = 1000
"""As far from the playing area as places are from which no way leads into it."""
CAPITALS = {
    "allied": ("N2004", "N2104"),
    "dprk": ("N2822", "N2921", "N2922", "N3021", "N3022", "S2500", "S2700"),
}
"""For each side the urban hexes of the capital that it wants."""


@dataclass(frozen=True, kw_only=True, eq=False)
class KoreaScenario(Scenario):
    """A scenario with its map, counters and charts."""

    map: KoreaMap
    units: Mapping[int, Counter]
    helicopters: Mapping[int, HelicopterCounter]
    ships: Mapping[int, ShipCounter]
    aircraft: Mapping[int, AirCounter]
    card: Mapping[str, Any]
    cache: dict[Any, Any] = field(default_factory=dict)
    """Tables worked out once from the counters, by the rules that need them."""

    @property
    def grid(self) -> HexGrid:
        """The hexes of both sheets."""
        return self.map.grid

    @property
    def ground(self) -> Mapping[int, Ground]:
        """What is in each hex and box."""
        return self.map.ground

    @property
    def near(self) -> Mapping[int, tuple[int, ...]]:
        """The neighbours of each hex."""
        return self.map.near

    def border(self, a: int, b: int) -> Border:
        """The hexside between two neighbours."""
        return self.map.border(a, b)

    def place(self, label: str) -> int:
        """The place of a printed number or of a box's name."""
        return self.map.numbers[label]

    def featured(self, feature: str) -> tuple[int, ...]:
        """The places with a feature, on the map and off it: they never change."""
        known, key = self.map.cache, ("featured", feature)
        if key not in known:
            known[key] = tuple(place for place, ground in self.ground.items() if feature in ground.features)
        found: tuple[int, ...] = known[key]
        return found

    @property
    def settings(self) -> KoreaOptions:
        """The options of the game."""
        assert isinstance(self.options, KoreaOptions)
        return self.options

    @property
    def is_advanced(self) -> bool:
        """Whether the advanced rules hold."""
        return bool(self.card["level"] == ADVANCED)

    def plays(self, level: str) -> bool:
        """Whether a rule of a level, or of both, has a meaning here."""
        return level in ("both", self.card["level"])

    @cached_property
    def flies_units(self) -> bool:
        """Whether the war in the air is fought with air units, and not with air points."""
        return self.is_advanced and not self.uses_points

    # rule: NWK-1.1.1
    def chooses(self, counter: Counter) -> bool:
        """Whether the players have chosen a counter; most leave no choice."""
        return counter.choice in ("", self.settings.prc_190)

    # rule: NW-29.1
    @cached_property
    def uses_points(self) -> bool:
        """Whether the advanced game is played with air points, as both have agreed; the air war never is."""
        return self.is_advanced and not self.is_air_war and self.settings.standard_air

    @cached_property
    def is_air_war(self) -> bool:
        """Whether only the war in the air is fought, on its card."""
        return "air_war" in self.card

    # rule: NWK-16.2.3.k
    def grounds_japan(self, turn: int) -> bool:
        """Whether units based in Japan may not fly in a turn."""
        return turn == 1 and bool(self.card.get("pregame", {}).get("japan_grounded"))

    # rule: NWK-2.1
    @property
    def is_winter(self) -> bool:
        """Whether it is winter: marsh is open terrain."""
        return self.settings.season == WINTER

    @property
    def turns(self) -> int:
        """The last turn."""
        return int(self.card["turns"])

    @cached_property
    def uses_sea(self) -> bool:
        """Whether sea control and ships are in play."""
        return bool(self.card["sea"])

    def special(self, key: str) -> bool:
        """Whether a special rule of the scenario holds."""
        return key in self.card["special"]

    @cached_property
    def us_units(self) -> tuple[int, ...]:
        """The ground units of the US."""
        return tuple(key for key, counter in self.units.items() if counter.nation == "us")

    @cached_property
    def capitals(self) -> Mapping[str, tuple[int, ...]]:
        """For each side the urban hexes of the enemy's capital."""
        return {side: tuple(self.place(label) for label in CAPITALS[side]) for side in SIDES}

    @cached_property
    def owners(self) -> Mapping[int, str]:
        """The side that controls each hex of land, and each box, when the game begins."""
        home = {country: side for side, country in HOME.items()}
        return {h: home.get(g.country, "allied") for h, g in self.ground.items() if g.is_land}

    # rule: NWK-16.0.b
    @cached_property
    def closed(self) -> frozenset[int]:
        """Places outside of the playing area: nobody moves into them from inside.

        Where only a part of the map is played, the boxes off the map are not.
        """
        area = self.card["area"]
        if not area:
            return frozenset()
        hexes = (h for h in self.grid.hexes if _is_outside(self.ground[h], area))
        return frozenset((*hexes, *self.map.edges, *LAND_BOXES.values()))

    @cached_property
    def _far(self) -> Mapping[int, int]:
        """How many hexes each place lies outside of the playing area, on the sheets that are played; none inside."""
        sheet = self.card["area"].get("sheet", "")
        found = {h: 0 for h in self.grid.hexes if h not in self.closed}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for to in self.near.get(here, ()):
                if to not in found and self.ground[to].label.startswith(sheet):
                    found[to] = found[here] + 1
                    queue.append(to)
        return found

    # rule: NWK-16.1.1.a
    def leads_out(self, start: int, to: int) -> bool:
        """Whether a step leaves the playing area, or leads those who began outside away from it."""
        return to in self.closed and self._far.get(to, BEYOND) > self._far.get(start, BEYOND)

    def terrain(self, place: int) -> str:
        """The terrain of a hex for all purposes: marsh is open in winter."""
        terrain = self.ground[place].terrain
        return "flat" if terrain == "marsh" and self.is_winter else terrain

    # rule: NW-8.3.1.7, NWK-2.1
    def is_beach(self, place: int) -> bool:
        """Whether marines can assault a hex from the sea: coastal and open."""
        return self.ground[place].coastal and self.terrain(place) in OPEN

    # rule: NWK-2.2.i
    def is_north(self, place: int) -> bool:
        """Whether a hex lies north of the DMZ: in the DPRK, and not on the border."""
        ground = self.ground[place]
        return ground.country == DPRK and not ground.is_border


def _is_outside(ground: Ground, area: Mapping[str, Any]) -> bool:
    sheet, column, row = ground.label[0], int(ground.label[1:3]), int(ground.label[3:])
    south_of_dmz = ground.country == "rok" and not ground.is_border
    return (
        ("sheet" in area and sheet != area["sheet"])
        or ("east" in area and column > area["east"])
        or ("west" in area and column < area["west"])
        or ("west_south_of_dmz" in area and column < area["west_south_of_dmz"] and south_of_dmz)
        or ("north" in area and sheet == area["north"][0] and row < int(area["north"][1:]))
        or ("south" in area and sheet == area["south"][0] and row > int(area["south"][1:]))
        or ("east_south" in area and _is_east(sheet, column, area["east_south"]))
    )


def _is_east(sheet: str, column: int, limit: int) -> bool:
    """Whether a hex lies east of a column of the south sheet; the north sheet counts three columns more."""
    return column > (limit if sheet == "S" else limit + 3)
