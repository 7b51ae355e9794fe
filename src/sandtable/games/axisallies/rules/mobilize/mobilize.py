"""Chapter 9.5: mobilize new units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.combat import casualties
from sandtable.games.axisallies.rules.mobilize.complexes import (
    charge,
    complexes_of,
    open_orders,
    room_for,
    split,
    why_not_mobilize_at,
)
from sandtable.games.axisallies.rules.mobilize.launching import adrift, free_deck, why_strands
from sandtable.games.axisallies.rules.muster import new_unit
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.research.technology import capacity, cost
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, held_since_start, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import economy_of, place
from sandtable.games.axisallies.scenario import UPGRADE
from sandtable.kernel import Draft, Number, OneOf, Ref, Refusal, pick, refuse

PLENTY = 99


def waiting(state: GlobalState, seat: str) -> dict[str, Any]:
    """What the prompt says: how many units of which kinds wait for a place."""
    orders = open_orders(state, seat)
    count = sum(state.orders[order] for order in orders)
    kinds = dict.fromkeys(split(order)[1] for order in orders)
    return {"count": count, "kinds": tuple(Ref("kind", kind) for kind in kinds), "undone": count}


# rule: AA-9.5.place.air
def deck_space(state: GlobalState, power: str, zone: int) -> int:
    """Free places on a power's own undamaged carriers in a zone."""
    aboard = cargo_of(state)
    free = 0
    for key, unit in units_at(state, zone):
        if unit.owner == power and not unit.damaged:
            free += max(0, type_of(state, unit).deck_room - len(aboard.get(key, ())))
    waiting = sum(1 for _, u in units_at(state, zone) if u.owner == power and not u.aboard and type_of(state, u).deck)
    return free - waiting


# rule: AA-9.5.place.land
def why_not_place_unit(state: GlobalState, power: str, economy: str, kind: str, at: int) -> Refusal | None:
    """Why a new unit may not enter play in a space."""
    unit = state.board.kinds[kind]
    # rule: AA-6.china.place
    if power == china.CHINA:
        if at in china.placing_sites(state):
            return None
        return refuse("AA-6.china.place", "refuse.china_places", place(at), place=place(at))
    if not state.board.is_sea(at):
        # rule: AA-9.5.place.sea
        if unit.domain == "sea":
            return refuse("AA-9.5.place.sea", "refuse.ships_at_sea", place(at), place=place(at))
        no = why_not_mobilize_at(state, power, economy, at)
        return no or why_strands(state, power, economy, kind, at)
    if unit.domain == "land" or (unit.domain == "air" and not unit.deck):
        return refuse("AA-9.5.place.land", "refuse.on_land", place(at), place=place(at))
    # rule: AA-9.5.place.sea
    if not room_for(state, power, economy, at):
        return refuse("AA-9.5.place.sea", "refuse.no_complex_near", place(at), place=place(at))
    # rule: AA-9.5.place.air
    if unit.domain == "air" and deck_space(state, power, at) < 1:
        return refuse("AA-9.5.place.air", "refuse.no_deck", place(at), place=place(at))
    return why_strands(state, power, economy, kind, at)


# rule: AA-9.5.place.installations, AA-10.inst.place
def why_not_build(state: GlobalState, power: str, economy: str, kind: str, at: int) -> Refusal | None:
    """Why an installation may not be built in a territory."""
    territory = state.territories.get(at)
    if territory is None or not held_since_start(state, at, power):
        return refuse("AA-9.5.place.installations", "refuse.not_held_since_start", place(at), place=place(at))
    if economy_of(state, at) != economy:
        return refuse("AA-11.uk.mobilize", "refuse.other_economy", place(at), place=place(at))
    if kind == UPGRADE:
        return _why_not_upgrade(state, power, at)
    info, space = state.board.installations[kind], state.board.spaces[at]
    present = territory.works if kind.endswith("_ic") else getattr(territory, kind)
    # rule: AA-9.5.place.one-each
    if present:
        return refuse("AA-9.5.place.one-each", "refuse.one_each", place(at), place=place(at), kind=Ref("kind", kind))
    # rule: AA-9.5.place.no-island-ic
    if space.island and not info.on_island:
        return refuse("AA-9.5.place.no-island-ic", "refuse.no_island_complex", place(at), place=place(at))
    # rule: AA-9.5.place.major, AA-9.5.place.minor
    if space.ipc < info.ipc_at_least:
        return refuse(info.rule, "refuse.too_poor", place(at), place=place(at), need=info.ipc_at_least, given=space.ipc)
    # rule: AA-6.neutral.after-control.b
    if info.site == "original" and territory.former_neutral:
        return refuse("AA-6.neutral.after-control.b", "refuse.not_original", place(at), place=place(at))
    if info.site == "original" and not is_original(state, power, at):
        return refuse("AA-9.5.place.major", "refuse.not_original", place(at), place=place(at))
    if info.site == "coastal" and not state.board.sea_next[at]:
        return refuse("AA-10.inst.place", "refuse.not_coastal", place(at), place=place(at))
    return None


