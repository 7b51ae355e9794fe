"""Complexes, and what waits to be placed: which of them can mobilize, for whom and how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.research.technology import capacity
from sandtable.games.axisallies.rules.spaces.spaces import held_since_start
from sandtable.games.axisallies.rules.turns.powers import economy_of, place
from sandtable.games.axisallies.scenario import UPGRADE
from sandtable.kernel import Draft, Refusal, derived, refuse
from sandtable.kernel.graph import matching

NOBODY: Mapping[int, int] = {}


def split(order: str) -> tuple[str, str]:
    """The treasury and the kind of an order."""
    economy, _, kind = order.partition(".")
    return economy, kind


def open_orders(state: GlobalState, power: str) -> tuple[str, ...]:
    """What a power has bought and not placed."""
    own = state.board.powers[power].economies
    return tuple(order for order in state.orders if split(order)[0] in own)


# rule: AA-9.5.capacity, AA-10.ic.capacity
def room(state: GlobalState, at: int) -> int:
    """How many more units the complex in a territory can mobilize this turn.

    Ships are nobody's in particular while several complexes lie on their zone: they make room where they can.
    """
    free = _places(state, at)
    yards, ships = _shipyards(state, at)
    if not ships:
        return max(0, free)
    others = {yard: _places(state, yard) for yard in yards}
    return max((n for n in range(1, free + 1) if _berths(state, ships, {**others, at: free - n})), default=0)


# rule: AA-9.5.capacity-damage, AA-10.ic.damaged
def _places(state: GlobalState, at: int) -> int:
    """What a complex can mobilize this turn beyond the units on land that it has."""
    land = state.territories[at]
    working = capacity(state, land.holder, land.works) - land.works_damage
    return working - land.placed + len(state.slips.get(at, ()))


def _shipyards(state: GlobalState, at: int) -> tuple[list[int], list[int]]:
    """The complexes that share their treasury with one, and the zones of all ships they have launched this turn."""
    land, economy = state.territories[at], economy_of(state, at)
    yards = [
        yard
        for yard, other in state.territories.items()
        if other.works and other.holder == land.holder and economy_of(state, yard) == economy
    ]
    usable = [yard for yard in yards if _why_unfit(state, land.holder, yard) is None]
    return usable, [zone for yard in usable for zone in state.slips.get(yard, ())]


def _berths(state: GlobalState, ships: Sequence[int], places: Mapping[int, int]) -> dict[int, int]:
    """A complex next to its zone for every one of some ships; nothing where they do not all find one."""
    askers = {-n - 1: [yard for yard in places if yard in state.board.land_next[zone]] for n, zone in enumerate(ships)}
    found = matching(askers, {yard: max(0, free) for yard, free in places.items()})
    return found if len(found) == len(ships) else {}


# rule: AA-9.5.capacity
def room_for(state: GlobalState, power: str, economy: str, at: int) -> int:
    """How many more units of a treasury can be placed in a space this turn: in a zone, by all complexes next to it."""
    if not state.board.is_sea(at):
        return room(state, at) if why_not_mobilize_at(state, power, economy, at) is None else 0
    near = [yard for yard in complexes_of(state, power, economy) if yard in state.board.land_next[at]]
    if not near:
        return 0
    yards, ships = _shipyards(state, near[0])
    places = {yard: _places(state, yard) for yard in yards}
    most = sum(places[yard] for yard in near)
    return max((n for n in range(1, most + 1) if _berths(state, [*ships, *(at,) * n], places)), default=0)


def can_launch(
    state: GlobalState, power: str, economy: str, zones: Sequence[int], ashore: Mapping[int, int] = NOBODY
) -> bool:
    """Whether ships of a treasury can be placed in these zones this turn, all of them, beside units on land."""
    yards = complexes_of(state, power, economy)
    if not yards:
        return False
    usable, ships = _shipyards(state, yards[0])
    places = {yard: _places(state, yard) - ashore.get(yard, 0) for yard in usable}
    return bool(_berths(state, [*ships, *zones], places))


# rule: AA-9.5.capacity
def charge(d: Draft[GlobalState], power: str, economy: str, at: int, count: int) -> None:
    """Count units against the complexes that mobilize them; ships launched before make room where they have to."""
    is_sea = d.now.board.is_sea(at)
    yards, ships = _shipyards(d.now, complexes_of(d.now, power, economy)[0])
    places = {yard: _places(d.now, yard) - (0 if is_sea or yard != at else count) for yard in yards}
    afloat = [*ships, *(at,) * count] if is_sea else ships
    berths = _berths(d.now, afloat, places)
    for yard in yards:
        before = d.now.slips.get(yard, ())
        slips = tuple(zone for n, zone in enumerate(afloat) if berths[-n - 1] == yard)
        placed = d.now.territories[yard].placed
        after = placed - len(before) + len(slips) + (count if yard == at else 0)
        if placed != after:
            d.edit("territories", yard, placed=after)
        if slips and slips != before:
            d.put("slips", yard, slips)
        elif before and not slips:
            d.drop("slips", yard)


# rule: AA-10.ic.captured
def _why_unfit(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why a complex is of no use to a power this turn, whatever room it has."""
    territory = state.territories.get(at)
    if territory is None or not territory.works:
        return refuse("AA-9.5.place.land", "refuse.no_complex", place(at), place=place(at))
    # rule: AA-10.ic.allied
    if territory.holder != power:
        return refuse("AA-10.ic.allied", "refuse.not_your_complex", place(at), place=place(at))
    # rule: AA-9.3.conclude.ic.a
    if not held_since_start(state, at, power):
        return refuse("AA-9.3.conclude.ic.a", "refuse.complex_just_taken", place(at), place=place(at))
    # rule: AA-9.5.where
    if territory.works in territory.built and UPGRADE not in territory.built:
        return refuse("AA-9.5.where", "refuse.complex_just_built", place(at), place=place(at))
    return None


def why_not_mobilize_at(state: GlobalState, power: str, economy: str, at: int) -> Refusal | None:
    """Why a complex cannot take in new units of this treasury."""
    if (no := _why_unfit(state, power, at)) is not None:
        return no
    # rule: AA-11.uk.mobilize
    if economy_of(state, at) != economy:
        return refuse("AA-11.uk.mobilize", "refuse.other_economy", place(at), place=place(at))
    if room(state, at) < 1:
        return refuse("AA-9.5.capacity", "refuse.complex_full", place(at), place=place(at))
    return None


@derived("territories", "powers", "slips")
def complexes_of(state: GlobalState, power: str, economy: str) -> tuple[int, ...]:
    """The complexes that can still take in units, the roomiest first."""
    built = [at for at, land in state.territories.items() if land.works and land.holder == power]
    usable = [at for at in built if why_not_mobilize_at(state, power, economy, at) is None]
    return tuple(sorted(usable, key=lambda at: (-room(state, at), at)))
