"""The map: hexes with their terrain and features, hexsides, boxes off the map and boxes of the sea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from sandtable.games.nextwar.model import ALLIED, DPRK, HOME, ROK, SIDES
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel.hexes import DIRECTIONS, HexGrid

NAMES = ("N", "NE", "SE", "S", "SW", "NW")
"""The directions of a hexside in the order in which the grid counts them."""
ROADS = ("secondary", "primary", "highway")
SEA, URBAN, MOUNTAIN, MARSH = "sea", "urban", "mountain", "marsh"
OPEN = ("flat", "flat_woods")
"""Open and open with woods: where light infantry has no advantage, and beaches are."""
HIGH = ("highland", "highland_woods")
# rule: NW-8.3.1.3, NW-8.3.1.9
INSTALLATIONS = ("airbase", "port", "chem_site", "nuclear_site")
WMD = ("chem_site", "nuclear_site")
BASES = ("airbase", "airfield")
FORTS = {"fort_dprk": DPRK, "fort_rok": ALLIED}

BUSAN, JAPAN_BOX, HAMHUNG = 9001, 9002, 9003
YELLOW_AT_SEA, YELLOW_INSHORE, EAST_AT_SEA, EAST_INSHORE = 9011, 9012, 9021, 9022
FIRST_IMAGINARY, FIRST_BOX = 8000, 9000
"""Numbers of places from here on are imaginary hexes beside the map, and boxes, which are no hexes."""
LAND_BOXES = {"busan": BUSAN, "japan": JAPAN_BOX, "hamhung": HAMHUNG}
SEA_BOXES = {
    "yellow.at_sea": YELLOW_AT_SEA,
    "yellow.inshore": YELLOW_INSHORE,
    "east.at_sea": EAST_AT_SEA,
    "east.inshore": EAST_INSHORE,
}
PLACES_OFF_MAP = {**LAND_BOXES, **SEA_BOXES}
BESIDE = "+"
"""Behind the number of a hex: the imaginary one beside it, off the map."""
ZONE_BOXES = {"yellow": (YELLOW_AT_SEA, YELLOW_INSHORE), "east": (EAST_AT_SEA, EAST_INSHORE)}
"""The boxes of each sea zone: At Sea, Inshore."""


@dataclass(frozen=True)
class Ground:
    """A hex of the map, or a box off it."""

    label: str
    terrain: str = "flat"
    country: str = ""
    features: tuple[str, ...] = ()
    name: str = ""
    coastal: bool = False
    zone: str = ""

    @cached_property
    def is_land(self) -> bool:
        """Whether ground units can be there at all."""
        return self.terrain != SEA

    @property
    def is_urban(self) -> bool:
        """Whether it is an urban hex."""
        return self.terrain == URBAN

    @cached_property
    def fort(self) -> str:
        """The side whose fortification was built here, or nothing."""
        return next((side for feature, side in FORTS.items() if feature in self.features), "")

    # rule: NWK-2.2.a
    @property
    def is_dmz(self) -> bool:
        """Whether it is a hex of the demilitarised zone's works."""
        return "dmz" in self.features

    @cached_property
    def is_border(self) -> bool:
        """Whether it touches the border."""
        return "border" in self.features

    # rule: NW-8.3.1.2.a, NWK-2.3
    @cached_property
    def installations(self) -> tuple[str, ...]:
        """Its ports, air bases, and chemical and nuclear sites."""
        return tuple(feature for feature in self.features if feature in INSTALLATIONS)

    @property
    def is_city(self) -> bool:
        """Whether it has a city."""
        return "city" in self.features

    # rule: NW-8.3.1.2.b, NW-8.3.1.5.a
    @cached_property
    def is_hard(self) -> bool:
        """Whether an enemy has to mop it up before he controls it: urban, a city or an installation."""
        return self.is_urban or self.is_city or bool(self.installations)

    # rule: NW-8.3.1.4
    @cached_property
    def is_base(self) -> bool:
        """Whether helicopters and transports can use it: an air base or an airfield."""
        return any(feature in BASES for feature in self.features)


# rule: NW-8.3.3.c
@dataclass(frozen=True)
class Border:
    """A hexside, seen from either side."""

    road: str = ""
    river: bool = False
    water: bool = False
    """All water: the sea, an estuary or a lake."""
    bridge: bool = False
    ferry: bool = False
    acv: bool = False

    # rule: NW-8.3.1.1
    @property
    def is_bridged(self) -> bool:
        """Whether a road or a bridge crosses it."""
        return bool(self.road) or self.bridge

    @property
    def is_closed(self) -> bool:
        """Whether it is water that nothing on the ground can cross, the ferry left aside."""
        return self.water and not self.is_bridged


PLAIN = Border()


@dataclass(frozen=True)
class Line:
    """A movement line off the map from a hex to another hex or a box."""

    start: int
    to: int
    hexes: int


