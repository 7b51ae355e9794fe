"""Charges, flamethrowers and phosphorus."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState, Marker
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.weapons import charges
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
    reading = net_combat_modifier(missed, key(missed, GERMAN))
    assert reading is not None
    assert {part.key: part.amount for part in reading.parts.parts}["modifier.demolition_miss"] == -2
    assert net_combat_modifier(missed, key(missed, sappers())) is None, "their own fire is on the card, none on them"


@pytest.mark.rule("FF-6.2.4.d")
def test_alone_on_a_card_a_missed_charge_is_a_fire_of_its_own() -> None:
    state = position(markers={1: {"kind": "demolition_miss", "at": "R1C1"}})
    reading = net_combat_modifier(state, key(state, sappers()))
    assert reading is not None
    assert {part.key: part.amount for part in reading.parts.parts} == {
        "modifier.vof_demolition_miss": -2,
        "modifier.terrain": 0,
    }
    mined = position(
        markers={1: {"kind": "demolition_miss", "at": "R1C1"}, 2: {"kind": "mines", "at": "R1C1", "value": -3}}
    )
    assert net_combat_modifier(mined, key(mined, sappers())) is None, "mines nobody stepped on are a marker of fire too"


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


@pytest.mark.rule("FF-7.13.f", "FF-7.13.b")
def test_only_charges_go_off_and_only_under_covers_that_are_there() -> None:
    covers = {1: {"at": "R1C1", "kind": "trench", "value": 2}, 2: {"at": "R1C1", "kind": "trench", "value": 2}}
    markers = {
        1: {"kind": "grenade", "at": "R1C1", "cover": 1, "value": -4},
        2: {"kind": "demolition", "at": "R1C1", "cover": 2},
    }
    d = drafted(board({GERMAN: INSIDE, OTHER: {"at": "R1C1", "cover": 2}}, covers=covers, markers=markers, facts=FACTS))
    d.put("markers", 3, Marker("demolition", at=card(d.now, "R1C1"), cover=9))
    charges.explode(d)
    assert d.now.units[key(d.now, GERMAN)].steps == 3
    assert key(d.now, OTHER) not in d.now.units
