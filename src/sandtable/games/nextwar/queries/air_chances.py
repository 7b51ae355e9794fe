"""Chances in the air: of a strike, exactly, and of a fight for the air, by playing it often with dice of its own."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    ALLIED,
    CONTESTED,
    DPRK,
    IN_THE_AIR,
    LEVELS,
    AirBattle,
    KoreaState,
    Mission,
    enemy,
)
from sandtable.games.nextwar.rules.air_defences import detecting, guns, network
from sandtable.games.nextwar.rules.air_war import engagements, fire, superiority
from sandtable.games.nextwar.rules.air_war.display import ratings, side_of, wing
from sandtable.games.nextwar.rules.strikes import attacks, targets
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import table
from sandtable.kernel import Draft, Modifier, SeededDice, Sum, UnknownName
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase
from sandtable.kernel.state import successor

GAMES = 100
"""How often a fight is played for its chances."""
SEED = b"the chances of a fight"
STOPPED = "stopped"
BEST = ("X", "2", "1", attacks.MISS)
"""Results of a strike, the worst for the target first."""
Shares = dict[str, Fraction]


def asked(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances in the air that a question is about, if it is about any."""
    partial = params.get("partial")
    if isinstance(partial, Mapping) and partial.get("do") in COMPOSED:
        mission = COMPOSED[str(partial["do"])](state, seat, partial)
        return strike(state, mission) if mission else None
    if not params and state.within(AirBattle) is not None:
        return fight(state)
    return None


# -- a strike --------------------------------------------------------------------------------------------------------


def _composed(state: KoreaState, seat: str, partial: Mapping[str, Any]) -> Mission | None:
    """A strike as far as it is given."""
    aim, place, unit = partial.get("aim"), partial.get("place") or 0, partial.get("unit") or 0
    strikers, escorts, weasels = wings(state, seat, partial, "strikers", "escorts", "weasels")
    if aim not in targets.AIMS or not strikers:
        return None
    if aim in targets.PLACED and (place not in state.board.ground or not state.board.ground[place].is_land):
        return None
    if aim == targets.UNIT and unit not in state.units:
        return None
    return Mission(seat, str(aim), place, unit, strikers=strikers, escorts=escorts, weasels=weasels)


def _weasels(state: KoreaState, seat: str, partial: Mapping[str, Any]) -> Mission | None:
    """A Wild Weasel mission as far as it is given."""
    radar, sam, escorts, weasels = wings(state, seat, partial, "radar", "sam", "escorts", "weasels")
    if not (radar or sam):
        return None
    tracks = (network.DETECTION,) * len(radar) + (network.SAM,) * len(sam)
    return Mission(seat, targets.WEASEL, strikers=(*radar, *sam), tracks=tracks, escorts=escorts, weasels=weasels)


COMPOSED = {"strike": _composed, "wild_weasel": _weasels}
"""Verbs that announce a mission, and how one reads as far as it is given."""


def wings(state: KoreaState, seat: str, partial: Mapping[str, Any], *roles: str) -> list[tuple[int, ...]]:
    """The aircraft that a question names for each role: one's own, and each of them once in all."""
    found = [tuple(keys) if isinstance(keys := partial.get(role), list | tuple) else () for role in roles]
    named = [key for keys in found for key in keys]
    for key in named:
        if key not in state.aircraft:
            raise UnknownName("air", str(key))
        if side_of(state, key) != seat:
            raise ValueError(f"air {key} does not fly for {seat}")
    if len(set(named)) < len(named):
        raise ValueError("an aircraft is named twice")
    return found


