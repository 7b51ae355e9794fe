"""Every verb of the game: what a seat can do, one module per topic."""

from sandtable.games.fieldsoffire.actions.abilities import CHOOSE_ABILITY, LEARN, ROUSE, SPAWN
from sandtable.games.fieldsoffire.actions.attacking import ATTACKING
from sandtable.games.fieldsoffire.actions.blasting import BLASTING
from sandtable.games.fieldsoffire.actions.calling import CALLING
from sandtable.games.fieldsoffire.actions.commanding import ACTIVATE, APPOINT, END, PASS_OVER, PICK
from sandtable.games.fieldsoffire.actions.driving import READYING
from sandtable.games.fieldsoffire.actions.firing import FIRING
from sandtable.games.fieldsoffire.actions.flying import FLYING, LANDING_PLAN
from sandtable.games.fieldsoffire.actions.guarding import GUARD
from sandtable.games.fieldsoffire.actions.loading import LOADING
from sandtable.games.fieldsoffire.actions.moving import MOVING
from sandtable.games.fieldsoffire.actions.planning import BEGIN, DRAW_LINE, PLANNING, RESUPPLY
from sandtable.games.fieldsoffire.actions.rallying import RALLYING
from sandtable.games.fieldsoffire.actions.rebuilding import (
    ACCEPT,
    PROCEED,
    REBUILDING,
    REDEPLOY,
    RELAY_LINE,
    RETRY,
    TRANSFER,
)
from sandtable.games.fieldsoffire.actions.running import RUNNING
from sandtable.games.fieldsoffire.actions.signalling import SIGNALLING
from sandtable.games.fieldsoffire.actions.spotting import SPOTTING
from sandtable.games.fieldsoffire.actions.towns import AIM_DOWN, HOLD_AIM
from sandtable.games.fieldsoffire.actions.wiring import WIRING

COMMANDING = (ACTIVATE, *READYING, *FLYING, *RUNNING, *WIRING, *SIGNALLING)
COMBAT = (*SPOTTING, *ATTACKING, *BLASTING, *CALLING, *FIRING)
ORDERS = (*COMMANDING, *MOVING, *LOADING, *RALLYING, SPAWN, *COMBAT)
"""Orders of the action menu."""

__all__ = [
    "ACCEPT",
    "AIM_DOWN",
    "APPOINT",
    "BEGIN",
    "CHOOSE_ABILITY",
    "DRAW_LINE",
    "END",
    "GUARD",
    "HOLD_AIM",
    "LANDING_PLAN",
    "LEARN",
    "ORDERS",
    "PASS_OVER",
    "PICK",
    "PLANNING",
    "PROCEED",
    "REBUILDING",
    "REDEPLOY",
    "RELAY_LINE",
    "RESUPPLY",
    "RETRY",
    "ROUSE",
    "TRANSFER",
]
