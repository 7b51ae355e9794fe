"""What is remembered of a position stays true while units move, and is what a fresh look gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, CrimeaState
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.soviet_units.soviet_units import headquarters
from sandtable.games.eastfront.rules.special_movement import overrun
from sandtable.games.eastfront.rules.special_units.artillery import _guns
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.kernel import Draft, NoDice, SeededDice, Step, codec
from sandtable.sim.driver import Players, seat_bots

Look = Callable[[CrimeaState], Any]

LOOKS: dict[str, Look] = {
    "stacks": zoc_and_stacking.stacks,
    "holders": zoc_and_stacking.holders,
    "stacking": zoc_and_stacking.stacking,
    "zones": zoc_and_stacking.zones,
    "zoc": lambda s: [zoc_and_stacking.zoc(s, side) for side in SIDES],
    "control_changes": zoc_and_stacking.control_changes,
    "on_map": lambda s: [zoc_and_stacking.on_map(s, side) for side in SIDES],
    "overstacked": lambda s: [zoc_and_stacking.overstacked(s, side) for side in SIDES],
    "supplied": lambda s: [supply.supplied_hexes(s, side) for side in SIDES],
    "headquarters": lambda s: [headquarters(s, operational) for operational in (True, False)],
    "guns": _guns,
}


def start() -> CrimeaState:
    state: CrimeaState = GAME.start(GAME.open("7"), SeededDice(b"memory")).state
    return state


def anew(state: CrimeaState) -> CrimeaState:
    """The same position, nothing of it remembered."""
    return codec.decode_state(codec.encode(state), CrimeaState, state.board)


def in_order(value: Any) -> Any:
    """A value with its order, which rules and players see."""
    return list(value.items()) if isinstance(value, dict) else value


def unit(state: CrimeaState, side: str, number: int = 0) -> int:
    return [key for key in zoc_and_stacking.on_map(state, side) if state.board.units[key].exerts][number]


def moves(d: Draft[CrimeaState]) -> Iterator[str]:
    """Changes of every kind, one after the other; after each of them the position is looked at."""
    first, second, foe = unit(d.now, AXIS), unit(d.now, AXIS, 5), unit(d.now, SOVIET)
    home, near = d.now.pieces[first].hex, d.now.board.grid.neighbours
    d.edit("pieces", first, moved="move", spent=2)
    yield "what a unit has done"
    d.edit("pieces", first, hex=d.now.pieces[second].hex)
    yield "a unit joins another"
    free = next(
        h for h in near[d.now.pieces[foe].hex] if h not in zoc_and_stacking.stacks(d.now) and h in d.now.control
    )
    d.edit("pieces", second, hex=free)
    yield "a unit goes next to the enemy"
    d.edit("pieces", foe, overrun=True)
    yield "a unit loses its zone"
    d.edit("pieces", foe, overrun=False, steps=1)
    d.edit("pieces", first, hex=home)
    yield "a unit recovers while another comes back"
    zoc_and_stacking.settle_control(d)
    yield "hexes change hands"
    d.edit("pieces", second, hex=0, box="cadre")
    yield "a unit leaves the map"
    d.edit("pieces", headquarters(d.now, False)[0], back=False)
    yield "a headquarters recovers"
    d.edit("pieces", second, hex=home, box="")
    yield "a unit comes on the map"
    for key in zoc_and_stacking.on_map(d.now, SOVIET):
        d.edit("pieces", key, hex=near[d.now.pieces[key].hex][0])
    yield "everybody moves at once"
    d.set(weather="mud")
    yield "the weather changes"


@pytest.mark.parametrize("name", LOOKS)
def test_what_is_brought_up_to_date_is_what_a_fresh_look_gives(name: str) -> None:
    look, d = LOOKS[name], Draft(start(), NoDice())
    look(d.now)
    for change in moves(d):
        assert in_order(look(d.now)) == in_order(look(anew(d.now))), change


@pytest.mark.parametrize("name", LOOKS)
def test_what_a_unit_has_done_changes_no_index(name: str) -> None:
    look, d = LOOKS[name], Draft(start(), NoDice())
    known = look(d.now)
    d.edit("pieces", unit(d.now, AXIS), moved="move", spent=2, travelled=True)
    again = look(d.now)
    same = all(a is b for a, b in zip(known, again, strict=True)) if isinstance(known, list) else again is known
    assert same


def test_touched_hexes_are_those_left_and_entered() -> None:
    d = Draft(start(), NoDice())
    key = unit(d.now, AXIS)
    old = d.now.pieces[key]
    d.edit("pieces", key, hex=old.hex + 1)
    assert memory.touched(d.now, {key: old}) == (old.hex, old.hex + 1)
    d.edit("pieces", key, hex=0, box="cadre")
    assert memory.touched(d.now, {key: old}) == (old.hex,)
    assert memory.touched(d.now, {key: d.now.pieces[key]}) == ()


@cache
def played(seed: int) -> tuple[CrimeaState, ...]:
    """Positions of a random game in which units can move."""
    theatre, key = GAME.open("7"), f"memory {seed}".encode()
    dice, players = SeededDice(key), Players(GAME, seat_bots(GAME, theatre, key), key)
    state: CrimeaState = GAME.start(theatre, dice).state
    found = []
    while GAME.ending(state) is None:
        if state.here.at.endswith(".moves") and state.here.at.split(".")[2] in ("movement", "motorised"):
            found.append(state)
        seat, action = players.answer(state)
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step)
        state = step.state
    return tuple(found)


@pytest.mark.rule("EF-11.43.1")
def test_the_quick_look_before_an_overrun_misses_none() -> None:
    seen = 0
    for state in played(15):
        seat = state.here.waiting[0]
        for units in map(tuple, overrun._companies(state, seat).values()):
            found: dict[int, tuple[int, ...]] = {}
            ways = [overrun.approach(state, key) for key in units]
            for to in (h for h, side in zoc_and_stacking.holders(state).items() if side != seat):
                vias = [via for via in state.board.grid.neighbours[to] if all(via in way for way in ways)]
                fit = tuple(via for via in sorted(vias) if overrun.why_not(state, units, via, to) is None)
                found.update({to: fit} if fit else {})
            assert list(overrun.chances(state, units).items()) == list(found.items())
            seen += len(found)
    assert seen, "no overrun was possible: the game proves nothing"


@pytest.mark.rule("EF-10.74.c")
def test_the_search_steps_as_paths_do() -> None:
    for state in played(2)[::6]:
        seat = state.here.waiting[0]
        able = [key for key in zoc_and_stacking.on_map(state, seat) if movement.why_not_move(state, seat, key) is None]
        for key in able[::5]:
            guide = movement.mover(state, key)
            for place, paid in list(guide.reach().costs)[1:]:
                if place in guide.enemy_zoc or place == guide.start.place:
                    continue
                walk = movement.Walk(place, None if paid else 0, 0 if paid else None, paid)
                expected = []
                for to in guide.near[place]:
                    further = guide.after(walk, to) if guide.why_not(walk, to) is None else None
                    if further is not None and further.on is not None:
                        expected.append(((to, further.paid), further.on))
                    if further is not None and further.off is not None:
                        expected.append(((to, 0), further.off))
                assert guide._further_steps(place, paid) == expected
