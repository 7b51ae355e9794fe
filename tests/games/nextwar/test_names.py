"""Case files of Next War: Korea: every word is known, and no position that cannot be goes unnoticed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar import GAME
from sandtable.kernel.cases import CaseError, run
from tests.games.nextwar.board import at, board, may_move

HOLDER, OTHER = "ROK 1/I Inf Div", "DPRK 3/II Inf Div"


def case(scenario: str = "all_in", **position: Any) -> dict[str, Any]:
    """A case with nothing on the board but this."""
    told = {"only": True, "at": "basic.first_movement.moves", "facts": {"bare": True}, **position}
    return {"case": "words", "game": "nextwar", "scenario": scenario, "position": told, "play": [], "expect": []}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"units": {"ROK 1/I Inf Dv": {"hex": "N3010"}}}, "did you mean ROK 1/I Inf Div"),
        ({"units": {HOLDER: {"hex": "N9910"}}}, "there is no place 'N9910'"),
        ({"units": {HOLDER: {"box": "eliminatd"}}}, "did you mean eliminated"),
        ({"units": {HOLDER: {"hex": "N3010", "stepz": 1}}}, "did you mean steps"),
        ({"weather": "stormy"}, "did you mean storm"),
        ({"first": "alied"}, "did you mean allied"),
        ({"air_level": "supremicy"}, "did you mean supremacy"),
        ({"accounts": {"dprkk": {"air": 1}}}, "did you mean dprk"),
        ({"captured": {"N3010": "alied"}}, "did you mean allied"),
        ({"replacements": {"roc": 2}}, "did you mean rok"),
        ({"aircraft": {"US F-15C 5": {"base": "japn"}}}, "did you mean japan"),
        ({"aircraft": {"US F-15C 5": {"base": "japan", "box": "redy"}}}, "did you mean ready"),
        ({"postures": {"prc": "agressive"}}, "did you mean aggressive"),
        ({"came": {"AA": 1}}, "there is no came entry 'AA'"),
        ({"missions": {1: {"side": "dprk", "aim": "aribase"}}}, "did you mean airbase"),
        ({"operations": {1: {"side": "dprk", "nation": "dprk", "mission": "riad"}}}, "did you mean raid"),
    ],
)
def test_a_misspelt_word_is_an_error_that_says_what_was_meant(position: dict[str, Any], said: str) -> None:
    with pytest.raises(CaseError, match=said):
        run(GAME, case(**position))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"units": {HOLDER: {"hex": "N3010"}, OTHER: {"hex": "N3010"}}}, "the enemy stands in N3010 already"),
        ({"units": {HOLDER: {"hex": "N3010", "box": "pool"}}}, "not in both"),
        ({"units": {HOLDER: {}}}, "say where"),
        ({"units": {HOLDER: {"hex": "N3010", "steps": 3}}}, "has 1 to 2 steps"),
        ({"units": {HOLDER: {"hex": "N3010", "steps": 0}}}, "has 1 to 2 steps"),
        ({"ships": {"US CVN BG 1": {"hex": "N3010"}}, "facts": {}}, "cannot be on land without a port"),
        ({"ships": {"US CVN BG 1": {"hex": "japan", "box": "to_come"}}}, "not in both"),
        ({"helicopters": {"US AH-64 1": {"hex": "N3010", "box": "to_come"}}}, "not in both"),
        ({"aircraft": {"US F-15C 5": {"base": "japan", "box": "ready", "steps": 3}}}, "steps"),
        ({"mopups": {"N3010": {"side": "dprk", "number": 5}}}, "nobody of that side"),
        ({"seas": {"busan": "allied"}}, "is no box of the sea"),
        ({"turn": -1}, "there is no turn -1"),
    ],
)
def test_a_position_that_cannot_be_is_an_error(position: dict[str, Any], said: str) -> None:
    with pytest.raises(CaseError, match=said):
        run(GAME, case(**position))


def test_a_position_that_can_be_is_none() -> None:
    units = {HOLDER: {"hex": "N3010"}, OTHER: {"hex": "N3012"}}
    assert run(GAME, case(units=units, seas={"yellow.at_sea": "allied"})).passed


def test_a_hex_of_the_seam_has_two_numbers_and_boxes_have_short_names() -> None:
    facts = {"bare": True, "hexes": {"S2400": {"terrain": "mountain"}}}
    told = case(facts=facts, units={HOLDER: {"hex": "S2400"}, OTHER: {"hex": "hamhung"}}, first="allied")
    told["expect"] = [
        {"units": {HOLDER: {"hex": "N2722"}, OTHER: {"hex": "Hamhung/Hungnam"}}},
        {"refused": {"by": "allied", "do": {"move": [HOLDER], "path": ["s4000"]}}},
    ]
    assert run(GAME, told).passed
    state = board("basic.first_movement", {HOLDER: "S2400"}, facts={"hexes": {"S2400": {"terrain": "mountain"}}})
    assert state.board.terrain(at(state, "N2722")) == "mountain"
    assert may_move(board("basic.first_movement", {HOLDER: "N2721"}, first="allied"), "allied", HOLDER, "S2400")
