"""What teams and pinned men can be ordered to do."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.combat import reconstitution
from sandtable.games.fieldsoffire.rules.command.states import allowed, state_of, why_not_in_its_state
from tests.games.fieldsoffire.board import board, key, play

ALL = (
    *(f"4.2.2{letter}" for letter in "abcdefgh"),
    *(f"4.2.3{letter}" for letter in "abcdefghij"),
    *(f"4.2.4{letter}" for letter in "abcdefghijklm"),
)


def open_to(name: str, **row: object) -> set[str]:
    state = board({name: {"at": "R1C1", **row}})
    return {menu for menu in ALL if why_not_in_its_state(state, key(state, name), menu) is None}


def menu(moves: str, rallies: str, fights: str) -> set[str]:
    parts = (("4.2.2", moves), ("4.2.3", rallies), ("4.2.4", fights))
    return {prefix + letter for prefix, letters in parts for letter in letters}


@pytest.mark.rule("FF-4.2.5.assault", "FF-4.2.5.assault.ra")
def test_an_assault_team() -> None:
    assert open_to("Assault Team 1") == menu("acefgh", "ehi", "abdkl")


@pytest.mark.rule("FF-4.2.5.fire", "FF-4.2.5.fire.ra")
def test_a_fire_team_generic_and_named() -> None:
    assert open_to("Fire Team (rifle) 1") == menu("acefgh", "dhi", "abdkl")
    assert open_to("1/LMG (.30 cal)", flipped=True) == menu("acefgh", "dfhi", "abdkl")


@pytest.mark.rule("FF-4.2.5.litter", "FF-4.2.5.paralyzed")
def test_litter_and_paralyzed_teams_do_not_fight() -> None:
    assert open_to("Litter Team 1") == menu("acefgh", "c", "")
    assert open_to("Paralyzed Team 1") == menu("a", "b", "")


@pytest.mark.rule("FF-4.2.5.pinned.a", "FF-4.2.5.pinned")
def test_being_pinned_comes_before_being_a_team() -> None:
    pinned = menu("aef", "a", "")
    for name in ("1/1 PLT", "Assault Team 1", "Fire Team (rifle) 1", "Paralyzed Team 1"):
        assert open_to(name, pinned=True) == pinned
    state = board({"Assault Team 1": {"at": "R1C1", "pinned": True}})
    assert state_of(state, key(state, "Assault Team 1")) == "pinned"
    assert allowed()["pinned"] == pinned


@pytest.mark.rule("FF-4.2.5.b")
def test_command_and_control_is_open_to_all() -> None:
    for name, row in (("Litter Team 1", {}), ("1/1 PLT", {"pinned": True})):
        state = board({name: {"at": "R1C1", **row}})
        for letter in "abcdefghijkl":
            assert why_not_in_its_state(state, key(state, name), f"4.2.1{letter}") is None


@pytest.mark.rule("FF-4.2.b")
def test_what_is_automatic_draws_nothing_even_under_fire() -> None:
    fire = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
    state = board({"Assault Team 1": "R1C1", "1/LMG (.30 cal)": "R1C1"}, markers=fire)
    assert key(state, "Assault Team 1") not in play(state, {"back_to_fire": "Assault Team 1"}).state.units
    assert play(state, {"to_back": "1/LMG (.30 cal)"}).state.units[key(state, "1/LMG (.30 cal)")].flipped


@pytest.mark.rule("FF-4.1.4.d")
def test_staff_that_fell_does_not_come_back() -> None:
    removed = {"box": "removed"}
    state = board({"CO XO": removed, "CO HQ": removed, "1 PLT HQ": removed, "1/1 PLT": "R1C1"})
    found = reconstitution.fallen(state, (*reconstitution.FALLEN_COMPANY, *reconstitution.FALLEN_PLATOON))
    assert found == (key(state, "CO HQ"), key(state, "1 PLT HQ"))
    assert key(state, "CO XO") not in reconstitution.rebuildable(state, (key(state, "1/1 PLT"),) * 2)
