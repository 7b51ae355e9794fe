"""Rules 24.2 and 24.3: whether radar or the troops see a mission come."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import ALLIED, HOME, OVERCAST, STORM, KoreaState, Mission, enemy
from sandtable.games.nextwar.rules.air_defences import network
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.air_war.display import is_cargo, is_flying, is_stealth
from sandtable.games.nextwar.rules.formations import capabilities
from sandtable.games.nextwar.rules.formations.subordination import hqs_on_board
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Modifier, Ref, Sum

CHART = "advanced/advanced_detection"
EARLY, SEEN, UNSEEN = "ED", "D", "-"
"""Results: early enough for interceptors, in time for missiles and guns, not at all."""
LOCAL = "local"
NEAR_HQ = 2
SUPPORT = "support"
PLANES = ("flight", "drop")
"""Ways of transport by plane."""
AIRMOBILE, LIFT_RANGE = "airmobile", 24
"""The way of transport that passes low over the enemy, and how far it goes."""


# rule: NW-24.0, NW-24.3
def is_local(state: KoreaState, mission: Mission) -> bool:
    """Whether only the troops on the spot can see a mission: a helicopter, or a strike on one's own soil."""
    # rule: NW-23.5.c
    if mission.helicopter or mission.aim == SUPPORT:
        return True
    # rule: NW-25.1.b, NW-25.1.d, NW-25.1.e
    if mission.exposure:
        return mission.exposure == LOCAL
    return bool(mission.place) and state.board.ground[mission.place].country == HOME[mission.side]


# rule: NW-24.2.a, NW-24.2.d, NW-24.1.b
def column(state: KoreaState, mission: Mission) -> str:
    """The column of the detection table; nothing where the track is at zero."""
    if is_local(state, mission):
        return LOCAL
    value = network.value(state, enemy(mission.side), network.DETECTION)
    return str(value) if value else ""


def modifiers(state: KoreaState, mission: Mission) -> Sum:
    """What a mission adds to the die of those who look for it."""
    return Sum.of(_modifiers(state, mission))


# rule: NWT-DETECTION.drm, NW-24.7
def _modifiers(state: KoreaState, mission: Mission) -> Iterator[Modifier]:
    printed = chart(CHART)["modifiers"]
    flying = (*mission.strikers, *mission.weasels, *mission.escorts)
    if flying and all(is_stealth(state, key) for key in flying):
        yield Modifier("NWT-DETECTION.drm", "modifier.stealth", printed["stealth"])
    if count := weasels(state, mission):
        yield Modifier("NWT-DETECTION.drm", "modifier.weasels", printed["weasel"] * count)
    if mission.way in PLANES:
        yield Modifier("NWT-DETECTION.drm", "modifier.transport", printed["transport"])
    if state.weather in (OVERCAST, STORM):
        yield Modifier("NW-24.7", f"modifier.{state.weather}", printed[state.weather])
    if near_hq(state, mission):
        yield Modifier("NWT-DETECTION.drm", "modifier.near_hq", printed["near_hq"])
    if overflies(state, mission):
        yield Modifier("NWT-DETECTION.drm", "modifier.overflight", printed["overflight"])
    if enemy(mission.side) == ALLIED and (more := printed["awacs"].get(str(state.awacs))):
        yield Modifier("NWT-DETECTION.drm", "modifier.awacs", more)


def weasels(state: KoreaState, mission: Mission) -> int:
    """The Wild Weasels that still fly in a mission, whether they strike or suppress."""
    printed = state.board.aircraft
    return sum(
        bool(printed[key].front.get("wild_weasel")) and is_flying(state, key)
        for key in (*mission.strikers, *mission.weasels)
        if not is_cargo(key)
    )


# rule: NWT-DETECTION.drm, NWT-ADVAD.drm
def near_hq(state: KoreaState, mission: Mission) -> bool:
    """Whether the target lies near a headquarters of those who look; the card of the air war says so itself."""
    if not mission.place:
        return mission.near_hq
    return is_guarded(state, enemy(mission.side), mission.place)


