"""How a position looks when a turn is over: what the enemy's best reply would cost, and what could be done next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.bots.threats import foes_of, reach_of, strength
from sandtable.games.axisallies.bots.values import capitals, prize, pull
from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.spaces.spaces import units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, at_war
from sandtable.kernel.state import successor

Counts = Mapping[str, int]

SHARES = (1.0, 0.6, 0.35, 0.2)
"""How much of its best attacks a power makes at once: they compete for the same units."""
NEXT = 0.3
"""What could be had next turn, against what is had now."""
AT_PEACE = 0.35
"""How likely one who is not at war yet comes."""
FALLEN = 30.0
"""What losing a capital costs beside its prize: the treasury, and all that is not built."""
DRAWN = 0.012
"""What it is worth to have a unit nearer to the front, for each IPC of its price."""
WEAK, PLAIN = 0.4, 0.25
"""The ratio of strengths below which nobody attacks land, and ships."""

_GAINS: dict[tuple[object, ...], float] = {}
MOST_GAINS = 60_000


def worth(state: GlobalState, power: str, draw: Mapping[int, float] | None = None) -> float:
    """What the end of a turn is worth to a power: the less the enemy can do, and the more it can do next, the better.

    Only differences between positions with the same units mean something. ``draw`` is what draws its land units.
    """
    drawn = pull(state, power) if draw is None else draw
    return NEXT * best_attacks(state, power) - reply(state, power) + DRAWN * _nearness(state, power, drawn)


def reply(state: GlobalState, power: str) -> float:
    """What the enemy's best attacks would bring him before the power moves again."""
    mine = alliance(state, power)
    homes = capitals(state, power)
    places: dict[int, tuple[float, str]] = {}
    for foe in foes_of(state, power):
        for at, sent in reach_of(state, foe).items():
            gain = _gain(state, foe, at, sent, mine, homes)
            if gain > places.get(at, (0.0, ""))[0]:
                places[at] = (gain, foe)
    total = 0.0
    for foe in foes_of(state, power):
        gains = sorted((gain for gain, who in places.values() if who == foe), reverse=True)
        total += sum(share * gain for share, gain in zip(SHARES, gains, strict=False))
    return total


def best_attacks(state: GlobalState, power: str) -> float:
    """What a power's best attacks would bring if it could move at once."""
    other = next((alliance(state, foe) for foe in foes_of(state, power)), "")
    gains = [_gain(state, power, at, sent, other, ()) for at, sent in reach_of(state, power).items()]
    gains.sort(reverse=True)
    return sum(share * gain for share, gain in zip(SHARES, gains, strict=False))


class Prospect(NamedTuple):
    """An attack that could be made next turn."""

    at: int
    gain: float
    chance: float
    sent: Mapping[str, int]


def prospects(state: GlobalState, power: str, most: int) -> list[Prospect]:
    """The best attacks that a power could make on land if it moved at once, the best first."""
    other = next((alliance(state, foe) for foe in foes_of(state, power)), "")
    reach = {at: sent for at, sent in reach_of(state, power).items() if not state.board.is_sea(at)}
    gains = {at: _gain(state, power, at, sent, other, ()) for at, sent in reach.items()}
    found = []
    for at in sorted((at for at, gain in gains.items() if gain > 0.0), key=lambda at: (-gains[at], at))[:most]:
        fit = {kind: n for kind, n in reach[at].items() if state.board.kinds[kind].domain != "sea"}
        held = _held(state, at, other)
        chance = 1.0
        if any(held.values()):
            force = chances.Force(_trimmed(state, fit, held))
            chance = chances.odds_of(chances.fight(state, power, force, chances.Force(held))).captures
        found.append(Prospect(at, gains[at], chance, fit))
    return found


