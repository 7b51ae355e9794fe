"""When a battle is over, and what the end itself destroys.

Decided for every pair of states at once.  Combatants are the units with a combat value; the others (transports, AA
guns, attacking carriers) are idle.  The battle ends when the defender has no combatant left, when neither side can
hit the other, when the attacker can hit nothing and may leave, and when he chooses to break off.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandtable.odds.battle import Battle
from sandtable.odds.losses import Bools, Kind
from sandtable.odds.sides import Facts


@dataclass(frozen=True, eq=False)
class Ending:
    """Per pair of states: the battle goes on, it could but for a retreat, the defender's idle units are lost."""

    live: Bools
    could_go_on: Bools
    idle_lost: Bools


def ending_of(battle: Battle, attacker: Facts, defender: Facts) -> Ending:
    """Classify pairs of states; the facts of both sides are broadcast against each other."""
    hits_combatant = _can_hit(attacker, defender, idle_too=False)
    hits_any = hits_combatant | _can_hit(attacker, defender, idle_too=True)
    is_hit = _can_hit(defender, attacker, idle_too=True)
    defended = defender.combatants > 0
    harmless = ~hits_combatant & ~is_hit
    could_go_on = defended & ~harmless
    if battle.can_retreat:
        could_go_on &= hits_any | ~is_hit
    live = could_go_on
    if battle.retreat_at is not None and battle.can_retreat:
        live = could_go_on & (attacker.combatants > battle.retreat_at)
    idle_lost = (attacker.combatants > 0) & (~defended | harmless)
    return Ending(live, could_go_on, idle_lost)


def _can_hit(shooter: Facts, target: Facts, *, idle_too: bool) -> Bools:
    """Whether some unit of the shooter may hit some unit of the target."""
    surface = target.armed[Kind.SURFACE] | target.idle if idle_too else target.armed[Kind.SURFACE]
    sub, air = target.armed[Kind.SUB], target.armed[Kind.AIR]
    by_surface = shooter.armed[Kind.SURFACE] & (surface | sub | air)
    by_sub = shooter.armed[Kind.SUB] & (surface | sub)
    by_air = shooter.armed[Kind.AIR] & (surface | air | (shooter.has_destroyer & sub))
    return np.asarray(by_surface | by_sub | by_air)
