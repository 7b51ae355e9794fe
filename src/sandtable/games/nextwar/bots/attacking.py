"""Which attacks pay: what the combat table promises against what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.nextwar.actions.fighting import Attack
from sandtable.games.nextwar.bots import goals
from sandtable.games.nextwar.model import Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import declaration
from sandtable.games.nextwar.rules.combat.battle import HIGHEST, LOWEST
from sandtable.games.nextwar.rules.combat.modifiers import drms, shifts
from sandtable.games.nextwar.rules.combat.strength import attack_strength, defence_strength, odds
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import DIE, counter_of
from sandtable.games.nextwar.rules.victory.scoring import elimination2
from sandtable.games.nextwar.scenario.files import table
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.planning import Idea

STEP = 2.0
"""What a step is worth, beside the points for a unit that is eliminated."""
OWN = 1.15
"""How much more one's own steps are worth than the enemy's."""
GROUND = 0.5
"""What driving the enemy out of any hex is worth."""
SURE = 5.0
"""An attack that promises so much needs no more units."""


def promise(state: KoreaState, battle: Battle) -> float:
    """What an attack is worth to the attacker, on average over the die."""
    attack, defence = attack_strength(state, battle), defence_strength(state, battle)
    start = odds(state.board.terrain(battle.target), attack.total, defence.total)
    columns = table("combat").columns
    column = columns[min(max(start.column + shifts(state, battle).total, 1), len(columns)) - 1]
    drm = drms(state, battle).total
    value = goals.worth(state, battle.side).get(battle.target, 0.0) * 0.5 + GROUND
    steps = sum(state.units[key].steps for key in battle.defenders)
    prize = sum(elimination2(counter_of(state, key)) for key in battle.defenders) / max(1, steps) * 0.3
    total = 0.0
    for face in DIE:
        left, right = table("combat").look(min(max(face + drm, LOWEST), HIGHEST), column).value.split("/")
        ours, _ = _parsed(left)
        theirs, flees = _parsed(right)
        lost = min(theirs, steps)
        total += lost * (STEP + prize) - ours * STEP * OWN
        if flees or theirs >= steps:
            total += value
    return total / len(DIE)


def _parsed(word: str) -> tuple[int, bool]:
    number = word.removesuffix("R")
    return (0 if number == "-" else int(number)), word.endswith("R")


def battle_of(state: KoreaState, side: str, target: int, units: Iterable[int]) -> Battle | None:
    """An attack with its best leaders; ``None`` where nobody comes or nobody stands there."""
    attackers, here = tuple(sorted(units)), there(state, target)
    if not attackers or not here:
        return None
    rested = tuple(key for key in here if not state.units[key].fled) or here

    def best(keys: tuple[int, ...]) -> int:
        return max(keys, key=lambda key: (rating(state, key), -key))

    return Battle(side, target, attackers, rested, attack_lead=best(attackers), defence_lead=best(rested))


def ideas(state: KoreaState, side: str) -> Iterator[Idea]:
    """The attacks that pay, the best first."""
    found: list[tuple[float, Attack]] = []
    for target in sorted(h for h, holder in holders(state).items() if holder == enemy(side) and is_hex(h)):
        able = declaration.attackers(state, side, target)
        if able and (chosen := _chosen(state, side, target, able)) is not None:
            found.append(chosen)
    found.sort(key=lambda one: (-one[0], one[1].target))
    for _, attack in found:
        yield (attack,)


def _chosen(state: KoreaState, side: str, target: int, able: tuple[int, ...]) -> tuple[float, Attack] | None:
    """The best attack on a hex: with everybody, or with as few as promise nearly as much."""
    whole = battle_of(state, side, target, able)
    if whole is None:
        return None
    best, units = promise(state, whole), able
    order = sorted(able, key=lambda key: (-_power(state, key), key))
    for size in range(1, len(order)):
        some = tuple(sorted(order[:size]))
        battle = battle_of(state, side, target, some)
        gain = promise(state, battle) if battle is not None else 0.0
        if gain >= SURE or gain > best:
            best, units = gain, some
            break
    return (best, Attack(target=target, units=units)) if best > _least(state, side) else None


def _least(state: KoreaState, side: str) -> float:
    """What an attack has to promise: those who must win dare more, on the last turn everything."""
    if not goals.is_attacker(state, side):
        return 0.4
    return -0.8 if state.turn >= state.board.turns else 0.0


def _power(state: KoreaState, key: int) -> int:
    from sandtable.games.nextwar.rules.terms.units import face

    return face(state, key).attack
