"""Chapter 7: replacement points: how they come, what they buy, and what the Replacement phase does with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import (
    ACTIVE,
    AXIS,
    CADRE,
    CANNOT_REBUILD,
    DAMAGED,
    DESTROYED,
    ELIMINATED,
    FLOWN,
    MAP_T,
    READY,
    SIDES,
    SOVIET,
    CrimeaState,
    Piece,
    enemy,
)
from sandtable.games.eastfront.rules.enlarged_map.crowding import limit_at
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, stack_points, stacking, zoc
from sandtable.games.eastfront.scenario import SETTLED, Counter
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse

TYPE_I, TYPE_A, ROMANIAN, AIR, TRAIN = "type_i", "type_a", "romanian", "air", "train"
POOLS = (TYPE_I, TYPE_A, ROMANIAN, AIR, TRAIN)
CLASSES = {"one_type_i": TYPE_I, "two_type_i": TYPE_I, "type_a": TYPE_A, "trains": TRAIN}
FOR_ZAPS = "zaps"
"""What a card says whose points bring back Zap units and nobody else."""
ZAP, MILITIA, ARMOURED_TRAIN = "zap", "militia", "armoured_train"


# rule: EFS-10.14.c, EFS-10.74.a
def are_in_play(state: CrimeaState) -> bool:
    """Whether the scenario has replacements at all."""
    return bool(state.board.switch("replacements", "none") != "none")


def points(state: CrimeaState, side: str, pool: str) -> int:
    """The points a side holds of one sort."""
    return state.tracks.get(f"{side}_{pool}", 0)


# rule: EF-7.22.a, EF-7.31, EF-PB3.22.a
def earn(d: Draft[CrimeaState], side: str, pool: str, amount: int, rule: str) -> None:
    """Add points; what would go beyond the end of the track is lost."""
    most: int = d.now.board.charts["replacement_costs"]["track"][side]["most"]
    had = points(d.now, side, pool)
    total = min(had + amount, most)
    if total != had:
        d.put("tracks", f"{side}_{pool}", total)
    d.log("log.points_earned", rule, side=Ref("seat", side), pool=pool, amount=total - had, total=total)


def pay(d: Draft[CrimeaState], side: str, pool: str, amount: int) -> None:
    """Take points from a track."""
    d.put("tracks", f"{side}_{pool}", points(d.now, side, pool) - amount)


# rule: EFT-replacement-costs
def price(state: CrimeaState, counter: Counter, box: str) -> tuple[str, int] | None:
    """What the next step or the next box costs a unit: the sort of points and how many; nothing buys some units."""
    chart = state.board.charts["replacement_costs"]
    # rule: EF-7.31.a2, EF-7.31.a3
    name = next((n for n, row in chart["classes"].items() if counter.kind in row["kinds"]), "never")
    if name == "never" or counter.substitute:
        return None
    # rule: EF-7.24.a, EF-7.32
    pool = CLASSES[name]
    # rule: EF-7.22.d2, EF-7.22.d3
    amount = int(chart["classes"][name]["points"])
    # rule: EF-7.22.d1, EF-7.31.a1, EF-7.43.a
    if box == ELIMINATED:
        pool, amount = TYPE_I, int(chart["eliminated_to_cadre"]["points"])
    # rule: EF-PB3.21.a
    if pool == TYPE_I and counter.nation == "romanian":
        pool = ROMANIAN
    return pool, amount


def why_no_points(state: CrimeaState, counter: Counter, box: str, held_back: int = 0) -> Refusal | None:
    """Why a side cannot pay for a unit; ``held_back`` points are promised already."""
    cost = price(state, counter, box)
    # rule: EFS-10.84.c
    if state.board.switch("replacements") == FOR_ZAPS and counter.side == SOVIET and counter.kind != ZAP:
        return refuse("EFS-10.84.c", "refuse.points_for_zaps", ref(counter.id), unit=ref(counter.id))
    if cost is None:
        return refuse("EFT-replacement-costs", "refuse.never_rebuilt", ref(counter.id), unit=ref(counter.id))
    pool, amount = cost
    left = points(state, counter.side, pool) - held_back
    if left >= amount:
        return None
    rule = "EF-PB3.21.a" if pool == ROMANIAN else "EF-7.0"
    return refuse(rule, "refuse.no_points", ref(counter.id), unit=ref(counter.id), pool=pool, need=amount, left=left)


def resting_place(counter: Counter, box: str) -> str:
    """The box where a lost unit goes, whatever lost it."""
    # rule: EF-8.54, EF-22.63, EF-22.65
    if counter.kind == MILITIA:
        return CANNOT_REBUILD
    # rule: EF-6.94
    if counter.kind == "axis_base":
        return CANNOT_REBUILD
    # rule: EF-7.22.c3, EF-22.73
    if counter.kind == ZAP:
        return CADRE
    # rule: EF-7.25.a
    return CADRE if counter.kind == ARMOURED_TRAIN else box


# -- the Replacement phase ---------------------------------------------------------------------------------------------


def _rows(state: CrimeaState, side: str) -> tuple[Mapping[str, Any], ...]:
    card = (state.board.card.get("replacements") or {}).get(side) or {}
    return tuple(row for row in card.get("entries", ()) if row["turn"] == state.turn)


# rule: EF-7.0, EF-PB3.23, EF-4.2.A3
def receive(d: Draft[CrimeaState]) -> None:
    """Points of the turn: what the cards list; no table is rolled on, and the Soviets have one Type I point a turn."""
    if not are_in_play(d.now):
        return
    # rule: EF-7.3, EF-7.25.b, EF-PB3.23.c
    for side in SIDES:
        for row in _rows(d.now, side):
            for pool in POOLS:
                if row.get(pool):
                    earn(d, side, pool, row[pool], "EF-7.3" if side == AXIS else "EF-PB3.23.c")
    card = (d.now.board.card.get("replacements") or {}).get(SOVIET) or {}
    # rule: EF-PB3.23.a
    if (each := card.get("each_turn", 1)) and d.now.turn >= int(card.get("from", 0)):
        earn(d, SOVIET, TYPE_I, each, "EF-PB3.23.a")


# rule: EF-7.24.b, EF-7.25.b, EF-7.33
def expire(d: Draft[CrimeaState]) -> None:
    """Points for aircraft and trains are used in the Replacement phase or lost."""
    for side in SIDES:
        for pool in (AIR, TRAIN):
            if left := points(d.now, side, pool):
                pay(d, side, pool, left)
                rule = "EF-7.33" if side == AXIS else "EF-7.24.b" if pool == AIR else "EF-7.25.b"
                d.log("log.points_lost", rule, side=Ref("seat", side), pool=pool, amount=left)


# rule: EF-7.24.b, EF-7.33
def why_not_refit(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why an air unit cannot be made ready with a point."""
    rule = "EF-7.33" if seat == AXIS else "EF-7.24.b"
    unit = state.air.get(key)
    if unit is None or unit.side != seat or unit.box not in (DAMAGED, DESTROYED):
        return refuse(rule, "refuse.not_damaged", Ref("air", key), unit=Ref("air", key))
    if not points(state, seat, AIR):
        return refuse(rule, "refuse.no_air_points", Ref("air", key), unit=Ref("air", key))
    return None


