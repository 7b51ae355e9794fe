"""Ships and sea zones as the data has them."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.scenario import fleet
from sandtable.games.eastfront.scenario.files import data

TOWNS = ("town", "city", "major_city")
SHALLOW = ("3606", "4703")


@pytest.mark.rule("EF-PB8.11")
def test_every_value_is_printed_or_says_why_it_is_not() -> None:
    rows = {row["id"]: row for row in data("fleet")["ships"]}
    for ship in fleet.ships().values():
        assert set(ship.rebuilt) <= set(rows[ship.name].get("why", ()))
    assert len(rows) == len(data("fleet")["ships"]) == 19


@pytest.mark.rule("EF-PB8.11")
def test_the_values_of_a_counter_stand_in_the_order_of_the_rulebook() -> None:
    flagship = fleet.ships()[1]
    assert (flagship.support, flagship.protection, flagship.transport, flagship.points) == (5, 7, 0, 2)


FLEET = {
    "Paris Com": ("BB", "5-7-0-2", 4, 4),
    "Molotov": ("CL", "2-5-0-3", 3, 6),
    "Voroshilov": ("CL", "2-5-0-3", 2, 6),
    "K. Kavkaz": ("CL", "2-4-2-3", 2, 6),
    "K. Krym": ("CL", "1-3-2-2", 2, 6),
    "Ch Ukr": ("CL", "2-3-0-2", 2, 6),
    "Komintern": ("CL", "1-3-1-2", 2, 5),
    "Moskva": ("DL", "1-3-1-4", 2, 7),
    "Kharkov": ("DL", "1-3-1-4", 2, 7),
    "Tashkent": ("DL", "1-3-1-4", 2, 7),
    "DD-1": ("DD", "1-3-1-4", 2, 7),
    "DD-2": ("DD", "1-3-1-3", 1, 6),
    "Gp-A": ("T", "0-2-4-3", 0, 5),
    "Gp-B": ("T", "0-2-4-2", 0, 4),
    "Gp-V": ("T", "0-2-4-3", 0, 5),
    "Gp-Kerch": ("T", "0-2-4-2", 0, 4),
    "Gp-Azov-1": ("T", "0-1-3-2", 0, 4),
    "Gp-Azov-2": ("T", "0-1-3-2", 0, 4),
    "Gp-Azov-3": ("T", "0-1-3-2", 0, 4),
}
"""Every ship as its counter has it: class, values, range and recovery."""


@pytest.mark.rule("EF-PB8.11")
def test_every_ship_has_the_values_of_its_counter() -> None:
    found = {
        ship.name: (
            ship.kind,
            f"{ship.support}-{ship.protection}-{ship.transport}-{ship.points}",
            ship.range,
            ship.recovery,
        )
        for ship in fleet.ships().values()
    }
    assert found == FLEET


@pytest.mark.rule("EF-PB8.41")
def test_every_town_on_the_coast_is_a_port_with_one_zone_before_it() -> None:
    hexes, ports, zones = data("map_q")["hexes"], data("sea")["ports"], fleet.zones()
    towns = {h for h, row in hexes.items() if row.get("coastal") and row.get("place") in TOWNS}
    assert {h for h, row in hexes.items() if row.get("port")} == towns
    assert set(ports) == towns - set(SHALLOW)
    assert {row["zone"] for row in ports.values()} <= set(zones)


@pytest.mark.rule("EF-PB8.22")
def test_zones_meet_both_ways_and_map_t_is_a_port() -> None:
    zones = fleet.zones()
    assert all(name in zones[other].near for name, zone in zones.items() for other in zone.near)
    assert fleet.boxes()["map_t"].port == "major"
    assert "map_t" not in zones


@pytest.mark.rule("EF-PB8.22")
def test_the_sea_has_zones_and_coasts_and_ports_are_in_none() -> None:
    hexes = data("map_q")["hexes"]
    sea = {h for h, row in hexes.items() if row["terrain"] == "sea"}
    assert {hexes[h]["zone"] for h in sea} == {*fleet.zones(), "sivash"}
    assert not [h for h, row in hexes.items() if row.get("coastal") and "zone" in row]
    detail = {hexes[h]["zone"] for h in sea if "detail" in hexes[h].get("areas", ())}
    assert detail == {"sevastopol"}
