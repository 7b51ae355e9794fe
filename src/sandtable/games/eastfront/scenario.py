"""What never changes in a game: the map, the counters, the charts and the card of the scenario. Read from ``data``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Any

import yaml

from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, Choices
from sandtable.kernel import Id, Scenario, codec
from sandtable.kernel.charts import Chart
from sandtable.kernel.hexes import HexGrid

SCENARIOS = ("1", "7")
CHARTS = ("air", "artillery", "combat_modifiers", "crt", "movement", "overrun", "retreat_through_zoc", "surrender")
CHARTS_OF_GROUND = ("terrain_effects", "weather")
CHARTS_OF_STRENGTH = ("reinforcement_arrival", "replacement_costs")
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

    @property
    def is_hq(self) -> bool:
        """Whether it is a headquarters."""
        return self.kind == "headquarters"

    @property
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
    name: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_land(self) -> bool:
        """Whether ground units can be there at all."""
        return self.terrain in LAND

    @property
    def is_open(self) -> bool:
        """Whether nothing in it is in the way: towns, roads and works do not count."""
        return self.terrain == "open" and not self.woods


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

    @property
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


@dataclass(frozen=True, kw_only=True, eq=False)
class Theatre(Scenario):
    """A scenario with its map, counters and charts."""

    grid: HexGrid
    ground: Mapping[int, Ground]
    borders: Mapping[tuple[int, int], Border]
    """Both ways round; plain hexsides are left out."""
    units: Mapping[int, Counter]
    aircraft: Mapping[str, AirType]
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

    @property
    def is_historical(self) -> bool:
        """Whether the players agreed on the weather of those days."""
        return isinstance(self.options, Choices) and self.options.historical_weather

    def border(self, a: int, b: int) -> Border:
        """The hexside between two neighbours."""
        return self.borders.get((a, b), PLAIN)

    @cached_property
    def _axes(self) -> dict[int, tuple[int, int]]:
        """Every hex on the two axes in which distances are simple."""
        return {h: self.grid.cube(h)[:2] for h in self.grid.hexes}

    def distance(self, a: int, b: int) -> int:
        """How many hexes of the map it is from one to the other; rules ask thousands of times a turn."""
        (aq, ar), (bq, br) = self._axes[a], self._axes[b]
        return max(abs(aq - bq), abs(ar - br), abs(aq - bq + ar - br))

    def switch(self, name: str, default: Any = None) -> Any:
        """A scenario's switch, such as ``general_supply``."""
        found = self.card.get("switches", {}).get(name)
        return default if found is None else found["value"]

    def special(self, key: str, turn: int | None = None) -> bool:
        """Whether a special rule of the scenario holds, on that turn where it is for some turns only."""
        for rule in self.card.get("special_rules", ()):
            if rule["key"] == key:
                first, last = rule.get("turns", (self.first_turn, self.last_turn))
                return turn is None or first <= turn <= last
        return False

    def has_automatic_attack_supply(self, side: str, turn: int) -> bool:
        """Whether a side's attacks are supplied without any supply unit."""
        found = self.card.get("switches", {}).get(f"attack_supply_{side}")
        return bool(found) and found["value"] == "automatic" and found["turns"][0] <= turn <= found["turns"][1]


@cache
def _data(name: str) -> Any:
    file = resources.files("sandtable.games.eastfront") / "data" / name
    text = file.read_text(encoding="utf-8")
    return codec.decode(text, dict[str, Any]) if name.endswith(".json") else yaml.load(text, yaml.CSafeLoader)


@cache
def _chart(name: str) -> Any:
    return _data(f"charts/{name}.yaml")


