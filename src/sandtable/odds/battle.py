"""A battle described as data: unit table, two armies, options.

Nothing here knows a rulebook's numbers: the caller brings the unit table (`UnitType`, `Support`) and the counts.
Technologies are changes of the table (jets: attack 4; heavy bombers: `rolls=2`; radar: `aa_hit_on=2`), not code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

Domain = Literal["land", "air", "sea"]
SideName = Literal["attacker", "defender"]

DIE_SIDES = 6
MOST_UNITS = 500
"""Units that a side may have: several times what a whole power owns, and still answered within the budget."""


class OddsError(ValueError):
    """A battle or raid that cannot be computed as described; the message says what to change."""


class TooLarge(OddsError):
    """The battle has too many states for the method."""


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One row of the unit table."""

    id: str
    cost: int
    attack: int
    defence: int
    domain: Domain = "land"
    hits: int = 1  # 2 for capital ships: the first hit only damages
    rolls: int = 1  # dice rolled each round, the best one counts
    submarine: bool = False  # strikes first, never hits air, hidden from air
    anti_submarine: bool = False  # takes those privileges from enemy submarines
    chosen_last: bool = False  # a casualty only when nothing else is eligible
    aa_dice: int = 0  # shots at attacking air units, once, before the first round
    aa_hit_on: int = 1
    bombard: int = 0
    raid_attack: int = 1  # value in the air battle over a raided territory
    raid_defence: int = 1
    raid_rolls: int = 1  # bombing dice, the best one counts
    raid_bonus: int = 0  # added to the bombing die


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Combined arms: `receiver` attacks at `attack` while paired with a `giver`, who supports up to `per_giver` units.

    Supports are matched in the order listed, so list the pairings with the fewest alternatives first.
    """

    giver: str
    receiver: str
    attack: int
    per_giver: int = 1


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units of one side.

    `damaged` and `landed` say how many of `units` start damaged or came ashore from transports.  `order` is the order
    of loss, first lost first: `"infantry"` (all of them), `"destroyer*2"` (two of them), `"battleship:hit"` (the
    damage, not the ship), `"infantry:landed"`.  What it leaves out follows by value, cheapest first; damage that
    costs nothing comes before everything.
    """

    units: dict[str, int]
    damaged: dict[str, int] = {}
    landed: dict[str, int] = {}
    order: tuple[str, ...] = ()


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the odds of one battle depend on."""

    units: tuple[UnitType, ...]
    attacker: Army
    defender: Army
    supports: tuple[Support, ...] = ()
    bombard: dict[str, int] = {}  # ships shelling the shore before the first round
    max_rounds: int | None = None  # the attacker breaks off after so many rounds
    retreat_at: int | None = None  # the attacker breaks off when so few units (or fewer) are left after a round
    retreat_below: float | None = None  # ... when his chance to win, fought to the end, is below this after a round
    can_retreat: bool = True
    keep_land_unit: bool = False  # the attacker loses his last land unit after his aircraft
    low_luck: bool = False

    def unit(self, unit_id: str) -> UnitType:
        """The row of the unit table with that id."""
        for row in self.units:
            if row.id == unit_id:
                return row
        known = ", ".join(row.id for row in self.units)
        raise OddsError(f"unknown unit {unit_id!r}: use one of {known}")

    def army(self, side: SideName) -> Army:
        """The army of that side."""
        return self.attacker if side == "attacker" else self.defender

    def reinforced(self, side: SideName, add: Mapping[str, int]) -> Battle:
        """The same battle with units added to one side (a negative number takes units away)."""
        army = self.army(side)
        units = dict(army.units)
        for unit_id, count in add.items():
            self.unit(unit_id)
            units[unit_id] = units.get(unit_id, 0) + count
            if units[unit_id] < 0:
                raise OddsError(
                    f"cannot take {-count} {unit_id} from the {side}: only {army.units.get(unit_id, 0)} there"
                )
        army = msgspec.structs.replace(army, units=units)
        if side == "attacker":
            return msgspec.structs.replace(self, attacker=army)
        return msgspec.structs.replace(self, defender=army)


def check_battle(battle: Battle) -> None:
    """Raise OddsError when the description contradicts itself."""
    _check_table(battle.units)
    for support in battle.supports:
        battle.unit(support.giver), battle.unit(support.receiver)
        _check_value(support.attack, f"support of {support.receiver}")
    for side in ("attacker", "defender"):
        _check_army(battle, side)
    if battle.defender.landed:
        raise OddsError("only the attacker lands from transports: leave defender.landed empty")
    for unit_id, count in battle.bombard.items():
        if battle.unit(unit_id).bombard == 0 or count < 0:
            raise OddsError(
                f"{count} {unit_id} cannot bombard: give its unit row a bombard value and a count of 0 or more"
            )
    if sum(battle.bombard.values()) > sum(battle.attacker.landed.values()):
        raise OddsError("more ships bombard than land units came ashore: lower bombard or set attacker.landed")
    for name, number in (("max_rounds", battle.max_rounds), ("retreat_at", battle.retreat_at)):
        if number is not None and number < 1:
            raise OddsError(f"{name} must be 1 or more, or None for no limit")
    if battle.retreat_below is not None and not 0.0 < battle.retreat_below < 1.0:
        raise OddsError("retreat_below is a chance between 0 and 1, or None to fight on")


@lru_cache(maxsize=64)
def _check_table(units: tuple[UnitType, ...]) -> None:
    ids = [row.id for row in units]
    if len(set(ids)) != len(ids):
        raise OddsError("the unit table names a unit twice: keep one row per id")
    for row in units:
        _check_unit(row)


def _check_value(value: int, what: str) -> None:
    if not 0 <= value <= DIE_SIDES:
        raise OddsError(f"{what}: {value} is no value for a die of {DIE_SIDES}: use 0 to {DIE_SIDES}")


def _check_unit(row: UnitType) -> None:
    for name in ("attack", "defence", "aa_hit_on", "bombard", "raid_attack", "raid_defence"):
        _check_value(getattr(row, name), f"{row.id}.{name}")
    if row.hits not in (1, 2):
        raise OddsError(f"{row.id}.hits is {row.hits}: units take 1 or 2 hits")
    if row.hits == 2 and row.domain == "air":
        raise OddsError(f"{row.id}: aircraft take one hit")
    if row.rolls < 1 or row.raid_rolls < 1 or row.aa_dice < 0:
        raise OddsError(f"{row.id}: rolls and raid_rolls start at 1, aa_dice at 0")


def _check_army(battle: Battle, side: SideName) -> None:
    army = battle.army(side)
    for unit_id, count in army.units.items():
        battle.unit(unit_id)
        if count < 0:
            raise OddsError(f"{side} has {count} {unit_id}: use 0 or more")
    if sum(army.units.values()) > MOST_UNITS:
        raise OddsError(f"{side} has {sum(army.units.values())} units: use {MOST_UNITS} at most")
    for name, part in (("damaged", army.damaged), ("landed", army.landed)):
        for unit_id, count in part.items():
            if not 0 <= count <= army.units.get(unit_id, 0):
                raise OddsError(
                    f"{side}.{name} has {count} {unit_id} of {army.units.get(unit_id, 0)}: it counts part of units"
                )
    for unit_id, count in army.damaged.items():
        if count and battle.unit(unit_id).hits == 1:
            raise OddsError(f"{unit_id} takes one hit and cannot start damaged")
    domains = {battle.unit(unit_id).domain for unit_id, count in army.units.items() if count}
    if {"land", "sea"} <= domains:
        raise OddsError(f"{side} mixes land and sea units: describe the sea battle and the land battle separately")
