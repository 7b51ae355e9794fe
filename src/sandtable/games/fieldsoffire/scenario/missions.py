"""Missions: everything a briefing says, as typed figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.model import GRADES
from sandtable.games.fieldsoffire.scenario.files import data

LIMITED = 2
"""Visibility from which on a turn is one of the night, or as bad."""
LIGHTS = {"Daylight": "daylight", "Twi": "twilight", "Moon": "moon", "Night": "moon"}
TACTICS = {"prepared": "deliberate"}


@dataclass(frozen=True, slots=True)
class Support:
    """A row of the fire support table: an agency, a kind of mission, who may call it with how many cards."""

    agency: str
    type: str
    value: int
    missions: int
    draws: Mapping[str, int]

    @property
    def key(self) -> str:
        """Its name in the count of missions left."""
        return f"{self.agency}/{self.type}"


UNLIMITED = 99
"""So many fire missions never run out."""


def support_of(row: Mapping[str, Any], *, unlimited: bool = False) -> Support:
    """A row of the fire support table; missions that kill nobody have no value."""
    value = row.get("modifier")
    return Support(
        row["agency"],
        row["type"],
        value if isinstance(value, int) else 0,
        UNLIMITED if unlimited else row.get("missions") or 0,
        {who: cards for who, cards in row["draws"].items() if cards},
    )


def agency_class(agency: str) -> str:
    """What an agency is: artillery, cannon, mortar, heavy mortar, air."""
    rows = data("fire_support")["agencies"].values()
    return str(next((row["class"] for row in rows if row["name"] == agency), "artillery"))


# rule: FF-1.1.2, FF-2.1.1, FF-7.16.a
@dataclass(frozen=True)
class Mission:
    """A mission."""

    id: str
    title: str
    campaign: str
    type: str
    rows: int
    columns: int
    turns: int
    light: str
    weather: str
    visibility: str
    tactic: str
    experience: int
    enemy: str
    nation: str
    pool: str
    grenades: Mapping[str, int]
    attachments: tuple[str, ...]
    ammo: Mapping[str, int]
    hq_experience: Mapping[str, int]
    support: tuple[Support, ...]
    battalion: bool
    staging: bool
    reattempts: int
    patrols: int
    source: str
    setup: Mapping[str, Any] = field(repr=False)
    """The rest of its briefing as it stands in the data: start, controls, objective, contacts, events, terrain."""

    @property
    def stands_alone(self) -> bool:
        """Whether it belongs to no campaign, whatever company fights it."""
        return "standalone" in self.setup

    @property
    def is_face_down(self) -> bool:
        """Whether the terrain cards lie face down."""
        return bool(self.setup["terrain"]["face"] == "down")

    # rule: FF-9.2.e
    @property
    def has_limited_turn(self) -> bool:
        """Whether visibility is +2 or worse in any turn, so that lights for the night are handed out."""
        return any(int(value) >= LIMITED for value in re.findall(r"[+-](\d)", self.visibility))


def _visibility(text: str) -> tuple[str, str]:
    """Light and weather at the start, from words such as ``Daylight, Fog +2`` or ``Night +3/Twi +1``."""
    first = text.partition("/")[0]
    weather = next((word for word in ("fog", "rain", "snow", "mist") if word in first.lower()), "")
    name = next((light for word, light in LIGHTS.items() if first.startswith(word)), "daylight")
    value = re.search(r"\+(\d)", first)
    return (f"{name}{value[1]}" if name == "moon" and value else name), weather


def _mission(setup: Mapping[str, Any], figures: Mapping[str, Any]) -> Mission:
    enemy = figures["enemy"]
    light, weather = _visibility(figures["visibility"])
    forces = data("enemy_units")
    nation = forces["kinds"][enemy["kind"]]
    tactic = forces["tactics"][enemy["tactics"]]
    unlimited = bool(figures.get("missions_unlimited", False))
    return Mission(
        id=setup["id"],
        title=setup["name"],
        campaign=setup["campaign"],
        type=figures["type"],
        rows=figures["map"]["rows"],
        columns=figures["map"]["columns"],
        turns=figures["turns"],
        light=light,
        weather=weather,
        visibility=figures["visibility"],
        tactic=TACTICS.get(tactic, tactic),
        experience=GRADES[enemy["experience"]],
        enemy=enemy["kind"],
        nation=nation["nation"],
        pool=nation["pool"],
        grenades={"friendly": figures["grenade"]["us"], "enemy": figures["grenade"]["enemy"]},
        attachments=tuple(figures.get("attachments", ())),
        ammo=figures.get("ammo", {}),
        hq_experience={key: GRADES[grade] for key, grade in figures.get("hq_experience", {}).items()},
        support=tuple(support_of(row, unlimited=unlimited) for row in figures.get("fire_support", ())),
        battalion=bool(figures.get("battalion_fire_mission", False)),
        staging=setup["staging"],
        reattempts=setup["reattempts"],
        patrols=setup["patrols"],
        source=setup["provenance"]["kind"],
        setup=setup,
    )


# rule: FFM-standalone
@cache
def missions() -> dict[str, Mission]:
    """All missions by the name of their campaign and their number; those that stand alone have figures of their own."""
    figures = {f"{row['campaign']} {row['number']}": row for row in data("missions")["missions"]}
    setups = data("mission_setups")["missions"]
    return {key: _mission(row, row.get("standalone") or figures[key]) for key, row in setups.items()}


def company_experience(mission: Mission, key: str, printed: int) -> int:
    """The grade with which a unit of the company starts: by the briefing, else as printed."""
    everybody = data("toe_us")["companies"][mission.campaign].get("experience_all")
    if everybody:
        return GRADES[everybody]
    return mission.hq_experience.get(key, printed)


PREFIX = {"Vietnam": "v."}


def lift_of_mission(mission: Mission) -> Mapping[str, int]:
    """The transports that a mission has, by their row of the vehicle table."""
    found: Mapping[str, int] | None = mission.setup.get("transports")
    if found is not None:
        return found
    known: Mapping[str, int] = data("vehicles_aircraft")["air_assault"]["missions"].get(mission.id, {})
    return known


def flies(mission: Mission) -> bool:
    """Whether the company comes to its mission in transports."""
    return bool(lift_of_mission(mission))


def transport_kinds(mission: Mission) -> tuple[str, ...]:
    """The kinds of counter of the mission's transports."""
    return tuple(PREFIX.get(mission.campaign, "k.") + name for name in lift_of_mission(mission))
