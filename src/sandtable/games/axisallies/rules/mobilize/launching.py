"""Chapters 9.4 and 9.5: aircraft that wait at sea for a carrier which is about to be mobilized."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.mobilize.complexes import can_launch, open_orders, split
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, type_of, units_at, units_of
from sandtable.games.axisallies.rules.turns.powers import piece
from sandtable.kernel import Refusal, refuse

Zones = tuple[int, ...]
Share = Mapping[str, Zones]
"""The zones in which the ships of each treasury are launched."""


class Yards(NamedTuple):
    """What is still to be launched, and what the complexes have to do besides, by treasury."""

    carriers: Mapping[str, int]
    launched: Mapping[str, Zones]
    """The zones of ships and aircraft that are taken to be placed."""
    ashore: Mapping[int, int]
    """Units that are taken to be placed on land, by complex."""


def adrift(state: GlobalState, power: str) -> tuple[int, ...]:
    """A power's aircraft over the sea with no deck under them."""
    flying = (key for key in units_of(state, power, "air") if not state.units[key].aboard)
    return tuple(key for key in flying if state.board.is_sea(state.units[key].at))


# rule: AA-9.5.place.air
def free_deck(state: GlobalState, power: str, zone: int) -> int:
    """A carrier of a power in a zone with a place free; 0 where there is none."""
    aboard = cargo_of(state)
    for key, unit in units_at(state, zone):
        if unit.owner == power and not unit.damaged and len(aboard.get(key, ())) < type_of(state, unit).deck_room:
            return key
    return 0


def _waiting(state: GlobalState, power: str) -> dict[int, int]:
    """How many aircraft wait over each zone."""
    zones = [state.units[key].at for key in adrift(state, power)]
    return {zone: zones.count(zone) for zone in sorted(dict.fromkeys(zones))}


def _deck_room(state: GlobalState, kind: str) -> int:
    return state.board.kinds[kind].deck_room if kind in state.board.kinds else 0


def _yards(state: GlobalState, power: str) -> Yards:
    orders = {split(order): state.orders[order] for order in open_orders(state, power)}
    return Yards({economy: n for (economy, kind), n in orders.items() if _deck_room(state, kind)}, {}, {})


# rule: AA-10.air.no-suicide.c, AA-9.4.air.new-carrier
def _most_saved(state: GlobalState, power: str, waiting: Mapping[int, int], yards: Yards) -> int:
    """How many of the aircraft that wait can be saved by carriers still to be placed.

    Which carriers can be launched together is a matter of berths alone. So the best choice is found without trying all:
    those that save most come first, each wherever all of them can still be shared out among the treasuries.
    """
    deck = max(kind.deck_room for kind in state.board.kinds.values())
    wanted = [(min(deck, count - n), zone) for zone, count in waiting.items() for n in range(0, count, deck)]
    shares: list[Share] = [{economy: yards.launched.get(economy, ()) for economy in yards.carriers}]
    saved = 0
    for landed, zone in sorted(wanted, key=lambda one: (-one[0], one[1])):
        if wider := _with_berth(state, power, zone, yards, shares):
            shares, saved = wider, saved + landed
    return saved


def _with_berth(state: GlobalState, power: str, zone: int, yards: Yards, shares: Sequence[Share]) -> list[Share]:
    """All ways to share out the carriers among the treasuries, once one more of them is launched in a zone."""
    found: list[Share] = []
    for share in shares:
        for economy, carriers in yards.carriers.items():
            slips = tuple(sorted((*share[economy], zone)))
            wider = {**share, economy: slips}
            new = len(slips) - len(yards.launched.get(economy, ()))
            if new <= carriers and wider not in found and can_launch(state, power, economy, slips, yards.ashore):
                found.append(wider)
    return found


# rule: AA-10.air.no-suicide.c
def why_strands(state: GlobalState, power: str, economy: str, kind: str, at: int, count: int = 1) -> Refusal | None:
    """Why new units may not be placed in a space: fewer of the aircraft that wait for a carrier would be saved."""
    waiting, yards = _waiting(state, power), _yards(state, power)
    if not waiting or not any(yards.carriers.values()):
        return None
    before = _most_saved(state, power, waiting, yards)
    landed, carriers = 0, yards.carriers
    if _deck_room(state, kind):
        landed = min(waiting.get(at, 0), count * _deck_room(state, kind))
        carriers = {**carriers, economy: carriers[economy] - count}
        waiting = {**waiting, at: waiting.get(at, 0) - landed}
    is_sea = state.board.is_sea(at)
    after = Yards(carriers, {economy: (at,) * count} if is_sea else {}, {} if is_sea else {at: count})
    if landed + _most_saved(state, power, waiting, after) < before:
        return refuse("AA-10.air.no-suicide.c", "refuse.carrier_needed", *map(piece, adrift(state, power)))
    return None


# rule: AA-10.air.no-suicide.c
def why_not_done(state: GlobalState, power: str) -> Refusal | None:
    """Why a power may not stop placing: a carrier it has bought would still save aircraft."""
    if not _most_saved(state, power, _waiting(state, power), _yards(state, power)):
        return None
    return refuse("AA-10.air.no-suicide.c", "refuse.must_land_aircraft", *map(piece, adrift(state, power)))
