"""Rules 23.1 and 23.2: missions of a strike phase are announced before any of them is flown."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.games.nextwar.model import ALLIED, IN_THE_AIR, JAPAN, READY, KoreaState, Mission, Wing, enemy
from sandtable.games.nextwar.rules.air_defences import network
from sandtable.games.nextwar.rules.air_points.helicopters import missions_left
from sandtable.games.nextwar.rules.air_war.display import is_ready, link, pick_wing, ratings, side_of, wing
from sandtable.games.nextwar.rules.air_war.ranges import ESCORT, STRIKE, setting, station, why_not_fly, why_not_together
from sandtable.games.nextwar.rules.air_war.sorties import why_bracketed
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.rules.strikes.targets import BASES, INTERDICTION, UNIT, WEASEL
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.ground import LAND_BOXES, is_hex
from sandtable.kernel import Draft, OneOf, Ref, Refusal, SomeOf, dead_end, derived, pick, refuse

MOST, MOST_STRIKERS = 4, 2
COBRA = "AH-1Z"
HELICOPTER_VALUE = {1: "helo_1", 2: "helo_2"}
INTERDICTION_VALUE = {"helo_1": "2", "helo_2": "4"}
"""Helicopters stand on the strike table where these values do."""


@derived("missions")
def busy(state: KoreaState) -> frozenset[int]:
    """Air units that some mission has already."""
    return frozenset(
        key for m in state.missions.values() for key in (*m.strikers, *m.escorts, *m.weasels, *m.interceptors)
    )


# rule: NW-23.0, NW-23.1.a, NWS-ADV-8.0
def why_not_ready(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot leave its Ready box for a mission."""
    if side_of(state, key) != seat:
        return refuse("NW-23.0", "refuse.not_yours", link(key), unit=link(key))
    if not is_ready(state, key):
        return refuse("NWS-ADV-8.0", "refuse.air_not_ready", link(key), unit=link(key))
    if key in busy(state):
        return refuse("NW-23.1", "refuse.air_busy", link(key), unit=link(key))
    # rule: NWK-16.2.3.k
    if state.board.grounds_japan(state.turn) and state.aircraft[key].base == JAPAN:
        return refuse("NWK-16.2.3.k", "refuse.air_japan_waits", link(key), unit=link(key))
    return None


def why_not_strike(state: KoreaState, seat: str, mission: Mission, key: int) -> Refusal | None:
    """Why a unit cannot strike the target of a mission."""
    if (no := why_not_ready(state, seat, key)) is not None:
        return no
    # rule: NW-22.5, NW-23.0
    value = ratings(state, key).strike
    if value < 1:
        return refuse("NW-22.5", "refuse.air_no_strike", link(key), unit=link(key))
    if mission.aim != BASES and not targets.column(state, mission, str(value)):
        return refuse("NW-23.4.3.a", "refuse.too_weak", link(key), unit=link(key))
    return why_not_fly(state, key, STRIKE, mission.place)


# rule: NW-16.2.9.a, NW-16.2.9.b
def why_not_weasel(state: KoreaState, seat: str, place: int, key: int) -> Refusal | None:
    """Why a unit cannot go along, or strike, as a Wild Weasel."""
    if (no := why_not_ready(state, seat, key)) is not None:
        return no
    if not ratings(state, key).weasel:
        return refuse("NW-16.2.9.a", "refuse.no_weasel", link(key), unit=link(key))
    return why_not_fly(state, key, STRIKE, place)


# rule: NW-23.1.a, NW-22.7.c
def why_not_escort(state: KoreaState, seat: str, place: int, key: int) -> Refusal | None:
    """Why a unit cannot escort a mission."""
    if side_of(state, key) != seat or state.aircraft[key].box != IN_THE_AIR:
        return refuse("NW-23.1.a", "refuse.not_in_the_air", link(key), unit=link(key))
    if key in busy(state):
        return refuse("NW-23.1", "refuse.air_busy", link(key), unit=link(key))
    return why_bracketed(state, key) or why_not_fly(state, key, ESCORT, place)


# -- choices of an air strike ----------------------------------------------------------------------------------------


