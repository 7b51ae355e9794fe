"""Rule 6.5.5: helicopters of the marines on amphibious ships."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.sea.waters import is_port, is_sea_hex
from sandtable.games.nextwar.rules.sequence.segments import MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Number, OneOf, Ref, Refusal, Unasked, pick, refuse

MARINES, AMPHIBIOUS = "usmc", "amphibious"
MOST = 1
"""Helicopter units on one ship."""


def _link(key: int) -> Ref:
    return Ref("helicopter", key)


def on_ship(state: KoreaState, ship: int) -> tuple[int, ...]:
    """The helicopter units on a ship."""
    return tuple(key for key, unit in state.helicopters.items() if unit.ship == ship)


# rule: NW-6.5.5.a, NW-6.5.1.b
def why_not_leave(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a helicopter unit cannot go aboard any ship now."""
    unit, counter, now = state.helicopters[key], state.board.helicopters[key], segment(state)
    if counter.side != seat or not unit.hex or unit.ship:
        return refuse("NW-6.5.5.a", "refuse.not_yours", _link(key), unit=_link(key))
    if counter.branch != MARINES:
        return refuse("NW-6.5.5.a", "refuse.no_marine_helicopter", _link(key), unit=_link(key))
    if now is None or now.kind != MOVEMENT or now.elite:
        return refuse("NWS-STD-3.3", "refuse.no_movement")
    if is_storm(state):
        return refuse("NW-4.1.3.g", "refuse.grounded", _link(key))
    if unit.missions or unit.flew:
        return refuse("NW-6.5.1.b", "refuse.helicopter_busy", _link(key), unit=_link(key))
    if not any(why_not_aboard(state, key, ship) is None for ship in state.ships):
        return refuse("NW-6.5.5.b", "refuse.no_deck", _link(key), unit=_link(key))
    return None


def boarding(state: KoreaState, seat: str) -> OneOf:
    """Helicopter units that can go aboard a ship."""
    return pick("helicopter", state.helicopters, lambda key: why_not_leave(state, seat, key))


# rule: NW-6.5.5.a, NW-6.5.5.b
def why_not_aboard(state: KoreaState, key: int, ship: int) -> Refusal | None:
    """Why a ship cannot take a helicopter unit: one on each amphibious ship, in reach or in the same place."""
    row, counter, link = state.ships[ship], state.board.ships[ship], Ref("ship", ship)
    if counter.kind != AMPHIBIOUS or counter.side != state.board.helicopters[key].side or not row.hex:
        return refuse("NW-6.5.5.a", "refuse.no_deck", link, _link(key), unit=_link(key))
    if len(on_ship(state, ship)) >= MOST:
        return refuse("NW-6.5.5.b", "refuse.deck_full", link, unit=link)
    if row.hex == state.helicopters[key].hex:
        return None
    if not (is_sea_hex(state, row.hex) or (is_hex(row.hex) and is_port(state, row.hex))):
        return refuse("NW-6.5.5.a", "refuse.ship_not_at_sea", link, unit=link)
    if not transfers.is_near(state, key, row.hex):
        return refuse("NW-6.5.1.b", "refuse.beyond_range", _link(key), link, unit=_link(key), place=at(row.hex))
    return None


def decks(state: KoreaState, seat: str, key: int) -> OneOf:
    """Ships that can take a helicopter unit."""
    return pick("ship", state.ships, lambda ship: why_not_aboard(state, key, ship))


# rule: NW-6.2.2.a, NW-6.2.2.c
def escorts(state: KoreaState, seat: str, key: int, ship: int) -> Number | Unasked:
    """Air points that may escort the flight to a ship."""
    return transfers.escorts(state, seat, key, state.ships[ship].hex)


# rule: NW-6.5.5.a
def board(d: Draft[KoreaState], key: int, ship: int, points: int) -> None:
    """Base a helicopter unit on a ship."""
    transfers.fly(d, key, d.now.ships[ship].hex, points, ship)


# rule: NW-6.5.5.a, NW-6.5.5.b
def settle_aboard(d: Draft[KoreaState]) -> None:
    """After the set-up helicopters in a box of the sea are on the amphibious ships there."""
    for key, unit in d.now.helicopters.items():
        if not unit.hex or unit.ship or d.now.board.ground[unit.hex].is_land:
            continue
        for ship in d.now.ships:
            if d.now.ships[ship].hex == unit.hex and why_not_aboard(d.now, key, ship) is None:
                d.edit("helicopters", key, ship=ship)
                break
