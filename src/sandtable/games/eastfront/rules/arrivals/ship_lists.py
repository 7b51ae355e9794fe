"""Ships that come and go by the card.

``ships: {arrivals: [{turn: 84, ship: Gp-A}], withdrawals: [{turn: 97, ships: [Gp-B]}]}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import MAP_T, SOVIET, TO_COME, CrimeaState, Ship
from sandtable.games.eastfront.rules.naval.cargo import freight
from sandtable.games.eastfront.rules.naval.ships import OUT_OF_PLAY, passengers, ship_ref
from sandtable.kernel import Draft


def _rows(state: CrimeaState, part: str) -> tuple[Mapping[str, Any], ...]:
    card: Mapping[str, Any] = state.board.card[SOVIET].get("ships") or {}
    return tuple(row for row in card.get(part, ()) if row["turn"] == state.turn)


# rule: EF-8.11, EF-8.71.a
def settle(d: Draft[CrimeaState]) -> None:
    """Take ships out of play that leave in this turn, and bring those in that come; passengers wait in Map T."""
    numbers = {ship.name: key for key, ship in d.now.board.ships.items()}
    for row in _rows(d.now, "withdrawals"):
        for key in map(numbers.__getitem__, row["ships"]):
            if key in d.now.ships and d.now.ships[key].box not in OUT_OF_PLAY:
                for unit in passengers(d.now, key):
                    d.edit("pieces", unit, hex=0, box=MAP_T, ship=0, assault=False, evacuated=False)
                for store in freight(d.now, key):
                    d.edit("supplies", store, box=MAP_T, ship=0)
                d.put("ships", key, Ship(box=TO_COME))
                d.log("log.ship_left", "EF-8.71.a", ship_ref(key), ship=ship_ref(key))
    for row in _rows(d.now, "arrivals"):
        key = numbers[row["ship"]]
        if key not in d.now.ships or d.now.ships[key].box == TO_COME:
            d.put("ships", key, Ship(box=MAP_T))
            d.log("log.ship_came", "EF-8.11", ship_ref(key), ship=ship_ref(key))
