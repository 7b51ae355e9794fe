"""Ships and supply units whose place at the start a card leaves to their owner.

A ship with ``berths: [In-1527, map_t]`` lies where the card suggests until its owner moves it to another of them; a
supply unit that is ``free`` stands where the card suggests until its owner moves it to another hex that he holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.eastfront.model import MAP_T, SIDES, SOVIET, CrimeaState, enemy
from sandtable.games.eastfront.rules.naval.ships import afloat, quay, ship_ref, water_of, water_ref
from sandtable.games.eastfront.rules.scenarios import opening
from sandtable.games.eastfront.rules.supply.attack_supply import supply_ref
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_friendly, zoc
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

# -- ships -------------------------------------------------------------------------------------------------------------


def _berths(board: CrimeaScenario) -> Mapping[int, tuple[str, ...]]:
    """The ports and boxes between which each ship may choose, worked out once."""
    if "berths" not in board.cache:
        rows = (board.card[SOVIET].get("ships") or {}).get("rows", ())
        known = {row["ship"]: row["berths"] for row in rows if row.get("berths")}
        named = {key: known[ship.name] for key, ship in board.ships.items() if ship.name in known}
        words = {key: tuple(MAP_T if b == MAP_T else quay(int(b)) for b in berths) for key, berths in named.items()}
        board.cache["berths"] = words
    found: Mapping[int, tuple[str, ...]] = board.cache["berths"]
    return found


# rule: EFS-10.4.setup
def why_not_moor(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a ship stays where the card put it."""
    if key not in afloat(state, seat):
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(key), ship=ship_ref(key))
    if key not in _berths(state.board):
        return refuse("EFS-10.4.setup", "refuse.moored_by_card", ship_ref(key), ship=ship_ref(key))
    if state.ships[key].tried:
        return refuse("EFS-10.4.setup", "refuse.ship_moored", ship_ref(key), ship=ship_ref(key))
    return None


def moorable(state: CrimeaState, seat: str) -> OneOf:
    """Ships that their owner may place anew."""
    return pick("ship", afloat(state, seat), lambda key: why_not_moor(state, seat, key))


# rule: EFS-10.4.setup
def moorings(state: CrimeaState, seat: str, key: int) -> OneOf:
    """The other ports and boxes that a ship may begin in."""
    here = water_of(state.board, state.ships[key])

    def why(water: str) -> Refusal | None:
        return refuse(
            "EFS-10.4.setup", "refuse.no_mooring", water_ref(water), ship=ship_ref(key), water=water_ref(water)
        )

    return OneOf("water", [water for water in _berths(state.board)[key] if water != here], why)


def moor(d: Draft[CrimeaState], key: int, water: str) -> None:
    """Place a ship before the first turn; the mark that it was placed comes off with the next Naval Readiness phase."""
    d.edit("ships", key, hex=0 if water == MAP_T else int(water), box=MAP_T if water == MAP_T else "", tried=True)
    d.log("log.ship_placed", "EFS-10.4.setup", ship_ref(key), ship=ship_ref(key), to=water_ref(water))


# -- supplies ----------------------------------------------------------------------------------------------------------


def _free(board: CrimeaScenario) -> tuple[int, ...]:
    """Supply units that their owner may place, by their numbers at the start; worked out once."""
    if "free_supplies" not in board.cache:
        rows = [row for side in SIDES for row in board.card[side].get("supplies") or ()]
        board.cache["free_supplies"] = tuple(number for number, row in enumerate(rows, start=1) if row.get("free"))
    found: tuple[int, ...] = board.cache["free_supplies"]
    return found


# rule: EFS-10.3.setup
def why_not_lay(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit stays where the card put it."""
    unit = state.supplies.get(key)
    if unit is None or unit.side != seat:
        return refuse("EFS-10.3.setup", "refuse.not_your_supply", supply_ref(key))
    if key not in _free(state.board) or unit.moved:
        return refuse("EFS-10.3.setup", "refuse.laid_by_card", supply_ref(key))
    return None


def layable(state: CrimeaState, seat: str) -> OneOf:
    """Supply units that their owner may place anew."""
    return pick("supply", state.supplies, lambda key: why_not_lay(state, seat, key))


# rule: EFS-10.3.setup
def depots(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Hexes of its side where a supply unit can be placed: in an enemy zone only with friends."""
    held, foe, ground = holders(state), zoc(state, enemy(seat)), state.board.ground

    def why_not(place: int) -> Refusal | None:
        open_to = is_friendly(state, place, seat) and ground[place].is_land and place != state.supplies[key].hex
        if open_to and (held.get(place) == seat or place not in foe):
            return None
        return refuse("EFS-10.3.setup", "refuse.no_depot", at(place), place=at(place))

    return pick("place", tuple(h for h in ground if is_friendly(state, h, seat)), why_not)


def lay(d: Draft[CrimeaState], key: int, to: int) -> None:
    """Place a supply unit before the first turn."""
    d.edit("supplies", key, hex=to, moved=True)
    d.log("log.depot_placed", "EFS-10.3.setup", at(to), place=at(to))


# -- who is asked ------------------------------------------------------------------------------------------------------


def _has_choice(state: CrimeaState, side: str) -> bool:
    if any(opening.why_not_deploy(state, side, key) is None for key in opening.zoned(state, side)):
        return True
    if any(why_not_moor(state, side, key) is None for key in _berths(state.board)):
        return True
    return any(why_not_lay(state, side, key) is None for key in _free(state.board))


def deployer(state: CrimeaState) -> tuple[str, ...]:
    """The sides that may place something, before the first turn."""
    if state.turn != state.board.first_turn:
        return ()
    return tuple(side for side in SIDES if _has_choice(state, side))
