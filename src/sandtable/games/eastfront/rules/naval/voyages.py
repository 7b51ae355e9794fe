"""Play-book 8.21 to 8.25: naval movement, one ship at a time, in both movement phases of the Soviets."""

from __future__ import annotations

from sandtable.games.eastfront.model import MAP_T, SOVIET, CrimeaState, phase
from sandtable.games.eastfront.rules.naval import landings
from sandtable.games.eastfront.rules.naval.ships import (
    afloat,
    is_in_port,
    passengers,
    points,
    port_of,
    quay,
    ship_ref,
    water_of,
    water_ref,
)
from sandtable.games.eastfront.rules.naval.zones import (
    ENTRY,
    hexes_of,
    ways,
    why_closed,
    why_icebound,
    why_no_berth,
    why_no_station,
    zone_at,
)
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Draft, OneOf, Refusal, dead_end, pick, refuse


def waters(board: CrimeaScenario) -> tuple[str, ...]:
    """Every sea zone, box and port."""
    return tuple(str(name) for name in board.names["water"])


# rule: EF-PB8.13.a
def why_not_sail(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a ship cannot sail now: it must be ready, and it stays in the port that it has come to."""
    if key not in afloat(state, seat):
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(key), ship=ship_ref(key))
    ship = state.ships[key]
    if ship.sailed:
        return refuse("EF-PB8.13.a", "refuse.ship_sailed", ship_ref(key), ship=ship_ref(key))
    # rule: EF-PB8.25
    if ship.arrived:
        return refuse("EF-PB8.25", "refuse.ship_arrived", ship_ref(key), ship=ship_ref(key))
    if (no := why_icebound(state, key)) is not None:
        return no
    if any(why_not_to(state, key, water) is None for water in waters(state.board)):
        return None
    return refuse("EF-PB8.24", "refuse.ship_stuck", ship_ref(key), ship=ship_ref(key))


# rule: EF-PB8.23.c, EF-PB8.24
def why_not_to(state: CrimeaState, key: int, to: str) -> Refusal | None:
    """Why a ship cannot sail to a zone or a port: it is there, may not enter, or has too few points left."""
    board, ship = state.board, state.ships[key]
    zone = zone_at(board, to)
    about = {"ship": ship_ref(key), "water": water_ref(to)}
    if to == water_of(board, ship):
        return refuse("EF-PB8.23.c", "refuse.ship_there", water_ref(to), **about)
    if port_of(board, to) is not None and (no := why_no_berth(state, key, to) or _why_no_landing(state, key, to)):
        return no
    if (no := why_closed(state, key, zone)) is not None:
        return no
    if zone not in ways(state, key):
        return refuse("EF-PB8.24", "refuse.ship_too_far", water_ref(to), left=points(state, key) - ship.spent, **about)
    return None


# rule: EF-PB8.54.c
def _why_no_landing(state: CrimeaState, key: int, to: str) -> Refusal | None:
    """Why a ship with units for an assault runs into no port before they had a chance to make it."""
    first = next((unit for unit in passengers(state, key) if state.pieces[unit].assault), 0)
    if first and phase(state) == "motorised":
        return refuse("EF-PB8.54.c", "refuse.assault_bound", ship_ref(key), ship=ship_ref(key), water=water_ref(to))
    return None


def sailable(state: CrimeaState, seat: str) -> OneOf:
    """Ships that can sail."""
    return pick("ship", afloat(state, seat), lambda key: why_not_sail(state, seat, key))


def goals(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Where a ship can sail to."""
    return pick("water", waters(state.board), lambda to: why_not_to(state, key, to))


# rule: EF-PB8.21, EF-PB8.24
def sail(d: Draft[CrimeaState], key: int, to: str) -> None:
    """Move a ship, and all aboard with it, by the shortest way through the zones."""
    landings.recall(d, key)
    ship, board = d.now.ships[key], d.now.board
    start = water_of(board, ship)
    way = ways(d.now, key)[zone_at(board, to)]
    # rule: EF-PB8.32.a
    begun = (quay(ship.hex),) if ship.zone and ship.hex else ()
    d.edit("ships", key, spent=ship.spent + ENTRY * len(way), way=(*ship.way, *begun, *way))
    if is_in_port(ship):
        d.edit("ships", key, left=start)
    _place(d, key, to)
    d.log(
        "log.ship_sailed",
        "EF-PB8.24",
        ship_ref(key),
        ship=ship_ref(key),
        start=water_ref(start),
        to=water_ref(to),
        spent=ENTRY * len(way),
    )


def _place(d: Draft[CrimeaState], key: int, to: str) -> None:
    if to in d.now.board.zones:
        d.edit("ships", key, zone=to, hex=0, box="", arrived=False)
    elif to == MAP_T:
        d.edit("ships", key, zone="", hex=0, box=MAP_T, arrived=True)
    else:
        d.edit("ships", key, zone="", hex=int(to), box="", arrived=True)


def turn_back(d: Draft[CrimeaState], key: int) -> None:
    """Bring a ship back to the port that it left in this phase."""
    landings.recall(d, key)
    _place(d, key, d.now.ships[key].left)


# -- hexes of the sea --------------------------------------------------------------------------------------------------


def stationable(state: CrimeaState, seat: str) -> OneOf:
    """Ships at sea that can be placed in a hex."""

    def why_not(key: int) -> Refusal | None:
        if not state.ships[key].zone:
            return refuse("EF-PB8.22", "refuse.ship_in_port", ship_ref(key), ship=ship_ref(key))
        if all(why_no_station(state, key, place) is not None for place in hexes_of(state.board, state.ships[key].zone)):
            return dead_end("EF-PB8.22", "refuse.no_hexes_in_zone", ship_ref(key), ship=ship_ref(key))
        return None

    return pick("ship", afloat(state, seat), why_not)


def stations(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Hexes of its zone where a ship can be placed."""
    hexes = hexes_of(state.board, state.ships[key].zone)
    return pick("place", hexes, lambda place: why_no_station(state, key, place))


# rule: EF-PB8.22, EF-PB8.24
def station(d: Draft[CrimeaState], key: int, place: int) -> None:
    """Place a ship in a hex of its zone, at no cost."""
    landings.recall(d, key)
    d.edit("ships", key, hex=place)
    d.log("log.ship_stationed", "EF-PB8.22", ship_ref(key), at(place), ship=ship_ref(key), place=at(place))


# -- before a coast ----------------------------------------------------------------------------------------------------


def why_not_deploy(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why nobody aboard a ship can be placed for an assault."""
    if (no := stationable(state, seat).refusal(key)) is not None:
        return no
    if not storming(state, seat, key).is_possible():
        return dead_end("EF-PB8.71", "refuse.nobody_to_storm", ship_ref(key), ship=ship_ref(key))
    if not roadsteads(state, seat, key, 0).is_possible():
        return dead_end("EF-PB8.73x", "refuse.no_roadstead", ship_ref(key), ship=ship_ref(key))
    return None


def deployable(state: CrimeaState, seat: str) -> OneOf:
    """Ships at sea with units that can be placed for an assault."""
    return pick("ship", afloat(state, seat), lambda key: why_not_deploy(state, seat, key))


def storming(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Units aboard a ship that can be placed for an assault."""
    return pick("piece", passengers(state, key), lambda unit: landings.why_not_storm(state, key, unit))


def roadsteads(state: CrimeaState, seat: str, key: int, unit: int) -> OneOf:
    """Hexes of the sea before a coast where a ship can place one of its units."""

    def why_not(place: int) -> Refusal | None:
        return why_no_station(state, key, place) or landings.why_no_roadstead(state, place)

    return pick("place", waters_before_coast(state.board), why_not)


def waters_before_coast(board: CrimeaScenario) -> tuple[int, ...]:
    """The hexes of the sea before a coast, worked out once."""
    if "roadsteads" not in board.cache:
        ground = board.ground
        found = tuple(h for h, g in ground.items() if g.terrain == "sea" and landings.beaches(board, h))
        board.cache["roadsteads"] = found
    known: tuple[int, ...] = board.cache["roadsteads"]
    return known


# rule: EF-PB8.21, EF-PB8.73x
def deploy(d: Draft[CrimeaState], key: int, unit: int, place: int) -> None:
    """Place a unit before a coast; another that its ship had placed elsewhere comes back aboard."""
    landings.recall(d, key)
    landings.place_before_coast(d, key, unit, place)


# rule: EF-PB8.54.c
def why_not_done(state: CrimeaState, seat: str) -> Refusal | None:
    """Why sailing cannot end: a ship at sea has units for an assault that could be placed and are not."""
    for key in afloat(state, seat) if phase(state) == "motorised" else ():
        aboard = [unit for unit in passengers(state, key) if state.pieces[unit].assault]
        placed = any(state.pieces[unit].hex for unit in aboard)
        if aboard and not placed and why_not_deploy(state, seat, key) is None:
            return refuse("EF-PB8.54.c", "refuse.assault_unplaced", ship_ref(key), ship=ship_ref(key))
    return None


# -- the end of a phase ------------------------------------------------------------------------------------------------


def sailor(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while a ship can sail or be placed."""
    if not state.ships:
        return ()
    return (SOVIET,) if sailable(state, SOVIET).is_possible() or stationable(state, SOVIET).is_possible() else ()


# rule: EF-PB8.23.f
def why_not_home(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a ship need not run into port: it lies in one, none is in reach, or its men are before a coast."""
    ship = state.ships[key]
    # rule: EF-PB8.61.b, EF-PB8.74.c
    if not ship.fired and any(state.pieces[unit].hex for unit in passengers(state, key)):
        return refuse("EF-PB8.74.c", "refuse.before_coast", ship_ref(key), ship=ship_ref(key))
    if key not in afloat(state, seat) or not ship.zone or not havens(state, seat, key).is_possible():
        return refuse("EF-PB8.23.f", "refuse.no_haven", ship_ref(key), ship=ship_ref(key))
    return None


def latecomers(state: CrimeaState, seat: str) -> OneOf:
    """Ships that must not stay at sea: they have the points to enter a friendly port."""
    return pick("ship", afloat(state, seat), lambda key: why_not_home(state, seat, key))


def havens(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Friendly ports that a ship can enter."""
    ports = [water for water in waters(state.board) if port_of(state.board, water) is not None]
    return pick("water", ports, lambda to: why_not_to(state, key, to))


def stray(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while the Movement phase ends and a ship has to run into port."""
    if not state.ships or phase(state) != "movement":
        return ()
    return (SOVIET,) if latecomers(state, SOVIET).is_possible() else ()


# rule: EF-PB8.25, EF-PB8.55.c
def close(d: Draft[CrimeaState]) -> None:
    """The phase is over for ships: those that came into port have sailed, and all may sail anew in the next.

    Where a port is being evacuated they stay ready.
    """
    for key, ship in d.now.ships.items():
        if ship.spent or ship.left or ship.arrived:
            sailed = is_in_port(ship) and ship.hex not in d.now.evacuations
            d.edit("ships", key, spent=0, left="", way=(), arrived=False, sailed=sailed)
            if sailed:
                d.log("log.ship_moored", "EF-PB8.25", ship_ref(key), ship=ship_ref(key))
