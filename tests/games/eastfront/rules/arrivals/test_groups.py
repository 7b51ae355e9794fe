"""Special groups, released garrisons and scheduled aircraft."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.actions.recruiting import Accept
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import asked, board, key, play, where, why

USES, GROUPS = "turn.strategic.replacements.uses", "turn.strategic.arrivals.groups"
GROUP = {
    "group": "1",
    "turns": [48, 50],
    "vp": 1,
    "units": [{"unit": "320 Rifle Div", "hex": "4014"}, {"unit": "72 Cav Div", "hex": "4014", "turn": 50}],
}
TO_COME = {name: {"box": "to_come"} for name in ("320 Rifle Div", "72 Cav Div")}


def soviet(pieces: dict[str, Any], *groups: Any, **more: Any) -> CrimeaState:
    card = {"soviet": {"groups": list(groups)}}
    return board("strategic.replacements", pieces, facts={"card": card}, **more)


# -- Soviet groups and garrisons ---------------------------------------------------------------------------------------


@pytest.mark.rule("EF-8.31.a", "EF-8.31.b", "EF-PB3.23.f", "EF-4.2.A3")
def test_the_soviets_take_a_group_for_its_price_and_the_rest_follows() -> None:
    second = {**GROUP, "group": "2", "units": [{"unit": "63 Mtn Div", "hex": "4014"}]}
    state = soviet({**TO_COME, "63 Mtn Div": {"box": "to_come"}}, GROUP, second)
    assert asked(state) == {"soviet": USES}
    state = play(state, "soviet", {"accept": "1"}).state
    assert (where(state, "320 Rifle Div"), where(state, "72 Cav Div")) == ("active", "to_come")
    assert state.tracks["vp"] == 1
    # One a turn: the phase is over.
    assert asked(state).get("soviet") != USES
    taken = {"vp": 1, "group_soviet_1": 48}
    card = {"facts": {"card": {"soviet": {"groups": [GROUP]}}}}
    later = board("strategic.arrivals", TO_COME, turn=50, tracks={"tracks": taken}, **card)
    assert (where(later, "72 Cav Div"), later.tracks["vp"]) == ("active", 1)


@pytest.mark.rule("EF-8.31.b", "EF-PB3.52")
def test_a_group_without_a_hex_gathers_in_map_t() -> None:
    group = {**GROUP, "units": [{"unit": "320 Rifle Div"}, {"unit": "72 Cav Div", "turn": 50}]}
    state = play(soviet(TO_COME, group), "soviet", {"accept": "1"}).state
    assert (where(state, "320 Rifle Div"), where(state, "72 Cav Div")) == ("map_t", "to_come")
    card = {"facts": {"card": {"soviet": {"groups": [group]}}}}
    later = board("strategic.arrivals", TO_COME, turn=50, tracks={"tracks": {"vp": 1, "group_soviet_1": 48}}, **card)
    assert where(later, "72 Cav Div") == "map_t"


@pytest.mark.rule("EF-8.23", "EF-8.31.b")
def test_the_aircraft_of_a_group_are_ready_in_the_turn_it_is_taken() -> None:
    group = {**GROUP, "units": [{"air": {"DB3": 1}}]}
    planes = {n: {"side": "soviet", "kind": "DB3", "box": "to_come", "shown": True} for n in (1, 2)}
    state = play(soviet({}, group, air=planes), "soviet", {"accept": "1"}).state
    assert [unit.box for unit in state.air.values()] == ["ready", "to_come"]


@pytest.mark.rule("EF-8.31.a", "EF-8.31.b")
def test_a_group_has_its_window() -> None:
    garrison = {"106 Rifle Div": {"hex": 3606, "garrison": True}, **TO_COME}
    late = soviet(garrison, GROUP, turn=51)
    assert why(late, "soviet", {"accept": "1"}).rule == "EF-8.31.a"
    slow = {**GROUP, "units": [{"unit": "72 Cav Div", "hex": "4014", "turn": 50}]}
    assert why(soviet(garrison, slow), "soviet", {"accept": "1"}).rule == "EF-8.31.b"
    no = GAME.why_not(soviet(garrison), "soviet", Accept("1"))
    assert no is not None
    assert no.rule == "EF-8.31.a"


@pytest.mark.rule("EF-PB3.23.f")
def test_one_garrison_hex_a_turn_or_a_group() -> None:
    posts = {
        "106 Rifle Div": {"hex": 3606, "garrison": True},
        "52 Art Rgt": {"hex": 3606, "garrison": True},
        "271 Rifle Div": {"hex": 3705, "garrison": True},
        "156 Rifle Div": 3810,
    }
    income = {"switches": {"replacements": {"value": "cards"}}, "soviet": {"groups": [GROUP]}}
    planes = {8: {"side": "soviet", "kind": "DB3", "box": "damaged", "shown": True}}
    points = {"vp": 0, "soviet_air": 1}
    state = board(
        "strategic.replacements",
        {**posts, **TO_COME},
        facts={"card": income},
        air=planes,
        tracks={"tracks": points},
    )
    assert why(state, "soviet", {"free": 3810}).rule == "EF-PB3.23.f"
    state = play(state, "soviet", {"free": 3606}).state
    assert [state.pieces[key(state, name)].garrison for name in posts] == [False, False, True, False]
    assert why(state, "soviet", {"free": 3705}).rule == "EF-PB3.23.f"
    assert why(state, "soviet", {"accept": "1"}).rule == "EF-PB3.23.f"


# -- Axis groups -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-8.32")
def test_the_axis_takes_as_many_groups_as_it_likes() -> None:
    groups = [
        {"group": name, "turns": [48, 49], "vp": 1, "units": [{"unit": unit, "hex": "3205"}]}
        for name, unit in (("A", "28 Jg Div"), ("B", "197 AG Bn"))
    ]
    facts = {"card": {"axis": {"groups": groups}}}
    pieces = {name: {"box": "to_come"} for name in ("28 Jg Div", "197 AG Bn")}
    state = board("strategic.arrivals", pieces, facts=facts)
    assert asked(state) == {"axis": GROUPS}
    state = play(state, "axis", {"accept": "A"}).state
    assert why(state, "axis", {"accept": "A"}).rule == "EF-8.32"
    state = play(state, "axis", {"accept": "B"}).state
    assert (where(state, "28 Jg Div"), where(state, "197 AG Bn"), state.tracks["vp"]) == ("active", "active", -2)
    entering = board(
        "axis.movement",
        {"28 Jg Div": {"box": "active"}},
        facts=facts,
        tracks={"tracks": {"vp": -1, "group_axis_A": 48}},
    )
    assert where(play(entering, "axis", {"enter": "28 Jg Div"}).state, "28 Jg Div") == 3205


# -- aircraft ----------------------------------------------------------------------------------------------------------


def flying(turn: int = 48, box: str = "", **more: Any) -> CrimeaState:
    row = {"turn": 48, "air": {"Ju87": 1}, **({"box": box} if box else {})}
    planes = {n: {"side": "axis", "kind": "Ju87", "box": "to_come", "shown": True} for n in (1, 2)}
    return board(
        "strategic.arrivals",
        {},
        facts={"card": {"axis": {"reinforcements": [row]}}},
        air=planes,
        turn=turn,
        **more,
    )


@pytest.mark.rule("EF-8.23")
def test_scheduled_aircraft_are_ready_at_once() -> None:
    assert [unit.box for unit in flying().air.values()] == ["ready", "to_come"]
    assert [unit.box for unit in flying(box="damaged").air.values()] == ["damaged", "to_come"]
    assert [unit.box for unit in flying(storms=True).air.values()] == ["flown", "to_come"]
    assert [unit.box for unit in flying(turn=49).air.values()] == ["to_come", "to_come"]


@pytest.mark.rule("EF-8.23", "EF-8.31.a")
def test_what_comes_later_waits_from_the_start() -> None:
    air = {"source": "printed", "ready": {"Ju87": 1}, "to_come": {"Ju88": 1}}
    facts = {"card": {"axis": {"air": air}, "soviet": {"groups": [GROUP]}}}
    state = GAME.start(GAME.open("1", facts=facts), SeededDice(b"later")).state
    assert [unit.box for unit in state.air.values() if unit.side == "axis"] == ["ready", "to_come"]
    assert where(state, "72 Cav Div") == "to_come"
