"""Concentrated fire that is lost again."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.ground import movement
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

SQUAD = "German Grenadier squad 4/Gp"


def aimed(**marker: Any) -> FieldsState:
    row = {"kind": "concentrated", "at": "R2C1", "unit": SQUAD, "by": "1/1 PLT", **marker}
    return board(
        {"1/1 PLT": "R1C1", "2/1 PLT": "R4C4", SQUAD: {"at": "R2C1", "held": True}, "German Litter Team 1": "R2C1"},
        covers={1: {"at": "R2C1"}},
        markers={1: row},
    )


@pytest.mark.rule("FF-7.11.5", "FF-7.11.5.a")
def test_it_lasts_while_the_firer_fires_on_and_goes_when_he_moves_or_ceases() -> None:
    state = aimed()
    assert 1 in state.markers
    for change in ("move", "cease"):
        d = drafted(state)
        if change == "move":
            movement.move(d, key(state, "1/1 PLT"), card(state, "R1C2"))
        else:
            d.put("fires", key(state, "1/1 PLT"), type(d.now.fires[key(state, "1/1 PLT")])(card(state, "R3C1")))
            d.drop("units", key(state, SQUAD))
            d.drop("units", key(state, "German Litter Team 1"))
        settle(d)
        assert 1 not in d.now.markers


@pytest.mark.rule("FF-7.11.5", "FF-7.11.5.b")
def test_it_goes_when_the_target_changes_card_or_area() -> None:
    state = aimed()
    within = drafted(state)
    movement.move_within(within, key(state, SQUAD), 1)
    settle(within)
    assert 1 not in within.now.markers
    away = drafted(state)
    movement.move(away, key(state, SQUAD), card(state, "R3C1"))
    settle(away)
    assert 1 not in away.now.markers


@pytest.mark.rule("FF-7.11.5.b")
def test_on_a_cover_it_lasts_while_anybody_is_under_it() -> None:
    state = board(
        {
            "1/1 PLT": "R1C1",
            SQUAD: {"at": "R2C1", "held": True, "cover": 1},
            "German Litter Team 1": {"at": "R2C1", "cover": 1},
        },
        covers={1: {"at": "R2C1"}},
        markers={1: {"kind": "concentrated", "at": "R2C1", "cover": 1, "by": "1/1 PLT"}},
    )
    d = drafted(state)
    movement.move_within(d, key(state, SQUAD), 0)
    settle(d)
    assert 1 in d.now.markers
    movement.move_within(d, key(state, "German Litter Team 1"), 0)
    settle(d)
    assert 1 not in d.now.markers


def pair(**rest: Any) -> FieldsState:
    units = {
        "1/1 PLT": "R1C1",
        SQUAD: {"at": "R2C1", "held": True},
        "German LMG team 1": {"at": "R2C1", "held": True, "cover": 1},
    }
    return board({**units, **rest.pop("units", {})}, covers={1: {"at": "R2C1"}}, **rest)


def laid(state: FieldsState) -> list[tuple[int, int, bool]]:
    return [(one.cover, one.unit, one.critical) for one in state.markers.values() if one.kind == "concentrated"]


@pytest.mark.rule("FF-4.2.4b", "FF-7.11.2", "FF-4.2.4b.target", "FF-2.8.2.cross")
def test_crosshairs_lay_it_on_a_cover_or_on_one_man_outside() -> None:
    state = pair()
    assert laid(play(state, {"concentrate": "1/1 PLT", "cover": 1}, deck=[1, 2]).state) == [(1, 0, False)]
    assert laid(play(state, {"concentrate": "1/1 PLT", "cover": 0}, deck=[1, 2]).state) == [
        (0, key(state, SQUAD), False)
    ]
    assert laid(play(state, {"concentrate": "1/1 PLT", "cover": 0}, deck=[2, 3]).state) == []
    two = pair(units={"German Litter Team 1": "R2C1"})
    assert laid(play(two, {"concentrate": "1/1 PLT", "cover": 0}, deck=[1, 2, 50]).state) == [
        (0, key(two, "German Litter Team 1"), False)
    ]


@pytest.mark.rule("FF-7.11.4", "FF-7.11.4.a", "FF-7.11.4.b")
def test_two_crosshairs_strip_a_cover_or_count_twice() -> None:
    state = pair()
    assert laid(play(state, {"concentrate": "1/1 PLT", "cover": 1}, deck=[1, 5]).state) == [(1, 0, True)]
    twice = laid(play(state, {"concentrate": "1/1 PLT", "cover": 0}, deck=[1, 5]).state)
    assert twice == [(0, key(state, SQUAD), False)] * 2


@pytest.mark.rule("FF-7.2.1.a")
def test_a_tripod_draws_a_card_more() -> None:
    units = {".50 cal HMG": {"at": "R1C1", "ammo": 4}, SQUAD: {"at": "R2C1", "held": True}}
    state = board(units, scenario="normandy_1")
    assert laid(play(state, {"concentrate": ".50 cal HMG", "cover": 0}, deck=[2, 3, 1]).state)


@pytest.mark.rule("FF-4.2.4b.cond", "FF-7.11.1", "FF-5.2.1.j", "FF-6.3.2.a", "FF-4.2.5.assault.co", "FF-4.2.5.fire.co")
def test_only_unpinned_firers_at_somebody_they_see_and_have_spotted() -> None:
    state = pair(units={"2/1 PLT": {"at": "R1C1", "pinned": True}, "3/1 PLT": "R4C4", "Fire Team (rifle) 1": "R1C1"})
    assert why(state, {"concentrate": "2/1 PLT", "cover": 0}).rule == "FF-7.11.1"
    assert why(state, {"concentrate": "3/1 PLT", "cover": 0}).rule == "FF-4.2.4b.cond"
    assert play(state, {"concentrate": "Fire Team (rifle) 1", "cover": 0}, deck=[1])
    empty = board({"1/1 PLT": "R1C1"}, fires={"1/1 PLT": {"at": "R2C1"}})
    assert why(empty, {"concentrate": "1/1 PLT", "cover": 0}).rule == "FF-4.2.4b.cond"
    upstairs = board(
        {"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True, "cover": 1}, "German Litter Team 1": "R3C1"},
        covers={1: {"at": "R3C1", "kind": "upper_story", "value": 2, "up": True}},
        cards={"R2C1": {"terrain": "N25"}},
    )
    assert play(upstairs, {"concentrate": "1/1 PLT", "cover": 1}, deck=[1, 2])
    assert why(upstairs, {"concentrate": "1/1 PLT", "cover": 0})


@pytest.mark.rule("FF-4.2.4c", "FF-4.2.4c.to", "FF-7.11.1.b")
def test_a_platoon_concentrates_each_by_his_own_cards_each_at_a_man_of_his_own() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "2/1 PLT": "R1C1", "1/2 PLT": "R1C1"}
    enemy = {SQUAD: {"at": "R2C1", "held": True}, "German Litter Team 1": "R2C1"}
    state = board({**units, **enemy}, commands={"1 PLT HQ": {}}, hq="1 PLT HQ")
    step = play(state, {"concentrate_platoon": "1 PLT HQ", "card": "R2C1", "cover": 0}, deck=[1, 2, 3, 5, 6, 50])
    assert [unit for _, unit, _ in laid(step.state)] == [key(state, SQUAD), key(state, "German Litter Team 1")]
    assert step.state.impulse is not None
    assert step.state.impulse.left == 4


@pytest.mark.rule("FF-4.2.4b.target")
def test_a_cover_without_opponents_is_no_target() -> None:
    units = {"1/1 PLT": "R1C1", "German Grenadier squad 4/Gp": "R2C1"}
    state = board(units, covers={1: {"at": "R2C1"}})
    assert why(state, {"do": "concentrate", "unit": "1/1 PLT", "cover": 1}).rule == "FF-4.2.4b.target"
    step = play(state, {"do": "concentrate", "unit": "1/1 PLT", "cover": 0}, deck=[1, 2])
    told = [entry.params["target"].id for entry in step.entries if entry.key == "log.concentrated_on"]
    assert told == [key(state, "German Grenadier squad 4/Gp")]
