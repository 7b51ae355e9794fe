"""Korea, 16.2.1.3 and 13.2.4.1: what draws China and Japan into the war."""

from __future__ import annotations

from sandtable.games.nextwar.model import EVERYTHING, JAPAN, PRC, US, KoreaState
from sandtable.games.nextwar.rules.scenarios import posture
from sandtable.games.nextwar.rules.terms import memory
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, derived
from sandtable.kernel.state import Seen

NEEDED = 2
"""China comes in with this die or less."""


def _by_others(state: KoreaState, seen: Seen, before: memory.Before) -> Seen:
    """Nothing changes while units of others move."""
    return {} if any(state.board.units[key].nation == US for key in before) else seen


# rule: NWK-16.2.1.3.a
@derived("units", units=_by_others)
def trespassers(state: KoreaState) -> tuple[int, ...]:
    """Ground units of the US that stand north of the DMZ."""
    units, is_north = state.units, state.board.is_north
    places = ((key, units[key].hex) for key in state.board.us_units if key in units)
    return tuple(key for key, place in places if is_hex(place) and is_north(place))


# rule: NWK-16.2.1.3.a
def settle(d: Draft[KoreaState]) -> None:
    """The first unit of the US that comes north of the DMZ in a turn is rolled for at once."""
    if not d.now.postures:
        return
    found = trespassers(d.now)
    if found == d.now.north:  # equivalent[never]: nobody came then
        return
    came = set(found) - set(d.now.north)
    d.set(north=found)
    if came and d.now.provoked != d.now.turn and _is_possible(d.now):
        d.set(provoked=d.now.turn)
        _roll(d, d.now.turn)


# rule: NWK-16.2.1.3.b, NWS-ADV-15.1
def check(d: Draft[KoreaState]) -> None:
    """In every reinforcement phase with a unit of the US north of the DMZ, that of the first crossing too."""
    if trespassers(d.now) and _is_possible(d.now):
        _roll(d, d.now.turn + 1)


def _is_possible(state: KoreaState) -> bool:
    return bool(state.postures) and not posture.sends(state, PRC, EVERYTHING)


# rule: NWK-16.2.1.3.a
def _roll(d: Draft[KoreaState], first: int) -> None:
    """Two or less brings China in with everything; its schedule begins with the next reinforcement phase."""
    roll = d.draw("roll.provocation", DIE, need=NEEDED)
    comes = roll.faces[0] <= NEEDED
    d.log("log.provocation", "NWK-16.2.1.3.a", rolls=[roll], comes=int(comes))
    if comes:
        posture.enter_fully(d, PRC)
        d.put("entered", PRC, first)


# rule: NWK-13.2.4.1
def attack_japan(d: Draft[KoreaState]) -> None:
    """The first SCUD at Japan brings it in with everything."""
    if not posture.sends(d.now, JAPAN, EVERYTHING):
        d.log("log.japan_attacked", "NWK-13.2.4.1")
        posture.enter_fully(d, JAPAN)
