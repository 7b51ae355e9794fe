"""Chapter 8.7 with the play-book's additions: units that leave by the card, and units that become others.

A row of the card names a unit, its turn and, where that is not its full strength, its steps; ``cannot_cancel`` marks
the rows that may not be bought off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.games.eastfront.model import (
    ABOARD,
    ACTIVE,
    CADRE,
    ELIMINATED,
    MAP_T,
    SIDES,
    SOVIET,
    TO_COME,
    WITHDRAWN,
    CrimeaState,
    Piece,
    Ship,
)
from sandtable.games.eastfront.rules.arrivals import departures, groups
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, strength
from sandtable.kernel import Draft, OneOf, Ref, Refusal, SomeOf, pick, refuse

Row = Mapping[str, Any]

PRESENT = (ABOARD, MAP_T, ACTIVE)
"""Boxes where a unit still has its steps, the nearest to the map first."""


def _numbers(state: CrimeaState) -> dict[str, int]:
    cache, units = state.board.cache, state.board.units
    if "numbers" not in cache:
        cache["numbers"] = {counter.name: key for key, counter in units.items()}
    found: dict[str, int] = cache["numbers"]
    return found


def _done(side: str, index: int) -> str:
    return f"withdrawal_{side}_{index}"


def _open(state: CrimeaState, side: str) -> dict[int, tuple[int, Row]]:
    """A side's unsettled withdrawals of this turn: the unit with the number of its row and the row."""
    rows = (state.board.card[side].get("withdrawals") or {}).get("entries", ())
    numbers, found = _numbers(state), {}
    for index, row in enumerate(rows):
        if row["turn"] == state.turn and "unit" in row and _done(side, index) not in state.tracks:
            piece = state.pieces.get(numbers[row["unit"]])
            # rule: EFS-10.54.j
            if row.get("unless_plan") and state.plan == row["unless_plan"]:
                continue
            if piece is not None and piece.box not in (WITHDRAWN, TO_COME):
                found[numbers[row["unit"]]] = index, row
    return found


def _is_there(piece: Piece) -> bool:
    """Whether a unit can leave by itself: it is on the map, aboard a ship, or ready to come, also from Map T."""
    return bool(piece.hex) or piece.box in PRESENT


def _need(state: CrimeaState, key: int, row: Row) -> int:
    return int(row.get("steps", state.board.units[key].steps))


# rule: EF-8.71.a, EF-8.71.b
def settle(d: Draft[CrimeaState]) -> None:
    """Let go everybody about whom there is nothing to decide; the owner is asked about the others."""
    for side in SIDES:
        for key, (_, row) in _open(d.now, side).items():
            piece = d.now.pieces[key]
            if _is_there(piece) and piece.steps >= _need(d.now, key, row) and row.get("cannot_cancel"):
                dismiss(d, side, key, key, ())
        for key in _open(d.now, side):
            if not stand_ins(d.now, side, key):
                keep(d, side, key)


# rule: EF-8.71.b
def stand_ins(state: CrimeaState, side: str, key: int) -> tuple[int, ...]:
    """Who can leave for a unit that is due: itself while it is there, else an equal of the same type on the map."""
    if _is_there(state.pieces[key]):
        return (key,)
    due = state.board.units[key]
    if state.pieces[key].box not in (CADRE, ELIMINATED):
        return ()
    return tuple(
        k
        for k in on_map(state, side)
        if state.board.units[k].kind == due.kind
        and not state.board.units[k].substitute
        and k not in _open(state, side)
        and strength(state, k).attack >= due.front.attack
        and strength(state, k).defence >= due.front.defence
    )


# rule: EF-8.71.a, EF-PB3.43
def missing(state: CrimeaState, side: str, key: int, leaver: int) -> int:
    """Steps that a unit lacks of its listed strength, less those that others of its type took along too many."""
    _, row = _open(state, side)[key]
    if leaver != key:
        return 0
    spare = state.tracks.get(_spare(state, key), 0)
    return max(_need(state, key, row) - state.pieces[key].steps - spare, 0)


def _spare(state: CrimeaState, key: int) -> str:
    counter = state.board.units[key]
    return f"spare_{counter.side}_{counter.kind}"


