"""Play-book 2.12: Map T, the box beyond the eastern edge where the Soviets gather.

A card has the box where it says so: ``switches: {map_t: {value: true}}``. Its rows may place Soviet units there, as in
``{unit: 44 Army Art, box: map_t}``. Ships bring them on; over land there is a way only while ice bears:
``ice_bridge: {hex: "7013", turns: [100, 101]}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import ACTIVE, AXIS, MAP_T, SOVIET, SUPPLIED, CrimeaState, Piece
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, ref, stack_points, why_no_room
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

EAST, NORTH_END, QUAY = 70, 11, 7014
"""The column of the eastern edge, the row that the box lies south of, and the hex that counts as part of it."""

ICE, CROSSED = "ice_bridge", "ice_crossed"
"""The tracks with the turn in which the way over the ice was laid, and with what crossed it: hundreds are the turn."""
HUNDRED = 100


def is_in_play(board: CrimeaScenario) -> bool:
    """Whether the scenario has the box."""
    return bool(board.switch("map_t"))


def broken(state: CrimeaState) -> str | None:
    """What cannot be: an Axis unit in the box."""
    # rule: EF-PB2.12.a
    for key, piece in state.pieces.items():
        if piece.box == MAP_T and state.board.units[key].side == AXIS:
            return f"{state.board.units[key].name} is in Map T, where no Axis unit goes (EF-PB2.12.a)"
    return None


def shore(board: CrimeaScenario) -> tuple[int, ...]:
    """The hexes of the eastern edge that lie before the box."""
    if "shore" not in board.cache:
        grid = board.grid
        board.cache["shore"] = tuple(h for h in grid.hexes if grid.column(h) == EAST and grid.row(h) > NORTH_END)
    found: tuple[int, ...] = board.cache["shore"]
    return found


# rule: EF-PB2.12.b
def airfields(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes that the range of Soviet aircraft is counted from because of the box, whoever holds them."""
    return shore(state.board) if side == SOVIET and is_in_play(state.board) else ()


# rule: EF-PB2.12.a
def why_not_off_the_map(board: CrimeaScenario, side: str, place: int) -> Refusal | None:
    """Why an Axis unit does not go on from the eastern edge: the box is closed to it."""
    if side == AXIS and is_in_play(board) and place in shore(board):
        return refuse("EF-PB2.12.a", "refuse.map_t_closed", at(place), start=at(place))
    return None


