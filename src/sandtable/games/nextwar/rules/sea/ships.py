"""Rule 7.3: what ships give to combats and to the air."""

from __future__ import annotations

from sandtable.games.nextwar.model import US, KoreaState
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import ZONE_BOXES, is_hex
from sandtable.kernel import Ref, Refusal, refuse


# rule: NW-7.3.1, NW-7.3.3, NW-7.3.4.a
def why_not_fire(state: KoreaState, key: int, target: int) -> Refusal | None:
    """Why a ship cannot support a combat."""
    ship, counter = state.ships[key], state.board.ships[key]
    link = Ref("ship", key)
    if not is_hex(ship.hex) or state.board.ground[ship.hex].is_land:
        return refuse("NW-7.3.1", "refuse.ship_not_at_sea", link, unit=link)
    # rule: NW-9.6.1.a
    if ship.fired:
        return refuse("NW-9.6.1.a", "refuse.ship_fired", link, unit=link)
    if state.board.map.distance(ship.hex, target) > counter.range:
        return refuse("NW-7.3.1", "refuse.beyond_range", link, at(target), unit=link, place=at(target))
    return None


# rule: NW-7.3.4.b
def air_points(state: KoreaState, key: int) -> int:
    """Air points that a ship adds where it is now."""
    counter, place = state.board.ships[key], state.ships[key].hex
    if counter.kind != "carrier" or not place:
        return 0
    printed = chart("air_points")["carriers"]
    inshore = [box for _, box in ZONE_BOXES.values()]
    friendly = (place in inshore and state.seas.get(place) == counter.side) or (
        is_hex(place) and not state.board.ground[place].is_land
    )
    if friendly:
        return int(printed["us_friendly"] if counter.nation == US else printed["other_friendly"])
    at_sea = [box for box, _ in ZONE_BOXES.values()]
    contested = place in inshore and place not in state.seas
    return int(printed["us_other"]) if counter.nation == US and (place in at_sea or contested) else 0
