"""What players choose about a battle: whom they lose first, in how many waves they come, and whom they send at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Literal, get_args

import msgspec

from sandtable.odds.battle import Army, Battle, OddsError, SideName
from sandtable.odds.compare import solve
from sandtable.odds.outcome import Odds, Outcome

LossRule = Literal["cheapest", "strongest_last", "planes_last", "land_unit_last"]
"""Whom a side loses first: the cheapest; the weakest; anything before aircraft; all before its last land unit."""
LOSS_RULES: tuple[str, ...] = get_args(LossRule)

MOST_WAVES = 4
NEEDED = 0.05
"""What it costs to have a unit in this battle and not elsewhere, as a share of its price."""
MOST_TRIED = 400
"""Forces that are tried one by one; of more the best is found by taking units away."""
RARE = 1e-6
"""What is left of a defender with less than this chance is not attacked again; its chance is told as left out."""


def with_losses(battle: Battle, side: SideName, rule: LossRule) -> Battle:
    """The same battle with another order of loss of one side."""
    if rule not in LOSS_RULES:
        raise OddsError(f"there is no order of loss {rule!r}: use {', '.join(LOSS_RULES)}")
    army = battle.army(side)
    rows = [battle.unit(unit_id) for unit_id in army.units]

    def value(unit_id: str) -> int:
        unit = battle.unit(unit_id)
        return unit.attack if side == "attacker" else unit.defence

    by_cost = sorted(rows, key=lambda row: (row.cost, value(row.id), row.id))
    if rule == "strongest_last":
        by_cost.sort(key=lambda row: value(row.id))
    elif rule == "planes_last":
        by_cost.sort(key=lambda row: row.domain == "air")
    damage = [f"{row.id}:hit" for row in by_cost if row.hits == 2]
    army = msgspec.structs.replace(army, order=(*damage, *(row.id for row in by_cost)))
    changed = {"attacker": army} if side == "attacker" else {"defender": army}
    if side == "attacker":
        return msgspec.structs.replace(battle, **changed, keep_land_unit=rule == "land_unit_last")
    return msgspec.structs.replace(battle, **changed)


class Wave(msgspec.Struct, frozen=True):
    """One attack of several on the same place: how likely it comes to a fight, and what it brings."""

    met: float
    """The chance that it still finds a defender."""
    wins: float
    """The chance that this wave wins, seen from before the first."""
    attacker_loss: float
    defender_loss: float


class Waves(msgspec.Struct, frozen=True):
    """Several attacks after each other."""

    waves: tuple[Wave, ...]
    attacker_wins: float
    captures: float
    swing: float
    left_out: float
    """The chance of what was too rare to be followed."""


def in_waves(battle: Battle, later: tuple[Army, ...], *, rare: float = RARE) -> Waves:
    """A battle, and after it attacks by others on what is left of the defender."""
    if not 1 <= len(later) < MOST_WAVES:
        raise OddsError(f"from 2 to {MOST_WAVES} waves can be reckoned, not {len(later) + 1}")
    remaining: dict[tuple[tuple[str, int, int], ...], float] = {_key(battle.defender): 1.0}
    found: list[Wave] = []
    captures = swing = left_out = 0.0
    for number, army in enumerate((battle.attacker, *later)):
        after: dict[tuple[tuple[str, int, int], ...], float] = {}
        met = wins = ours = theirs = 0.0
        for left, chance in remaining.items():
            if chance < rare:
                left_out += chance
                continue
            if not left:  # the wave before fell with the last defender: this one walks in
                wins += chance
                captures += chance * any(battle.unit(kind).domain == "land" for kind, n in army.units.items() if n)
                continue
            shelling = battle.bombard if number == 0 else {}
            defender = _army(left, battle.defender.order)
            one = msgspec.structs.replace(battle, attacker=army, defender=defender, bombard=shelling)
            outcome = solve(one)
            odds = outcome.odds()
            met += chance
            wins += chance * odds.attacker_wins
            captures += chance * odds.captures
            ours += chance * odds.attacker_loss
            theirs += chance * odds.defender_loss
            for key, share in _survivors(outcome):
                after[key] = after.get(key, 0.0) + chance * share
        swing += theirs - ours
        found.append(Wave(met, wins, ours, theirs))
        remaining = after
    return Waves(tuple(found), sum(wave.wins for wave in found), captures, swing, left_out)


def _key(army: Army) -> tuple[tuple[str, int, int], ...]:
    return tuple((unit_id, n, army.damaged.get(unit_id, 0)) for unit_id, n in army.units.items() if n)


def _army(left: tuple[tuple[str, int, int], ...], order: tuple[str, ...]) -> Army:
    damaged = {unit_id: broken for unit_id, _, broken in left if broken}
    return Army({unit_id: n for unit_id, n, _ in left}, damaged, {}, order)


def _survivors(outcome: Outcome) -> Iterator[tuple[tuple[tuple[str, int, int], ...], float]]:
    """What is left of a defender who is not beaten, nothing where both fell; nobody repairs damage in between."""
    force, stands = outcome.defender, outcome.attacker.alive().tolist()
    rows = zip(force.left.tolist(), force.damaged.tolist(), stands, outcome.chance.tolist(), strict=True)
    for left, broken, is_won, chance in rows:
        if any(left) or not is_won:
            key = tuple(
                (group.unit.id, n, hurt) for group, n, hurt in zip(force.groups, left, broken, strict=True) if n
            )
            yield key, chance


class Sending(msgspec.Struct, frozen=True):
    """The best force for an attack, what it is worth, and whether every other was tried."""

    units: dict[str, int]
    worth: float
    odds: Odds
    tried: int
    is_best: bool


def best_force(
    battle: Battle,
    *,
    gain: float = 0.0,
    at_least: float = 0.0,
    needed: float = NEEDED,
    most: int = MOST_TRIED,
    odds_of: Callable[[Battle], Odds] | None = None,
) -> Sending | None:
    """Which of the attackers to send: what brings most, the place being worth ``gain``; or ``None``.

    ``at_least`` asks for a chance to win; of the forces that have it the one with the best balance of ``gain`` and
    losses is taken. Who is sent is missed elsewhere: ``needed`` is the share of its cost that counts for it. All
    forces are tried where there are few; else units are taken away as long as that pays.
    """
    figure = odds_of or (lambda one: solve(one).odds())
    whole = {unit_id: n for unit_id, n in battle.attacker.units.items() if n}
    tried: dict[tuple[int, ...], tuple[float, Odds]] = {}
    kinds = list(whole)

    def worth(counts: tuple[int, ...]) -> float:
        if counts not in tried:
            army = msgspec.structs.replace(battle.attacker, units=dict(zip(kinds, counts, strict=True)), damaged={})
            odds = figure(msgspec.structs.replace(battle, attacker=army))
            wanted = odds.attacker_wins - at_least
            missed = needed * sum(battle.unit(kind).cost * n for kind, n in army.units.items())
            value = gain * odds.captures + odds.swing - missed if wanted >= 0.0 else -1e6 + 1e6 * wanted
            tried[counts] = (value, odds)
        return tried[counts][0]

    if not whole or battle.attacker.landed or battle.attacker.damaged:
        if battle.attacker.landed or battle.attacker.damaged:
            raise OddsError("which units to send is asked of whole units that come over land, by sea or by air")
        return None
    forces = prod(n + 1 for n in whole.values()) - 1
    if forces <= most:
        best = max((c for c in product(*(range(n + 1) for n in whole.values())) if any(c)), key=lambda c: (worth(c), c))
    else:
        best = _taken_away(tuple(whole.values()), worth, most, tried)
    value, odds = tried[best]
    if at_least and odds.attacker_wins < at_least:
        return None
    sent = {unit_id: n for unit_id, n in zip(kinds, best, strict=True) if n}
    return Sending(sent, value, odds, len(tried), forces <= most)


def _taken_away(
    whole: tuple[int, ...],
    worth: Callable[[tuple[int, ...]], float],
    most: int,
    tried: Mapping[tuple[int, ...], object],
) -> tuple[int, ...]:
    """From the whole force on: units away in strides that become shorter, as long as what is left is worth more."""
    best = whole
    worth(best)
    stride = max(1, max(whole) // 3)
    while stride and len(tried) < most:
        steps = [
            (*best[:place], n + change, *best[place + 1 :])
            for place, n in enumerate(best)
            for change in (-stride, stride)
            if 0 <= n + change <= whole[place] and sum(best) + change > 0
        ][: most - len(tried)]
        better = max(steps, key=lambda c: (worth(c), c), default=best)
        if worth(better) > worth(best) + 1e-12:
            best = better
        else:
            stride //= 2
    return best
