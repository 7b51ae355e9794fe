"""The scenario of a match: one mission with its map, its counters and its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sandtable.games.fieldsoffire.model import COMPANY, FRIENDLY, PLATOON_SEATS, FieldsOptions
from sandtable.games.fieldsoffire.scenario import facts as laid_over
from sandtable.games.fieldsoffire.scenario import town
from sandtable.games.fieldsoffire.scenario.deck import ActionCard, cards
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import BELOW, MARGIN, Terrain, place, place_name
from sandtable.games.fieldsoffire.scenario.missions import Mission, missions, transport_kinds
from sandtable.games.fieldsoffire.scenario.ridges import as_open, is_ridge
from sandtable.games.fieldsoffire.scenario.units import Counter, UnitType, counters
from sandtable.games.fieldsoffire.scenario.vehicles import flies_over, machines
from sandtable.kernel import Scenario

PLAYABLE = (
    "Keep Up The Fire",
    *(f"Normandy {number}" for number in range(1, 8)),
    *(f"Naktong River {number}" for number in range(1, 8)),
    *(f"Heartbreak Ridge {number}" for number in range(1, 9)),
    *(f"Vietnam {number}" for number in ("1", "2", "3", "4", "5", "6", "7A", "7B", "8")),
    "Street Fight",
)
"""Missions that can be played: all of them."""


def slug(mission: str) -> str:
    """The name of a mission on the wire."""
    return mission.lower().replace(" ", "_")


SCENARIOS = {slug(name): name for name in PLAYABLE}


@dataclass(frozen=True, kw_only=True, eq=False)
class FieldsScenario(Scenario):
    """What never changes in a match."""

    mission: Mission
    terrain: Mapping[int, Terrain]
    counters: Mapping[int, Counter]
    deck: Mapping[int, ActionCard]
    markers: Mapping[str, Mapping[str, Any]]
    cache: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def types(self) -> Mapping[int, UnitType]:
        """The kind of every counter."""
        return {key: counter.type for key, counter in self.counters.items()}

    @cached_property
    def sides(self) -> Mapping[int, str]:
        """The side of every counter."""
        return {key: counter.type.side for key, counter in self.counters.items()}

    @cached_property
    def stock(self) -> Mapping[str, tuple[int, ...]]:
        """The counters of each kind."""
        found: dict[str, list[int]] = {}
        for key, counter in self.counters.items():
            found.setdefault(counter.type.id, []).append(key)
        return {kind: tuple(keys) for kind, keys in found.items()}

    @cached_property
    def of_kind(self) -> Mapping[str, tuple[int, ...]]:
        """The counters of each sort of unit: squads, headquarters, runners."""
        found: dict[str, list[int]] = {}
        for key, counter in self.counters.items():
            found.setdefault(counter.type.kind, []).append(key)
        return {kind: tuple(keys) for kind, keys in found.items()}

    @cached_property
    def sorts(self) -> Mapping[int, str]:
        """The vehicles and aircraft among the counters, each with its sort."""
        return {key: machines()[kind.vehicle].sort for key, kind in self.types.items() if kind.vehicle}

    @cached_property
    def wholes(self) -> Mapping[str, tuple[UnitType, ...]]:
        """The squads and sections of which a team is left, by the team."""
        found: dict[str, dict[str, UnitType]] = {}
        for kind in self.types.values():
            if kind.breakdown is not None:
                for part in (kind.breakdown.second, kind.breakdown.last):
                    found.setdefault(part, {})[kind.id] = kind
        return {part: tuple(kinds.values()) for part, kinds in found.items()}

    @cached_property
    def flyers(self) -> frozenset[int]:
        """The counters that fly over cards and hold none."""
        return frozenset(key for key, kind in self.types.items() if flies_over(kind))

    @cached_property
    def own(self) -> frozenset[int]:
        """The counters of the company itself, without those lent to it."""
        return frozenset(company_of(self)) - attachments_of(self)

    @cached_property
    def ground(self) -> tuple[int, ...]:
        """The cards of the mission's own map, row by row."""
        rows, columns = self.mission.rows, self.mission.columns
        return tuple(place(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))

    @cached_property
    def is_urban(self) -> bool:
        """Whether there are urban cards among its terrain; where there are none nobody need look for areas."""
        return any(card.town for card in self.terrain.values())

    def marker(self, name: str, value: str = "value") -> int:
        """A figure printed on a marker, such as the value of ``cover.trench``."""
        return int(self.markers[name][value])


def _company(mission: Mission, options: FieldsOptions) -> tuple[str, ...]:
    """The kinds of unit that the company has in a mission, its attachments included."""
    toe = data("toe_us")
    company = toe["companies"][mission.campaign]
    found = list(company["units"])
    if options.mortar_teams:
        for option in company["options"]:
            if "replace" in option and option["replace"] in found:
                at = found.index(option["replace"])
                found[at : at + 1] = option["by"]
    for key in mission.attachments:
        found += toe["attachments"][key].get(mission.campaign, ())
    return tuple(dict.fromkeys(found))


