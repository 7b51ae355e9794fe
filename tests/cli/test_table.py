"""The table in a terminal, played by scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import savefile


def steps(path: Path) -> list[dict[str, Any]]:
    return [step.action for step in savefile.open_match(path).match.steps]


def test_a_move_step_by_step(sand: Any, game: Path) -> None:
    answer = sand("play", game, typed="\n1\nblue 1\n2\n0302\n\nq\n")
    assert answer.code == 0
    assert steps(game) == [{"do": "move", "unit": 11, "path": [202, 302]}]
    assert "turn › blue\nblue: ⟨prompt.turn.blue⟩ [SK-1.1]\n    1  move [SK-2.0]\n    2  done [SK-1.1]" in answer.out
    assert "The way so far: 0101 – 0202." in answer.out
    assert "  ⟨log.moved⟩ unit=blue 1 to=0302 [SK-2.0]" in answer.out
    assert answer.out.endswith(f"The game waits in {game}.\n")


def test_the_end_of_the_input_ends_the_sitting(sand: Any, game: Path) -> None:
    for typed in ("", "\n", "\n1\n", "\n1\n1\n2\n"):
        answer = sand("play", game, typed=typed)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.endswith(f"The game waits in {game}.\n")
    assert steps(game) == []


def test_a_typed_action_undo_and_redo(sand: Any, game: Path) -> None:
    answer = sand("play", game, typed='\nmove "blue 1" 0201\nu\nu\nr\nr\nq\n')
    assert steps(game) == [{"do": "move", "unit": 11, "path": [201]}]
    assert "blue took back 1 step." in answer.out
    assert "Nothing to take back." in answer.out
    assert len(savefile.read(game).records) == 2 + 3


def test_json_can_be_typed_too(sand: Any, game: Path) -> None:
    sand("play", game, typed='\n{"do": "move", "unit": 11, "path": [201]}\n')
    assert steps(game) == [{"do": "move", "unit": 11, "path": [201]}]


def test_why_not_names_rule_and_reason(sand: Any, game: Path) -> None:
    answer = sand("play", game, typed="\nw move 21 701\nw\ndone\nw nonsense\nw move 11 'x\n")
    assert "⟨refuse.not_yours⟩ piece=red 1 [SK-2.0]" in answer.out
    assert "Which action?" in answer.out
    assert "This may be done now." in answer.out
    assert "Not understood: there is no action 'nonsense'" in answer.out
    assert "Not understood: No closing quotation." in answer.out
    assert steps(game) == []


def test_what_is_refused_is_explained_and_asked_again(sand: Any, game: Path) -> None:
    answer = sand("play", game, typed="\nmove 21 701\n7\nhello\n2\n\n")
    assert "⟨refuse.not_yours⟩ piece=red 1 [SK-2.0]" in answer.out
    assert "7 is not on the list." in answer.out
    assert "hello is not on the list." in answer.out
    assert steps(game) == [{"do": "done"}]


def test_position_log_and_help_at_every_question(sand: Any, game: Path) -> None:
    sand("do", game, "move", "11", "0201")
    answer = sand("play", game, typed="\ns\nl\n?\n1\ns\nl\n?\nb\nq\n")
    assert answer.out.count("    0201  blue 1 (face") == 2
    assert answer.out.count("   1  ⟨log.moved⟩ unit=blue 1 to=0201 [SK-2.0]") == 2
    assert answer.out.count("w and an action says whether it may be done") == 2
    assert answer.out.count("turn › blue") == 1
    assert len(steps(game)) == 1


def test_giving_the_turn_away_is_confirmed(sand: Any, game: Path) -> None:
    sand("play", game, typed="\n2\nn\n2\nb\n")
    assert steps(game) == []
    answer = sand("play", game, typed="\n2\n\n")
    assert "done: Enter to do it, n to think again." in answer.out
    assert steps(game) == [{"do": "done"}]


def test_the_keyboard_is_handed_over_before_secrets_are_shown(sand: Any, game: Path) -> None:
    answer = sand("play", game, typed="\nmove 11 0201\ndone\n")
    blue, red = answer.out.split("Hand the keyboard to red, who then presses Enter.")
    assert "Hand the keyboard to blue, who then presses Enter." in blue
    assert "turn › red" not in red
    answer = sand("play", game, typed="\ns\nq\n")
    assert "Hand the keyboard to red" in answer.out
    assert "blue 1 (face" not in answer.out
    assert "red 1 (face" in answer.out


def test_leaving_instead_of_taking_the_keyboard(sand: Any, game: Path) -> None:
    assert "turn › blue" not in sand("play", game, typed="q\n").out


def test_a_seat_reads_what_happened_since_it_last_looked(sand: Any, game: Path) -> None:
    answer = sand("play", game, typed="\nmove 11 0201\ndone\n\ndone\n\nq\n")
    blue, red, again = answer.out.split("Hand the keyboard to")[1:]
    assert "⟨log.moved⟩" in blue
    assert "⟨log.moved⟩" in red
    assert "⟨log.moved⟩" not in again


def test_an_interrupt_says_where_the_game_waits(sand: Any, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.cli.terminal.Terminal.ask", interrupt)
    answer = sand("play", game)
    assert (answer.code, answer.err) == (130, "")
    assert answer.out.endswith(f"The game waits in {game}.\n")


def test_bots_play_their_seats(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "b.game"
    words = ("play", "skirmish", "meeting", "--to", path, "--seat", "red=random", "--seed", "03")
    answer = sand(*words, typed="done\ndone\nq\n")
    assert "Hand the keyboard" not in answer.out
    seats = [step.seat for step in savefile.open_match(path).match.steps]
    assert seats.count("blue") == 2
    assert "red" in seats


def test_a_bots_step_is_not_taken_back(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "b.game"
    words = ("play", "skirmish", "meeting", "--to", path, "--seat", "red=random", "--seed", "03")
    answer = sand(*words, typed="done\nu\nq\n")
    assert "cannot be taken back" in answer.out


def test_bots_alone_play_to_the_end(sand: Any, over: Path) -> None:
    answer = sand("play", over)
    assert "⟨outcome.score⟩ [SK-4.2]" in answer.out
    assert answer.out.endswith(f"Saved in {over}.\n")


def test_several_seats_at_once(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.game"
    typed = "9\n2\n\n1\n3\n\n\n1\n\n\nbid 5\nq\n"
    answer = sand("play", "market", "coast", "--to", path, "--seed", "04", typed=typed)
    assert "Several are asked. Who answers? Enter alone: east." in answer.out
    assert "9 is not on the list." in answer.out
    bids = [(step.seat, step.action.get("amount")) for step in savefile.open_match(path).match.steps]
    assert bids == [("north", 3), ("east", 0), ("west", 5)]


def test_leaving_when_several_are_asked(sand: Any) -> None:
    answer = sand("play", "market", "coast", "--to", "m.game", typed="q\n")
    assert answer.out.endswith("The game waits in m.game.\n")
    assert "Hand the keyboard" not in answer.out


def test_a_path_that_cannot_go_on_ends_by_itself(sand: Any, game: Path) -> None:
    sand("play", game, typed="\n1\n1\n0201\n0301\n0401\n0501\nq\n")
    assert steps(game) == [{"do": "move", "unit": 11, "path": [201, 301, 401, 501]}]


def test_amounts_and_selections_at_the_table(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.game"
    bots = ("--seat", "east=random", "--seat", "west=random")
    sand("new", "market", "coast", "--to", path, "--seed", "07", *bots)
    sand("do", path, "bid", "0", "--seat", "north")
    answer = sand("play", path, typed="1\n1\nbuy grain=1\n1\ngrain=99\n\nq\n")
    bought = [action for action in steps(path) if action["do"] == "buy"]
    assert answer.code == 0
    assert {"do": "buy", "shares": {"1": 1}} in bought