def _gain(state: GlobalState, foe: str, at: int, sent: Counts, mine: str, homes: tuple[int, ...]) -> float:
    """What an attack on a place of one alliance brings, in IPC; nothing where it is not worth the while."""
    sea = state.board.is_sea(at)
    land = None if sea else state.territories[at]
    if land is not None and (not land.holder or alliance(state, land.holder) != mine):
        return 0.0
    held = _held(state, at, mine)
    if sea and not held:
        return 0.0
    kinds = state.board.kinds
    wrong = "land" if sea else "sea"
    fit = {kind: n for kind, n in sent.items() if kinds[kind].domain != wrong}
    troops = sea or any(kinds[kind].domain == "land" for kind in fit)
    if not fit or not troops:
        return 0.0
    stake = 0.0
    peace = 1.0
    if land is not None:
        stake = prize(state, at) + (FALLEN if at in homes else 0.0)
        peace = 1.0 if at_war(state, foe, land.holder) else AT_PEACE
    elif not any(at_war(state, foe, unit.owner) for _, unit in units_at(state, at) if unit.owner in state.board.powers):
        peace = AT_PEACE
    key = (at if land is not None else 0, foe, stake, tuple(sorted(fit.items())), tuple(sorted(held.items())))
    if key not in _GAINS:
        if len(_GAINS) >= MOST_GAINS:
            _GAINS.clear()
        _GAINS[key] = _reckoned(state, foe, fit, held, stake, sea)
    return peace * _GAINS[key]


def _reckoned(state: GlobalState, foe: str, fit: Counts, held: Counts, stake: float, sea: bool) -> float:
    ours, theirs = strength(state, held, attack=False), strength(state, fit, attack=True)
    if theirs < (PLAIN if sea else WEAK) * ours:
        return 0.0
    if not any(held.values()):
        return stake
    one = chances.fight(state, foe, chances.Force(_trimmed(state, fit, held)), chances.Force(dict(held)), sea=sea)
    odds = chances.odds_of(one)
    return max(0.0, stake * odds.captures + odds.swing)


def _trimmed(state: GlobalState, fit: Counts, held: Counts) -> dict[str, int]:
    """Not many more than are needed: a flood of units is as good as its first wave, and costs time to reckon."""
    most = 3 * sum(held.values()) + 6
    total = sum(fit.values())
    if total <= most:
        return dict(fit)
    return {kind: max(1, n * most // total) for kind, n in fit.items() if n}


def _held(state: GlobalState, at: int, mine: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for _, unit in units_at(state, at):
        if unit.owner in state.board.powers and alliance(state, unit.owner) == mine and not _is_cargo(state, unit):
            found[unit.kind] = found.get(unit.kind, 0) + 1
    return found


def _is_cargo(state: GlobalState, unit: Unit) -> bool:
    return bool(unit.aboard) and state.board.kinds[unit.kind].domain == "land"


def _nearness(state: GlobalState, power: str, draw: Mapping[int, float]) -> float:
    """How near a power's land units are to what draws them, weighed by their price."""
    kinds = state.board.kinds
    return sum(
        kinds[unit.kind].cost * draw.get(unit.at, 0.0)
        for unit in state.units.values()
        if unit.owner == power and kinds[unit.kind].domain == "land"
    )


# -- imagined positions ------------------------------------------------------------------------------------------------


def with_orders(state: GlobalState, power: str) -> GlobalState:
    """The position with the land units that were bought in the capital, where they stand when the enemy comes."""
    units = dict(state.units)
    key = max(units, default=0) + 1
    for order, count in state.orders.items():
        economy, _, kind = order.partition(".")
        if economy not in state.board.powers[power].economies or kind not in state.board.kinds:
            continue
        home = state.board.economies[economy].capital
        if home and state.territories[home].holder == power and state.board.kinds[kind].domain == "land":
            for _ in range(count):
                units[key] = Unit(kind=kind, owner=power, at=home, fresh=True)
                key += 1
    return successor(state, units=units) if len(units) > len(state.units) else state


def moved(state: GlobalState, ways: Mapping[int, int]) -> GlobalState:
    """The position after units went somewhere."""
    units = dict(state.units)
    for key, to in ways.items():
        units[key] = replace(units[key], at=to, aboard=0)
    return successor(state, units=units)
