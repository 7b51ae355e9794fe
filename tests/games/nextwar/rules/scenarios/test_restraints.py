"""Korea, 16.1: units that a scenario holds back, and duties."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.combat.modifiers import drms
from sandtable.games.nextwar.rules.combat.strength import attack_strength
from sandtable.games.nextwar.rules.scenarios import held_division
from tests.games.nextwar.battles import battle, resulting, standing
from tests.games.nextwar.board import (
    INF,
    OTHER_INF,
    at,
    board,
    draft,
    key,
    may,
    may_move,
    move,
    play,
    reasons,
    steps,
    where,
    why,
    why_move,
)

ID_5, ID_7, ID_23 = "ROK 5/VI Inf Div", "ROK 7/II Inf Div", "ROK 23/VIII Inf Div"


@pytest.mark.rule("NWK-16.1.1.h")
def test_in_train_to_seoul_the_fifth_division_neither_moves_nor_attacks_nor_retreats() -> None:
    state = board("basic.second_movement", {ID_5: "N3017"}, scenario="train_to_seoul")
    assert why_move(state, "allied", ID_5, "N3018").rule == "NWK-16.1.1.h"
    fight = board(
        "basic.second_combat", {ID_5: "N3017", "ROK 1/I Inf Div": "N3017", INF: "N3016"}, scenario="train_to_seoul"
    )
    assert why(fight, "allied", {"do": "attack", "target": "N3016", "units": [ID_5]}).rule == "NWK-16.1.1.h"
    routed = resulting(standing({INF: "N3010", ID_5: "N3011"}, scenario="train_to_seoul"), "-/-R")
    assert where(routed, ID_5) == "eliminated"


GUARD = {"scenario": "train_to_seoul", "facts": {"card": {}}}


@pytest.mark.rule("NWK-16.1.1.h", "NWK-16.1.1.o")
def test_the_dprk_keeps_two_points_in_front_of_it_as_long_as_it_can() -> None:
    units = {ID_5: "N3017", INF: "N2915", OTHER_INF: "N2905"}
    state = board(units=units, **GUARD)
    assert why(state, "dprk", {"do": "done"}).rule == "NWK-16.1.1.o"
    state = move(state, "dprk", INF, "N2916")
    assert may(state, "dprk", {"do": "done"})
    weak = board(units={ID_5: "N3017", "DPRK 32/II LI Bde": "N2916", OTHER_INF: "N2901"}, **GUARD)
    assert may(weak, "dprk", {"do": "done"})  # nobody else can come
    gone = board(units={ID_5: {"box": "eliminated", "steps": 0}, INF: "N2915"}, **GUARD)
    assert may(gone, "dprk", {"do": "done"})


def blues(units: dict[str, object], **more: object) -> KoreaState:
    return board(units=units, scenario="uijeongbu_blues", **more)  # type: ignore[arg-type]


@pytest.mark.rule("NWK-16.1.2.e", "NWK-16.1.2.h")
def test_in_uijeongbu_it_waits_until_the_enemy_has_moved_next_to_it() -> None:
    state = blues({ID_5: "N3017", INF: "N3014", "ROK 5/VI Arm Bde": "N3117"})
    away = play(state, "dprk", {"do": "done"}).state
    assert not away.units[key(state, ID_5)].freed
    state = move(state, "dprk", INF, "N3015", "N3016")
    state = play(state, "dprk", {"do": "done"}).state
    assert state.units[key(state, ID_5)].freed
    held = blues({ID_5: "N3017", "ROK 5/VI Arm Bde": "N3117"}, at="basic.second_movement")
    assert why_move(held, "allied", ID_5, "N3018").rule == "NWK-16.1.2.e"
    assert may_move(held, "allied", "ROK 5/VI Arm Bde", "N3118")  # the brigade of the same name is free


@pytest.mark.rule("NWK-16.1.2.e")
def test_attacks_on_it_are_stronger_and_count_as_of_several_corps() -> None:
    state = standing({INF: "N3010", ID_5: "N3011"}, scenario="uijeongbu_blues")
    fight = battle(state, INF)
    assert reasons(attack_strength(state, fight)) == {"attack": 8, "attack_on_5_id": 7}
    assert reasons(drms(state, fight))["several_corps"] == 1
    # It is released from its place, not from what comes at it.
    free = standing({INF: "N3010", ID_5: {"hex": "N3011", "freed": True}}, scenario="uijeongbu_blues")
    assert attack_strength(free, battle(free, INF)).total == 8 + 7
    other = standing({INF: "N3010", "ROK 1/I Inf Div": "N3011"}, scenario="uijeongbu_blues")
    assert attack_strength(other, battle(other, INF)).total == 8


@pytest.mark.rule("NWK-16.1.2.e")
@pytest.mark.parametrize(("die", "left", "place"), [(6, 2, "N3017"), (7, 1, "N3018"), (8, 1, "N3018"), (9, 0, "")])
def test_each_turn_it_suffers_where_it_stands(die: int, left: int, place: str) -> None:
    d = draft(blues({ID_5: "N3017"}, at="basic.first_movement.moves"), [die])
    held_division.bombard(d)
    assert where(d.now, ID_5) == (place or "eliminated")
    assert (steps(d.now, ID_5) if place else 0) == left


@pytest.mark.rule("NWK-16.1.2.e", "NW-9.8.1.c", "NW-9.8.1.d")
def test_it_falls_back_as_others_retreat() -> None:
    def hurt(facts: dict[str, object], **units: object) -> str:
        d = draft(blues({ID_5: "N3017", **units}, at="basic.first_movement.moves", facts=facts), [7])
        held_division.bombard(d)
        return where(d.now, ID_5)

    def rivers(*hexes: str) -> dict[str, object]:
        return {"sides": {f"N3017-{place}": {"river": True} for place in hexes}}

    assert hurt({"sides": {"N3017-N3018": {"river": True, "bridge": True}}}) == "N3018"
    assert hurt(rivers("N3018")) == "N2917"
    assert hurt(rivers("N3018", "N2917", "N3117")) == "N2916"  # homeward only if that can be
    assert hurt(rivers("N2916", "N3016", "N3116", "N3117", "N3018", "N2917")) == "N3017"
    area = {"card": {"area": {"south": "N0017"}, "special": ["5_id_waits"]}}
    assert hurt(area) == "N2917"
    assert hurt({}, **{INF: "N3019"}) == "N2917"
    assert hurt({}, **{INF: "N3019", "ROK 1/I Inf Div": "N3018"}) == "N3018"


@pytest.mark.rule("NWK-16.1.2.e")
def test_once_free_it_is_left_alone() -> None:
    d = draft(blues({ID_5: {"hex": "N3017", "freed": True}}, at="basic.first_movement.moves"))
    held_division.bombard(d)
    assert steps(d.now, ID_5) == 2


@pytest.mark.rule("NWK-16.1.3.f", "NWK-16.1.5.e")
@pytest.mark.parametrize("scenario", ["east_coast_highway", "militarized_zone"])
def test_the_23rd_division_starts_late_once(scenario: str) -> None:
    state = GAME.start(GAME.open(scenario), None).state  # type: ignore[arg-type]
    assert state.units[key(state, ID_23)].spent == 18
    assert where(state, ID_23) == "N4822"
    state = board("basic.second_movement", {ID_23: {"hex": "N4822", "spent": 18}}, scenario=scenario)
    assert why_move(state, "allied", ID_23, "N4821", "N4820").rule == "NW-2.3.5"
    state = move(state, "allied", ID_23, "N4821")
    assert state.units[key(state, ID_23)].spent == 0


@pytest.mark.rule("NWK-16.1.3.f", "NWK-16.1.3.a")
def test_the_seventh_division_goes_north_only_after_it_has_come_into_play() -> None:
    north = {"hexes": {f"N{c}14": {"country": "DPRK"} for c in range(38, 43)}}
    state = board("basic.second_movement", {ID_7: "N3815"}, scenario="east_coast_highway", facts=north)
    assert why_move(state, "allied", ID_7, "N3814").rule == "NWK-16.1.3.f"
    state = move(state, "allied", ID_7, "N3915", "N4016")
    assert state.units[key(state, ID_7)].freed
    again = board(
        "basic.second_movement", {ID_7: {"hex": "N4015", "freed": True}}, scenario="east_coast_highway", facts=north
    )
    assert may_move(again, "allied", ID_7, "N4014")
    assert at(again, "N4014")


@pytest.mark.rule("NWK-16.1.3.f")
def test_it_is_in_play_however_it_came_there() -> None:
    for place, freed in (("N4015", True), ("N3916", False)):
        state = board("basic.second_movement", {ID_7: "N3915", INF: "N3010"}, scenario="east_coast_highway")
        d = draft(state)
        d.edit("units", key(state, ID_7), hex=at(state, place))  # by an advance, or from the air
        d.edit("units", key(state, INF), hex=at(state, "N4010"))
        GAME.settle(d)
        assert d.now.units[key(state, ID_7)].freed == freed
        assert not d.now.units[key(state, INF)].freed
    other = board("basic.second_movement", {ID_7: "N4015"}, scenario="militarized_zone")
    d = draft(other)
    GAME.settle(d)
    assert not d.now.units[key(other, ID_7)].freed


@pytest.mark.rule("NWK-16.1.2.e", "NWK-3.1.1.c")
def test_in_uijeongbu_it_is_free_once_the_enemy_has_slipped_by() -> None:
    light = "DPRK 32/II LI Bde"
    hexes = {label: {"terrain": "rough_woods"} for label in ("N2916", "N2915", "N2816")}
    state = board(units={ID_5: "N3017", light: "N2915"}, scenario="uijeongbu_blues", facts={"hexes": hexes})
    near = state.board.near[at(state, "N3017")]
    assert [at(state, label) in near for label in ("N2915", "N2916", "N2816")] == [False, True, False]
    passed = move(state, "dprk", light, "N2916", "N2816")
    assert passed.units[key(state, ID_5)].freed
    beside = move(state, "dprk", light, "N2816")
    assert not beside.units[key(state, ID_5)].freed