def strike(state: KoreaState, mission: Mission) -> Odds:
    """What a strike brings if nobody intercepts it and whoever would have to turn back does."""
    seen = _sight(state, mission)
    early, in_time = seen.get(detecting.EARLY, Fraction(0)), seen.get(detecting.SEEN, Fraction(0))
    best = dict.fromkeys(BEST, Fraction(0))
    stopped = Fraction(0)
    for found, share in seen.items():
        flown = replace(mission, found=found)
        runs = [run(state, flown, key) for key in mission.strikers]
        for result, chance in _best(runs).items():
            best[result] += share * chance
        stopped += share * (1 - _product(1 - one.get(STOPPED, Fraction(0)) for one in runs))
    first = mission.strikers[0]
    column = targets.column(state, mission, attacks.value(state, mission, first))
    return Odds(
        title=Phrase("odds.strike_title", {"what": mission.aim}),
        attack=Figure(total=str(ratings(state, first).strike)),
        defence=Figure(
            total=detecting.column(state, mission) or "0", modifiers=detecting.modifiers(state, mission).parts
        ),
        columns=table(attacks.STRIKES).columns,
        column=column,
        shifts=attacks.modifiers(state, mission, first, 0).parts,
        outcomes=(
            *(_chance(f"odds.defender.strike_{_word(one)}", best[one], one != attacks.MISS) for one in BEST),
            Chance(key="odds.attacker.all_through", share=_share(1 - stopped), tone="good"),
            Chance(key="odds.attacker.some_stopped", share=_share(stopped), tone="bad"),
        ),
        notes=(Phrase("odds.note.detection", {"early": _percent(early), "seen": _percent(in_time)}),),
    )


def _word(result: str) -> str:
    return "missed" if result == attacks.MISS else result.lower()


def _chance(key: str, chance: Fraction, good: bool) -> Chance:
    return Chance(key=key, share=_share(chance), tone="good" if good else "bad")


def _share(chance: Fraction) -> int:
    return round(chance * WHOLE)


def _percent(chance: Fraction) -> int:
    return round(chance * 100)


def _sight(state: KoreaState, mission: Mission) -> Shares:
    """How often a mission is seen early, in time or not at all."""
    column = detecting.column(state, mission)
    if not column:
        return {detecting.UNSEEN: Fraction(1)}
    return _spread(detecting.CHART, column, detecting.modifiers(state, mission).total, detecting.UNSEEN)


def _spread(chart: str, column: str, drm: int, nothing: str) -> Shares:
    """How often each cell of a column comes up."""
    tally = Tally(table(chart).look(die + drm, column).value or nothing for die in DIE)
    return {str(cell): Fraction(count, len(DIE)) for cell, count in sorted(tally.items())}


def run(state: KoreaState, flown: Mission, key: int) -> Shares:
    """What one striker brings: a result of the table, or that it is stopped on the way."""
    found = dict.fromkeys((*BEST, STOPPED), Fraction(0))
    for (steps, plus), share in _through(state, flown, key).items():
        if not steps:
            found[STOPPED] += share
            continue
        hurt = _with_steps(state, key, steps)
        for die in DIE:
            total = die + attacks.modifiers(hurt, flown, key, plus).total
            found[attacks.result_of(hurt, flown, key, total)] += share / len(DIE)
    return found


def _with_steps(state: KoreaState, key: int, steps: int) -> KoreaState:
    if state.aircraft[key].steps == steps:
        return state
    return successor(state, aircraft={**state.aircraft, key: replace(state.aircraft[key], steps=steps)})


def _through(state: KoreaState, flown: Mission, key: int) -> dict[tuple[int, int], Fraction]:
    """How often a striker comes through missiles and guns, with how many steps and what added to its die."""
    now = {(state.aircraft[key].steps, 0): Fraction(1)}
    if not detecting.is_seen(flown):
        return now
    fires = [(network.SAM, Sum.of(guns.sam_modifiers(state, flown, key)).total)]
    if not ratings(state, key).strike_standoff:
        fires.append((network.AAA, Sum.of(guns.aaa_modifiers(state, flown, key)).total))
    for track, drm in fires:
        column = guns.column(state, flown, track)
        if column:
            now = _under_fire(now, _spread(guns.CHART, column, drm, attacks.MISS))
    return now


