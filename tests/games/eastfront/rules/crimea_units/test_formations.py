"""Divisions in several counters: integrity in attack, works, who keeps out of whose way, regiments without lorries."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import Attack, CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.crimea_units import formations
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.results import results
from sandtable.kernel import Draft, ScriptedDice
from tests.games.eastfront.board import board, key, may, where, why


def part(name: str, kind: str, formation: str, **more: Any) -> dict[str, Any]:
    row = {"id": name, "label": name, "side": "axis", "nation": "german", "type": kind, "size": "regiment"}
    return {**row, "stack": 1, "front": "2-2-7", "steps": 1, "formation": formation, **more}


PANZER = [
    part("P tank", "tank", "9 Pz Div"),
    part("P mot 1", "motorised_infantry", "9 Pz Div"),
    part("P mot 2", "motorised_infantry", "9 Pz Div"),
    part("P recon", "recon", "9 Pz Div"),
]
SIXTIETH = [
    part("92/60", "motorised_infantry", "60 Mot Div", on_foot="92/60 foot"),
    part("120/60", "motorised_infantry", "60 Mot Div", on_foot="120/60 foot"),
    part("160/60", "recon", "60 Mot Div"),
    part("92/60 foot", "infantry", "", front="1-2-5"),
    part("120/60 foot", "infantry", "", front="1-2-5"),
]
SS = [part(f"SS {n}", "motorised_infantry", "SS Div") for n in range(4)]
LAH = [part(f"LAH {n}", "infantry", "LAH Bde") for n in range(2)]
KINDS = {"9 Pz Div": "panzer", "SS Div": "ss_motorised", "LAH Bde": "ss_brigade"}
FACTS = {
    "units": {"new": [*PANZER, *SIXTIETH, *SS, *LAH]},
    "formations": {name: {"kind": kind} for name, kind in KINDS.items()},
}


def force(names: list[str], **states: Any) -> tuple[CrimeaState, Force]:
    pieces = {name: {"hex": "3605", **states.get("all", {})} for name in names}
    state = board("axis.combat", {**pieces, "106 Rifle Div": 3606}, facts={**FACTS, **states.get("facts", {})})
    units = tuple(key(state, name) for name in names)
    return state, Force(Attack("axis", (3606,), units), units)


@pytest.mark.rule("EF-15.68.a", "EF-15.68.c", "EF-PB7.51")
@pytest.mark.parametrize(
    ("names", "divisions"),
    [
        (["P tank", "P mot 1", "P mot 2"], 1),
        (["P tank", "P mot 1", "P recon"], 1),
        (["P tank", "P mot 1"], 0),
        (["P mot 1", "P mot 2", "P recon"], 0),
        (["I Bn/204 Pz", "24K Mcl Bn/22 Pz"], 1),  # the play-book's division needs only a battalion and a partner
        (["I Bn/204 Pz", "P mot 1"], 0),
        (["LAH 0", "LAH 1"], 1),
        (["LAH 0"], 0),
        (["P tank", "P mot 1", "P recon", "I Bn/204 Pz", "129 Mot Rgt/22 Pz"], 2),
    ],
)
def test_enough_of_a_division_fights_as_one(names: list[str], divisions: int) -> None:
    state, found = force(names)
    assert combat.integrity(state, found) == divisions
    bonus = [m.amount for m in combat.drms(state, found) if m.rule == "EF-15.68.a"]
    assert bonus == ([-divisions] if divisions else [])


@pytest.mark.rule("EF-15.68.b", "EF-15.68.c")
def test_a_motorised_division_needs_a_panzer_division_beside_it() -> None:
    sixtieth = ["92/60", "120/60", "160/60"]
    assert combat.integrity(*force(sixtieth)) == 0
    assert combat.integrity(*force([*sixtieth, "P tank", "P mot 1", "P recon"])) == 2
    ss = ["SS 0", "SS 1", "SS 2"]
    assert combat.integrity(*force([*ss, "P tank", "P mot 1", "P recon"])) == 2
    assert combat.integrity(*force([*ss[:2], "P tank", "P mot 1", "P recon"])) == 1
    both = [*sixtieth, *ss, "P tank", "P mot 1", "P recon"]
    assert combat.integrity(*force(both)) == 2  # one panzer division carries one motorised division, not two


@pytest.mark.rule("EF-15.68.a", "EF-15.68.c", "EF-6.73")
def test_parts_out_of_supply_do_not_count_in_an_attack_without_supply() -> None:
    hungry = {"facts": {"card": {"switches": {"attack_supply_axis": {"value": "none", "turns": [1, 99]}}}}}
    names = ["P tank", "P mot 1", "P recon"]
    assert combat.integrity(*force(names, **hungry)) == 1
    assert combat.integrity(*force(names, all={"supply": 2}, **hungry)) == 0
    assert combat.integrity(*force(names, all={"supply": 2})) == 1


@pytest.mark.rule("EF-PB7.53", "EF-PB7.51")
def test_a_division_that_stands_together_razes_works() -> None:
    names = ["92/60", "120/60", "160/60"]
    state = board("axis.engineer", dict.fromkeys(names, 3606), facts=FACTS)
    assert fortifications.can_raze(state, 3606, "axis")
    apart = board("axis.engineer", {"92/60": 3606, "120/60": 3606, "160/60": 3607}, facts=FACTS)
    assert not fortifications.can_raze(apart, 3606, "axis")


@pytest.mark.rule("EF-PB7.52")
def test_panzer_and_motorised_divisions_are_never_on_the_map_together() -> None:
    card = {"supply_sources": {"axis": {"hexes": ["3603"]}}}
    facts = {**FACTS, "card": card}
    state = board("axis.movement", {"92/60": {"box": "active"}, "I Bn/204 Pz": 3610}, facts=facts)
    assert why(state, "axis", {"enter": "92/60"}).rule == "EF-PB7.52"
    assert may(board("axis.movement", {"92/60": {"box": "active"}}, facts=facts), "axis", {"enter": "92/60"})
    other = board("axis.movement", {"I Bn/204 Pz": {"box": "active"}, "92/60": 3610}, facts=facts)
    assert why(other, "axis", {"enter": "I Bn/204 Pz"}).rule == "EF-PB7.52"


@pytest.mark.rule("EF-PB7.53")
@pytest.mark.parametrize("box", ["cadre", "eliminated"])
def test_a_lost_motorised_regiment_comes_back_on_foot(box: str) -> None:
    state = board("axis.combat", {"92/60": 3606, "120/60": 3606}, facts=FACTS)
    d = Draft(state, ScriptedDice(()))
    results.remove(d, key(state, "92/60"), box)
    assert where(d.now, "92/60 foot") == box
    assert where(d.now, "92/60") == "withdrawn"
    assert where(d.now, "120/60") == 3606
    assert [entry.rule for entry in d.entries if entry.key == "log.dismounted"] == ["EF-PB7.53"]


@pytest.mark.rule("EF-15.68.a")
def test_only_german_divisions_have_integrity() -> None:
    rows = [{**row, "nation": "romanian"} for row in PANZER]
    state, found = force(["P tank", "P mot 1", "P recon"], facts={"units": {"new": rows}})
    assert formations.whole_divisions(state, found.units) == 0


@pytest.mark.rule("EF-15.68.c", "EF-18.13")
def test_the_leibstandarte_fights_as_one_with_both_its_counters() -> None:
    both = ["SS LAH Bde", "SS LAH Rcn Bn"]
    for names, divisions in ((both, 1), (both[:1], 0), (both[1:], 0)):
        state = board("axis.engineer", {**dict.fromkeys(names, 3605), "106 Rifle Div": 3606})
        assert formations.whole_divisions(state, [key(state, name) for name in names]) == divisions
        assert fortifications.can_raze(state, 3605, "axis") == bool(divisions)


@pytest.mark.rule("EF-18.13")
@pytest.mark.parametrize(
    ("names", "is_one"),
    [(["P tank", "P mot 1", "P recon"], True), (["P tank", "P mot 1"], False), (["SS 0", "SS 1", "SS 2"], True)],
)
def test_as_many_parts_raze_works_as_attack_as_a_division(names: list[str], is_one: bool) -> None:
    state = board("axis.engineer", dict.fromkeys(names, 3605), facts=FACTS)
    assert fortifications.can_raze(state, 3605, "axis") == is_one
