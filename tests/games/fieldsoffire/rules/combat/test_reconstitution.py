"""Detaching, taking in, rebuilding, and new leaders."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.combat.reconstitution import rebuildable, successors
from tests.games.fieldsoffire.board import board, key, play, why

GONE = {"box": "removed", "steps": 0}
FIRE1, FIRE2, FIRE3 = (f"Fire Team (rifle) {n}" for n in (1, 2, 3))
COMMANDS = {"CO HQ": {}, "CO XO": {}, "CO 1st SGT": {}, "1 PLT HQ": {}}


@pytest.mark.rule("FF-4.2.3g", "FF-4.2.3g.eff", "FF-4.2.3g.cond")
@pytest.mark.parametrize(("team", "name"), [("fire", FIRE1), ("assault", "Assault Team 1")])
def test_a_squad_of_three_gives_a_team_of_either_kind(team: str, name: str) -> None:
    state = board({"1/1 PLT": {"at": "R1C1", "cover": 1}}, covers={1: {"at": "R1C1"}})
    after = play(state, {"detach": "1/1 PLT", "team": team}).state
    made = after.units[key(state, name)]
    assert after.units[key(state, "1/1 PLT")].steps == 2
    assert (made.cover, made.pinned) == (1, False)


@pytest.mark.rule("FF-4.2.3g.cond", "FF-7.2.5")
def test_two_steps_detach_only_from_a_weapons_team() -> None:
    state = board({"1/1 PLT": {"at": "R1C1", "steps": 2}, "2/1 PLT": {"at": "R1C1", "pinned": True}})
    for name in ("1/1 PLT", "2/1 PLT"):
        assert why(state, {"detach": name, "team": "fire"}).rule == "FF-4.2.3g.cond"
    two = {
        "n.lmg1": {
            "steps": 2,
            "sides": [{"steps": 2, "vof": "A", "range": "L"}, {"steps": 1, "vof": "A", "range": "L"}],
        }
    }
    gun = board({"1/LMG (.30 cal)": {"at": "R1C1", "steps": 2}}, facts={"units": two})
    assert (
        play(gun, {"detach": "1/LMG (.30 cal)", "team": "assault"}).state.units[key(gun, "1/LMG (.30 cal)")].steps == 1
    )


@pytest.mark.rule("FF-4.2.3h", "FF-4.2.3h.cond", "FF-4.2.3h.eff")
def test_a_squad_below_strength_takes_an_unpinned_team_beside_it_in() -> None:
    units: dict[str, Any] = {"1/1 PLT": {"at": "R1C1", "steps": 2}, FIRE1: "R1C1"}
    state = board(units)
    after = play(state, {"augment": "1/1 PLT", "team": FIRE1}).state
    assert after.units[key(state, "1/1 PLT")].steps == 3
    assert key(state, FIRE1) not in after.units
    for other in ({"at": "R1C2"}, {"at": "R1C1", "pinned": True}, {"at": "R1C1", "cover": 1}):
        apart = board({**units, FIRE1: other}, covers={1: {"at": "R1C1"}})
        assert why(apart, {"augment": "1/1 PLT", "team": FIRE1}).rule == "FF-4.2.3h.cond"
    full = board({"1/1 PLT": "R1C1", FIRE1: "R1C1"})
    assert why(full, {"augment": "1/1 PLT", "team": FIRE1}).rule == "FF-4.2.3h.cond"


def teams(**rest: Any) -> Any:
    units = {"1/1 PLT": GONE, FIRE1: "R1C1", FIRE2: "R1C1", "Assault Team 1": "R1C1", "1 PLT HQ": "R1C1"}
    return board({**units, **rest.pop("units", {})}, commands=COMMANDS, **{"hq": "1 PLT HQ", **rest})


@pytest.mark.rule("FF-4.2.3i", "FF-4.2.3i.eff", "FF-6.5.2.b", "FF-6.5.2.b1", "FF-4.2.3i.cond")
def test_two_or_three_teams_make_a_squad_of_as_many_steps() -> None:
    state = teams()
    two = play(state, {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"}).state
    squad = two.units[key(state, "1/1 PLT")]
    assert (squad.steps, squad.experience, squad.platoon, squad.box) == (2, -1, 1, "")
    three = play(state, {"rebuild": [FIRE1, FIRE2, "Assault Team 1"], "squad": "1/1 PLT"}).state
    assert three.units[key(state, "1/1 PLT")].experience == -1
    assert why(state, {"rebuild": [FIRE1], "squad": "1/1 PLT"})
    lines = teams(units={"Assault Team 2": "R1C1"})
    assert (
        play(lines, {"rebuild": ["Assault Team 1", "Assault Team 2"], "squad": "1/1 PLT"})
        .state.units[key(lines, "1/1 PLT")]
        .experience
        == 0
    )


@pytest.mark.rule("FF-4.2.3i", "FF-4.2.3i.eff")
def test_under_fire_the_word_decides_and_failure_changes_nothing() -> None:
    fire = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
    state = teams(markers=fire)
    action = {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"}
    assert play(state, action, deck=[1, 3]).state.units[key(state, "1/1 PLT")].at
    failed = play(state, action, deck=[1, 2]).state
    assert failed.units[key(state, "1/1 PLT")].box == "removed"
    assert key(state, FIRE1) in failed.units


@pytest.mark.rule("FF-4.2.3i.cond", "FF-6.5.2.a", "FF-4.1.3.c")
def test_teams_must_be_together_unpinned_and_ordered_by_a_headquarters() -> None:
    apart = teams(units={FIRE2: "R1C2", "Assault Team 1": {"at": "R1C1", "pinned": True}})
    assert why(apart, {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"}).rule
    general = teams(hq="")
    assert play(general, {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"})
    lonely = board({"1/1 PLT": GONE, FIRE1: "R1C1", FIRE2: "R1C1"})
    assert why(lonely, {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"}).rule == "FF-4.1.3.c"


@pytest.mark.rule("FF-6.5.2.a", "FF-6.5.2.b2", "FF-6.5.2.b")
def test_a_squad_with_a_machine_gun_needs_a_team_with_one() -> None:
    """The worked example, with American boxes: an A squad needs a belt-fed Fire Team, Assault Teams do not do."""
    automatic = {
        "units": {"n.s1_1": {"sides": [{"steps": 3, "vof": "A", "range": "L"}, {"steps": 2, "vof": "A", "range": "L"}]}}
    }
    units = {
        "1/1 PLT": GONE,
        "2/1 PLT": GONE,
        FIRE1: "R1C1",
        FIRE2: "R1C1",
        "Assault Team 1": "R1C1",
        "Assault Team 2": "R1C1",
    }
    german = {"German Fire Team (LMG) 1": {"at": "R4C4"}, "German Fire Team (rifle) 1": {"at": "R4C4"}}
    state = board({**units, **german}, facts=automatic)
    one, two = key(state, "1/1 PLT"), key(state, "2/1 PLT")
    rifles = (key(state, FIRE1), key(state, FIRE2))
    assaults = (key(state, "Assault Team 1"), key(state, "Assault Team 2"))
    assert rebuildable(state, rifles) == (two,)
    assert rebuildable(state, assaults) == (two,)
    belt_fed = (key(state, "German Fire Team (LMG) 1"), key(state, "German Fire Team (rifle) 1"))
    assert rebuildable(state, belt_fed) == (one, two)
    assert rebuildable(state, (*rifles, *assaults)) == (), "no squad has four steps"


@pytest.mark.rule("FF-4.2.1d", "FF-4.2.1d.to", "FF-4.2.1d.eff", "FF-6.5.2.A", "FF-6.5.2.A.a", "FF-4.1.4.c")
def test_a_platoon_gets_a_green_leader_out_of_a_step_of_its_own_or_of_the_staff() -> None:
    units = {
        "1 PLT HQ": GONE,
        "CO HQ": "R1C1",
        "CO XO": "R1C1",
        "1/1 PLT": {"at": "R1C1", "steps": 2},
        "1/2 PLT": "R1C1",
    }
    state = board(units, commands=COMMANDS, hq="CO HQ")
    squad = play(state, {"lead_platoon": "1 PLT HQ", "unit": "1/1 PLT", "team": "assault"}).state
    hq = squad.units[key(state, "1 PLT HQ")]
    assert (hq.at, hq.experience, hq.steps, hq.platoon) == (squad.units[key(state, "CO HQ")].at, -1, 1, 1)
    assert squad.units[key(state, "1/1 PLT")].box == "removed"
    assert key(state, "Assault Team 1") in squad.units
    staff = play(state, {"lead_platoon": "1 PLT HQ", "unit": "CO XO"}).state
    assert staff.units[key(state, "CO XO")].box == "removed"
    assert why(state, {"lead_platoon": "1 PLT HQ", "unit": "1/2 PLT"}).rule == "FF-4.2.1d.to"


@pytest.mark.rule("FF-4.2.1d", "FF-4.2.1d.gi", "FF-4.1.3.c")
def test_only_the_company_or_its_staff_order_it_even_in_general_initiative() -> None:
    units = {"1 PLT HQ": GONE, "2 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}
    other = board(units, commands={"2 PLT HQ": {}}, hq="2 PLT HQ")
    assert why(other, {"lead_platoon": "1 PLT HQ", "unit": "1/1 PLT"}).rule == "FF-4.1.3.c"
    general = board(units, commands={"2 PLT HQ": {}})
    assert why(general, {"lead_platoon": "1 PLT HQ", "unit": "1/1 PLT"}).rule == "FF-4.1.3.c"
    staffed = board({**units, "CO XO": "R1C1"}, commands={"CO XO": {}})
    assert play(staffed, {"lead_platoon": "1 PLT HQ", "unit": "1/1 PLT"})
    deaf = board({**units, "CO XO": "R1C2"}, commands={"CO XO": {}})
    assert why(deaf, {"lead_platoon": "1 PLT HQ", "unit": "1/1 PLT"}).rule == "FF-4.1.3.c"


@pytest.mark.rule("FF-4.2.1e", "FF-4.2.1e.order", "FF-4.2.1e.who", "FF-6.5.2.B", "FF-6.5.2.B.a")
def test_the_company_passes_to_the_senior_man_who_must_be_on_his_front() -> None:
    units = {"CO HQ": GONE, "CO XO": "R1C1", "CO 1st SGT": "R1C1", "1 PLT HQ": "R1C1"}
    state = board(units, commands=COMMANDS, hq="CO 1st SGT")
    assert why(state, {"lead_company": "1 PLT HQ"}).rule == "FF-4.2.1e.order"
    xo = board(units, commands=COMMANDS, hq="CO XO")
    after = play(xo, {"lead_company": "CO XO"}).state
    assert (after.units[key(xo, "CO HQ")].experience, after.units[key(xo, "CO XO")].box) == (-1, "removed")
    turned = board({**units, "CO XO": {"at": "R1C1", "flipped": True}}, commands=COMMANDS, hq="CO XO")
    assert why(turned, {"lead_company": "CO XO"}).rule == "FF-6.5.2.B.a"
    assert why(turned, {"lead_company": "1 PLT HQ"}).rule


@pytest.mark.rule("FF-6.5.2.B", "FF-4.2.1e.order")
def test_the_order_of_succession_is_xo_platoons_artillery_observer_first_sergeant() -> None:
    names = ["CO XO", "1 PLT HQ", "ARTY FO", "CO 1st SGT"]
    for first in range(len(names)):
        left = names[first:]
        state = board(dict.fromkeys(left, "R1C1"), scenario="normandy_1")
        assert successors(state) == (key(state, left[0]),)


@pytest.mark.rule("FF-6.5.2.b2", "FF-6.5.2.b", "FF-6.5.2.a")
def test_only_squads_that_were_removed_come_back_and_an_assault_team_adds_no_gun() -> None:
    sides = [{"steps": 3, "vof": "A/S", "range": "L"}, {"steps": 2, "vof": "A/S", "range": "L"}]
    facts = {"units": {"n.s1_1": {"sides": sides}}}
    state = board(
        {"1/1 PLT": GONE, "2/1 PLT": "R4C4", "3/1 PLT": GONE, FIRE1: "R1C1", "Assault Team 1": "R1C1"}, facts=facts
    )
    teams = (key(state, FIRE1), key(state, "Assault Team 1"))
    assert rebuildable(state, teams) == (key(state, "3/1 PLT"),)


@pytest.mark.rule("FF-6.5.2.b", "FF-5.1.3.a")
@pytest.mark.parametrize("exposed", [False, True])
def test_a_squad_of_teams_that_have_moved_is_exposed(exposed: bool) -> None:
    units = {"CO HQ": "R1C1", FIRE1: {"at": "R1C1", "exposed": exposed}, FIRE2: "R1C1", "1/1 PLT": GONE}
    state = board(units, hq="CO HQ", commands=COMMANDS)
    after = play(state, {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"}).state
    assert after.units[key(state, "1/1 PLT")].exposed is exposed


@pytest.mark.rule("FF-6.5.2.A", "FF-5.1.3.a")
def test_a_leader_from_an_exposed_unit_is_exposed() -> None:
    units = {"CO HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "exposed": True}, "1 PLT HQ": {**GONE, "platoon": 1}}
    state = board(units, hq="CO HQ", commands=COMMANDS)
    after = play(state, {"lead_platoon": "1 PLT HQ", "unit": "1/1 PLT"}).state
    assert after.units[key(state, "1 PLT HQ")].exposed


@pytest.mark.rule("FF-6.5.2.a", "FF-4.2.3i", "FF-4.1.3.c")
def test_in_general_initiative_the_best_headquarters_that_is_heard_rebuilds_a_squad() -> None:
    fire = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
    units = {
        "1 PLT HQ": "R1C1",
        "2 PLT HQ": {"at": "R1C1", "experience": 1},
        FIRE1: "R1C1",
        FIRE2: "R1C1",
        "1/1 PLT": GONE,
    }
    state = board(units, markers=fire)
    step = play(state, {"rebuild": [FIRE1, FIRE2], "squad": "1/1 PLT"}, deck=[1, 2, 3])
    assert [entry.params["cards"] for entry in step.entries if entry.key == "log.attempt"] == [3]
    assert step.state.units[key(state, "1/1 PLT")].steps == 2


@pytest.mark.rule("FF-4.2.1e.order")
def test_where_no_officer_is_left_any_step_in_good_order_takes_the_company_over() -> None:
    units = {"CO HQ": GONE, "Battalion Commander": "R1C1", "1/1 PLT": "R1C1", "2/1 PLT": {"at": "R1C1", "steps": 2}}
    state = board({**units, FIRE1: "R1C1"}, hq="Battalion Commander", commands=COMMANDS)
    assert successors(state) == (key(state, "1/1 PLT"), key(state, "2/1 PLT"))
    after = play(state, {"lead_company": "1/1 PLT"}).state
    assert (after.units[key(state, "1/1 PLT")].steps, after.units[key(state, "CO HQ")].experience) == (2, -1)
    split = play(state, {"lead_company": "2/1 PLT", "team": "fire"}).state
    assert key(state, "Fire Team (BAR) 1") in split.units
    ranked = board({**units, "CO 1st SGT": "R1C2"}, hq="Battalion Commander", commands=COMMANDS)
    assert why(ranked, {"lead_company": "1/1 PLT"}).rule == "FF-4.2.1e.order"


@pytest.mark.rule("FF-4.2.3g.eff")
def test_a_team_that_is_detached_takes_the_equipment_it_is_given() -> None:
    assets = {1: {"kind": "smoke", "holder": "1/1 PLT"}, 2: {"kind": "wp", "holder": "1/1 PLT"}}
    state = board({"1/1 PLT": "R1C1"}, assets=assets)
    after = play(state, {"detach": "1/1 PLT", "team": "assault", "assets": [2]}).state
    holders = [after.assets[number].holder for number in (1, 2)]
    assert holders == [key(state, "1/1 PLT"), key(state, "Assault Team 1")]
    kept = play(state, {"detach": "1/1 PLT", "team": "fire"}).state
    assert {asset.holder for asset in kept.assets.values()} == {key(state, "1/1 PLT")}


@pytest.mark.rule("FF-4.2.3g.eff")
def test_engineers_detach_a_team_of_their_own_and_it_is_told() -> None:
    state = board({"Engineers": "R1C1"}, scenario="vietnam_5")
    for team, kind in (("fire", "v.eng_fire"), ("assault", "v.eng_assault")):
        step = play(state, {"detach": "Engineers", "team": team})
        made = next(entry.params["team"].id for entry in step.entries if entry.key == "log.detached")
        assert state.board.types[made].id == kind