@dataclass(frozen=True, eq=False)
class KoreaMap:
    """Both sheets as one grid with the boxes and the imaginary hexes beside it."""

    grid: HexGrid
    ground: Mapping[int, Ground]
    borders: Mapping[tuple[int, int], Border]
    """Both ways round; plain hexsides are left out."""
    lines: tuple[Line, ...]
    numbers: Mapping[str, int]
    """Hexes by the number printed on them, and boxes by their names."""
    near: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    cache: dict[Any, Any] = field(default_factory=dict)
    """Tables worked out once from the above, by the rules that need them: the printed map is the same for all games."""

    def border(self, a: int, b: int) -> Border:
        """The hexside between two neighbours."""
        return self.borders.get((a, b), PLAIN)

    @cached_property
    def _axes(self) -> dict[int, tuple[int, int]]:
        known = {h: self.grid.cube(h)[:2] for h in self.grid.hexes}
        return known | {h: known[end] for h, end in self.edges.items()}

    def distance(self, a: int, b: int) -> int:
        """How many hexes it is from one to the other."""
        off = 0
        if (a >= FIRST_IMAGINARY or b >= FIRST_IMAGINARY) and a != b:
            off, a, b = (a in self.edges) + (b in self.edges), self.edges.get(a, a), self.edges.get(b, b)
        (aq, ar), (bq, br) = self._axes[a], self._axes[b]
        return off + max(abs(aq - bq), abs(ar - br), abs(aq - bq + ar - br))

    def within(self, centre: int, distance: int) -> tuple[int, ...]:
        """All hexes at most that far away, the centre included, in the order of their numbers."""
        if (centre, distance) not in self._around:
            on_map = self.grid.within(self.edges.get(centre, centre), distance - (centre in self.edges))
            off_map = (h for h in self.edges if self.distance(centre, h) <= distance)
            self._around[centre, distance] = (*on_map, *off_map)
        return self._around[centre, distance]

    @cached_property
    def _around(self) -> dict[tuple[int, int], tuple[int, ...]]:
        return {}

    @cached_property
    def edges(self) -> Mapping[int, int]:
        """The imaginary hexes beside the map, each with the hex that it touches, where a line ends."""
        return _edges(self.lines)

    @cached_property
    def imaginary(self) -> Mapping[int, int]:
        """The hexes where lines end, each with the imaginary hex beside it."""
        return {end: place for place, end in self.edges.items()}

    @cached_property
    def ferries(self) -> tuple[tuple[int, int], ...]:
        """The hexes that ferries join, each pair both ways round."""
        return tuple(ends for ends, border in self.borders.items() if border.ferry)

    @cached_property
    def dmz(self) -> frozenset[int]:
        """The hexes of the demilitarised zone's works."""
        return frozenset(h for h, g in self.ground.items() if g.is_dmz)

    @cached_property
    def hard(self) -> Mapping[str, frozenset[int]]:
        """For each side the hexes outside of its country that it would have to mop up."""
        hexes = [(h, g) for h, g in self.ground.items() if g.is_hard and is_hex(h)]
        return {side: frozenset(h for h, g in hexes if g.country != HOME[side]) for side in SIDES}

    @cached_property
    def frontier(self) -> frozenset[int]:
        """The hexes on the border; where none is drawn, the land of each Korean state that touches the other's."""
        drawn = frozenset(h for h in self.grid.hexes if self.ground[h].is_border)
        states = {h: g.country for h, g in self.ground.items() if is_hex(h) and g.is_land and g.country in (DPRK, ROK)}
        return drawn or frozenset(
            h for h, own in states.items() if any(states.get(n, own) != own for n in self.grid.neighbours.get(h, ()))
        )

    @cached_property
    def forts(self) -> Mapping[str, frozenset[int]]:
        """The hexes with works of each side."""
        return {side: frozenset(h for h, g in self.ground.items() if g.fort == side) for side in SIDES}

    @cached_property
    def beside_sea(self) -> Mapping[int, tuple[int, ...]]:
        """Every hex of land on the coast with the hexes of the sea next to it."""
        found = {}
        for h, ground in self.ground.items():
            if ground.is_land and h < FIRST_BOX:
                wet = tuple(n for n in self.near[h] if not self.ground[n].is_land)
                if wet:
                    found[h] = wet
        return found

    # rule: NW-8.5.6.3
    @cached_property
    def offshore(self) -> Mapping[str, tuple[int, ...]]:
        """For each sea zone the hexes of the sea next to land, where ships can be."""
        found: dict[str, list[int]] = {zone: [] for zone in ZONE_BOXES}
        for h in sorted({wet for hexes in self.beside_sea.values() for wet in hexes}):
            if self.ground[h].zone:
                found[self.ground[h].zone].append(h)
        return {zone: tuple(hexes) for zone, hexes in found.items()}

    @cached_property
    def ports(self) -> Mapping[str, tuple[int, ...]]:
        """The ports of each sea zone, those in boxes off the map among them."""
        return {
            zone: tuple(p for p, g in self.ground.items() if "port" in g.features and g.zone == zone)
            for zone in ZONE_BOXES
        }

    @cached_property
    def airfields(self) -> tuple[int, ...]:
        """All air bases and airfields, on the map and off it."""
        return tuple(p for p, g in self.ground.items() if g.is_base)

    @cached_property
    def chemical_sites(self) -> tuple[int, ...]:
        """The chemical sites of the DPRK."""
        return tuple(p for p, g in self.ground.items() if "chem_site" in g.features and g.country == DPRK)

    @cached_property
    def bases(self) -> Mapping[str, tuple[int, ...]]:
        """Air bases and airfields by the side whose country they are in."""
        return {
            side: tuple(h for h, g in self.ground.items() if g.is_base and g.country == HOME[side]) for side in SIDES
        }


