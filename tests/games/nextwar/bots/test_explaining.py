"""What the staff is after, in both languages."""

from __future__ import annotations

import pytest

from sandtable import registry
from sandtable.cli.speech import Speech
from sandtable.games.nextwar.bots.explaining import aims
from sandtable.games.nextwar.bots.moving import Plan
from sandtable.games.nextwar.bots.planner import KoreaPlanner
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import DPRK, KoreaState
from sandtable.planning import SeatAtTable
from tests.games.nextwar.board import INF, OTHER_INF, ROK_BDE, board


def told(state: KoreaState, lang: str) -> list[str]:
    plan = Plan(state, DPRK)
    list(plan.moves())
    speech = Speech(registry.package("nextwar"), registry.manifest("nextwar"), state.board, lang)
    return [speech.say(one.key, **one.params) for one in aims(plan)]


@pytest.mark.parametrize(("lang", "words"), [("en", "Attack N3011 with"), ("it", "Attaccare N3011 con")])
def test_an_attack_is_told_with_its_chance(lang: str, words: str) -> None:
    state = board(units={INF: "N3008", OTHER_INF: "N3008", ROK_BDE: "N3011"})
    first = told(state, lang)[0]
    assert first.startswith(words)
    assert "%" in first


@pytest.mark.parametrize(("lang", "words"), [("en", "Take N3118"), ("it", "Prendere N3118")])
def test_an_empty_objective_is_told(lang: str, words: str) -> None:
    state = board(units={INF: "N3116", ROK_BDE: "N4010"})
    assert any(line.startswith(words) for line in told(state, lang))


@pytest.mark.parametrize(("lang", "words"), [("en", "Stay and wait."), ("it", "Restare e aspettare.")])
def test_who_has_nothing_to_do_says_so(lang: str, words: str) -> None:
    assert told(board(units={ROK_BDE: "N3011"}), lang) == [words]


def test_the_planner_keeps_what_it_is_after() -> None:
    state = board(units={INF: "N3008", OTHER_INF: "N3008", ROK_BDE: "N3011"})
    planner = KoreaPlanner(b"a")
    assert planner.aims == ()
    planner.decide(SeatAtTable(GAME, state, DPRK))
    assert planner.aims[0].key == "plan.attack"
