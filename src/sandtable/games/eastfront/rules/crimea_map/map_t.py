"""Play-book 2.12: Map T, the box beyond the eastern edge where the Soviets gather.

A card has the box where it says so: ``switches: {map_t: {value: true}}``. Its rows may place Soviet units there, as in
``{unit: 44 Army Art, box: map_t}``. Ships bring them on; over land there is a way only while ice bears:
``ice_bridge: {hex: "7013", turns: [100, 101]}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import ACTIVE, AXIS, MAP_T, SOVIET, SUPPLIED, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, ref
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Draft, Refusal, refuse

EAST, NORTH_END, QUAY = 70, 11, 7014
"""The column of the eastern edge, the row that the box lies south of, and the hex that counts as part of it."""

ICE = "ice_bridge"
"""The track with the turn in which the way over the ice was laid."""


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


def ice(state: CrimeaState) -> Mapping[str, Any]:
    """What the card says of the way over the ice."""
    found: Mapping[str, Any] = state.board.card.get("ice_bridge") or {}
    return found


def bridgehead(state: CrimeaState) -> int:
    """The hex where the Ice Bridge ends, while it bears and the Soviets hold it; else 0."""
    card = ice(state)
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
    card = ice(d.now)
    if card.get("placed") == d.now.turn and d.now.control.get(int(card["stands_on"])) == SOVIET:
        d.put("tracks", ICE, d.now.turn)
        d.log("log.ice_laid", "EFS-10.94.g", at(int(card["stands_on"])), place=at(int(card["stands_on"])))


# rule: EFS-10.94.g
def break_ice(d: Draft[CrimeaState]) -> None:
    """The way is gone for good once an Axis unit enters its hex."""
    card = ice(d.now)
    if ICE in d.now.tracks and holders(d.now).get(int(card["stands_on"])) == AXIS:
        d.drop("tracks", ICE)
        d.log("log.ice_broken", "EFS-10.94.g", at(int(card["stands_on"])), place=at(int(card["stands_on"])))


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
