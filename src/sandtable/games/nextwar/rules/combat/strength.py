"""Rules 9.2.2 and 9.4: strengths of both sides and the odds, each number with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sandtable.games.nextwar.model import Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.damage.units import reduced
from sandtable.games.nextwar.rules.movement import beachheads
from sandtable.games.nextwar.rules.movement.control import has_fort
from sandtable.games.nextwar.rules.scenarios import restraints
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.supply.standard import halved
from sandtable.games.nextwar.rules.terms.units import face, ref
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import HIGH, MARSH, MOUNTAIN
from sandtable.kernel import Modifier, Sum

CLEAN = ("flat", "rough")
"""Open or rough without woods: where armour has the upper hand."""
HEAVY_GOING = (MARSH, MOUNTAIN, *HIGH)


# rule: NW-9.4.2, NW-9.4.2.a, NW-9.4.3
def is_tank_country(state: KoreaState, battle: Battle) -> bool:
    """Whether armour and mechanised units have their bonus: clean ground, and no such unit in defence."""
    ground = state.board.ground[battle.target]
    counters = [state.board.units[key] for key in battle.defenders]
    return (
        state.board.terrain(battle.target) in CLEAN
        and not ground.is_city
        and not has_fort(state, battle.target, enemy(battle.side))
        and not any(c.is_armour or c.is_mechanised for c in counters)
    )


def crosses_river(state: KoreaState, key: int, target: int) -> bool:
    """Whether a unit attacks across a river, bridged or not."""
    return state.board.border(state.units[key].hex, target).river


# rule: NW-9.4.4, NWK-2.1
def is_hampered(state: KoreaState, counter: Counter, target: int) -> bool:
    """Whether the ground hampers armour and mechanised units."""
    return (counter.is_armour or counter.is_mechanised) and state.board.terrain(target) in HEAVY_GOING


# rule: NW-2.3.1, NW-9.4, NW-9.4.a
def attack_of(state: KoreaState, key: int, battle: Battle) -> Modifier:
    """What one unit brings to an attack: its bonus, then at most one halving, rounded up."""
    counter, printed = state.board.units[key], reduced(state, key, face(state, key).attack)
    river = crosses_river(state, key, battle.target)
    value, rule, word = Fraction(printed), "NW-2.3.1", "modifier.attack"
    # rule: NW-9.4.2, NW-9.4.3, NWT-TEC.combat
    if not river and key not in battle.assault and is_tank_country(state, battle):
        if counter.is_armour:
            value, rule, word = value * 2, "NW-9.4.2", "modifier.attack_armour"
        elif counter.is_mechanised:
            value, rule, word = value * 3 / 2, "NW-9.4.3", "modifier.attack_mechanised"
    # rule: NW-13.1.4.a, NW-19.5.a, NW-19.7.2.b
    if hunger := status.halving(state, key):
        return Modifier(hunger, "modifier.attack_unsupplied", halved(int(value)), points=(ref(key),))
    # rule: NW-8.5.8.1.e
    if key in battle.assault:
        value, rule, word = value / 2, "NW-8.5.8.1.e", "modifier.attack_assault"
    # rule: NW-9.4.1
    elif river:
        value, rule, word = value / 2, "NW-9.4.1", "modifier.attack_river"
    # rule: NW-9.4.4
    elif is_hampered(state, counter, battle.target):
        value, rule, word = value / 2, "NW-9.4.4", "modifier.attack_hampered"
    return Modifier(rule, word, value.__ceil__(), points=(ref(key),))


def attack_strength(state: KoreaState, battle: Battle) -> Sum:
    """The whole attack strength."""
    parts = [attack_of(state, key, battle) for key in battle.attackers]
    return Sum.of((*parts, *restraints.more_attack(state, battle)))


# rule: NW-2.3.2, NW-2.3.2.1, NW-9.4.5
def defence_of(state: KoreaState, key: int, battle: Battle) -> Modifier:
    """What one unit brings to the defence."""
    counter, printed = state.board.units[key], reduced(state, key, face(state, key).defence)
    if counter.defends_alone and not all(state.board.units[k].defends_alone for k in battle.defenders):
        return Modifier("NW-2.3.2.1", "modifier.defence_parenthesised", 0, points=(ref(key),))
    is_urban = state.board.ground[battle.target].is_urban and battle.target not in state.mopups
    urban = is_urban and counter.is_infantry
    value = printed * 2 if urban else printed
    # rule: NW-19.7.2.b, NW-19.7.2.a
    if state.units[key].isolated:
        return Modifier("NW-19.7.2.b", "modifier.defence_isolated", halved(value), points=(ref(key),))
    rule, word = ("NW-9.4.5", "modifier.defence_urban") if urban else ("NW-2.3.2", "modifier.defence")
    return Modifier(rule, word, value, points=(ref(key),))


def defence_strength(state: KoreaState, battle: Battle) -> Sum:
    """The whole defence strength."""
    parts = [defence_of(state, key, battle) for key in battle.defenders]
    # rule: NW-8.5.8.2.b.1
    if more := beachheads.defence(state, battle.target, enemy(battle.side)):
        parts.append(Modifier("NW-8.5.8.2.b.1", "modifier.beachhead", more))
    return Sum.of(parts)


@dataclass(frozen=True)
class Odds:
    """The odds of an attack: their name, the column they start in, and whether they were rounded."""

    name: str
    column: int
    rounded: bool


@cache
def _ratios() -> tuple[tuple[str, Fraction], ...]:
    """The odds of the table with their ratios, from the worst for the attacker to the best."""
    found = []
    for name in chart("combat")["odds"]:
        left, _, right = name.partition(":")
        found.append((name, Fraction(left) / Fraction(right)))
    return tuple(found)


# rule: NW-9.2.2.a, NWS-STD-3.2.b, NWT-CRT
def odds(terrain: str, attack: int, defence: int) -> Odds:
    """The odds on the row of a terrain, rounded in favour of the defender."""
    printed, ratios = chart("combat"), _ratios()
    # rule: NW-9.2.2.2.a, NW-9.2.2.2.b
    last = printed["odds"].index(printed["highest_odds"][terrain])
    ratio = Fraction(attack, defence) if defence else ratios[last][1]
    # rule: NW-9.2.2.b
    at = max((i for i, (_, least) in enumerate(ratios[: last + 1]) if ratio >= least), default=0)
    name, value = ratios[at]
    return Odds(name, at + 1 + printed["terrain_shift"][terrain], ratio != value)
