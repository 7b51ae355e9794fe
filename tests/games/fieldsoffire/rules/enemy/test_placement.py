"""Where packages go."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.enemy.packages import make_contact, packages_of, place_package
from sandtable.games.fieldsoffire.rules.enemy.placement import why_not_stand
from sandtable.kernel import Draft, SeededDice
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key

LMG, HMG, SQUAD = "German LMG team 1", "German HMG team 1", "German Grenadier squad 4/Gp"


def placed(package: int, deck: list[int], units: dict[str, Any] | None = None, **rest: Any) -> Draft[FieldsState]:
    state = board(units or {"1/1 PLT": "R1C2"}, **rest)
    d = drafted(state, deck=deck)
    assert place_package(d, key(state, "1/1 PLT"), packages_of(state)[package], "B")
    settle(d)
    return d


def enemies(state: FieldsState) -> dict[str, str]:
    return {
        label(state.scenario, "unit", one): label(state.scenario, "place", unit.at)
        for one, unit in state.units.items()
        if state.board.sides[one] == "enemy"
    }


@pytest.mark.rule("FF-8.4.1", "FF-8.4.3.a", "FF-8.4.3.a1", "FF-8.4.3.a4", "FF-8.4.2", "FF-8.4.2.a")
@pytest.mark.parametrize(("number", "where"), [(1, "R3C2"), (50, "R3C4")])
def test_a_gun_stands_as_far_as_it_reaches_in_the_drawn_direction(number: int, where: str) -> None:
    assert enemies(placed(4, [number]).now) == {LMG: where}


@pytest.mark.rule("FF-8.3.b", "FF-8.3.g", "FF-8.3.unspotted", "FF-6.1.1.d", "FF-8.4.6", "FF-8.0", "FF-8.3.f")
def test_it_comes_unspotted_under_its_cover_with_its_ammunition_and_fires_at_the_trigger() -> None:
    d = placed(4, [1])
    unit = d.now.units[key(d.now, LMG)]
    assert (unit.unspotted, unit.ammo, unit.origin, unit.experience, unit.held) == (True, 6, "B", 0, False)
    cover = d.now.covers[unit.cover]
    assert (cover.kind, cover.value, cover.at) == ("foxholes", 1, unit.at)
    assert d.now.fires[key(d.now, LMG)].at == card(d.now, "R1C2")


@pytest.mark.rule("FF-5.3.2.e", "FF-5.3.2.b", "FF-8.4.5", "FF-8.4.5.a", "FF-8.4.5.c")
def test_a_bunker_faces_the_trigger_and_the_map_grows_for_it() -> None:
    units = {"1/1 PLT": "R3C2"}
    d = placed(5, [1, 143, 144], units, piles={"main": {"rest": [143, 144, 145]}})
    unit = d.now.units[key(d.now, HMG)]
    assert label(d.now.scenario, "place", unit.at) == "R6C2"
    assert d.now.covers[unit.cover].facing == 4
    assert [d.now.cards[card(d.now, name)].kind for name in ("R5C2", "R6C2")] == ["outside", "outside"]


@pytest.mark.rule("FF-8.3.e", "FF-8.4.3.e", "FF-8.3.d", "FF-8.3.c")
def test_units_of_a_package_that_are_not_joined_stand_on_cards_of_their_own() -> None:
    dice = SeededDice(b"two squads")
    for _ in range(20):
        state = board({"1/1 PLT": "R1C2"})
        d = Draft(state, dice, "company")
        if place_package(d, key(state, "1/1 PLT"), packages_of(state)[6], "A"):
            found = enemies(d.now)
            assert len(found) == 2
            assert len(set(found.values())) == 2


@pytest.mark.rule("FF-8.4.3.b3")
def test_at_night_nobody_is_put_farther_than_the_next_card() -> None:
    d = placed(4, [1], tracks={"turn": 1, "light": "moon2"})
    assert enemies(d.now) == {LMG: "R2C2"}


@pytest.mark.rule("FF-8.4.3.b1", "FF-8.3.noVOF", "FF-8.4.1.a")
def test_a_patrol_comes_spotted_at_the_limit_of_sight_and_holds_its_fire() -> None:
    d = placed(7, [1, 2])
    (name,) = enemies(d.now)
    unit = d.now.units[key(d.now, name)]
    assert (unit.unspotted, unit.held, unit.exposed) == (False, True, True)
    assert enemies(d.now)[name] == "R4C2"
    assert key(d.now, name) not in d.now.fires


@pytest.mark.rule("FF-8.10.a", "FF-8.4.3.b2")
def test_an_observer_brings_fire_on_the_trigger_at_once() -> None:
    """The worked example: artillery on the wood, its observer unseen on the far hill to the left."""
    d = placed(3, [1])
    marker, target = d.now.markers.values()
    assert (marker.kind, marker.value, marker.at) == ("incoming", -3, card(d.now, "R1C2"))
    assert (target.kind, target.form, target.at) == ("target", "mortar", card(d.now, "R1C2"))
    spotter = d.now.units[key(d.now, "German Mortar spotter (81mm) 1")]
    assert (label(d.now.scenario, "place", spotter.at), spotter.unspotted) == ("R4C2", True)
    assert key(d.now, "German Mortar spotter (81mm) 1") not in d.now.fires


@pytest.mark.rule("FF-8.7.1", "FF-8.7.1.a")
def test_mines_are_checked_by_everybody_on_the_card() -> None:
    units = {"1/1 PLT": "R1C2", "2/1 PLT": "R1C2"}
    d = placed(1, [1, 2, 4, 3, 5, 6], units)
    assert [(marker.kind, marker.unit) for marker in d.now.markers.values()] == [
        ("mines", 0),
        ("mines", key(d.now, "1/1 PLT")),
    ]


def stands(units: dict[str, Any], where: str, name: str = LMG, **rest: Any) -> str | None:
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}, **units}, **rest)
    return why_not_stand(state, key(state, "1/1 PLT"), key(state, name), card(state, where), True)


@pytest.mark.rule("FF-8.4.3.e", "FF-8.4.3.a2", "FF-8.4.3.a1", "FF-8.4.3.d2")
def test_nobody_is_put_beside_other_enemies_on_their_fire_or_out_of_range() -> None:
    assert stands({}, "R2C2") is None
    assert stands({SQUAD: {"at": "R2C2", "held": True}}, "R2C2") == "FF-8.4.3.e"
    assert stands({}, "R4C2") == "FF-8.4.3.a1"
    assert stands({}, "R1C2") is None
    assert stands({}, "R1C2", "German 81mm mortar section") == "FF-8.4.3.a2"
    assert stands({HMG: "R4C2"}, "R3C2", fires={HMG: {"at": "R1C2"}}) == "FF-8.4.3.d2"


@pytest.mark.rule("FF-8.4.3.a3")
def test_player_units_between_mask_the_trigger_unless_the_gun_grazes_or_fires_over_them() -> None:
    """With the worked example: a tripod gun on high ground fires over a rifle squad."""
    between = {"2/1 PLT": {"at": "R2C2", "held": True}}
    assert stands(between, "R3C2") == "FF-8.4.3.a3"
    assert stands(between, "R3C2", HMG) is None
    assert stands(between, "R3C2", "German 88mm 1") == "FF-8.4.3.a3"
    assert stands(between, "R3C2", "German 88mm 1", cards={"R3C2": {"hills": 1}}) is None


@pytest.mark.rule("FF-8.4.4", "FF-8.4.4.a")
@pytest.mark.parametrize(("hills", "left"), [(0, ""), (1, "C")])
def test_fire_sweeps_contact_markers_as_high_as_the_gun_off_its_line(hills: int, left: str) -> None:
    cards = {"R2C2": {"contact": "C"}, "R3C2": {"hills": hills}}
    d = placed(4, [1], cards=cards)
    assert d.now.cards[card(d.now, "R2C2")].contact == left


@pytest.mark.rule("FF-8.3.a", "FF-8.4.3.f2", "FF-8.4.3.f3", "FF-8.4.3.f1")
def test_packages_are_redrawn_until_one_fits_and_none_is_tried_twice() -> None:
    """Only adjacent cards are in sight, and enemies stand on all of them: nothing but mines and shells is left."""
    around = {"R2C1": SQUAD, "R2C2": "German Grenadier squad 1/Gp", "R2C3": "German Grenadier squad 2/Gp"}
    units = {"1/1 PLT": {"at": "R1C2", "held": True}, **{name: {"at": at, "held": True} for at, name in around.items()}}
    for seed in range(12):
        state = board(units, tracks={"turn": 1, "light": "moon2"}, deck=[1, 2])
        d = Draft(state, SeededDice(bytes([seed])), "company")
        make_contact(d, card(state, "R1C2"), key(state, "1/1 PLT"), "A", ())
        tried = [entry.params["number"] for entry in d.entries if entry.key == "log.package_redrawn"]
        assert len(tried) == len(set(tried))
        assert set(enemies(d.now)) == set(around.values())
        assert any(entry.key == "log.no_package" for entry in d.entries)


@pytest.mark.rule("FF-8.4.3.a1", "FF-8.4.3.a2", "FF-8.4.3.a3")
def test_who_does_not_fire_minds_neither_range_nor_those_between() -> None:
    between = {"2/1 PLT": {"at": "R2C2", "held": True}}
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}, **between})
    trigger, spotter = key(state, "1/1 PLT"), key(state, "German Mortar spotter (81mm) 1")
    assert why_not_stand(state, trigger, key(state, LMG), card(state, "R4C2"), False) is None
    assert why_not_stand(state, trigger, key(state, LMG), card(state, "R3C2"), False) is None
    assert why_not_stand(state, trigger, spotter, card(state, "R4C2"), True) is None
    assert why_not_stand(state, trigger, spotter, card(state, "R2C2"), True) == "FF-8.4.3.a2"
    mortar = key(state, "German 81mm mortar team 1")
    assert why_not_stand(board({"1/1 PLT": "R1C2"}), trigger, mortar, card(state, "R4C2"), True) is None
    hill = board({"1/1 PLT": {"at": "R1C2", "held": True}, **between}, cards={"R3C2": {"hills": 1}})
    assert why_not_stand(hill, trigger, key(hill, LMG), card(hill, "R3C2"), True) == "FF-8.4.3.a3"
