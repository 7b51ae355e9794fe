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
GOING = {
    "rough": 1.3,
    "rough_woods": 1.4,
    "marsh": 1.6,
    "highland": 1.8,
    "highland_woods": 2.0,
    "mountain": 2.6,
}
"""What a hex of hard ground is as a march, in hexes of open ground; along a road; across a river."""
ROAD, RIVER = 0.6, 0.8


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


@derived("captured")
def wanted(state: KoreaState, side: str) -> dict[int, float]:
    """What a side does not have and would like to, within the playing area."""
    outside = state.board.closed
    return {
        place: value
        for place, value in worth(state, side).items()
        if place not in outside and controller(state, place) != side
    }


def threatened(state: KoreaState, side: str) -> dict[int, float]:
    """What a side has, and an enemy is near enough to take; what the verdict hangs on is never safe."""
    foes = [place for place, holder in holders(state).items() if holder == enemy(side) and is_hex(place)]
    close = spread(state, dict.fromkeys(foes, 1.0), least=FADES**NEAR)
    decisive = () if by_points(state) else tuple(named(state, enemy(side)))
    found = {}
    for place, value in worth(state, enemy(side)).items():
        if (place in close or place in decisive) and controller(state, place) == side:
            found[place] = value * (0.4 + close.get(place, 0.0))
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


@derived("captured")
def calls(state: KoreaState, side: str) -> dict[int, float]:
    """How strongly what a side wants pulls at each hex."""
    return spread(state, {place: value for place, value in wanted(state, side).items() if value >= 1.0})


def pull(state: KoreaState, side: str) -> dict[int, float]:
    """Where a side is drawn to: what it wants, and what it has to guard."""
    found = dict(calls(state, side))
    for place, value in threatened(state, side).items():
        found[place] = found.get(place, 0.0) + value
    return found


def by_points(state: KoreaState) -> bool:
    """Whether victory points decide, and not places."""
    return bool(state.board.card["victory"]["kind"] == "vp")


def is_attacker(state: KoreaState, side: str) -> bool:
    """Whether a side loses when nothing happens; where points decide, nobody wins by waiting."""
    if by_points(state):
        return True
    value = {place: worth(state, side).get(place, 0.0) for place in named(state, side)}
    have = sum(points for place, points in value.items() if controller(state, place) == side)
    return have * 2 < sum(value.values())


def is_pressed(state: KoreaState, side: str) -> bool:
    """Whether a side has to take places before the turns run out."""
    return not by_points(state) and is_attacker(state, side)


# -- ways ------------------------------------------------------------------------------------------------------------


def way_to(state: KoreaState, goal: int) -> dict[int, float]:
    """How far each hex of land is from a goal, in marches of open ground; worked out once for the map."""
    known: dict[int, dict[int, float]] = state.board.map.cache.setdefault(("ways", state.board.closed), {})
    if goal not in known:
        known[goal] = _way_to(state, goal)
    return known[goal]


def _way_to(state: KoreaState, goal: int) -> dict[int, float]:
    korea = state.board
    found: dict[int, float] = {}
    queue = [(0.0, goal)]
    while queue:
        far, place = heappop(queue)
        if place in found:
            continue
        found[place] = far
        heavy = GOING.get(korea.terrain(place), 1.0)
        for other in korea.near.get(place, ()):
            if other in found or not is_hex(other) or not korea.ground[other].is_land:
                continue
            if korea.leads_out(other, place):
                continue  # nobody goes out of the playing area
            border = korea.border(other, place)
            if border.is_closed:
                continue
            step = ROAD if border.road else heavy + (RIVER if border.river and not border.bridge else 0.0)
            heappush(queue, (far + step, other))
    return found
