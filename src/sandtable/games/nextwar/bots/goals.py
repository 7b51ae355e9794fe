"""What a side is after: the places that decide its card, what hexes are worth, and how near each hex is to them."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from sandtable.games.nextwar.model import ALLIED, DPRK, SIDES, KoreaState, enemy
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.victory.scoring import capture2
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel.memory import derived

DECISIVE = 24.0
"""What a place is worth that the card names."""
POINT = 1.0
"""What half a victory point is worth where points decide, and where they only break ties."""
TRIFLE = 0.15
FADES = 0.82
"""How much of a place's pull is left one hex further away."""
LEAST_PULL = 0.02
NEAR = 7
"""Hexes within which an enemy makes a place worth guarding."""


def named(state: KoreaState, side: str) -> Iterator[int]:
    """The places that the card's verdict hangs on, for a side."""
    board = state.board
    victory = board.card["victory"]
    match victory["kind"]:
        case "seoul":
            yield from board.capitals[DPRK]
        case "pyongyang":
            yield from board.capitals[ALLIED]
        case "incheon":
            yield board.place(victory["hex"])
        case "points":
            yield from (board.place(label) for label in victory["places"])
        case "vp":
            yield from board.capitals[DPRK]
            yield from board.capitals[ALLIED]
        case _:
            for key in (f"{side}_{level}" for side in SIDES for level in ("major", "minor")):
                for labels in victory.get(key, ()):
                    yield from (board.place(label) for label in labels if label != "any_of")


@derived()
def worth(state: KoreaState, side: str) -> dict[int, float]:
    """What each hex is worth to a side, whoever has it now."""
    kind = state.board.card["victory"]["kind"]
    each = POINT if kind == "vp" else TRIFLE
    found: dict[int, float] = {}
    for place, ground in state.board.ground.items():
        if is_hex(place) and ground.is_land and (points := capture2(state, place, side)):
            found[place] = each * points
    decisive = DECISIVE / 3 if kind == "vp" else DECISIVE
    for place in named(state, side):
        found[place] = found.get(place, 0.0) + decisive
    return found


def wanted(state: KoreaState, side: str) -> dict[int, float]:
    """What a side does not have and would like to."""
    return {place: value for place, value in worth(state, side).items() if controller(state, place) != side}


def threatened(state: KoreaState, side: str) -> dict[int, float]:
    """What a side has, and an enemy is near enough to take."""
    foes = [place for place, holder in holders(state).items() if holder == enemy(side) and is_hex(place)]
    close = spread(state, dict.fromkeys(foes, 1.0), least=FADES**NEAR)
    found = {}
    for place, value in worth(state, enemy(side)).items():
        if place in close and controller(state, place) == side:
            found[place] = value * (0.4 + close[place])
    return found


def spread(state: KoreaState, sources: dict[int, float], least: float = LEAST_PULL) -> dict[int, float]:
    """How strongly places pull at each hex: fully in the hex itself, less with every hex further away."""
    near, ground = state.board.near, state.board.ground
    found: dict[int, float] = {}
    queue = [(-value, place) for place, value in sources.items()]
    queue.sort()
    while queue:
        pull, place = heappop(queue)
        if place in found:
            continue
        found[place] = -pull
        further = pull * FADES
        if -further < least:
            continue
        for other in near.get(place, ()):
            if other not in found and is_hex(other) and ground[other].is_land:
                heappush(queue, (further, other))
    return found


def pull(state: KoreaState, side: str) -> dict[int, float]:
    """Where a side is drawn to: what it wants, and what it has to guard."""
    found = spread(state, {place: value for place, value in wanted(state, side).items() if value >= 1.0})
    for place, value in threatened(state, side).items():
        found[place] = found.get(place, 0.0) + value
    return found


def is_attacker(state: KoreaState, side: str) -> bool:
    """Whether a side loses when nothing happens."""
    value = {place: worth(state, side).get(place, 0.0) for place in named(state, side)}
    have = sum(points for place, points in value.items() if controller(state, place) == side)
    return have * 2 < sum(value.values())
