"""Rule 9.11: ships in a port that the enemy enters."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.sea.waters import at_sea_box, friendly_ports, holder, inshore_box, zone_of
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.kernel import Draft, Ref
from sandtable.kernel.graph import flood

FAR = 10_000


# rule: NW-9.11
def clear(d: Draft[KoreaState], place: int, side: str, rule: str = "NW-9.11") -> None:
    """Ships of the enemy in a port that a side has entered put to sea, with the helicopters on them."""
    for key, ship in d.now.ships.items():
        foe = d.now.board.ships[key].side
        if ship.hex != place or foe == side:
            continue
        to, link = refuge(d.now, place, foe), Ref("ship", key)
        d.edit("ships", key, hex=to)
        for number, helicopter in d.now.helicopters.items():
            if helicopter.ship == key:
                d.edit("helicopters", number, hex=to)
        d.log("log.put_to_sea", rule, link, at(place), at(to), by=foe, unit=link, start=at(place), place=at(to))


# rule: NW-9.11
def refuge(state: KoreaState, place: int, side: str) -> int:
    """Where ships of a side go from a port that is lost: Inshore unless that is the enemy's, else the nearest port."""
    inshore = inshore_box(state, place)
    if holder(state, inshore) != enemy(side):
        return inshore
    ports = friendly_ports(state, zone_of(state, place), side)
    if not ports:
        return at_sea_box(state, place)
    ground = state.board.ground
    # A box off the map has no neighbours: from there the way to every port is over the open sea.
    near = state.board.near if place in state.board.near else {place: ()}
    coast = flood([place], near, lambda a, b: not ground[b].is_land or ground[b].coastal, None).costs
    return min(ports, key=lambda p: (coast.get(p, FAR), p))
