"""Every scenario sets up what its card and the counters say."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.scenarios import placing
from sandtable.games.nextwar.scenario import SCENARIOS, cards
from sandtable.games.nextwar.scenario.setup import opening
from sandtable.kernel.state import bind


def opened(name: str, **options: bool) -> KoreaState:
    korea = cards.load(name, GAME.options(**options), {})
    return bind(opening(korea), korea)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_loads_and_nothing_is_broken(name: str) -> None:
    state = opened(name)
    assert GAME.broken(state) is None
    assert all(unit.steps >= 1 for unit in state.units.values())


@pytest.mark.parametrize("name", SCENARIOS[:-1])
def test_units_stand_in_their_own_country(name: str) -> None:
    state = opened(name)
    for key, unit in state.units.items():
        ground = state.board.ground.get(unit.hex)
        if ground is not None and ground.is_land and name != "incheon_again":
            assert ground.country in ("dprk" if state.board.units[key].side == "dprk" else "rok", "japan")


@pytest.mark.rule("NWK-16.1.1.b", "NWK-16.1.1.c")
def test_forces_of_train_to_seoul() -> None:
    state = opened("train_to_seoul")
    units = state.board.units
    formations = {units[k].formation for k, u in state.units.items() if u.hex and units[k].side == "dprk"}
    assert formations == {"II", "IV", "815"}
    rok = {units[k].formation for k, u in state.units.items() if u.hex and units[k].side == "allied"}
    assert rok == {"VII", "I", "VI"}
    assert [units[k].label for k, u in state.units.items() if units[k].formation == "VI"] == ["5/VI"]
    placed = {units[k].name for k, u in state.units.items() if u.box == "to_place"}
    assert placed == {"DPRK 17 Snp Bde", "DPRK 38 Abn Bde", "DPRK 81 LI Bde", "ROK Outpost 1"}
    assert (state.accounts["dprk"].airmobile, state.accounts["dprk"].tunnels) == (2, 3)
    helicopters = sorted(state.board.helicopters[k].type for k, u in state.helicopters.items() if u.box == "to_place")
    assert helicopters == ["AH-1", "AH-1", "Mi-24D"]


@pytest.mark.rule("NWK-16.1.2.b", "NWK-16.1.3.b", "NWK-16.1.5.b")
@pytest.mark.parametrize(
    ("name", "dprk", "rok", "airmobile", "tunnels", "outposts"),
    [
        ("uijeongbu_blues", {"V", "820"}, {"V", "VI"}, 1, 3, (0, 1)),
        ("east_coast_highway", {"806", "I"}, {"II", "III", "VIII"}, 1, 2, (0, 1)),
        (
            "militarized_zone",
            {"I", "II", "IV", "V", "806", "815", "820"},
            {"I", "II", "III", "V", "VI", "VII", "VIII"},
            4,
            8,
            (4, 5),
        ),
    ],
)
def test_forces_of_the_other_land_scenarios(
    name: str, dprk: set[str], rok: set[str], airmobile: int, tunnels: int, outposts: tuple[int, int]
) -> None:
    state = opened(name)
    units = state.board.units
    there = [(units[k].side, units[k].formation) for k, u in state.units.items() if u.hex]
    assert {formation for side, formation in there if side == "dprk"} == dprk
    assert {formation for side, formation in there if side == "allied"} == rok
    assert not any(units[k].reserve for k in state.units)
    assert (state.accounts["dprk"].airmobile, state.accounts["dprk"].tunnels) == (airmobile, tunnels)
    posts = [units[k].side for k in state.units if units[k].is_outpost]
    assert (posts.count("dprk"), posts.count("allied")) == outposts


@pytest.mark.rule("NWK-16.1.4.b", "NWK-16.1.4.c", "NWK-16.1.4.h")
def test_forces_of_incheon_again() -> None:
    state = opened("incheon_again")
    units, ground = state.board.units, state.board.ground
    found = {(units[k].label, ground[u.hex].label, u.steps) for k, u in state.units.items() if units[k].side == "dprk"}
    seam = ground[state.board.place("S2400")].label
    assert found == {
        ("8/II", "N2522", 1),
        ("28/IV", "S2300", 2),
        ("?/IV", seam, 1),
        ("?/815", "S2501", 1),
        ("33/IV", "S2402", 1),
    }
    inshore = state.board.place("yellow.inshore")
    assert {u.hex for k, u in state.units.items() if units[k].side == "allied"} == {inshore}
    assert sorted(state.board.ships[k].kind for k in state.ships) == ["amphibious", "carrier"]
    assert state.captured[state.board.place("N2522")] == "dprk"
    assert state.seas == {state.board.place("yellow.at_sea"): "allied", inshore: "allied"}


@pytest.mark.rule("NWK-16.1.6.a", "NWK-16.1.6.b", "NWK-16.1.6.c")
def test_forces_of_all_in() -> None:
    state = opened("all_in")
    units, korea = state.board.units, state.board
    start = [units[k] for k, u in state.units.items() if u.hex]
    assert all(u.front and korea.place(u.setup) == state.units[u.id].hex for u in start if u.setup)
    third = [u for u in start if u.formation == "III" and u.kind == "pmtu"]
    assert len(third) == 2
    assert sum(u.formation in ("108", "425") for u in start) == 10
    assert not any(u.formation == "VII" and u.nation == "dprk" for u in start)
    assert set(state.seas.values()) == {"dprk"}
    assert len(state.seas) == 4
    assert (state.accounts["dprk"].airmobile, state.accounts["allied"].airmobile) == (4, 8)


@pytest.mark.rule("NWK-16.1.6.b", "NWK-15.8")
def test_japanese_who_are_available_are_set_up_at_air_bases_in_all_in() -> None:
    state = opened("all_in", japanese_army=True)
    korea = state.board
    brigade = next(k for k in state.units if korea.units[k].sheet == "2-197")
    gunships = next(k for k in state.helicopters if korea.helicopters[k].sheet == "2-198")
    assert state.units[brigade].box == state.helicopters[gunships].box == "to_place"
    for found in (placing.places(state, "allied", brigade), placing.bases(state, "allied", gunships)):
        assert found.options
        assert all("airbase" in korea.ground[h].features and korea.ground[h].country == "rok" for h in found.options)
    alone = opened("all_in")
    assert "japan" not in {korea.units[k].nation for k in alone.units}
    assert "japan" not in {korea.helicopters[k].nation for k in alone.helicopters}
    for option in ("japanese_army", "nuclear_attack"):
        later = opened("strategic_surprise", **{option: True})
        assert later.units[brigade].box == later.helicopters[gunships].box == "to_come"


@pytest.mark.rule("NWK-16.1.7.e")
def test_they_did_what_has_the_set_up_of_all_in_without_the_allies() -> None:
    state = opened("they_did_what")
    assert {state.board.units[k].nation for k in state.units} == {"dprk", "rok"}
    both = opened("all_in")
    rok = {k for k, u in both.units.items() if u.hex and both.board.units[k].nation == "rok"}
    assert rok == {k for k, u in state.units.items() if u.hex and state.board.units[k].nation == "rok"}


@pytest.mark.rule("NWK-16.1.4.d")
def test_what_is_fixed_in_incheon_again() -> None:
    state = opened("incheon_again")
    korea = state.board
    assert {korea.ground[box].label: side for box, side in state.seas.items()} == {
        "yellow.inshore": "allied",
        "yellow.at_sea": "allied",
    }
    assert (state.initiative, korea.card["weather"], korea.card["replacements"]) == ("allied", {"fixed": ["clear"]}, {})
    assert korea.card["air_points"] == [[1, 4, "allied", "superiority"]]
    assert (korea.uses_sea, korea.turns) == (True, 1)


@pytest.mark.rule("NWK-16.1.4.f")
@pytest.mark.parametrize(("meus", "more"), [("none", 0), ("13", 4), ("15", 4), ("both", 8)])
def test_the_variant_of_incheon_again(meus: str, more: int) -> None:
    korea = cards.load("incheon_again", GAME.options(meus=meus), {})
    state = bind(opening(korea), korea)
    marines = [k for k, u in state.units.items() if korea.units[k].side == "allied"]
    assert len(marines) == 5 + more
    assert {korea.ground[state.units[k].hex].label for k in marines} == {"yellow.inshore"}
    amphibious = [k for k in state.ships if korea.ships[k].kind == "amphibious"]
    assert len(amphibious) == 1 + bool(more)
    reduced = [k for k, u in state.units.items() if u.steps < korea.units[k].steps]
    assert len(reduced) == (0 if more else 3)


@pytest.mark.rule("NWK-16.1.6.h", "NWK-16.1.6.g")
def test_when_reinforcements_come_in_all_in() -> None:
    plan = opened("all_in").board.card["reinforcements"]
    letters = {row["turn"]: "".join(row.get("groups", ())) for row in plan["allied"]}
    assert letters == {3: "D", 4: "E", 5: "F", 7: "GH", 9: "IJ", 10: "K", 11: "L", 13: "MN", 14: "O", 15: "P"}
    draws = {row["turn"]: row["draw"] for row in plan["allied"] if "draw" in row}
    assert draws == {4: ["M", 4], 5: ["HR", 4], 7: ["M", 6], 9: ["M", "all"], 13: ["HR", "all"]}
    formations = {row["turn"]: row.get("formations", []) for row in plan["dprk"]}
    assert formations == {2: ["VII"], 3: ["VIII"], 4: ["X", "XI"], 5: ["IX"], 6: [], 7: []}
    guards = {row["turn"]: row["draw"] for row in plan["dprk"] if "draw" in row}
    assert guards == {4: ["RG", 4], 5: ["RG", 4], 6: ["RG", 4], 7: ["RG", "all"]}


@pytest.mark.rule("NWK-16.1.6.h")
def test_ships_of_the_groups_wait_from_the_start() -> None:
    state = opened("all_in")
    later = sorted(state.board.ships[k].sheet for k, ship in state.ships.items() if ship.box == "to_come")
    assert later == ["3-42", "3-42", "3-45", "3-60", "3-60", "3-60", "4-227", "4-228"]


@pytest.mark.rule("NW-19.4.a", "NW-16.0")
def test_depots_wait_to_be_placed_anywhere_at_home_and_nothing_moves_yet() -> None:
    for name, dprk, allied in (("strategic_surprise", 3, 2), ("extended_mobilization", 4, 4), ("air_war", 0, 0)):
        state = opened(name)
        rows = {k: u for k, u in state.units.items() if state.board.units[k].is_supply}
        assert [u.box for u in rows.values()] == ["to_place"] * (dprk + allied)
        assert not any(u.mobile for u in rows.values())
        assert sum(state.board.units[k].side == "dprk" for k in rows) == dprk
    assert not any(state.board.units[k].is_supply for state in (opened("all_in"),) for k in state.units)
