"""Every verb of the game: what a seat can do, one module per topic."""

from sandtable.games.fieldsoffire.actions.attacking import ATTACKING
from sandtable.games.fieldsoffire.actions.commanding import ACTIVATE, END, PICK
from sandtable.games.fieldsoffire.actions.firing import FIRING
from sandtable.games.fieldsoffire.actions.loading import LOADING
from sandtable.games.fieldsoffire.actions.moving import MOVING
from sandtable.games.fieldsoffire.actions.planning import BEGIN, DRAW_LINE, PLANNING, RESUPPLY
from sandtable.games.fieldsoffire.actions.rallying import RALLYING
from sandtable.games.fieldsoffire.actions.rebuilding import ACCEPT, PROCEED, REBUILDING, REDEPLOY, RETRY, TRANSFER
from sandtable.games.fieldsoffire.actions.spotting import SPOTTING

ORDERS = (ACTIVATE, *MOVING, *LOADING, *RALLYING, *SPOTTING, *ATTACKING, *FIRING)
"""Orders of the action menu."""

__all__ = [
    "ACCEPT",
    "BEGIN",
    "DRAW_LINE",
    "END",
    "ORDERS",
    "PICK",
    "PLANNING",
    "PROCEED",
    "REBUILDING",
    "REDEPLOY",
    "RESUPPLY",
    "RETRY",
    "TRANSFER",
]
