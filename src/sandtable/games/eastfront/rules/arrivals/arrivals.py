"""Chapter 8: reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.eastfront.model import (
    ACTIVE,
    AXIS,
    FLOWN,
    MAP_T,
    MUD,
    READY,
    SIDES,
    SOVIET,
    TO_COME,
    CrimeaState,
    Piece,
    enemy,
    phase,
)
from sandtable.games.eastfront.rules.arrivals import groups
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.crimea_units.formations import why_kept_away
from sandtable.games.eastfront.rules.movement.ground import mover_of, prices
from sandtable.games.eastfront.rules.movement.movement import MOTORISED, MOVEMENT, half_mp, share
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.special_movement.special_movement import FAST
from sandtable.games.eastfront.rules.supply.supply import edge_sources, is_supplied, northern_sources
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_train, ref, why_no_room, zoc
from sandtable.games.eastfront.scenario import CAVALRY, FOOT
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse

WAYS = frozenset(("hex", "hexes", "edge", "towns"))
"""What a row says of where a unit comes in; a Soviet unit without any of it gathers in Map T."""


def expected(state: CrimeaState) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Every scheduled ground reinforcement with its row on the card; units of groups that were taken are among them."""
    for side in SIDES:
        for row in _rows(state, side):
            if "unit" in row:
                yield state.board.numbers[row["unit"]], row


# rule: EF-8.31.b
def _rows(state: CrimeaState, side: str) -> tuple[Mapping[str, Any], ...]:
    """A side's scheduled reinforcements, on the ground and in the air, with those of the groups it has taken."""
    return (*groups.rows_to_come(state, side), *(state.board.card[side].get("reinforcements") or ()))


# rule: EF-4.2.A4, EF-8.11, EF-8.22
def receive(d: Draft[CrimeaState]) -> None:
    """Scheduled reinforcements become available; they wait off the map until they enter."""
    for key, row in expected(d.now):
        piece = d.now.pieces.get(key)
        if row.get("turn") == d.now.turn and piece is not None and piece.box == TO_COME:
            # rule: EF-PB3.52
            if not WAYS & row.keys() and not d.now.board.units[key].hides and d.now.board.units[key].side == SOVIET:
                assemble(d, key)
                continue
            # rule: EF-8.7.n
            d.edit("pieces", key, box=ACTIVE)
            if "edge" in row:
                d.log("log.available_edge", "EF-8.11", ref(key), unit=ref(key), edge=row["edge"])
            elif "towns" in row:
                d.log("log.available_towns", "EFS-10.44.k", ref(key), unit=ref(key))
            elif "hex" in row or "hexes" in row:
                place = at(int(row.get("hex") or row["hexes"][0]))
                d.log("log.available", "EF-8.11", ref(key), unit=ref(key), place=place)
            else:
                d.log("log.untried_due", "EF-8.62", ref(key), unit=ref(key))
    _muster(d)
    _receive_air(d)


# rule: EF-PB3.52
def assemble(d: Draft[CrimeaState], key: int) -> None:
    """Place a Soviet unit in Map T, from where ships bring it on."""
    piece = d.now.pieces[key]
    d.put("pieces", key, Piece(box=MAP_T, steps=piece.steps, back=piece.back))
    d.log("log.assembled", "EF-PB3.52", ref(key), unit=ref(key))


# rule: EF-PB3.52
def _muster(d: Draft[CrimeaState]) -> None:
    """Rebuilt Soviet units gather in Map T, where the scenario has that box; trains, which no ship takes, do not."""
    if not d.now.board.switch("map_t"):
        return
    for key, piece in tuple(d.now.pieces.items()):
        counter = d.now.board.units[key]
        fit = counter.side == SOVIET and piece.box == ACTIVE and piece.due <= d.now.turn
        if not fit or counter.hides or _row(d.now, key) is not None:
            continue
        if is_train(counter):
            _bring_to_rails(d, key)
        else:
            assemble(d, key)


