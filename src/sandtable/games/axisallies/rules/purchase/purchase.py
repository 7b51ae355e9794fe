"""Chapter 9.1: purchase and repair."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move.consent import may_share_at
from sandtable.games.axisallies.rules.mobilize.complexes import complexes_of, room
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.research.technology import cost, damage_per_ipc
from sandtable.games.axisallies.rules.spaces.spaces import company, type_of, units_of, works_installation
from sandtable.games.axisallies.rules.turns.powers import economy_of, has_lost_capital, piece, place
from sandtable.games.axisallies.scenario import UPGRADE
from sandtable.kernel import Amounts, Draft, Number, OneOf, Ref, Refusal, pick, refuse

INSTALLATIONS = ("minor_ic", "major_ic", "air_base", "naval_base")
DAMAGE = {"air_base": "air_base_damage", "naval_base": "naval_base_damage"}


def open_economies(state: GlobalState, seat: str) -> tuple[str, ...]:
    """The treasuries a power may spend from: those whose capital it still holds."""
    return tuple(e for e in state.board.powers[seat].economies if not has_lost_capital(state, e))


# rule: AA-6.china.separate, AA-6.france.control, AA-11.uk.purchase
def why_not_spend(state: GlobalState, power: str, economy: str, least: int) -> Refusal | None:
    """Why a power may not take at least so much out of a treasury: each spends its own money, all of it here."""
    # rule: AA-9.6.no-lending
    if economy not in state.board.powers[power].economies:
        return refuse("AA-9.6.no-lending", "refuse.not_your_treasury", economy=Ref("economy", economy))
    # rule: AA-11.uk.capital-lost.a
    if has_lost_capital(state, economy):
        return refuse("AA-11.uk.capital-lost.a", "refuse.capital_lost", economy=Ref("economy", economy))
    if state.treasury[economy] < least:
        return refuse("AA-9.1.pay", "refuse.budget", least=0, most=state.treasury[economy], given=least)
    return None


def economies(state: GlobalState, seat: str) -> OneOf:
    """The treasuries that can pay for something on the list."""
    prices = [cost(state, seat, kind) for kind in for_sale(state, seat)]
    if not prices:
        return OneOf("economy", ())
    return pick("economy", state.board.economies, lambda e: why_not_spend(state, seat, str(e), min(prices)))


# rule: AA-6.china.no-capital
def why_not_buy(state: GlobalState, power: str) -> Refusal | None:
    """China without a territory keeps its money until one is freed."""
    if for_sale(state, power):
        return None
    return refuse("AA-6.china.no-capital", "refuse.china_without_land")


# rule: AA-9.1.spend, AA-6.china.buy
def for_sale(state: GlobalState, power: str) -> tuple[str, ...]:
    """What a power may order at all."""
    if power == china.CHINA:
        return china.may_buy(state)
    return (*state.board.kinds, *INSTALLATIONS, UPGRADE)


# rule: AA-9.1.pay
def wares(state: GlobalState, seat: str, economy: str) -> Amounts:
    """How much of each kind a treasury can pay for."""
    money = state.treasury[economy]
    prices = {kind: cost(state, seat, kind) for kind in for_sale(state, seat)}
    limits = {kind: money // price for kind, price in prices.items() if price <= money}

    def why(kind: str) -> Refusal | None:
        if kind in prices:
            return refuse("AA-9.1.pay", "refuse.budget", least=0, most=money, given=prices[kind])
        if seat == china.CHINA:
            return refuse("AA-6.china.buy", "refuse.china_buys", Ref("kind", kind), kind=Ref("kind", kind))
        return None

    cheapest = min(prices, key=lambda kind: (prices[kind], kind))
    return Amounts(
        "kind",
        limits,
        least=prices[cheapest],
        most=money,
        weights=prices,
        why=why,
        default={cheapest: 1},
        total_key="refuse.budget",
    )


# rule: AA-9.1.steps, AA-9.1.hold
def buy(d: Draft[GlobalState], economy: str, units: dict[str, int]) -> None:
    """Pay at once; what was ordered waits in the mobilization zone, out of everybody's reach."""
    price = 0
    for kind, count in units.items():
        if count:
            order = f"{economy}.{kind}"
            d.put("orders", order, d.now.orders.get(order, 0) + count)
            price += count * cost(d.now, d.seat, kind)
            d.log(
                "log.bought",
                "AA-9.1.pay",
                economy=Ref("economy", economy),
                kind=Ref("kind", kind),
                count=count,
                price=count * cost(d.now, d.seat, kind),
            )
    d.put("treasury", economy, d.now.treasury[economy] - price)


