"""Charges, flamethrowers and phosphorus."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.weapons import charges, flames
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

GERMAN, OTHER = "German Grenadier squad 1/Gp", "German LMG team 1"
FACTS = {"mission": {"campaign": "Normandy", "attachments": ["Engineers"]}}
BUNKER = {1: {"at": "R1C1", "kind": "bunker", "value": 3, "facing": 0}}
DEMO = {1: {"kind": "demo", "holder": "SAPPERS", "points": 2}}
INSIDE = {"at": "R1C1", "cover": 1, "pinned": True}


def sappers() -> str:
    bare = board({}, facts=FACTS)
    return next(one.name for one in bare.board.counters.values() if one.type.id == "n.engineers")


def position(units: dict[str, Any] | None = None, **fields: Any) -> FieldsState:
    name = sappers()
    assets = {n: {**row, "holder": name} for n, row in fields.pop("assets", DEMO).items()}
    rows = {name: {"at": "R1C1", **fields.pop("row", {})}, **(units or {})}
    return board(rows, facts=FACTS, assets=assets, covers=fields.pop("covers", BUNKER), **fields)


def order(verb: str) -> dict[str, Any]:
    return {verb: sappers(), "cover": 1}


def kinds(state: FieldsState) -> list[str]:
    return sorted(one.kind for one in state.markers.values())


@pytest.mark.rule("FF-4.2.4f", "FF-4.2.4f.cond", "FF-7.13.d", "FF-7.13.a")
def test_without_fire_on_the_card_a_charge_is_placed_without_a_draw() -> None:
    state = position()
    after = play(state, order("place_charge")).state
    assert (kinds(after), after.assets[1].points) == (["demolition"], 1)
    assert why(state, order("throw_charge")).rule == "FF-7.13.d"
    fire = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
    assert why(position(markers=fire), order("place_charge")).rule == "FF-7.13.d"


@pytest.mark.rule("FF-4.2.4e", "FF-4.2.4e.cond", "FF-7.13.d", "FF-7.13.a")
def test_under_fire_it_is_thrown_and_a_miss_shakes_the_card() -> None:
    state = position({GERMAN: INSIDE})
    assert kinds(play(state, order("throw_charge"), deck=[3, 1]).state) == ["demolition"]
    missed = play(state, order("throw_charge"), deck=[1, 2]).state
    assert (kinds(missed), missed.assets[1].points) == (["demolition_miss"], 1)
    reading = net_combat_modifier(missed, key(missed, sappers()))
    assert reading is not None
    assert {part.key: part.amount for part in reading.parts.parts} == {
        "modifier.vof_demolition_miss": -2,
        "modifier.terrain": 0,
    }


@pytest.mark.rule("FF-4.2.4e.cond", "FF-4.2.4f.cond", "FF-7.18.1.F")
def test_only_trained_units_with_a_charge_use_one_and_others_carry_it() -> None:
    assert why(position(assets={}), order("place_charge")).rule == "FF-4.2.4f.cond"
    other = board({"1/1 PLT": "R1C1"}, facts=FACTS, covers=BUNKER, assets={1: {"kind": "demo", "holder": "1/1 PLT"}})
    assert why(other, {"place_charge": "1/1 PLT", "cover": 1}).rule == "FF-7.18.1.F"
    assert play(other, {"move": "1/1 PLT", "to": "R1C2"})
    friends = position({"1/1 PLT": {"at": "R1C1", "cover": 1}})
    assert why(friends, order("place_charge")).rule == "FF-7.13.a"


def exploded(units: dict[str, Any] | None = None, kind: str = "bunker") -> FieldsState:
    covers = {1: {"at": "R1C1", "kind": kind, "value": 3, "facing": 0}}
    markers = {1: {"kind": "demolition", "at": "R1C1", "cover": 1}}
    d = drafted(board(units or {}, covers=covers, markers=markers, facts=FACTS))
    charges.explode(d)
    return d.now


@pytest.mark.rule("FF-7.13.b", "FF-7.13.f")
def test_everybody_under_the_cover_is_a_casualty() -> None:
    state = exploded({GERMAN: INSIDE, OTHER: INSIDE, "1/1 PLT": "R1C1"})
    types = state.board.types
    assert key(state, GERMAN) not in state.units
    assert sum(types[one].kind == "casualty" for one in state.units) == 4
    assert state.units[key(state, "1/1 PLT")].steps == 3


@pytest.mark.rule("FF-7.13.e", "FF-7.13.g", "FF-7.13.b")
def test_the_work_is_broken_even_if_they_have_left() -> None:
    for kind in ("bunker", "pillbox"):
        row = exploded(kind=kind).covers[1]
        assert (row.kind, row.value, row.facing) == ("foxholes", 1, -1)
    assert 1 not in exploded(kind="cave").covers
    assert exploded(kind="trench").covers[1].kind == "trench"


FUEL = {1: {"kind": "flamethrower", "points": 2}}


@pytest.mark.rule("FF-4.2.4g", "FF-7.14.a", "FF-7.18.1.E")
def test_a_flamethrower_needs_no_draw_and_has_two_shots() -> None:
    state = position({GERMAN: INSIDE}, assets=FUEL)
    once = play(state, order("flame")).state
    assert (kinds(once), once.assets[1].points) == (["flame"], 1)
    last = play(position({GERMAN: INSIDE}, assets={1: {"kind": "flamethrower", "points": 1}}), order("flame")).state
    assert 1 not in last.assets


@pytest.mark.rule("FF-4.2.4g.cond", "FF-7.14.e")
def test_it_takes_fuel_training_and_open_air() -> None:
    assert why(position({GERMAN: INSIDE}), order("flame")).rule == "FF-4.2.4g.cond"
    covers = {**BUNKER, 2: {"at": "R1C1", "kind": "light_building", "value": 2}, 3: {"at": "R1C1", "kind": "foxholes"}}
    house = position({GERMAN: INSIDE}, assets=FUEL, covers=covers, row={"cover": 2})
    assert why(house, order("flame")).rule == "FF-7.14.e"
    assert play(position({GERMAN: INSIDE}, assets=FUEL, covers=covers, row={"cover": 3}), order("flame"))


def burnt(kind: str = "bunker", deck: tuple[int, ...] = (7,)) -> FieldsState:
    covers = {1: {"at": "R1C1", "kind": kind, "value": 3}}
    markers = {
        1: {"kind": "flame", "at": "R1C1", "cover": 1},
        2: {"kind": "concentrated", "at": "R1C1", "cover": 1, "by": "1/1 PLT"},
    }
    units = {GERMAN: INSIDE, "1/1 PLT": {"at": "R1C1"}}
    fires = {"1/1 PLT": {"at": "R1C1"}}
    state = board(units, covers=covers, markers=markers, fires=fires, facts=FACTS)
    d = drafted(state, deck)
    d.set(frozen=True)
    flames.burn(d)
    return d.now


def survivors(state: FieldsState) -> tuple[int, ...]:
    board = state.board
    return tuple(one for one in state.units if board.sides[one] == "enemy" and board.types[one].kind != "casualty")


@pytest.mark.rule("FF-7.14.a", "FF-7.14.b", "FF-7.14.b1", "FF-7.14.c", "FF-3.7.4.a")
def test_all_inside_are_hit_and_survivors_stand_outside_exposed() -> None:
    # Card 7 is CF for Line: a casualty, a Fire Team, and the last step a Fire Team of its chart.
    state = burnt("trench")
    alive = [state.units[one] for one in survivors(state)]
    assert len(alive) == 2
    assert all((one.cover, one.exposed, one.at) == (0, True, card(state, "R1C1")) for one in alive)


@pytest.mark.rule("FF-7.14.b2", "FF-7.14.b")
def test_fire_concentrated_on_the_cover_follows_them_out() -> None:
    state = burnt("trench")
    alive = set(survivors(state))
    assert {one.unit for one in state.markers.values() if one.kind == "concentrated" and one.unit} == alive


@pytest.mark.rule("FF-7.14.d")
def test_a_flamed_bunker_is_gone_and_other_cover_stays() -> None:
    assert 1 not in burnt("bunker").covers
    assert 1 in burnt("trench").covers


PHOSPHORUS = {1: {"kind": "wp", "holder": "1/1 PLT"}}


def thrown(deck: list[int], **fields: Any) -> FieldsState:
    units = {"1/1 PLT": "R1C1", GERMAN: {"at": "R1C1", "pinned": True, **fields}}
    covers = {1: {"at": "R1C1", "value": 1}}
    state = board(units, assets=PHOSPHORUS, covers=covers)
    return play(state, {"phosphorus": "1/1 PLT", "target": GERMAN}, deck=deck).state


@pytest.mark.rule("FF-4.4.3.b", "FF-4.4.3.b1", "FF-4.4.3.b3")
def test_phosphorus_burns_its_target_and_smokes_the_card() -> None:
    state = thrown([3, 1])
    assert sorted((one.kind, one.value) for one in state.markers.values()) == [("grenade", -4), ("smoke", 1)]
    assert not state.assets
    reading = net_combat_modifier(state, key(state, GERMAN))
    assert reading is not None
    assert "modifier.smoke" not in {part.key for part in reading.parts.parts}
    assert {one.cover for one in thrown([3, 1], cover=1).markers.values() if one.kind == "grenade"} == {1}


@pytest.mark.rule("FF-4.4.3.b2", "FF-4.4.3.b3")
def test_phosphorus_that_misses_smokes_all_the_same() -> None:
    state = thrown([1, 2])
    assert kinds(state) == ["grenade_miss", "smoke"]
    assert not state.assets


@pytest.mark.rule("FF-4.4.3.b")
def test_phosphorus_is_thrown_by_those_who_have_it_at_men_on_their_card() -> None:
    bare = board({"1/1 PLT": "R1C1", GERMAN: "R1C1"})
    assert why(bare, {"phosphorus": "1/1 PLT", "target": GERMAN}).rule == "FF-4.4.3.b"
    far = board({"1/1 PLT": "R1C1", GERMAN: "R2C1"}, assets=PHOSPHORUS)
    assert why(far, {"phosphorus": "1/1 PLT", "target": GERMAN}).rule in ("FF-4.4.3.b", "FF-7.10.1.a")
