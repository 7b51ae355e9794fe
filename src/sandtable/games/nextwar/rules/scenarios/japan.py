"""Korea, 15.8: when ground forces of Japan may go to Korea."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, JAPAN, KoreaState
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX, is_hex
from sandtable.kernel import Ref, Refusal, refuse

SEOUL, SOUTH = 3, 13
"""Urban hexes of Seoul that must be lost, and the first row of the southern sheet that the enemy must have reached."""


# rule: NWK-15.8, NWK-15.10.f
def why_stays(state: KoreaState, nation: str, unit: Ref) -> Refusal | None:
    """Why a unit of Japan stays there: Korea is not in danger yet; after the attack on Busan nothing holds it.

    Who has gone to Korea is free to move there, whatever comes of Seoul.
    """
    if nation != JAPAN:
        return None
    rows = state.helicopters if unit.of == "helicopter" else state.units
    row = rows[int(unit.id)]
    if row.hex != JAPAN_BOX or state.busan_lost or is_in_danger(state):
        return None
    return refuse("NWK-15.8", "refuse.japan_stays", unit, unit=unit)


# rule: NWK-15.8
def is_in_danger(state: KoreaState) -> bool:
    """Whether three urban hexes of Seoul are lost, and supplied units of the DPRK stand deep in the south."""
    lost = sum(controller(state, place) == DPRK for place in state.board.capitals[DPRK])
    return lost >= SEOUL and any(
        state.board.units[key].nation == DPRK
        and _is_south(state, state.units[key].hex)
        and not status.lacks_supply(state, key)
        for key in on_board(state, DPRK)
    )


def _is_south(state: KoreaState, place: int) -> bool:
    label = state.board.ground[place].label
    return is_hex(place) and label[0] == "S" and int(label[3:]) >= SOUTH
