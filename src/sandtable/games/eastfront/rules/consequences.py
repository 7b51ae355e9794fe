"""What follows at once from where units stand, whoever moved them and by what rule."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.air import airfields
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.naval import captures, evacuation, losses
from sandtable.games.eastfront.rules.scenarios import last_assault, odessa, sunk_ships, winter_siege
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_units import bridges
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.games.eastfront.rules.victory import places
from sandtable.kernel import Draft


def settle(d: Draft[CrimeaState]) -> None:
    """Draw every consequence of a position: asked after each action, and in each hex of a march."""
    captures.note_captures(d)
    airfields.note_fall(d)
    zoc_and_stacking.settle_control(d)
    soviet_units.release(d)
    attack_supply.settle(d)
    bridges.settle(d)
    fortifications.settle(d)
    if last_assault.note_fall(d):
        losses.empty(d, last_assault.HARBOUR)
    losses.drive_out(d)
    evacuation.break_off(d)
    places.settle(d)
    sunk_ships.settle(d)
    winter_siege.note_landing(d)
    odessa.note_fall(d)
    map_t.break_ice(d)
