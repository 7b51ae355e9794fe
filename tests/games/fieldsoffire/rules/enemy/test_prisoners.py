"""Prisoners, their guards, and captured casualties."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.games.fieldsoffire.rules.enemy.prisoners import (
    captors_of,
    capture,
    capture_casualties,
    captured_on,
    waiting,
)
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import board, built, card, drafted, key, play, why

PARALYZED, LITTER, FIRE = "German Paralyzed Team 1", "German Litter Team 1", "German Fire Team (rifle) 1"
SQUAD, LEADER, CASUALTY = "German Grenadier squad 4/Gp", "German Leader 1", "German Casualty 1"
US, TWO, HQ = "1/1 PLT", "2/1 PLT", "1 PLT HQ"
GUARDS = "mission.turn.withdrawal.guards"


def held(at: str, **more: Any) -> dict[str, Any]:
    return {"at": at, "held": True, **more}


def caught(units: dict[str, Any], side: str = "enemy", **rest: Any) -> int:
    state = board(units, **rest)
    return len(captured_on(state, card(state, "R2C2"), side))


@pytest.mark.rule("FF-3.5.1.a", "FF-8.15.a")
def test_helpless_teams_alone_among_armed_opponents_are_captured() -> None:
    assert caught({PARALYZED: "R2C2", US: held("R2C2")}) == 1
    assert caught({PARALYZED: "R2C2", LITTER: "R2C2", US: held("R2C2")}) == 2
    assert caught({PARALYZED: "R2C2", FIRE: held("R2C2"), US: held("R2C2")}) == 0
    assert caught({FIRE: held("R2C2"), US: held("R2C2")}) == 0
    assert caught({PARALYZED: "R2C2", US: held("R2C2", pinned=True)}) == 0
    assert caught({PARALYZED: "R2C2", HQ: held("R2C2")}) == 0
    assert caught({PARALYZED: "R2C2", "Fire Team (rifle) 1": held("R2C2")}) == 1
    assert caught({PARALYZED: "R2C2", US: held("R1C2")}) == 0
    assert caught({"Paralyzed Team 1": "R2C2", SQUAD: held("R2C2")}, "friendly") == 1
    assert caught({"Paralyzed Team 1": "R2C2", HQ: held("R2C2"), SQUAD: held("R2C2")}, "friendly") == 0


@pytest.mark.rule("FF-8.15.a", "FF-3.5.1.a")
def test_vehicles_take_no_prisoners() -> None:
    state = board({"Paralyzed Team 1": "R2C2", "NKPA T-34/85 1": held("R2C2")}, facts={"nations": ["nkpa"]})
    assert captors_of(state, card(state, "R2C2"), "friendly") == ()


@pytest.mark.rule("FF-3.5.1.b", "FF-8.15.d")
def test_a_side_that_takes_no_prisoners_leaves_casualties() -> None:
    facts = {"mission": {"setup": {"no_prisoners": ["friendly", "enemy"]}}}
    units = {PARALYZED: "R2C2", US: held("R2C2"), "Litter Team 1": "R3C3", SQUAD: held("R3C3")}
    d = drafted(board(units, facts=facts))
    capture(d)
    assert sorted(d.now.board.types[one].kind for one in d.now.units) == ["casualty", "casualty", "squad", "squad"]
    assert waiting(d.now) == ()
    assert d.now.units[key(d.now, US)].steps == 3


@pytest.mark.rule("FF-8.15.b1", "FF-8.15.b", "FF-8.15.c", "FF-8.15.b3", "FF-3.5.1.b")
def test_the_player_names_the_guard_and_one_step_leads_all_prisoners_of_the_card_away() -> None:
    units = {PARALYZED: "R2C2", LITTER: "R2C2", US: held("R2C2"), TWO: held("R2C2", pinned=True), HQ: held("R2C2")}
    state = board({**units, "3/1 PLT": held("R1C1")}, at=GUARDS)
    assert [prompt.seat for prompt in GAME.prompts(state)] == [COMPANY]
    assert why(state, {"do": "guard", "unit": TWO}).rule == "FF-8.15.b1"
    assert why(state, {"do": "guard", "unit": HQ}).rule == "FF-8.15.b1"
    assert why(state, {"do": "guard", "unit": "3/1 PLT"}).rule == "FF-8.15.b1"
    step = play(state, {"do": "guard", "unit": US}, deck=list(range(1, 20)))
    after = step.state
    assert key(after, PARALYZED) not in after.units
    assert key(after, LITTER) not in after.units
    assert after.units[key(after, US)].steps == 2
    assert after.points["prisoners"] == 2
    assert after.points["guards.0"] == 1
    entry = next(entry for entry in step.entries if entry.key == "log.captured")
    assert (entry.rule, entry.params["prisoners"]) == ("FF-8.15.b1", 2)


@pytest.mark.rule("FF-8.15.b2", "FF-8.15.b")
@pytest.mark.parametrize(("team", "kind"), [("fire", "fire"), ("assault", "assault")])
def test_a_single_step_without_a_side_of_its_own_becomes_the_team_the_player_likes(team: str, kind: str) -> None:
    assets = {90: {"kind": "demo", "holder": US}}
    state = board({PARALYZED: "R2C2", US: held("R2C2", steps=2)}, at=GUARDS, assets=assets)
    step = play(state, {"do": "guard", "unit": US, "team": team}, deck=list(range(1, 20)))
    (made,) = [one for one, unit in step.state.units.items() if unit.at]
    assert step.state.board.types[made].kind == kind
    assert not step.state.units[made].pinned
    assert step.state.assets[90].holder == made
    entry = next(entry for entry in step.entries if entry.key == "log.step_became")
    assert (entry.rule, entry.params["what"]) == ("FF-8.15.b2", kind)
    last = step.state.board.types[key(state, US)].breakdown
    assert last is not None
    assert step.state.board.types[made].id == (last.last if team == "fire" else last.assault)


@pytest.mark.rule("FF-8.15.b1", "FF-8.15.b3")
def test_a_unit_of_one_step_goes_itself_and_comes_back_after_the_mission() -> None:
    assets = {90: {"kind": "demo", "holder": "1/LMG (.30 cal)"}}
    state = board({PARALYZED: "R2C2", "1/LMG (.30 cal)": held("R2C2", experience=1)}, at=GUARDS, assets=assets)
    assert why(state, {"do": "guard", "unit": "1/LMG (.30 cal)", "team": "fire"})
    full = board({PARALYZED: "R2C2", US: held("R2C2")}, at=GUARDS)
    assert why(full, {"do": "guard", "unit": US, "team": "fire"})
    step = play(state, {"do": "guard", "unit": "1/LMG (.30 cal)"}, deck=list(range(1, 20)))
    unit = step.state.units[key(step.state, "1/LMG (.30 cal)")]
    assert (unit.at, unit.box, unit.steps, unit.experience) == (0, "guarding", 1, 1)
    assert (step.state.assets[90].holder, step.state.assets[90].at) == (0, card(state, "R2C2"))
    assert "guards.1" not in step.state.points  # no loose step to rebuild it with: it comes back by itself
    team = board({PARALYZED: "R2C2", "Fire Team (rifle) 1": held("R2C2")}, at=GUARDS)
    step = play(team, {"do": "guard", "unit": "Fire Team (rifle) 1"}, deck=list(range(1, 20)))
    assert key(team, "Fire Team (rifle) 1") not in step.state.units


def taken(units: dict[str, Any], deck: list[int]) -> Draft[FieldsState]:
    d = drafted(board(units), deck)
    capture(d)
    return d


@pytest.mark.rule("FF-8.15.b1", "FF-8.15.b2", "FF-8.15.b", "FF-8.15.b3")
def test_of_the_enemy_chance_names_guard_and_team() -> None:
    one = next(card.number for card in cards().values() if card.random[2] == 1)
    two = next(card.number for card in cards().values() if card.random[2] == 2)
    d = taken({"Paralyzed Team 1": "R2C2", SQUAD: held("R2C2", steps=3)}, [])
    assert d.now.units[key(d.now, SQUAD)].steps == 2
    assert key(d.now, "Paralyzed Team 1") not in d.now.units
    assert "guards.0" not in d.now.points
    for number, kind in ((one, "fire"), (two, "assault")):
        d = taken({"Paralyzed Team 1": "R2C2", SQUAD: held("R2C2", steps=2)}, [number])
        assert [d.now.board.types[key].kind for key in d.now.units] == [kind]
    both = {"Paralyzed Team 1": "R2C2", SQUAD: held("R2C2", steps=3), "German Grenadier squad 1/Gp": held("R2C2")}
    first = {unit.steps for unit in taken(both, [one]).now.units.values()}
    assert first == {2, 3}
    d = taken({"Paralyzed Team 1": "R2C2", "German LMG team 1": held("R2C2")}, [])
    assert d.now.units == {}


@pytest.mark.rule("FF-3.5.1.d")
def test_captures_come_before_any_retreat() -> None:
    order = [at for at, _ in GAME.sequence if at.startswith("mission.turn.withdrawal.")]
    names = [at.rsplit(".", 1)[1] for at in order]
    assert names[:3] == ["capture", "guards", "casualties"]
    assert names[-1] == "retreat"
    units = {PARALYZED: "R2C2", US: held("R2C2")}
    markers = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    step = built(units, at="mission.turn.withdrawal.capture", markers=markers)
    assert step.state.here.at == GUARDS
    assert key(step.state, PARALYZED) in step.state.units


def casualties(units: dict[str, Any], at: str = "R2C2", **rest: Any) -> bool:
    state = board({CASUALTY: at, **units}, **rest)
    d = drafted(state)
    capture_casualties(d)
    return key(state, CASUALTY) not in d.now.units


@pytest.mark.rule("FF-8.15.1", "FF-3.5.1.c", "FF-8.15.1.c")
def test_enemy_casualties_are_captured_where_no_enemy_is_or_we_are() -> None:
    assert casualties({US: held("R1C1")})
    assert casualties({US: held("R2C2")})
    assert casualties({US: held("R2C2")}, cards={"R2C2": {"contact": "A"}})
    assert not casualties({US: held("R1C1")}, cards={"R2C2": {"contact": "A"}})
    assert not casualties({SQUAD: held("R2C2"), US: held("R1C1")})
    assert not casualties({SQUAD: held("R2C2"), US: held("R2C2")})
    state = board({CASUALTY: "R2C2", US: held("R1C1")})
    d = drafted(state)
    capture_casualties(d)
    assert d.now.points["captured"] == 1
    lost = board({"Casualty 1": "R2C2", SQUAD: held("R2C2")})
    d = drafted(lost)
    capture_casualties(d)
    assert not d.is_changed()


@pytest.mark.rule("FF-8.15.1", "FF-8.15.1.a", "FF-8.15.1.b", "FF-3.5.1.c")
def test_in_a_defence_we_must_be_there_in_front_of_the_main_line() -> None:
    defence = {"facts": {"mission": {"type": "defensive"}}}
    assert not casualties({US: held("R1C1")}, **defence)
    assert casualties({US: held("R2C2")}, **defence)
    assert casualties({US: held("R1C1")}, "R1C2", **defence)
    assert not casualties({US: held("R1C1"), SQUAD: held("R1C2")}, "R1C2", **defence)
    assert casualties({US: held("R1C1")}, controls={"mlr": 2}, **defence)
    assert not casualties({US: held("R1C1")}, "R3C2", controls={"mlr": 2}, **defence)
