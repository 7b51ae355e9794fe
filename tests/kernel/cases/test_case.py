"""Cases: positions, play, expectations, and what is said when one does not hold."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from sandtable.kernel import Ref
from sandtable.kernel.cases import CaseError, Report, run
from sandtable.kernel.cases.case import Case
from sandtable.kernel.cases.checks import Moment, differences
from sandtable.kernel.cases.lexicon import NO_LEXICON
from sandtable.kernel.cases.logs import log
from sandtable.kernel.cases.shapes import Missing, reader_for
from sandtable.kernel.log import Entry
from tests.small import market, patrol, skirmish

BOARD: dict[str, Any] = {
    "only": True,
    "at": "turn.blue",
    "pieces": {"blue 1": {"hex": "0203", "face": 1}, "red 1": {"hex": "0503", "face": 2}},
}


def case(**parts: Any) -> Report:
    return run(skirmish.GAME, {"case": "test", "game": "skirmish", "position": BOARD, **parts})


def said(**parts: Any) -> str:
    """What is wrong with a case that runs."""
    return "; ".join(problem.message for problem in case(**parts).problems)


def error(**parts: Any) -> tuple[tuple[str | int, ...], str]:
    """Where and why a case cannot be run."""
    with pytest.raises(CaseError) as caught:
        case(**parts)
    return caught.value.where, caught.value.message


MOVED: dict[str, Any] = {"play": [{"blue": {"move": "blue 1", "path": ["0303"]}}]}


def test_a_case_that_holds() -> None:
    report = case(**MOVED, expect=[{"pieces": {"blue 1": {"hex": 303, "moved": True}}}, {"turn": 1}, {"asked": "blue"}])
    assert report.passed
    assert [entry.key for entry in report.entries] == ["log.moved"]


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ({"turn": 2}, "turn is 1, expected 2"),
        ({"pieces": {"blue 1": {"hex": "0404"}}}, "blue 1: hex is 303, expected 404"),
        ({"piece": {"blue 1": {"moved": False}}}, "blue 1: moved is True, expected False"),
        ({"pieces": {"blue 1": None}}, "blue 1 is still there"),
        ({"pieces": {"blue 2": {"hex": 101}}}, "blue 2 is gone"),
        ({"score": {"blue": 3}}, "blue is 0, expected 3"),
        ({"asked": "red"}, "asked is ['blue'], expected ['red']"),
        ({"asked": {"blue": "ambush"}}, "blue is asked turn.blue, expected ambush"),
        ({"log": {"entry": "moved", "to": "0404"}}, "moved: to is 303, expected 404"),
        ({"log": {"entry": "moved", "rule": "SK-9"}}, "cites SK-2.0, expected SK-9"),
        ({"log": {"entry": "moved", "colour": 1}}, "has no colour; it has unit, to"),
        ({"log": {"entry": "fired"}}, "the log has no fired; it says log.moved"),
        ({"no_log": {"entry": "moved"}}, "the log does say this"),
        ({"over": True}, "the game is not over"),
        ({"refused": {"by": "blue", "do": {"done": None}}}, "this may be done"),
        ({"refused": {"by": "red", "do": {"done": None}, "rule": "SK-7"}}, "refused by SK-1.1"),
        ({"refused": {"by": "red", "do": {"done": None}, "key": "over"}}, "(refuse.not_asked), expected key over"),
        ({"offered": {"by": "blue", "do": {"move": "red 1"}}}, "not offered: refuse.not_yours SK-2.0"),
        ({"not_offered": {"by": "blue", "do": "done"}}, "this is offered"),
        ({"seen": {"by": "red", "pieces": {"blue 1": {"face": 1}}}}, "as red sees it, blue 1: face is None"),
    ],
)
def test_a_case_that_does_not_hold_says_how(expected: Any, words: str) -> None:
    assert words in said(**MOVED, expect=[expected])


def test_offers_can_be_looked_into() -> None:
    wanted = {"by": "blue", "do": {"move": "blue 1", "path": []}}
    assert "expected includes" in said(expect=[{"offered": {**wanted, "includes": ["0806"]}}])
    assert "expected excludes" in said(expect=[{"offered": {**wanted, "excludes": ["0303"]}}])
    near = ["0202", "0204", "0302", "0303", "0102", "0103"]
    assert said(expect=[{"offered": {**wanted, "exactly": near}}]) == ""


def test_refusals_point_at_things() -> None:
    do = {"move": "blue 1", "path": ["0303", "0404", "0405"]}
    assert said(expect=[{"refused": {"by": "blue", "do": do, "points": ["0404"]}}]) == ""
    assert "points at" in said(expect=[{"refused": {"by": "blue", "do": do, "points": ["0303"]}}])


def test_a_paragraph_stands_for_the_rules_in_it() -> None:
    refused = {"by": "red", "do": {"done": None}}
    assert said(expect=[{"refused": {**refused, "rule": "SK-1"}}]) == ""
    assert "refused by SK-1.1" in said(expect=[{"refused": {**refused, "rule": "SK-1.1.1"}}])
    assert said(**MOVED, expect=[{"log": {"entry": "moved", "rule": "SK-2"}}]) == ""
    assert "cites SK-2.0" in said(**MOVED, expect=[{"log": {"entry": "moved", "rule": "SK-20"}}])


def test_one_parameter_of_the_log_may_speak_of_different_things() -> None:
    played = Case(skirmish.GAME, {"case": "test", "game": "skirmish", "position": BOARD}, NO_LEXICON)
    played.open()
    seen = [Entry(key="log.seen", params={"what": what}) for what in (Ref("place", 303), Ref("piece", 11))]
    moment = Moment(skirmish.GAME, played.scenario, played.state, seen, played.reader)
    assert log(moment, {"entry": "seen", "what": "blue 1"}, ()) is None
    assert "what is 303, expected 404" in str(log(moment, {"entry": "seen", "what": "0404"}, ()))
    with pytest.raises(CaseError, match="blu 1"):
        log(moment, {"entry": "seen", "what": "blu 1"}, ())


def test_a_number_in_the_log_may_be_written_as_text_and_the_other_way_round() -> None:
    fight = {
        "position": {**BOARD, "facts": {"rough": [304]}},
        "dice": [6],
        "play": [{"blue": {"move": "blue 1", "path": ["0303", "0404"]}}, {"red": {"ambush": "red 1"}}],
    }
    for written in (0, "0"):
        assert said(**fight, expect=[{"log": {"entry": "fired", "unit": "red 1", "hit": written}}]) == ""
    for written in (1, "1", "00"):
        assert "hit is" in said(**fight, expect=[{"log": {"entry": "fired", "unit": "red 1", "hit": written}}])


def test_play_stops_at_a_refusal() -> None:
    report = case(play=[{"red": {"done": None}}], expect=[{"turn": 9}])
    assert [problem.where for problem in report.problems] == [("play", 0, "red")]
    assert "refused by SK-1.1" in report.problems[0].message


def test_expectations_in_the_middle() -> None:
    play = [{"expect": [{"pieces": {"blue 1": {"hex": 303}}}]}, *MOVED["play"], {"expect": [{"asked": "blue"}]}]
    assert [problem.where for problem in case(play=play).problems] == [("play", 0, "expect", 0)]


def test_dice_must_fit() -> None:
    ambush = [{"blue": {"move": "blue 1", "path": ["0303", "0404"]}}, {"red": {"ambush": "red 1"}}]
    assert "these dice were not rolled: [4]" in said(dice=[4])
    missing = "die 1 is missing (there is none); it has the faces 1 to 6 (wanted for roll.fire)"
    assert said(play=ambush) == missing
    assert said(play=ambush, dice=[9]) == "die 1 cannot show 9; it has the faces 1 to 6 (wanted for roll.fire)"
    rolled = {"log": {"entry": "fired", "rolls": [1], "modifiers": {"strength": 2, "SK-3.2": 2}}}
    assert said(play=ambush, dice=[1], expect=[rolled]) == ""
    wrong = {"log": {"entry": "fired", "rolls": [2], "modifiers": {"strength": 5}}}
    assert "rolls is [1], expected [2], modifier strength is" in said(play=ambush, dice=[1], expect=[wrong])


@pytest.mark.parametrize(
    ("parts", "where", "words"),
    [
        ({"colour": 1}, ("colour",), "there is no 'colour' here"),
        ({"scenario": "moon"}, ("scenario",), "there is no scenario 'moon'; there is meeting, narrow"),
        ({"options": {"speed": 1}}, ("options", "speed"), "there is no 'speed' here; there is turns"),
        ({"options": {"turns": "many"}}, ("options", "turns"), "expected a whole number"),
        ({"position": {"only": True, "ships": {}}}, ("position", "ships"), "there is no 'ships' here"),
        ({"position": {"at": "turn.green"}}, ("position", "at"), "there is no phase 'turn.green'"),
        ({"position": {"pieces": {"blue 9": {}}}}, ("position", "pieces", "blue 9"), "there is no piece 'blue 9'"),
        (
            {"position": {"pieces": {"blue 1": {"hexx": 1}}}},
            ("position", "pieces", "blue 1", "hexx"),
            "did you mean hex",
        ),
        ({"position": {"pieces": {"blue 1": {"face": "x"}}}}, ("position", "pieces", "blue 1", "face"), "expected a"),
        ({"position": {"pieces": 5}}, ("position", "pieces"), "expected a mapping here, not 5"),
        ({"position": {"tracks": {"turn": "one"}}}, ("position", "tracks", "turn"), "expected a whole number"),
        (
            {"position": {**BOARD, "pieces": {"blue 1": {"hex": 101}, "red 1": {"hex": 101}}}},
            ("position",),
            "this position cannot be: two pieces in one hex",
        ),
        ({"dice": ["six"]}, ("dice", 0), "a die shows a whole number"),
        ({"dice": 6}, ("dice",), "expected a list here"),
        ({"play": [{"green": {"done": None}}]}, ("play", 0), "there is no seat 'green'; there is blue, red"),
        ({"play": [{"blue": {"done": None}, "red": {}}]}, ("play", 0), "one seat does one thing at a time"),
        ({"play": [{"blue": {"fly": 1}}]}, ("play", 0, "blue"), "name one action; there is ambush, done, hold, move"),
        ({"play": [{"blue": {"do": "fly"}}]}, ("play", 0, "blue", "do"), "there is no action 'fly'"),
        ({"play": [{"blue": {"do": {}}}]}, ("play", 0, "blue", "do"), "expected words here"),
        ({"play": [{"blue": {"move": "blue 1", "by": 2}}]}, ("play", 0, "blue", "by"), "move has no 'by'"),
        ({"play": [{"blue": {"move": "blue 1"}}]}, ("play", 0, "blue"), "missing required field `path`"),
        ({"play": [{"blue": {"move": "bleu 1", "path": []}}]}, ("play", 0, "blue", "move"), "did you mean blue 1"),
        ({"case": ["a"]}, ("case",), "expected words here, not a list"),
        ({"rules": "SK-2.0"}, ("rules",), "expected a list here"),
        ({"play": None}, ("play",), "nothing stands after play; leave the line out"),
        ({"position": None}, ("position",), "nothing stands after position"),
        ({"position": {"at": None}}, ("position", "at"), "nothing stands after at"),
        ({"position": {"at": "turn.bleu"}}, ("position", "at"), "did you mean turn.blue"),
        ({"position": {"at": "ambush"}}, ("position", "at"), "ambush goes on inside another phase"),
        ({"position": {"at": []}}, ("position", "at"), "name at least one phase"),
        ({"position": {"begun": True}}, ("position", "begun"), "say with `at` which phase has begun"),
        ({"position": {"only": 1}}, ("position", "only"), "expected true or false here, not 1"),
        ({"position": {"only": True, "setup_dice": [1]}}, ("position", "setup_dice"), "an empty board"),
        ({"position": {"setup_dice": [1] * 11}}, ("position", "setup_dice"), "die 2 cannot show 1"),
        (
            {"position": {"facts": {"ruff": [303]}}},
            ("position", "facts", "ruff"),
            "there is no 'ruff' here; there is rough",
        ),
        ({"position": {"facts": {"rough": [999]}}}, ("position", "facts", "rough", 0), "there is no place 999"),
        ({"position": {"tracks": {"trun": 1}}}, ("position", "tracks", "trun"), "did you mean turn?"),
        ({"position": {"tracks": {"pieces": {}}}}, ("position", "tracks", "pieces"), "pieces is a table"),
        (
            {"position": {"score": {"gren": 1}}},
            ("position", "score", "gren"),
            "no score entry 'gren'; there is blue, red",
        ),
        ({"position": {"pieces": {"red 1": {"hex": 999}}}}, ("position", "pieces", "red 1", "hex"), "no place 999"),
        ({"position": {"pieces": {"red 1": {"moved": 1}}}}, ("position", "pieces", "red 1", "moved"), "true or false"),
        ({"play": [{"then": "stop"}]}, ("play", 0, "then"), "then: pass, or pass until a phase"),
        ({"play": [{"then": "pass until dusk"}]}, ("play", 0, "then"), "there is no phase 'dusk'"),
        ({"play": [{"blue": {"done": 3}}]}, ("play", 0, "blue", "done"), "done has no arguments"),
        ({"play": [{"blue": {"mov": "blue 1", "path": []}}]}, ("play", 0, "blue"), "did you mean move?"),
        ({"expect": [{"seen": {"pieces": {}}}]}, ("expect", 0, "seen"), "say whose view it is"),
        ({"expect": [{"asked": {"gren": "turn.blue"}}]}, ("expect", 0, "asked", "gren"), "there is no seat 'gren'"),
        ({"expect": [{"asked": {"blue": "turn.gren"}}]}, ("expect", 0, "asked", "blue"), "there is no phase"),
        ({"expect": [{"over": {"winners": ["gren"]}}]}, ("expect", 0, "over", "winners"), "there is no seat 'gren'"),
        ({"expect": [{"log": {"entry": "moved", "rolls": 5}}]}, ("expect", 0, "log", "rolls"), "expected a list here"),
        ({"expect": [{"tracks": {"trun": 1}}]}, ("expect", 0, "tracks", "trun"), "did you mean turn?"),
        ({"expect": [{"pieces": {"blue 1": {"hexx": 1}}}]}, ("expect", 0, "pieces", "blue 1", "hexx"), "did you mean"),
        (
            {"expect": [{"offered": {"by": "blue", "do": "move", "excludes": ["blu 1"]}}]},
            ("expect", 0, "offered", "excludes", 0),
            "there is no piece 'blu 1'",
        ),
        (
            {"expect": [{"refused": {"by": "blue", "do": {"move": "red 1", "path": ["9999"]}}}]},
            ("expect", 0, "refused", "do", "path", 0),
            "there is no place '9999'",
        ),
        (
            {"expect": [{"count": {"piece": {"sied": 1}, "is": 1}}]},
            ("expect", 0, "count", "piece", "sied"),
            "mean side",
        ),
        ({"expect": [{"count": {"pieces": {}}}]}, ("expect", 0, "count"), "say how many"),
        ({"expect": [{"count": {"is": 1}}]}, ("expect", 0, "count"), "count the rows of one table"),
        ({"expect": [{"ask": {"sheet": "crt"}}]}, ("expect", 0, "ask"), "a chart is asked like this"),
        ({"expect": [{"ask": {"reech": 1}}]}, ("expect", 0, "ask"), "ask one thing"),
        ({"expect": [{"weather": 1}]}, ("expect", 0, "weather"), "nothing called 'weather' can be expected"),
        ({"expect": [{"turn": 1, "over": False}]}, ("expect", 0), "expect one thing at a time"),
        ({"expect": [{"log": {"unit": 1}}]}, ("expect", 0, "log"), "say which entry"),
        ({"expect": [{"refused": {"by": "x"}}]}, ("expect", 0, "refused", "by"), "there is no seat 'x'"),
    ],
)
def test_a_case_that_cannot_be_run_says_where(parts: Any, where: tuple[Any, ...], words: str) -> None:
    told_where, told = error(**parts)
    assert told_where == where
    assert words in told


def test_a_position_in_the_middle_of_a_procedure() -> None:
    fire = {"is": "exchange", "target": "blue 1", "depth": 2}
    frames: list[dict[str, Any]] = [{"phase": "turn.blue", "waiting": ["blue"]}, {"phase": "ambush", "subject": fire}]
    position = {**BOARD, "at": frames, "pieces": {"blue 1": {"hex": "0404"}, "red 1": {"hex": "0503"}}}
    assert said(position=position, expect=[{"asked": {"red": "ambush"}}]) == ""
    frames[1]["subject"] = {"target": "blue 1"}
    assert said(position=position, expect=[{"asked": {"red": "ambush"}}]) == ""


def test_a_phase_that_called_a_procedure_after_its_question_does_not_ask_again() -> None:
    outer = {"phase": "turn.blue"}
    frames = [outer, {"phase": "ambush", "subject": {"target": "blue 1"}}]
    position = {**BOARD, "at": frames, "pieces": {"blue 1": {"hex": "0404"}, "red 1": {"hex": "0503"}}}
    play = [{"red": {"do": "hold"}}]
    assert said(position=position, play=play, expect=[{"asked": {"blue": "turn.blue"}}]) == ""
    outer["stage"] = "asked"
    assert said(position=position, play=play, expect=[{"asked": {"red": "turn.red"}}]) == ""
    outer["stage"] = "aksed"
    assert error(position=position) == (("position", "at", 0), "there is no stage 'aksed'; did you mean asked?")


@pytest.mark.parametrize(
    ("subject", "place", "words"),
    [
        ({"is": "battle", "target": "blue 1"}, ("subject", "is"), "there is no subject 'battle'; there is exchange"),
        ({"target": "blue 9"}, ("subject", "target"), "there is no piece 'blue 9'"),
        ({"targets": "blue 1"}, ("subject", "targets"), "there is no 'targets' here"),
        ({}, ("subject",), "'target' is missing here"),
        ("blue 1", ("subject",), "expected a mapping here"),
    ],
)
def test_a_subject_that_is_none(subject: Any, place: tuple[str, ...], words: str) -> None:
    where, message = error(position={**BOARD, "at": [{"phase": "ambush", "subject": subject}]})
    assert where == ("position", "at", 0, *place)
    assert words in message


def test_a_frame_about_a_number() -> None:
    position = {"at": [{"phase": "mission.turn.enemy.volley.shot"}, {"phase": "losses", "ref": 1}]}
    report = run(patrol.GAME, {"game": "patrol", "position": position, "expect": [{"asked": {"leader": "losses"}}]})
    assert report.passed, report.problems


def test_a_phase_can_be_entered_without_its_beginning() -> None:
    moved = {**BOARD, "pieces": {"blue 1": {"hex": "0203", "moved": True}, "red 1": {"hex": "0503"}}}
    assert said(position=moved, expect=[{"pieces": {"blue 1": {"moved": False}}}]) == ""
    assert said(position={**moved, "begun": True}, expect=[{"pieces": {"blue 1": {"moved": True}}}]) == ""


def test_the_set_up_of_a_scenario_with_changes() -> None:
    position = {"setup_dice": [1, 2, 3, 0, 0, 1, 2, 3, 0, 0], "pieces": {"red 5": None}, "tracks": {"turn": 3}}
    expected = [{"pieces": {"blue 1": {"face": 1}, "red 5": None}}, {"turn": 3}]
    assert said(position=position, expect=expected) == ""


def test_a_board_of_its_own() -> None:
    rough = {**BOARD, "facts": {"rough": [303]}}
    do = {"by": "blue", "do": {"move": "blue 1", "path": ["0303"]}}
    assert said(position=rough, expect=[{"offered": {**do, "excludes": ["0505"]}}]) == ""
    way = {"move": "blue 1", "path": ["0303", "0302", "0303"]}
    assert said(position=rough, expect=[{"refused": {"by": "blue", "do": way}}]) == ""


def test_the_end_can_be_expected() -> None:
    over = {**BOARD, "pieces": {"red 1": {"hex": "0503"}}}
    assert said(position=over, expect=[{"over": {"winners": ["blue", "red"], "rule": "SK-4.2"}}]) == ""
    assert "winners is ['blue', 'red'], expected ['red']" in said(
        position=over, expect=[{"over": {"winners": ["red"]}}]
    )
    assert "the game is over" in said(position=over, expect=[{"over": False}])


@pytest.mark.parametrize("game", [market.GAME, patrol.GAME])
def test_other_games_run_an_empty_case(game: Any) -> None:
    assert run(game, {"case": "nothing", "game": game.id}).passed


# -- cards -------------------------------------------------------------------------------------------------------------

FOE: dict[str, Any] = {
    "at": "mission.turn.general.orders.order",
    "orders": 2,
    "deck": {"rest": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "reshuffle": [10]},
    "foes": {1: {"at": 2, "power": 2}},
    "fire": {1: 2, 2: 2},
}


def patrolled(**parts: Any) -> str:
    report = run(patrol.GAME, {"game": "patrol", "position": {**FOE, "men": {1: {"tested": True}}}, **parts})
    return "; ".join(problem.message for problem in report.problems)


def test_cards_are_scripted_beside_dice() -> None:
    fire = [{"leader": {"fire": 1, "foe": 1}}]
    nerve = [5, 6, 7]  # three men who have not stood that fire yet
    hit = [{"log": {"entry": "fired", "draws": [1, 8], "hit": 1}}, {"foes": {1: None}}]
    assert patrolled(deck=[*nerve, 1, 8], play=fire, expect=hit) == ""
    wrong = [{"log": {"entry": "fired", "draws": [8]}}]
    assert "draws is [1, 8], expected [8]" in patrolled(deck=[*nerve, 1, 8], play=fire, expect=wrong)
    assert patrolled(deck=[*nerve, 1, 8, 3], play=fire) == "these cards were not drawn: [3]"
    short = patrolled(deck=[*nerve, 1], play=fire)
    assert short == "the script has 4 cards, another one was drawn (wanted for draw.fire)"


def test_a_card_has_a_number() -> None:
    with pytest.raises(CaseError, match="a card is named by its number, not 'ace'"):
        patrolled(deck=["ace"])


# -- counting, tracks, passing -----------------------------------------------------------------------------------------


def test_rows_are_counted_by_what_they_are() -> None:
    assert said(expect=[{"count": {"pieces": {}, "is": 2}}, {"count": {"piece": {"side": "blue"}, "is": 1}}]) == ""
    assert said(expect=[{"count": {"pieces": {"hex": ["0203", "0503"]}, "is": 2}}]) == ""
    assert said(expect=[{"count": {"pieces": {"face": 2, "side": "red"}, "least": 1, "most": 1}}]) == ""
    assert said(expect=[{"count": {"score": 0, "is": 2}}]) == ""
    assert said(expect=[{"count": {"pieces": {"side": "red"}, "is": 2}}]) == "there are 1 such pieces, expected 2"
    assert "expected at least 3" in said(expect=[{"count": {"pieces": {}, "least": 3}}])
    assert "expected at most 1" in said(expect=[{"count": {"pieces": {}, "most": 1}}])


def test_a_misspelt_filter_does_not_hide_behind_another() -> None:
    where, message = error(expect=[{"count": {"pieces": {"side": "red", "hex": "9999"}, "is": 0}}])
    assert where == ("expect", 0, "count", "pieces", "hex")
    assert "there is no place '9999'" in message


def test_structs_inside_rows_are_compared_in_part() -> None:
    class Hits(Struct):
        any: int = 0
        ships: int = 0

    class Battle(Struct):
        on: Hits | None = None
        rounds: tuple[Hits, ...] = ()

    battle = Battle(Hits(1, 2), (Hits(3), Hits(4)))
    assert list(differences("battle", {"on": {"ships": 2}, "rounds": [{}, {"any": 4}]}, battle)) == []
    assert list(differences("battle", {"on": {"ships": 3}}, battle)) == ["battle: on: ships is 2, expected 3"]
    assert list(differences("battle", {"rounds": [{"any": 3}]}, battle))
    assert list(differences("battle", {"on": None}, battle))
    assert list(differences("hit", True, 1)) == ["hit is 1, expected True"]


def test_tracks_are_the_same_before_and_after() -> None:
    position = {**BOARD, "tracks": {"turn": 2}}
    assert said(position=position, expect=[{"tracks": {"turn": 2}}, {"turn": 2}]) == ""
    assert said(position=position, expect=[{"tracks": {"turn": 3}}]) == "turn is 2, expected 3"


def test_a_word_for_a_table_is_the_same_before_and_after() -> None:
    position = {**BOARD, "pieces": {}, "piece": BOARD["pieces"]}
    assert said(position=position, expect=[{"piece": {"blue 1": {"face": 1}}}]) == ""


def test_everybody_passes_until_a_phase() -> None:
    play = [{"then": "pass until turn.red"}]
    assert said(play=play, expect=[{"asked": {"red": "turn.red"}}, {"turn": 1}]) == ""
    assert said(play=[*play, {"then": "pass until turn.blue"}], expect=[{"asked": "blue"}, {"turn": 2}]) == ""
    assert said(play=[{"then": "pass"}], expect=[{"asked": "red"}]) == ""


def test_a_phase_that_never_comes_is_told() -> None:
    assert "the game is over before" in said(options={"turns": 1}, play=[{"then": "pass until ambush"}])


def test_what_the_rules_cannot_deal_with_is_an_error_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: Any) -> None:
        raise KeyError("nowhere")

    monkeypatch.setattr(skirmish.GAME, "broken", broken)
    where, message = error()
    assert where == ("position",)
    assert "the rules cannot go on from this position (KeyError: 'nowhere' in " in message


def test_a_number_without_a_name_must_be_on_the_board() -> None:
    assert said_in_market(expect=[{"crates": {13: None}}]) == ""
    for crate in (14, "14", 99):
        with pytest.raises(CaseError, match="there never was a crate"):
            said_in_market(expect=[{"crates": {crate: None}}])
    with pytest.raises(CaseError, match="expected the number of a crate here, not the text 'box'"):
        said_in_market(expect=[{"crates": {"box": None}}])


def test_what_has_left_the_board_may_be_spoken_of() -> None:
    gone = {"gone": {"crate": [99]}}
    assert said_in_market(position=gone, expect=[{"crates": {99: None}}]) == ""
    with pytest.raises(CaseError, match="there never was a crate"):
        said_in_market(position=gone, expect=[{"crates": {98: None}}])
    with pytest.raises(CaseError, match="no crat is known by its number alone; did you mean crate"):
        said_in_market(position={"gone": {"crat": [99]}})
    reader = reader_for(market.GAME, market.GAME.open("coast"))
    for crate in (98, 99):
        reader.thing("crate", crate, ("position", crate))
    reader.remember("crate", [98], ())
    with pytest.raises(Missing, match="there is no crate 99") as caught:
        reader.close()
    assert caught.value.rows == {("crate", 99)}


def said_in_market(**parts: Any) -> str:
    report = run(market.GAME, {"case": "test", "game": "market", **parts})
    return "; ".join(problem.message for problem in report.problems)