def is_hex(place: int) -> bool:
    """Whether a place is a hex and not a box."""
    return 0 < place < FIRST_BOX


@cache
def _edges(lines: tuple[Line, ...]) -> Mapping[int, int]:
    ends = dict.fromkeys(end for line in lines for end in (line.start, line.to) if is_hex(end))
    return {FIRST_IMAGINARY + number: end for number, end in enumerate(ends, start=1)}


@cache
def _numbers() -> Mapping[str, int]:
    """The hexes by their printed numbers."""
    return {label: row["g"][0] * 100 + row["g"][1] for label, row in data("hexes")["hexes"].items()}


@cache
def _grid() -> HexGrid:
    """The hexes of both sheets, joined."""
    columns, rows = zip(*(divmod(place, 100) for place in _numbers().values()), strict=True)
    return HexGrid(
        range(min(columns), max(columns) + 1),
        range(min(rows), max(rows) + 1),
        low="odd",
        only=frozenset(_numbers().values()),
    )


@cache
def hexsides() -> tuple[str, ...]:
    """Every hexside by the numbers of its hexes, both ways round: N3010-N3011."""
    labels, near = {place: label for label, place in _numbers().items()}, _grid().neighbours
    return tuple(f"{labels[a]}-{labels[b]}" for a, around in near.items() for b in around)


# rule: NW-2.1
def korea_map(facts: Mapping[str, Any]) -> KoreaMap:
    """The map as drawn; ``facts`` change some of it, or begin with open ground (``bare``)."""
    grid, numbers, bare = _grid(), _places(), bool(facts.get("bare"))
    told = {_drawn_label(label): fact for label, fact in (facts.get("hexes") or {}).items()}
    changed = {numbers[label]: _ground(label, {**_hexes(bare)[label], **fact}) for label, fact in told.items()}
    borders = _borders(grid, _sides(bare), numbers, facts["sides"]) if facts.get("sides") else _drawn_borders(bare)
    lines = tuple(Line(numbers[row["from"]], numbers[row["to"]], row["hexes"]) for row in data("boxes")["lines"])
    ground = {**_drawn_ground(bare), **changed}
    return KoreaMap(
        grid,
        ground | _beside_map(lines, ground),
        {**borders, **_roads_in(lines, ground)},
        lines,
        {**numbers, **{f"{ground[end].label}{BESIDE}": place for place, end in _edges(lines).items()}},
        _joined(grid, lines),
    )


# rule: NWK-5.5.2.1.a
def _beside_map(lines: tuple[Line, ...], ground: Mapping[int, Ground]) -> dict[int, Ground]:
    """The imaginary hexes at the ends of lines: the same terrain as the hex of the map, and nothing else in it."""
    return {
        place: Ground(f"{ground[end].label}{BESIDE}", ground[end].terrain, ground[end].country)
        for place, end in _edges(lines).items()
    }


# rule: NWK-5.5.2.1.a
def _roads_in(lines: tuple[Line, ...], ground: Mapping[int, Ground]) -> dict[Side, Border]:
    """The last stretch of every line, onto the map: the road that the line is."""
    roads = {
        place: (end, Border("highway" if ground[end].country == ROK else "primary"))
        for place, end in _edges(lines).items()
    }
    return {side: road for place, (end, road) in roads.items() for side in ((place, end), (end, place))}


@cache
def _joined(grid: HexGrid, lines: tuple[Line, ...]) -> Mapping[int, tuple[int, ...]]:
    """Every hex with its neighbours; an imaginary one touches only the hex where its line ends."""
    near = dict(grid.neighbours)
    for place, end in _edges(lines).items():
        near[end], near[place] = (*near[end], place), (end,)
    return near


