"""The words of Barbarossa: Crimea as case files write them: boxes, weather, tracks, and where a unit cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from sandtable.games.eastfront.model import (
    ABOARD,
    ARCTIC,
    BOXES,
    CADRE,
    DAMAGED,
    DESTROYED,
    DRY,
    DUMMY,
    ELIMINATED,
    FLOWN,
    FLYING,
    FROST,
    GONE,
    MAP_T,
    MUD,
    ORDERS,
    READY,
    SIDES,
    SNOW,
    TO_COME,
    UNKNOWN,
    CrimeaState,
    PieceId,
    ShipId,
    side_key,
)
from sandtable.games.eastfront.rules.air.air import FIRING, MISSION
from sandtable.games.eastfront.rules.naval import ships
from sandtable.games.eastfront.rules.railways.railways import CAPTURED, CONVERTED, CUT
from sandtable.games.eastfront.rules.replacements.rebuilding import REBUILT
from sandtable.games.eastfront.rules.replacements.replacements import POOLS
from sandtable.games.eastfront.rules.scenarios.opening import DEPLOYED
from sandtable.games.eastfront.rules.scenarios.plans import PLANS
from sandtable.games.eastfront.rules.special_movement.overrun import HALTED
from sandtable.games.eastfront.rules.special_units.flotillas import FLOTILLA
from sandtable.games.eastfront.rules.substitutes.substitutes import REGULAR, STRONG
from sandtable.games.eastfront.rules.supply.deliveries import FORMS
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.games.eastfront.scenario.facts import MapFacts, off_the_card
from sandtable.kernel import NO, YES, Id
from sandtable.kernel.cases import Vocabulary
from sandtable.kernel.cases.parts import Where
from sandtable.kernel.refusals import Place

WEATHERS = (DRY, MUD, FROST, SNOW, ARCTIC)
AIR_BOXES = (READY, FLOWN, DAMAGED, DESTROYED, TO_COME, FLYING, GONE)
MOVED = (
    *("move", "activated", "sea", "rail", "strategic", "airlift"),
    *("overrun", HALTED, "reaction", "crossed", "turned", REBUILT, DEPLOYED),
)
"""How a unit has moved in a phase."""
FIRST_LOSSES = ("armour", "engineer", "nkvd", "resists_armour")
"""Who must take the first loss of a battle."""

TRACKS = {
    "vp": "victory points of the Axis",
    "rail_points": "conversion points spent in this phase",
    "rail_converted": "stacking points that went over converted lines in this turn",
    "rail_captured": "the same over captured lines",
    "rail_soviet": "the same over Soviet lines",
    "first_frost": "the first turn of frost",
    "first_arctic": "the first turn of Arctic cold",
    "line_fed": "the turn in which a captured line last fed anybody",
    "airfields_lost": "the turn in which Simferopol fell, after which Soviet aircraft fly from Map T",
    "soviet_favour": "the turn in which the Soviets last took a group or released a garrison",
    "soviet_mandates": "attacks that the Soviets still have to make",
    "soviet_nkvd": "the turn in which the Soviets last rebuilt an NKVD unit",
    "siege": "points that went into surrounded cities",
    "naval_interdiction": "the level of the marker in the box of naval interdiction",
    "load_map_t": "transport points that Map T has handled in this turn",
    "ice_bridge": "the turn in which the way over the ice was laid",
    "ice_crossed": "stacking points that went over the ice, after a hundred times the turn",
    "landed_at_kerch": "the turn in which the Soviets first landed on the peninsula",
    "heavy_shells": "points that super-heavy guns of the Axis can fire",
    "staff_marker": "the hex of a marker of interdiction that touches only the orders and guns of a headquarters",
    "harbour_lost": "the turn in which the harbour of Sevastopol was lost",
    "wrecks": "ships sunk on the enlarged map in a turn, after a hundred times the turn",
    "soviet_gifts": "strongpoints that came with a group and are still to be placed",
    "plan_revealed": "the turn in which the plan of victory was shown",
    "strait_crossed": "the turn in which the mountain divisions crossed the strait",
    "belt": "victory points for six hexes of the belt",
    "fallen": "the turn in which the goal was reached that ends the game at once",
}
"""Tracks that there is one of."""
OF_A_SIDE = {
    "steps": "steps lost",
    "heavy": "steps of tanks and guns lost that do not make a point yet",
    "ledger": "supply points, as booked",
    "points": "supply points that wait to be brought on the map",
    "counters": "supply counters that are not in play",
    "built": "the turn in which it last built a strongpoint",
    "airlifts": "units flown so far",
    "airlift_turn": "the turn in which it last flew a unit",
    "type_i": "replacement points of type I",
    "type_a": "replacement points of type A",
    "romanian": "Romanian replacement points",
    "air": "replacement points for aircraft",
    "train": "replacement points for trains",
}
"""Tracks of each side, written ``axis_steps``."""
OF_A_PLACE = {
    "base": "points placed on an Axis base in this turn",
    "port": "stacking points that a port has fed in this turn",
    "load": "transport points that a port has handled in this turn",
    "taken": "the turn in which a port last changed hands",
    "place": "victory points that a place counts for the Axis now",
    "first": "the first turn in which a place was taken",
    "since": "the turn in which a place was taken that counts now",
    "city": "the turn in which a city last took in a supply unit",
    "siege": "points that went into a surrounded city",
    "encircled": "whether a city is surrounded for the first time",
    "raised": "the turn in which a city last raised a unit",
}
"""Tracks of a hex, written ``port_3606``; of a city the hex with the lowest number."""
OF_A_ROW = {
    "withdrawal": "whether a withdrawal was settled",
    "conversion": "the turn in which counters were exchanged",
    "departed": "aircraft of a withdrawal that were settled in this phase",
}
"""Tracks of a row of the card, counted from 0, written ``withdrawal_axis_0``."""


def tracks(board: CrimeaScenario) -> Iterator[str]:
    """Every track that a position may have."""
    yield from TRACKS
    for side in SIDES:
        yield from (f"{side}_{name}" for name in (*OF_A_SIDE, *POOLS))
        card = board.card[side]
        rows = max(len((card.get("withdrawals") or {}).get("entries", ())), len(card.get("conversions") or ()))
        yield from (f"{name}_{side}_{index}" for name in OF_A_ROW for index in range(rows))
        yield from (f"{word}_{side}_{name}" for word in ("group", "tried", "rested") for name in groups(board))
        yield from (f"spare_{side}_{kind}" for kind in dict.fromkeys(unit.kind for unit in board.units.values()))
    yield from (f"shots_{key}" for key in board.units)
    yield from (f"sunk_{key}" for key in board.ships)
    yield from (f"{name}_{place}" for name in OF_A_PLACE for place in board.ground)


def groups(board: CrimeaScenario) -> Iterator[str]:
    """Groups of reinforcements that the card offers."""
    yield from (str(row["group"]) for side in SIDES for row in board.card[side].get("groups") or ())


def hexsides(board: CrimeaScenario) -> dict[Id, str]:
    """Every hexside by its number, written 3605-3606."""
    return {
        side_key(a, b): f"{board.grid.label(a)}-{board.grid.label(b)}"
        for a, near in board.grid.neighbours.items()
        for b in near
        if a < b
    }


def aircraft(board: CrimeaScenario) -> tuple[str, ...]:
    """Types of aircraft, and what a counter can be beside."""
    return (*board.aircraft, DUMMY, UNKNOWN)


def _always(*words: str) -> Callable[[Any], Iterable[str]]:
    return lambda board: words


# -- questions ---------------------------------------------------------------------------------------------------------


class AskSide(Struct, frozen=True):
    """A question about one side, or both."""

    side: Literal["", "axis", "soviet"] = ""


class AskReach(Struct, frozen=True):
    """Where a unit or a ship can get in this phase."""

    piece: PieceId = 0
    ship: ShipId = 0


class AskControl(Struct, frozen=True):
    """Who controls each hex."""


class AskForce(Struct, frozen=True):
    """Units that attack hexes, with guns, engineers and supply."""

    side: Literal["axis", "soviet"]
    hexes: tuple[Place, ...]
    units: tuple[PieceId, ...]
    support: tuple[PieceId, ...] = ()
    ships: tuple[ShipId, ...] = ()
    engineers: bool = False
    supplied: bool | None = None


class AskOdds(Struct, frozen=True, omit_defaults=True):
    """The chances of an attack on a hex, or of a force."""

    place: Place = 0
    force: AskForce | None = None


# -- positions that cannot be ------------------------------------------------------------------------------------------


def faults(state: CrimeaState) -> Iterator[tuple[Where, str]]:
    """Units nowhere, in two places, too strong or in the water, and both sides in a hex."""
    units, ground = state.board.units, state.board.ground
    sides: dict[int, str] = {}
    for key, piece in state.pieces.items():
        unit, row = units[key], ("pieces", key)
        if bool(piece.hex) == bool(piece.box):
            yield row, f"{unit.name} is in a hex or in a box" + (", not in both" if piece.hex else "; say where")
        elif not 0 <= piece.steps <= unit.steps or (piece.hex and piece.steps < 1):
            yield (*row, "steps"), f"{unit.name} has 1 to {unit.steps} steps"
        elif piece.hex and not ground[piece.hex].may_bear and unit.kind != FLOTILLA and not piece.ship:
            yield (*row, "hex"), f"{unit.name} cannot stand in the water of {piece.hex}"
        elif piece.hex and sides.setdefault(piece.hex, unit.side) != unit.side:
            yield (*row, "hex"), f"the enemy stands in {piece.hex} already"
    for key, supply in state.supplies.items():
        if bool(supply.hex) == bool(supply.box):
            yield ("supplies", key), "a supply unit is in a hex or in a box"
        elif supply.hex and not ground[supply.hex].is_land:
            yield ("supplies", key, "hex"), f"a supply unit cannot stand in the water of {supply.hex}"
    for key in state.ships:
        if told := ships.fault(state, key):
            yield ("ships", key), told
    for place in state.strongpoints:
        if not ground[place].is_land:
            yield ("strongpoints", place), f"no strongpoint stands in the water of {place}"
    for place, attack in state.attacks.items():
        if place not in attack.hexes or not attack.units:
            yield ("attacks", place), f"an attack has hexes, {place} among them, and units"
    if state.turn not in state.board.days:
        days = state.board.days
        yield ("turn",), f"the card has no turn {state.turn}; it goes from {min(days)} to {max(days)}"


def off_board(board: CrimeaScenario, facts: Mapping[str, Any]) -> Iterator[tuple[Where, str]]:
    """What a case says of hexes that are not on its card."""
    yield from off_the_card(board.ground, facts)


def documented() -> dict[str, str]:
    """All tracks as the documentation writes them."""
    return {
        **TRACKS,
        **{f"SIDE_{name}": meaning for name, meaning in OF_A_SIDE.items()},
        **{f"{name}_HEX": meaning for name, meaning in OF_A_PLACE.items()},
        **{f"{name}_SIDE_ROW": meaning for name, meaning in OF_A_ROW.items()},
        "group_SIDE_GROUP": "the turn in which a side took a group of reinforcements",
        "tried_SIDE_GROUP": "the turn in which a side last rolled for a group",
        "rested_SIDE_GROUP": "the turn in which the aircraft of a group left for a while",
        "spare_SIDE_KIND": "steps of a kind of unit that were spared in a withdrawal, in this phase",
        "sunk_SHIP": "the turn in which a ship, by its number, was counted as sunk",
        "shots_UNIT": "shots that a siege gun, by its number, has fired",
    }


VOCABULARY = Vocabulary(
    words={
        "Piece.box": _always(*BOXES, READY),
        "Piece.moved": _always(*MOVED),
        "Supply.box": _always(MAP_T, ABOARD),
        "Ship.box": _always(MAP_T, CADRE, ELIMINATED, TO_COME),
        "Ship.zone": lambda board: board.zones,
        "Ship.way": lambda board: (*board.zones, *(f"{h:04d}" for h in board.ground)),
        "AirUnit.kind": aircraft,
        "AirUnit.box": _always(*AIR_BOXES),
        "AirUnit.role": _always(MISSION, FIRING),
        "Battle.odds": lambda board: board.crt.columns,
        "Dogfight.hex": lambda board: {**board.names["place"], 0: "sea"},
        **dict.fromkeys(("Battle.first_attacker", "Battle.first_defender"), _always(*FIRST_LOSSES)),
        **dict.fromkeys(("Attack.order", "Battle.order", "Command.order", "Order.order"), _always(*ORDERS)),
        **dict.fromkeys(("Overrun.loser", "Dogfight.initiative", "CrimeaState.control"), _always(*SIDES)),
        **dict.fromkeys(("CrimeaState.weather", "CrimeaState.past"), _always(*WEATHERS)),
        **dict.fromkeys(("CrimeaState.plan", "Choose.plan"), _always(*PLANS)),
        "CrimeaState.rails": _always(CONVERTED, CAPTURED, CUT),
        "CrimeaState.tracks.key": tracks,
        "CrimeaState.crossings.key": hexsides,
        "CrimeaState.bridges.key": hexsides,
        "CrimeaState.razed.key": lambda board: {**board.names["place"], **hexsides(board)},
        "Accept.group": groups,
        **dict.fromkeys(("Assault.engineers", "Convoy.ashore", "Declare.mandated"), _always(YES, NO)),
        "Deliver.form": _always(*FORMS),
        "Detach.kind": _always(REGULAR, STRONG),
        **dict.fromkeys(("Retain.kind", "Withdraw.kind"), lambda board: board.aircraft),
    },
    tracks=documented(),
    free=("Battle.result",),
    facts=MapFacts,
    unused=off_board,
    questions={
        "zoc": AskSide,
        "supply": AskSide,
        "threat": AskSide,
        "reach": AskReach,
        "control": AskControl,
        "odds": AskOdds,
    },
    faults=faults,
)
