"""Victory points for ships that were sunk, as a card lists them: ``ships: {BB: 3, CL: 2}``."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.eastfront.model import ELIMINATED, CrimeaState
from sandtable.games.eastfront.rules.results import results
from sandtable.kernel import Draft


# rule: EFS-10.3.loss, EFS-10.2.vp
def settle(d: Draft[CrimeaState]) -> None:
    """Give points once for every ship that is lost for good."""
    worth: Mapping[str, int] = d.now.board.card["victory"].get("ships") or {}
    if not worth:
        return
    for key, ship in d.now.ships.items():
        if ship.box == ELIMINATED and f"sunk_{key}" not in d.now.tracks:
            d.put("tracks", f"sunk_{key}", d.now.turn)
            results.score(d, "ship_sunk", worth.get(d.now.board.ships[key].kind, 0))
