"""Play-book 8.51 and 8.54: naval transport: who comes aboard where, and how they go ashore in a port."""

from __future__ import annotations

from sandtable.games.eastfront.model import ABOARD, MAP_T, SOVIET, CrimeaState, Piece, Supply, phase
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.naval import cargo, evacuation, voyages
from sandtable.games.eastfront.rules.naval.harbours import NAVAL_BASE, handle, why_no_quay
from sandtable.games.eastfront.rules.naval.landings import can_storm, why_not_march
from sandtable.games.eastfront.rules.naval.ships import (
    afloat,
    capacity,
    is_in_port,
    passengers,
    quay,
    ship_ref,
    water_of,
    water_ref,
)
from sandtable.games.eastfront.rules.naval.zones import why_icebound
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.scenarios import last_assault
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_units.flotillas import FLOTILLA
from sandtable.games.eastfront.rules.supply.attack_supply import supply_ref
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, stacks, why_no_room
from sandtable.games.eastfront.scenario import CAVALRY
from sandtable.kernel import YES, Draft, OneOf, Refusal, SomeOf, dead_end, pick, refuse, yes_or_no

AT_SEA = "sea"
"""How a unit moved that was carried by a ship."""


# -- ships -------------------------------------------------------------------------------------------------------------


# rule: EF-PB8.54.a, EF-PB8.52
def why_no_loading(state: CrimeaState, seat: str, ship: int) -> Refusal | None:
    """Why a ship takes nobody aboard: it carries nobody, is not ready, lies in no port, or came there just now."""
    if ship not in afloat(state, seat):
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(ship), ship=ship_ref(ship))
    one = state.ships[ship]
    if not capacity(state, ship):
        return refuse("EF-PB8.52", "refuse.no_transport", ship_ref(ship), ship=ship_ref(ship))
    # rule: EF-PB8.25
    if not is_in_port(one):
        return refuse("EF-PB8.25", "refuse.ship_at_sea", ship_ref(ship), ship=ship_ref(ship))
    # rule: EFS-10.44.h
    if (no := why_icebound(state, ship)) is not None:
        return no
    if one.sailed:
        return refuse("EF-PB8.13.a", "refuse.ship_sailed", ship_ref(ship), ship=ship_ref(ship))
    if one.arrived:
        return refuse("EF-PB8.54.a", "refuse.ship_arrived", ship_ref(ship), ship=ship_ref(ship))
    if not (boarders(state, seat, ship) or stores(state, seat, ship)):
        return dead_end("EF-PB8.54.a", "refuse.nobody_to_load", ship_ref(ship), ship=ship_ref(ship))
    return None


def loading(state: CrimeaState, seat: str) -> OneOf:
    """Ships that can take somebody or something aboard."""
    return pick("ship", afloat(state, seat), lambda ship: why_no_loading(state, seat, ship))


# -- who comes aboard --------------------------------------------------------------------------------------------------


# rule: EF-PB8.54.a
def why_not_board(state: CrimeaState, seat: str, ship: int, key: int) -> Refusal | None:
    """Why a unit does not come aboard a ship."""
    piece, counter = state.pieces.get(key), state.board.units.get(key)
    if piece is None or counter is None or counter.side != seat:
        return refuse("EF-PB8.54.a", "refuse.not_yours", ref(key), unit=ref(key))
    if (no := cargo.why_too_bulky(state, key)) is not None:
        return no
    water = water_of(state.board, state.ships[ship])
    if _water_at(state, piece) != water or not (piece.hex or piece.box == MAP_T):
        return refuse("EF-PB8.54.a", "refuse.not_at_quay", ref(key), unit=ref(key), water=water_ref(water))
    no = why_not_free(state, key) or _why_not_in_time(state, key)
    return no or cargo.why_no_hold(state, ship, (key,), ()) or why_no_quay(state, water, cargo.weight(state, key))


def _water_at(state: CrimeaState, thing: Piece | Supply) -> str:
    return thing.box or quay(thing.hex)


