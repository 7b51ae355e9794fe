"""Play-book 8.34: damage, sunk ships, and those aboard."""

from __future__ import annotations

from sandtable.games.eastfront.model import CADRE, ELIMINATED, CrimeaState, Ship
from sandtable.games.eastfront.rules.naval.ships import counter, passengers, ship_ref
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import sunk_ships
from sandtable.games.eastfront.rules.supply.attack_supply import book
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref
from sandtable.kernel import Draft

WRECK = 3
"""Damage of a group of transports that was sunk."""
FLOTILLA_LOST = 3
"""Damage that sinks a flotilla."""
SHAKEN = 2
"""Damage from which passengers need time to recover, and the turns that it takes."""


# rule: EF-PB8.12.c, EF-PB8.34.a
def hit(d: Draft[CrimeaState], key: int, points: int) -> None:
    """Give a ship points of damage; more than its protection sink it."""
    ship = d.now.ships[key]
    damage = ship.damage + points
    if damage > counter(d.now, key).protection:
        sink(d, key)
        return
    d.edit("ships", key, damage=damage)
    d.log("log.ship_damaged", "EF-PB8.34.a", ship_ref(key), ship=ship_ref(key), points=points, total=damage)
    _shake(d, key, points)


# rule: EF-PB8.13.c, EF-PB8.34.b, EF-PB8.34.c
def sink(d: Draft[CrimeaState], key: int) -> None:
    """A ship goes down with all aboard: transports can be raised from Cadre, others are lost for good."""
    lost = passengers(d.now, key)
    sunk_ships.note_wreck(d, key)
    if counter(d.now, key).is_transport:
        d.put("ships", key, Ship(box=CADRE, damage=WRECK))
        d.log("log.ship_sunk", "EF-PB8.34.b", ship_ref(key), ship=ship_ref(key), box=CADRE)
    else:
        d.put("ships", key, Ship(box=ELIMINATED))
        d.log("log.ship_sunk", "EF-PB8.13.c", ship_ref(key), ship=ship_ref(key), box=ELIMINATED)
    for unit in lost:
        results.remove(d, unit, ELIMINATED, "EF-PB8.34.c")
    for store in tuple(one for one, unit in d.now.supplies.items() if unit.ship == key):
        book(d, d.now.supplies[store].side, -d.now.supplies[store].points)
        d.drop("supplies", store)


# rule: EF-PB8.34.c
def _shake(d: Draft[CrimeaState], key: int, points: int) -> None:
    """Passengers of a ship that was hit hard since they came aboard do not move for two turns."""
    aboard = passengers(d.now, key)
    if not aboard:
        return
    strained = d.now.ships[key].strained + points
    d.edit("ships", key, strained=strained)
    if strained < SHAKEN:
        return
    for unit in aboard:
        d.edit("pieces", unit, no_move=SHAKEN)
    d.log("log.passengers_shaken", "EF-PB8.34.c", ship_ref(key), ship=ship_ref(key), turns=SHAKEN)


# rule: EF-PB8.85
def hit_flotilla(d: Draft[CrimeaState], key: int, points: int, box: str) -> None:
    """Give a flotilla points of damage: with the third it is sunk."""
    damage = d.now.pieces[key].damage + points
    if damage >= FLOTILLA_LOST:
        results.remove(d, key, box, "EF-PB8.85")
        return
    d.edit("pieces", key, damage=damage)
    d.log("log.flotilla_damaged", "EF-PB8.85", ref(key), unit=ref(key), points=points, total=damage)
