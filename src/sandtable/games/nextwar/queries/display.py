"""The air display as one board: aircraft by base, the fight for the air, missions with their chances, the tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.nextwar.model import (
    ABORTED,
    AIR_BASES,
    AIR_BOXES,
    ALLIED,
    ARRIVING,
    FLOWN,
    IN_THE_AIR,
    READY,
    AirBattle,
    KoreaState,
    Mission,
    enemy,
)
from sandtable.games.nextwar.queries import air_chances, duels
from sandtable.games.nextwar.rules.air_defences import network
from sandtable.games.nextwar.rules.air_war.display import CHART, ratings, side_of, wing
from sandtable.games.nextwar.rules.air_war.engagements import free, of_side
from sandtable.games.nextwar.rules.strikes import missions, targets
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel.queries import Contest, Display, Duel, Gauge, Phrase, Stock, Task, Tile

MOST_TARGETS, MOST_OF_AN_AIM = 24, 10
"""Targets that are proposed, and looked at of each kind: the cards stay readable, and the question is quick."""
UNDER_WAY = ("strikers", "escorts", "weasels", "interceptors")
AIR_STEPS = ("air", "air_battle", "collateral", "allocation", "intercept", "stand_down")
"""Parts of the sequence that are about aircraft."""
BOXES = (READY, IN_THE_AIR, ARRIVING, FLOWN, ABORTED)
AIM_ORDER = (
    targets.UNIT,
    "nuclear_site",
    "chem_site",
    "airbase",
    "airfield",
    "port",
    *network.TRACKS,
    targets.SCUD,
    targets.BASES,
)


def display(state: KoreaState, seat: str, params: Mapping[str, Any]) -> Display | None:
    """The display as a seat sees it; ``unit`` is the aircraft in its hand, ``chosen`` those it would commit."""
    if not state.board.flies_units:
        return None
    unit = params.get("unit")
    held = unit if isinstance(unit, int) and unit in state.aircraft and state.aircraft[unit].steps else 0
    own = seat or ALLIED
    named = dict.fromkeys(params.get("chosen") or ())
    chosen = tuple(key for key in named if key in state.aircraft and side_of(state, key) == own)
    return Display(
        of="air",
        stocks=tuple(_stocks(state, own)),
        contest=_contest(state, own, chosen),
        tasks=(*_under_way(state, own), *_proposed(state, own, held)),
        gauges=tuple(_gauges(state, own)),
        against=_against(state, own, held),
        asked=_is_about_air(state),
    )


def _is_about_air(state: KoreaState) -> bool:
    """Whether the question at hand is about aircraft."""
    return not set(state.here.at.split(".")).isdisjoint(AIR_STEPS)


# -- stock -----------------------------------------------------------------------------------------------------------


def _stocks(state: KoreaState, seat: str) -> Iterator[Stock]:
    """One's own bases, each with its chance of repair, then everything the enemy has."""
    tasks = dict(_tasks(state))
    for side in (seat, enemy(seat)):
        for base in AIR_BASES:
            keys = [
                key
                for key, row in state.aircraft.items()
                if row.base == base and row.box in AIR_BOXES and side_of(state, key) == side
            ]
            if keys:
                tiles = tuple(
                    tile(state, key, tasks.get(key, "")) for key in sorted(keys, key=lambda k: _rank(state, k))
                )
                repaired = int(chart(CHART)["ready_up_to"][base])
                yield Stock(
                    title=Phrase("display.base", {"base": base}),
                    tiles=tiles,
                    note=Phrase("display.repairs", {"need": repaired}),
                )


def _rank(state: KoreaState, key: int) -> tuple[int, int, int]:
    return (BOXES.index(state.aircraft[key].box), -ratings(state, key).acr, key)


def _tasks(state: KoreaState) -> Iterator[tuple[int, str]]:
    """What each aircraft of a mission was sent to do."""
    for mission in state.missions.values():
        for role in UNDER_WAY:
            for key in getattr(mission, role):
                yield key, role


