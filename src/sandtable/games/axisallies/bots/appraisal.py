"""How good an attack is: its odds, what it wins, and what the answer to it would cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.bots.threats import risk, strength, threat
from sandtable.games.axisallies.bots.values import prize
from sandtable.games.axisallies.model import GlobalState
from sandtable.odds import Odds

HOPE = 0.6
"""The least chance to win that an attack is considered at."""
PLAIN = 0.45
"""Below this ratio of strengths nobody asks for the odds."""
RETURN = 0.45
"""How much of what an enemy answer could destroy counts as lost."""
SHARES = (0.25, 0.4, 0.55, 0.7, 0.85, 1.0)
"""Parts of what could be sent that are weighed against each other."""
TURNS = (
    "infantry",
    "artillery",
    "tank",
    "fighter",
    "infantry",
    "mech_infantry",
    "tactical_bomber",
    "infantry",
    "strategic_bomber",
    "submarine",
    "destroyer",
    "submarine",
    "cruiser",
    "battleship",
)
"""The order in which kinds join an attack, again and again: fodder and fire in turn."""


class Appraisal(NamedTuple):
    """What an attack is worth, in IPC, its chance, and how many of those who could go should go."""

    value: float
    chance: float
    sent: int


def mustered(state: GlobalState, keys: Sequence[int]) -> list[int]:
    """Units in the order in which they should join an attack."""
    queues: dict[str, list[int]] = {}
    for key in keys:
        queues.setdefault(state.units[key].kind, []).append(key)
    for queue in queues.values():
        queue.sort(reverse=True)
    found: list[int] = []
    while len(found) < len(keys):
        before = len(found)
        found += [queues[kind].pop() for kind in TURNS if queues.get(kind)]
        if len(found) == before:
            found += [key for queue in queues.values() for key in reversed(queue)]
            break
    return found


def counted(state: GlobalState, keys: Sequence[int]) -> dict[str, int]:
    """How many units of each kind."""
    found: dict[str, int] = {}
    for key in keys:
        kind = state.units[key].kind
        found[kind] = found.get(kind, 0) + 1
    return found


def appraise(
    state: GlobalState,
    power: str,
    at: int,
    keys: Sequence[int],
    *,
    landed: Sequence[int] = (),
    bombard: Mapping[str, int] | None = None,
) -> Appraisal | None:
    """The best way to attack a space with the first of some mustered units; ``None`` when there is no good one.

    Units that are on their way there already count in.
    """
    there = chances.attackers_at(state, at, power)
    defenders = chances.defenders_at(state, at, power)
    if not any(defenders.units.values()):
        return _walk_in(state, power, at, keys, there)
    best: Appraisal | None = None
    against = strength(state, defenders.units, attack=False)
    for count in sorted({max(1, round(len(keys) * share)) for share in SHARES}):
        sent = keys[:count]
        units = _joined(there.units, counted(state, sent))
        if strength(state, units, attack=True) < PLAIN * against:
            continue
        ashore = _joined(there.landed, counted(state, [key for key in sent if key in landed]))
        force = chances.Force(units, there.damaged, ashore)
        guns = _limited(bombard or {}, sum(ashore.values()))
        one = chances.fight(state, power, force, defenders, bombard=guns, sea=state.board.is_sea(at))
        odds = chances.odds_of(one)
        if odds.attacker_wins < HOPE:
            continue
        value = _value(state, power, at, odds)
        if best is None or value > best.value + 0.5:
            best = Appraisal(value, odds.attacker_wins, count)
    return best


def _walk_in(state: GlobalState, power: str, at: int, keys: Sequence[int], there: chances.Force) -> Appraisal | None:
    """An empty territory is taken by the cheapest land unit, unless one is on its way."""
    if state.board.is_sea(at) or there.units:
        return None
    if not keys or state.board.kinds[state.units[keys[0]].kind].domain != "land":
        return None
    kind = state.board.kinds[state.units[keys[0]].kind]
    exposed = risk(state, threat(state, power, at), {kind.id: 1})
    return Appraisal(prize(state, at) * (1.0 - 0.3 * exposed) - 0.5 * exposed * kind.cost, 1.0, 1)


def _value(state: GlobalState, power: str, at: int, odds: Odds) -> float:
    sea = state.board.is_sea(at)
    kinds = state.board.kinds
    left = {kind: round(n) for kind, n in odds.attacker_left.items()}
    stays = left if sea else {kind: n for kind, n in left.items() if kinds[kind].domain == "land"}
    exposed = risk(state, threat(state, power, at), stays, sea=sea) if any(stays.values()) else 0.0
    at_stake = sum(n * kinds[kind].cost for kind, n in stays.items() if kinds[kind].domain != "air")
    won = 1.0 if sea else prize(state, at) * odds.captures * (1.0 - 0.35 * exposed)
    return odds.swing + won - RETURN * exposed * at_stake


def _joined(one: Mapping[str, int], two: Mapping[str, int]) -> dict[str, int]:
    found = dict(one)
    for kind, count in two.items():
        found[kind] = found.get(kind, 0) + count
    return found


def _limited(guns: Mapping[str, int], most: int) -> dict[str, int]:
    """No more ships than units that come ashore."""
    found: dict[str, int] = {}
    for kind, count in guns.items():
        found[kind] = min(count, most)
        most -= found[kind]
    return found
