"""The counters: what is printed on each, which teams it breaks down into, and a number for every one of them.

The numbers are the same in every mission, so that a campaign can carry men from one to the next.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.model import ENEMY, FRIENDLY, GRADES, GREEN, LINE
from sandtable.games.fieldsoffire.scenario.files import data

P, C, L, V = range(4)
REACH = {"P": P, "C": C, "L": L, "V": V}

SQUAD, WEAPONS, MORTAR_SECTION, MORTAR_TEAM, GUN, HQ_CO, HQ_PLATOON, HQ_HIGHER, STAFF, OBSERVER, RUNNER = (
    "squad",
    "weapons_team",
    "mortar_section",
    "mortar_team",
    "gun",
    "co_hq",
    "plt_hq",
    "higher_hq",
    "co_staff",
    "fo",
    "runner",
)
SNIPER_TEAM, LEADER, VEHICLE, AIRCRAFT = "sniper", "leader", "vehicle", "aircraft"
ASSAULT, FIRE, LITTER, PARALYZED, CASUALTY = "assault", "fire", "litter", "paralyzed", "casualty"
TEAMS = (ASSAULT, FIRE, LITTER, PARALYZED)
"""Limited Action Teams that stand for no unit in particular."""
HEADQUARTERS = (HQ_CO, HQ_PLATOON, HQ_HIGHER)
MORTARS = (MORTAR_SECTION, MORTAR_TEAM)

US, GERMAN, NKPA, NVA, VC = "us", "german", "nkpa", "nva", "vc"
NATIONS = (GERMAN, NKPA, NVA, VC)
PREFIXES = {"ge": GERMAN, "nk": NKPA, "nva": NVA, "vc": VC}
ADJECTIVES = {GERMAN: "German", NKPA: "NKPA", NVA: "NVA", VC: "VC"}
ERAS = {"n": "normandy", "k": "korea", "v": "vietnam"}

SPARE = 48
"""Counters of each kind of team and of casualties; the boxes hold as many as a company can need."""
MORE_CASUALTIES = 152
"""More casualties, numbered after all other counters: before a main line nobody takes the enemy's away."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A volume of fire as printed: what is placed by itself, what takes an order, and how far."""

    basic: str = ""
    """S, A, H, A/S; empty where nothing is placed by itself."""
    special: str = ""
    """G! or S!."""
    least: int = P
    most: int = P
    tripod: bool = False

    @property
    def is_printed(self) -> bool:
        """Whether there is a volume of fire on this side at all."""
        return bool(self.basic or self.special)


NOTHING = Rating()


