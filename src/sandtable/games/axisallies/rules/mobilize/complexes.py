"""Complexes, and what waits to be placed: which of them can mobilize, for whom and how much."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.research.technology import capacity
from sandtable.games.axisallies.rules.spaces.spaces import held_since_start
from sandtable.games.axisallies.rules.turns.powers import economy_of, place
from sandtable.games.axisallies.scenario import UPGRADE
from sandtable.kernel import Refusal, derived, refuse


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
    """How many more units the complex in a territory can mobilize this turn."""
    territory = state.territories[at]
    # rule: AA-9.5.capacity-damage, AA-10.ic.damaged
    working = capacity(state, territory.holder, territory.works) - territory.works_damage
    return max(0, working - territory.placed)


# rule: AA-10.ic.captured
def why_not_mobilize_at(state: GlobalState, power: str, economy: str, at: int) -> Refusal | None:
    """Why a complex cannot take in new units of this treasury."""
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
    # rule: AA-11.uk.mobilize
    if economy_of(state, at) != economy:
        return refuse("AA-11.uk.mobilize", "refuse.other_economy", place(at), place=place(at))
    if room(state, at) < 1:
        return refuse("AA-9.5.capacity", "refuse.complex_full", place(at), place=place(at))
    return None


@derived("territories", "powers")
def complexes_of(state: GlobalState, power: str, economy: str) -> tuple[int, ...]:
    """The complexes that can still take in units, the roomiest first."""
    built = [at for at, land in state.territories.items() if land.works and land.holder == power]
    usable = [at for at in built if why_not_mobilize_at(state, power, economy, at) is None]
    return tuple(sorted(usable, key=lambda at: (-room(state, at), at)))


def complex_for(state: GlobalState, power: str, economy: str, at: int) -> int:
    """The complex that mobilizes a unit placed in a space; 0 where there is none."""
    if not state.board.is_sea(at):
        return at if why_not_mobilize_at(state, power, economy, at) is None else 0
    near = state.board.land_next[at]
    return next((site for site in complexes_of(state, power, economy) if site in near), 0)
