"""Another attempt."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.games.fieldsoffire.rules.sequence import retry
from sandtable.games.fieldsoffire.rules.sequence.ending import close_attempt
from sandtable.games.fieldsoffire.scenario.ground import place
from tests.games.fieldsoffire.board import board, built, card, drafted, key, play, why

GOALS = {"primary": place(3, 1), "secondary": place(3, 2), "attack_position": place(2, 1)}


def ended(units: Any = None, scenario: str = "normandy_1", **rest: Any) -> FieldsState:
    fields = {"controls": GOALS, "tracks": {"turn": 10}, **rest}
    return built(units, at="mission.ending.score", scenario=scenario, **fields).state


@pytest.mark.rule("FF-3.9.a", "FF-3.0.b")
def test_a_failed_attack_may_be_tried_again_once_and_the_player_decides() -> None:
    state = ended({"1/1 PLT": "R1C1"})
    assert state.here.at == "mission.ending.decide"
    assert GAME.outcome(state) is None
    over = play(state, {"do": "accept"}).state
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (over.over, outcome.winners, outcome.key) == ("failure", (), "outcome.mission_failed")
    again = play(state, {"do": "retry"}).state
    assert again.here.at == "mission.ending.reorganize"
    assert GAME.outcome(ended({"1/1 PLT": "R1C1"}, tracks={"turn": 10, "attempt": 2})) is not None


@pytest.mark.rule("FF-3.9.a", "FF-3.0.b")
def test_a_mission_that_succeeded_or_allows_no_other_attempt_is_over() -> None:
    d = drafted(board(controls=GOALS, tracks={"turn": 10}))
    close_attempt(d)
    assert d.now.over == "failure"
    cards: dict[str, Any] = {f"R{r}C{c}": {"contested": True} for r in (1, 2, 3) for c in (1, 2, 3, 4)}
    won = ended({"1/1 PLT": "R3C1", "2/1 PLT": "R3C2"}, cards=cards)
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert (outcome.winners, outcome.key) == ((COMPANY,), "outcome.mission_done")
    assert outcome.scores[COMPANY] == 5 + 4 + 4 * 1 + 3 * 2 + 2 * 1


@pytest.mark.rule("FF-2.6.3", "FF-3.9.a")
def test_patrols_follow_each_other_without_a_question_until_the_last() -> None:
    rest: dict[str, Any] = {"scenario": "naktong_river_2", "controls": {"mlr": 1}, "details": {"patrol": 1}}
    first = ended({"1/1 PLT": "R1C1"}, **rest)
    assert first.here.at == "mission.ending.reorganize"
    last = ended({"1/1 PLT": "R1C1"}, tracks={"turn": 8, "attempt": 3}, **rest)
    assert GAME.outcome(last) is not None


@pytest.mark.rule("FF-3.9.4")
def test_steps_that_nobody_took_in_are_fire_teams() -> None:
    d = drafted(board(reserve={"green": 2}))
    retry.leftovers(d)
    teams = [unit for one, unit in d.now.units.items() if d.now.board.types[one].kind == "fire"]
    assert [(unit.at, unit.steps) for unit in teams] == [(card(d.now, "R0C1"), 1)] * 2
    assert d.now.reserve == {"green": 0}


@pytest.mark.rule("FF-3.9.4", "FF-5.1.5.a1")
def test_steps_that_nobody_took_in_crowd_no_card_where_the_company_starts() -> None:
    crowd = dict.fromkeys(("1/1 PLT", "2/1 PLT", "3/1 PLT", "1/2 PLT", "2/2 PLT"), "R1C1")
    d = drafted(board(crowd, scenario="normandy_4", reserve={"green": 3}))
    retry.leftovers(d)
    teams = [unit.at for one, unit in d.now.units.items() if d.now.board.types[one].kind == "fire"]
    assert teams == [card(d.now, "R1C1"), card(d.now, "R1C2"), card(d.now, "R1C2")]


@pytest.mark.rule("FF-3.9.5", "FF-3.9.5.a")
def test_units_are_redeployed_on_secured_cards_under_cover_that_is_there() -> None:
    units = {"1/1 PLT": "R1C1", "2/1 PLT": "R2C2"}
    cards = {"R2C2": {"contested": True}, "R3C3": {"contested": True}}
    covers = {1: {"at": "R2C2", "kind": "foxholes", "value": 2}}
    state = board(units, at="mission.ending.reorganize", scenario="normandy_1", cards=cards, covers=covers)
    for to in ("R3C3", "R1C1", "R1C2"):
        assert why(state, {"redeploy": "1/1 PLT", "card": to, "cover": 0}).rule == "FF-3.9.5.a"
    state = play(state, {"redeploy": "1/1 PLT", "card": "R2C2", "cover": 1}).state
    unit = state.units[key(state, "1/1 PLT")]
    assert (unit.at, unit.cover) == (card(state, "R2C2"), 1)


@pytest.mark.rule("FF-3.9.6")
def test_casualties_and_the_enemys_helpless_teams_are_carried_away_and_ours_are_counted() -> None:
    units = {
        "Casualty 1": "R1C1",
        "Casualty 2": {"box": "evacuated"},
        "German Casualty 1": "R2C2",
        "German Litter Team 1": "R2C2",
        "German Paralyzed Team 1": "R2C2",
        "German Leader 1": "R2C2",
        "1/1 PLT": "R1C1",
    }
    d = drafted(board(units))
    retry.carry_away(d)
    assert {name for name in units if key(d.now, name) in d.now.units} == {"German Leader 1", "1/1 PLT"}
    assert d.now.points == {"casualties": 2}


@pytest.mark.rule("FF-3.9.6", "FF-12.4.c")
def test_prisoners_are_no_casualties_and_the_companys_teams_stay() -> None:
    units = {
        "Casualty 1": {"box": "captured"},
        "Litter Team 1": "R1C1",
        "Paralyzed Team 1": "R1C1",
        "German Litter Team 1": "R2C2",
    }
    grenade = {1: {"kind": "rifle_grenade_ge", "holder": "German Litter Team 1", "points": 1}}
    d = drafted(board(units, assets=grenade))
    retry.carry_away(d)
    assert {name for name in units if key(d.now, name) in d.now.units} == {"Litter Team 1", "Paralyzed Team 1"}
    assert not d.now.points
    assert (d.now.assets[1].holder, d.now.assets[1].at) == (0, card(d.now, "R2C2"))


@pytest.mark.rule("FF-3.9.4")
def test_no_team_is_made_where_no_step_is_left_over() -> None:
    d = drafted(board({"1/1 PLT": "R1C1"}, scenario="normandy_1"))
    retry.leftovers(d)
    assert set(d.now.units) == {key(d.now, "1/1 PLT")}


@pytest.mark.rule("FF-3.9.8")
def test_nothing_is_told_of_a_card_where_everybody_is_under_cover() -> None:
    covers = {1: {"at": "R2C2", "kind": "basic", "value": 1}}
    d = drafted(board({"German Leader 1": {"at": "R2C2", "cover": 1}}, covers=covers))
    retry.enemy_takes_cover(d)
    assert not d.entries


@pytest.mark.rule("FF-3.9.8")
def test_enemies_go_under_the_best_cover_of_their_card_while_there_is_room() -> None:
    covers = {
        1: {"at": "R2C2", "kind": "basic", "value": 1},
        2: {"at": "R2C2", "kind": "foxholes", "value": 2, "capacity": 1},
    }
    units = {
        "German Leader 1": "R2C2",
        "German Leader 2": "R2C2",
        "German Leader 3": {"at": "R2C2", "cover": 1},
        "German Sniper 1": "R3C3",
    }
    low = next(number for number, one in GAME.open("normandy_1").deck.items() if one.random[2] == 1)
    d = drafted(board(units, covers=covers), deck=[low])
    retry.enemy_takes_cover(d)
    under = [d.now.units[key(d.now, name)].cover for name in units]
    assert under == [2, 1, 1, 0]
    assert [entry.key for entry in d.entries] == ["log.enemy_in_cover"]
    full = drafted(board({"German Leader 1": "R2C2"}, covers={1: {"at": "R2C2", "kind": "basic", "value": 1}}))
    full.edit("covers", 1, capacity=1)
    full.put("units", key(full.now, "German Leader 2"), full.now.units[key(full.now, "German Leader 1")])
    full.edit("units", key(full.now, "German Leader 2"), cover=1)
    retry.enemy_takes_cover(full)
    assert full.now.units[key(full.now, "German Leader 1")].cover == 0


@pytest.mark.rule("FF-3.9.9-11", "FF-3.9.7")
def test_nobody_is_pinned_or_fires_and_only_cover_mines_and_wrecks_stay() -> None:
    markers = {
        1: {"kind": "burning_wreck", "at": "R1C1"},
        2: {"kind": "mines", "at": "R1C1"},
        3: {"kind": "mines", "at": "R1C1", "unit": "1/1 PLT", "value": -4},
        4: {"kind": "incoming", "at": "R1C1", "value": -4},
        5: {"kind": "target", "at": "R1C1"},
    }
    units = {
        "1/1 PLT": {"at": "R1C1", "pinned": True, "exposed": True},
        "German LMG team 1": {"at": "R2C1", "held": True},
        "CO HQ": "R1C4",
        "2/1 PLT": "R4C4",
        "German LMG team 2": "R4C3",
    }
    state = board(
        units,
        markers=markers,
        covers={1: {"at": "R2C2"}},
        commands={"CO HQ": {"saved": 3}},
        standing={"hold_up": {"until": 9}},
    )
    assert state.fires
    d = drafted(state)
    retry.clear_away(d)
    assert {number: marker.kind for number, marker in d.now.markers.items()} == {2: "mines", 5: "target"}
    assert not d.now.fires
    assert not d.now.standing
    assert {number: row.kind for number, row in d.now.covers.items()} == {1: "basic", 2: "wreck"}
    squad, gun = (d.now.units[key(d.now, name)] for name in ("1/1 PLT", "German LMG team 1"))
    assert (squad.pinned, squad.exposed, gun.held) == (False, False, False)
    assert d.now.commands[key(d.now, "CO HQ")].saved == 0


@pytest.mark.rule("FF-3.9.9-11", "FF-3.9.7")
@pytest.mark.parametrize("mark", ["pinned", "exposed", "held", "protecting"])
def test_each_mark_of_the_last_turn_comes_off_by_itself(mark: str) -> None:
    d = drafted(board({"1/1 PLT": {"at": "R1C1", mark: True}}))
    retry.clear_away(d)
    assert not getattr(d.now.units[key(d.now, "1/1 PLT")], mark)


@pytest.mark.rule("FF-3.9.9-11", "FF-3.9.7")
def test_an_order_that_ends_sends_nobody_home_but_a_visitor() -> None:
    state = board({"1/1 PLT": "R1C1"}, standing={"hold_line": {"until": 9}})
    d = drafted(state)
    d.edit("standing", "hold_line", figure=key(state, "1/1 PLT"))  # a row with the number of a unit
    retry.clear_away(d)
    assert key(state, "1/1 PLT") in d.now.units


@pytest.mark.rule("FF-3.9.12-14", "FF-3.9.12.a")
def test_everybody_has_his_ammunition_and_equipment_again() -> None:
    units = {
        "1/LMG (.30 cal)": {"at": "R1C1", "ammo": 1, "empty": True},
        "1/1 PLT": "R1C1",
        "Fire Team (rifle) 1": "R1C1",
        "German HMG team 1": {"at": "R3C3", "ammo": 0},
        "CO XO": {"at": "R1C1", "empty": True},
    }
    assets = {99: {"kind": "ammo.mg", "at": "R2C2", "points": 4}}
    d = drafted(board(units, scenario="normandy_1", assets=assets, support={"15th FA Bn (105mm)/HE": 0}))
    retry.resupply_all(d)
    gun = d.now.units[key(d.now, "1/LMG (.30 cal)")]
    assert (gun.ammo, gun.empty) == (4, False)
    assert not d.now.units[key(d.now, "CO XO")].empty  # who had run out of fuel for a flamethrower
    enemy = key(d.now, "German HMG team 1")
    assert d.now.units[enemy].ammo == 8  # as the packages of this mission bring it
    assert d.now.support["15th FA Bn (105mm)/HE"] == 4
    assert not any(asset.at or asset.kind.startswith("ammo.") for asset in d.now.assets.values())
    holders = {key(d.now, name) for name in ("1/LMG (.30 cal)", "1/1 PLT", "CO XO")}
    assert {asset.holder for asset in d.now.assets.values()} <= holders
    assert d.now.assets


@pytest.mark.rule("FF-3.9.12-14", "FF-7.18.1.B")
@pytest.mark.parametrize(
    ("scenario", "name", "rounds"),
    [
        ("normandy_1", "German Fire Team (LMG) 1", 6),
        ("vietnam_8", "NVA Fire Team (MG) 1", 6),
        ("vietnam_8", "1/81mm TM", 4),
        ("vietnam_8", "2/81mm TM", 4),
        ("normandy_1", "German Fire Team (rifle) 1", 0),
        ("vietnam_8", "Engineer Fire Team (MG) 1", 0),
    ],
)
def test_a_team_that_is_left_of_a_squad_or_section_has_its_rounds_again(scenario: str, name: str, rounds: int) -> None:
    d = drafted(board({name: {"at": "R2C1", "ammo": 2, "empty": True}}, scenario=scenario))
    retry.resupply_all(d)
    assert d.now.units[key(d.now, name)].ammo == rounds


@pytest.mark.rule("FF-3.9.12-14", "FF-7.18.3", "FF-7.18.1.E")
def test_each_enemy_has_the_rounds_of_his_kind_and_who_was_out_of_them_is_back_at_his_weapon() -> None:
    units = {
        "German HMG team 1": {"at": "R3C1", "ammo": 2, "flipped": True},
        "German HMG team 2": {"at": "R3C1", "ammo": 0},
        "German LMG team 1": {"at": "R3C1", "ammo": 0, "empty": True, "flipped": True},
        "German Sniper 1": {"at": "R3C1", "empty": True, "flipped": True},
        "German HMG team 3": {"box": "captured", "ammo": 0},
        "ARTY FO": {"at": "R1C1"},
        "CO XO": {"at": "R1C1", "empty": True},
    }
    d = drafted(board(units, scenario="normandy_1"))
    retry.resupply_all(d)
    rows = [d.now.units[key(d.now, name)] for name in units]
    assert [row.ammo for row in rows] == [8, 8, 6, 0, 0, 0, 0]
    assert [row.flipped for row in rows] == [True, False, False, False, False, False, False]
    assert not any(row.empty for row in rows)


@pytest.mark.rule("FF-3.9.12.a", "FF-3.9.12-14", "FF-4.3.3.a")
def test_teams_get_no_equipment_and_nobody_a_phone_where_there_was_none() -> None:
    phones = {1: {"kind": "EE8", "holder": "Fire Team (rifle) 1", "net": "net.co_tac"}}
    teams = drafted(board({"Fire Team (rifle) 1": "R1C1"}, scenario="normandy_1", assets=phones))
    retry.resupply_all(teams)
    assert not teams.now.assets
    radio = drafted(board({"CO HQ": "R1C1"}, scenario="normandy_1"))
    retry.resupply_all(radio)
    assert not any(asset.kind == "EE8" for asset in radio.now.assets.values())


@pytest.mark.rule("FF-3.9.12-14", "FF-3.9.a")
def test_a_restart_puts_the_enemy_under_cover_renews_markers_and_forgets_what_was_secured() -> None:
    units = {"CO HQ": "R1C1", "NKPA Leader 1": "R3C3"}
    state = board(
        units,
        scenario="naktong_river_2",
        covers={1: {"at": "R3C3", "kind": "basic", "value": 1}},
        cards={"R1C1": {"secured": True}},
        tracks={"turn": 10},
    )
    d = drafted(state)
    retry.restart(d)
    assert d.now.units[key(state, "NKPA Leader 1")].cover == 1
    assert d.now.cards[card(state, "R4C1")].contact == "A"
    assert not any(row.secured for row in d.now.cards.values())
    assert ("log.next_attempt", 2) in [(entry.key, entry.params.get("attempt")) for entry in d.entries]


@pytest.mark.rule("FF-3.9.14.a", "FF-2.6.3")
def test_new_markers_come_for_a_further_patrol_only() -> None:
    spotted = {"German Leader 1": {"at": "R3C3", "unspotted": True}}
    attack = drafted(board(spotted))
    retry.renew_contacts(attack)
    assert not any(row.contact for row in attack.now.cards.values())
    assert attack.now.units[key(attack.now, "German Leader 1")].unspotted
    units = {"NKPA Leader 1": "R3C3"}
    cards = {"R2C1": {"scored": True, "hills": 1}}
    d = drafted(board(units, scenario="naktong_river_2", cards=cards, points={"home": 1}))
    retry.renew_contacts(d)
    letters = {name: d.now.cards[card(d.now, name)].contact for name in ("R1C1", "R2C1", "R3C3", "R4C1")}
    assert letters == {"R1C1": "", "R2C1": "?", "R3C3": "", "R4C1": "A"}
    again = d.now.cards[card(d.now, "R2C1")]
    assert (again.scored, again.contested, again.hills) == (False, True, 1)
    assert "home" not in d.now.points
    assert not d.now.cards[card(d.now, "R1C1")].contested, "no marker belongs there"
    retry.renew_contacts(d)  # nobody came home this time
    assert d.now.cards[card(d.now, "R4C1")].contact == "A"


@pytest.mark.rule("FF-3.9.12-14", "FF-3.9.a", "FF-3.9.3")
def test_a_whole_attempt_is_tried_again_from_the_first_turn_without_a_new_plan() -> None:
    units = {
        "1/1 PLT": {"at": "R1C1", "risen": [0, 0, 0]},
        "Fire Team (rifle) 1": "R1C2",
        "Casualty 1": "R1C2",
        "CO HQ": {"at": "R0C1", "flipped": True},
    }
    state = ended(units, commands={"CO HQ": {}})
    state = play(state, {"do": "retry"}).state
    assert state.reserve == {"green": 1}
    assert not state.units[key(state, "CO HQ")].flipped
    after = play(state, {"do": "proceed"}, deck=[2, 3, 4, 5, 6]).state
    assert (after.turn, after.attempt) == (1, 2)
    assert not after.units[key(after, "1/1 PLT")].risen
    assert key(after, "Casualty 1") not in after.units
    assert after.units[key(after, "Fire Team (rifle) 1")].at == card(after, "R0C1")


@pytest.mark.rule("FF-3.9.5", "FF-3.9.5.a", "FF-4.3.4.g")
def test_phone_lines_are_laid_anew_on_secured_cards_one_on_each() -> None:
    lines = {1: {"kind": "phone_line", "at": "R1C1", "form": "cut"}, 2: {"kind": "phone_line", "at": "R1C2"}}
    cards = {"R2C1": {"contested": True}, "R1C2": {"contested": True}, "R1C1": {"contested": True}}
    units = {"1/1 PLT": "R2C1", "2/1 PLT": "R1C2"}
    state = play(ended(units, markers=lines, cards=cards), {"do": "retry"}).state
    order = {"do": "relay_line", "line_card": "R1C1"}
    assert why(state, {**order, "card": "R1C3"}).rule == "FF-3.9.5.a"
    assert why(state, {**order, "card": "R1C2"}).rule == "FF-4.3.4.g"
    after = play(state, {**order, "card": "R2C1"}).state
    assert (after.markers[1].at, after.markers[1].form) == (card(state, "R2C1"), "")


@pytest.mark.rule("FF-3.9.9-11", "FF-3.9.12.a", "FF-4.3.3.a")
def test_lines_breaches_and_phones_outlast_an_attempt() -> None:
    kinds = ("phone_line", "breach", "barricade", "joined", "smoke")
    markers = {
        n: {"kind": kind, "at": f"R1C{n}", "form": "cut" if n == 1 else ""} for n, kind in enumerate(kinds[:4], 1)
    }
    markers[5] = {"kind": "smoke", "at": "R1C1", "value": 2}
    phones = {1: {"kind": "EE8", "holder": "CO HQ", "net": "net.co_tac"}}
    d = drafted(board({"CO HQ": "R1C1"}, scenario="normandy_1", markers=markers, assets=phones))
    retry.clear_away(d)
    assert [marker.kind for marker in d.now.markers.values()] == list(kinds[:4])
    assert d.now.markers[1].form == ""
    retry.resupply_all(d)
    models = {asset.kind for asset in d.now.assets.values() if asset.net == "net.co_tac"}
    assert models == {"EE8"}
    assert [asset.points for asset in d.now.assets.values() if asset.kind == "phone_line"] == [3]


@pytest.mark.rule("FF-3.9.5", "FF-5.1.5.a1")
def test_no_more_than_sixteen_steps_are_put_on_a_secured_card() -> None:
    full = {f"{n}/{p} PLT": "R1C2" for p in (1, 2) for n in (1, 2, 3) if (n, p) != (3, 2)}
    state = play(
        ended(
            {**full, "1/3 PLT": "R1C1", "CO HQ": "R1C1"},
            cards={"R1C1": {"contested": True}, "R1C2": {"contested": True}},
        ),
        {"do": "retry"},
    ).state
    put = {"do": "redeploy", "card": "R1C2", "cover": 0}
    assert why(state, {**put, "unit": "1/3 PLT"}).rule == "FF-5.1.5.a1"
    assert play(state, {**put, "unit": "CO HQ"})


@pytest.mark.rule("FF-3.9.5", "FF-3.9.5.a")
def test_what_is_secured_is_judged_once_so_that_the_order_of_redeploying_does_not_matter() -> None:
    units = {"1/1 PLT": "R1C1", "Litter Team 1": "R2C2", "1/2 PLT": "R1C3"}
    ground = {name: {"contested": True} for name in ("R1C1", "R2C2", "R1C4")}
    state = play(ended(units, cards=ground), {"do": "retry"}).state
    put = {"do": "redeploy", "cover": 0}
    state = play(state, {**put, "unit": "1/1 PLT", "card": "R2C2"}).state  # only a team stood there
    state = play(state, {**put, "unit": "1/2 PLT", "card": "R1C1"}).state  # nobody stands there now
    assert why(state, {**put, "unit": "1/2 PLT", "card": "R1C4"}).rule == "FF-3.9.5.a"
    state = play(state, {"do": "proceed"}, deck=[1]).state
    assert not any(row.secured for row in state.cards.values())


@pytest.mark.rule("FF-3.9.8")
def test_nothing_is_drawn_where_cover_has_room_for_everybody_and_vehicles_take_none() -> None:
    covers = {
        1: {"at": "R2C2", "kind": "basic", "value": 1},
        2: {"at": "R2C2", "kind": "church_tower", "value": 3, "capacity": 1, "up": True},
    }
    units = {
        "German Grenadier squad 4/Gp": "R2C2",
        "German Leader 1": "R2C2",
        "German Grenadier squad 1/Gp": "R2C2",
        "NKPA T-34/85 1": "R2C2",
    }
    d = drafted(board(units, covers=covers, facts={"nations": ["nkpa"]}))
    retry.enemy_takes_cover(d)
    assert [d.now.units[key(d.now, name)].cover for name in units] == [1, 2, 1, 0]
    both = {"German Grenadier squad 4/Gp": "R2C2", "German Leader 1": "R2C2", "German Leader 2": "R2C2"}
    low = next(number for number, one in GAME.open("normandy_1").deck.items() if one.random[3] == 1)
    short = drafted(board(both, covers=covers), deck=[low, low + 1])
    retry.enemy_takes_cover(short)
    assert sum(one.cover == 2 for one in short.now.units.values()) == 1
    assert len(short.entries[0].draws) == 2


@pytest.mark.rule("FF-12.3.e", "FF-12.3.1", "FF-3.9.1")
@pytest.mark.parametrize(
    ("scenario", "points", "left"),
    [
        ("normandy_1", {"experience": 4}, None),
        ("normandy_1", {}, None),
        ("naktong_river_2", {"experience": 4}, 4),
    ],
)
def test_points_that_were_not_spent_are_lost_before_another_attempt_but_add_up_between_patrols(
    scenario: str, points: dict[str, int], left: int | None
) -> None:
    d = drafted(board({"CO HQ": "R1C1"}, scenario=scenario, points=points, tracks={"turn": 10}))
    retry.restart(d)
    assert d.now.points.get("experience") == left


@pytest.mark.rule("FF-3.9.12-14", "FF-3.9.9-11", "FF-2.2.2.a")
def test_nothing_of_the_last_turns_holds_on_into_the_next_attempt() -> None:
    gun, guest = ".50 cal HMG", "Battalion Commander"
    rows = {gun: {"at": "R1C1", "protective": 1, "protecting": True, "ammo": 3}, "CO HQ": "R1C1", guest: "R1C1"}
    laid = {1: {"kind": "protective_fire", "at": "R3C3", "form": "guns", "turn": 9}}
    state = board(
        rows,
        scenario="normandy_1",
        markers=laid,
        commands={guest: {}},
        standing={"visitor": {"until": 11}},
        tracks={"turn": 10, "light": "twilight", "weather": "rain", "battalion_from": 12},
    )
    d = drafted(state)
    d.edit("standing", "visitor", figure=key(state, guest))
    retry.restart(d)
    assert (d.now.light, d.now.weather, d.now.battalion_from) == ("daylight", "", 0)
    assert not d.now.units[key(state, gun)].protecting
    assert d.now.units[key(state, gun)].protective == 1
    assert [(one.kind, one.turn) for one in d.now.markers.values()] == [("protective_fire", 0)]
    assert key(state, guest) not in d.now.units
    assert key(state, guest) not in d.now.commands
