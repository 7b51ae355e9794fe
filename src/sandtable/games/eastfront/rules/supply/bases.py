"""Chapter 6.9: Axis Bases, where supplies come on the map far from its edge.

A Base on its reverse is inactive. It never moves, and is lost with its only step.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CANNOT_REBUILD, POOL, CrimeaState, Piece, Supply
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.supply.attack_supply import DUMP, book
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, stacks
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

BASE = "axis_base"
STAFF = "1-2-5"
"""The substitute that the men of a Base make."""


def bases(state: CrimeaState) -> tuple[int, ...]:
    """The Bases on the map."""
    return tuple(key for key in on_map(state, AXIS) if state.board.units[key].kind == BASE)


def base_at(state: CrimeaState, place: int) -> int:
    """The Base in a hex, or 0."""
    return next((key for key in stacks(state).get(place, ()) if state.board.units[key].kind == BASE), 0)


# rule: EF-6.93
def why_not_served(state: CrimeaState, place: int, points: int) -> Refusal | None:
    """Why a Base takes no more points: it is inactive, cannot trace supply, or has had its share of the turn."""
    if state.pieces[base_at(state, place)].back:
        return refuse("EF-6.93", "refuse.base_inactive", at(place), place=at(place))
    if not supply.is_supplied(state, AXIS, place):
        return refuse("EF-6.93", "refuse.base_unsupplied", at(place), place=at(place))
    if room(state, place) < points:
        return refuse("EF-6.93", "refuse.base_full", at(place), place=at(place), left=room(state, place))
    return None


def depots(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes of Bases where points can be placed."""
    if side != AXIS:
        return ()
    places = (state.pieces[key].hex for key in bases(state))
    return tuple(h for h in places if why_not_served(state, h, 1) is None)


# rule: EF-6.93, EF-6.83.a2, EF-6.84.b
def room(state: CrimeaState, place: int) -> int:
    """Points that a Base can still take in this turn."""
    card = (state.board.card.get("attack_supply") or {}).get(AXIS) or {}
    most = int(card.get("per_base", 0))
    return most - state.tracks.get(_share(place), 0)


def _share(place: int) -> str:
    return f"base_{place}"


def count(d: Draft[CrimeaState], place: int, points: int) -> None:
    """Note points that were placed on a Base."""
    d.put("tracks", _share(place), d.now.tracks.get(_share(place), 0) + points)


def reopen(d: Draft[CrimeaState]) -> None:
    """A new phase: Bases take their share again."""
    if not d.now.board.card.get("attack_supply"):
        return
    for key in bases(d.now):
        if (share := _share(d.now.pieces[key].hex)) in d.now.tracks:
            d.drop("tracks", share)


# rule: EF-6.95
def why_not_abandon(state: CrimeaState, key: int) -> Refusal | None:
    """Why a Base cannot be given up."""
    piece = state.pieces.get(key)
    if piece is None or not piece.hex or state.board.units[key].kind != BASE:
        return refuse("EF-6.95", "refuse.not_base", ref(key), unit=ref(key))
    if supply.is_supplied(state, AXIS, piece.hex):
        return refuse("EF-6.95", "refuse.base_supplied", ref(key), unit=ref(key))
    return None


def forsaken(state: CrimeaState, seat: str) -> OneOf:
    """Bases that can be given up."""
    return pick("piece", bases(state) if seat == AXIS else (), lambda key: why_not_abandon(state, key))


def forsaker(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while a Base of its is cut off."""
    return (AXIS,) if bases(state) and forsaken(state, AXIS).is_possible() else ()


# rule: EF-6.94, EF-6.95, EF-6.83.b2
def abandon(d: Draft[CrimeaState], key: int) -> None:
    """Give a Base up for good: its men stay as a substitute, its stores as a dump beyond the points of the turn."""
    place = d.now.pieces[key].hex
    d.put("pieces", key, Piece(box=CANNOT_REBUILD))
    d.log("log.base_abandoned", "EF-6.95", ref(key), unit=ref(key), place=at(place))
    units = d.now.board.units
    for other, piece in d.now.pieces.items():
        if piece.box == POOL and str(units[other].front) == STAFF and units[other].nation == "german":
            d.put("pieces", other, Piece(hex=place, steps=1))
            d.log("log.base_staff", "EF-6.95", ref(other), unit=ref(other), place=at(place))
            break
    d.put("supplies", max(d.now.supplies, default=0) + 1, Supply(AXIS, place, DUMP))
    book(d, AXIS, DUMP)
    d.log("log.dump_made", "EF-6.83.b2", at(place), place=at(place))
