"""Korea, 2.5.2: the line of communications from Busan, which the air force of the US lives on."""

from __future__ import annotations

from sandtable.games.nextwar.model import ABORTED, ALLIED, FLOWN, JAPAN, READY, ROK, US, KoreaState
from sandtable.games.nextwar.rules.air_war.display import link, printed
from sandtable.games.nextwar.rules.movement import lines
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.sea.waters import is_friendly_port
from sandtable.games.nextwar.rules.supply import isolation
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick_some, refuse

GROUND, LEAVE = "ground", "leave"
"""What can be done with the aircraft: keep them on the ground, or send them to Japan."""


# rule: NWK-2.5.2.a
def is_open(state: KoreaState) -> bool:
    """Whether a line leads from a whole port of Busan to another city or urban hex of the ROK."""
    if not is_friendly_port(state, BUSAN, ALLIED):
        return False
    ground = state.board.ground
    return any(
        place != BUSAN
        and ground[place].country == ROK
        and (ground[place].is_city or ground[place].is_urban)
        and controller(state, place) == ALLIED
        for place in isolation.joined(state, ALLIED, (BUSAN,))
    )


# rule: NWK-2.5.2.b
def strikers(state: KoreaState, base: str = "") -> tuple[int, ...]:
    """Air units of the US that can strike, wherever they are on the display or in the boxes of one base."""
    counters = state.board.aircraft
    return tuple(
        key
        for key, unit in state.aircraft.items()
        if counters[key].nation == US
        and unit.box in (READY, FLOWN, ABORTED)
        and (not base or unit.base == base)
        and printed(counters[key], unit.steps).get("strike")
    )


# rule: NWK-2.5.2.b
def half(state: KoreaState) -> int:
    """How many of the units in the ROK are to go: half of them, rounded down."""
    return len(strikers(state, ROK)) // 2


# rule: NWK-2.5.2.a, NWK-2.5.2.e
def judge(d: Draft[KoreaState]) -> None:
    """Look at the line in the air phase; a cut is noted with its turn."""
    if lines.has_line(d.now, BUSAN) and not is_open(d.now):
        d.set(busan_cut=d.now.turn)
        d.log("log.busan_cut", "NWK-2.5.2.a", by=ALLIED)


def chooser(state: KoreaState) -> tuple[str, ...]:
    """The Allies, if the line is cut and they have aircraft to take away."""
    return (ALLIED,) if state.busan_cut == state.turn and half(state) else ()


# rule: NWK-2.5.2.c
def ways(state: KoreaState, seat: str) -> OneOf:
    """What can be done with the aircraft."""
    return OneOf("way", (GROUND, LEAVE))


def units(state: KoreaState, seat: str, way: str) -> SomeOf:
    """The aircraft that it can be done with."""
    count = half(state)
    return pick_some("air", strikers(state, ROK), lambda key: None, least=count, most=count)


# rule: NWK-2.5.2.b, NWK-2.5.2.c
def take_away(d: Draft[KoreaState], way: str, keys: tuple[int, ...]) -> None:
    """Keep half of the aircraft on the ground, or send them to Japan."""
    for key in keys:
        box = d.now.aircraft[key].box
        if way == LEAVE:
            # rule: NWK-2.5.2.d
            d.edit("aircraft", key, base=JAPAN, box=FLOWN if box == READY else ABORTED)
        elif box == READY:
            d.edit("aircraft", key, box=FLOWN)
    d.log("log.busan_aircraft", "NWK-2.5.2.b", *map(link, keys), way=way, count=len(keys))


# rule: NWK-2.5.2.e
def why_full(state: KoreaState, key: int, base: str) -> Refusal | None:
    """Why an aircraft cannot be based in the ROK: half of those of the US are there, and the line was cut."""
    if base != ROK or not state.busan_cut or state.turn > state.busan_cut + 1:
        return None
    all_ = {*strikers(state), key}
    strikes = printed(state.board.aircraft[key], 2).get("strike")  # equivalent[2 becomes 3]: nobody has more steps
    if state.board.aircraft[key].nation != US or not strikes:
        return None
    if len({*strikers(state, ROK), key}) * 2 <= len(all_):
        return None
    return refuse("NWK-2.5.2.e", "refuse.busan_cut", link(key), unit=link(key))
