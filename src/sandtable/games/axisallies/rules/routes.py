"""Chapters 9.2 and 9.4: the ways of land units and ships, worked out once for all groups that are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules import land, sea
from sandtable.games.axisallies.rules.landing import why_not_abandon
from sandtable.games.axisallies.rules.memory import (
    AGREEMENTS,
    LAND,
    OTHERS,
    SEA,
    SEA_AND_AIR,
    unless_let_through,
    unless_shut_out,
)
from sandtable.games.axisallies.rules.sea import Fleet
from sandtable.games.axisallies.rules.spaces import FRIENDLY, HOSTILE, disputed, foe_zones, land_status
from sandtable.kernel import Refusal, derived

Way = tuple[int, ...]


class Ways:
    """Where a group can go from a space, looked at step by step and only as far as somebody asks.

    What lies ahead depends on where the group is, on the movement left and on whether it has blitzed, not on how it
    got there. A step is on offer only when the move can end there or farther on.
    """

    __slots__ = ("_ahead", "_blitzes", "_ends", "_enters", "_hopeless", "_left", "_near", "_passes", "_start", "_stops")

    def __init__(
        self,
        start: int,
        left: int,
        near: Mapping[int, tuple[int, ...]],
        enters: Callable[[int, int], bool],
        passes: Callable[[int], bool],
        stops: Callable[[int, bool], bool],
        blitzes: Callable[[int], bool] | None = None,
        hopeless: Callable[[int, int], bool] | None = None,
    ) -> None:
        """``hopeless`` tells cheaply that no move can end within so many steps of a space."""
        self._start, self._left, self._near = start, left, near
        self._enters, self._passes, self._stops, self._blitzes = enters, passes, stops, blitzes
        self._hopeless = hopeless
        self._ahead: dict[tuple[int, int, bool, bool], tuple[int, ...]] = {}
        self._ends: dict[tuple[int, int, bool, bool], bool] = {}

    def steps(self, path: Way) -> dict[int, int]:
        """The next spaces of a way with the movement they take in all."""
        at = path[-1] if path else self._start
        ahead = self._onward(at, self._left - len(path), self._has_blitzed(path), not path)
        return dict.fromkeys(ahead, len(path) + 1)

    def may_stop(self, path: Way) -> bool:
        """Whether a move may end with the last step of a way."""
        return bool(path) and self._stops(path[-1], self._has_blitzed(path))

    def lead_somewhere(self) -> bool:
        """Whether there is any move to make."""
        return self._goes_on(self._start, self._left, False, True)

    def __eq__(self, other: object) -> bool:
        """Whether two groups can go exactly the same ways."""
        return isinstance(other, Ways) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> dict[Way, tuple[tuple[int, ...], bool]]:
        """Every way, with what lies ahead of it and whether it may end there."""
        found: dict[Way, tuple[tuple[int, ...], bool]] = {}
        pending: list[Way] = [()]
        while pending:
            way = pending.pop()
            found[way] = (tuple(self.steps(way)), self.may_stop(way))
            pending += [(*way, to) for to in found[way][0]]
        return found

    def _has_blitzed(self, path: Way) -> bool:
        return self._blitzes is not None and any(self._blitzes(at) for at in path)

    def _onward(self, at: int, left: int, blitzed: bool, is_start: bool) -> tuple[int, ...]:
        key = (at, left, blitzed, is_start)
        if key not in self._ahead:
            steps = self._next(at, left, blitzed, is_start)
            self._ahead[key] = tuple(
                to for to, now in steps if self._stops(to, now) or self._goes_on(to, left - 1, now, False)
            )
        return self._ahead[key]

    def _goes_on(self, at: int, left: int, blitzed: bool, is_start: bool) -> bool:
        """Whether a move can end anywhere beyond a space: the spaces next to it are asked before those behind them."""
        if left < 1:
            return False
        key = (at, left, blitzed, is_start)
        if key not in self._ends:
            steps = self._next(at, left, blitzed, is_start)
            self._ends[key] = any(self._stops(to, now) for to, now in steps) or any(
                self._goes_on(to, left - 1, now, False) for to, now in steps
            )
        return self._ends[key]

    def _next(self, at: int, left: int, blitzed: bool, is_start: bool) -> list[tuple[int, bool]]:
        """The spaces that can be entered from a space, each with whether the group has blitzed by then."""
        if left < 1 or not (is_start or self._passes(at)):
            return []
        if self._hopeless is not None and self._hopeless(at, left):
            return []
        entered = (to for to in self._near[at] if self._enters(at, to))
        return [(to, blitzed or (self._blitzes is not None and self._blitzes(to))) for to in entered]


# rule: AA-9.2.general.through-friendly, AA-9.2.general.stop
def land_ways(state: World, power: str, start: int, left: int, may_blitz: bool, combat: bool) -> Ways:
    """The ways of land units in a territory that have so much movement left."""
    return (_blitzes if may_blitz else _marches)(state, power, start, left, combat)


@derived("units", "territories", "wars", "consents", units=OTHERS, consents=unless_shut_out)
def _marches(state: World, power: str, start: int, left: int, combat: bool) -> Ways:
    return _on_land(state, power, start, left, False, combat)


@derived("units", "territories", "wars", "consents", units=LAND, consents=unless_shut_out)
def _blitzes(state: World, power: str, start: int, left: int, combat: bool) -> Ways:
    return _on_land(state, power, start, left, True, combat)


def _on_land(state: World, power: str, start: int, left: int, may_blitz: bool, combat: bool) -> Ways:

    def enters(a: int, b: int) -> bool:
        return land.may_enter(state, power, b, combat)

    def passes(at: int) -> bool:
        if land_status(state, power, at) == FRIENDLY:
            return True
        return combat and may_blitz and land.is_open_to_blitz(state, power, at)

    def stops(at: int, blitzed: bool) -> bool:
        return not combat or blitzed or land.why_no_fight(state, power, at) is None

    def blitzes(at: int) -> bool:
        return combat and land_status(state, power, at) == HOSTILE

    def hopeless(at: int, left: int) -> bool:
        return combat and not is_fight_near(state, power, at, left)

    return Ways(start, left, state.board.land_next, enters, passes, stops, blitzes, hopeless)


def is_fight_near(state: World, power: str, at: int, left: int) -> bool:
    """Whether land units may find a fight within so many steps of a territory; without one no combat move is made."""
    return not disputed(state, power).isdisjoint(state.board.lands_within(at, left))


def ways_on_land(state: World, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some land units can take together."""
    left = min(land.left(state, key) for key in keys)
    may_blitz = combat and left > 1 and land.why_no_blitz(state, power, keys) is None
    return land_ways(state, power, state.units[keys[0]].at, left, may_blitz, combat)


