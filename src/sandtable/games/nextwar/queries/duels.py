"""Chances of fights in the air that are not fought yet: a duel, and what a sortie would bring."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    ALLIED,
    CONTESTED,
    IN_THE_AIR,
    AirBattle,
    Aircraft,
    Engagement,
    KoreaState,
    enemy,
)
from sandtable.games.nextwar.queries.air_chances import levels
from sandtable.games.nextwar.rules.air_war import fire, sorties, superiority
from sandtable.games.nextwar.rules.air_war.display import is_flying, ratings, wing
from sandtable.games.nextwar.rules.air_war.engagements import battle, of_side, with_side
from sandtable.kernel import Draft, SeededDice
from sandtable.kernel.queries import WHOLE, Chance
from sandtable.kernel.state import Frame, successor

GAMES, FORECASTS = 60, 40
"""How often a duel, and how often a whole sortie, is fought for its chances."""
SEED = b"the chances of a duel"
Outs = tuple[int, int]


def duel(state: KoreaState, own: int, foe: int) -> Outs:
    """How often the enemy, and how often one's own unit, is out of a fight of these two."""
    side = ALLIED if state.board.aircraft[own].side == ALLIED else enemy(ALLIED)
    met = with_side(with_side(Engagement(), side, (own,)), enemy(side), (foe,))
    return outs(state, met, side)


def outs(state: KoreaState, met: Engagement, seat: str) -> Outs:
    """How often all of the other side, and of one's own, are out of an engagement; equal ones have equal chances."""
    known: dict[object, Outs] = state.board.cache
    number = _mission(state)
    # Over a mission it counts who is loaded.
    own, foes = (keys if number else _alike(state, keys) for keys in (of_side(met, seat), of_side(met, enemy(seat))))
    kind = ("duel", seat, own, foes, state.weather, state.missions.get(number))
    if kind not in known:
        known[kind] = _fought(state, met, seat)
    return known[kind]


def _alike(state: KoreaState, keys: Iterable[int]) -> tuple[object, ...]:
    """What tells aircraft apart in a fight."""
    counters = state.board.aircraft
    return tuple(
        (counters[key].nation, counters[key].type, counters[key].stealth, ratings(state, key)) if key > 0 else key
        for key in keys
    )


def _fought(state: KoreaState, met: Engagement, seat: str) -> Outs:
    dice, found = SeededDice(SEED), [0, 0]
    alone = _with_battle(state, AirBattle(engagements=(met,), mission=_mission(state)))
    for _ in range(GAMES):
        d: Draft[KoreaState] = Draft(alone, dice)
        for step in (fire.long_range, fire.standoff, fire.dogfight):
            step(d)
        for index, side in enumerate((enemy(seat), seat)):
            found[index] += not any(is_flying(d.now, key) for key in of_side(met, side))
    return found[0] * WHOLE // GAMES, found[1] * WHOLE // GAMES


def _mission(state: KoreaState) -> int:
    return 0 if state.within(AirBattle) is None else battle(state).mission


def _with_battle(state: KoreaState, subject: AirBattle) -> KoreaState:
    """The same position in the middle of a fight."""
    return successor(state, flow=(*state.flow, Frame("air_battle", subject)))


# -- a sortie --------------------------------------------------------------------------------------------------------


def all_that_could_come(state: KoreaState, side: str) -> tuple[int, ...]:
    """The fighters that a side could commit to the fight for the air, the best first: bombers are kept for strikes."""
    able = [int(key) for key in sorties.commitments(state, side).legal]
    fighters = [key for key in able if ratings(state, key).acr > ratings(state, key).strike]
    return tuple(sorted(fighters or able, key=lambda key: (-ratings(state, key).acr, key)))


def forecast(state: KoreaState, seat: str, own: tuple[int, ...], foes: tuple[int, ...]) -> tuple[Chance, ...]:
    """Who would hold the air after a sortie against all that could come."""
    flying = {key: _aloft(state, key) for key in (*own, *foes)}
    now = successor(state, aircraft={**state.aircraft, **flying})
    pairs = tuple(_pairs(now, seat, own, foes))
    now = _with_battle(now, AirBattle(engagements=pairs))
    dice = SeededDice(SEED)
    return tuple(levels(Tally(_level(now, dice) for _ in range(FORECASTS)), FORECASTS))


def _aloft(state: KoreaState, key: int) -> Aircraft:
    return replace(state.aircraft[key], box=IN_THE_AIR)


def _pairs(state: KoreaState, seat: str, own: Iterable[int], foes: Iterable[int]) -> Iterable[Engagement]:
    """The best against the best."""

    def best_first(keys: Iterable[int]) -> list[int]:
        return sorted(keys, key=lambda key: (-ratings(state, key).acr, key))

    for ours, theirs in zip(best_first(own), best_first(foes), strict=False):
        yield with_side(with_side(Engagement(), seat, (ours,)), enemy(seat), (theirs,))


def _level(state: KoreaState, dice: SeededDice) -> tuple[str, str]:
    d: Draft[KoreaState] = Draft(state, dice)
    for step in (fire.long_range, fire.standoff, fire.dogfight):
        step(d)
    counts = [len(wing(d.now, side, IN_THE_AIR)) for side in (ALLIED, enemy(ALLIED))]
    level, ours = superiority.level(counts[0], counts[1])
    return level, "" if level == CONTESTED else ALLIED if ours else enemy(ALLIED)
