"""What draws units, and what it is worth."""

from __future__ import annotations

from sandtable.games.axisallies.bots.values import (
    army_value,
    capitals,
    is_target,
    prize,
    production_of,
    pull,
    sea_pull,
)
from tests.games.axisallies.board import at, position

BERLIN, MOSCOW, POLAND = at("Germany"), at("Russia"), at("Poland")


def test_a_capital_is_worth_most_and_less_in_other_hands() -> None:
    state = position()
    assert prize(state, MOSCOW) == max(prize(state, place) for place in (MOSCOW, POLAND, at("Egypt"), at("Novgorod")))
    lost = position(territories={MOSCOW: {"holder": "germany"}})
    assert prize(lost, MOSCOW) < prize(state, MOSCOW)
    assert capitals(state, "ussr") == (MOSCOW,)
    assert capitals(lost, "ussr") == ()


def test_the_pull_grows_towards_the_prize_and_does_not_cross_the_sea() -> None:
    draw = pull(position(wars={"germany-ussr": 1}), "germany")
    assert draw[at("Smolensk")] > draw[at("Belarus")] > draw[at("Eastern Poland")] > 0
    assert at("United Kingdom") in draw  # itself a prize
    assert at("Japan") not in draw
    assert sea_pull(position(), "usa")[6] > 0


def test_only_those_at_war_are_targets() -> None:
    assert not is_target(position(), "germany", MOSCOW)
    assert is_target(position(wars={"germany-ussr": 1}), "germany", MOSCOW)
    assert is_target(position(), "germany", at("Greece"))
    assert not is_target(position(), "germany", at("Sweden"))


def test_alliances_are_counted_together() -> None:
    units = {1: {"kind": "tank", "owner": "italy", "at": BERLIN}, 2: {"kind": "infantry", "owner": "uk", "at": POLAND}}
    state = position(units=units)
    assert (army_value(state, "axis"), army_value(state, "allies")) == (6, 3)
    assert production_of(state, "allies") > production_of(state, "axis") > 0