def tile(state: KoreaState, key: int, task: str = "") -> Tile:
    """An aircraft as its counter shows it today: air combat, support and strike."""
    counter, row, now = state.board.aircraft[key], state.aircraft[key], ratings(state, key)
    return Tile(
        id=key,
        seat=counter.side,
        side=counter.nation,
        name=counter.type,
        values=_values(state, key),
        note=_signed(now.skill),
        state=row.box,
        task=task,
        role="weasels" if now.weasel else "",
        hurt=row.steps < counter.steps,
    )


def _values(state: KoreaState, key: int) -> str:
    now = ratings(state, key)
    if now.weasel:
        return f"({now.strike}) WW" if now.strike else "WW"
    stars = "**" if now.long_range else "*" if now.standoff else ""
    air = f"({now.acr})" if now.bomber else f"{now.acr}{stars}"
    half = "½" if now.support2 % 2 else ""
    support = f"{now.support2 // 2 or ('' if half else 0)}{half}"
    return f"{air}-{support}-{now.strike}{'*' if now.strike_standoff else ''}"


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


# -- contest ---------------------------------------------------------------------------------------------------------


def _contest(state: KoreaState, seat: str, chosen: tuple[int, ...]) -> Contest | None:
    """The fight in the air at hand; before it, what those who are chosen would bring against all that could come."""
    battle = state.within(AirBattle)
    if battle is not None:
        told = air_chances.fight(state)
        return Contest(
            title=Phrase("display.contest", {"own": _count(state, seat), "foes": _count(state, enemy(seat))}),
            rule="NW-22.10.2.a",
            duels=tuple(
                Duel(left=of_side(e, seat), right=of_side(e, enemy(seat)), out=duels.outs(state, e, seat))
                for e in battle.engagements
            ),
            left=_best_first(state, free(state, seat)),
            right=_best_first(state, free(state, enemy(seat))),
            scale=told.outcomes if told else (),
        )
    if not state.here.at.endswith("air.sorties") or seat not in state.accounts:
        return None
    foes = duels.all_that_could_come(state, enemy(seat))
    return Contest(
        title=Phrase("display.sortie", {"own": len(chosen), "foes": len(foes)}),
        rule="NW-22.7.b",
        left=chosen,
        right=foes,
        scale=duels.forecast(state, seat, chosen, foes),
    )


def _best_first(state: KoreaState, keys: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(keys, key=lambda key: (-ratings(state, key).acr, key)))


def _count(state: KoreaState, side: str) -> int:
    return len(wing(state, side, IN_THE_AIR))


def _against(state: KoreaState, seat: str, held: int) -> dict[str, tuple[int, int]]:
    """Of the aircraft in hand: how each enemy it could meet would fare, and it itself."""
    if not held or state.within(AirBattle) is None or side_of(state, held) != seat:
        return {}
    return {str(foe): duels.duel(state, held, foe) for foe in free(state, enemy(seat))}


# -- missions --------------------------------------------------------------------------------------------------------


def _under_way(state: KoreaState, seat: str) -> Iterator[Task]:
    """The missions that were announced; an enemy's shows what is known of it."""
    for number, mission in state.missions.items():
        told = None
        if mission.side == seat and mission.strikers and not mission.found and mission.aim in targets.AIMS:
            told = air_chances.strike(state, mission)
        catches = mission.side != seat and state.here.at.endswith("intercept")
        yield Task(
            id=f"mission:{number}",
            title=title(state, mission),
            seat=mission.side,
            units=tuple(key for key in (*mission.strikers, *mission.escorts, *mission.weasels) if key > 0),
            outcomes=tuple(one for one in told.outcomes if one.key.startswith("odds.defender")) if told else (),
            notes=told.notes if told else (Phrase("display.found", {"found": mission.found or "not_yet"}),),
            rule="NW-23.2.b",
            place=mission.place,
            partial={"do": "intercept", "mission": number} if catches else None,
        )


