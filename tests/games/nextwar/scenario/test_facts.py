"""Facts of case files and of owners are checked before they are used."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.scenario.cards import SCENARIOS
from sandtable.games.nextwar.scenario.facts import SPECIAL, checked
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel.cases import CaseError


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"hexs": {}}, "did you mean hexes"),
        ({"hexes": {"N9999": {}}}, "there is no hexes entry 'N9999'"),
        ({"hexes": {"N3010": {"terain": "flat"}}}, "did you mean terrain"),
        ({"hexes": {"N3010": {"terrain": "flats"}}}, "there is no terrain 'flats'; did you mean flat"),
        ({"hexes": {"N3010": {"features": ["airbas"]}}}, "did you mean airbase"),
        ({"hexes": {"N3010": {"country": "RAK"}}}, "there is no country 'RAK'; did you mean ROK"),
        ({"sides": {"N3010-N9999": {}}}, "there is no sides entry 'N3010-N9999'"),
        ({"sides": {"N3010-N3013": {"river": True}}}, "there is no sides entry 'N3010-N3013'"),
        ({"sides": {"N3010-N3011": {"rail": True}}}, "rail"),
        ({"sides": {"N3010-N3011": {"road": "motorway"}}}, "there is no road 'motorway'"),
        ({"units": {"ROK 1/I Inf Dv": {}}}, "did you mean ROK 1/I Inf Div"),
        ({"units": {"ROK 1/I Inf Div": {"front": "6-8-4"}}}, "a list"),
        ({"units": {"ROK 1/I Inf Div": {"front": [6, 8, 5, 4, 4]}}}, "a list of 6"),
        ({"units": {"ROK 1/I Inf Div": {"nation": "rokk"}}}, "did you mean rok"),
        ({"units": {"ROK 1/I Inf Div": 5}}, "units: ROK 1/I Inf Div"),
        ({"aircraft": {"US F-15C 5": {"front": {"acr": 4}}}}, "'csr2' is missing"),
        ({"aircraft": {"US F-15C 5": {"range": "XL"}}}, "there is no range 'XL'"),
        ({"card": {"turn": 5}}, "did you mean turns"),
        ({"card": {"level": "advancd"}}, "there is no level 'advancd'; did you mean advanced"),
        ({"card": {"initiative": {"fixed": ["dprq"], "first": "dprk"}}}, "there is no fixed 'dprq'; did you mean dprk"),
        ({"card": {"special": ["all_hold"]}}, "did you mean all_held"),
    ],
)
def test_what_nobody_would_read_is_refused(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(CaseError, match=said):
        checked(facts)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_card_could_be_told_as_facts(name: str) -> None:
    card = data(f"scenarios/{name}")
    assert checked({"card": card}) == {"card": card}
    assert set(card["special"]) <= set(SPECIAL)


def test_countries_are_known_by_either_spelling() -> None:
    assert checked({"hexes": {"N3010": {"country": "rok"}}}) == {"hexes": {"N3010": {"country": "ROK"}}}
