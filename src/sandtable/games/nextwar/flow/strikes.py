"""The strike phases of the advanced turn, step by step, and one aircraft over its target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.nextwar.actions import air_war, commanding
from sandtable.games.nextwar.flow import stakes
from sandtable.games.nextwar.flow.common import Step, until
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState, enemy
from sandtable.games.nextwar.rules.air_defences import guns, interception, network
from sandtable.games.nextwar.rules.air_war import point_strikes
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.rules.formations import hq_strikes
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.sequence.segments import has_second_strikes, is_advanced, is_campaign
from sandtable.games.nextwar.rules.strikes import attacks, missions, sighting
from sandtable.kernel import Draft, Phase

Verbs = tuple[Any, ...]


def _launching(side: str) -> Step:
    return Phase(
        side,
        "NWS-ADV-8.a",
        who=lambda s: launches.shooter(s, side),
        verbs=(air_war.LAUNCH, air_war.STOP_LAUNCHING),
        prompt=stakes.of_missiles,
    )


def _missiles(first: bool) -> Step:
    """Missiles in turn, the DPRK first; in the second phase of a turn it has none."""
    sides = (DPRK, ALLIED) if first else (ALLIED,)
    return Phase(
        "missiles",
        "NWS-ADV-8.a",
        tuple(_launching(side) for side in sides),
        begin=launches.begin,
        when=is_campaign,
        again=lambda s: any(launches.shooter(s, side) for side in sides),
    )


def _allocation(side: str, rule: str, verbs: Verbs) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        by_air = verbs is not _HELICOPTERS
        points = by_air and point_strikes.can_strike(state, side)
        return (side,) if points or missions.can_announce(state, side, by_air) else ()

    return Phase(side, rule, who=who, over=until(who), verbs=verbs, prompt=stakes.of_allocation)


_HELICOPTERS: Verbs = (air_war.HELICOPTER_STRIKE, air_war.END_ALLOCATION)
_STRIKES: Verbs = (air_war.STRIKE, air_war.POINT_STRIKE, *_HELICOPTERS)
_ALL: Verbs = (air_war.WILD_WEASEL, *_STRIKES)


def _about_missions(state: KoreaState, numbers: tuple[int, ...]) -> dict[str, Any]:
    """What interceptors could be sent against: how many missions, and what the first of them is after."""
    return {"turn": state.turn, "count": len(numbers), **stakes.of_target(state.missions[numbers[0]])}


def _intercepting(side: str, weasels: bool) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        return interception.interceptor(state, side, weasels)

    return Phase(
        "intercept",
        "NW-24.4",
        who=who,
        over=until(who),
        verbs=(air_war.intercept(weasels), air_war.LET_PASS),
        prompt=lambda s, seat: _about_missions(s, interception.open_missions(s, seat, weasels)),
        end=lambda d: interception.show_all(d, enemy(side)),
    )


def _fights(side: str) -> Step:
    """All interceptions of the missions of a side, one after the other."""

    def begin(d: Draft[KoreaState]) -> None:
        waiting = interception.unfought(d.now, side)
        if waiting:
            interception.fight(d, waiting[0])

    return Phase(
        "fights",
        "NW-24.4.1.b",
        (Phase("fight", "NW-24.4.1.b", begin=begin),),
        again=lambda s: bool(interception.unfought(s, side)),
    )


def _runs(side: str, rule: str, weasels: bool, goes_on: Callable[[KoreaState], bool]) -> Step:
    return Phase(
        "runs",
        rule,
        (Phase("run", rule, begin=lambda d: attacks.begin_run(d, side, weasels)),),
        again=goes_on,
    )


# rule: NW-23.3.a, NW-23.3.c, NWS-ADV-8.e
def _wild_weasels() -> Step:
    """Wild Weasel missions: each is detected, intercepted and flown before the next."""
    return Phase(
        "weasels",
        "NW-23.3.a",
        (
            Phase("detection", "NWS-ADV-8.d", begin=sighting.see_next_weasels),
            _intercepting(DPRK, True),
            _fights(ALLIED),
            _runs(ALLIED, "NWS-ADV-8.e", True, sighting.weasels_under_way),
        ),
        again=lambda s: bool(attacks.order(s, ALLIED, True)),
    )


# rule: NW-24.2.c, NWS-ADV-8.g, NWS-ADV-8.i
def _flown_by(side: str, name: str, detection: str, strikes: str) -> Step:
    """The strikes of a side: all are looked for, all interceptors sent and fought, then each is flown."""
    return Phase(
        name,
        strikes,
        (
            Phase("detection", detection, begin=lambda d: sighting.see_all(d, side)),
            _intercepting(enemy(side), False),
            _fights(side),
            _runs(side, strikes, False, lambda s: bool(attacks.order(s, side, False))),
        ),
    )


def _hq(side: str) -> Step:
    return Phase(
        side,
        "NWS-ADV-8.j",
        who=lambda s: hq_strikes.shooter(s, side),
        verbs=(commanding.HQ_STRIKE, commanding.STOP_STRIKING),
        prompt=stakes.of_staffs,
    )


# rule: NWS-ADV-8.j
def _headquarters() -> Step:
    """Strikes of headquarters, one each in turn, the DPRK first."""
    return Phase(
        "headquarters",
        "NWS-ADV-8.j",
        (_hq(DPRK), _hq(ALLIED)),
        begin=launches.begin,
        when=is_campaign,
        again=lambda s: any(hq_strikes.shooter(s, side) for side in (DPRK, ALLIED)),
    )


def _end(d: Draft[KoreaState]) -> None:
    """A strike phase is over: hits on tracks count, and the ground is a new one for collateral damage."""
    network.settle(d)
    point_strikes.forget(d)
    collateral.forget(d)
    launches.reload(d, turn_ends=False)
    hq_strikes.forget(d)


def _strike_phase(name: str, rule: str, first: bool, when: Callable[[KoreaState], bool]) -> Step:
    allowed, dprk_rule = (_STRIKES, "NWS-ADV-8.b") if first else (_HELICOPTERS, rule)
    return Phase(
        name,
        rule,
        (
            _missiles(first),
            Phase(
                "allocation",
                "NWS-ADV-8.b",
                (_allocation(DPRK, dprk_rule, allowed), _allocation(ALLIED, "NWS-ADV-8.c", _ALL)),
            ),
            _wild_weasels(),
            _flown_by(ALLIED, "allied_strikes", "NWS-ADV-8.f", "NWS-ADV-8.g"),
            _flown_by(DPRK, "dprk_strikes", "NWS-ADV-8.h", "NWS-ADV-8.i"),
            _headquarters(),
        ),
        end=_end,
        when=when,
    )


# rule: NWS-ADV-8.b, NWS-ADV-8.c, NWS-ADV-8.0
FIRST_STRIKE: Step = _strike_phase("first_strike", "NWS-ADV-8.0", True, is_advanced)
# rule: NWS-ADV-11
SECOND_STRIKE: Step = _strike_phase("second_strike", "NWS-ADV-11", False, has_second_strikes)


# -- one aircraft ----------------------------------------------------------------------------------------------------


def _pressing(name: str) -> Step:
    return Phase(name, "NWT-ADVAD.air", who=guns.presser, verbs=(air_war.PRESS,), prompt=stakes.of_run)


# rule: NW-24.5, NW-24.6.a
ATTACK_RUN: Step = Phase(
    "attack_run",
    "NW-24.5",
    (
        Phase("missiles", "NW-24.5.1", begin=guns.fire_missiles),
        _pressing("through_missiles"),
        Phase("guns", "NW-24.6.a", begin=guns.fire_guns),
        _pressing("through_guns"),
        Phase("attack", "NW-23.4.1.a", begin=attacks.attack),
        Phase("late_guns", "NW-24.6.1", begin=guns.fire_late),
        Phase("over", "NW-22.7.h", begin=attacks.end_run),
    ),
)
