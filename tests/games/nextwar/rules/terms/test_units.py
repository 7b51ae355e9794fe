"""Chapter 2: the values of units."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaOptions, Unit
from sandtable.games.nextwar.rules.terms.units import DIE, face, printed
from sandtable.games.nextwar.scenario import Face, KoreaScenario, load
from sandtable.games.nextwar.scenario.setup import opening
from sandtable.kernel.cases.parts import CaseError
from tests.games.nextwar.board import INF, MECH, board, key


@pytest.fixture(scope="module")
def korea() -> KoreaScenario:
    scenario = GAME.open("train_to_seoul")
    assert isinstance(scenario, KoreaScenario)
    return scenario


@pytest.mark.rule("NW-2.6")
def test_the_die_reads_zero_to_nine() -> None:
    assert [*DIE] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("NW-9.7.3", "NW-2.3.7")
def test_a_reduced_unit_shows_its_other_face() -> None:
    state = board(units={INF: "N3010", MECH: {"hex": "N3010", "steps": 1}})
    assert str(face(state, key(state, INF))) == "8-6-4"
    assert str(face(state, key(state, MECH))) == "3-3-8"
    reduced = board(units={INF: {"hex": "N3010", "steps": 1}})
    assert face(reduced, key(reduced, INF)).stack2 == 2


@pytest.mark.rule("NW-2.2.a", "NW-2.3.4", "NW-2.3.6", "NW-2.2.b")
def test_a_counter_knows_all_that_is_printed(korea: KoreaScenario) -> None:
    unit = next(u for u in korea.units.values() if u.name == "ROK 1/I Inf Div")
    assert (unit.nation, unit.kind, unit.size, unit.formation, unit.setup) == ("rok", "inf", "division", "I", "N2818")
    assert (str(unit.front), unit.front.efficiency, unit.front.stack2, unit.steps) == ("6-8-4", 5, 4, 2)
    assert {u.size for u in korea.units.values()} >= {"battalion", "regiment", "brigade", "division", "corps", "army"}


@pytest.mark.rule("NW-2.3.7.a", "NWK-3.3.3")
def test_battalions_of_marines_take_half_a_point(korea: KoreaScenario) -> None:
    battalions = [u for u in korea.units.values() if u.branch == "usmc" and u.kind == "marine"]
    assert {u.front.stack2 for u in battalions} == {1}
    third = {u.label for u in korea.units.values() if u.arrival == "C" and u.branch == "usmc" and u.kind != "hq"}
    assert third == {"1/3", "2/3", "3/3", "LAR", "3 R", "III TF"}


@pytest.mark.rule("NWK-3.1", "NW-8.5.1.c")
def test_a_yellow_allowance_makes_light_infantry(korea: KoreaScenario) -> None:
    light = {u.kind for u in korea.units.values() if u.is_light}
    assert light >= {"light", "airborne", "airmobile", "airmobile_light"}
    assert not light & {"inf", "mech", "armor"}


@pytest.mark.rule("NW-2.2.c")
@pytest.mark.parametrize("name", ["train_to_seoul", "militarized_zone"])
def test_headquarters_and_guns_stay_out_of_the_standard_game(name: str) -> None:
    state = GAME.setup(GAME.open(name), None)  # type: ignore[arg-type]
    korea = GAME.open(name)
    assert not any(korea.units[key].kind in ("hq", "artillery") for key in state.units)  # type: ignore[attr-defined]
    assert state.aircraft == {}


@pytest.mark.rule("NW-2.1")
def test_the_map_has_two_sheets_and_its_boxes(korea: KoreaScenario) -> None:
    labels = {ground.label for ground in korea.ground.values()}
    assert len(korea.grid.hexes) == 1891
    assert {"N2822", "S2700", "Busan", "Japan", "Hamhung/Hungnam"} <= labels
    assert korea.place("S2400") == korea.place("N2722")  # a hex of the seam carries two numbers


@pytest.mark.rule("NW-8.3.1.7")
def test_beaches_are_open_hexes_on_the_coast(korea: KoreaScenario) -> None:
    beaches = {ground.label for place, ground in korea.ground.items() if korea.is_beach(place)}
    assert {"S2300", "S2301", "S2402", "N2321", "N2322"} <= beaches
    assert len(beaches) == 59
    assert not korea.is_beach(korea.place("N2522"))


@pytest.mark.rule("NWK-5.5.1.b", "NWK-5.5.1.d")
def test_boxes_count_as_urban_and_belong_to_the_east_sea(korea: KoreaScenario) -> None:
    for name in ("busan", "japan", "hamhung"):
        box = korea.ground[korea.place(name)]
        assert (box.is_urban, box.zone) == (True, "east")


@pytest.mark.rule("NWK-2.2.a", "NWK-2.3")
def test_the_counts_of_counters_and_features(korea: KoreaScenario) -> None:
    assert sum(not (unit.is_outpost or unit.is_supply or unit.choice) for unit in korea.units.values()) == 300
    assert (len(korea.aircraft), len(korea.helicopters), len(korea.ships)) == (151, 25, 19)
    features = [feature for place, ground in korea.ground.items() if place < 9000 for feature in ground.features]
    assert {name: features.count(name) for name in ("airbase", "airfield", "port", "chem_site", "nuclear_site")} == {
        "airbase": 19,
        "airfield": 22,
        "port": 9,
        "chem_site": 7,
        "nuclear_site": 1,
    }
    assert len(korea.map.dmz) == 98
    assert len(korea.map.dmz) == len(korea.map.forts["dprk"]) + len(korea.map.forts["allied"])


@pytest.mark.rule("NW-16.0", "NW-16.2.11", "NW-19.4.g")
def test_what_the_advanced_game_adds_and_the_faces_of_its_supply_units(korea: KoreaScenario) -> None:
    kinds = {unit.kind for unit in korea.units.values() if replace(unit).is_advanced}
    assert kinds == {"hq", "artillery", "supply"}
    for side in ("dprk", "allied"):
        depots = [unit for unit in korea.units.values() if unit.is_supply and unit.side == side]
        assert len(depots) == 8
        for depot in depots:
            assert depot.front == Face(0, 2, 3, 0, 2, "motorised")
            assert depot.back == Face(0, 1, 3, 4, 2, "motorised")
            assert (depot.range, depot.mobile_range, depot.steps, depot.label) == (8, 4, 1, "Dep")
            assert printed(depot, Unit(steps=1)) == depot.front
            assert printed(depot, Unit(steps=1, mobile=True)) == depot.back


@pytest.mark.rule("NWK-1.1.1")
def test_the_190th_is_a_brigade_or_a_division() -> None:
    sizes: tuple[tuple[Literal["brigade", "division"], str], ...] = (("brigade", "6-6-8"), ("division", "12-12-8"))
    for size, values in sizes:
        korea = load("strategic_surprise", KoreaOptions(prc_190=size), {})
        rows = [korea.units[key] for key in opening(korea).units if korea.units[key].name.startswith("PRC 190/39")]
        assert [(counter.size, str(counter.front), counter.formation) for counter in rows] == [(size, values, "39")]
    state = board(units={"PRC 190/39 Mech Div": "N3010", "PRC 190/39 Mech Bde": {"box": "unused"}})
    assert GAME.broken(state) is None
    with pytest.raises(CaseError, match="not chosen"):
        board(units={"PRC 190/39 Mech Bde": "N3010"})
    both = [c for c in load("all_in", KoreaOptions(), {}).units.values() if c.name.startswith("PRC 190/39")]
    assert [(c.sheet, c.source, c.front, c.back) for c in both] == [
        ("5-29", "public", Face(12, 12, 6, 8, 6, "mechanised"), Face(6, 6, 5, 8, 4, "mechanised")),
        ("2-190", "reconstructed", Face(6, 6, 6, 8, 4, "mechanised"), Face(3, 3, 5, 8, 2, "mechanised")),
    ]
    plain = board(units={INF: "N3010"})
    assert plain.board.chooses(plain.board.units[key(plain, INF)])
