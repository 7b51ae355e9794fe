"""Rule 4.1.3: ships seek shelter from a storm."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement.naval import carry, company, link
from sandtable.games.nextwar.rules.sea.waters import at_sea_box, friendly_ports, holder, zone_of
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.kernel import Draft, OneOf


# rule: NW-4.1.3.f, NW-8.5.6.5, NWS-STD-1.2
def shelters(state: KoreaState, key: int) -> tuple[int, ...]:
    """Where a ship can lie in a storm: its zone's At Sea box if that is friendly, and friendly ports of the zone."""
    ship, side = state.ships[key], state.board.ships[key].side
    box = at_sea_box(state, ship.hex)
    own = (box,) if holder(state, box) == side else ()
    # With nowhere to go it rides the storm out At Sea, whoever holds that.
    return (*own, *friendly_ports(state, zone_of(state, ship.hex), side)) or (box,)


def exposed(state: KoreaState, side: str) -> tuple[int, ...]:
    """Ships of a side that still have to seek shelter."""
    if not is_storm(state):
        return ()
    return tuple(
        key
        for key, ship in state.ships.items()
        if ship.hex and state.board.ships[key].side == side and ship.hex not in shelters(state, key)
    )


def flee_alone(d: Draft[KoreaState]) -> None:
    """Ships that have one place to go to go there."""
    for key, ship in d.now.ships.items():
        if ship.hex and key in exposed(d.now, d.now.board.ships[key].side):
            places = shelters(d.now, key)
            if len(places) == 1:
                shelter(d, key, places[0])


def shelterer(state: KoreaState, side: str) -> tuple[str, ...]:
    """A side, if one of its ships has to seek shelter."""
    return (side,) if exposed(state, side) else ()


def ships(state: KoreaState, seat: str) -> OneOf:
    """Ships that have to seek shelter."""
    return OneOf("ship", exposed(state, seat))


def places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where one of them can go."""
    return OneOf("place", shelters(state, key))


# rule: NW-4.1.3.f
def shelter(d: Draft[KoreaState], key: int, to: int) -> None:
    """Bring a ship to safety, with all that is aboard."""
    carry(d, key, to, company(d.now, key))
    d.log("log.sheltered", "NW-4.1.3.f", link(key), at(to), unit=link(key), place=at(to))
