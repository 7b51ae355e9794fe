"""The naval staff: convoys and landings, gunfire, shelter and repair for the Soviets; attacks on ships for the Axis."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.actions.fighting import Bombard, Declare
from sandtable.games.eastfront.actions.flying import Aim, Patrol, Strike
from sandtable.games.eastfront.actions.moving import Done
from sandtable.games.eastfront.actions.sailing import (
    Beach,
    CarryOn,
    Convoy,
    Deploy,
    Disembark,
    Embark,
    Harbour,
    Mend,
    Prepare,
    Shell,
    ShellFlotilla,
    Station,
    TurnBack,
    Voyage,
)
from sandtable.games.eastfront.bots.goals import stakes
from sandtable.games.eastfront.model import AXIS, MAP_T, SOVIET, CrimeaState, phase
from sandtable.games.eastfront.rules.air import naval_missions, strikes
from sandtable.games.eastfront.rules.naval import (
    beaching,
    cargo,
    coast_guns,
    embarking,
    gunfire,
    harbours,
    landings,
    losses,
    readiness,
    shelling,
    voyages,
    zones,
)
from sandtable.games.eastfront.rules.naval.ships import afloat, counter, is_in_port, passengers, port_of, quay
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.scenarios import winter_freeze
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, stacking, stacks, strength, why_no_room
from sandtable.kernel import YES
from sandtable.planning import Idea

BOLD = 1.5
"""Attack against defence from which a landing on a held beach is tried."""
REINFORCED = 0.2
"""What a beach is worth that is friendly already."""
HARBOURS = {"major": 0, "minor": 1, "anchorage": 2}
"""Where ships would rather lie: they are made ready and repaired more easily in a big port."""


def worth(state: CrimeaState, place: int) -> float:
    """What a hex of the coast is worth to land in: a prize, a port, or the way to a prize."""
    prizes = stakes(state).prizes
    near = min((state.board.distance(place, h) for h in prizes), default=0)
    return prizes.get(place, 0.0) + (1.0 if state.board.ground[place].port else 0.0) - 0.05 * near


# -- readiness and repair ----------------------------------------------------------------------------------------------


def refit(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Make ships ready that are fit for sea; the others are left for the yards."""
    for key in map(int, readiness.sailed(state, seat).legal):
        if 2 * state.ships[key].damage <= counter(state, key).protection:
            yield (Prepare(key),)
    yield (Done(),)


