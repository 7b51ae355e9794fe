"""Facts of case files and of owners are checked before they are used."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.scenario.facts import checked


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"hexs": {}}, "there is no part 'hexs'"),
        ({"hexes": {"N9999": {}}}, "there is no hex 'N9999'"),
        ({"hexes": {"N3010": {"terain": "flat"}}}, "there is no value of N3010 'terain'"),
        ({"sides": {"N3010-N9999": {}}}, "there is no hex 'N9999'"),
        ({"sides": {"N3010-N3011": {"rail": True}}}, "there is no value of N3010-N3011 'rail'"),
        ({"units": {"ROK 1/I Inf Div": {"front": "6-8-4"}}}, "front is a list"),
        ({"units": {"ROK 1/I Inf Div": 5}}, "should be a mapping"),
    ],
)
def test_what_nobody_would_read_is_refused(facts: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=said):
        checked(facts)
