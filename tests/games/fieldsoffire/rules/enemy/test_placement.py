"""Where packages go."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.enemy.packages import column_of, make_contact, packages_of, place_package
from sandtable.games.fieldsoffire.rules.enemy.placement import (
    Order,
    Spot,
    find_spot,
    open_fire,
    place_unit,
)
from sandtable.games.fieldsoffire.rules.enemy.positions import why_not_stand
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.scenario.deck import cards
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


@pytest.mark.rule("FF-8.4.1", "FF-8.4.3.a", "FF-8.4.3.a1", "FF-8.4.3.a4", "FF-8.4.2", "FF-8.4.2.a", "FF-8.9.e")
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
    for side, rule in (("enemy", "FF-8.4.3.d2"), ("friendly", None)):
        shells = {1: {"kind": "incoming", "at": "R2C2", "value": -5, "side": side}}
        assert stands({}, "R2C2", markers=shells) == rule


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
    told = [entry for entry in d.entries if entry.key == "log.contact_swept"]
    assert len(told) == (not hills)
    assert not [entry for entry in placed(4, [1]).entries if entry.key == "log.contact_swept"]
    ours = board({"1/1 PLT": "R1C2", LMG: {"at": "R3C2", "held": True}}, cards={"R2C2": {"contact": "C"}})
    assert ours.fires
    assert ours.cards[card(ours, "R2C2")].contact == "C", "the company fires past it"


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


# -- grenades on arrival -----------------------------------------------------------------------------------------------

HIT = [one.number for one in cards().values() if one.icon == "grenade"]
PLAIN = [one.number for one in cards().values() if one.icon not in ("grenade", "jammed")]
LAUNCHERS = {"units": {"ge.gr_s": {"sides": [{"steps": 3, "vof": "S^G!", "range": "L"}]}}}


def arrived(name: str, at: str, deck: list[int], **rest: Any) -> Draft[FieldsState]:
    """A unit on its card that opens fire on the trigger's."""
    units = {"1/1 PLT": {"at": "R1C2", "held": True}, name: {"at": at, **rest.pop("state", {})}, **rest.pop("more", {})}
    state = board(units, frozen=True, **rest)
    d = drafted(state, deck=deck)
    open_fire(d, key(state, name), card(state, "R1C2"))
    return d


def grenades_on(d: Draft[FieldsState]) -> list[int]:
    return [marker.unit for marker in d.now.markers.values() if marker.kind == "grenade"]


@pytest.mark.rule("FF-8.4.3.c", "FF-8.4.3.c1")
def test_launchers_add_grenades_to_their_fire_at_close_range_only() -> None:
    near = arrived(SQUAD, "R2C2", [HIT[0], PLAIN[0]], facts=LAUNCHERS)
    assert grenades_on(near) == [key(near.now, "1/1 PLT")]
    assert near.now.fires[key(near.now, SQUAD)].at == card(near.now, "R1C2")
    for where in ("R3C2", "R1C2"):
        other = arrived(SQUAD, where, [], facts=LAUNCHERS)
        assert grenades_on(other) == []
        assert key(other.now, SQUAD) in other.now.fires


@pytest.mark.rule("FF-8.4.3.c", "FF-8.4.3.c2")
def test_mortars_and_guns_rated_for_grenades_open_with_them_at_any_range() -> None:
    for name in ("German 81mm mortar team 1", "German 75mm infantry gun 1"):
        d = arrived(name, "R4C2", [HIT[0], PLAIN[0]])
        assert grenades_on(d) == [key(d.now, "1/1 PLT")]
    plain = arrived(LMG, "R3C2", [])
    assert grenades_on(plain) == []


@pytest.mark.rule("FF-8.4.3.c3")
def test_support_weapons_are_not_used_on_arrival() -> None:
    facts = {"nations": ["nva"]}
    assets = {90: {"kind": "rpg_b40", "holder": "NVA RPG team 1", "points": 2}}
    d = arrived("NVA RPG team 1", "R2C2", [], facts=facts, assets=assets)
    assert grenades_on(d) == []
    assert key(d.now, "NVA RPG team 1") in d.now.fires
    armed = placed_rpg()
    assert [(asset.kind, asset.points) for asset in armed.now.assets.values()] == [("rpg_b40", 2)]


