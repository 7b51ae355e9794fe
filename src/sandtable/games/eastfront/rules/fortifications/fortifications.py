"""Chapter 18 and the engineer phases: works are destroyed, markers come off, super-heavy guns change their side."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CrimeaState, phasing, side_key
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.crimea_units.formations import is_division
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, lines, on_map, ref, stacks
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

REGIMENTS = 3


# rule: EF-18.13, EF-PB7.44
def can_raze(state: CrimeaState, place: int, side: str) -> bool:
    """Whether a side has a division or engineers in a hex, to destroy the works there."""
    units = [state.board.units[k] for k in stacks(state).get(place, ())]
    if not units or units[0].side != side:
        return False
    # rule: EF-PB7.41
    if any(u.is_division or (u.engineer and not u.is_armoured_engineer) for u in units):
        return True
    regiments = [u for u in units if u.name.endswith("/22 Div") and u.kind == "infantry"]
    return len(regiments) >= REGIMENTS or is_division(state, units)


# rule: EF-4.2.B6, EF-4.2.C6
def raze(d: Draft[CrimeaState]) -> None:
    """Destroy enemy works in hexes that were taken."""
    side = phasing(d.now)
    for place, point in tuple(d.now.strongpoints.items()):
        if point.side != side and can_raze(d.now, place, side):
            d.drop("strongpoints", place)
            d.log("log.strongpoint_razed", "EF-18.13", at(place), place=at(place))
    if side != AXIS:
        return
    # rule: EF-18.24
    for place, across in lines(d.now).items():
        if can_raze(d.now, place, AXIS):
            for other in across:
                d.put("razed", side_key(place, other), d.now.turn)
            d.log("log.line_razed", "EF-18.13", at(place), place=at(place))
    # rule: EF-PB5.76, EF-PB5.85
    for place in stacks(d.now):
        if (name := works.works_at(d.now, place)) and can_raze(d.now, place, AXIS):
            d.put("razed", place, d.now.turn)
            rule = "EF-PB5.76" if name == works.CITADEL else "EF-PB5.85"
            d.log("log.works_razed", rule, at(place), place=at(place), works=name)


# rule: EF-18.14
def trample(d: Draft[CrimeaState], path: tuple[int, ...], side: str) -> None:
    """A strongpoint still being built is lost to any enemy that enters its hex."""
    for place in path:
        point = d.now.strongpoints.get(place)
        if point is not None and point.side != side and point.building:
            d.drop("strongpoints", place)
            d.log("log.strongpoint_razed", "EF-18.14", at(place), place=at(place))


def settle(d: Draft[CrimeaState]) -> None:
    """The same however the enemy came there: by an advance, a retreat, from the air."""
    begun = [place for place, point in d.now.strongpoints.items() if point.building]
    for place in begun:
        if (side := holders(d.now).get(place)) is not None:
            trample(d, (place,), side)


# rule: EF-11.44.n, EF-4.2.B6
def clear_markers(d: Draft[CrimeaState]) -> None:
    """Take overrun markers off the enemy and count down markers that forbid movement."""
    side = phasing(d.now)
    for key, piece in d.now.pieces.items():
        own = d.now.board.units[key].side == side
        if not own and piece.overrun:
            d.edit("pieces", key, overrun=False)
        # rule: EF-PB8.55.d
        if own and piece.no_move and not piece.ship:
            d.edit("pieces", key, no_move=piece.no_move - 1)


# rule: EF-23.43.b
def why_not_turn(state: CrimeaState, key: int) -> Refusal | None:
    """Why a super-heavy gun cannot change its side now."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None:
        return refuse("EF-23.43.a", "refuse.not_yours", ref(key), unit=ref(key))
    if piece.hex and (no := batteries.why_fixed(counter)) is not None:
        return no
    # rule: EF-23.42
    turns = counter.side == AXIS or counter.kind == "railway_artillery"
    if not piece.hex or not counter.is_super_heavy or not turns or counter.mobile is None:
        return refuse("EF-23.43.a", "refuse.not_super_heavy", ref(key), unit=ref(key))
    if piece.moved == "turned":
        return refuse("EF-23.43.b", "refuse.moved", ref(key), unit=ref(key))
    if piece.back and piece.travelled:
        return refuse("EF-23.43.b", "refuse.moved", ref(key), unit=ref(key))
    return None


def turnable(state: CrimeaState, seat: str) -> OneOf:
    """Super-heavy guns that can change their side."""
    guns = [key for key in on_map(state, seat) if state.board.units[key].is_super_heavy]
    return pick("piece", guns, lambda key: why_not_turn(state, key))


def turn(d: Draft[CrimeaState], key: int, rule: str = "EF-23.43.b") -> None:
    """Turn a super-heavy gun over."""
    back = not d.now.pieces[key].back
    d.edit("pieces", key, back=back, moved="turned")
    d.log("log.turned", rule, ref(key), unit=ref(key), mobile=int(back))


def may_turn(state: CrimeaState) -> tuple[str, ...]:
    """The side of the segment, where it has a gun to turn over."""
    side = phasing(state)
    return (side,) if side and turnable(state, side).is_possible() else ()


# rule: EF-PB9.42
def sitable(state: CrimeaState, seat: str) -> OneOf:
    """Axis guns whose card does not say how they stand at the start."""
    rows = state.board.card[AXIS]["units"]
    fixed = [row["unit"] for row in rows if row.get("state")]
    known = [row["unit"] for row in rows]

    def why_not(key: int) -> Refusal | None:
        if (no := why_not_turn(state, key)) is not None:
            return no
        if state.board.units[key].name in fixed:
            return refuse("EF-PB9.42", "refuse.sited", ref(key), unit=ref(key))
        return None

    own = [key for key in on_map(state, AXIS) if state.board.units[key].name in known]
    return pick("piece", own if seat == AXIS else (), why_not)


def siter(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, before the first turn, where it has guns to site."""
    return (AXIS,) if state.turn == state.board.first_turn and sitable(state, AXIS).is_possible() else ()
