"""Chapter 9.3: choosing casualties, agreeing on them, taking and removing them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.assignment import bill
from sandtable.games.axisallies.rules.combat.fire import pending, total
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    DEFENDER,
    Side,
    battle_of,
    is_raid,
    place_of,
    spokesman,
    under_fire,
    voices,
)
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, company
from sandtable.games.axisallies.rules.turns.powers import piece, place, seat
from sandtable.kernel import Draft, Ref

FIRED_ON = {ATTACKER: "AA-9.3.def.fire", DEFENDER: "AA-9.3.att.fire"}
"""The step in which a side takes its losses: when the other one has fired."""


def chooser(state: GlobalState, side: Side) -> tuple[str, ...]:
    """Who picks the losses of a side first."""
    if not total(pending(state, side)):
        return ()
    keys = under_fire(state, side)
    if side == ATTACKER:
        return (battle_of(state).attacker,)
    return (spokesman(state, place_of(state), keys),) if keys else ()


def settle_forced(d: Draft[GlobalState], side: Side) -> None:
    """Take hits that leave nothing to choose without a question."""
    if not total(pending(d.now, side)):
        return
    due = bill(d.now, side)
    if not due.targets or due.is_forced():
        take(d, side, *due.default)


def choose(d: Draft[GlobalState], side: Side, losses: tuple[int, ...], damaged: tuple[int, ...]) -> None:
    """Take the losses that were chosen; where other defenders would lose something too, they are asked first."""
    battle = battle_of(d.now)
    units, damage = tuple(sorted(losses)), tuple(sorted(damaged))
    if side == DEFENDER and not battle.chosen_by and partners(d.now, d.seat, (*units, *damage)):
        d.edit("battles", place_of(d.now), proposed=units, proposed_damage=damage)
    else:
        take(d, side, units, damage)
    d.done()


# rule: AA-9.3.multi.casualties
def partners(state: GlobalState, proposer: str, keys: tuple[int, ...]) -> tuple[str, ...]:
    """The other defenders who would lose something."""
    return tuple(power for power in voices(state, keys, battle_of(state).attacker) if power != proposer)


def asked_to_agree(state: GlobalState) -> tuple[str, ...]:
    battle = battle_of(state)
    keys = (*battle.proposed, *battle.proposed_damage)
    if not keys:
        return ()
    return partners(state, spokesman(state, place_of(state), under_fire(state, DEFENDER)), keys)


# rule: AA-9.3.multi.casualties
def leave_to_attacker(d: Draft[GlobalState]) -> None:
    """The defenders do not agree: the attacker picks their losses."""
    battle = battle_of(d.now)
    d.edit("battles", place_of(d.now), chosen_by=battle.attacker, proposed=(), proposed_damage=())
    d.log("log.disagreed", "AA-9.3.multi.casualties", power=seat(d.seat), attacker=seat(battle.attacker))
    d.finish()


def carry_out(d: Draft[GlobalState]) -> None:
    """Take the losses that everybody agreed on."""
    battle = battle_of(d.now)
    if battle.proposed or battle.proposed_damage:
        take(d, DEFENDER, battle.proposed, battle.proposed_damage)


# -- taking --------------------------------------------------------------------------------------------------------


# rule: AA-9.3.std.fire-order
def take(d: Draft[GlobalState], side: Side, units: tuple[int, ...], damaged: tuple[int, ...]) -> None:
    """Take hits: damage stays, attackers go at once, defenders go behind the casualty strip and still fire."""
    at = place_of(d.now)
    for key in damaged:
        damage(d, key)
    d.edit("battles", at, **{f"on_{side}": None}, chosen_by="", proposed=(), proposed_damage=())
    if side == DEFENDER and not is_raid(d.now):
        d.edit("battles", at, doomed=tuple(sorted((*battle_of(d.now).doomed, *units))))
    else:
        lose(d, units, FIRED_ON[side])


# rule: AA-10.battleship.hits, AA-10.carrier.hits
def damage(d: Draft[GlobalState], key: int) -> None:
    """A capital ship takes its first hit: it is marked, and fights on."""
    unit = d.now.units[key]
    d.edit("units", key, damaged=True)
    d.log(
        "log.damaged",
        f"AA-10.{unit.kind}.hits",
        piece(key),
        power=seat(unit.owner),
        kind=Ref("kind", unit.kind),
        place=place(unit.at),
    )


# rule: AA-9.3.std.remove
def clear_strip(d: Draft[GlobalState]) -> None:
    """Remove the defenders behind the casualty strip."""
    doomed = battle_of(d.now).doomed
    if doomed:
        lose(d, doomed, "AA-9.3.std.remove")
        d.edit("battles", place_of(d.now), doomed=())


# rule: AA-9.3.std.cargo, AA-10.carrier.damaged-defence
def with_cargo(state: GlobalState, keys: Iterable[int]) -> tuple[int, ...]:
    """Units and everything aboard them."""
    cargo = cargo_of(state)
    found: dict[int, None] = {}
    for key in keys:
        found[key] = None
        found.update(dict.fromkeys(cargo.get(key, ())))
    return tuple(sorted(found))


def remove(d: Draft[GlobalState], keys: Iterable[int]) -> None:
    """Take units off the board with everything aboard them."""
    for key in with_cargo(d.now, keys):
        d.drop("units", key)


def ditch(d: Draft[GlobalState], keys: Iterable[int]) -> None:
    """Aircraft without a place to land go down where they are."""
    for key in tuple(keys):
        at = place(d.now.units[key].at)
        d.log("log.no_landing", "AA-9.4.air.lost", at, unit=piece(key), place=at, **company(d.now, (key,)))
        d.drop("units", key)


def lose(d: Draft[GlobalState], keys: Iterable[int], rule: str) -> None:
    """Write down who lost what, and remove it."""
    groups: dict[tuple[str, str, int], int] = {}
    gone = with_cargo(d.now, keys)
    for key in gone:
        unit = d.now.units[key]
        group = (unit.owner, unit.kind, unit.at)
        groups[group] = groups.get(group, 0) + 1
    for (owner, kind, at), count in groups.items():
        d.log("log.lost", rule, power=Ref("seat", owner), kind=Ref("kind", kind), place=place(at), count=count)
    remove(d, gone)
