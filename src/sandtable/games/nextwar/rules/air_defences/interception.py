"""Rule 24.4: interceptors against a mission that was seen early."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    FLOWN,
    IN_THE_AIR,
    AirBattle,
    Engagement,
    KoreaState,
    Mission,
    enemy,
)
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.rules.air_war.display import is_flying, link, links, side_of, wing
from sandtable.games.nextwar.rules.air_war.engagements import (
    MOST_ON_ONE,
    battle,
    engaged,
    of_side,
    opponents,
    with_side,
)
from sandtable.games.nextwar.rules.air_war.sorties import why_bracketed
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick, pick_some, refuse

MOST_INTERCEPTORS = 2


# -- sending them ----------------------------------------------------------------------------------------------------


# rule: NW-24.4, NW-24.2.b
def open_missions(state: KoreaState, seat: str, weasels: bool) -> tuple[int, ...]:
    """Missions of the enemy that interceptors can still be sent against: seen early, and not yet fought over."""
    return tuple(
        number
        for number, mission in state.missions.items()
        if mission.side == enemy(seat)
        and mission.found == detecting.EARLY
        and not mission.interceptors
        and (mission.aim == "weasel") == weasels
        and (mission.size > 0 or any(is_flying(state, key) for key in mission.strikers))
    )


# rule: NW-22.7.c, NW-24.4, NW-16.2.3.b
def free(state: KoreaState, side: str) -> tuple[int, ...]:
    """Units of a side in the air superiority box that neither escort nor intercept yet, and can fire."""
    busy = {k for m in state.missions.values() for k in (*m.escorts, *m.interceptors)}
    return tuple(k for k in wing(state, side, IN_THE_AIR) if k not in busy and why_bracketed(state, k) is None)


def interceptor(state: KoreaState, side: str, weasels: bool) -> tuple[str, ...]:
    """The side, while it has a mission to intercept and units to do it with."""
    return (side,) if open_missions(state, side, weasels) and free(state, side) else ()


def units(state: KoreaState, seat: str) -> SomeOf:
    """One or two units that intercept."""

    def why_not(key: int) -> Refusal | None:
        if key in free(state, seat):
            return None
        if side_of(state, key) == seat and (no := why_bracketed(state, key)) is not None:
            return no
        return refuse("NW-22.7.c", "refuse.not_in_the_air", link(key), unit=link(key))

    return pick_some("air", state.aircraft, why_not, least=1, most=MOST_INTERCEPTORS)


# rule: NW-24.4
def send(d: Draft[KoreaState], number: int, keys: tuple[int, ...]) -> None:
    """Send interceptors against a mission."""
    d.edit("missions", number, interceptors=tuple(sorted(keys)))
    d.log("log.intercepting", "NW-24.4", *links(keys), mission=number, units=links(keys))


def show_all(d: Draft[KoreaState], side: str) -> None:
    """Interceptors are on their way: what was hidden of the missions of a side is seen."""
    for number, mission in tuple(d.now.missions.items()):
        if mission.side == side and mission.found:
            detecting.open_up(d, number)


# -- fighting --------------------------------------------------------------------------------------------------------


def unfought(state: KoreaState, side: str) -> tuple[int, ...]:
    """Missions of a side whose interceptors have not been fought yet."""
    return tuple(
        number
        for number, mission in state.missions.items()
        if mission.side == side and any(is_flying(state, key) for key in mission.interceptors)
    )


def fight(d: Draft[KoreaState], number: int) -> None:
    """Interceptors meet a mission."""
    d.call("air_battle", AirBattle(mission=number))


def the_mission(state: KoreaState) -> Mission:
    """The mission that is fought over."""
    return state.missions[battle(state).mission]


def loose(state: KoreaState) -> tuple[int, ...]:
    """Interceptors that have no opponent now."""
    busy = set(engaged(state))
    return tuple(k for k in the_mission(state).interceptors if is_flying(state, k) and k not in busy)


# rule: NW-24.4.1.a
def quarry(state: KoreaState, seat: str) -> tuple[int, ...]:
    """Whom the next interceptor may engage: escorts without an opponent first, then who faces fewer than two."""
    mission = the_mission(state)
    escorts = [k for k in mission.escorts if is_flying(state, k)]
    idle = [k for k in escorts if not opponents(state, k)]
    # rule: NW-24.4.1.a, NW-24.4.1.c
    if idle and not is_again(state):
        return tuple(idle)
    others = [k for k in (*escorts, *mission.strikers, *mission.weasels) if is_flying(state, k)]
    return tuple(k for k in others if len(opponents(state, k)) < MOST_ON_ONE and not _has_company(state, k))


# rule: NW-24.4.1.c
def is_again(state: KoreaState) -> bool:
    """Whether interceptors look for another opponent: then any aircraft of the mission will do, or none."""
    return battle(state).rounds > 0


def _has_company(state: KoreaState, key: int) -> bool:
    """Whether a unit already fights beside another, so that nobody may join against them."""
    side = side_of(state, key)
    return any(key in of_side(e, side) and len(of_side(e, side)) > 1 for e in battle(state).engagements)


def matcher(state: KoreaState) -> tuple[str, ...]:
    """The intercepting side, while it has an interceptor and somebody to engage."""
    if not battle(state).mission or not loose(state):
        return ()
    seat = enemy(the_mission(state).side)
    return (seat,) if quarry(state, seat) else ()


# rule: NW-24.4.1.a
def why_not_decline(state: KoreaState, seat: str) -> Refusal | None:
    """Why interceptors cannot hold back: escorts without an opponent have to be engaged, before the first shot."""
    mission = the_mission(state)
    if not is_again(state) and any(is_flying(state, k) and not opponents(state, k) for k in mission.escorts):
        return refuse("NW-24.4.1.a", "refuse.escorts_first", *links(mission.escorts))
    return None


def own_choice(state: KoreaState, seat: str) -> OneOf:
    """The interceptor."""
    return OneOf("air", loose(state))


def quarry_choice(state: KoreaState, seat: str, own: int) -> OneOf:
    """Whom it engages."""

    def why_not(key: int) -> Refusal | None:
        if key in quarry(state, seat):
            return None
        return refuse("NW-24.4.1.a", "refuse.escorts_first", link(key), unit=link(key))

    mission = the_mission(state)
    return pick("air", (*mission.escorts, *mission.strikers, *mission.weasels), why_not)


# rule: NW-24.4.1.a, NW-24.4.1.c
def engage(d: Draft[KoreaState], own: int, foe: int) -> None:
    """An interceptor engages an aircraft of the mission, alone or beside another."""
    side = side_of(d.now, own)
    now = battle(d.now)
    there = next((e for e in now.engagements if foe in of_side(e, enemy(side))), None)
    if there is not None:
        joined = with_side(there, side, (*of_side(there, side), own))
        engagements = tuple(joined if e is there else e for e in now.engagements)
    else:
        new = with_side(with_side(Engagement(), side, (own,)), enemy(side), (foe,))
        engagements = (*now.engagements, new)
    d.edit_subject(AirBattle, engagements=engagements)
    d.log("log.air_paired", "NW-24.4.1.a", link(own), link(foe), unit=link(own), foe=link(foe))


# rule: NW-24.4.1.f
def idle_escorts(state: KoreaState) -> tuple[int, ...]:
    """Escorts without an opponent who could join against an interceptor that faces one alone."""
    if not battle(state).mission:
        return ()
    return tuple(
        k for k in the_mission(state).escorts if is_flying(state, k) and not opponents(state, k) and _helped(state)
    )


def _helped(state: KoreaState) -> tuple[int, ...]:
    """Interceptors that a second escort may attack."""
    side = the_mission(state).side
    return tuple(
        k
        for e in battle(state).engagements
        for k in of_side(e, enemy(side))
        if len(of_side(e, enemy(side))) == 1 and 1 <= len(of_side(e, side)) < MOST_ON_ONE
    )


def coverer(state: KoreaState) -> tuple[str, ...]:
    """The mission's side, while it has escorts to throw in."""
    return (the_mission(state).side,) if idle_escorts(state) else ()


def escort_choice(state: KoreaState, seat: str) -> OneOf:
    """The escort that joins."""
    return OneOf("air", idle_escorts(state))


def helped_choice(state: KoreaState, seat: str, own: int) -> OneOf:
    """The interceptor that it attacks."""
    return OneOf("air", _helped(state))


# rule: NW-24.4.1.e, NW-24.5.3
def end(d: Draft[KoreaState]) -> None:
    """Interceptors and escorts that are left fly home; those who strike go on."""
    number = battle(d.now).mission
    if number:
        send_home(d, (*d.now.missions[number].interceptors, *d.now.missions[number].escorts))


# rule: NW-24.5.3, NW-24.4.1.e
def send_home(d: Draft[KoreaState], keys: tuple[int, ...]) -> None:
    """Units of the air superiority box that did their part go to Flown."""
    for key in keys:
        if d.now.aircraft[key].box == IN_THE_AIR:
            d.edit("aircraft", key, box=FLOWN)
