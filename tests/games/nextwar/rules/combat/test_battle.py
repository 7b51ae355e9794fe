"""Rules 9.2.3 to 9.7: lead units, the roll, and losses."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import Battle
from sandtable.games.nextwar.rules.combat import battle as rules
from sandtable.games.nextwar.rules.combat.modifiers import shifts
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.battles import TARGET, attack, battle, resulting, standing
from tests.games.nextwar.board import (
    ARM,
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    ROK_ARM,
    ROK_BDE,
    ROK_INF,
    ROK_INF_2,
    asked,
    board,
    key,
    logged,
    may,
    play,
    reasons,
    steps,
    where,
    why,
)

WOODS = {"terrain": "highland_woods"}


# -- lead units ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-9.5.1.c", "NW-9.2.3", "NWS-STD-3.2.c")
def test_the_attacker_names_his_lead_unit_first() -> None:
    state = standing({INF: "N3010", ARM: "N3010", ROK_INF: TARGET, ROK_BDE: TARGET}, ground=WOODS)
    state = attack(state, INF, ARM).state
    assert asked(state) == {"dprk": "battle.attack_lead"}
    assert not may(state, "dprk", {"do": "lead", "unit": ROK_INF})
    state = play(state, "dprk", {"do": "lead", "unit": ARM}).state
    assert asked(state) == {"allied": "battle.defence_lead"}


@pytest.mark.rule("NW-9.5.1.a", "NW-9.2.6", "NWS-STD-3.2.g", "NWT-CRT", "NW-9.7")
def test_a_combat_from_odds_to_result() -> None:
    # 16 to 8 in rough woods is 2:1, column 8; equal efficiency; die 5: "1/2".
    state = standing({INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}, ground={"terrain": "rough_woods"})
    state = attack(state, INF, OTHER_INF).state
    step = play(state, "dprk", {"do": "lead", "unit": INF}, [5])
    assert logged(step, "odds").params == {"odds": "2:1", "column": "8"}
    assert (logged(step, "attack_strength").params["total"], logged(step, "defence_strength").params["total"]) == (
        16,
        8,
    )
    entry = logged(step, "combat")
    assert (entry.params["row"], entry.params["drm"], entry.params["result"]) == (5, 0, "1/2")
    assert chart("combat")["rows"]["5"][7] == "1/2"
    assert where(step.state, ROK_INF) == "eliminated"


@pytest.mark.rule("NW-9.2.2.2.c", "NWT-CRT.range", "NW-9.2.6", "NW-9.7")
def test_shifts_and_dice_stop_at_the_edges_of_the_table() -> None:
    # A lone brigade against a city in works, exploited: far left of the first column.
    hard = {"features": ["city", "fort_rok", "dmz", "town"], "country": "ROK", "terrain": "urban"}
    state = standing({MECH: "N3010", ROK_INF: TARGET}, ground=hard, at="initiative.exploitation_combat")
    step = attack(state, MECH, dice=[9])
    assert logged(step, "odds").params["column"] == "1"
    strong = standing({INF: "N3010", OTHER_INF: "N3010", ROK_BDE: {"hex": TARGET, "steps": 1}}, tunnels={TARGET: {}})
    strong = attack(strong, INF, OTHER_INF).state
    step = play(strong, "dprk", {"do": "lead", "unit": INF}, [0])
    entry = logged(step, "combat")
    assert (entry.params["column"], entry.params["row"]) == ("13", -3)


# -- losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-9.7.1.a", "NW-9.5.1.b")
def test_the_lead_unit_takes_the_first_loss() -> None:
    state = standing({INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}, ground=WOODS)
    state = resulting(state, "1/-", INF, OTHER_INF, lead=OTHER_INF)
    assert (steps(state, INF), steps(state, OTHER_INF)) == (2, 1)


@pytest.mark.rule("NW-9.7.1.b", "NW-9.7.2.a", "NW-9.2.7", "NWS-STD-3.2.h")
def test_losses_are_spread_full_units_before_reduced_ones() -> None:
    units = {INF: "N3010", OTHER_INF: {"hex": "N3010", "steps": 1}, LIGHT: "N3010", ROK_INF: TARGET}
    state = resulting(standing(units, ground=WOODS), "2/-", INF, OTHER_INF, LIGHT, lead=INF)
    # The lead unit has paid; of the others the reduced division is spared while another is whole.
    assert steps(state, INF) == 1
    assert where(state, LIGHT) == "eliminated"
    assert steps(state, OTHER_INF) == 1


@pytest.mark.rule("NW-9.7.1.b")
def test_the_owner_chooses_among_those_who_have_not_lost() -> None:
    units = {INF: "N3010", OTHER_INF: "N3010", MECH: "N3110", ROK_INF: TARGET}
    state = resulting(standing(units, ground=WOODS), "2/-", INF, OTHER_INF, MECH, lead=INF)
    assert asked(state) == {"dprk": "battle.attack_losses"}
    assert why(state, "dprk", {"do": "lose", "unit": INF}).rule == "NW-9.7.1.b"
    state = play(state, "dprk", {"do": "lose", "unit": MECH}).state
    assert (steps(state, INF), steps(state, OTHER_INF), steps(state, MECH)) == (1, 2, 1)


@pytest.mark.rule("NW-9.5.1.b", "NW-9.7.1.b")
def test_a_reduced_lead_unit_pays_first_all_the_same() -> None:
    units = {INF: {"hex": "N3010", "steps": 1}, OTHER_INF: "N3010", ROK_INF: TARGET}
    state = resulting(standing(units, ground=WOODS), "1/-", INF, OTHER_INF, lead=INF)
    assert where(state, INF) == "eliminated"
    assert steps(state, OTHER_INF) == 2


@pytest.mark.rule("NW-9.7.2.a", "NW-9.7.3", "NW-9.7.1.a")
def test_the_defender_loses_steps_lead_first() -> None:
    units = {INF: "N3010", ROK_INF: TARGET, ROK_BDE: TARGET}
    state = resulting(standing(units, ground=WOODS), "-/1", defence=ROK_BDE)
    assert (steps(state, ROK_INF), steps(state, ROK_BDE), steps(state, INF)) == (2, 1, 2)
    both = {INF: "N3010", ROK_INF: TARGET, ROK_INF_2: TARGET}
    spread = resulting(standing(both, ground=WOODS), "1/2", defence=ROK_INF_2)
    assert (steps(spread, ROK_INF), steps(spread, ROK_INF_2)) == (1, 1)


@pytest.mark.rule("NWK-2.2.g", "NWK-2.2.f", "NWK-2.2.h", "NW-9.7.1.a", "NW-9.7.2.a")
def test_an_outpost_is_the_first_loss_whoever_leads() -> None:
    units = {INF: "N3010", ROK_INF: TARGET, "ROK Outpost 1": TARGET}
    state = resulting(standing(units, ground=WOODS), "-/1", defence=ROK_INF)
    assert where(state, "ROK Outpost 1") == "eliminated"
    assert steps(state, ROK_INF) == 2
    assert state.accounts["dprk"].turn_vp2 == 0


@pytest.mark.rule("NW-9.7.1.1", "NW-9.7.1.1.a", "NW-9.7.1.a", "NW-9.7.2.a")
def test_a_defender_who_cannot_pay_spares_the_attacker_a_step() -> None:
    units = {INF: "N3010", ROK_ARM: TARGET}
    state = resulting(standing(units, ground=WOODS), "1/2")
    assert where(state, ROK_ARM) == "eliminated"
    assert steps(state, INF) == 2
    enough = resulting(standing({INF: "N3010", ROK_INF: TARGET}, ground=WOODS), "1/2")
    assert steps(enough, INF) == 1
    # Of two steps one is left to pay, of none nothing.
    two = {INF: "N3010", OTHER_INF: "N3010", ROK_ARM: TARGET}
    spared = resulting(standing(two, ground=WOODS), "2/2", INF, OTHER_INF)
    assert steps(spared, INF) + steps(spared, OTHER_INF) == 3
    free = resulting(standing(units, ground=WOODS), "-/2")
    assert (steps(free, INF), asked(free)) == (2, {"dprk": "battle.advance"})


@pytest.mark.rule("NW-9.7.1.1", "NW-9.7.1.a", "NW-9.7.2.a")
def test_who_is_wiped_out_spares_one_step_and_no_more() -> None:
    light = {LIGHT: "N3010", ROK_INF: TARGET}
    assert steps(resulting(standing(light, ground=WOODS), "1/2", LIGHT), ROK_INF) == 1
    nothing = resulting(standing(light, ground=WOODS), "1/-", LIGHT)
    assert (where(nothing, LIGHT), steps(nothing, ROK_INF)) == ("eliminated", 2)
    survives = resulting(standing({INF: "N3010", ROK_INF: TARGET}, ground=WOODS), "1/1")
    assert (steps(survives, INF), steps(survives, ROK_INF)) == (1, 1)


@pytest.mark.rule("NW-9.5.1.b", "NW-9.7.1.a", "NW-9.7.2.a")
def test_the_lead_unit_pays_once_and_others_when_it_is_gone() -> None:
    units = {INF: {"hex": "N3010", "steps": 1}, OTHER_INF: {"hex": "N3010", "steps": 1}, ROK_INF: TARGET}
    state = resulting(standing(units, ground=WOODS), "2/-", INF, OTHER_INF, lead=INF)
    assert where(state, INF) == where(state, OTHER_INF) == "eliminated"
    whole = {INF: "N3010", OTHER_INF: "N3010", ROK_INF: TARGET}
    spread = resulting(standing(whole, ground=WOODS), "2/-", INF, OTHER_INF, lead=INF)
    assert (steps(spread, INF), steps(spread, OTHER_INF)) == (1, 1)


@pytest.mark.rule("NW-9.7.1.1")
def test_an_attacker_who_is_wiped_out_spares_the_defender_a_step() -> None:
    state = resulting(standing({LIGHT: "N3010", ROK_INF: TARGET}, ground=WOODS), "1/1", LIGHT)
    assert where(state, LIGHT) == "eliminated"
    assert steps(state, ROK_INF) == 2


@pytest.mark.rule("NW-9.7.3", "NW-12.1.a", "NWT-VP", "NWT-VP.when")
def test_eliminated_units_score_at_once() -> None:
    state = resulting(standing({INF: "N3010", ROK_INF: {"hex": TARGET, "steps": 1}}, ground=WOODS), "-/1")
    assert state.accounts["dprk"].turn_vp2 == 6


@pytest.mark.rule("NW-9.8.1.a")
@pytest.mark.parametrize(
    ("ground", "hexes"),
    [
        ({"terrain": "flat"}, 2),
        ({"terrain": "flat_woods"}, 2),
        ({"terrain": "rough"}, 2),
        ({"terrain": "rough_woods"}, 2),
        ({"terrain": "marsh"}, 2),
        ({"terrain": "flat", "features": ["city"]}, 1),
        ({"terrain": "rough", "features": ["fort_rok"], "country": "ROK"}, 1),
        ({"terrain": "highland"}, 1),
        ({"terrain": "mountain"}, 1),
        ({"terrain": "urban"}, 1),
    ],
)
def test_how_far_defenders_retreat(ground: dict[str, object], hexes: int) -> None:
    state = standing({INF: "N3010", ROK_INF: TARGET}, ground=ground)
    assert rules.retreat_distance(state, state.board.place(TARGET), "allied") == hexes


@pytest.mark.rule("NW-9.7.2.b", "NW-9.8.1.b")
def test_a_result_of_one_and_retreat_in_open_ground() -> None:
    units = {INF: "N3010", ROK_INF: TARGET, ROK_INF_2: TARGET}
    state = resulting(standing(units), "-/1R", defence=ROK_INF)
    assert steps(state, ROK_INF) == 1
    assert asked(state) == {"allied": "battle.retreat"}
    assert state.subject(Battle).retreat == 2
    assert set(state.subject(Battle).fleeing) == {key(state, ROK_INF), key(state, ROK_INF_2)}


@pytest.mark.rule("NWS-STD-3.2", "NWS-STD-3.2.d", "NW-9.2.4")
def test_both_sides_are_asked_for_support_the_attacker_first() -> None:
    state = board(
        "initiative.combat",
        {INF: "N3010", ROK_INF: TARGET},
        accounts={"dprk": {"air": 1}, "allied": {"air": 1}},
    )
    state = attack(state, INF).state
    assert asked(state) == {"dprk": "battle.attack_support"}
    state = play(state, "dprk", {"do": "support", "air": 0}).state
    assert asked(state) == {"allied": "battle.defence_support"}


@pytest.mark.rule("NW-9.5.1.c", "NW-9.2.3", "NW-9.5.1.a")
def test_a_unit_alone_leads_without_being_asked() -> None:
    # One against one is rolled at once; with two defenders only they have a choice.
    one = attack(standing(ground=WOODS), INF, dice=[5])
    assert reasons(logged(one, "odds").modifiers)["efficiency_difference"] == 0
    several = attack(standing({INF: "N3010", ROK_INF: TARGET, ROK_BDE: TARGET}, ground=WOODS), INF).state
    assert asked(several) == {"allied": "battle.defence_lead"}
    state = standing(ground=WOODS)
    for led in ({"attack_lead": key(state, INF)}, {"defence_lead": key(state, ROK_INF)}):
        assert "efficiency_difference" not in reasons(shifts(state, battle(state, INF, **led)))


@pytest.mark.rule("NW-8.1.1.1.e")
def test_as_many_as_the_hex_holds_defend_it_without_a_choice() -> None:
    four = {INF: "N3010", ROK_INF: TARGET, ROK_INF_2: TARGET}
    assert asked(attack(standing(four, ground=WOODS), INF).state) == {"allied": "battle.defence_lead"}
    five = attack(standing({**four, ROK_BDE: TARGET}, ground=WOODS), INF).state
    assert asked(five) == {"allied": "battle.defenders"}
