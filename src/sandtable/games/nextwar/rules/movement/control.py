"""Rules 2.8 and 8.4: who controls a hex, and the step in which that changes."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, HOME, JAPAN, KoreaState, enemy
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.ground import BUSAN, is_hex
from sandtable.kernel import Draft, derived


# rule: NW-2.8.a
def controller(state: KoreaState, place: int) -> str:
    """The side that controls a hex of land or a box."""
    return state.captured.get(place) or state.board.owners.get(place, "")


# rule: NWK-15.10.a
def is_gone(state: KoreaState, place: int) -> bool:
    """Whether a place is no more: Busan after the nuclear attack."""
    return place == BUSAN and state.busan_lost


def is_home(state: KoreaState, place: int, side: str) -> bool:
    """Whether a hex lies in the country of a side or of its ally."""
    country = state.board.ground[place].country
    return country == HOME[side] or (country == JAPAN and side == ALLIED)


# rule: NW-8.3.1.2.b, NW-8.3.1.5.a, NW-8.4.1.2.a
def needs_mopup(state: KoreaState, place: int, side: str) -> bool:
    """Whether a side would have to mop up a hex to control it: hard, in the enemy's country and his."""
    return place in hard_hexes(state, side)


@derived("captured")
def hard_hexes(state: KoreaState, side: str) -> frozenset[int]:
    """All hexes that a side would have to mop up."""
    return frozenset(h for h in state.board.map.hard[side] if controller(state, h) != side)


# rule: NW-8.3.1.10.a, NW-9.5.2.a
def has_fort(state: KoreaState, place: int, side: str) -> bool:
    """Whether the works in a hex serve a side: built by it, never taken, and not in the enemy's hands."""
    return place in forts(state, side)


@derived("breached", "captured")
def forts(state: KoreaState, side: str) -> frozenset[int]:
    """All hexes whose works serve a side."""
    taken = (place for place, owner in state.captured.items() if owner != side)
    return state.board.map.forts[side].difference(state.breached, taken)


# rule: NW-2.8.b, NW-2.8.c
def visit(d: Draft[KoreaState], places: tuple[int, ...], side: str) -> None:
    """Note that a unit of a side was the last one in some hexes; nothing changes hands yet."""
    for place in places:
        if not is_hex(place) or not d.now.board.ground[place].is_land or place in d.now.board.map.edges:
            continue
        if controller(d.now, place) == side:
            if place in d.now.visited:
                d.drop("visited", place)
        elif d.now.visited.get(place) != side:
            d.put("visited", place, side)


# rule: NWS-STD-5.6, NW-8.4
def change_hands(d: Draft[KoreaState]) -> None:
    """Hexes pass to the side whose unit was the last in them; hard ones only once they are mopped up."""
    for place, side in tuple(d.now.visited.items()):
        d.drop("visited", place)
        if not needs_mopup(d.now, place, side):
            take(d, place, side, "NW-2.8.c")


# rule: NW-8.4.1.2.b, NW-8.3.1.10.b
def take(d: Draft[KoreaState], place: int, side: str, rule: str) -> None:
    """Give a hex to a side, with the victory points for it; enemy works in it are lost for good."""
    state = d.now
    if controller(state, place) == side:
        return
    if state.board.owners[place] == side:
        d.drop("captured", place)
    else:
        d.put("captured", place, side)
    fort = state.board.ground[place].fort
    if fort == enemy(side) and place not in state.breached:
        d.put("breached", place, state.turn)
    if points2 := scoring.capture2(state, place, side):
        scoring.score(d, side, points2)
        d.log("log.captured", rule, at(place), by=side, place=at(place), side=side, vp=scoring.written(points2))


def occupies(state: KoreaState, place: int, side: str) -> bool:
    """Whether a ground unit of a side stands in a hex."""
    return holders(state).get(place) == side
