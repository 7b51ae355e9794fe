"""Chapter 9.2: scrambling from air bases, once all attacks are declared."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import Battle, GlobalState
from sandtable.games.axisallies.rules.combat.declaration import commit
from sandtable.games.axisallies.rules.spaces.spaces import (
    company,
    foes_at,
    type_of,
    units_at,
    units_of,
    works_installation,
)
from sandtable.games.axisallies.rules.turns.powers import are_allies, at_war, piece, place
from sandtable.kernel import Draft, OneOf, Ref, Refusal, SomeOf, derived, refuse


# rule: AA-9.2.scramble.who, AA-9.2.scramble.vs-amphib
def threatened_zones(state: GlobalState) -> tuple[int, ...]:
    """Zones where ships are under attack, or from which a landing has been declared."""
    return _threatened_by(state, state.active)


@derived("units", "battles")
def _threatened_by(state: GlobalState, power: str) -> tuple[int, ...]:
    sea_fights = [at for at, row in state.battles.items() if row.kind == "sea" and not row.ignore]
    cargo = (state.units[key] for key in units_of(state, power, "land"))
    landings = [unit.at for unit in cargo if unit.task == "assault" and unit.aboard]
    return tuple(sorted(dict.fromkeys((*sea_fights, *landings))))


def _is_defended_by(state: GlobalState, zone: int, power: str) -> bool:
    """Whether a zone is the business of a defender: friends under attack there, or a landing by its enemy."""
    if at_war(state, state.active, power):
        return True
    return any(are_allies(state, state.units[key].owner, power) for key in foes_at(state, state.active, zone))


def bases(state: GlobalState, power: str) -> tuple[int, ...]:
    """Territories with a working air base and aircraft of a power that could scramble."""
    if not at_war(state, state.active, power):
        return ()
    return tuple(at for at in air_bases(state) if _is_manned(state, power, at))


# rule: AA-10.airbase.scramble, AA-10.airbase.damaged
def _is_manned(state: GlobalState, power: str, at: int) -> bool:
    """Whether aircraft of a power can still rise from a base."""
    holder = state.territories[at].holder
    if not holder or not are_allies(state, holder, power) or not works_installation(state, at, "air_base"):
        return False
    return bool(pilots(state, power, at)) and room(state, at) > 0


@derived("territories")
def air_bases(state: GlobalState) -> tuple[int, ...]:
    """The territories with an air base."""
    return tuple(at for at, land in state.territories.items() if land.air_base)


# rule: AA-10.air.coast, AA-9.2.scramble.who
def pilots(state: GlobalState, power: str, at: int) -> tuple[int, ...]:
    """A power's fighters and tactical bombers in a territory that have not been sent up."""
    return tuple(
        key
        for key, unit in units_at(state, at)
        if unit.owner == power and type_of(state, unit).scrambles and not unit.task
    )


# rule: AA-9.2.scramble.two-zones
def room(state: GlobalState, at: int) -> int:
    """How many more aircraft may scramble from a base this turn, into all its zones together."""
    return state.board.installations["air_base"].scrambles - _risen(state).count(at)


@derived("units")
def _risen(state: GlobalState) -> tuple[int, ...]:
    """The bases of all aircraft that have scrambled, once for each of them."""
    aircraft = (state.units[key] for power in state.board.powers for key in units_of(state, power, "air"))
    return tuple(unit.origin for unit in aircraft if unit.task == "scramble")


def zones_from(state: GlobalState, power: str, at: int) -> tuple[int, ...]:
    """The threatened zones next to a base."""
    near = state.board.sea_next[at]
    return tuple(zone for zone in threatened_zones(state) if zone in near and _is_defended_by(state, zone, power))


# rule: AA-10.airbase.scramble, AA-9.2.scramble.two-bases
def ready(state: GlobalState, power: str) -> tuple[int, ...]:
    """Every aircraft of a power that may scramble now."""
    zones = threatened_zones(state)
    if not zones or not at_war(state, state.active, power):  # equivalent[not zones]: spares the search
        return ()
    shores = dict.fromkeys(at for zone in zones for at in state.board.land_next[zone])
    near = [at for at in air_bases(state) if at in shores and _is_manned(state, power, at)]
    return tuple(key for at in near for key in pilots(state, power, at))


def scramblers(state: GlobalState, seat: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        unit = state.units.get(key)
        if unit is None or unit.owner != seat:
            return refuse("AA-9.2.scramble.who", "refuse.not_yours", piece(key), unit=piece(key))
        # rule: AA-10.airbase.damaged
        if unit.at in air_bases(state) and not works_installation(state, unit.at, "air_base"):
            return refuse("AA-10.airbase.damaged", "refuse.base_damaged", place(unit.at), place=place(unit.at))
        return refuse("AA-9.2.scramble.who", "refuse.cannot_scramble", piece(key), unit=piece(key))

    def check(keys: tuple[int, ...]) -> Refusal | None:
        homes = dict.fromkeys(state.units[key].at for key in keys)
        if len(homes) > 1:
            return refuse("AA-9.2.scramble.who", "refuse.one_space", *map(piece, keys))
        home = next(iter(homes))
        if len(keys) > room(state, home):
            return refuse("AA-9.2.scramble.who", "refuse.scramble_limit", place(home), most=room(state, home))
        return None

    options = ready(state, seat)
    return SomeOf("piece", options, 1, why=why, check=check, default=tuple(options[:1]))


def question(state: GlobalState, seat: str) -> dict[str, Any]:
    """What the prompt says: who comes where with what, and what could rise against it from where."""
    aircraft = ready(state, seat)
    homes = tuple(dict.fromkeys(state.units[key].at for key in aircraft))
    skies = tuple(dict.fromkeys(zone for at in homes for zone in zones_from(state, seat, at)))
    attackers = [key for zone in skies for key, unit in units_at(state, zone) if unit.owner == state.active]
    return {
        "attacker": Ref("seat", state.active),
        "zones": tuple(map(place, skies)),
        **company(state, attackers),
        "bases": tuple(map(place, homes)),
        "pilots": len(aircraft),
        "most": sum(min(room(state, at), len(pilots(state, seat, at))) for at in homes),
    }


def zones(state: GlobalState, seat: str, units: tuple[int, ...]) -> OneOf:
    def why(zone: int) -> Refusal | None:
        return refuse("AA-9.2.scramble.who", "refuse.not_threatened", place(zone), place=place(zone))

    return OneOf("place", zones_from(state, seat, state.units[units[0]].at), why=why)


# rule: AA-9.2.scramble.role, AA-9.2.scramble.timing
def scramble(d: Draft[GlobalState], units: tuple[int, ...], zone: int) -> None:
    """Aircraft rise to defend a zone; they fight there and nowhere else this turn."""
    for key in units:
        d.edit("units", key, at=zone, origin=d.now.units[key].at, task="scramble")
    if zone not in d.now.battles or d.now.battles[zone].ignore:
        d.put("battles", zone, Battle("sea", d.now.active))
    _commit_escort(d, zone)
    d.log(
        "log.scrambled",
        "AA-9.2.scramble.who",
        place(zone),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        zone=place(zone),
    )


# rule: AA-9.3.amphib.sea.all, AA-10.carrier.independent
def _commit_escort(d: Draft[GlobalState], zone: int) -> None:
    """The attacker's ships in the zone and the aircraft on their decks now have a battle to fight."""
    commit(d, [key for key, unit in units_at(d.now, zone) if unit.owner == d.now.active])


def defenders(state: GlobalState) -> tuple[str, ...]:
    """The powers that could scramble, in the order of play."""
    return tuple(power for power in state.board.powers if ready(state, power))
