"""How a card begins: in the middle of its first turn, and with units that their owner places in a zone.

``first_segment: soviet`` lets a card begin with the Soviet segment. A row with ``zone: north`` stands where the card
suggests until its owner moves it inside that zone: ``zones: {soviet: {north: {columns: [59, 64], rows: [9, 15]}}}``,
or ``{road: {hexes: [In-1823]}}``. With ``option`` the zones are there only where the players agreed on it; a zone
``anywhere`` is for every unit. Ships and supplies that are placed before the first turn are in :mod:`mooring`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, SIDES, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, on_map, ref, why_no_room
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

DEPLOYED = "deployed"
"""How a unit has moved that its owner placed before the first turn."""
ANYWHERE = "anywhere"


# rule: EFS-10.61, EFS-10.91
def is_whole_turn(state: CrimeaState) -> bool:
    """Whether all of this turn is played: some cards begin with the Soviet segment of their first."""
    card = state.board.card
    return state.turn != state.board.first_turn or card.get("first_segment", AXIS) == AXIS


# -- zones -------------------------------------------------------------------------------------------------------------


def _zones(board: CrimeaScenario, side: str) -> Mapping[str, Any]:
    """The zones of a side, by name."""
    card: Mapping[str, Any] = board.card.get("zones") or {}
    # rule: EFS-10.94.i
    if (option := card.get("option")) and not getattr(board.options, option):
        return {}
    found: Mapping[str, Any] = card.get(side) or {}
    return found


def _zone_of(board: CrimeaScenario, key: int) -> Mapping[str, Any] | None:
    """The zone in which a unit is set up, if its card leaves its hex open."""
    counter = board.units[key]
    zones = _zones(board, counter.side)
    if ANYWHERE in zones:
        return zones[ANYWHERE]  # type: ignore[no-any-return]
    if "zoned" not in board.cache:
        board.cache["zoned"] = {row["unit"]: row.get("zone", "") for side in SIDES for row in board.card[side]["units"]}
    name = board.cache["zoned"].get(counter.name, "")
    return zones.get(name) if name else None


# rule: EFS-10.6.setup, EFS-10.94.i
def why_not_deploy(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit stays where the card put it."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.side != seat or not piece.hex:
        return refuse("EFS-10.6.setup", "refuse.not_yours", ref(key), unit=ref(key))
    if _zone_of(state.board, key) is None:
        return refuse("EFS-10.6.setup", "refuse.placed_by_card", ref(key), unit=ref(key))
    if piece.moved == DEPLOYED:
        return refuse("EFS-10.6.setup", "refuse.moved", ref(key), unit=ref(key))
    return None


def zoned(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Units of a side on the map, where the card has zones for it at all."""
    return on_map(state, side) if _zones(state.board, side) else ()


def deployable(state: CrimeaState, seat: str) -> OneOf:
    """Units that their owner may place anew."""
    return pick("piece", zoned(state, seat), lambda key: why_not_deploy(state, seat, key))


def _hexes_of(board: CrimeaScenario, zone: Mapping[str, Any]) -> list[int]:
    """The hexes of a zone: those that are listed, or all between two columns and two rows."""
    if zone.get("hexes"):
        return [int(h) for h in zone["hexes"]]
    grid, (left, right), (top, bottom) = board.grid, zone["columns"], zone["rows"]
    return [h for h in grid.hexes if left <= grid.column(h) <= right and top <= grid.row(h) <= bottom]


# rule: EFS-10.6.setup, EFS-10.8.setup
def positions(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Hexes of its zone where a unit can be placed."""
    zone = _zone_of(state.board, key)
    assert zone is not None
    hexes = _hexes_of(state.board, zone)

    def why_not(place: int) -> Refusal | None:
        outside = refuse("EFS-10.6.setup", "refuse.outside_zone", at(place), unit=ref(key), place=at(place))
        if place not in hexes or not state.board.ground[place].is_land or place == state.pieces[key].hex:
            return outside
        return outside if holders(state).get(place, seat) != seat else why_no_room(state, (key,), place)

    return pick("place", [h for h in hexes if state.board.ground[h].is_land], why_not)


def deploy(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Place a unit before the first turn."""
    d.edit("pieces", key, hex=to, moved=DEPLOYED)
    d.log("log.deployed", "EFS-10.6.setup", ref(key), unit=ref(key), to=at(to))