def title(state: KoreaState, mission: Mission) -> Phrase:
    """What a mission is, and against what."""
    params: dict[str, Any] = {"what": mission.aim, "placed": int(bool(mission.place))}
    if mission.place:
        params["place"] = at(mission.place)
    if mission.unit:
        return Phrase("display.against_unit", {"unit": ref(mission.unit), "place": at(mission.place)})
    return Phrase("display.against" if mission.place else "display.against_all", params)


def _proposed(state: KoreaState, seat: str, held: int) -> Iterator[Task]:
    """Missions that could be announced: with an aircraft in hand those it can fly, each with its chances."""
    if not state.here.at.endswith(f"allocation.{seat}") or "first" not in state.here.at:
        return
    if held and ratings(state, held).weasel and missions.why_not_weasel(state, seat, 0, held) is None:
        ways: dict[str, dict[str, Any]] = {network.DETECTION: {}, network.SAM: {"radar": []}}
        for track, partial in ways.items():
            yield Task(
                id=f"weasel:{track}",
                title=Phrase("display.weasel", {"track": track, "left": network.value(state, enemy(seat), track)}),
                seat=seat,
                rule="NW-23.3.b",
                partial={"do": "wild_weasel", **partial},
            )
    found: list[tuple[tuple[int, int], Task]] = []
    for mission in _targets(state, seat):
        if held and missions.why_not_strike(state, seat, mission, held) is not None:
            continue
        told = air_chances.strike(state, _flown_by(mission, held)) if held else None
        outcomes = tuple(one for one in told.outcomes if one.key.startswith("odds.defender")) if told else ()
        hit = sum(one.share for one in outcomes if one.tone == "good")
        task = Task(
            id=f"{mission.aim}:{mission.place}:{mission.unit}",
            title=title(state, mission),
            seat=seat,
            outcomes=outcomes,
            notes=told.notes if told else (),
            rule="NW-23.4.a",
            place=mission.place,
            partial=_begun(mission),
        )
        found.append(((-hit, len(found)), task))
    yield from (task for _, task in sorted(found, key=lambda pair: pair[0])[:MOST_TARGETS])


def _begun(mission: Mission) -> dict[str, Any]:
    """How the answer that announces a strike begins: what it is against."""
    where = {"place": mission.place, "unit": mission.unit}
    return {"do": "strike", "aim": mission.aim, **{name: key for name, key in where.items() if key}}


def _flown_by(mission: Mission, key: int) -> Mission:
    return Mission(mission.side, mission.aim, mission.place, mission.unit, strikers=(key,))


def _targets(state: KoreaState, seat: str) -> Iterator[Mission]:
    """What could be struck; roads are chosen on the map, for there are hundreds of them."""
    for aim in (aim for aim in AIM_ORDER if aim in targets.aims(state, seat)):
        if aim not in targets.PLACED:
            yield Mission(seat, aim)
            continue
        places = targets.places(state, seat, aim)
        if aim == targets.UNIT:
            keys = [key for h in places for key in there(state, h) if targets.why_not_unit(state, seat, key) is None]
            # Headquarters first: they are worth the most.
            keys.sort(key=lambda key: (not state.board.units[key].is_hq, key))
            yield from (Mission(seat, aim, state.units[key].hex, key) for key in keys[:MOST_OF_AN_AIM])
        else:
            yield from (Mission(seat, aim, place) for place in places[:MOST_OF_AN_AIM])


# -- tracks ----------------------------------------------------------------------------------------------------------


def _gauges(state: KoreaState, seat: str) -> Iterator[Gauge]:
    """The air defences, the enemy's first: what is hatched goes with the next strike phase."""
    most = chart("advanced/repair")["track_max"]
    for side in (enemy(seat), seat):
        row = state.networks.get(side)
        if row is None:
            continue
        for track in network.TRACKS:
            yield Gauge(
                title=Phrase("display.track", {"track": track}),
                seat=side,
                value=network.value(state, side, track),
                most=int(most[track]),
                due=int(getattr(row, f"{track}_hits")),
            )