def aim_choice(state: KoreaState, seat: str) -> OneOf:
    """What is struck: something that a unit at hand can reach."""

    def why_not(aim: str) -> Refusal | None:
        if aim not in targets.aims(state, seat):
            return refuse("NW-23.4.a", "refuse.no_such_target")
        return None if _can_strike(state, seat, aim) else dead_end("NW-23.4.a", "refuse.nothing_to_strike")

    return pick("aim", targets.AIMS, why_not)


def _can_strike(state: KoreaState, seat: str, aim: str) -> bool:
    """Whether a unit at hand can reach a target for an aim."""
    if not _one_of_each(state, seat):
        return False
    if aim == INTERDICTION and not any(_has_striker(state, seat, Mission(seat, aim, h)) for h in _grounds(state)):
        return False
    found = place_choice(state, seat, aim)
    return found.is_possible() if found else _has_striker(state, seat, Mission(seat, aim))


@derived()
def _grounds(state: KoreaState) -> tuple[int, ...]:
    """Hexes that could be interdicted, one of each kind of ground: they never change."""
    kinds: dict[tuple[object, ...], int] = {}
    for h in targets.country(state):
        kinds.setdefault((state.board.terrain(h), *setting(state, h)), h)
    return tuple(kinds.values())


def place_choice(state: KoreaState, seat: str, aim: str) -> OneOf | None:
    """Where it is struck; tracks, SCUDs and the bases of the air war have no place."""
    if aim not in targets.PLACED:
        return None
    known: dict[tuple[object, ...], bool] = {}

    def is_in_reach(place: int, unit: int) -> bool:
        """Whether somebody can strike there; who can strike one target can strike all of its kind."""
        hard = targets.is_hardened(state, aim, place, unit)
        like = (state.board.terrain(place), hard, *setting(state, place))
        if like not in known:
            known[like] = _has_striker(state, seat, Mission(seat, aim, place, unit))
        return known[like]

    def why_not(place: int) -> Refusal | None:
        if (no := targets.why_not_place(state, seat, aim, place)) is not None:
            return no
        if any(is_in_reach(place, key) for key in (_units_there(state, seat, place) if aim == UNIT else (0,))):
            return None
        return dead_end("NW-22.6", "refuse.nobody_gets_there", at(place), place=at(place))

    return pick("place", targets.places(state, seat, aim), why_not)


def _has_striker(state: KoreaState, seat: str, mission: Mission) -> bool:
    return any(why_not_strike(state, seat, mission, key) is None for key in _one_of_each(state, seat))


@derived("aircraft", "missions", "ships", "turn", "weather")
def _one_of_each(state: KoreaState, seat: str) -> tuple[int, ...]:
    """Units that can be sent, one of each kind: those of a kind strike alike and get to the same places."""
    kinds: dict[tuple[object, ...], int] = {}
    for key in wing(state, seat, READY):
        if why_not_ready(state, seat, key) is None:
            kinds.setdefault((ratings(state, key).strike, state.board.aircraft[key].range, station(state, key)), key)
    return tuple(kinds.values())


def unit_choice(state: KoreaState, seat: str, aim: str, place: int) -> OneOf | None:
    """Which unit there is struck."""
    if aim != UNIT:
        return None

    def why_not(key: int) -> Refusal | None:
        if (no := targets.why_not_unit(state, seat, key)) is not None:
            return no
        if _has_striker(state, seat, Mission(seat, aim, place, key)):
            return None
        return dead_end("NW-22.6", "refuse.nobody_gets_there", ref(key), place=at(place))

    return pick("piece", there(state, place), why_not)


# rule: NW-23.1
def striker_choice(state: KoreaState, seat: str, aim: str, place: int, unit: int) -> SomeOf:
    """One or two units that strike."""
    mission = Mission(seat, aim, place, unit)
    return pick_wing(
        state,
        wing(state, seat, READY),
        lambda key: why_not_strike(state, seat, mission, key),
        least=1,
        most=MOST_STRIKERS,
        rule="NW-23.1",
        check=lambda keys: why_not_together(state, keys, lambda: _company_of(state, seat, place)),
    )


# rule: NW-23.1
def escort_choice(state: KoreaState, seat: str, aim: str, place: int, unit: int, strikers: Wing) -> SomeOf:
    """Units of the air superiority box that protect it."""
    return _escorts(state, seat, strikers, place)


