"""Rule 18.2.2: strikes of headquarters."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.formations import hq_strikes
from tests.games.nextwar.board import INF, ROK_INF, ROK_INF_2, asked, key, logged, may, play, reasons, why
from tests.games.nextwar.supplies import (
    ARTY_HQ,
    BRIGADE,
    GHQ,
    II_HQ,
    JFC,
    MEU_11,
    ROK_DEPOT,
    ROK_I_HQ,
    US_2,
    field,
)

AT = "first_strike.headquarters.dprk"
SEEN = {"hex": "N3014", "detected": True}


def striking(units: dict[str, Any], at: str = AT, **more: Any) -> Any:
    return field({INF: "N2902", ROK_INF: SEEN, **units}, at, **more)


def shot(hq: str = II_HQ, unit: str = ROK_INF) -> dict[str, Any]:
    return {"do": "hq_strike", "hq": hq, "unit": unit}


@pytest.mark.rule("NW-18.2.2.a", "NWS-ADV-8.j", "NW-18.2.a")
def test_a_headquarters_strikes_what_is_detected_within_its_range() -> None:
    state = striking({II_HQ: "N3010"})
    step = play(state, "dprk", shot(), [0])
    entry = logged(step, "hq_strike")
    assert (entry.params["column"], entry.params["result"]) == ("5", "2")
    assert entry.rolls[0].faces == (0,)
    after = step.state
    assert after.units[key(state, ROK_INF)].strike == 2
    assert after.units[key(state, II_HQ)].uses == 1
    assert not may(striking({II_HQ: "N3009", GHQ: "N3010"}), "dprk", shot())
    assert why(striking({II_HQ: "N3009", GHQ: "N3010"}), "dprk", shot()).rule == "NW-18.2.2.a"
    hidden = striking({II_HQ: "N3011", ROK_INF: "N3014", ROK_INF_2: SEEN})
    assert why(hidden, "dprk", shot()).rule == "NW-18.2.2.a"
    miss = play(striking({II_HQ: "N3010"}), "dprk", shot(), [9])
    assert miss.state.units[key(state, ROK_INF)].strike == 0
    assert miss.state.units[key(state, II_HQ)].uses == 1


@pytest.mark.rule("NW-18.2.2.a", "NWT-STRIKE.columns", "NW-18.3")
def test_the_columns_of_supreme_us_and_other_headquarters() -> None:
    flat = {JFC: "N3020", US_2: "N3020", ROK_I_HQ: "N3020", GHQ: "N3003", INF: "N3018"}
    state = field(flat)
    assert [hq_strikes.column(state, key(state, hq), key(state, INF)) for hq in (JFC, ROK_I_HQ, US_2)] == [
        "4",
        "5",
        "6",
    ]
    woods = field(flat, facts={"hexes": {"N3018": {"terrain": "highland_woods", "country": "ROK"}}})
    assert [hq_strikes.column(woods, key(state, hq), key(state, INF)) for hq in (JFC, ROK_I_HQ, US_2)] == [
        "2",
        "3",
        "4",
    ]


@pytest.mark.rule("NW-16.2.5", "NW-18.3")
def test_a_supreme_headquarters_reaches_far() -> None:
    far = field({GHQ: "N3003", JFC: "N4020", INF: {"hex": "N3003", "detected": True}, ROK_INF: SEEN}, AT)
    assert may(far, "dprk", shot(GHQ))
    state = field({JFC: "N3020", INF: {"hex": "N3003", "detected": True}}, "first_strike.headquarters.allied")
    assert may(state, "allied", shot(JFC, INF))


@pytest.mark.rule("NW-16.2.5", "NW-18.3", "NW-18.2.2.a")
def test_none_reaches_beyond_its_range() -> None:
    near, far = {"hex": "N3015", "detected": True}, {"hex": "N3016", "detected": True}
    state = field({II_HQ: "N3011", GHQ: "N3003", ROK_INF: near, ROK_INF_2: far}, AT)
    hq, supreme = key(state, II_HQ), key(state, GHQ)
    assert state.board.units[hq].range == 4
    assert hq_strikes.why_not_at(state, hq, key(state, ROK_INF)) is None
    no = hq_strikes.why_not_at(state, hq, key(state, ROK_INF_2))
    assert no is not None
    assert (no.rule, no.key) == ("NW-18.2.2.a", "refuse.beyond_range")
    assert hq_strikes.why_not_at(state, supreme, key(state, ROK_INF_2)) is None


@pytest.mark.rule("NW-18.2.2.b", "NW-18.2.2.a")
def test_not_the_same_target_twice_in_a_phase() -> None:
    state = striking({II_HQ: "N3012", ROK_INF_2: {"hex": "N3015", "detected": True}})
    state = play(state, "dprk", shot(), [9]).state
    assert why(state, "dprk", shot()).rule == "NW-18.2.2.b"
    assert may(state, "dprk", shot(unit=ROK_INF_2))
    busy = striking({II_HQ: {"hex": "N3012", "struck": [INF]}, GHQ: "N3009", ROK_I_HQ: {"hex": "N3016", "uses": 2}})
    busy = play(busy, "dprk", shot(), [9]).state
    assert busy.units[key(busy, II_HQ)].struck == (key(busy, INF), key(busy, ROK_INF))
    later = play(state, "dprk", {"do": "done"}).state
    assert later.units[key(later, II_HQ)].struck == ()


@pytest.mark.rule("NW-18.2.2.c")
def test_only_units_of_the_enemy_on_the_map() -> None:
    state = striking({II_HQ: "N3012", INF: {"hex": "N3011", "detected": True}})
    assert why(state, "dprk", shot(unit=INF)).rule == "NW-18.2.2.c"
    afloat = striking({II_HQ: "N3012", ROK_INF_2: {"hex": "yellow.inshore", "detected": True}})
    no = hq_strikes.why_not_at(afloat, key(state, II_HQ), key(state, ROK_INF_2))
    assert no is not None
    assert no.rule == "NW-18.2.2.c"


@pytest.mark.rule("NWT-STRIKE.hardened")
def test_depots_and_supreme_headquarters_are_too_hard() -> None:
    state = striking({II_HQ: "N3012", ROK_DEPOT: SEEN, JFC: SEEN})
    assert why(state, "dprk", shot(unit=ROK_DEPOT)).rule == "NWT-STRIKE.hardened"
    assert why(state, "dprk", shot(unit=JFC)).rule == "NWT-STRIKE.hardened"
    truck = striking({II_HQ: "N3012", ROK_DEPOT: {**SEEN, "mobile": True}})
    assert may(truck, "dprk", shot(unit=ROK_DEPOT))


@pytest.mark.rule("NWK-3.3.a", "NWK-3.2.c", "NW-18.2.a")
def test_who_makes_no_strikes() -> None:
    state = field(
        {MEU_11: "N3005", ARTY_HQ: "N3012", BRIGADE: "N3012", II_HQ: {"hex": "N3012", "uses": 2}, ROK_INF: SEEN}
    )
    rules = [
        hq_strikes.why_not_fire(state, side, key(state, name))
        for side, name in (("allied", MEU_11), ("dprk", ARTY_HQ), ("dprk", BRIGADE), ("dprk", II_HQ), ("allied", II_HQ))
    ]
    assert [no.rule for no in rules if no] == ["NWK-3.3.a", "NWK-3.2.c", "NW-18.2.2.a", "NW-18.2.a", "NW-18.2.2.a"]


@pytest.mark.rule("NW-18.4.a", "NWT-STRIKE.drm", "NW-18.2.2.a")
def test_what_is_added_to_the_die() -> None:
    def added(hq: dict[str, Any], unit: dict[str, Any], **more: Any) -> dict[str, int]:
        state = field({II_HQ: {"hex": "N3012", **hq}, ROK_INF: {**SEEN, **unit}, **more.pop("units", {})}, **more)
        return reasons(hq_strikes.modifiers(state, key(state, II_HQ), key(state, ROK_INF)))

    assert added({}, {}) == {}
    assert added({"steps": 1}, {}) == {"reduced_hq": 1}
    assert added({}, {"targeted": 2}) == {"targeted": -2}
    assert added({}, {}, weather="storm") == {"storm": 3}
    assert added({}, {}, weather="overcast") == {}
    crowd = {ROK_INF_2: "N3014", "ROK 2/III Inf Div": "N3014"}
    assert added({}, {}, units=crowd) == {"crowded_target": -2}


@pytest.mark.rule("NWS-ADV-8.j")
def test_both_sides_in_turn_the_dprk_first_and_who_stops_has_done() -> None:
    seen = {"hex": "N3013", "detected": True}
    state = field({II_HQ: "N3011", GHQ: "N3008", INF: seen, ROK_INF: SEEN, ROK_I_HQ: "N3016"}, AT)
    assert asked(state) == {"dprk": "first_strike.headquarters.dprk"}
    state = play(state, "dprk", shot(), [9]).state
    assert asked(state) == {"allied": "first_strike.headquarters.allied"}
    state = play(state, "allied", shot(ROK_I_HQ, INF), [9]).state
    assert asked(state) == {"dprk": "first_strike.headquarters.dprk"}
    state = play(state, "dprk", {"do": "done"}).state
    assert asked(state) != {"dprk": "first_strike.headquarters.dprk"}
    state = field(
        {II_HQ: "N3011", GHQ: "N3008", INF: seen, ROK_INF: SEEN, ROK_I_HQ: "N3016"}, "second_strike.headquarters"
    )
    assert asked(state) == {"dprk": "second_strike.headquarters.dprk"}


@pytest.mark.rule("NW-18.2.2.c", "NWK-5.5.1.b", "NWK-5.5.1.e")
def test_a_unit_in_a_box_off_the_map_is_struck_over_the_line_and_one_at_sea_never() -> None:
    box = {"hex": "Hamhung/Hungnam", "detected": True}
    units = {JFC: "N3616", II_HQ: box, INF: "N2902"}
    for reach, legal in ((20, True), (19, False)):
        facts = {"units": {JFC: {"range": reach}}}
        state = striking(units, "first_strike.headquarters.allied", facts=facts)
        assert hq_strikes.shooter(state, "allied") == (("allied",) if legal else ())
        no = hq_strikes.why_not_at(state, key(state, JFC), key(state, II_HQ))
        assert (no.rule if no else "") == ("" if legal else "NW-18.2.2.a")
    for nowhere in ({"hex": "east.inshore", "detected": True}, {"box": "eliminated", "steps": 0}):
        state = striking({JFC: "N3616", II_HQ: nowhere}, "basic.first_movement.moves")
        no = hq_strikes.why_not_at(state, key(state, JFC), key(state, II_HQ))
        assert no is not None
        assert no.rule == "NW-18.2.2.c"


@pytest.mark.rule("NW-18.2.2.b", "NW-18.2.2.a")
def test_a_headquarters_with_nothing_left_to_strike_says_why() -> None:
    struck = {"hex": "N3010", "struck": [ROK_INF]}
    state = striking({II_HQ: struck, "DPRK V HQ": "N3010"})
    assert why(state, "dprk", shot()).rule == "NW-18.2.2.b"
    assert why(striking({II_HQ: "N3004", "DPRK V HQ": "N3010"}), "dprk", shot()).rule == "NW-18.2.2.a"
