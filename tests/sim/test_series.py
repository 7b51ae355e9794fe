"""A series of games: numbered, repeatable, fair to both sides."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.kernel import Entry, Roll
from sandtable.sim.series import CUT, _luck, play, series, wilson

PLAN = series("eastfront", ("1",), ("random", "random"), 4, seed="a")


def told(row: object) -> dict[str, object]:
    return {**msgspec.structs.asdict(row), "seconds": 0}  # type: ignore[type-var]


def test_the_same_number_is_the_same_game_and_the_next_changes_sides() -> None:
    one, again, other = play(PLAN, 0), play(PLAN, 0), play(PLAN, 1)
    assert told(one) == told(again)
    assert {one.side, other.side} == {"axis", "soviet"}
    assert one.won in (0.0, 0.5, 1.0)
    assert {figure.seat for figure in one.figures} == {"axis", "soviet"}
    assert [figure.turn for figure in one.figures] == sorted(figure.turn for figure in one.figures)
    assert one.opening


def test_another_seed_is_another_game() -> None:
    assert told(play(PLAN, 0)) != told(play(msgspec.structs.replace(PLAN, seed="b"), 0))


def test_a_game_is_cut_where_it_is_asked_to_be() -> None:
    row = play(series("axisallies", (), ("random", "random"), 1, turns=1), 0)
    assert (row.ending, row.turns, row.won) == (CUT, 1, 0.5)


def test_whoever_plays_alone_wins_or_does_not() -> None:
    row = play(series("fieldsoffire", (), ("random", "random"), 1, turns=1), 0)
    assert row.won == 0.0


@pytest.mark.parametrize(
    ("game", "scenarios", "bots"),
    [
        ("chess", (), ("random", "random")),
        ("eastfront", ("99",), ("random", "random")),
        ("eastfront", (), ("random", "genius")),
    ],
)
def test_unknown_names_are_said(game: str, scenarios: tuple[str, ...], bots: tuple[str, str]) -> None:
    with pytest.raises(LookupError, match="there is"):
        series(game, scenarios, bots, 1)


def test_luck_is_what_came_beyond_what_was_to_be_expected() -> None:
    entry = Entry(key="x", rolls=(Roll(why="", sides=6, faces=(1, 2, 6), need=3), Roll(why="", sides=6, faces=(4,))))
    assert _luck(entry) == pytest.approx(0.5)


def test_the_interval_of_a_rate() -> None:
    low, high = wilson(5, 10)
    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert wilson(0, 0) == (0.0, 1.0)
