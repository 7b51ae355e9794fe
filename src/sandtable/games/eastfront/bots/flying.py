"""Air missions: where support counts most, who escorts, whom fighters engage."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.eastfront.actions.flying import Assign, Engage, Fly, Withdraw
from sandtable.games.eastfront.actions.moving import Done
from sandtable.games.eastfront.bots.appraisal import value
from sandtable.games.eastfront.model import AXIS, FLYING, READY, Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules.air import air
from sandtable.games.eastfront.rules.combat.battle import available
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.special_units.artillery import attacking_guns
from sandtable.games.eastfront.scenario import AirType
from sandtable.planning import Idea

LIKELY = 0.75
"""The share of support that gets through fighters and flak."""
PAYS = 0.15
"""What a mission must add to an attack to be flown."""
PATROL = 2
"""Fighters that go up against one mission, so that some are left to cover the army."""


def known(state: CrimeaState, keys: tuple[int, ...]) -> dict[int, AirType]:
    """The types of air units, without dummies and unknown ones."""
    found = {key: air.type_of(state, state.air[key]) for key in keys}
    return {key: kind for key, kind in found.items() if kind is not None}


def bombers(state: CrimeaState, side: str) -> list[int]:
    """Ready aircraft that can support, the strongest first."""
    kinds = known(state, air.ready(state, side))
    return sorted((k for k in kinds if kinds[k].cas), key=lambda k: (-kinds[k].cas, k))


def hopes(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Points of support to count on, mission by mission: strong and weak bombers fly together."""
    kinds, left = known(state, air.ready(state, side)), bombers(state, side)
    found = []
    while left:
        pair = [left.pop(0), *([left.pop()] if left else [])]
        found.append(int(LIKELY * sum(kinds[k].cas for k in pair)))
    return tuple(found)


def is_opposed(state: CrimeaState, side: str) -> bool:
    """Whether the enemy has aircraft that could meet a mission."""
    return any(u.side == enemy(side) and u.box in (READY, FLYING) for u in state.air.values())


def support(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Missions over declared attacks, the one that gains most first."""
    best: tuple[float, Idea] = (PAYS, ())
    for attack in state.attacks.values():
        if any(air.over(state, h, seat) for h in attack.hexes):
            continue
        place = attack.hexes[0]
        group = _group(state, seat, place)
        points = int(LIKELY * sum(kind.cas for kind in known(state, group).values()) + 0.5)
        gain = _gain(state, seat, attack, points)
        if group and gain > best[0]:
            best = (gain, (Fly(place, group),))
    if best[1]:
        yield best[1]
    yield (Done(),)


def _group(state: CrimeaState, seat: str, place: int) -> tuple[int, ...]:
    """The aircraft for a mission: a strong and a weak bomber, and an escort where the enemy may come."""
    fit = [int(k) for k in air.squadrons(state, seat, place).legal]
    left = [k for k in bombers(state, seat) if k in fit]
    group = [*left[:1], *left[-1:]] if len(left) > 1 else left
    kinds = known(state, tuple(fit))
    fighters = sorted((k for k in kinds if kinds[k].role == "fighter"), key=lambda k: (-kinds[k].acr, k))
    if group and is_opposed(state, seat):
        group += fighters[:1]
    return tuple(sorted(group))


def _gain(state: CrimeaState, seat: str, attack: Attack, points: int) -> float:
    """How much support changes an attack, seen from the side that flies."""
    units = available(state, attack)
    if not points or not units:
        return 0.0
    sign = 1 if seat == attack.side else -1
    guns = attacking_guns(state, attack)[:2]
    before = value(state, Force(attack, units, guns))
    after = value(state, Force(replace(attack, cas=attack.cas + sign * points), units, guns))
    return sign * (after - before)


def interception(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Fighters against interdiction."""
    for place in (h for h in air.missions(state) if h):
        if not air.over(state, place, seat):
            kinds = known(state, tuple(int(k) for k in air.fighters(state, seat, place).legal))
            group = sorted(kinds, key=lambda k: (-kinds[k].acr, k))[:PATROL]
            if len(group) == PATROL:
                yield (Fly(place, tuple(sorted(group))),)
    yield (Done(),)


def roles(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Fighters that could do both fire where there is somebody to fire at."""
    met = air.over(state, air.fight(state).hex, enemy(seat))
    yield (Assign(() if met else air.undecided(state, seat)),)


def engagements(state: CrimeaState, seat: str, again: bool) -> Iterator[Idea]:
    """Pair fighters with what is worth most to shoot down, best shots first."""
    firers = air.free_firers(state, seat).legal if again else air.to_pair(state)
    shots = []
    for unit in map(int, firers):
        targets = (air.free_targets if again else air.pair_targets)(state, seat, unit).legal
        for target in map(int, targets):
            mine, theirs = known(state, (unit,)).get(unit), known(state, (target,)).get(target)
            if mine is not None and theirs is not None:
                own_shot = state.air[unit].side == seat
                better = mine.acr - theirs.acr + 2 * theirs.cas
                shots.append((-better if own_shot else better, unit, target))
    for _, unit, target in sorted(shots):
        yield (Engage(unit, target),)
    yield (Done(),)


def withdrawal(state: CrimeaState, seat: str, kinds: tuple[str, ...]) -> Iterator[Idea]:
    """Give up the type that helps the army least."""
    aircraft = state.board.aircraft
    for kind in sorted(kinds, key=lambda k: (aircraft[k].cas, aircraft[k].acr, k)):
        yield (Withdraw(kind),)


def interdiction(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Aircraft stay ready for the attacks of the turn: support decides battles, interdiction only slows reserves."""
    assert seat == AXIS
    yield (Done(),)
