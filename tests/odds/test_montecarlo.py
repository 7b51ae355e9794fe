"""Sampled battles against exact ones."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.odds.battle import Battle
from sandtable.odds.exact import exact
from sandtable.odds.montecarlo import monte_carlo
from sandtable.odds.outcome import Outcome
from tests.odds.tables import army, battle

BATTLES = 40_000

VARIED = {
    "infantry": battle("9 inf 3 art", "7 inf 2 art"),
    "combined arms": battle("6 inf 2 art 4 mech 3 tank 2 ftr 3 tac", "9 inf 2 tank 2 ftr"),
    "guns": battle("4 inf 2 tank 4 ftr 3 bmb", "6 inf 3 aa 1 ftr"),
    "landing": battle(army("6 inf 2 tank", landed="6 inf 2 tank"), "6 inf 1 art", bombard={"battleship": 2}),
    "landing broken off": battle(
        army("6 inf 4 tank 2 ftr", landed="3 inf 1 tank"), "8 inf 1 aa", retreat_at=5, bombard={"cruiser": 2}
    ),
    "three rounds": battle("8 inf 2 tank 2 ftr", "8 inf 2 aa", max_rounds=3),
    "keep a land unit": battle("3 inf 4 ftr 1 bmb", "6 inf 1 aa", keep_land_unit=True),
    "low luck": battle("6 inf 3 art 3 tank", "7 inf 2 tank 1 ftr", low_luck=True),
    "fleet": battle("2 bb 1 cv 2 dd 3 ss 2 ftr 1 tac", "1 bb 1 cv 2 dd 1 ca 2 ss 2 ftr 2 tp"),
    "wolf pack": battle("5 ss", "1 cv 2 ftr 1 ca 2 ss 3 tp"),
    "aircraft and submarines": battle("4 ftr 2 ss 1 dd 1 ca", "3 ss 2 dd 1 bb 1 tp"),
    "damaged fleet": battle(army("3 bb 1 dd", damaged="2 bb"), army("2 cv 2 bb", damaged="1 cv 1 bb"), retreat_at=1),
    "odd order": battle(
        army("2 bb 2 ss 3 ftr 2 dd", order=("fighter*2", "submarine", "battleship:hit")),
        army("3 ss 2 ftr 1 dd 2 ca", order=("fighter", "destroyer")),
    ),
    "no way back": battle("2 cv 3 ftr 2 tp 1 dd", "3 ss 1 dd 1 ca", can_retreat=False),
}


def figures(outcome: Outcome) -> dict[str, np.ndarray]:
    """Per-case values whose means are compared."""
    ours, theirs = outcome.attacker, outcome.defender
    return {
        "wins": (ours.alive() & ~theirs.alive()).astype(float),
        "holds": (~ours.alive() & theirs.alive()).astype(float),
        "undecided": (ours.alive() & theirs.alive()).astype(float),
        "captures": (ours.holds_land() & ~theirs.alive()).astype(float),
        "swing": outcome.swing().astype(float),
        "attackers left": ours.left.sum(axis=1).astype(float),
        "defenders left": theirs.left.sum(axis=1).astype(float),
        "damaged": (ours.damaged.sum(axis=1) - theirs.damaged.sum(axis=1)).astype(float),
    }


@pytest.mark.parametrize("name", sorted(VARIED))
def test_agrees_with_the_exact_method(name: str) -> None:
    solved, sampled = exact(VARIED[name]), monte_carlo(VARIED[name], battles=BATTLES, seed=7)
    assert sampled.battles == BATTLES
    assert sampled.chance.sum() == pytest.approx(1.0)
    for (what, truth), (_, found) in zip(figures(solved).items(), figures(sampled).items(), strict=True):
        mean = solved.expected(truth)
        deviation = max(0.0, solved.expected((truth - mean) ** 2)) ** 0.5
        error = deviation / BATTLES**0.5
        assert abs(sampled.expected(found) - mean) <= 4.0 * error + 1e-9, what
    assert sampled.rounds == pytest.approx(solved.rounds, rel=0.02)


def test_the_same_seed_gives_the_same_outcome() -> None:
    fight = VARIED["guns"]
    first, second = (monte_carlo(fight, battles=3_000, seed=5).odds() for _ in range(2))
    assert first == second
    assert first != monte_carlo(fight, battles=3_000, seed=6).odds()


def test_error_bars_shrink_with_the_sample() -> None:
    fight = VARIED["infantry"]
    few, many = (monte_carlo(fight, battles=n, seed=3).odds() for n in (1_000, 16_000))
    assert few.error == pytest.approx(4.0 * many.error, rel=0.1)
    assert few.swing_error == pytest.approx(4.0 * many.swing_error, rel=0.1)
    assert exact(fight).odds().error == 0.0


def test_a_huge_battle_can_be_sampled() -> None:
    fight: Battle = battle("120 inf 40 art 60 tank 30 ftr", "150 inf 30 tank 20 ftr 6 aa")
    odds = monte_carlo(fight, battles=2_000, seed=1).odds()
    assert odds.attacker_wins + odds.defender_wins + odds.both_destroyed == pytest.approx(1.0)
