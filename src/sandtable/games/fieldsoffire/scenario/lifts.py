"""Transports of a mission, and the landing plan with which it begins until the player changes it (2.7, 11.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import structs

from sandtable.games.fieldsoffire.model import INBOUND, OFF_MAP, PATROL, PICKUP, REMOVED, Card, Lift, Unit
from sandtable.games.fieldsoffire.scenario.board import FieldsScenario
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.missions import Mission, flies, lift_of_mission, transport_kinds
from sandtable.games.fieldsoffire.scenario.units import CASUALTY
from sandtable.games.fieldsoffire.scenario.vehicles import AMPHIBIAN, machines

ZONES = ("lz_1", "lz_2", "lz_3")
ON_A_CARD = 4
"""Transports that land on one card of the zone in a wave."""
BEACH = 1
"""The row of an amphibious landing."""


def transport_counters(scenario: FieldsScenario) -> tuple[int, ...]:
    """The counters of the mission's transports, as many as its planner has boxes."""
    counts = lift_of_mission(scenario.mission).values()
    kinds = transport_kinds(scenario.mission)
    return tuple(
        key for kind, count in zip(kinds, counts, strict=True) for key in scenario.stock.get(kind, ())[: int(count)]
    )


# rule: FF-11.3
def is_amphibious(mission: Mission) -> bool:
    """Whether the company comes over a beach, in amphibious carriers."""
    found = lift_of_mission(mission)
    return bool(found) and all(machines()[name].sort == AMPHIBIAN for name in found)


class Plan(NamedTuple):
    """A landing plan."""

    units: dict[int, Unit]
    lifts: dict[int, Lift]
    zones: dict[str, int]


def landing_plan(
    scenario: FieldsScenario, cards: Mapping[int, Card], units: Mapping[int, Unit], platoon: int = 0
) -> Plan:
    """Units in the order of the company, stick by stick; wave after wave, as many as the zone takes in a turn.

    With a ``platoon`` only that one flies, and the rest of the company takes no part.
    """
    zone = zone_cards(scenario, cards)
    carriers = transport_counters(scenario)
    found = dict(units)
    waiting: list[int] = []
    for key, unit in units.items():
        kind = scenario.types[key]
        if unit.box == REMOVED or kind.is_vehicle or kind.kind == CASUALTY:
            continue
        goes = not platoon or unit.platoon == platoon
        found[key] = structs.replace(unit, at=0, cover=0, aboard=0, box=PICKUP if goes else OFF_MAP)
        if goes:
            waiting.append(key)
    waiting.sort(key=lambda key: (found[key].platoon or len(found), key))
    lifts: dict[int, Lift] = {}
    room_of_wave = ON_A_CARD * max(1, len(zone))
    for number, carrier in enumerate(carriers):
        stick = _stick(scenario, found, carrier, waiting)
        wave = number // room_of_wave
        box = INBOUND if stick and zone and not wave else PICKUP
        row = machines()[scenario.types[carrier].vehicle]
        found[carrier] = Unit(box=box, steps=row.crew, experience=scenario.types[carrier].experience)
        for key in stick:
            found[key] = structs.replace(found[key], aboard=carrier, box=box)
            waiting.remove(key)
        if stick and zone:
            card = zone[number % room_of_wave // ON_A_CARD]
            lifts[carrier] = Lift(turn=wave + 1, card=card, planned=True)
    return Plan(dict(sorted(found.items())), lifts, dict(zip(ZONES, zone, strict=False)))


def _stick(scenario: FieldsScenario, units: Mapping[int, Unit], carrier: int, waiting: list[int]) -> list[int]:
    """The first units of those waiting that fit into a transport together."""
    room = machines()[scenario.types[carrier].vehicle].room
    found: list[int] = []
    for key in waiting:
        if units[key].steps <= room:
            found.append(key)
            room -= units[key].steps
    return found


# rule: FF-11.1.3.a
def zone_cards(scenario: FieldsScenario, cards: Mapping[int, Card]) -> tuple[int, ...]:
    """Up to three cards that lie face up and show the icon of helicopters, from the first row on."""
    if is_amphibious(scenario.mission):  # rule: FF-11.3
        return tuple(card for card in scenario.ground if row_of(card) == BEACH)[: len(ZONES)]
    known = [card for card in scenario.ground if card in cards and cards[card].terrain]
    return tuple(card for card in known if scenario.terrain[cards[card].terrain].landing)[: len(ZONES)]


def platoon_that_flies(mission: Mission, details: Mapping[str, int]) -> int:
    """The platoon that goes on a patrol by air; 0 where the whole company flies."""
    return details.get("patrol", 1) if mission.type == PATROL else 0


__all__ = [
    "BEACH",
    "ZONES",
    "Plan",
    "flies",
    "is_amphibious",
    "landing_plan",
    "platoon_that_flies",
    "transport_counters",
    "zone_cards",
]
