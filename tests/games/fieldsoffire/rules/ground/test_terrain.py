"""What a terrain card gives to those on it."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.ground.terrain import burst_of, concealment, pile_beyond
from sandtable.games.fieldsoffire.scenario.ground import pile
from tests.games.fieldsoffire.board import board, card, drafted

FACTS = {"terrain": {"bank": {"cc": 2, "cc_low": 1, "burst": -1, "edges": {"n": "dark"}}, "wood": {"cc": 3}}}


@pytest.mark.rule("FF-5.2.3", "FF-5.2.3.a", "FF-5.2.3.b")
def test_of_two_values_the_larger_counts_if_any_fire_crosses_a_dark_border() -> None:
    state = board(facts=FACTS, cards={"R2C2": {"terrain": "bank"}, "R1C1": {"terrain": "wood"}})
    here = card(state, "R2C2")
    north, far_north, south = (card(state, name) for name in ("R3C2", "R4C2", "R1C2"))
    assert concealment(state, here, (north,)) == 2
    assert concealment(state, here, (south, far_north)) == 2
    assert concealment(state, here, (south,)) == 1
    assert concealment(state, here, ()) == 1
    assert concealment(state, card(state, "R1C1"), (here,)) == 3


@pytest.mark.rule("FF-5.2.3.c")
def test_the_burst_icon_is_a_signed_number() -> None:
    state = board(facts=FACTS, cards={"R2C2": {"terrain": "bank"}})
    assert (burst_of(state, card(state, "R2C2")), burst_of(state, card(state, "R1C1"))) == (-1, 0)


@pytest.mark.rule("FF-8.4.5")
@pytest.mark.parametrize(("rest", "found"), [([301, 302, 303], "main"), ([301, 302], "spare")])
def test_ground_beyond_the_map_is_never_taken_from_what_lies_face_down(rest: list[int], found: str) -> None:
    hidden = {name: {"terrain": "face down", "pile": "main"} for name in ("R3C1", "R4C1")}
    lying = {**hidden, "R3C2": {"terrain": "face down", "pile": "second"}, "R1C1": {"terrain": 304}}
    piles = {"main": {"rest": rest}, "second": {"rest": [305], "top": [306]}}
    d = drafted(board(cards=lying, piles=piles, scenario="vietnam_7b"))
    assert pile_beyond(d) == found
    if found == "spare":
        deck = d.now.piles[found]
        assert deck.rest == tuple(n for n in sorted(pile("vietnam")) if n not in (*rest, 304, 305, 306))
        d.put("piles", found, deck.without(deck.rest[0]))
        assert (pile_beyond(d), len(d.now.piles[found])) == (found, len(deck) - 1)  # made once


@pytest.mark.rule("FF-8.4.5")
def test_where_no_card_is_left_the_map_does_not_grow() -> None:
    assert pile_beyond(drafted(board())) == ""
    assert pile_beyond(drafted(board(piles={"main": {"rest": []}, "spare": {"rest": []}}))) == ""


@pytest.mark.rule("FF-5.2.3.c")
def test_a_card_that_lies_face_down_bursts_nothing() -> None:
    facts = {"terrain": {"stony": {"burst": -1}}}
    state = board(cards={"R3C3": {"terrain": 0, "pile": "main"}, "R2C3": {"terrain": "stony"}}, facts=facts)
    assert burst_of(state, card(state, "R3C3")) == 0
    assert burst_of(state, card(state, "R2C3")) == -1
