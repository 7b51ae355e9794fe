"""Rules 27.4 and 27.7.1: ships are never hit, but leave a port that is destroyed, and the game with a lost sea."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, ELIMINATED, SIDES, KoreaState, Ship, Unit
from sandtable.games.nextwar.rules.combat import ports
from sandtable.games.nextwar.rules.damage.installations import DESTROYED
from sandtable.games.nextwar.rules.movement import naval
from sandtable.games.nextwar.rules.sea.waters import AT_SEA, INSHORE, holder
from sandtable.kernel import Draft


# rule: NW-27.7.1.c
def leave_ruins(d: Draft[KoreaState]) -> None:
    """Ships in a port that is destroyed go where those of a captured one go."""
    ruins = [place for place, row in d.now.damage.items() if row.port == DESTROYED]
    for place in ruins:
        for side in SIDES:
            ports.clear(d, place, side, "NW-27.7.1.c")


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
