"""Abilities."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsOptions, FieldsState
from sandtable.games.fieldsoffire.rules.campaign import abilities
from sandtable.games.fieldsoffire.rules.campaign.campaign import send_home
from sandtable.games.fieldsoffire.rules.sequence.ending import end_mission
from sandtable.kernel import SeededDice
from tests.games.fieldsoffire.board import board, drafted, key, play, why

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
RALLIES, FAILS, JAM = 3, [1, 2], 49
PLT, CO, SQUAD, OTHER, GERMAN = "1 PLT HQ", "CO HQ", "1/1 PLT", "1/2 PLT", "German Grenadier squad 1/Gp"
GUN = "1/LMG (.30 cal)"


def having(*names: str, hq: str = PLT, units: dict[str, Any] | None = None, **rest: Any) -> FieldsState:
    """A platoon whose headquarters, or the company's, holds abilities."""
    found = {PLT: "R1C1", SQUAD: "R1C1", **(units or {})}
    return board(found, hq=rest.pop("by", PLT), commands={hq: {"abilities": list(names)}}, **rest)


def kept(state: FieldsState, hq: str = PLT) -> tuple[str, ...]:
    return state.commands[key(state, hq)].abilities


MUSTER: dict[str, Any] = {"at": "mission.preparation.muster", "details": {"muster": 1}}


def camp(points: int, *names: str, **commands: Any) -> FieldsState:
    rows = {PLT: {"abilities": list(names)}, CO: {}, **commands}
    return board({PLT: "R1C1", CO: "R1C1", SQUAD: "R1C1"}, points={"experience": points}, commands=rows, **MUSTER)


# -- getting them ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-12.7.a")
def test_abilities_are_bought_with_the_points_that_are_left() -> None:
    rich = play(camp(2), {"learn": PLT, "ability": "extra_draw"}).state
    assert (kept(rich), rich.points["experience"]) == (("extra_draw",), 1)
    assert why(rich, {"learn": PLT, "ability": "general_initiative"}).rule == "FF-12.7.a"
    both = play(rich, {"learn": CO, "ability": "auto_spot"}).state
    assert (kept(both, CO), both.points["experience"]) == (("auto_spot",), 0)
    assert why(both, {"learn": PLT, "ability": "extra_draw"}).rule == "FF-12.7.a"
    exact = play(camp(2), {"learn": PLT, "ability": "general_initiative"}).state
    assert exact.points["experience"] == 0


@pytest.mark.rule("FF-12.7.a")
def test_only_headquarters_and_staff_hold_them() -> None:
    state = board({"Battalion Commander": "R1C1", SQUAD: "R1C1"}, commands={"Battalion Commander": {}})
    for name in ("Battalion Commander", SQUAD):
        no = abilities.why_not_hold(state, key(state, name))
        assert no is not None
        assert no.rule == "FF-12.7.a"
    lost = board({PLT: "R1C1"})
    assert abilities.why_not_hold(lost, key(lost, PLT)) is not None, "without a command marker"


@pytest.mark.rule("FF-12.7.c")
def test_nobody_holds_more_than_three() -> None:
    state = camp(9, "auto_spot", "extra_draw")
    full = play(state, {"learn": PLT, "ability": "auto_cover"}).state
    assert why(full, {"learn": PLT, "ability": "auto_cover"}).rule == "FF-12.7.c"
    assert kept(play(full, {"learn": CO, "ability": "auto_cover"}).state, CO) == ("auto_cover",)


@pytest.mark.rule("FF-12.7.f")
def test_there_are_only_so_many_counters() -> None:
    two = camp(9, "auto_spot", **{CO: {"abilities": ["auto_spot"]}})
    assert why(two, {"learn": PLT, "ability": "auto_spot"}).rule == "FF-12.7.f"
    assert why(two, {"learn": PLT, "ability": "paralyzed_to_assault"}).rule == "FF-12.7.f", "the same two counters"
    assert abilities.is_enough(("auto_infiltrate", "auto_infiltrate", "auto_grenade"))
    assert abilities.is_enough(("auto_grenade", "auto_infiltrate", "auto_infiltrate", "spawn_team", "spawn_team"))
    assert not abilities.is_enough(("auto_infiltrate", "auto_infiltrate", "auto_grenade", "auto_grenade"))
    assert abilities.is_enough(("spawn_team",) * 3 + ("auto_grenade",) * 2), "counters are turned over to fit"
    assert abilities.why_not_marker(two, "auto_cover") is None


