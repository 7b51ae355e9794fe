"""Who replaces whom, and who inherits what was carried."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.model import Fire
from sandtable.games.fieldsoffire.rules.combat.breakdown import (
    charted,
    free_counter,
    generic,
    remove_unit,
    share_fire,
    step_into,
)
from sandtable.games.fieldsoffire.rules.combat.effects import take_hit
from sandtable.games.fieldsoffire.rules.combat.rally import help_up
from sandtable.games.fieldsoffire.rules.combat.reconstitution import detach
from tests.games.fieldsoffire.board import board, card, drafted, firing, key, play, why

SQUAD = "German Grenadier squad 4/Gp"


@pytest.mark.rule("FF-6.4.3.b", "FF-6.4.3.F", "FF-6.4.3.A")
def test_teams_are_those_of_the_army() -> None:
    state = board(facts={"nations": ["nkpa", "nva", "vc"]})
    types = {one.type.name: one.type for one in state.board.counters.values() if one.type.kind == "squad"}
    german = next(kind for kind in types.values() if kind.id == "ge.gr_a")
    assert [charted(state, german, steps) for steps in (3, 2, 1)] == ["ge.fire_s", "ge.fire_s", "ge.fire_a"]
    assert generic(state, german, "assault") == "ge.assault"
    assert generic(state, german, "litter") == "ge.litter"
    ours = next(kind for kind in types.values() if kind.id == "n.s1_1")
    assert [charted(state, ours, steps) for steps in (3, 2, 1)] == ["n.fire", "n.fire", "n.fire_bar"]
    assert generic(state, ours, "casualty") == "us.casualty"


@pytest.mark.rule("FF-6.4.3.C")
def test_a_casualty_is_one_however_many_lie_on_the_map() -> None:
    lying = {f"German Casualty {number}": "R3C3" for number in range(1, 49)}
    d = drafted(board({**lying, SQUAD: "R2C2"}))
    take_hit(d, key(d.now, SQUAD), "CP")
    here = [d.now.board.types[one].kind for one, unit in d.now.units.items() if unit.at == card(d.now, "R2C2")]
    assert sorted(here) == ["casualty", "fire", "paralyzed"]
    assert {d.now.board.counters[one].name for one in d.now.units} >= {"German Casualty 49"}


@pytest.mark.rule("FF-1.2.6.removed", "FF-1.2.6.removed.a", "FF-8.3.c")
def test_a_unit_of_the_company_goes_to_its_box_and_an_enemy_counter_is_free_again() -> None:
    state = board({"1/1 PLT": {"at": "R2C2", "experience": 1}, SQUAD: "R2C2", "Litter Team 1": "R2C2"})
    d = drafted(state)
    for name in ("1/1 PLT", SQUAD, "Litter Team 1"):
        remove_unit(d, key(state, name))
    row = d.now.units[key(state, "1/1 PLT")]
    assert (row.box, row.at, row.steps, row.experience, row.platoon) == ("removed", 0, 0, 1, 1)
    assert key(state, SQUAD) not in d.now.units
    assert free_counter(d.now, "ge.gr_s") == key(state, SQUAD)
    assert d.now.fires == {}


@pytest.mark.rule("FF-8.3.c")
def test_no_counter_is_free_when_all_are_on_the_map() -> None:
    state = board({SQUAD: "R4C4"})
    assert free_counter(state, "ge.gr_s") == 0


@pytest.mark.rule("FF-5.1.6.E.a", "FF-5.1.6.E.d", "FF-6.4.3.C")
@pytest.mark.parametrize(("letter", "heir"), [("C", ""), ("P", "Paralyzed Team 1")])
def test_equipment_goes_to_the_team_that_is_left_or_lies_on_the_card(letter: str, heir: str) -> None:
    state = board({"ARTY FO": "R2C2"}, scenario="normandy_1", assets={1: {"kind": "SCR610", "holder": "ARTY FO"}})
    d = drafted(state)
    take_hit(d, key(state, "ARTY FO"), letter)
    asset = d.now.assets[1]
    if heir:
        assert asset.holder == key(state, heir)
    else:
        assert (asset.holder, asset.at) == (0, card(state, "R2C2"))


@pytest.mark.rule("FF-4.1.4.a")
def test_a_headquarters_that_falls_loses_its_saved_commands_and_one_that_turns_over_keeps_them() -> None:
    state = board(
        {"1 PLT HQ": "R2C2", "2 PLT HQ": "R2C2"}, commands={"1 PLT HQ": {"saved": 3}, "2 PLT HQ": {"saved": 3}}
    )
    d = drafted(state)
    take_hit(d, key(state, "1 PLT HQ"), "L")
    take_hit(d, key(state, "2 PLT HQ"), "F")
    assert d.now.commands[key(state, "1 PLT HQ")].saved == 0
    assert d.now.commands[key(state, "2 PLT HQ")].saved == 3


@pytest.mark.rule("FF-6.4.3.F", "FF-8.5.c")
def test_a_team_stands_where_its_unit_stood_seen_or_unseen() -> None:
    state = board(
        {SQUAD: {"at": "R2C2", "unspotted": True, "cover": 1, "exposed": True, "origin": "B"}},
        covers={1: {"at": "R2C2"}},
    )
    d = drafted(state)
    take_hit(d, key(state, SQUAD), "F")
    team = d.now.units[key(state, "German Fire Team (rifle) 1")]
    assert (team.unspotted, team.cover, team.exposed, team.origin, team.experience) == (True, 1, True, "B", -1)


@pytest.mark.rule("FF-6.3.2.b", "FF-6.1.1.e")
@pytest.mark.parametrize(("aimed", "fires"), [("R3C2", "R3C2"), ("R4C2", "")])
def test_what_is_left_of_a_squad_fires_on_at_its_card_if_it_reaches_it(aimed: str, fires: str) -> None:
    d = drafted(board({"1/1 PLT": {"at": "R2C2", "steps": 2}}, fires={"1/1 PLT": {"at": aimed}}))
    take_hit(d, key(d.now, "1/1 PLT"), "C")
    assert firing(d.now) == ({"Fire Team (BAR) 1": fires} if fires else {})


@pytest.mark.rule("FF-6.3.2.b")
def test_a_team_that_a_squad_loses_fires_on_beside_it_and_helpless_ones_do_not() -> None:
    d = drafted(board({"1/1 PLT": "R2C2", SQUAD: "R2C2"}))
    take_hit(d, key(d.now, "1/1 PLT"), "F")
    take_hit(d, key(d.now, SQUAD), "L")
    assert firing(d.now) == {"1/1 PLT": "R2C2", SQUAD: "R2C2", "Fire Team (rifle) 1": "R2C2"}
    assert [entry.rule for entry in d.entries if entry.key == "log.fire_joined"] == ["FF-6.3.2.b"]


@pytest.mark.rule("FF-4.3.2.b")
def test_the_errand_of_a_runner_who_falls_is_over() -> None:
    sent = {1: {"kind": "errand", "unit": "1/Runner", "by": "1 PLT HQ", "turn": 1}}
    d = drafted(board({"1/Runner": "R2C2", "1 PLT HQ": "R2C2"}, markers=sent))
    take_hit(d, key(d.now, "1/Runner"), "L")
    assert d.now.markers == {}


@pytest.mark.rule("FF-7.9.1.e", "FF-6.2.1.c")
def test_who_leaves_a_unit_in_a_minefield_is_in_it_and_what_was_thrown_stays_on_the_rest() -> None:
    lying = {
        1: {"kind": "mines", "at": "R2C2", "unit": "1/1 PLT", "value": -4},
        2: {"kind": "grenade", "at": "R2C2", "unit": "1/1 PLT", "value": -4, "by": SQUAD},
    }
    state = board({"1/1 PLT": "R2C2", SQUAD: "R2C2"}, markers=lying)
    after = play(state, {"detach": "1/1 PLT", "team": "fire"}).state
    team, squad = key(after, "Fire Team (rifle) 1"), key(after, "1/1 PLT")
    assert sorted((one.kind, one.unit) for one in after.markers.values()) == [
        ("grenade", squad),
        ("mines", squad),
        ("mines", team),
    ]


@pytest.mark.rule("FF-6.2.1.c", "FF-5.1.3.a", "FF-4.2.3h.eff")
def test_what_lies_on_a_team_that_joins_a_squad_lies_on_the_squad() -> None:
    lying = {1: {"kind": "grenade", "at": "R2C2", "unit": "Fire Team (rifle) 1", "value": -4, "by": SQUAD}}
    units = {
        "1/1 PLT": {"at": "R2C2", "steps": 2},
        "Fire Team (rifle) 1": {"at": "R2C2", "exposed": True},
        SQUAD: "R2C2",
    }
    after = play(board(units, markers=lying), {"augment": "1/1 PLT", "team": "Fire Team (rifle) 1"}).state
    squad = key(after, "1/1 PLT")
    assert [one.unit for one in after.markers.values()] == [squad]
    assert (after.units[squad].steps, after.units[squad].exposed) == (3, True)


@pytest.mark.rule("FF-7.11.5.a", "FF-5.2.3.a")
def test_what_teams_have_aimed_and_thrown_counts_on_for_the_squad_they_become() -> None:
    teams = ("Fire Team (rifle) 1", "Fire Team (rifle) 2")
    laid = {
        1: {"kind": "concentrated", "at": "R3C2", "unit": SQUAD, "by": teams[0]},
        2: {"kind": "grenade", "at": "R3C2", "unit": SQUAD, "value": -4, "by": teams[1]},
    }
    units = {"CO HQ": "R2C2", "1/1 PLT": {"box": "removed"}, **dict.fromkeys(teams, "R2C2"), SQUAD: "R3C2"}
    state = board(units, hq="CO HQ", markers=laid, deck=[3, 6])
    after = play(state, {"do": "rebuild", "teams": list(teams), "squad": "1/1 PLT"}, deck=[3, 6]).state
    assert {one.kind: one.by for one in after.markers.values()} == dict.fromkeys(
        ("concentrated", "grenade"), key(after, "1/1 PLT")
    )
    assert firing(after)["1/1 PLT"] == "R3C2"


@pytest.mark.rule("FF-4.2.a")
def test_men_have_done_under_a_new_counter_what_they_did_under_the_old_and_others_have_not() -> None:
    units = {"Litter Team 1": "R2C2", "Paralyzed Team 1": "R2C2"}
    ground = {"R2C2": {"terrain": "N25"}}
    state = play(board(units, cards=ground), {"seek_cover": "Litter Team 1"}, deck=[2, 3, 4]).state
    state = play(state, {"to_fire": "Litter Team 1"}).state
    state = play(state, {"to_litter": "Paralyzed Team 1"}).state
    assert why(state, {"seek_cover": "Fire Team (rifle) 1"}).rule == "FF-4.2.a"
    assert play(state, {"seek_cover": "Litter Team 1"}, deck=[5, 6, 8])


@pytest.mark.rule("FF-13.2.5")
def test_a_team_that_fire_has_stopped_stays_stopped_under_its_next_counter() -> None:
    d = drafted(board({"Litter Team 1": {"at": "R2C2", "stopped": True}, "1/1 PLT": {"at": "R2C2", "stopped": True}}))
    made = help_up(d, key(d.now, "Litter Team 1"), "4.2.3c")
    team = detach(d, key(d.now, "1/1 PLT"), "assault")
    assert [d.now.units[one].stopped for one in (made, team)] == [True, True]


@pytest.mark.rule("FF-6.3.2.b", "FF-6.1.1.e", "FF-6.3.2")
def test_nobody_fires_on_who_did_not_fire_and_the_first_fire_that_is_taken_over_stays() -> None:
    quiet = drafted(board({"1/1 PLT": "R2C2"}))
    take_hit(quiet, key(quiet.now, "1/1 PLT"), "F")
    assert firing(quiet.now) == {}
    teams = ("Fire Team (rifle) 1", "Fire Team (rifle) 2")
    d = drafted(board({**dict.fromkeys(teams, "R2C2"), "1/1 PLT": "R2C2"}))
    for name, at in zip(teams, ("R3C2", "R2C3"), strict=True):
        d.put("fires", key(d.now, name), Fire(card(d.now, at)))
        share_fire(d, key(d.now, name), key(d.now, "1/1 PLT"))
    assert firing(d.now)["1/1 PLT"] == "R3C2"


@pytest.mark.rule("FF-6.2.1.c", "FF-4.2.a")
def test_an_errand_is_no_attack_and_a_squad_has_not_done_what_a_team_did_that_joins_it() -> None:
    sent = {1: {"kind": "errand", "unit": "1/Runner", "by": "1 PLT HQ", "turn": 1}}
    units = {"CO HQ": "R1C1", "1/Runner": "R1C1", "1/1 PLT": {"at": "R1C1", "steps": 2}, "1 PLT HQ": "R3C1"}
    state = board(units, hq="CO HQ", markers=sent)
    d = drafted(state)
    step_into(d, key(state, "1/Runner"), key(state, "1/1 PLT"), merges=True)
    assert d.now.markers[1].unit == key(state, "1/Runner")
    teams = {
        "Fire Team (rifle) 1": "R1C1",
        "1/1 PLT": {"at": "R1C1", "steps": 2},
        SQUAD: {"at": "R2C1", "unspotted": True},
    }
    now = play(board(teams), {"spot": "Fire Team (rifle) 1", "card": "R2C1"}, deck=[2, 3, 4, 6]).state
    now = play(now, {"augment": "1/1 PLT", "team": "Fire Team (rifle) 1"}).state
    assert play(now, {"spot": "1/1 PLT", "card": "R2C1"}, deck=[7, 8, 10, 12, 14])


@pytest.mark.rule("FF-4.2.a")
def test_outside_an_impulse_nobody_has_done_anything() -> None:
    d = drafted(board({"Litter Team 1": "R1C1"}, at="mission.ending.reorganize", scenario="normandy_1"))
    assert d.now.impulse is None
    made = help_up(d, key(d.now, "Litter Team 1"), "4.2.3c")
    assert d.now.board.types[made].kind == "fire"
