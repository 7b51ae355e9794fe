"""Potential contacts."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.enemy.contacts import (
    cards_for,
    clear_unresolved,
    due,
    evaluate,
    lay_marker,
    lay_scheduled,
    line_up,
    scheduled_letter,
)
from sandtable.games.fieldsoffire.scenario.setup import scheduled_cards, start_cards
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, built, card, drafted

LEVELS = ("no_contact", "contact", "engaged", "heavily_engaged")


@pytest.mark.rule("FF-8.2.4.rowA", "FF-8.2.4.rowB", "FF-8.2.4.rowC")
@pytest.mark.parametrize(("letter", "row"), [("A", (None, 7, 5, 3)), ("B", (None, 5, 3, 2)), ("C", (4, 3, 2, 1))])
def test_the_number_of_cards_by_letter_and_level(letter: str, row: tuple[int | None, ...]) -> None:
    assert tuple(cards_for(letter, level) for level in range(4)) == row


@pytest.mark.rule("FF-3.7.2", "FF-3.7.2.a", "FF-8.2.4.own")
def test_only_markers_with_a_friendly_unit_on_their_card_are_evaluated() -> None:
    cards = {name: {"contact": "C"} for name in ("R1C1", "R2C2", "R3C3", "R4C4")}
    units = {"1/1 PLT": "R1C1", "Casualty 1": "R2C2", "German Litter Team 1": "R3C3"}
    state = board(units, cards=cards)
    assert due(state) == (card(state, "R1C1"),)


@pytest.mark.rule("FF-8.2.4.a", "FF-8.2.4.b", "FF-8.2")
def test_hidden_letters_are_turned_up_first_and_a_comes_before_b_before_c() -> None:
    cards = {"R1C1": {"contact": "C"}, "R1C2": {"contact": "?"}, "R1C3": {"contact": "?"}, "R1C4": {"contact": "B"}}
    units = {f"{n}/1 PLT": f"R1C{n}" for n in (1, 2, 3)} | {"1/2 PLT": "R1C4"}
    state = board(units, cards=cards, piles={"contacts": {"rest": [1, 2, 3]}})
    d = drafted(state, deck=[2, 1, 50])
    line_up(d)
    assert [d.now.cards[one].contact for one in d.now.queue] == ["A", "B", "B", "C"]
    assert d.now.queue == tuple(card(state, name) for name in ("R1C3", "R1C4", "R1C2", "R1C1"))
    assert d.now.piles["contacts"].rest == (3,)


@pytest.mark.rule("FF-8.2.4.b")
def test_only_an_order_that_was_drawn_is_told() -> None:
    for letters, drawn in (("BB", [50]), ("BC", [])):
        cards = {f"R1C{n}": {"contact": letter} for n, letter in enumerate(letters, 1)}
        d = drafted(board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C2"}, cards=cards), deck=drawn)
        line_up(d)
        told = [entry for entry in d.entries if entry.key == "log.contact_order"]
        assert [[one.cards for one in entry.draws] for entry in told] == ([[(50,)]] if drawn else [])


@pytest.mark.rule("FF-8.2.4.d", "FF-8.2.4")
def test_a_marker_that_fire_has_swept_away_or_whose_card_was_left_is_not_evaluated() -> None:
    cards = {"R1C1": {"contact": "A"}, "R1C2": {"contact": "C"}}
    state = board({"1/1 PLT": "R1C1"}, cards=cards)
    for contact, at, queue in (("", "R1C1", "R1C1"), ("A", "R1C3", "R1C1")):
        d = drafted(state)
        d.edit("cards", card(state, "R1C1"), contact=contact)
        d.edit("units", next(iter(state.units)), at=card(state, at))
        d.set(queue=(card(state, queue),))
        evaluate(d)
        assert d.now.queue == ()
        assert not d.entries
        assert d.now.cards[card(state, "R1C1")].contact == contact


@pytest.mark.rule("FF-8.2.4.d", "FF-8.2.4")
def test_the_cards_of_a_marker_are_told() -> None:
    d = evaluated("C", [1, 3, 4, 5])
    (told,) = [entry for entry in d.entries if entry.key == "log.contact"]
    assert (told.params["cards"], [one.cards for one in told.draws]) == (4, [(1, 3, 4, 5)])


def evaluated(letter: str, deck: list[int], **rest: Any) -> Any:
    state = board({"1/1 PLT": "R1C1"}, cards={"R1C1": {"contact": letter}}, **rest)
    d = drafted(state, deck=deck)
    line_up(d)
    evaluate(d)
    return d


@pytest.mark.rule("FF-8.2.4", "FF-8.2.4.c", "FF-2.8.2.contact")
def test_the_word_on_any_card_makes_contact_and_the_marker_goes_in_any_case() -> None:
    missed = evaluated("C", [1, 3, 4, 5])
    assert not missed.now.cards[card(missed.now, "R1C1")].contact
    assert [entry.params["contact"] for entry in missed.entries if entry.key == "log.contact"] == [0]
    assert not any(entry.key == "log.package" for entry in missed.entries)
    made = evaluated("C", [1, 3, 4, 2, 7, 5, 8, 9])
    assert [entry.params["contact"] for entry in made.entries if entry.key == "log.contact"] == [1]


@pytest.mark.rule("FF-8.2.4.rowA", "FF-8.2.4.c")
def test_at_no_contact_a_marker_of_a_makes_contact_without_a_card() -> None:
    d = evaluated("A", [*[1, 1, 1][:1], 2, 3, 4, 5])
    (told,) = [entry for entry in d.entries if entry.key == "log.contact"]
    assert (told.params["cards"], told.params["contact"], told.draws) == (0, 1, ())


@pytest.mark.rule("FF-3.7.2", "FF-8.2.4.d")
def test_the_level_is_brought_up_to_date_before_the_next_marker() -> None:
    """The first marker brings mines; the second is drawn for at Contact and not at No Contact."""
    state = board({"1 PLT HQ": "R1C1", "2 PLT HQ": "R4C4"}, cards={"R1C1": {"contact": "C"}, "R4C4": {"contact": "C"}})
    d = drafted(state, deck=[1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 14])
    line_up(d)
    for _ in range(2):
        evaluate(d)
        settle(d)
    told = [entry.params["cards"] for entry in d.entries if entry.key == "log.contact"]
    assert told == [4, 3]


# -- markers that come later -------------------------------------------------------------------------------------------

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
    calm = drafted(defence(5))
    lay_scheduled(calm)
    assert not calm.is_changed()


@pytest.mark.rule("FF-8.2.2.a", "FF-8.2.4.own")
@pytest.mark.parametrize(
    ("scenario", "inside"), [("vietnam_2", {"R3C3"}), ("vietnam_8", {"R2C3", "R2C4", "R2C5", "R2C6"})]
)
def test_on_a_perimeter_they_lie_on_the_outermost_cards_that_the_company_holds(scenario: str, inside: set[str]) -> None:
    state = board(scenario=scenario)
    held, rim = set(start_cards(state.board)), set(scheduled_cards(state.board))
    assert rim < held
    assert {label(state.scenario, "place", at) for at in held - rim} == inside
    assert scheduled_cards(board(scenario="vietnam_1").board) == (), "nothing is laid by turns in an attack"


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
