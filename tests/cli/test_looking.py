"""show, offers and log: looking without touching, and without telling secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def test_show_hides_what_a_seat_does_not_know(sand: Any, game: Path) -> None:
    blue, red, watcher, umpire = (
        sand("show", game, *words).out for words in (("--seat", "blue"), ("--seat", "red"), (), ("--open",))
    )
    assert "skirmish · meeting · step 0" in blue
    assert "turn › blue" in blue
    assert blue.count("(face") == red.count("(face") == 5
    assert watcher.count("(face") == 0
    assert umpire.count("(face") == 10


def test_only_the_seat_that_is_asked_reads_its_question(sand: Any, game: Path) -> None:
    assert "blue: ⟨prompt.turn.blue⟩ [SK-1.1]" in sand("show", game, "--seat", "blue").out
    assert "Waiting for blue: turn › blue." in sand("show", game, "--seat", "red").out
    assert "⟨prompt" not in sand("show", game).out


def test_show_for_scripts(sand: Any, game: Path) -> None:
    data = sand("show", game, "--seat", "red", "--json").data
    assert (data["game"], data["scenario"], data["seq"], data["outcome"]) == ("skirmish", "meeting", 0, None)
    assert "face" not in data["state"]["pieces"]["11"]
    assert data["state"]["pieces"]["21"]["face"] is not None
    assert [prompt["seat"] for prompt in data["prompts"]] == ["blue"]


def test_the_end_of_a_game_is_shown(sand: Any, over: Path) -> None:
    assert "⟨outcome.score⟩ [SK-4.2]" in sand("show", over).out
    assert sand("show", over, "--json").data["outcome"]["rule"] == "SK-4.2"


def test_an_unknown_seat_is_named(sand: Any, game: Path) -> None:
    answer = sand("show", game, "--seat", "green")
    assert (answer.code, answer.err) == (2, "No seat is called green. Seats: blue and red.\n")


def test_looking_changes_nothing(sand: Any, game: Path) -> None:
    before = game.read_bytes(), game.stat().st_mtime_ns
    for words in (("show", game), ("offers", game), ("log", game), ("why", game, "done"), ("replay", game)):
        sand(*words)
    assert (game.read_bytes(), game.stat().st_mtime_ns) == before


def test_offers_open_as_far_as_the_words_go(sand: Any, game: Path) -> None:
    assert sand("offers", game).out.splitlines() == [
        "blue",
        "  move  [SK-2.0]  unit: blue 1=11, blue 2=12, blue 3=13, blue 4=14, blue 5=15",
        "  done  [SK-1.1]",
    ]
    opened = sand("offers", game, "move", "unit=blue 1").out.splitlines()
    assert opened == ["blue", "  move unit=11  [SK-2.0]  path: 0201=201 (1), 0202=202 (1)"]
    data = sand("offers", game, '{"do": "move", "unit": 11, "path": [201]}', "--json").data
    assert data["blue"][0]["widget"]["so_far"] == [101, 201]


def test_offers_for_several_seats_at_once(sand: Any) -> None:
    sand("new", "market", "coast", "--to", "m.game")
    assert sand("offers", "m.game").out.splitlines() == [
        "east",
        "  bid  [MK-1.1]  amount: 0..12",
        "north",
        "  bid  [MK-1.1]  amount: 0..12",
        "west",
        "  bid  [MK-1.1]  amount: 0..12",
    ]
    assert "Say for whom with --seat" in sand("offers", "m.game", "bid").err
    assert sand("offers", "m.game", "bid", "--seat", "west").code == 0


def test_offers_of_what_may_not_be_done_are_refused(sand: Any, game: Path) -> None:
    answer = sand("offers", game, "move", "unit=21")
    assert (answer.code, answer.err) == (1, "⟨refuse.not_yours⟩ piece=red 1 [SK-2.0]\n")
    data = sand("offers", game, "move", "unit=21", "--json")
    assert (data.code, data.data["refused"]["rule"]) == (1, "SK-2.0")


def test_the_log_shows_dice_and_reasons(sand: Any, over: Path) -> None:
    shown = sand("log", over).out
    assert "⟨log.fired⟩" in shown
    assert "      d6: " in shown
    assert "⟨modifier.strength⟩ [SK-3.2]" in shown
    assert len(sand("log", over, "--last", "2", "--json").data) == 2


@pytest.mark.parametrize(("seat", "reads"), [("north", True), ("west", False), ("", False)])
def test_the_log_keeps_secrets(sand: Any, seat: str, reads: bool) -> None:
    sand("new", "market", "coast", "--to", "m.game")
    sand("do", "m.game", "bid", "7", "--seat", "north")
    words = ("--seat", seat) if seat else ()
    assert ("⟨log.bid⟩ amount=7" in sand("log", "m.game", *words).out) == reads
    assert "⟨log.bid⟩ amount=7" in sand("log", "m.game", "--open").out


def test_the_good_part_of_a_damaged_file_is_shown(sand: Any, game: Path) -> None:
    sand("do", game, "move", "11", "0201")
    sand("do", game, "move", "12", "0202")
    game.write_bytes(game.read_bytes().replace(b'"hex":202', b'"hex":999'))
    answer = sand("show", game)
    assert answer.code == 3
    assert "line 4: this step does not follow" in answer.err
    assert "0201  blue 1" in answer.out
    assert "0102  blue 2" in answer.out


def test_amounts_are_offered_by_name(sand: Any) -> None:
    sand("new", "market", "coast", "--to", "m.game", "--seat", "east=random", "--seat", "west=random", "--seed", "07")
    for words in (("bid", "0"), ("pick", "1")):
        sand("do", "m.game", "--seat", "north", *words)
    shown = sand("offers", "m.game", "--seat", "north").out
    assert "buy  [MK-3.1]  shares: grain ≤" in shown