def refittable(state: CrimeaState, seat: str) -> OneOf:
    """Air units that a point can make ready."""
    return pick("air", state.air, lambda key: why_not_refit(state, seat, key))


def refit(d: Draft[CrimeaState], key: int) -> None:
    """Make an air unit ready without a check; in storms it waits with those that have flown."""
    unit = d.now.air[key]
    box = FLOWN if d.now.storms else READY
    pay(d, unit.side, AIR, 1)
    rule = "EF-7.33" if unit.side == AXIS else "EF-7.24.b"
    d.log("log.refitted", rule, Ref("air", key), side=Ref("seat", unit.side), kind=unit.kind, box=box)
    d.edit("air", key, box=box, shown=box != READY)


# rule: EF-7.22.b, EF-22.61
def why_not_disband(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why militia cannot be turned into points."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or seat != SOVIET or counter.kind != MILITIA or not piece.hex or counter.hides:
        return refuse("EF-7.22.b", "refuse.not_militia", ref(key), unit=ref(key))
    return _why_cut_off(state, key, "EF-7.22.b")


def _why_cut_off(state: CrimeaState, key: int, rule: str) -> Refusal | None:
    """Why nothing can reach a unit: an enemy zone of control, or no line of supply."""
    side, place = state.board.units[key].side, state.pieces[key].hex
    if place in zoc(state, enemy(side)):
        return refuse(rule, "refuse.replacements_zoc", ref(key), unit=ref(key))
    if not supply.is_supplied(state, side, place):
        return refuse(rule, "refuse.replacements_supply", ref(key), unit=ref(key))
    return None


def militia(state: CrimeaState, seat: str) -> OneOf:
    """Militia that can be turned into points."""
    return pick("piece", in_play(state, MILITIA), lambda key: why_not_disband(state, seat, key))


def in_play(state: CrimeaState, *kinds: str) -> tuple[int, ...]:
    """Every unit of some types: nobody else is asked about."""
    return tuple(key for kind in kinds for key in state.board.of_kind.get(kind, ()) if key in state.pieces)


def disband(d: Draft[CrimeaState], key: int) -> None:
    """Turn militia into Type I points, one a step."""
    steps = d.now.pieces[key].steps
    d.put("pieces", key, Piece(box=CANNOT_REBUILD))
    d.log("log.mustered", "EF-7.22.b", ref(key), unit=ref(key))
    earn(d, SOVIET, TYPE_I, steps, "EF-7.22.b")


# rule: EF-PB3.23.b, EF-7.25.b, EF-22.73
def why_not_recall(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a Zap unit or an armoured train cannot be made up again in the Replacement phase."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    # rule: EF-7.22.c3
    if counter is None or piece is None or counter.side != seat or counter.kind not in (ZAP, ARMOURED_TRAIN):
        return refuse("EF-7.22.c3", "refuse.not_zap", ref(key), unit=ref(key))
    # rule: EF-7.22.c3
    if piece.box != CADRE:
        return refuse("EF-7.22.c3", "refuse.not_in_cadre", ref(key), unit=ref(key))
    return why_no_points(state, counter, CADRE)


def recallable(state: CrimeaState, seat: str) -> OneOf:
    """Zap units and armoured trains that points can bring to the Active box."""
    return pick("piece", in_play(state, ZAP, ARMOURED_TRAIN), lambda key: why_not_recall(state, seat, key))


def recall(d: Draft[CrimeaState], key: int) -> None:
    """Bring a Zap unit or a train to the Active box; a train of the NKVD is seven turns on its way."""
    counter = d.now.board.units[key]
    cost = price(d.now, counter, CADRE)
    assert cost is not None
    pay(d, counter.side, *cost)
    due = d.now.turn + int(d.now.board.charts["replacement_costs"]["nkvd_delay"]["turns"]) if counter.nkvd else 0
    d.put("pieces", key, Piece(box=ACTIVE, steps=1, due=due))
    rule = "EF-7.22.c3" if counter.kind == ZAP else "EF-7.25.b"
    d.log("log.rebuilt", rule, ref(key), unit=ref(key), box=ACTIVE)


# rule: EF-7.22.c1, EF-22.71
def why_not_replace(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a Zap unit on the map cannot become another unit."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.side != seat or counter.kind != ZAP or not piece.hex:
        return refuse("EF-7.22.c1", "refuse.not_zap", ref(key), unit=ref(key))
    if state.board.ground[piece.hex].place not in SETTLED:
        return refuse("EF-7.22.c1", "refuse.zap_needs_town", at(piece.hex), unit=ref(key), place=at(piece.hex))
    if not supply.is_supplied(state, SOVIET, piece.hex):
        return refuse("EF-7.22.c1", "refuse.replacements_supply", ref(key), unit=ref(key))
    return None


def zaps(state: CrimeaState, seat: str) -> OneOf:
    """Zap units that can become another unit."""

    def why_not(key: int) -> Refusal | None:
        no = why_not_replace(state, seat, key)
        if no is None and not cadres(state, seat, key).is_possible():
            return refuse("EF-7.22.c1", "refuse.no_cadre_fits", ref(key), unit=ref(key))
        return no

    return pick("piece", in_play(state, ZAP), why_not)


def cadres(state: CrimeaState, seat: str, zap: int) -> OneOf:
    """Units in Cadre that a Zap unit can become."""
    units, place = state.board.units, state.pieces[zap].hex
    room = limit_at(place) - stacking(state).get(place, 0) + stack_points(state, zap)

    def why_not(key: int) -> Refusal | None:
        piece, counter = state.pieces.get(key), units.get(key)
        if piece is None or counter is None or counter.side != seat or piece.box != CADRE:
            return refuse("EF-7.22.c1", "refuse.not_in_cadre", ref(key), unit=ref(key))
        cost = price(state, counter, CADRE)
        if cost is None or cost[0] != TYPE_I or counter.kind == ZAP:
            return refuse("EF-7.22.c1", "refuse.not_type_i", ref(key), unit=ref(key))
        # rule: EF-8.T
        if counter.is_motorised:
            return refuse("EF-8.T", "refuse.zap_on_foot", ref(key), unit=ref(key))
        # rule: EF-7.23.c
        if counter.nkvd:
            return refuse("EF-7.23.c", "refuse.nkvd_delay", ref(key), unit=ref(key))
        if counter.stack > room:
            limit = limit_at(place)
            points = counter.stack - room + limit
            return refuse("EF-3.32.a", "refuse.stack", at(place), points=points, limit=limit, place=at(place))
        return None

    return pick("piece", state.pieces, why_not)


def replace_zap(d: Draft[CrimeaState], zap: int, unit: int) -> None:
    """Put a unit from Cadre where a Zap unit stood; it does not move in its first turn."""
    piece = d.now.pieces[zap]
    d.put("pieces", unit, Piece(hex=piece.hex, steps=1, back=d.now.pieces[unit].back, supply=piece.supply, no_move=1))
    d.put("pieces", zap, Piece(box=CADRE))
    d.log("log.zap_became", "EF-7.22.c1", ref(unit), unit=ref(unit), zap=ref(zap), place=at(piece.hex))


# rule: EF-7.22.c2, EF-22.71, EF-22.72
def _takers(state: CrimeaState, zap: int) -> tuple[int, ...]:
    """Reduced units in the hex of a Zap unit that Type I points would strengthen."""
    units, own, found = state.board.units, state.pieces[zap], []
    for key, piece in state.pieces.items():
        if key == zap or (piece.hex, piece.box) != (own.hex, own.box) or piece.steps >= units[key].steps:
            continue
        cost = price(state, units[key], "")
        if cost is not None and cost[0] == TYPE_I:
            found.append(key)
    return tuple(found)


def why_not_fill(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a Zap unit cannot give its men to another unit."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    # rule: EF-PB2.12.h
    is_there = piece is not None and (piece.hex != 0 or piece.box == MAP_T)
    if counter is None or piece is None or counter.side != seat or counter.kind != ZAP or not is_there:
        return refuse("EF-7.22.c2", "refuse.not_zap", ref(key), unit=ref(key))
    if not _takers(state, key):
        return refuse("EF-7.22.c2", "refuse.nobody_to_fill", ref(key), unit=ref(key))
    return None


def fillers(state: CrimeaState, seat: str) -> OneOf:
    """Zap units that can give their men to another unit."""
    return pick("piece", in_play(state, ZAP), lambda key: why_not_fill(state, seat, key))


def filled(state: CrimeaState, seat: str, zap: int) -> OneOf:
    """Units that a Zap unit can strengthen."""
    return OneOf("piece", _takers(state, zap))


def fill(d: Draft[CrimeaState], zap: int, unit: int) -> None:
    """Add a step from a Zap unit, even in an enemy zone of control; the unit stays where it is."""
    # rule: EF-PB8.54.g, EF-10.56
    rest = max(d.now.pieces[zap].no_move, d.now.pieces[unit].no_move, 1)
    d.put("pieces", zap, Piece(box=CADRE))
    d.edit("pieces", unit, steps=d.now.pieces[unit].steps + 1, no_move=rest)
    rule = "EF-7.22.c2" if d.now.pieces[unit].hex else "EF-PB2.12.h"
    d.log("log.step_gained", rule, ref(unit), unit=ref(unit), steps=d.now.pieces[unit].steps)


def has_uses(state: CrimeaState, side: str) -> bool:
    """Whether a side can use points, militia or Zap units in the Replacement phase."""
    choices = (refittable, militia, recallable, zaps)
    return are_in_play(state) and any(choice(state, side).is_possible() for choice in choices)
