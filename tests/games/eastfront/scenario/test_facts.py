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


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"unit": {}}, "there is no part 'unit'; there is aircraft, bare"),
        ({"units": {"46 Infantry Div": {}}}, "there is no unit '46 Infantry Div'; there is 46 Inf Div"),
        ({"units": {"46 Inf Div": {"atack": 9}}}, "there is no value of 46 Inf Div 'atack'; there is front, back"),
        ({"units": {"46 Inf Div": {"front": "9/9/5"}}}, "front is written attack-defence-movement, such as 8-9-5"),
        ({"units": {"46 Inf Div": {"front": 9}}}, "front is written attack-defence-movement, such as 8-9-5"),
        ({"units": {"46 Inf Div": {"stack": "six"}}}, "stack is a number from 0 on, and not 'six'"),
        ({"units": {"46 Inf Div": {"steps": 5}}}, "a unit has 1 to 4 steps, and not 5"),
        ({"units": {"46 Inf Div": {"type": "horse"}}}, "there is no type of 46 Inf Div 'horse'"),
        ({"units": {"46 Inf Div": "9-9-5"}}, "46 Inf Div should be a mapping of values"),
        ({"units": ["46 Inf Div"]}, "units should be a mapping of names"),
        ({"aircraft": {"Ju88B": {"cas": 1}}}, "there is no aircraft 'Ju88B'"),
        ({"aircraft": {"Ju88": {"bombs": 1}}}, "there is no value of Ju88 'bombs'"),
        ({"hexes": {"9999": {"terrain": "hill"}}}, "there is no hex '9999'"),
        ({"hexes": {"5714": {"ground": "hill"}}}, "there is no value of 5714 'ground'"),
    ],
)
def test_what_nobody_would_read_is_named(facts: dict[str, Any], told: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        GAME.open("7", {}, facts)
    assert told in str(caught.value)
