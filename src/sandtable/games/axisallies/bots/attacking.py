"""Combat Move: which spaces to attack with whom, one good attack after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.games.axisallies.actions.flying import Fly
from sandtable.games.axisallies.actions.moving import Engage, Move
from sandtable.games.axisallies.actions.transport import Load, Unload
from sandtable.games.axisallies.bots import chances, routes
from sandtable.games.axisallies.bots.appraisal import Appraisal, appraise, counted, mustered
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.routes import Lift, March
from sandtable.games.axisallies.bots.threats import strength, threat
from sandtable.games.axisallies.bots.values import is_target
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.noncombat.landing import homeward
from sandtable.games.axisallies.rules.spaces.spaces import (
    cargo_of,
    foes_at,
    is_foe,
    is_hostile_zone,
    type_of,
    units_at,
    units_of,
)
from sandtable.games.axisallies.rules.units import air
from sandtable.odds import raid_outcome
from sandtable.planning import Idea

WORTH_IT = 0.5
"""What an attack must be worth at least."""
WORTH_IT_AT_SEA = 2.0
LOST_TRANSPORT = 0.5
"""How likely a transport left within reach of the enemy is lost."""


class Attack(NamedTuple):
    """One attack as planned: who marches or sails, who flies, who lands."""

    at: int
    look: Appraisal
    marches: tuple[March, ...]
    flyers: tuple[int, ...]
    lifts: tuple[Lift, ...]

    @property
    def units(self) -> tuple[int, ...]:
        """Everybody it takes, ships that only carry included."""
        lifted = [key for lift in self.lifts for key in (lift.ship, *lift.units)]
        return (*(march.unit for march in self.marches), *self.flyers, *lifted)


def plan(state: GlobalState, power: str) -> list[Idea]:
    """All moves of a Combat Move, in the order they are made."""
    free = spared(state, power)
    return moves(state, power, choice(state, power, free), free)


def choice(state: GlobalState, power: str, free: frozenset[int]) -> list[Attack]:
    """The attacks to make, one good one after the other."""
    chosen: list[Attack] = []
    looked: dict[int, Attack | None] = {at: _best(state, power, at, free) for at in targets(state, power)}
    while True:
        good = [attack for attack in looked.values() if attack is not None and attack.look.value > WORTH_IT]
        if not good:
            break
        attack = max(good, key=lambda a: (a.look.value, -a.at))
        chosen.append(attack)
        free = free - frozenset(attack.units)
        del looked[attack.at]
        for at, other in looked.items():
            if other is not None and any(key in attack.units for key in other.units):
                looked[at] = _best(state, power, at, free)
    return chosen


def moves(state: GlobalState, power: str, chosen: Sequence[Attack], free: frozenset[int]) -> list[Idea]:
    """The moves that make some attacks, and what else there is to do in a Combat Move."""
    ideas = [idea for attack in chosen for idea in orders(state, attack)]
    busy = frozenset(key for attack in chosen for key in attack.units)
    free = free - busy
    ideas += _escorts(state, power, chosen, free)
    ideas += _raids(state, power, free)
    ideas += _at_sea(state, power, chosen, busy)
    return ideas


def targets(state: GlobalState, power: str) -> list[int]:
    """The territories and zones a power could attack now."""
    lands = [at for at in state.territories if is_target(state, power, at)]
    zones = dict.fromkeys(u.at for u in state.units.values() if state.board.is_sea(u.at) and is_foe(state, power, u))
    return [*lands, *sorted(zones)]


def _best(state: GlobalState, power: str, at: int, free: frozenset[int]) -> Attack | None:
    return _at_zone(state, power, at, free) if state.board.is_sea(at) else _on_land(state, power, at, free)


def _on_land(state: GlobalState, power: str, at: int, free: frozenset[int]) -> Attack | None:
    """The best attack on a territory; without troops there is none."""
    marches = {march.unit: march for march in routes.marches(state, power, at, free)}
    lifts = routes.lifts(state, power, at, free - frozenset(marches))
    landed = [key for lift in lifts for key in lift.units]
    if not marches and not landed:
        return None
    flyers = routes.flyers(state, power, at, free)
    keys = mustered(state, [*marches, *landed, *flyers])
    if not any(chances.defenders_at(state, at, power).units.values()):
        keys = _cheapest_first(state, marches) or landed[:1]
    look = appraise(state, power, at, keys, landed=landed)
    if look is None:
        return None
    sent = keys[: look.sent]
    used = tuple(lift for lift in lifts if any(key in sent for key in lift.units))
    if used:
        look = look._replace(value=look.value - exposure(state, power, used))
    walking = tuple(marches[key] for key in sent if key in marches)
    if not walking and not used:
        return None
    return Attack(at, look, walking, tuple(key for key in sent if key in flyers), used)


def _cheapest_first(state: GlobalState, marches: dict[int, March]) -> list[int]:
    """Land units for a territory that nobody defends: infantry before tanks, short ways before long ones."""
    kinds = state.board.kinds
    return sorted(marches, key=lambda key: (kinds[state.units[key].kind].cost, len(marches[key].path), key))


def exposure(state: GlobalState, power: str, lifts: Sequence[Lift]) -> float:
    """What transports are likely to pay for a landing."""
    cost = 0.0
    for lift in lifts:
        zones = (lift.end, state.units[lift.ship].at)
        escorted = any(_has_warship(state, power, zone) for zone in zones)
        if strength(state, threat(state, power, lift.end), attack=True) > 0 and not escorted:
            cost += LOST_TRANSPORT * type_of(state, state.units[lift.ship]).cost
    return cost


def _has_warship(state: GlobalState, power: str, zone: int) -> bool:
    return any(u.owner == power and type_of(state, u).surface_warship for _, u in units_at(state, zone))


def _at_zone(state: GlobalState, power: str, at: int, free: frozenset[int]) -> Attack | None:
    """The best attack on the ships in a zone."""
    sailings = {march.unit: march for march in routes.sailings(state, power, at, free)}
    flyers = routes.flyers(state, power, at, free)
    if not sailings and not flyers:
        return None
    keys = mustered(state, [*sailings, *flyers])
    look = appraise(state, power, at, keys)
    if look is None or look.value < WORTH_IT_AT_SEA:
        return None
    sent = keys[: look.sent]
    return Attack(
        at,
        look,
        tuple(sailings[key] for key in sent if key in sailings),
        tuple(key for key in sent if key in flyers),
        (),
    )


# -- orders ------------------------------------------------------------------------------------------------------------


def orders(state: GlobalState, attack: Attack) -> Iterator[Idea]:
    """The moves that make an attack."""
    ways: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for march in attack.marches:
        if march.path:
            ways.setdefault((state.units[march.unit].at, march.path), []).append(march.unit)
    for (_, path), keys in ways.items():
        yield (Move(tuple(sorted(keys)), path),)
        for key in keys:
            yield (Move((key,), path),)
    for lift in attack.lifts:
        yield from landing(state, lift)
    bases: dict[int, list[int]] = {}
    for key in attack.flyers:
        bases.setdefault(state.units[key].at, []).append(key)
    for keys in bases.values():
        yield (Fly(tuple(sorted(keys)), attack.at, "attack"),)
        # Where not all of them can come down again, some may.
        for key in keys:
            yield (Fly((key,), attack.at, "attack"),)
    if state.board.is_sea(attack.at):
        yield (Engage(attack.at, "yes"),)


def landing(state: GlobalState, lift: Lift) -> Iterator[Idea]:
    """Load, sail and land."""
    aboard = cargo_of(state).get(lift.ship, ())
    for key in lift.units:
        if key not in aboard:
            yield (Load(key, lift.ship, lift.zone),)
    if lift.path:
        yield (Move((lift.ship,), lift.path),)
    yield (Unload(tuple(sorted(lift.units)), lift.to),)
    for key in lift.units:
        yield (Unload((key,), lift.to),)


def _escorts(state: GlobalState, power: str, chosen: Sequence[Attack], free: frozenset[int]) -> Iterator[Idea]:
    """Warships go along with the transports they lie beside, to cover the landing and to shell the shore."""
    gone: dict[int, None] = {}
    for lift in (lift for attack in chosen for lift in attack.lifts):
        start = state.units[lift.ship].at
        for key, unit in units_at(state, start):
            kind = type_of(state, unit)
            if key in gone or key not in free or not kind.surface_warship or kind.deck_room or start == lift.end:
                continue
            ways = routes.sea_ways(state, power, start, kind.move, unit.kind)
            if lift.end in ways:
                gone[key] = None
                yield (Move((key,), ways.path(lift.end)),)


def _raids(state: GlobalState, power: str, free: frozenset[int]) -> Iterator[Idea]:
    """Strategic bombers with nothing better to do bomb the complex that gains them most."""
    for key in units_of(state, power, "air"):
        unit = state.units[key]
        if key not in free or "major_ic" not in type_of(state, unit).raids:
            continue
        reach = air.flights(state, power, unit.at, air.left(state, key))
        home = homeward(state, power)
        best = (0.5, 0)
        for at, cost in sorted(reach.items()):
            land = state.territories.get(at)
            if land is None or not land.works or not is_target(state, power, at):
                continue
            if cost + home.get(at, 99) > air.left(state, key):
                continue
            rising = counted(state, [k for k in foes_at(state, power, at) if type_of(state, state.units[k]).intercepts])
            one = chances.raid(state, at, {"works": {unit.kind: 1}}, by=power, interceptors=rising)
            best = max(best, (raid_outcome(one).odds().swing, at))
        if best[1]:
            yield (Fly((key,), best[1], "raid"),)


def _at_sea(state: GlobalState, power: str, chosen: Sequence[Attack], busy: frozenset[int]) -> Iterator[Idea]:
    """Ships caught among enemy warships leave when the battle would go badly; lurking enemies are left alone."""
    attacked = [attack.at for attack in chosen]
    for zone in dict.fromkeys(state.units[key].at for key in units_of(state, power, "sea")):
        if zone in attacked or not foes_at(state, power, zone):
            continue
        if not is_hostile_zone(state, power, zone):
            yield (Engage(zone, "no"),)
            continue
        if chances.odds_of(chances.battle(state, zone, by=power)).attacker_wins >= 0.5:
            continue
        for key, unit in units_at(state, zone):
            if unit.owner == power and type_of(state, unit).domain == "sea" and key not in busy:
                ways = routes.sea_ways(state, power, zone, 1, unit.kind)
                yield tuple(Move((key,), (to,)) for to in ways.costs if to != zone)
