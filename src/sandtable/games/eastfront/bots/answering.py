"""Answers in the middle of battles: guns, orders, reaction, losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec.structs import replace

from sandtable.games.eastfront.actions.fighting import (
    Advance,
    Assault,
    Command,
    Lose,
    Mandate,
    Order,
    Resolve,
    Retreat,
    Support,
)
from sandtable.games.eastfront.actions.moving import Done, Shed
from sandtable.games.eastfront.bots import posting
from sandtable.games.eastfront.bots.appraisal import at_risk, is_trapped, prospect, value, worth_of
from sandtable.games.eastfront.bots.declaring import force_of, share_guns
from sandtable.games.eastfront.bots.goals import stakes
from sandtable.games.eastfront.bots.ground import FAR, menace
from sandtable.games.eastfront.bots.ideas import posted
from sandtable.games.eastfront.bots.moving import marches
from sandtable.games.eastfront.model import NO_ORDER, NO_RETREAT, SOVIET, Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules.combat import battle
from sandtable.games.eastfront.rules.combat.combat import Force
from sandtable.games.eastfront.rules.declaration.declaration import attackers
from sandtable.games.eastfront.rules.movement.movement import destinations
from sandtable.games.eastfront.rules.naval import gunfire
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.results.advances import advancing, vacated
from sandtable.games.eastfront.rules.results.retreats import Routes, routes
from sandtable.games.eastfront.rules.scenarios import kerch
from sandtable.games.eastfront.rules.special_units.artillery import defensive_guns, why_too_many
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import overstacked, stacks, strength, values, why_no_room
from sandtable.kernel import NO, YES
from sandtable.planning import Idea

HELPS = 0.1
"""What a gun, a reserve or an order must change to be worth it."""
POINT = 0.5
"""What a point of attack supply is worth: another attack will want it."""
GONE = 3.0
"""What it costs to lose a counter altogether, beyond its strength: its zone of control goes with it."""
MOST_STARTS = 3
"""Hexes from which the enemy is made to attack, at most: more are never needed for six steps."""


# -- before the fight ------------------------------------------------------------------------------------------------


def order_of_attacks(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """The surest attack first, so that its success closes ways of retreat for the next."""

    def chance(number: int) -> float:
        attack = state.attacks[number]
        units = battle.available(state, attack)
        return prospect(state, Force(attack, units)).clear if units else 0.0

    for number in sorted(state.attacks, key=lambda n: (-chance(n), n)):
        yield (Resolve(number),)


def assault(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Everybody attacks; supply, guns and engineers help where they change something."""
    _, attack = battle.current(state)
    units = battle.available(state, attack)
    spent = _supply(state, seat, attack, units)
    guns = battle.best_guns(state, attack, spent) if spent else _best_support(state, attack, units)
    force = force_of(state, seat, attack.hexes, units, guns)
    for engineers in (YES, NO) if force.engineers else (NO,):
        most = battle.best_guns(state, attack, spent)
        for chosen in (guns, most, ()):
            ships = gunfire.best(state, gunfire.attacking(state, attack), chosen, attack.hexes)
            yield (Assault(units, spent, chosen, engineers, ships), Assault(units, spent, chosen, engineers))
    yield (Assault(units, (), battle.best_guns(state, attack), NO),)


def _supply(state: CrimeaState, seat: str, attack: Attack, units: tuple[int, ...]) -> tuple[int, ...]:
    """A supply unit to spend on an attack, where it changes more than a point is worth."""
    choice = attack_supply.sources(state, seat, units)
    if choice is None:
        return ()
    for key in map(int, choice.legal):
        if choice.refusal((key,)) is None:
            guns = battle.best_guns(state, attack, (key,))
            gain = value(state, Force(attack, units, guns, supplied=True)) - value(state, Force(attack, units))
            return (key,) if gain > POINT else ()
    return ()


def _best_support(state: CrimeaState, attack: Attack, units: tuple[int, ...]) -> tuple[int, ...]:
    """The guns for this attack, when every attack that is still to come gets its share."""
    forces = {n: battle.available(state, other) for n, other in state.attacks.items()}
    attacks = {n: replace(state.attacks[n], units=keys) for n, keys in forces.items() if keys}
    own = next(n for n, other in state.attacks.items() if other is attack)
    return share_guns(state, attacks, lambda n, guns: value(state, Force(attacks[n], forces[n], guns)))[own]


