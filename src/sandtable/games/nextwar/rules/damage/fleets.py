"""Rule 27.4: ships are never hit, but a lost sea costs a side its fleet."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, ELIMINATED, KoreaState, Ship, Unit
from sandtable.games.nextwar.rules.movement import naval
from sandtable.games.nextwar.rules.sea.waters import AT_SEA, INSHORE, holder
from sandtable.kernel import Draft


# rule: NW-27.4
def is_sea_won(state: KoreaState) -> bool:
    """Whether the US controls every box of the sea zones."""
    return all(holder(state, box) == ALLIED for box in (*AT_SEA, *INSHORE))


# rule: NW-27.4
def clear_the_sea(d: Draft[KoreaState]) -> None:
    """Where the US controls the whole sea all enemy ships leave the game, with who is aboard; nobody scores them."""
    if not is_sea_won(d.now):
        return
    for key, ship in tuple(d.now.ships.items()):
        if not ship.hex or d.now.board.ships[key].side == ALLIED:
            continue
        for unit in naval.company(d.now, key):
            d.put("units", unit, Unit(box=ELIMINATED))
        d.put("ships", key, Ship(box=ELIMINATED))
        d.log("log.ship_gone", "NW-27.4", naval.link(key), by=ALLIED, unit=naval.link(key))
