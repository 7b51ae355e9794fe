"""Commands drawn, spent and saved."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command.commands import (
    draw_modifiers,
    end_impulse,
    save_limit,
    spend_limit,
    waiting,
)
from tests.games.fieldsoffire.board import board, built, drafted, key


def modifiers(**row: Any) -> dict[str, int]:
    rest = {name: row.pop(name) for name in ("markers", "covers", "units", "tracks") if name in row}
    units = {"1 PLT HQ": {"at": "R2C2", **row}, **rest.pop("units", {})}
    state = board(units, **rest)
    return {one.rule.removeprefix("FF-4.1.2."): one.amount for one in draw_modifiers(state, key(state, "1 PLT HQ"))}


@pytest.mark.rule("FF-4.1.2", "FF-4.1.2.nc", "FF-4.1.2.pin", "FF-4.1.2.green", "FF-4.1.2.vet", "FF-4.1.2.cover")
def test_the_state_of_a_headquarters_changes_its_draw() -> None:
    assert modifiers() == {"nc": 1}
    assert modifiers(experience=-1, pinned=True) == {"nc": 1, "green": -1, "pin": -1}
    assert modifiers(experience=1, cover=1, covers={1: {"at": "R2C2"}}) == {"nc": 1, "vet": 1, "cover": 1}


@pytest.mark.rule("FF-4.1.2.vofS", "FF-4.1.2.vofA", "FF-4.1.2.vofH", "FF-4.1.2.one")
def test_the_strongest_fire_on_it_counts_and_only_that() -> None:
    hidden = {"at": "R3C2", "unspotted": True}
    assert modifiers(units={"German Grenadier squad 4/Gp": hidden}) == {"vofS": -1}
    assert modifiers(units={"German LMG team 1": hidden}) == {"vofA": -2}
    assert modifiers(units={"German 88mm 1": hidden, "German LMG team 1": {"at": "R2C3", "unspotted": True}}) == {
        "vofH": -3
    }
    assert modifiers(markers={1: {"kind": "incoming", "at": "R2C2", "value": -3}}) == {"vofH": -3}
    assert modifiers(units={"German LMG team 1": {**hidden, "pinned": True}}) == {}


@pytest.mark.rule("FF-4.1.3.a", "FF-9.1.1")
def test_six_commands_are_spent_in_an_impulse_and_four_when_visibility_is_limited() -> None:
    assert spend_limit(board()) == 6
    assert spend_limit(board(tracks={"turn": 1, "light": "moon2"})) == 4


@pytest.mark.rule("FF-4.1.3.b", "FF-4.1.3.b1", "FF-4.1.3.b2", "FF-4.1.3.b3", "FF-9.1.1")
@pytest.mark.parametrize(("grade", "clear", "limited"), [(-1, 3, 2), (0, 6, 4), (1, 9, 6)])
def test_what_may_be_saved_depends_on_experience_and_visibility(grade: int, clear: int, limited: int) -> None:
    units = {"1 PLT HQ": {"at": "R1C1", "experience": grade}}
    day, night = board(units), board(units, tracks={"turn": 1, "light": "moon2"})
    assert save_limit(day, key(day, "1 PLT HQ")) == clear
    assert save_limit(night, key(night, "1 PLT HQ")) == limited


def impulse(hq: str, command: dict[str, Any], deck: list[int], **row: Any) -> FieldsState:
    at = ["mission.turn.command.general", {"phase": "impulse.draw", "subject": {"is": "impulse", "hq": hq}}]
    return built({hq: {"at": "R1C1", **row}}, at=at, commands={hq: command}, deck=deck).state


@pytest.mark.rule("FF-4.1.1.co", "FF-4.1.1.co.a", "FF-4.1.1.plt", "FF-2.8.1")
def test_an_activated_headquarters_takes_the_helmet_of_one_card_and_its_saved_commands() -> None:
    state = impulse("CO HQ", {"activated": True, "saved": 1}, deck=[11])
    assert state.impulse is not None
    assert (state.impulse.drawn, state.impulse.left) == (5, 6)


@pytest.mark.rule("FF-4.1.1.min", "FF-4.1.1.init", "FF-4.1.1.init.b")
def test_activation_gives_one_at_least_and_initiative_may_give_none() -> None:
    green = {"experience": -1, "pinned": True}
    activated = impulse("CO HQ", {"activated": True}, deck=[47], **green)
    assert activated.impulse is not None
    assert activated.impulse.drawn == 1
    idle = impulse("CO HQ", {"saved": 2}, deck=[47], **green)
    assert idle.impulse is not None
    assert (idle.impulse.drawn, idle.impulse.left) == (0, 2)


@pytest.mark.rule("FF-4.1.1.staff", "FF-3.3.2c", "FF-4.1.2.scope")
def test_staff_on_initiative_have_one_command_without_a_card() -> None:
    state = impulse("CO XO", {}, deck=[], experience=-1)
    assert state.impulse is not None
    assert state.impulse.left == 1


@pytest.mark.rule("FF-4.1.3.a", "FF-4.1.3.b", "FF-4.1.a1", "FF-9.1.1.a", "FF-4.1.1.co.b")
def test_what_is_not_spent_is_saved_within_the_limit_and_the_rest_is_lost() -> None:
    state = impulse("CO HQ", {"activated": True, "saved": 3}, deck=[1], experience=-1)
    assert state.impulse is not None
    assert state.impulse.left == 6
    d = drafted(state)
    end_impulse(d)
    command = d.now.commands[key(state, "CO HQ")]
    assert (command.saved, command.done) == (3, True)


@pytest.mark.rule("FF-3.3.2d", "FF-4.1.1.gi", "FF-4.1.1.gi.b", "FF-4.1.1.gi.c")
def test_general_initiative_is_the_star_of_one_card_halved_on_patrol() -> None:
    at = ["mission.turn.command.general", {"phase": "general.draw", "subject": {"is": "impulse"}}]
    state = built({"1/1 PLT": "R1C1"}, at=at, deck=[11]).state
    assert state.impulse is not None
    assert state.impulse.left == 3
    patrol = built({"1/1 PLT": "R1C1"}, at=at, deck=[11], facts={"mission": {"type": "patrol"}}).state
    assert patrol.impulse is not None
    assert patrol.impulse.left == 1


@pytest.mark.rule("FF-3.3.2b", "FF-4.1.1.init.a")
def test_only_those_who_were_not_activated_wait_for_initiative() -> None:
    commands = {"1 PLT HQ": {"activated": True, "done": True}, "2 PLT HQ": {}, "3 PLT HQ": {"activated": True}}
    state = board(dict.fromkeys(commands, "R1C1"), commands=commands)
    assert waiting(state, ("plt_hq",), activated=False) == (key(state, "2 PLT HQ"),)
    assert waiting(state, ("plt_hq",), activated=True) == (key(state, "3 PLT HQ"),)


@pytest.mark.rule("FF-4.1.2.green", "FF-4.1.2.vet", "FF-4.2.5.fire", "FF-4.1.4.a")
def test_a_headquarters_on_its_fire_team_side_draws_as_a_green_one_and_keeps_what_it_saved() -> None:
    assert modifiers(experience=1, flipped=True) == {"nc": 1, "green": -1}
    state = board({"1 PLT HQ": {"at": "R2C2", "flipped": True}})
    assert save_limit(state, key(state, "1 PLT HQ")) == 6


@pytest.mark.rule("FF-4.1.2.nc", "FF-4.1.2.one", "FF-4.1.2.sniper")
def test_in_contact_and_under_no_fire_nothing_is_added_or_taken() -> None:
    assert modifiers(units={"German Litter Team 1": "R4C4"}) == {}
    sniped = {"German Sniper 1": {"at": "R4C3"}, "1/1 PLT": "R4C4"}
    assert modifiers(units=sniped) == {}


@pytest.mark.rule("FF-4.1.1.min")
def test_what_is_drawn_is_told_with_its_card_and_is_more_than_one_where_it_can_be() -> None:
    at = [
        "mission.turn.command.activation.company",
        {"phase": "impulse.draw", "subject": {"is": "impulse", "hq": "CO HQ"}},
    ]
    step = built({"CO HQ": "R1C1"}, at=at, deck=[1], commands={"CO HQ": {"activated": True}})
    assert step.state.impulse is not None
    assert step.state.impulse.drawn == 7
    told = next(entry for entry in step.entries if entry.key == "log.commands")
    assert [draw.cards for draw in told.draws] == [(1,)]


@pytest.mark.rule("FF-4.1.1.gi.b")
def test_a_patrol_has_half_of_four() -> None:
    at = ["mission.turn.command.general", {"phase": "general.draw", "subject": {"is": "impulse"}}]
    patrol = built({"1/1 PLT": "R1C1"}, at=at, deck=[1], facts={"mission": {"type": "patrol"}}).state
    assert patrol.impulse is not None
    assert patrol.impulse.left == 2