# rule: NW-23.1, NW-16.2.9.b
def suppressor_choice(
    state: KoreaState, seat: str, aim: str, place: int, unit: int, strikers: Wing, escorts: Wing
) -> SomeOf:
    """Wild Weasels that keep radar and missiles down."""
    return _suppressors(state, seat, (*strikers, *escorts), place)


def _able_escorts(state: KoreaState, seat: str, place: int) -> Wing:
    return tuple(k for k in wing(state, seat, IN_THE_AIR) if why_not_escort(state, seat, place, k) is None)


def _able_weasels(state: KoreaState, seat: str, place: int) -> Wing:
    return tuple(k for k in wing(state, seat, READY) if why_not_weasel(state, seat, place, k) is None)


def _company_of(state: KoreaState, seat: str, place: int) -> Wing:
    return (*_able_escorts(state, seat, place), *_able_weasels(state, seat, place))


def _escorts(state: KoreaState, seat: str, fixed: Wing, place: int) -> SomeOf:
    return _company(
        state,
        wing(state, seat, IN_THE_AIR),
        fixed,
        lambda key: why_not_escort(state, seat, place, key),
        lambda: _able_weasels(state, seat, place),
    )


def _suppressors(state: KoreaState, seat: str, fixed: Wing, place: int) -> SomeOf:
    return _company(
        state, wing(state, seat, READY), fixed, lambda key: why_not_weasel(state, seat, place, key), lambda: ()
    )


# rule: NW-23.1, NWK-11.3.b
def _company(
    state: KoreaState,
    able: Wing,
    fixed: Wing,
    why_not: Callable[[int], Refusal | None],
    later: Callable[[], Wing],
) -> SomeOf:
    """Some more aircraft of a mission, which has four at most; ``later`` come after them, if there is room."""

    def together(keys: Wing, more: Callable[[], Wing]) -> Refusal | None:
        taken = (*fixed, *keys)
        return why_not_together(state, taken, more if len(taken) < MOST else tuple)

    def free() -> Wing:
        return tuple(key for key in able if why_not(key) is None)

    def refused(key: int) -> Refusal | None:
        if key in fixed:
            return refuse("NW-23.1", "refuse.air_busy", link(key), unit=link(key))
        return why_not(key) or together((key,), lambda: (*free(), *later()))

    def check(keys: Wing) -> Refusal | None:
        return together(keys, later)

    alone: Wing = ()
    return pick_wing(
        state,
        able,
        refused,
        most=MOST - len(fixed),
        rule="NW-23.1",
        check=check,
        default=alone if check(alone) is None else next((key,) for key in free() if check((key,)) is None),
    )


# rule: NW-23.2.b, NW-29.2.1.b
def announce(d: Draft[KoreaState], mission: Mission) -> None:
    """Write a mission down; nothing is resolved before all are announced."""
    number = max(d.now.missions, default=0) + 1
    # rule: NW-29.2.1.a
    hidden = d.now.board.settings.hidden_air and not mission.helicopter
    d.put("missions", number, replace(mission, is_open=not hidden))
    points = (at(mission.place),) if mission.place else ()
    what = mission.aim
    chopper = (Ref("helicopter", mission.helicopter),) if mission.helicopter else ()
    flying = (*map(link, (*mission.strikers, *mission.escorts, *mission.weasels)), *chopper)
    if hidden:
        d.log("log.mission", "NW-23.2.b", *points, readers=(d.seat,), mission=number, what=what, units=flying)
        d.log("log.mission_sealed", "NW-29.2.1.b", *points, mission=number, what=what)
    else:
        d.log("log.mission", "NW-23.2.b", *points, mission=number, what=what, units=flying)


# rule: NWS-ADV-8.b, NWS-ADV-8.c, NWS-ADV-11
def can_announce(state: KoreaState, seat: str, by_air: bool) -> bool:
    """Whether a side has anything to announce: a helicopter strike, and where it may fly any, an air strike."""
    if by_air and aim_choice(state, seat).is_possible():
        return True
    if seat == ALLIED and by_air and why_no_weasels(state, seat) is None:
        return True
    return helicopters(state, seat).is_possible()


# -- Wild Weasels ----------------------------------------------------------------------------------------------------


