"""Overruns: fast groups ride over what is too weak to stop them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.actions.moving import Overrun
from sandtable.games.eastfront.bots.appraisal import worth_of
from sandtable.games.eastfront.bots.goals import stakes
from sandtable.games.eastfront.model import CrimeaState, enemy
from sandtable.games.eastfront.rules.combat.combat import FACES
from sandtable.games.eastfront.rules.special_movement import overrun
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map, stacks, why_no_room
from sandtable.planning import Idea

HALT = 1.0
"""What it costs to fail: the group has moved for this phase."""
PAYS = 0.8
"""What an overrun must be worth to be tried."""


def companies(state: CrimeaState, side: str) -> list[tuple[int, ...]]:
    """Groups that could overrun together: they stand together and began the phase together."""
    found: dict[tuple[int, int], list[int]] = {}
    for key in on_map(state, side):
        if overrun.why_not_unit(state, side, key) is None:
            piece = state.pieces[key]
            found.setdefault((piece.hex, piece.company), []).append(key)
    return [tuple(sorted(keys)) for keys in found.values()]


def chance(state: CrimeaState, group: tuple[int, ...], via: int, to: int) -> tuple[float, float, float]:
    """The chances of success, of a step lost by the defender, and of one lost by the attacker."""
    drm = overrun.net(state, group, via, to).total
    won = hit = lost = 0
    for face in range(1, FACES + 1):
        rows = state.board.charts["overrun"]["results"]
        row = next(r for r in rows if r["most"] is None or face + drm <= r["most"])
        won += bool(row["success"])
        hit += row.get("defender_steps", 0)
        lost += row.get("attacker_steps", 0)
    return won / FACES, hit / FACES, lost / FACES


def best(state: CrimeaState, side: str) -> Iterator[Idea]:
    """The overrun that pays most, if any does."""
    if overrun.why_never(state, side) is not None:
        return
    price = stakes(state).step
    top: tuple[float, Idea] = (PAYS, ())
    for group in companies(state, side):
        for to, vias in overrun.chances(state, group).items():
            ground = worth_of(state, side, to)
            there = len(stacks(state).get(to, ()))
            # Who fails stays where he came from, and what is too much there is lost.
            for via in (h for h in vias if why_no_room(state, group, h) is None):
                won, hit, lost = chance(state, group, via, to)
                worth = won * (ground + there * price[enemy(side)] / 2) + hit * price[enemy(side)]
                worth -= lost * price[side] + (1 - won) * HALT
                if worth > top[0]:
                    top = (worth, (Overrun(group, (via, to)),))
    if top[1]:
        yield top[1]
