"""Chapter 9.3: who takes part in a battle, on which side, and who speaks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sandtable.games.axisallies.model import NEUTRAL_ARMY, Battle, GlobalState, Unit
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, at_war, members, other_side, piece
from sandtable.kernel import Ref, derived
from sandtable.kernel.memory import Seen

Side = Literal["attacker", "defender"]
ATTACKER: Side = "attacker"
DEFENDER: Side = "defender"


def place_of(state: GlobalState) -> int:
    """The space of the battle or raid being resolved."""
    return state.flow[-1].ref


def battle_of(state: GlobalState) -> Battle:
    """The battle or raid being resolved."""
    return state.battles[state.flow[-1].ref]


def opposite(side: Side) -> Side:
    """The other side of a battle."""
    return DEFENDER if side == ATTACKER else ATTACKER


def unless_new(state: GlobalState, seen: Seen, before: Mapping[int, Battle | None]) -> Seen:
    """Keep who fights while battles go on: what is noted of them in between changes nobody's side."""
    for at, old in before.items():
        new = state.battles.get(at)
        if old is None or new is None or old.attacker != new.attacker:
            return {}
    return seen


def unless_hit(state: GlobalState, seen: Seen, before: Mapping[int, Battle | None]) -> Seen:
    """Keep who stands while nobody goes behind the casualty strip or is taken from it."""
    for at, old in before.items():
        if old is not None and at in state.battles and old.doomed != state.battles[at].doomed:
            return {}
    return unless_new(state, seen, before)


# rule: AA-9.3.multi.bystanders, AA-9.3.multi.no-joint-attack
@derived("units", "battles", battles=unless_new)
def attackers(state: GlobalState, at: int) -> tuple[int, ...]:
    """The attacker's own units in the battle; those of his allies stand by, and what is aboard a ship is cargo."""
    power = state.battles[at].attacker
    return tuple(
        key
        for key, unit in units_at(state, at)
        if unit.owner == power and not unit.submerged and _fights_for_attacker(state, unit)
    )


def _fights_for_attacker(state: GlobalState, unit: Unit) -> bool:
    # rule: AA-9.3.multi.carrier
    if unit.aboard:
        return False
    # rule: AA-9.3.amphib.air.a
    return type_of(state, unit).domain != "air" or unit.task == "attack"


# rule: AA-9.3.multi.defence
@derived("units", "battles", "wars", "territories", battles=unless_new)
def defenders(state: GlobalState, at: int) -> tuple[int, ...]:
    """Every unit there whose owner is at war with the attacker, but no cargo; interceptors stay out of it."""
    power = state.battles[at].attacker
    # rule: AA-9.3.amphib.air.b, AA-9.3.amphib.air.c
    here = units_at(state, at)
    # rule: AA-9.3.std.cargo
    ready = [(key, unit) for key, unit in here if not unit.submerged and not unit.aboard]
    return tuple(key for key, unit in ready if unit.task != "intercept" and is_foe(state, power, unit))


@derived("units", "battles", "wars", "territories", battles=unless_hit)
def standing(state: GlobalState, at: int) -> tuple[int, ...]:
    """The defenders that are not behind the casualty strip."""
    doomed = state.battles[at].doomed
    return tuple(key for key in defenders(state, at) if key not in doomed)


# rule: AA-9.3.raid.air-battle.b
@derived("units", "battles")
def raiders(state: GlobalState, at: int) -> tuple[int, ...]:
    """The bombers over a territory to raid it, and their escorts."""
    power = state.battles[at].attacker
    return tuple(
        key
        for key, unit in units_at(state, at)
        if unit.owner == power and unit.task in ("raid", "escort") and not unit.fought
    )


@derived("units", "battles", "wars", "territories")
def interceptors(state: GlobalState, at: int) -> tuple[int, ...]:
    """The fighters that rose against a raid."""
    power = state.battles[at].attacker
    return tuple(k for k, unit in units_at(state, at) if unit.task == "intercept" and is_foe(state, power, unit))


def kind_of(state: GlobalState, key: int) -> Ref:
    """What a unit is, to name it in a message."""
    unit = state.units.get(key)
    return Ref("kind", unit.kind) if unit is not None else piece(key)


def is_raid(state: GlobalState) -> bool:
    """Whether what is being resolved is a bombing raid."""
    return state.here.at.startswith("raid.")


def aimed_at(state: GlobalState, at: int, what: str) -> tuple[int, ...]:
    """The bombers that go for one installation."""
    return tuple(key for key in raiders(state, at) if state.units[key].aim == what)


def under_fire(state: GlobalState, side: Side) -> tuple[int, ...]:
    """The units of a side that hits can fall on now."""
    at = place_of(state)
    if is_raid(state):
        step = state.here.at.split(".")[1]
        if step.startswith("flak_"):
            return aimed_at(state, at, step.removeprefix("flak_"))
        return raiders(state, at) if side == ATTACKER else interceptors(state, at)
    return attackers(state, at) if side == ATTACKER else standing(state, at)


# rule: AA-6.hostile-neutral.controller
def voice(state: GlobalState, owner: str, against: str) -> str:
    """The seat that decides for a unit's owner; the first enemy of the attacker in the order of play for a neutral."""
    if owner != NEUTRAL_ARMY:
        return owner
    others = members(state, other_side(alliance(state, against)))
    return next((power for power in others if at_war(state, power, against)), others[0])


def voices(state: GlobalState, keys: tuple[int, ...], against: str) -> tuple[str, ...]:
    """The seats that decide for some defending units, in the order of play."""
    seats = {voice(state, state.units[key].owner, against): None for key in keys}
    return tuple(power for power in state.board.powers if power in seats)


# rule: AA-9.3.multi.casualties
def spokesman(state: GlobalState, at: int, keys: tuple[int, ...]) -> str:
    """Who proposes the losses of several defenders: the holder of the territory, else the one with most units."""
    against = state.battles[at].attacker
    seats = voices(state, keys, against)
    if not state.board.is_sea(at) and state.territories[at].holder in seats:
        return state.territories[at].holder
    owners = [voice(state, state.units[key].owner, against) for key in keys]
    return max(seats, key=owners.count)
