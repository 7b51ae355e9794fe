"""Rule 18.2: what a headquarters or an artillery brigade can still do in a turn."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.formations.subordination import is_artillery_hq, is_expeditionary
from sandtable.games.nextwar.rules.supply.status import why_powerless
from sandtable.games.nextwar.rules.terms.units import ref
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, Refusal, refuse

CHART = "advanced/headquarters"


def limit(board: KoreaScenario, key: int) -> int:
    """Combat capabilities of a unit in a turn; most units have none."""
    counter, printed = board.units[key], chart(CHART)
    # rule: NWK-3.2.a
    if counter.is_artillery:
        return int(printed["artillery"]["each"])
    # rule: NWK-3.2.c
    if not counter.is_hq or is_artillery_hq(board, key):
        return 0
    # rule: NWK-3.3.a
    if is_expeditionary(counter):
        return int(printed["expeditionary"]["each"])
    # rule: NW-18.2.a
    return int(printed["uses"]["each"])


# rule: NW-18.2.a
def uses_left(state: KoreaState, key: int) -> int:
    """Combat capabilities that a unit still has in this turn."""
    return max(0, limit(state.board, key) - state.units[key].uses)


def why_unable(state: KoreaState, key: int) -> Refusal | None:
    """Why a headquarters or brigade can give nothing to anybody, however often it has been used."""
    # rule: NWK-3.2.c
    if not limit(state.board, key):
        return refuse("NWK-3.2.c", "refuse.no_capability", ref(key), unit=ref(key))
    # rule: NW-18.2.5
    if not state.board.ground[state.units[key].hex].is_land:
        return refuse("NW-18.2.5", "refuse.hq_at_sea", ref(key), unit=ref(key))
    return why_powerless(state, key)


# rule: NW-18.2.a
def why_not_use(state: KoreaState, key: int) -> Refusal | None:
    """Why a headquarters or brigade can use no combat capability now."""
    no = why_unable(state, key)
    if no is None and not uses_left(state, key):
        return refuse("NW-18.2.a", "refuse.capabilities_used", ref(key), unit=ref(key))
    return no


def use(d: Draft[KoreaState], key: int) -> None:
    """Spend a combat capability."""
    d.edit("units", key, uses=d.now.units[key].uses + 1)


# rule: NW-18.2.b, NW-27.3.1.d, NW-27.3.2.e
def suffer(d: Draft[KoreaState], key: int, marker: int) -> None:
    """A strike marker takes capabilities for the rest of the turn: a 1 one of them, a 2 all."""
    most = limit(d.now.board, key)
    d.edit("units", key, uses=most if marker > 1 else min(most, d.now.units[key].uses + 1))


# rule: NWS-ADV-14.13, NW-18.2.c
def reset(d: Draft[KoreaState]) -> None:
    """Headquarters and artillery recover, less one for a Strike 1 and all for a Strike 2."""
    for key, unit in d.now.units.items():
        uses = min(unit.strike, limit(d.now.board, key))
        if uses != unit.uses:  # equivalent[always]: to write the same changes nothing
            d.edit("units", key, uses=uses)
