"""Potential contact markers that come later: in a defence by the turn, by events, and two on one card."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.contacts import (
    clear_unresolved,
    lay_marker,
    lay_scheduled,
    scheduled_cards,
    scheduled_letter,
)
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, built, card, drafted

US = "1/1 PLT"
PLAN = {
    "mode": "schedule",
    "rows": [1, 2],
    "schedule": [{"turns": [1, 2], "letter": "C"}, {"turns": [3, 4], "letter": "B"}, {"turns": [6, 6], "letter": "A"}],
}


def defence(turn: int = 1, *, rows: list[Any] | None = None, **rest: Any) -> FieldsState:
    plan = {**PLAN, "rows": rows or PLAN["rows"]}
    facts = {"mission": {"type": "defensive", "setup": {"pc": plan}}}
    return board({US: {"at": "R1C1", "held": True}}, facts=facts, tracks={"turn": turn}, **rest)


def lying(state: FieldsState) -> dict[str, str]:
    return {label(state.scenario, "place", one): row.contact for one, row in state.cards.items() if row.contact}


@pytest.mark.rule("FF-8.2.2")
def test_the_turn_says_which_letter_comes() -> None:
    assert [scheduled_letter(defence(turn)) for turn in range(1, 8)] == ["C", "C", "B", "B", "", "A", ""]
    assert scheduled_letter(board({US: "R1C1"})) == ""


@pytest.mark.rule("FF-8.2.2.a", "FF-8.2.2", "FF-3.2.2.a")
def test_markers_lie_on_every_card_of_the_rows_named_our_own_included() -> None:
    d = drafted(defence())
    lay_scheduled(d)
    assert lying(d.now) == {f"R{row}C{column}": "C" for column in range(1, 5) for row in (1, 2)}
    edge = {label(one.scenario, "place", at) for one in (defence(rows=["perimeter"]),) for at in scheduled_cards(one)}
    assert edge == {f"R{row}C{column}" for row in range(1, 5) for column in range(1, 5)} - {
        "R2C2",
        "R2C3",
        "R3C2",
        "R3C3",
    }
    calm = drafted(defence(5))
    lay_scheduled(calm)
    assert not calm.is_changed()


@pytest.mark.rule("FF-3.2.2.a", "FF-3.2.2", "FF-8.2.2")
def test_in_the_turn_of_a_defence_they_are_laid_before_anybody_is_checked() -> None:
    facts = {"mission": {"type": "defensive", "tactic": "assault", "setup": {"pc": PLAN}}}
    units = {US: {"at": "R1C1", "held": True}, "German Grenadier squad 4/Gp": "R4C4"}
    step = built(units, at="mission.turn.enemy_first.markers", facts=facts, deck=list(range(1, 25)))
    keys = [entry.key for entry in step.entries]
    assert keys.index("log.marker_laid") < keys.index("log.enemy_acts")


@pytest.mark.rule("FF-8.2.2", "FF-3.8.d")
def test_in_a_defence_markers_nobody_came_upon_are_gone_in_cleanup() -> None:
    d = drafted(defence(cards={"R2C2": {"contact": "B"}, "R1C3": {"contact": "A"}}))
    clear_unresolved(d)
    assert lying(d.now) == {}
    attack = board({US: "R1C1"}, cards={"R2C2": {"contact": "B"}})
    d = drafted(attack)
    clear_unresolved(d)
    assert lying(d.now) == {"R2C2": "B"}


@pytest.mark.rule("FF-8.2.3", "FF-8.2.3.a")
@pytest.mark.parametrize(
    ("there", "comes", "deck", "stays"),
    [
        ("", "B", [], "B"),
        ("", "?", [], "?"),
        ("C", "A", [], "A"),
        ("A", "C", [], "A"),
        ("?", "B", [3], "B"),
        ("?", "B", [1], "A"),
        ("B", "?", [1], "A"),
        ("?", "?", [3, 2], "B"),
    ],
)
def test_of_two_markers_both_are_turned_up_and_the_higher_letter_stays(
    there: str, comes: str, deck: list[int], stays: str
) -> None:
    state = board({US: "R1C1"}, cards={"R2C2": {"contact": there}}, piles={"contacts": {"rest": [1, 2, 3]}})
    d = drafted(state, deck)
    lay_marker(d, card(state, "R2C2"), comes)
    assert lying(d.now) == {"R2C2": stays}
    assert [(entry.key, entry.params["letter"]) for entry in d.entries][-1] == ("log.marker_laid", stays)
