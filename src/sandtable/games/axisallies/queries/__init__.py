"""What the umpire tells beside the rules: overlays on the map, and the chances of a battle before it is fought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.queries import battleboard, overlays
from sandtable.kernel.queries import Odds, Overlay, Plan, Query, Suggestion


def _odds(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    # Loaded when the first question comes: the odds need numpy, the rules do not.
    from sandtable.games.axisallies.queries import chances

    return chances.odds(state, seat, params)


def _calculate(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    from sandtable.games.axisallies.queries import chances

    return chances.calculate(state, seat, params)


def _propose(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Suggestion | None:
    from sandtable.games.axisallies.queries import proposals

    return proposals.propose(state, seat)


def _plan(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Plan | None:
    from sandtable.games.axisallies.queries import plans

    return plans.plan(state, seat, params)


def _voyage(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Overlay | Suggestion | None:
    from sandtable.games.axisallies.queries import plans

    return plans.voyage(state, seat, params)


QUERIES: dict[str, Query] = {
    "reach": overlays.reach,
    "threat": overlays.threat,
    "control": overlays.control,
    "odds": _odds,
    "propose": _propose,
    "battle": battleboard.board,
    "calculate": _calculate,
    "plan": _plan,
    "voyage": _voyage,
}
