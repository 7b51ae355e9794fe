"""Standings: points and tie-breaks by hand."""

from __future__ import annotations

from sandtable.server.standings import standings
from sandtable.store.rows import PairingRow


def game(number: int, first: int, second: int, points: int | None, how: str = "rules") -> PairingRow:
    against = None if points is None else 0 if how in ("bye", "rest", "absent") else 2 - points
    return PairingRow(
        tournament_id="t", round=number, board=first, first=first, second=second, match_id="m", points=points,
        against=against, how=how,
    )  # fmt: skip


def test_points_then_buchholz_then_sonneborn_berger() -> None:
    games = [
        game(1, 1, 3, 2),
        game(1, 2, 4, 2),
        game(2, 1, 2, 1),
        game(2, 3, 4, 2),
        game(3, 1, 4, 2),
        game(3, 2, 3, 2),
    ]
    found = standings({1: 1, 2: 2, 3: 3, 4: 4}, games, "swiss")
    # One and two have 2.5 points each; all have met all, so Buchholz is level too, and so is Sonneborn-Berger.
    assert [(one.account_id, one.points) for one in found] == [(1, 5), (2, 5), (3, 2), (4, 0)]
    assert [one.rank for one in found] == [1, 1, 3, 4]
    assert [one.buchholz for one in found] == [7, 7, 10, 12]
    # 1 beat 3 (1 point) and 4 (0), drew with 2 (2.5): 1 + 0 + 1.25 = 2.25, kept four times.
    assert [one.berger / 4 for one in found] == [2.25, 2.25, 0, 0]
    assert [one.won for one in found] == [2, 2, 1, 0]


def test_a_bye_counts_as_an_opponent_like_oneself_and_a_rest_as_nothing() -> None:
    found = standings({1: 1, 2: 2, 3: 3}, [game(1, 1, 2, 2), game(1, 3, 0, 2, "bye")], "swiss")
    by = {one.account_id: one for one in found}
    assert (by[3].points, by[3].buchholz) == (2, 2)
    assert (by[1].points, by[1].buchholz) == (2, 0)
    assert [one.account_id for one in found] == [3, 1, 2]
    rested = standings({1: 1, 2: 2, 3: 3}, [game(1, 1, 2, 2), game(1, 3, 0, 0, "rest")], "round_robin")
    assert {one.account_id: one.buchholz for one in rested}[3] == 0


def test_a_forfeit_gives_points_but_no_opponent_and_what_is_played_counts_nothing_yet() -> None:
    games = [game(1, 1, 2, 2, "forfeit"), game(1, 3, 4, None)]
    by = {one.account_id: one for one in standings({1: 1, 2: 2, 3: 3, 4: 4}, games, "swiss")}
    assert (by[1].points, by[1].buchholz, by[2].points) == (2, 2, 0)
    assert (by[3].points, by[3].buchholz) == (0, 0)


def test_a_round_robin_looks_at_sonneborn_berger_first() -> None:
    games = [game(1, 1, 3, 2), game(1, 2, 4, 2), game(2, 3, 4, 2)]
    seeds = {2: 1, 1: 2, 3: 3, 4: 4}
    assert standings(seeds, games, "round_robin")[0].account_id == 1
