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


def test_a_run_says_what_it_attacks_and_how_often_it_would_hit() -> None:
    chances = []
    for plus in (0, 2):
        run = {"is": "run", "mission": 1, "aircraft": STRIKER, "plus": plus, "aborts": True}
        row = {"side": "allied", "aim": "interdiction", "place": "N3010", "strikers": [STRIKER], "found": "D"}
        where = [QUIET, {"phase": "attack_run.through_missiles", "subject": run}]
        found = told(advanced(where, aircraft={STRIKER: OURS}, missions={1: row}), "allied")
        assert (found["aim"], found["where"], found["plus"]) == ("interdiction", 1, plus)
        chances.append(found["chance"])
    assert 0 <= chances[1] < chances[0] <= 100


def test_pairs_and_sorties_are_counted_on_both_sides() -> None:
    rows = {"US F-15C 1": OURS, "ROK F-4D 3": OURS, "DPRK MiG-29UB 1": {"base": "dprk", "box": "ready"}}
    found = told(advanced("turn.air.sorties", aircraft=rows), "allied")
    assert (found["ready"], found["foes"]) == (2, 1)
    flying = {name: {**row, "box": "superiority"} for name, row in rows.items()}
    state = advanced("air.fight", aircraft=flying)
    assert told(state, "allied") == {"own": 2, "foes": 1, "picks": 1}
