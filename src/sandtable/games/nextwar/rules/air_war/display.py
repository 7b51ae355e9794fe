"""Rules 22.1 to 22.8: the air display, what an air unit is worth today, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.games.nextwar.model import (
    ABORTED,
    ELIMINATED,
    FLOWN,
    IN_THE_AIR,
    OVERCAST,
    READY,
    STORM,
    Aircraft,
    KoreaState,
    Wing,
    enemy,
)
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.counters import AirCounter
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, Ref, Refusal, SomeOf, derived, pick_some, refuse
from sandtable.kernel.choices import Pool

CHART = "advanced/air_display"
WHOLE = 2
"""Halves in a point of combat support."""
ELSEWHERE = refuse("NW-22.4.a", "refuse.air_not_ready")
"""What keeps most units from a mission, without a word about each of them."""


@dataclass(frozen=True)
class Ratings:
    """What an air unit can do in the weather of the turn."""

    acr: int
    """Air combat rating."""
    strike: int
    support2: int
    """Combat support in halves of a point."""
    skill: int
    bomber: bool
    """Its air combat rating stands in parentheses: it never fires."""
    standoff: bool
    long_range: bool
    strike_standoff: bool
    weasel: bool


# rule: NW-25.1.c
TRANSPORT_RATING = 1
CARRIER = Ratings(
    TRANSPORT_RATING, 0, 0, 0, bomber=True, standoff=False, long_range=False, strike_standoff=False, weasel=False
)
"""The transport that carries a unit, as interceptors meet it."""


def link(key: int) -> Ref:
    """A link to an air unit, or to a ground unit that is carried: those have numbers below zero in the air."""
    return Ref("piece", -key) if is_cargo(key) else Ref("air", key)


def is_cargo(key: int) -> bool:
    """Whether a number in the air stands for a ground unit that a transport carries."""
    return key < 0


def links(keys: tuple[int, ...]) -> tuple[Ref, ...]:
    """Links to air units."""
    return tuple(map(link, keys))


def printed(counter: AirCounter, steps: int) -> Mapping[str, Any]:
    """The face that shows: a unit of two steps turns over with its first loss."""
    return counter.front if counter.back is None or steps >= counter.steps else counter.back


def ratings(state: KoreaState, key: int) -> Ratings:
    """The ratings of an air unit now."""
    if is_cargo(key):
        return CARRIER
    known: dict[Any, Ratings] = state.board.cache
    asked = ("ratings", key, state.aircraft[key].steps, state.weather)
    if asked not in known:
        known[asked] = _rated(state, key)
    return known[asked]


def _rated(state: KoreaState, key: int) -> Ratings:
    counter = state.board.aircraft[key]
    face = printed(counter, state.aircraft[key].steps)
    part = weather_part(state, counter)
    # rule: NW-16.2.3.a
    acr = _part(face["acr"], part)
    # rule: NW-16.2.1
    strike = _part(face["strike"], part)
    # rule: NW-16.2.2
    support2 = _halves(face["csr2"], part)
    # rule: NW-22.5.1.3
    return Ratings(
        acr=acr,
        strike=strike,
        support2=support2,
        skill=face["skill"],
        bomber=face.get("acr_paren", False),
        standoff=face.get("standoff", False),
        long_range=face.get("long_range", False),
        strike_standoff=face.get("strike_standoff", False),
        weasel=face.get("wild_weasel", False) and part is not None,
    )


# rule: NW-22.5.1.1.a, NW-22.5.1.2.a, NW-16.2.6
def weather_part(state: KoreaState, counter: AirCounter) -> int | None:
    """What the weather divides the three values of a unit by; ``None`` where it cannot fly at all."""
    if state.weather == OVERCAST:
        return 1 if counter.all_weather else 2
    if state.weather == STORM:
        return 2 if counter.all_weather else None
    return 1


def _part(value: int, part: int | None) -> int:
    return 0 if part is None else value // part


# rule: NW-22.5.1.1.a, NW-22.5.1.2.a
def _halves(value2: int, part: int | None) -> int:
    """A value in halves of a point: what is divided is rounded down to a whole point, so that a half is lost."""
    return value2 if part == 1 else _part(value2 // WHOLE, part) * WHOLE


# rule: NW-22.4.a
def is_ready(state: KoreaState, key: int) -> bool:
    """Whether a unit may be sent on a mission: it stands in a Ready box."""
    return state.aircraft[key].box == READY


def is_flying(state: KoreaState, key: int) -> bool:
    """Whether a unit that was sent on a mission is still on it: it neither aborted, nor landed, nor was lost."""
    if is_cargo(key):
        return any(key in mission.strikers for mission in state.missions.values())
    return state.aircraft[key].box in (READY, IN_THE_AIR)


def is_stealth(state: KoreaState, key: int) -> bool:
    """Whether an air unit is stealthy."""
    return not is_cargo(key) and state.board.aircraft[key].stealth


def steps(state: KoreaState, key: int) -> int:
    """The steps that an air unit, or a unit in the air, has left."""
    return state.units[-key].steps if is_cargo(key) else state.aircraft[key].steps


@derived("aircraft")
def wing(state: KoreaState, side: str, box: str) -> tuple[int, ...]:
    """The air units of a side in one kind of box."""
    counters = state.board.aircraft
    return tuple(key for key, unit in state.aircraft.items() if unit.box == box and counters[key].side == side)


def pick_wing(
    state: KoreaState,
    able: Wing,
    why_not: Callable[[int], Refusal | None],
    *,
    most: int,
    rule: str,
    check: Callable[[Wing], Refusal | None] | None = None,
    **more: Any,
) -> SomeOf:
    """Some of all air units that no rule forbids, and no more than a rule says.

    Only those that are able at all, by their box, are looked at.
    """
    looked_at = frozenset(able)
    units = Pool(state.aircraft, lambda key: why_not(key) if key in looked_at else ELSEWHERE)

    def why_not_all(keys: Wing) -> Refusal | None:
        if len(keys) > most:
            return refuse(rule, "refuse.too_many", most=most, given=len(keys))
        return check(keys) if check else None

    return SomeOf("air", units, why=why_not, most=most, check=why_not_all, **more)


def side_of(state: KoreaState, key: int) -> str:
    """The side of an air unit."""
    if is_cargo(key):
        return state.board.units[-key].side
    return state.board.aircraft[key].side


# rule: NW-22.7.b, NW-22.7.g
def abort(d: Draft[KoreaState], key: int, rule: str) -> None:
    """A unit breaks off and goes to the Aborted box of its own base at once; what is carried stays where it was."""
    if is_cargo(key):
        _leave_mission(d, key)
        d.log("log.transport_aborted", rule, link(key), by=side_of(d.now, key), unit=link(key))
        return
    _move(d, key, ABORTED)
    d.log("log.air_aborted", rule, link(key), by=side_of(d.now, key), unit=link(key))


# rule: NW-22.7.h, NW-22.7.c
def land(d: Draft[KoreaState], key: int) -> None:
    """A unit that has flown, and did not abort, goes to the Flown box of its base."""
    if d.now.aircraft[key].box in (READY, IN_THE_AIR):
        _move(d, key, FLOWN)


def _leave_mission(d: Draft[KoreaState], key: int) -> None:
    """A unit that was carried is no longer on its way."""
    for number, mission in d.now.missions.items():
        if key in mission.strikers:
            d.edit("missions", number, strikers=tuple(one for one in mission.strikers if one != key))


def _move(d: Draft[KoreaState], key: int, box: str) -> None:
    d.edit("aircraft", key, box=box)


# rule: NW-27.6, NWT-AIRCOMBAT.air
def lose_step(d: Draft[KoreaState], key: int, rule: str) -> None:
    """A unit turns over, or is destroyed with its last step."""
    if is_cargo(key):
        losses.lose_step(d, -key, rule)
        if not d.now.units[-key].steps:
            _leave_mission(d, key)
        return
    steps = d.now.aircraft[key].steps
    if steps <= 1:
        destroy(d, key, rule)
        return
    d.edit("aircraft", key, steps=steps - 1)
    d.log("log.air_step_lost", rule, link(key), by=side_of(d.now, key), unit=link(key))


# rule: NW-27.6, NWT-VP.when
def destroy(d: Draft[KoreaState], key: int, rule: str) -> None:
    """A unit is gone for good; the enemy scores it at once."""
    if is_cargo(key):
        losses.eliminate(d, -key, rule)
        _leave_mission(d, key)
        return
    counter = d.now.board.aircraft[key]
    d.put("aircraft", key, Aircraft(base=d.now.aircraft[key].base, box=ELIMINATED))
    points2 = chart("victory")["air"][counter.nation]
    scoring.score(d, enemy(counter.side), points2)
    d.log("log.air_lost", rule, link(key), by=counter.side, unit=link(key), vp=scoring.written(points2))


# rule: NWS-ADV-1.3, NW-22.5.1.2.b
def ground_in_storm(d: Draft[KoreaState]) -> None:
    """In a storm Ready units that cannot fly, or have no value left, go to Flown."""
    if d.now.weather != STORM:
        return
    for key in [key for key in d.now.aircraft if is_ready(d.now, key) and not can_anything(d.now, key)]:
        _move(d, key, FLOWN)
        d.log("log.air_grounded", "NWS-ADV-1.3", link(key), by=side_of(d.now, key), unit=link(key))


# rule: NW-22.5.1.1.b
@derived("aircraft", "weather")
def useless(state: KoreaState, side: str) -> tuple[int, ...]:
    """Ready units of a side that the weather leaves without any value: they may go to Flown, in a storm they must."""
    return tuple(key for key in wing(state, side, READY) if not can_anything(state, key))


def useless_choice(state: KoreaState, seat: str) -> SomeOf:
    """Any of them, or none."""

    def why_not(key: int) -> Refusal | None:
        if key in useless(state, seat):
            return None
        return refuse("NW-22.5.1.1.b", "refuse.air_has_value", link(key), unit=link(key))

    return pick_some("air", state.aircraft, why_not, default=())


# rule: NW-22.5.1.1.b
def idle(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, if it has such units."""
    return (side,) if useless(state, side) else ()


