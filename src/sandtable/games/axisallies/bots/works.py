"""What is built to last: complexes near a front, bases for a fleet that waits behind one, and research for the rich."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.games.axisallies.actions.buying import Breakthrough, Research
from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.bots.threats import danger
from sandtable.games.axisallies.bots.values import capitals, is_enemy_land, prize, pull, sea_pull
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.mobilize.mobilize import why_not_build
from sandtable.games.axisallies.rules.spaces.spaces import is_hostile_zone, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import economy_of
from sandtable.kernel.graph import flood
from sandtable.planning import Idea

FRONT = 3.0
"""The pull a territory must feel overland to be near a front."""
WORKS_ABROAD = 2
"""Complexes a power from an island builds on the mainland."""
QUIET = 0.3
"""The chance of losing a place above which nothing is built there."""
FLEET = 40
"""The IPC in ships that a naval base must hasten, or an air base cover."""
TRANSPORTS = 2
"""The transports that must lie off a naval base to be."""
COAST, GAIN = 8.0, 1.25
"""What a coast must be worth that a base brings into reach, and how much more than those in reach without it."""
WING, PERIL = 3, 0.3
"""The aircraft an air base must send up, and the danger their ships must be in."""
SPARE = 25
"""What must be left for units beside a base."""
RICH, CHARTS = 45, (1, 2)
"""The treasury from which on a research die is bought, one for each such sum; the charts of armies and of fleets."""


def is_island_power(state: GlobalState, power: str, economy: str) -> bool:
    """Whether a treasury's capital has no enemy to march to."""
    home = state.board.economies[economy].capital
    return bool(home) and pull(state, power).get(home, 0.0) < FRONT


def worth_building(state: GlobalState, power: str, economy: str, money: int) -> str:
    """The installation a treasury should pay for now; empty where units serve better."""
    if not is_island_power(state, power, economy):
        return ""
    for kind, spare in (("minor_ic", 6), ("naval_base", SPARE), ("air_base", SPARE)):
        if money >= state.board.installations[kind].cost + spare and _is_wanted(state, power, economy, kind):
            return kind
    return ""


def _is_wanted(state: GlobalState, power: str, economy: str, kind: str) -> bool:
    """Whether there is a place for an installation where it clearly pays."""
    if kind == "minor_ic" and _works_at_front(state, power, economy) >= WORKS_ABROAD:
        return False
    return any(WORTH[kind](state, power, at) > 0 for at in sites_for(state, power, economy, kind)[:1])


def _works_at_front(state: GlobalState, power: str, economy: str) -> int:
    return sum(
        bool(land.works) and land.holder == power and economy_of(state, at) == economy and _front(state, power, at) > 0
        for at, land in state.territories.items()
    )


def sites_for(state: GlobalState, power: str, economy: str, kind: str) -> list[int]:
    """The quiet places for an installation, the best first: a fleet it was meant for may have sailed by now."""
    own = [at for at, land in state.territories.items() if land.holder == power and economy_of(state, at) == economy]
    open_to = [at for at in own if why_not_build(state, power, economy, kind, at) is None]
    quiet = [at for at in open_to if danger(state, power, at) < QUIET]
    return sorted(quiet, key=lambda at: (-WORTH[kind](state, power, at), -_ahead(state, power, at), at))


def _ahead(state: GlobalState, power: str, at: int) -> float:
    """How near to the enemy a place is, by land or by sea."""
    pulls = sea_pull(state, power)
    return max([pull(state, power).get(at, 0.0), *(pulls.get(zone, 0.0) for zone in state.board.sea_next[at])])


def _front(state: GlobalState, power: str, at: int) -> float:
    """How near to a front a territory is; nothing where there is none."""
    draw = pull(state, power).get(at, 0.0)
    return draw if draw >= FRONT else 0.0


def _haste(state: GlobalState, power: str, at: int) -> float:
    """The ships, in IPC, that a naval base would bring to a better coast in one turn."""
    fast = sea.fast_zones(state, power)
    return float(
        sum(
            _fleet(state, power, zone)
            for zone in state.board.sea_next[at]
            if zone not in fast and _waits(state, power, zone)
        )
    )


def _waits(state: GlobalState, power: str, zone: int) -> bool:
    """Whether a convoy lies in a zone from which one more move would bring it to a clearly better coast."""
    ships = [unit for _, unit in units_at(state, zone) if unit.owner == power]
    if sum(bool(type_of(state, unit).hold) for unit in ships) < TRANSPORTS or _fleet(state, power, zone) < FLEET:
        return False
    move = state.board.kinds["transport"].move
    further = flood([zone], state.board.sea_next, lambda a, b: True, move + 1).costs
    now = max(_coast(state, power, to) for to, cost in further.items() if cost <= move)
    then = max(_coast(state, power, to) for to in further)
    return then >= COAST and then > GAIN * now


def _coast(state: GlobalState, power: str, zone: int) -> float:
    """The best prize that could be landed at from a zone."""
    shores = [at for at in state.board.land_next[zone] if is_enemy_land(state, power, at)]
    return max((prize(state, at) for at in shores), default=0.0)


def _cover(state: GlobalState, power: str, at: int) -> float:
    """The endangered ships, in IPC, that aircraft could rise to defend from an air base."""
    pilots = [unit for _, unit in units_at(state, at) if unit.owner == power and type_of(state, unit).scrambles]
    if len(pilots) < WING:
        return 0.0
    fleets = {zone: _fleet(state, power, zone) for zone in state.board.sea_next[at]}
    return float(sum(worth for zone, worth in fleets.items() if worth >= FLEET and danger(state, power, zone) > PERIL))


def _fleet(state: GlobalState, power: str, zone: int) -> int:
    """The ships of a power in a zone, in IPC."""
    if is_hostile_zone(state, power, zone):
        return 0
    ships = [type_of(state, unit) for _, unit in units_at(state, zone) if unit.owner == power]
    return sum(kind.cost for kind in ships if kind.domain == "sea")


WORTH: dict[str, Callable[[GlobalState, str, int], float]] = {
    "minor_ic": _front,
    "naval_base": _haste,
    "air_base": _cover,
}


# -- research ----------------------------------------------------------------------------------------------------------


def research(state: GlobalState, power: str) -> Iterator[Idea]:
    """A die for each full chest, while no capital is in danger."""
    if all(danger(state, power, at) < QUIET for at in capitals(state, power)):
        for economy in state.board.powers[power].economies:
            if dice := state.treasury[economy] // RICH:
                yield (Research(economy, dice),)
    yield (Done(),)


def breakthrough(state: GlobalState, power: str) -> Iterator[Idea]:
    """Armies first for a power with a front at home, ships and aircraft for one without."""
    at_sea = all(is_island_power(state, power, economy) for economy in state.board.powers[power].economies)
    charts = reversed(CHARTS) if at_sea else CHARTS
    yield tuple(Breakthrough(chart) for chart in charts)
