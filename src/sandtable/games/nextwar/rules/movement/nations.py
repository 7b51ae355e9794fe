"""Korea, 5.1: units of several nations in one hex."""

from __future__ import annotations

from sandtable.games.nextwar.model import COMMONWEALTH, DPRK, JAPAN, PRC, ROK, US, KoreaState
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Modifier


# rule: NW-8.1.1.2
def penalties(state: KoreaState, key: int) -> list[Modifier]:
    """What units of other nations in its hex take from the efficiency of a unit."""
    units, place = state.board.units, state.units[key].hex
    if not is_hex(place):
        return []
    nations = {units[k].nation for k in there(state, place)} | {units[key].nation}
    # rule: NWK-5.1.2.a
    if len(nations) == 1 or nations == {US, ROK}:
        return []
    # rule: NWK-5.1.1
    if nations == {DPRK, PRC}:
        return [Modifier("NWK-5.1.1", "modifier.mixed_stack", -2)]
    # rule: NWK-5.1.2.c
    if JAPAN in nations:
        return [Modifier("NWK-5.1.2.c", "modifier.mixed_stack", -2 if ROK in nations else -1)]
    # rule: NWK-5.1.2.b
    if COMMONWEALTH in nations and nations != {COMMONWEALTH, US}:
        return [Modifier("NWK-5.1.2.b", "modifier.mixed_stack", -1)]
    return []