# rule: NW-22.5.1.1.b
def stand_down(d: Draft[KoreaState], keys: tuple[int, ...]) -> None:
    """Units that overcast weather makes useless go to Flown, as their owner likes."""
    for key in keys:
        _move(d, key, FLOWN)
        d.log("log.air_grounded", "NW-22.5.1.1.b", link(key), by=side_of(d.now, key), unit=link(key))


# rule: NW-22.5
def can_anything(state: KoreaState, key: int) -> bool:
    """Whether a unit has any value left."""
    found = ratings(state, key)
    return found.weasel or max(found.acr, found.strike, found.support2) >= 1


# -- reorganization --------------------------------------------------------------------------------------------------


# rule: NWS-ADV-14.03
def leave_the_air(d: Draft[KoreaState]) -> None:
    """Units in the air superiority box return to Ready."""
    _all_to_ready(d, IN_THE_AIR)


# rule: NWS-ADV-14.04, NW-22.7.e
def ready_again(d: Draft[KoreaState]) -> None:
    """All units that have flown are Ready again."""
    _all_to_ready(d, FLOWN)


def _all_to_ready(d: Draft[KoreaState], box: str) -> None:
    for key in [key for key, unit in d.now.aircraft.items() if unit.box == box]:
        _move(d, key, READY)


# rule: NWS-ADV-14.05, NW-22.4.b, NWT-MAINT
def maintain(d: Draft[KoreaState]) -> None:
    """Each aborted unit rolls against its base: Ready, or Flown and so out of the next turn."""
    for key in [key for key, unit in d.now.aircraft.items() if unit.box == ABORTED]:
        need = int(chart(CHART)["ready_up_to"][d.now.aircraft[key].base])
        roll = d.draw("roll.maintenance", DIE, need=need)
        ready = roll.faces[0] <= need
        _move(d, key, READY if ready else FLOWN)
        d.log(
            "log.maintenance",
            "NWT-MAINT",
            link(key),
            rolls=[roll],
            by=side_of(d.now, key),
            unit=link(key),
            ready=int(ready),
        )
