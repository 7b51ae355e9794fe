"""Names of things: what a person writes becomes the id the game uses."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from sandtable.kernel import Scenario, of
from sandtable.kernel.naming import UnknownThing, domain, find, label, resolve

PLACE = Annotated[int, of("place")]
SCENARIO = Scenario(
    name="any",
    names={
        "place": {3606: "Perekop", 4703: "Kerch", 11418: "In-1418", 9003: "Hamhung/Hungnam"},
        "piece": {1: "73 Inf Div", 2: "46 Inf Div", 3: "46 Inf Div", 4: "ROK 1/I Div"},
        "seat": {"axis": "Axis", "soviet": "Soviet"},
    },
)


@pytest.mark.parametrize(
    ("of_what", "text", "found"),
    [
        ("place", 3606, 3606),
        ("place", "3606", 3606),
        ("place", "Perekop", 3606),
        ("place", "perekop", 3606),
        ("place", "in-1418", 11418),
        ("place", "hamhung/hungnam", 9003),
        ("place", "hamhung", 9003),
        ("place", "Hungnam", 9003),
        ("piece", "73 inf div", 1),
        ("seat", "axis", "axis"),
        ("seat", "AXIS", "axis"),
        ("colour", "anything", "anything"),
    ],
)
def test_a_name_is_found(of_what: str, text: Any, found: Any) -> None:
    assert find(SCENARIO, of_what, text) == found


@pytest.mark.parametrize(
    ("of_what", "text", "words"),
    [
        ("piece", "46 Inf Div", "'46 Inf Div' may be piece 2 or 3"),
        ("place", "Perekopp", r"there is no place 'Perekopp'; did you mean Perekop\?"),
        ("place", 9999, "there is no place 9999"),
        ("piece", "ROK 1", "there is no piece 'ROK 1'"),
        ("seat", "xyz", "there is no seat 'xyz'; there is Axis, Soviet$"),
    ],
)
def test_a_name_that_is_none_or_several(of_what: str, text: Any, words: str) -> None:
    with pytest.raises(UnknownThing, match=words):
        find(SCENARIO, of_what, text)


def test_the_domain_is_in_the_annotation() -> None:
    assert domain(PLACE) == "place"
    assert domain(int) == ""
    assert domain(Annotated[int, "words"]) == ""


@pytest.mark.parametrize(
    ("hint", "value", "resolved"),
    [
        (PLACE, "Perekop", 3606),
        (PLACE, None, None),
        (PLACE, True, True),
        (PLACE | None, "Kerch", 4703),
        (PLACE | None, None, None),
        (int | None, "Perekop", "Perekop"),
        (str | PLACE, "Perekop", 3606),
        (tuple[PLACE, ...], ["Perekop", 4703], [3606, 4703]),
        (Annotated[tuple[int, ...], of("place")], ["Perekop"], [3606]),
        (dict[PLACE, int], {"Perekop": 2}, {3606: 2}),
        (Annotated[dict[int, int], of("place")], {"Perekop": 2}, {3606: 2}),
        (Annotated[dict[int, PLACE], of("piece")], {"73 Inf Div": "Kerch"}, {1: 4703}),
        (dict[str, tuple[PLACE, ...]], {"x": ["Kerch"]}, {"x": [4703]}),
        (int, "Perekop", "Perekop"),
        (str, "Perekop", "Perekop"),
    ],
)
def test_plain_data_has_its_names_replaced(hint: Any, value: Any, resolved: Any) -> None:
    assert resolve(SCENARIO, hint, value) == resolved


def test_a_thing_is_called_by_its_name_or_its_id() -> None:
    assert label(SCENARIO, "place", 3606) == "Perekop"
    assert label(SCENARIO, "place", 1) == "1"
    assert label(SCENARIO, "colour", "red") == "red"


def test_other_names_are_understood_and_names_are_told() -> None:
    scenario = Scenario(name="seam", names={"place": {7: "N2722"}}, aliases={"place": {"s2400": 7}})
    assert find(scenario, "place", "S2400") == 7
    assert label(scenario, "place", 7) == "N2722"
