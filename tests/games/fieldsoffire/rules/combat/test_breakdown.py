"""Who replaces whom, and who inherits what was carried."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.combat.breakdown import charted, free_counter, generic, remove_unit
from sandtable.games.fieldsoffire.rules.combat.effects import take_hit
from tests.games.fieldsoffire.board import board, card, drafted, key

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