# rule: AA-6.neutral.after-control.b, AA-7.territory.control
def is_original(state: GlobalState, power: str, at: int) -> bool:
    """Whether a territory was a power's own from the start; former neutrals are nobody's."""
    return state.board.spaces[at].original_owner == power and not state.territories[at].former_neutral


# rule: AA-10.ic.upgrade
def _why_not_upgrade(state: GlobalState, power: str, at: int) -> Refusal | None:
    territory = state.territories[at]
    if territory.works != "minor_ic" or "minor_ic" in territory.built:
        return refuse("AA-10.ic.upgrade", "refuse.no_minor_complex", place(at), place=place(at))
    if territory.works_damage:
        return refuse("AA-10.ic.upgrade", "refuse.repair_first", place(at), place=place(at))
    least = state.board.installations["major_ic"].ipc_at_least
    if not is_original(state, power, at) or state.board.spaces[at].ipc < least:
        return refuse("AA-10.ic.upgrade", "refuse.not_original", place(at), place=place(at))
    return None


def site_check(state: GlobalState, power: str, order: str) -> Callable[[int], Refusal | None]:
    """The question why an order may not be placed in a space."""
    economy, kind = split(order)
    asks = why_not_place_unit if kind in state.board.kinds else why_not_build
    return lambda at: asks(state, power, economy, kind, at)


def has_site(state: GlobalState, power: str, order: str) -> bool:
    """Whether there is any space an order may be placed in."""
    check = site_check(state, power, order)
    return any(check(at) is None for at in _candidates(state, power, *split(order)))


def _candidates(state: GlobalState, power: str, economy: str, kind: str) -> tuple[int, ...]:
    """The spaces that an order could be placed in by what they are: only these are worth a closer look."""
    if kind not in state.board.kinds:
        return tuple(at for at, land in state.territories.items() if land.holder == power)
    if power == china.CHINA:
        return china.placing_sites(state)
    unit, complexes = state.board.kinds[kind], complexes_of(state, power, economy)
    zones = tuple(dict.fromkeys(zone for at in complexes for zone in state.board.sea_next[at]))
    if unit.domain == "sea":
        return zones
    return (*complexes, *zones) if unit.domain == "air" else complexes


def why_not_place(state: GlobalState, power: str, order: str) -> Refusal | None:
    """Why an order cannot be placed anywhere."""
    if order not in open_orders(state, power):
        return refuse("AA-9.5.where", "refuse.not_ordered")
    if has_site(state, power, order):
        return None
    check = site_check(state, power, order)
    reasons = [check(at) for at in _candidates(state, power, *split(order))]
    kept = next((no for no in reasons if no is not None and no.rule == "AA-10.air.no-suicide.c"), None)
    return kept or refuse("AA-9.5.excess", "refuse.no_site")


def buyers(state: GlobalState, seat: str) -> OneOf:
    """The treasuries that have something to place."""

    orders = open_orders(state, seat)

    def why(economy: str) -> Refusal | None:
        if any(has_site(state, seat, order) for order in orders if split(order)[0] == economy):
            return None
        return refuse("AA-9.5.where", "refuse.not_ordered")

    return pick("economy", (split(order)[0] for order in orders), why)


