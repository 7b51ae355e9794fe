"""Chapter 25.2 and the play-book's 7.22: victory points for places, and the garrisons without which they are lost.

A card lists them: ``vp_places: [{hex: "5718", points: 3}]``, with ``until: [{to: 65, points: 6}]`` for early turns and
``retaken`` for a second time; ``vp_belt: {each: 2}`` counts the hexes of the fortified belt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.enlarged_map.works import BELT
from sandtable.games.eastfront.rules.results.results import add
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, stacks
from sandtable.games.eastfront.scenario import CITIES
from sandtable.kernel import Draft, derived
from sandtable.kernel.graph import flood

BELT_HEXES, BELT_TRACK = 6, "belt"
"""Hexes of the belt that make a bonus, and the track that it is noted on."""


# rule: EFS-10.3.vp, EFS-10.4.vp, EFS-10.2.obj
@derived("turn", "plan", "tracks")
def values(state: CrimeaState) -> dict[int, int]:
    """The places of the card with what they are worth if they are taken now; belt hexes where the card counts them."""
    found = {int(row["hex"]): _worth(state, row, state.turn) for row in _rows(state)}
    if each := (state.board.card.get("vp_belt") or {}).get("each", 0):
        found |= dict.fromkeys(_belt(state), each)
    return found


def _rows(state: CrimeaState) -> tuple[Mapping[str, Any], ...]:
    """The places of the card."""
    return tuple(state.board.card.get("vp_places") or ())


# rule: EFS-10.5.vp
def _worth(state: CrimeaState, row: Mapping[str, Any], turn: int) -> int:
    """What a place is worth in a turn: dearer in the early ones, and less when it has to be taken a second time."""
    place, row = int(row["hex"]), row.get(plans.shown(state), row)
    if "retaken" in row and _first(place) in state.tracks:
        return int(row["retaken"])
    early = next((one["points"] for one in row.get("until", ()) if turn <= one["to"]), None)
    return int(row["points"] if early is None else early)


# rule: EFS-10.55.a
def recount(d: Draft[CrimeaState]) -> None:
    """Correct what places count for, when a plan is shown: each by the turn in which it was taken."""
    for row in _rows(d.now):
        place = int(row["hex"])
        had = d.now.tracks.get(_counted(place), 0)
        now = _worth(d.now, row, d.now.tracks.get(_since(place), d.now.turn)) if had else 0
        if now != had:
            d.put("tracks", _counted(place), now)
            add(d, "vp", now - had)
            total = d.now.tracks["vp"]
            d.log("log.place", "EFS-10.55.a", at(place), place=at(place), points=now - had, total=total, bare=0)


def _belt(state: CrimeaState) -> tuple[int, ...]:
    """The hexes of the fortified belt, worked out once."""
    board = state.board
    if BELT not in board.cache:
        board.cache[BELT] = tuple(h for h, ground in board.ground.items() if ground.works == BELT)
    found: tuple[int, ...] = board.cache[BELT]
    return found


# rule: EFS-10.4.vp
def belt_bonus(state: CrimeaState) -> int:
    """What the belt as a whole is worth where the card asks for six hexes of it."""
    bonus = int((state.board.card.get("vp_belt") or {}).get("six_or_more", 0))
    taken = [h for h in _belt(state) if state.control.get(h) == AXIS] if bonus else []
    return bonus if len(taken) >= BELT_HEXES else 0


def _counted(place: int) -> str:
    return f"place_{place}"


def _first(place: int) -> str:
    return f"first_{place}"


def _since(place: int) -> str:
    return f"since_{place}"


def _city(state: CrimeaState, place: int) -> tuple[int, ...]:
    """The hexes of the city that a place belongs to; the place alone where it is no city."""
    ground, near = state.board.ground, state.board.grid.neighbours
    if ground[place].place not in CITIES:
        return ()
    cities: dict[int, tuple[int, ...]] = state.board.cache.setdefault("cities", {})
    if place not in cities:
        cities[place] = tuple(sorted(flood([place], near, lambda a, b: ground[b].place in CITIES).costs))
    return cities[place]


# rule: EF-PB7.22
def garrison(state: CrimeaState, city: tuple[int, ...]) -> int:
    """Steps of the Axis in the hexes of a city."""
    here = [key for place in city for key in stacks(state).get(place, ())]
    return sum(state.pieces[key].steps for key in here if state.board.units[key].side == AXIS)


# rule: EF-25.2, EF-PB7.22
@derived("control", "pieces", "tracks", "turn", "plan", pieces=memory.unless(memory.changed_stack))
def held(state: CrimeaState) -> dict[int, int]:
    """The places that count for the Axis now: those it holds, of each city only as many as its garrison has steps."""
    known = values(state)
    taken = [h for h in known if state.control.get(h) == AXIS]
    found = {}
    for place in taken:
        city = _city(state, place)
        mates = sorted((h for h in taken if h in city), key=lambda h: (-known[h], h))
        if not city or mates.index(place) < garrison(state, city):
            found[place] = state.tracks.get(_counted(place), 0) or known[place]
    return found


@derived("control", "pieces", "tracks", "turn", "plan", pieces=memory.unless(memory.changed_stack))
def _is_settled(state: CrimeaState) -> bool:
    """Whether every place counts what it should; asked after every action."""
    counts, tracks = held(state), state.tracks
    for place in values(state):
        if counts.get(place, 0) != tracks.get(_counted(place), 0):
            return False
        if state.control.get(place) == AXIS and _first(place) not in tracks:
            return False
    return belt_bonus(state) == tracks.get(BELT_TRACK, 0)


# rule: EF-25.2
def settle(d: Draft[CrimeaState]) -> None:
    """Give and take the points of places at once."""
    if _is_settled(d.now):
        return
    for place in values(d.now):
        now, had = held(d.now).get(place, 0), d.now.tracks.get(_counted(place), 0)
        if d.now.control.get(place) == AXIS and _first(place) not in d.now.tracks:
            d.put("tracks", _first(place), d.now.turn)
        if now == had:
            continue
        bare = not now and d.now.control.get(place) == AXIS
        d.put("tracks", _counted(place), now)
        if now and not had and plans.terms(d.now.board):
            d.put("tracks", _since(place), d.now.turn)
        add(d, "vp", now - had)
        rule, total = "EF-PB7.22" if bare else "EF-25.2", d.now.tracks["vp"]
        d.log("log.place", rule, at(place), place=at(place), points=now - had, total=total, bare=int(bare))

    if (bonus := belt_bonus(d.now)) != (had := d.now.tracks.get(BELT_TRACK, 0)):
        d.put("tracks", BELT_TRACK, bonus)
        add(d, "vp", bonus - had)
        d.log("log.scored", "EFS-10.4.vp", reason="belt", points=bonus - had, total=d.now.tracks["vp"])


def captured_this_turn(state: CrimeaState) -> tuple[int, ...]:
    """Places that the Axis took for the first time in this turn and still holds."""
    held_now = [h for h in values(state) if state.control.get(h) == AXIS]
    return tuple(h for h in held_now if state.tracks.get(_first(h)) == state.turn)
