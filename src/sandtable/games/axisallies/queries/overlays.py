"""Overlays on the map: who holds what, where a unit can go now, and what the enemy could send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.axisallies.flow import SEQUENCE
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import UnknownName
from sandtable.kernel.choices import OneOf, Path
from sandtable.kernel.queries import Overlay

MOST_STEPS = 6
"""Spaces that any unit can move; long-range aircraft choose their goal at once and need no steps."""


def control(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """Who holds each territory."""
    return Overlay(places={str(at): land.holder for at, land in state.territories.items() if land.holder})


def threat(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Overlay:
    """For every space that a power holds or stands in, the units that one enemy could throw at it next turn."""
    # Loaded when the first question comes: threats are reckoned with odds, which need numpy; the rules do not.
    from sandtable.games.axisallies.bots import threats

    power = str(params.get("side") or seat or state.active or "germany")
    if power not in state.board.powers:
        raise UnknownName("power", power, tuple(state.board.powers))
    held = {at: None for at, land in state.territories.items() if land.holder == power}
    held |= {unit.at: None for unit in state.units.values() if unit.owner == power}
    counts = {at: sum(threats.threat(state, power, at).values()) for at in sorted(held)}
    return Overlay(places={str(at): count for at, count in counts.items() if count})


def reach(state: GlobalState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Where a unit can go in this phase, each space with how many steps it takes."""
    piece = params.get("piece")
    unit = state.units.get(piece) if isinstance(piece, int) else None
    if unit is None:
        return None
    places: dict[str, int | str] = {}
    for at, steps in sorted(_goals(state, unit.owner, int(piece or 0)), key=lambda goal: (goal[1], goal[0])):
        places.setdefault(str(at), steps)
    return Overlay(places=places, sources=(str(unit.at),), rule="AA-9.2.general.purpose") if places else None


def _goals(state: GlobalState, power: str, piece: int) -> Iterator[tuple[int, int]]:
    """The spaces that the verbs of the phase would take a unit to."""
    if not state.flow:
        return
    for verb in SEQUENCE.phase(state.here.at).verbs:
        if verb.name not in ("move", "fly", "unload") or (verb.allow and verb.allow(state, power) is not None):
            continue
        first = verb.choice(state, power, [])
        if first is None or first.refusal((piece,)) is not None:
            continue
        ways = verb.choice(state, power, [(piece,)])
        if isinstance(ways, Path):
            yield from _along(ways, ())
        elif isinstance(ways, OneOf):
            yield from ((int(at), ways.costs.get(at, 1)) for at in ways.legal)


def _along(ways: Path, path: tuple[Any, ...]) -> Iterator[tuple[int, int]]:
    if path and ways.may_stop(path):
        yield int(path[-1]), len(path)
    if len(path) < MOST_STEPS:
        for at in ways.steps(path):
            yield from _along(ways, (*path, at))