# rule: EF-PB2.12.d
def why_stays(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit in the box does not come out by itself: only ships take it, or the ice."""
    piece = state.pieces.get(key)
    if piece is None or piece.box != MAP_T or state.board.units[key].side != seat:
        return None
    return refuse("EF-PB2.12.d", "refuse.map_t_exit", ref(key), unit=ref(key))


# -- guns --------------------------------------------------------------------------------------------------------------


# rule: EF-PB2.12.c
def can_fire(state: CrimeaState, key: int) -> bool:
    """Whether a unit is Soviet and in the box, from where guns reach the map and need no attack supply."""
    return state.pieces[key].box == MAP_T and state.board.units[key].side == SOVIET


def is_at_hand(state: CrimeaState, key: int) -> bool:
    """Whether a gun can take part in a combat on the map at all: it is there, or in the box."""
    return bool(state.pieces[key].hex) or can_fire(state, key)


# rule: EF-PB2.12.c
def range_to(state: CrimeaState, place: int) -> int:
    """How far a hex is from the box: the edge is one hex away, and 7014 counts as part of it."""
    grid = state.board.grid
    edge = [grid.distance(h, place) + (h != QUAY) for h in shore(state.board)]
    return min(edge, default=len(grid.hexes))


# rule: EF-PB2.12.c
def has_headquarters(state: CrimeaState) -> bool:
    """Whether guns in the box can fire together: a headquarters is with them, operational or not."""
    return any(piece.box == MAP_T and state.board.units[key].is_hq for key, piece in state.pieces.items())


# -- supply and staffs -------------------------------------------------------------------------------------------------


# rule: EF-PB2.12.f
def feed(d: Draft[CrimeaState]) -> None:
    """All units in the box are in General Supply."""
    for key, piece in d.now.pieces.items():
        if piece.box == MAP_T and piece.supply != SUPPLIED:
            d.edit("pieces", key, supply=SUPPLIED)
            d.log("log.supply", "EF-PB2.12.f", ref(key), unit=ref(key), state=SUPPLIED)


# rule: EF-PB2.12.f
def outlets(state: CrimeaState, side: str) -> tuple[int, ...]:
    """The hex where the ice joins the map to the box: a source for Soviet units that trace to it."""
    place = bridgehead(state) if side == SOVIET else 0
    return (place,) if place else ()


def _ice(state: CrimeaState) -> Mapping[str, Any]:
    found: Mapping[str, Any] = state.board.card.get("ice_bridge") or {}
    return found


def bridgehead(state: CrimeaState) -> int:
    """The hex where the Ice Bridge ends, while it bears and the Soviets hold it; else 0."""
    card = _ice(state)
    if not card or not card["turns"][0] <= state.turn <= card["turns"][1]:
        return 0
    # rule: EFS-10.94.g
    if card.get("placed") and ICE not in state.tracks:
        return 0
    place = int(card["hex"])
    return place if state.control.get(place) == SOVIET else 0


# rule: EFS-10.94.g
def lay_ice(d: Draft[CrimeaState]) -> None:
    """At the end of the Supply phase of its turn the way is laid, if its hex is Soviet then; else it never is."""
    card = _ice(d.now)
    if card and card.get("placed") == d.now.turn and d.now.control.get(int(card["stands_on"])) == SOVIET:
        d.put("tracks", ICE, d.now.turn)
        d.log("log.ice_laid", "EFS-10.94.g", at(int(card["stands_on"])), place=at(int(card["stands_on"])))


# rule: EFS-10.94.g
def break_ice(d: Draft[CrimeaState]) -> None:
    """The way is gone for good once an Axis unit enters its hex."""
    card = _ice(d.now)
    if ICE in d.now.tracks and holders(d.now).get(int(card["stands_on"])) == AXIS:
        d.drop("tracks", ICE)
        d.log("log.ice_broken", "EFS-10.94.g", at(int(card["stands_on"])), place=at(int(card["stands_on"])))


def _crossed(state: CrimeaState) -> int:
    """Stacking points that went over the ice in this turn, both ways together."""
    turn, points = divmod(state.tracks.get(CROSSED, 0), HUNDRED)
    return points if turn == state.turn else 0


# rule: EF-PB2.12.g
def recovering(state: CrimeaState) -> tuple[int, ...]:
    """Headquarters that are not operational and wait in the Active box or in Map T: they may recover there."""
    units = state.board.units
    return tuple(k for k, p in state.pieces.items() if p.box in (ACTIVE, MAP_T) and p.back and units[k].is_hq)


# -- over the ice ------------------------------------------------------------------------------------------------------


# rule: EF-PB2.12.d
def why_no_ice(state: CrimeaState, seat: str) -> Refusal | None:
    """Why nobody walks between the box and the map."""
    if bridgehead(state):
        return None
    return refuse("EF-PB2.12.d", "refuse.no_ice_bridge")


# rule: EF-PB2.12.a, EF-PB2.12.d
def why_not_cross(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot go over the ice now, to the box or from it."""
    piece, counter, gate = state.pieces.get(key), state.board.units.get(key), bridgehead(state)
    if piece is None or counter is None or counter.side != seat:
        return refuse("EF-PB2.12.a", "refuse.not_yours", ref(key), unit=ref(key))
    if piece.box != MAP_T and piece.hex != gate:
        return refuse("EF-PB2.12.d", "refuse.not_at_ice", ref(key), unit=ref(key), place=at(gate))
    # rule: EF-10.22
    if piece.receiving:
        return refuse("EF-10.22", "refuse.receiving", ref(key), unit=ref(key))
    if counter.front.allowance == 0 or piece.moved or piece.spent or piece.no_move or piece.garrison:
        return refuse("EF-PB2.12.d", "refuse.moved", ref(key), unit=ref(key))
    # rule: EF-PB8.54.g
    if piece.ashore == state.turn and state.ships:
        return refuse("EF-PB8.54.g", "refuse.just_landed", ref(key), unit=ref(key))
    # rule: EFS-10.94.g
    most = int(_ice(state).get("points", 0))
    if most and _crossed(state) + stack_points(state, key) > most:
        return refuse("EFS-10.94.g", "refuse.ice_full", ref(key), unit=ref(key), points=most)
    return why_no_room(state, (key,), gate) if piece.box == MAP_T else None


def crossers(state: CrimeaState, seat: str) -> OneOf:
    """Units that can go over the ice."""
    return pick("piece", state.pieces, lambda key: why_not_cross(state, seat, key))


def walker(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while the ice bears and somebody can go over it."""
    return (SOVIET,) if bridgehead(state) and crossers(state, SOVIET).is_possible() else ()


# rule: EF-PB2.12.a, EF-PB2.12.d
def cross(d: Draft[CrimeaState], key: int) -> None:
    """Go over the ice with the whole allowance; in the box there is room for everybody."""
    piece, gate = d.now.pieces[key], bridgehead(d.now)
    away = not piece.hex
    if _ice(d.now).get("points"):
        d.put("tracks", CROSSED, d.now.turn * HUNDRED + _crossed(d.now) + stack_points(d.now, key))
    fresh = Piece(hex=gate if away else 0, box="" if away else MAP_T, steps=piece.steps, back=piece.back)
    d.put("pieces", key, fresh)
    d.edit("pieces", key, moved="crossed", travelled=True, supply=piece.supply if away else SUPPLIED)
    rule = "EF-PB2.12.d" if away else "EF-PB2.12.a"
    d.log("log.crossed_ice", rule, ref(key), unit=ref(key), place=at(gate), away=int(away))