def wares(state: GlobalState, seat: str, economy: str) -> OneOf:
    """What a treasury has to place."""

    def why(kind: str) -> Refusal | None:
        return why_not_place(state, seat, f"{economy}.{kind}")

    return pick("kind", (kind for buyer, kind in map(split, open_orders(state, seat)) if buyer == economy), why)


def sites(state: GlobalState, seat: str, economy: str, kind: str) -> OneOf:
    return pick("place", _candidates(state, seat, economy, kind), site_check(state, seat, f"{economy}.{kind}"))


def how_many(state: GlobalState, seat: str, economy: str, kind: str, at: int) -> Number:
    most = state.orders[f"{economy}.{kind}"]
    if kind not in state.board.kinds:
        most = 1
    elif seat != china.CHINA:
        most = min(most, room_for(state, seat, economy, at))
        if state.board.is_sea(at) and state.board.kinds[kind].domain == "air":
            most = min(most, deck_space(state, seat, at))
        while most > 1 and why_strands(state, seat, economy, kind, at, most) is not None:
            most -= 1
    return Number(1, most, default=most)


def deploy(d: Draft[GlobalState], economy: str, kind: str, at: int, count: int) -> None:
    """Put bought units or an installation on the board."""
    order = f"{economy}.{kind}"
    left = d.now.orders[order] - count
    if left:
        d.put("orders", order, left)
    else:
        d.drop("orders", order)
    if kind in d.now.board.kinds:
        _place_units(d, economy, kind, at, count)
    else:
        _build(d, kind, at)
    d.log(
        "log.deployed",
        "AA-9.5.where",
        place(at),
        kind=Ref("kind", kind),
        count=count,
        place=place(at),
    )


def _place_units(d: Draft[GlobalState], economy: str, kind: str, at: int, count: int) -> None:
    if d.seat != china.CHINA:
        charge(d, d.seat, economy, at, count)
    # rule: AA-11.uk.move
    for _ in range(count):
        new_unit(d, Unit(kind, d.seat, at))
    if d.now.board.is_sea(at):
        board_carriers(d, d.seat, at)


def _build(d: Draft[GlobalState], kind: str, at: int) -> None:
    territory = d.now.territories[at]
    built = (*territory.built, kind)
    if kind == UPGRADE:
        # rule: AA-9.5.capacity
        d.edit("territories", at, works="major_ic", built=built)
        d.edit("territories", at, placed=territory.placed + _upgrade_limit(d.now, at))
    elif kind.endswith("_ic"):
        d.edit("territories", at, works=kind, built=built)
    else:
        d.edit("territories", at, **{kind: True}, built=built)


def _upgrade_limit(state: GlobalState, at: int) -> int:
    """In the turn of its upgrade a complex mobilizes no more than a minor one: the difference counts as used."""
    power = state.territories[at].holder
    return capacity(state, power, "major_ic") - capacity(state, power, "minor_ic")


# rule: AA-9.4.air.new-carrier, AA-10.carrier.ncm
def board_carriers(d: Draft[GlobalState], power: str, zone: int) -> None:
    """Aircraft waiting over a zone come down on the decks that are free there."""
    for key, unit in tuple(units_at(d.now, zone)):
        if unit.owner == power and type_of(d.now, unit).deck and not unit.aboard:
            deck = free_deck(d.now, power, zone)
            if deck:
                d.edit("units", key, aboard=deck)


# rule: AA-9.5.excess, AA-9.4.air.lost
def close(d: Draft[GlobalState]) -> None:
    """Pay back what found no place, and lose the aircraft that waited for a carrier in vain."""
    power = d.now.active
    for order in open_orders(d.now, power):
        economy, kind = split(order)
        refund = d.now.orders[order] * cost(d.now, power, kind)
        d.put("treasury", economy, d.now.treasury[economy] + refund)
        d.log("log.refunded", "AA-9.5.excess", kind=Ref("kind", kind), count=d.now.orders[order], price=refund)
        d.drop("orders", order)
    for zone in dict.fromkeys(d.now.units[key].at for key in adrift(d.now, power)):
        board_carriers(d, power, zone)
    for key in adrift(d.now, power):
        casualties.ditch(d, (key,))
