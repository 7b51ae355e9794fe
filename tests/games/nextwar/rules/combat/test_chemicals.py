"""Korea, 6.2: chemical weapons."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaOptions, KoreaState
from sandtable.games.nextwar.rules.combat import chemicals
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement.marching import destinations
from sandtable.games.nextwar.rules.terms.efficiency import efficiency, rating
from sandtable.games.nextwar.scenario import load
from sandtable.games.nextwar.scenario.setup import opening
from tests.games.nextwar.board import (
    INF,
    MECH,
    OTHER_INF,
    QUIET,
    ROK_BDE,
    ROK_INF,
    ROK_INF_2,
    ROK_MECH,
    advanced,
    asked,
    at,
    carried_out,
    draft,
    key,
    logged,
    may,
    may_move,
    move,
    play,
    reasons,
    why,
    why_move,
)

HQ, US_BDE = "DPRK II HQ", "US 1/2 Hvy Bde"
FRONT = {INF: "N3009", HQ: "N3008", ROK_INF: "N3010"}
POINTS = {"dprk": {"chemical": 5}, "allied": {"chemical": 2}}


def fight(at_: str = "basic.first_combat", **fields: Any) -> KoreaState:
    told = {"units": FRONT, "accounts": POINTS, "initiative": "", **fields}
    return advanced(at_, **told)


def gas(place: str = "N3010", hq: str = HQ) -> dict[str, Any]:
    return {"do": "gas", "target": place, "hq": hq}


# -- use -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NWK-6.2.a", "NWK-6.2.b", "NWK-6.2.1", "NWK-6.2.2.a", "NW-18.2.4.a")
def test_a_headquarters_supports_an_attack_before_any_is_fought() -> None:
    state = fight()
    assert asked(state) == {"dprk": "basic.first_combat.chemicals"}
    before = rating(state, key(state, ROK_INF))
    step = play(state, "dprk", gas())
    after = step.state
    assert (logged(step, "gas").rule, logged(step, "gas").params["left"]) == ("NWK-6.2.a", 4)
    assert rating(after, key(after, ROK_INF)) == before - 3
    assert rating(after, key(after, INF)) == rating(state, key(state, INF))
    assert reasons(efficiency(after, key(after, ROK_INF)))["chemicals"] == -3
    account = after.accounts["dprk"]
    assert (account.chemical, account.gas_uses, account.gas_turn) == (4, 1, 2)
    assert (after.accounts["allied"].vp2, after.accounts["allied"].turn_vp2) == (6, 0)
    assert asked(after) == {"dprk": "basic.first_combat.attacks"}  # nothing else could be named
    assert after.chemicals == {at(after, "N3010"): "dprk"}


@pytest.mark.rule("NWK-6.2.a")
def test_us_units_alone_suffer_less() -> None:
    def loss(*names: str) -> int:
        state = fight(QUIET, units=dict.fromkeys(names, "N3010"), chemicals={"N3010": "dprk"})
        return reasons(efficiency(state, key(state, names[0]))).get("chemicals", 0)

    assert loss(US_BDE) == -2
    assert loss(US_BDE, ROK_INF) == -3
    assert loss(ROK_INF) == -3
    assert loss(INF) == 0  # those who fired it are protected
    elsewhere = fight(QUIET, units={ROK_INF: "N3011"}, chemicals={"N3010": "dprk"})
    assert "chemicals" not in reasons(efficiency(elsewhere, key(elsewhere, ROK_INF)))


@pytest.mark.rule("NWK-6.2.a", "NWK-6.2.1", "NWK-6.2.2.a")
def test_who_is_asked() -> None:
    attacks = {"dprk": "basic.first_combat.attacks"}
    assert asked(fight(accounts={"dprk": {}, "allied": {}})) == attacks
    assert asked(fight(units={INF: "N3009", ROK_INF: "N3010"})) == attacks  # no headquarters
    far = {**FRONT, HQ: "N3001"}
    assert asked(fight(units=far)) == attacks
    strange = {INF: "N3009", "DPRK V HQ": "N3008", ROK_INF: "N3010"}
    assert asked(fight(units=strange)) == attacks
    supreme = {INF: "N3009", "DPRK GHQ HQ": "N3008", ROK_INF: "N3010"}
    assert asked(fight(units=supreme)) == attacks
    standard = fight(card={"level": "standard"})
    assert asked(standard) == attacks
    ours = {ROK_INF: "N3010", "ROK I/3 HQ": "N3011", INF: "N3009"}
    allied = fight(units=ours, first="allied")
    assert asked(allied) == {"allied": "basic.first_combat.attacks"}  # they never begin it


@pytest.mark.rule("NWK-6.2.2", "NWK-6.2.1")
def test_so_many_in_a_segment() -> None:
    units = {
        INF: "N3009",
        OTHER_INF: "N3209",
        HQ: "N3108",
        ROK_INF: "N3010",
        ROK_INF_2: "N3210",
        ROK_MECH: "N2909",
        ROK_BDE: "N3309",
    }
    state = fight(units=units)
    assert why(state, "dprk", gas("N3001")).points
    for place in ("N3010", "N3210"):
        state = play(state, "dprk", gas(place)).state
    assert why(state, "dprk", gas("N3210")).rule == "NWK-6.2.2"
    state = play(state, "dprk", gas("N2909")).state
    assert state.accounts["dprk"].gas_now == 3
    assert asked(state) == {"dprk": "basic.first_combat.attacks"}  # three are all
    assert not may(state, "dprk", gas("N3309"))
    full = fight(accounts={"dprk": {"chemical": 5, "gas_now": 3}, "allied": {}})
    assert full.accounts["dprk"].gas_now == 0  # another segment
    assert chemicals.why_none(fight(QUIET, accounts={"dprk": {"chemical": 1, "gas_now": 3}, "allied": {}}), "dprk")
    two = {"chemical": 5, "gas_now": 2}
    state = fight(QUIET, accounts={"dprk": {**two, "gas_turn": 1}, "allied": two}, options={"chemical_response": True})
    assert chemicals.why_none(state, "dprk") is None
    refused = chemicals.why_none(state, "allied")
    assert refused is not None
    assert refused.rule == "NWK-6.2.2"


@pytest.mark.rule("NWK-6.2.1", "NWK-6.2.2")
def test_the_last_point_can_be_used() -> None:
    state = fight(accounts={"dprk": {"chemical": 1, "gas_uses": 4, "gas_turn": 1}, "allied": {}})
    state = play(state, "dprk", gas()).state
    account = state.accounts["dprk"]
    assert (account.chemical, account.gas_uses, account.gas_turn, account.gas_now) == (0, 5, 1, 1)


@pytest.mark.rule("NWK-6.2.2")
def test_none_need_be_named() -> None:
    state = play(fight(), "dprk", {"do": "done"}).state
    assert asked(state) == {"dprk": "basic.first_combat.attacks"}
    assert not may(state, "dprk", gas())


@pytest.mark.rule("NWK-6.2.a", "NWK-15.9")
def test_the_allies_only_answer() -> None:
    def answer(turn: int, begun: int, **options: bool) -> bool:
        accounts = {"dprk": {"gas_turn": begun}, "allied": {"chemical": 2}}
        return chemicals.why_none(fight(QUIET, turn=turn, accounts=accounts, options=options), "allied") is None

    assert answer(3, 2, chemical_response=True)
    assert answer(3, 1, chemical_response=True)
    assert not answer(2, 2, chemical_response=True)
    assert not answer(3, 0, chemical_response=True)
    assert not answer(3, 2)


@pytest.mark.rule("NWK-6.2.b")
def test_points_for_each_use_until_the_allies_answer() -> None:
    def after(side: str, dprk: int, allied: int) -> int:
        accounts = {"dprk": {"chemical": 3, "gas_uses": dprk}, "allied": {"chemical": 3, "gas_uses": allied, "vp2": 40}}
        state = fight(QUIET, accounts=accounts)

        def use(d: Any) -> None:
            d.seat = side
            chemicals.use(d, at(state, "N3010"), key(state, HQ))

        return carried_out(state, use).accounts["allied"].vp2 - 40

    assert after("dprk", 0, 0) == 6
    assert after("dprk", 4, 0) == 6
    assert after("dprk", 4, 1) == 0
    assert after("dprk", 0, 1) == 6
    assert after("allied", 3, 0) == -12  # of three uses only the first counts now
    assert after("allied", 3, 1) == 0
    assert after("allied", 1, 0) == 0


@pytest.mark.rule("NWK-6.2.1")
def test_points_of_the_campaigns() -> None:
    for name, dprk, rok in (
        ("strategic_surprise", 7, 3),
        ("tactical_surprise", 10, 4),
        ("extended_mobilization", 14, 5),
    ):
        accounts = opening(load(name, KoreaOptions(), {})).accounts
        assert (accounts["dprk"].chemical, accounts["allied"].chemical) == (dprk, rok)
    assert opening(load("all_in", KoreaOptions(), {})).accounts["dprk"].chemical == 0


# -- industry --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NWK-6.2.3")
def test_two_sites_cost_a_point() -> None:
    site = {"country": "DPRK", "features": ["chem_site"]}
    hexes = {"N2805": site, "N2807": site, "N2809": site, "N2811": {**site, "country": "ROK"}}

    def counted(**fields: Any) -> KoreaState:
        told = {"accounts": {"dprk": {"chemical": 5}, "allied": {}}, "facts": {"hexes": hexes}, **fields}
        return carried_out(advanced(QUIET, **told), chemicals.count_sites)

    one = counted(damage={"N2805": {"chem_site": 3}, "N2811": {"chem_site": 3}})
    assert (one.accounts["dprk"].chemical, one.sites_lost) == (5, (at(one, "N2805"),))
    both = counted(damage={"N2805": {"chem_site": 3}}, captured={"N2807": "allied"})
    assert both.accounts["dprk"].chemical == 4
    hurt = counted(damage={"N2805": {"chem_site": 2}})
    assert hurt.sites_lost == ()
    again = counted(sites_lost=["N2805", "N2807"], damage={"N2805": {"chem_site": 3}})
    assert (again.accounts["dprk"].chemical, len(again.sites_lost)) == (5, 2)
    third = counted(sites_lost=["N2805", "N2807"], damage={"N2809": {"chem_site": 3}})
    assert (third.accounts["dprk"].chemical, len(third.sites_lost)) == (5, 3)
    quiet = draft(advanced(QUIET, facts={"hexes": hexes}, sites_lost=["N2805"], damage={"N2805": {"chem_site": 3}}))
    chemicals.count_sites(quiet)
    assert quiet.entries == []
    all_three = counted(sites_lost=["N2809"], damage={"N2805": {"chem_site": 3}, "N2807": {"chem_site": 3}})
    assert all_three.accounts["dprk"].chemical == 4
    empty = counted(accounts={"dprk": {}, "allied": {}}, damage={"N2805": {"chem_site": 3}, "N2807": {"chem_site": 3}})
    assert empty.accounts["dprk"].chemical == 0
    standard = counted(card={"level": "standard"}, damage={"N2805": {"chem_site": 3}})
    assert standard.sites_lost == ()


@pytest.mark.rule("NWK-6.2.3")
def test_a_site_counts_as_soon_as_it_is_destroyed() -> None:
    site = {"country": "DPRK", "features": ["chem_site"]}
    d = draft(fight(facts={"hexes": {"N2805": site}}))
    place = at(d.now, "N2805")
    installations.strike(d, place, "chem_site", "X")
    GAME.settle(d)
    assert d.now.sites_lost == (place,)
    assert d.entries[-1].rule == "NWK-6.2.3"


# -- movement --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NWK-6.2.4", "NWK-6.2.4.a")
def test_contaminated_ground() -> None:
    def moving(name: str, first: str = "dprk", **fields: Any) -> KoreaState:
        told = {"units": {name: {"hex": "N3010", **fields}}, "chemicals": {"N3011": "dprk"}, "first": first}
        return advanced(QUIET, **{**told, "initiative": ""})

    foot = moving(INF)
    assert may_move(foot, "dprk", INF, "N3011")
    assert why_move(foot, "dprk", INF, "N3011", "N3012").points
    assert why_move(foot, "dprk", INF, "N2910", "N3011").rule == "NWK-6.2.4"
    assert why_move(moving(INF, spent=6), "dprk", INF, "N3011").rule == "NWK-6.2.4"
    after = move(foot, "dprk", INF, "N3011")
    assert after.units[key(after, INF)].moved
    wheels = moving(MECH)  # 8 points: 1 and 2 more, then 5 on
    assert may_move(wheels, "dprk", MECH, "N3011", "N3012", "N3013", "N3014", "N3015", "N3016")
    assert not may_move(wheels, "dprk", MECH, "N3011", "N3012", "N3013", "N3014", "N3015", "N3016", "N3017")
    us = moving(US_BDE, "allied")
    clear = ("N3011", "N3012", "N3013", "N3014", "N3015", "N3016", "N3017", "N3018")
    assert may_move(us, "allied", US_BDE, *clear)


@pytest.mark.rule("NWK-6.2.4")
def test_the_search_for_ways_knows_of_it() -> None:

    units = {INF: "N3010", MECH: "N3010"}
    state = advanced(QUIET, units=units, chemicals={"N3011": "dprk", "N3012": "dprk"}, first="dprk", initiative="")
    found = destinations(state, key(state, INF))
    assert found[at(state, "N3011")] == 4 * 6
    assert at(state, "N3012") not in found
    behind = advanced(QUIET, units=units, chemicals={"N3012": "dprk"}, first="dprk", initiative="")
    assert at(behind, "N3012") not in destinations(behind, key(behind, INF))  # two hexes away, and it has four points
    wheels = destinations(state, key(state, MECH))
    assert wheels[at(state, "N3011")] == 3 * 6
    assert wheels[at(state, "N3012")] == 5 * 6  # round the first


@pytest.mark.rule("NWK-6.2.4", "NWS-ADV-14.11")
def test_the_markers_go_in_reorganization() -> None:
    state = advanced("reorganization.control", chemicals={"N3011": "dprk"}, dice=[5])
    assert state.chemicals == {}


@pytest.mark.rule("NWK-6.2.1", "NW-18.2.4.a")
def test_only_staffs_of_the_two_koreas_have_chemical_weapons() -> None:
    china = {"PRC 3/39 Arm Div": "N3009", "PRC 39GA HQ": "N3008", INF: "N3009", HQ: "N3008", ROK_INF: "N3010"}
    state = fight(units=china)
    assert why(state, "dprk", gas(hq="PRC 39GA HQ")).rule == "NWK-6.2.1"
    assert may(state, "dprk", gas())
    allied = {"US 2 HQ": "N3011", US_BDE: "N3011", "ROK I/3 HQ": "N3012", ROK_INF: "N3011", INF: "N3010"}
    told = {"first": "allied", "options": {"chemical_response": True}, "turn": 3}
    purse = {"dprk": {"chemical": 5, "gas_turn": 2}, "allied": {"chemical": 2}}
    state = fight(units=allied, accounts=purse, **told)
    assert why(state, "allied", gas(hq="US 2 HQ")).rule == "NWK-6.2.1"
    assert may(state, "allied", gas(hq="ROK I/3 HQ"))
