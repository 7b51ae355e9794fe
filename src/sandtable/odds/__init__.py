"""Odds of Axis & Allies battles and raids: exact where possible, sampled where not; pure numbers that know no game."""

from sandtable.odds.battle import Army, Battle, OddsError, Support, TooLarge, UnitType
from sandtable.odds.choices import LOSS_RULES, LossRule, Sending, Wave, Waves, best_force, in_waves, with_losses
from sandtable.odds.compare import Comparison, Difference, solve, what_if
from sandtable.odds.exact import exact
from sandtable.odds.montecarlo import monte_carlo
from sandtable.odds.outcome import Odds, Outcome
from sandtable.odds.raid import Raid, RaidOdds, RaidOutcome, RaidTarget, raid_outcome

__all__ = [
    "LOSS_RULES",
    "Army",
    "Battle",
    "Comparison",
    "Difference",
    "LossRule",
    "Odds",
    "OddsError",
    "Outcome",
    "Raid",
    "RaidOdds",
    "RaidOutcome",
    "RaidTarget",
    "Sending",
    "Support",
    "TooLarge",
    "UnitType",
    "Wave",
    "Waves",
    "best_force",
    "exact",
    "in_waves",
    "monte_carlo",
    "raid_outcome",
    "solve",
    "what_if",
    "with_losses",
]
