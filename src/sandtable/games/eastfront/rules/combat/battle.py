"""The resolution of one declared attack, step by step in the order of EF-4.2.B4.d."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from sandtable.games.eastfront.model import (
    ADDITIONAL,
    NO_ORDER,
    NO_RETREAT,
    SOVIET,
    Attack,
    Battle,
    CrimeaState,
    enemy,
)
from sandtable.games.eastfront.rules.combat import combat, occupation
from sandtable.games.eastfront.rules.combat.combat import Force, estimate
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.crimea_units import assault, bombardment
from sandtable.games.eastfront.rules.crimea_units.batteries import has_own_shells
from sandtable.games.eastfront.rules.declaration.declaration import LEAST_ODDS, attackers, threats, why_not_attack
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.naval import fords, gunfire, landings
from sandtable.games.eastfront.rules.naval.embarking import come_ashore
from sandtable.games.eastfront.rules.replacements import mandates
from sandtable.games.eastfront.rules.results import results, retreats
from sandtable.games.eastfront.rules.results.results import FURTHER, RETREAT, victims
from sandtable.games.eastfront.rules.scenarios import kerch, winter_attacks
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.soviet_units.soviet_units import ORDER
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_units.artillery import (
    attacking_guns,
    defender_of,
    why_no_attacking_fire,
    why_no_defensive_fire,
    why_too_many,
)
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, strength, why_no_room
from sandtable.kernel import YES, Draft, OneOf, Path, Refusal, SomeOf, pick, refuse, yes_or_no


def current(state: CrimeaState) -> tuple[Battle, Attack]:
    """The battle being resolved and its attack."""
    assert state.battle is not None
    return state.battle, state.attacks[state.battle.attack]


# -- choosing an attack ----------------------------------------------------------------------------------------------


# rule: EF-15.0
def unresolved(state: CrimeaState, seat: str) -> OneOf:
    """Declared attacks that are still to be resolved, in any order."""
    return OneOf("place", state.attacks, default=next(iter(state.attacks), None))


def begin(d: Draft[CrimeaState], number: int) -> None:
    """Start to resolve an attack; where nobody opposes units from the sea there is none."""
    if landings.is_unopposed(d.now, d.now.attacks[number]):
        go_ashore(d, number)
        return
    d.set(battle=Battle(number))
    d.call("battle", number)


# rule: EF-PB8.74.d
def go_ashore(d: Draft[CrimeaState], number: int) -> None:
    """Units from the sea go ashore in a hex without enemies, as many as there is room for."""
    attack = d.now.attacks[number]
    place = attack.hexes[0]
    for key in attack.units:
        if landings.reaches(d.now, key, place) and why_no_room(d.now, (key,), place) is None:
            come_ashore(d, key, place)
            d.edit("pieces", key, attacked=True, busy=True)
            d.log("log.landed", "EF-PB8.74.d", ref(key), at(place), unit=ref(key), place=at(place))
    d.drop("attacks", number)


# rule: EF-15.21, EF-15.22, EF-12.36
def available(state: CrimeaState, attack: Attack) -> tuple[int, ...]:
    """Units that may take part: those named, and others next to the hex whose every threat is under attack too."""
    named = [other for other in state.attacks.values() if other is not attack]
    taken = [k for other in named for k in other.units]
    marked = [h for other in state.attacks.values() for h in other.hexes]
    found = []
    for key in attackers(state, attack.side, attack.hexes[0]):
        if key in taken or any(key not in attackers(state, attack.side, h) for h in attack.hexes[1:]):
            continue
        place = state.pieces[key].hex
        # rule: EF-12.7
        if key in attack.units or all(h in marked for h in threats(state, place, attack.side)):
            found.append(key)
    return tuple(found)


def is_void(state: CrimeaState) -> bool:
    """Whether nobody is left to attack, or nobody to be attacked."""
    _, attack = current(state)
    return not available(state, attack) or not combat.defenders(state, attack.hexes)


def attackers_choice(state: CrimeaState, seat: str) -> SomeOf:
    """Who attacks in the end."""
    _, attack = current(state)
    fit = available(state, attack)
    named = tuple(k for k in fit if k in attack.units)
    must = named if attack.mandated else ()
    able = fords.as_many_as_fit(state, (*named, *(k for k in fit if k not in named)), attack.hexes)

    def why(key: int) -> Refusal | None:
        if key not in state.pieces or state.board.units[key].side != seat or not state.pieces[key].hex:
            return refuse("EF-15.21", "refuse.not_yours", ref(key), unit=ref(key))
        no = next((no for h in attack.hexes if (no := why_not_attack(state, key, h)) is not None), None)
        return no or refuse("EF-12.7", "refuse.other_attack", ref(key), unit=ref(key))

    def check(keys: tuple[int, ...]) -> Refusal | None:
        for key in must:
            if key not in keys:
                return refuse("EF-12.41", "refuse.mandated_unit", ref(key), unit=ref(key))
        no = fords.why_too_many(state, keys, attack.hexes)
        no = no or assault.why_left_out(state, attack, fit, keys, "refuse.engineers_attack")
        if no is not None:
            return no
        guns = best_guns(state, attack)
        return None if set(able) <= set(keys) else _why_too_weak(state, attack, keys, guns, _best_ships(state, guns))

    return SomeOf("piece", fit, least=1, why=why, check=check, default=tuple(k for k in fit if k in able))


def best_guns(state: CrimeaState, attack: Attack, supplies: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The strongest support that an attack can have."""
    chosen: tuple[int, ...] = ()
    guns = [k for k in attacking_guns(state, attack, bool(supplies)) if _is_served(state, supplies, k)]
    for key in sorted(guns, key=lambda k: (-strength(state, k).attack, k)):
        if why_too_many(state, attack.side, (*chosen, key), attack.hexes) is None:
            chosen = (*chosen, key)
    return tuple(sorted(chosen))


