"""What never changes in a game: the map, the counters, the charts and the card of the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sandtable.games.eastfront.model import CrimeaOptions
from sandtable.games.eastfront.scenario.world import BASE, SCALE, World, is_inner
from sandtable.kernel import Scenario
from sandtable.kernel.charts import Chart
from sandtable.kernel.hexes import HexGrid

FOOT, MOTORISED, CAVALRY, NONE = "foot", "motorised", "cavalry", "none"
LAND = ("open", "sand", "hill", "marsh", "swamp")
CITIES = ("city", "major_city")
SETTLED = ("town", "city", "major_city")


@dataclass(frozen=True)
class Values:
    """One face of a counter: attack (or support), defence and movement allowance."""

    attack: int
    defence: int
    allowance: int
    attack_only: bool = False
    asterisk: bool = False
    """A star in place of the support: the gun helps against works only."""

    def __str__(self) -> str:
        attack = "*" if self.asterisk else f"{self.attack}{'A' if self.attack_only else ''}"
        return f"{attack}-{self.defence}-{self.allowance}"


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A ground unit as printed."""

    id: int
    name: str
    label: str
    side: str
    nation: str
    kind: str
    size: str
    stack: int
    steps: int
    front: Values
    reduced_stack: int = 0
    """Stacking points of its reduced face."""
    back: Values | None = None
    mobile: Values | None = None
    mobility: str = FOOT
    colour: str = "black"
    exerts: bool = True
    """Whether it has a zone of control: no yellow band."""
    armour: bool = False
    artillery: bool = False
    engineer: bool = False
    anti_tank: bool = False
    anti_air: bool = False
    guards: bool = False
    nkvd: bool = False
    range: int = 0
    formation: str = ""
    substitute: str = ""
    detaches: bool = False
    """Whether it gives steps off as substitutes though it is no division of infantry: a few motorised formations."""
    command: int = 0
    recovery: int = 0
    cup: str = ""
    """The cup it is drawn from when an untried counter is turned up."""
    hides: str = ""
    """For an untried counter: the cup that says what it is."""
    home: tuple[int, ...] = ()
    """The hexes of the city that raised it: militia stays near."""
    on_foot: str = ""
    """The counter that takes its place once it is lost: a motorised regiment without its lorries."""
    source: str = "reconstructed"
    rebuilt: tuple[str, ...] = ()
    """Which of its values are our own, because the printed ones are lost."""

    @property
    def values(self) -> tuple[str, ...]:
        """The names of the values that stand on it."""
        found: list[str] = ["front", "stack", "steps"]
        found += ["back"] * (self.back is not None) + ["mobile"] * (self.mobile is not None)
        found += ["range"] * self.artillery + ["command", "recovery"] * self.is_hq
        return tuple(found)

    @cached_property
    def is_hq(self) -> bool:
        """Whether it is a headquarters."""
        return self.kind == "headquarters"

    @cached_property
    def is_super_heavy(self) -> bool:
        """Whether it is super-heavy artillery."""
        return self.kind in ("super_heavy_artillery", "railway_artillery")

    @property
    def is_fixed(self) -> bool:
        """Whether it is super-heavy artillery without a mobile side."""
        return self.front.allowance == 0 and self.mobile is None and self.is_super_heavy

    @property
    def is_armoured_engineer(self) -> bool:
        """Whether it is engineers in tanks."""
        return self.kind == "armoured_engineer"

    @property
    def is_division(self) -> bool:
        """Whether it is a division in one counter."""
        return self.size == "division"

    @property
    def is_motorised(self) -> bool:
        """Whether it moves in the motorised phases."""
        return self.mobility == MOTORISED

    @property
    def pays_motorised(self) -> bool:
        """Whether terrain costs it what it costs motorised units."""
        return self.mobility == MOTORISED or self.colour in ("orange", "green")


