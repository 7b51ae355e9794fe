"""Spotting."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.enemy.spotting import modifiers
from tests.games.fieldsoffire.board import board, card, fire_of, key, play, why

RIFLES, LMG, SQUAD = "German Grenadier squad 4/Gp", "German LMG team 1", "German Grenadier squad 1/Gp"
ORCHARD = {
    "terrain": {"orchard": {"cc": 1}, "village": {"cc": 3}, "bank": {"cc": 3, "cc_low": 1, "edges": {"s": "dark"}}}
}
ORCHARD["terrain"]["hollow"] = {"cc": 3, "cc_low": 1, "edges": dict.fromkeys(("n", "nw", "s", "sw", "e", "se"), "dark")}


def look(name: str = RIFLES, where: str = "R2C1", spotter: dict[str, Any] | None = None, **row: Any) -> dict[str, int]:
    rest = {part: row.pop(part) for part in ("cards", "covers") if part in row}
    cards = {where: {"terrain": "orchard"}, **rest.pop("cards", {})}
    state = board(
        {"1/1 PLT": {"at": "R1C1", **(spotter or {})}, name: {"at": where, "unspotted": True, "held": True, **row}},
        facts=ORCHARD,
        cards=cards,
        **rest,
    )
    found = modifiers(state, key(state, "1/1 PLT"), card(state, where), key(state, name))
    return {one.rule.removeprefix("FF-8.5."): one.amount for one in found}


@pytest.mark.rule("FF-8.5.b", "FF-8.5.g", "FF-8.5.l", "FF-8.5.p", "FF-8.5.q")
def test_height_distance_and_ground_change_the_draw() -> None:
    assert look() == {}
    assert look(cards={"R1C1": {"hills": 1}}) == {"g": 1}
    assert look(where="R1C1") == {"l": 1}
    assert look(cards={"R2C1": {"terrain": "village"}}) == {"p": -1}
    assert look(cards={"R2C1": {"terrain": "plain"}}) == {"q": 1}


@pytest.mark.rule("FF-8.5.r")
def test_across_a_white_border_the_lower_value_counts() -> None:
    bank = {"R2C1": {"terrain": "bank"}}
    assert look(cards=bank) == {"p": -1}
    assert look(where="R2C1", spotter={"at": "R2C2"}, cards=bank) == {}
    hollow = {"R2C1": {"terrain": "hollow"}}
    assert look(where="R2C1", spotter={"at": "R2C1"}, cards=hollow) == {"l": 1}, "no border at all on the own card"


@pytest.mark.rule("FF-8.5.h", "FF-8.5.i", "FF-8.5.j", "FF-8.5.k", "FF-8.5.m", "FF-8.5.n", "FF-8.5.o")
@pytest.mark.parametrize(
    ("name", "row", "found"),
    [
        (RIFLES, {"cover": 1, "covers": {1: {"at": "R2C1"}}}, {"h": -1}),
        ("German Sniper 1", {}, {"i": -1}),
        ("German Sniper 1", {"flipped": True}, {"k": 1}),
        ("German Mortar spotter (81mm) 1", {}, {"i": -1}),
        (RIFLES, {"experience": 1}, {"j": -1}),
        (RIFLES, {"experience": -1}, {"k": 1}),
        (RIFLES, {"exposed": True}, {"m": 2}),
        (LMG, {}, {"n": 1}),
        ("German 88mm 1", {}, {"o": 2}),
        ("German 81mm mortar team 1", {}, {"o": 2}),
    ],
)
def test_the_target_changes_the_draw(name: str, row: dict[str, Any], found: dict[str, int]) -> None:
    assert look(name, **row) == found


def hidden(**rest: Any) -> FieldsState:
    return board(
        {"1/1 PLT": {"at": "R1C1", **rest}, RIFLES: {"at": "R2C1", "unspotted": True, "held": True}},
        facts=ORCHARD,
        cards={"R2C1": {"terrain": "orchard"}},
    )


@pytest.mark.rule("FF-4.2.4a", "FF-4.2.4a.ok", "FF-8.5.b", "FF-8.5.e", "FF-8.5.f", "FF-8.5.a", "FF-2.8.2.cross")
@pytest.mark.parametrize(("grade", "cards"), [(0, [2, 1]), (1, [2, 3, 1]), (-1, [1])])
def test_crosshairs_on_any_card_spot_all_on_the_card_and_fire_opens(grade: int, cards: list[int]) -> None:
    state = hidden(experience=grade)
    after = play(state, {"spot": "1/1 PLT", "card": "R2C1"}, deck=cards).state
    assert not after.units[key(state, RIFLES)].unspotted
    assert fire_of(after, "1/1 PLT") == "R2C1"


@pytest.mark.rule("FF-8.5.s", "FF-8.5.b", "FF-2.8.2.jam")
def test_a_jam_is_neither_a_success_nor_does_it_harm() -> None:
    state = hidden()
    after = play(state, {"spot": "1/1 PLT", "card": "R2C1"}, deck=[49, 2]).state
    assert after.units[key(state, RIFLES)].unspotted
    assert after.units[key(state, "1/1 PLT")].steps == 3


@pytest.mark.rule("FF-8.5.t")
def test_one_card_is_drawn_at_least() -> None:
    state = board(
        {
            "1/1 PLT": {"at": "R1C1", "experience": -1},
            "German Sniper 1": {"at": "R2C1", "unspotted": True, "cover": 1, "held": True},
        },
        covers={1: {"at": "R2C1"}},
        facts=ORCHARD,
        cards={"R2C1": {"terrain": "village"}},
    )
    assert play(state, {"spot": "1/1 PLT", "card": "R2C1"}, deck=[1]).state.fires


@pytest.mark.rule("FF-8.5.a", "FF-8.5.b")
def test_of_several_the_easiest_to_see_counts() -> None:
    state = board(
        {
            "1/1 PLT": "R1C1",
            RIFLES: {"at": "R2C1", "unspotted": True, "held": True},
            LMG: {"at": "R2C1", "unspotted": True, "held": True},
        },
        facts=ORCHARD,
        cards={"R2C1": {"terrain": "orchard"}},
    )
    step = play(state, {"spot": "1/1 PLT", "card": "R2C1"}, deck=[2, 3, 1])
    assert not any(unit.unspotted for unit in step.state.units.values())


@pytest.mark.rule(
    "FF-4.2.4a.cond",
    "FF-2.5.spot",
    "FF-4.2.5.assault.co",
    "FF-4.2.5.fire.co",
    "FF-4.2.5.litter.co",
    "FF-4.2.5.paralyzed",
    "FF-4.2.5.pinned",
    "FF-6.3.1",
)
def test_who_may_look_and_where() -> None:
    enemy = {
        RIFLES: {"at": "R2C1", "unspotted": True, "held": True},
        SQUAD: {"at": "R4C3", "unspotted": True, "held": True},
    }
    state = board(
        {"1/1 PLT": "R1C1", "Assault Team 1": "R1C1", "Fire Team (rifle) 1": "R1C1", "Litter Team 1": "R1C1", **enemy}
    )
    for name in ("1/1 PLT", "Assault Team 1", "Fire Team (rifle) 1"):
        assert play(state, {"spot": name, "card": "R2C1"}, deck=[1, 2, 3][: 2 if "Fire" in name else 3])
    assert why(state, {"spot": "Litter Team 1", "card": "R2C1"}).rule == "FF-4.2.5.litter.co"
    shaken = board({"Paralyzed Team 1": "R1C1", **enemy})
    assert why(shaken, {"spot": "Paralyzed Team 1", "card": "R2C1"}).rule == "FF-4.2.5.paralyzed"
    assert why(state, {"spot": "1/1 PLT", "card": "R4C3"}).rule == "FF-4.2.4a.cond"
    assert why(state, {"spot": "1/1 PLT", "card": "R1C2"}).rule == "FF-4.2.4a.cond"
    pinned = board({"1/1 PLT": {"at": "R1C1", "pinned": True}, **enemy})
    assert why(pinned, {"spot": "1/1 PLT", "card": "R2C1"}).rule == "FF-4.2.5.pinned"
    staged = board({"1/1 PLT": "R0C1", "2/1 PLT": "R1C4", RIFLES: {"at": "R1C1", "unspotted": True, "held": True}})
    assert why(staged, {"spot": "1/1 PLT", "card": "R1C1"}).rule == "FF-2.5.spot"
    firing = board({"1/1 PLT": "R1C1", **enemy}, fires={"1/1 PLT": {"at": "R1C3"}})
    assert play(firing, {"spot": "1/1 PLT", "card": "R2C1"}, deck=[1, 2, 3])


@pytest.mark.rule("FF-8.5.d")
def test_unspotted_men_are_touched_by_fire_that_lies_on_their_card_and_by_nothing_aimed_at_them() -> None:
    hidden = {"German Grenadier squad 4/Gp": {"at": "R3C2", "unspotted": True}}
    lying = board({**hidden, "1/1 PLT": "R1C2"}, fires={"1/1 PLT": {"at": "R3C2"}})
    squad = key(lying, "German Grenadier squad 4/Gp")
    assert [one.kind for one in volumes_on(lying, squad)] == ["S"]
    nobody = board({**hidden, "1/1 PLT": "R1C2"})
    assert volumes_on(nobody, squad) == []
    lmg = next(one for one in nobody.board.counters.values() if one.name == "1/LMG (.30 cal)").type.id
    tripod = {"units": {lmg: {"sides": [{"steps": 1, "vof": "A", "range": "V", "tripod": True}]}}}
    grazing = board({**hidden, LMG: {"at": "R4C2", "held": True}, "1/LMG (.30 cal)": "R1C2"}, facts=tripod)
    assert [one.kind for one in volumes_on(grazing, squad)] == ["A"]
    assert grazing.units[squad].unspotted
