"""Cover markers."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.ground.cover import can_be_found, crowding, found_on, has_room, place_cover
from tests.games.fieldsoffire.board import board, card, drafted, key

FACTS = {"terrain": {"copse": {"cover": {"potential": 2, "draw": 3, "kind": "basic"}}}}


@pytest.mark.rule("FF-5.3.b", "FF-5.3.d")
def test_only_one_side_is_under_a_cover_marker_at_a_time_and_casualties_do_not_count() -> None:
    covers = {1: {"at": "R1C1"}, 2: {"at": "R1C1"}}
    other = board(
        {
            "1/1 PLT": {"at": "R1C1", "cover": 1},
            "2/1 PLT": "R1C1",
            "German Grenadier squad 4/Gp": "R1C1",
            "German Casualty 1": {"at": "R1C1", "cover": 2},
        },
        covers=covers,
    )
    enemy = key(other, "German Grenadier squad 4/Gp")
    assert not has_room(other, 1, enemy)
    assert has_room(other, 2, enemy)
    assert has_room(other, 1, key(other, "2/1 PLT"))
    assert has_room(other, 2, key(other, "2/1 PLT"))


@pytest.mark.rule("FF-5.1.5.b", "FF-5.1.2.e", "FF-5.3.3.a", "FF-5.2.2.B.b")
def test_a_printed_capacity_limits_the_steps_inside() -> None:
    covers = {1: {"at": "R1C1", "kind": "church_tower", "value": 3, "capacity": 1, "up": True}}
    state = board({"1/1 PLT": "R1C1", "1 PLT HQ": "R1C1", "CO HQ": {"at": "R1C1", "cover": 0}}, covers=covers)
    assert not has_room(state, 1, key(state, "1/1 PLT"))
    assert has_room(state, 1, key(state, "1 PLT HQ"))
    full = board({"1 PLT HQ": "R1C1", "CO HQ": {"at": "R1C1", "cover": 1}}, covers=covers)
    assert not has_room(full, 1, key(full, "1 PLT HQ"))


@pytest.mark.rule("FF-5.3.c", "FF-5.1.5.b")
def test_every_step_over_three_under_one_cover_counts() -> None:
    covers = {1: {"at": "R1C1"}, 2: {"at": "R1C1"}}
    under = {"at": "R1C1", "cover": 1}
    state = board(
        {"1/1 PLT": under, "2/1 PLT": {**under, "steps": 2}, "Casualty 1": under, "3/1 PLT": {"at": "R1C1"}},
        covers=covers,
    )
    assert (crowding(state, 1, "friendly"), crowding(state, 2, "friendly")) == (-2, 0)
    three = board({"1/1 PLT": under}, covers=covers)
    assert crowding(three, 1, "friendly") == 0


@pytest.mark.rule("FF-5.3.a", "FF-5.3.e", "FF-5.3.2.a", "FF-5.3.1")
def test_only_cover_that_was_found_counts_towards_the_potential() -> None:
    covers = {
        1: {"at": "R1C1", "found": True},
        2: {"at": "R1C1", "kind": "trench", "value": 2},
        3: {"at": "R2C1", "found": True},
    }
    state = board(facts=FACTS, cards={"R1C1": {"terrain": "copse"}}, covers=covers)
    here = card(state, "R1C1")
    assert found_on(state, here) == 1
    assert can_be_found(state, here)
    full = board(facts=FACTS, cards={"R1C1": {"terrain": "copse"}}, covers={**covers, 4: {"at": "R1C1", "found": True}})
    assert not can_be_found(full, here)
    assert not can_be_found(full, card(full, "R4C4")), "nothing can be found in the open"


@pytest.mark.rule("FF-5.3.b", "FF-5.3.1")
@pytest.mark.parametrize(
    ("kind", "value", "capacity"),
    [
        ("basic", 1, 0),
        ("foxholes", 1, 0),
        ("trench", 2, 0),
        ("bunker", 3, 4),
        ("pillbox", 4, 2),
        ("light_building", 2, 0),
        ("strong_building", 3, 0),
    ],
)
def test_a_cover_marker_is_placed_with_its_printed_figures(kind: str, value: int, capacity: int) -> None:
    d = drafted(board())
    number = place_cover(d, card(d.now, "R2C2"), kind)
    found = d.now.covers[number]
    assert (found.value, found.capacity, found.at) == (value, capacity, card(d.now, "R2C2"))