def sea_ways(state: World, power: str, fleet: Fleet, combat: bool) -> Ways:
    """The ways of a fleet."""
    if fleet.carriers:
        return _convoys(state, power, fleet, combat)
    return (_sorties if combat else _voyages)(state, power, fleet)


@derived("units", "territories", "wars", "permits", units=OTHERS, permits=unless_let_through)
def _voyages(state: World, power: str, fleet: Fleet) -> Ways:
    return _at_sea(state, power, fleet, False)


@derived("units", "territories", "wars", "permits", "battles", "consents", units=SEA, **AGREEMENTS)
def _sorties(state: World, power: str, fleet: Fleet) -> Ways:
    return _at_sea(state, power, fleet, True)


@derived(
    "units",
    "territories",
    "wars",
    "permits",
    "orders",
    "powers",
    "battles",
    "consents",
    units=SEA_AND_AIR,
    **AGREEMENTS,
)
def _convoys(state: World, power: str, fleet: Fleet, combat: bool) -> Ways:
    return _at_sea(state, power, fleet, combat)


def _at_sea(state: World, power: str, fleet: Fleet, combat: bool) -> Ways:
    stopping = sea.stopping_zones(state, power, fleet.kinds)
    barred = frozenset() if combat else sea.barred_zones(state, power, fleet.kinds)

    def enters(a: int, b: int) -> bool:
        if b in barred:
            return False
        canal = state.board.canal_between(a, b)
        return canal is None or sea.why_not_pass(state, power, canal, fleet.kinds) is None

    def passes(at: int) -> bool:
        return at not in stopping

    ends: dict[int, bool] = {}
    goals = goals_of(state, power, fleet) if combat else None

    def stops(zone: int, blitzed: bool) -> bool:
        if zone not in ends:
            is_goal = goals is None or zone in goals
            ends[zone] = is_goal and why_not_stop_at(state, power, fleet, zone, combat) is None
        return ends[zone]

    def hopeless(zone: int, left: int) -> bool:
        # Few zones hold a fight: whether the fleet could stay in one of them is asked before any way there.
        if goals is None:
            return False
        return not any(stops(goal, False) for goal in sorted(goals & state.board.zones_within(zone, left)))

    return Ways(fleet.at, fleet.left, state.board.sea_next, enters, passes, stops, hopeless=hopeless)


def goals_of(state: World, power: str, fleet: Fleet) -> frozenset[int] | None:
    """The only zones a fleet can end Combat Move in: those with enemies or a landing; ``None`` where it is free."""
    if fleet.must_land:
        return sea.disputed_shores(state, power)
    if fleet.escapes or fleet.has_troops:
        return None
    return sea.assault_zones(state, power) | foe_zones(state, power)


def why_not_stop_at(state: World, power: str, fleet: Fleet, zone: int, combat: bool) -> Refusal | None:
    """Why a fleet may not end its move in a zone."""
    if (no := sea.why_not_stop(state, power, fleet, zone, combat)) is not None:
        return no
    return why_not_abandon(state, power, fleet.carriers, zone, combat) if fleet.carriers else None


def ways_at_sea(state: World, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some ships can take together."""
    return sea_ways(state, power, sea.fleet_of(state, power, keys, combat), combat)