# rule: EF-15.31.a
def _is_served(state: CrimeaState, supplies: tuple[int, ...], gun: int) -> bool:
    """Whether a gun can trace to the supply units that are spent; where none need be, all can."""
    free = map_t.can_fire(state, gun) or has_own_shells(state.board.units[gun])
    return not supplies or free or attack_supply.reaches(state, supplies, (gun,)) is None


def guns_choice(state: CrimeaState, seat: str, units: tuple[int, ...], supplies: tuple[int, ...]) -> SomeOf:
    """Which artillery supports; the attack may not stay below 1-4 when guns could lift it."""
    _, attack = current(state)
    best = best_guns(state, attack, supplies)
    guns = [k for k in attacking_guns(state, attack, bool(supplies)) if _is_served(state, supplies, k)]

    def why(key: int) -> Refusal | None:
        if key not in state.pieces:
            return None
        no = why_no_attacking_fire(state, key, attack, bool(supplies))
        return no if no or _is_served(state, supplies, key) else attack_supply.reaches(state, supplies, (key,))

    def check(keys: tuple[int, ...]) -> Refusal | None:
        no = why_too_many(state, seat, keys, attack.hexes)
        if no is None and _why_too_weak(state, attack, units, best) is None:
            no = _why_too_weak(state, attack, units, keys, _best_ships(state, keys))
        return no

    return SomeOf(
        "piece",
        guns,
        why=why,
        check=check,
        default=best,
    )


def _best_ships(state: CrimeaState, guns: tuple[int, ...]) -> tuple[int, ...]:
    """The strongest ships that can support the attack at hand beside some guns."""
    _, attack = current(state)
    return gunfire.best(state, gunfire.attacking(state, attack), guns, attack.hexes)


# rule: EF-12.36
def _why_too_weak(
    state: CrimeaState, attack: Attack, units: tuple[int, ...], guns: tuple[int, ...], ships: tuple[int, ...] = ()
) -> Refusal | None:
    """Why a force is too weak: less than 1-4."""
    force = Force(attack, units, guns, ships=ships)
    sums = combat.attack_strength(state, force).total, combat.defence_strength(state, force).total
    if Fraction(*sums) >= LEAST_ODDS:
        return None
    return refuse("EF-12.36", "refuse.odds_too_low", *map(at, attack.hexes), attack=sums[0], defence=sums[1])


