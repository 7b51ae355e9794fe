"""Rules 22.1 to 22.8: the air display."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.board import QUIET, ROK_INF, advanced, air, asked, boxed, draft, key, logged, play, why

MIG, FARMER, BOMBER, WEASEL, PHANTOM = "DPRK MiG-29UB 2", "DPRK F-6 1", "DPRK H-5 1", "US F-16DJ 1", "ROK F-4D 1"


def one(name: str, weather: str = "clear", **row: object) -> KoreaState:
    return advanced(QUIET, aircraft={name: {"base": "rok", "box": "ready", **row}}, weather=weather)


def values(name: str, weather: str = "clear", **row: object) -> tuple[int, int, int, int]:
    state = one(name, weather, **row)
    found = display.ratings(state, air(state, name))
    return found.acr, found.strike, found.support2, found.skill


@pytest.mark.rule("NW-16.2.1", "NW-16.2.2", "NW-16.2.3.a", "NW-16.2.4")
def test_a_unit_has_the_values_of_the_face_that_shows() -> None:
    assert values("ROK F-15K 1") == (4, 5, 6, -2)
    assert values("ROK F-15K 1", steps=1) == (2, 3, 4, -1)


@pytest.mark.rule("NW-22.5.1.1.a", "NW-22.5.1.2.a", "NW-22.5.1.3", "NW-16.2.6")
@pytest.mark.parametrize(
    ("name", "weather", "found"),
    [
        (PHANTOM, "clear", (3, 2, 4, -1)),
        (FARMER, "clear", (2, 1, 1, 0)),
        (PHANTOM, "overcast", (3, 2, 4, -1)),  # all-weather
        (PHANTOM, "storm", (1, 1, 2, -1)),
        (FARMER, "overcast", (1, 0, 0, 0)),  # 2, 1 and a half, each halved and rounded down
        (FARMER, "storm", (0, 0, 0, 0)),
    ],
)
def test_weather_halves_or_grounds(name: str, weather: str, found: tuple[int, int, int, int]) -> None:
    assert values(name, weather) == found


@pytest.mark.rule("NW-22.5.1.2.a")
def test_a_wild_weasel_that_cannot_fly_in_a_storm_is_none() -> None:
    assert display.ratings(one(WEASEL, "storm"), air(one(WEASEL), WEASEL)).weasel
    state = advanced(
        QUIET,
        facts={"aircraft": {WEASEL: {"all_weather": False}}},
        aircraft={WEASEL: {"base": "rok", "box": "ready"}},
        weather="storm",
    )
    assert not display.ratings(state, air(state, WEASEL)).weasel


@pytest.mark.rule("NWS-ADV-1.3", "NW-22.5.1.2.b", "NW-22.5")
def test_a_storm_sends_what_cannot_fly_to_flown() -> None:
    weak = {"front": {"acr": 1, "csr2": 1, "strike": 1, "skill": 0}}
    rows = {name: {"base": "dprk", "box": "ready"} for name in (FARMER, MIG, WEASEL, PHANTOM)}
    state = advanced(
        QUIET,
        facts={"aircraft": {PHANTOM: weak}},
        aircraft={**rows, BOMBER: {"base": "dprk", "box": "aborted"}},
        weather="storm",
    )
    d = draft(state)
    display.ground_in_storm(d)
    # The MiG flies at half its value, the Weasel has its own; the weak Phantom is left with nothing.
    assert boxed(d.now, FARMER, MIG, WEASEL, PHANTOM, BOMBER) == ["flown", "ready", "ready", "flown", "aborted"]
    d = draft(one(FARMER, "overcast"))
    display.ground_in_storm(d)
    assert boxed(d.now, FARMER) == ["ready"]


@pytest.mark.rule("NW-22.4.a")
def test_only_the_ready_box_is_ready() -> None:
    for box in ("ready", "flown", "aborted", "superiority"):
        state = one(MIG, box=box)
        assert display.is_ready(state, air(state, MIG)) is (box == "ready")


@pytest.mark.rule("NW-22.7.b", "NW-22.7.g")
def test_an_aborting_unit_goes_to_the_aborted_box_of_its_own_base() -> None:
    d = draft(one(MIG, base="dprk", box="superiority"))
    display.abort(d, air(d.now, MIG), "NW-22.7.b")
    row = d.now.aircraft[air(d.now, MIG)]
    assert (row.base, row.box) == ("dprk", "aborted")


@pytest.mark.rule("NW-22.7.h", "NW-22.7.c")
@pytest.mark.parametrize(("box", "then"), [("ready", "flown"), ("superiority", "flown"), ("aborted", "aborted")])
def test_who_has_flown_lands_unless_it_aborted(box: str, then: str) -> None:
    d = draft(one(MIG, box=box))
    display.land(d, air(d.now, MIG))
    assert boxed(d.now, MIG) == [then]


@pytest.mark.rule("NW-27.6", "NWT-VP.when", "NWT-AIRCOMBAT.air")
def test_two_steps_then_gone_and_scored() -> None:
    d = draft(one(PHANTOM))
    key = air(d.now, PHANTOM)
    display.lose_step(d, key, "NW-27.6")
    assert d.now.aircraft[key].steps == 1
    assert d.now.accounts["dprk"].turn_vp2 == 0
    display.lose_step(d, key, "NW-27.6")
    assert (d.now.aircraft[key].box, d.now.aircraft[key].steps) == ("eliminated", 0)
    assert d.now.accounts["dprk"].turn_vp2 == chart("victory")["air"]["rok"] == 4


@pytest.mark.rule("NWS-ADV-14.03", "NWS-ADV-14.04", "NW-22.7.e")
def test_reorganization_makes_ready() -> None:
    rows = {MIG: "superiority", FARMER: "flown", BOMBER: "aborted"}
    d = draft(advanced(QUIET, aircraft={name: {"base": "dprk", "box": box} for name, box in rows.items()}))
    display.leave_the_air(d)
    assert boxed(d.now, MIG, FARMER, BOMBER) == ["ready", "flown", "aborted"]
    display.ready_again(d)
    assert boxed(d.now, MIG, FARMER, BOMBER) == ["ready", "ready", "aborted"]


@pytest.mark.rule("NWS-ADV-14.05", "NW-22.4.b", "NWT-MAINT")
@pytest.mark.parametrize(
    ("base", "need"), [("dprk", 0), ("prc", 0), ("rok", 1), ("japan", 3), ("yellow", 3), ("east", 1)]
)
def test_maintenance_by_base(base: str, need: int) -> None:
    for die, box in ((need, "ready"), (need + 1, "flown")):
        d = draft(one(MIG, base=base, box="aborted"), [die])
        display.maintain(d)
        assert boxed(d.now, MIG) == [box]
    d = draft(one(MIG, base=base, box="flown"))
    display.maintain(d)
    assert boxed(d.now, MIG) == ["flown"]


@pytest.mark.rule("NW-22.5.1.1.b")
def test_aircraft_that_overcast_makes_useless_may_stand_down() -> None:
    rows = {
        "DPRK F-5 1": {"base": "dprk", "box": "ready"},
        "DPRK MiG-29UB 1": {"base": "dprk", "box": "ready"},
    }
    at_ = "weather.grounding"
    state = advanced(at_, weather="overcast", aircraft=rows)
    assert asked(state) == {"dprk": "weather.stand_down.first"}
    for name in ("DPRK MiG-29UB 1", "DPRK MiG-29UB 2"):
        assert why(state, "dprk", {"do": "stand_down", "units": [name]}).rule == "NW-22.5.1.1.b"
    step = play(state, "dprk", {"do": "stand_down", "units": ["DPRK F-5 1"]})
    assert boxed(step.state, "DPRK F-5 1", "DPRK MiG-29UB 1") == ["flown", "ready"]
    assert logged(step, "air_grounded").rule == "NW-22.5.1.1.b"
    stays = play(state, "dprk", {"do": "stand_down"}).state
    assert boxed(stays, "DPRK F-5 1") == ["ready"]
    for weather in ("clear", "storm"):
        clear = advanced(at_, weather=weather, aircraft=rows)
        assert all("stand_down" not in place for place in asked(clear).values())


@pytest.mark.rule("NW-27.6", "NWT-AIRCOMBAT.air")
def test_losses_of_air_units_are_told_and_those_of_passengers_end_their_flight() -> None:
    plane = "ROK F-4D 1"
    rows = {1: {"side": "allied", "aim": "transport", "way": "flight", "strikers": []}}
    state = advanced(
        QUIET,
        units={ROK_INF: "N2818", "ROK 25/I Inf Div": "N2818"},
        aircraft={plane: {"base": "rok", "box": "ready"}},
        missions=rows,
    )
    d = draft(state)
    first, second = -key(state, ROK_INF), -key(state, "ROK 25/I Inf Div")
    d.edit("missions", 1, strikers=(first, second))
    display.lose_step(d, first, "NWT-ADVAD.transport")
    assert (d.now.units[-first].steps, d.now.missions[1].strikers) == (1, (first, second))
    display.lose_step(d, first, "NWT-ADVAD.transport")
    assert (d.now.units[-first].box, d.now.missions[1].strikers) == ("eliminated", (second,))
    display.destroy(d, second, "NWT-AIRCOMBAT.transport")
    assert (d.now.units[-second].box, d.now.missions[1].strikers) == ("eliminated", ())
    for word in ("log.air_step_lost", "log.air_lost"):
        display.lose_step(d, air(state, plane), "NWT-ADVAD.air")
        assert d.entries[-1].key == word