def _perhaps(mission: Mission) -> tuple[str, ...]:
    """The kinds of unit that a special rule of the briefing may bring."""
    return tuple(str(row["unit"]) for row in mission.setup.get("special", ()) if "unit" in row)


def _in_play(mission: Mission, options: FieldsOptions, nations: tuple[str, ...]) -> dict[int, Counter]:
    """The counters that a mission can bring on the map: the company and its teams, and those of the enemy's nation."""
    company = (*_company(mission, options), *transport_kinds(mission), *_perhaps(mission))
    prefix = company[0].partition(".")[0]
    teams = {team for kind in company for team in _breaks_into(kind)}
    found: dict[int, Counter] = {}
    for key, counter in counters().items():
        kind = counter.type
        if kind.side == FRIENDLY:
            home, _, _ = kind.id.partition(".")
            is_common = home == "us" or (home == prefix and (kind.is_team or kind.kind in ("runner", "higher_hq")))
            is_ours = kind.id in company or kind.id in teams or is_common
        else:
            is_ours = kind.nation in nations
        if is_ours:
            found[key] = counter
    return found


def _breaks_into(kind: str) -> tuple[str, ...]:
    charts = data("toe_us")
    row = charts["units"].get(kind)
    if row is None or not row.get("breakdown"):
        return ()
    era = {"n": "normandy", "k": "korea", "v": "vietnam"}[kind.partition(".")[0]]
    parts = charts["breakdowns"][row["breakdown"]]
    found = [parts[part] for part in ("first", "second", "last", "assault")]
    return tuple(one[era] if isinstance(one, Mapping) else one for one in found)


# rule: FF-13.0
def _is_urban(mission: Mission, facts: Mapping[str, Any]) -> bool:
    """Whether urban cards can lie on the map: by the deck of the mission, or on a board made by hand."""
    by_hand = any(row.get("town") for row in (facts.get("terrain") or {}).values())
    return by_hand or mission.setup["terrain"]["deck"] == town.TOWN


# rule: FF-2.1.a, FF-2.1.b
def load(name: str, options: FieldsOptions, facts: Mapping[str, Any]) -> FieldsScenario:
    """A mission with its facts laid over."""
    laid_over.check(facts)
    mission = laid_over.mission(missions()[SCENARIOS[name]], facts)
    second = data("enemy_units")["kinds"][mission.enemy].get("second")
    nations = tuple(dict.fromkeys((mission.nation, *((second,) if second else ()), *facts.get("nations", ()))))
    pieces = laid_over.counters(_in_play(mission, options, nations), facts)
    terrain = laid_over.terrain(facts)
    if is_ridge(mission):
        terrain = as_open(terrain)
    if not _is_urban(mission, facts):
        terrain = {number: card for number, card in terrain.items() if card.town is None}
    rows = range(1 - BELOW, mission.rows + MARGIN + 1)
    columns = range(1 - MARGIN, mission.columns + MARGIN + 1)
    places = [place(r, c) for r in rows for c in columns]
    seats = (COMPANY, *PLATOON_SEATS.values()) if options.platoon_seats else (COMPANY,)
    names: dict[str, dict[Any, str]] = {
        "seat": {seat: seat for seat in seats},
        "place": {0: "nowhere", **{one: place_name(one) for one in places}},
        "unit": {0: "nobody", **{key: counter.name for key, counter in pieces.items()}},
        "terrain": {0: "face down", **{number: card.title for number, card in terrain.items()}},
        "action_card": {number: str(number) for number in cards()},
    }
    if areas := town.names(places, terrain):
        names["cover"] = areas
    return FieldsScenario(
        name=name,
        options=options,
        facts=facts,
        seats=seats,
        names=names,
        aliases={"terrain": {card.id.casefold(): number for number, card in terrain.items()}},
        mission=mission,
        terrain=terrain,
        counters=pieces,
        deck=cards(),
        markers=data("counters")["markers"],
    )


# rule: FF-2.3.2.b
def attachments_of(scenario: FieldsScenario) -> frozenset[int]:
    """The counters that are only lent to the company: they gain no experience and are not rebuilt."""
    lent = data("toe_us")["attachments"]
    kinds = {kind for key in scenario.mission.attachments for kind in lent[key].get(scenario.mission.campaign, ())}
    kinds |= set(_perhaps(scenario.mission))
    own = set(data("toe_us")["companies"][scenario.mission.campaign]["units"])
    return frozenset(key for kind in kinds - own for key in scenario.stock.get(kind, ()))


def company_of(scenario: FieldsScenario) -> tuple[int, ...]:
    """The counters with which the company begins the mission, in the order of its table of organisation."""
    options = scenario.options
    assert isinstance(options, FieldsOptions)
    kinds = _company(scenario.mission, options)
    return tuple(key for kind in kinds for key in scenario.stock.get(kind, ()))
