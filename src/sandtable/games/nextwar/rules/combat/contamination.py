"""Korea, 6.2: what chemical weapons do to units in a hex, and to those who enter it."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.nextwar.model import STEP_MP, US, KoreaState
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Modifier

CHART = "advanced/chemical"
NOWHERE: Mapping[int, str] = {}


# rule: NWK-6.2.a, NW-18.2.4.a
def penalties(state: KoreaState, key: int) -> tuple[Modifier, ...]:
    """What a marker of the enemy takes from the efficiency of a unit in its hex: less where only US units are."""
    place, side = state.units[key].hex, state.board.units[key].side
    if state.chemicals.get(place, side) == side:
        return ()
    printed = chart(CHART)["efficiency"]
    us_only = all(state.board.units[one].nation == US for one in there(state, place))
    return (Modifier("NWK-6.2.a", "modifier.chemicals", printed["us_only" if us_only else "all"]),)


# rule: NWK-6.2.4, NWK-6.2.4.a
def hexes(state: KoreaState, key: int) -> Mapping[int, str]:
    """Hexes whose contamination hampers a unit: units of the US do not mind."""
    return NOWHERE if state.board.units[key].nation == US else state.chemicals


# rule: NWK-6.2.4
def toll() -> int:
    """Sixths of a movement point that it costs a vehicle more to enter such a hex."""
    return int(chart(CHART)["ground"]["vehicle_mp"]) * STEP_MP