# rule: EF-PB8.54.a, EF-PB8.51
def why_not_free(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit is not free to go: it has moved, a marker holds it, or it was not there when the phase began."""
    piece = state.pieces[key]
    walked = piece.moved == "move" and evacuation.is_evacuated(state, piece.hex)
    # rule: EF-PB8.55.c
    if (piece.moved or piece.spent) and not walked:
        return refuse("EF-PB8.51", "refuse.moved", ref(key), unit=ref(key))
    if untried.is_untried(state, key):
        return refuse("EF-22.52", "refuse.untried_stays", ref(key), unit=ref(key))
    if piece.no_move:
        return refuse("EF-10.56", "refuse.no_move", ref(key), unit=ref(key), turns=piece.no_move)
    if piece.garrison:
        return refuse("EF-22.81", "refuse.garrison", ref(key), unit=ref(key))
    if piece.receiving:
        return refuse("EF-10.22", "refuse.receiving", ref(key), unit=ref(key))
    return why_not_march(state, key)


# rule: EF-PB8.54.a
def _why_not_in_time(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit is not shipped in this phase: in the motorised one, who neither drives, nor was activated, nor storms.

    Cavalry, bases and guns without any movement of their own wait for the Movement phase.
    """
    if phase(state) == movement.MOVEMENT or _is_quick(state, key) or can_storm(state, key):
        return None
    return refuse("EF-PB8.54.a", "refuse.not_this_phase", ref(key), unit=ref(key))


# rule: EF-PB8.54.a
def _is_quick(state: CrimeaState, key: int) -> bool:
    """Whether a unit is shipped in the motorised phase: it drives or was activated; cavalry only rides in it."""
    return bool(movement.share(state, key)) and state.board.units[key].mobility != CAVALRY


def boarders(state: CrimeaState, seat: str, ship: int) -> tuple[int, ...]:
    """Units that could come aboard a ship."""
    place = state.ships[ship].hex
    if place:
        near: tuple[int, ...] = stacks(state).get(place, ())
    else:
        near = tuple(key for key, piece in state.pieces.items() if piece.box == MAP_T)
    return tuple(key for key in near if why_not_board(state, seat, ship, key) is None)


def boarding(state: CrimeaState, seat: str, ship: int) -> SomeOf:
    """Who comes aboard: what the ship can carry and the quays can load."""
    fit, goods = boarders(state, seat, ship), stores(state, seat, ship)
    return SomeOf(
        "piece",
        fit,
        least=0 if goods else 1,
        why=lambda key: why_not_board(state, seat, ship, key),
        check=lambda keys: _why_not_all(state, ship, keys, ()),
        default=fit[:1],
    )


def _why_not_all(state: CrimeaState, ship: int, units: tuple[int, ...], supplies: tuple[int, ...]) -> Refusal | None:
    """Why a ship, or its port, cannot take all of a load."""
    water = water_of(state.board, state.ships[ship])
    no = cargo.why_no_hold(state, ship, units, supplies)
    return no or why_no_quay(state, water, cargo.weigh(state, units, supplies))


# -- supplies ----------------------------------------------------------------------------------------------------------


# rule: EF-PB8.54.a, EF-PB8.52
def why_not_stow(state: CrimeaState, seat: str, ship: int, key: int) -> Refusal | None:
    """Why a supply unit does not come aboard a ship."""
    unit, water = state.supplies.get(key), water_of(state.board, state.ships[ship])
    if unit is None or unit.side != seat:
        return refuse("EF-PB8.54.a", "refuse.not_your_supply", supply_ref(key))
    if _water_at(state, unit) != water or not (unit.hex or unit.box == MAP_T):
        return refuse("EF-PB8.54.a", "refuse.supply_not_at_quay", supply_ref(key), water=water_ref(water))
    # rule: EF-PB8.55.c
    if (unit.moved or unit.spent) and not evacuation.is_evacuated(state, unit.hex):
        return refuse("EF-PB8.51", "refuse.supply_shipped", supply_ref(key))
    return cargo.why_no_hold(state, ship, (), (key,)) or why_no_quay(state, water, cargo.bulk(state, key))


def stores(state: CrimeaState, seat: str, ship: int) -> tuple[int, ...]:
    """Supply units that could come aboard a ship."""
    return tuple(key for key in state.supplies if why_not_stow(state, seat, ship, key) is None)


def stowing(state: CrimeaState, seat: str, ship: int, units: tuple[int, ...]) -> SomeOf | None:
    """Supplies to come aboard with some units."""
    fit = [key for key in stores(state, seat, ship) if _why_not_all(state, ship, units, (key,)) is None]
    if not fit and units:
        return None
    return SomeOf(
        "supply",
        fit,
        least=0 if units else 1,
        why=lambda key: why_not_stow(state, seat, ship, key),
        check=lambda keys: _why_not_all(state, ship, units, keys),
        default=() if units else tuple(fit[:1]),
    )


# -- coming aboard -----------------------------------------------------------------------------------------------------


# rule: EF-PB8.54.a, EF-PB8.51
def embark(d: Draft[CrimeaState], ship: int, units: tuple[int, ...], supplies: tuple[int, ...]) -> None:
    """Bring units and supplies aboard; what the quays handle is counted."""
    water = water_of(d.now.board, d.now.ships[ship])
    handle(d, water, cargo.weigh(d.now, units, supplies))
    bring_aboard(d, ship, units)
    for key in sorted(supplies):
        d.edit("supplies", key, hex=0, box=ABOARD, ship=ship, moved=True)
    d.log(
        "log.embarked",
        "EF-PB8.54.a",
        ship_ref(ship),
        ship=ship_ref(ship),
        water=water_ref(water),
        units=tuple(map(ref, sorted(units))),
        supplies=len(supplies),
    )


def bring_aboard(d: Draft[CrimeaState], ship: int, units: tuple[int, ...]) -> None:
    """Take units aboard a ship; what an empty one has suffered before is nothing to them."""
    if not (passengers(d.now, ship) or cargo.freight(d.now, ship)):
        d.edit("ships", ship, strained=0)
    for key in sorted(units):
        _board(d, ship, key)


def _board(d: Draft[CrimeaState], ship: int, key: int) -> None:
    piece = d.now.pieces[key]
    # rule: EF-PB8.73.b
    storms = phase(d.now) == movement.MOTORISED and not movement.share(d.now, key)
    evacuates = evacuation.is_evacuated(d.now, piece.hex)
    if evacuates:
        evacuation.take_aboard(d, key)
    d.edit(
        "pieces",
        key,
        hex=0,
        box=ABOARD,
        ship=ship,
        moved=AT_SEA,
        assault=storms,
        activated=piece.activated or storms,
    )


# -- going ashore ------------------------------------------------------------------------------------------------------


# rule: EF-PB8.54.e
def why_no_unloading(state: CrimeaState, seat: str, ship: int) -> Refusal | None:
    """Why nobody goes ashore from a ship: it lies in no port, carries nobody, or the port is being evacuated."""
    if ship not in afloat(state, seat):
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(ship), ship=ship_ref(ship))
    one = state.ships[ship]
    if not is_in_port(one):
        return refuse("EF-PB8.54.e", "refuse.ship_at_sea", ship_ref(ship), ship=ship_ref(ship))
    # rule: EFS-10.44.h, EFS-10.84.h
    if (no := last_assault.why_no_landing(state, one.hex) or why_icebound(state, ship)) is not None:
        return no
    # rule: EF-PB8.55.c
    if evacuation.is_evacuated(state, one.hex):
        return refuse("EF-PB8.55.c", "refuse.evacuating", at(one.hex), place=at(one.hex))
    if not (leavers(state, ship) or unstowed(state, ship)):
        return dead_end("EF-PB8.54.e", "refuse.nobody_to_unload", ship_ref(ship), ship=ship_ref(ship))
    return None