# rule: EF-15.63
def engineers_choice(
    state: CrimeaState, seat: str, units: tuple[int, ...], supplies: tuple[int, ...], guns: tuple[int, ...]
) -> OneOf | None:
    """Whether engineers are claimed, where they are there and can undo something."""
    _, attack = current(state)
    walls = combat.fortress(state, Force(attack, units, guns))
    # rule: EF-PB7.42
    if assault.extra_engineers(state, attack, units):
        return None
    return yes_or_no(YES) if any(name in combat.help_of_engineers(state, units) for name in walls) else None


# rule: EF-PB8.61.a, EF-PB8.62
def ships_choice(
    state: CrimeaState,
    seat: str,
    units: tuple[int, ...],
    supplies: tuple[int, ...],
    guns: tuple[int, ...],
    engineers: str,
) -> SomeOf | None:
    """Which ships support; not asked where none could. They too lift an attack to 1-4 where they can."""
    _, attack = current(state)
    fit = gunfire.attacking(state, attack)
    if not fit:
        return None
    best = gunfire.best(state, fit, guns, attack.hexes)

    def check(keys: tuple[int, ...]) -> Refusal | None:
        no = gunfire.why_not_together(state, guns, keys, attack.hexes)
        if no is None and _why_too_weak(state, attack, units, guns, best) is None:
            no = _why_too_weak(state, attack, units, guns, keys)
        return no

    return SomeOf("ship", fit, why=lambda key: gunfire.why_no_fire(state, key, attack), check=check, default=best)


# rule: EF-15.55.a
def commit(
    d: Draft[CrimeaState],
    units: tuple[int, ...],
    supplies: tuple[int, ...],
    guns: tuple[int, ...],
    engineers: bool,
    ships: tuple[int, ...] = (),
) -> None:
    """Fix who fights; guns that earlier advances brought into enemy zones fall silent."""
    battle, attack = current(d.now)
    # rule: EF-15.54.b
    if untried.turn_up_all(d, attack.hexes, "EF-15.54.b") and not combat.defenders(d.now, attack.hexes):
        occupation.begin(d, tuple(sorted(units)))
        return
    plan = Force(attack, units, guns, supplied=bool(supplies) or None)
    gunfire.fire(d, tuple(sorted(ships)))
    bombardment.fire(d, attack, tuple(sorted(guns)), combat.is_supplied(d.now, plan))
    if not combat.defenders(d.now, attack.hexes):
        attack_supply.spend(d, tuple(sorted(supplies)))
        for key in guns:
            d.edit("pieces", key, attacked=True, busy=True)
        occupation.begin(d, tuple(sorted(units)))
        return
    silent = [k for k in attack.support if why_no_defensive_fire(d.now, k, attack) is not None]
    if silent:
        attack = replace(attack, support=tuple(k for k in attack.support if k not in silent))
        d.put("attacks", battle.attack, attack)
    engineers = engineers or bool(assault.extra_engineers(d.now, attack, units))
    force = Force(attack, units, guns, engineers, bool(supplies) or None, tuple(sorted(ships)))
    found = estimate(d.now, force, kerch.shift(d.now, attack, units))
    d.set(
        battle=replace(
            battle,
            units=tuple(sorted(units)),
            support=tuple(sorted(guns)),
            ships=tuple(sorted(ships)),
            supply=tuple(sorted(supplies)),
            supplied=found.supplied,
            engineers=engineers,
            defenders=combat.defenders(d.now, attack.hexes),
            odds=found.odds,
            attack_strength=found.attack.total,
            defence_strength=found.defence.total,
        )
    )
    attack_supply.spend(d, tuple(sorted(supplies)))
    if attack.mandated and not attack.forced:
        mandates.count(d)
    for key in (*units, *guns):
        d.edit("pieces", key, attacked=True, busy=True)
    d.log(
        "log.odds",
        "EF-15.57.a",
        *map(at, attack.hexes),
        modifiers=[*found.attack.parts, *found.defence.parts],
        places=tuple(map(at, attack.hexes)),
        attack=found.attack.total,
        defence=found.defence.total,
        odds=found.odds,
    )


