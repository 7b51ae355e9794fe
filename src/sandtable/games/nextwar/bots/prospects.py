"""How well a position stands for a side, where a game in the mind is broken off."""

from __future__ import annotations

from sandtable.games.nextwar.bots import goals
from sandtable.games.nextwar.bots.attacking import STEP
from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.rules.terms.units import face
from sandtable.games.nextwar.rules.victory import judging
from sandtable.games.nextwar.scenario.ground import is_hex

WON = 150.0
"""What a verdict is worth: more than anything that can still be hoped for."""
NEAR = 0.03
"""What a point of attack is worth one hex from what it is after, beside what the place is worth."""
OPEN = 0.35
"""The share of a decisive place that is as good as lost where nobody guards it and the enemy is near."""


def value(state: KoreaState, side: str) -> float:
    """What a side has gained or may hope for, less what its enemy has and may."""
    outcome = judging.outcome(state)
    if outcome is not None and outcome.winners:
        return WON if side in outcome.winners else -WON
    return _worth(state, side) - _worth(state, enemy(side))


def _worth(state: KoreaState, side: str) -> float:
    points = goals.POINT if goals.by_points(state) else goals.TRIFLE
    total = points * state.accounts[side].vp2
    held, drawn = holders(state), goals.calls(state, side)
    for place in dict.fromkeys(goals.named(state, side)):
        if controller(state, place) == side:
            near = any(held.get(h) == enemy(side) for h in state.board.near.get(place, ()))
            total += goals.DECISIVE * (1.0 - OPEN * (near and held.get(place) != side))
    for key in on_board(state, side):
        unit = state.units[key]
        total += STEP * unit.steps / 2
        if is_hex(unit.hex):
            total += NEAR * face(state, key).attack * drawn.get(unit.hex, 0.0)
    return total