# rule: EF-4.1, EF-PB9.1
def load(name: str, options: Choices, facts: Mapping[str, Any]) -> Theatre:
    """A scenario by its number; ``facts`` replace facts of map, counters and card for boards made by hand."""
    card = dict(_data(f"scenarios/{name}.yaml"))
    for part, value in (facts.get("card") or {}).items():
        card[part] = {**card[part], **value} if isinstance(card.get(part), Mapping) else value
    area = card["area"]
    # rule: EF-2.1, EF-PB2.11
    grid = HexGrid(
        range(area["columns"][0], area["columns"][1] + 1), range(area["rows"][0], area["rows"][1] + 1), low="odd"
    )
    ground, borders = _map(grid, facts)
    units = _counters(facts.get("units") or {}, facts.get("types") or {})
    card = _dealt(card, units)
    crt = _chart("crt")
    columns = tuple(str(c) for c in crt["columns"])
    days = {row["turn"]: _day(row) for row in card["calendar"]}
    return Theatre(
        name=name,
        options=options,
        facts=facts,
        seats=SIDES,
        names=_names(grid, units, card),
        grid=grid,
        ground=ground,
        borders=borders,
        units=units,
        aircraft=_aircraft(),
        charts={name: _chart(name) for name in (*CHARTS, *CHARTS_OF_GROUND, *CHARTS_OF_STRENGTH)},
        crt=Chart("crt", crt["rule"], columns, {str(row): tuple(cells) for row, cells in crt["rows"].items()}),
        card=card,
        formations={**_data("counters.yaml")["formations"]["divisions"], **(facts.get("formations") or {})},
        days=days,
        first_turn=card["turns"]["first"],
        last_turn=card["turns"]["last"],
    )


# rule: EFT-turn-track, EF-PB3.11
def _day(row: Mapping[str, Any]) -> Day:
    """A turn of a card, with what the turn track says of it."""
    track: Mapping[str, Any] = next((one for one in _chart("turn_track")["turns"] if one["turn"] == row["turn"]), {})
    known = {k: v for k, v in row.items() if k not in ("from", "to")}
    return Day(historical=track.get("historical", ""), storms=track.get("storms", False), **known)


def _names(grid: HexGrid, units: Mapping[int, Counter], card: Mapping[str, Any]) -> Mapping[str, Mapping[Id, str]]:
    """What things are called; air counters by the initial of their side and a number, so that no name tells a type."""
    boxes = [(side, box) for side in SIDES for box in card[side]["air"].values() if isinstance(box, dict)]
    letters = [side[0].upper() for side, box in boxes for _ in range(sum(box.values()))]
    return {
        "air": {number: f"{letter}{number}" for number, letter in enumerate(letters, start=1)},
        "place": {h: grid.label(h) for h in grid.hexes},
        "piece": {key: unit.name for key, unit in units.items()},
        "seat": {AXIS: AXIS, SOVIET: SOVIET},
    }


def _map(grid: HexGrid, facts: Mapping[str, Any]) -> tuple[dict[int, Ground], dict[tuple[int, int], Border]]:
    drawn = _data("map_q.json")
    bare = bool(facts.get("bare"))
    hexes = {h: dict(drawn["hexes"][grid.label(h)]) for h in grid.hexes}
    if bare:
        hexes = {h: {"terrain": "open"} for h in grid.hexes}
    for number, fact in (facts.get("hexes") or {}).items():
        hexes[int(number)] = {**hexes[int(number)], **fact}
    keys = ("terrain", "woods", "place", "coastal", "canal", "port", "works", "name")
    ground = {h: Ground(**{k: v for k, v in fact.items() if k in keys}) for h, fact in hexes.items()}
    sides: dict[tuple[int, int], dict[str, Any]] = {}

    def side(a: str | int, b: str | int) -> dict[str, Any]:
        first, second = sorted((int(a), int(b)))
        if second not in grid.neighbours.get(first, ()):
            return {}
        return sides.setdefault((first, second), {})

    for known in ({} if bare else drawn["sides"], facts.get("sides") or {}):
        for ends, fact in known.items():
            side(*str(ends).split("-")).update(_side_facts(fact))
    for known in ([] if bare else drawn["roads"], facts.get("roads") or []):
        for a, b, kind in known:
            side(a, b)["road"] = kind
    for known in ([] if bare else drawn["rails"], facts.get("rails") or []):
        for a, b, *_ in known:
            side(a, b)["rail"] = True
    borders: dict[tuple[int, int], Border] = {}
    for (a, b), fact in sides.items():
        borders[a, b] = borders[b, a] = Border(**fact)
    return ground, borders


