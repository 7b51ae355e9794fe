"""Bombing raids as data for the odds: in words, or on an installation of the board with those who could rise there."""

from __future__ import annotations

from sandtable.games.axisallies.bots.chances import Counts, raid, table_of
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.sides import raiders
from sandtable.games.axisallies.rules.spaces.spaces import is_foe, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import are_allies
from sandtable.games.axisallies.scenario import GlobalScenario
from sandtable.odds import OddsError, Raid, RaidTarget

COMPLEX = "_ic"
"""How the names of complexes end."""


def described(board: GlobalScenario, target: str, attackers: Counts, interceptors: Counts) -> Raid:
    """A raid on an installation that is on no board, undamaged and by the printed figures."""
    row = board.installations.get(target)
    if row is None:
        raise OddsError(f"there is no {target!r} to raid; there is {', '.join(board.installations)}")
    bombers, escorts = _sorted(board, target, attackers)
    aimed = RaidTarget(target, row.damage, bombers, 0, row.aa_hit_on)
    return Raid(table_of(board), (aimed,), escorts, _able(board, interceptors))


def at_place(state: GlobalState, at: int, target: str, more: Counts, *, by: str = "") -> Raid:
    """A raid on an installation of the board: those who are on their way and more; every fighter there may rise."""
    power = by or state.active
    land = state.territories.get(at)
    if land is None or (land.holder and are_allies(state, land.holder, power)):
        raise OddsError("only installations of the other side are raided: name another place, or another --seat")
    attackers = dict(more)
    for key in under_way(state, at):
        kind = state.units[key].kind
        attackers[kind] = attackers.get(kind, 0) + 1
    bombers, escorts = _sorted(state.board, target, attackers)
    ready: dict[str, int] = {}
    for _, unit in units_at(state, at):
        if type_of(state, unit).intercepts and not unit.task and is_foe(state, power, unit):
            ready[unit.kind] = ready.get(unit.kind, 0) + 1
    slot = "works" if target.endswith(COMPLEX) else target
    return raid(state, at, {slot: bombers}, by=power, escorts=escorts, interceptors=ready)


def under_way(state: GlobalState, at: int) -> tuple[int, ...]:
    """The aircraft that have been sent to raid a place."""
    return tuple(raiders(state, at)) if at in state.battles else ()


def _sorted(board: GlobalScenario, target: str, attackers: Counts) -> tuple[dict[str, int], dict[str, int]]:
    """Those who bomb and those who escort them."""
    bombers = {kind: n for kind, n in attackers.items() if target in board.kinds[kind].raids}
    escorts = {kind: n for kind, n in attackers.items() if kind not in bombers and board.kinds[kind].escorts}
    for kind in attackers:
        if kind not in bombers and kind not in escorts:
            raise OddsError(f"{kind} does not raid {target}: take it out")
    if not any(bombers.values()):
        raise OddsError(f"nobody here bombs {target}: add strategic bombers")
    return bombers, escorts


def _able(board: GlobalScenario, interceptors: Counts) -> dict[str, int]:
    for kind in interceptors:
        if not board.kinds[kind].intercepts:
            raise OddsError(f"{kind} does not rise against a raid: take it out")
    return dict(interceptors)
