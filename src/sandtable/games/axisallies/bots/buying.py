"""Purchase, repair and mobilisation: what the treasury can do for the capital, the front and the fleet."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.actions.buying import Buy, Deploy, Repair
from sandtable.games.axisallies.bots import works
from sandtable.games.axisallies.bots.garrison import SAFE
from sandtable.games.axisallies.bots.threats import danger, holders, threat
from sandtable.games.axisallies.bots.values import capitals, is_friendly_land, prize, pull, sea_pull
from sandtable.games.axisallies.bots.works import FRONT
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.mobilize.complexes import complexes_of, open_orders, room, split
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.purchase.purchase import damage_at, damaged_here
from sandtable.games.axisallies.rules.research.technology import cost
from sandtable.games.axisallies.rules.spaces.spaces import is_hostile_zone, type_of, units_at, units_of
from sandtable.games.axisallies.rules.turns.powers import economy_of, has_lost_capital
from sandtable.planning import Idea

MOST_TRANSPORTS = 9
MIXTURE = ("infantry", "artillery", "infantry", "tank", "infantry", "artillery", "mech_infantry", "tank")
"""What an army at the front grows by, in turn."""
BETTER = ("fighter", "tank", "artillery")
"""What infantry is exchanged for when there is more money than room."""


def purchases(state: GlobalState, power: str) -> Iterator[Idea]:
    """Repairs first, then units, treasury by treasury."""
    for economy in state.board.powers[power].economies:
        if not has_lost_capital(state, economy):
            yield from _repairs(state, power, economy)
            basket = wanted(state, power, economy)
            if basket:
                yield (Buy(economy, basket),)


def _repairs(state: GlobalState, power: str, economy: str) -> Iterator[Idea]:
    """Complexes that could not build enough, and bases that do not work."""
    for at, land in state.territories.items():
        if land.holder != power or economy_of(state, at) != economy:
            continue
        for what in damaged_here(state, at):
            points = damage_at(state, at, what)
            if what == land.works:
                points = min(points, state.treasury[economy] // 4)
            elif points >= state.board.installations[what].out_at and prize(state, at) > 8.0:
                points -= state.board.installations[what].out_at - 1
            else:
                continue
            if points > 0:
                yield (Repair(at, what, points),)


def wanted(state: GlobalState, power: str, economy: str) -> dict[str, int]:
    """What to buy out of one treasury."""
    money = state.treasury[economy]
    if power == china.CHINA:
        return _plain(
            money, {"artillery": 1, "infantry": 3} if "artillery" in china.may_buy(state) else {"infantry": 1}
        )
    sites = complexes_of(state, power, economy)
    slots = sum(room(state, at) for at in sites)
    if not slots:
        return {}
    draw = pull(state, power)
    basket: dict[str, int] = {}
    if lasting := works.worth_building(state, power, economy, money):
        basket[lasting] = 1
        money -= cost(state, power, lasting)
    needed = _for_capital(state, power, economy, money, slots)
    for kind, count in needed.items():
        basket[kind] = basket.get(kind, 0) + count
        money -= count * cost(state, power, kind)
        slots -= count
    ashore = sum(room(state, at) for at in sites if draw.get(at, 0.0) >= FRONT)
    if ashore < slots and works.is_island_power(state, power, economy):
        money, slots = _for_fleet(state, power, economy, basket, money, slots)
    _for_front(state, power, basket, money, slots)
    return {kind: count for kind, count in basket.items() if count}


def _plain(money: int, mix: dict[str, int]) -> dict[str, int]:
    """A fixed mixture for as much money as there is."""
    prices = {"infantry": 3, "artillery": 4}
    basket = dict.fromkeys(mix, 0)
    while True:
        before = money
        for kind, count in mix.items():
            for _ in range(count):
                if money >= prices[kind]:
                    basket[kind] += 1
                    money -= prices[kind]
        if money == before:
            return {kind: count for kind, count in basket.items() if count}


def _for_capital(state: GlobalState, power: str, economy: str, money: int, slots: int) -> dict[str, int]:
    """The infantry a threatened capital lacks."""
    home = state.board.economies[economy].capital
    if home not in capitals(state, power) or not threat(state, power, home):
        return {}
    held = holders(state, power, home)
    price, count = cost(state, power, "infantry"), 0
    most = min(slots, room(state, home), money // price)
    while count < most and danger(state, power, home, held) > SAFE:
        step = min(2, most - count)
        count += step
        held["infantry"] = held.get("infantry", 0) + step
    return {"infantry": count} if count else {}


def _for_fleet(
    state: GlobalState, power: str, economy: str, basket: dict[str, int], money: int, slots: int
) -> tuple[int, int]:
    """Transports for the troops at home, and warships to bring them across; what is left goes to the army."""
    home = state.board.economies[economy].capital
    if not state.board.sea_next[home]:
        return money, slots
    ships = [state.units[key].kind for key in units_of(state, power, "sea")]
    transports = ships.count("transport")
    escorts = sum(state.board.kinds[kind].surface_warship for kind in ships)
    troops = sum(
        unit.owner == power and bool(type_of(state, unit).cargo)
        for at in _homeland(state, power, economy)
        for _, unit in units_at(state, at)
    )
    carried = min(MOST_TRANSPORTS, max(1, troops // 2))

    def take(kind: str) -> bool:
        nonlocal money, slots
        price = cost(state, power, kind)
        if slots < 1 or money < price:
            return False
        basket[kind] = basket.get(kind, 0) + 1
        money, slots = money - price, slots - 1
        return True

    while slots and money >= 3:
        before = money
        if transports < carried and take("transport"):
            transports += 1
        if escorts < transports + 2 and take("destroyer"):
            escorts += 1
        take("infantry")
        take("artillery")
        if money >= 24 and escorts >= transports:
            take("fighter")
        if money == before:
            break
    return money, slots


def _homeland(state: GlobalState, power: str, economy: str) -> list[int]:
    """Territories of a treasury that have no front to march to."""
    draw = pull(state, power)
    held = [at for at, land in state.territories.items() if land.holder == power and economy_of(state, at) == economy]
    return [at for at in held if draw.get(at, 0.0) < FRONT]


def _for_front(state: GlobalState, power: str, basket: dict[str, int], money: int, slots: int) -> None:
    """Fodder and fire in turn while money and room last; what is left over makes infantry into something better."""
    price = {kind: cost(state, power, kind) for kind in (*MIXTURE, *BETTER)}
    chosen = dict.fromkeys(("infantry", *BETTER), 0)
    while slots and money >= price["infantry"]:
        for kind in MIXTURE:
            if slots and money >= price[kind]:
                chosen[kind] = chosen.get(kind, 0) + 1
                money, slots = money - price[kind], slots - 1
    for kind in BETTER:
        dearer = price[kind] - price["infantry"]
        while chosen["infantry"] > 1 and money >= dearer:
            chosen[kind] += 1
            chosen["infantry"] -= 1
            money -= dearer
    for kind, number in chosen.items():
        basket[kind] = basket.get(kind, 0) + number


# -- mobilisation ------------------------------------------------------------------------------------------------------


def placements(state: GlobalState, power: str) -> Iterator[Idea]:
    """Where everything that was bought enters play, one order after the other: ships first, they have less choice."""
    kinds = state.board.kinds

    def choosy(order: str) -> tuple[int, str]:
        kind = split(order)[1]
        return (("sea", "air", "land").index(kinds[kind].domain) if kind in kinds else -1, order)

    for order in sorted(open_orders(state, power), key=choosy):
        economy, kind = split(order)
        count = state.orders[order]
        sites = _sites(state, power, economy, kind)
        numbers = (count, *range(min(count, 12), 0, -1)) if kind in state.board.kinds else (1,)
        yield tuple(Deploy(economy, kind, at, n) for at in sites for n in dict.fromkeys(numbers))


def _sites(state: GlobalState, power: str, economy: str, kind: str) -> list[int]:
    """The places for an order, the best first."""
    draw = pull(state, power)
    if kind not in state.board.kinds:
        return works.sites_for(state, power, economy, kind)
    if power == china.CHINA:
        return sorted(china.placing_sites(state), key=lambda at: (danger(state, power, at) > 0.6, -draw.get(at, 0.0)))
    yards = complexes_of(state, power, economy)
    if state.board.kinds[kind].domain == "sea":
        zones = dict.fromkeys(zone for at in yards for zone in state.board.sea_next[at])
        return sorted(zones, key=lambda zone: _berth(state, power, zone))
    home = state.board.economies[economy].capital
    if home in yards and danger(state, power, home) > SAFE:
        return [home, *(at for at in yards if at != home)]

    def worse(at: int) -> tuple[bool, float, int, bool, int]:
        """Not where it would be lost; then towards a front; else where the transports are, or at home."""
        front = draw.get(at, 0.0)
        near_front = front if front >= FRONT else 0.0
        return (danger(state, power, at) > 0.7, -near_front, -transports_off(state, power, at), at != home, at)

    return sorted(yards, key=worse)


def transports_off(state: GlobalState, power: str, at: int) -> int:
    """How many transports of a power lie off a coast."""
    zones = state.board.sea_next[at]
    return sum(u.owner == power and bool(type_of(state, u).hold) for zone in zones for _, u in units_at(state, zone))


def _berth(state: GlobalState, power: str, zone: int) -> tuple[bool, int, float, int]:
    """How good a zone is for new ships: quiet, beside the fleet, on the way to the enemy."""
    fleet = sum(u.owner == power and type_of(state, u).domain == "sea" for _, u in units_at(state, zone))
    near = any(is_friendly_land(state, power, at) for at in state.board.land_next[zone])
    return (is_hostile_zone(state, power, zone) or not near, -fleet, -sea_pull(state, power).get(zone, 0.0), zone)
