"""Naval movement: who sails, where to, what it costs, and how a phase ends."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.rules.naval import ships
from sandtable.games.eastfront.rules.naval.voyages import why_not_sail
from tests.games.eastfront.board import asked, board, logged, may, play, why
from tests.games.eastfront.fleet import ANCHORAGE, FAR, HELD, MAJOR, MINOR, SHALLOW, SHOAL, fleet, number, ship

MOTORISED, MOVEMENT = "soviet.motorised.sailing", "soviet.movement.sailing"
SAFE = 5
"""A roll that harms nobody."""


def voyage(name: str, water: Any) -> dict[str, Any]:
    return {"do": "voyage", "ship": name, "water": str(water)}


def station(name: str, to: int) -> dict[str, Any]:
    return {"do": "station", "ship": name, "to": to}


def ended(at: str = MOVEMENT, dice: tuple[int, ...] = (SAFE,), **ships: Any) -> Any:
    state = fleet(at, {name.replace("_", "-"): row for name, row in ships.items()})
    return play(state, "soviet", {"do": "done"}, dice).state


@pytest.mark.rule("EF-PB8.23.a")
@pytest.mark.parametrize("at", [MOTORISED, MOVEMENT])
def test_ships_sail_in_both_phases_after_ground_units(at: str) -> None:
    state = fleet(at.replace("sailing", "moves"), {"DD-1": MAJOR})
    assert not may(state, "soviet", voyage("DD-1", FAR))
    later = play(state, "soviet", {"do": "done"}).state
    assert asked(later) == {"soviet": f"turn.{at}"}
    assert may(later, "soviet", voyage("DD-1", FAR))


@pytest.mark.rule("EF-PB8.11")
def test_without_ships_nobody_is_asked() -> None:
    state = fleet("soviet.motorised.moves", {})
    assert "sailing" not in asked(play(state, "soviet", {"do": "done"}).state).get("soviet", "")


@pytest.mark.rule("EF-PB8.24", "EF-PB8.41")
@pytest.mark.parametrize(
    ("start", "to", "spent"),
    [
        ({"hex": MAJOR}, "sevastopol", 1),
        ({"hex": MAJOR}, MINOR, 1),
        ({"hex": MAJOR}, FAR, 2),
        ({"hex": MAJOR}, "kerch", 3),
        ({"hex": MAJOR}, "map_t", 3),
        ({"box": "map_t"}, "kerch", 1),
        ({"zone": "sevastopol"}, MINOR, 0),
        ({"zone": "sevastopol"}, "crimea", 1),
        ({"zone": "crimea", "hex": 4007}, "map_t", 1),
    ],
)
def test_a_point_for_every_zone_entered_and_none_for_a_port(start: dict[str, Any], to: Any, spent: int) -> None:
    step = play(fleet(MOTORISED, {"DD-1": start, "DD-2": MAJOR}), "soviet", voyage("DD-1", to))
    assert logged(step, "ship_sailed").params["spent"] == spent
    assert ship(step.state, "DD-1").spent == spent
    assert ships.water_of(step.state.board, ship(step.state, "DD-1")) == str(to)


@pytest.mark.rule("EF-PB8.24")
def test_no_further_than_its_points() -> None:
    state = fleet(MOTORISED, {"Komintern": MAJOR, "K. Kavkaz": MAJOR, "Molotov": {"hex": MAJOR, "damage": 3}})
    no = why(state, "soviet", voyage("Komintern", "kerch"))
    assert (no.rule, no.params["left"]) == ("EF-PB8.24", 2)
    assert may(state, "soviet", voyage("K. Kavkaz", "kerch"))
    assert why(state, "soviet", voyage("Molotov", "kerch")).rule == "EF-PB8.24"


@pytest.mark.rule("EF-PB8.24", "EF-PB8.23.c")
def test_a_ship_at_sea_goes_on_with_what_it_has_left() -> None:
    state = fleet(MOTORISED, {"K. Kavkaz": MAJOR, "DD-1": MAJOR})
    out = play(state, "soviet", voyage("K. Kavkaz", "sevastopol")).state
    assert ship(out, "DD-1") == ship(state, "DD-1")
    assert why(out, "soviet", voyage("K. Kavkaz", "sevastopol")).rule == "EF-PB8.23.c"
    on = play(out, "soviet", voyage("K. Kavkaz", "kerch")).state
    assert ship(on, "K. Kavkaz").spent == 3
    assert ship(on, "K. Kavkaz").way == ("sevastopol", "crimea", "kerch")
    assert why(on, "soviet", voyage("K. Kavkaz", "crimea")).rule == "EF-PB8.24"
    assert may(on, "soviet", voyage("K. Kavkaz", "map_t"))


@pytest.mark.rule("EF-PB8.23.c")
def test_a_headquarters_that_does_not_work_holds_no_ship() -> None:
    rows: dict[str, Any] = {"51 Army HQ": {"hex": 3705, "back": True}}
    state = fleet(MOTORISED, dict.fromkeys(("DD-1", "DD-2", "Gp-A", "Gp-B", "Gp-V"), MAJOR), rows)
    for name in ("DD-1", "DD-2", "Gp-A", "Gp-B", "Gp-V"):
        state = play(state, "soviet", voyage(name, "sevastopol")).state
    assert all(one.zone == "sevastopol" for one in state.ships.values())


@pytest.mark.rule("EF-PB8.13.a")
def test_only_ready_ships_sail_and_a_port_ends_the_voyage() -> None:
    state = fleet(MOTORISED, {"DD-1": {"hex": MAJOR, "sailed": True}, "DD-2": MAJOR, "Gp-A": MAJOR})
    assert why(state, "soviet", voyage("DD-1", MINOR)).rule == "EF-PB8.13.a"
    there = play(state, "soviet", voyage("DD-2", MINOR)).state
    assert why(there, "soviet", voyage("DD-2", MAJOR)).rule == "EF-PB8.25"


@pytest.mark.rule("EF-PB8.13.a", "EF-PB8.24")
def test_who_cannot_sail_at_all_is_told_why() -> None:
    """A wreck, and a battleship that has no points left before a coast where no port takes it."""
    rows = {"Gp-A": {"box": "cadre", "damage": 3}, "Paris Com": {"zone": "crimea", "spent": 2}, "DD-1": MAJOR}
    state = fleet(MOTORISED, rows)
    assert why(state, "soviet", voyage("Gp-A", MINOR)).rule == "EF-PB8.11"
    stuck = why_not_sail(state, "soviet", number(state, "Paris Com"))
    assert stuck is not None
    assert (stuck.rule, stuck.key) == ("EF-PB8.24", "refuse.ship_stuck")
    assert why_not_sail(state, "soviet", number(state, "DD-1")) is None


@pytest.mark.rule("EF-PB8.13.a", "EFS-10.44.h")
def test_a_ready_ship_does_not_sail_out_of_the_ice() -> None:
    frozen = {"card": {"special_rules": [{"key": "winter_freeze", "turns": [1, 999]}]}}
    ports = {6912: {"coastal": True, "place": "town", "port": "major", "zone": "kerch"}}
    state = board(
        MOTORISED,
        {},
        scenario="9",
        facts={**frozen, "hexes": ports},
        ships={"DD-1": {"hex": "6912"}, "DD-2": {"box": "map_t"}},
        control={6912: "soviet"},
    )
    no = why_not_sail(state, "soviet", number(state, "DD-1"))
    assert no is not None
    assert no.rule == "EFS-10.44.h"
    assert why_not_sail(state, "soviet", number(state, "DD-2")) is None


@pytest.mark.rule("EF-PB8.44", "EFT-ports")
@pytest.mark.parametrize(
    ("name", "open_to"),
    [("Paris Com", ["map_t"]), ("Molotov", [MINOR, "map_t"]), ("Tashkent", [MINOR, ANCHORAGE, "map_t"])],
)
def test_the_class_of_a_port_decides_who_may_enter(name: str, open_to: list[Any]) -> None:
    state = fleet(MOTORISED, {name: {"zone": "sevastopol"}, "DD-2": MAJOR})
    ports = {MINOR: "EF-PB8.44", ANCHORAGE: "EF-PB8.44"}
    for port, rule in ports.items():
        assert may(state, "soviet", voyage(name, port)) is (port in open_to)
        if port not in open_to:
            assert why(state, "soviet", voyage(name, port)).rule == rule
    assert may(state, "soviet", voyage(name, MAJOR))


@pytest.mark.rule("EF-PB8.44")
def test_any_number_of_ships_in_a_port() -> None:
    rows: dict[str, Any] = dict.fromkeys(("DD-1", "DD-2", "Gp-A", "Gp-B", "Gp-V", "Kharkov", "Moskva"), ANCHORAGE)
    state = fleet(MOTORISED, {**rows, "Tashkent": MAJOR})
    assert may(state, "soviet", voyage("Tashkent", ANCHORAGE))


@pytest.mark.rule("EF-PB8.26.a")
def test_no_ship_in_shallows() -> None:
    state = fleet(MOTORISED, {"Gp-A": {"zone": "sevastopol"}})
    assert why(state, "soviet", voyage("Gp-A", SHALLOW)).rule == "EF-PB8.26.a"
    assert why(state, "soviet", station("Gp-A", SHOAL)).rule == "EF-PB8.26.a"


def test_only_friendly_ports() -> None:
    state = fleet(MOTORISED, {"Gp-A": MAJOR}, control={**HELD, FAR: "axis"})
    assert why(state, "soviet", voyage("Gp-A", FAR)).rule == "EF-PB8.25"
    assert may(state, "soviet", voyage("Gp-A", MINOR))


@pytest.mark.rule("EF-PB8.26.d")
def test_only_transports_in_the_sea_of_azov() -> None:
    state = fleet(MOTORISED, {"DD-1": {"zone": "kerch"}, "Gp-A": {"zone": "kerch"}})
    assert why(state, "soviet", voyage("DD-1", "azov")).rule == "EF-PB8.26.d"
    assert may(state, "soviet", voyage("Gp-A", "azov"))


@pytest.mark.rule("EF-PB8.22", "EF-PB8.24")
def test_a_ship_at_sea_takes_station_in_a_sea_hex_of_its_zone_for_nothing() -> None:
    state = fleet(MOTORISED, {"DD-1": {"zone": "sevastopol"}, "DD-2": MAJOR})
    step = play(state, "soviet", station("DD-1", 3807))
    assert (ship(step.state, "DD-1").hex, ship(step.state, "DD-1").spent) == (3807, 0)
    assert why(state, "soviet", station("DD-1", 4007)).rule == "EF-PB8.22"
    assert why(state, "soviet", station("DD-1", MINOR)).rule == "EF-PB8.22"
    assert why(state, "soviet", station("DD-2", 3807)).rule == "EF-PB8.22"
    away = play(step.state, "soviet", voyage("DD-1", "crimea")).state
    assert (ship(away, "DD-1").zone, ship(away, "DD-1").hex) == ("crimea", 0)


def test_who_comes_into_port_has_sailed_and_who_stays_at_sea_or_in_port_has_not() -> None:
    state = fleet(MOTORISED, {"DD-1": MAJOR, "DD-2": MAJOR, "Gp-A": MAJOR})
    state = play(state, "soviet", voyage("DD-1", FAR)).state
    state = play(state, "soviet", voyage("Gp-A", "crimea")).state
    state = play(state, "soviet", {"do": "done"}, [SAFE, SAFE]).state
    assert [ship(state, name).sailed for name in ("DD-1", "DD-2", "Gp-A")] == [True, False, False]
    assert [ship(state, name).spent for name in ("DD-1", "DD-2", "Gp-A")] == [0, 0, 0]
    assert ship(state, "DD-1").left == ship(state, "Gp-A").left == ""


def test_no_ship_stays_at_sea_that_can_enter_a_friendly_port() -> None:
    state = ended(DD_1={"zone": "sevastopol"}, dice=())
    assert asked(state) == {"soviet": "turn.soviet.movement.harbouring"}
    assert not may(state, "soviet", {"do": "done"})
    assert why(state, "soviet", {"do": "harbour", "ship": "DD-1", "water": "crimea"}).rule
    home = play(state, "soviet", {"do": "harbour", "ship": "DD-1", "water": str(MINOR)})
    assert ship(home.state, "DD-1").hex == MINOR
    assert "harbouring" not in asked(home.state).get("soviet", "")


def test_a_ship_stays_at_sea_without_a_port_or_in_the_motorised_phase() -> None:
    alone = fleet(MOVEMENT, {"Paris Com": {"zone": "odessa"}}, control={})
    assert ship(play(alone, "soviet", {"do": "done"}).state, "Paris Com").zone == "odessa"
    early = ended(MOTORISED, DD_1={"zone": "sevastopol"}, dice=())
    assert ship(early, "DD-1").zone == "sevastopol"


@pytest.mark.rule("EF-PB8.21")
def test_those_aboard_go_with_their_ship() -> None:
    rows: dict[str, Any] = {"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A", "steps": 2}}
    state = fleet(MOTORISED, {"Gp-A": MAJOR}, rows)
    there = play(state, "soviet", voyage("Gp-A", FAR), [SAFE]).state
    assert ships.passengers(there, number(there, "Gp-A"))
    assert ship(there, "Gp-A").hex == FAR


# -- ice ---------------------------------------------------------------------------------------------------------------


def icy(at: str, ships: dict[str, Any], turn: int) -> Any:
    facts = {"card": {"special_rules": [{"key": "winter_freeze", "turns": [49, 60]}]}}
    north = {"4007": {"terrain": "sea", "zone": "kerch"}}
    return fleet(at, ships, facts={**facts, "hexes": north}, turn=turn)


@pytest.mark.rule("EFS-10.44.h")
def test_ice_shuts_the_azov_and_the_north_of_the_strait() -> None:
    ships = {"Gp-A": {"zone": "kerch"}, "Gp-B": MAJOR}
    before, after = icy(MOTORISED, ships, 48), icy(MOTORISED, ships, 49)
    assert may(before, "soviet", voyage("Gp-A", "azov"))
    assert why(after, "soviet", voyage("Gp-A", "azov")).rule == "EFS-10.44.h"
    assert may(before, "soviet", station("Gp-A", 4007))
    assert why(after, "soviet", station("Gp-A", 4007)).rule == "EFS-10.44.h"
    assert may(after, "soviet", voyage("Gp-A", "map_t"))


@pytest.mark.rule("EF-PB2.12.e", "EF-PB8.42")
def test_map_t_is_a_major_port_of_the_strait_alone() -> None:
    state = fleet(MOTORISED, {"Paris Com": {"zone": "kerch"}, "DD-1": {"box": "map_t"}, "DD-2": MAJOR})
    assert may(state, "soviet", voyage("Paris Com", "map_t"))
    assert ships.is_in_port(ship(state, "DD-1"))
    out = play(state, "soviet", voyage("DD-1", "kerch")).state
    assert ship(out, "DD-1").spent == 1
    assert play(state, "soviet", voyage("DD-1", "crimea")).state.ships[number(state, "DD-1")].spent == 2


@pytest.mark.rule("EF-PB8.25", "EF-PB8.23.f")
def test_a_port_of_the_same_zone_turns_a_ship_over_too() -> None:
    state = fleet(MOVEMENT, {"DD-1": {"zone": "sevastopol"}, "Gp-A": MAJOR})
    home = play(state, "soviet", voyage("DD-1", MAJOR)).state
    assert why(home, "soviet", voyage("DD-1", "sevastopol")).rule == "EF-PB8.25"
    ended = play(home, "soviet", {"do": "done"}).state
    assert ship(ended, "DD-1").sailed
    stray = play(fleet(MOVEMENT, {"DD-1": {"zone": "sevastopol"}}), "soviet", {"do": "done"}).state
    assert asked(stray) == {"soviet": "turn.soviet.movement.harbouring"}