def attack_order(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Attackers hold their ground where that costs nothing, or where the ground is dear."""
    found, _ = battle.current(state)
    is_free = not results.stand_loss(state, found.units, (), False, enemy(seat))
    is_dear = at_risk(state, found.units) > 2 * stakes(state).step[seat]
    yield (Command(NO_RETREAT if is_free or is_dear else NO_ORDER), Command(NO_ORDER))


def guns(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Guns for the defence, where they lower the attacker's chances most."""
    best: tuple[float, Idea] = (HELPS, ())
    for number, attack in state.attacks.items():
        units = battle.available(state, attack) or attack.units
        fit = () if attack.support else defensive_guns(state, seat, attack)
        chosen = _defensive(state, seat, attack, fit)
        if not chosen or not units:
            continue
        before = value(state, Force(attack, units))
        gain = before - value(state, Force(replace(attack, support=chosen), units))
        if gain > best[0]:
            best = (gain, (Support(number, chosen),))
    if best[1]:
        yield best[1]
    yield (Done(),)


def _defensive(state: CrimeaState, seat: str, attack: Attack, fit: tuple[int, ...]) -> tuple[int, ...]:
    chosen: tuple[int, ...] = ()
    for key in sorted(fit, key=lambda k: (-strength(state, k).attack, k)):
        if why_too_many(state, seat, (*chosen, key), attack.hexes) is None:
            chosen = (*chosen, key)
    return tuple(sorted(chosen))


def orders(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Hold where works or the prize ask for it, or where there is no way back; the dearest hex first."""
    for number in sorted(state.attacks, key=lambda n: (-_hold(state, seat, state.attacks[n]), n)):
        attack = state.attacks[number]
        if not attack.ordered and _hold(state, seat, attack) > 0:
            yield (Order(number, NO_RETREAT),)
    yield (Done(),)


def _hold(state: CrimeaState, seat: str, attack: Attack) -> float:
    """What an order to hold is worth to the defender."""
    units = battle.available(state, attack) or attack.units
    if not units:
        return 0.0
    kept = value(state, Force(attack, units)) - value(state, Force(replace(attack, order=NO_RETREAT), units))
    return kept + (HELPS if is_trapped(state, attack.hexes) else 0.0)


def reactions(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Reserves go where they spoil an attack most."""
    best: tuple[float, Idea] = (HELPS, ())
    for key in map(int, reaction.reactors(state, seat).legal):
        open_to = destinations(state, key)
        for attack in state.attacks.values():
            units = battle.available(state, attack) or attack.units
            for place in attack.hexes:
                if place not in open_to or why_no_room(state, (key,), place) is not None:
                    continue
                after = posted(state, {key: place})
                gain = value(state, Force(attack, units)) - value(after, Force(attack, units))
                if gain > best[0]:
                    best = (gain, tuple(marches(state, key, place)))
    if best[1]:
        yield best[1]
    yield (Done(),)


def mandates(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Make the enemy attack where it costs him most; two attacks need hexes of their own."""
    found = sorted(_mandates(state, seat), key=lambda option: (-option[0], option[1], option[2]))
    best: tuple[float, Idea] = (HELPS, ())
    for number, (gain, place, hexes) in enumerate(found):
        others = (other for other in found[number + 1 :] if other[1] != place and not {*other[2]} & {*hexes})
        more = next(others, None) if len(state.attacks) + 1 < kerch.MANDATES else None
        if (total := gain + (more[0] if more else 0.0)) > best[0]:
            best = (total, (Mandate(place, hexes),))
    if best[1]:
        yield best[1]
    yield (Done(),)


def _mandates(state: CrimeaState, seat: str) -> Iterator[tuple[float, int, tuple[int, ...]]]:
    """Attacks the enemy can be made to make and that cost him: what each is worth, its target, where it comes from."""
    for place in map(int, kerch.mandate_hexes(state, seat).legal):
        choice = kerch.mandate_starts(state, seat, place)
        starts = tuple(map(int, choice.legal))
        for size in range(1, min(len(starts), MOST_STARTS) + 1):
            for hexes in combinations(starts, size):
                if choice.refusal(hexes) is not None:
                    continue
                units = tuple(k for k in sorted(attackers(state, SOVIET, place)) if state.pieces[k].hex in hexes)
                attack = Attack(SOVIET, (place,), units, mandated=True, forced=True)
                if (gain := -value(state, Force(attack, units))) > HELPS:
                    yield gain, place, hexes


# -- losses ----------------------------------------------------------------------------------------------------------


def price_of_step(state: CrimeaState, key: int) -> float:
    """What a unit misses when it loses a step."""
    counter, piece = state.board.units[key], state.pieces[key]
    now = values(counter, piece)
    if piece.steps <= 1:
        return now.attack + now.defence + (GONE if counter.exerts else GONE / 2)
    after = values(counter, replace(piece, steps=piece.steps - 1))
    return now.attack + now.defence - after.attack - after.defence


def losses(state: CrimeaState, seat: str, among: tuple[int, ...]) -> Iterator[Idea]:
    """Take the step where it is missed least."""
    for key in sorted(among, key=lambda k: (price_of_step(state, k), k)):
        yield (Lose(key),)


def shedding(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Give up the least of a stack that is too big."""
    keys = [k for h in overstacked(state, seat) for k in stacks(state)[h] if state.board.units[k].stack]
    for key in sorted(keys, key=lambda k: (strength(state, k).attack + strength(state, k).defence, k)):
        yield (Shed(key),)


# -- retreats and advances -------------------------------------------------------------------------------------------


def retreats(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Fall back together to the best hex; drive the enemy to the worst."""
    if state.battle is not None and state.battle.retreating:
        yield from _withdrawals(state, seat, state.battle.retreating, battle.group_routes)
    elif state.overrun is not None:
        target = (state.overrun.target,)
        yield from _withdrawals(
            state, seat, state.overrun.retreating, lambda s, keys: routes(s, keys, target, results.RETREAT, False)
        )


def _withdrawals(
    state: CrimeaState, seat: str, going: tuple[int, ...], ways: Callable[[CrimeaState, tuple[int, ...]], Routes]
) -> Iterator[Idea]:
    """Group by group, those of one hex together where they can, along the best of their ways."""
    by_hex: dict[int, list[int]] = {}
    for key in going:
        by_hex.setdefault(state.pieces[key].hex, []).append(key)
    for keys in by_hex.values():
        for group in (tuple(sorted(keys)), *((key,) for key in sorted(keys))):
            found = ways(state, group).ways
            if found:
                best = min(found, key=lambda path: (-_refuge(state, seat, group, path, found[path]), path))
                yield (Retreat(group, best),)


def _refuge(state: CrimeaState, seat: str, group: tuple[int, ...], path: tuple[int, ...], zone: int) -> float:
    """How good a hex is to retreat to; for enemies that one drives away, how bad."""
    side = state.board.units[group[0]].side
    steps, stance = sum(state.pieces[k].steps for k in group), posting.stance_of(state, side)
    after = posted(state, dict.fromkeys(group, path[-1]))
    found = posting.outlook(after, stance) - posting.exposure(after, stance, group[0], path[-1])
    if stance.takes:
        found -= posting.PULL * stance.far.get(path[-1], FAR)
    if zone:
        found -= steps * stakes(state).step[side]
    return found if side == seat else -found


def advances(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Follow up with the strongest that fit, unless what they leave is dearer or they would stand in the open."""
    stance = posting.stance_of(state, seat)
    for place in vacated(state):
        group = _vanguard(state, seat, place)
        if not group:
            continue
        after = posted(state, dict.fromkeys(group, place))
        gain = posting.outlook(after, stance) - posting.outlook(state, stance) + worth_of(state, seat, place) / 2
        if stance.takes:
            behind = max(stance.far.get(_at(state, k), FAR) for k in group)
            gain += posting.PULL * (behind - stance.far.get(place, FAR))
        gain -= sum(posting.exposure(after, stance, k, place) for k in group)
        gain += sum(posting.exposure(state, stance, k, _at(state, k)) for k in group)
        if gain > 0:
            yield (Advance(place, group),)
    yield (Done(),)


def _at(state: CrimeaState, key: int) -> int:
    return state.pieces[key].hex


def _vanguard(state: CrimeaState, seat: str, place: int) -> tuple[int, ...]:
    """Who advances: the strongest in defence within the limit; somebody stays in a prize that the enemy can reach."""
    fit = [int(k) for k in advancing(state, seat, place).legal]
    staying: dict[int, None] = {}
    for start in sorted({_at(state, k) for k in fit}):
        here = stacks(state)[start]
        is_dear = start in stakes(state).prizes and menace(state, seat)[start] > 0
        if is_dear and all(k in fit for k in here):
            guard = min(here, key=lambda k: (not state.board.units[k].exerts, strength(state, k).defence, k))
            staying[guard] = None
    chosen: tuple[int, ...] = ()
    for key in sorted(fit, key=lambda k: (-strength(state, k).defence, k)):
        if key not in staying and why_no_room(state, (*chosen, key), place) is None:
            chosen = (*chosen, key)
    return tuple(sorted(chosen))
