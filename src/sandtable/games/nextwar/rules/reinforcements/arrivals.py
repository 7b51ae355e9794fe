"""Chapter 10 and Korea, 7: units that come during the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.nextwar.model import DPRK, PASSIVE, POOL, PRC, ROK, TO_COME, TO_PLACE, KoreaState, enemy
from sandtable.games.nextwar.rules.air_points import helicopters
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.formations.subordination import parents
from sandtable.games.nextwar.rules.movement import control, stacking
from sandtable.games.nextwar.rules.movement.imaginary_hexes import is_imaginary
from sandtable.games.nextwar.rules.reinforcements import groups
from sandtable.games.nextwar.rules.special_operations import markers
from sandtable.games.nextwar.rules.terms.stacks import holders, points2
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.games.nextwar.scenario.counters import Counter, HelicopterCounter
from sandtable.games.nextwar.scenario.ground import BUSAN, JAPAN_BOX
from sandtable.games.nextwar.scenario.setup import is_reserve_hq
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

SEGMENT_ENDS = {"elite_reaction": "elite_end", "reaction": "reaction_end", "second_movement": "second_end"}
SEGMENT_STARTS = {"reaction": "reaction_start"}
REINFORCEMENT = "reinforcement"
IN_STORM = ("hamhung", "N2000")
"""Where reinforcements of the DPRK arrive even in a storm."""
ALL = "all"
RESERVES, RESERVE_CORPS = ("pmtu", "rg"), "XI"
"""Kinds of reserves of the DPRK, and the corps that is made of them."""


# -- single units that a scenario names ------------------------------------------------------------------------------


def due(state: KoreaState, when: str) -> tuple[Mapping[str, Any], ...]:
    """Arrivals of the card that are due now and have not come yet."""
    rows = (row for row in state.board.card["arrivals"] if "unit" in row and row["when"] == when)
    return tuple(row for row in rows if state.turn >= row["turn"] and _key(state, row))


def _key(state: KoreaState, row: Mapping[str, Any]) -> int:
    """The unit of an arrival, if it is still to come."""
    rows = state.units.items()
    return next((k for k, u in rows if u.box == TO_COME and state.board.units[k].sheet == row["unit"]), 0)


def entry_hexes(state: KoreaState, row: Mapping[str, Any]) -> tuple[int, ...]:
    """Hexes of an arrival that the enemy does not hold."""
    side = state.board.units[_key(state, row)].side
    places = (state.board.place(label) for label in row["hexes"])
    return tuple(h for h in places if holders(state).get(h) != enemy(side))


# rule: NWK-7.1.4.d
def come(when: str) -> Any:
    """Bring in what is due at some point of the turn and has only one place to go."""

    def arrive(d: Draft[KoreaState]) -> None:
        for row in due(d.now, when):
            if len(hexes := entry_hexes(d.now, row)) == 1:
                _enter(d, row, hexes[0])

    return arrive


def _enter(d: Draft[KoreaState], row: Mapping[str, Any], place: int) -> None:
    key = _key(d.now, row)
    d.edit("units", key, hex=place, box="", spent=row.get("spent", 0), moved=False)
    side = d.now.board.units[key].side
    d.log("log.arrived", "NWK-7.1.4.a", ref(key), at(place), by=side, unit=ref(key), place=at(place))
    control.visit(d, (place,), side)


# rule: NWK-16.1.1.d, NWK-16.1.5.c
def rest(d: Draft[KoreaState], when: str) -> None:
    """What a unit had spent on its way when it came in counts in that segment alone."""
    late = {row["unit"] for row in d.now.board.card["arrivals"] if row["when"] == when and "spent" in row}
    for key, unit in d.now.units.items():
        if unit.spent and d.now.board.units[key].sheet in late:
            d.edit("units", key, spent=0)


def chooser(when: str) -> Any:
    """The side that has to say where a unit comes in."""

    def who(state: KoreaState) -> tuple[str, ...]:
        for row in due(state, when):
            if len(entry_hexes(state, row)) > 1:
                return (state.board.units[_key(state, row)].side,)
        return ()

    return who


def at_choice(state: KoreaState, when: str) -> tuple[int, ...]:
    """Units that have a choice of entry hexes now."""
    return tuple(_key(state, row) for row in due(state, when) if len(entry_hexes(state, row)) > 1)


def entering(when: str) -> Any:
    """Units that have a choice of entry hexes now."""

    def choice(state: KoreaState, seat: str) -> OneOf:
        return OneOf("piece", at_choice(state, when))

    return choice


def entry_choice(when: str) -> Any:
    """Where one of them may come in."""

    def choice(state: KoreaState, seat: str, key: int) -> OneOf:
        row = next(row for row in due(state, when) if _key(state, row) == key)
        return OneOf("place", entry_hexes(state, row))

    return choice


def enter(when: str) -> Any:
    """Bring a unit in at a hex of choice."""

    def effect(d: Draft[KoreaState], action: Any) -> None:
        row = next(row for row in due(d.now, when) if _key(d.now, row) == action.unit)
        _enter(d, row, action.to)

    return effect


# -- the reinforcement phase -----------------------------------------------------------------------------------------


# rule: NWS-STD-6.1, NWK-7.1.4.a, NW-10.0
def receive(d: Draft[KoreaState]) -> None:
    """Call up what the card names for this turn: helicopters, formations and random draws."""
    for row in d.now.board.card["arrivals"]:
        if row["when"] == REINFORCEMENT and row["turn"] == d.now.turn and "helicopters" in row:
            _call_helicopters(d, row["helicopters"], row["count"])
    plan = d.now.board.card.get("reinforcements") or {}
    for side in (d.now.first, enemy(d.now.first)):
        for row in plan.get(side, ()):
            if row["turn"] == d.now.turn:
                _draw(d, side, row)
                if "sof" in row:
                    markers.reinforce(d, side, row["sof"])
        for key in _scheduled(d.now, side):
            # rule: NWK-7.3, NW-4.1.3.e
            counter = d.now.board.units[key]
            if not is_storm(d.now) or counter.reserve or counter.setup in IN_STORM:
                _place_printed(d, key)
    groups.call(d)


def _call_helicopters(d: Draft[KoreaState], formation: str, count: int) -> None:
    waiting = [k for k, u in d.now.helicopters.items() if u.box == TO_COME]
    called = [k for k in waiting if d.now.board.helicopters[k].formation == formation]
    for key in called[:count]:
        d.edit("helicopters", key, box=TO_PLACE)


def _scheduled(state: KoreaState, side: str) -> tuple[int, ...]:
    """Units with a printed place whose turn has come, late ones and reserves without a place among them."""
    rows = [r for r in (state.board.card.get("reinforcements") or {}).get(side, ()) if r["turn"] <= state.turn]
    names = {name for row in rows for name in row.get("formations", ())}
    staffs = {name for row in rows for name in row.get("hqs", ())}
    found = []
    for key, unit in state.units.items():
        counter = state.board.units[key]
        if unit.box != TO_COME or counter.side != side or not counter.setup:
            continue
        # rule: NWK-16.2.2.f, NWK-16.2.3.f
        named = counter.formation in (staffs if counter.kind == "hq" and counter.nation == ROK else names)
        # rule: NWK-7.1.4.d
        is_held = bool(counter.reserve)
        if is_held or (named and not is_withheld(state, counter)):
            found.append(key)
    return tuple(found)


# rule: NWK-16.2.2.c, NWK-16.2.2.n, NWK-16.2.3.c
def is_withheld(state: KoreaState, counter: Counter) -> bool:
    """Whether a reinforcement of the DPRK stays away because China is passive: all but reserves and Red Guards."""
    if counter.nation != DPRK or state.postures.get(PRC) != PASSIVE:
        return False
    return not counter.reserve and counter.kind not in RESERVES and counter.formation != RESERVE_CORPS


# rule: NWK-7.1.2.a, NWK-7.1.2.d, NWK-7.1.2.2.a
def _draw(d: Draft[KoreaState], side: str, row: Mapping[str, Any]) -> None:
    """Draw reserves of a code at random and place them."""
    for code, number in (row[name] for name in ("draw", "more") if name in row):
        pool = [k for k, u in d.now.units.items() if u.box == POOL and d.now.board.units[k].reserve == code]
        for _ in range(len(pool) if number == ALL else min(number, len(pool))):
            roll = d.draw("roll.reserve", range(len(pool)))
            key = pool.pop(roll.faces[0])
            d.log("log.reserve_drawn", "NWK-7.1.2.d", ref(key), rolls=[roll], by=side, unit=ref(key))
            _place_printed(d, key)


# rule: NWK-7.1.2.b, NWK-7.1.2.c
def _place_printed(d: Draft[KoreaState], key: int) -> None:
    """Put a unit on its printed place; a reserve whose place the enemy controls is lost."""
    counter = d.now.board.units[key]
    place = d.now.board.place(counter.setup)
    foe = enemy(counter.side)
    # rule: NWK-15.10.b
    if place == BUSAN and d.now.busan_lost:
        d.edit("units", key, hex=place, box="")
        losses.eliminate(d, key, "NWK-15.10.b")
        return
    is_lost = control.controller(d.now, place) == foe
    if is_lost and counter.reserve:
        d.edit("units", key, hex=place, box="")
        losses.eliminate(d, key, "NWK-7.1.2.b")
        return
    # A place that the enemy has entered but does not control yet is not lost: reserves gather beside it.
    is_entered = holders(d.now).get(place) == foe
    to = place if is_entered and not counter.reserve else _with_room(d.now, key, place)
    # rule: NWK-7.1.4.d
    if is_lost or holders(d.now).get(to) == foe:
        d.edit("units", key, box=TO_COME)
        return
    d.edit("units", key, hex=to, box="")
    d.log("log.arrived", "NWK-7.1.2.a", ref(key), at(to), by=counter.side, unit=ref(key), place=at(to))
    _raise_hq(d, key)


# rule: NWK-7.1.2.1
def _raise_hq(d: Draft[KoreaState], key: int) -> None:
    """The headquarters of a reserve corps takes its place with the first of its units."""
    counters = d.now.board.units
    for hq in parents(d.now.board, key):
        waits = hq in d.now.units and d.now.units[hq].box == TO_COME
        if waits and is_reserve_hq(counters[hq]):
            _place_printed(d, hq)


def _with_room(state: KoreaState, key: int, place: int) -> int:
    """The printed place, or the first hex next to it where the unit does not crowd others."""
    side, size = state.board.units[key].side, face(state, key).stack2
    for h in (place, *sorted(state.board.near.get(place, ()))):
        ground = state.board.ground[h]
        mine = holders(state).get(h, side) == side and control.controller(state, h) == side and ground.is_land
        if mine and not is_imaginary(state, h) and points2(state).get(h, 0) + size <= stacking.limit2(state, h, side):
            return h
    return place


# rule: NWK-16.1.1.d, NW-6.5.1.1
def baser(state: KoreaState, side: str) -> tuple[str, ...]:
    """A side, if it has helicopter units to put on a base and there is one with room."""
    free = bool(_waiting(state, side, False)) and any(
        _why_not_base(state, side, h) is None for h in state.board.map.bases[side]
    )
    return (side,) if free else ()


def _why_not_base(state: KoreaState, side: str, place: int) -> Refusal | None:
    if place not in state.board.map.bases[side]:
        return refuse("NW-6.5.1.a", "refuse.not_your_base", at(place), place=at(place))
    return helicopters.why_not_base(state, side, place)


def _waiting(state: KoreaState, side: str, lettered: bool) -> list[int]:
    """Helicopter units of a side that need a base: those of a lettered group, or others."""
    counters = state.board.helicopters
    rows = ((key, counters[key]) for key, unit in state.helicopters.items() if unit.box == TO_PLACE)
    return [key for key, counter in rows if counter.side == side and is_lettered(counter) == lettered]


def is_lettered(counter: HelicopterCounter) -> bool:
    """Whether helicopters come with a group of the Allied table."""
    return bool(counter.arrival) and counter.nation != PRC


def base_choice(state: KoreaState, seat: str, key: int) -> OneOf:
    """Bases of a side that have room."""
    if is_lettered(state.board.helicopters[key]):
        bases = (*state.board.map.bases[seat], JAPAN_BOX)
        return pick("place", bases, lambda place: groups.why_no_helicopter(state, key, place))
    return pick("place", state.board.map.bases[seat], lambda place: _why_not_base(state, seat, place))


def basing(state: KoreaState, seat: str) -> OneOf:
    """Helicopter units that can go to a base now."""
    ready = _waiting(state, seat, True)
    if any(_why_not_base(state, seat, h) is None for h in state.board.map.bases[seat]):
        ready += _waiting(state, seat, False)
    return OneOf("helicopter", ready)


# rule: NWS-STD-6.1, NWK-7.1.4.d
def receiver(state: KoreaState, side: str) -> tuple[str, ...]:
    """A side, if something of it has come and has a place to arrive in."""
    helicopters_ = bool(_waiting(state, side, True)) or bool(baser(state, side))
    units = any(groups.has_place(state, key) for key in groups.expected(state, side))
    return (side,) if helicopters_ or units or groups.waiting_ships(state, side) else ()
