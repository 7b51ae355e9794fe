"""Chapter 8: reinforcements and withdrawals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.eastfront.model import (
    ACTIVE,
    DAMAGED,
    DESTROYED,
    FLOWN,
    GONE,
    READY,
    SIDES,
    TO_COME,
    WITHDRAWN,
    Piece,
    Position,
    enemy,
)
from sandtable.games.eastfront.rules import results
from sandtable.games.eastfront.rules.ground import mover_of, prices
from sandtable.games.eastfront.rules.movement import half_mp, share
from sandtable.games.eastfront.rules.terms import at, holders, ref, zoc
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse

EMPTIEST = (DESTROYED, DAMAGED, FLOWN, READY)
"""From which box of the air display a withdrawal is taken first."""


def _named(state: Position, name: str) -> int:
    """The number of a counter by its name."""
    return next(key for key, counter in state.theatre.units.items() if counter.name == name)


def expected(state: Position) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every scheduled reinforcement with its row on the card."""
    for side in SIDES:
        for row in state.theatre.card[side].get("reinforcements") or ():
            yield _named(state, row["unit"]), row


# rule: EF-4.2.A4, EF-8.11, EF-8.22, EF-8.7.n
def receive(d: Draft[Position]) -> None:
    """Scheduled reinforcements become available; they wait off the map until they enter."""
    for key, row in expected(d.now):
        piece = d.now.pieces.get(key)
        if row["turn"] == d.now.turn and piece is not None and piece.box == TO_COME:
            d.edit("pieces", key, box=ACTIVE)
            d.log("log.available", "EF-8.11", ref(key), unit=ref(key), place=at(int(row["hex"])))


# rule: EF-8.71.a, EF-8.71.b, EF-8.72, EF-PB3.42, EF-PB3.44
def withdraw(d: Draft[Position]) -> None:
    """Scheduled withdrawals leave; an aircraft leaves from the box where it is worth least."""
    for side in SIDES:
        for row in (d.now.theatre.card[side].get("withdrawals") or {}).get("entries", ()):
            if row["turn"] != d.now.turn:
                continue
            if "unit" in row:
                _withdraw_unit(d, _named(d.now, row["unit"]))
            for kind, count in row.get("air", {}).items():
                for _ in range(count):
                    withdraw_air(d, side, kind)


def _withdraw_unit(d: Draft[Position], key: int) -> None:
    piece = d.now.pieces.get(key)
    if piece is None or piece.box in (WITHDRAWN, TO_COME):
        return
    if not piece.hex:
        results.score(d, "withdrawal", -1)
        return
    d.put("pieces", key, Piece(box=WITHDRAWN))
    d.log("log.withdrawn", "EF-8.71.a", ref(key), unit=ref(key))


def withdraw_air(d: Draft[Position], side: str, kind: str) -> None:
    """One aircraft of a type leaves for good."""
    for box in EMPTIEST:
        for key, unit in d.now.air.items():
            if unit.side == side and unit.kind == kind and unit.box == box:
                d.edit("air", key, box=GONE, shown=True)
                d.log("log.air_withdrawn", "EF-8.72", Ref("air", key), side=Ref("seat", side), kind=kind)
                return


def choices(state: Position) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Withdrawals of this turn where the owner chooses the type: the side and the types."""
    found = []
    for side in SIDES:
        for row in (state.theatre.card[side].get("withdrawals") or {}).get("entries", ()):
            if row["turn"] == state.turn and "air_choice" in row:
                kinds = [kind for option in row["air_choice"] for kind in option]
                own = [u.kind for u in state.air.values() if u.side == side and u.box != GONE]
                fit = tuple(kind for kind in kinds if kind in own)
                if fit:
                    found.append((side, fit))
    return tuple(found)


def chooser(state: Position) -> tuple[str, ...]:
    """Who has to choose what is withdrawn."""
    return tuple(dict.fromkeys(side for side, _ in choices(state)))


def kinds_to_withdraw(state: Position, seat: str) -> OneOf:
    """Types of aircraft to choose from."""
    fit = next((kinds for side, kinds in choices(state) if side == seat), ())
    return OneOf("aircraft", fit, default=fit[0] if fit else None)


# -- entering the map ------------------------------------------------------------------------------------------------


def entry_of(state: Position, key: int) -> int:
    """The hex where a reinforcement comes in, or 0."""
    return next((int(row["hex"]) for other, row in expected(state) if other == key), 0)


# rule: EF-8.12
def entry_cost(state: Position, key: int, place: int) -> int:
    """Half movement points for the hex of entry: along a road where there is one."""
    table = prices(state, mover_of(state.theatre.units[key]))
    costs = []
    for near in state.theatre.grid.neighbours[place]:
        costs += [cost for cost in table.get((near, place), ()) if cost is not None]
    return min(costs, default=2)


# rule: EF-8.13, EF-8.21
def why_not_enter(state: Position, seat: str, key: int) -> Refusal | None:
    """Why a reinforcement cannot enter now."""
    piece = state.pieces.get(key)
    if piece is None or piece.box != ACTIVE or state.theatre.units[key].side != seat:
        return refuse("EF-8.11", "refuse.not_available", ref(key), unit=ref(key))
    if share(state, key) == 0:
        return refuse("EF-8.21", "refuse.not_this_phase", ref(key), unit=ref(key))
    place = entry_of(state, key)
    if not place or holders(state).get(place) == enemy(seat) or place in zoc(state, enemy(seat)):
        return refuse("EF-8.13", "refuse.entry_closed", at(place), unit=ref(key), place=at(place))
    return None


def entering(state: Position, seat: str) -> OneOf:
    """Reinforcements that can enter."""
    return pick("piece", state.pieces, lambda key: why_not_enter(state, seat, key))


# rule: EF-8.15
def enter(d: Draft[Position], key: int) -> None:
    """Bring a reinforcement on the map; it may go on with what is left of its allowance."""
    place = entry_of(d.now, key)
    cost = entry_cost(d.now, key, place)
    steps = d.now.pieces[key].steps
    d.put("pieces", key, Piece(hex=place, steps=steps, spent=min(cost, half_mp(d.now, key)), travelled=True))
    d.log("log.entered", "EF-8.12", ref(key), unit=ref(key), to=at(place))