def why_no_weasels(state: KoreaState, seat: str) -> Refusal | None:
    """Why no Wild Weasel mission can be announced."""
    if any(why_not_weasel(state, seat, 0, key) is None for key in wing(state, seat, READY)):
        return None
    return refuse("NW-23.3.b", "refuse.no_weasels_left")


# rule: NW-23.3.b, NW-23.1
def radar_weasels(state: KoreaState, seat: str) -> SomeOf:
    """Wild Weasels against the detection track."""
    return _weasels(state, seat, (), least=0)


# rule: NW-23.3.b, NW-23.1
def sam_weasels(state: KoreaState, seat: str, radar: Wing) -> SomeOf:
    """Wild Weasels against the missile track: two attack at most, each the track of its own choice."""
    return _weasels(state, seat, radar, least=0 if radar else 1)


def _weasels(state: KoreaState, seat: str, taken: Wing, least: int) -> SomeOf:
    def why_not(key: int) -> Refusal | None:
        if key in taken:
            return refuse("NW-23.1", "refuse.air_busy", link(key), unit=link(key))
        return why_not_weasel(state, seat, 0, key) or why_not_together(state, (*taken, key))

    return pick_wing(
        state,
        wing(state, seat, READY),
        why_not,
        least=least,
        most=MOST_STRIKERS - len(taken),
        rule="NW-23.1",
        check=lambda keys: why_not_together(state, (*taken, *keys)),
        default=() if least == 0 else None,
    )


def weasel_escorts(state: KoreaState, seat: str, radar: Wing, sam: Wing) -> SomeOf:
    """Escorts of a Wild Weasel mission."""
    return _escorts(state, seat, (*radar, *sam), 0)


def weasel_company(state: KoreaState, seat: str, radar: Wing, sam: Wing, escorts: Wing) -> SomeOf:
    """Further Wild Weasels that only suppress."""
    return _suppressors(state, seat, (*radar, *sam, *escorts), 0)


def announce_weasels(d: Draft[KoreaState], radar: Wing, sam: Wing, escorts: Wing, weasels: Wing) -> None:
    """Write a Wild Weasel mission down."""
    tracks = (network.DETECTION,) * len(radar) + (network.SAM,) * len(sam)
    announce(d, Mission(d.seat, WEASEL, strikers=(*radar, *sam), tracks=tracks, escorts=escorts, weasels=weasels))


# -- helicopters -----------------------------------------------------------------------------------------------------