# rule: EF-PB3.23.c
def _bring_to_rails(d: Draft[CrimeaState], key: int) -> None:
    """Place a rebuilt train at Odessa, the only place where any comes back; until there is room it waits."""
    for place in map(int, (d.now.board.card.get("returning") or {}).get("trains", ())):
        if d.now.control.get(place) == SOVIET and why_no_room(d.now, (key,), place) is None:
            piece = d.now.pieces[key]
            d.put("pieces", key, Piece(hex=place, steps=piece.steps))
            d.log("log.entered", "EF-PB3.23.c", ref(key), unit=ref(key), to=at(place))
            return


# rule: EF-8.23
def _receive_air(d: Draft[CrimeaState]) -> None:
    """Scheduled aircraft are ready at once, without a check, unless the card or storms say otherwise."""
    for side in SIDES:
        for row in _rows(d.now, side):
            if row["turn"] != d.now.turn:
                continue
            box = row.get("box", READY)
            box = FLOWN if box == READY and d.now.storms else box
            for kind, count in (row.get("air") or {}).items():
                waiting = [k for k, u in d.now.air.items() if (u.side, u.kind, u.box) == (side, kind, TO_COME)]
                for key in waiting[:count]:
                    d.edit("air", key, box=box, shown=box != READY)
                    seat = Ref("seat", side)
                    d.log("log.air_arrived", "EF-8.23", Ref("air", key), side=seat, kind=kind, box=box)


# -- entering the map ------------------------------------------------------------------------------------------------


def _row(state: CrimeaState, key: int) -> Mapping[str, Any] | None:
    """The row of the card that brings a unit on the map, if one does."""
    return _rows_by_unit(state).get(key)


@derived("tracks")
def _rows_by_unit(state: CrimeaState) -> dict[int, Mapping[str, Any]]:
    """Every unit that a row of the card brings on the map, with the first such row."""
    found: dict[int, Mapping[str, Any]] = {}
    for key, row in expected(state):
        if WAYS & row.keys():
            found.setdefault(key, row)
    return found


# rule: EF-8.4.b, EF-PB3.22.c, EF-PB3.51
def entries(state: CrimeaState, key: int) -> tuple[int, ...]:
    """The hexes where a unit comes in: as its card says; rebuilt Axis units by any of their northern sources."""
    row = _row(state, key)
    if row is not None and "edge" in row:
        return edge_sources(state, state.board.units[key].side, row["edge"])
    if row is not None and row.get("towns"):
        return _towns(state, key)
    if row is not None and "hexes" in row:
        return tuple(map(int, row["hexes"]))
    if row is not None:
        return (int(row["hex"]),)
    if state.board.units[key].side != AXIS:
        return ()
    # rule: EFS-10.24.b2
    if edge := (state.board.card.get("returning") or {}).get("edge"):
        return edge_sources(state, AXIS, edge)
    return northern_sources(state)


