"""Chapter 23.2: bridge units over rivers and major rivers.

A card that has bridge units says how many: ``bridges: {axis: 2, soviet: 1}``. Where it has none, nobody is ever asked.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import SIDES, SOVIET, SUPPLIED, Bridge, CrimeaState, enemy, side_key
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_friendly, ref, stacks, zoc
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

MOST_IN_USE = 2
"""Bridge units that a side may have on a map."""


def counters(state: CrimeaState, side: str) -> int:
    """The bridge units that the scenario gives a side."""
    card = state.board.card.get("bridges")
    return int(card.get(side, 0)) if card else 0


def in_use(state: CrimeaState, side: str, ferry: bool = False) -> tuple[int, ...]:
    """The hexsides of a side's bridge units, or of its ferries."""
    return tuple(key for key, bridge in state.bridges.items() if (bridge.side, bridge.ferry) == (side, ferry))


# rule: EF-23.24
def why_none_left(state: CrimeaState, side: str) -> Refusal | None:
    """Why a side has no bridge unit to place: two are in use, or all it has; a lost one can be used again."""
    used, most = len(state.bridges) and len(in_use(state, side)), min(MOST_IN_USE, counters(state, side))
    return refuse("EF-23.24", "refuse.no_bridge_unit", most=most) if used >= most else None


# rule: EF-6.53.b, EF-23.22.c
def is_provided(state: CrimeaState, side: str, place: int) -> bool:
    """Whether a hex is in General Supply now: by a line, or because a point was spent on the units in it."""
    if supply.is_supplied(state, side, place):
        return True
    fed = [key for key in stacks(state).get(place, ()) if state.board.units[key].side == side]
    return any(state.pieces[key].supply == SUPPLIED for key in fed)


def is_bridged(state: CrimeaState, a: int, b: int) -> bool:
    """Whether a printed bridge stands on a river hexside; a way over a small river always has one."""
    border = state.board.border(a, b)
    return bool(border.river) and (bool(border.bridge) or (border.river != "major" and border.is_way))


# rule: EF-23.23
def why_threatened(state: CrimeaState, side: str, places: tuple[int, ...]) -> Refusal | None:
    """Why nobody can build here: an enemy has one of the hexes, or it lies in his zone and no friend stands in it."""
    for place in places:
        if not is_friendly(state, place, side):
            return refuse("EF-23.23", "refuse.not_your_hex", at(place), place=at(place))
        if place in zoc(state, enemy(side)) and holders(state).get(place) != side:
            return refuse("EF-23.23", "refuse.bridge_zoc", at(place), place=at(place))
    return None


