"""Facts laid over the data are checked, so that none is lost without a word."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaOptions
from sandtable.games.eastfront.scenario import Counter, load


def counter(facts: dict[str, Any], name: str) -> Counter:
    return next(unit for unit in load("7", CrimeaOptions(), facts).units.values() if unit.name == name)


@pytest.mark.rule("EF-2.4")
def test_an_owners_values_replace_those_that_were_rebuilt() -> None:
    rebuilt = counter({}, "Groddeck Bde")
    assert (str(rebuilt.front), rebuilt.source) == ("5-5-7", "reconstructed")
    printed = {"front": "4-6-8", "back": "2-3-8", "steps": 3, "stack": 3, "source": "printed"}
    owned = counter({"units": {"Groddeck Bde": printed}}, "Groddeck Bde")
    assert (str(owned.front), str(owned.back), owned.stack, owned.source) == ("4-6-8", "2-3-8", 3, "printed")
    assert counter({"units": {"Groddeck Bde": printed}}, "50 Inf Div") == counter({}, "50 Inf Div")


def test_a_type_is_replaced_for_all_its_counters() -> None:
    ranges = {"types": {"rocket_artillery": {"mobility": "foot", "colour": "orange", "artillery": True, "range": 2}}}
    assert counter({}, "18 Gd Rocket Rgt").range == 1
    assert counter(ranges, "18 Gd Rocket Rgt").range == 2


def test_aircraft_and_hexes_are_replaced_too() -> None:
    facts = {"aircraft": {"Ju87": {"cas": 7}}, "hexes": {"5714": {"terrain": "hill"}, "2101": {"terrain": "hill"}}}
    theatre = load("7", CrimeaOptions(), facts)
    assert theatre.aircraft["Ju87"].cas == 7
    assert theatre.ground[5714].terrain == "hill"
    assert 2101 not in theatre.ground  # on the map, but not on this card
    assert load("7", CrimeaOptions(), {}).aircraft["Ju87"].cas != 7


@pytest.mark.parametrize("bridge", ["road", ["road"]])
def test_one_bridge_is_a_word_or_a_list(bridge: Any) -> None:
    theatre = load("7", CrimeaOptions(), {"sides": {"5714-5715": {"river": "major", "bridge": bridge}}})
    assert theatre.border(5714, 5715).bridge == ("road",)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"unit": {}}, "there is no 'unit' here; did you mean units?"),
        ({"units": {"46 Infantry Div": {}}}, "there is no unit '46 Infantry Div'; did you mean 46 Inf Div"),
        (
            {"units": {"46 Inf Div": {"atack": 9}}},
            "46 Inf Div: atack: there is no 'atack' here; did you mean",
        ),
        ({"units": {"46 Inf Div": {"front": "9/9/5"}}}, "front is written attack-defence-movement, such as 8-9-5"),
        ({"units": {"46 Inf Div": {"front": 9}}}, "front: expected words here, not 9; write it in quotes"),
        ({"units": {"46 Inf Div": {"stack": "six"}}}, "stack: expected a whole number here, not the text 'six'"),
        ({"units": {"46 Inf Div": {"steps": 5}}}, "a unit has 1 to 4 steps, and not 5"),
        ({"units": {"46 Inf Div": {"type": "horse"}}}, "there is no type 'horse'; there is infantry, mountain"),
        ({"units": {"46 Inf Div": "9-9-5"}}, "units: 46 Inf Div: expected a mapping here, not the text '9-9-5'"),
        ({"units": ["46 Inf Div"]}, "units: expected a mapping here, not a list"),
        ({"aircraft": {"Ju88B": {"cas": 1}}}, "there is no aircraft 'Ju88B'"),
        ({"aircraft": {"Ju88": {"bombs": 1}}}, "aircraft: Ju88: bombs: there is no 'bombs' here; there is side, role"),
        ({"hexes": {"9999": {"terrain": "hill"}}}, "there is no hex '9999'"),
        ({"hexes": {"5714": {"terrain": "hil"}}}, "there is no terrain 'hil'; did you mean hill?"),
        ({"hexes": {"5714": {"woods": 1}}}, "woods: expected true or false here, not 1"),
        ({"hexes": {"5714": {"terrain": None}}}, "hexes: 5714: terrain"),
        ({"sides": {"5714/5715": {"river": "minor"}}}, "a hexside is written 3605-3606"),
        ({"sides": {"5714-5716": {"river": "minor"}}}, "sides: 5714-5716: 5714 and 5716 are no neighbours"),
        ({"sides": {"5714-5715": {"rivr": "minor"}}}, "did you mean river"),
        ({"sides": {"5714-5715": {"fortified": {"defender": 5717}}}}, "the line defends one of the two hexes"),
        ({"roads": [[5714, 5715, "primry"]]}, "roads: 0: 2: there is no roads 'primry'; did you mean primary?"),
        ({"roads": [[5714, 5716, "primary"]]}, "roads: 0: 5714 and 5716 are no neighbours"),
        ({"rails": [[5714]]}, "rails: 0: expected a list of"),
        (
            {"types": {"infantri": {"mobility": "foot", "colour": "black"}}},
            "no unit is of the type 'infantri'",
        ),
        ({"units": {"new": [{"id": "9 Inf Div"}]}}, "units: new: 0: 'label' is missing here"),
        ({"units": {"new": {"id": "9 Inf Div"}}}, "units: new: expected a list here"),
        ({"card": {"swiches": {}}}, "card: swiches: there is no 'swiches' here; did you mean switches?"),
        ({"card": {"switches": {"map": {"value": True}}}}, "there is no 'map' here; did you mean map_t"),
        ({"card": {"switches": {"map_t": {"value": "yes"}}}}, "value: expected true or false here, not the text 'yes'"),
        ({"card": {"switches": {"map_t": True}}}, "switches: map_t: expected a mapping here, not true"),
        ({"card": {"calendar": [{"turn": 162, "weather": "dry"}]}}, "card: calendar: the calendar has no turn 161"),
        ({"card": {"turns": {"first": 170}}}, "card: turns: the last turn is before the first"),
        ({"card": {"area": {"columns": [53, 99]}}}, "card: area: this part is not on the map"),
        ({"card": {"supply_sources": {"axsi": {}}}}, "supply_sources: axsi: there is no supply_sources"),
        ({"card": {"axis": {"units": [{"unit": "9 Inf Div", "hex": 5714}]}}}, "there is no unit '9 Inf Div'"),
        (
            {"hexes": {"5714": {"ground": "hill"}}},
            "5714: ground: there is no 'ground' here; there is terrain",
        ),
    ],
)
def test_what_nobody_would_read_is_named(facts: dict[str, Any], told: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        GAME.open("7", {}, facts)
    assert told in str(caught.value)