# -- orders of the attacker ------------------------------------------------------------------------------------------


# rule: EF-15.58, EF-14.34
def why_no_order(state: CrimeaState, seat: str, places: tuple[int, ...]) -> Refusal | None:
    """Why a side cannot give an order to units in these hexes: Soviets need a headquarters."""
    if seat == "axis":
        return None
    return next((no for h in places if (no := soviet_units.why_no_command(state, h, ORDER)) is not None), None)


def attacker_places(state: CrimeaState) -> tuple[int, ...]:
    """The hexes from which the attack is made."""
    battle, _ = current(state)
    return tuple(sorted({state.pieces[k].hex for k in battle.units}))


def may_order(state: CrimeaState) -> bool:
    """Whether the attacker has a choice of orders."""
    battle, attack = current(state)
    if landings.why_no_order(state, battle.units) is not None:
        return False
    return why_no_order(state, attack.side, attacker_places(state)) is None


def order_choice(state: CrimeaState, seat: str) -> OneOf:
    """No order, hold, or fall back further."""

    def why_not(order: str) -> Refusal | None:
        if order == NO_ORDER:
            return None
        battle, _ = current(state)
        return landings.why_no_order(state, battle.units) or why_no_order(state, seat, attacker_places(state))

    return pick("order", (NO_ORDER, NO_RETREAT, ADDITIONAL), why_not, default=NO_ORDER)


def give_order(d: Draft[CrimeaState], order: str) -> None:
    """The attacker's order, face up."""
    battle, attack = current(d.now)
    if order == NO_ORDER:
        return
    d.set(battle=replace(battle, order=order))
    if attack.side != "axis":
        hq = soviet_units.commanders(d.now, attacker_places(d.now)[0], ORDER)[0]
        soviet_units.spend(d, hq, ORDER)
    d.log("log.attack_order", "EF-15.58", *map(at, attack.hexes), order=order)


# -- the roll --------------------------------------------------------------------------------------------------------


# rule: EF-4.2.B4.d, EF-15.81, EF-15.59
def roll(d: Draft[CrimeaState]) -> None:
    """Show the defender's order, roll, and work out what both sides owe."""
    battle, attack = current(d.now)
    force = Force(attack, battle.units, battle.support, battle.engineers, battle.supplied, battle.ships)
    if attack.order:
        d.log("log.order_shown", "EF-15.59", *map(at, attack.hexes), order=attack.order)
    result = _thrown(d, force) if battle.odds != combat.BELOW else _hopeless(d)
    d.set(battle=replace(_owed(d.now, force, battle, result), result=result))
    _wipe_out(d, result)


def _thrown(d: Draft[CrimeaState], force: Force) -> str:
    """The result of the die."""
    battle, attack = current(d.now)
    drm = combat.net_drm(d.now, force)
    die = d.roll("roll.combat", 10)
    result = kerch.softened(attack, combat.cell(d.now, battle.odds, die.faces[0], drm.total))
    d.log(
        "log.combat",
        "EF-15.81",
        *map(at, attack.hexes),
        by=attack.side,
        rolls=[die],
        modifiers=drm,
        places=tuple(map(at, attack.hexes)),
        odds=battle.odds,
        drm=drm.total,
        row=min(max(die.faces[0] + drm.total, 0), 11),
        result=result,
    )
    return result


# rule: EF-15.57.b
def _hopeless(d: Draft[CrimeaState]) -> str:
    """The result of an attack below 1-4, for which nobody rolls."""
    _, attack = current(d.now)
    result = kerch.softened(attack, combat.cell_below(d.now))
    places = tuple(map(at, attack.hexes))
    d.log("log.combat_below", "EF-15.57.b", *places, places=places, result=result)
    return result


