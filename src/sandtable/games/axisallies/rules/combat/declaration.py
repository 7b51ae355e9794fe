"""Chapters 9.2 and 9.3: when Combat Move ends, the spaces where there will be fighting are written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from sandtable.games.axisallies.model import Battle, GlobalState, Unit
from sandtable.games.axisallies.rules.politics.politics import note
from sandtable.games.axisallies.rules.spaces.spaces import (
    foes_at,
    is_hostile_zone,
    type_of,
    units_at,
    units_of,
)
from sandtable.games.axisallies.rules.units.carriers import is_trapped
from sandtable.kernel import Draft, derived


# rule: AA-9.3.std.which, AA-9.3.amphib.resolve
def declare(d: Draft[GlobalState]) -> None:
    """Write down the battles and raids of this turn."""
    power = d.now.active
    _enlist(d, power)
    places = dict.fromkeys(unit.at for unit in _own(d.now, power))
    for at in sorted(places):
        if d.now.board.is_sea(at):
            _declare_at_sea(d, at, power)
    own = _own(d.now, power)
    for at in _targets(d.now, own):
        _declare_on_land(d, at, power, own)
    for at in dict.fromkeys((*d.now.battles, *d.now.attacked)):
        _note_attack(d, at, power)


# rule: AA-9.2.general.end-friendly, AA-9.2.general.simultaneous
def _enlist(d: Draft[GlobalState], power: str) -> None:
    """Ships that have come to a zone from which a landing was announced support it, whoever came first."""
    zones = {unit.at: None for unit in _own(d.now, power) if unit.task == "assault"}
    for zone in zones:
        for key, unit in tuple(units_at(d.now, zone)):
            kind = type_of(d.now, unit)
            if unit.owner == power and unit.spent and not unit.task and kind.domain == "sea" and not kind.hold:
                d.edit("units", key, task="attack")


def _own(state: GlobalState, power: str) -> list[Unit]:
    """All units of a power."""
    return [state.units[key] for domain in ("land", "sea", "air") for key in units_of(state, power, domain)]


# rule: AA-9.2.general.attack-or-ignore.a
def engage(d: Draft[GlobalState], zone: int, fight: bool) -> None:
    """Write down whether the submarines and transports of a zone are attacked, all of them or none."""
    d.put("battles", zone, Battle("sea", d.now.active, ignore=not fight))


# rule: AA-9.2.general.attack-or-ignore.a
def reopen(d: Draft[GlobalState], zone: int) -> None:
    """Others come to fight in a zone where submarines and transports were to be left alone: all fight, or none."""
    row = d.now.battles.get(zone)
    if row is not None and row.ignore:
        d.drop("battles", zone)


# rule: AA-9.3.amphib.sea.when, AA-10.sub.no-block, AA-10.transport.no-block
def _declare_at_sea(d: Draft[GlobalState], at: int, power: str) -> None:
    """A battle where enemy warships are, or where the attacker chose to fight submarines and transports."""
    own = [key for key, unit in units_at(d.now, at) if unit.owner == power and not unit.submerged]
    if not own or not foes_at(d.now, power, at):
        return
    row = d.now.battles.get(at)
    hostile = is_hostile_zone(d.now, power, at)
    must = hostile and _is_met(d.now, at, power, own)
    if not must and row is None and not any(d.now.units[key].task == "attack" for key in own):
        return
    base = row or Battle("sea", power)
    d.put("battles", at, replace(base, hostile=hostile, ignore=base.ignore and not must))
    if not d.now.battles[at].ignore:
        commit(d, own)


def commit(d: Draft[GlobalState], own: Iterable[int]) -> None:
    """Every ship in the zone fights, and the aircraft on decks that can fly."""
    for key in own:
        unit = d.now.units[key]
        kind = type_of(d.now, unit)
        if unit.task == "" and (kind.domain == "sea" or (kind.deck and unit.aboard and not _is_lamed(d.now, key))):
            d.edit("units", key, task="attack", moved=True)


# rule: AA-10.destroyer.stop-sub
def _is_met(state: GlobalState, at: int, power: str, own: list[int]) -> bool:
    """Whether a hostile zone must be fought for: by anything but submarines that no destroyer hunts."""
    kinds = [(state.units[key], type_of(state, state.units[key])) for key in own]
    hunted = any(type_of(state, state.units[key]).hunts_submarines for key in foes_at(state, power, at))
    return any(
        (kind.domain == "sea" and (hunted or not kind.submerges)) or unit.task == "attack" for unit, kind in kinds
    )


def _is_lamed(state: GlobalState, key: int) -> bool:
    """Whether an aircraft sits on a carrier that it cannot take off from, or that is not its own power's."""
    unit = state.units[key]
    return is_trapped(state, key) or state.units[unit.aboard].owner != unit.owner


def _targets(state: GlobalState, units: Iterable[Unit]) -> list[int]:
    """Territories that some units attack, raid, or will land in."""
    found: dict[int, None] = {}
    for unit in units:
        if unit.task == "assault" and unit.target:
            found[unit.target] = None
        elif unit.task in ("attack", "raid", "escort") and not state.board.is_sea(unit.at):
            found[unit.at] = None
    return sorted(found)


# rule: AA-9.3.raid.move
def _declare_on_land(d: Draft[GlobalState], at: int, power: str, units: Iterable[Unit]) -> None:
    """A battle where troops or aircraft attack; a raid alone where nobody else does."""
    zones = {unit.at: None for unit in units if unit.task == "assault" and unit.target == at and unit.aboard}
    ashore = any(unit.task == "attack" and unit.at == at for unit in units)
    if not zones and not ashore:
        d.put("battles", at, Battle("raid", power))
        return
    d.put("battles", at, Battle("land", power, zones=tuple(sorted(zones))))


# rule: AA-12.japan.trade
def _note_attack(d: Draft[GlobalState], at: int, power: str) -> None:
    """Remember attacks that an objective asks about: on units, and on land that nobody defends or that was overrun."""
    row = d.now.battles.get(at)
    if row is not None and row.ignore:
        return
    named = _named_events(d.now)
    owners = {d.now.units[key].owner: None for key in foes_at(d.now, power, at)}
    if at in d.now.territories:
        owners[d.now.territories[at].since] = None
    for word in (f"{power}_invaded.{at}", *(f"{power}_attacked.{owner}" for owner in owners)):
        if word in named:
            note(d, word)


@derived()
def _named_events(state: GlobalState) -> tuple[str, ...]:
    conditions: list[dict[str, Any]] = [
        condition for row in state.board.tables["objectives"]["objectives"] for condition in row["when"]
    ]
    return tuple(
        f"{condition['event']}.{key}"
        for condition in conditions
        if condition["kind"] == "never"
        for key in condition.get("places", []) + condition.get("powers", [])
    )
