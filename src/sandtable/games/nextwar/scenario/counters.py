"""The counters as printed: ground units, helicopters, ships and aircraft."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sandtable.games.nextwar.model import DPRK, ROK, SIDE_OF, STACK
from sandtable.games.nextwar.scenario.files import data

# rule: NW-8.5.1.c
FOOT, LIGHT, MOTORISED, MECHANISED = "foot", "light", "motorised", "mechanised"
CLASSES = (FOOT, LIGHT, MOTORISED, MECHANISED)
VEHICLES = (MOTORISED, MECHANISED)

ARMOUR = ("armor", "amphibious_armor")
MECHANISED_KINDS = ("mech", "heavy", "stryker", "mech_marine", "amphibious_mech", "recon")
INFANTRY = ("inf", "light", "airborne", "airmobile", "airmobile_light", "marine", "motor", "rg", "pmtu")
MARINES = ("marine", "mech_marine", "amphibious_mech", "amphibious_armor")
HQ, ARTILLERY, OUTPOST, SUPPLY = "hq", "artillery", "outpost", "supply"
SNIPER = "airmobile_light"
AIRMOBILE_MP = 24
# rule: NW-2.2.b
SIZES = {
    "battalion": "Bn",
    "regiment": "Rgt",
    "brigade": "Bde",
    "division": "Div",
    "corps": "Corps",
    "army": "Army",
    OUTPOST: "",
    SUPPLY: "",
}
KINDS = {
    "inf": "Inf",
    "hq": "HQ",
    "mech": "Mech",
    "marine": "Mar",
    "armor": "Arm",
    "airborne": "Abn",
    "rg": "RG",
    "motor": "Mot",
    "light": "LI",
    "heavy": "Hvy",
    "pmtu": "PMTU",
    "stryker": "Str",
    "artillery": "Art",
    "airmobile": "AMob",
    "airmobile_light": "Snp",
    "recon": "Rec",
    "mech_marine": "Mar",
    OUTPOST: "Outpost",
    SUPPLY: "Supply",
}
NATION_NAMES = {"dprk": "DPRK", "prc": "PRC", "rok": "ROK", "us": "US", "cw": "CW", "japan": "JPN"}
OUTPOSTS = 5
"""Combat outposts of each side in the counter mix."""


@dataclass(frozen=True)
class Face:
    """One side of a counter."""

    attack: int
    defence: int
    efficiency: int
    allowance: int
    stack2: int
    """Half stack points."""
    mobility: str

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.allowance}"


# rule: NW-2.2.a, NW-2.3.4, NW-2.3.6
@dataclass(frozen=True, kw_only=True)
class Counter:
    """A ground unit as printed."""

    id: int
    sheet: str
    """Its number on the counter sheets; equal counters share one."""
    name: str
    label: str
    side: str
    nation: str
    kind: str
    size: str
    front: Face
    back: Face | None = None
    formation: str = ""
    army: str = ""
    branch: str = ""
    commands: str = ""
    """Of a headquarters: the formation whose units are under it."""
    independent: bool = False
    supreme: bool = False
    defends_alone: bool = False
    """Defence in parentheses."""
    setup: str = ""
    near: tuple[str, int] | None = None
    later: bool = False
    """Not there at the start: the set-up hex in italics is where it comes in."""
    reserve: str = ""
    """The code by which it is drawn: M, HR, PMTU or RG."""
    arrival: str = ""
    range: int = 0
    """Of headquarters and artillery in hexes, of depots in motorised movement points."""
    mobile_range: int = 0
    """Of the mobile side of a supply unit."""
    source: str = "public"
    choice: str = ""
    """Of a counter that stands for another one: by which answer to the option it is used."""

    @cached_property
    def steps(self) -> int:
        """Strength steps at full strength."""
        return 1 if self.back is None or self.is_sniper or self.is_supply else 2

    @cached_property
    def is_sniper(self) -> bool:
        """Whether it is a sniper brigade: its reverse is the same brigade without helicopters."""
        return self.kind == SNIPER

    @cached_property
    def is_armour(self) -> bool:
        """Whether it is armour."""
        return self.kind in ARMOUR

    @cached_property
    def is_mechanised(self) -> bool:
        """Whether it is a mechanised unit, whatever it moves like."""
        return self.kind in MECHANISED_KINDS

    @cached_property
    def is_infantry(self) -> bool:
        """Whether it is infantry of any kind that is not mechanised."""
        return self.kind in INFANTRY

    # rule: NWK-3.1
    @cached_property
    def is_light(self) -> bool:
        """Whether its allowance is yellow: light infantry, able to move airmobile."""
        return self.front.mobility == LIGHT

    @cached_property
    def is_airmobile(self) -> bool:
        """Whether it has helicopters of its own."""
        return self.front.allowance == AIRMOBILE_MP

    @cached_property
    def is_airborne(self) -> bool:
        """Whether it can jump."""
        return self.kind == "airborne"

    @cached_property
    def is_marine(self) -> bool:
        """Whether it can assault a beach."""
        return self.kind in MARINES or self.branch == "usmc"

    # rule: NWK-3.3.2
    @cached_property
    def is_task_force(self) -> bool:
        """Whether it is a task force of marines, which battalions form during the game."""
        return self.kind == "mech_marine"

    @cached_property
    def is_outpost(self) -> bool:
        """Whether it is a combat outpost."""
        return self.kind == OUTPOST

    @cached_property
    def is_hq(self) -> bool:
        """Whether it is a headquarters."""
        return self.kind == HQ

    @cached_property
    def is_artillery(self) -> bool:
        """Whether it is an artillery brigade."""
        return self.kind == ARTILLERY

    @cached_property
    def is_supply(self) -> bool:
        """Whether it is a supply unit: a depot on its front, a mobile supply unit on its back."""
        return self.kind == SUPPLY

    # rule: NW-2.2.c, NW-16.0
    @cached_property
    def is_advanced(self) -> bool:
        """Whether only the advanced game uses it."""
        return self.kind in (HQ, ARTILLERY, SUPPLY)


@dataclass(frozen=True, kw_only=True)
class HelicopterCounter:
    """An attack helicopter unit as printed."""

    id: int
    sheet: str
    name: str
    side: str
    nation: str
    type: str
    support: tuple[int, ...]
    """Combat support by steps: the last step first."""
    range: int
    steps: int
    branch: str = ""
    formation: str = ""
    setup: str = ""
    arrival: str = ""


@dataclass(frozen=True, kw_only=True)
class ShipCounter:
    """A naval unit as printed."""

    id: int
    sheet: str
    name: str
    side: str
    nation: str
    kind: str
    support: int
    range: int
    capacity2: int = 0
    helicopters: int = 0


@dataclass(frozen=True, kw_only=True)
class AirCounter:
    """An air unit of the advanced game as printed; ``front`` and ``back`` hold the ratings."""

    id: int
    sheet: str
    name: str
    side: str
    nation: str
    service: str
    type: str
    range: str
    steps: int
    front: Mapping[str, Any]
    back: Mapping[str, Any] | None = None
    all_weather: bool = False
    stealth: bool = False
    optional: bool = False


def _face(values: Iterable[Any]) -> Face:
    return Face(*values)


def _unique(names: list[str]) -> list[str]:
    """Names that occur several times, with a number behind each."""
    often, seen = Tally(names), Tally[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} {seen[name]}" if often[name] > 1 else name)
    return found


# rule: NWK-3.3.3
def counters(facts: Mapping[str, Any]) -> dict[int, Counter]:
    """Every ground unit by its number; ``facts`` change values by the name of the unit."""
    rows = [row for row in data("ground_units")["units"] for _ in range(row.get("count", 1))]
    rows += [row for nation in (DPRK, ROK) for row in [_outpost(nation)] * OUTPOSTS]
    rows += [row for nation in (DPRK, ROK) for row in _supply_units(nation)]
    # rule: NWK-1.1.1
    rows += data("ground_units")["alternatives"]
    names = _unique([_name(row) for row in rows])
    found: dict[int, Counter] = {}
    for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1):
        found[number] = _counter(number, name, {**row, **facts.get(name, {})})
    if unknown := [name for name in facts if name not in names]:
        raise ValueError(f"there is no unit {', '.join(unknown)}")
    return found


def _name(row: Mapping[str, Any]) -> str:
    """What a unit is called: nation, designation, kind and size."""
    branch = "USMC" if row.get("branch") else NATION_NAMES[row["nation"]]
    words = (branch, row["name"], KINDS[row["type"]], SIZES[row["size"]] if row["type"] != HQ else "")
    return " ".join(word for word in words if word)


# rule: NWK-2.2.h
def _outpost(nation: str) -> dict[str, Any]:
    """A combat outpost, from the markers."""
    side = {"dprk": "DPRK", "rok": "ROK"}[nation]
    printed = next(m for m in data("markers")["markers"] if m["kind"] == "combat_outpost" and m["side"] == side)
    values = printed["values"]
    face = [values["attack"], values["defense"], values["er"], values["move"], 0, FOOT]
    return {"id": f"co-{nation}", "nation": nation, "name": "", "type": OUTPOST, "size": OUTPOST, "front": face}


# rule: NW-19.4.g, NW-16.2.11
def _supply_units(nation: str) -> list[dict[str, Any]]:
    """The supply units of a side, as many as there are counters: depots, with a mobile supply unit on the back."""
    side = {"dprk": "DPRK", "rok": "ROK/US"}[nation]
    markers = data("markers")["markers"]
    depot = {m["side"]: m for m in markers if m["kind"] == "supply_depot"}[side]
    front, back = depot["values"], next(m for m in markers if m["kind"] == "msu")["values"]
    row = {
        "id": f"supply-{nation}",
        "nation": nation,
        "name": "",
        "type": SUPPLY,
        "size": SUPPLY,
        "front": _supply_face(front, front["stacking"]),
        "back": _supply_face(back, front["stacking"]),
        "range": front["supply_range"],
        "mobile_range": back["supply_range"],
    }
    return [row] * int(depot["count"])


def _supply_face(values: Mapping[str, Any], stacking: int) -> list[Any]:
    return [values["attack"], values["defense"], values["er"], values["move"], stacking * STACK, MOTORISED]


def _counter(number: int, name: str, row: Mapping[str, Any]) -> Counter:
    near = row.get("near")
    return Counter(
        id=number,
        sheet=row["id"],
        name=name,
        label=row["name"] or {OUTPOST: "CO", SUPPLY: "Dep"}[row["type"]],
        side=SIDE_OF[row["nation"]],
        nation=row["nation"],
        kind=row["type"],
        size=row["size"],
        front=_face(row["front"]),
        back=_face(row["back"]) if row.get("back") else None,
        formation=row.get("formation", ""),
        army=row.get("army", ""),
        branch=row.get("branch", ""),
        commands=row.get("commands", row.get("formation", "")) if row["type"] == HQ else "",
        independent=row.get("independent", False),
        supreme=row.get("supreme", False),
        defends_alone=row.get("defends_alone", False),
        setup=row.get("setup", ""),
        near=(near[0], near[1]) if near else None,
        later=row.get("later", False),
        reserve=row.get("reserve", ""),
        arrival=row.get("arrival", ""),
        range=row.get("range", 0),
        source=row.get("source", "public"),
        choice=row.get("choice", ""),
        mobile_range=row.get("mobile_range", 0),
    )


@cache
def helicopters() -> dict[int, HelicopterCounter]:
    """Every attack helicopter unit by its number."""
    rows = [row for row in data("helicopters")["units"] for _ in range(row.get("count", 1))]
    names = _unique([f"{NATION_NAMES[row['nation']]} {row['type']}" for row in rows])
    return {
        number: HelicopterCounter(
            id=number,
            sheet=row["id"],
            name=name,
            side=SIDE_OF[row["nation"]],
            nation=row["nation"],
            type=row["type"],
            support=(row["reduced_support"], row["support"]) if row["steps"] > 1 else (row["support"],),
            range=row["range"],
            steps=row["steps"],
            branch=row.get("branch", ""),
            formation=row.get("formation", ""),
            setup=row.get("setup", ""),
            arrival=row.get("arrival", ""),
        )
        for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1)
    }


@cache
def ships() -> dict[int, ShipCounter]:
    """Every naval unit by its number."""
    rows = [row for row in data("ships")["units"] for _ in range(row.get("count", 1))]
    names = _unique([f"{NATION_NAMES[row['nation']]} {row['name']}" for row in rows])
    return {
        number: ShipCounter(
            id=number,
            sheet=row["id"],
            name=name,
            side=SIDE_OF[row["nation"]],
            nation=row["nation"],
            kind=row["kind"],
            support=row["support"],
            range=row["range"],
            capacity2=row.get("capacity2", 0),
            helicopters=row.get("helicopters", 0),
        )
        for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1)
    }


def aircraft(facts: Mapping[str, Any]) -> dict[int, AirCounter]:
    """Every air unit by its number; ``facts`` change values by the name of the unit."""
    printed = [row for row in data("air_units")["units"] for _ in range(row.get("count", 1))]
    names = _unique([f"{NATION_NAMES[row['nation']]} {row['type']}" for row in printed])
    if unknown := [name for name in facts if name not in names]:
        raise ValueError(f"there is no air unit {', '.join(unknown)}")
    rows = [{**row, **facts.get(name, {})} for name, row in zip(names, printed, strict=True)]
    return {
        number: AirCounter(
            id=number,
            sheet=row["id"],
            name=name,
            side=SIDE_OF[row["nation"]],
            nation=row["nation"],
            service=row["service"],
            type=row["type"],
            range=row["range"],
            steps=row["steps"],
            front=row["front"],
            back=row.get("back"),
            all_weather=row.get("all_weather", False),
            stealth=row.get("stealth", False),
            optional=row.get("optional", False),
        )
        for number, (name, row) in enumerate(zip(names, rows, strict=True), start=1)
    }