def _owed(state: CrimeaState, force: Force, battle: Battle, result: str) -> Battle:
    """The losses and retreats of both sides."""
    mine, theirs = results.read(result)
    attack, defender = force.attack, defender_of(force.attack)
    losses = results.numbered_losses(mine, battle.order)
    stars = combat.asterisk_losses(state, force).total if mine.star else 0
    holds = combat.stands(state, attack)
    # rule: EF-PB5.72.e
    is_fast = all(works.holds_fast(state, attack.side, h) for h in attack.hexes)
    beaten = theirs.steps if holds or is_fast else results.numbered_losses(theirs, attack.order)
    back = (FURTHER if battle.order == ADDITIONAL else RETREAT) if mine.retreat else 0
    # rule: EFS-10.64.d2
    if back and winter_attacks.stays(state, attack):
        losses, back = mine.steps + 1, 0
    # rule: EF-PB8.74.c
    if all(landings.is_landing(state, key) for key in battle.units):
        back = 0
    if back and battle.order == NO_RETREAT:
        losses, back = losses + results.stand_loss(state, battle.units, (), False, defender), 0
    away = (FURTHER if attack.order == ADDITIONAL else RETREAT) if theirs.retreat else 0
    extra = 0
    if is_fast:
        away = 0
    if away and holds:
        extra = results.stand_loss(state, battle.defenders, attack.hexes, True, attack.side)
        beaten, away = beaten + extra, 0
    first, second = _first_losses(state, force, battle, mine, stars)
    # rule: EF-22.42
    if holds and attack.order != NO_RETREAT:
        second = "nkvd"
    # rule: EFS-10.64.e, EFS-10.74.f
    if kerch.air_hits_armour(state, attack, victims(state, battle, SOVIET)):
        first, second = ("armour", second) if attack.side == SOVIET else (first, "armour")
    return replace(
        battle,
        losses_attacker=kerch.further_losses(attack, losses + stars),
        losses_defender=beaten,
        retreat_attacker=back,
        retreat_defender=away,
        # rule: EF-PB5.10
        defiant=bool(extra) and sum(state.pieces[k].steps for k in battle.defenders) == beaten,
        first_attacker=first,
        first_defender=second,
    )


def _first_losses(state: CrimeaState, force: Force, battle: Battle, mine: results.Part, stars: int) -> tuple[str, str]:
    """Who must take the first loss on each side."""
    if not mine.star:
        return "", ""
    numbered = bool(mine.steps)
    if battle.engineers:
        # rule: EF-16.32.a
        helped = any(part.key in combat.HELP for part in combat.drms(state, force))
        return ("engineer", "") if helped and (numbered or stars) else ("", "")
    tanks = any(state.board.units[k].armour for k in battle.units)
    if numbered and tanks and any(combat.resists_armour(state, k) for k in battle.defenders):
        return "armour", "resists_armour"
    return "", ""


def _wipe_out(d: Draft[CrimeaState], result: str) -> None:
    battle, attack = current(d.now)
    for part, side in zip(results.read(result), (attack.side, defender_of(attack)), strict=True):
        if part.wiped_out:
            results.wipe_out(d, victims(d.now, battle, side))


# -- losses ----------------------------------------------------------------------------------------------------------


def owes(state: CrimeaState, side: str) -> bool:
    """Whether a side still has steps to lose and units to lose them from."""
    battle, attack = current(state)
    left = battle.losses_attacker if side == attack.side else battle.losses_defender
    return left > 0 and bool(victims(state, battle, side))


def losing(state: CrimeaState, attacker: bool) -> tuple[str, ...]:
    """The side that takes losses now, if it has any to take."""
    _, attack = current(state)
    side = attack.side if attacker else defender_of(attack)
    return (side,) if owes(state, side) else ()


# -- retreats --------------------------------------------------------------------------------------------------------


