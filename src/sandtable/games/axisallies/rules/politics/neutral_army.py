"""Chapter 6: the army of a neutral that is attacked."""

from __future__ import annotations

from sandtable.games.axisallies.model import NEUTRAL_ARMY, GlobalState, Unit
from sandtable.games.axisallies.rules.muster import new_unit
from sandtable.games.axisallies.rules.spaces.spaces import is_neutral_land, units_at
from sandtable.games.axisallies.rules.turns.powers import alliance, other_side, place
from sandtable.kernel import Draft


# rule: AA-6.neutral.army, AA-6.hostile-neutral.activate, AA-6.strict-neutral.behaviour
def rouse(d: Draft[GlobalState], at: int, attacker: str) -> None:
    """Put the army of an attacked neutral on the board, once; the territory joins the attacker's enemies."""
    territory = d.now.territories[at]
    if territory.roused or not is_neutral_land(d.now, at):
        return
    side = other_side(alliance(d.now, attacker))
    army = d.now.board.spaces[at].army
    for _ in range(army):
        new_unit(d, Unit("infantry", NEUTRAL_ARMY, at))
    d.edit("territories", at, roused=True, stance=f"pro_{side}")
    d.log("log.roused", "AA-6.hostile-neutral.activate", place(at), place=place(at), count=army)


# rule: AA-6.hostile-neutral.repulse.a
def stand_fast(d: Draft[GlobalState], at: int) -> None:
    """Survivors of an attacked neutral stay where they are until somebody takes them over."""
    for key, unit in tuple(units_at(d.now, at)):
        if unit.owner == NEUTRAL_ARMY and not unit.stuck:
            d.edit("units", key, stuck=True)