def placed_rpg() -> Draft[FieldsState]:
    state = board({"1/1 PLT": "R1C2"}, facts={"nations": ["nva"]})
    d = drafted(state)
    order = Order({"unit": "nva.rpg", "cover": None}, "A", spotted=True, fires=True)
    place_unit(d, key(state, "NVA RPG team 1"), Spot(card(state, "R2C2")), key(state, "1/1 PLT"), order)
    return d


@pytest.mark.rule("FF-8.4.3.c4")
def test_a_vehicle_opens_with_its_guns_whatever_is_written_above_them() -> None:
    facts = {"nations": ["nkpa"], "units": {"nk.t34": {"sides": [{"steps": 2, "vof": "H^G!", "range": "V"}]}}}
    d = arrived("NKPA T-34/85 1", "R2C2", [], facts=facts)
    assert grenades_on(d) == []
    assert key(d.now, "NKPA T-34/85 1") in d.now.fires


@pytest.mark.rule("FF-8.4.3.c2", "FF-8.7.2", "FF-8.7.2.a", "FF-8.4.3.f")
def test_what_can_do_nothing_to_a_lone_vehicle_is_drawn_again_but_mines_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"nations": ["nva"], "mission": {"setup": {"contact_table": "nva_delay"}}}
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}}, facts=facts)
    trigger = key(state, "1/1 PLT")
    assert [place_package(drafted(state, [1]), trigger, packages_of(state)[n], "A") for n in (3,)] == [True]
    driven = dataclasses.replace(state.board.types[trigger], kind="vehicle")
    monkeypatch.setitem(state.board.types, trigger, driven)  # type: ignore[arg-type]
    assert not place_package(drafted(state, [1]), trigger, packages_of(state)[3], "A")
    assert not place_package(drafted(state, [1, 2, 3, 4]), trigger, packages_of(state)[16], "A")
    assert place_package(drafted(state, [1, 2, 3, 4]), trigger, packages_of(state)[19], "A")
    mines = {"n": 99, "opens_fire": True, "spotted": True, "place": {"type": "point_blank"}}
    mined = {**mines, "items": [{"unit": "marker:vof.mines", "cover": None}]}
    assert place_package(drafted(state, [1, 2, 3]), trigger, mined, "A")
    monkeypatch.undo()


@pytest.mark.rule("FF-8.7.2")
def test_a_booby_trap_lies_under_the_one_who_set_it_off_for_a_turn() -> None:
    facts = {"nations": ["nva"], "mission": {"setup": {"contact_table": "nva_delay"}}}
    state = board({"1/1 PLT": "R1C2", "2/1 PLT": "R1C2"}, facts=facts)
    d = drafted(state)
    assert place_package(d, key(state, "2/1 PLT"), packages_of(state)[3], "A")
    (marker,) = d.now.markers.values()
    assert (marker.kind, marker.unit, marker.value) == ("booby_trap", key(state, "2/1 PLT"), -4)
    clear_markers(d)
    assert d.now.markers == {}


@pytest.mark.rule("FF-8.7.2", "FF-8.7.2.a")
@pytest.mark.parametrize(("aboard", "beside"), [(True, False), (False, True), (True, True), (False, False)])
def test_a_trap_that_a_truck_sets_off_hits_a_man_on_it_or_beside_it(aboard: bool, beside: bool) -> None:
    mission = {"setup": {"contact_table": "nva_delay"}, "attachments": ["Truck"]}
    men = {"1/1 PLT": {"at": "R1C2", "aboard": "Truck 1"}} if aboard else {"1/1 PLT": "R2C2"}
    units = {"Truck 1": "R1C2", **men, **({"2/1 PLT": "R1C2"} if beside else {})}
    state = board(units, facts={"nations": ["nva"], "mission": mission})
    d = drafted(state, [1] if aboard and beside else [])
    is_placed = place_package(d, key(state, "Truck 1"), packages_of(state)[3], "A")
    assert is_placed is (aboard or beside)
    assert [marker.unit for marker in d.now.markers.values()] == [
        key(state, name) for name, hit in (("1/1 PLT", aboard), ("2/1 PLT", beside and not aboard)) if hit
    ]
    assert [entry.key for entry in d.entries if entry.key == "log.trap"] == ["log.trap"] * is_placed


