"""Questions about a battle: its odds by the best method at hand, and what a few units more would change."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.odds.battle import Battle, TooLarge
from sandtable.odds.exact import exact
from sandtable.odds.montecarlo import monte_carlo
from sandtable.odds.outcome import Odds, Outcome


class Difference(msgspec.Struct, frozen=True):
    """After minus before."""

    attacker_wins: float
    defender_wins: float
    captures: float
    rounds: float
    swing: float
    attacker_loss: float
    defender_loss: float
    error: float  # standard error of the difference in the chance to win, 0 when both are exact


class Comparison(msgspec.Struct, frozen=True):
    """The odds with and without a change."""

    before: Odds
    after: Odds
    difference: Difference


def solve(battle: Battle, *, battles: int = 100_000, seed: int = 1) -> Outcome:
    """The exact outcome, or a sampled one when the battle is too large for that."""
    try:
        return exact(battle)
    except TooLarge:
        return monte_carlo(battle, battles=battles, seed=seed)


def what_if(
    battle: Battle, *, add: Mapping[str, int] | None = None, add_defender: Mapping[str, int] | None = None
) -> Comparison:
    """The odds of a battle, the odds with units added to the attacker or the defender, and the difference.

    A negative number takes units away.
    """
    changed = battle.reinforced("attacker", add or {}).reinforced("defender", add_defender or {})
    before, after = solve(battle).odds(), solve(changed).odds()
    difference = Difference(
        attacker_wins=after.attacker_wins - before.attacker_wins,
        defender_wins=after.defender_wins - before.defender_wins,
        captures=after.captures - before.captures,
        rounds=after.rounds - before.rounds,
        swing=after.swing - before.swing,
        attacker_loss=after.attacker_loss - before.attacker_loss,
        defender_loss=after.defender_loss - before.defender_loss,
        error=(before.error**2 + after.error**2) ** 0.5,
    )
    return Comparison(before, after, difference)
