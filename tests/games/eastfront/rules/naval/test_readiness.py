"""The Naval Readiness phase: ships in port are made ready, then repaired."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from tests.games.eastfront.board import asked, logged, may, play, why
from tests.games.eastfront.fleet import ANCHORAGE, MAJOR, MINOR, fleet, ship

READYING, REPAIRING = "strategic.navy.readying", "strategic.navy.repairing"


def port(at: str, **ships: Any) -> CrimeaState:
    return fleet(at, {name.replace("_", "-"): row for name, row in ships.items()})


def prepare(name: str) -> dict[str, Any]:
    return {"do": "prepare", "ship": name}


def mend(name: str) -> dict[str, Any]:
    return {"do": "mend", "ship": name}


@pytest.mark.rule("EF-4.2.A7")
def test_first_readiness_then_repair() -> None:
    state = port(READYING, DD_1={"hex": MAJOR, "sailed": True}, DD_2={"hex": MAJOR, "damage": 1})
    assert asked(state) == {"soviet": "turn.strategic.navy.readying"}
    assert not may(state, "soviet", mend("DD-2"))
    step = play(state, "soviet", {"do": "done"})
    assert asked(step.state) == {"soviet": "turn.strategic.navy.repairing"}
    assert not may(step.state, "soviet", prepare("DD-1"))


@pytest.mark.rule("EF-4.2.A7")
def test_a_new_turn_is_a_new_chance() -> None:
    state = fleet("strategic.interdiction.placing", {"DD-1": {"hex": MAJOR, "sailed": True, "tried": True}})
    step = play(state, "axis", {"do": "done"}) if asked(state).get("axis") else None
    reached = step.state if step else state
    assert asked(reached) == {"soviet": "turn.strategic.navy.readying"}
    assert may(reached, "soviet", prepare("DD-1"))


@pytest.mark.rule("EF-PB8.13.b")
@pytest.mark.parametrize(("face", "is_ready"), [(7, True), (8, False)])
def test_at_or_below_its_recovery_value_a_ship_is_ready(face: int, is_ready: bool) -> None:
    step = play(port(READYING, DD_1={"hex": MAJOR, "sailed": True}), "soviet", prepare("DD-1"), [face])
    assert ship(step.state, "DD-1").sailed is not is_ready
    told = logged(step, "ship_readiness")
    assert (told.rule, [roll.faces for roll in told.rolls]) == ("EF-PB8.13.b", [(face,)])


@pytest.mark.rule("EF-PB8.13.a")
def test_only_ships_that_have_sailed_roll_for_readiness() -> None:
    state = port(READYING, DD_1={"hex": MAJOR, "sailed": True}, DD_2=MAJOR)
    assert why(state, "soviet", prepare("DD-2")).rule == "EF-PB8.13.a"


@pytest.mark.rule("EF-PB8.11")
def test_only_the_soviets_have_ships() -> None:
    state = port(READYING, DD_1={"hex": MAJOR, "sailed": True})
    assert set(asked(state)) == {"soviet"}
    assert why(state, "soviet", prepare("Gp-B")).rule == "EF-PB8.11"


@pytest.mark.rule("EF-PB8.13.b")
def test_a_ship_that_has_sailed_rolls_for_readiness_or_for_repair() -> None:
    state = port(READYING, DD_1={"hex": MAJOR, "sailed": True, "damage": 1}, DD_2={"hex": MAJOR, "damage": 1})
    step = play(state, "soviet", prepare("DD-1"), [10])
    assert asked(step.state) == {"soviet": "turn.strategic.navy.repairing"}
    assert why(step.state, "soviet", mend("DD-1")).rule == "EF-PB8.35"
    assert may(step.state, "soviet", mend("DD-2"))


@pytest.mark.rule("EF-PB8.13.b", "EFT-naval-ready")
@pytest.mark.parametrize(
    ("row", "interdiction", "total"),
    [
        ({"hex": MAJOR}, {}, 0),
        ({"hex": MAJOR, "damage": 2}, {}, 1),
        ({"hex": MINOR}, {}, 1),
        ({"hex": ANCHORAGE}, {}, 2),
        ({"box": "map_t"}, {}, 0),
        ({"hex": MAJOR}, {MAJOR: 1}, 1),
        ({"hex": MINOR, "damage": 1}, {MINOR: 2}, 4),
    ],
)
def test_what_makes_readiness_harder(row: dict[str, Any], interdiction: dict[int, int], total: int) -> None:
    state = fleet(READYING, {"DD-1": {**row, "sailed": True}}, interdiction=interdiction)
    step = play(state, "soviet", prepare("DD-1"), [7 - total])
    assert sum(part.amount for part in logged(step, "ship_readiness").modifiers) == total
    assert not ship(step.state, "DD-1").sailed
    assert ship(play(state, "soviet", prepare("DD-1"), [8 - total]).state, "DD-1").sailed


@pytest.mark.rule("EFT-naval-ready", "EF-PB8.35")
def test_damage_does_not_make_repair_harder_but_a_poor_port_does() -> None:
    state = port(REPAIRING, DD_1={"hex": ANCHORAGE, "damage": 3})
    step = play(state, "soviet", mend("DD-1"), [5])
    assert [part.key for part in logged(step, "ship_repair").modifiers] == ["modifier.anchorage"]
    assert ship(step.state, "DD-1").damage == 2
    assert ship(play(state, "soviet", mend("DD-1"), [6]).state, "DD-1").damage == 3


@pytest.mark.rule("EF-PB8.35")
@pytest.mark.parametrize("sailed", [True, False])
def test_one_point_for_each_ship_in_a_phase(sailed: bool) -> None:
    state = port(REPAIRING, DD_1={"hex": MAJOR, "damage": 2, "sailed": sailed}, DD_2={"hex": MAJOR, "damage": 1})
    step = play(state, "soviet", mend("DD-1"), [7])
    assert ship(step.state, "DD-1").damage == 1
    assert ship(step.state, "DD-1").sailed is sailed
    assert why(step.state, "soviet", mend("DD-1")).rule == "EF-PB8.35"
    failed = play(state, "soviet", mend("DD-1"), [8])
    assert ship(failed.state, "DD-1").damage == 2


@pytest.mark.rule("EF-PB8.35")
def test_no_repair_at_sea_nor_of_whole_ships() -> None:
    rows = {"DD_1": {"zone": "crimea", "damage": 1}, "DD_2": {"hex": MAJOR, "damage": 1}, "Molotov": MAJOR}
    state = port(REPAIRING, **rows)
    assert why(state, "soviet", mend("DD-1")).rule == "EF-PB8.25"
    assert why(state, "soviet", mend("Molotov")).rule == "EF-PB8.35"


@pytest.mark.rule("EF-PB8.34.b", "EF-PB8.35")
def test_sunk_transports_come_back_to_map_t_after_one_repair() -> None:
    state = port(REPAIRING, Gp_A={"box": "cadre", "damage": 3}, DD_1={"box": "eliminated"})
    failed = play(state, "soviet", mend("Gp-A"), [6])
    assert (ship(failed.state, "Gp-A").box, ship(failed.state, "Gp-A").damage) == ("cadre", 3)
    step = play(state, "soviet", mend("Gp-A"), [5])
    back = ship(step.state, "Gp-A")
    assert (back.box, back.damage, back.sailed) == ("map_t", 2, True)
    assert logged(step, "ship_repair").rule == "EF-PB8.34.b"
    small = play(port(REPAIRING, Gp_Azov_1={"box": "cadre", "damage": 3}), "soviet", mend("Gp-Azov-1"), [4])
    assert ship(small.state, "Gp-Azov-1").damage == 1  # it would sink with two
    assert why(state, "soviet", mend("DD-1")).rule == "EF-PB8.35"
