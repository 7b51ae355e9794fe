"""Play-book 8.75: mobile supplies go ashore over the beach where friends stand."""

from __future__ import annotations

from sandtable.games.eastfront.model import SOVIET, CrimeaState
from sandtable.games.eastfront.rules.naval.landings import beaches
from sandtable.games.eastfront.rules.naval.ships import ship_ref
from sandtable.games.eastfront.rules.supply.attack_supply import DUMP, supply_ref
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse


# rule: EF-PB8.75
def why_not_beach(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why supplies do not go over the beach: no ship has them before a coast, or no friends are there."""
    unit = state.supplies.get(key)
    ship = state.ships.get(unit.ship) if unit is not None else None
    if unit is None or ship is None or unit.side != seat:
        return refuse("EF-PB8.75", "refuse.not_your_supply", supply_ref(key))
    if unit.points >= DUMP:
        return refuse("EF-PB8.75", "refuse.dump_aboard", supply_ref(key), ship=ship_ref(unit.ship))
    if not ship.zone or not ship.hex:
        return refuse("EF-PB8.75", "refuse.ship_no_station", ship_ref(unit.ship), ship=ship_ref(unit.ship))
    if not _friendly_beaches(state, ship.hex):
        return refuse("EF-PB8.75", "refuse.no_friends_ashore", at(ship.hex), place=at(ship.hex))
    return None


# rule: EF-PB8.75
def _friendly_beaches(state: CrimeaState, place: int) -> tuple[int, ...]:
    """Hexes of the coast before a ship that friendly combat or supply units hold."""
    held = holders(state)
    stores = [unit.hex for unit in state.supplies.values() if unit.side == SOVIET and unit.hex]
    return tuple(h for h in beaches(state.board, place) if held.get(h) == SOVIET or (h in stores and h not in held))


def beachable(state: CrimeaState, seat: str) -> OneOf:
    """Supplies that can go ashore over the beach."""
    aboard = [key for key, unit in state.supplies.items() if unit.ship] if state.ships else ()
    return pick("supply", aboard, lambda key: why_not_beach(state, seat, key))


def beaches_for(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Where supplies can go ashore."""
    fit = _friendly_beaches(state, state.ships[state.supplies[key].ship].hex)

    def why(place: int) -> Refusal | None:
        return refuse("EF-PB8.75", "refuse.no_friends_ashore", at(place), place=at(place))

    return OneOf("place", fit, why)


# rule: EF-PB8.75
def beach(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Bring supplies ashore: they can be spent at once, and do not move on in this turn."""
    d.edit("supplies", key, hex=to, box="", ship=0, moved=True)
    d.log("log.supply_beached", "EF-PB8.75", at(to), to=at(to))


def beacher(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while supplies can go ashore over the beach."""
    return (SOVIET,) if state.ships and beachable(state, SOVIET).is_possible() else ()