# rule: NW-18.2.3, NW-18.2.6
def is_guarded(state: KoreaState, side: str, place: int) -> bool:
    """Whether a headquarters of a side, within two hexes of a place, helps its air defences there."""
    return any(
        distance(state, state.units[hq].hex, place) <= NEAR_HQ and capabilities.why_unable(state, hq) is None
        for hq in hqs_on_board(state, side)
    )


def overflies(state: KoreaState, mission: Mission) -> bool:
    """Whether a helicopter cannot get to its target without passing over enemy units; boxes lie beyond the map."""
    if not is_hex(mission.place):
        return False
    if mission.way == AIRMOBILE and is_hex(mission.start):
        return air_defence.overflies(state, mission.start, mission.place, LIFT_RANGE, enemy(mission.side))
    if not mission.helicopter or not is_hex(state.helicopters[mission.helicopter].hex):
        return False
    start, most = state.helicopters[mission.helicopter].hex, state.board.helicopters[mission.helicopter].range
    return air_defence.overflies(state, start, mission.place, most, enemy(mission.side))


# rule: NW-24.2.a, NW-24.2.b, NWT-DETECTION
def detect(d: Draft[KoreaState], number: int) -> None:
    """Roll once for a mission."""
    mission = d.now.missions[number]
    where = column(d.now, mission)
    if not where:
        d.edit("missions", number, found=UNSEEN)
        d.log("log.no_radar", "NW-24.2.d", by=enemy(mission.side), mission=number)
        return
    roll = d.draw("roll.detection", DIE)
    total = modifiers(d.now, mission)
    result = table(CHART).look(roll.faces[0] + total.total, where).value or UNSEEN
    points = (at(mission.place),) if mission.place else ()
    d.log(
        "log.detection",
        "NWT-DETECTION",
        *points,
        rolls=[roll],
        # rule: NW-29.2.2.c
        modifiers=total if mission.is_open else (),
        by=enemy(mission.side),
        mission=number,
        column=where,
        result=result,
    )
    d.edit("missions", number, found=result)
    show(d, number)


# rule: NW-24.3, NWT-DETECTION
def sees(d: Draft[KoreaState], flown: Mission, who: Ref) -> bool:
    """Whether troops on the spot see what flies alone, outside of any mission on the board."""
    roll, total = d.draw("roll.detection", DIE), modifiers(d.now, flown)
    result = table(CHART).look(roll.faces[0] + total.total, LOCAL).value or UNSEEN
    d.log(
        "log.seen_locally",
        "NWT-DETECTION",
        who,
        rolls=[roll],
        modifiers=total,
        by=enemy(flown.side),
        unit=who,
        column=LOCAL,
        result=result,
    )
    return result != UNSEEN


# rule: NW-29.2.1.a
def show(d: Draft[KoreaState], number: int) -> None:
    """Under the hidden option a mission that is seen in time lies open; early warning tells how many come.

    Interceptors are sent before more is known, so that what was seen early opens once they are on their way.
    """
    mission = d.now.missions[number]
    if mission.is_open:
        return
    count, along = len((*mission.strikers, *mission.escorts, *mission.weasels)), weasels(d.now, mission) > 0
    if mission.found == EARLY:
        d.edit("missions", number, size=count, has_weasels=along)
        side = enemy(mission.side)
        d.log("log.early_warning", "NW-29.2.1.a", by=side, mission=number, count=count, weasels=int(along))
    else:
        open_up(d, number)


def open_up(d: Draft[KoreaState], number: int) -> None:
    """Everybody sees what flies."""
    if not d.now.missions[number].is_open:
        d.edit("missions", number, is_open=True)


def is_seen(mission: Mission) -> bool:
    """Whether missiles may be fired at a mission."""
    return mission.found in (EARLY, SEEN)