# rule: NW-23.4.2.a, NW-27.7.1.b
def why_not_helicopter(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a helicopter unit cannot strike."""
    unit, counter, who = state.helicopters[key], state.board.helicopters[key], Ref("helicopter", key)
    if counter.side != seat or not unit.hex:
        return refuse("NW-23.4.2.a", "refuse.not_yours", who, unit=who)
    if missions_left(state, key) < 1 or any(m.helicopter == key for m in state.missions.values()):
        return refuse("NW-23.4.2.a", "refuse.no_missions_left", who, unit=who)
    return installations.why_grounded(state, key)


def helicopters(state: KoreaState, seat: str) -> OneOf:
    """Helicopter units that can strike something."""

    def why_not(key: int) -> Refusal | None:
        if (no := why_not_helicopter(state, seat, key)) is not None:
            return no
        if weasel_tracks(state, key) or any(_has_prey(state, seat, key, aim) for aim in targets.HELICOPTER_AIMS):
            return None
        return dead_end("NW-23.4.b", "refuse.nothing_to_strike", Ref("helicopter", key))

    return pick("helicopter", state.helicopters, why_not)


def helicopter_aims(state: KoreaState, seat: str, key: int) -> OneOf:
    """A ground unit, or a hex for interdiction."""
    aims = [aim for aim in targets.HELICOPTER_AIMS if _has_prey(state, seat, key, aim)]

    def why_not(aim: str) -> Refusal | None:
        # rule: NW-23.4.b
        if aim not in targets.HELICOPTER_AIMS:
            return refuse("NW-23.4.b", "refuse.no_such_target")
        return dead_end("NW-23.4.b", "refuse.nothing_to_strike")

    return OneOf("aim", (*aims, *weasel_tracks(state, key)), why=why_not)


# rule: NWK-15.6
def weasel_tracks(state: KoreaState, key: int) -> tuple[str, ...]:
    """The tracks that a helicopter unit can attack as a Wild Weasel: by option radar and missiles, for AH-1Z."""
    is_cobra = state.board.helicopters[key].type == COBRA
    return (network.DETECTION, network.SAM) if state.board.settings.cobra_weasels and is_cobra else ()


def helicopter_value(state: KoreaState, key: int, aim: str) -> str:
    """What a helicopter unit strikes as: by its support rating, on the column for helicopters."""
    # rule: NWK-15.6
    if aim in network.TRACKS:
        return "wild_weasel"
    support = state.board.helicopters[key].support[state.helicopters[key].steps - 1]
    value = HELICOPTER_VALUE.get(support, "")
    return INTERDICTION_VALUE.get(value, "") if aim == targets.INTERDICTION else value


def helicopter_places(state: KoreaState, seat: str, key: int, aim: str) -> OneOf | None:
    """Where a helicopter unit can strike; tracks have no place."""
    return None if aim in network.TRACKS else _helicopter_places(state, seat, key, aim)


# rule: NW-23.4.2.a, NW-23.4.2.b
def _helicopter_places(state: KoreaState, seat: str, key: int, aim: str) -> OneOf:
    """Where a helicopter unit can strike: within its range."""
    return pick("place", _around(state, key), lambda place: _why_not_prey(state, seat, key, aim, place))


def _around(state: KoreaState, key: int) -> tuple[int, ...]:
    """The places within range of a helicopter unit, boxes off the map among them."""
    start, most = state.helicopters[key].hex, state.board.helicopters[key].range
    hexes = state.board.map.within(start, most) if is_hex(start) else state.board.grid.hexes
    # rule: NWK-5.5.1.e, NW-23.4.2.a
    return tuple(h for h in (*hexes, *LAND_BOXES.values()) if distance(state, start, h) <= most)


def _why_not_prey(state: KoreaState, seat: str, key: int, aim: str, place: int) -> Refusal | None:
    """Why a helicopter unit can do nothing in a hex."""
    who = Ref("helicopter", key)
    if distance(state, state.helicopters[key].hex, place) > state.board.helicopters[key].range:
        return refuse("NW-23.4.2.a", "refuse.beyond_range", who, at(place), unit=who, place=at(place))
    if (no := targets.why_not_place(state, seat, aim, place)) is not None:
        return no
    value = helicopter_value(state, key, aim)
    units = _units_there(state, seat, place) if aim == UNIT else (0,)
    if any(targets.column(state, Mission(seat, aim, place, unit), value) for unit in units):
        return None
    return dead_end("NW-23.4.3.a", "refuse.too_weak", at(place), place=at(place))


def _has_prey(state: KoreaState, seat: str, key: int, aim: str) -> bool:
    """Whether a helicopter unit can do anything within its range; units are only looked for where the enemy stands."""
    held, foe = holders(state), enemy(seat)
    hexes = (h for h in _around(state, key) if aim != UNIT or held.get(h) == foe)
    return any(_why_not_prey(state, seat, key, aim, h) is None for h in hexes)


def _units_there(state: KoreaState, seat: str, place: int) -> tuple[int, ...]:
    return tuple(key for key in there(state, place) if targets.why_not_unit(state, seat, key) is None)


def helicopter_units(state: KoreaState, seat: str, key: int, aim: str, place: int) -> OneOf | None:
    """Which unit there it strikes."""
    if aim != UNIT:
        return None
    value = helicopter_value(state, key, aim)

    def why_not(unit: int) -> Refusal | None:
        if (no := targets.why_not_unit(state, seat, unit)) is not None:
            return no
        if targets.column(state, Mission(seat, aim, place, unit), value):
            return None
        return refuse("NW-23.4.3.a", "refuse.too_weak", ref(unit), place=at(place))

    return pick("piece", there(state, place), why_not)


def announce_helicopter(d: Draft[KoreaState], key: int, aim: str, place: int, unit: int) -> None:
    """Write a helicopter strike down; it uses one of the unit's missions."""
    d.edit("helicopters", key, missions=d.now.helicopters[key].missions + 1)
    announce(d, Mission(d.seat, aim, place, unit, helicopter=key, start=d.now.helicopters[key].hex))
