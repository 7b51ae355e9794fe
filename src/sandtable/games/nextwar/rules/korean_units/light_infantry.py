"""Korea, 3.1: light infantry."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.scenario.ground import OPEN
from sandtable.kernel import Modifier


# rule: NWK-3.1.2, NWK-3.1.2.a, NW-9.6.4
def drms(state: KoreaState, battle: Battle) -> Iterator[Modifier]:
    """Light infantry helps its side once wherever the ground is not open."""
    if state.board.terrain(battle.target) in OPEN:
        return
    if any(state.board.units[key].is_light for key in battle.attackers if key not in battle.assault):
        yield Modifier("NWK-3.1.2", "modifier.light_attack", -1)
    if any(state.board.units[key].is_light for key in battle.defenders):
        yield Modifier("NWK-3.1.2", "modifier.light_defence", 1)
