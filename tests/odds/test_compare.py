"""One call, two battles, and the difference."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.odds import OddsError, compare, exact, monte_carlo, solve, what_if
from sandtable.odds.outcome import Odds
from tests.odds.tables import battle

FIGHT = battle("5 inf 2 art 1 tank", "6 inf 1 tank")


def test_what_if_gives_both_and_the_difference() -> None:
    answer = what_if(FIGHT, add={"tank": 2})
    assert answer.before == exact(FIGHT).odds()
    assert answer.after == exact(FIGHT.reinforced("attacker", {"tank": 2})).odds()
    assert answer.difference.attacker_wins == pytest.approx(answer.after.attacker_wins - answer.before.attacker_wins)
    assert answer.difference.attacker_wins > 0.1
    assert answer.difference.error == 0.0


def test_what_if_works_for_the_defender_and_for_fewer_units() -> None:
    assert what_if(FIGHT, add_defender={"infantry": 2}).difference.attacker_wins < 0.0
    assert what_if(FIGHT, add={"infantry": -2}).difference.attacker_wins < 0.0
    with pytest.raises(OddsError, match="only 1 there"):
        what_if(FIGHT, add={"tank": -2})


def test_a_battle_too_large_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve(FIGHT).battles == 0
    monkeypatch.setattr(compare, "exact", lambda fight: exact(fight, work_limit=3))
    odds = solve(FIGHT, battles=2_000, seed=9).odds()
    assert odds == monte_carlo(FIGHT, battles=2_000, seed=9).odds()
    assert odds.method == "monte carlo"


def test_odds_travel_as_json() -> None:
    odds = solve(FIGHT).odds()
    assert msgspec.json.decode(msgspec.json.encode(odds), type=Odds) == odds