def repair(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Repair whatever can be repaired: it costs nothing."""
    for key in map(int, readiness.damaged(state, seat).legal):
        yield (Mend(key),)
    yield (Done(),)


# -- sailing -----------------------------------------------------------------------------------------------------------


def sailing(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Landings before the fight, convoys after it."""
    if phase(state) == "motorised":
        yield from _deployments(state, seat)
        yield from _crossings(state, seat)
        yield from _embarkations(state, seat)
        yield from _fire_support(state, seat)
    else:
        yield from _convoys(state, seat)
        yield from _ferries(state, seat)
    yield (Done(),)
    # A ship with assault troops that finds no good beach takes any.
    for key in map(int, voyages.deployable(state, seat).legal):
        for unit in map(int, voyages.storming(state, seat, key).legal):
            yield from ((Deploy(key, unit, int(place)),) for place in voyages.roadsteads(state, seat, key, unit).legal)


def _deployments(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Place assault troops at sea before the best beach."""
    for key in afloat(state, seat):
        aboard = [unit for unit in passengers(state, key) if state.pieces[unit].assault]
        if not state.ships[key].zone or any(state.pieces[unit].hex for unit in aboard):
            continue
        for unit in aboard:
            spots = (int(place) for place in voyages.roadsteads(state, seat, key, unit).legal)
            ranked = sorted(spots, key=lambda h: (-_promise(state, unit, h), h))
            if ranked:
                yield (Deploy(key, unit, ranked[0]),)


def _promise(state: CrimeaState, unit: int, road: int) -> float:
    """What a unit placed in a hex of the sea can hope for."""
    best = -1.0
    guns = len([gun for gun in coast_guns.batteries(state) if coast_guns.commands(state, gun, road)])
    for h in landings.beaches(state.board, road):
        if (chance := _chance(state, unit, h)) > 0:
            best = max(best, chance * (1.0 + worth(state, h)) - 0.5 * guns)
    return best


def _chance(state: CrimeaState, unit: int, place: int) -> float:
    """Whether a unit can take a beach: surely where nobody is, hardly where the enemy is strong."""
    if holders(state).get(place) != AXIS:
        fits = why_no_room(state, (unit,), place) is None
        return (1.0 if state.control.get(place) == AXIS else REINFORCED) if fits else 0.0
    defence = sum(strength(state, key).defence for key in stacks(state)[place])
    return 0.5 if strength(state, unit).attack >= BOLD * defence else 0.0


def _crossings(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Sail ships with assault troops to the waters with the best beach."""
    for key in afloat(state, seat):
        aboard = [unit for unit in passengers(state, key) if state.pieces[unit].assault]
        if aboard and is_in_port(state.ships[key]) and (zone := _best_zone(state, key, aboard[0])):
            yield (Voyage(key, zone),)


def _best_zone(state: CrimeaState, key: int, unit: int) -> str:
    """The zone in reach with the best beach for a unit; empty where there is none worth a landing."""
    ground, reached = state.board.ground, zones.ways(state, key)
    found: dict[str, float] = {}
    for h in voyages.waters_before_coast(state.board):
        if ground[h].zone not in reached or ground[h].shallow or winter_freeze.why_frozen_hex(state, h) is not None:
            continue
        if landings.why_no_roadstead(state, h) is None and (promise := _promise(state, unit, h)) > 0:
            found[ground[h].zone] = max(found.get(ground[h].zone, 0.0), promise)
    return max(found, key=lambda zone: (found[zone], zone), default="")


def _embarkations(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Bring reserves from Map T aboard for a landing, the strongest that a ship can carry."""
    for key in map(int, embarking.loading(state, seat).legal):
        if state.ships[key].box != MAP_T or passengers(state, key) or voyages.why_not_sail(state, seat, key):
            continue
        fit = [unit for unit in embarking.boarders(state, seat, key) if landings.can_storm(state, unit)]
        fit.sort(key=lambda unit: (-strength(state, unit).attack, unit))
        if fit and _best_zone(state, key, fit[0]):
            yield (Embark(key, (fit[0],)),)


def _fire_support(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Bring warships that carry nobody into range of the beaches that are about to be stormed."""
    beaches = [h for unit in landings.landing(state) for h in landings.beaches(state.board, state.pieces[unit].hex)]
    held = [h for h in dict.fromkeys(beaches) if holders(state).get(h) == AXIS]
    for key in afloat(state, seat) if held else ():
        ship, gun = state.ships[key], counter(state, key)
        if not gun.support or gun.is_transport or passengers(state, key):
            continue
        fit = [h for h in state.board.ground if any(state.board.span(h, b) <= gun.range for b in held)]
        if ship.zone and ship.hex not in fit:
            yield from ((Station(key, h),) for h in fit if zones.why_no_station(state, key, h) is None)
        waters = {state.board.ground[h].zone for h in fit if state.board.ground[h].terrain == "sea"}
        if is_in_port(ship) and ship.hex not in fit:
            yield from ((Voyage(key, zone),) for zone in sorted(waters))


def _convoys(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Bring reserves and supplies from Map T to the port nearest to what counts, where there is room."""
    for key in map(int, embarking.convoys(state, seat).legal):
        if state.ships[key].box != MAP_T:
            continue
        ports = [w for w in map(str, voyages.goals(state, seat, key).legal) if w.isdigit()]
        ports.sort(key=lambda w: (-worth(state, int(w)) + 0.02 * stacking(state).get(int(w), 0), w))
        for water in ports:
            units, goods = _load(state, seat, key, int(water))
            if units or goods:
                yield (Convoy(key, units, goods, water, YES),)


def _load(state: CrimeaState, seat: str, key: int, port: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The strongest load for a ship that finds room in a port."""
    units: tuple[int, ...] = ()
    room = min(cargo.hold(state, key), harbours.quay_room(state, MAP_T), harbours.quay_room(state, quay(port)))
    fit = (int(unit) for unit in embarking.convoy_units(state, seat, key).legal)
    for unit in sorted(fit, key=lambda one: (-strength(state, one).defence, one)):
        weight = cargo.weigh(state, (*units, unit), ())
        if weight <= room and why_no_room(state, (*units, unit), port) is None:
            units = (*units, unit)
    goods: tuple[int, ...] = ()
    for store in embarking.stores(state, seat, key):
        if cargo.weigh(state, units, (*goods, store)) <= room:
            goods = (*goods, store)
    return tuple(sorted(units)), goods


def _ferries(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Send empty transports back for those who wait in Map T, and take troops home that found no beach."""
    waiting = any(piece.box == MAP_T for piece in state.pieces.values())
    for key in map(int, voyages.sailable(state, seat).legal):
        ship = state.ships[key]
        if counter(state, key).is_transport and ship.box != MAP_T and waiting and not passengers(state, key):
            yield (Voyage(key, MAP_T),)


def shelter(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Run into the best port in reach."""
    for key in map(int, voyages.latecomers(state, seat).legal):
        ports = [str(water) for water in voyages.havens(state, seat, key).legal]
        ports.sort(key=lambda w: (_berth(state, w), w))
        yield from ((Harbour(key, water),) for water in ports)


def _berth(state: CrimeaState, water: str) -> int:
    port = port_of(state.board, water)
    assert port is not None
    return HARBOURS.get(port.port, len(HARBOURS))


def told_to_turn_back(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Carry on for a point of damage where the ship can bear it and has somebody to bring."""
    for key in map(int, losses.recalled(state, seat).legal):
        ship = state.ships[key]
        bears = 2 * (ship.damage + 1) <= counter(state, key).protection
        yield (CarryOn(key) if bears and passengers(state, key) else TurnBack(key),)


def unloading(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Put everybody ashore who finds room."""
    for key in map(int, embarking.unloading(state, seat).legal):
        units = embarking.leaving(state, seat, key).default or ()
        goods = embarking.unstowed(state, key)
        yield (Disembark(key, tuple(map(int, units)), goods), Disembark(key, tuple(map(int, units))))
        yield ((Disembark(key, (), goods[:1])),)
    yield (Done(),)


def over_the_beach(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Land supplies wherever friends hold the beach."""
    for key in map(int, beaching.beachable(state, seat).legal):
        yield from ((Beach(key, int(place)),) for place in beaching.beaches_for(state, seat, key).legal)


# -- fights ------------------------------------------------------------------------------------------------------------


def landing_attacks(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Attacks of troops before a coast: the best beach for each that can be taken."""
    for unit in landings.landing(state) if seat == SOVIET else ():
        beaches = landings.beaches(state.board, state.pieces[unit].hex)
        ranked = sorted(beaches, key=lambda h: (-_chance(state, unit, h) * (1.0 + worth(state, h)), h))
        yield from ((Declare((h,), (unit,)),) for h in ranked if _chance(state, unit, h) > 0)


def bombardment(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Ships in port fire for the defence, the strongest that can do so together."""
    for number in map(int, reaction.bombardable(state, seat).legal):
        attack = state.attacks[number]
        chosen = gunfire.best(state, gunfire.defending(state, attack), attack.support, attack.hexes)
        if chosen:
            yield (Bombard(number, chosen),)


# -- the Axis against ships --------------------------------------------------------------------------------------------


def prey(state: CrimeaState, ship: int) -> float:
    """What it is worth to hit a ship: those aboard, and how near it is to sinking."""
    one, printed = state.ships[ship], counter(state, ship)
    men = sum(state.pieces[unit].steps for unit in passengers(state, ship))
    return men + (printed.support + printed.transport / 2) * (1 + one.damage) / (1 + printed.protection)


def shelling_of(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Guns of the coast fire at the best ship in sight: they have nothing better to do."""
    for gun in map(int, shelling.guns(state, seat).legal):
        ships = sorted(map(int, shelling.targets(state, seat, gun).legal), key=lambda s: (-prey(state, s), s))
        yield from ((Shell(gun, ship),) for ship in ships[:1])
    for gun in map(int, shelling.guns_at_flotillas(state, seat).legal):
        yield from ((ShellFlotilla(gun, int(unit)),) for unit in shelling.flotilla_targets(state, seat, gun).legal)
    yield (Done(),)


def strikes_at(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Aircraft that no attack needs go for the richest port or water."""
    if not state.attacks:
        waters = list(map(str, strikes.waters(state, seat).legal))
        waters.sort(key=lambda w: (-sum(prey(state, ship) for ship in strikes.targets(state, w)), w))
        for water in waters:
            fit = [int(key) for key in strikes.squadrons(state, seat, water).legal]
            able = [key for key in fit if state.air[key].kind in state.board.aircraft]
            able.sort(key=lambda key: (-state.board.aircraft[state.air[key].kind].interdiction, key))
            yield (Strike(water, tuple(sorted(able[:2]))),)
    yield (Done(),)


def aims(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """Each unit takes the ship that it is worth most to hit."""
    for unit in map(int, strikes.aiming(state, seat).legal):
        ships = sorted(map(int, strikes.ships_at(state, seat, unit).legal), key=lambda s: (-prey(state, s), s))
        yield from ((Aim(unit, ship),) for ship in ships)


def over_the_sea(state: CrimeaState, seat: str) -> Iterator[Idea]:
    """One aircraft over the sea while ships may carry troops; naval fighters go up against it."""
    if seat == AXIS:
        if naval_missions.why_no_patrol(state, seat) is None:
            default = naval_missions.patrols(state, seat).default or ()
            if default:
                yield (Patrol(tuple(map(int, default))),)
        return
    fit = tuple(map(int, naval_missions.opponents(state, seat).legal))
    if fit:
        yield (Patrol(fit[:2]),)
