"""Auditing dice: every roll follows from the seed that was promised."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots.aimless import Aimless
from sandtable.kernel import Match, records
from sandtable.kernel.records import AnyRecord, Finished, Header, Opening, Played
from sandtable.sim.audit import audit, seed_of
from sandtable.sim.driver import play_match
from tests.small.skirmish import GAME


@pytest.fixture(scope="module")
def lines() -> list[AnyRecord]:
    """The records of a whole game in which dice were rolled."""
    scenario = GAME.open("narrow")
    bots = {seat: Aimless(seat.encode(), zeal=9) for seat in scenario.seats}
    match = play_match(Match.new(GAME, scenario, b"seed"), bots, b"order")
    assert any(step.rolls for step in match.steps)
    return [records.read(records.write(record)) for record in match.records]


def fold(lines: list[AnyRecord]) -> Match[Any]:
    return Match.fold(GAME, lines)


def test_a_true_game_passes(lines: list[AnyRecord]) -> None:
    assert list(audit(fold(lines))) == []


def test_the_seed_is_told_at_the_end_even_if_the_header_hides_it(lines: list[AnyRecord]) -> None:
    assert isinstance(lines[0], Header)
    hidden = fold([replace(lines[0], seed=None), *lines[1:]])
    assert seed_of(hidden) == b"seed"
    assert list(audit(hidden)) == []


def test_without_a_seed_there_is_nothing_to_audit(lines: list[AnyRecord]) -> None:
    assert isinstance(lines[0], Header)
    told = [line for line in lines[1:] if not isinstance(line, Finished)]
    hidden = fold([replace(lines[0], seed=None), *told])
    assert seed_of(hidden) is None
    assert list(audit(hidden)) == []


def test_another_seed_than_promised_is_found(lines: list[AnyRecord]) -> None:
    assert isinstance(lines[0], Header)
    [(seq, problem)] = audit(fold([replace(lines[0], seed=b"seeds".hex()), *lines[1:]]))
    assert seq == 0
    assert "not the one that was promised" in problem


def test_a_die_that_was_turned_is_found(lines: list[AnyRecord]) -> None:
    at = next(n for n, line in enumerate(lines) if isinstance(line, Played) and line.rolls)
    step = lines[at]
    assert isinstance(step, Played)
    turned = replace(step, rolls=(step.rolls[0] % 6 + 1, *step.rolls[1:]))
    found = list(audit(fold([*lines[:at], turned, *lines[at + 1 :]])))
    assert [seq for seq, _ in found] == [step.seq]
    assert "the seed gives" in found[0][1]


def test_a_step_that_todays_rules_refuse_is_not_the_fault_of_the_dice(lines: list[AnyRecord]) -> None:
    at = next(n for n, line in enumerate(lines) if isinstance(line, Played))
    step = lines[at]
    assert isinstance(step, Played)
    for action in ({"do": "fly"}, {"do": "hold"}):
        match = fold([*lines[:at], replace(step, action=action), *lines[at + 1 :]])
        assert list(audit(match)) == []
        assert [seq for seq, _ in match.verify()] == [step.seq]


def test_a_set_up_that_was_stacked_is_found(lines: list[AnyRecord]) -> None:
    assert isinstance(lines[1], Opening)
    stacked = replace(lines[1], rolls=(*lines[1].rolls[1:], lines[1].rolls[0]))
    [(seq, problem)] = audit(fold([lines[0], stacked, *lines[2:]]))
    assert seq == 0
    assert "the dice of the set-up" in problem
