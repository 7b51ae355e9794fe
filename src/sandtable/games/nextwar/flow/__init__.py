"""The sequence of play."""

from __future__ import annotations

from sandtable.games.nextwar.flow.air_war import AIR_BATTLE, COLLATERAL
from sandtable.games.nextwar.flow.battle import BATTLE
from sandtable.games.nextwar.flow.flying import REBASE
from sandtable.games.nextwar.flow.opening import AIR_SETUP, CAMPAIGN_OPENING, SETUP, WINGS
from sandtable.games.nextwar.flow.politics import POSTURE
from sandtable.games.nextwar.flow.strikes import ATTACK_RUN
from sandtable.games.nextwar.flow.transports import TRANSPORT
from sandtable.games.nextwar.flow.turn import TURN
from sandtable.games.nextwar.model import KoreaState
from sandtable.kernel import Phase, Sequence

SEQUENCE: Sequence[KoreaState] = Sequence(
    Phase("game", "NWK-16.0.a", (POSTURE, WINGS, SETUP, AIR_SETUP, *CAMPAIGN_OPENING, TURN)),
    BATTLE,
    REBASE,
    AIR_BATTLE,
    ATTACK_RUN,
    COLLATERAL,
    TRANSPORT,
)