@dataclass(frozen=True, kw_only=True)
class ShipCounter:
    """A ship as printed, on its ready side."""

    id: int
    name: str
    title: str
    kind: str
    """BB, CL, DL, DD or T."""
    support: int
    protection: int
    transport: int
    points: int
    """Naval movement points."""
    range: int
    recovery: int
    rebuilt: tuple[str, ...] = ()
    """Which of its values are our own."""

    @property
    def is_transport(self) -> bool:
        """Whether it is a group of transports."""
        return self.kind == "T"


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A sea zone."""

    id: str
    near: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    """Kinds of ships that may enter it, where not all may."""
    strait: bool = False
    """So narrow that guns ashore reach all who pass."""


@dataclass(frozen=True)
class Ground:
    """A hex of the map."""

    terrain: str = "open"
    woods: bool = False
    place: str = ""
    coastal: bool = False
    canal: bool = False
    port: str = ""
    works: str = ""
    """A citadel, or a fortified belt on every side."""
    zone: str = ""
    """The sea zone of a sea hex; of a port the one that it touches."""
    shallow: bool = False
    name: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def is_land(self) -> bool:
        """Whether ground units can be there in any weather."""
        return self.terrain in LAND

    # rule: EF-10.77.a
    @cached_property
    def may_bear(self) -> bool:
        """Whether ground units can ever be there: on a lake while it is frozen."""
        return self.is_land or self.terrain == "lake"

    @cached_property
    def is_open(self) -> bool:
        """Whether nothing in it is in the way: towns, roads and works do not count."""
        return self.terrain == "open" and not self.woods


SIVASH, BAY = "sivash", "severnaya_bay"
SHALLOW = (SIVASH, BAY)
"""Waters between two hexes that are crossed with engineers."""


@dataclass(frozen=True)
class Border:
    """A hexside, seen from either side."""

    river: str = ""
    water: str = ""
    bridge: tuple[str, ...] = ()
    line: int = 0
    """The hex that a fortified line on this hexside defends."""
    road: str = ""
    rail: bool = False

    @cached_property
    def is_shallow(self) -> bool:
        """Whether it is of the Sivash or of Severnaya Bay, which some wade."""
        return self.water in SHALLOW

    @cached_property
    def is_way(self) -> bool:
        """Whether a road or a railway crosses it."""
        return bool(self.road) or self.rail


PLAIN = Border()


@dataclass(frozen=True, kw_only=True)
class Day:
    """A turn of the calendar."""

    turn: int
    weather: str = ""
    climate: str = ""
    modifier: int = 0
    historical: str = ""
    """The weather of those days, for players who agree to play with it."""
    storms: bool = False
    """Whether there were storms in the weather of those days."""
    stormy: bool = False
    """Whether the card gives storms with its weather."""


@dataclass(frozen=True, kw_only=True)
class AirType:
    """A type of aircraft."""

    id: str
    side: str
    role: str
    acr: int
    cas: int = 0
    interdiction: int = 0
    single_engine: bool = False
    aa_drm: int = 0
    unlimited_range: bool = False
    naval: bool = False
    nation: str = ""
    """Romanian aircraft have one of their own."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CrimeaScenario(Scenario):
    """A scenario with its map, counters and charts."""

    grid: HexGrid
    ground: Mapping[int, Ground]
    borders: Mapping[tuple[int, int], Border]
    """Both ways round; plain hexsides are left out."""
    units: Mapping[int, Counter]
    aircraft: Mapping[str, AirType]
    ships: Mapping[int, ShipCounter]
    zones: Mapping[str, Zone]
    boxes: Mapping[str, Ground]
    """Ports that are boxes beside the map."""
    charts: Mapping[str, Mapping[str, Any]]
    crt: Chart[str]
    card: Mapping[str, Any]
    formations: Mapping[str, Mapping[str, Any]]
    """Divisions in several counters: their kind, and how many of their counters make a whole one."""
    days: Mapping[int, Day]
    first_turn: int
    last_turn: int
    cache: dict[Any, Any] = field(default_factory=dict)
    """Tables worked out once from the above, by the rules that need them."""

    @cached_property
    def is_historical(self) -> bool:
        """Whether the players agreed on the weather of those days."""
        return isinstance(self.options, CrimeaOptions) and self.options.historical_weather

    def border(self, a: int, b: int) -> Border:
        """The hexside between two neighbours."""
        return self.borders.get((a, b), PLAIN)

    @cached_property
    def _axes(self) -> dict[int, tuple[int, int]]:
        """Every hex on the two axes in which distances are simple."""
        return {h: self.grid.cube(h)[:2] for h in self.grid.hexes}

    def distance(self, a: int, b: int) -> int:
        """How many hexes of the map it is from one to the other; rules ask thousands of times a turn."""
        if is_inner(a) != is_inner(b):
            return self.grid.distance(a, b)
        (aq, ar), (bq, br) = self._axes[a], self._axes[b]
        return max(abs(aq - bq), abs(ar - br), abs(aq - bq + ar - br))

    # rule: EF-PB5.62
    def span(self, a: int, b: int) -> int:
        """The same where it is a range that is counted: inside the enlarged map three hexes are one."""
        if isinstance(self.grid, World) and (is_inner(a) or is_inner(b)):
            return self.grid.span(a, b)
        far = self.distance(a, b)
        return -(-far // SCALE) if is_inner(a) else far

    @cached_property
    def of_kind(self) -> dict[str, tuple[int, ...]]:
        """The numbers of all counters of each type."""
        found: dict[str, tuple[int, ...]] = {}
        for key, counter in self.units.items():
            found[counter.kind] = (*found.get(counter.kind, ()), key)
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every counter by its name; of several with one name the first."""
        return {counter.name: key for key, counter in reversed(list(self.units.items()))}

    @cached_property
    def is_enlarged(self) -> bool:
        """Whether the enlarged map of Sevastopol is in play."""
        return isinstance(self.grid, World) or self.grid.base == BASE

    @cached_property
    def has_works(self) -> bool:
        """Whether any hex has a citadel or a belt."""
        return any(ground.works for ground in self.ground.values())

    def facing(self, place: int) -> tuple[int, ...]:
        """The hexes of map Q that a transition hex touches."""
        return self.grid.facing.get(place, ()) if isinstance(self.grid, World) else ()

    @cached_property
    def is_combined(self) -> bool:
        """Whether the joined game is played."""
        return bool(self.card.get("combined", False))

    def switch(self, name: str, default: Any = None) -> Any:
        """A scenario's switch, such as ``general_supply``."""
        found = self.card.get("switches", {}).get(name)
        return default if found is None else found["value"]

    def special(self, key: str, turn: int | None = None) -> bool:
        """Whether a special rule of the scenario holds, on that turn where it is for some turns only."""
        if key not in self._special:
            return False
        first, last = self._special[key]
        return turn is None or first <= turn <= last

    @cached_property
    def _special(self) -> Mapping[str, tuple[int, int]]:
        """The special rules of the scenario with the turns in which they hold; of two alike the first."""
        always = (self.first_turn, self.last_turn)
        rules = reversed(tuple(self.card.get("special_rules", ())))
        return {rule["key"]: tuple(rule.get("turns", always)) for rule in rules}

    def has_automatic_attack_supply(self, side: str, turn: int) -> bool:
        """Whether a side's attacks are supplied without any supply unit."""
        found = self.card.get("switches", {}).get(f"attack_supply_{side}")
        return bool(found) and found["value"] == "automatic" and found["turns"][0] <= turn <= found["turns"][1]
