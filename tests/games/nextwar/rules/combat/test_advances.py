"""Rules 9.9 and 9.10: the advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.combat import advances
from tests.games.nextwar.battles import TARGET, resulting, standing
from tests.games.nextwar.board import (
    ARM,
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    ROK_ARM,
    ROK_INF,
    asked,
    at,
    key,
    may,
    play,
    where,
    why,
)


def won(units: dict[str, Any], *attackers: str, **more: Any) -> KoreaState:
    """The defender is eliminated, the attacker has not lost anything."""
    return resulting(standing({**units, ROK_ARM: TARGET}, **more), "-/1", *attackers)


def advance(*units: str) -> dict[str, Any]:
    return {"do": "advance", "units": list(units)}


def pursue(to: str, *units: str) -> dict[str, Any]:
    return {"do": "pursue", "to": to, "units": list(units)}


@pytest.mark.rule("NW-9.9.a", "NW-9.2.8", "NWS-STD-3.2.i")
def test_at_least_one_attacker_has_to_advance() -> None:
    state = won({INF: "N3010", OTHER_INF: "N3110"}, INF, OTHER_INF)
    assert asked(state) == {"dprk": "battle.advance"}
    assert not may(state, "dprk", advance())
    assert not may(state, "dprk", {"do": "done"})
    after = play(state, "dprk", advance(OTHER_INF)).state
    assert (where(after, INF), where(after, OTHER_INF)) == ("N3010", TARGET)
    assert "battle.advance" not in asked(after).values()  # once is enough
    guards = "DPRK ? RG Bde 1"  # never leave their country
    home = won({guards: "N3010"}, guards, ground={"country": "ROK"})
    assert "battle.advance" not in asked(home).values()


@pytest.mark.rule("NW-9.9.c", "NW-9.9.a")
def test_an_advance_never_crowds_the_hex() -> None:
    state = won({INF: "N3010", OTHER_INF: "N3010", MECH: "N3110"}, INF, OTHER_INF, MECH)
    assert why(state, "dprk", advance(INF, OTHER_INF, MECH)).rule == "NW-9.9.c"
    assert may(state, "dprk", advance(INF, OTHER_INF))
    high = won({INF: "N3010", OTHER_INF: "N3010"}, INF, OTHER_INF, ground={"terrain": "mountain"})
    assert why(high, "dprk", advance(INF, OTHER_INF)).rule == "NW-9.9.c"


@pytest.mark.rule("NW-9.9.a")
def test_only_attackers_advance() -> None:
    state = won({INF: "N3010", OTHER_INF: "N3010"}, INF)
    assert not may(state, "dprk", advance(OTHER_INF))


@pytest.mark.rule("NW-9.9.a", "NW-9.8.1.g")
def test_nobody_advances_while_the_hex_is_held() -> None:
    state = resulting(standing(), "-/1")
    assert not state.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-9.9.b", "NW-9.9.b.1", "NW-9.9.b.2", "NW-9.9.b.3", "NW-8.2.2.g")
def test_mobile_units_go_on_to_a_second_hex_whatever_zones_are_there() -> None:
    state = won({MECH: "N3010", LIGHT: "N3010", ROK_INF: "N3013"}, MECH, LIGHT)
    state = play(state, "dprk", advance(MECH, LIGHT)).state
    assert asked(state) == {"dprk": "battle.pursuit"}
    assert why(state, "dprk", pursue("N3012", LIGHT)).rule == "NW-9.9.b.1"
    assert may(state, "dprk", {"do": "done"})
    after = play(state, "dprk", pursue("N3012", MECH)).state  # next to the enemy
    assert where(after, MECH) == "N3012"


@pytest.mark.rule("NW-9.9.b", "NW-9.9.b.1", "NW-9.10.b")
def test_a_retreat_of_one_hex_is_not_enough() -> None:
    high = {"terrain": "highland"}
    state = resulting(standing({MECH: "N3010", ROK_ARM: TARGET}, ground=high), "-/-R", MECH)
    state = play(state, "allied", {"do": "retreat", "unit": ROK_ARM, "path": ["N3012"]}).state
    state = play(state, "dprk", advance(MECH)).state
    assert not state.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-9.9.b", "NW-9.9.b.1")
def test_a_retreat_of_two_hexes_is() -> None:
    state = resulting(standing({MECH: "N3010", ROK_INF: TARGET}), "-/-R", MECH)
    state = play(state, "allied", {"do": "retreat", "unit": ROK_INF, "path": ["N3012", "N3013"]}).state
    state = play(state, "dprk", advance(MECH)).state
    assert asked(state) == {"dprk": "battle.pursuit"}


@pytest.mark.rule("NW-9.9.b.2")
@pytest.mark.parametrize("terrain", ["mountain", "highland", "highland_woods"])
def test_into_high_ground_only_along_a_road(terrain: str) -> None:
    facts: dict[str, Any] = {"hexes": {"N3012": {"terrain": terrain}}}
    state = play(won({MECH: "N3010"}, MECH, facts=facts), "dprk", advance(MECH)).state
    assert why(state, "dprk", pursue("N3012", MECH)).rule == "NW-9.9.b.2"
    facts["sides"] = {f"{TARGET}-N3012": {"road": "secondary"}}
    state = play(won({MECH: "N3010"}, MECH, facts=facts), "dprk", advance(MECH)).state
    assert may(state, "dprk", pursue("N3012", MECH))


@pytest.mark.rule("NW-9.9.b.2")
def test_across_a_river_only_along_a_road_and_into_an_empty_hex() -> None:
    facts = {"sides": {f"{TARGET}-N3012": {"river": True}, f"{TARGET}-N3111": {"river": True, "road": "highway"}}}
    state = won({MECH: "N3010", INF: "N2911"}, MECH, facts=facts)
    state = play(state, "dprk", advance(MECH)).state
    assert why(state, "dprk", pursue("N3012", MECH)).rule == "NW-9.9.b.2"
    assert may(state, "dprk", pursue("N3111", MECH))
    assert why(state, "dprk", pursue("N2911", MECH)).rule == "NW-9.9.b.2"


@pytest.mark.rule("NW-9.9.b.3")
def test_the_second_hex_has_its_limit_too() -> None:
    brigades = [f"DPRK ?/815 Mech Bde {n}" for n in (1, 2, 3, 4)]
    facts = {"hexes": {"N3012": {"terrain": "mountain"}}, "sides": {f"{TARGET}-N3012": {"road": "primary"}}}
    state = won(dict.fromkeys(brigades, "N3010"), *brigades, facts=facts)
    state = play(state, "dprk", advance(*brigades)).state
    assert why(state, "dprk", pursue("N3012", *brigades)).rule == "NW-9.9.b.3"
    able = set(advances.pursuit_choice(state, "dprk", at(state, "N3012")).legal)
    assert able == {key(state, name) for name in brigades}
    two = play(state, "dprk", pursue("N3012", *brigades[:2])).state
    assert key(state, brigades[2]) in advances.pursuit_choice(two, "dprk", at(state, "N3012")).legal
    state = play(state, "dprk", pursue("N3012", *brigades[:3])).state
    assert advances.pursuit_choice(state, "dprk", at(state, "N3012")).legal == ()
    assert why(state, "dprk", pursue("N3012", brigades[3])).rule == "NW-9.9.b.3"
    assert may(state, "dprk", pursue("N3111", brigades[3]))


@pytest.mark.rule("NW-4.1.3.d", "NW-9.9.b")
def test_in_a_storm_nobody_goes_on() -> None:
    state = play(won({MECH: "N3010"}, MECH, weather="storm"), "dprk", advance(MECH)).state
    assert not state.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-9.10.a", "NW-8.4.1.a", "NW-9.10.b")
def test_advancing_into_a_hard_hex_means_mopping_it_up_and_going_no_further() -> None:
    city = {"features": ["city"], "country": "ROK"}
    state = won({MECH: "N3010"}, MECH, ground=city)
    step = play(state, "dprk", advance(MECH), [5])
    assert step.state.mopups[at(state, TARGET)].number == 5
    assert not step.state.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-9.10.b")
def test_nobody_goes_on_into_a_hard_hex() -> None:
    facts = {"hexes": {"N3012": {"features": ["port"], "country": "ROK"}}}
    state = play(won({ARM: "N3010"}, ARM, facts=facts), "dprk", advance(ARM)).state
    assert why(state, "dprk", pursue("N3012", ARM)).rule == "NW-9.10.b"


@pytest.mark.rule("NW-9.9.b.2")
def test_not_into_the_sea_nor_over_water_nor_out_of_the_playing_area() -> None:
    facts = {"hexes": {"N3012": {"terrain": "sea"}}, "sides": {f"{TARGET}-N3111": {"water": True}}}
    state = play(won({MECH: "N3010"}, MECH, facts=facts), "dprk", advance(MECH)).state
    assert why(state, "dprk", pursue("N3012", MECH)).rule == "NW-9.9.b.2"
    assert why(state, "dprk", pursue("N3111", MECH)).rule == "NW-9.9.b.2"
    assert may(state, "dprk", pursue("N2911", MECH))
    area = {"card": {"area": {"sheet": "N", "west": 30}}}
    state = play(won({MECH: "N3010"}, MECH, facts=area), "dprk", advance(MECH)).state
    assert why(state, "dprk", pursue("N2911", MECH)).rule == "NW-9.9.b.2"


@pytest.mark.rule("NW-9.9.b", "NW-9.9.b.1", "NW-9.9.b.2", "NW-9.9.b.3")
def test_others_who_advanced_may_follow_into_the_second_hex() -> None:
    state = won({MECH: "N3010", ARM: "N3010"}, MECH, ARM)
    state = play(state, "dprk", advance(MECH, ARM)).state
    state = play(state, "dprk", pursue("N3012", MECH)).state
    assert may(state, "dprk", pursue("N3012", ARM))
    assert why(state, "dprk", pursue("N3111", MECH)).rule == "NW-9.9.b.1"  # it has gone on already
