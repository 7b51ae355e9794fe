"""The fuzzer: finds what cannot be, is the same for a seed, and hands over games that can be opened."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from sandtable import registry, savefile
from sandtable.kernel import Action, Draft, Game, Outcome, Phase, Sequence, SomeOf, refuse
from sandtable.sim import fuzz as fuzzing
from sandtable.sim.fuzz import Failure, Plan, fuzz
from tests.small import market, patrol, skirmish
from tests.small.skirmish import Position, Skirmish


@pytest.mark.parametrize("game", [market.GAME, patrol.GAME, skirmish.GAME], ids=lambda game: game.id)
def test_games_that_are_right_have_no_failures(game: Game[Any]) -> None:
    tally = fuzz(game, Plan(games=6))
    assert [failure.fault for failure in tally.failures] == []
    assert tally.games == 6
    assert tally.steps > 60


def test_all_scenarios_and_zeals_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = [(scenario.name, zeal) for scenario, _, zeal in fuzzing._fixtures(skirmish.GAME, Plan(games=6))]
    assert played == [("meeting", 1), ("narrow", 1), ("meeting", 4), ("narrow", 4), ("meeting", 16), ("narrow", 16)]


@pytest.mark.parametrize("game", [market.GAME, patrol.GAME, skirmish.GAME], ids=lambda game: game.id)
def test_many_games_go_without_a_record(game: Game[Any]) -> None:
    light = fuzz(game, Plan(games=6, light=True))
    assert [failure.fault for failure in light.failures] == []
    assert light.steps > 60


def test_options_are_those_of_the_plan() -> None:
    (scenario, _, _), *_ = fuzzing._fixtures(skirmish.GAME, Plan(games=1, options={"turns": 3}))
    assert scenario.options.turns == 3  # type: ignore[attr-defined]


def test_a_seed_plays_the_same_games() -> None:
    def steps(seed: bytes) -> int:
        return fuzz(skirmish.GAME, Plan(games=8, seed=seed)).steps

    assert steps(b"one") == steps(b"one") != steps(b"two")


class Scatter(Action, frozen=True):
    units: tuple[int, ...]


class Crashing(Skirmish):
    def settle(self, d: Draft[Position]) -> None:
        if d.now.turn == 3:
            raise ZeroDivisionError("the third turn")


class Eternal(Skirmish):
    def outcome(self, state: Position) -> Outcome | None:
        return None


class Broken(Skirmish):
    def broken(self, state: Position) -> str | None:
        return "the second turn is cursed" if state.turn == 2 else None


class Stuck(Skirmish):
    sequence = Sequence(
        Phase("blue", "SK-1.1", who=lambda s: (skirmish.BLUE,), verbs=(skirmish.MOVE,)),
        *skirmish.SEQUENCE.procedures,
    )


class Vanishing(Skirmish):
    """Its sequence of play ends and nobody has won."""

    sequence = Sequence(Phase("blue", "SK-1.1", who=lambda s: (skirmish.BLUE,), verbs=(skirmish.DONE,)))


class Lying(Skirmish):
    """Offers a default that its own check refuses."""

    sequence = Sequence(
        Phase(
            "blue",
            "SK-1.1",
            who=lambda s: (skirmish.BLUE,),
            verbs=(
                skirmish.verb(
                    Scatter,
                    "SK-9",
                    lambda d, action: d.done(),
                    units=lambda s, seat: SomeOf(
                        "piece", s.pieces, check=lambda units: refuse("", "refuse.nothing"), default=(11,)
                    ),
                ),
            ),
        )
    )


class Hopeless(Skirmish):
    def setup(self, scenario: Any, dice: Any) -> Position:
        raise KeyError("no such counter")


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (Crashing(), "ZeroDivisionError: the third turn"),
        (Eternal(), "the game goes on after 200 steps"),
        (Broken(), "the second turn is cursed"),
        (Stuck(), "blue is asked at blue and has no legal answer"),
        (Vanishing(), "nobody is asked and the game is not over"),
        (Lying(), 'blue was offered {"do":"scatter","units":[11]}, which is refused: refuse.nothing SK-9'),
        (Hopeless(), "KeyError: 'no such counter'"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_each_failure_is_found(game: Game[Any], fault: str) -> None:
    told: list[Failure] = []
    tally = fuzz(game, Plan(games=2, limit=200), told.append)
    assert [failure.fault for failure in tally.failures] == [fault, fault]
    assert told == tally.failures


def test_a_failure_is_saved_as_a_game_that_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")
    [failure] = fuzz(Crashing(), Plan(games=1)).failures
    path = failure.dump(tmp_path / "deep" / "er")
    opened = savefile.open_match(path)
    assert opened.problem is None
    assert opened.match.seq == failure.step > 0
    note = path.with_suffix(".txt").read_text()
    assert note.startswith(f"skirmish meeting, after step {failure.step}: ZeroDivisionError: the third turn")
    assert "in settle" in note
    assert failure.dump(path.parent) == path


def test_a_failure_before_the_opening_leaves_a_note(tmp_path: Path) -> None:
    [failure] = fuzz(Hopeless(), Plan(games=1)).failures
    path = failure.dump(tmp_path)
    assert path.suffix == ".txt"
    assert "no such counter" in path.read_text()
    assert len(list(tmp_path.iterdir())) == 1


def test_the_clock_cuts_a_run_short_without_a_failure() -> None:
    started = time.monotonic()
    tally = fuzz(Eternal(), Plan(games=50, limit=10**9, stride=1000, seconds=0.3))
    assert time.monotonic() - started < 5
    assert (tally.failures, tally.unfinished) == ([], tally.games)


def test_a_stride_looks_less_often() -> None:
    looks = []

    class Watched(Skirmish):
        def broken(self, state: Position) -> str | None:
            looks.append(state.turn)
            return None

    tally = fuzz(Watched(), Plan(games=2, stride=10))
    assert len(looks) < tally.steps / 4


def test_a_record_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing.Match, "verify", lambda self: iter([(3, "another position comes of it")]))
    [failure] = fuzz(skirmish.GAME, Plan(games=1)).failures
    assert failure.fault == "step 3 does not replay: another position comes of it"


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        ("Crashing", "ZeroDivisionError: the third turn"),
        ("Broken", "the second turn is cursed"),
        ("Stuck", "has no legal answer"),
        ("Eternal", "the game goes on after 300 steps"),
    ],
)
def test_without_a_record_faults_are_found_too(game: str, fault: str) -> None:
    tally = fuzz(globals()[game](), Plan(games=2, limit=300, light=True))
    assert any(fault in failure.fault for failure in tally.failures)
    assert tally.failures[0].records == ()