# rule: EF-22.25.b
def why_paralysed(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why Soviet engineers lay and lift no bridge here: a headquarters near by is not operational."""
    if side == SOVIET and (blocked := soviet_units.paralysed_by(state, place)):
        return refuse("EF-22.25.b", "refuse.hq_paralysed", at(place), hq=ref(blocked[0]))
    return None


# rule: EF-23.22.b
def why_no_site(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why a hex takes no bridge unit, wherever it would lead."""
    if any(bridge.hex == place for bridge in state.bridges.values()):
        return refuse("EF-23.22.b", "refuse.bridge_there", at(place), place=at(place))
    if any(is_bridged(state, place, n) for n in state.board.grid.neighbours[place]):
        return refuse("EF-23.22.b", "refuse.bridge_there", at(place), place=at(place))
    if not is_provided(state, side, place):
        return refuse("EF-23.22.b", "refuse.hex_unsupplied", at(place), place=at(place))
    return why_paralysed(state, side, place)


# rule: EF-23.21, EF-23.22.b
def why_not_across(state: CrimeaState, side: str, place: int, to: int) -> Refusal | None:
    """Why a bridge unit in a hex cannot span the side towards another."""
    # rule: EF-PB8.26.e
    if state.board.border(place, to).water:
        return refuse("EF-PB8.26.e", "refuse.bridge_too_wide", at(to), place=at(place), to=at(to))
    if not state.board.border(place, to).river or not state.board.ground[to].is_land:
        return refuse("EF-23.21", "refuse.no_river", at(to), place=at(place), to=at(to))
    if side_key(place, to) in state.bridges:
        return refuse("EF-23.22.b", "refuse.bridge_there", at(to), place=at(to))
    return why_threatened(state, side, (place, to))


def why_not_lay(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why no bridge unit can be laid from a hex."""
    no = why_none_left(state, side) or why_no_site(state, side, place)
    if no is not None:
        return no
    barred = [why_not_across(state, side, place, n) for n in _river_sides(state, place)]
    if any(no is None for no in barred):
        return None
    return barred[0] if barred else refuse("EF-23.21", "refuse.no_river", at(place), place=at(place), to=at(place))


def _river_sides(state: CrimeaState, place: int) -> tuple[int, ...]:
    return tuple(n for n in state.board.grid.neighbours[place] if state.board.border(place, n).river)


def sites(state: CrimeaState, seat: str) -> OneOf:
    """Hexes from which a bridge can be laid."""
    near_rivers = dict.fromkeys(a for (a, _), border in state.board.borders.items() if border.river)
    return pick("place", near_rivers, lambda place: why_not_lay(state, seat, place))


def far_banks(state: CrimeaState, seat: str, place: int) -> OneOf:
    """The hexes that a bridge from a hex can lead to."""
    return pick("place", _river_sides(state, place), lambda to: why_not_across(state, seat, place, to))


# rule: EF-23.22.d
def lay(d: Draft[CrimeaState], place: int, to: int) -> None:
    """Place a bridge unit on the side under construction."""
    d.put("bridges", side_key(place, to), Bridge(d.seat, place, to, placed=d.now.turn))
    d.log("log.bridge_begun", "EF-23.22.d", at(place), at(to), place=at(place), to=at(to))


# rule: EF-23.22.a
def why_not_lift(state: CrimeaState, seat: str, place: int) -> Refusal | None:
    """Why the bridge unit in a hex cannot be taken up now."""
    key = _standing(state, seat, place)
    if not key:
        return refuse("EF-23.22.a", "refuse.no_bridge", at(place), place=at(place))
    if state.bridges[key].placed == state.turn:
        return refuse("EF-23.22.a", "refuse.bridge_moved", at(place), place=at(place))
    return why_paralysed(state, seat, place)


def _standing(state: CrimeaState, side: str, place: int) -> int:
    """The hexside of a side's bridge unit in a hex, or 0; a ferry is never taken up."""
    return next((key for key in in_use(state, side) if state.bridges[key].hex == place), 0)


def liftable(state: CrimeaState, seat: str) -> OneOf:
    """Hexes whose bridge unit can be taken up."""
    return pick("place", [bridge.hex for bridge in state.bridges.values()], lambda h: why_not_lift(state, seat, h))


def lift(d: Draft[CrimeaState], place: int) -> None:
    """Take a bridge unit up; it can be laid again elsewhere, or stay off the map as long as its owner likes."""
    d.drop("bridges", _standing(d.now, d.seat, place))
    d.log("log.bridge_lifted", "EF-23.22.a", at(place), place=at(place))


def layer(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while it has a bridge unit to lay or to take up."""
    if not counters(state, side):
        return ()
    return (side,) if sites(state, side).is_possible() or liftable(state, side).is_possible() else ()


# rule: EF-23.23
def finish(d: Draft[CrimeaState], side: str, major: bool) -> None:
    """Finish a side's bridges over rivers, or over major rivers, where both banks are still its own and safe."""
    for key, bridge in tuple(d.now.bridges.items()):
        is_major = d.now.board.border(bridge.hex, bridge.to).river == "major"
        if bridge.side != side or bridge.ferry or bridge.opened or is_major != major:
            continue
        if why_threatened(d.now, side, (bridge.hex, bridge.to)) is None:
            d.edit("bridges", key, opened=d.now.turn)
            d.log("log.bridge_finished", "EF-23.23", at(bridge.hex), place=at(bridge.hex), to=at(bridge.to))


def finish_small(d: Draft[CrimeaState]) -> None:
    """The end of the Supply phase: bridges over rivers are ready."""
    for side in SIDES:
        finish(d, side, major=False)


# rule: EF-23.25, EF-PB2.35.d
def settle(d: Draft[CrimeaState]) -> None:
    """A bridge unit or a ferry is lost when an enemy enters its hex."""
    if not d.now.bridges:
        return
    held = holders(d.now)
    for key, bridge in tuple(d.now.bridges.items()):
        if held.get(bridge.hex) == enemy(bridge.side):
            d.drop("bridges", key)
            rule = "EF-PB2.35.d" if bridge.ferry else "EF-23.25"
            d.log("log.bridge_lost", rule, at(bridge.hex), place=at(bridge.hex), to=at(bridge.to))