def unloading(state: CrimeaState, seat: str) -> OneOf:
    """Ships from which somebody or something can go ashore."""
    return pick("ship", afloat(state, seat), lambda ship: why_no_unloading(state, seat, ship))


# rule: EF-PB8.54.e, EF-PB8.45
def why_not_leave(state: CrimeaState, ship: int, keys: tuple[int, ...]) -> Refusal | None:
    """Why units do not go ashore together: they are not aboard, the hex is full, or the quays have done their share."""
    aboard, place = passengers(state, ship), state.ships[ship].hex
    for key in keys:
        if key not in aboard:
            return refuse("EF-PB8.54.e", "refuse.not_aboard", ref(key), unit=ref(key), ship=ship_ref(ship))
    # rule: EF-PB8.47
    bases = [key for key in (*keys, *stacks(state).get(place, ())) if state.board.units[key].kind == NAVAL_BASE]
    if len(bases) > 1:
        return refuse("EF-PB8.47", "refuse.base_there", ref(bases[0]), unit=ref(bases[0]), place=at(place))
    no = why_no_room(state, keys, place) if place and keys else None  # supplies need no room
    return no or why_no_quay(state, water_of(state.board, state.ships[ship]), cargo.weigh(state, keys, ()))


def leavers(state: CrimeaState, ship: int) -> tuple[int, ...]:
    """Units that can go ashore."""
    return tuple(key for key in passengers(state, ship) if why_not_leave(state, ship, (key,)) is None)


