"""replay, export and import: files checked and passed on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable import savefile
from sandtable.kernel.records import Header


def test_a_replay_tells_the_log_and_that_it_folds(sand: Any, over: Path) -> None:
    answer = sand("replay", over)
    assert answer.code == 0
    assert answer.out.splitlines()[-1].endswith("steps lead to the recorded position.")
    assert "⟨log.fired⟩" in answer.out


def test_a_strict_replay_follows_rules_and_dice(sand: Any, over: Path) -> None:
    answer = sand("replay", over, "--strict")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[-1].endswith("steps follow from the rules and the dice.")
    data = sand("replay", over, "--strict", "--json").data
    assert (data["strict"], data["differences"]) == (True, [])


def test_a_strict_replay_finds_another_log(sand: Any, over: Path) -> None:
    over.write_bytes(over.read_bytes().replace(b'"key":"log.moved"', b'"key":"log.flown"', 1))
    assert sand("replay", over).code == 0
    answer = sand("replay", over, "--strict")
    assert answer.code == 1
    number = next(n for n, line in enumerate(over.read_bytes().splitlines(), 1) if b"log.flown" in line)
    assert f", line {number}: step " in answer.err
    assert "differs: the log says something else." in answer.err
    assert len(sand("replay", over, "--strict", "--json").data["differences"]) == 1


def test_another_seed_than_promised_is_a_damaged_file(sand: Any, over: Path) -> None:
    header = savefile.read(over).records[0]
    assert isinstance(header, Header)
    over.write_bytes(over.read_bytes().replace((header.seed or "").encode(), b"5eed02"))
    answer = sand("replay", over, "--strict")
    assert answer.code == 3
    assert "the seed is not the one that was promised" in answer.err


def test_the_position_after_a_step(sand: Any, game: Path) -> None:
    sand("do", game, "move", "11", "0201")
    sand("do", game, "move", "12", "0202")
    after = [sand("replay", game, "--step", step, "--open").out for step in range(3)]
    assert ["0101  blue 1" in text for text in after] == [True, False, False]
    assert ["0102  blue 2" in text for text in after] == [True, True, False]
    assert "face" not in sand("replay", game, "--step", 1, "--seat", "red", "--json").data["pieces"]["11"]
    beyond = sand("replay", game, "--step", 3)
    assert (beyond.code, beyond.err) == (2, "There is no step 3; the last one is 2.\n")


def test_an_export_keeps_the_seed_secret_until_the_end(sand: Any, game: Path, over: Path) -> None:
    shared = sand("export", game).out
    assert '"seed"' not in shared
    assert '"commitment"' in shared
    assert sand("export", game, "--to", "shared.game").code == 0
    assert Path("shared.game").read_text() == shared
    assert sand("replay", "shared.game", "--strict").code == 0
    assert sand("export", over).out.encode() == over.read_bytes()


def test_an_export_does_not_overwrite(sand: Any, game: Path) -> None:
    assert sand("export", game, "--to", game).code == 2


def test_an_import_saves_what_is_good(sand: Any, game: Path) -> None:
    for unit in (11, 12, 13):
        sand("do", game, "move", f"unit={unit}", f"path={unit % 10 + 200}")
    whole = game.read_bytes()
    assert sand("import", game, "--to", "same.game").out == "3 steps saved in same.game.\n"
    assert Path("same.game").read_bytes() == whole
    game.write_bytes(whole.replace(b'"hex":203', b'"hex":999'))
    answer = sand("import", game, "--to", "good.game")
    assert answer.code == 0
    assert "line 5" in answer.err
    assert answer.out == "2 steps saved in good.game.\n"
    assert Path("good.game").read_bytes() == b"".join(whole.splitlines(keepends=True)[:4])
    assert sand("do", "good.game", "done").code == 0
    assert sand("import", game, "--to", "j.game", "--json").data["lost_from_line"] == 5


def test_what_is_no_game_is_not_imported(sand: Any, tmp_path: Path) -> None:
    (tmp_path / "x.game").write_text("hello\n")
    for file, says in (
        ("x.game", "line 1: no game can be opened"),
        ("none.game", "There is no file"),
        (".", "is a folder"),
    ):
        answer = sand("import", file, "--to", "out.game")
        assert answer.code == 3
        assert says in answer.err
        assert len(answer.err.splitlines()) == 1
    assert not Path("out.game").exists()


def test_a_game_of_other_rules_plays_on_with_a_word_about_it(sand: Any, game: Path) -> None:
    game.write_bytes(game.read_bytes().replace(b'"rules":"', b'"rules":"9', 1))
    for words in (("show", game), ("do", game, "move", "11", "0201")):
        answer = sand(*words)
        assert answer.code == 0
        assert "was recorded under version 9" in answer.err