def _affordable(state: CrimeaState, key: int) -> int:
    """Steps that accumulated points of the right sort could pay for."""
    counter = state.board.units[key]
    cost = replacements.price(state, counter, "")
    return replacements.points(state, counter.side, cost[0]) // cost[1] if cost is not None else 0


def _givers(state: CrimeaState, side: str, key: int) -> tuple[int, ...]:
    """Units of the same type on the map that could give steps."""
    units = state.board.units
    return tuple(
        k
        for k in on_map(state, side)
        if units[k].kind == units[key].kind
        and units[k].nation == units[key].nation
        and state.pieces[k].steps > 1
        and k not in _open(state, side)
    )


def _spare_steps(state: CrimeaState, donors: tuple[int, ...]) -> int:
    """Steps that units could give without being lost."""
    return sum(state.pieces[donor].steps - 1 for donor in donors)


def _can_pay(state: CrimeaState, side: str, key: int) -> bool:
    lacking = missing(state, side, key, key) if _is_there(state.pieces[key]) else 0
    return lacking <= _affordable(state, key) + _spare_steps(state, _givers(state, side, key))


# -- what the owner decides --------------------------------------------------------------------------------------------


def chooser(state: CrimeaState) -> tuple[str, ...]:
    """The sides that have to decide about a withdrawal."""
    return tuple(side for side in SIDES if _open(state, side))


