"""Korea, 15.10: the nuclear attack on Busan before the war."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    ABORTED,
    ALLIED,
    DPRK,
    ELIMINATED,
    FLOWN,
    JAPAN,
    READY,
    ROK,
    STACK,
    KoreaState,
)
from sandtable.games.nextwar.rules.air_points import helicopters
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.rules.air_war.display import link
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.scenarios import posture
from sandtable.games.nextwar.rules.sequence.segments import is_campaign
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.kernel import Draft

POINTS2 = 50 * STACK
AIRCRAFT = 2
"""Air units in the ROK that are lost with Busan."""


# rule: NWK-15.10
def decider(state: KoreaState) -> tuple[str, ...]:
    """The DPRK, where the option lets it attack Busan before the war."""
    return (DPRK,) if state.board.settings.nuclear_attack and is_campaign(state) else ()


# rule: NWK-15.10, NWK-15.10.a
def destroy_busan(d: Draft[KoreaState]) -> None:
    """Busan is gone for good, with all that is there and two air units in the ROK."""
    d.set(busan_lost=True)
    d.log("log.busan_lost", "NWK-15.10", at(BUSAN), by=DPRK, place=at(BUSAN))
    for feature in ("airbase", "port"):
        installations.put(d, BUSAN, feature, installations.DESTROYED)
    # rule: NWK-15.10.b
    for key in there(d.now, BUSAN):
        losses.eliminate(d, key, "NWK-15.10.b")
    for key, row in d.now.helicopters.items():
        if row.hex == BUSAN:
            helicopters.hurt(d, key, "NWK-15.10.b", steps=row.steps)
    for key, ship in d.now.ships.items():
        if ship.hex == BUSAN:
            d.edit("ships", key, hex=0, box=ELIMINATED)
    _lose_aircraft(d)
    # rule: NWK-15.10.d
    scoring.award(d, ALLIED, POINTS2)
    # rule: NWK-15.10.f
    posture.enter_fully(d, JAPAN)


# rule: NWK-15.10.c
def _lose_aircraft(d: Draft[KoreaState]) -> None:
    """Two air units in the boxes of the ROK, drawn at random; no base counts as lost."""
    boxes = (READY, FLOWN, ABORTED)
    left = [key for key, row in d.now.aircraft.items() if row.base == ROK and row.box in boxes]
    for _ in range(min(AIRCRAFT, len(left))):
        roll = d.draw("roll.air_counter", range(len(left)))
        key = left.pop(roll.faces[0])
        d.log("log.air_lost_in_busan", "NWK-15.10.c", link(key), rolls=[roll], by=ALLIED, unit=link(key))
        # rule: NWT-VP.when
        display.destroy(d, key, "NWK-15.10.c")
