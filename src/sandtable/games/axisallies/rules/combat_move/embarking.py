"""Chapters 9.2, 9.4 and 10: taking land units aboard and putting them ashore."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.combat_move.marching import occupy, prepare_invasion
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.memory import AGREEMENTS, SEA
from sandtable.games.axisallies.rules.politics import dutch
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, company, type_of, units_of
from sandtable.games.axisallies.rules.turns.powers import alliance, members, piece, place
from sandtable.games.axisallies.rules.units import ambush, transports
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, dead_end, derived, pick_some, refuse
from sandtable.kernel.choices import Pool

ASSAULT = "assault"


def loadable(state: GlobalState, seat: str, combat: bool) -> OneOf:
    def why(key: int) -> Refusal | None:
        if (no := transports.why_not_board(state, seat, key, combat)) is not None:
            return no
        if not _ships_for(state, seat, key, combat):
            return dead_end("AA-9.2.transport.load", "refuse.no_transport_near", piece(key), unit=piece(key))
        return None

    # Most units stand where no transport can come: they need not be asked about.
    near = shores(state, seat, combat)
    ashore = [key for key in units_of(state, seat, "land") if state.units[key].at in near] if near else []
    return OneOf("piece", Pool(ashore, why), why=why)


def _ships_for(state: GlobalState, power: str, unit: int, combat: bool) -> tuple[int, ...]:
    row = state.units[unit]
    return ships_at(state, power, row.at, type_of(state, row).cargo, combat)


@derived(
    "units",
    "territories",
    "wars",
    "permits",
    "orders",
    "powers",
    "battles",
    "consents",
    "new_wars",
    units=SEA,
    **AGREEMENTS,
)
def ships_at(state: GlobalState, power: str, at: int, cargo: str, combat: bool) -> tuple[int, ...]:
    """The transports that can take a kind of cargo aboard from a territory."""
    near = state.board.sea_next[at]
    return tuple(
        key
        for key, zones in ranges(state, power, combat).items()
        if any(zone in zones for zone in near)
        and transports.has_room(state, key, cargo)
        and transports.pick_up_zones(state, power, at, key, combat)
    )


@derived("units", "territories", "wars", "permits", "consents", units=SEA, **AGREEMENTS)
def ranges(state: GlobalState, power: str, combat: bool) -> dict[int, Mapping[int, int]]:
    """The zones each transport that can be loaded this phase can get to."""
    return {key: transports.range_of(state, power, key).costs for key in usable_ships(state, power, combat)}


@derived("units", "territories", "wars", "permits", "consents")
def shores(state: GlobalState, power: str, combat: bool) -> frozenset[int]:
    """The territories next to zones that a transport can get to."""
    zones = dict.fromkeys(chain.from_iterable(ranges(state, power, combat).values()))
    return frozenset(chain.from_iterable(map(state.board.land_next.__getitem__, zones)))


@derived("units", "wars", "consents")
def usable_ships(state: GlobalState, power: str, combat: bool) -> tuple[int, ...]:
    """The transports a power can load this phase: its own, and in Noncombat Move those of its allies."""
    owners = (power,) if combat else members(state, alliance(state, power))
    found = [
        key
        for owner in owners
        for kind in state.board.transports
        for key in index(state).by_kind.get((owner, kind), ())
        if transports.why_not_use(state, power, key, combat) is None
    ]
    return tuple(sorted(found))


def ships(state: GlobalState, seat: str, unit: int, combat: bool) -> OneOf:
    def why(key: int) -> Refusal | None:
        if (no := transports.why_not_use(state, seat, key, combat)) is not None:
            return no
        if not transports.has_room(state, key, type_of(state, state.units[unit]).cargo):
            return refuse("AA-10.transport.capacity", "refuse.no_room", piece(key), unit=piece(unit))
        return dead_end("AA-9.2.transport.load", "refuse.no_transport_near", piece(key), unit=piece(unit))

    return OneOf("piece", _ships_for(state, seat, unit, combat), why=why)


def pick_up(state: GlobalState, seat: str, unit: int, ship: int, combat: bool) -> OneOf:
    def why(zone: int) -> Refusal | None:
        if zone in state.board.spaces and state.board.is_sea(zone):
            no = transports.why_not_load_in(state, seat, ship, zone)
            stays = zone == state.units[ship].at
            return no or (None if stays else sea.why_not_end(state, seat, ("transport",), zone))
        return None

    zones = transports.pick_up_zones(state, seat, state.units[unit].at, ship, combat)
    return OneOf("place", zones, why, zones, default=min(zones, key=lambda z: (zones[z], z), default=None))


# rule: AA-10.transport.load
def board(d: Draft[GlobalState], unit: int, transport: int, zone: int, combat: bool) -> None:
    """Load a land unit, sailing the transport to where it is picked up."""
    ship = d.now.units[transport]
    way = transports.range_of(d.now, d.seat, transport).path(zone)
    if way:
        boost = sea.allowance(d.now, transport) - type_of(d.now, ship).move
        before = way[-2] if len(way) > 1 else ship.at
        d.edit("units", transport, at=zone, origin=before, spent=ship.spent + len(way), boost=boost)
        for one in cargo_of(d.now).get(transport, ()):
            d.edit("units", one, at=zone)
    if combat:
        d.edit("units", transport, moved=True)
    phase_name = "combat" if combat else "noncombat"
    d.edit("units", unit, at=zone, aboard=transport, loaded=phase_name, moved=combat)
    d.log(
        "log.loaded",
        "AA-10.transport.load",
        place(zone),
        unit=piece(unit),
        ship=piece(transport),
        **company(d.now, (unit,)),
        zone=place(zone),
    )
    ambush.watch(d, (transport,), way)


def why_no_assault(state: GlobalState, power: str, key: int) -> Refusal | None:
    """Why a unit cannot be landed against anybody."""
    unit = state.units.get(key)
    if unit is None or unit.owner != power or not unit.aboard or type_of(state, unit).domain != "land":
        return refuse("AA-9.2.amphib.def", "refuse.not_cargo", piece(key), unit=piece(key))
    if unit.task:
        return refuse("AA-9.2.general.simultaneous", "refuse.committed", piece(key), unit=piece(key))
    # rule: AA-10.aaa.no-combat
    if type_of(state, unit).noncombat_only:
        return refuse("AA-10.aaa.no-combat", "refuse.noncombat_only", piece(key), unit=piece(key))
    ship = state.units[unit.aboard]
    if ship.owner != power and unit.loaded:
        return refuse("AA-10.transport.allied", "refuse.allied_cargo_waits", piece(key), unit=piece(key))
    if landings(state, power, unit):
        return None
    no = transports.why_not_hold(state, power, unit.at) or transports.why_not_past_submarines(state, power, unit.at)
    return no or dead_end("AA-9.2.amphib.def", "refuse.no_beach", piece(key), unit=piece(key))


def landings(state: GlobalState, power: str, unit: Unit) -> tuple[int, ...]:
    """The territories that cargo can be landed against from where its ship is."""
    near = sea.landing_targets(state, power, unit.at)
    return tuple(at for at in near if transports.why_not_assault(state, power, unit.aboard, at) is None)


def landable(state: GlobalState, seat: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        return why_no_assault(state, seat, key)

    def check(keys: tuple[int, ...]) -> Refusal | None:
        common = list(landings(state, seat, state.units[keys[0]]))
        for key in keys[1:]:
            common = [at for at in common if at in landings(state, seat, state.units[key])]
        return None if common else refuse("AA-9.3.amphib.land.sources", "refuse.no_common_way", *map(piece, keys))

    aboard = [key for key in units_of(state, seat, "land") if state.units[key].aboard]
    return pick_some("piece", aboard, why, least=1, check=check, alike=lambda key: shipmates(state, key))


def shipmates(state: GlobalState, key: int) -> tuple[int, ...]:
    """What is aboard the same ship as a unit, the unit included."""
    return cargo_of(state)[state.units[key].aboard]


def beaches(state: GlobalState, seat: str, units: tuple[int, ...]) -> OneOf:
    found = landings(state, seat, state.units[units[0]])
    for key in units[1:]:
        found = tuple(at for at in found if at in landings(state, seat, state.units[key]))
    ship = state.units[units[0]].aboard
    return OneOf("place", found, why=lambda at: transports.why_not_assault(state, seat, ship, at))


# rule: AA-9.2.amphib.announce, AA-9.2.amphib.def, AA-9.2.amphib.hostile-zone
def assault(d: Draft[GlobalState], units: tuple[int, ...], to: int) -> None:
    """Announce a landing; it takes place in Conduct Combat, once the sea zone is clear."""
    if not dutch.may_occupy_in_combat_move(d.now, d.seat, to):
        prepare_invasion(d, to)
    for key in units:
        ship = d.now.units[key].aboard
        d.edit("units", key, task=ASSAULT, target=to, moved=True)
        if d.now.units[ship].owner == d.seat:
            d.edit("units", ship, task=ASSAULT, moved=True)
    d.log(
        "log.assault",
        "AA-9.2.amphib.announce",
        place(to),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        to=place(to),
    )


# -- noncombat ---------------------------------------------------------------------------------------------------------


def _harbours(state: GlobalState, power: str, unit: Unit) -> tuple[int, ...]:
    near = state.board.land_next[unit.at]
    return tuple(at for at in near if transports.why_not_land_quietly(state, power, unit.aboard, at) is None)


# rule: AA-10.transport.stay-loaded, AA-9.3.multi.transport-steps, AA-10.transport.limits
def why_not_ashore(state: GlobalState, power: str, key: int) -> Refusal | None:
    """Why cargo may not go ashore in Noncombat Move."""
    unit = state.units.get(key)
    # rule: AA-10.transport.ncm-unload
    if unit is None or unit.owner != power or not unit.aboard or type_of(state, unit).domain != "land":
        return refuse("AA-10.transport.ncm-unload", "refuse.not_cargo", piece(key), unit=piece(key))
    ship = state.units[unit.aboard]
    if ship.moved or ship.fought or ship.retreated:
        return refuse("AA-9.4.sea.transport", "refuse.transport_done", piece(unit.aboard), unit=piece(unit.aboard))
    # rule: AA-10.transport.allied
    if ship.owner != power and unit.loaded:
        return refuse("AA-10.transport.allied", "refuse.allied_cargo_waits", piece(key), unit=piece(key))
    if not _harbours(state, power, unit):
        return dead_end("AA-10.transport.ncm-unload", "refuse.no_harbour", piece(key), unit=piece(key))
    return None


def unloadable(state: GlobalState, seat: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        return why_not_ashore(state, seat, key)

    def check(keys: tuple[int, ...]) -> Refusal | None:
        hosts = dict.fromkeys(state.units[key].aboard for key in keys)
        return refuse("AA-10.transport.ncm-unload", "refuse.one_ship", *map(piece, keys)) if len(hosts) > 1 else None

    aboard = [key for key in units_of(state, seat, "land") if state.units[key].aboard]
    return pick_some("piece", aboard, why, least=1, check=check, alike=lambda key: shipmates(state, key))


def harbours(state: GlobalState, seat: str, units: tuple[int, ...]) -> OneOf:
    ship = state.units[units[0]].aboard
    found = _harbours(state, seat, state.units[units[0]])
    return OneOf("place", found, why=lambda at: transports.why_not_land_quietly(state, seat, ship, at))


def unload(d: Draft[GlobalState], units: tuple[int, ...], to: int) -> None:
    """Put cargo ashore; the transport can do nothing more this turn."""
    ship = d.now.units[units[0]].aboard
    occupy(d, to)
    for key in units:
        d.edit("units", key, at=to, aboard=0, moved=True)
    d.edit("units", ship, unloaded=True, target=to)
    d.log(
        "log.unloaded",
        "AA-10.transport.ncm-unload",
        place(to),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        to=place(to),
    )
