"""Chapter 25.2 and the play-book's 7.22: victory points for places, and the garrisons without which they are lost.

A card lists them: ``vp_places: [{hex: "5718", points: 3}]``.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules.results.results import add
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, stacks
from sandtable.games.eastfront.scenario import CITIES
from sandtable.kernel import Draft, derived
from sandtable.kernel.graph import flood


def values(state: CrimeaState) -> dict[int, int]:
    """The places of the card with their points."""
    return {int(row["hex"]): int(row["points"]) for row in state.board.card.get("vp_places") or ()}


def _counted(place: int) -> str:
    return f"place_{place}"


def _first(place: int) -> str:
    return f"first_{place}"


def _city(state: CrimeaState, place: int) -> tuple[int, ...]:
    """The hexes of the city that a place belongs to; the place alone where it is no city."""
    ground, near = state.board.ground, state.board.grid.neighbours
    if ground[place].place not in CITIES:
        return ()
    return tuple(sorted(flood([place], near, lambda a, b: ground[b].place in CITIES).costs))


# rule: EF-PB7.22
def garrison(state: CrimeaState, city: tuple[int, ...]) -> int:
    """Steps of the Axis in the hexes of a city."""
    here = [key for place in city for key in stacks(state).get(place, ())]
    return sum(state.pieces[key].steps for key in here if state.board.units[key].side == AXIS)


# rule: EF-25.2, EF-PB7.22
@derived("control", "pieces")
def held(state: CrimeaState) -> dict[int, int]:
    """The places that count for the Axis now: those it holds, of each city only as many as its garrison has steps."""
    known = values(state)
    taken = [h for h in known if state.control.get(h) == AXIS]
    found = {}
    for place in taken:
        city = _city(state, place)
        mates = sorted((h for h in taken if h in city), key=lambda h: (-known[h], h))
        if not city or mates.index(place) < garrison(state, city):
            found[place] = known[place]
    return found


# rule: EF-25.2
def settle(d: Draft[CrimeaState]) -> None:
    """Give and take the points of places at once."""
    for place in values(d.now):
        now, had = held(d.now).get(place, 0), d.now.tracks.get(_counted(place), 0)
        if d.now.control.get(place) == AXIS and _first(place) not in d.now.tracks:
            d.put("tracks", _first(place), d.now.turn)
        if now == had:
            continue
        bare = not now and d.now.control.get(place) == AXIS
        d.put("tracks", _counted(place), now)
        add(d, "vp", now - had)
        rule, total = "EF-PB7.22" if bare else "EF-25.2", d.now.tracks["vp"]
        d.log("log.place", rule, at(place), place=at(place), points=now - had, total=total, bare=int(bare))


def captured_this_turn(state: CrimeaState) -> tuple[int, ...]:
    """Places that the Axis took for the first time in this turn and still holds."""
    held_now = [h for h in values(state) if state.control.get(h) == AXIS]
    return tuple(h for h in held_now if state.tracks.get(_first(h)) == state.turn)
