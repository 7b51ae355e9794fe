"""Rules 20.1.2, 20.2 and 20.3: sending special forces, what they achieve, and who comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.games.nextwar.model import DPRK, KoreaState, Operation, Targeted, enemy
from sandtable.games.nextwar.rules.air_defences import network
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.damage import units as ground_units
from sandtable.games.nextwar.rules.detection.spotting import is_detected
from sandtable.games.nextwar.rules.scenarios import raids
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.rules.special_operations.targets import (
    AIMED,
    AIRFIELD,
    CHART,
    INSTALLATION,
    INTERDICTION,
    MSU,
    RAID,
    RECON,
    TARGETING,
    TRACK,
    UNIT,
    kind,
    terrain,
)
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.kernel import Draft, Modifier, OneOf, Ref, Sum

RAIDS, SURVIVAL = "advanced/sof_raid", "advanced/sof_survival"
NOTHING = "-"
BRIGADES = ("brigade", "division", "corps", "army")


# -- sending ---------------------------------------------------------------------------------------------------------


# rule: NW-20.1.1
def sender(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it has markers to send."""
    return (side,) if markers.ready(state, side) else ()


# rule: NW-20.1.2
def send(d: Draft[KoreaState], wanted: Operation) -> None:
    """Lay a marker on its target; nothing happens before all of them lie there."""
    markers.take(d, wanted.nation)
    d.put("operations", max(d.now.operations, default=0) + 1, wanted)
    d.log(
        "log.operation_sent",
        "NW-20.1.2",
        *_where(wanted),
        by=wanted.side,
        nation=wanted.nation,
        mission=wanted.mission,
        target=_target(wanted),
    )


def _where(row: Operation) -> tuple[Ref, ...]:
    return (ref(row.unit),) if row.unit else (at(row.place),) if row.place else ()


def _target(row: Operation) -> Ref | str:
    return ref(row.unit) if row.unit else at(row.place) if row.place else row.mission


# rule: NW-20.1.2, NW-20.2.2.b
def waiting(state: KoreaState, side: str) -> tuple[int, ...]:
    """Missions of a side that are not resolved yet: their player takes them in the order he likes."""
    return tuple(n for n, row in state.operations.items() if row.side == side and not row.done)


def waiting_choice(state: KoreaState, seat: str) -> OneOf:
    """Which mission is resolved next."""
    return OneOf("operation", waiting(state, seat))