def leaving(state: CrimeaState, seat: str, ship: int) -> SomeOf:
    """Who goes ashore: as many as the hex holds and the quays unload."""
    fit = leavers(state, ship)
    return SomeOf(
        "piece",
        fit,
        least=0 if unstowed(state, ship) else 1,
        why=lambda key: why_not_leave(state, ship, (key,)),
        check=lambda keys: why_not_leave(state, ship, tuple(keys)),
        default=_most(state, ship, fit),
    )


def _most(state: CrimeaState, ship: int, keys: tuple[int, ...]) -> tuple[int, ...]:
    """As many of some units as can go ashore together, in their order."""
    found: tuple[int, ...] = ()
    for key in keys:
        if why_not_leave(state, ship, (*found, key)) is None:
            found = (*found, key)
    return found


def _why_not_unstow(state: CrimeaState, ship: int, units: tuple[int, ...], keys: tuple[int, ...]) -> Refusal | None:
    for key in keys:
        if key not in cargo.freight(state, ship):
            return refuse("EF-PB8.54.e", "refuse.supply_not_aboard", supply_ref(key), ship=ship_ref(ship))
    return why_no_quay(state, water_of(state.board, state.ships[ship]), cargo.weigh(state, units, keys))


def unstowed(state: CrimeaState, ship: int) -> tuple[int, ...]:
    """Supply units that can go ashore."""
    return tuple(key for key in cargo.freight(state, ship) if _why_not_unstow(state, ship, (), (key,)) is None)


def unstowing(state: CrimeaState, seat: str, ship: int, units: tuple[int, ...]) -> SomeOf | None:
    """Supplies to go ashore with some units."""
    fit = [key for key in unstowed(state, ship) if _why_not_unstow(state, ship, units, (key,)) is None]
    if not fit and units:
        return None
    return SomeOf(
        "supply",
        fit,
        least=0 if units else 1,
        why=lambda key: _why_not_unstow(state, ship, units, (key,)),
        check=lambda keys: _why_not_unstow(state, ship, units, keys),
        default=tuple(fit[:1]),
    )


# rule: EF-PB8.54.e, EF-PB8.54.g
def disembark(d: Draft[CrimeaState], ship: int, units: tuple[int, ...], supplies: tuple[int, ...]) -> None:
    """Put units and supplies ashore in a port or in Map T; they do not move on in this turn."""
    one = d.now.ships[ship]
    water = water_of(d.now.board, one)
    handle(d, water, cargo.weigh(d.now, units, supplies))
    for key in sorted(units):
        come_ashore(d, key, one.hex, one.box)
    for key in sorted(supplies):
        d.edit("supplies", key, hex=one.hex, box=one.box, ship=0, moved=True)
    d.log(
        "log.disembarked",
        "EF-PB8.54.e",
        ship_ref(ship),
        ship=ship_ref(ship),
        water=water_ref(water),
        units=tuple(map(ref, sorted(units))),
        supplies=len(supplies),
    )


# rule: EF-PB8.54.g, EF-PB8.55.d
def come_ashore(d: Draft[CrimeaState], key: int, place: int, box: str = "") -> None:
    """Put a unit ashore: it stays there for the turn; for those who were evacuated the time to rest begins."""
    piece = d.now.pieces[key]
    # rule: EF-22.64
    strays = bool(place) and untried.is_beyond(d.now, key, place)
    d.edit(
        "pieces",
        key,
        hex=place,
        box=box,
        ship=0,
        moved=AT_SEA,
        assault=False,
        evacuated=False,
        ashore=d.now.turn,
        no_move=evacuation.REST if piece.evacuated else piece.no_move,
        roaming=piece.roaming or strays,
    )


