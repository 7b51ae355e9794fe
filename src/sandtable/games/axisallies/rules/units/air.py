"""Chapter 10: aircraft, how far they fly and what they may fly over."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.memory import place_by_place, unless_captured
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.politics.peace import kept_out, why_kept_out
from sandtable.games.axisallies.rules.politics.theatres import is_at_war_here
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import (
    friendly_since_start,
    is_neutral_land,
    units_at,
    works_installation,
)
from sandtable.games.axisallies.rules.turns.powers import place
from sandtable.kernel import Refusal, derived, refuse


# rule: AA-9.2.airbase.move, AA-10.airbase.range
def base_bonus(state: GlobalState, power: str, at: int) -> int:
    """The extra movement of aircraft that take off from a territory with a working air base, friendly all turn."""
    land = state.territories.get(at)
    if land is None or not land.air_base:
        return 0
    # rule: AA-10.airbase.damaged, AA-9.3.conclude.bases
    if works_installation(state, at, "air_base") and friendly_since_start(state, at, power):
        return state.board.installations["air_base"].move_bonus
    return 0


# rule: AA-13.t2.5, AA-9.4.allowance
def allowance(state: GlobalState, key: int) -> int:
    """The movement of an aircraft this turn: printed, base it took off from, long range."""
    unit = state.units[key]
    boost = unit.boost if unit.spent else base_bonus(state, unit.owner, unit.at)
    farther: int = effect(state, unit.owner, "long_range_aircraft").get("move_bonus", 0)
    return state.board.kinds[unit.kind].move + boost + farther


def left(state: GlobalState, key: int) -> int:
    """The movement an aircraft has left this turn."""
    return allowance(state, key) - state.units[key].spent


def first_alike(state: GlobalState, key: int) -> int:
    """The first aircraft of the same power, kind and place, on a deck or not, that has flown exactly as far."""
    unit = state.units[key]
    same = (unit.owner, unit.kind, unit.spent, unit.boost, bool(unit.aboard))
    for other, row in units_at(state, unit.at):
        if (row.owner, row.kind, row.spent, row.boost, bool(row.aboard)) == same:
            return other
    return key


def may_overfly(state: GlobalState, power: str, at: int) -> bool:
    """Whether aircraft of a power may pass over a space."""
    # rule: AA-6.china.tigers
    if why_kept_out(state, power, at) is not None:
        return False
    if state.board.is_sea(at):
        return True
    # rule: AA-6.neutral.no-overflight
    if is_neutral_land(state, at):
        return False
    holder = state.territories[at].holder
    if not holder or holder == power:
        return True
    # rule: AA-9.4.air.peace, AA-9.4.land.peace, AA-9.2.us-neutral.b
    if not is_at_war_here(state, power, at):
        return False
    # rule: AA-9.2.us-neutral.c
    return holder != "usa" or is_at_war_here(state, holder, at)


@derived("territories", "wars", territories=place_by_place(may_overfly))
def open_sky(state: GlobalState, power: str) -> frozenset[int]:
    """All spaces a power's aircraft may pass over."""
    if power == china.CHINA:
        return frozenset(at for at in china.reach(state) if may_overfly(state, power, at))
    spaces = state.board.spaces
    found = []
    lets_over: dict[tuple[str, str, bool, bool], bool] = {}
    for at, land in state.territories.items():
        # All territories of one holder on one half of the board are open, or none; China's are a case of their own.
        alike = (land.holder, spaces[at].half, spaces[at].dutch, spaces[at].chinese)
        if alike not in lets_over:
            lets_over[alike] = may_overfly(state, power, at)
        if lets_over[alike]:
            found.append(at)
    return state.board.seas.union(found)


# rule: AA-10.air.count, AA-7.canal.air, AA-6.china.tigers
@derived("territories", "wars", territories=unless_captured)
def flights(state: GlobalState, power: str, start: int, range_: int) -> dict[int, int]:
    """Every space aircraft can get to from a space, with the number of borders crossed.

    A space that may not be flown over can still be the end of a flight: a neutral that is attacked. One that the
    power is kept out of altogether is no end either.
    """
    near = state.board.flights(start, range_, open_sky(state, power))
    closed = kept_out(state, power)
    return near if closed.isdisjoint(near) else {at: cost for at, cost in near.items() if at not in closed}


# rule: AA-6.neutral.no-overflight
def why_no_way(state: GlobalState, power: str, key: int, to: int) -> Refusal | None:
    """Why an aircraft cannot get to a space that lies within its range: only neutral land leads there."""
    start, range_ = state.units[key].at, left(state, key)
    neutral = frozenset(at for at in state.territories if is_neutral_land(state, at))
    if to not in state.board.flights(start, range_, open_sky(state, power) | neutral):
        return None
    return refuse("AA-6.neutral.no-overflight", "refuse.neutral_sky", place(to), place=place(to))
