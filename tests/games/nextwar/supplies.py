"""Boards of the advanced game with depots, headquarters and units, for tests of supply and command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.supply import tracing
from tests.games.nextwar.board import QUIET, Where, advanced, key

DEPOT, DEPOT_2, ROK_DEPOT = "DPRK Supply 1", "DPRK Supply 2", "ROK Supply 1"
GHQ, JFC = "DPRK GHQ HQ", "ROK JFC HQ"
II_HQ, V_HQ, ARTY_HQ = "DPRK II HQ", "DPRK V HQ", "DPRK 620 Arty HQ"
ROK_I_HQ, ROK_V_HQ, ARMY_3, ARMY_1 = "ROK I/3 HQ", "ROK V/3 HQ", "ROK 3A HQ", "ROK 1A HQ"
BRIGADE = "DPRK Hv/620 Art Bde"
US_CORPS, US_2, US_82 = "US I HQ", "US 2 HQ", "US 82 HQ"
I_MEF, III_MEF, MEU_11 = "USMC I MEF HQ", "USMC III MEF HQ", "USMC 11 MEU HQ"
NORTH = {"country": "DPRK"}
"""What facts say of a hex of the DPRK."""


def field(units: Mapping[str, Where], at: Any = QUIET, **fields: Any) -> KoreaState:
    """Units on bare ground: every hex costs a motorised movement point."""
    return advanced(at, units=dict(units), **fields)


def fed(state: KoreaState, name: str) -> bool:
    """Whether a unit could trace a line of communications."""
    return tracing.has_line(state, key(state, name))
