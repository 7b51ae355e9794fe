"""What happens once, before the first round: anti-aircraft fire and shore bombardment."""

from __future__ import annotations

import numpy as np

from sandtable.odds.battle import Battle
from sandtable.odds.dice import Floats, hit_chance, hit_distribution
from sandtable.odds.losses import Kind, Lattice


def anti_aircraft(battle: Battle, attacker: Lattice, defender: Lattice) -> Floats:
    """Distribution of attacking aircraft shot down: dice of all guns, but no aircraft is fired at twice.

    Guns that defend alone, beside nobody with a combat value, fall before they fire.
    """
    if not any(group.unit.defence for group in defender.groups if group.count):
        return _single({}, low_luck=battle.low_luck)
    targets = sum(group.count for group in attacker.groups if group.kind is Kind.AIR)
    guns = sorted((group.unit.aa_hit_on, group.count * group.unit.aa_dice) for group in defender.groups)
    dice: dict[float, int] = {}
    for hit_on, shots in reversed(guns):
        used = min(shots, targets)
        targets -= used
        dice[hit_chance(hit_on)] = dice.get(hit_chance(hit_on), 0) + used
    return _single(dice, low_luck=battle.low_luck)


def bombardment(battle: Battle) -> Floats:
    """Distribution of hits by the ships off the shore."""
    dice: dict[float, int] = {}
    for unit_id, ships in sorted(battle.bombard.items()):
        chance = hit_chance(battle.unit(unit_id).bombard)
        dice[chance] = dice.get(chance, 0) + ships
    return _single(dice, low_luck=battle.low_luck)


def _single(dice: dict[float, int], *, low_luck: bool) -> Floats:
    counts = {chance: np.array([number], np.int64) for chance, number in dice.items()}
    return hit_distribution(counts, 1, low_luck=low_luck)
