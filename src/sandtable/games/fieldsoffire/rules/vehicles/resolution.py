"""AT resolution: the sum with every part of it named, and what the table makes of it (10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.model import INCOMING, FieldsOptions, FieldsState
from sandtable.games.fieldsoffire.rules.ground.terrain import burst_of, concealment
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card
from sandtable.games.fieldsoffire.rules.vehicles.results import take_result
from sandtable.games.fieldsoffire.rules.vehicles.weapons import Weapon, weapon_at
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.games.fieldsoffire.scenario.units import C
from sandtable.games.fieldsoffire.scenario.vehicles import GROUND_TARGET, machines
from sandtable.kernel import Draft, Modifier, Ref, Sum

PINNED = "pinned"
NO_AMBUSH = ("hmg_50_127", "rifle_grenade", "gl40")
"""Weapons against vehicles that are neither guns nor rockets."""


@cache
def modifier_rows() -> Mapping[str, Mapping[str, Any]]:
    """The modifiers of the table by their ids."""
    return {row["id"]: row for row in chart("at_combat")["modifiers"]}


# rule: FFT-at-table
def part(name: str, *, word: str = "") -> Modifier:
    """A modifier of the table."""
    row = modifier_rows()[name]
    return Modifier(row["rule"], f"modifier.at_{word or name.lower()}", row["mod"])


# rule: FF-10.6
def against(state: FieldsState, target: int, sources: tuple[int, ...], *, moving: bool) -> Iterator[Modifier]:
    """What the target adds whatever is fired at it: its armour, its card, being pinned, being on the move."""
    unit = state.units[target]
    yield Modifier("FF-10.6", "modifier.at_defence", machines()[state.board.types[target].vehicle].defence)
    yield Modifier("FF-10.6", "modifier.terrain", concealment(state, unit.at, sources))
    if unit.pinned:  # rule: FF-10.6.a, FF-10.7.pin
        yield part("target_pinned")
    if moving:  # rule: FF-10.6.i, FF-10.5.2.C.c
        yield part("moving")


# rule: FF-10.6, FF-10.5.2.A
def gunnery(
    state: FieldsState, key: int, target: int, weapon: Weapon, *, moved: bool, moving: bool
) -> Iterator[Modifier]:
    """The parts of a shot of one unit at a vehicle; ``moved``: the firer has, ``moving``: the target is."""
    at, to = state.units[key].at, state.units[target].at
    gun = weapon.machine.gun_at(distance(at, to))
    assert gun is not None
    yield Modifier("FF-10.6", "modifier.at_gun", gun)
    yield from against(state, target, () if at == to else (at,), moving=moving)
    if moved:  # rule: FF-10.5.2.D
        penalty = weapon.machine.move_and_fire
        assert penalty is not None
        yield Modifier("FF-10.5.2.D", "modifier.at_move_and_fire", penalty)
    if state.units[key].pinned:  # rule: FF-10.6.j, FF-10.7.pin
        yield part("firer_pinned")
    if is_ambush(state, key, target):  # rule: FF-10.8.3.c
        row = modifier_rows()["ambush"]
        amount = row["if_target_pinned"] if state.units[target].pinned else row["mod"]
        yield Modifier(row["rule"], "modifier.at_ambush", amount)


# rule: FF-10.8.3, FF-10.8.3.a
def is_ambush(state: FieldsState, key: int, target: int) -> bool:
    """Whether guns or rockets catch a listed vehicle from its own card or the next without infantry to guard it."""
    kind, unit = state.board.types[target], state.units[target]
    listed = state.board.mission.setup.get("at_ambush") or ()
    if kind.vehicle not in listed or not state.board.types[key].is_infantry:
        return False
    far = distance(state.units[key].at, unit.at)
    weapon = weapon_at(state, key, far)
    if far > C or weapon is None or weapon.machine.id in NO_AMBUSH:
        return False
    guards = on_card(state, unit.at).of(kind.side)
    return not any(is_good_order(state, one) and not state.units[one].aboard for one in guards)


# rule: FF-10.5.3.b, FF-10.6.b
def volume_parts(state: FieldsState, target: int, kind: str) -> Iterator[Modifier]:
    """What a volume of fire has instead of a gun: 0, its own modifier, and for shells the burst icon of the card."""
    yield Modifier("FF-10.5.3.b", "modifier.at_gun", 0)
    options = state.board.options
    if kind == PINNED and isinstance(options, FieldsOptions) and options.all_pinned_erratum:  # rule: FF-10.6.r
        yield Modifier("FF-10.6.r", "modifier.at_pinned", modifier_rows()[PINNED]["erratum"])
    else:
        yield part(kind)
    if kind == INCOMING and (burst := burst_of(state, state.units[target].at)):
        yield Modifier("FF-10.6.b", "modifier.burst", burst)


# rule: FF-10.6, FF-10.6.l, FF-2.8.2.at
def resolve(
    d: Draft[FieldsState], target: int, parts: Iterable[Modifier], rule: str, *, firer: int = 0, fire: str = ""
) -> int:
    """Draw the AT number, tell the sum, and let the target take the result; the final sum."""
    drawn = draw(d, "at")
    total = Sum.of((*parts, Modifier("FF-2.8.2.at", "modifier.at_number", drawn.card.at)))
    aim, me = Ref("unit", target), Ref("unit", firer)
    result = result_of(d.now, target, total.total)
    d.log(
        "log.at_fire" if firer else "log.at_volume",
        rule,
        *((me,) if firer else ()),
        aim,
        draws=(drawn.draw,),
        modifiers=total,
        target=aim,
        sum=total.total,
        result=result,
        **({"unit": me} if firer else {"vof": fire}),
    )
    d.edit("units", target, attacked=True)
    take_result(d, target, result)
    return total.total


# rule: FFT-at-table, FF-10.6.m, FF-10.6.n
def result_of(state: FieldsState, target: int, total: int) -> str:
    """The word of the table for a final sum: the column of ground vehicles or that of aircraft."""
    is_ground = machines()[state.board.types[target].vehicle].target == GROUND_TARGET
    for row in chart("at_combat")["results"]:
        if row["most"] is None or total <= row["most"]:
            return str(row["ground" if is_ground else "air"])
    raise AssertionError(f"the table has no row for {total}")


# rule: FF-10.6.1, FF-10.6.1.a
def is_rapid(weapon: Weapon, total: int, *, at_ground: bool) -> bool:
    """Whether a shot was so quick that another may follow at once: at ground vehicles, by the printed sums only."""
    return weapon.machine.is_rapid and at_ground and total in chart("at_combat")["rapid_fire"]["sums"]
