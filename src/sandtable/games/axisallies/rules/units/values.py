"""Chapters 9.3, 10 and 13: what each unit of a battle hits on, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER, Side, attackers, defenders, unless_new
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.kernel import Modifier, Ref, Sum, derived
from sandtable.kernel.graph import matching

Reach = Literal["any", "ships", "surface", "air"]
"""What a hit may fall on: everything, ships but no aircraft, everything but submarines, aircraft only."""


class Pair(NamedTuple):
    """A kind of unit, the kind that supports it, what it then attacks at, and the rule that says so."""

    unit: str
    supporter: str
    attack: int
    rule: str


# rule: AA-9.3.combined.table
def pairs(state: GlobalState, power: str) -> tuple[Pair, ...]:
    """The kinds that raise each other's attack."""
    printed = state.board.tables["combined_arms"]["pairs"]
    found = [Pair(row["unit"], row["with"], row["attack"], row["rule"]) for row in printed]
    better = effect(state, power, "improved_mechanized_infantry")
    # rule: AA-13.t1.6
    for supporter in better.get("with", ()):
        if not any((pair.unit, pair.supporter) == ("mech_infantry", supporter) for pair in found):
            found.append(Pair("mech_infantry", supporter, better["attack"], "AA-13.t1.6"))
    return tuple(found)


# rule: AA-10.artillery.support, AA-10.tank.combined, AA-9.3.combined.phases
def supported(state: GlobalState, power: str, keys: Iterable[int]) -> Mapping[int, Pair]:
    """The units whose attack is raised, each by a supporter of its own; as many as can be matched."""
    by_kind: dict[str, list[int]] = {}
    for key in keys:
        by_kind.setdefault(state.units[key].kind, []).append(key)
    options: dict[int, list[int]] = {}
    reasons: dict[tuple[str, str], Pair] = {}
    for pair in pairs(state, power):
        reasons[pair.unit, pair.supporter] = pair
        for key in by_kind.get(pair.unit, ()):
            options.setdefault(key, []).extend(by_kind.get(pair.supporter, ()))
    # rule: AA-13.t1.1
    more: int = effect(state, power, "advanced_artillery").get("supported_per_artillery", 1)
    room = {key: more if kind == "artillery" else 1 for kind, found in by_kind.items() for key in found}
    matched = matching(options, room)
    return {key: reasons[state.units[key].kind, state.units[helper].kind] for key, helper in matched.items()}


# rule: AA-9.3.std.recheck
@derived("units", "battles", "powers", battles=unless_new)
def attack_values(state: GlobalState, at: int) -> dict[int, Sum]:
    """What each attacker hits on, reckoned anew from those still there."""
    power = state.battles[at].attacker
    keys = attackers(state, at)
    raised = supported(state, power, keys)
    values: dict[int, Sum] = {}
    for key in keys:
        kind = type_of(state, state.units[key])
        value = Sum((Modifier(kind.rule, "modifier.attack", kind.attack),))
        if key in raised:
            pair = raised[key]
            more = pair.attack - kind.attack
            value += Modifier(pair.rule, "modifier.support", more, params={"with": Ref("kind", pair.supporter)})
        for technology, rule in BETTER_ATTACK.get(kind.id, ()):
            better: int = effect(state, power, technology).get("attack", 0)
            if better > kind.attack:
                value += Modifier(rule, "modifier.technology", better - kind.attack)
        values[key] = value
    return values


# rule: AA-13.t2.1, AA-13.t2.2
BETTER_ATTACK: Mapping[str, tuple[tuple[str, str], ...]] = {
    "submarine": (("super_submarines", "AA-13.t2.1"),),
    "fighter": (("jet_fighters", "AA-13.t2.2"),),
}


# rule: AA-9.3.std.zero, AA-10.aaa.no-combat, AA-10.aaa.stats
@derived("units", "battles", "wars", "territories", battles=unless_new)
def defence_values(state: GlobalState, at: int) -> dict[int, Sum]:
    """What each defender hits on, those behind the casualty strip included; support counts in attack only."""
    values = {}
    for key in defenders(state, at):
        kind = type_of(state, state.units[key])
        values[key] = Sum((Modifier(kind.rule, "modifier.defence", kind.defence),))
    return values


def values_of(state: GlobalState, at: int, side: Side) -> dict[int, Sum]:
    """What each unit of a side hits on."""
    return attack_values(state, at) if side == ATTACKER else defence_values(state, at)


def units_of(state: GlobalState, at: int, side: Side) -> tuple[int, ...]:
    """All units of a side, fallen defenders included."""
    return attackers(state, at) if side == ATTACKER else defenders(state, at)


# rule: AA-10.destroyer.cancel, AA-10.destroyer.ally, AA-9.3.sub.destroyer
def has_destroyer(state: GlobalState, at: int, side: Side) -> bool:
    """Whether a destroyer of that side is in the battle; one of a mere bystander is not."""
    return any(type_of(state, state.units[key]).hunts_submarines for key in units_of(state, at, side))


def reach_of(state: GlobalState, at: int, key: int, side: Side) -> Reach:
    """What the hits of a unit may fall on."""
    if not state.board.is_sea(at):
        return "any"
    kind = type_of(state, state.units[key])
    # rule: AA-10.sub.no-hit-air
    if kind.submerges:
        return "ships"
    # rule: AA-9.3.naval.air-vs-sub, AA-10.air.vs-sub, AA-10.sub.air-immune
    if kind.domain == "air" and not has_destroyer(state, at, side):
        return "surface"
    return "any"


# rule: AA-13.t2.6
def dice_of(state: GlobalState, key: int, side: Side) -> int:
    """How many dice a unit rolls to keep the best of: heavy bombers two in attack."""
    unit = state.units[key]
    if side == DEFENDER or unit.kind != "strategic_bomber":
        return 1
    dice: int = effect(state, unit.owner, "heavy_bombers").get("dice", 1)
    return dice
