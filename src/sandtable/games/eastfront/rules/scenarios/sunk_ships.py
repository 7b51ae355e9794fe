"""Ships that were sunk: points as a card lists them, ``ships: {BB: 3, CL: 2}``, and the guns saved from them."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.eastfront.model import ELIMINATED, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Draft

WRECKS = "wrecks"
"""The track with the ships that were sunk on the enlarged map in a turn, after a hundred times the turn."""
HUNDRED = 100


# rule: EFS-10.3.groups
def note_wreck(d: Draft[CrimeaState], key: int) -> None:
    """Remember a ship that is being sunk on the enlarged map, where the card gives a unit for it."""
    groups = d.now.board.card[SOVIET].get("groups", ())
    if any(group.get("wreck") for group in groups) and is_inner(d.now.ships[key].hex):
        d.put("tracks", WRECKS, d.now.turn * HUNDRED + _sunk_in(d.now, d.now.turn) + 1)


def _sunk_in(state: CrimeaState, turn: int) -> int:
    then, count = divmod(state.tracks.get(WRECKS, 0), HUNDRED)
    return count if then == turn else 0


# rule: EFS-10.3.groups
def wrecks(state: CrimeaState) -> int:
    """Ships that were sunk on the enlarged map in the turn before."""
    return _sunk_in(state, state.turn - 1)


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
