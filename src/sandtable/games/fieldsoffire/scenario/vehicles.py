"""Vehicles, aircraft and anti-tank weapons: the rows of the Vehicle and AT Weapons Table.

How a vehicle is kept, for whoever builds on it:

- A vehicle or an aircraft on the map is a ``Unit`` like any other: ``at`` its card, ``pinned``, ``ammo``, its
  ``experience``, and ``platoon`` where it belongs to one. Its ``UnitType`` has the kind ``vehicle`` or ``aircraft``
  and in ``vehicle`` the id of its row here; the first counter of a platoon of vehicles ``leads`` it. Units that fight
  vehicles on foot name their row in ``at_weapon``. ``machine_of(kind)`` gives the row for both.
- Steps of a vehicle are those of its crew; a jeep has none, and is equipment (10.8.8).
- Passengers and the casualties on board have ``aboard`` set to the vehicle and stand on its card.
- ``Unit.activated`` is the Activated marker, ``Unit.acted`` its Moved/Fired side; ``Unit.attacked`` says that a vehicle
  was attacked in this Vehicle phase. Cleanup takes all three off.
- A wreck is a cover marker of the kind ``wreck``; a burning wreck is a marker of the kind ``burning_wreck``.
- Counters stand in the tables of organisation and the enemy's lists; all others (trucks, helicopters, ...) in
  ``counters`` of ``data/vehicles_aircraft.json``; new ones go to its end, for counters are numbered in that order.
  ``attachments`` of ``data/toe_us.json`` names the kinds that a mission (or a case: ``mission: {attachments: [Jeep]}``)
  can be given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.units import REACH, Rating, UnitType, rating_of

GROUND_TARGET, AIR_TARGET, INFANTRY_TARGET = "V", "A", "I"
TANK, TRANSPORT, HELICOPTER, AMPHIBIAN = "tank", "transport", "helicopter", "amphibian"
GUNSHIP, FAC, FIXED_WING = "gunship", "fac", "fixed_wing_gunship"
JEEP, TRUCK = "jeep", "truck"


# rule: FF-1.2.3.e
@dataclass(frozen=True, slots=True)
class Machine:
    """A row of the table: a vehicle, an aircraft, a gun or a rocket."""

    id: str
    name: str
    sort: str
    """``tank``, ``transport``, ``helicopter`` ...; ``gun``, ``infantry_at`` and ``asset_at`` on foot."""
    guns: tuple[int | None, ...]
    """What its gun adds at P, C, L and V; none where it does not reach."""
    defence: int
    crew: int
    """Steps of its crew."""
    move_and_fire: int | None
    """What firing after a move adds; none where it may not."""
    is_rapid: bool
    target: str
    """The column of results: V on the ground, A in the air, I on foot."""
    rating: Rating
    room: int
    """Steps that it carries."""
    source: str

    # rule: FF-1.2.6.atcap
    @property
    def is_at_capable(self) -> bool:
        """Whether it has a number in one of the four columns of range."""
        return any(gun is not None for gun in self.guns)

    def gun_at(self, far: int) -> int | None:
        """What its gun adds at a distance; none where it does not reach."""
        return self.guns[far] if 0 <= far < len(self.guns) else None


def _machine(row: Mapping[str, Any]) -> Machine:
    fires_moving = row["move_and_fire"]
    return Machine(
        id=row["id"],
        name=row["name"],
        sort=row["kind"],
        guns=tuple(row["gunnery"][letter] for letter in REACH),
        defence=row["defence"] or 0,
        crew=row["crew_steps"] or 0,
        # ``false`` and ``null`` mean that it may not; 0 is a number
        move_and_fire=None if fires_moving is None or fires_moving is False else int(fires_moving),
        is_rapid=bool(row["quick_shot"]),
        target=row["target_type"],
        rating=rating_of({"vof": row["vof"], "range": row["vof_range"]}),
        room=row["transport"] or 0,
        source=row["provenance"]["kind"],
    )


@cache
def machines() -> dict[str, Machine]:
    """The table by the ids of its rows."""
    return {key: _machine(row) for key, row in data("vehicles_aircraft")["vehicles"].items()}


def machine_of(kind: UnitType) -> Machine | None:
    """The row of a kind of unit: of the vehicle that it is, or of the weapon that its men have against vehicles."""
    name = kind.vehicle or kind.at_weapon
    return machines()[name] if name else None


# rule: FF-10.0.a
def is_ground_vehicle(kind: UnitType) -> bool:
    """Whether it drives from card to card; aircraft are put on cards."""
    found = machines()[kind.vehicle] if kind.vehicle else None
    return found is not None and found.target == GROUND_TARGET


# rule: FF-10.8.1, FF-10.8.2
def carries_openly(kind: UnitType) -> bool:
    """Whether those aboard can be hit: on jeeps, trucks and tanks."""
    return bool(kind.vehicle) and machines()[kind.vehicle].sort in (TANK, TRANSPORT)


# rule: FF-10.8.1.fire
def is_fired_from(kind: UnitType) -> bool:
    """Whether men aboard can fire: from jeeps and trucks."""
    return bool(kind.vehicle) and machines()[kind.vehicle].sort == TRANSPORT


# rule: FF-10.8.8
def is_crewless(kind: UnitType) -> bool:
    """Whether it is equipment and no unit: whoever mounts it drives it."""
    return bool(kind.vehicle) and not machines()[kind.vehicle].crew


# rule: FF-10.8.5, FF-10.8.6, FF-10.8.7
def flies_over(kind: UnitType) -> bool:
    """Whether it flies over cards and holds none: observers, gunships, attack helicopters. Transports come down."""
    return bool(kind.vehicle) and machines()[kind.vehicle].sort in (FAC, GUNSHIP, FIXED_WING)
