"""Rule 21.3 and Korea, 10: electronic detection."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.detection import electronic
from tests.games.nextwar.board import INF, ROK_INF, advanced, asked, draft, key, logged, play, reasons, why

HQ, GHQ, ROK_HQ = "DPRK II HQ", "DPRK GHQ HQ", "ROK I/3 HQ"
UNITS = {HQ: "N2810", GHQ: "N2805", ROK_HQ: "N2818", INF: "N2809", ROK_INF: "N2819"}


def phase(**fields: Any) -> KoreaState:
    return advanced("electronic_detection", units=fields.pop("units", UNITS), **fields)


@pytest.mark.rule("NWK-10.0", "NWS-ADV-4", "NWT-EDETECT")
@pytest.mark.parametrize(
    ("weather", "aircraft", "allied"),
    [("clear", "US F-16D 1", 5), ("overcast", "US F-16D 1", 3), ("storm", "US F-16D 1", 3), ("clear", "ROK F-4D 1", 2)],
)
def test_attempts(weather: str, aircraft: str, allied: int) -> None:
    state = phase(weather=weather, aircraft={aircraft: {"base": "rok", "box": "ready"}})
    assert electronic.attempts(state, "dprk") == 2
    assert electronic.attempts(state, "allied") == allied
    assert state.accounts["allied"].attempts == allied


@pytest.mark.rule("NW-21.3.a", "NW-21.3.b")
def test_headquarters_but_not_the_supreme_one_again_and_again() -> None:
    state = phase()
    assert asked(state) == {"dprk": "electronic_detection.first"}
    assert why(state, "dprk", {"do": "listen", "unit": HQ}).rule == "NW-21.3.a"
    assert why(state, "dprk", {"do": "listen", "unit": ROK_INF}).rule == "NW-21.3.a"
    state = play(state, "dprk", {"do": "listen", "unit": ROK_HQ}, [9]).state
    state = play(state, "dprk", {"do": "listen", "unit": ROK_HQ}, [9]).state
    assert asked(state) == {"allied": "electronic_detection.second"}
    assert why(state, "allied", {"do": "listen", "unit": GHQ}).rule == "NW-21.3.a"
    state = play(state, "allied", {"do": "listen", "unit": HQ}, [0]).state
    assert state.units[key(state, HQ)].detected
    assert asked(state).get("allied") != "electronic_detection.second"  # nobody is left to listen for


@pytest.mark.rule("NWT-EDETECT", "NW-21.3.a")
def test_the_table() -> None:
    for target, up_to in ((ROK_HQ, 2), (HQ, 4)):
        for die, found in ((up_to, True), (up_to + 1, False)):
            d = draft(phase(), [die])
            electronic.listen(d, key(d.now, target))
            assert d.now.units[key(d.now, target)].detected is found
    for awacs, drm in ((1, {}), (2, {}), (3, {"awacs": -1}), (4, {"awacs": -1})):
        assert reasons(electronic.modifiers(phase(awacs=awacs), "us_rok")) == drm
        for ears in ("dprk", "prc", "japan"):
            assert reasons(electronic.modifiers(phase(awacs=awacs), ears)) == {}
    d = draft(phase(awacs=3), [5])
    electronic.listen(d, key(d.now, HQ))
    assert d.now.units[key(d.now, HQ)].detected


@pytest.mark.rule("NW-21.3.a", "NW-21.3.b", "NWT-EDETECT")
def test_only_headquarters_on_land_and_in_reach_are_listened_for() -> None:
    afloat, home, lost = "ROK V/3 HQ", "US 2 HQ", "ROK 3A HQ"
    units = {**UNITS, afloat: "east.inshore", home: "japan", lost: {"box": "eliminated", "steps": 0}}
    state = phase(units=units)
    for name in (ROK_INF, HQ, afloat, home, lost):
        no = electronic.why_not_listen(state, "dprk", key(state, name))
        assert no is not None, name
        assert no.key == "refuse.no_enemy_hq"
    entry = logged(play(state, "dprk", {"do": "listen", "unit": ROK_HQ}, [7]), "electronic")
    assert entry.rolls[0].faces == (7,)


@pytest.mark.rule("NW-21.3.b")
def test_what_is_detected_is_not_tried_again() -> None:
    state = phase(units={**UNITS, ROK_HQ: {"hex": "N2818", "detected": True}})
    assert electronic.listener(state, "dprk") == ()
