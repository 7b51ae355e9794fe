"""Fields of Fire as a game of the kernel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY
from sandtable.kernel import SeededDice, codec
from sandtable.texts import load

HOME = Path(sandtable.__file__).parent / "games" / "fieldsoffire"
KEY = re.compile(r'"((?:log|refuse|modifier|draw|outcome)\.[a-z_.]+)"')


@pytest.mark.rule("FF-1.0", "FF-1.1.3", "FF-2.1.a")
@pytest.mark.parametrize("name", [info.name for info in GAME.scenarios()])
def test_a_mission_starts_with_the_commander_being_asked(name: str) -> None:
    step = GAME.start(GAME.open(name), SeededDice(b"start"))
    (prompt,) = GAME.prompts(step.state)
    assert prompt.seat == COMPANY
    assert step.state.turn == 0
    assert step.state.here.at == "mission.preparation.plan"
    assert GAME.broken(step.state) is None
    again = codec.decode_state(codec.encode(step.state), GAME.state_type, GAME.open(name))
    assert again == step.state


@pytest.mark.rule("FF-1.0")
def test_nothing_of_a_position_is_hidden_because_nothing_to_come_is_in_it() -> None:
    step = GAME.start(GAME.open("keep_up_the_fire"), SeededDice(b"start"))
    assert GAME.view(step.state, COMPANY).state is step.state
    assert step.state.deck.top == ()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_message_has_its_words(lang: str) -> None:
    said = load(lang, "sandtable.games.fieldsoffire")
    found = {key for file in HOME.rglob("*.py") for key in KEY.findall(file.read_text("utf-8"))}
    steps = {f"step.{GAME.step_name(at)}" for at, _ in GAME.sequence}
    prompts = {f"prompt.{GAME.step_name(at)}" for at, phase in GAME.sequence if phase.who}
    verbs = {f"verb.{name}" for name in GAME.verbs}
    args = {f"arg.{name}" for verb in GAME.verbs.values() for name, _ in verb.args}
    scenarios = {f"scenario.{info.name}" for info in GAME.scenarios()}
    assert sorted((found | steps | prompts | verbs | args | scenarios) - set(said)) == []
