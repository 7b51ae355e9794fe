"""Which attacks pay: what the combat table promises against what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from sandtable.games.nextwar.actions.fighting import Attack
from sandtable.games.nextwar.bots import goals
from sandtable.games.nextwar.model import Battle, KoreaState, Support, enemy
from sandtable.games.nextwar.rules.combat import declaration
from sandtable.games.nextwar.rules.combat.battle import HIGHEST, LOWEST, fate, foreseen
from sandtable.games.nextwar.rules.combat.modifiers import drms, shifts
from sandtable.games.nextwar.rules.combat.strength import attack_strength, defence_strength, odds
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import DIE, counter_of, face
from sandtable.games.nextwar.rules.victory.scoring import elimination2
from sandtable.games.nextwar.scenario.files import table
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.planning import Idea

STEP = 1.6
"""What a step is worth in half victory points, beside the points for a unit that is eliminated."""
PRIZE, SMALL_PRIZE = 0.8, 0.2
"""What is counted of the points for a unit step by step: where points decide, and where places do."""
OWN, IN_HASTE = 1.1, 0.9
"""What one's own steps are worth against the enemy's: as a rule, and to those whom time presses."""
GROUND = 0.5
"""What driving the enemy out of any hex is worth, and a share of what the hex is worth and of what lies beyond it."""
TAKEN, BEYOND = 0.3, 0.15
LIKELY = 0.4
"""The chance of taking a hex from which it counts in full: hopes below that do not make an attack."""
SPARED = 0.9
"""An attack that promises such a share of the best leaves the other units free."""
LEAST, LEAST_AT_LAST, LEAST_IN_DEFENCE = 0.1, -0.8, 0.3
ALTERNATIVES = 3
"""Attacks on one hex that are proposed."""


@dataclass(frozen=True)
class Outlook:
    """What an attack promises: its worth on average over the die, and how often the hex is taken."""

    gain: float
    taken: float


def promise(state: KoreaState, battle: Battle, air: int = 0) -> float:
    """What an attack is worth to the attacker, on average over the die; with air points beside what it has."""
    return outlook(state, battle, air).gain


def outlook(state: KoreaState, battle: Battle, air: int = 0) -> Outlook:
    """What an attack is worth to the attacker, and how often it takes the hex."""
    if air:
        given = battle.attack_support or Support()
        battle = replace(battle, attack_support=replace(given, air=given.air + air))
    attack, defence = attack_strength(state, battle), defence_strength(state, battle)
    start = odds(state.board.terrain(battle.target), attack.total, defence.total)
    columns = table("combat").columns
    column = columns[min(max(start.column + shifts(state, battle).total, 1), len(columns)) - 1]
    drm = drms(state, battle).total
    ground = ground_value(state, battle.side, battle.target)
    theirs_all = sum(state.units[key].steps for key in battle.defenders)
    ours_all = sum(state.units[key].steps for key in battle.attackers)
    ours_each = price(state, battle.attackers) * (IN_HASTE if goals.is_pressed(state, battle.side) else OWN)
    theirs_each = price(state, battle.defenders)
    trapped = is_trapped(state, battle)
    total, taken = 0.0, 0
    for die in DIE:
        left, right = table("combat").look(min(max(die + drm, LOWEST), HIGHEST), column).value.split("/")
        ours, _ = fate(left)
        theirs, flees = fate(right)
        if flees and trapped:
            theirs, flees = theirs + 1, False
        is_pyrrhic = ours >= ours_all  # nobody is left to go in, and the defenders are spared a step
        if is_pyrrhic and ours:
            theirs = max(0, theirs - 1)
        total += min(theirs, theirs_all) * theirs_each - min(ours, ours_all) * ours_each
        taken += not is_pyrrhic and (flees or theirs >= theirs_all)
    share = taken / len(DIE)
    return Outlook(total / len(DIE) + share * min(1.0, share / LIKELY) * ground, share)


def is_trapped(state: KoreaState, battle: Battle) -> bool:
    """Whether the defenders have nowhere to retreat to: they would pay a step more, and stay."""
    korea, foe = state.board, enemy(battle.side)
    held, zones = holders(state), zoc(state, battle.side)
    for place in korea.near[battle.target]:
        border = korea.border(battle.target, place)
        closed = border.is_closed or (border.river and not border.is_bridged) or not korea.ground[place].is_land
        if closed or place in korea.closed or held.get(place) == battle.side:
            continue
        if place not in zones or held.get(place) == foe:
            return False
    return True


def price(state: KoreaState, units: tuple[int, ...]) -> float:
    """What a step of some units is worth on average: as a fighter, and as a part of the points for the unit."""
    steps = sum(state.units[key].steps for key in units)
    points = sum(elimination2(counter_of(state, key)) for key in units)
    return STEP + (PRIZE if goals.by_points(state) else SMALL_PRIZE) * points / max(1, steps)


def ground_value(state: KoreaState, side: str, target: int) -> float:
    """What it is worth to a side to drive the enemy out of a hex: the hex, and what lies beyond it."""
    here = goals.wanted(state, side).get(target, 0.0)
    return GROUND + TAKEN * here + BEYOND * goals.calls(state, side).get(target, 0.0)


battle_of = foreseen
"""An attack with its best leaders; ``None`` where nobody comes or nobody stands there."""


def ideas(state: KoreaState, side: str) -> Iterator[Idea]:
    """The attacks that pay, the best first."""
    found: list[tuple[float, Idea]] = []
    for target in sorted(h for h, holder in holders(state).items() if holder == enemy(side) and is_hex(h)):
        if target in state.attacked:
            continue
        able = declaration.attackers(state, side, target)
        if able and (chosen := _chosen(state, side, target, able)):
            found.append((chosen[0][0], tuple(Attack(target=target, units=units) for _, units in chosen)))
    found.sort(key=lambda one: -one[0])
    for _, attacks in found:
        yield attacks


def forces(state: KoreaState, able: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Ways to choose who attacks: the strongest of all, and the strongest of each corps with those of none."""
    order = sorted(able, key=lambda key: (-face(state, key).attack, key))
    corps = {state.board.units[key].formation for key in able}
    for wanted in ("", *sorted(corps - {""})) if len(corps) > 1 else ("",):
        some = [key for key in order if not wanted or state.board.units[key].formation in ("", wanted)]
        for size in range(1, len(some) + 1):
            yield tuple(sorted(some[:size]))


def _chosen(state: KoreaState, side: str, target: int, able: tuple[int, ...]) -> list[tuple[float, tuple[int, ...]]]:
    """The best attacks on a hex: first the one with as few units as promise nearly as much as any."""
    found: dict[tuple[int, ...], float] = {}
    for units in forces(state, able):
        battle = battle_of(state, side, target, units)
        if battle is not None and units not in found:
            found[units] = promise(state, battle)
    least = least_promise(state, side)
    good = sorted((-gain, len(units), units) for units, gain in found.items() if gain > least)
    if not good:
        return []
    best = -good[0][0]
    enough = [one for one in good if -one[0] >= min(best, best * SPARED)]
    first = min(enough, key=lambda one: (one[1], one[0]))
    order = [first, *(one for one in good if one != first)]
    return [(-gain, units) for gain, _, units in order[:ALTERNATIVES]]


def least_promise(state: KoreaState, side: str) -> float:
    """What an attack has to promise: those who must win dare more, on the last turn nearly everything."""
    if not goals.is_attacker(state, side):
        return LEAST_IN_DEFENCE
    return LEAST_AT_LAST if state.turn >= state.board.turns and goals.is_pressed(state, side) else LEAST
