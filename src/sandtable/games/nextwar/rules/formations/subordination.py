"""Rule 18.1 and Korea, 8: which headquarters a unit is under, up to the supreme one."""

from __future__ import annotations

from sandtable.games.nextwar.model import US, KoreaState
from sandtable.games.nextwar.rules.terms import memory
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.kernel import derived

MARINES = "usmc"
MEF = "I MEF"
"""The headquarters over those of the marine expeditionary units."""
EXPEDITIONARY = ("I MEB", "11 MEU", "13 MEU", "15 MEU")
FIRST_CORPS = "I"
"""The headquarters over the US Army."""


# rule: NWK-3.2.c
def is_artillery_hq(board: KoreaScenario, key: int) -> bool:
    """Whether a headquarters is one of artillery: it hands supply on to its brigades and does nothing else."""
    if "artillery" not in board.cache:  # equivalent[always]: it would be worked out anew
        board.cache["artillery"] = {(c.nation, c.formation) for c in board.units.values() if c.is_artillery}
    hq = board.units[key]
    return (hq.nation, hq.commands) in board.cache["artillery"]


# rule: NWK-3.3.a, NWK-8.0.c
def is_expeditionary(hq: Counter) -> bool:
    """Whether a headquarters is one of those under I MEF."""
    return hq.commands in EXPEDITIONARY


def parents(board: KoreaScenario, key: int) -> tuple[int, ...]:
    """The headquarters right above a unit, whether they are on the board or not; the supreme one apart."""
    found: tuple[int, ...] | None = board.cache.get(("parents", key))
    if found is None:
        own, hqs = board.units[key], headquarters(board, board.units[key].side)
        found = board.cache["parents", key] = tuple(
            k for k in hqs if k != key and not board.units[k].supreme and is_right_under(board, own, k)
        )
    return found


def is_right_under(board: KoreaScenario, unit: Counter, key: int) -> bool:
    """Whether a unit answers to a headquarters without another between them."""
    hq = board.units[key]
    if unit.nation != hq.nation or unit.is_supply:
        return False
    if is_artillery_hq(board, key):
        return unit.is_artillery and unit.formation == hq.commands
    if unit.is_hq:
        return _is_higher(unit, hq)
    # rule: NWK-3.3.1
    if MARINES in (unit.branch, hq.branch):
        return unit.branch == hq.branch
    # rule: NWK-3.4
    if unit.nation == US:
        return True
    # rule: NW-18.1, NW-16.2.10
    return not unit.formation or unit.formation == hq.commands


def _is_higher(unit: Counter, hq: Counter) -> bool:
    """Whether a headquarters is the next one above another."""
    # rule: NWK-8.0.c
    if MARINES in (unit.branch, hq.branch):
        return is_expeditionary(unit) and hq.commands == MEF
    # rule: NWK-8.0.b
    if unit.nation == US:
        return hq.commands == FIRST_CORPS
    # rule: NWK-8.0.e
    return hq.commands == f"{unit.army}A"


def superiors(board: KoreaScenario, key: int) -> tuple[int, ...]:
    """All headquarters in the chain of command above a unit, from the nearest to the supreme one."""
    found: tuple[int, ...] | None = board.cache.get(("superiors", key))
    if found is None:
        found = board.cache["superiors", key] = _chain(board, key)
    return found


# rule: NWK-8.0, NWK-8.0.f
def _chain(board: KoreaScenario, key: int) -> tuple[int, ...]:
    chain = dict.fromkeys(parents(board, key))
    for hq in parents(board, key):
        chain |= dict.fromkeys(superiors(board, hq))
    chain |= dict.fromkeys(supreme_over(board, key))
    chain.pop(key, None)
    return tuple(chain)


# rule: NW-18.3, NWK-8.0.a, NWK-8.0.d
def supreme_over(board: KoreaScenario, key: int) -> tuple[int, ...]:
    """The supreme headquarters of a unit's side: everybody is under it."""
    side = board.units[key].side
    return tuple(k for k in headquarters(board, side) if board.units[k].supreme)


def headquarters(board: KoreaScenario, side: str) -> tuple[int, ...]:
    """The counters of a side's headquarters."""
    found: tuple[int, ...] | None = board.cache.get(("headquarters", side))
    if found is None:
        found = board.cache["headquarters", side] = tuple(
            k for k, counter in board.units.items() if counter.is_hq and counter.side == side
        )
    return found


@derived("units", units=memory.unless(memory.came_or_went))
def hqs_on_board(state: KoreaState, side: str) -> tuple[int, ...]:
    """The headquarters of a side that are on the board."""
    return tuple(key for key in on_board(state, side) if state.board.units[key].is_hq)


def is_under(state: KoreaState, key: int, hq: int) -> bool:
    """Whether a unit is in the chain of command of a headquarters."""
    return hq in superiors(state.board, key)