def damage_at(state: GlobalState, at: int, what: str) -> int:
    """The damage points on an installation."""
    territory = state.territories[at]
    if what == territory.works:
        return territory.works_damage
    return int(getattr(territory, DAMAGE[what])) if what in DAMAGE else 0


def damaged_here(state: GlobalState, at: int) -> tuple[str, ...]:
    """The damaged installations of a territory."""
    works = state.territories[at].works
    return tuple(what for what in (works, "air_base", "naval_base") if what and damage_at(state, at, what))


# rule: AA-9.1.repair-installations, AA-10.inst.damage
def repair_sites(state: GlobalState, seat: str) -> OneOf:
    """The territories where a power can pay for repairs."""

    def why_not(at: int) -> Refusal | None:
        if at not in state.territories or state.territories[at].holder != seat:
            return refuse("AA-9.1.repair-installations", "refuse.not_yours_to_repair", place(at), place=place(at))
        if not damaged_here(state, at):
            return refuse("AA-9.1.repair-installations", "refuse.nothing_damaged", place(at), place=place(at))
        return why_not_spend(state, seat, economy_of(state, at), 1)

    own = (at for at, land in state.territories.items() if land.holder == seat and damaged_here(state, at))
    return OneOf("place", [at for at in own if why_not(at) is None], why=why_not)


def repair_what(state: GlobalState, seat: str, at: int) -> OneOf:
    """The damaged installations there."""
    return OneOf("kind", damaged_here(state, at))


def repair_points(state: GlobalState, seat: str, at: int, what: str) -> Number:
    """Damage points that are there and can be paid for."""
    payable = state.treasury[economy_of(state, at)] * damage_per_ipc(state, seat)
    most = min(damage_at(state, at, what), payable)
    return Number(1, most, default=most)


# rule: AA-9.1.repair-installations
def repair(d: Draft[GlobalState], at: int, what: str, points: int) -> None:
    """Remove damage points; the installation works again at once."""
    economy = economy_of(d.now, at)
    price = -(-points // damage_per_ipc(d.now, d.seat))
    left = damage_at(d.now, at, what) - points
    d.edit("territories", at, **{DAMAGE.get(what, "works_damage"): left})
    d.put("treasury", economy, d.now.treasury[economy] - price)
    d.log(
        "log.repaired",
        "AA-9.1.repair-installations",
        place(at),
        place=place(at),
        what=Ref("kind", what),
        points=points,
        price=price,
    )


# rule: AA-10.navalbase.zones, AA-9.2.us-neutral.b, AA-9.2.us-neutral.c
def served_zones(state: GlobalState, power: str) -> dict[int, int]:
    """Sea zones served by a working naval base of the power or of an ally it may share with, and where that is."""
    found: dict[int, int] = {}
    for at, territory in state.territories.items():
        if not works_installation(state, at, "naval_base"):
            continue
        if territory.holder and may_share_at(state, power, territory.holder, at):
            for zone in state.board.sea_next[at]:
                found.setdefault(zone, at)
    return found


# rule: AA-9.1.repair-ships, AA-10.navalbase.repair
def repair_ships(d: Draft[GlobalState]) -> None:
    """Damaged capital ships next to a working naval base are whole again, free of charge."""
    power = d.now.active
    damaged = [key for key in units_of(d.now, power, "sea") if d.now.units[key].damaged]
    zones = served_zones(d.now, power) if damaged else {}
    for key in damaged:
        unit = d.now.units[key]
        # rule: AA-10.battleship.hits, AA-10.carrier.hits
        if unit.at in zones and type_of(d.now, unit).hits > 1:
            d.edit("units", key, damaged=False)
            d.log(
                "log.ship_repaired",
                "AA-9.1.repair-ships",
                piece(key),
                unit=piece(key),
                place=place(unit.at),
                **company(d.now, (key,)),
            )


def money_left(state: GlobalState, seat: str) -> dict[str, Any]:
    """What the prompt says there is to spend, whether anything can be had for it, and where it could appear."""
    money = sum(state.treasury[e] for e in open_economies(state, seat))
    cheapest = min((cost(state, seat, kind) for kind in for_sale(state, seat)), default=money + 1)
    sites = [at for economy in open_economies(state, seat) for at in complexes_of(state, seat, economy)]
    return {
        "money": money,
        "undone": money if money >= cheapest else 0,
        "room": sum(room(state, at) for at in sites),
        "sites": tuple(map(place, sites)),
    }