# -- whom they fire past, and where they stand -------------------------------------------------------------------------


@pytest.mark.rule("FF-8.4.3.d", "FF-8.4.3.d1")
def test_nobody_opens_fire_through_his_own_side_but_those_behind_the_trigger_do_not_matter() -> None:
    between = {SQUAD: {"at": "R2C2", "held": True}}
    for name in (LMG, HMG):
        assert stands(between, "R3C2", name) == "FF-8.4.3.d1"
    assert stands(between, "R3C2", "German 81mm mortar team 1") is None
    assert stands(between, "R3C2", HMG, cards={"R3C2": {"hills": 1}}) is None
    assert stands(between, "R3C2", LMG, cards={"R3C2": {"hills": 1}}) == "FF-8.4.3.d1"
    assert stands(between, "R3C2", "German 88mm 1", cards={"R3C2": {"hills": 1}}) is None
    behind = {SQUAD: {"at": "R1C3", "held": True}}
    assert stands(behind, "R1C1", HMG) is None


@pytest.mark.rule("FF-8.4.3.a")
def test_a_mortar_is_not_put_where_it_cannot_fire() -> None:
    facts = {"terrain": {"forest": {"cc": 3, "mortars_barred": True}}}
    ground = {"R3C2": {"terrain": "forest"}}
    assert stands({}, "R3C2", "German 81mm mortar team 1", facts=facts, cards=ground) == "FF-8.4.3.a"
    assert stands({}, "R3C2", LMG, facts=facts, cards=ground) is None
    assert stands({}, "R2C2", "German 81mm mortar team 1", facts=facts, cards=ground) is None


@pytest.mark.rule("FF-8.4.3.d3", "FF-8.4.3.d")
def test_they_do_fire_at_a_trigger_who_shares_his_card_with_their_own() -> None:
    more = {"German Grenadier squad 1/Gp": {"at": "R1C2", "held": True}}
    d = arrived(LMG, "R3C2", [], more=more)
    assert d.now.fires[key(d.now, LMG)].at == card(d.now, "R1C2")


@pytest.mark.rule("FF-8.8.a")
def test_a_sniper_fires_at_the_trigger_even_if_a_leader_is_near() -> None:
    d = arrived("German Sniper 1", "R3C2", [], more={"1 PLT HQ": {"at": "R3C3", "held": True}})
    assert d.now.fires[key(d.now, "German Sniper 1")].at == card(d.now, "R1C2")


@pytest.mark.rule("FF-8.4.3.b")
def test_patrols_are_put_by_the_sight_of_the_trigger_and_observers_as_far_as_very_long_range() -> None:
    night = {"turn": 1, "light": "moon2"}
    assert enemies(placed(7, [1, 2], tracks=night).now).popitem()[1] == "R2C2"
    assert enemies(placed(3, [1]).now).popitem()[1] == "R4C2"


@pytest.mark.rule("FF-8.4.6", "FF-8.4.6.a")
def test_in_a_house_they_take_the_ground_floor() -> None:
    facts = {"terrain": {"town": {"cc": 3, "multi_story": True}, "field": {"cc": 0}}}
    for ground, kinds in (("town", ["light_building", "upper_story"]), ("field", ["light_building"])):
        state = board({"1/1 PLT": {"at": "R1C2", "held": True}}, facts=facts, cards={"R2C2": {"terrain": ground}})
        d = drafted(state)
        order = Order({"unit": "ge.lmg", "cover": "light_building"}, "A", spotted=True, fires=True)
        place_unit(d, key(state, LMG), Spot(card(state, "R2C2")), key(state, "1/1 PLT"), order)
        assert [cover.kind for cover in d.now.covers.values()] == kinds
        under = d.now.covers[d.now.units[key(state, LMG)].cover]
        assert (under.kind, under.up) == ("light_building", False)
    covers = {
        1: {"at": "R2C2", "kind": "strong_building", "value": 3},
        2: {"at": "R2C2", "kind": "upper_story", "value": 3, "up": True},
    }
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}}, facts=facts, covers=covers)
    d = drafted(state)
    order = Order({"unit": "ge.lmg", "cover": "light_building"}, "A", spotted=True, fires=True)
    place_unit(d, key(state, LMG), Spot(card(state, "R2C2")), key(state, "1/1 PLT"), order)
    assert d.now.units[key(state, LMG)].cover == 1


