"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): how strong someone is, how sure that is, how it swings.

Names of the paper in brackets. What people read is 173.7178 times what is reckoned with, plus 1500.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

SCALE = 173.7178
START = 1500.0
DEVIATION = 350.0
VOLATILITY = 0.06
SYSTEM = 0.5
"""How much a volatility may change (tau): the paper says 0.3 to 1.2, less where upsets should not shake it."""
EXACT = 0.000001
MOST_ROUNDS = 200
"""The search for a volatility ends after a few; whatever is fed to it, it ends."""


class Rating(Struct, frozen=True):
    """How strong someone is (r), how sure that is (RD), and how much it swings (sigma)."""

    rating: float = START
    deviation: float = DEVIATION
    volatility: float = VOLATILITY


class Game(Struct, frozen=True):
    """One game of a period: the opponent before it, and what we made of it: 1, 0.5 or 0."""

    opponent: Rating
    score: float


def rested(one: Rating, periods: float) -> Rating:
    """A rating after a while without a game: less sure, never less than that of somebody new (step 6)."""
    spread = math.hypot(one.deviation / SCALE, one.volatility * math.sqrt(max(0.0, periods))) * SCALE
    return Rating(one.rating, min(DEVIATION, spread), one.volatility)


def updated(one: Rating, games: Sequence[Game], system: float = SYSTEM) -> Rating:
    """A rating after the games of a period (steps 2 to 8)."""
    if not games:
        return rested(one, 1)
    mean, spread = (one.rating - START) / SCALE, one.deviation / SCALE
    weights = [_weight(game.opponent.deviation / SCALE) for game in games]
    expected = [
        1 / (1 + math.exp(-weight * (mean - (game.opponent.rating - START) / SCALE)))
        for weight, game in zip(weights, games, strict=True)
    ]
    variance = 1 / sum(weight**2 * hope * (1 - hope) for weight, hope in zip(weights, expected, strict=True))
    surprise = sum(weight * (game.score - hope) for weight, game, hope in zip(weights, games, expected, strict=True))
    volatility = _volatility(one.volatility, spread, variance, variance * surprise, system)
    before = math.hypot(spread, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return Rating(START + SCALE * (mean + after**2 * surprise), min(DEVIATION, SCALE * after), volatility)


def _weight(spread: float) -> float:
    """How much a game against someone of this spread tells (g)."""
    return 1 / math.sqrt(1 + 3 * spread**2 / math.pi**2)


def _volatility(old: float, spread: float, variance: float, gain: float, system: float) -> float:
    """The new volatility, by the search of step 5 (the Illinois way of regula falsi)."""
    start = math.log(old**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        total = spread**2 + variance + power
        return power * (gain**2 - total) / (2 * total**2) - (x - start) / system**2

    low = start
    if gain**2 > spread**2 + variance:
        high = math.log(gain**2 - spread**2 - variance)
    else:
        steps = 1
        while slope(start - steps * system) < 0 and steps < MOST_ROUNDS:
            steps += 1
        high = start - steps * system
    at_low, at_high = slope(low), slope(high)
    for _ in range(MOST_ROUNDS):
        if abs(high - low) <= EXACT:
            break
        between = low + (low - high) * at_low / (at_high - at_low)
        found = slope(between)
        if found * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, found
    return math.exp(low / 2)