@pytest.mark.rule("FF-12.7.f")
def test_what_is_not_used_is_lost_with_the_mission() -> None:
    d = drafted(having("extra_draw", "auto_spot", controls={"primary": 509, "secondary": 609}))
    end_mission(d)
    assert kept(d.now) == ()


@pytest.mark.rule("FF-2.3.4.c")
def test_a_briefing_gives_a_platoon_an_ability_of_its_choice() -> None:
    facts = {"mission": {"setup": {"abilities": 1}}}
    opened = GAME.setup(GAME.scenario("keep_up_the_fire", FieldsOptions(), facts), SeededDice(b"1"))
    assert opened.details == {"abilities": 1}
    none = GAME.setup(GAME.scenario("keep_up_the_fire", FieldsOptions(), {}), SeededDice(b"1"))
    assert "abilities" not in none.details
    plan = "mission.preparation.plan"
    state = board({PLT: "R1C1", CO: "R1C1"}, at=plan, details={"abilities": 1}, commands={PLT: {}, CO: {}})
    assert why(state, {"choose_ability": CO, "ability": "auto_spot"}).rule == "FF-2.3.4.c"
    given = play(state, {"choose_ability": PLT, "ability": "auto_spot"}).state
    assert (kept(given), given.details["abilities"]) == (("auto_spot",), 0)
    assert why(given, {"choose_ability": PLT, "ability": "auto_spot"}).rule == "FF-2.3.4.c"
    full = board({PLT: "R1C1"}, at=plan, details={"abilities": 1}, commands={PLT: {"abilities": ["extra_draw"] * 3}})
    assert why(full, {"choose_ability": PLT, "ability": "auto_spot"}).rule == "FF-12.7.c"


# -- in an attempt -----------------------------------------------------------------------------------------------------


def pinned(*names: str, **rest: Any) -> FieldsState:
    men = {SQUAD: {"at": "R1C1", "pinned": True}, **rest.pop("units", {})}
    state = having(*names, units=men, markers=FIRE, **rest)
    return play(state, {"unpin": rest.get("who", SQUAD)}, deck=FAILS).state


@pytest.mark.rule("FF-12.7.e")
def test_one_more_card_for_an_attempt() -> None:
    failed = pinned("extra_draw", "extra_draw")
    assert failed.here.at == "attempt.abilities"
    step = play(failed, {"use_ability": PLT, "ability": "extra_draw"}, deck=[RALLIES])
    assert not step.state.units[key(step.state, SQUAD)].pinned
    assert kept(step.state) == ("extra_draw",)
    (told,) = [one for one in step.entries if one.key == "log.ability_used"]
    assert told.draws[0].cards == (RALLIES,)
    again = play(failed, {"use_ability": PLT, "ability": "extra_draw"}, deck=[5]).state
    assert again.here.at == "attempt.abilities", "there is another one"
    assert play(again, {"hold_back": True}).state.here.at == "attempt.exhort"


@pytest.mark.rule("FF-12.7.e")
def test_abilities_wait_where_they_help_nobody() -> None:
    assert pinned("auto_spot").here.at == "attempt.exhort"
    state = having("extra_draw", units={SQUAD: {"at": "R1C1", "pinned": True}}, markers=FIRE)
    assert play(state, {"unpin": SQUAD}, deck=[1, RALLIES]).state.here.at == "impulse.orders", "it has succeeded"
    for state in (having("auto_spot"), pinned("extra_draw")):
        no = abilities.why_not_use(state, key(state, PLT), "auto_spot")
        assert no is not None
        assert (no.rule, no.key) == ("FF-12.7.e", "refuse.no_such_ability")
    quiet = having("extra_draw", units={"Paralyzed Team 1": "R1C1"})
    assert play(quiet, {"to_litter": "Paralyzed Team 1"}).state.here.at == "impulse.orders", "no card is drawn"
    failed = pinned("auto_spot", "extra_draw")
    assert why(failed, {"use_ability": PLT, "ability": "auto_spot"}).rule == "FF-12.7.e"


