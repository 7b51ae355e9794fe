"""Rule 23.4.1: one aircraft after the other attacks the target of its mission."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import OVERCAST, STORM, KoreaState, Mission, Run, enemy
from sandtable.games.nextwar.rules.air_defences import network
from sandtable.games.nextwar.rules.air_defences.guns import flyer, mission, run, suppresses
from sandtable.games.nextwar.rules.air_defences.interception import send_home
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.rules.air_war.display import is_flying, ratings
from sandtable.games.nextwar.rules.damage import installations, units
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.scenarios import air_war
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.rules.strikes.missions import helicopter_value
from sandtable.games.nextwar.rules.strikes.targets import (
    BASES,
    FEATURES,
    INTERDICTION,
    POINTS,
    SCUD,
    SUPPORT,
    TRANSPORT,
    UNIT,
    WEASEL,
)
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.kernel import Draft, Modifier, Sum

STRIKES, ROADS = "advanced/strike", "advanced/interdiction"
MISS = "-"
LAST = (network.DETECTION, network.SAM, network.AAA, SCUD)
"""Strikes on tracks come last, in this order."""


# rule: NW-23.4.1.b, NW-23.3.a
def order(state: KoreaState, side: str, weasels: bool) -> list[int]:
    """The missions of a side that are still to be flown, in the order in which they are."""
    numbers = [
        n
        for n, m in state.missions.items()
        if m.side == side and is_weasel(m) == weasels and m.aim != SUPPORT and not m.way
    ]
    places = {aim: place for place, aim in enumerate(LAST)}
    return sorted(numbers, key=lambda n: places.get(state.missions[n].aim, -1))  # equivalent[1 becomes 2]: still first


# rule: NW-23.3.a, NWK-15.6
def is_weasel(flown: Mission) -> bool:
    """Whether a mission is one of Wild Weasels: of aircraft, or by option of a helicopter against a track."""
    return flown.aim == WEASEL or (bool(flown.helicopter) and flown.aim in network.TRACKS)


def next_aircraft(state: KoreaState, number: int) -> int | None:
    """The next aircraft of a mission over its target, 0 for a helicopter; ``None`` when all have been there."""
    flown = state.missions[number]
    if flown.helicopter:
        return None if flown.finished else 0
    waiting = (k for k in (*flown.strikers, *flown.weasels) if k not in flown.finished and is_flying(state, k))
    return next(waiting, None)


# rule: NW-24.5, NW-24.5.3
def begin_run(d: Draft[KoreaState], side: str, weasels: bool) -> None:
    """Send the next aircraft in; a mission without any is over."""
    for number in order(d.now, side, weasels):
        if not d.now.missions[number].found:
            return
        send_home(d, d.now.missions[number].escorts)
        found = next_weasel(d.now, number) if d.now.missions[number].aim == WEASEL else next_run(d.now, number)
        if found is not None:
            d.call("attack_run", found)
            return
        finish(d, number)


def next_run(state: KoreaState, number: int) -> Run | None:
    """The next aircraft of a mission, carried through to its attack."""
    aircraft = next_aircraft(state, number)
    return None if aircraft is None else Run(mission=number, aircraft=aircraft)


# rule: NW-23.3.d
def next_weasel(state: KoreaState, number: int) -> Run | None:
    """Of Wild Weasels all brave the air defences before the first of them attacks, as the example shows."""
    flown = state.missions[number]
    braved = dict(flown.braved)
    for key in (*flown.strikers, *flown.weasels):
        if key not in braved and is_flying(state, key):
            return Run(mission=number, aircraft=key, strikes=False)
    aircraft = next_aircraft(state, number)
    return None if aircraft is None else Run(number, aircraft, braves=False, plus=braved[aircraft])


# rule: NW-22.7.h
def finish(d: Draft[KoreaState], number: int) -> None:
    """A mission is over: its aircraft land."""
    flown = d.now.missions[number]
    for key in (*flown.strikers, *flown.weasels, *flown.escorts):
        display.land(d, key)
    d.drop("missions", number)


def end_run(d: Draft[KoreaState]) -> None:
    """The aircraft has been over its target."""
    now = run(d.now)
    flown = mission(d.now)
    if now.strikes:
        d.edit("missions", now.mission, finished=(*flown.finished, now.aircraft))
    if not now.gone and (not now.strikes or flown.aim == SUPPORT):
        d.edit("missions", now.mission, braved=(*flown.braved, (now.aircraft, now.plus)))


# -- the attack ------------------------------------------------------------------------------------------------------


def value(state: KoreaState, flown: Mission, key: int) -> str:
    """What attacks: a strike value, a Wild Weasel or a helicopter."""
    if not key:
        return helicopter_value(state, flown.helicopter, flown.aim)
    return "wild_weasel" if flown.aim == WEASEL else str(ratings(state, key).strike)


def track_of(flown: Mission, key: int) -> str:
    """The track that an aircraft attacks."""
    return flown.tracks[flown.strikers.index(key)] if flown.aim == WEASEL else flown.aim


def is_there(state: KoreaState, flown: Mission) -> bool:
    """Whether the target has not been destroyed in the meantime."""
    if flown.aim == UNIT:
        return state.units[flown.unit].hex == flown.place
    return flown.aim not in FEATURES or not installations.is_destroyed(state, flown.place, flown.aim)


# rule: NWT-STRIKE.drm, NWT-INTERDICTION.drm
def modifiers(state: KoreaState, flown: Mission, key: int, plus: int) -> Sum:
    """What is added to the die of an attack."""
    return Sum.of((_roads if flown.aim == INTERDICTION else _strike)(state, flown, key, plus))


def _common(state: KoreaState, flown: Mission, key: int, plus: int, rule: str) -> Iterator[Modifier]:
    if key and (skill := ratings(state, key).skill):
        yield Modifier(rule, "modifier.pilots", skill)
    if plus:
        yield Modifier(rule, "modifier.air_defence", plus)
    # rule: NW-23.4.1.c
    if key in flown.engaged:
        yield Modifier("NW-23.4.1.c", "modifier.intercepted", chart(STRIKES)["modifiers"]["intercepted"])


# rule: NWT-STRIKE.drm
def _strike(state: KoreaState, flown: Mission, key: int, plus: int) -> Iterator[Modifier]:
    printed, rule = chart(STRIKES)["modifiers"], "NWT-STRIKE.drm"
    yield from _common(state, flown, key, plus, rule)
    if flown.aim == UNIT:
        if stacking.excess(state, flown.place):
            yield Modifier(rule, "modifier.crowded_target", printed["overstacked"])
        if marker := state.units[flown.unit].targeted:
            yield Modifier(rule, "modifier.targeted", -marker)
        if key and ratings(state, key).strike_standoff and state.board.units[flown.unit].is_infantry:
            yield Modifier(rule, "modifier.standoff_infantry", printed["standoff_infantry"])
    # rule: NW-20.2.3.b
    elif marker := installations.targeted(state, flown.place, flown.aim):
        yield Modifier("NW-20.2.3.b", "modifier.targeted", -marker)
    if key and track_of(flown, key) == network.AAA:
        yield Modifier(rule, "modifier.aaa_track", printed["aaa_track"])
    # rule: NWK-15.6
    if flown.helicopter and flown.aim in network.TRACKS:
        yield Modifier("NWK-15.6", "modifier.cobra_weasel", printed["cobra_weasel"])
    if flown.aim == SCUD:
        yield Modifier(rule, "modifier.scud_hunt", printed["scud"])
    # rule: NWT-STRIKE.drm, NW-29.1.2
    if (key or flown.way == POINTS) and state.weather in (OVERCAST, STORM):
        yield Modifier(rule, f"modifier.{state.weather}", printed[state.weather])


# rule: NWT-INTERDICTION.drm
def _roads(state: KoreaState, flown: Mission, key: int, plus: int) -> Iterator[Modifier]:
    printed, rule = chart(ROADS)["modifiers"], "NWT-INTERDICTION.drm"
    yield from _common(state, flown, key, plus, rule)
    if not key:
        yield Modifier(rule, "modifier.helicopter", printed["helicopter"])
    elif ratings(state, key).strike_standoff:
        yield Modifier(rule, "modifier.standoff_roads", printed["standoff"])


def result_of(state: KoreaState, flown: Mission, key: int, total: int) -> str:
    """What a modified die brings."""
    column = targets.column(state, flown, value(state, flown, key))
    if not column:
        return MISS
    found = table(ROADS if flown.aim == INTERDICTION else STRIKES).look(total, column).value
    return str(found or MISS)


# rule: NW-23.4.1.a, NW-23.3.b, NWT-STRIKE
def attack(d: Draft[KoreaState]) -> None:
    """An aircraft that got through attacks."""
    now, flown = run(d.now), mission(d.now)
    if (
        now.gone
        or not now.strikes
        or flown.aim in (SUPPORT, TRANSPORT)
        or suppresses(d.now)
        or not is_there(d.now, flown)
    ):
        return
    who = flyer(d.now)
    roll = d.draw("roll.strike", DIE)
    total = modifiers(d.now, flown, now.aircraft, now.plus)
    result = result_of(d.now, flown, now.aircraft, roll.faces[0] + total.total)
    d.log(
        "log.strike",
        "NWT-STRIKE" if flown.aim != INTERDICTION else "NWT-INTERDICTION",
        who,
        rolls=[roll],
        modifiers=total,
        by=flown.side,
        unit=who,
        what=track_of(flown, now.aircraft) if flown.aim == WEASEL else flown.aim,
        column=targets.column(d.now, flown, value(d.now, flown, now.aircraft)) or MISS,
        result=result,
    )
    d.edit_subject(Run, struck=True)
    if result != MISS:
        _hit(d, flown, now.aircraft, result)


# rule: NWT-STRIKE.results
def _hit(d: Draft[KoreaState], flown: Mission, key: int, result: str) -> None:
    """Damage is done at once."""
    foe = enemy(flown.side)
    if flown.aim == UNIT:
        units.strike(d, flown.unit, result)
    elif flown.aim in FEATURES:
        installations.strike(d, flown.place, flown.aim, result)
    elif flown.aim == INTERDICTION:
        # rule: NW-23.4.4
        now = d.now.interdictions.get(flown.place, 0)  # equivalent[0 becomes 1]: no level is lower than 1
        d.put("interdictions", flown.place, max(int(result), now))
    elif flown.aim == BASES:
        air_war.strike_base(d, flown, result)
    elif flown.aim == SCUD:
        # rule: NWK-13.2.3
        left = max(0, d.now.accounts[foe].scud - network.HITS[result])
        d.edit("accounts", foe, scud=left)
        d.log("log.scud_hit", "NWK-13.2.3", by=flown.side, left=left)
    else:
        network.strike(d, foe, track_of(flown, key), result, at_once=flown.aim == WEASEL or bool(flown.helicopter))
        air_war.score_track(d, flown.side)


# rule: NWS-ADV-14.14
def clear_roads(d: Draft[KoreaState]) -> None:
    """Interdiction ends."""
    for place in tuple(d.now.interdictions):
        d.drop("interdictions", place)