def unloader(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while somebody can go ashore in a port."""
    aboard = any(piece.ship for piece in state.pieces.values()) or any(unit.ship for unit in state.supplies.values())
    if not aboard:
        return ()
    return (SOVIET,) if unloading(state, SOVIET).is_possible() else ()


# rule: EF-PB8.54.g
def recruiter(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while Zap units that came ashore in this turn can give their men to others."""
    fresh = [key for key, piece in state.pieces.items() if piece.ashore == state.turn] if state.ships else []
    return (SOVIET,) if any(replacements.why_not_fill(state, SOVIET, key) is None for key in fresh) else ()


# -- convoys -----------------------------------------------------------------------------------------------------------


# rule: EF-PB8.54.c
def why_no_convoy(state: CrimeaState, seat: str, ship: int) -> Refusal | None:
    """Why a ship does not load and sail in one go: to a port nobody goes who may only assault."""
    no = why_no_loading(state, seat, ship) or voyages.why_not_sail(state, seat, ship)
    if no is None and not (stores(state, seat, ship) or _travellers(state, seat, ship)):
        return dead_end("EF-PB8.54.a", "refuse.nobody_to_load", ship_ref(ship), ship=ship_ref(ship))
    return no


def convoys(state: CrimeaState, seat: str) -> OneOf:
    """Ships that can load and sail."""
    return pick("ship", afloat(state, seat), lambda ship: why_no_convoy(state, seat, ship))


def convoy_units(state: CrimeaState, seat: str, ship: int) -> SomeOf:
    """Who comes aboard for a voyage to a port: in the motorised phase nobody who may only assault."""
    fit, goods = _travellers(state, seat, ship), stores(state, seat, ship)

    def why(key: int) -> Refusal | None:
        return why_not_board(state, seat, ship, key) or why_no_voyage(state, key)

    return SomeOf(
        "piece",
        fit,
        least=0 if goods else 1,
        why=why,
        check=lambda keys: _why_not_all(state, ship, keys, ()),
        default=fit[:1],
    )


def _travellers(state: CrimeaState, seat: str, ship: int) -> tuple[int, ...]:
    """Units that could come aboard a ship to go from port to port."""
    return tuple(key for key in boarders(state, seat, ship) if why_no_voyage(state, key) is None)


# rule: EF-PB8.54.a
def why_no_voyage(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit does not go from port to port in this phase: in the motorised one it could only assault."""
    if phase(state) != movement.MOTORISED or _is_quick(state, key):
        return None
    return refuse("EF-PB8.54.a", "refuse.not_this_phase", ref(key), unit=ref(key))


def destinations(state: CrimeaState, seat: str, ship: int, units: tuple[int, ...], supplies: tuple[int, ...]) -> OneOf:
    """Where a convoy can go."""
    return voyages.goals(state, seat, ship)


def landing_choice(
    state: CrimeaState, seat: str, ship: int, units: tuple[int, ...], supplies: tuple[int, ...], water: str
) -> OneOf | None:
    """Whether all go ashore where the convoy arrives; at sea nobody does."""
    return None if water in state.board.zones else yes_or_no(YES)


# rule: EF-11.8, EF-PB8.54.c
def convoy(
    d: Draft[CrimeaState], ship: int, units: tuple[int, ...], supplies: tuple[int, ...], water: str, ashore: bool
) -> None:
    """Load, sail and, when losses have been rolled for, unload: as one order."""
    embark(d, ship, units, supplies)
    voyages.sail(d, ship, water)
    if ashore:
        d.edit("ships", ship, bound=True)


# rule: EF-PB8.54.e
def arrive(d: Draft[CrimeaState]) -> None:
    """Convoys unload what they can where they have come to; the rest stays aboard."""
    for ship in tuple(key for key, one in d.now.ships.items() if one.bound):
        d.edit("ships", ship, bound=False)
        if why_no_unloading(d.now, SOVIET, ship) is not None:
            continue
        units = _most(d.now, ship, passengers(d.now, ship))
        goods: tuple[int, ...] = ()
        for key in cargo.freight(d.now, ship):
            if _why_not_unstow(d.now, ship, units, (*goods, key)) is None:
                goods = (*goods, key)
        disembark(d, ship, units, goods)


# -- positions that cannot be ------------------------------------------------------------------------------------------


def broken(state: CrimeaState) -> str | None:
    """What cannot be: a unit at sea without a ship, an overloaded ship, supplies aboard none."""
    for key in on_map(state, SOVIET):
        piece = state.pieces[key]
        is_sea = not state.board.ground[piece.hex].is_land
        if is_sea and not piece.ship and state.board.units[key].kind != FLOTILLA:
            return f"{state.board.units[key].name} stands in the water of {piece.hex}"
        if piece.ship and (not is_sea or state.ships[piece.ship].hex != piece.hex):
            return f"{state.board.units[key].name} is not where its ship is"
    for ship in state.ships:
        if cargo.hold(state, ship) < 0:
            return f"{state.board.ships[ship].name} carries more than it can"
    for key, unit in state.supplies.items():
        if (unit.box == ABOARD) != (unit.ship in state.ships):
            return f"supply unit {key} is aboard no ship"
    return None