def _side_facts(fact: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "river" in fact:
        found["river"] = fact["river"]
    if "water" in fact:
        found["water"] = fact["water"]
    if "bridge" in fact:
        found["bridge"] = tuple(fact["bridge"])
    if "fortified" in fact:
        found["line"] = int(fact["fortified"]["defender"])
    return found


def _values(text: str) -> Values:
    attack, defence, allowance = text.split("-")
    if attack == "*":
        return Values(0, int(defence), int(allowance), asterisk=True)
    return Values(int(attack.rstrip("A")), int(defence), int(allowance), attack.endswith("A"))


def _counters(facts: Mapping[str, Any], types: Mapping[str, Any]) -> dict[int, Counter]:
    drawn = _data("counters.yaml")
    rebuilt = drawn["reconstruction"]
    found = {}
    for number, row in enumerate([*drawn["units"], *facts.get("new", ())], start=1):
        row = {**row, **facts.get(row["id"], {})}
        found[number] = _counter(number, row, {**drawn["types"], **types}[row["type"]], rebuilt)
    return {**found, **_untried(found)}


# rule: EF-8.51, EF-22.51, EF-22.52
def _untried(units: Mapping[int, Counter]) -> dict[int, Counter]:
    """The reverse of every counter that comes out of a cup: all of a cup look alike, have a zone and cannot move."""
    found: dict[int, Counter] = {}
    cups: dict[str, list[Counter]] = {}
    for counter in units.values():
        if counter.cup:
            cups.setdefault(counter.cup, []).append(counter)
    for cup, alike in cups.items():
        stack, exerts = max(u.stack for u in alike), any(u.exerts for u in alike)
        for number, _ in enumerate(alike, start=1):
            key = len(units) + len(found) + 1
            found[key] = Counter(
                id=key,
                name=f"{cup} ?{number}",
                label=f"{cup} ?",
                side=alike[0].side,
                nation=alike[0].nation,
                kind=alike[0].kind,
                size=alike[0].size,
                stack=stack,
                steps=1,
                front=Values(0, 0, 0),
                mobility=alike[0].mobility,
                exerts=exerts,
                hides=cup,
                home=alike[0].home,
            )
    return found


# rule: EF-8.52, EF-8.61, EF-22.53
def _dealt(card: Mapping[str, Any], units: Mapping[int, Counter]) -> dict[str, Any]:
    """The card with an untried counter in every row that asks for one of a cup, at the start or later."""
    left = {u.hides: [other.name for other in units.values() if other.hides == u.hides] for u in units.values()}

    def rows(found: Any) -> list[Any]:
        return [{**row, "unit": left[row["untried"]].pop(0)} if "untried" in row else row for row in found or ()]

    dealt = {
        side: {**card[side], "units": rows(card[side]["units"]), "reinforcements": rows(card[side]["reinforcements"])}
        for side in SIDES
    }
    return {**card, **dealt}


# rule: EF-2.4, EF-3.31, EF-3.42, EF-16.22
def _counter(number: int, row: Mapping[str, Any], kind: Mapping[str, Any], rebuilt: Mapping[str, Any]) -> Counter:
    """A counter from its row, completed by its type."""
    exerts = row.get("zone_of_control", kind.get("zone_of_control"))
    if exerts is None:
        exerts = row["stack"] >= rebuilt["zone_of_control"]["from_stack"]
    staff = rebuilt["headquarters"] if row["type"] == "headquarters" else {}
    return Counter(
        id=number,
        name=row["id"],
        label=row["label"],
        side=row["side"],
        nation=row["nation"],
        kind=row["type"],
        size=row["size"],
        stack=row["stack"],
        steps=row["steps"],
        front=_values(row["front"]),
        back=_values(row["back"]) if "back" in row else None,
        mobile=_values(row["mobile"]) if "mobile" in row else None,
        mobility=kind["mobility"],
        colour=row.get("colour", kind["colour"]),
        exerts=bool(exerts),
        armour=kind.get("armour", False),
        artillery=kind.get("artillery", False),
        engineer=kind.get("engineer", False),
        anti_tank=kind.get("anti_tank", False),
        anti_air=kind.get("anti_air", False),
        guards=row.get("guards", False),
        nkvd=row.get("nkvd", False),
        range=row.get("range", kind.get("range", 0)),
        formation=row.get("formation", ""),
        substitute=row.get("substitute", ""),
        command=row.get("command", staff.get("command", 0)),
        recovery=row.get("recovery", staff.get("recovery", 0)),
        cup=row.get("cup", ""),
        home=tuple(int(h) for h in row.get("home", ())),
        on_foot=row.get("on_foot", ""),
        source="printed" if "front" in row.get("printed", ()) else "reconstructed",
    )


@cache
def _aircraft() -> Mapping[str, AirType]:
    drawn = _data("air_units.yaml")
    naval = drawn["naval"]["units"]
    known = ("id", "side", "role", "acr", "cas", "interdiction", "single_engine", "aa_drm", "unlimited_range")
    return {
        row["id"]: AirType(**{k: v for k, v in row.items() if k in known}, naval=row["id"] in naval)
        for row in drawn["units"]
    }
