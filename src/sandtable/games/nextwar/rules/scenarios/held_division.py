"""Korea, 16.1.2: what the 5th division suffers where the scenario holds it."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.combat import losses, retreats
from sandtable.games.nextwar.rules.movement import carrying_out
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios.restraints import ID_5, WAITS, unit_of
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.kernel import Draft

HURT, LOST = 7, 9
"""From which die the division is hurt, and lost."""


# rule: NWK-16.1.2.e
def bombard(d: Draft[KoreaState]) -> None:
    """In each reorganization the 5th division suffers where it is held: it may fall back, or be lost."""
    key = unit_of(d.now, ID_5)
    if not d.now.board.special(WAITS) or not key or not d.now.units[key].hex or d.now.units[key].freed:
        return
    roll = d.draw("roll.held_division", DIE)
    face = roll.faces[0]
    result = "lost" if face >= LOST else "hurt" if face >= HURT else "none"
    d.log("log.held_division", "NWK-16.1.2.e", ref(key), rolls=[roll], by=DPRK, unit=ref(key), result=result)
    if result == "lost":
        losses.eliminate(d, key, "NWK-16.1.2.e")
    elif result == "hurt":
        losses.lose_step(d, key, "NWK-16.1.2.e")
        if d.now.units[key].hex and (to := fall_back(d.now, key)):
            d.edit("units", key, hex=to)
            d.log("log.retreated", "NWK-16.1.2.e", ref(key), at(to), by=ALLIED, unit=ref(key), to=at(to))
            carrying_out.arrive(d, (to,), ALLIED)


# rule: NWK-16.1.2.e, NW-9.8.1.c, NW-9.8.1.d
def fall_back(state: KoreaState, key: int) -> int:
    """The southernmost hex into which the division can retreat, 0 if there is none."""
    here, zones = state.units[key].hex, zoc(state, DPRK)
    open_hexes = [
        to
        for to in state.board.near[here]
        if retreats.can_step(state, key, here, to) and (to not in zones or retreats.is_sheltered(state, to))
    ]
    return max(open_hexes, key=lambda to: (retreats.row(to), -to), default=0)