def resolver(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it has missions to resolve."""
    return (side,) if waiting(state, side) else ()


# -- the table -------------------------------------------------------------------------------------------------------


# rule: NWT-SOF, NW-20.2.1.c, NW-20.2.2.a
def column(state: KoreaState, row: Operation) -> str:
    """The column of the table for a mission: by the ground, and by what is attacked or looked for."""
    if row.mission in (TRACK, TARGETING):
        return row.mission
    printed = chart(CHART)
    if row.mission == RECON:
        what = kind(state, row.unit)
        return f"recon_{printed['recon'][terrain(state, row.place)][UNIT if what == MSU else what]}"
    return f"raid_{printed['raid'][terrain(state, row.place)][_kind(state, row)]}"


def _kind(state: KoreaState, row: Operation) -> str:
    """What is raided, as the table names it."""
    if row.mission == INTERDICTION:
        return INTERDICTION
    if row.aim == UNIT:
        return kind(state, row.unit)
    return AIRFIELD if row.aim == AIRFIELD else INSTALLATION


# rule: NWT-SOF.drm
def modifiers(state: KoreaState, row: Operation) -> Sum:
    """What the enemy's units in the hex add to the die of a raid."""
    garrison = _garrison(state, row) if row.mission in (RAID, INTERDICTION) else ()
    return Sum.of((*garrison, *raids.modifiers(state, row)))


# rule: NWT-SOF.drm
def _garrison(state: KoreaState, row: Operation) -> Iterator[Modifier]:
    printed, counters = chart(RAIDS)["modifiers"], state.board.units
    here = [counters[key] for key in there(state, row.place) if counters[key].side != row.side]
    if any(one.size in BRIGADES and not one.is_hq for one in here):
        yield Modifier("NWT-SOF.drm", "modifier.garrison", printed["brigade"])
    elif here:
        yield Modifier("NWT-SOF.drm", "modifier.small_garrison", printed["smaller"])


# rule: NWT-SOFSURVIVAL
def survival_modifiers(state: KoreaState, row: Operation) -> Sum:
    """What is added to the die for the survival of a marker."""
    return Sum.of(_dangers(state, row))


# rule: NWT-SOFSURVIVAL
def _dangers(state: KoreaState, row: Operation) -> Iterator[Modifier]:
    rule, printed = "NWT-SOFSURVIVAL", chart(SURVIVAL)
    if skill := printed["modifiers"].get(row.nation, 0):
        yield Modifier(rule, "modifier.forces_skill", skill)
    if row.mission in (RAID, TRACK):
        yield Modifier(rule, "modifier.raid", printed["modifiers"]["raid"])
    if row.mission == INTERDICTION:
        yield Modifier(rule, "modifier.interdiction", printed["modifiers"]["interdiction"])
    if (
        row.nation == DPRK
        and state.turn == 1
        and (surprise := printed["surprise"].get(state.board.card.get("sof_surprise"), 0))
    ):
        yield Modifier(rule, "modifier.surprise", surprise)


def dies(total: int) -> bool:
    """Whether a modified die costs the marker."""
    return bool(total >= chart(SURVIVAL)["eliminated_from"])


# -- resolution ------------------------------------------------------------------------------------------------------


# rule: NW-20.1.2, NW-20.3.c
def is_possible(state: KoreaState, row: Operation) -> bool:
    """Whether a mission can still be carried out: its unit is there and seen, its work not destroyed."""
    if row.unit:
        if state.units[row.unit].hex != row.place:
            return False
        return row.mission not in AIMED or is_detected(state, row.unit)
    return row.mission not in AIMED or not installations.is_destroyed(state, row.place, row.aim)


# rule: NW-20.3.a, NW-20.3.c
def resolve(d: Draft[KoreaState], number: int) -> None:
    """Carry a mission out, if it can be, and roll at once for the survival of its marker."""
    row = d.now.operations[number]
    d.edit("operations", number, done=True)
    if is_possible(d.now, row):
        _carry_out(d, row)
    else:
        d.log("log.operation_idle", "NW-20.3.c", *_where(row), by=row.side, nation=row.nation, target=_target(row))
    survive(d, row)


# rule: NWT-SOF, NW-20.2.1.c
def _carry_out(d: Draft[KoreaState], row: Operation) -> None:
    roll = d.draw("roll.operation", DIE)
    total, where = modifiers(d.now, row), column(d.now, row)
    result = str(table(CHART).look(roll.faces[0] + total.total, where).value or NOTHING)
    d.log(
        "log.operation",
        "NWT-SOF",
        *_where(row),
        rolls=[roll],
        modifiers=total,
        by=row.side,
        nation=row.nation,
        mission=row.mission,
        target=_target(row),
        column=where,
        result=result,
    )
    if result != NOTHING:
        EFFECTS[row.mission](d, row, result)


# rule: NW-20.2.1.c, NWT-SOF.drm
def _raid(d: Draft[KoreaState], row: Operation, result: str) -> None:
    """Strike markers or a lost step, at once; aircraft on a base that was hit may be caught."""
    if row.aim == UNIT:
        ground_units.strike(d, row.unit, result)
    else:
        installations.strike(d, row.place, row.aim, result)


# rule: NW-20.2.1.d, NWT-SOF.drm
def _interdict(d: Draft[KoreaState], row: Operation, result: str) -> None:
    """The roads of a hex are cut; of two markers the higher counts."""
    level = chart(RAIDS)["interdiction"][result]
    now = d.now.interdictions.get(row.place, 0)  # equivalent[0 becomes 1]: no level is lower than 1
    d.put("interdictions", row.place, max(level, now))


# rule: NW-20.2.2.a
def _detect(d: Draft[KoreaState], row: Operation, result: str) -> None:
    """The unit is found."""
    d.edit("units", row.unit, detected=True)


# rule: NW-20.2.3.a, NWK-9.0
def _target_it(d: Draft[KoreaState], row: Operation, result: str) -> None:
    """A Targeted marker, as good as the nation's forces; a better one stays."""
    value = chart("advanced/targeting")["values"][row.nation]
    if row.aim == UNIT:
        d.edit("units", row.unit, targeted=max(value, d.now.units[row.unit].targeted))
        return
    now: dict[str, Any] = {row.aim: max(value, installations.targeted(d.now, row.place, row.aim))}
    if row.place in d.now.targeted:
        d.edit("targeted", row.place, **now)
    else:
        d.put("targeted", row.place, Targeted(**now))


# rule: NW-20.2.4, NW-20.2.4.a
def _cut_track(d: Draft[KoreaState], row: Operation, result: str) -> None:
    """The enemy's detection falls at once."""
    network.strike(d, enemy(row.side), network.DETECTION, result, at_once=True)


EFFECTS = {RAID: _raid, INTERDICTION: _interdict, RECON: _detect, TARGETING: _target_it, TRACK: _cut_track}


# rule: NW-20.3.a, NWT-SOFSURVIVAL
def survive(d: Draft[KoreaState], row: Operation) -> None:
    """Roll for the marker."""
    # rule: NWK-16.2.2.j
    if raids.is_first_round(d.now):
        markers.put_down(d, row.nation, True)
        return
    roll = d.draw("roll.forces_survive", DIE)
    total = survival_modifiers(d.now, row)
    lost = dies(roll.faces[0] + total.total)
    markers.put_down(d, row.nation, not lost)
    d.log(
        "log.forces_lost" if lost else "log.forces_survive",
        "NWT-SOFSURVIVAL",
        rolls=[roll],
        modifiers=total,
        by=row.side,
        nation=row.nation,
    )
