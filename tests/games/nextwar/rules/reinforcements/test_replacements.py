"""Chapter 11: replacements."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.reinforcements import replacements
from sandtable.games.nextwar.scenario.files import chart, data
from tests.games.nextwar.board import (
    ARM,
    INF,
    MECH,
    OTHER_INF,
    QUIET,
    ROK_INF,
    asked,
    board,
    draft,
    key,
    may,
    play,
    steps,
    where,
    why,
)


def refitting(units: dict[str, Any], **points: int) -> KoreaState:
    """The replacement step of the first turn, with points saved; the scenario gives the DPRK one more."""
    facts = {"card": {"area": {}, "replacements": {"dprk": [0], "rok": [0], "us": [0]}, "turns": 4}}
    return board("reinforcement.replacements", units, facts=facts, turn=4, replacements=points)


@pytest.mark.rule("NW-11.0.a", "NWS-STD-6.2", "NWK-16.1.5.f")
def test_points_come_by_the_card_and_are_saved() -> None:
    state = board(QUIET, {}, turn=3, replacements={"dprk": 2, "rok": 0, "us": 0})
    d = draft(state)
    replacements.receive(d)
    assert d.now.replacements == {"dprk": 3, "rok": 1, "us": 0}


@pytest.mark.rule("NWK-16.1.1.i", "NWK-16.1.2.f", "NWK-16.1.3.e")
@pytest.mark.parametrize(
    ("scenario", "dprk", "rok"),
    [
        ("train_to_seoul", [1, 0, 1, 0], [0, 1, 0, 0]),
        ("uijeongbu_blues", [0, 1, 0, 0], [0, 0, 1, 0]),
        ("east_coast_highway", [0, 1, 0, 0], [0, 0, 1, 0]),
    ],
)
def test_points_of_the_small_scenarios(scenario: str, dprk: list[int], rok: list[int]) -> None:
    for turn in (1, 2, 3, 4):
        d = draft(board(QUIET, {}, scenario=scenario, turn=turn))
        replacements.receive(d)
        assert (d.now.replacements.get("dprk", 0), d.now.replacements.get("rok", 0)) == (dprk[turn - 1], rok[turn - 1])


@pytest.mark.rule("NW-11.1", "NW-11.0.b", "NW-11.1.a")
def test_a_reduced_unit_recovers_one_step() -> None:
    state = refitting({INF: {"hex": "N3010", "steps": 1}, OTHER_INF: {"hex": "N3010", "steps": 1}}, dprk=2)
    assert asked(state) == {"dprk": "reinforcement.replacements"}
    state = play(state, "dprk", {"do": "recover", "unit": INF}).state
    assert steps(state, INF) == 2
    assert state.replacements["dprk"] == 1


@pytest.mark.rule("NW-11.1", "NWS-STD-6.2")
def test_not_in_an_enemy_zone() -> None:
    state = refitting(
        {INF: {"hex": "N3010", "steps": 1}, OTHER_INF: {"hex": "N3005", "steps": 1}, ROK_INF: "N3011"}, dprk=2
    )
    assert why(state, "dprk", {"do": "recover", "unit": INF}).rule == "NW-11.1"
    assert may(state, "dprk", {"do": "recover", "unit": OTHER_INF})


@pytest.mark.rule("NW-11.0.a")
def test_points_serve_their_own_nation() -> None:
    state = refitting({INF: {"hex": "N3010", "steps": 1}, "ROK 1/I Inf Div": {"hex": "N3020", "steps": 1}}, rok=1)
    assert asked(state) == {"allied": "reinforcement.replacements"}


@pytest.mark.rule("NWT-REPLACEMENT", "NW-11.2.c", "NWK-3.1.4.2")
@pytest.mark.parametrize(
    ("name", "recovery", "rebuild"),
    [
        ("DPRK 3/II Inf Div", 1, 2),
        ("DPRK 32/II LI Bde", 1, 2),
        ("DPRK ?/PYG Mot Div 1", 1, 2),
        ("DPRK ?/815 Mech Bde 1", 3, 4),
        ("ROK 2/I Arm Bde", 3, 4),
        ("US 3ACR Str Rgt", 3, 4),
        ("USMC LAR Rec Bn", 3, None),
        ("US 1/82 Abn Bde", 2, None),
        ("ROK 1/2A Mar Div", 2, None),
        ("DPRK 17 Snp Bde", None, None),
        ("DPRK A/620 Art Bde", None, None),
        ("US 1/101 AMob Bde", 3, None),
        ("USMC III TF Mar Bde", 3, None),
    ],
)
def test_every_row_of_the_table(name: str, recovery: int | None, rebuild: int | None) -> None:
    counter = next(c for c in board(QUIET, {}).board.units.values() if c.name == name)
    assert (replacements.cost(counter, False), replacements.cost(counter, True)) == (recovery, rebuild)
    assert len(chart("replacements")["rows"]) == 6


@pytest.mark.rule("NW-11.2.a", "NW-11.0.b")
def test_an_eliminated_unit_comes_back_with_one_step_away_from_the_enemy() -> None:
    gone = {"box": "eliminated", "steps": 0}
    state = refitting({INF: gone, ROK_INF: "N3010"}, dprk=2)
    there = {"do": "rebuild", "unit": INF}
    assert why(state, "dprk", {**there, "to": "N3008"}).rule == "NW-11.2.a"  # two hexes from the enemy
    assert why(state, "dprk", {**there, "to": "N3020"}).rule == "NW-11.2.a"  # not at home
    state = play(state, "dprk", {**there, "to": "N3007"}).state
    assert (where(state, INF), steps(state, INF), state.replacements["dprk"]) == ("N3007", 1, 0)


@pytest.mark.rule("NW-11.2.b", "NW-11.1.a")
def test_a_rebuilt_unit_is_not_raised_in_the_same_turn() -> None:
    gone = {"box": "eliminated", "steps": 0}
    state = refitting({INF: gone, OTHER_INF: {"hex": "N3005", "steps": 1}}, dprk=4)
    state = play(state, "dprk", {"do": "rebuild", "unit": INF, "to": "N3007"}).state
    assert why(state, "dprk", {"do": "recover", "unit": INF}).rule == "NW-11.1.a"


@pytest.mark.rule("NW-11.2.c")
@pytest.mark.parametrize("name", ["DPRK 38 Abn Bde", "DPRK 17 Snp Bde", "DPRK ? Mar Bde 1"])
def test_some_never_come_back(name: str) -> None:
    gone = {"box": "eliminated", "steps": 0}
    state = refitting({name: gone, MECH: {"hex": "N3005", "steps": 1}, ARM: "N3004"}, dprk=9)
    assert why(state, "dprk", {"do": "rebuild", "unit": name, "to": "N3007"}).rule == "NW-11.2.c"
    assert key(state, name)


@pytest.mark.rule("NWK-16.1.6.e", "NWK-16.1.7.b")
@pytest.mark.parametrize(
    ("scenario", "turn", "found"),
    [
        ("all_in", 1, {"dprk": 2, "rok": 0, "us": 0}),
        ("all_in", 3, {"dprk": 2, "rok": 1, "us": 0}),
        ("all_in", 5, {"dprk": 2, "rok": 1, "us": 1}),
        ("they_did_what", 1, {"dprk": 0, "rok": 1}),
        ("they_did_what", 2, {"dprk": 1, "rok": 1}),
    ],
)
def test_points_of_the_big_scenarios(scenario: str, turn: int, found: dict[str, int]) -> None:
    card = {"area": {}, "replacements": data(f"scenarios/{scenario}")["replacements"]}
    d = draft(board(QUIET, {}, facts={"card": card}, turn=turn, replacements=dict.fromkeys(found, 0)))
    replacements.receive(d)
    assert d.now.replacements == found


GONE = {"box": "eliminated", "steps": 0}


@pytest.mark.rule("NW-11.2.a", "NWT-REPLACEMENT")
def test_who_can_be_rebuilt_at_all() -> None:
    units = {INF: GONE, OTHER_INF: "N3005", ROK_INF: GONE, "DPRK Outpost 1": GONE, MECH: GONE}
    state = refitting(units, dprk=2, rok=2)
    assert replacements.why_not_rebuild(state, "dprk", key(state, INF)) is None
    for name in (OTHER_INF, ROK_INF, "DPRK Outpost 1"):
        no = replacements.why_not_rebuild(state, "dprk", key(state, name))
        assert no is not None, name
        assert no.rule == "NW-11.0.b", name
    dear = replacements.why_not_rebuild(state, "dprk", key(state, MECH))
    assert dear is not None
    assert dear.rule == "NWT-REPLACEMENT"  # four points, two are there


@pytest.mark.rule("NW-11.2.a")
def test_where_it_can_be_rebuilt() -> None:
    full = {f"DPRK ?/425 Mech Bde {n}": "N3002" for n in (1, 2, 3)}
    facts_units = {INF: GONE, ARM: GONE, **full, OTHER_INF: "N3004"}
    state = refitting(facts_units, dprk=9)
    place = state.board.place

    def no(name: str, label: str) -> str:
        found = replacements.why_not_there(state, "dprk", key(state, name), place(label))
        return "" if found is None else found.rule

    assert no(INF, "N3002") == ""  # three points and the one of a reduced division
    assert no(ARM, "N3002") == ""  # a unit of one step comes back as it is printed
    state = refitting({**facts_units, "DPRK ?/425 Mech Bde 4": "N3002"}, dprk=9)
    assert no(INF, "N3002") == "NW-8.1.1.1.a"
    facts = {"bare": True, "card": {"area": {"sheet": "N", "east": 30}}, "hexes": {"N3001": {"terrain": "sea"}}}
    state = board(QUIET, facts_units, facts=facts)
    assert (no(INF, "N3001"), no(INF, "N3102")) == ("NW-11.2.a", "NW-11.2.a")


@pytest.mark.rule("NW-11.2.a")
@pytest.mark.parametrize(("sheet", "is_asked"), [("N", True), ("S", False)])
def test_who_has_no_place_for_his_lost_units_is_not_asked(sheet: str, is_asked: bool) -> None:
    facts = {"card": {"area": {"sheet": sheet}, "replacements": {"dprk": [0], "rok": [0], "us": [0]}, "turns": 4}}
    state = board(QUIET, {INF: GONE}, facts=facts, turn=4, replacements={"dprk": 2})
    assert replacements.why_not_rebuild(state, "dprk", key(state, INF)) is None
    assert replacements.can_spend(state, "dprk") is is_asked


@pytest.mark.rule("NW-11.2.a")
def test_rebuilding_is_told() -> None:
    step = play(refitting({INF: GONE}, dprk=2), "dprk", {"do": "rebuild", "unit": INF, "to": "N3007"})
    assert any(entry.key == "log.rebuilt" and entry.rule == "NW-11.2.a" for entry in step.entries)
