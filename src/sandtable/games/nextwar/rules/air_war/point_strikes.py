"""Rule 29.1.2: strikes with air points, where the advanced game is played with the air rules of the standard game."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, Mission
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.damage import units as ground_units
from sandtable.games.nextwar.rules.strikes import attacks, targets
from sandtable.games.nextwar.rules.strikes.targets import FEATURES, POINTS, UNIT
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.kernel import Draft, Number, OneOf, Refusal, dead_end, pick, refuse

CHART = "advanced/air_points"


# rule: NW-29.1.2
def why_none(state: KoreaState, seat: str) -> Refusal | None:
    """Why a side cannot strike with air points."""
    if not state.board.uses_points or state.accounts[seat].air < 1:
        return refuse("NW-29.1.2", "refuse.no_air_points")
    return None


def can_strike(state: KoreaState, seat: str) -> bool:
    """Whether a side has air points, and a target for them."""
    return why_none(state, seat) is None and aims(state, seat).is_possible()


def aims(state: KoreaState, seat: str) -> OneOf:
    """What air points can strike: a unit that is seen, an airfield or an installation."""

    def why_not(aim: str) -> Refusal | None:
        noes = (_why_not(state, seat, aim, place) for place in targets.places(state, seat, aim))
        return next((no for no in noes if no), dead_end("NW-29.1.2", "refuse.nothing_to_strike"))

    found = [aim for aim in (UNIT, *FEATURES) if places(state, seat, aim).is_possible()]
    return OneOf("aim", found, why=why_not)


def places(state: KoreaState, seat: str, aim: str) -> OneOf:
    """Where it is struck."""
    return pick("place", targets.places(state, seat, aim), lambda place: _why_not(state, seat, aim, int(place)))


def _why_not(state: KoreaState, seat: str, aim: str, place: int) -> Refusal | None:
    if (no := targets.why_not_place(state, seat, aim, place)) is not None:
        return no
    found = units(state, seat, aim, place)
    if any(_least(state, seat, aim, place, int(key)) is not None for key in (found.legal if found else (0,))):
        return None
    return dead_end("NW-23.4.3.a", "refuse.too_weak", at(place), place=at(place))


# rule: NW-23.4.3.a
def _least(state: KoreaState, seat: str, aim: str, place: int, unit: int) -> int | None:
    """The fewest points that can do any harm to a target; nothing where all that a side may send cannot."""
    flown = Mission(seat, aim, place, unit)
    most = min(chart(CHART)["strikes"][seat], state.accounts[seat].air)
    return next((n for n in range(1, most + 1) if targets.column(state, flown, str(n))), None)


def units(state: KoreaState, seat: str, aim: str, place: int) -> OneOf | None:
    """Which unit there is struck."""
    if aim != UNIT:
        return None

    def why_not(key: int) -> Refusal | None:
        if (no := targets.why_not_unit(state, seat, key)) is not None:
            return no
        if _least(state, seat, aim, place, key) is None:
            return refuse("NW-23.4.3.a", "refuse.too_weak", ref(key), place=at(place))
        return None

    return pick("piece", there(state, place), why_not)


# rule: NW-29.1.2
def strengths(state: KoreaState, seat: str, aim: str, place: int, unit: int) -> Number:
    """How many points strike: at least as many as can do harm."""
    limit, have = chart(CHART)["strikes"][seat], state.accounts[seat].air
    least = _least(state, seat, aim, place, unit) or 1

    def why(given: int) -> Refusal | None:
        if given < least:
            return refuse("NW-23.4.3.a", "refuse.too_weak", at(place), place=at(place))
        most = min(limit, have)
        return refuse("NW-29.1.2", "refuse.support_limit", most=most, given=given) if given > most else None

    return Number(least, min(limit, have), why=why)


# rule: NW-29.1.2
def escorts(state: KoreaState, seat: str, aim: str, place: int, unit: int, points: int) -> Number | None:
    """How many more protect them."""
    most = min(chart(CHART)["strikes"]["escort"], state.accounts[seat].air - points)
    return Number(0, most, default=0) if most > 0 else None


# rule: NW-29.1.2
def strike(d: Draft[KoreaState], aim: str, place: int, unit: int, points: int, protectors: int) -> None:
    """Air points strike: air defence fires as at combat support, what comes through is the value of the strike."""
    side = d.seat
    flown = Mission(side, aim, place, unit, way=POINTS)
    d.put("missions", max(d.now.missions, default=0) + 1, flown)
    d.edit("accounts", side, air=d.now.accounts[side].air - points)
    more = air_defence.escort(d, side, protectors)
    fire = air_defence.fire(d, side, place, more, "points")
    if fire.star:
        d.edit("accounts", side, air_lost=d.now.accounts[side].air_lost + 1)
    column = targets.column(d.now, flown, str(points - fire.lost))
    if not column:
        d.log("log.point_strike_stopped", "NW-29.1.2", at(place), by=side, place=at(place))
        return
    roll = d.draw("roll.strike", DIE)
    total = attacks.modifiers(d.now, flown, 0, 0)
    result = str(table(attacks.STRIKES).look(roll.faces[0] + total.total, column).value)
    d.log(
        "log.point_strike",
        "NW-29.1.2",
        at(place),
        rolls=[roll],
        modifiers=total,
        by=side,
        place=at(place),
        what=aim,
        column=column,
        result=result,
    )
    if result == attacks.MISS:
        return
    if aim == UNIT:
        ground_units.strike(d, unit, result)
    else:
        installations.strike(d, place, aim, result)


def forget(d: Draft[KoreaState]) -> None:
    """A strike phase is over: every target can be struck again."""
    for number in [number for number, mission in d.now.missions.items() if mission.way == POINTS]:
        d.drop("missions", number)
