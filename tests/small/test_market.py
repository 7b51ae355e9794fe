"""What the market proves, told move by move."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.kernel import Match, Refusal, ScriptedDice
from sandtable.kernel.codec import encode
from sandtable.kernel.state import successor
from tests.small.market import GAME, SEATS, Answer, Bid, Buy, Done, Pick, Position, Sail, SealBid, Sell


def opened(*faces: int) -> Match[Position]:
    return Match.new(GAME, GAME.open("coast"), b"seed", dice=ScriptedDice(faces))


def did(match: Match[Position], seat: str, action: Any) -> Any:
    step = match.act(seat, action)
    assert not isinstance(step, Refusal), step
    return step


def traded(*faces: int) -> Match[Position]:
    """At the first trade: east has the lease for 5; the demand is what the cup gives."""
    match = opened(*faces)
    for seat, amount in (("west", 2), ("east", 5), ("north", 4)):
        did(match, seat, SealBid(amount))
    for seat, crate in (("east", 1), ("north", 3), ("west", 2)):
        did(match, seat, Pick(crate))
    return match


def test_bids_are_secret_until_all_have_answered() -> None:
    match = opened(1)
    assert [prompt.seat for prompt in GAME.prompts(match.state)] == list(SEATS)
    did(match, "north", SealBid(7))
    assert match.view("north").state.bids == {"north": Bid(7)}
    assert match.view("east").state.bids == {"north": Bid()}
    assert [prompt.seat for prompt in GAME.prompts(match.state)] == ["east", "west"]
    assert [entry.key for _, entry in match.log("east")] == ["log.sealed"]
    did(match, "east", SealBid(3))
    did(match, "west", SealBid(0))
    assert match.state.lease == "north"
    assert match.view("west").state.bids["north"] == Bid(7, True)
    assert b'"amount":7' in encode(match.view("west"))


def test_a_bid_can_be_taken_back_until_another_has_bid() -> None:
    match = opened(1)
    did(match, "north", SealBid(7))
    assert not isinstance(match.undo("north"), Refusal)
    did(match, "north", SealBid(6))
    did(match, "east", SealBid(1))
    assert isinstance(match.undo("north"), Refusal)


def test_a_tie_is_drawn_among_the_tied() -> None:
    match = opened(2, 1)
    for seat, amount in (("east", 4), ("north", 1), ("west", 4)):
        did(match, seat, SealBid(amount))
    assert match.state.lease == "west"
    assert match.state.demand == 1


def test_the_cup_is_drawn_without_replacement() -> None:
    match = traded(2)
    assert match.state.cup.rest == (1, 1, 2, 3, 3)


def test_picks_go_around_from_the_leaseholder() -> None:
    match = opened(2)
    for seat in SEATS:
        did(match, seat, SealBid(5 if seat == "north" else 0))
    asked = []
    for crate in (1, 2, 3):
        (prompt,) = GAME.prompts(match.state)
        asked.append(prompt.seat)
        assert isinstance(match.act(prompt.seat, Pick(99)), Refusal)
        did(match, prompt.seat, Pick(crate))
    assert asked == ["north", "west", "east"]


def test_purchases_stay_within_the_purse() -> None:
    match = traded(2)
    no = match.act("north", Buy({1: 3, 3: 2}))
    assert isinstance(no, Refusal)
    assert (no.rule, no.key, no.params["given"], no.params["most"]) == ("MK-3.1", "refuse.budget", 16, 12)
    did(match, "north", Buy({1: 1, 3: 2}))
    assert match.state.traders["north"].purse == 0
    assert match.state.traders["north"].shares == (1, 0, 2)
    assert isinstance(no := match.act("north", Buy({1: 1})), Refusal)
    assert no.key == "refuse.no_money"


def test_a_town_buys_one_kind_and_pays_double_for_what_is_in_demand() -> None:
    match = traded(2)
    no = match.act("east", Sell((3,)))
    assert isinstance(no, Refusal)
    assert no.key == "refuse.not_bought_here"
    did(match, "east", Sell((1,)))
    assert match.state.traders["east"].purse == 12 - 5 + 2 * 3


def test_one_sale_carries_only_so_much_weight() -> None:
    state = traded(2).state
    crates = {key: replace(crate, owner="east") for key, crate in state.crates.items()}
    state = successor(state, crates=crates)
    assert [crates[key].weight for key in (1, 4, 7)] == [2, 1, 2]
    assert GAME.why_not(state, "east", Sell((1, 7))) is None
    no = GAME.why_not(state, "east", Sell((1, 4, 7)))
    assert no is not None
    assert (no.rule, no.key, no.params) == ("MK-3.3", "refuse.too_heavy", {"most": 4, "given": 5})


def test_the_leaseholder_is_asked_for_leave_in_the_middle_of_the_trade() -> None:
    match = traded(2)
    step = did(match, "north", Sail(4))
    assert step.barrier == "asked"
    assert [frame.at for frame in match.state.flow] == ["round.trade", "permit"]
    assert [prompt.seat for prompt in GAME.prompts(match.state)] == ["east"]
    assert isinstance(match.act("west", Done()), Refusal)
    did(match, "east", Answer("yes"))
    assert match.state.traders["north"].at == 4
    assert (match.state.traders["north"].purse, match.state.traders["east"].purse) == (11, 8)
    assert [prompt.seat for prompt in GAME.prompts(match.state)] == list(SEATS)


@pytest.mark.parametrize(("seat", "to", "at"), [("north", 2, 2), ("west", 6, 6)])
def test_other_ways_need_no_leave(seat: str, to: int, at: int) -> None:
    match = traded(2)
    did(match, seat, Sail(to))
    assert match.state.traders[seat].at == at
    assert isinstance(no := match.act(seat, Sail(1)), Refusal)
    assert no.rule == "MK-4.1"


def test_the_game_ends_after_its_rounds() -> None:
    match = Match.new(GAME, GAME.open("coast", {"rounds": 1}), b"seed", dice=ScriptedDice((2,)))
    for seat in SEATS:
        did(match, seat, SealBid(3 if seat == "east" else 0))
    for crate in (1, 2, 3):
        did(match, GAME.prompts(match.state)[0].seat, Pick(crate))
    for seat in SEATS:
        did(match, seat, Done())
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == (("north", "west"), {"east": 9, "north": 12, "west": 12})
