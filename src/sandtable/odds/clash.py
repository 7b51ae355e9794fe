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
from sandtable.odds.kept import Kept
from sandtable.odds.losses import Bools, Ints, Kind, Lattice, loss_table, reachable
from sandtable.odds.operators import Falls, Fire, standing
from sandtable.odds.sides import Side, Volley, exchange_volley, most_vectors, side_of, strike_volley

Fires = tuple[Fire, ...]
"""A side's fire at the states without and with a destroyer, as far as there are some."""

TABLE_LIMIT = 16_000_000
"""Cells that the tables of one side's fire may have, counted before any of them is made."""


@dataclass(frozen=True, eq=False)
class Clash:
    """A battle compiled to tables."""

    battle: Battle
    attacker: Side
    defender: Side
    attack: Fires
    defence: Fires
    strikes: Strikes | None
    ending: Ending


@dataclass(frozen=True, eq=False)
class Strikes:
    """The surprise strikes of submarines, and the pairs of states in which somebody strikes."""

    attack: Fires
    defence: Fires
    struck: Bools


_SIDES: Kept[Side] = Kept(64, lambda side: side.left.size)
_VOLLEYS: Kept[Volley] = Kept(128, lambda volley: volley.chance.size)
_FALLS: Kept[Falls] = Kept(128, lambda falls: falls.cells.size)


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
        strikes=_strikes(attacker, defender),
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
    enemy_kinds = frozenset(group.kind for group in enemy.groups)
    key = (own, name, enemy_kinds, starts.tobytes(), battle.supports, battle.low_luck)
    return _SIDES.get(key, lambda: _compiled(battle, name, own, starts, enemy))


def _compiled(battle: Battle, name: SideName, own: Lattice, starts: Ints, enemy: Lattice) -> Side:
    states = reachable(own, starts, enemy)
    side = side_of(battle, name, own, states, enemy)
    order = np.lexsort((side.has_destroyer, own.levels(states)))
    return side if (order[:-1] < order[1:]).all() else side_of(battle, name, own, states[order], enemy)


def _exchange(shooter: Side, target: Side, shells: Floats | None = None) -> Fires:
    return tuple(
        _fire(_volley(shooter, with_submarines=destroyer, shells=shells), target, destroyer=destroyer)
        for destroyer in (False, True)
        if (target.has_destroyer == destroyer).any()
    )


def _strikes(attacker: Side, defender: Side) -> Strikes | None:
    ours, theirs = (
        shooter.facts.armed[Kind.SUB].any() and not target.has_destroyer.all()
        for shooter, target in ((attacker, defender), (defender, attacker))
    )
    if not ours and not theirs:
        return None
    struck = np.zeros((attacker.size, defender.size), np.bool_)
    if ours:
        struck |= attacker.facts.armed[Kind.SUB][:, None] & ~defender.has_destroyer
    if theirs:
        struck |= defender.facts.armed[Kind.SUB] & ~attacker.has_destroyer[:, None]
    return Strikes(_strike(attacker, defender), _strike(defender, attacker), struck)


def _strike(shooter: Side, target: Side) -> Fires:
    """The strike at states without destroyer; the others stand."""
    if not shooter.facts.armed[Kind.SUB].any() or target.has_destroyer.all():
        return (standing(np.ones(target.size, np.bool_), shooter.size),)
    volley = _VOLLEYS.get((shooter, "strike"), lambda: strike_volley(shooter))
    return _fire(volley, target, destroyer=False), standing(target.has_destroyer, shooter.size)


def _volley(shooter: Side, *, with_submarines: bool, shells: Floats | None) -> Volley:
    def fired() -> Volley:
        return exchange_volley(shooter, with_submarines=with_submarines, shells=shells)

    if shells is not None:
        return fired()
    return _VOLLEYS.get((shooter, with_submarines), fired)


def _fire(volley: Volley, target: Side, *, destroyer: bool) -> Fire:
    def falls() -> Falls:
        rows = np.flatnonzero(target.has_destroyer == destroyer)
        place = np.full(target.lattice.size, -1, np.int64)
        place[target.states] = np.arange(target.size)
        reached = loss_table(target.lattice, target.states[rows], volley.hits)
        return Falls.of(rows, place[reached], target.size)

    return Fire(volley.chance, _FALLS.get((target, destroyer, volley.hits.tobytes()), falls))
