"""Chapters 9.2 and 9.4: the ways of land units and ships, worked out once for all groups that are alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import land, sea
from sandtable.games.axisallies.rules.combat_move.sea import Fleet
from sandtable.games.axisallies.rules.memory import (
    AGREEMENTS,
    OTHERS,
    SEA,
    unless_let_through,
    unless_shut_out,
)
from sandtable.games.axisallies.rules.noncombat.landing import why_not_abandon
from sandtable.games.axisallies.rules.spaces.spaces import FRIENDLY, HOSTILE, disputed, foe_zones, land_status
from sandtable.kernel import Refusal, derived

Way = tuple[int, ...]
Blitzes = tuple[Way, ...] | None
"""The two last steps of the blitzes a group may make; empty for any, ``None`` for none."""
ANYWHERE: Blitzes = ()


class Ways(ABC):
    """Where a group can go from a space, looked at step by step and only as far as somebody asks.

    What lies ahead depends on where the group is, on the movement left and on whether it has blitzed, not on how it
    got there. A step is on offer only when the move can end there or farther on. Answers outlive the position they
    were found in; what is still open is asked of the position at hand, so that none is kept only for its ways.
    """

    __slots__ = ("_ahead", "_ends", "_left", "_near", "_power", "_start", "_state")

    def __init__(
        self, state: GlobalState, power: str, start: int, left: int, near: Mapping[int, tuple[int, ...]]
    ) -> None:
        self._state, self._power = state, power
        self._start, self._left, self._near = start, left, near
        self._ahead: dict[tuple[int, int, bool, bool], tuple[int, ...]] = {}
        self._ends: dict[tuple[int, int, bool, bool], bool] = {}

    # -- what land units and ships answer each in their way ----------------------------------------------------------

    @abstractmethod
    def enters(self, at: int, to: int) -> bool:
        """Whether the group may take the step from one space to the next."""

    @abstractmethod
    def passes(self, at: int) -> bool:
        """Whether it may go on from a space that it entered."""

    @abstractmethod
    def stops(self, at: int, blitzed: bool) -> bool:
        """Whether the move may end in a space."""

    def blitzes(self, at: int) -> bool:
        """Whether entering a space makes the move a blitz."""
        return False

    def hopeless(self, at: int, left: int) -> bool:
        """Whether it is plain, and cheap to tell, that no move can end within so many steps of a space."""
        return False

    # -- what follows from that ----------------------------------------------------------------------------------------

    def seen_from(self, state: GlobalState) -> Ways:
        """The same ways, asked about in a position in which they are still true."""
        self._state = state
        return self

    def steps(self, path: Way) -> dict[int, int]:
        """The next spaces of a way with the movement they take in all."""
        at = path[-1] if path else self._start
        ahead = self._onward(at, self._left - len(path), self._has_blitzed(path), not path)
        return dict.fromkeys(ahead, len(path) + 1)

    def may_stop(self, path: Way) -> bool:
        """Whether a move may end with the last step of a way."""
        return bool(path) and self.stops(path[-1], self._has_blitzed(path))

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
        return any(self.blitzes(at) for at in path)

    def _onward(self, at: int, left: int, blitzed: bool, is_start: bool) -> tuple[int, ...]:
        key = (at, left, blitzed, is_start)
        if key not in self._ahead:
            steps = self._next(at, left, blitzed, is_start)
            self._ahead[key] = tuple(
                [to for to, now in steps if self.stops(to, now) or self._goes_on(to, left - 1, now, False)]
            )
        return self._ahead[key]

    def _goes_on(self, at: int, left: int, blitzed: bool, is_start: bool) -> bool:
        """Whether a move can end anywhere beyond a space: the spaces next to it are asked before those behind them."""
        if left < 1:
            return False
        key = (at, left, blitzed, is_start)
        if key not in self._ends:
            self._ends[key] = any(self.stops(to, now) for to, now in self._next(at, left, blitzed, is_start)) or (
                left > 1
                and any(self._goes_on(to, left - 1, now, False) for to, now in self._next(at, left, blitzed, is_start))
            )
        return self._ends[key]

    def _next(self, at: int, left: int, blitzed: bool, is_start: bool) -> Iterator[tuple[int, bool]]:
        """The spaces that can be entered from a space, each with whether the group has blitzed by then."""
        if left < 1 or not (is_start or self.passes(at)) or self.hopeless(at, left):
            return
        for to in self._near[at]:
            if self.enters(at, to):
                yield to, blitzed or self.blitzes(to)


class Marches(Ways):
    """The ways of land units in a territory that have so much movement left."""

    __slots__ = ("_blitzes", "_combat", "_status")

    def __init__(self, state: GlobalState, power: str, start: int, left: int, blitzes: Blitzes, combat: bool) -> None:
        super().__init__(state, power, start, left, state.board.land_next)
        self._blitzes, self._combat = blitzes, combat
        self._status = land.ground if combat else land_status

    def enters(self, at: int, to: int) -> bool:
        if not land.may_enter(self._state, self._power, to, self._combat):
            return False
        if not self._blitzes or at == self._start or not self.blitzes(at):
            return True
        return (at, to) in self._blitzes

    def passes(self, at: int) -> bool:
        if self._status(self._state, self._power, at) == FRIENDLY:
            return True
        return self._combat and self._blitzes is not None and land.is_open_to_blitz(self._state, self._power, at)

    def stops(self, at: int, blitzed: bool) -> bool:
        return not self._combat or blitzed or land.why_no_fight(self._state, self._power, at) is None

    def blitzes(self, at: int) -> bool:
        return self._combat and self._status(self._state, self._power, at) == HOSTILE

    def hopeless(self, at: int, left: int) -> bool:
        return self._combat and not is_fight_near(self._state, self._power, at, left)


class Voyages(Ways):
    """The ways of a fleet."""

    __slots__ = ("_barred", "_combat", "_fleet", "_goals", "_havens", "_stopping")

    def __init__(self, state: GlobalState, power: str, fleet: Fleet, combat: bool) -> None:
        super().__init__(state, power, fleet.at, fleet.left, state.board.sea_next)
        self._fleet, self._combat = fleet, combat
        self._stopping = sea.stopping_zones(state, power, fleet.kinds)
        self._barred = frozenset() if combat else sea.barred_zones(state, power, fleet.kinds)
        self._goals = goals_of(state, power, fleet) if combat else None
        self._havens: dict[int, bool] = {}
        """Zones that were asked about, and whether the move may end there."""

    def enters(self, at: int, to: int) -> bool:
        if to in self._barred:
            return False
        canal = self._state.board.canal_between(at, to)
        return canal is None or sea.why_not_pass(self._state, self._power, canal, self._fleet.kinds) is None

    def passes(self, at: int) -> bool:
        return at not in self._stopping

    def stops(self, at: int, blitzed: bool) -> bool:
        if at not in self._havens:
            is_goal = self._goals is None or at in self._goals
            self._havens[at] = (
                is_goal and why_not_stop_at(self._state, self._power, self._fleet, at, self._combat) is None
            )
        return self._havens[at]

    def hopeless(self, at: int, left: int) -> bool:
        # Few zones hold a fight: whether the fleet could stay in one of them is asked before any way there.
        if self._goals is None:
            return False
        near = self._goals & self._state.board.zones_within(at, left)
        return not any(self.stops(goal, False) for goal in sorted(near))


# rule: AA-9.2.general.through-friendly, AA-9.2.general.stop
@derived("units", "territories", "wars", "consents", units=OTHERS, consents=unless_shut_out)
def _marches(state: GlobalState, power: str, start: int, left: int, blitzes: Blitzes, combat: bool) -> Ways:
    """The ways of land units in a territory that have so much movement left."""
    return Marches(state, power, start, left, blitzes, combat)


def is_fight_near(state: GlobalState, power: str, at: int, left: int) -> bool:
    """Whether land units may find a fight within so many steps of a territory; without one no combat move is made."""
    return not disputed(state, power).isdisjoint(state.board.lands_within(at, left))


def ways_on_land(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some land units can take together."""
    left, start = min(land.left(state, key) for key in keys), state.units[keys[0]].at
    blitzes = _blitzes_of(state, power, keys, start) if combat and left > 1 else None
    return _marches(state, power, start, left, blitzes, combat).seen_from(state)


