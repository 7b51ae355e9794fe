"""Rules 23.1 and 23.2: announcing missions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.strikes import missions
from tests.games.nextwar.board import INF, advanced, air, asked, at, key, logged, may, play, why

FIRST, SECOND, THIRD, WEAK = "ROK F-4D 1", "ROK F-4D 2", "ROK F-4D 3", "ROK KF-16C 6"
WEASEL, MORE, US_WEASEL = "ROK F-4E", "US F-16DJ 1", "US F-16DJ 2"
COVER, COVER_2 = "ROK KF-16C 1", "ROK KF-16C 2"
HEXES = {
    "N2810": {"country": "DPRK", "features": ["airbase"], "terrain": "flat"},
    "N2812": {"country": "DPRK", "features": ["airfield"], "terrain": "flat"},
    "N2811": {"country": "DPRK", "features": ["border"]},
    "N2816": {"country": "ROK", "features": ["airfield"]},
}


def sky(at: str = "first_strike.allocation.allied", **fields: Any) -> KoreaState:
    rows = {name: {"base": "rok", "box": "ready"} for name in (FIRST, SECOND, THIRD, WEAK, WEASEL, MORE, US_WEASEL)}
    rows |= {name: {"base": "rok", "box": "superiority"} for name in (COVER, COVER_2)}
    rows |= fields.pop("rows", {})
    return advanced(at, facts={"hexes": HEXES, **fields.pop("facts", {})}, aircraft=rows, **fields)


def strike(aim: str, place: str = "", **more: Any) -> dict[str, Any]:
    return {"do": "strike", "aim": aim, **({"place": place} if place else {}), "strikers": [FIRST], **more}


@pytest.mark.rule("NW-23.1", "NW-23.1.a", "NW-23.2.b")
def test_a_mission_has_four_aircraft_two_of_which_strike() -> None:
    state = sky()
    assert why(state, "allied", strike("sam", strikers=[FIRST, SECOND, THIRD])).key == "refuse.too_many"
    full = strike("sam", strikers=[FIRST, SECOND], escorts=[COVER], weasels=[WEASEL])
    assert may(state, "allied", full)
    assert why(state, "allied", {**full, "escorts": [COVER, COVER_2]}).key == "refuse.too_many"
    assert why(state, "allied", strike("sam", escorts=[SECOND])).rule == "NW-23.1.a"
    assert why(state, "allied", strike("sam", weasels=[SECOND])).rule == "NW-16.2.9.a"
    step = play(state, "allied", full)
    row = step.state.missions[1]
    assert row.strikers == (air(state, FIRST), air(state, SECOND))
    assert (row.side, row.aim, row.is_open, row.found) == ("allied", "sam", True, "")
    assert asked(step.state) == {"allied": "first_strike.allocation.allied"}  # nothing is resolved yet
    assert why(step.state, "allied", strike("aaa")).rule == "NW-23.1"  # it is busy
    assert why(step.state, "allied", strike("aaa", strikers=[THIRD], escorts=[COVER])).rule == "NW-23.1"


@pytest.mark.rule("NW-23.0", "NW-22.5", "NWS-ADV-8.0")
def test_who_can_strike() -> None:
    rows = {
        FIRST: {"base": "rok", "box": "flown"},
        SECOND: {"base": "rok", "box": "superiority"},
        "US F-15C 1": {"base": "rok", "box": "ready"},
        "DPRK Su-25K 1": {"base": "dprk", "box": "ready"},
    }
    state = sky(rows=rows)

    def refused(name: str) -> str:
        return why(state, "allied", strike("sam", strikers=[name])).rule

    assert refused(FIRST) == refused(SECOND) == "NWS-ADV-8.0"
    assert refused("US F-15C 1") == "NW-22.5"
    assert refused(WEASEL) == "NW-22.5"
    assert refused("DPRK Su-25K 1") == "NW-23.0"


@pytest.mark.rule("NW-23.4.3.a")
def test_a_value_without_a_column_cannot_attack() -> None:
    weak = {"front": {"acr": 3, "csr2": 0, "strike": 1, "skill": 0}}
    state = sky(facts={"aircraft": {WEAK: weak}})
    assert why(state, "allied", strike("sam", strikers=[WEAK])).rule == "NW-23.4.3.a"
    assert why(state, "allied", strike("airbase", "N2810", strikers=[WEAK])).rule == "NW-23.4.3.a"
    assert may(state, "allied", strike("airfield", "N2812", strikers=[WEAK]))


@pytest.mark.rule("NW-22.6", "NWK-11.2.1.b")
def test_range_counts_for_strikers_escorts_and_weasels() -> None:
    faces = {name: {"range": "S"} for name in (SECOND, COVER, WEASEL)}
    hexes = {"N2804": {"country": "DPRK", "features": ["airfield"]}}
    state = sky(facts={"aircraft": faces, "hexes": {**HEXES, **hexes}})
    for more in ({"strikers": [SECOND]}, {"escorts": [COVER]}, {"weasels": [WEASEL]}):
        assert why(state, "allied", strike("airfield", "N2804", **more)).rule == "NWK-11.2.1.b"
        assert may(state, "allied", strike("airfield", "N2812", **more))


@pytest.mark.rule("NWK-11.3.b", "NWK-11.3.a")
def test_company_of_a_mission() -> None:
    rows = {"CW TORN": {"base": "rok", "box": "ready"}}
    state = sky(rows=rows)
    assert why(state, "allied", strike("sam", strikers=[FIRST, "CW TORN"])).rule == "NWK-11.3.b"
    assert may(state, "allied", strike("sam", strikers=["CW TORN"], weasels=[MORE]))
    assert why(state, "allied", strike("sam", strikers=["CW TORN"], weasels=[WEASEL])).rule == "NWK-11.3.b"
    assert may(state, "allied", {"do": "wild_weasel", "sam": [WEASEL]})  # nobody goes for the radar


def named(state: KoreaState, keys: tuple[int | str, ...] | None) -> list[str]:
    return [state.board.aircraft[int(one)].name for one in keys or ()]


@pytest.mark.rule("NW-23.1", "NWK-11.3.b")
def test_escorts_are_offered_to_those_with_whom_they_can_still_fly() -> None:
    rows = {name: {"base": "rok", "box": "flown"} for name in (MORE, US_WEASEL)}
    rows["CW TYPH"] = {"base": "rok", "box": "superiority"}

    def escorts(more: dict[str, str]) -> list[str]:
        state = sky(rows={**rows, **{name: {"base": "rok", "box": box} for name, box in more.items()}})
        assert may(state, "allied", strike("sam", escorts=[COVER]))
        return named(state, missions.escort_choice(state, "allied", "sam", 0, 0, (air(state, FIRST),)).legal)

    own = [COVER, COVER_2]
    assert escorts({}) == own
    assert escorts({"US F-16DJ 1": "superiority"}) == own  # it is bracketed, and escorts nobody
    assert escorts({"US F-22A 1": "superiority"}) == [*own, "US F-22A 1", "CW TYPH"]
    assert escorts({"US F-16DJ 1": "ready"}) == [*own, "CW TYPH"]


@pytest.mark.rule("NW-23.1", "NWK-11.3.b")
def test_a_mission_that_is_full_waits_for_nobody_to_lead_it() -> None:
    rows = {"CW TORN": {"base": "rok", "box": "ready"}, "US F-22A 1": {"base": "rok", "box": "superiority"}}
    state = sky(rows=rows)
    strikers = (air(state, FIRST), air(state, "CW TORN"))
    choice = missions.escort_choice(state, "allied", "sam", 0, 0, strikers)
    full = choice.refusal((air(state, COVER), air(state, COVER_2)))
    assert full is not None
    assert full.rule == "NWK-11.3.b"
    assert choice.refusal((air(state, COVER),)) is None
    assert choice.refusal((air(state, COVER), air(state, "US F-22A 1"))) is None


@pytest.mark.rule("NW-23.1", "NW-16.2.9.b", "NWK-11.3.b")
def test_who_is_proposed_as_company_leads_those_who_need_it() -> None:
    rows = {"CW TORN": {"base": "rok", "box": "ready"}, "US F-22A 1": {"base": "rok", "box": "superiority"}}
    state = sky(rows=rows)
    mixed = (air(state, FIRST), air(state, "CW TORN"))
    led = missions.suppressor_choice(state, "allied", "sam", 0, 0, mixed, ())
    assert named(state, led.default) == [MORE]
    assert missions.suppressor_choice(state, "allied", "sam", 0, 0, mixed[:1], ()).default == ()
    assert missions.escort_choice(state, "allied", "sam", 0, 0, mixed).default == ()  # a weasel will lead them
    grounded = {name: {"base": "rok", "box": "flown"} for name in (MORE, US_WEASEL)}
    alone = sky(rows={**rows, **grounded})
    assert named(alone, missions.escort_choice(alone, "allied", "sam", 0, 0, mixed).default) == ["US F-22A 1"]


@pytest.mark.rule("NW-23.2.a")
def test_one_mission_for_a_target_on_the_map_but_many_for_a_track() -> None:
    state = play(sky(), "allied", strike("airfield", "N2812")).state
    assert why(state, "allied", strike("airfield", "N2812", strikers=[SECOND])).rule == "NW-23.2.a"
    state = play(sky(), "allied", strike("sam")).state
    assert may(state, "allied", strike("sam", strikers=[SECOND]))


@pytest.mark.rule("NW-23.4.a")
def test_a_unit_is_named_with_its_hex() -> None:
    state = sky(units={INF: {"hex": "N2810", "detected": True}})
    step = play(state, "allied", strike("unit", "N2810", unit=INF))
    assert step.state.missions[1].unit == key(state, INF)
    assert not may(sky(), "allied", strike("unit", "N2810", unit=INF))


@pytest.mark.rule("NW-23.3.b", "NW-16.2.9.a", "NW-16.2.9.b", "NW-23.1")
def test_wild_weasel_missions() -> None:
    state = sky()

    def mission(**more: Any) -> dict[str, Any]:
        return {"do": "wild_weasel", **more}

    assert why(state, "allied", mission()).key == "refuse.too_few"
    assert why(state, "allied", mission(radar=[FIRST])).rule == "NW-16.2.9.a"
    assert why(state, "allied", mission(radar=[WEASEL], sam=[WEASEL])).rule == "NW-23.1"
    assert why(state, "allied", mission(radar=[WEASEL], weasels=[WEASEL])).rule == "NW-23.1"
    assert why(state, "allied", mission(radar=[WEASEL, MORE], sam=[US_WEASEL])).key == "refuse.too_many"
    step = play(state, "allied", mission(radar=[MORE], sam=[WEASEL], escorts=[COVER], weasels=[US_WEASEL]))
    row = step.state.missions[1]
    assert row.strikers == (air(state, MORE), air(state, WEASEL))
    assert row.tracks == ("detection", "sam")
    rest = play(state, "allied", mission(radar=[MORE, US_WEASEL])).state
    assert rest.missions[1].tracks == ("detection", "detection")
    assert may(rest, "allied", mission(sam=[WEASEL]))
    none = sky(rows={name: {"base": "rok", "box": "flown"} for name in (WEASEL, MORE, US_WEASEL)})
    assert why(none, "allied", mission(sam=[WEASEL])).rule == "NW-23.3.b"
    away = sky(rows={MORE: {"base": "rok", "box": "flown"}})
    assert why(away, "allied", mission(sam=[MORE])).rule == "NWS-ADV-8.0"
    assert why(away, "allied", strike("sam", weasels=[MORE])).rule == "NWS-ADV-8.0"
    assert may(away, "allied", strike("sam", weasels=[WEASEL]))


@pytest.mark.rule("NWS-ADV-8.b", "NWS-ADV-8.c", "NWS-ADV-11")
def test_who_announces_what_in_which_phase() -> None:
    rows = {"DPRK Su-25K 1": {"base": "dprk", "box": "ready"}}
    choppers = {"DPRK Mi-24D 1": {"hex": "N2810"}, "ROK AH-1 1": {"hex": "N2816"}}
    state = sky("first_strike.allocation.dprk", rows=rows, helicopters=choppers)
    assert may(state, "dprk", strike("sam", strikers=["DPRK Su-25K 1"]))
    assert not may(state, "dprk", {"do": "wild_weasel", "sam": [WEASEL]})
    second = sky("second_strike.allocation.dprk", rows=rows, helicopters=choppers)
    assert asked(second) == {"dprk": "second_strike.allocation.dprk"}
    assert why(second, "dprk", strike("sam", strikers=["DPRK Su-25K 1"])).key == "refuse.not_now"
    assert may(
        second,
        "dprk",
        {"do": "helicopter_strike", "helicopter": "DPRK Mi-24D 1", "aim": "interdiction", "place": "N2811"},
    )
    allied = sky("second_strike.allocation.allied", helicopters=choppers)
    assert may(allied, "allied", strike("sam"))


@pytest.mark.rule("NW-23.4.2.a", "NW-23.4.b", "NW-23.4.2.b", "NW-27.7.1.b")
def test_helicopter_strikes() -> None:
    units = {INF: {"hex": "N2812", "detected": True}}
    choppers = {"ROK AH-1 1": {"hex": "N2816"}, "ROK AH-1 2": {"hex": "N2816", "missions": 2}}
    state = sky(helicopters=choppers, units=units)
    order = {"do": "helicopter_strike", "helicopter": "ROK AH-1 1", "aim": "unit", "place": "N2812", "unit": INF}
    far = state.board.helicopters[next(iter(state.helicopters))].range
    assert state.board.grid.distance(at(state, "N2816"), at(state, "N2812")) <= far
    step = play(state, "allied", order)
    row = step.state.missions[1]
    assert (row.helicopter > 0, row.strikers, row.unit) == (True, (), key(state, INF))
    assert step.state.helicopters[row.helicopter].missions == 1
    assert not may(step.state, "allied", order)  # it has its mission
    assert not may(state, "allied", {**order, "helicopter": "ROK AH-1 2"})
    beyond = {"do": "helicopter_strike", "helicopter": "ROK AH-1 1", "aim": "interdiction", "place": "N2803"}
    assert why(state, "allied", beyond).rule == "NW-23.4.2.a"
    assert why(state, "allied", {**order, "aim": "airfield"}).rule == "NW-23.4.b"
    hurt = sky(helicopters=choppers, units=units, damage={"N2816": {"airfield": 2}})
    assert why(hurt, "allied", order).rule == "NW-27.7.1.b"


@pytest.mark.rule("NW-29.2.1.b", "NW-29.2.1.a", "NW-29.2.2.c")
def test_hidden_missions_tell_the_enemy_their_target_alone() -> None:
    state = sky(options={"hidden_air": True})
    step = play(state, "allied", strike("sam", strikers=[FIRST, SECOND], escorts=[COVER], weasels=[WEASEL]))
    seen = GAME.view(step.state, "dprk").state.missions[1]
    assert (seen.side, seen.aim) == ("allied", "sam")
    assert (seen.strikers, seen.escorts, seen.weasels, seen.size) == ((), (), (), 0)
    assert GAME.view(step.state, "allied").state.missions[1] == step.state.missions[1]
    assert logged(step, "mission").readers == ("allied",)
    assert logged(step, "mission_sealed").readers is None
    assert "units" not in logged(step, "mission_sealed").params


@pytest.mark.rule("NW-23.4.2.a", "NWK-5.5.1.e", "NWK-5.5.1.b")
def test_helicopters_strike_out_of_a_box_and_into_one_over_its_line() -> None:
    units = {"DPRK II HQ": {"hex": "Hamhung/Hungnam", "detected": True}, INF: {"hex": "S4018", "detected": True}}
    ranges = {"US AH-64 1": "N3612", "US AH-64 2": "N3613", "ROK AH-1 3": "busan"}  # sixteen hexes, and twelve
    hexes = {**HEXES, "N3612": {"features": ["airfield"]}, "N3613": {"features": ["airfield"]}}
    state = sky(units=units, helicopters={name: {"hex": h} for name, h in ranges.items()}, facts={"hexes": hexes})

    def order(name: str, place: str, unit: str) -> dict[str, Any]:
        return {"do": "helicopter_strike", "helicopter": name, "aim": "unit", "place": place, "unit": unit}

    box = "Hamhung/Hungnam"
    assert may(state, "allied", order("US AH-64 1", box, "DPRK II HQ"))
    assert not may(state, "allied", order("US AH-64 2", box, "DPRK II HQ"))
    step = play(play(state, "allied", order("US AH-64 1", box, "DPRK II HQ")).state, "allied", {"do": "done"}, [9, 3])
    assert logged(step, "strike").params["column"] == "3"  # a helicopter of value 2 over a city
    assert may(state, "allied", order("ROK AH-1 3", "S4018", INF))
    hurt = sky(units=units, helicopters={"ROK AH-1 3": {"hex": "busan"}}, damage={"busan": {"airbase": 2}})
    assert why(hurt, "allied", order("ROK AH-1 3", "S4018", INF)).rule == "NW-27.7.1.b"


@pytest.mark.rule("NW-23.2.a", "NW-21.0")
def test_a_place_whose_only_target_is_taken_says_so() -> None:
    units = {INF: {"hex": "N2812", "detected": True}}
    state = play(sky(units=units), "allied", strike("unit", "N2812", unit=INF)).state
    assert why(state, "allied", strike("unit", "N2812", unit=INF, strikers=[SECOND])).rule == "NW-23.2.a"
    assert why(sky(units={INF: "N2812"}), "allied", strike("unit", "N2812", unit=INF)).rule == "NW-21.0"


@pytest.mark.rule("NW-23.4.b", "NW-23.4.3.a", "NW-21.0", "NW-23.2.a")
def test_a_helicopter_hears_about_the_very_target_it_was_given() -> None:
    depot, other = "DPRK Supply 1", "DPRK 6/II Inf Div"
    units = {
        INF: {"hex": "N2812", "detected": True},
        other: "N2812",
        depot: {"hex": "N2812", "detected": True},
    }
    choppers = {"ROK AH-1 1": {"hex": "N2816"}, "ROK AH-1 2": {"hex": "N2816"}}
    hexes = {**HEXES, "N2812": {"country": "DPRK", "terrain": "flat_woods"}}
    state = sky(helicopters=choppers, units=units, facts={"hexes": hexes}, air_level="advantage", air_side="dprk")

    def order(unit: str, name: str = "ROK AH-1 1") -> dict[str, Any]:
        return {"do": "helicopter_strike", "helicopter": name, "aim": "unit", "place": "N2812", "unit": unit}

    assert why(state, "allied", order(other)).rule == "NW-21.0"
    assert why(state, "allied", order(depot)).rule == "NW-23.4.3.a"  # hardened
    state = play(state, "allied", order(INF)).state
    assert why(state, "allied", order(INF, "ROK AH-1 2")).rule == "NW-23.2.a"
    assert why(state, "allied", order(other, "ROK AH-1 2")).rule == "NW-21.0"
    assert why(state, "allied", strike("unit", "N2812", unit=other)).rule == "NW-21.0"


@pytest.mark.rule("NW-27.7.1.b", "NW-23.4.2.a")
def test_which_helicopters_strike() -> None:
    rows = {
        "ROK AH-1 1": {"hex": "N2816"},
        "ROK AH-1 2": {"hex": "N2816", "missions": 1},
        "ROK AH-1 3": {"hex": "N2816", "missions": 2},
        "ROK AH-1 4": {"box": "to_come"},
        "DPRK Mi-24D 1": {"hex": "N2810"},
        "US AH-1Z 1": {"hex": "N2915", "ship": 6},
    }
    sea = {**HEXES, "N2915": {"terrain": "sea"}}
    told = {"helicopters": rows, "facts": {"hexes": sea}, "ships": {"US Amph 1": {"hex": "N2915"}}}
    mission = {"side": "allied", "aim": "unit", "place": "N2812", "unit": INF, "helicopter": "ROK AH-1 1"}

    def able(**more: Any) -> list[str]:
        state = sky(units={INF: {"hex": "N2812", "detected": True}}, **told, **more)
        named = {key: state.board.helicopters[key].name for key in state.helicopters}
        return [name for key, name in named.items() if missions.why_not_helicopter(state, "allied", key) is None]

    assert sorted(able()) == ["ROK AH-1 1", "ROK AH-1 2", "US AH-1Z 1"]
    assert sorted(able(missions={1: mission})) == ["ROK AH-1 2", "US AH-1Z 1"]
    assert sorted(able(damage={"N2816": {"airfield": 2}})) == ["US AH-1Z 1"]
    field = sky(helicopters={"ROK AH-1 1": {"hex": "N2911"}})  # no base at all: nothing that could be damaged
    assert missions.why_not_helicopter(field, "allied", next(iter(field.helicopters))) is None


@pytest.mark.rule("NWK-16.2.3.k")
def test_japan_waits_in_the_first_turn_of_a_tactical_surprise() -> None:
    rows = {"US F-16D 1": {"base": "japan", "box": "ready"}, "US F-16D 2": {"base": "rok", "box": "ready"}}
    rows["US B-52H 1"] = {"base": "japan", "box": "ready"}
    for grounded, turn, waits in ((True, 1, True), (True, 2, False), (False, 1, False)):
        card = {"pregame": {"japan_grounded": True} if grounded else {}}
        purse = {"dprk": {}, "allied": {"cruise": 1}}
        state = advanced(
            "first_strike.allocation.allied",
            card=card,
            turn=turn,
            facts={"hexes": HEXES},
            aircraft=rows,
            accounts=purse,
        )
        for name, base in (("US F-16D 1", "japan"), ("US F-16D 2", "rok")):
            no = missions.why_not_ready(state, "allied", air(state, name))
            assert (no.rule if no else "") == ("NWK-16.2.3.k" if waits and base == "japan" else "")
        assert (launches.launchers(state, "allied").legal == ()) is waits


@pytest.mark.rule("NW-23.3.a", "NW-23.3.c")
def test_wild_weasels_that_are_seen_early_are_intercepted() -> None:
    state = sky(rows={"DPRK MiG-29UB 1": {"base": "dprk", "box": "superiority"}})
    state = play(state, "allied", {"do": "wild_weasel", "radar": [WEASEL]}).state
    state = play(state, "allied", {"do": "done"}, [0]).state
    assert asked(state) == {"dprk": "first_strike.weasels.intercept"}
