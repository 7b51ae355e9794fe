"""Experience points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.campaign.scoring import earned, score, strongholds
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt
from sandtable.games.fieldsoffire.rules.enemy.prisoners import take_in
from sandtable.games.fieldsoffire.rules.weapons.charges import explode
from sandtable.games.fieldsoffire.rules.weapons.flames import burn
from sandtable.games.fieldsoffire.rules.weapons.grenades import throw_outcome
from sandtable.games.fieldsoffire.scenario.deck import GRENADE
from sandtable.games.fieldsoffire.scenario.ground import place
from tests.games.fieldsoffire.board import board, card, drafted, key

GOALS = {"primary": place(4, 1), "secondary": place(4, 2), "attack_position": place(3, 1)}


def points(units: Any = None, **rest: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in earned(board(units or {}, **rest)):
        name = one.key.removeprefix("modifier.")
        found[name] = found.get(name, 0) + one.value
    return found


@pytest.mark.rule("FF-12.1.a")
def test_what_was_done_in_play_counts_by_the_table_of_the_mission() -> None:
    counts = {"evacuated": 2, "prisoners": 1, "captured": 3, "grenades": 1, "starred_higher_hq_event": 2}
    assert points(points=counts) == {
        "evacuate_friendly_casualty_step": 2,
        "prisoner_step": 2,
        "enemy_casualty_captured_step": 3,
        "point_blank_grenade_success": 1,
        "starred_higher_hq_event": 2,
    }
    assert "point_blank_grenade_success" not in points(points=counts, scenario="naktong_river_3")


@pytest.mark.rule("FF-12.1.b")
def test_objectives_count_where_they_are_secured_and_other_cards_where_they_are_cleared() -> None:
    cards = {name: {"contested": True} for name in ("R4C1", "R4C2", "R3C1", "R1C1", "R3C3", "R2C2")}
    cards["R2C2"] = {"contested": True, "contact": "B"}
    units = {"1/1 PLT": "R4C1", "2/1 PLT": "R3C1"}
    assert points(units, cards=cards, controls=GOALS) == {
        "secure_primary": 5,
        "secure_attack_position": 3,
        "clear_other_pc_b_or_c_card": 1,
        "clear_other_pc_a_card": 2,
    }
    both = {**units, "3/1 PLT": "R4C2"}
    assert points(both, cards=cards, controls=GOALS)["secure_secondary"] == 4


@pytest.mark.rule("FF-12.1.b", "FF-12.1.d")
def test_ground_that_the_enemy_holds_again_or_that_has_scored_brings_nothing() -> None:
    cards: dict[str, Any] = {"R1C1": {"contested": True}}
    assert points(cards=cards) == {"clear_other_pc_b_or_c_card": 1}
    assert points({"German Leader 1": "R1C1"}, cards=cards) == {}
    assert points(cards={"R1C1": {"contested": True, "scored": True}}) == {}


@pytest.mark.rule("FF-12.1.c", "FF-12.1.d")
def test_a_bunker_counts_when_no_enemy_is_in_it_any_more() -> None:
    covers: dict[int, Any] = {
        1: {"at": "R2C2", "kind": "bunker", "value": 3},
        2: {"at": "R2C3", "kind": "pillbox", "value": 4},
        3: {"at": "R2C3", "kind": "trench", "value": 2},
    }
    assert points(covers=covers) == {"clear_bunker": 1, "clear_pillbox": 2}
    inside = {"German Leader 1": {"at": "R2C2", "cover": 1}}
    assert points(inside, covers=covers) == {"clear_pillbox": 2}
    assert points({"1/1 PLT": {"at": "R2C2", "cover": 1}}, covers=covers) == {"clear_bunker": 1, "clear_pillbox": 2}
    (part, *_) = earned(board({}, covers={1: covers[1]}))
    assert [one.id for one in part.points] == [place(2, 2)]
    assert points(covers={2: {**covers[2], "scored": True}}) == {}
    assert points(covers=covers, scenario="naktong_river_3").get("clear_bunker") is None


@pytest.mark.rule("FF-12.1.c", "FF-12.1.d")
def test_a_bunker_that_is_blown_up_or_burnt_out_has_been_cleared() -> None:
    def razed(kind: str, by: str, **row: Any) -> FieldsState:
        covers = {1: {"at": "R2C2", "kind": kind, "value": 3, **row}}
        d = drafted(board({}, covers=covers, markers={1: {"kind": by, "at": "R2C2", "cover": 1}}))
        (explode if by == "demolition" else burn)(d)
        return d.now

    for by in ("demolition", "flame"):
        for kind in ("bunker", "pillbox"):
            found = {part.key.removeprefix("modifier."): part.value for part in earned(razed(kind, by))}
            assert found == {f"clear_{kind}": {"bunker": 1, "pillbox": 2}[kind]}
        assert not list(earned(razed("bunker", by, scored=True)))
        assert not list(earned(razed("trench", by)))
    state = razed("bunker", "demolition")
    d = drafted(state)
    score(d)
    assert "razed_bunker" not in d.now.points


@pytest.mark.rule("FF-2.6.3", "FF-12.1.a")
def test_a_patrol_earns_for_its_route_even_when_it_fails() -> None:
    assert points(points={"route": 3}, scenario="naktong_river_2") == {"route_point": 3}
    done = {"route": 4, "touched": 1, "home": 1}
    assert points(points=done, scenario="naktong_river_2") == {
        "route_point": 4,
        "primary_cleared": 4,
        "patrol_success": 5,
    }


@pytest.mark.rule("FF-12.1.b")
def test_a_defence_earns_for_the_ground_it_holds() -> None:
    rest = {"scenario": "naktong_river_3", "controls": {"cop": place(2, 1)}}
    units = {"NKPA Rifle squad 1": "R1C1", "NKPA Rifle squad 2": "R2C2"}
    assert points(units, **rest) == {"hold_row_1_card": 14, "hold_row_2_card": 7}
    assert points({"1/1 PLT": "R2C1"}, **rest)["recover_cop"] == 1
    assert "recover_cop" not in points({"1/1 PLT": "R2C1", "NKPA Rifle squad 1": "R2C1"}, **rest)


@pytest.mark.rule("FF-12.1.a", "FF-12.1.d", "FF-3.9.1")
def test_an_attempt_is_scored_once_and_adds_to_what_can_be_spent() -> None:
    covers = {1: {"at": "R2C2", "kind": "bunker", "value": 3}}
    state = board(
        cards={"R1C1": {"contested": True}}, covers=covers, points={"evacuated": 2, "experience": 3}, controls=GOALS
    )
    d = drafted(state)
    assert score(d) == 4
    assert d.now.points == {"experience": 7}
    assert d.now.cards[card(d.now, "R1C1")].scored
    assert d.now.covers[1].scored
    assert score(d) == 0


@pytest.mark.rule("FF-12.1.b", "FF-3.9.1")
def test_an_objective_that_was_cleared_and_not_held_can_still_be_secured_in_the_next_attempt() -> None:
    state = board(cards={"R4C1": {"contested": True}}, controls=GOALS)
    d = drafted(state)
    assert score(d) == 0
    assert not d.now.cards[card(d.now, "R4C1")].scored


@pytest.mark.rule("FF-12.1.a")
def test_grenades_on_the_own_card_count_and_prisoners_count_apart_from_casualties() -> None:
    units = {"1/1 PLT": "R2C2", "German Leader 1": {"at": "R2C2", "held": True, "checked": True}}
    d = drafted(board(units), deck=[])
    hit = Attempt((next(one for one in d.now.board.deck.values() if one.icon == GRENADE),), (GRENADE,))
    throw_outcome(d, key(d.now, "1/1 PLT"), key(d.now, "German Leader 1"), hit)
    assert d.now.points == {"grenades": 1}
    theirs = drafted(board(units))
    throw_outcome(theirs, key(theirs.now, "German Leader 1"), key(theirs.now, "1/1 PLT"), hit)
    assert not theirs.now.points
    taken = drafted(board({"German Litter Team 1": "R2C2", "German Casualty 1": "R2C2"}))
    for name in ("German Litter Team 1", "German Casualty 1"):
        take_in(taken, key(taken.now, name))
    assert taken.now.points == {"prisoners": 1, "captured": 1}


@pytest.mark.rule("FF-12.1.c", "FF-1.2.6.cardstates")
def test_a_bunker_in_which_only_casualties_lie_is_cleared() -> None:
    works = {1: {"at": "R2C2", "kind": "bunker", "value": 3}, 2: {"at": "R3C3", "kind": "bunker", "value": 3}}
    units = {"German Casualty 1": {"at": "R2C2", "cover": 1}, "German Litter Team 1": {"at": "R3C3", "cover": 2}}
    assert strongholds(board(units, covers=works)) == (1,)
