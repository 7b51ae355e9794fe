"""Citadels, the fortified belt, bunkers and those who die in them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.eastfront.model import Attack, Battle, CrimeaState
from sandtable.games.eastfront.rules.air.flak import flak_units
from sandtable.games.eastfront.rules.combat import battle as fights
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.enlarged_map import bunkers, works
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import zoc
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key, marked, play, where

HERE, BESIDE = "In-1521", "In-1520"
PLACE, NEXT = 11521, 11520
TURN: dict[str, Any] = {"scenario": "8", "turn": 180, "weather": "dry"}


def siege(
    kind: str, defenders: tuple[str, ...], attackers: tuple[str, ...], at: str = "axis.combat.attacks", **more: Any
) -> CrimeaState:
    """Soviets in a hex with works, Axis units beside it who have declared an attack."""
    pieces: dict[str, Any] = {
        **{name: {"hex": HERE} for name in defenders},
        **{name: {"hex": BESIDE} for name in attackers},
    }
    attack = {HERE: {"side": "axis", "hexes": [HERE], "units": list(attackers)}}
    facts = {"hexes": {HERE: {"works": kind}}} if kind else {}
    return board(at, {**pieces, **more.pop("pieces", {})}, facts=facts, attacks=attack, **{**TURN, **more})


def force(state: CrimeaState, guns: tuple[str, ...] = (), engineers: bool = False) -> Force:
    attack = state.attacks[PLACE]
    return Force(attack, attack.units, tuple(key(state, gun) for gun in guns), engineers)


def drm(state: CrimeaState, **more: Any) -> dict[str, int]:
    return {part.key: part.amount for part in combat.drms(state, force(state, **more)) if "supply" not in part.key}


@pytest.mark.rule("EF-PB5.71", "EF-PB5.83", "EF-PB5.84")
def test_axis_zones_enter_neither_citadel_nor_belt() -> None:
    facts = {"hexes": {HERE: {"works": "citadel"}, "In-1620": {"works": "belt"}}}
    state = board("axis.movement", {"46 Inf Div": {"hex": BESIDE}}, facts=facts, **TURN)
    assert not {PLACE, 11620} & set(zoc(state, "axis"))
    fallen = board(
        "axis.movement", {"46 Inf Div": {"hex": BESIDE}}, facts=facts, razed={HERE: 179, "In-1620": 179}, **TURN
    )
    assert {PLACE, 11620} & set(zoc(fallen, "axis")) == {PLACE} | ({11620} & set(fallen.board.grid.neighbours[NEXT]))
    soviets = board("axis.movement", {"157 Rifle Div": {"hex": BESIDE}}, facts=facts, **TURN)
    assert PLACE in zoc(soviets, "soviet")


@pytest.mark.rule("EF-PB5.83")
def test_nobodys_zone_leaves_the_belt_but_along_it() -> None:
    facts = {"hexes": {HERE: {"works": "belt"}, BESIDE: {"works": "belt"}}}
    state = board("axis.movement", {"157 Rifle Div": {"hex": HERE}}, facts=facts, **TURN)
    assert set(zoc(state, "soviet")) == {NEXT}
    axis = board("axis.movement", {"46 Inf Div": {"hex": HERE}}, facts=facts, **TURN)
    assert not zoc(axis, "axis")


@pytest.mark.rule("EF-PB5.72.a")
def test_a_citadel_gives_a_point_that_one_engineer_or_heavy_gun_takes_away() -> None:
    state = siege(
        "citadel", ("157 Rifle Div",), ("46 Inf Div", "820 Eng Rgt"), pieces={"641 S-H Art Bn": {"hex": BESIDE}}
    )
    assert drm(state) == {"modifier.citadel": 1}
    assert sum(drm(state, engineers=True).values()) == 0
    assert sum(drm(state, guns=("641 S-H Art Bn",)).values()) == 0
    # both together take away no more, and nothing of the strongpoint
    dug_in = siege(
        "citadel",
        ("157 Rifle Div",),
        ("46 Inf Div", "820 Eng Rgt"),
        pieces={"641 S-H Art Bn": {"hex": BESIDE}},
        strongpoints={HERE: {"side": "soviet"}},
    )
    assert sum(drm(dug_in).values()) == 2
    assert sum(drm(dug_in, guns=("641 S-H Art Bn",), engineers=True).values()) == 1


# The printed example: infantry of 4 and artillery of 2 make 9.
@pytest.mark.rule("EF-PB5.72.b")
def test_one_unit_in_a_citadel_counts_twice_by_three_points_at_most() -> None:
    two = {"units": {"51 Army Art": {"front": "2-2-4"}}}
    pieces: dict[str, Any] = {
        "320 Rifle Div": {"hex": HERE},
        "51 Army Art": {"hex": HERE},
        "46 Inf Div": {"hex": BESIDE},
    }
    attack = {HERE: {"side": "axis", "hexes": [HERE], "units": ["46 Inf Div"]}}
    facts = {"hexes": {HERE: {"works": "citadel"}}, **two}
    state = board("axis.combat.attacks", pieces, facts=facts, attacks=attack, **TURN)
    assert combat.defence_strength(state, force(state)).total == 9
    weak = siege("citadel", ("12 Rifle Bde",), ("46 Inf Div",))
    plain = siege("", ("12 Rifle Bde",), ("46 Inf Div",))
    alone = combat.defence_strength(plain, force(plain)).total
    assert combat.defence_strength(weak, force(weak)).total == 2 * alone
    fallen = siege("citadel", ("12 Rifle Bde",), ("46 Inf Div",), razed={HERE: 179})
    assert combat.defence_strength(fallen, force(fallen)).total == alone


@pytest.mark.rule("EF-PB5.73", "EF-PB5.84")
def test_the_axis_has_no_use_of_works() -> None:
    for kind in ("citadel", "belt"):
        facts = {"hexes": {HERE: {"works": kind}}}
        attack = {HERE: {"side": "soviet", "hexes": [HERE], "units": ["157 Rifle Div"]}}
        pieces: dict[str, Any] = {"46 Inf Div": {"hex": HERE}, "157 Rifle Div": {"hex": BESIDE}}
        state = board("soviet.combat.attacks", pieces, facts=facts, attacks=attack, **TURN)
        assert not {"modifier.citadel", "modifier.belt"} & set(drm(state))
        assert combat.defence_strength(state, force(state)).total == 9


@pytest.mark.rule("EF-PB5.72.c", "EF-PB5.72.d")
def test_armour_is_halved_and_finds_no_partners_at_a_citadel() -> None:
    tanks, foot = "I Bn/204 Pz", "129 Mot Rgt/22 Pz"
    hard, soft = (siege(kind, ("157 Rifle Div",), (tanks, foot)) for kind in ("citadel", ""))
    value = soft.board.units[key(soft, tanks)].front.attack
    [whole] = [p for p in combat.attack_strength(soft, force(soft)).parts if p.points[0].id == key(soft, tanks)]
    [half] = [
        p for p in combat.attack_strength(hard, force(hard)).parts if p.points and p.points[0].id == key(hard, tanks)
    ]
    assert (whole.amount, whole.per, half.amount, half.per) == (value, 1, value, 2)
    assert combat.has_combined_arms(soft, force(soft))
    assert not combat.has_combined_arms(hard, force(hard))
    engineers = siege("citadel", ("157 Rifle Div",), ("300 Arm Eng Bn",))
    [part] = [p for p in combat.attack_strength(engineers, force(engineers)).parts if p.points]
    assert part.per == 1


@pytest.mark.rule("EF-PB5.72.e")
def test_defenders_of_a_citadel_stay_without_a_price() -> None:
    def thrown_back(kind: str, die: int) -> Battle | None:
        state = siege(kind, ("12 Rifle Bde",), ("46 Inf Div", "50 Inf Div"))
        state = play(state, "axis", {"resolve": HERE}).state
        state = play(state, "axis", {"do": "assault", "units": ["46 Inf Div", "50 Inf Div"], "support": []}).state
        return play(state, "axis", {"command": "none"}, [die]).state.battle

    def told_to_go(kind: str) -> list[int]:
        fights = [thrown_back(kind, die) for die in range(1, 11)]
        return [fight.retreat_defender for fight in fights if fight and "R" in fight.result.partition("/")[2]]

    assert set(told_to_go("")) == {2}
    assert set(told_to_go("citadel")) == {0}
    state = siege("citadel", ("12 Rifle Bde", "Coast HQ"), ("46 Inf Div",), at="axis.reaction.orders")
    no = reaction.why_no_order(state, "soviet", state.attacks[PLACE], "no_retreat")
    assert no is not None
    assert no.rule == "EF-PB5.72.e"
    open_ground = siege("", ("12 Rifle Bde", "Coast HQ"), ("46 Inf Div",), at="axis.reaction.orders")
    assert reaction.why_no_order(open_ground, "soviet", open_ground.attacks[PLACE], "no_retreat") is None


@pytest.mark.rule("EF-PB5.74", "EF-PB7.64")
def test_a_citadel_feeds_its_garrison_and_never_surrenders() -> None:
    around = {
        f"RSC strong {n}": {"hex": f"In-{code}"} for n, code in enumerate((1520, 1522, 1420, 1421, 1620, 1621), 1)
    }
    for kind, safe in (("citadel", True), ("belt", False)):
        facts = {"hexes": {HERE: {"works": kind}}}
        state = board("axis.movement", {"12 Rifle Bde": {"hex": HERE}, **around}, facts=facts, **TURN)
        assert supply.is_supplied(state, "soviet", PLACE) is safe
        assert (PLACE not in surrender.cornered(state)) is safe
        assert works.feeds(state, "axis", PLACE) is False


@pytest.mark.rule("EF-PB5.76", "EF-PB5.85", "EF-PB5.81")
@pytest.mark.parametrize("kind", ["citadel", "belt"])
@pytest.mark.parametrize(
    ("unit", "fallen"),
    [("46 Inf Div", True), ("820 Eng Rgt", True), ("300 Arm Eng Bn", False), ("RSC strong 1", False)],
)
def test_works_fall_to_a_division_or_engineers_in_them(kind: str, unit: str, fallen: bool) -> None:
    facts = {"hexes": {HERE: {"works": kind}}}
    state = board("axis.motorised.moves", {unit: {"hex": HERE}}, facts=facts, **TURN)
    after = play(state, "axis", {"do": "done"}).state
    while after.flow[0].at.startswith("turn.axis"):
        after = play(after, "axis", {"do": "done"}).state
    assert (works.works_at(after, PLACE) == "") is fallen


@pytest.mark.rule("EF-PB5.82")
def test_the_belt_gives_a_point_and_an_asterisk_counts() -> None:
    belt, plain = (siege(kind, ("157 Rifle Div",), ("46 Inf Div",)) for kind in ("belt", ""))
    assert drm(belt) == {"modifier.belt": 1}
    assert drm(plain) == {}
    assert combat.asterisk_losses(belt, force(belt)).total == combat.asterisk_losses(plain, force(plain)).total + 1
    dug_in = siege("belt", ("157 Rifle Div",), ("46 Inf Div",), strongpoints={HERE: {"side": "soviet"}})
    assert sum(drm(dug_in).values()) == 2


@pytest.mark.rule("EF-PB5.63")
def test_flak_in_an_enemy_zone_is_silent_on_the_enlarged_map() -> None:
    pieces: dict[str, Any] = {"62 AA Rgt": {"hex": HERE}}
    free = board("axis.movement", pieces, **TURN)
    assert flak_units(free, PLACE, "soviet") == (key(free, "62 AA Rgt"),)
    beset = board("axis.movement", {**pieces, "46 Inf Div": {"hex": BESIDE}}, **TURN)
    assert flak_units(beset, PLACE, "soviet") == ()
    outside = board("axis.movement", {"62 AA Rgt": 4012, "46 Inf Div": 4013}, scenario="4", turn=90, weather="dry")
    assert flak_units(outside, 4012, "soviet") == (key(outside, "62 AA Rgt"),)


@pytest.mark.rule("EF-PB5.64")
def test_one_flak_unit_and_one_assault_gun_unit_count_twice_against_bunkers() -> None:
    guns = ("190 AG Bn", "197 AG Bn", "FAG Nord", "FAG Mitte")
    plain, belt = (siege(kind, ("157 Rifle Div",), guns) for kind in ("", "belt"))
    total = combat.attack_strength(plain, force(plain)).total
    units = belt.board.units
    best = [units[key(belt, name)].front.attack for name in ("190 AG Bn", "FAG Nord")]
    assert combat.attack_strength(belt, force(belt)).total == total + sum(best)
    assert len(bunkers.busters(belt, belt.attacks[PLACE], belt.attacks[PLACE].units)) == 2
    # who fired at aircraft gives no double; the other flak unit does
    tired = marked(marked(belt, "FAG Nord", fired=True), "FAG Mitte", fired=True)
    assert [units[k].kind for k in bunkers.busters(tired, tired.attacks[PLACE], tired.attacks[PLACE].units)] == [
        "assault_gun"
    ]
    for points in ({HERE: {"side": "soviet"}}, {}):
        state = siege("", ("157 Rifle Div",), guns, strongpoints=points)
        assert bool(bunkers.busters(state, state.attacks[PLACE], state.attacks[PLACE].units)) is bool(points)


@pytest.mark.rule("EF-PB5.10")
@pytest.mark.parametrize(
    ("defiant", "works_there", "denied"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_nobody_advances_over_fanatics_in_their_works(defiant: bool, works_there: bool, denied: bool) -> None:
    state = siege("belt" if works_there else "", ("157 Rifle Div",), ("46 Inf Div",))
    battle = {"attack": HERE, "units": ["46 Inf Div"], "defiant": defiant}
    fought = siege("belt" if works_there else "", (), ("46 Inf Div",), battle=battle)
    assert bunkers.is_denied(fought, fought.attacks[PLACE], PLACE) is denied
    assert not bunkers.is_denied(state, Attack("soviet", (PLACE,), ()), PLACE)
    assert where(state, "46 Inf Div") == NEXT


@pytest.mark.rule("EF-18.12", "EF-PB5.85")
@pytest.mark.parametrize("kind", ["citadel", "belt"])
def test_works_that_stand_cost_the_axis_a_point_more_to_enter(kind: str) -> None:
    facts = {"hexes": {HERE: {"works": kind}}}
    for razed, side, cost in (({}, "axis", 4), ({HERE: 179}, "axis", 2), ({}, "soviet", 2)):
        unit = "46 Inf Div" if side == "axis" else "157 Rifle Div"
        state = board(f"{side}.movement", {unit: {"hex": BESIDE}}, facts=facts, razed=razed, **TURN)
        assert movement.destinations(state, key(state, unit))[PLACE] == cost


@pytest.mark.rule("EF-PB5.82", "EF-15.67.b")
def test_armour_has_no_help_of_other_arms_against_the_belt() -> None:
    team = ("I Bn/204 Pz", "129 Mot Rgt/22 Pz")
    for kind, amount in (("", -1), ("belt", 0), ("citadel", 0)):
        found = drm(siege(kind, ("157 Rifle Div",), team, weather="dry"))
        assert found.get("modifier.combined_arms", 0) == amount


@pytest.mark.rule("EF-PB5.72.e", "EF-16.41.b3")
def test_who_does_not_retreat_out_of_a_citadel_loses_no_step_less_for_it() -> None:
    for kind, losses in (("citadel", 2), ("", 1)):
        state = siege(kind, ("157 Rifle Div",), ("46 Inf Div",))
        attack = replace(state.attacks[PLACE], order="additional")
        state = successor(state, attacks={PLACE: attack})
        battle = Battle(PLACE, attack.units, defenders=(key(state, "157 Rifle Div"),))
        found = fights._owed(state, Force(attack, attack.units), battle, "-/2R")
        assert (found.losses_defender, found.retreat_defender) == (losses, 0 if kind else 3)


@pytest.mark.rule("EF-18.31", "EF-PB5.10")
def test_a_strongpoint_that_is_being_built_denies_nothing() -> None:
    for building in (True, False):
        points = {HERE: {"side": "soviet", "building": building}}
        state = siege("", ("157 Rifle Div",), ("46 Inf Div",), strongpoints=points)
        state = successor(state, battle=Battle(PLACE, defiant=True))
        assert bunkers.is_denied(state, state.attacks[PLACE], PLACE) is not building


@pytest.mark.rule("EF-15.4", "EF-PB5.64")
def test_guns_support_what_bunker_busters_count_twice() -> None:
    state = siege("belt", ("157 Rifle Div",), ("190 AG Bn",), pieces={"49 Art Rgt": {"hex": BESIDE}})
    found = combat.attack_strength(state, force(state, ("49 Art Rgt",)))
    assert found.total == 2 * 2 + 3
    plain = siege("", ("157 Rifle Div",), ("190 AG Bn",), pieces={"49 Art Rgt": {"hex": BESIDE}})
    assert combat.attack_strength(plain, force(plain, ("49 Art Rgt",))).total == 2 + 2
