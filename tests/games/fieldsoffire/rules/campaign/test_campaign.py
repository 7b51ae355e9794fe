"""From mission to mission."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, GREEN, LINE, VETERAN, Chapter, FieldsOptions, FieldsState
from sandtable.games.fieldsoffire.rules.campaign.campaign import (
    Company,
    is_commander_removed,
    leads_to,
    newcomers,
    next_mission,
    status_of,
    taken_along,
    watch_commander,
)
from sandtable.kernel import Match, SeededDice, codec
from sandtable.kernel.campaigns import broken_link, handed_on
from sandtable.kernel.offers import leaves
from sandtable.kernel.state import bind
from tests.games.fieldsoffire.board import board, drafted, key, play, why

MISSION = "naktong_river_1"
OVER = {"turn": 10, "over": "success"}


def after(units: dict[str, Any] | None = None, over: str = "success", **rest: Any) -> FieldsState:
    return board(units, scenario=MISSION, tracks={"turn": 10, "over": over}, **rest)


def with_victory(state: FieldsState, victory: Any) -> FieldsState:
    scenario = GAME.open(state.board.name, FieldsOptions(victory=victory))
    return bind(structs.replace(state), scenario)


def idle(match: Match[Any], most: int = 3000) -> Match[Any]:
    """Play on by ending whatever can be ended."""
    for _ in range(most):
        if not GAME.prompts(match.state):
            return match
        verbs = GAME.open_verbs(match.state, COMPANY)
        for verb in sorted(verbs, key=lambda verb: not verb.ends):
            action = next(leaves(verb, match.state, COMPANY, 1), None)
            if action is not None:
                match.act(COMPANY, action)
                break
    raise AssertionError("it does not end")


@pytest.mark.rule("FF-12.0")
def test_missions_follow_each_other_inside_their_campaign() -> None:
    assert next_mission("Normandy 1") == "Normandy 2"
    assert next_mission("Normandy 7") == ""
    assert next_mission("Keep Up The Fire") == ""
    assert leads_to(after()) == ("naktong_river_2",)


@pytest.mark.rule("FF-12.8", "FF-12.8.std", "FF-12.8.sur", "FF-12.8.hard")
@pytest.mark.parametrize(
    ("victory", "over", "commander_lost", "status"),
    [
        ("standard", "success", 1, "goes_on"),
        ("standard", "failure", 0, "lost"),
        ("survivor", "failure", 0, "goes_on"),
        ("survivor", "success", 1, "lost"),
        ("hard", "failure", 0, "lost"),
        ("hard", "success", 1, "lost"),
        ("hard", "success", 0, "goes_on"),
    ],
)
def test_what_a_campaign_needs_to_go_on(victory: str, over: str, commander_lost: int, status: str) -> None:
    state = with_victory(after(over=over, details={"commander_lost": commander_lost}), victory)
    assert status_of(state) == status
    assert leads_to(state) == (("naktong_river_2",) if status == "goes_on" else ())


@pytest.mark.rule("FF-12.8", "FF-12.8.std")
def test_a_patrol_need_not_succeed_and_the_last_mission_wins_the_campaign() -> None:
    patrol = board(scenario="naktong_river_2", tracks={"turn": 8, "over": "failure"})
    assert status_of(patrol) == "goes_on"
    last = board(scenario="heartbreak_ridge_8", tracks=OVER)
    assert status_of(last) == "won"
    assert leads_to(last) == ()


@pytest.mark.rule("FF-12.8.sur", "FF-12.8.hard")
def test_a_commander_who_fell_is_noted_even_when_another_takes_over() -> None:
    d = drafted(board({"CO HQ": {"box": "removed", "steps": 0}, "1 PLT HQ": "R1C1"}))
    watch_commander(d)
    assert d.now.details == {"commander_lost": 1}
    alive = drafted(board({"CO HQ": "R1C1", "1 PLT HQ": {"box": "removed", "steps": 0}}))
    watch_commander(alive)
    assert not alive.now.details


@pytest.mark.rule("FF-12.0", "FF-12.1.a", "FF-12.2.1", "FF-12.2.2")
def test_the_company_takes_along_its_units_loose_steps_guards_points_and_losses() -> None:
    units = {
        "1/1 PLT": {"at": "R1C1", "steps": 2, "experience": VETERAN},
        "2/1 PLT": {"box": "removed", "steps": 0},
        "1/2 PLT": {"box": "off_map", "steps": 3},
        "ARTY FO": "R1C1",
        "Fire Team (rifle) 1": "R1C1",
        "Assault Team 1": "R1C1",
        "Casualty 1": "R1C1",
        "Casualty 2": {"box": "evacuated"},
        "NKPA Casualty 1": "R1C1",
        "NKPA Litter Team 1": "R1C1",
    }
    points = {"experience": 7, "casualties": 3, "guards.-1": 1, "guards.0": 2, "guards.1": 1}
    found = taken_along(after(units, points=points))
    own = {one.unit: (one.steps, one.experience) for one in found.units}
    state = after(units)
    assert own == {
        key(state, "1/1 PLT"): (2, VETERAN),
        key(state, "2/1 PLT"): (0, LINE),
        key(state, "1/2 PLT"): (3, LINE),
    }
    assert found.reserve == {"green": 3, "line": 2, "veterans": 1}
    assert (found.experience, found.casualties, found.success) == (7, 5, True)
    (chapter,) = found.chapters
    assert (chapter.mission, chapter.success, chapter.points, chapter.casualties) == ("Naktong River 1", True, 7, 5)


@pytest.mark.rule("FF-12.2.1", "FF-4.2.1f.eff")
def test_runners_and_the_crews_of_a_section_that_broke_up_are_steps_of_the_company_again() -> None:
    units = {
        "60mm Mtr Sec": {"at": "R1C1", "steps": 2},
        "1/60mm Mtr Tm": {"at": "R2C1", "flipped": True},
        "1/Runner": {"box": "with_hq"},
        "2/Runner": {"at": "R2C1", "flipped": True},
        "1/1 PLT": {"at": "R1C1", "steps": 2},
    }
    state = board(units, scenario="normandy_1", tracks={"turn": 10, "over": "success"})
    assert taken_along(state).reserve == {"line": 3}
    teams = {"1/60mm Mtr Tm": {"at": "R2C1", "flipped": True}, "2/60mm Mtr Tm": {"box": "removed"}}
    options = {"mortar_teams": True}
    own = taken_along(board(teams, scenario="normandy_1", options=options, tracks={"turn": 10, "over": "success"}))
    assert (own.reserve, [one.steps for one in own.units]) == ({}, [1, 0])


@pytest.mark.rule("FF-12.0", "FF-8.15.b3", "FF-12.8.sur")
def test_who_stayed_behind_or_led_prisoners_away_goes_on_with_the_company() -> None:
    units = {"1/1 PLT": "R1C1", "1/2 PLT": {"box": "off_map", "steps": 3}, "CO HQ": {"box": "guarding", "steps": 1}}
    names = ("1/2 PLT", "1/2 PLT", "1/2 PLT", "CO HQ", "1/1 PLT", "1/1 PLT", "1/1 PLT", "1/1 PLT")
    men = {number: {"name": str(number), "unit": name} for number, name in enumerate(names, start=1)}
    state = after(units, men=men)
    found = taken_along(state)
    kept = [(number, man.unit, man.fate) for number, man in found.men if number < 8]
    assert kept == [(number, key(state, name), "") for number, name in enumerate(names[:7], start=1)]
    assert {one.unit: one.steps for one in found.units}[key(state, "CO HQ")] == 1
    following = followed(found)
    assert following.units[key(following, "CO HQ")].at
    assert not is_commander_removed(following)


def company(**changes: Any) -> Company:
    return structs.replace(taken_along(after()), **changes)


@pytest.mark.rule("FF-12.4.a", "FF-12.4.c", "FF-12.4.d")
@pytest.mark.parametrize(
    ("success", "casualties", "found"),
    [
        (True, 0, {"replacements": 6}),
        (True, 3, {"replacements": 6}),
        (True, 4, {"replacements": 6, "veterans": 1}),
        (True, 7, {"replacements": 6, "veterans": 1}),
        (True, 8, {"replacements": 6, "veterans": 2}),
        (True, 10, {"replacements": 6, "veterans": 2}),
        (False, 11, {}),
    ],
)
def test_who_comes_to_the_company_after_a_mission(success: bool, casualties: int, found: dict[str, int]) -> None:
    assert newcomers(company(success=success, casualties=casualties)) == found


def followed(carried: Company) -> FieldsState:
    scenario = GAME.open("naktong_river_2")
    state = GAME.start(scenario, SeededDice(b"next"), carried=carried).state
    again = codec.decode_state(codec.encode(state), FieldsState, scenario)
    assert codec.state_hash(again) == codec.state_hash(state), "the mission opens again from its file"
    return state


@pytest.mark.rule("FF-12.0", "FF-12.2", "FF-12.4.b")
def test_the_next_mission_begins_with_the_men_of_the_last_and_asks_for_a_muster() -> None:
    opening = GAME.start(GAME.open(MISSION), SeededDice(b"one")).state
    squad, gone = key(opening, "1/1 PLT"), key(opening, "2/1 PLT")
    base = taken_along(opening)
    units = tuple(
        structs.replace(one, steps={squad: 2, gone: 0}.get(one.unit, one.steps), experience=VETERAN)
        for one in base.units
    )
    state = followed(structs.replace(base, units=units, success=True, experience=5, casualties=4, reserve={"green": 1}))
    assert state.here.at == "mission.preparation.muster"
    assert (state.units[squad].steps, state.units[squad].experience) == (2, VETERAN)
    assert (state.units[gone].box, state.units[gone].steps) == ("removed", 0)
    assert state.reserve == {"green": 1, "replacements": 6, "veterans": 1}
    assert state.units[key(state, "ARTY FO")].experience == LINE
    assert state.points["experience"] == 5
    assert GAME.broken(state) is None
    state = play(state, {"reinforce": "2/1 PLT", "source": "replacements", "steps": 3}).state
    state = play(state, {"do": "proceed"}).state
    assert state.here.at == "mission.preparation.plan"
    assert state.units[gone].experience == GREEN


@pytest.mark.rule("FF-12.2.4", "FF-12.3.e", "FF-12.4.a")
def test_what_is_not_spent_before_the_next_mission_is_lost() -> None:
    state = followed(company(success=True, experience=5, casualties=9))
    state = play(state, {"do": "proceed"}).state
    assert not state.points
    assert not state.reserve
    assert "muster" not in state.details


@pytest.mark.rule("FF-12.8.sur")
def test_a_commander_who_failed_is_not_promoted_for_it() -> None:
    state = followed(company(success=False, experience=9))
    assert why(state, {"promote": "CO HQ", "grade": "green", "steps": 1}).rule == "FF-12.8.sur"
    assert play(state, {"promote": "1 PLT HQ", "grade": "green", "steps": 1})
    assert play(followed(company(success=True, experience=9)), {"promote": "CO HQ", "grade": "line", "steps": 1})
    patrol = Chapter("Naktong River 2", success=False, points=9, casualties=0)
    after_patrol = followed(company(success=False, experience=9, chapters=(patrol,)))
    assert play(after_patrol, {"promote": "CO HQ", "grade": "line", "steps": 1}), "a patrol need not succeed"


@pytest.mark.rule("FF-12.3.1")
def test_the_points_of_a_patrol_promote_only_those_who_went_also_before_the_next_mission() -> None:
    units = {
        "1/1 PLT": {"at": "R1C1", "platoon": 1},
        "1/2 PLT": {"at": "R1C1", "platoon": 2},
        "ARTY FO": {"at": "R1C1", "platoon": 1},
    }
    done: dict[str, Any] = {"tracks": {"turn": 10, "over": "success"}, "details": {"patrol": 1}}
    patrol = board(units, scenario="naktong_river_2", **done)
    squad = key(patrol, "1/1 PLT")
    assert taken_along(patrol).went == (squad,)
    assert taken_along(board(units, scenario=MISSION, **done)).went == ()
    free = followed(company(success=True, experience=9))
    assert play(free, {"promote": "1/2 PLT", "grade": "line", "steps": 1}), "after an attack anybody rises"
    state = followed(company(success=True, experience=9, went=(squad,)))
    assert state.details[f"went.{squad}"] == 1
    assert why(state, {"promote": "1/2 PLT", "grade": "line", "steps": 1}).rule == "FF-12.3.1"
    state = play(state, {"promote": "1/1 PLT", "grade": "line", "steps": 1}).state
    state = play(state, {"do": "proceed"}).state
    assert not [name for name in state.details if name.startswith("went")]


@pytest.mark.rule("FF-12.2.5", "FF-12.2.3")
def test_a_step_goes_from_one_unit_to_another_that_lacks_it() -> None:
    opening = GAME.start(GAME.open(MISSION), SeededDice(b"one")).state
    platoon, squad = key(opening, "1 PLT HQ"), key(opening, "2/1 PLT")
    base = taken_along(opening)
    lost = {platoon: 0, squad: 1 + 1}
    units = tuple(structs.replace(one, steps=lost.get(one.unit, one.steps)) for one in base.units)
    state = followed(structs.replace(base, units=units))
    whole = state.units[key(state, "1/1 PLT")].steps
    state = play(state, {"transfer": "1/1 PLT", "to": "1 PLT HQ"}).state
    assert state.units[key(state, "1/1 PLT")].steps == whole - 1
    leader = state.units[platoon]
    assert (leader.steps, leader.experience, leader.risen) == (1, GREEN, (GREEN,))
    assert why(state, {"transfer": "1 PLT HQ", "to": "2/1 PLT"}).rule == "FF-12.2.5"
    assert why(state, {"transfer": "1/2 PLT", "to": "1/2 PLT"}) is not None
    state = play(state, {"transfer": "1/2 PLT", "to": "2/1 PLT"}).state
    assert state.units[squad].steps == 3


@pytest.mark.rule("FF-12.0")
def test_men_are_on_the_roster_by_name_one_for_each_step_and_those_who_fell_with_their_mission() -> None:
    opening = GAME.start(GAME.open(MISSION), SeededDice(b"one")).state
    assert len({man.name for man in opening.men.values()}) == len(opening.men)
    squad = key(opening, "1/1 PLT")
    own = [number for number, man in opening.men.items() if man.unit == squad]
    assert len(own) == opening.units[squad].steps
    d = drafted(opening)
    d.edit("units", squad, steps=1)
    d.set(over="success")
    men = dict(taken_along(d.now).men)
    assert [men[number].fate for number in own] == ["", *["casualty"] * (len(own) - 1)]
    assert men[own[1]].mission == "Naktong River 1"
    assert men[own[1]].unit == 0


@pytest.mark.rule("FF-12.0")
def test_prisoners_loose_men_and_returning_veterans_are_told_apart() -> None:
    opening = GAME.start(GAME.open(MISSION), SeededDice(b"one")).state
    squad = key(opening, "1/1 PLT")
    steps = opening.units[squad].steps
    d = drafted(opening)
    d.put("units", squad, structs.replace(opening.units[squad], at=0, box="removed", steps=0))
    d.put("units", key(opening, "Fire Team (rifle) 1"), structs.replace(opening.units[squad], steps=1))
    d.put("points", "lost_prisoners", 1)
    d.set(over="success")
    carried = taken_along(d.now)
    fates = [man.fate for _, man in carried.men if man.fate or not man.unit]
    assert sorted(fates) == sorted(["", "captured", *["casualty"] * (steps - 2)])
    state = followed(structs.replace(carried, casualties=4))
    state = play(state, {"reinforce": "1/1 PLT", "source": "replacements", "steps": steps}).state
    state = play(state, {"do": "proceed"}).state
    served = [man for man in state.men.values() if man.unit == squad]
    assert len(served) == steps
    assert {man.name for man in served} & {man.name for man in opening.men.values() if man.unit == squad}


@pytest.mark.rule("FF-12.3")
def test_a_promotion_stands_on_the_roster() -> None:
    state = followed(
        structs.replace(taken_along(GAME.start(GAME.open(MISSION), SeededDice(b"one")).state), experience=9)
    )
    squad = key(state, "1/1 PLT")
    state = play(state, {"promote": "1/1 PLT", "grade": "line", "steps": 2}).state
    assert [man.honours for man in state.men.values() if man.unit == squad][:3] == [
        ("Naktong River 1",),
        ("Naktong River 1",),
        (),
    ]


@pytest.mark.rule("FF-12.0", "FF-12.2")
def test_a_campaign_is_a_chain_of_matches() -> None:
    options = FieldsOptions(victory="survivor")
    first = idle(Match.new(GAME, GAME.open(MISSION, options), b"campaign"))
    assert GAME.outcome(first.state) is not None
    follows = handed_on(first, "naktong_river_2")
    second = Match.new(GAME, GAME.open("naktong_river_2", options), b"campaign two", follows=follows)
    assert second.state.details["muster"]
    assert {man.name for man in first.state.men.values()} == {man.name for man in second.state.men.values()}
    assert second.state.chapters[0].mission == "Naktong River 1"
    idle(second)
    assert broken_link(first, second) == ""
    outcome = GAME.outcome(second.state)
    assert outcome is not None
    assert [one["mission"] for one in outcome.carried["chapters"]] == ["Naktong River 1", "Naktong River 2"]
