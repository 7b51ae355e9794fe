"""Both sides of a battle made ready to meet: volleys, the states they lead to, and the end of the battle.

Everything is indexed by the states that can occur, sorted by the number of hits absorbed (so a loss always leads to a
later state) and then by the presence of a destroyer (so that a run of attacker states shares one set of enemy
volleys).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sandtable.odds.battle import Battle, SideName, TooLarge
from sandtable.odds.dice import Floats
from sandtable.odds.ending import Ending, ending_of
from sandtable.odds.losses import Ints, Kind, Lattice, loss_table, reachable
from sandtable.odds.sides import Side, Volley, exchange_volley, most_vectors, side_of, strike_volley

TABLE_LIMIT = 16_000_000
"""Cells that the tables of one side's fire may have, counted before any of them is made."""


@dataclass(frozen=True, eq=False)
class Fire:
    """One side's fire at the enemy states with (or without) destroyer, and where it leads them."""

    chance: Floats  # per shooting state and hit vector
    targets: Ints  # the enemy states fired at, ascending
    result: Ints  # enemy state after each hit vector, per row of `targets`


@dataclass(frozen=True, eq=False)
class Clash:
    """A battle compiled to tables.  Fire is a pair: against states without, and with, a destroyer."""

    battle: Battle
    attacker: Side
    defender: Side
    attack: tuple[Fire, Fire]
    defence: tuple[Fire, Fire]
    attack_strike: Fire | None  # against defenders without destroyer
    defence_strike: Fire | None
    ending: Ending

    @property
    def has_strikes(self) -> bool:
        """Whether any submarine can ever strike by surprise."""
        return self.attack_strike is not None or self.defence_strike is not None


def clash_of(battle: Battle, lattices: tuple[Lattice, Lattice], attacker_starts: Ints, *, work_limit: int = 0) -> Clash:
    """Compile a battle; the attacker may start in any of the given lattice states, the defender whole.

    Raises :class:`TooLarge`, before it costs anything, where that would take more than ``work_limit`` (0: no limit).
    """
    one, two = lattices
    if work_limit and max(one.size, two.size) > TABLE_LIMIT:
        raise TooLarge(f"{max(one.size, two.size)} states of losses are too many to solve: use monte_carlo")
    attacker = _side(battle, "attacker", one, attacker_starts, two)
    defender = _side(battle, "defender", two, np.zeros(1, np.int64), one)
    if work_limit:
        _check_work(attacker, defender, work_limit)
    return Clash(
        battle=battle,
        attacker=attacker,
        defender=defender,
        attack=_exchange(attacker, defender),
        defence=_exchange(defender, attacker),
        attack_strike=_strike(attacker, defender),
        defence_strike=_strike(defender, attacker),
        ending=ending_of(battle, attacker.facts.at((slice(None), None)), defender.facts.at((None, slice(None)))),
    )


def _check_work(attacker: Side, defender: Side, limit: int) -> None:
    work = attacker.size * defender.size**2
    cells = max(most_vectors(side) * (attacker.size + defender.size) for side in (attacker, defender))
    if work > limit or cells > TABLE_LIMIT:
        sizes = f"{attacker.size} attacker and {defender.size} defender states"
        raise TooLarge(f"{sizes} are too many to solve: use monte_carlo, or raise work_limit to {work}")


def shelled(clash: Clash, shells: Floats) -> Clash:
    """The clash as it is in the first round, with the hits of a bombardment added to the attacker's.

    Units hit from the sea still fire in that round, so shells and first volley fall together.
    """
    return replace(clash, attack=_exchange(clash.attacker, clash.defender, shells))


def _side(battle: Battle, name: SideName, own: Lattice, starts: Ints, enemy: Lattice) -> Side:
    states = reachable(own, starts, enemy)
    side = side_of(battle, name, own, states, enemy)
    order = np.lexsort((side.has_destroyer, own.levels(states)))
    return side if (order[:-1] < order[1:]).all() else side_of(battle, name, own, states[order], enemy)


def _exchange(shooter: Side, target: Side, shells: Floats | None = None) -> tuple[Fire, Fire]:
    def at(*, destroyer: bool) -> Fire:
        if not (target.has_destroyer == destroyer).any():
            return Fire(np.ones((shooter.size, 1)), np.zeros(0, np.int64), np.zeros((0, 1), np.int64))
        return _fire(exchange_volley(shooter, with_submarines=destroyer, shells=shells), target, destroyer=destroyer)

    return at(destroyer=False), at(destroyer=True)


def _strike(shooter: Side, target: Side) -> Fire | None:
    if not shooter.facts.armed[Kind.SUB].any() or target.has_destroyer.all():
        return None
    return _fire(strike_volley(shooter), target, destroyer=False)


def _fire(volley: Volley, target: Side, *, destroyer: bool) -> Fire:
    rows = np.flatnonzero(target.has_destroyer == destroyer)
    place = np.full(target.lattice.size, -1, np.int64)
    place[target.states] = np.arange(target.size)
    reached = loss_table(target.lattice, target.states[rows], volley.hits)
    return Fire(volley.chance, rows, place[reached])
