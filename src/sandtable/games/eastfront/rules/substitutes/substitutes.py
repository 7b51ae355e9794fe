"""Chapter 24: regimental substitute counters."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, POOL, CrimeaState, Piece
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map, ref, stacks, values
from sandtable.games.eastfront.scenario import Counter
from sandtable.kernel import Draft, OneOf, Refusal, derived, pick, refuse

REGULAR, STRONG = "regular", "strong"
STRONG_COST = 2
"""Attack points that a detached step must cost its parent to become a strong substitute."""
PARENTS = ("infantry", "mountain", "light_infantry", "security")


# rule: EF-24.22, EF-PB7.21
def why_not_detach(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot detach one of its steps as a substitute."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    # rule: EF-24.0
    if counter is None or piece is None or counter.side != seat or counter.side != AXIS or not piece.hex:
        return refuse("EF-24.0", "refuse.not_yours", ref(key), unit=ref(key))
    # rule: EF-24.21
    if not _is_parent(counter):
        return refuse("EF-24.21", "refuse.cannot_detach", ref(key), unit=ref(key))
    # rule: EF-24.21
    if piece.steps < 2:
        return refuse("EF-24.21", "refuse.last_step", ref(key), unit=ref(key))
    # rule: EF-24.3
    if piece.moved or piece.spent or piece.travelled:
        return refuse("EF-24.3", "refuse.moved", ref(key), unit=ref(key))
    # rule: EF-24.0
    if not kinds_for(state, key):
        return refuse("EF-24.0", "refuse.no_substitute", ref(key), unit=ref(key))
    return None


# rule: EF-24.21, EF-24.22
def _is_parent(counter: Counter) -> bool:
    """Whether a unit detaches its steps: divisions of infantry, such brigades of allies, and a few it is said of."""
    big = counter.is_division or (counter.nation != "german" and counter.size == "brigade")
    return counter.detaches or (counter.kind in PARENTS and big)


@derived("pieces", pieces=memory.unless(memory.came_or_went))
def pool(state: CrimeaState, nation: str, kind: str) -> tuple[int, ...]:
    """Substitutes of a nation and strength that wait to be used."""
    units = state.board.units
    return tuple(
        key
        for key, piece in state.pieces.items()
        if piece.box == POOL and units[key].nation == nation and units[key].substitute == kind
    )


# rule: EF-24.31
def kinds_for(state: CrimeaState, key: int) -> tuple[str, ...]:
    """What a detached step may become: strong only where it costs the parent exactly two attack points."""
    counter, piece = state.board.units[key], state.pieces[key]
    before = values(counter, piece).attack
    after = values(counter, Piece(hex=piece.hex, steps=piece.steps - 1)).attack
    # rule: EF-24.34, EF-24.35, EF-PB3.41
    found = [REGULAR] if pool(state, counter.nation, REGULAR) else []
    # rule: EF-24.32
    if before - after == STRONG_COST and pool(state, counter.nation, STRONG):
        found.append(STRONG)
    return tuple(found)


def parents(state: CrimeaState, seat: str) -> OneOf:
    """Units that can detach a step."""
    units = state.board.units
    able = [key for key in on_map(state, seat) if units[key].kind in PARENTS or units[key].detaches]
    return pick("piece", able, lambda key: why_not_detach(state, seat, key))


def kinds(state: CrimeaState, seat: str, unit: int) -> OneOf:
    """Regular or strong."""

    def why(kind: str) -> Refusal | None:
        return refuse("EF-24.32", "refuse.not_strong", ref(unit), unit=ref(unit))

    return OneOf("substitute", kinds_for(state, unit), why=why, default=next(iter(kinds_for(state, unit)), None))


def detach(d: Draft[CrimeaState], unit: int, kind: str) -> None:
    """Detach a step in the parent's hex, in the parent's state of supply."""
    counter, piece = d.now.board.units[unit], d.now.pieces[unit]
    key = pool(d.now, counter.nation, kind)[0]
    d.edit("pieces", unit, steps=piece.steps - 1)
    d.put("pieces", key, Piece(hex=piece.hex, steps=1, supply=piece.supply, company=piece.hex))
    d.log("log.detached", "EF-24.3", ref(unit), unit=ref(unit), substitute=ref(key))


# rule: EF-24.4, EF-24.33
def why_not_join(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a substitute cannot rejoin a unit."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or counter.side != seat or not counter.substitute or not piece.hex:
        return refuse("EF-24.4", "refuse.not_substitute", ref(key), unit=ref(key))
    if not _takers(state, key):
        return refuse("EF-24.4", "refuse.nobody_to_join", ref(key), unit=ref(key))
    return None


def _takers(state: CrimeaState, key: int) -> tuple[int, ...]:
    """Reduced units in a substitute's hex that it can restore."""
    counter, place = state.board.units[key], state.pieces[key].hex
    units = state.board.units
    return tuple(
        k
        for k in stacks(state).get(place, ())
        if units[k].nation == counter.nation
        and (units[k].kind in PARENTS or units[k].detaches)
        and not units[k].substitute
        and state.pieces[k].steps < units[k].steps
    )


def joiners(state: CrimeaState, seat: str) -> OneOf:
    """Substitutes that can rejoin."""
    counters = [key for key in on_map(state, seat) if state.board.units[key].substitute]
    return pick("piece", counters, lambda key: why_not_join(state, seat, key))


def takers(state: CrimeaState, seat: str, unit: int) -> OneOf:
    """Units that a substitute can rejoin."""
    return OneOf("piece", _takers(state, unit))


def join(d: Draft[CrimeaState], unit: int, to: int) -> None:
    """Give a step back; the unit is in the worse of both states of supply."""
    worst = max(d.now.pieces[unit].supply, d.now.pieces[to].supply)
    d.put("pieces", unit, Piece(box=POOL))
    d.edit("pieces", to, steps=d.now.pieces[to].steps + 1, supply=worst)
    d.log("log.joined", "EF-24.4", ref(to), unit=ref(to), substitute=ref(unit))


def may_join(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while it has a substitute that can rejoin."""
    return (side,) if side == AXIS and joiners(state, side).is_possible() else ()