def _under_fire(before: dict[tuple[int, int], Fraction], cells: Shares) -> dict[tuple[int, int], Fraction]:
    after: dict[tuple[int, int], Fraction] = {}
    for (steps, plus), share in before.items():
        for cell, chance in cells.items():
            left = 0 if cell == guns.ABORT else max(0, steps - (cell == guns.HIT))
            more = int(cell) if cell.startswith("+") else 0
            then = (left if steps else 0, plus + more)
            after[then] = after.get(then, Fraction(0)) + share * chance
    return after


def _best(runs: Iterable[Shares]) -> Shares:
    """How often each result is the best of several strikers."""
    known, below = {}, Fraction(1)
    runs = list(runs)
    for index, result in enumerate(BEST):
        worse = (*BEST[index + 1 :], STOPPED)
        under = _product(sum((one.get(word, Fraction(0)) for word in worse), Fraction(0)) for one in runs)
        last = result == BEST[-1]
        known[result] = below if last else below - under
        below = under
    return known


def _product(numbers: Iterable[Fraction]) -> Fraction:
    total = Fraction(1)
    for number in numbers:
        total *= number
    return total


# -- a fight for the air ---------------------------------------------------------------------------------------------


def fight(state: KoreaState) -> Odds | None:
    """Who holds the air after the fight at hand, from games with dice of their own; nobody breaks off in them."""
    if engagements.battle(state).mission:
        return None
    dice = SeededDice(SEED)
    found = Tally(_played(state, dice) for _ in range(GAMES))
    counts = {side: len(wing(state, side, IN_THE_AIR)) for side in (ALLIED, DPRK)}
    return Odds(
        title=Phrase("odds.air_title"),
        attack=Figure(total=str(counts[ALLIED]), modifiers=_ratings(state, ALLIED)),
        defence=Figure(total=str(counts[DPRK]), modifiers=_ratings(state, DPRK)),
        outcomes=tuple(levels(found, GAMES)),
        error=isqrt(WHOLE * WHOLE // (4 * GAMES)),
    )


def _ratings(state: KoreaState, side: str) -> tuple[Modifier, ...]:
    total = sum(ratings(state, key).acr for key in wing(state, side, IN_THE_AIR))
    return (Modifier("NW-16.2.3.a", "modifier.air_ratings", total),)


def levels(found: Tally[tuple[str, str]], games: int) -> Iterator[Chance]:
    """The levels of air superiority from the best for the allies to the worst, as often as games ended in them."""
    ours = [(level, ALLIED) for level in reversed(LEVELS) if level != CONTESTED]
    theirs = [(level, DPRK) for level in LEVELS if level != CONTESTED]
    for level, side in (*ours, (CONTESTED, ""), *theirs):
        if count := found[level, side]:
            tone = "good" if side == ALLIED else "bad" if side else "even"
            params: dict[str, Any] = {"level": level, "side": side or ALLIED}
            yield Chance(key="odds.air_level", params=params, share=WHOLE * count // games, tone=tone)


def _played(state: KoreaState, dice: SeededDice) -> tuple[str, str]:
    """The level after one game: what is still free pairs off by rating, then all steps are fought."""
    d: Draft[KoreaState] = Draft(state, dice)
    while engagements.is_pairing(d.now):
        own, foe = (_strongest(d.now, side) for side in (ALLIED, DPRK))
        engagements.pair(d, own, foe)
    for step in (fire.long_range, fire.standoff, fire.dogfight):
        step(d)
    counts = [len(wing(d.now, side, IN_THE_AIR)) for side in (ALLIED, DPRK)]
    level, ours = superiority.level(counts[0], counts[1])
    return level, "" if level == CONTESTED else ALLIED if ours else enemy(ALLIED)


def _strongest(state: KoreaState, side: str) -> int:
    return max(engagements.free(state, side), key=lambda key: (ratings(state, key).acr, -key))
