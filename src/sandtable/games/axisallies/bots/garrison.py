"""Which units a power can spare: not those that a capital or a threatened border cannot do without."""

from __future__ import annotations

from sandtable.games.axisallies.bots.threats import danger, holders, threat
from sandtable.games.axisallies.bots.values import capitals, prize
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.spaces.spaces import type_of, units_at

SAFE = 0.08
"""The chance of losing a capital that a staff lives with."""
DEAR, RISKED = 14.0, 0.3
"""What a territory must be worth to be guarded like a capital, and the chance of losing it that is lived with."""
HOPELESS = 0.8
PICKET = 5.0
"""What a threatened territory must be worth to leave a unit in it."""
STAYS = ("aa_gun", "infantry", "mech_infantry", "artillery", "tank", "fighter", "tactical_bomber", "strategic_bomber")
"""Who stays behind, the best defenders for their money first."""


def spared(state: GlobalState, power: str, *, all_of_them: bool = False) -> frozenset[int]:
    """A power's units that are ready and not needed where they are, or all that are ready."""
    if all_of_them:
        return _ready(state, power, frozenset())
    homes = capitals(state, power)
    dear = [at for at, land in state.territories.items() if land.holder == power and prize(state, at) >= DEAR]
    kept = {key for at in homes for key in _guard(state, power, at, SAFE)}
    kept |= {key for at in dear if at not in homes for key in _guard(state, power, at, RISKED)}
    return _ready(state, power, frozenset((*kept, *_pickets(state, power))))


def _ready(state: GlobalState, power: str, kept: frozenset[int]) -> frozenset[int]:
    return frozenset(
        key
        for key, unit in state.units.items()
        if unit.owner == power
        and key not in kept
        and not (unit.task or unit.moved or unit.fresh or unit.stuck or unit.unloaded or unit.fought)
    )


def _guard(state: GlobalState, power: str, at: int, accepted: float) -> list[int]:
    """The fewest units that keep a place safe, together with allies and with what is about to be placed there.

    Where all of them together could not, none is kept: they serve better elsewhere, unless it is the capital.
    """
    if not threat(state, power, at):
        return []
    mine = [key for key, unit in units_at(state, at) if unit.owner == power and type_of(state, unit).domain != "sea"]
    mine.sort(key=lambda key: (STAYS.index(state.units[key].kind), key))
    held = holders(state, power, at)
    for key in mine:
        held[state.units[key].kind] -= 1
    for order, count in state.orders.items():
        economy, _, kind = order.partition(".")
        is_here = economy in state.board.economies and state.board.economies[economy].capital == at
        if is_here and kind in state.board.kinds and state.board.kinds[kind].domain == "land":
            held[kind] = held.get(kind, 0) + count
    kept: list[int] = []
    for key in mine:
        if danger(state, power, at, held) <= accepted:
            return kept
        kept.append(key)
        kind = state.units[key].kind
        held[kind] = held.get(kind, 0) + 1
    hopeless = at not in capitals(state, power) and danger(state, power, at, held) > HOPELESS
    return [] if hopeless else kept


def _pickets(state: GlobalState, power: str) -> list[int]:
    """One cheap unit in every territory that the enemy could otherwise walk into."""
    found = []
    for at, land in state.territories.items():
        if land.holder != power or prize(state, at) < PICKET or not threat(state, power, at):
            continue
        troops = [key for key, u in units_at(state, at) if u.owner == power and type_of(state, u).domain == "land"]
        if troops:
            found.append(min(troops, key=lambda key: (STAYS.index(state.units[key].kind), key)))
    return found