@pytest.mark.rule("FFT-pack-place-same", "FFT-pack-place-adj", "FFT-pack-place-max")
def test_same_card_next_card_and_farthest_card() -> None:
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}})
    trigger, lmg, hmg = (key(state, name) for name in ("1/1 PLT", LMG, HMG))

    def spot(place: str, keys: tuple[int, ...] = (lmg,), *, closed: bool = False, **rest: Any) -> str:
        d = Draft(state, SeededDice(b"front 1"), "company")
        found = find_spot(d, trigger, keys, {"type": place}, True, rest.get("taken", ()), never_same=closed)
        return "" if found is None else label(state.scenario, "place", found.card)

    assert spot("point_blank") == "R1C2"
    assert spot("point_blank", closed=True)[:2] == "R2"
    assert spot("close")[:2] == "R2"
    assert spot("close", taken=(card(state, "R2C2"),)) in ("R2C1", "R2C3")
    assert spot("max_los_range")[:2] == "R3"
    assert spot("max_los_range", (hmg,))[:2] == "R4"
    assert spot("max_los_range", (hmg, lmg))[:2] == "R3"
    around = tuple(card(state, name) for name in ("R2C1", "R2C2", "R2C3"))
    assert spot("close", taken=around) == ""
    assert spot("point_blank", taken=(card(state, "R1C2"),)) == ""


@pytest.mark.rule("FF-8.3.b", "FF-8.3.d")
def test_a_package_with_nobody_to_direct_its_shells_brings_none() -> None:
    facts = {"mission": {"setup": {"contact_table": "normandy_2"}}}
    state = board({"1/1 PLT": {"at": "R1C2", "held": True}}, facts=facts)
    first = next(one.number for one in cards().values() if one.random[2] == 1)
    d = drafted(state, [first])
    assert place_package(d, key(state, "1/1 PLT"), packages_of(state)[1], "A")
    assert [marker.kind for marker in d.now.markers.values()] == ["incoming"]
    assert enemies(d.now) == {}


@pytest.mark.rule("FF-8.3.a", "FF-8.2.3")
def test_in_a_counterattack_contact_a_has_a_list_of_its_own() -> None:
    facts = {"mission": {"setup": {"contact_table": "normandy_1"}}}
    state = board({"1/1 PLT": "R1C2"}, facts=facts, standing={"counterattack": {"until": 2}})
    assert column_of(state, "A") == (4, [2, 2, 11, 12])
    assert column_of(state, "B")[0] == 10
    calm = board({"1/1 PLT": "R1C2"}, facts=facts)
    assert column_of(calm, "A")[0] == 10
    none = board({"1/1 PLT": "R1C2"}, standing={"counterattack": {"until": 2}})
    assert column_of(none, "A")[0] == 10


@pytest.mark.rule("FF-8.3.a")
def test_where_two_enemies_fight_together_a_number_decides_whose_list_it_is() -> None:
    facts = {
        "nations": ["nva", "vc"],
        "mission": {"enemy": "VC/NVA", "pool": "vc", "setup": {"contact_table": "vc_patrol"}},
    }
    nations = set()
    for seed in range(16):
        state = board({"1/1 PLT": {"at": "R1C2", "held": True}}, facts=facts)
        d = Draft(state, SeededDice(bytes([seed])), "company")
        make_contact(d, card(state, "R1C2"), key(state, "1/1 PLT"), "C", ())
        nations |= {d.now.board.types[one].nation for one in d.now.units if d.now.board.sides[one] == "enemy"}
    assert nations == {"nva", "vc"}


@pytest.mark.rule("FF-8.4.3.a2", "FF-5.3.2.f")
@pytest.mark.parametrize(("closed", "where"), [(False, "R2C2"), (True, "R2C1")])
def test_nobody_in_a_bunker_is_put_among_the_players_men(closed: bool, where: str) -> None:
    state = board({"1/1 PLT": "R1C2", "2/1 PLT": "R2C2"})
    d = drafted(state, deck=[1, 30, 30, 30])
    squad = (key(state, SQUAD),)
    found = find_spot(d, key(state, "1/1 PLT"), squad, {"type": "close"}, True, (), never_same=closed)
    assert found is not None
    assert label(state.scenario, "place", found.card) == where