def rating_of(row: Mapping[str, Any] | None) -> Rating:
    """A rating from ``vof`` (S, A/S^G!, G!, S!), ``range`` (L, C-V) and ``tripod``."""
    if not row or not row.get("vof"):
        return NOTHING
    basic, _, special = str(row["vof"]).partition("^")
    if basic in ("G!", "WP"):
        basic, special = "", basic
    elif basic == "S!":
        basic, special = "S", "S!"
    least, _, most = str(row.get("range") or "P").rpartition("-")
    return Rating(basic, special, REACH[least or "P"], REACH[most], bool(row.get("tripod")))


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The teams into which the steps of a unit turn: as it is reduced, the last one, and Assault Teams."""

    first: str
    second: str
    last: str
    assault: str
    second_or: str = ""
    """What the second step is on a random number 2 of 2, where that is drawn."""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of counter as printed."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    steps: int
    sides: tuple[tuple[int, Rating], ...]
    """Good order sides by the steps they stand for, the strongest first."""
    team: Rating | None
    """The named Fire Team on its back."""
    breakdown: Breakdown | None
    platoon: int
    ammo: str
    ammo_key: str
    carries: int
    nets: tuple[str, ...]
    experience: int
    vehicle: str
    at_weapon: str
    is_immobile: bool
    pool: str
    source: str
    leads: bool = False
    """The headquarters of a platoon of vehicles: it commands and fights."""

    def rating(self, steps: int) -> Rating:
        """What is printed on the good order side for that many steps; a reduced unit keeps the last side's rating."""
        for least, rating in self.sides:
            if steps >= least:
                return rating
        return self.sides[-1][1] if self.sides else NOTHING

    # rule: FF-1.2.3.f
    @property
    def is_team(self) -> bool:
        """A generic Limited Action Team."""
        return self.kind in TEAMS

    # rule: FF-1.2.6.infantry
    @property
    def is_infantry(self) -> bool:
        """Whatever is no vehicle and no casualty."""
        return self.kind not in (VEHICLE, AIRCRAFT, CASUALTY)

    @property
    def is_headquarters(self) -> bool:
        """An HQ of any level."""
        return self.kind in HEADQUARTERS

    @property
    def commands(self) -> bool:
        """An HQ or a Staff unit: it has a command marker."""
        return self.kind in HEADQUARTERS or self.kind == STAFF or self.leads

    # rule: FF-10.1.1.a
    @property
    def rank(self) -> str:
        """Its place in the chain of command: the leader of a platoon of vehicles is a platoon headquarters."""
        return HQ_PLATOON if self.leads else self.kind

    @property
    def is_vehicle(self) -> bool:
        """A vehicle on the ground or in the air."""
        return self.kind in (VEHICLE, AIRCRAFT)

    @property
    def least_steps(self) -> int:
        """The smallest number of steps for which it has a good order side."""
        return self.sides[-1][0] if self.sides else 1


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter of the mix."""

    key: int
    type: UnitType
    name: str


def _team(breakdown: Mapping[str, Any], part: str, era: str) -> str:
    found = breakdown[part]
    if isinstance(found, Mapping):
        found = found.get(era) or found["1"]
    return str(found)


def _breakdown(name: str | None, charts: Mapping[str, Any], era: str) -> Breakdown | None:
    if name is None:
        return None
    row = charts[name]
    second = row["second"]
    other = str(second["2"]) if isinstance(second, Mapping) and "2" in second else ""
    first, last, assault = (_team(row, part, era) for part in ("first", "last", "assault"))
    return Breakdown(first, _team(row, "second", era), last, assault, other)


# rule: FFT-counter-errata
def type_of(row: Mapping[str, Any], side: str, charts: Mapping[str, Any]) -> UnitType:
    """A kind of unit from a row of the data, or of the facts of a board made by hand."""
    prefix = str(row["id"]).partition(".")[0]
    nation = US if side == FRIENDLY else PREFIXES.get(prefix, row.get("nation", GERMAN))
    ammo = row.get("ammo_type") or next(iter(row.get("ammo") or {}), "")
    # rule: FF-1.2.3.h, FF-1.2.3.i, FF-1.2.3.j
    kind = {"spotter": OBSERVER, "fac_air": AIRCRAFT, "vehicle_group": VEHICLE}.get(row["kind"], row["kind"])
    vehicle = _vehicle(row)
    # rule: FF-1.1.1.c, FF-1.2.3.a
    sides = tuple((one["steps"], rating_of(one)) for one in row.get("sides") or ())
    if vehicle:  # rule: FF-1.2.3.e, FF-7.8, FF-10.3.a
        figures = data("vehicles_aircraft")["vehicles"][vehicle]
        row = {**row, "steps": figures["crew_steps"]}
        sides = ((figures["crew_steps"], rating_of({"vof": figures["vof"], "range": figures["vof_range"]})),)
    # rule: FF-1.2.3.b, FF-1.2.3.c, FF-1.2.3.d
    back = row.get("fire_team_side")
    # rule: FF-4.1.1.bn.e
    experience = GRADES.get(row.get("experience") or "Line", LINE)
    return UnitType(
        id=row["id"],
        name=row["name"],
        side=side,
        nation=nation,
        kind=kind,
        steps=row["steps"],
        sides=sides,
        team=rating_of(back) if back else None,
        breakdown=_breakdown(row.get("breakdown"), charts, ERAS.get(prefix, "")),
        platoon=row.get("platoon") or 0,
        ammo=ammo,
        ammo_key=row.get("ammo_key") or "",
        carries=row.get("carry") or row.get("starting_ammo") or (row.get("ammo") or {}).get(ammo, 0),
        nets=tuple(row.get("networks") or ()),
        experience=experience,
        vehicle=vehicle,
        at_weapon=row.get("at_weapon") or "",
        is_immobile=bool(row.get("immobile", False)),
        pool=row.get("pool") or "",
        source=(row.get("provenance") or {}).get("kind", "ruling"),
    )


def _vehicle(row: Mapping[str, Any]) -> str:
    """The row of the vehicle table for a counter: its own, or that of its platoon."""
    group = row.get("vehicle_group")
    return str(data("vehicles_aircraft")["tank_platoons"][group]["vehicle"] if group else row.get("vehicle") or "")


def team_type(row: Mapping[str, Any], side: str, nation: str) -> UnitType:
    """A generic team or a casualty: one step, one side."""
    kind = next((one for one in (*TEAMS, CASUALTY) if one in row["id"]), FIRE)
    return UnitType(
        id=row["id"],
        name=row["name"],
        side=side,
        nation=nation,
        kind=kind,
        steps=1,
        sides=((1, rating_of(row)),),
        team=None,
        breakdown=None,
        platoon=0,
        ammo="mg" if row.get("vof") == "A" and kind == FIRE else "",
        ammo_key="",
        carries=0,
        nets=(),
        experience=GRADES[row["experience"]] if row.get("experience") else GREEN,
        vehicle="",
        at_weapon="",
        is_immobile=False,
        pool="",
        source=(row.get("provenance") or {}).get("kind", "ruling"),
    )


def _common(prefix: str) -> list[dict[str, Any]]:
    """Litter and Paralyzed Teams and casualties, which carry no figures."""
    names = {LITTER: "Litter Team", PARALYZED: "Paralyzed Team", CASUALTY: "Casualty"}
    return [{"id": f"{prefix}.{kind}", "name": name, "provenance": {"kind": "printed"}} for kind, name in names.items()]


@cache
def types() -> dict[str, UnitType]:
    """Every kind of counter by its id."""
    found: list[UnitType] = []
    ours, theirs = data("toe_us"), data("enemy_units")
    found += [type_of(row, FRIENDLY, ours["breakdowns"]) for row in ours["units"].values()]
    teams = [row for row in ours["lat"].values() if "." in row["id"]]
    found += [team_type(row, FRIENDLY, US) for row in (*teams, *_common("us"))]
    found += [type_of(row, ENEMY, theirs["breakdowns"]) for row in theirs["units"].values()]
    for row in theirs["lat"].values():
        found.append(team_type(row, ENEMY, PREFIXES[row["id"].partition(".")[0]]))
    for prefix, nation in PREFIXES.items():
        found += [team_type(row, ENEMY, nation) for row in _common(prefix)]
    more = data("vehicles_aircraft")["counters"].values()
    found += [type_of(row, row["side"], ours["breakdowns"]) for row in more]
    return {one.id: one for one in found}


def copies(kind: UnitType) -> int:
    """How many counters of a kind there are."""
    if kind.is_team or kind.kind == CASUALTY:
        return SPARE
    if kind.id in (more := data("vehicles_aircraft")["counters"]):
        return int(more[kind.id]["count"])
    if kind.side == ENEMY:
        return int(data("enemy_units")["units"][kind.id]["count"])
    group = data("toe_us")["units"][kind.id].get("vehicle_group")
    return int(data("vehicles_aircraft")["tank_platoons"][group]["count"]) if group else 1


def counter_name(kind: UnitType, number: int, of: int) -> str:
    """What people call a counter: the name printed on it, with its nation and its number where it has any."""
    nation = ADJECTIVES[kind.nation] if kind.side == ENEMY else ""
    if (kind.vehicle and kind.kind == VEHICLE) or kind.id in data("vehicles_aircraft")["counters"]:
        return f"{nation} {_vehicle_name(kind, number, of)}".strip()
    name = kind.name if kind.name.startswith(nation) else f"{nation} {kind.name}"
    if numbers := re.search(r"(\d+)-\d+", name):
        return name.replace(numbers[0], str(int(numbers[1]) + number - 1))
    return f"{name} {number}" if of > 1 else name


def _vehicle_name(kind: UnitType, number: int, of: int) -> str:
    """A vehicle of the company by the number painted on it, where any is known; of the enemy by its count."""
    row = data("vehicles_aircraft")["vehicles"][kind.vehicle]
    short, painted = str(row["short"]), row["counters"]
    if kind.side != ENEMY and number <= len(painted):
        return f"{short} {str(painted[number - 1]).removeprefix(short).strip()}"
    return f"{short} {number}" if of > 1 else short


@cache
def counters() -> dict[int, Counter]:
    """Every counter of the mix by number."""
    found: dict[int, Counter] = {}
    for kind in types().values():
        count = copies(kind)
        for number in range(1, count + 1):
            key = len(found) + 1
            # rule: FF-10.1.1.a, FF-10.1.1.c
            leads = number == 1 and kind.kind == VEHICLE and bool(kind.platoon)
            one = replace(kind, leads=True) if leads else kind
            found[key] = Counter(key, one, counter_name(kind, number, count))
    for kind in types().values():
        if kind.kind == CASUALTY:
            for number in range(SPARE + 1, SPARE + MORE_CASUALTIES + 1):
                key = len(found) + 1
                found[key] = Counter(key, kind, counter_name(kind, number, SPARE + MORE_CASUALTIES))
    return found
