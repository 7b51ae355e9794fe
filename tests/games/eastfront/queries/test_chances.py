"""The chances of an attack before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.eastfront.board import board, key

UNITS = {"73 Inf Div": 3604, "46 Inf Div": 3604, "SS LAH Rcn Bn": 3505, "49 Art Rgt": 3603, "106 Rifle Div": 3605}


@pytest.fixture(scope="module")
def state() -> CrimeaState:
    return board("axis.declaration", UNITS)


def asked(state: CrimeaState, params: Mapping[str, Any], seat: str = AXIS) -> Odds | None:
    found = GAME.query(GAME.view(state, seat), "odds", params)
    assert found is None or isinstance(found, Odds)
    return found


def told(state: CrimeaState, params: Mapping[str, Any], seat: str = AXIS) -> Odds:
    found = asked(state, params, seat)
    assert found is not None
    return found


def keys(state: CrimeaState, *names: str) -> list[int]:
    return sorted(key(state, name) for name in names)


def test_a_hex_tells_what_all_could_do_to_it(state: CrimeaState) -> None:
    found = told(state, {"place": 3605})
    assert found.attack.total == str(8 + 8 + 2 + 3)
    assert [part.points[0].id for part in found.attack.modifiers if part.points][:3] == sorted(
        keys(state, "73 Inf Div", "46 Inf Div", "SS LAH Rcn Bn")
    )
    assert found.column in found.columns
    assert found.title.key == "odds.title"


def test_the_other_side_can_ask_too(state: CrimeaState) -> None:
    assert told(state, {"place": 3605}, SOVIET) == told(state, {"place": 3605})
    assert asked(state, {"place": 4008}) is None


def test_shares_of_each_side_add_up_and_the_worst_for_the_defender_is_first(state: CrimeaState) -> None:
    found = told(state, {"place": 3605})
    for who in ("defender", "attacker"):
        assert sum(c.share for c in found.outcomes if c.key.startswith(f"odds.{who}.")) == WHOLE
    assert found.outcomes[0].key.startswith("odds.defender.")
    assert found.outcomes[0].tone == "good"


def test_ten_attacks_cost_what_the_ten_faces_say(state: CrimeaState) -> None:
    """4-1 without a modifier: rows 1 to 10 of the printed column."""
    lone = board(
        "axis.declaration", {"73 Inf Div": 3604, "46 Inf Div": 3604, "106 Rifle Div": {"hex": "3605", "steps": 1}}
    )
    found = told(lone, {"place": 3605})
    drm = sum(part.amount for part in found.shifts)
    cells = [lone.board.crt.look(min(max(die + drm, 0), 11), found.column).value for die in range(1, 11)]
    wiped = [cell for cell in cells if cell.endswith("/e")]
    share = sum(c.share for c in found.outcomes if c.key == "odds.defender.wiped")
    assert share == len(wiped) * WHOLE // 10
    note, *faces = found.notes
    assert faces[0].params["faces"] == " · ".join(f"{die}: {cell}" for die, cell in enumerate(cells, start=1))
    assert [one.params["column"] for one in faces] == ["8-1", "7-1", "9-1"]
    assert note.params["defender"] == sum(1 for cell in cells if cell.split("/")[1].strip("-R"))


def test_an_answer_being_composed_is_weighed_as_far_as_it_goes(state: CrimeaState) -> None:
    one = told(state, {"partial": {"do": "declare", "hexes": [3605], "units": keys(state, "73 Inf Div")}})
    assert one.attack.total == str(8 + 3)
    assert told(state, {"partial": {"do": "declare", "hexes": [3605]}}) == told(state, {"place": 3605})
    assert asked(state, {"partial": {"do": "declare"}}) is None
    assert asked(state, {}) is None


def test_what_if_leads_to_the_other_force(state: CrimeaState) -> None:
    one = told(state, {"partial": {"do": "declare", "hexes": [3605], "units": keys(state, "73 Inf Div")}})
    more = next(o for o in one.options if o.key == "odds.add_unit" and o.words["unit"].id == key(state, "46 Inf Div"))  # type: ignore[union-attr]
    assert told(state, more.params).attack.total == str(8 + 8 + 3)
    silent = next(o for o in one.options if o.key == "odds.guns")
    assert silent.active
    assert told(state, silent.params).attack.total == "8"


def test_nonsense_is_named(state: CrimeaState) -> None:
    with pytest.raises(UnknownName, match="no piece '99999'"):
        asked(state, {"force": {"side": AXIS, "hexes": [3605], "units": [99999]}})
    gone = key(state, "50 Inf Div")
    with pytest.raises(UnknownName, match=f"no piece '{gone}'"):
        asked(state, {"force": {"side": AXIS, "hexes": [3605], "units": [gone]}})
    with pytest.raises(UnknownName, match="no side 'blue'"):
        asked(state, {"force": {"side": "blue", "hexes": [3605]}})
    with pytest.raises(UnknownName, match="no query 'weather'"):
        GAME.query(GAME.view(state, AXIS), "weather", {})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hexes": [3605, 3605]}, "a place is named twice"),
        ({"hexes": [3605], "units": ["73 Inf Div", "73 Inf Div"]}, "a piece is named twice"),
        ({"hexes": [3605], "support": ["49 Art Rgt"] * 9}, "a piece is named twice"),
        ({"hexes": [3605, 3705, 3606, 3706, 3604, 3704, 3607]}, "against 6 hexes at most, not 7"),
        ({"hexes": [3605], "units": ["106 Rifle Div"]}, "does not fight for the side axis"),
        ({"hexes": [3609], "units": ["73 Inf Div"]}, "stands beside none of the hexes"),
        ({"hexes": 3605}, "come as a list"),
    ],
)
def test_a_force_is_named_as_it_could_be(state: CrimeaState, given: dict[str, Any], message: str) -> None:
    named = {
        name: [key(state, one) if isinstance(one, str) else one for one in value] if isinstance(value, list) else value
        for name, value in given.items()
    }
    with pytest.raises((ValueError, TypeError), match=message):
        asked(state, {"force": {"side": AXIS, **named}})


def test_a_fight_is_told_of_by_those_who_are_left(state: CrimeaState) -> None:
    both, left = keys(state, "73 Inf Div", "46 Inf Div"), keys(state, "73 Inf Div")
    fought = board(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle.forces"],
        {**UNITS, "46 Inf Div": {"box": "eliminated"}},
        attacks={"3605": {"side": AXIS, "hexes": ["3605"], "units": ["73 Inf Div", "46 Inf Div"]}},
        battle={"attack": 3605, "units": both},
    )
    alone = told(state, {"force": {"side": AXIS, "hexes": [3605], "units": left, "support": []}})
    assert told(fought, {}).attack.total == alone.attack.total
    assert told(fought, {"place": 3605}) == told(fought, {})


@pytest.mark.rule("EF-16.21")
def test_once_the_die_is_thrown_no_chance_is_told(state: CrimeaState) -> None:
    both = keys(state, "73 Inf Div", "46 Inf Div")
    fought = board(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle.result.attacker_losses"],
        UNITS,
        attacks={"3605": {"side": AXIS, "hexes": ["3605"], "units": ["73 Inf Div", "46 Inf Div"]}},
        battle={"attack": 3605, "units": both, "result": "1/-", "losses_attacker": 1},
    )
    for question in ({}, {"place": 3605}, {"partial": {"do": "retreat"}}):
        assert asked(fought, question) is None