def start_retreat(d: Draft[CrimeaState], attacker: bool) -> None:
    """Find out who has to retreat; those who cannot are lost at once."""
    battle, attack = current(d.now)
    side = attack.side if attacker else defender_of(attack)
    length = battle.retreat_attacker if attacker else battle.retreat_defender
    going = victims(d.now, battle, side) if length else ()
    # rule: EF-PB5.72.e
    going = tuple(k for k in going if attacker or not works.holds_fast(d.now, attack.side, d.now.pieces[k].hex))
    # rule: EF-PB8.74.c
    going = tuple(key for key in going if not landings.is_landing(d.now, key))
    # rule: EF-PB7.42
    if attacker and not length and (going := assault.repulsed(d.now)):
        battle = replace(battle, retreat_attacker=RETREAT)
    d.set(battle=replace(battle, retreating=going))
    prune(d)


def prune(d: Draft[CrimeaState]) -> None:
    """Remove units of the retreat that have no way left; who is gone no longer covers the way of the others."""
    battle, _ = current(d.now)
    going = tuple(k for k in battle.retreating if d.now.pieces[k].hex)
    while stuck := {k: found for k in going if not (found := group_routes(d.now, (k,))).ways}:
        for key, found in stuck.items():
            retreats.strand(d, key, found)
        going = tuple(k for k in going if k not in stuck)
    d.set(battle=replace(battle, retreating=going))


# rule: EF-16.41.b, EF-16.41.b2
def group_routes(state: CrimeaState, units: tuple[int, ...]) -> retreats.Routes:
    """The ways a group of the battle can retreat."""
    battle, attack = current(state)
    is_attacker = state.board.units[units[0]].side == attack.side
    length = battle.retreat_attacker if is_attacker else battle.retreat_defender
    order = battle.order if is_attacker else attack.order
    return retreats.routes(state, units, attack.hexes, length, order != ADDITIONAL)


# rule: EF-16.4, EF-16.41.b1
def router(state: CrimeaState) -> tuple[str, ...]:
    """Who chooses the route: the owner, or the opponent of those who were ordered to fall back further."""
    battle, attack = current(state)
    if not battle.retreating:
        return ()
    side = state.board.units[battle.retreating[0]].side
    order = battle.order if side == attack.side else attack.order
    return (enemy(side) if order == ADDITIONAL else side,)


def retreaters(state: CrimeaState, seat: str) -> SomeOf:
    """Units that retreat together."""
    battle, _ = current(state)
    going = battle.retreating

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if (no := retreats.together(state, keys)) is not None:
            return no
        if group_routes(state, tuple(sorted(keys))).ways:
            return None
        return refuse("EF-16.47", "refuse.no_common_route", *map(ref, keys))

    return SomeOf("piece", going, least=1, check=check, default=going[:1])


def retreat_routes(state: CrimeaState, seat: str, units: tuple[int, ...]) -> Path:
    """The ways of the chosen group."""
    start = state.pieces[units[0]].hex
    return retreats.path_choice(state, start, group_routes(state, tuple(sorted(units))))


def retreat(d: Draft[CrimeaState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Carry out one group's retreat."""
    units = tuple(sorted(units))
    zone = group_routes(d.now, units).ways[path]
    retreats.carry_out(d, units, path, zone)
    battle, attack = current(d.now)
    left = tuple(k for k in battle.retreating if k not in units)
    if d.now.board.units[units[0]].side == attack.side and not results.read(battle.result)[0].retreat:
        left = tuple(k for k in left if k in assault.repulsed(d.now))
    d.set(battle=replace(battle, retreating=left))
    prune(d)


# -- the end ---------------------------------------------------------------------------------------------------------


def finish(d: Draft[CrimeaState]) -> None:
    """The attack is over: its marker comes off."""
    if d.now.battle is None:
        return
    if d.now.battle.attack in d.now.attacks:
        d.drop("attacks", d.now.battle.attack)
    bombardment.retire(d)
    d.set(battle=None)


def cancel_void(d: Draft[CrimeaState]) -> None:
    """An attack without attackers or defenders is not made."""
    if is_void(d.now):
        _, attack = current(d.now)
        d.log("log.void", "EF-12.36", *map(at, attack.hexes), places=tuple(map(at, attack.hexes)))