def _blitzes_of(state: GlobalState, power: str, keys: tuple[int, ...], start: int) -> Blitzes:
    """The blitzes that land units may make together."""
    if land.why_no_blitz(state, power, keys) is None:
        return ANYWHERE
    ways = land.partners(state, power, start)
    behind = [way for way in ways if land.why_no_blitz(state, power, keys, way) is None] if ways else []
    return tuple(sorted(behind)) or None


def sea_ways(state: GlobalState, power: str, fleet: Fleet, combat: bool) -> Ways:
    """The ways of a fleet."""
    if fleet.carriers:
        return _convoys(state, power, fleet, combat).seen_from(state)
    return (_sorties if combat else _voyages)(state, power, fleet).seen_from(state)


@derived("units", "territories", "wars", "permits", units=OTHERS, permits=unless_let_through)
def _voyages(state: GlobalState, power: str, fleet: Fleet) -> Ways:
    return Voyages(state, power, fleet, False)


@derived("units", "territories", "wars", "permits", "battles", "consents", units=SEA, **AGREEMENTS)
def _sorties(state: GlobalState, power: str, fleet: Fleet) -> Ways:
    return Voyages(state, power, fleet, True)


@derived("units", "territories", "wars", "permits", "orders", "powers", "battles", "consents")
def _convoys(state: GlobalState, power: str, fleet: Fleet, combat: bool) -> Ways:
    return Voyages(state, power, fleet, combat)


def goals_of(state: GlobalState, power: str, fleet: Fleet) -> frozenset[int] | None:
    """The only zones a fleet can end Combat Move in: those with enemies or a landing; ``None`` where it is free."""
    if fleet.must_land:
        return sea.disputed_shores(state, power)
    if fleet.escapes or fleet.has_troops:
        return None
    return sea.assault_zones(state, power) | foe_zones(state, power)


def why_not_stop_at(state: GlobalState, power: str, fleet: Fleet, zone: int, combat: bool) -> Refusal | None:
    """Why a fleet may not end its move in a zone."""
    if (no := sea.why_not_stop(state, power, fleet, zone, combat)) is not None:
        return no
    return why_not_abandon(state, power, fleet.carriers, zone, combat) if fleet.carriers else None


def ways_at_sea(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some ships can take together."""
    return sea_ways(state, power, sea.fleet_of(state, power, keys, combat), combat)
