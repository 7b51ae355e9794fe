"""Korea, 3.3: headquarters of the marine expeditionary units."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.korean_units import expeditionary
from sandtable.games.nextwar.rules.terms.units import ref
from tests.games.nextwar.board import INF, asked, carried_out, draft, key, logged, play, where, why
from tests.games.nextwar.rules.supply.test_isolation import RING as ROK_RING
from tests.games.nextwar.seas import AMPH, BEACH, MARINES, ROK_MARINES, SEA, afloat
from tests.games.nextwar.supplies import I_MEF, III_MEF, MEU_11, field

CARD = {"card": {"area": {}, "level": "advanced"}}
AWAY = {"hex": 0, "box": "unused", "steps": 0}
DPRK_RING = {
    "DPRK 3/II Inf Div": "N3012",
    "DPRK 6/II Inf Div": "N3008",
    "DPRK 8/II Inf Div": "N3211",
    "DPRK 12/V Inf Div": "N2811",
    "DPRK 45/V Inf Div": "N3209",
    "DPRK 13/I Inf Div": "N2809",
}


def absorbed(units: dict[str, Any], name: str = MEU_11) -> str:
    return where(carried_out(field({MEU_11: "N3010", **units}), expeditionary.absorb), name)


@pytest.mark.rule("NWK-3.3.b")
def test_i_mef_takes_over_what_a_path_of_any_length_joins_to_it() -> None:
    assert absorbed({I_MEF: "N3022"}) == "unused"
    assert absorbed({}) == "N3010"
    assert absorbed({III_MEF: "N3022"}) == "N3010"
    assert absorbed({I_MEF: "N3022", III_MEF: "N3020"}, III_MEF) == "N3020"
    assert absorbed({I_MEF: "N3022", **DPRK_RING}) == "N3010"
    assert absorbed({I_MEF: "yellow.inshore"}) == "N3010"
    assert absorbed({I_MEF: "yellow.inshore", MEU_11: "yellow.inshore"}) == "yellow.inshore"
    state = field({MEU_11: "N3010", I_MEF: "N3022"})
    d = draft(state)
    expeditionary.absorb(d)
    assert [(e.key, e.points) for e in d.entries] == [("log.hq_absorbed", (ref(key(state, MEU_11)),))]
    assert set(ROK_RING.values()) == set(DPRK_RING.values())


def storming(**row: Any) -> KoreaState:
    """Marines off a beach that nobody defends, with a headquarters that I MEF has taken over."""
    units = {MARINES: {"hex": SEA, "assault": True}, MEU_11: AWAY, INF: "N3502", **row}
    return afloat("basic.first_combat.attacks", units, {AMPH: SEA}, facts=CARD, initiative="allied")


CALL = {"do": "land_hq", "hq": MEU_11, "to": BEACH}


@pytest.mark.rule("NWK-3.3.b")
def test_it_comes_back_with_marines_that_stormed_a_beach() -> None:
    state = storming()
    assert why(state, "allied", CALL).rule == "NWK-3.3.b"
    state = play(state, "allied", {"do": "land", "to": BEACH, "units": [MARINES], "beachhead": "yes"}).state
    assert asked(state) == {"allied": "basic.first_combat.attacks"}
    step = play(state, "allied", CALL)
    assert logged(step, "hq_ashore").rule == "NWK-3.3.b"
    after = step.state
    assert where(after, MEU_11) == BEACH
    assert not expeditionary.lent(after)


@pytest.mark.rule("NWK-3.3.b")
def test_not_with_marines_that_flew_nor_where_none_was_taken_over() -> None:
    flown = storming(**{MARINES: {"hex": BEACH, "landed": True, "by_air": True}})
    assert expeditionary.why_not_call(flown, "allied") is not None
    other = storming(**{MARINES: {"hex": BEACH, "landed": True}, MEU_11: "N3014"})
    assert expeditionary.why_not_call(other, "allied") is not None
    third = storming(**{MARINES: {"hex": BEACH, "landed": True}, MEU_11: "N3014", III_MEF: AWAY})
    assert expeditionary.why_not_call(third, "allied") is not None
    ashore = storming(**{MARINES: {"hex": BEACH, "landed": True}})
    assert expeditionary.why_not_call(ashore, "allied") is None
    assert expeditionary.why_not_call(ashore, "dprk") is not None
    idle = storming(**{MARINES: BEACH})
    assert expeditionary.why_not_call(idle, "allied") is not None
    others = storming(**{MARINES: BEACH, ROK_MARINES: {"hex": BEACH, "landed": True}})
    assert expeditionary.why_not_call(others, "allied") is not None
    wet = storming(**{MARINES: {"hex": SEA, "landed": True}})
    assert expeditionary.why_not_call(wet, "allied") is not None
