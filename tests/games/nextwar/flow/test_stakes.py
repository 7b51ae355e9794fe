"""Questions say who does what with what, where, and how often it works."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Battle, KoreaState
from sandtable.games.nextwar.rules.combat.battle import results
from tests.games.nextwar.board import INF, LIGHT, OTHER_INF, QUIET, ROK_INF, accounts, advanced, board, key

CITY = {"hexes": {"N3011": {"features": ["city"], "country": "ROK"}}}
OURS = {"base": "rok", "box": "ready"}
STRIKER = "ROK F-15K 4"


def told(state: KoreaState, seat: str) -> dict[str, Any]:
    return dict(next(one for one in GAME.prompts(state) if one.seat == seat).params)


def battle(step: str, fields: dict[str, Any] | None = None, **more: Any) -> KoreaState:
    subject = {
        "is": "battle",
        "side": "dprk",
        "target": "N3011",
        "attackers": [INF, OTHER_INF],
        "defenders": [ROK_INF],
        **more,
    }
    where = [
        {"phase": "initiative.combat.attacks", "waiting": ["dprk"]},
        {"phase": f"battle.{step}", "subject": subject},
    ]
    return board(where, {INF: "N3010", OTHER_INF: "N3010", ROK_INF: "N3011"}, facts=CITY, **(fields or {}))


def test_a_combat_names_both_sides_their_strengths_and_the_odds() -> None:
    found = told(battle("attack_lead"), "dprk")
    assert [one.id for one in found["defenders"]] == [key(battle("attack_lead"), ROK_INF)]
    assert len(found["attackers"]) == 2
    assert (found["attack"], found["defence"], found["odds"]) == (16, 8, "2:1")


def test_a_stand_says_who_is_checked_and_how_often_he_holds() -> None:
    state = battle("stand", retreat=1, result="-/1R")
    found = told(state, "allied")
    assert found["unit"].id == key(state, ROK_INF)
    assert found["chance"] == 60  # efficiency 5: six faces of ten
    assert found["odds"] == ""  # they are no more


def over_the_target(flown: dict[str, Any], more: dict[str, Any], **fields: Any) -> dict[str, Any]:
    run = {"is": "run", "mission": 1, "aborts": True, **more}
    row = {"side": "allied", "aim": "airfield", "place": "N3010", "found": "D", **flown}
    where = [QUIET, {"phase": "attack_run.through_missiles", "subject": run}]
    hexes = {"N3010": {"terrain": "flat", "country": "DPRK", "features": ["airfield"]}}
    return told(advanced(where, facts={"hexes": hexes}, missions={1: row}, **fields), "allied")


def test_a_run_says_what_pressing_on_risks_and_how_often_it_would_hit() -> None:
    chances = []
    for plus in (0, 2):
        found = over_the_target({"strikers": [STRIKER]}, {"aircraft": STRIKER, "plus": plus}, aircraft={STRIKER: OURS})
        assert (found["aim"], found["where"], found["plus"]) == ("airfield", 1, plus)
        assert (found["risk"], found["more"], found["last"]) == (50, 2, 0)
        chances.append(found["chance"])
    assert 0 <= chances[1] < chances[0] <= 100
    last = {STRIKER: {**OURS, "steps": 1}}
    found = over_the_target({"strikers": [STRIKER]}, {"aircraft": STRIKER}, aircraft=last)
    assert found["last"] == 1
    assert found["chance"] <= 50  # with its last step it is lost half of the time
    support = over_the_target(
        {"aim": "support", "strikers": [STRIKER]}, {"aircraft": STRIKER}, aircraft={STRIKER: OURS}
    )
    assert support["chance"] == -1  # nothing is struck


def test_a_helicopter_that_might_press_on() -> None:
    chopper, units = "US AH-64 1", {INF: {"hex": "N3010", "detected": True}}
    fields = {"helicopters": {chopper: {"hex": "N3016", "steps": 2}}, "units": units}
    found = over_the_target({"aim": "unit", "unit": INF, "helicopter": chopper}, {"aircraft": 0}, **fields)
    assert (found["unit"].of, found["last"]) == ("helicopter", 0)
    # With a step less five faces of column 4 hit, with +2 four faces of column 6.
    assert found["chance"] == (5 * 5 + 5 * 4)


def test_politics_say_what_is_won_and_lost() -> None:
    told_ = {"card": {"initiative": {"fixed": ["dprk"], "first": "dprk", "threshold": 18}}, "turn": 3}
    accounts = {"dprk": {"vp2": 41}, "allied": {"vp2": 30}}
    state = advanced(
        "command.resolution.aggressor", cease_fire="stands", accounts=accounts, postures={"prc": "moderate"}, **told_
    )
    found = told(state, "dprk")
    assert (found["own"], found["foes"], found["refusal"], found["veto"]) == ("20½", "15", 10, 5)


def test_signals_and_emergencies_tell_their_chances() -> None:
    hq = next(c.name for c in advanced(QUIET).board.units.values() if c.is_hq and c.side == "dprk" and not c.supreme)
    ears = {"dprk": {}, "allied": {}}
    state = advanced(
        "electronic_detection", units={hq: "N2810", ROK_INF: "N3020"}, accounts=ears, awacs=3, first="allied"
    )
    found = told(state, "allied")
    assert found["left"] == 2
    assert found["chance"] == 60  # 4 or less, and AWACS takes 1 off
    hungry = {INF: {"hex": "N2810", "unsupplied": True}, ROK_INF: "N3020"}
    state = advanced("emergency_supply", units=hungry, accounts={"dprk": {"supply": 2}, "allied": {}})
    found = told(state, "dprk")
    assert (found["supply"], found["left"], found["unit"], found["hq"]) == (2, 2, 60, 30)


def test_pairs_and_sorties_are_counted_on_both_sides() -> None:
    rows = {"US F-15C 1": OURS, "ROK F-4D 3": OURS, "DPRK MiG-29UB 1": {"base": "dprk", "box": "ready"}}
    found = told(advanced("turn.air.sorties", aircraft=rows), "allied")
    assert (found["ready"], found["foes"]) == (2, 1)
    flying = {name: {**row, "box": "superiority"} for name, row in rows.items()}
    state = advanced("air.fight", aircraft=flying)
    assert told(state, "allied") == {"own": 2, "foes": 1, "picks": 1}


def test_support_says_how_often_the_hex_is_taken_without_it() -> None:
    state = battle("attack_support", {"accounts": accounts(dprk={"air": 4})}, attack_lead=INF, defence_lead=ROK_INF)
    found = told(state, "dprk")
    assert (found["odds"], found["shift"]) == ("2:1", -2)
    retreats = [result.endswith("R") for result in results(state, state.subject(Battle))]
    assert (10 * sum(retreats), found["taken"]) == (30, 40)  # one more face takes both steps


def test_a_mop_up_says_who_leads_best_how_often_it_works_and_what_a_failure_costs() -> None:
    def mop(*units: str) -> dict[str, Any]:
        rows = dict.fromkeys(units, "N3011")
        where = "reorganization.mopup.first"
        return told(board(where, rows, facts=CITY, mopups={"N3011": {"side": "dprk", "number": 5}}), "dprk")

    few, many = mop(LIGHT), mop(INF, OTHER_INF)
    # Light infantry is worth 6, but two points too few; divisions are worth 5.
    assert (few["left"], few["chance"], few["short"]) == (1, 40, 1)
    assert (many["chance"], many["short"]) == (50, 0)


def test_an_advance_says_whether_the_hex_has_to_be_mopped_up() -> None:
    for features, hard in (("city", 1), ("town", 0)):
        where = [
            {"phase": "initiative.combat.attacks", "waiting": ["dprk"]},
            {
                "phase": "battle.advance",
                "subject": {"is": "battle", "side": "dprk", "target": "N3011", "attackers": [INF], "result": "-/2R"},
            },
        ]
        facts = {"hexes": {"N3011": {"features": [features], "country": "ROK"}}}
        found = told(board(where, {INF: "N3010"}, facts=facts), "dprk")
        assert found["hard"] == hard


def test_what_comes_in_and_what_can_be_spent_is_counted() -> None:
    state = board("reinforcement.replacements", {INF: {"hex": "N3010", "steps": 1}}, replacements={"dprk": 2})
    assert told(state, "dprk")["points"] == 2 + 1  # one comes in each turn
    driven = {"is": "rebase", "place": "N3016", "helicopters": ["ROK AH-1 1"]}
    where = [QUIET, {"phase": "rebase.choice", "subject": driven}]
    bases = {name: {"country": "ROK", "features": ["airfield"]} for name in ("N3016", "N3020")}
    state = board(where, {INF: "N3016"}, facts={"hexes": bases}, helicopters={"ROK AH-1 1": {"hex": "N3016"}})
    assert len(told(state, "allied")["units"]) == 1
