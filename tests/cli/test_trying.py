"""try and fuzz from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry


@pytest.fixture
def case(tmp_path: Path) -> Any:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


CASES = Path(__file__).parents[1] / "cases" / "skirmish"


def test_a_case_that_holds_tells_what_happened(sand: Any) -> None:
    answer = sand("try", CASES / "ambush.yaml")
    assert (answer.code, answer.err) == (0, "")
    assert "⟨log.fired⟩" in answer.out
    assert "d6: " in answer.out
    assert answer.out.splitlines()[-1].endswith(": as expected.")


def test_a_case_that_fails_names_the_line(sand: Any, case: Any) -> None:
    text = (CASES / "ambush.yaml").read_text().replace("  - turn: 1\n", "  - turn: 2\n")
    line = text.splitlines().index("  - turn: 2") + 1
    wrong = case("wrong.yaml", text)
    answer = sand("try", CASES / "ambush.yaml", wrong)
    assert answer.code == 1
    assert answer.err.startswith(f"{wrong}:{line}: ")
    assert answer.err.endswith("1 expectation fails.\n")
    assert [report["passed"] for report in sand("try", CASES / "ambush.yaml", wrong, "--json").data] == [True, False]


def test_cases_for_scripts(sand: Any) -> None:
    answer = sand("try", CASES / "ambush.yaml", "--json")
    [report] = answer.data
    assert report["passed"] is True
    assert report["game"] == "skirmish"


def test_what_is_no_case_is_named_and_the_others_run(sand: Any, case: Any) -> None:
    bad = case("bad.yaml", "case: [\n")
    answer = sand("try", bad, CASES / "ambush.yaml")
    assert answer.code == 3
    assert f"{bad}:" in answer.err
    assert "as expected." in answer.out


def test_many_cases_end_with_a_summary(sand: Any, case: Any) -> None:
    wrong = case("wrong.yaml", (CASES / "ambush.yaml").read_text().replace("  - turn: 1\n", "  - turn: 2\n"))
    bad = case("bad.yaml", "case: [\n")
    answer = sand("try", "--quiet", CASES / "ambush.yaml", wrong, bad)
    assert answer.code == 3
    assert answer.out == "3 cases: 1 as expected, 1 not, 1 that cannot be run.\n"
    assert f"{wrong}:" in answer.err
    assert f"{bad}:" in answer.err
    assert sand("try", CASES / "ambush.yaml", CASES / "ambush.yaml").out.endswith(
        "2 cases: 2 as expected, 0 not, 0 that cannot be run.\n"
    )
    assert "cases:" not in sand("try", CASES / "ambush.yaml").out


def test_results_for_a_build_server(sand: Any, case: Any, tmp_path: Path) -> None:
    wrong = case("wrong.yaml", (CASES / "ambush.yaml").read_text().replace("  - turn: 1\n", "  - turn: 2\n"))
    target = tmp_path / "results.xml"
    assert sand("try", "-q", CASES / "ambush.yaml", wrong, "--junit", target).code == 1
    assert 'tests="2" failures="1" errors="0"' in target.read_text()
    lost = sand("try", CASES / "ambush.yaml", "--junit", tmp_path / "nowhere" / "results.xml")
    assert lost.code == 4


def test_fuzz_plays_and_counts(sand: Any) -> None:
    answer = sand("fuzz", "market", "--games", "3")
    assert answer.code == 0
    assert answer.out.startswith("market: 3 games, ")
    assert answer.out.endswith("no failure.\n")
    assert not Path("fuzz").exists()


def test_fuzz_is_the_same_for_a_seed(sand: Any) -> None:
    runs = [sand("fuzz", "skirmish", "--games", "4", "--seed", seed, "--json").data for seed in ("01", "01", "02")]
    assert runs[0] == runs[1] != runs[2]
    assert runs[0]["skirmish"]["failures"] == []


def test_quick_plays_every_game_a_little(sand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.trying.QUICK_GAMES", 2)
    data = sand("fuzz", "--quick", "--json").data
    assert {name: tally["games"] for name, tally in data.items()} == {"skirmish": 2, "market": 2, "patrol": 2}


def test_a_failure_is_told_and_can_be_replayed(sand: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faulty.py").write_text(
        "from tests.small.skirmish import Skirmish\n\n\nclass Faulty(Skirmish):\n    id = 'faulty'\n\n"
        "    def broken(self, state):\n        return 'the second turn is cursed' if state.turn == 2 else None\n\n\n"
        "GAME = Faulty()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(registry.ENVIRONMENT, "faulty")
    answer = sand("fuzz", "faulty", "--games", "2", "--dump", "found")
    assert answer.code == 1
    assert answer.err.count("the second turn is cursed") == 2
    assert answer.out.endswith("2 failures.\n")
    dumps = sorted(Path("found").glob("*.game"))
    assert len(dumps) == 2
    assert sand("replay", dumps[0], "--strict").code == 0
    assert "the second turn is cursed" in dumps[0].with_suffix(".txt").read_text()


def test_with_nothing_to_play_it_says_so(sand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "")
    monkeypatch.setattr(registry, "games", lambda: ())
    answer = sand("fuzz", "--quick")
    assert (answer.code, answer.err) == (0, "No game can be played yet.\n")
