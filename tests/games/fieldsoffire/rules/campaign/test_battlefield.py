"""Ground that is fought over again."""

from __future__ import annotations

import pytest
from msgspec import structs

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.campaign.battlefield import Ground, fought_over, left_behind
from sandtable.games.fieldsoffire.rules.campaign.campaign import Company, mustered, taken_along
from sandtable.games.fieldsoffire.scenario.board import attachments_of
from sandtable.games.fieldsoffire.scenario.setup import opening
from sandtable.kernel import SeededDice, codec
from tests.games.fieldsoffire.board import board, card

HOLES = {1: {"at": "R2C2", "kind": "foxholes", "value": 1}, 2: {"at": "R1C1", "kind": "foxholes", "value": 1}}


def patrolled(mined: str = "R3C3", scenario: str = "normandy_3") -> FieldsState:
    """Normandy 3 at its end: two cards known, foxholes, and mines on a card."""
    cards = {"R1C1": {"terrain": "N30"}, "R2C2": {"terrain": "N25", "hills": 1}, "R4C4": {"terrain": "face down"}}
    mines = {1: {"kind": "mines", "at": mined}, 2: {"kind": "smoke", "at": "R1C1", "value": 2}}
    return board({"1/1 PLT": "R1C1"}, scenario=scenario, cards=cards, covers=HOLES, markers=mines)


def next_door(ground: Ground | None) -> FieldsState:
    scenario = GAME.open("normandy_4", {})
    return fought_over(scenario, opening(scenario, SeededDice(b"again")), ground)


@pytest.mark.rule("FF-12.0")
def test_normandy_4_is_fought_on_the_ground_of_normandy_3() -> None:
    before = patrolled()
    ground = left_behind(before)
    assert ground is not None
    after = next_door(ground)
    known = {at: (row.terrain, row.hills) for at, row in before.cards.items() if row.kind == "ground" and row.terrain}
    assert {at: (after.cards[at].terrain, after.cards[at].hills) for at in known} == known
    assert after.cards[card(before, "R4C4")].terrain == 0, "what nobody saw still lies face down"
    assert after.cards[card(before, "R4C4")].contact == "A", "its own contacts lie on it"
    assert [(row.at, row.kind) for row in after.covers.values()] == [
        (card(before, "R2C2"), "foxholes"),
        (card(before, "R1C1"), "foxholes"),
    ]
    assert [(one.kind, one.at) for one in after.markers.values()] == [("mines", card(before, "R3C3"))]
    left = {*after.piles["main"].rest, *after.piles["main"].top}
    assert left.isdisjoint(terrain for terrain, _ in known.values())
    fresh = next_door(None)
    assert fresh.covers != after.covers
    assert next_door(structs.replace(ground, mission="Normandy 2")) == fresh
    assert left_behind(patrolled(scenario="normandy_5")) is None


@pytest.mark.rule("FF-12.0")
@pytest.mark.parametrize(("mined", "come"), [("R2C1", True), ("R3C3", True), ("R4C1", False), ("R1C1", False)])
def test_engineers_come_for_mines_in_the_second_or_third_row(mined: str, come: bool) -> None:
    after = next_door(left_behind(patrolled(mined)))
    scenario = GAME.open("normandy_4", {})
    (sappers,) = scenario.stock["n.engineers"]
    assert (sappers in after.units) is come
    assert sappers in attachments_of(scenario), "they are lent"
    if come:
        assert (after.units[sappers].at, after.units[sappers].steps) == (506, 3)


@pytest.mark.rule("FF-12.0")
def test_the_ground_goes_with_the_company_from_mission_to_mission() -> None:
    before = patrolled()
    company = codec.plain(taken_along(before))
    scenario = GAME.open("normandy_4", {})
    again = codec.convert(company, Company)
    assert again.ground == left_behind(before)
    state = mustered(scenario, opening(scenario, SeededDice(b"again")), again)
    assert [one.kind for one in state.markers.values()] == ["mines"]