@pytest.mark.rule("FF-12.7.b")
def test_those_of_a_platoon_serve_its_men_those_of_the_company_only_their_holder() -> None:
    units = {CO: "R1C1", OTHER: {"at": "R1C1", "pinned": True}, SQUAD: {"at": "R1C1", "pinned": True}}
    for holder, who, helped in ((PLT, SQUAD, True), (PLT, OTHER, False), (CO, SQUAD, False)):
        state = having("extra_draw", hq=holder, units=units, markers=FIRE, by=CO)
        assert (play(state, {"unpin": who}, deck=FAILS).state.here.at == "attempt.abilities") is helped
    himself = {CO: {"at": "R1C1", "pinned": True}}
    state = having("extra_draw", hq=CO, units=himself, markers=FIRE, by="")
    assert play(state, {"unpin": CO}, deck=FAILS).state.here.at == "attempt.abilities"
    teams = {"Litter Team 1": "R1C1", **units}
    for holder, where in ((PLT, "attempt.abilities"), (CO, "attempt.exhort")):
        state = having("extra_draw", hq=holder, units=teams, markers=FIRE, by=CO)
        assert play(state, {"to_fire": "Litter Team 1"}, deck=FAILS).state.here.at == where, "loose teams too"


def throwing(*names: str, deck: list[int]) -> FieldsState:
    covers = {1: {"at": "R1C1", "kind": "basic", "value": 1}}
    state = having(*names, units={GERMAN: {"at": "R1C1", "pinned": True, "cover": 1}}, covers=covers)
    return play(state, {"grenade": SQUAD, "target": GERMAN}, deck=deck).state


@pytest.mark.rule("FF-12.7.d", "FF-12.7.e", "FF-12.7.a")
def test_success_is_assured_but_the_command_is_paid_and_the_cards_are_drawn() -> None:
    failed = throwing("auto_grenade", deck=FAILS)
    assert failed.impulse is not None
    assert (failed.here.at, failed.impulse.left) == ("attempt.abilities", 5)
    done = play(failed, {"use_ability": PLT, "ability": "auto_grenade"}, deck=[4, 5]).state
    (thrown,) = [one for one in done.markers.values() if one.kind == "grenade" and one.cover == 1]
    assert not thrown.critical
    assert kept(done) == ()


@pytest.mark.rule("FF-12.7.d")
def test_a_jam_is_a_jam() -> None:
    units = {GUN: {"at": "R1C1", "platoon": 1}, GERMAN: "R1C2"}
    state = having("auto_concentrate", "extra_draw", units=units)
    after = play(state, {"concentrate": GUN, "cover": 0}, deck=[JAM, 2, 3]).state
    assert after.here.at == "impulse.orders"
    assert after.units[key(state, GUN)].box == "removed"
    shaken = having("extra_draw", units={GUN: {"at": "R1C1", "platoon": 1, "pinned": True}}, markers=FIRE)
    assert play(shaken, {"unpin": GUN}, deck=[JAM, 2]).state.here.at == "attempt.abilities", "nothing jams in a rally"
    fine = play(state, {"concentrate": GUN, "cover": 0}, deck=[1, 2, 4]).state
    assert fine.here.at == "attempt.abilities"


@pytest.mark.rule("FF-12.7.e", "FF-12.7.d")
def test_a_single_success_may_still_become_critical() -> None:
    first, second, third = [one.number for one in board({}).board.deck.values() if one.icon == "grenade"][:3]
    twice = throwing("extra_draw", deck=[first, second, 4, 5])
    assert twice.here.at == "impulse.orders"
    once = throwing("extra_draw", "auto_grenade", deck=[first, 1])
    assert once.here.at == "attempt.abilities"
    assert why(once, {"use_ability": PLT, "ability": "auto_grenade"}).rule == "FF-12.7.e"
    done = play(once, {"use_ability": PLT, "ability": "extra_draw"}, deck=[third, 4, 5]).state
    assert [one.critical for one in done.markers.values() if one.kind == "grenade" and one.cover] == [True]


@pytest.mark.rule("FF-12.7.e")
@pytest.mark.parametrize(("ability", "kind"), [("paralyzed_to_fire", "fire"), ("paralyzed_to_assault", "assault")])
@pytest.mark.parametrize("deck", [FAILS, [1, RALLIES]])
def test_paralyzed_men_rise_farther(ability: str, kind: str, deck: list[int]) -> None:
    state = having(ability, units={"Paralyzed Team 1": "R1C1"}, markers=FIRE)
    tried = play(state, {"to_litter": "Paralyzed Team 1"}, deck=deck).state
    done = play(tried, {"use_ability": PLT, "ability": ability}).state
    assert [done.board.types[one].kind for one in done.units if done.board.types[one].is_team] == [kind]
    assert done.here.at == "impulse.orders"
    litter = having(ability, units={"Litter Team 1": "R1C1"}, markers=FIRE)
    assert play(litter, {"to_fire": "Litter Team 1"}, deck=FAILS).state.here.at == "attempt.exhort"


