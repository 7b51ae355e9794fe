"""Chapter 13: Axis air interdiction."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.air.air import AT_SEA, fighters, missions, over, ready
from sandtable.games.eastfront.rules.soviet_units.soviet_units import STAFF_MARKER
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from sandtable.games.eastfront.scenario.terrain import COVERED
from sandtable.kernel import Draft, OneOf, Refusal, refuse

NAVAL = "naval_interdiction"
"""The track with the level of the marker in the box of naval interdiction."""


# rule: EF-13.11, EF-13.12, EF-13.13
def mission_hexes(state: CrimeaState, seat: str) -> OneOf:
    """Hexes that can be interdicted."""
    ground = state.board.ground
    flown = [unit.hex for unit in state.air.values() if unit.side == AXIS]
    # rule: EF-PB5.9
    fit = [h for h in ground if ground[h].terrain != COVERED and h not in flown] if ready(state, AXIS) else []

    def why(h: int) -> Refusal | None:
        return refuse("EF-17.21", "refuse.mission_there", at(h), place=at(h))

    return OneOf("place", fit, why=why)


def interdictor(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it has aircraft ready."""
    return (AXIS,) if ready(state, AXIS) else ()


# rule: EF-17.23
def intercept_hexes(state: CrimeaState, seat: str) -> OneOf:
    """Missions that Soviet fighters can oppose."""
    known = [h for h in missions(state) if h != AT_SEA and not over(state, h, SOVIET)]
    fit = [h for h in known if fighters(state, SOVIET, h).legal]

    def why(h: int) -> Refusal | None:
        return refuse("EF-17.23", "refuse.no_mission", at(h), place=at(h))

    return OneOf("place", fit, why=why)


def interceptor(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, where they could oppose a mission."""
    return (SOVIET,) if missions(state) and intercept_hexes(state, SOVIET).is_possible() else ()


# rule: EF-13.16, EF-4.2.D
def lift(d: Draft[CrimeaState]) -> None:
    """Take the interdiction markers off."""
    for place in tuple(d.now.interdiction):
        d.drop("interdiction", place)
    for track in (NAVAL, STAFF_MARKER):
        if track in d.now.tracks:
            d.drop("tracks", track)