# rule: EFS-10.44.k, EFS-10.54.m
def _towns(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Towns where an anti-aircraft unit can be placed: one in each while there are enough, else all in one."""
    known = [h for h in groups.towns(state, state.board.units[key].side) if h not in winter_siege.barred(state, key)]
    fed = [h for h in known if why_no_room(state, (key,), h) is None]
    guns = [state.pieces[k].hex for k, u in state.board.units.items() if u.anti_air and k in state.pieces]
    return tuple(h for h in fed if h not in guns) or tuple(fed[:1])


# rule: EF-8.T, EFT-reinforcement-arrival
def halves(state: CrimeaState, key: int) -> int:
    """Halves of its allowance that a unit has when it comes on the map in this phase."""
    counter, now = state.board.units[key], phase(state)
    if now not in (MOVEMENT, MOTORISED):
        return 0
    origin = "card" if _row(state, key) is not None else "active"
    mobility = counter.mobility if counter.mobility in (MOTORISED, CAVALRY) else FOOT
    table = state.board.charts["reinforcement_arrival"]["halves"]
    found: int = table[counter.side][origin][mobility][now]
    return found


# rule: EF-8.12
def entry_cost(state: CrimeaState, key: int, place: int) -> int:
    """Half movement points for the hex of entry: along a road where there is one."""
    table = prices(state, mover_of(state.board.units[key]))
    costs = []
    for near in state.board.grid.neighbours[place]:
        costs += [cost for cost in table.get((near, place), ()) if cost is not None]
    return min(costs, default=2)


# rule: EF-8.13, EF-8.14, EF-11.52
def why_closed(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why a unit cannot come on the map in a hex: the enemy, or for one that is placed there also want of supply."""
    side = state.board.units[key].side
    if (no := winter_siege.why_barred(state, key, place)) is not None:
        return no
    barred = refuse("EF-8.13", "refuse.entry_closed", at(place), unit=ref(key), place=at(place))
    if holders(state).get(place) == enemy(side):
        return barred
    in_zone = place in zoc(state, enemy(side))
    row = _row(state, key)
    if row is None or not (row.get("placed") or row.get("towns")):
        return barred if in_zone and (place in holders(state) or not _slips_in(state, key)) else None
    in_zone = in_zone and state.board.ground[place].place != "major_city"
    if in_zone or state.control.get(place) != side or not is_supplied(state, side, place):
        return refuse("EF-8.14", "refuse.entry_closed", at(place), unit=ref(key), place=at(place))
    return None


def _slips_in(state: CrimeaState, key: int) -> bool:
    """Whether a unit can infiltrate, so that an enemy zone does not keep it from an empty hex of entry."""
    counter = state.board.units[key]
    fast = counter.is_motorised and counter.front.allowance >= FAST
    return counter.colour == "yellow" and (fast or counter.mobility == CAVALRY) and state.weather != MUD


# rule: EF-8.21, EF-8.4.d, EF-PB3.22.b
def why_not_enter(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a reinforcement cannot enter now."""
    piece = state.pieces.get(key)
    if (no := map_t.why_stays(state, seat, key)) is not None:
        return no
    if piece is None or piece.box != ACTIVE or state.board.units[key].side != seat:
        return refuse("EF-8.11", "refuse.not_available", ref(key), unit=ref(key))
    if piece.due > state.turn:
        return refuse("EF-8.4.d", "refuse.not_due", ref(key), unit=ref(key), turn=piece.due)
    # rule: EF-8.62
    if state.board.units[key].hides:
        return refuse("EF-8.62", "refuse.untried_placed", ref(key), unit=ref(key))
    if halves(state, key) == 0:
        return refuse("EF-8.21", "refuse.not_this_phase", ref(key), unit=ref(key))
    if (no := why_kept_away(state, key)) is not None:
        return no
    hexes = entries(state, key)
    if not hexes:
        return refuse("EF-PB3.22.b", "refuse.no_way_back", ref(key), unit=ref(key))
    closed = [why_closed(state, key, place) for place in hexes]
    return closed[0] if all(no is not None for no in closed) else None


def entering(state: CrimeaState, seat: str) -> OneOf:
    """Reinforcements that can enter."""
    waiting = [key for key, piece in state.pieces.items() if piece.box == ACTIVE]
    return pick("piece", waiting, lambda key: why_not_enter(state, seat, key))


def entry_hexes(state: CrimeaState, seat: str, key: int) -> OneOf | None:
    """The hexes to choose from, where there are several."""
    hexes = entries(state, key)
    return pick("place", hexes, lambda place: why_closed(state, key, place)) if len(hexes) > 1 else None


# rule: EF-8.15
def enter(d: Draft[CrimeaState], key: int, to: int = 0) -> None:
    """Bring a unit on the map; it may go on with what is left of its allowance."""
    place = to or entries(d.now, key)[0]
    row = _row(d.now, key)
    cost = 0 if row is not None and (row.get("placed") or row.get("towns")) else entry_cost(d.now, key, place)
    full, part = half_mp(d.now, key), halves(d.now, key)
    # A unit that has less than others of its kind in this phase has spent the difference already.
    spent = min(cost + full - full * part // max(share(d.now, key), part), full)
    piece = d.now.pieces[key]
    d.put("pieces", key, Piece(hex=place, steps=piece.steps, back=piece.back, spent=spent, travelled=True))
    d.log("log.entered", "EF-8.12", ref(key), unit=ref(key), to=at(place))
