"""Soviet major cities as sources, and what is no combat unit."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.air import air
from sandtable.games.eastfront.rules.railways.railways import serves
from sandtable.games.eastfront.rules.supply import attack_supply, supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders
from tests.games.eastfront.board import board, play

TRACED = {"general_supply": {"value": "traced"}}


def city(pieces: dict[str, Any], **hexes: Any) -> CrimeaState:
    """A major city in 3608, six hexes from a source at the edge of the map."""
    facts = {
        "card": {"switches": TRACED, "supply_sources": {"soviet": {"hexes": ["3614"]}}},
        "hexes": {"3608": {"place": "major_city"}, **hexes},
    }
    return board("soviet.movement", pieces, facts=facts, control={"3608": "soviet", "3614": "soviet"})


@pytest.mark.rule("EF-6.51.a", "EF-6.51.b")
def test_a_major_city_feeds_others_while_it_has_a_line_overland() -> None:
    state = city({"106 Rifle Div": 3608})
    assert supply.city_sources(state, "soviet") == (3608,)
    assert supply.is_supplied(state, "soviet", 3602)  # twelve hexes from the edge, six from the city
    assert supply.city_sources(state, "axis") == ()


@pytest.mark.rule("EF-6.51.b")
def test_a_surrounded_city_feeds_nobody_not_even_itself() -> None:
    ring = {"46 Inf Div": 3611, "73 Inf Div": 3409, "50 Inf Div": 3810, "132 Inf Div": 3406, "170 Inf Div": 3806}
    state = city({"106 Rifle Div": 3608, **ring, "28 Jg Div": 3604})
    assert supply.city_sources(state, "soviet") == ()
    assert not supply.is_supplied(state, "soviet", 3608)
    assert not supply.is_supplied(state, "soviet", 3607)


@pytest.mark.rule("EF-6.51.b")
def test_one_city_reaches_the_edge_by_way_of_another() -> None:
    second = {"3602": {"place": "major_city"}}
    facts = {
        "card": {"switches": TRACED, "supply_sources": {"soviet": {"hexes": ["3614"]}}},
        "hexes": {"3608": {"place": "major_city"}, **second},
    }
    state = board("soviet.movement", {}, facts=facts, control=dict.fromkeys(("3608", "3614", "3602"), "soviet"))
    assert supply.city_sources(state, "soviet") == (3608, 3602)


@pytest.mark.rule("EF-2.33.b")
def test_supply_units_hold_no_hex() -> None:
    state = board("axis.movement", {"46 Inf Div": 3604}, supplies={1: {"side": "soviet", "hex": "3606"}})
    assert holders(state) == {3604: "axis"}
    after = play(state, "axis", {"move": "46 Inf Div", "path": [3605, 3606]}).state
    assert not after.supplies


@pytest.mark.rule("EF-3.23")
def test_converted_rail_hexes_serve_the_axis() -> None:
    facts = {"rails": [["3605", "3606"], ["3606", "3607"]]}
    state = board("axis.movement", {}, facts=facts, rails={"3605": "converted"})
    assert [serves(state, "axis", h) for h in (3605, 3606)] == [True, False]
    assert [serves(state, "soviet", h) for h in (3605, 3606)] == [False, True]


@pytest.mark.rule("EF-PB6.14", "EF-PB6.11")
def test_a_town_fed_by_a_supply_unit_is_no_base() -> None:
    facts = {
        "card": {"switches": TRACED, "supply_sources": {"axis": {"hexes": ["3601"]}}},
        "hexes": {"3606": {"place": "town"}, "3613": {"place": "town"}},
    }
    held = {"3601": "axis", "3606": "axis", "3613": "axis"}
    plane = {"1": {"side": "axis", "kind": "Bf109F", "box": "ready"}}
    units = {"46 Inf Div": {"hex": "3613", "supply": 1}}
    stock = {1: {"side": "axis", "hex": "3613"}}
    state = board("strategic.supply", units, facts=facts, control=held, supplies=stock, air=plane)
    state = play(state, "axis", {"do": "sustain", "supply": 1, "hexes": [3613]}).state
    assert not supply.is_supplied(state, "axis", 3613)
    assert air._bases(state, "axis") == (3606,)
    empty = board("interdiction", {}, facts=facts, control={**held, "3601": "soviet"}, air=plane)
    assert not air.in_range(empty, 1, 3606)


def column(ground: dict[str, Any], **more: Any) -> CrimeaState:
    """A source at the head of a column of hexes: straight down it is the only line of seven to its eighth hex."""
    roads = [["3603", "3604", "secondary"], ["3604", "3605", "secondary"]]
    card = {"switches": TRACED, "supply_sources": {"axis": {"hexes": ["3601"]}}}
    facts = {"card": card, "hexes": ground, "roads": roads}
    stock = {1: {"side": "axis", "hex": "3601"}}
    return board("axis.movement", {"46 Inf Div": 3608}, facts=facts, control={"3601": "axis"}, supplies=stock, **more)


@pytest.mark.rule("EF-6.22")
@pytest.mark.parametrize(
    ("ground", "more", "reaches"),
    [
        ({}, {}, True),
        ({"3604": {"terrain": "swamp"}}, {}, False),  # along a road, but through a swamp
        ({"3604": {"terrain": "swamp"}}, {"weather": "frost"}, True),
        ({"3604": {"woods": True}}, {}, True),
        ({"3604": {"woods": True}}, {"past": ["mud"]}, False),
        ({"3608": {"woods": True}}, {"past": ["mud"]}, True),  # its own hex is no part of the line
    ],
)
def test_heavy_ground_on_the_way_makes_five_hexes_of_seven(
    ground: dict[str, Any], more: dict[str, Any], reaches: bool
) -> None:
    state = column(ground, **more)
    assert supply.is_supplied(state, "axis", 3608) is reaches
    assert (3608 in attack_supply.served(state, 1)) is reaches
    assert supply.is_supplied(state, "axis", 3606)
    assert 3606 in attack_supply.served(state, 1)


@pytest.mark.rule("EF-6.31", "EF-6.32")
@pytest.mark.parametrize(("weather", "length"), [("dry", 21), ("mud", 15)])
def test_a_road_net_ends_after_so_many_hexes(weather: str, length: int) -> None:
    way = [*range(3601, 3616), *range(3715, 3700, -1)]
    card = {"switches": TRACED, "supply_sources": {"axis": {"hexes": ["3601"]}}}
    facts = {"card": card, "roads": [[str(a), str(b), "primary"] for a, b in pairwise(way)]}
    state = board("axis.movement", {}, facts=facts, control=dict.fromkeys(map(str, way), "axis"), weather=weather)
    net = supply.nets(state, "axis")
    assert way[length] in net
    assert way[length + 1] not in net
