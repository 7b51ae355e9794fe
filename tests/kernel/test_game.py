"""The contract of a game: opened by name, judged, applied, and explained at any moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel import (
    Action,
    Draft,
    Frame,
    Offer,
    OneOf,
    Options,
    Outcome,
    Phase,
    Ref,
    Refusal,
    Scenario,
    ScenarioInfo,
    ScriptedDice,
    SeededDice,
    Step,
    UnknownName,
    public,
    refuse,
    verb,
)
from sandtable.kernel.codec import state_hash
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.flow import Sequence
from tests.kernel.toy import GO, SEATS, Board, Go, Row, Stay, Toy, ask, begun, did, note, toy


class Move(Action, frozen=True):
    row: int


class Rules(Options, frozen=True, kw_only=True):
    turns: int = 3
    fog: bool = False


class Optional(Toy):
    options = Rules


MOVE = verb(Move, "T-5", lambda d, action: d.done(), row=lambda s, seat: OneOf("row", s.rows))


def asking(*seats: str) -> Any:
    return begun(toy(Phase("turn", "T-9", who=lambda s: seats, verbs=(GO, MOVE)), setup={"rows": {4: Row(1)}}))


def test_a_scenario_is_opened_by_name() -> None:
    game = toy(ask("turn", "a"))
    assert game.open("plain").name == "plain"
    with pytest.raises(UnknownName, match="there is no scenario 'moon'; there is plain"):
        game.open("moon")


def test_options_are_typed() -> None:
    game = Optional(Sequence(ask("turn", "a")))
    assert game.open("plain", {"turns": "5", "fog": "true"}).options == Rules(turns=5, fog=True)
    assert game.open("plain").options == Rules()
    assert game.open("plain", Rules(turns=9)).options == Rules(turns=9)
    with pytest.raises(UnknownName, match="there is no option 'turnz'; there is turns, fog"):
        game.open("plain", {"turnz": 5})
    with pytest.raises(UnknownName, match="Expected `int`"):
        game.open("plain", {"turns": "many"})


def test_facts_reach_the_scenario() -> None:
    assert toy(ask("turn", "a")).open("plain", facts={"rough": [1]}).facts == {"rough": [1]}


def test_the_start_rolls_set_up_and_first_phases_in_order() -> None:
    class Drawn(Toy):
        def setup(self, scenario: Any, dice: Any) -> Board:
            return Board(count=dice.draw((1, 2, 3)))

    def roll(d: Draft[Board]) -> None:
        d.roll("roll.weather")

    game = Drawn(Sequence(Phase("main", "", (Phase("first", "", begin=roll), ask("turn", "a")))))
    step = game.start(game.open("plain"), ScriptedDice((3, 6)))
    assert (step.rolls, step.state.count, step.barrier) == ((3, 6), 3, "asked")


def test_a_set_up_may_begin_in_the_middle() -> None:
    later = toy(ask("one", "a"), ask("two", "b"), setup={"flow": (Frame("main.two"),)})
    assert begun(later).state.here.waiting == ("b",)


def test_a_prompt_says_where_why_and_what() -> None:
    match = asking("a")
    (prompt,) = match.game.prompts(match.state)
    assert (prompt.seat, prompt.at, prompt.rule, prompt.verbs) == ("a", "main.turn", "T-9", ("go", "move"))


def test_offers_hold_the_verbs_that_can_be_used() -> None:
    match = asking("a")
    assert [offer.do for offer in match.game.offers(match.state, "a")] == ["go", "move"]
    assert match.game.offers(match.state, "b") == ()
    assert [offer.do for offer in match.game.offers(match.state, "a", {"do": "move"})] == ["move"]
    (whole,) = match.game.offers(match.state, "a", {"do": "move", "row": 4})
    assert isinstance(whole, Offer)
    assert whole.is_whole


@pytest.mark.parametrize(
    ("seat", "partial", "key"),
    [
        ("a", {"do": "move", "row": 9}, "refuse.not_offered"),
        ("a", {"do": "fly"}, "refuse.unknown_verb"),
        ("a", {"do": []}, "refuse.unknown_verb"),
        ("a", {"do": 5}, "refuse.unknown_verb"),
        ("a", {"do": "move", "colour": 1}, "refuse.unexpected"),
        ("b", {"do": "move"}, "refuse.not_asked"),
    ],
)
def test_what_cannot_be_opened_is_refused(seat: str, partial: Mapping[str, Any], key: str) -> None:
    match = asking("a")
    no = match.game.offers(match.state, seat, partial)
    assert isinstance(no, Refusal)
    assert no.key == key


def test_why_not_works_for_any_action() -> None:
    match = asking("a")
    game, state = match.game, match.state
    assert game.why_not(state, "a", Move(4)) is None
    asked = game.why_not(state, "b", Move(4))
    assert asked is not None
    assert (asked.rule, asked.key, asked.params["seat"]) == ("T-9", "refuse.not_asked", Ref("seat", "b"))
    unknown = game.why_not(state, "a", Stay())
    assert unknown is not None
    assert unknown.key == "refuse.unknown_verb"
    wrong = game.why_not(state, "a", Move(5))
    assert wrong is not None
    assert (wrong.rule, wrong.params["arg"]) == ("T-5", Ref("arg", "row"))


def test_a_verb_of_another_phase_is_not_for_now() -> None:
    match = begun(toy(ask("one", "a", verbs=(GO,)), ask("two", "a")))
    no = match.game.why_not(match.state, "a", Stay())
    assert no is not None
    assert (no.rule, no.key) == ("T-one", "refuse.not_now")


def test_what_is_refused_is_not_applied() -> None:
    match = asking("a")
    before = state_hash(match.state)
    no = match.game.apply(match.state, "a", Move(5), SeededDice(b"x"))
    assert no == match.game.why_not(match.state, "a", Move(5))
    assert state_hash(match.state) == before


def test_a_step_holds_everything_that_came_of_an_answer() -> None:
    match = begun(toy(ask("turn", "a"), Phase("auto", "", begin=note("auto")), ask("last", "b")))
    step = match.game.apply(match.state, "a", Go(), ScriptedDice(()))
    assert isinstance(step, Step)
    assert (step.seat, step.action, step.barrier, step.rolls) == ("a", Go(), "asked", ())
    assert step.state.trail == ("a goes", "auto")
    assert step.hash == state_hash(step.state)
    assert match.state.trail == ()


def test_lines_of_automatic_phases_belong_to_nobody() -> None:
    match = begun(toy(ask("turn", "a"), Phase("auto", "", begin=lambda d: d.log("log.auto")), ask("last", "b")))
    assert [entry.seat for entry in did(match, "a", Go()).entries] == [""]


def test_one_word_means_one_action() -> None:
    class Other(Action, frozen=True, tag="go"):
        pass

    other = verb(Other, "T-1", lambda d, action: None)
    with pytest.raises(TypeError, match=r"main\.two uses the word 'go' for another action"):
        toy(ask("one", "a"), ask("two", "a", verbs=(other,)))


def test_a_game_that_hides_must_say_how_to_imagine() -> None:
    hides = toy(ask("turn", "a"), visibility={"rows": lambda s, seat, key, row: row})
    match = begun(hides)
    with pytest.raises(NotImplementedError, match="toy hides information"):
        hides.imagine(match.view("a"), SeededDice(b"x"))
    open_game = begun(toy(ask("turn", "a")))
    assert open_game.game.imagine(open_game.view("a"), SeededDice(b"x")) == open_game.state


def test_an_empty_board_may_not_roll() -> None:
    class Drawn(Toy):
        def setup(self, scenario: Any, dice: Any) -> Board:
            return Board(count=dice.draw((1, 2, 3)))

    game = Drawn(Sequence(ask("turn", "a")))
    with pytest.raises(ScriptError, match="nothing may be rolled"):
        game.empty(game.open("plain"))
    plain = toy(ask("turn", "a"))
    assert plain.empty(plain.open("plain")) == Board()
    assert (plain.row(None, "rows", 1), plain.broken(Board())) == (None, None)


def test_a_game_checks_its_state_and_visibility_when_it_is_made() -> None:
    with pytest.raises(TypeError, match="visibility names fields that Board lacks: colour"):
        toy(ask("turn", "a"), visibility={"colour": public})


def test_when_a_game_is_over_nobody_may_do_anything() -> None:
    match = begun(toy(Phase("win", "", begin=lambda d: d.set(count=100)), ask("turn", "a")))
    assert isinstance(match.game.outcome(match.state), Outcome)
    assert match.game.open_verbs(match.state, "a") == ()
    no = match.game.why_not(match.state, "a", Go())
    assert no == refuse("", "refuse.over")


def test_a_rule_that_looks_at_prompts_before_it_wins_still_wins() -> None:
    looked: list[Any] = []

    def win(d: Draft[Board], action: Go) -> None:
        looked.append(game.prompts(d.now))
        d.set(count=100)

    game = toy(Phase("turn", "T-9", who=lambda s: ("a",), verbs=(verb(Go, "T-1", win),)))
    match = begun(game)
    did(match, "a", Go())
    assert [len(prompts) for prompts in looked] == [1]
    assert game.prompts(match.state) == ()
    assert match.view("a").outcome == game.outcome(match.state)
    assert isinstance(match.act("a", Go()), Refusal)


def test_scenarios_name_their_seats() -> None:
    game = toy(ask("turn", "a"))
    assert game.scenarios() == (ScenarioInfo(name="plain", seats=SEATS),)
    assert isinstance(game.open("plain"), Scenario)
