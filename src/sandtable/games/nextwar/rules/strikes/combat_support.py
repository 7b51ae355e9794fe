"""Rule 23.5: air units over a ground combat in the advanced game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import DPRK, JAPAN, PRC, READY, Battle, KoreaState, Mission, Run, Wing, enemy
from sandtable.games.nextwar.rules.air_defences import detecting, guns
from sandtable.games.nextwar.rules.air_war.display import is_flying, land, link, pick_wing, ratings
from sandtable.games.nextwar.rules.air_war.display import wing as wing_of
from sandtable.games.nextwar.rules.air_war.ranges import STRIKE, why_not_fly, why_not_together
from sandtable.games.nextwar.rules.combat.support import current, fights, of_side
from sandtable.games.nextwar.rules.strikes.attacks import next_aircraft
from sandtable.games.nextwar.rules.strikes.missions import why_not_ready, why_not_weasel
from sandtable.games.nextwar.rules.strikes.targets import SUPPORT
from sandtable.games.nextwar.rules.terms.units import ref
from sandtable.kernel import Draft, Refusal, SomeOf, refuse

MOST_UNITS = {True: 2, False: 1}
"""Air units of the attacker and of the defender in one combat."""
MOST_WEASELS = MOST_CHINESE = 1
MOST_POINTS = 6
WHOLE = 2
"""Halves in a point of support."""


# rule: NW-23.5.a, NW-23.0, NW-22.5
def why_not_support(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why an air unit cannot support the combat."""
    if (no := why_not_ready(state, seat, key)) is not None:
        return no
    counter, value2 = state.board.aircraft[key], ratings(state, key).support2
    # rule: NWK-11.7
    least = 1 if counter.nation == DPRK else WHOLE
    if value2 < least:
        return refuse("NW-22.5", "refuse.air_no_support", link(key), unit=link(key))
    # rule: NWK-11.6
    if counter.nation == JAPAN and not _has_japanese(state, seat):
        return refuse("NWK-11.6", "refuse.air_japan_alone", link(key), unit=link(key))
    # rule: NWK-15.7
    if state.board.settings.national_support and not fights(state, seat, counter.nation):
        return refuse("NWK-15.7", "refuse.support_nation", link(key), unit=link(key))
    return why_not_fly(state, key, STRIKE, current(state).target)


def _has_japanese(state: KoreaState, seat: str) -> bool:
    battle = current(state)
    units = battle.attackers if seat == battle.side else battle.defenders
    return any(state.board.units[key].nation == JAPAN for key in units)


# rule: NW-23.5.a, NW-22.0
def wing_choice(
    state: KoreaState, seat: str, air: int, helicopters: Wing, ships: Wing, snipers: tuple[int, ...]
) -> SomeOf | None:
    """Air units that may support the combat; in the standard game there are none."""
    if not can_support(state, seat):
        return None
    return pick_wing(
        state,
        wing_of(state, seat, READY),
        lambda key: why_not_support(state, seat, key),
        most=MOST_UNITS[seat == current(state).side],
        rule="NW-23.5.a",
        check=lambda keys: why_not_together(state, keys, lambda: _weasels(state, seat)) or why_too_chinese(state, keys),
        default=(),
    )


# rule: NWK-15.7.1
def why_too_chinese(state: KoreaState, keys: Wing) -> Refusal | None:
    """Why air units cannot support a combat together: by option China sends one at most."""
    chinese = [key for key in keys if state.board.aircraft[key].nation == PRC]
    if not state.board.settings.single_prc_support or len(chinese) <= MOST_CHINESE:
        return None
    return refuse("NWK-15.7.1", "refuse.one_chinese", *map(link, chinese))


def can_support(state: KoreaState, seat: str) -> bool:
    """Whether a side has air units for the combat."""
    if not state.board.flies_units:
        return False
    return any(why_not_support(state, seat, key) is None for key in wing_of(state, seat, READY))


def giver(state: KoreaState, attacks: bool) -> tuple[str, ...]:
    """The side that is asked for support, if it has air units to give."""
    battle = current(state)
    side = battle.side if attacks else enemy(battle.side)
    return (side,) if can_support(state, side) else ()


# rule: NW-23.5.a, NW-16.2.9.b
def weasel_choice(
    state: KoreaState, seat: str, air: int, helicopters: Wing, ships: Wing, snipers: tuple[int, ...], wing: Wing
) -> SomeOf | None:
    """A Wild Weasel that goes along with them."""
    target = current(state).target

    def why_not(key: int) -> Refusal | None:
        return why_not_weasel(state, seat, target, key) or why_not_together(state, (*wing, key))

    able = [key for key in wing_of(state, seat, READY) if why_not(key) is None]
    if not wing or not able:
        return None
    return pick_wing(
        state,
        wing_of(state, seat, READY),
        why_not,
        most=MOST_WEASELS,
        rule="NW-23.5.a",
        check=lambda keys: why_not_together(state, (*wing, *keys)),
        default=() if why_not_together(state, wing) is None else (able[0],),
    )


