"""Questions say who does what with what, where, and how often it works."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from tests.games.nextwar.board import INF, OTHER_INF, QUIET, ROK_INF, advanced, board, key

CITY = {"hexes": {"N3011": {"features": ["city"], "country": "ROK"}}}
OURS = {"base": "rok", "box": "ready"}
STRIKER = "ROK F-15K 4"


def told(state: KoreaState, seat: str) -> dict[str, Any]:
    return dict(next(one for one in GAME.prompts(state) if one.seat == seat).params)


def battle(step: str, **more: Any) -> KoreaState:
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
    return board(where, {INF: "N3010", OTHER_INF: "N3010", ROK_INF: "N3011"}, facts=CITY)


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
