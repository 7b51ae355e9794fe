"""Chapters 9.2 and 9.4: the ways of land units and ships, worked out once for all groups that are alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial

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
"""The two last steps of the blitzes a group may make; empty for any, ``None`` for none, as outside Combat Move."""
ANYWHERE: Blitzes = ()
March = tuple[int, int, Blitzes, bool]
"""What matters about land units that look for a way together: start, movement left, blitzes, and whether to a fight."""
Ahead = dict[int, tuple[bool, bool]]
"""The spaces a group can step into: whether its move may end there, and whether it has blitzed by then."""


class Ways:
    """Where a group can go from a space in a position, looked at step by step and only as far as somebody asks.

    What lies ahead depends on where the group is, on the movement left and on whether it has blitzed, not on how it
    got there. A step is on offer only when the move can end there or farther on. What was found outlives the position;
    the ways themselves belong to it.
    """

    __slots__ = ("_left", "_look", "_start")

    def __init__(self, look: Callable[[int, int, bool], Ahead], start: int, left: int) -> None:
        self._look, self._start, self._left = look, start, left

    def steps(self, path: Way) -> dict[int, int]:
        """The next spaces of a way with the movement they take in all."""
        return dict.fromkeys(self._ahead(path), len(path) + 1)

    def may_stop(self, path: Way) -> bool:
        """Whether a move may end with the last step of a way."""
        if not path:
            return False
        ahead = self._ahead(path[:-1])
        return path[-1] in ahead and ahead[path[-1]][0]

    def lead_somewhere(self) -> bool:
        """Whether there is any move to make."""
        return bool(self._look(self._start, self._left, False))

    def _ahead(self, path: Way) -> Ahead:
        """What lies ahead of a way; nothing where it cannot be gone."""
        left = self._left
        ahead = self._look(self._start, left, False)
        for at in path:
            if at not in ahead:
                return {}
            left -= 1
            ahead = self._look(at, left, ahead[at][1])
        return ahead


class Search(ABC):
    """One look ahead of a group in a position: it is over with the question, and only what it found is remembered."""

    __slots__ = ("_ends", "_left", "_near", "_power", "_start", "_state")

    def __init__(
        self, state: GlobalState, power: str, start: int, left: int, near: Mapping[int, tuple[int, ...]]
    ) -> None:
        self._state, self._power = state, power
        self._start, self._left, self._near = start, left, near
        self._ends: dict[tuple[int, int, bool], bool] = {}

    # -- what land units and ships answer each in their way ----------------------------------------------------------

    @abstractmethod
    def passes(self, at: int) -> bool:
        """Whether the group may go on from a space that it entered."""

    @abstractmethod
    def enters(self, at: int, left: int, blitzed: bool) -> list[tuple[int, bool]]:
        """The spaces it may step into from another, each with whether it has blitzed by then."""

    @abstractmethod
    def stops(self, at: int, blitzed: bool) -> bool:
        """Whether the move may end in a space."""

    # -- what follows from that ----------------------------------------------------------------------------------------

    def ahead(self, at: int, left: int, blitzed: bool) -> Ahead:
        """The next spaces from one that the group came to with so much movement left."""
        found: Ahead = {}
        for to, now in self._next(at, left, blitzed):
            if (is_end := self.stops(to, now)) or (left > 1 and self._goes_on(to, left - 1, now)):
                found[to] = is_end, now
        return found

    def _goes_on(self, at: int, left: int, blitzed: bool) -> bool:
        """Whether a move can end anywhere beyond a space: the spaces next to it are asked before those behind them."""
        key = (at, left, blitzed)
        if key not in self._ends:
            self._ends[key] = self._finds_an_end(self._next(at, left, blitzed), left - 1)
        return self._ends[key]

    def _finds_an_end(self, onward: list[tuple[int, bool]], left: int) -> bool:
        # Loops and no generators: every step of one is a call, and nobody asks for ways more often than the rules.
        for to, blitzed in onward:
            if self.stops(to, blitzed):
                return True
        if left:
            for to, blitzed in onward:
                if self._goes_on(to, left, blitzed):
                    return True
        return False

    def _next(self, at: int, left: int, blitzed: bool) -> list[tuple[int, bool]]:
        # Whoever has all its movement left has entered nothing yet.
        if left < 1 or not (left == self._left or self.passes(at)):
            return []
        return self.enters(at, left, blitzed)


class Marches(Search):
    """The ways of land units in a territory that have so much movement left."""

    __slots__ = ("_blitzes", "_combat", "_status")

    def __init__(self, state: GlobalState, power: str, start: int, left: int, blitzes: Blitzes, combat: bool) -> None:
        super().__init__(state, power, start, left, state.board.land_next)
        self._blitzes, self._combat = blitzes, combat
        self._status = land.ground if combat else land_status

    def passes(self, at: int) -> bool:
        # rule: AA-9.2.general.through-friendly
        if self._status(self._state, self._power, at) == FRIENDLY:
            return True
        # rule: AA-9.2.general.stop
        return self._blitzes is not None and land.is_open_to_blitz(self._state, self._power, at)

    def enters(self, at: int, left: int, blitzed: bool) -> list[tuple[int, bool]]:
        state, power, combat = self._state, self._power, self._combat
        if combat and not is_fight_near(state, power, at, left):
            return []
        near = [to for to in self._near[at] if land.may_enter(state, power, to, combat)]
        if self._blitzes and at != self._start and self._is_blitz(at):
            near = [to for to in near if (at, to) in self._blitzes]
        return [(to, blitzed or self._is_blitz(to)) for to in near]

    def stops(self, at: int, blitzed: bool) -> bool:
        return not self._combat or blitzed or land.why_no_fight(self._state, self._power, at) is None

    def _is_blitz(self, at: int) -> bool:
        """Whether entering a space makes the move a blitz."""
        return self._combat and self._status(self._state, self._power, at) == HOSTILE


class Voyages(Search):
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

    def passes(self, at: int) -> bool:
        return at not in self._stopping

    def enters(self, at: int, left: int, blitzed: bool) -> list[tuple[int, bool]]:
        if self._is_hopeless(at, left):
            return []
        state, power, kinds = self._state, self._power, self._fleet.kinds
        canals = {to: state.board.canal_between(at, to) for to in self._near[at] if to not in self._barred}
        return [
            (to, False)
            for to, canal in canals.items()
            if canal is None or sea.why_not_pass(state, power, canal, kinds) is None
        ]

    def stops(self, at: int, blitzed: bool) -> bool:
        if at not in self._havens:
            is_goal = self._goals is None or at in self._goals
            self._havens[at] = (
                is_goal and why_not_stop_at(self._state, self._power, self._fleet, at, self._combat) is None
            )
        return self._havens[at]

    def _is_hopeless(self, at: int, left: int) -> bool:
        # Few zones hold a fight: whether the fleet could stay in one of them is asked before any way there.
        if self._goals is None:
            return False
        for goal in sorted(self._goals & self._state.board.zones_within(at, left)):
            if self.stops(goal, False):
                return False
        return True


@derived("units", "territories", "wars", "consents", units=OTHERS, consents=unless_shut_out)
def _marches(state: GlobalState, power: str, march: March, at: int, left: int, blitzed: bool) -> Ahead:
    """What lies ahead of land units that began in a territory."""
    return Marches(state, power, *march).ahead(at, left, blitzed)


def is_fight_near(state: GlobalState, power: str, at: int, left: int) -> bool:
    """Whether land units may find a fight within so many steps of a territory; without one no combat move is made."""
    return not disputed(state, power).isdisjoint(state.board.lands_within(at, left))


def ways_on_land(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some land units can take together."""
    left, start = min([land.left(state, key) for key in keys]), state.units[keys[0]].at
    blitzes = _blitzes_of(state, power, keys, start) if combat and left > 1 else None
    return Ways(partial(_marches, state, power, (start, left, blitzes, combat)), start, left)


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
        return Ways(partial(_convoys, state, power, fleet, combat), fleet.at, fleet.left)
    return Ways(partial(_sorties if combat else _voyages, state, power, fleet), fleet.at, fleet.left)


@derived("units", "territories", "wars", "permits", units=OTHERS, permits=unless_let_through)
def _voyages(state: GlobalState, power: str, fleet: Fleet, at: int, left: int, blitzed: bool) -> Ahead:
    return Voyages(state, power, fleet, False).ahead(at, left, blitzed)


@derived("units", "territories", "wars", "permits", "battles", "consents", units=SEA, **AGREEMENTS)
def _sorties(state: GlobalState, power: str, fleet: Fleet, at: int, left: int, blitzed: bool) -> Ahead:
    return Voyages(state, power, fleet, True).ahead(at, left, blitzed)


@derived("units", "territories", "wars", "permits", "orders", "powers", "battles", "consents", "slips")
def _convoys(state: GlobalState, power: str, fleet: Fleet, combat: bool, at: int, left: int, blitzed: bool) -> Ahead:
    return Voyages(state, power, fleet, combat).ahead(at, left, blitzed)


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
