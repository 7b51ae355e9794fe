"""Declarations of war: who is free to make them, what provokes them, and what follows."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.actions.diplomacy import Declare
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.rules.politics.politics import is_provoked, note, provoke, why_not_declare
from sandtable.games.axisallies.rules.spaces.spaces import is_hostile_zone, land_status
from sandtable.kernel import Refusal
from tests.games.axisallies.board import at, do, draft, position


@pytest.mark.rule("AA-6.neutral.no-dow")
def test_war_is_not_declared_on_a_neutral_territory() -> None:
    no = why_not_declare(position(at="germany.combat_move"), "germany", "Sweden")
    assert no is not None
    assert no.rule == "AA-6.neutral.no-dow"


@pytest.mark.rule("AA-9.2.dow.effect")
def test_war_makes_land_and_fleets_of_the_enemy_hostile_at_once() -> None:
    state = position(at="germany.combat_move", units={1: {"kind": "cruiser", "owner": "ussr", "at": 115}})
    assert land_status(state, "germany", at("Russia")) == "neutral"
    state = do(state, "germany", Declare("ussr"))
    assert land_status(state, "germany", at("Russia")) == "hostile"
    assert is_hostile_zone(state, "germany", 115)


@pytest.mark.rule("AA-9.2.dow.no-attack-needed")
def test_a_declaration_needs_no_attack() -> None:
    state = do(position(at="germany.combat_move"), "germany", Declare("ussr"))
    state = do(do(do(state, "germany", Done()), "germany", Done()), "germany", Done())
    assert "germany-ussr" in state.wars
    assert state.active != "germany"


@pytest.mark.rule("AA-9.2.dow.timing")
def test_war_is_declared_before_the_first_unit_moves() -> None:
    state = do(position(at="germany.combat_move"), "germany", Done())
    no = GAME.why_not(state, "germany", Declare("ussr"))
    assert isinstance(no, Refusal)
    assert GAME.step_name(state.here.at) == "combat_move.moves"


@pytest.mark.rule("AA-9.2.dow.provoked")
def test_an_answer_to_a_declaration_is_provoked() -> None:
    state = do(position(at="germany.combat_move"), "germany", Declare("ussr"))
    assert is_provoked(state, "ussr", "germany")
    assert not is_provoked(state, "japan", "uk")


@pytest.mark.rule("AA-9.2.dow.provoked")
def test_what_one_of_two_linked_powers_did_counts_for_both() -> None:
    d = draft(position(at="japan.combat_move"))
    provoke(d, "japan", "anzac")
    assert is_provoked(d.now, "japan", "uk")
    assert not is_provoked(d.now, "japan", "france")


@pytest.mark.rule("AA-9.2.dow.provoked", "AA-6.us.dow-triggers")
def test_a_provoked_declaration_does_not_bring_the_united_states_in() -> None:
    state = position(at="japan.combat_move", events={"provoked.japan.by.uk": 1})
    assert "japan_declared_unprovoked_on_uk_or_anzac" not in do(state, "japan", Declare("uk")).events


@pytest.mark.rule("AA-6.us.dow-triggers")
@pytest.mark.parametrize(
    "event",
    [
        "axis_declared_on_usa",
        "london_captured_by_axis",
        "axis_captured_north_america",
        "japan_declared_unprovoked_on_uk_or_anzac",
    ],
)
def test_each_reason_frees_the_united_states(event: str) -> None:
    assert why_not_declare(position(at="usa.combat_move"), "usa", "japan") is not None
    for enemy in ("germany", "japan", "italy"):
        assert why_not_declare(position(at="usa.combat_move", events={event: 1}), "usa", enemy) is None


@pytest.mark.rule("AA-6.japan.ussr-france-no-us")
@pytest.mark.parametrize("other", ["ussr", "france"])
def test_japanese_wars_with_others_give_the_united_states_no_reason(other: str) -> None:
    state = do(position(at="japan.combat_move"), "japan", Declare(other))
    assert why_not_declare(state, "usa", "japan") is not None


def test_an_event_keeps_the_round_it_first_happened_in() -> None:
    d = draft(position(round=3, events={"london_captured_by_axis": 2}))
    note(d, "london_captured_by_axis")
    note(d, "axis_declared_on_usa")
    assert d.now.events == {"axis_declared_on_usa": 3, "london_captured_by_axis": 2}


@pytest.mark.rule("AA-6.us.dow-turn3")
def test_the_third_american_turn_opens_at_collect_income_and_not_before() -> None:
    turns = {"usa": {"turns": 3}}
    no = why_not_declare(position(at="usa.combat_move", powers=turns), "usa", "japan")
    assert no is not None
    assert no.rule == "AA-6.us.dow-triggers"
    assert why_not_declare(position(at="usa.income", powers=turns), "usa", "japan") is None


@pytest.mark.rule("AA-6.ussr.dow-japan")
def test_the_soviet_union_may_declare_war_on_japan_in_its_first_turn() -> None:
    first = position(at="ussr.combat_move", powers={"ussr": {"turns": 1}})
    assert why_not_declare(first, "ussr", "japan") is None
    assert why_not_declare(first, "ussr", "italy") is not None
