"""Rules 27.1 and 27.3: strike markers on ground units, and what they do to them."""

from __future__ import annotations

from sandtable.games.nextwar.model import UNUSED, KoreaState
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.formations import capabilities
from sandtable.games.nextwar.rules.terms.units import ref, side_of
from sandtable.kernel import Draft, Modifier

STEP_LOSS = "X"
MOST = 2


# rule: NW-27.0, NW-27.1.d
def strike(d: Draft[KoreaState], key: int, result: str) -> None:
    """A strike hits a ground unit."""
    now = d.now.units[key].strike
    if d.now.board.units[key].is_supply:
        _strike_supply(d, key, result)
        return
    # rule: NW-27.1.c, NW-27.1.a, NW-27.1.b
    if result == STEP_LOSS or now + int(result) > MOST:
        d.edit("units", key, strike=0)
        losses.lose_step(d, key, "NW-27.1.c")
        return
    d.edit("units", key, strike=now + int(result))
    d.log("log.unit_hit", "NW-27.1.d", ref(key), by=side_of(d.now, key), unit=ref(key), level=now + int(result))
    capabilities.suffer(d, key, now + int(result))


def _strike_supply(d: Draft[KoreaState], key: int, result: str) -> None:
    """A strike hits a depot or a mobile supply unit: only a second heavy hit, or a step, takes it off the map."""
    now = d.now.units[key].strike
    # rule: NW-27.1.1.b
    if result == STEP_LOSS or (now == MOST and int(result) == MOST):
        losses.eliminate(d, key, "NW-27.1.1.b", UNUSED)
        return
    if now == MOST:
        return
    # rule: NW-27.1.1.a
    level = min(MOST, now + int(result))
    d.edit("units", key, strike=level)
    d.log("log.unit_hit", "NW-27.1.1.a", ref(key), by=side_of(d.now, key), unit=ref(key), level=level)


# rule: NW-27.3.1.a, NW-27.3.2.a
def reduced(state: KoreaState, key: int, value: int) -> int:
    """A value of a unit less its strike marker, never below 1."""
    marker = state.units[key].strike
    if not value or state.board.units[key].is_supply:
        return value
    return max(1, value - marker)


# rule: NW-27.3.1.a, NW-27.3.2.a
def penalties(state: KoreaState, key: int) -> tuple[Modifier, ...]:
    """What a strike marker takes from the efficiency of a unit."""
    marker = state.units[key].strike
    if not marker or state.board.units[key].is_supply:
        return ()
    rule = f"NW-27.3.{marker}.a"
    return (
        Modifier(rule, "modifier.strike_marker", -marker),
        Modifier(rule, "modifier.least", 1, op="least"),
    )


# rule: NWS-ADV-14.15, NW-27.9.1
def recover(d: Draft[KoreaState]) -> None:
    """Markers with a 1 go, those with a 2 turn over."""
    for key in [key for key, unit in d.now.units.items() if unit.strike]:
        d.edit("units", key, strike=d.now.units[key].strike - 1)


# rule: NWS-ADV-14.12
def lose_sight(d: Draft[KoreaState]) -> None:
    """All Detected and Targeted markers are removed."""
    for key in [key for key, unit in d.now.units.items() if unit.detected or unit.targeted]:
        d.edit("units", key, detected=False, targeted=0)
