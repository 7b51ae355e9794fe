"""Chances of a flight with troops: whether it is seen, turned back, or hurt on the way."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import KoreaState, Mission
from sandtable.games.nextwar.queries.air_chances import wings
from sandtable.games.nextwar.rules.air_defences import detecting, guns, network
from sandtable.games.nextwar.rules.movement import transports
from sandtable.games.nextwar.rules.strikes.targets import TRANSPORT
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import table
from sandtable.kernel import Sum
from sandtable.kernel.queries import WHOLE, Chance, Figure, Odds, Phrase

WAYS = {
    "fly": transports.FLIGHT,
    "drop": transports.DROP,
    "airmobile": transports.AIRMOBILE,
    "lift": transports.LIFT,
}
WHOLE_UNIT, HURT, BACK = "whole", "hurt", "back"
Shares = dict[str, Fraction]


def asked(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances of the flight that a player is composing, once its end is known."""
    partial = params.get("partial")
    if not isinstance(partial, Mapping) or partial.get("do") not in WAYS or not state.board.flies_units:
        return None
    unit, to = partial.get("unit") or 0, partial.get("to") or 0
    if unit not in state.units or to not in state.board.ground or not state.units[unit].hex:
        return None
    way, start = WAYS[str(partial["do"])], state.units[unit].hex
    (weasels,) = wings(state, seat, partial, "weasels")
    exposure = transports.exposure(state, seat, way, start, to)
    mission = Mission(seat, TRANSPORT, to, strikers=(-unit,), weasels=weasels, way=way, start=start, exposure=exposure)
    return _odds(state, mission)


def _odds(state: KoreaState, mission: Mission) -> Odds:
    seen = _seen(state, mission)
    through = _through(state, mission)
    fired = mission.exposure in (transports.LOCAL, transports.RADAR)
    found = {WHOLE_UNIT: Fraction(0), HURT: Fraction(0), BACK: Fraction(0)}
    for result, share in seen.items():
        parts = through if fired and result != detecting.UNSEEN else {WHOLE_UNIT: Fraction(1)}
        for fate, chance in parts.items():
            found[fate] += share * chance
    early = seen.get(detecting.EARLY, Fraction(0))
    return Odds(
        title=Phrase("odds.flight_title", {"unit": ref(-mission.strikers[0]), "place": at(mission.place)}),
        attack=Figure(total="1"),
        defence=Figure(
            total=detecting.column(state, mission) if mission.exposure else "0",
            modifiers=detecting.modifiers(state, mission).parts if mission.exposure else (),
        ),
        outcomes=tuple(
            Chance(key=f"odds.flight_{fate}", share=round(found[fate] * WHOLE), tone=tone)
            for fate, tone in ((WHOLE_UNIT, "good"), (HURT, "even"), (BACK, "bad"))
        ),
        notes=(Phrase("odds.note.detection", {"early": round(early * 100), "seen": round(_share_seen(seen) * 100)}),),
    )


def _share_seen(seen: Shares) -> Fraction:
    return seen.get(detecting.SEEN, Fraction(0))


def _seen(state: KoreaState, mission: Mission) -> Shares:
    """How often a flight is seen, early or in time."""
    column = detecting.column(state, mission) if mission.exposure else ""
    if not column:
        return {detecting.UNSEEN: Fraction(1)}
    return _spread(detecting.CHART, column, detecting.modifiers(state, mission).total, detecting.UNSEEN)


def _spread(chart: str, column: str, drm: int, nothing: str) -> Shares:
    tally = Tally(table(chart).look(die + drm, column).value or nothing for die in DIE)
    return {str(cell): Fraction(count, len(DIE)) for cell, count in sorted(tally.items())}


def _through(state: KoreaState, mission: Mission) -> Shares:
    """What missiles, then guns, do to a unit of a flight that was seen."""
    key, flown = mission.strikers[0], replace(mission, found=detecting.SEEN)
    now: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}
    fires = (
        (network.SAM, Sum.of(guns.sam_modifiers(state, flown, key)).total),
        (network.AAA, Sum.of(guns.aaa_modifiers(state, flown, key)).total),
    )
    for track, drm in fires:
        column = guns.column(state, flown, track)
        if column:
            now = _fired(now, _spread(guns.CHART, column, drm, "-"))
    steps, found = state.units[-key].steps, {WHOLE_UNIT: Fraction(0), HURT: Fraction(0), BACK: Fraction(0)}
    for (lost, back), share in now.items():
        found[BACK if back or lost >= steps else HURT if lost else WHOLE_UNIT] += share
    return found


def _fired(before: dict[tuple[int, bool], Fraction], cells: Shares) -> dict[tuple[int, bool], Fraction]:
    after: dict[tuple[int, bool], Fraction] = {}
    for (lost, back), share in before.items():
        for cell, chance in cells.items():
            hit = not back and cell == guns.HIT
            turned = back or cell == guns.ABORT or cell.startswith("+")
            then = (lost + hit, turned)
            after[then] = after.get(then, Fraction(0)) + share * chance
    return after
