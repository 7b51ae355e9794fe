"""The umpire's voice: names, prompts, refusals and log lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable import registry
from sandtable.cli.speech import Speech, language, speak
from sandtable.kernel import Entry, Frame, Modifier, Outcome, Prompt, Ref, Roll, Scenario, State, refuse
from sandtable.registry import Manifest, Seat
from tests.small import skirmish
from tests.small.skirmish import Exchange, Position

SCENARIO = skirmish.GAME.open("meeting")
MANIFEST = Manifest(id="toy", title={"en": "Toy"}, seats=(Seat("blue", {"en": "Blue", "it": "Blu"}), Seat("red")))


@pytest.fixture
def speech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A voice with a game's own words, in either language."""
    folder = tmp_path / "toy_words" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "en.json").write_text(
        '{"prompt.move": "Move {n} units.", "step.turn": "Turn", "verb.move": "Move",'
        ' "refuse.far": "Too far for {unit}.",'
        ' "log.hit": "{unit} hits.", "roll.fire": "Fire", "modifier.hill": "hill", "outcome.far": "Far enough."}'
    )
    (folder / "it.json").write_text('{"prompt.move": "Muovi {n} unità."}')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "toy_words", raising=False)
    return lambda lang="en": Speech("toy_words", MANIFEST, SCENARIO, lang)


def test_names_come_from_manifest_catalogue_scenario_or_the_id(speech: Any) -> None:
    voice = speech()
    assert voice.name("seat", "blue") == "Blue"
    assert speech("it").name("seat", "blue") == "Blu"
    assert voice.name("seat", "red") == "red"
    assert voice.name("verb", "move") == "Move"
    assert voice.name("verb", "done") == "done"
    assert voice.name("piece", 11) == "blue 1"
    assert voice.name("piece", 99) == "piece 99"
    assert voice.name("step", "turn.blue") == "blue"


def test_the_breadcrumb_goes_from_the_outermost_phase_inwards(speech: Any) -> None:
    state = State(flow=(Frame("turn.blue"), Frame("ambush", 11)))
    assert speech().breadcrumb(state) == "Turn › blue › ambush"
    voice = Speech("tests.small", MANIFEST, SCENARIO, "en", step_name=lambda at: at.replace("blue", "side"))
    assert voice.breadcrumb(state) == "turn › side › ambush"


def test_the_breadcrumb_says_what_a_procedure_is_about(speech: Any) -> None:
    state = Position(flow=(Frame("turn.blue"), Frame("ambush", Exchange(11)), Frame("ambush", Exchange(21, 2))))
    assert speech().breadcrumb(state) == "Turn › blue › ambush (blue 1) › ambush (red 1)"


def test_prompts_and_refusals_cite_their_rule(speech: Any) -> None:
    prompt = Prompt(seat="blue", at="turn.blue", key="prompt.move", rule="SK-1.1", params={"n": 3})
    assert speech().prompt(prompt) == "Blue: Move 3 units. [SK-1.1]"
    assert speech("it").prompt(prompt) == "Blu: Muovi 3 unità. [SK-1.1]"
    no = refuse("SK-2.1", "refuse.far", unit=Ref("piece", 11))
    assert speech().refusal(no) == "Too far for blue 1. [SK-2.1]"
    assert speech().refusal(refuse("", "refuse.over")) == "The game is over."


def test_a_log_line_shows_dice_and_the_reasons_for_numbers(speech: Any) -> None:
    entry = Entry(
        key="log.hit",
        rule="SK-3.2",
        params={"unit": Ref("piece", 11)},
        rolls=(Roll("roll.fire", (4, 2), 6, 3), Roll("roll.other", (9,), 10)),
        modifiers=(
            Modifier("SK-3.2", "modifier.hill", 2),
            Modifier("SK-3.3", "modifier.hill", -1),
            Modifier("SK-3.4", "modifier.hill", 3, 2, "times"),
            Modifier("", "modifier.hill", 0, op="least"),
            Modifier("", "modifier.hill", 9, op="most"),
        ),
    )
    assert list(speech().entry(entry)) == [
        "blue 1 hits. [SK-3.2]",
        "    Fire: d6: 4 2 (needed: 3)",
        "    d10: 9",
        "      +2  hill [SK-3.2]",
        "      −1  hill [SK-3.3]",
        "    ×3/2  hill [SK-3.4]",
        "      ≥0  hill",
        "      ≤9  hill",
    ]


def test_an_outcome_names_winners_reason_and_scores(speech: Any) -> None:
    outcome = Outcome(winners=("blue",), key="outcome.far", rule="SK-4.2", scores={"blue": 3, "red": 1})
    assert speech().outcome(outcome) == "Winner: Blue. Far enough. [SK-4.2] (Blue 3, red 1)"


def test_a_game_without_words_shows_its_keys() -> None:
    voice = Speech("tests.small.skirmish", MANIFEST, SCENARIO, "en")
    assert voice.say("log.moved", unit=Ref("piece", 11)) == "⟨log.moved⟩ unit=blue 1"


def test_words_that_cannot_be_read_are_an_error(speech: Any, tmp_path: Path) -> None:
    (tmp_path / "toy_words" / "locale" / "en.json").write_text("{")
    with pytest.raises(ValueError, match=r"toy_words: locale/en\.json"):
        speech()


def test_the_language_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    speak("")
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert language() == "en"
    monkeypatch.setenv("LC_MESSAGES", "it_CH")
    assert language() == "it"
    speak("en")
    assert language() == "en"
    speak("")


def test_places_are_understood_by_both_names(sand: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "sandtable.games.axisallies")
    path = tmp_path / "war.game"
    assert sand("new", "axisallies", "rulebook", "--to", path, "--seed", "5eed").code == 0
    asked = [
        sand("odds", path, name, "--add", "30 tank", "--seat", "germany", "--lang", "it")
        for name in ("Grecia", "Greece")
    ]
    assert asked[0].code == 0
    assert asked[0].out == asked[1].out
    assert "Zona di mare 103" in sand("show", path, "--lang", "it").out
    assert sand("why", path, "deploy", "germany", "infantry", "Germania", "1", "--lang", "it").code == 1
    unknown = sand("why", path, "deploy", "germany", "infantry", "Atlantide", "1", "--lang", "it")
    assert unknown.code == 2
    assert "Atlantide" in unknown.err


def test_printed_names_are_said_in_the_words_of_the_reader_with_their_number() -> None:
    scenario = Scenario(name="normandy_1", names={"unit": {1: "CO HQ", 2: "Litter Team 4", 3: "1/1 PLT"}})
    voice = Speech("sandtable.games.fieldsoffire", MANIFEST, scenario, "it")
    assert [voice.name("unit", key) for key in (1, 2, 3)] == ["Comando compagnia", "Squadra portaferiti 4", "1/1 PLT"]