def why_not_dismiss(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a withdrawal cannot be carried out."""
    if key not in _open(state, seat):
        return refuse("EF-8.71.a", "refuse.not_due_to_leave", ref(key), unit=ref(key))
    if not stand_ins(state, seat, key):
        return refuse("EF-8.71.b", "refuse.no_stand_in", ref(key), unit=ref(key))
    if not _can_pay(state, seat, key):
        return refuse("EF-8.71.a", "refuse.steps_missing", ref(key), unit=ref(key))
    return None


def leaving(state: CrimeaState, seat: str) -> OneOf:
    """Withdrawals that can be carried out."""
    return pick("piece", state.pieces, lambda key: why_not_dismiss(state, seat, key))


def leavers(state: CrimeaState, seat: str, unit: int) -> OneOf:
    """Units that can leave for the one that is due."""
    found = stand_ins(state, seat, unit)

    def why(key: int) -> Refusal | None:
        return refuse("EF-8.71.b", "refuse.no_stand_in", ref(key), unit=ref(unit))

    return OneOf("piece", found, why=why, default=found[0] if found else None)


def givers(state: CrimeaState, seat: str, unit: int, by: int) -> SomeOf | None:
    """Units that give a step each; points pay for the rest, and where they run out the same units give more."""
    lacking = missing(state, seat, unit, by)
    if not lacking:
        return None
    found = _givers(state, seat, unit)
    need = max(lacking - _affordable(state, unit), 0)
    fewest = next((n for n in range(len(found)) if _spare_steps(state, found[:n]) >= need), len(found))

    def check(donors: tuple[int, ...]) -> Refusal | None:
        if _spare_steps(state, donors) >= need:
            return None
        return refuse("EF-8.71.a", "refuse.steps_missing", ref(unit), unit=ref(unit))

    return SomeOf("piece", found, most=lacking, check=check, default=found[:fewest])


def dismiss(d: Draft[CrimeaState], side: str, key: int, by: int, donors: tuple[int, ...]) -> None:
    """Carry out a withdrawal: the unit leaves at its listed strength, whoever makes up for what it lacks."""
    index, row = _open(d.now, side)[key]
    lacking = missing(d.now, side, key, by)
    excess = d.now.pieces[key].steps - _need(d.now, key, row) if by == key else 0
    if excess:
        # rule: EF-PB3.43
        spare = d.now.tracks.get(_spare(d.now, key), 0)
        d.put("tracks", _spare(d.now, key), max(spare + excess, 0))
    for donor in donors:
        _give_step(d, donor, key)
    cost = replacements.price(d.now, d.now.board.units[key], "")
    paid = min(lacking - len(donors), _affordable(d.now, key))
    if paid > 0 and cost is not None:
        replacements.pay(d, side, cost[0], cost[1] * paid)
    for _ in range(lacking - len(donors) - paid):
        _give_step(d, max(donors, key=lambda donor: (d.now.pieces[donor].steps, -donor)), key)
    d.put("pieces", by, Piece(box=WITHDRAWN))
    d.put("tracks", _done(side, index), d.now.turn)
    d.log("log.withdrawn", "EF-8.71.a" if by == key else "EF-8.71.b", ref(by), unit=ref(by))


def _give_step(d: Draft[CrimeaState], donor: int, to: int) -> None:
    d.edit("pieces", donor, steps=d.now.pieces[donor].steps - 1)
    d.log("log.step_given", "EF-8.71.a", ref(donor), unit=ref(donor), to=ref(to))


# rule: EF-8.73, EF-PB3.42
def why_not_keep(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a withdrawal cannot be bought off with a victory point."""
    if key not in _open(state, seat):
        return refuse("EF-8.73", "refuse.not_due_to_leave", ref(key), unit=ref(key))
    _, row = _open(state, seat)[key]
    if row.get("cannot_cancel") and why_not_dismiss(state, seat, key) is None:
        return refuse("EF-PB3.42", "refuse.cannot_cancel", ref(key), unit=ref(key))
    return None


def keepable(state: CrimeaState, seat: str) -> OneOf:
    """Withdrawals that can be bought off."""
    return pick("piece", state.pieces, lambda key: why_not_keep(state, seat, key))


def keep(d: Draft[CrimeaState], side: str, key: int) -> None:
    """Cancel a withdrawal for one victory point, for the enemy."""
    index, _ = _open(d.now, side)[key]
    d.put("tracks", _done(side, index), d.now.turn)
    d.log("log.kept", "EF-8.73", ref(key), unit=ref(key))
    results.score(d, "withdrawal", 1 if side == SOVIET else -1)


# -- units that become others ------------------------------------------------------------------------------------------


def _conversions(state: CrimeaState, side: str) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """A side's unit conversions of this turn by the number of their row: units removed, units received."""
    numbers, found = _numbers(state), {}
    for index, row in enumerate(state.board.card[side].get("conversions") or ()):
        chosen = "group" in row and groups.taken_this_turn(state, side, str(row["group"]))
        due = chosen or ("group" not in row and row.get("turn") == state.turn)
        if due and f"conversion_{side}_{index}" not in state.tracks and "remove_one_of" not in row:
            names = [row["remove"]] if isinstance(row["remove"], str) else row["remove"]
            removed = tuple(numbers[name] for name in names if numbers[name] in state.pieces)
            if names and not removed:
                continue
            found[index] = removed, tuple(numbers[name] for name in row["receive"])
    return found


def _sites(state: CrimeaState, removed: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({state.pieces[key].hex for key in removed if state.pieces[key].hex}))


# rule: EF-PB4.2
def convert(d: Draft[CrimeaState]) -> None:
    """Exchange units where there is no choice of the place."""
    for side in SIDES:
        for index, (removed, _) in _conversions(d.now, side).items():
            sites = _sites(d.now, removed)
            if len(sites) < 2:
                exchange(d, side, index, sites[0] if sites else 0)


def converter(state: CrimeaState) -> tuple[str, ...]:
    """The sides that choose where their new units appear."""
    return tuple(side for side in SIDES if _conversions(state, side))


def sites(state: CrimeaState, seat: str) -> OneOf:
    """Hexes of the units that the next conversion removes."""
    removed = next((pair[0] for pair in _conversions(state, seat).values()), ())
    return OneOf("place", _sites(state, removed))


def regroup(d: Draft[CrimeaState], side: str, place: int) -> None:
    """Carry out the next conversion at a place."""
    exchange(d, side, next(iter(_conversions(d.now, side))), place)


def exchange(d: Draft[CrimeaState], side: str, index: int, place: int) -> None:
    """Remove units wherever they are and put others in their place, at no more than the strength removed."""
    removed, received = _conversions(d.now, side)[index]
    gone = [d.now.pieces[key] for key in removed]
    left = sum(piece.steps for piece in gone)
    worst = max((piece.supply for piece in gone), default=0)
    site = _site(gone, place)
    for key in removed:
        d.put("pieces", key, Piece(box=WITHDRAWN))
    for key in received:
        steps = min(d.now.board.units[key].steps, left)
        left -= steps
        if steps and _is_there(site):
            d.put("pieces", key, replace(site, steps=steps, supply=worst))
        else:
            d.put("pieces", key, Piece(box=CADRE if _is_there(site) else site.box))
    d.put("tracks", f"conversion_{side}_{index}", d.now.turn)
    where = (at(place),) if place else ()
    units, others = tuple(map(ref, received)), tuple(map(ref, removed))
    d.log("log.exchanged", "EF-PB4.2", *where, units=units, others=others)


def _site(gone: list[Piece], place: int) -> Piece:
    """Where new units appear: in the hex that was chosen, else aboard the ship or in the box of one that is removed.

    What ties that one to its ship, and how long it has to rest, is theirs too.
    """
    if place:
        here = [piece for piece in gone if piece.hex == place]
    else:
        here = sorted(gone, key=lambda piece: PRESENT.index(piece.box) if piece.box in PRESENT else len(PRESENT))
    old = here[0] if here else Piece(hex=place, box="" if place else CADRE)
    rest = max((piece.no_move for piece in here), default=0)
    kept = Piece(hex=old.hex, box=old.box, ship=old.ship, assault=old.assault, evacuated=old.evacuated)
    return replace(kept, no_move=rest) if _is_there(kept) else Piece(box=old.box)


# -- one unit of several for others ------------------------------------------------------------------------------------


def _swaps(state: CrimeaState, side: str) -> dict[int, Row]:
    """A side's exchanges of this turn for which it gives up one unit of several, by the number of their row."""
    rows = enumerate(state.board.card[side].get("conversions") or ())
    return {
        index: row
        for index, row in rows
        if "remove_one_of" in row
        and groups.taken_this_turn(state, side, str(row["group"]))
        and f"conversion_{side}_{index}" not in state.tracks
        and _given(state, row)
    }


def _given(state: CrimeaState, row: Row) -> tuple[int, ...]:
    """Units of which one is given up, wherever they are and however weak."""
    numbers = _numbers(state)
    keys = [numbers[name] for name in row["remove_one_of"]]
    return tuple(key for key in keys if key in state.pieces and state.pieces[key].box not in (WITHDRAWN, TO_COME))


def swapper(state: CrimeaState) -> tuple[str, ...]:
    """The sides that have to give up one of several units."""
    return tuple(side for side in SIDES if _swaps(state, side))


# rule: EFS-10.44.l, EFS-10.54.n
def swappable(state: CrimeaState, seat: str) -> OneOf:
    """Units of which one is given up for the next exchange."""
    row = next(iter(_swaps(state, seat).values()), None)
    found = _given(state, row) if row is not None else ()

    def why(key: int) -> Refusal | None:
        return refuse("EFS-10.54.n", "refuse.not_given_up", ref(key), unit=ref(key))

    return OneOf("piece", found, why=why)


# rule: EFS-10.44.l, EFS-10.54.n
def swap(d: Draft[CrimeaState], side: str, key: int) -> None:
    """Give up a unit: others come at full strength, in the hex of the card; ships gather in Map T."""
    index, row = next(iter(_swaps(d.now, side).items()))
    numbers = _numbers(d.now)
    d.put("pieces", key, Piece(box=WITHDRAWN))
    received = tuple(numbers[name] for name in row.get("receive", ()))
    for new in received:
        steps = d.now.board.units[new].steps
        d.put("pieces", new, Piece(hex=int(row["hex"]), steps=steps, garrison=bool(row.get("garrison"))))
    for number, ship in d.now.board.ships.items():
        if ship.name in row.get("ships", ()):
            d.put("ships", number, Ship(box=MAP_T))
            d.log("log.ship_came", "EF-8.11", Ref("ship", number), ship=Ref("ship", number))
    d.put("tracks", f"conversion_{side}_{index}", d.now.turn)
    d.log("log.exchanged", "EFS-10.54.n", ref(key), units=tuple(map(ref, received)), others=(ref(key),))


def close(d: Draft[CrimeaState]) -> None:
    """Steps that nobody needed have left with their units; which aircraft were settled is forgotten."""
    for track in tuple(d.now.tracks):
        if track.startswith(("spare_", departures.SETTLED)):
            d.drop("tracks", track)
