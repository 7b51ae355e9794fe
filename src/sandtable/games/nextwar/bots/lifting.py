"""Light troops by air: into what nobody holds, where that decides something or comes too late to be taken back."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.actions.lifting import Airmobile, StepIn
from sandtable.games.nextwar.bots import attacking, goals, occupying
from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import airmobile, control, landings
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel.choices import OneOf
from sandtable.planning import Idea, Verbs

PRIZE = 8.0
"""Worth from which a place is worth a flight before the last turns."""
LATE = 1
"""Turns before the end from which any place is: nobody takes it back."""
SAFE = 0.75
"""How often a flight comes through."""
MOST_PRIZES, MOST_IDEAS = 12, 5


def ideas(state: KoreaState, side: str, verbs: Verbs) -> Iterator[Idea]:
    """Flights that promise more than they put at stake, the best first; who has landed goes on into the streets."""
    if "step_in" in verbs:
        yield from _steps(state, side)
    if "airmobile" in verbs:
        yield from _flights(state, side)


def _steps(state: KoreaState, side: str) -> Iterator[Idea]:
    """From where they came down into the hard hex that is worth most."""
    wanted = goals.wanted(state, side)
    for key in landings.poised(state, side).legal:
        choice = landings.prizes(state, side, int(key))
        places = sorted((int(h) for h in choice.legal), key=lambda h: (-wanted.get(h, 0.0), h))
        yield tuple(StepIn(unit=int(key), to=place) for place in places if _pays(state, place, int(key), wanted))


def _flights(state: KoreaState, side: str) -> Iterator[Idea]:
    wanted, held = goals.wanted(state, side), holders(state)
    is_late = state.turn >= state.board.turns - LATE
    prizes = [
        place
        for place, value in wanted.items()
        if (is_late or value >= PRIZE) and place not in held and state.visited.get(place) != side
    ]
    prizes = sorted(prizes, key=lambda h: (-wanted[h], h))[:MOST_PRIZES]
    flyers = airmobile.flyers(state, side) if prizes else OneOf("piece", ())
    found: list[tuple[float, Airmobile]] = []
    for key in map(int, flyers.legal):
        if _is_needed(state, side, key):
            continue
        most = airmobile.reach(state, key)
        for place in prizes:
            gain = _worth(state, place, key, wanted)
            spot = _landing(state, key, place, most) if gain > 0 else 0
            if spot:
                found.append((gain, Airmobile(unit=key, to=spot)))
    for _, action in sorted(found, key=lambda one: (-one[0], one[1].unit, one[1].to))[:MOST_IDEAS]:
        yield (action,)


def _is_needed(state: KoreaState, side: str, key: int) -> bool:
    """Whether a unit is the last one in a place that has to be held."""
    here = state.units[key].hex
    friends = [k for k in on_board(state, side) if state.units[k].hex == here and k != key]
    return not friends and here in goals.threatened(state, side)


def _landing(state: KoreaState, key: int, place: int, most: int) -> int:
    """Where to come down for a place: in it, or beside it where it has to be entered on foot; 0 for nowhere."""
    side = state.board.units[key].side
    spots = (place,) if not control.needs_mopup(state, place, side) else state.board.near.get(place, ())
    foes = {h for h, holder in holders(state).items() if holder == enemy(side)}

    def danger(spot: int) -> tuple[int, int]:
        return (sum(h in foes for h in state.board.near.get(spot, ())), spot)

    open_to = [h for h in spots if is_hex(h) and airmobile.why_not_to(state, key, h, most) is None]
    if control.needs_mopup(state, place, side):
        open_to = [h for h in open_to if landings.why_not_step(state, key, h, place) is None]
    return min(open_to, key=danger, default=0)


def _worth(state: KoreaState, place: int, key: int, wanted: dict[int, float]) -> float:
    """What a flight brings on average: a place that is taken, less a unit that is not seen again."""
    likely = SAFE * occupying.chance(state, place, (key,))
    # Pyongyang, where being there is enough on the last turn, is the one exception to what mopping up asks.
    if state.board.card["victory"]["kind"] == "pyongyang" and state.turn >= state.board.turns:
        likely = SAFE
    return likely * wanted.get(place, 0.0) - (1 - likely) * attacking.price(state, (key,))


def _pays(state: KoreaState, place: int, key: int, wanted: dict[int, float]) -> bool:
    return _worth(state, place, key, wanted) > 0
