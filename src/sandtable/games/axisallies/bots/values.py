"""What territories are worth, and how strongly they draw units from afar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.spaces.spaces import is_neutral_land, leans_to
from sandtable.games.axisallies.rules.turns.powers import alliance, are_allies, at_war, has_lost_capital
from sandtable.kernel import derived

CITY, CAPITAL, MAJOR, MINOR, BASE = 7.0, 16.0, 8.0, 4.0, 1.5
FADE = 0.78
"""How much of its pull a prize loses with each space of distance."""
SEA_FADE = 0.86
AT_PEACE = 0.6
"""How much what may not be attacked yet draws."""


@derived("territories")
def prize(state: GlobalState, at: int) -> float:
    """What changing hands is worth to both sides together, in IPC: income of a few turns, cities, capitals, works."""
    space, land = state.board.spaces[at], state.territories[at]
    worth = 0.5 + 2.0 * space.ipc
    if space.victory_city:
        worth += CITY
    if space.capital_of and land.holder == space.capital_of:
        worth += CAPITAL
    worth += {"major_ic": MAJOR, "minor_ic": MINOR}.get(land.works, 0.0)
    return worth + BASE * (land.air_base + land.naval_base)


def is_enemy_land(state: GlobalState, power: str, at: int) -> bool:
    """Whether a territory is held by the other side, at war or not yet, or is a neutral that leans to it."""
    land = state.territories[at]
    if land.holder:
        return not are_allies(state, land.holder, power)
    if state.board.spaces[at].dutch:
        return alliance(state, power) == "axis"
    return is_neutral_land(state, at) and leans_to(land) not in ("", alliance(state, power))


def is_target(state: GlobalState, power: str, at: int) -> bool:
    """Whether a power may, as far as wars go, attack a territory now."""
    land = state.territories[at]
    if land.holder:
        return at_war(state, land.holder, power)
    return is_enemy_land(state, power, at)


def is_friendly_land(state: GlobalState, power: str, at: int) -> bool:
    """Whether a territory is held by a power's own side."""
    holder = state.territories[at].holder
    return bool(holder) and are_allies(state, holder, power)


@derived("territories", "wars")
def pull(state: GlobalState, power: str) -> Mapping[int, float]:
    """How strongly prizes reachable overland draw a power's land units, per territory.

    Everything the other side holds draws, less while there is peace; the pull fades with the distance by land.
    """
    sources = {
        at: prize(state, at) * (1.0 if is_target(state, power, at) else AT_PEACE)
        for at in state.territories
        if is_enemy_land(state, power, at)
    }
    passable = [at for at in state.territories if at in sources or is_friendly_land(state, power, at)]
    return spread(sources, state.board.land_next, passable, FADE)


@derived("territories", "wars")
def sea_pull(state: GlobalState, power: str) -> Mapping[int, float]:
    """How strongly coasts held by the enemy draw a power's ships, per sea zone."""
    board = state.board
    sources: dict[int, float] = {}
    for at in state.territories:
        if is_enemy_land(state, power, at):
            worth = prize(state, at) * (1.0 if is_target(state, power, at) else AT_PEACE)
            for zone in board.sea_next[at]:
                sources[zone] = max(sources.get(zone, 0.0), worth)
    zones = {at for at, space in board.spaces.items() if space.kind == "sea"}
    return spread(sources, board.sea_next, zones, SEA_FADE)


def spread(
    sources: Mapping[int, float], near: Mapping[int, tuple[int, ...]], passable: Iterable[int], fade: float
) -> dict[int, float]:
    """The strongest pull of any source at every place, fading step by step."""
    open_to = frozenset(passable)
    strength = dict(sources)
    ring = sorted(strength)
    while ring:
        following: dict[int, None] = {}
        for place in ring:
            passed_on = strength[place] * fade
            for other in near[place]:
                if other in open_to and passed_on > strength.get(other, 0.0) + 1e-9:
                    strength[other] = passed_on
                    following[other] = None
        ring = sorted(following)
    return strength


@derived("territories")
def capitals(state: GlobalState, power: str) -> tuple[int, ...]:
    """The capitals a power still holds."""
    own = state.board.powers[power].economies
    places = (state.board.economies[economy].capital for economy in own if not has_lost_capital(state, economy))
    return tuple(at for at in places if at and state.territories[at].holder == power)


def army_value(state: GlobalState, side: str) -> int:
    """The cost of all units of an alliance."""
    kinds = state.board.kinds
    mine = [u for u in state.units.values() if u.owner in state.board.powers and alliance(state, u.owner) == side]
    return sum(kinds[unit.kind].cost for unit in mine)


def production_of(state: GlobalState, side: str) -> int:
    """The printed income of all territories an alliance holds."""
    held = [at for at, land in state.territories.items() if land.holder and alliance(state, land.holder) == side]
    return sum(state.board.spaces[at].ipc for at in held)
