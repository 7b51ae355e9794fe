"""Rule 27.9.3: replacements of the advanced game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.reinforcements import replacements
from tests.games.nextwar.board import INF, ROK_INF, at, key, may, where, why
from tests.games.nextwar.supplies import ARMY_3, DEPOT, GHQ, II_HQ, JFC, NORTH, ROK_I_HQ, V_HQ, field

LOST = {"hex": 0, "box": "eliminated", "steps": 0}
AT = "reinforcement.replacements"
RECOVER = {"do": "recover", "unit": INF}


def refitting(units: dict[str, Any], **more: Any) -> KoreaState:
    """Replacement points for both Koreas, and a reduced division of the DPRK that keeps the phase open."""
    spare = {"DPRK 13/I Inf Div": {"hex": "N2503", "steps": 1}, "DPRK Supply 8": "N2503"}
    card = {"replacements": {"dprk": [0], "rok": [0]}}
    return field({**spare, **units}, AT, replacements={"dprk": 9, "rok": 9}, card=card, **more)


def refused(state: KoreaState, name: str, place: str) -> str:
    no = replacements.why_not_there(state, state.board.units[key(state, name)].side, key(state, name), at(state, place))
    return no.rule if no else ""


@pytest.mark.rule("NW-27.9.3", "NW-19.5.e", "NW-19.7.2.d")
def test_a_unit_needs_a_line_of_communications_to_recover() -> None:
    assert may(refitting({DEPOT: "N3002", INF: {"hex": "N3010", "steps": 1}}), "dprk", RECOVER)
    far = refitting({DEPOT: "N3002", INF: {"hex": "N3012", "steps": 1}})
    assert why(far, "dprk", RECOVER).rule == "NW-27.9.3"
    for marker, rule in (("unsupplied", "NW-19.5.e"), ("emergency", "NW-19.5.e"), ("isolated", "NW-19.7.2.d")):
        state = refitting({DEPOT: "N3002", INF: {"hex": "N3010", "steps": 1, marker: True}})
        assert why(state, "dprk", RECOVER).rule == rule


@pytest.mark.rule("NW-18.5.a", "NW-18.4.b")
def test_replacements_do_nothing_for_headquarters() -> None:
    state = refitting({DEPOT: "N3002", II_HQ: {"hex": "N3010", "steps": 1}, V_HQ: LOST})
    assert why(state, "dprk", {"do": "recover", "unit": II_HQ}).rule == "NW-18.4.b"
    assert why(state, "dprk", {"do": "rebuild", "unit": V_HQ, "to": "N3010"}).rule == "NW-18.5.a"
    assert may(refitting({II_HQ: "N3010", INF: LOST}), "dprk", {"do": "rebuild", "unit": INF, "to": "N3010"})


@pytest.mark.rule("NW-27.9.3")
def test_a_lost_unit_comes_back_within_two_hexes_of_its_headquarters() -> None:
    state = refitting({II_HQ: "N3010", V_HQ: "N3003", INF: LOST})
    assert may(state, "dprk", {"do": "rebuild", "unit": INF, "to": "N3008"})
    assert refused(state, INF, "N3008") == ""
    assert refused(state, INF, "N3007") == "NW-27.9.3"
    assert refused(state, INF, "N3003") == "NW-27.9.3"
    zone = refitting({II_HQ: "N3010", INF: LOST, ROK_INF: "N3013"})
    assert refused(zone, INF, "N3012") == "NW-27.9.3"
    assert refused(zone, INF, "N3011") == ""
    taken = refitting({II_HQ: "N3010", INF: LOST, ROK_INF: "N3012"})
    assert refused(taken, INF, "N3012") == "NW-27.9.3"
    full = refitting({II_HQ: "N3010", "DPRK 6/II Inf Div": "N3010", "DPRK ?/II Arm Bde": "N3010", INF: LOST})
    assert refused(full, INF, "N3010") == "NW-8.1.1.1.a"


@pytest.mark.rule("NW-27.9.3", "NWK-8.0.e")
def test_or_of_the_headquarters_above_that_or_in_a_town() -> None:
    state = refitting({GHQ: "N3010", V_HQ: "N3003", INF: LOST})
    assert refused(state, INF, "N3008") == ""
    assert refused(state, INF, "N3003") == "NW-27.9.3"
    army = refitting({ARMY_3: "S2910", JFC: "S3520", ROK_INF: LOST})
    assert refused(army, ROK_INF, "S2911") == ""
    corps = refitting({ROK_I_HQ: "S3210", ARMY_3: "S2810", ROK_INF: LOST})
    assert refused(corps, ROK_INF, "S2811") == "NW-27.9.3"
    city = {"hexes": {"N3003": {"features": ["city"], **NORTH}, "N3006": {"terrain": "urban", **NORTH}}}
    alone = refitting({INF: LOST}, facts=city, captured={"N3006": "allied"})
    assert refused(alone, INF, "N3003") == ""
    assert refused(alone, INF, "N3006") == "NW-27.9.3"
    assert refused(alone, INF, "N3004") == "NW-27.9.3"
    assert where(alone, INF) == "eliminated"
