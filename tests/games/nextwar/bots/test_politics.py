"""Peace is for those who have won."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.bots import politics
from sandtable.games.nextwar.model import ALLIED, DPRK
from tests.games.nextwar.board import accounts, advanced

CARD: dict[str, Any] = {"victory": {"kind": "vp", "levels": {"marginal": 32}, "automatic": 210}}


def said(seat: str, dprk: int, allied: int, verb: str, turn: int = 2) -> str:
    points = accounts(dprk={"vp2": dprk}, allied={"vp2": allied})
    state = advanced("basic.first_movement.moves", card={**CARD, "turns": 16}, accounts=points, turn=turn)
    idea = next(politics.ideas(state, seat, {verb: None}))  # type: ignore[dict-item]
    return type(idea[0]).__name__


@pytest.mark.parametrize(
    ("seat", "dprk", "allied", "answer"),
    [
        (DPRK, 100, 10, "Obey"),
        (ALLIED, 10, 100, "Obey"),
        (DPRK, 20, 10, "FightOn"),
        (ALLIED, 100, 10, "FightOn"),
    ],
)
def test_a_cease_fire_is_obeyed_by_who_has_won(seat: str, dprk: int, allied: int, answer: str) -> None:
    assert said(seat, dprk, allied, "obey") == answer


def test_who_cannot_win_any_more_takes_a_draw_in_the_last_turn() -> None:
    assert said(DPRK, 10, 20, "obey", turn=16) == "Obey"


def test_a_veto_against_what_is_no_victory_yet() -> None:
    assert said(ALLIED, 10, 100, "veto") == "Done"
    assert said(ALLIED, 10, 20, "veto") == "Veto"