@cache
def _places() -> Mapping[str, int]:
    """Every place by its number or name, those of the seam by both of theirs."""
    return {**_numbers(), **_second_numbers(_numbers()), **PLACES_OFF_MAP}


@cache
def _hexes(bare: bool) -> Mapping[str, Mapping[str, Any]]:
    """What is drawn in every hex, or open ground everywhere."""
    drawn: Mapping[str, Mapping[str, Any]] = data("hexes")["hexes"]
    if not bare:
        return drawn
    return {label: {"terrain": "flat", "country": row.get("country", "ROK")} for label, row in drawn.items()}


@cache
def _drawn_ground(bare: bool) -> Mapping[int, Ground]:
    """The ground of every place before facts change it, made once: boards of cases change a hex or two."""
    numbers = _numbers()
    ground = {numbers[label]: _ground(label, row) for label, row in _hexes(bare).items()}
    return dict(sorted((ground | _boxes()).items()))


@cache
def _drawn_borders(bare: bool) -> Mapping[tuple[int, int], Border]:
    """The hexsides before facts change them."""
    return _borders(_grid(), _sides(bare), _places(), {})


@cache
def second_numbers() -> Mapping[str, int]:
    """The hexes of the seam by their numbers on the south sheet."""
    return _second_numbers(_numbers())


def _drawn_label(label: str) -> str:
    """The number under which a hex is drawn: those of the seam have two."""
    return next((name for name, place in _numbers().items() if place == second_numbers().get(label)), label)


def _second_numbers(numbers: Mapping[str, int]) -> dict[str, int]:
    """Hexes of the seam by their number on the south sheet: three columns and about 22 rows less than the joint one."""
    found = {}
    for label, place in numbers.items():
        column, row = divmod(place, 100)
        south = row - (22 if column % 2 else 23)
        if label.startswith("N") and south >= 0:
            found[f"S{column - 3:02d}{south:02d}"] = place
    return found


def _ground(label: str, row: Mapping[str, Any]) -> Ground:
    return Ground(
        label=label,
        terrain=row["terrain"],
        country=str(row.get("country", "")).lower(),
        features=tuple(row.get("features", ())),
        name=row.get("name", ""),
        coastal=bool(row.get("coastal", False)),
        zone=row.get("sea_zone", ""),
    )


# rule: NWK-5.5.1.b, NWK-5.5.1.d
def _boxes() -> dict[int, Ground]:
    """The boxes off the map as urban places, and those of the sea."""
    countries = {"busan": ROK, "japan": "japan", "hamhung": DPRK}
    found = {
        LAND_BOXES[row["id"]]: Ground(
            row["name"], URBAN, countries[row["id"]], tuple(row["installations"]), row["name"], True, "east"
        )
        for row in data("boxes")["boxes"]
    }
    for name, place in SEA_BOXES.items():
        found[place] = Ground(name, SEA, zone=name.partition(".")[0])
    return found


Side = tuple[int, int]
"""A hexside by the hexes on both sides of it, the lower number first."""


@cache
def _sides(bare: bool) -> Mapping[Side, Mapping[str, Any]]:
    """What is drawn on hexsides: nothing on a bare map."""
    grid, numbers = _grid(), _numbers()
    sides: dict[Side, dict[str, Any]] = {}

    def side(a: int, b: int) -> dict[str, Any]:
        return sides.setdefault((min(a, b), max(a, b)), {})

    for label, row in () if bare else _hexes(bare).items():
        here = numbers[label]
        for direction in range(DIRECTIONS):
            there, name = grid.toward(here, direction), NAMES[direction]
            if there is None:
                continue
            for road in ROADS:  # the best one last
                if name in row.get(road, ()):
                    fact = side(here, there)
                    fact["road"] = max(fact.get("road", ROADS[0]), road, key=ROADS.index)
            for feature, word in (("river", "river"), ("all_water", "water"), ("bridge", "bridge"), ("ferry", "ferry")):
                if name in row.get(feature, ()):
                    side(here, there)[word] = True
            if name in row.get("acv", ()):
                side(here, there)["acv"] = True
    return sides


def _borders(
    grid: HexGrid, drawn: Mapping[Side, Mapping[str, Any]], numbers: Mapping[str, int], told: Mapping[str, Any]
) -> dict[tuple[int, int], Border]:
    """The hexsides, both ways round, with what facts tell of them."""
    sides = dict(drawn)
    for ends, fact in told.items():
        a, _, b = ends.partition("-")
        one, other = numbers[a], numbers[b]
        if other not in grid.neighbours[one]:
            raise ValueError(f"{a} and {b} do not touch")
        key = (min(one, other), max(one, other))
        sides[key] = {**sides.get(key, {}), **fact}
    borders: dict[tuple[int, int], Border] = {}
    for (one, other), fact in sorted(sides.items()):
        borders[one, other] = borders[other, one] = Border(**fact)
    return borders
