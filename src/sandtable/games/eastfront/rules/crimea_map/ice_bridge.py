"""The way over the ice of the strait (EFS-10.44.i): a step of ground movement between Map T and the map.

It costs what a secondary road costs in snow. Whoever comes on the map goes on with what he has left, strategically too,
and whoever marches up to it in a phase goes over it with what he has left.
"""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.model import AXIS, MAP_T, SNOW, SOVIET, SUPPLIED, CrimeaState, Piece
from sandtable.games.eastfront.rules.crimea_map.map_t import bridgehead, ice
from sandtable.games.eastfront.rules.movement.ground import WEATHERS
from sandtable.games.eastfront.rules.movement.movement import half_mp, points
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import strategic
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, stack_points, why_no_room, zoc
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

CROSSED = "ice_crossed"
"""The track with the stacking points that crossed: hundreds are the turn."""
HUNDRED = 100
STRATEGIC = "strategic"
MARCHES = ("move", STRATEGIC)
"""Words for how a unit may have moved up to the ice."""


# rule: EFS-10.44.i, EFS-10.54.i, EFS-10.94.g
def price(state: CrimeaState) -> int:
    """Half movement points for the way: those of a secondary road in snow, whatever the weather."""
    rows = {row["key"]: row["half_mp"] for row in state.board.charts["terrain_effects"]["road"]}
    return int(rows["secondary_open"][WEATHERS.index(SNOW)])


def _rule(state: CrimeaState) -> str:
    """The paragraph of the card that lays the way."""
    return str(ice(state).get("rule", "EFS-10.44.i"))


def _load(state: CrimeaState) -> int:
    """Stacking points that went over the ice in this turn, both ways together."""
    turn, load = divmod(state.tracks.get(CROSSED, 0), HUNDRED)
    return load if turn == state.turn else 0


# rule: EF-PB2.12.a, EF-PB2.12.d
def why_not_cross(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot go over the ice now, to the box or from it."""
    if key not in state.pieces or state.board.units[key].side != seat:
        return refuse("EF-PB2.12.a", "refuse.not_yours", ref(key), unit=ref(key))
    piece, gate = state.pieces[key], bridgehead(state)
    if piece.box != MAP_T and piece.hex != gate:
        return refuse("EF-PB2.12.d", "refuse.not_at_ice", ref(key), unit=ref(key), place=at(gate))
    no = _why_held(state, key) or _why_too_slow(state, key) or _why_full(state, key)
    return no or (why_no_room(state, (key,), gate) if piece.box == MAP_T else None)


# rule: EFS-10.44.i, EFS-10.54.i, EFS-10.94.g
def _why_full(state: CrimeaState, key: int) -> Refusal | None:
    """Why the ice does not bear a unit: too much has gone over it in this turn."""
    most = ice(state).get("points")
    if most is None or _load(state) + stack_points(state, key) <= most:
        return None
    return refuse(_rule(state), "refuse.ice_full", ref(key), unit=ref(key), points=most)


def _why_held(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit does not move at all now: it has, or a marker holds it."""
    piece = state.pieces[key]
    # rule: EF-10.22
    if piece.receiving:
        return refuse("EF-10.22", "refuse.receiving", ref(key), unit=ref(key))
    # rule: EF-10.56
    if piece.no_move:
        return refuse("EF-10.56", "refuse.no_move", ref(key), unit=ref(key), turns=piece.no_move)
    # rule: EF-22.81
    if piece.garrison:
        return refuse("EF-22.81", "refuse.garrison", ref(key), unit=ref(key))
    # rule: EF-10.52
    if piece.moved and not _has_marched_up(state, key):
        return refuse("EF-10.52", "refuse.moved", ref(key), unit=ref(key))
    # rule: EF-PB8.54.g
    if piece.ashore == state.turn and state.ships:
        return refuse("EF-PB8.54.g", "refuse.just_landed", ref(key), unit=ref(key))
    return None


# rule: EFS-10.44.i, EFS-10.54.i, EFS-10.94.g
def _has_marched_up(state: CrimeaState, key: int) -> bool:
    """Whether a unit has come to the ice in this phase with points to go on, and no enemy zone stopped it there."""
    piece = state.pieces[key]
    return piece.moved in MARCHES and bool(piece.spent) and piece.hex not in zoc(state, AXIS)


# rule: EFS-10.44.i, EFS-10.54.i, EFS-10.94.g
def _why_too_slow(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit has not the points for the way: none in this phase, or too few left of those that it had."""
    piece, need = state.pieces[key], price(state)
    whole = strategic.budget(state, key) if piece.moved == STRATEGIC else half_mp(state, key)
    if not whole:
        return refuse("EFT-movement-phases", "refuse.not_this_phase", ref(key), unit=ref(key))
    if piece.spent + need > whole:
        have = points(whole - piece.spent)
        return refuse(_rule(state), "refuse.too_far", ref(key), need=points(need), left=have)
    return soviet_units.why_not_start(state, key) if piece.hex and not piece.moved else None


def crossers(state: CrimeaState, seat: str) -> OneOf:
    """Units that can go over the ice."""
    return pick("piece", state.pieces, lambda key: why_not_cross(state, seat, key))


def walker(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while the ice bears and somebody can go over it."""
    return (SOVIET,) if bridgehead(state) and crossers(state, SOVIET).is_possible() else ()


# rule: EFS-10.44.i, EFS-10.54.i, EFS-10.94.g
def cross(d: Draft[CrimeaState], key: int) -> None:
    """Go over the ice: on the map a unit may go on unless the enemy is near; in the box there is room for everybody."""
    piece, gate = d.now.pieces[key], bridgehead(d.now)
    if "points" in ice(d.now):
        d.put("tracks", CROSSED, d.now.turn * HUNDRED + _load(d.now) + stack_points(d.now, key))
    if piece.box:
        stopped = "crossed" if gate in zoc(d.now, AXIS) else ""
        d.edit("pieces", key, hex=gate, box="", spent=price(d.now), moved=stopped, travelled=True)
        _tell(d, "EF-PB2.12.d", key, gate, away=1)
        return
    if not piece.moved:
        soviet_units.count_start(d, key, gate)
    there = Piece(box=MAP_T, steps=piece.steps, back=piece.back, activated=piece.activated, supply=SUPPLIED)
    d.put("pieces", key, replace(there, moved="crossed", travelled=True))
    _tell(d, "EF-PB2.12.a", key, gate, away=0)


def _tell(d: Draft[CrimeaState], rule: str, key: int, gate: int, away: int) -> None:
    d.log("log.crossed_ice", rule, ref(key), unit=ref(key), place=at(gate), away=away)
