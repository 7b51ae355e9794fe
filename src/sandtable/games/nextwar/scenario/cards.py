"""The cards of the scenarios, each with the map and the counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sandtable.games.nextwar.model import SIDES, KoreaOptions
from sandtable.games.nextwar.scenario.board import KoreaScenario
from sandtable.games.nextwar.scenario.counters import (
    AirCounter,
    Counter,
    aircraft,
    counters,
    helicopters,
    ships,
)
from sandtable.games.nextwar.scenario.facts import checked
from sandtable.games.nextwar.scenario.files import data
from sandtable.games.nextwar.scenario.ground import KoreaMap, korea_map

SMALL = (
    "train_to_seoul",
    "uijeongbu_blues",
    "east_coast_highway",
    "incheon_again",
    "militarized_zone",
    "all_in",
    "they_did_what",
)
CAMPAIGNS = ("strategic_surprise", "tactical_surprise", "extended_mobilization", "air_war")
SCENARIOS = (*SMALL, *CAMPAIGNS)


# rule: NWK-16.0.a
def load(name: str, options: KoreaOptions, facts: Mapping[str, Any]) -> KoreaScenario:
    """A scenario by its name; ``facts`` replace facts of map, counters and card for boards made by hand."""
    facts = checked(facts)
    card = {**data(f"scenarios/{name}"), **(facts.get("card") or {})}
    if "air_war" in card:
        card = _air_war(card, options.air_war)
    # rule: NWK-15.14
    extra = data("options")["prc_schedule"]
    if options.prc_intervention and name in extra["scenarios"]:
        plans = card.get("reinforcements") or {}
        card["reinforcements"] = {**plans, "prc": extra["rows"]}
    drawn = korea_map(facts) if facts else _printed_map()
    units = counters(facts["units"]) if facts.get("units") else _printed_counters()
    choppers, fleet = helicopters(), ships()
    wings = aircraft(facts["aircraft"]) if facts.get("aircraft") else _printed_aircraft()
    return KoreaScenario(
        name=name,
        options=options,
        facts=facts,
        seats=SIDES,
        names={
            "place": {place: ground.label for place, ground in drawn.ground.items()},
            "piece": {key: unit.name for key, unit in units.items()},
            "helicopter": {key: unit.name for key, unit in choppers.items()},
            "ship": {key: unit.name for key, unit in fleet.items()},
            # Ground units that a transport carries have numbers below zero in the air.
            "air": {**{key: unit.name for key, unit in wings.items()}, **{-k: unit.name for k, unit in units.items()}},
            "seat": {side: side for side in SIDES},
        },
        aliases={
            "place": {name.casefold(): place for name, place in drawn.numbers.items()},
            "piece": _short_names(units),
        },
        map=drawn,
        units=units,
        helicopters=choppers,
        ships=fleet,
        aircraft=wings,
        card=card,
    )


def _short_names(units: Mapping[int, Counter]) -> dict[str, int]:
    """Units by nation and designation alone, as in ``rok 1/i``, where no other has the same."""
    found: dict[str, list[int]] = {}
    for key, unit in units.items():
        found.setdefault(f"{unit.name.split()[0]} {unit.label}".casefold(), []).append(key)
    return {name: keys[0] for name, keys in found.items() if len(keys) == 1}


# rule: NWK-16.2.5.a
def _air_war(card: dict[str, Any], campaign: str) -> dict[str, Any]:
    """The card of the air war with what flies and shoots in one of the campaigns; nobody stands on the ground."""
    chosen = data(f"scenarios/{campaign}")
    forces = {
        side: {key: chosen[side][key] for key in ("tracks", "aircraft", "airmobile") if key in chosen[side]}
        for side in SIDES
    }
    schedule = [row for row in chosen["reinforcements"]["allied"] if "groups" in row]
    return {
        **card,
        **forces,
        "air_groups": chosen["allied"].get("groups", []),
        "air_schedule": {str(row["turn"]): row["groups"] for row in schedule},
        "pregame": chosen["pregame"],
    }


@cache
def _printed_counters() -> Mapping[int, Counter]:
    """The ground units as printed, the same for all games."""
    return counters({})


@cache
def _printed_aircraft() -> Mapping[int, AirCounter]:
    """The air units as printed, the same for all games."""
    return aircraft({})


@cache
def _printed_map() -> KoreaMap:
    """The map as it is drawn, the same for all games."""
    return korea_map({})


def minutes(name: str) -> int:
    """How long a scenario takes at the table."""
    return int(data(f"scenarios/{name}")["minutes"])
