"""Rules 9.5 and 9.6: column shifts and die modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, Support
from sandtable.games.nextwar.rules.combat.modifiers import drms, shifts
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel.state import successor
from tests.games.nextwar.battles import AROUND, TARGET, battle, standing
from tests.games.nextwar.board import ARM, INF, LIGHT, MECH, OTHER_INF, ROK_BDE, ROK_INF, ROK_MECH, board, key, reasons

FORT = {"features": ["fort_rok", "dmz"], "country": "ROK"}


def shift(state: KoreaState, *units: str, **more: Any) -> dict[str, int]:
    return reasons(shifts(state, battle(state, *units, **more)))


def drm(state: KoreaState, *units: str, **more: Any) -> dict[str, int]:
    return reasons(drms(state, battle(state, *units, **more)))


# -- columns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-9.5.1.a", "NW-9.2.3", "NWT-CRT.shifts", "NWS-STD-3.2.c")
@pytest.mark.parametrize(
    ("attacker", "defender", "columns"), [(ARM, ROK_INF, 1), (INF, ROK_MECH, -1), (INF, ROK_INF, 0)]
)
def test_the_difference_of_the_lead_units_shifts_columns(attacker: str, defender: str, columns: int) -> None:
    state = standing({attacker: "N3010", defender: TARGET})
    leads = {"attack_lead": key(state, attacker), "defence_lead": key(state, defender)}
    assert shift(state, attacker, **leads) == {"efficiency_difference": columns}


@pytest.mark.rule("NW-9.5.2", "NW-9.5.2.a", "NWT-CRT.shifts")
def test_a_city_and_works_are_two_columns_each() -> None:
    assert shift(standing(ground={"features": ["city"]}), INF) == {"city": -2}
    assert shift(standing(ground=FORT), INF) == {"fortification": -2}
    both = {"features": ["city", "fort_rok"], "country": "ROK"}
    assert shift(standing(ground=both), INF) == {"city": -2, "fortification": -2}


@pytest.mark.rule("NW-9.5.2", "NW-9.5.2.a", "NW-8.3.1.10.b")
def test_works_count_only_for_their_own_side_and_never_once_lost() -> None:
    assert shift(standing(ground=FORT, breached={TARGET: 1}), INF) == {}
    enemy_works = {"features": ["fort_dprk"], "country": "DPRK"}
    assert shift(standing(ground=enemy_works), INF) == {}
    abroad = {"features": ["fort_rok"], "country": "DPRK"}
    assert shift(standing(ground=abroad), INF) == {}


@pytest.mark.rule("NW-9.5.2.a")
def test_allies_use_the_works_of_the_rok() -> None:
    assert shift(standing({INF: "N3010", "US 1/2 Hvy Bde": TARGET}, ground=FORT), INF) == {"fortification": -2}


@pytest.mark.rule("NW-9.5.3", "NWS-STD-3.5")
def test_exploitation_costs_two_columns() -> None:
    assert shift(standing(at="initiative.exploitation_combat"), INF) == {"exploitation": -2}
    assert shift(standing(at="basic.first_combat"), INF) == {}
    assert shift(successor(standing(), flow=()), INF) == {}  # looked at between segments


@pytest.mark.rule("NW-9.5.4", "NWK-16.1.5.e", "NWK-16.1.1.f", "NWK-16.1.2.d", "NWK-16.1.3.d")
@pytest.mark.parametrize("scenario", ["train_to_seoul", "uijeongbu_blues", "east_coast_highway", "militarized_zone"])
def test_surprise_is_one_column_for_the_dprk_on_the_first_turn(scenario: str) -> None:
    assert shift(standing(scenario=scenario, turn=1), INF) == {"surprise": 1}
    assert shift(standing(scenario=scenario, turn=2), INF) == {}
    defending = standing({ROK_INF: "N3010", INF: TARGET}, at="initiative.reaction_combat", scenario=scenario, turn=1)
    assert shift(defending, ROK_INF, side="allied") == {}


@pytest.mark.rule("NW-9.5.4", "NWK-16.1.6.d", "NWK-16.1.7.a")
@pytest.mark.parametrize(("scenario", "side"), [("all_in", "dprk"), ("they_did_what", "allied")])
def test_the_side_with_surprise_is_named_by_the_card(scenario: str, side: str) -> None:
    surprise = data(f"scenarios/{scenario}")["surprise"]
    assert (surprise["side"], surprise["turn"], surprise["columns"]) == (side, 1, 1)
    units = {INF: "N3010", ROK_INF: TARGET} if side == "dprk" else {ROK_INF: "N3010", INF: TARGET}
    facts = {"card": {"area": {}, "surprise": surprise}}
    state = standing(units, at="basic.first_combat", facts=facts, turn=1, first=side, initiative=side)
    assert shift(state, next(iter(units)), side=side) == {"surprise": 1}


# -- the die ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-9.2.2.1.a", "NW-9.2.2.1.b", "NWT-CRT.drm", "NWS-STD-3.2.f")
def test_rounded_odds_help_the_attacker_once_if_he_is_stronger() -> None:
    two = {INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}
    assert drm(standing(two), INF, OTHER_INF) == {}  # 16 to 8
    assert drm(standing({**two, LIGHT: "N3110"}), INF, OTHER_INF, LIGHT) == {"rounded_odds": -1}
    weak = standing({INF: {"hex": "N3010", "steps": 1}, ROK_INF: TARGET, ROK_BDE: TARGET})
    assert drm(weak, INF) == {}  # 4 to 10
    strong = standing({INF: "N3010", OTHER_INF: "N3010", ROK_BDE: {"hex": TARGET, "steps": 1}})
    assert drm(strong, INF, OTHER_INF) == {"rounded_odds": -1}  # 16 to 1, far beyond the table


@pytest.mark.rule("NW-9.6.1")
def test_the_side_with_more_support_gains_the_difference() -> None:
    state = standing()
    assert drm(state, INF, attack_support=Support(air=3), defence_support=Support(air=1)) == {"support": -2}
    assert drm(state, INF, attack_support=Support(air=1), defence_support=Support(air=2)) == {"support": 1}
    assert drm(state, INF, attack_support=Support(air=2), defence_support=Support(air=2)) == {}


@pytest.mark.rule("NW-9.6.2", "NWT-TEC.combat")
@pytest.mark.parametrize(
    ("features", "found"),
    [
        (["town"], {"town": 1}),
        (["town", "airfield"], {"town": 1, "airfield": 1}),
        (["port", "airbase"], {"port": 1, "airbase": 1}),
        (["city"], {}),
        (["chem_site"], {"chem_site": 1}),
    ],
)
def test_towns_airfields_and_installations_add_one_each(features: list[str], found: dict[str, int]) -> None:
    assert drm(standing(ground={"features": features}), INF) == found


@pytest.mark.rule("NW-9.6.3")
@pytest.mark.parametrize(("hexes", "bonus"), [(2, 0), (3, -1), (4, -1), (5, -2), (6, -2)])
def test_attacks_from_several_hexes(hexes: int, bonus: int) -> None:
    brigades = [f"DPRK ?/815 Mech Bde {n}" for n in range(1, 5)] + ["DPRK 27/815 Mech Bde", "DPRK ?/815 LI Bde"]
    units = dict(zip(brigades[:hexes], AROUND, strict=False))
    state = standing({**units, ROK_MECH: TARGET})
    assert drm(state, *brigades[:hexes]).get("many_hexes", 0) == bonus


@pytest.mark.rule("NWK-3.1.2", "NWK-3.1.2.a", "NW-9.6.4")
def test_light_infantry_helps_its_side_outside_of_open_ground() -> None:
    rough = {"terrain": "rough"}
    assert drm(standing({LIGHT: "N3010", ROK_INF: TARGET}, ground=rough), LIGHT) == {"light_attack": -1}
    assert drm(standing({INF: "N3010", "US 1/82 Abn Bde": TARGET}, ground=rough), INF)["light_defence"] == 1
    both = standing({LIGHT: "N3010", "US 1/82 Abn Bde": TARGET}, ground=rough)
    assert drms(both, battle(both, LIGHT)).total == 0
    for open_ground in ("flat", "flat_woods"):
        state = standing({LIGHT: "N3010", ROK_INF: TARGET}, ground={"terrain": open_ground})
        assert drm(state, LIGHT) == {}


@pytest.mark.rule("NWK-2.2.c", "NWK-2.2.a")
def test_works_of_the_dmz_add_one_until_they_are_taken() -> None:
    assert drm(standing(ground=FORT), INF) == {"dmz": 1}
    assert drm(standing(ground=FORT, breached={TARGET: 1}), INF) == {}


@pytest.mark.rule("NWK-2.6.b")
def test_a_tunnel_takes_two_from_the_die_of_the_dprk() -> None:
    assert drm(standing(tunnels={TARGET: {}}), INF) == {"tunnel": -2}


@pytest.mark.rule("NWK-6.1.4", "NW-9.6.6")
def test_several_corps_attack_badly_together() -> None:
    others = {INF: "N3010", "DPRK 26/IV Inf Div": "N3010", ROK_INF: TARGET}
    assert drm(standing(others), INF, "DPRK 26/IV Inf Div") == {"several_corps": 1}
    same = {INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}
    assert drm(standing(same), INF, OTHER_INF) == {}
    independent = {INF: "N3010", "DPRK 81 LI Bde": "N3010", ROK_INF: TARGET}
    assert "several_corps" not in drm(standing(independent), INF, "DPRK 81 LI Bde")


@pytest.mark.rule("NWK-6.1.4")
def test_units_of_an_army_belong_to_no_corps() -> None:
    units = {ROK_INF: "N3010", "ROK 11/1A Inf Div": "N3010", INF: TARGET}
    state = board("initiative.reaction_combat", units)
    assert drm(state, ROK_INF, "ROK 11/1A Inf Div", side="allied") == {}


@pytest.mark.rule("NWK-6.1.1", "NWK-6.1.2", "NWK-6.1.3", "NW-9.6.5")
@pytest.mark.parametrize(
    ("units", "side", "found"),
    [
        ((INF, "PRC 118/40 Mot Bde"), "dprk", {"dprk_and_prc": 3}),
        ((ROK_INF, "US 1/2 Hvy Bde"), "allied", {"us_and_rok": 1}),
        (("JPN 4/West Inf Div",), "allied", {"japanese": 1}),
        (("JPN 4/West Inf Div", ROK_INF), "allied", {"japanese": 1, "japanese_mixed": 1}),
    ],
)
def test_several_nations_attack_badly_together(units: tuple[str, ...], side: str, found: dict[str, int]) -> None:
    target = ROK_MECH if side == "dprk" else "DPRK 105/820 Arm Div"
    at = "initiative.combat" if side == "dprk" else "initiative.reaction_combat"
    state = board(at, {**dict.fromkeys(units, "N3010"), target: TARGET})
    parts = drm(state, *units, side=side)
    parts.pop("rounded_odds", None)
    assert parts == found


@pytest.mark.rule("NWK-6.1.2", "NWK-6.1.4")
def test_the_cost_of_two_corps_is_not_added_to_that_of_us_and_rok() -> None:
    units = (ROK_INF, "ROK 6/V Inf Div", "US 1/2 Hvy Bde")
    state = board("initiative.reaction_combat", {**dict.fromkeys(units, "N3010"), "DPRK 105/820 Arm Div": TARGET})
    parts = drm(state, *units, side="allied")
    assert (parts.get("us_and_rok"), parts.get("several_corps")) == (1, None)


@pytest.mark.rule("NW-9.6.3")
def test_a_mechanised_brigade_alone_has_no_other_modifier() -> None:
    state = standing({MECH: "N3010", ROK_BDE: TARGET})
    assert drm(state, MECH) == {}  # 8 to 2 is four to one


@pytest.mark.rule("NW-9.6.5", "NW-9.6.6", "NWK-6.1.2", "NWK-6.1.4")
def test_several_corps_beside_an_ally_and_against_the_division_that_waits() -> None:
    us, one, two = "US 1/2 Hvy Bde", ROK_INF, "ROK 3/V Inf Div"
    rows = {one: "N3010", two: "N3110", us: "N3010", INF: TARGET}
    state = standing(rows, at="initiative.reaction_combat")
    assert drm(state, one, two, side="allied")["several_corps"] == 1
    mixed = drm(state, one, two, us, side="allied")
    assert (mixed["us_and_rok"], "several_corps" in mixed) == (1, False)
    blues = standing({INF: "N3010", "ROK 5/VI Inf Div": TARGET}, scenario="uijeongbu_blues")
    assert drm(blues, INF)["several_corps"] == 1