# -- commands and teams ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-12.7.e", "FF-12.7.b")
def test_one_more_command_of_general_initiative_for_those_whom_it_serves() -> None:
    units = {OTHER: "R1C2", "2 PLT HQ": "R1C2"}
    state = having("general_initiative", "general_initiative", units=units, by="", left=1)
    more = play(state, {"rouse": PLT}).state
    assert more.impulse is not None
    assert (more.impulse.left, kept(more)) == (2, ("general_initiative",))
    assert why(more, {"move": OTHER, "to": "R2C2"}).rule == "FF-12.7.b"
    assert why(more, {"rouse": PLT}).rule == "FF-12.7.b", "one after the other"
    moved = play(more, {"move": SQUAD, "to": "R2C1"}).state
    assert moved.impulse is not None
    assert moved.impulse.left == 1
    assert play(moved, {"move": OTHER, "to": "R2C2"}).state.units[key(state, OTHER)].at


@pytest.mark.rule("FF-12.7.e")
def test_general_initiative_goes_on_while_an_ability_can_prolong_it() -> None:
    state = having("general_initiative", by="", left=1)
    last = play(state, {"move": SQUAD, "to": "R2C1"}).state
    assert last.here.at == "general.orders"
    without = having("extra_draw", by="", left=1)
    assert play(without, {"move": SQUAD, "to": "R2C1"}, deck=[44, 4, 5, 6]).state.here.at != "general.orders"
    own = having("general_initiative")
    assert why(own, {"spawn": PLT, "unit": SQUAD, "team": "fire"}).rule == "FF-12.7.e"
    for state in (own, having("general_initiative", at="mission.preparation.plan")):
        no = abilities.why_not_rouse(state, key(own, PLT))
        assert no is not None
        assert no.rule == "FF-12.7.e"


@pytest.mark.rule("FF-12.7.e", "FF-12.7.b")
def test_a_team_without_a_command() -> None:
    state = having("spawn_team", units={GUN: {"at": "R1C1", "platoon": 1}, OTHER: "R1C1"})
    done = play(state, {"spawn": PLT, "unit": SQUAD, "team": "assault"}).state
    assert done.impulse is not None
    assert (done.impulse.left, done.units[key(done, SQUAD)].steps, kept(done)) == (6, 2, ())
    assert why(state, {"spawn": PLT, "unit": GUN, "team": "fire"}).rule == "FF-12.7.b"
    assert why(state, {"spawn": PLT, "unit": OTHER, "team": "fire"}).rule == "FF-12.7.b"
    spent = having("spawn_team", "general_initiative", by="", left=0)
    assert abilities.why_not_spawn(spent, key(spent, PLT), key(spent, SQUAD)) is None
    subject = {"is": "impulse", "left": 6, "hq": PLT, "done": [f"{key(spent, SQUAD)}:4.2.3g"]}
    at = ["mission.turn.command.general", {"phase": "impulse.orders", "subject": subject}]
    once = having("spawn_team", at=at)
    no = abilities.why_not_spawn(once, key(once, PLT), key(once, SQUAD))
    assert no is not None
    assert no.rule == "FF-4.2.a"
    small = having("spawn_team", units={SQUAD: {"at": "R1C1", "steps": 2}})
    no = abilities.why_not_spawn(small, key(small, PLT), key(small, SQUAD))
    assert no is not None
    assert no.rule == "FF-4.2.3g.cond"


# -- other losses ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-12.5")
def test_some_campaigns_take_steps_between_missions() -> None:
    state = board({"1/1 PLT": "R1C1", "1 PLT HQ": "R1C1", "NVA squad 1": "R4C1"}, scenario="vietnam_3")
    d = drafted(state)
    send_home(d)
    assert [d.now.units[key(state, name)].steps for name in ("1/1 PLT", "1 PLT HQ")] == [2, 1]
    assert [one.key for one in d.entries] == ["log.sent_home"]
    two = drafted(board({"1/1 PLT": {"at": "R1C1", "steps": 2}}, scenario="vietnam_3"))
    send_home(two)
    assert two.now.units[key(state, "1/1 PLT")].steps == 2, "a squad has no side with one step"
    alone = drafted(board({"1 PLT HQ": "R1C1"}, scenario="vietnam_3"))
    send_home(alone)
    assert alone.now.units[key(state, "1 PLT HQ")].steps == 1
    other = drafted(board({"1/1 PLT": "R1C1"}, scenario="naktong_river_1"))
    send_home(other)
    assert not other.entries
