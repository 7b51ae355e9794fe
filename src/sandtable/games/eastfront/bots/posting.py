"""Where a unit stands best that does not attack: on the way to the prizes, or between them and the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.eastfront.bots.goals import cut_off, is_attacker, is_safe, stakes, time_left
from sandtable.games.eastfront.bots.ground import FAR, distance_left, menace, shelter, way
from sandtable.games.eastfront.bots.ideas import of_position, posted
from sandtable.games.eastfront.model import SOVIET, CrimeaState, enemy
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, stacks, strength, zoc

PULL = 0.1
"""What half a movement point nearer to the prizes is worth."""
LINE = 0.12
"""What half a movement point more on the enemy's way is worth."""
LEAST_CUT, MOST_CUT = 0.2, 0.8
"""What a step is worth that is cut off now, early in the game and on its last turn, when it is lost."""
WINS = 5.0
"""What it is worth that the card would give the game to those who had to change something."""
STARVING = 0.12
"""What a step of one's own without supply costs: little, for a turn is allowed to mend it."""
COVERED, HELD = 0.7, 1.0
"""How much of a prize is safe that is only in a zone of control, and one with somebody in it."""
EXPOSED, BOLD = 0.3, 0.08
"""The share of its steps that a unit risks for every time the enemy could outnumber it, to those who hold and to those
who must take something: they have the enemy's attention anyway."""
WORST_ODDS = 4.0
"""Odds beyond which nothing more can be lost."""
SAFE_ODDS = 1.5
"""Odds up to which a defender need not fear."""
EASE = 0.3
"""What a point of shelter is worth to a unit that may be attacked."""
STAY, PAUSE = 0.3, 0.05
"""What it is worth not to move without need, to those who hold and to those who have somewhere to go."""


@dataclass(frozen=True, eq=False)
class Stance:
    """What a side's plan rests on and its own moves do not change: worked out once for a position."""

    side: str
    takes: bool
    """Whether it has to take something; otherwise it holds what it has."""
    far: Mapping[int, int]
    """How far it is to the prizes."""
    menace: Mapping[int, float]
    """The enemy strength that can turn up against each hex."""
    fed: Mapping[int, int] | None
    """Hexes in supply; ``None`` where all are."""


@of_position
def stance_of(state: CrimeaState, side: str) -> Stance:
    """The stance of a side in a position."""
    always = state.board.switch("general_supply") == "always"
    fed = None if always else supply.supplied_hexes(state, side)
    return Stance(side, is_attacker(state, side), way(state, side), menace(state, side), fed)


def outlook(state: CrimeaState, stance: Stance) -> float:
    """What a position promises a side: prizes, supply lines cut, and the way that the enemy still has to go."""
    other = enemy(stance.side)
    total = sum(worth * hold_on(state, stance, place) for place, worth in stakes(state).prizes.items())
    if stance.fed is not None:
        total += _cut(state, other) * cut_off(state, other)
    if not stance.takes:
        total += LINE * min(distance_left(state, other), FAR)
    elif is_safe(state, stance.side):
        total += WINS
    return total


def hold_on(state: CrimeaState, stance: Stance, place: int) -> float:
    """How firmly a side holds a prize: somebody is in it, it lies in a zone, or merely nobody has come yet."""
    side, held = stance.side, holders(state).get(place)
    if held is not None:
        return HELD if held == side else 0.0
    covered = place in zoc(state, side) and place not in zoc(state, enemy(side))
    if not covered and state.control.get(place) != side:
        return 0.0
    if not stance.menace[place]:
        return HELD
    return COVERED if covered else COVERED / 2


def _cut(state: CrimeaState, side: str) -> float:
    """What a step of a side without supply is worth to the other; where the card counts it, more with every turn."""
    price = stakes(state).step[side]
    if not (stakes(state).counts_cut_off and side == SOVIET):
        return STARVING * price
    return (MOST_CUT - (MOST_CUT - LEAST_CUT) * time_left(state)) * price


def exposure(state: CrimeaState, stance: Stance, key: int, place: int) -> float:
    """What a unit risks in a hex, by the enemies who can come, the friends who stand there, and its supply."""
    side, steps = stance.side, state.pieces[key].steps
    there = [k for k in stacks(state).get(place, ()) if k != key]
    defence = strength(state, key).defence + sum(strength(state, k).defence for k in there)
    odds = stance.menace[place] / max(defence, 1)
    share = BOLD if stance.takes else EXPOSED
    fear = min(max(odds - SAFE_ODDS, 0.0), WORST_ODDS) * share * steps * stakes(state).step[side]
    if odds > 1:
        fear -= EASE * shelter(state, side, place)
    if stance.fed is not None and place not in stance.fed:
        fear += _cut(state, side) * steps
    return fear


def quick(state: CrimeaState, stance: Stance, key: int, place: int) -> float:
    """A first look at a post, without the whole position."""
    return -PULL * stance.far.get(place, FAR) - exposure(state, stance, key, place)


def score(state: CrimeaState, stance: Stance, key: int, place: int) -> float:
    """How well a unit would stand in a hex, and what the position promises then."""
    return outlook(posted(state, {key: place}), stance) + comfort(state, stance, key, place)


def comfort(state: CrimeaState, stance: Stance, key: int, place: int) -> float:
    """How well a unit itself would stand in a hex."""
    found = -exposure(state, stance, key, place)
    if stance.takes:
        found -= PULL * stance.far.get(place, FAR)
    if state.pieces[key].hex == place:
        found += PAUSE if stance.takes else STAY
    return found
