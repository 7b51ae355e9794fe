"""Chapters 9.2 and 9.4: the ways of land units and ships, worked out once for all groups that are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules import land, sea
from sandtable.games.axisallies.rules.landing import why_not_abandon
from sandtable.games.axisallies.rules.sea import Fleet
from sandtable.games.axisallies.rules.spaces import FRIENDLY, HOSTILE, land_status
from sandtable.kernel import Refusal, derived

Way = tuple[int, ...]


class Ways:
    """Where a group can go from a space, looked at step by step and only as far as somebody asks.

    What lies ahead depends on where the group is, on the movement left and on whether it has blitzed, not on how it
    got there. A step is on offer only when the move can end there or farther on.
    """

    __slots__ = ("_ahead", "_blitzes", "_enters", "_left", "_near", "_passes", "_start", "_stops")

    def __init__(
        self,
        start: int,
        left: int,
        near: Mapping[int, tuple[int, ...]],
        enters: Callable[[int, int], bool],
        passes: Callable[[int], bool],
        stops: Callable[[int, bool], bool],
        blitzes: Callable[[int], bool] = lambda at: False,
    ) -> None:
        self._start, self._left, self._near = start, left, near
        self._enters, self._passes, self._stops, self._blitzes = enters, passes, stops, blitzes
        self._ahead: dict[tuple[int, int, bool, bool], tuple[int, ...]] = {}

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
        return bool(self._onward(self._start, self._left, False, True))

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
        return any(self._blitzes(at) for at in path)

    def _onward(self, at: int, left: int, blitzed: bool, is_start: bool) -> tuple[int, ...]:
        key = (at, left, blitzed, is_start)
        if key not in self._ahead:
            self._ahead[key] = tuple(self._look(at, left, blitzed, is_start))
        return self._ahead[key]

    def _look(self, at: int, left: int, blitzed: bool, is_start: bool) -> list[int]:
        if left < 1 or not (is_start or self._passes(at)):
            return []
        found = []
        for to in self._near[at]:
            if self._enters(at, to):
                now = blitzed or self._blitzes(to)
                if self._stops(to, now) or self._onward(to, left - 1, now, False):
                    found.append(to)
        return found


# rule: AA-9.2.general.through-friendly, AA-9.2.general.stop
@derived("units", "territories", "wars")
def land_ways(state: World, power: str, start: int, left: int, may_blitz: bool, combat: bool) -> Ways:
    """The ways of land units in a territory that have so much movement left."""

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

    return Ways(start, left, state.board.land_next, enters, passes, stops, blitzes)


def ways_on_land(state: World, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some land units can take together."""
    left = min(land.left(state, key) for key in keys)
    may_blitz = combat and left > 1 and land.why_no_blitz(state, power, keys) is None
    return land_ways(state, power, state.units[keys[0]].at, left, may_blitz, combat)


@derived("units", "territories", "wars", "permits", "orders", "powers", "battles")
def sea_ways(state: World, power: str, fleet: Fleet, combat: bool) -> Ways:
    """The ways of a fleet."""

    def enters(a: int, b: int) -> bool:
        canal = state.board.canal_between(a, b)
        if canal is not None and sea.why_not_pass(state, power, canal, fleet.kinds) is not None:
            return False
        return combat or sea.why_not_sail_quietly(state, power, fleet.kinds, b) is None

    def passes(at: int) -> bool:
        return not sea.must_stop(state, power, fleet.kinds, at)

    ends: dict[int, bool] = {}

    def stops(zone: int, blitzed: bool) -> bool:
        if zone not in ends:
            ends[zone] = why_not_stop_at(state, power, fleet, zone, combat) is None
        return ends[zone]

    return Ways(fleet.at, fleet.left, state.board.sea_next, enters, passes, stops)


def why_not_stop_at(state: World, power: str, fleet: Fleet, zone: int, combat: bool) -> Refusal | None:
    """Why a fleet may not end its move in a zone."""
    if (no := sea.why_not_stop(state, power, fleet, zone, combat)) is not None:
        return no
    return why_not_abandon(state, power, fleet.carriers, zone, combat) if fleet.carriers else None


def ways_at_sea(state: World, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """The ways some ships can take together."""
    return sea_ways(state, power, sea.fleet_of(state, power, keys, combat), combat)