def _weasels(state: KoreaState, seat: str) -> Wing:
    target = current(state).target
    return tuple(key for key in wing_of(state, seat, READY) if why_not_weasel(state, seat, target, key) is None)


# rule: NW-23.5.b, NW-23.5.f
def announce(d: Draft[KoreaState], wing: Wing, weasels: Wing) -> None:
    """Air units fly as one mission, each helicopter unit as its own."""
    if not d.now.board.flies_units:
        return
    target, side = current(d.now).target, d.seat
    missions = [Mission(side, SUPPORT, target, strikers=tuple(wing), weasels=tuple(weasels))] if wing else []
    given = of_side(current(d.now), side)
    missions += [Mission(side, SUPPORT, target, helicopter=key) for key in given.helicopters]
    for mission in missions:
        d.put("missions", max(d.now.missions, default=0) + 1, mission)


# -- over the battle -------------------------------------------------------------------------------------------------


def flights(state: KoreaState) -> tuple[int, ...]:
    """The support missions of the combat."""
    return tuple(number for number, mission in state.missions.items() if mission.aim == SUPPORT)


# rule: NW-23.5.b, NW-23.5.c, NWS-ADV-9.2.a
def see_all(d: Draft[KoreaState]) -> None:
    """The enemy looks for each mission once."""
    for number in flights(d.now):
        detecting.detect(d, number)


# rule: NW-23.5.c
def begin_run(d: Draft[KoreaState]) -> None:
    """The next aircraft comes under fire."""
    for number in flights(d.now):
        aircraft = next_aircraft(d.now, number)
        if aircraft is not None:
            d.call("attack_run", Run(mission=number, aircraft=aircraft))
            return


def goes_on(state: KoreaState) -> bool:
    """Whether another aircraft has to brave the fire."""
    return any(next_aircraft(state, number) is not None for number in flights(state))


# rule: NWK-3.1.4.1.a, NWK-3.1.4.1.b, NW-22.0
def brave_with_snipers(d: Draft[KoreaState]) -> None:
    """Helicopters of sniper brigades come under fire each for itself; any hit keeps them away, a loss for good."""
    battle = current(d.now)
    for side in (battle.side, enemy(battle.side)):
        for key in of_side(current(d.now), side).snipers:
            results = guns.at_one(d, Mission(side, SUPPORT, battle.target), 0, ref(key))
            came = all(result == guns.MISS for result in results)
            d.log("log.snipers", "NWK-3.1.4.1.a", ref(key), by=side, unit=ref(key), came=int(came))
            if not came:
                given = of_side(current(d.now), side).snipers
                _replace(d, side, snipers=tuple(one for one in given if one != key))
            if guns.HIT in results:
                d.edit("units", key, grounded=True)
                d.log("log.snipers_grounded", "NWK-3.1.4.1.b", ref(key), by=side, unit=ref(key))


# rule: NW-23.5.d, NW-23.5.e, NWK-11.7
def points(state: KoreaState, side: str) -> int:
    """What the support that came through is worth: halves are added up, and six is the most."""
    halves = sum(_halves(state, row) for row in state.missions.values() if row.aim == SUPPORT and row.side == side)
    return min(MOST_POINTS, halves // WHOLE)


def _halves(state: KoreaState, mission: Mission) -> int:
    """Half points of a mission, less what air defence took from each aircraft."""
    total = 0
    for key, plus in mission.braved:
        if mission.helicopter:
            support = state.board.helicopters[mission.helicopter].support
            total += max(0, support[state.helicopters[mission.helicopter].steps - 1] - plus) * WHOLE
        elif key in mission.strikers and is_flying(state, key):
            total += max(0, ratings(state, key).support2 - plus * WHOLE)
    return total


# rule: NW-23.5.d, NW-22.7.h
def settle(d: Draft[KoreaState]) -> None:
    """Support counts as far as it came through; its aircraft land."""
    battle = current(d.now)
    for side in (battle.side, enemy(battle.side)):
        own = [number for number in flights(d.now) if d.now.missions[number].side == side]
        if not own:
            continue
        came = points(d.now, side)
        _replace(d, side, air=came, helicopters=())
        d.log("log.air_support", "NW-23.5.d", by=side, side=side, points=came)
        for number in own:
            flown = d.now.missions[number]
            for key in (*flown.strikers, *flown.weasels):
                land(d, key)
            d.drop("missions", number)


def _replace(d: Draft[KoreaState], side: str, **fields: Any) -> None:
    battle: Battle = current(d.now)
    field = "attack_support" if side == battle.side else "defence_support"
    d.edit_subject(Battle, **{field: replace(of_side(battle, side), **fields)})
