"""What the patrol proves, told card by card."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.kernel import Draw, Match, Refusal, ScriptedDice
from sandtable.kernel.state import successor
from tests.small.patrol import GAME, LEADER, RESHUFFLE, Advance, Fall, Fire, Halt, Man, Position, Rally


def begun(scenario: str, *cards: int) -> Match[Position]:
    return Match.new(GAME, GAME.open(scenario), b"seed", dice=ScriptedDice(cards))


def did(match: Match[Position], action: Any) -> Any:
    step = match.act(LEADER, action)
    assert not isinstance(step, Refusal), step
    return step


def test_a_low_card_gives_no_initiative_and_the_enemy_comes_first() -> None:
    match = begun("lane", 1, 2, 9)
    assert match.state.here.at == "mission.turn.general.orders.order"
    assert (match.state.turn, match.state.orders, match.state.initiative) == (1, 3, False)


def test_a_high_card_gives_orders_before_the_enemy() -> None:
    match = begun("lane", 9, 4)
    assert match.state.here.at == "mission.turn.initiative.orders.order"
    assert match.state.orders == 2


def test_a_low_card_loses_the_initiative_at_once() -> None:
    match = begun("lane", 9, 8, 1, 3, 5)
    assert match.state.orders == 3
    did(match, Advance(1, (2,)))
    assert "log.initiative_lost" in [entry.key for _, entry in match.log()]
    assert match.state.here.at == "mission.turn.general.orders.order"
    assert match.state.orders == 2


def test_orders_are_spent_one_by_one_and_can_be_given_up() -> None:
    match = begun("lane", 1, 2, 9, 5, 4)
    did(match, Advance(1, (2, 3)))
    assert (match.state.men[1].at, match.state.orders) == (3, 2)
    did(match, Halt())
    assert match.state.turn == 2


def test_the_reshuffle_card_mixes_the_discards_in() -> None:
    match = begun("lane", 1, 10, 2, 9)
    draws = [draw for _, entry in match.log() for draw in entry.draws]
    assert draws == [
        Draw("draw.initiative", (1,)),
        Draw("draw.alert", (2,), reshuffled=True),
        Draw("draw.orders", (9,)),
    ]
    deck = match.state.deck
    assert deck.discards == (9,)
    assert deck.rest == (1, 2, 3, 4, 5, 6, 7, 8, 10)


def test_a_draw_of_two_goes_on_past_the_reshuffle_card() -> None:
    match = begun("lane", 1, 9, 2, 3, 4, 5, 8, 7, 10, 6, 1)
    step = did(match, Fire(1, 1))
    assert step.rolls == (10, 6, 1)
    assert [draw for entry in step.entries for draw in entry.draws] == [Draw("draw.fire", (6, 1), reshuffled=True)]


def test_every_card_is_told_of_with_its_purpose() -> None:
    """In no line or in two: neither passes, whatever the rules forgot."""
    match = Match.new(GAME, GAME.open("lane"), b"seed")
    for _ in range(40):
        if not GAME.prompts(match.state):
            break
        did(match, Halt() if match.state.here.at != "losses" else Fall(min(match.state.men)))
    told = [card for _, entry in match.log() for draw in entry.draws for card in draw.cards]
    drawn = [*match.opening.rolls, *(card for step in match.steps for card in step.rolls)]
    assert sorted(told) == sorted(card for card in drawn if card != RESHUFFLE)
    assert all(draw.why.startswith("draw.") for _, entry in match.log() for draw in entry.draws)


def test_cards_come_of_the_seed_like_dice() -> None:
    match = Match.new(GAME, GAME.open("lane"), b"seed")
    assert list(match.verify()) == []
    forged = Match.fold(GAME, [match.header, replace(match.opening, rolls=(4, *match.opening.rolls[1:]))])
    assert [seq for seq, _ in forged.verify()] == [0]


def test_upkeep_keeps_the_fire_and_tests_the_nerve_of_everyone_it_reaches() -> None:
    """A foe of power 1 + 9 % 3 comes up in front of four men in one place: each is tested by a card of his own."""
    match = begun("lane", 1, 9, 2, 3, 4, 5, 8, 7)
    assert match.state.fire[1] == match.state.fire[2] == 1
    assert all(man.tested for man in match.state.men.values())
    assert [man.pinned for man in match.state.men.values()] == [False] * 4
    cards = [entry.params["card"] for _, entry in match.log() if entry.key == "log.nerve"]
    assert cards == [2, 3, 4, 5]


def hit() -> Match[Position]:
    """The second man is pinned by an enemy of power 3 who then hits."""
    return begun("lane", 1, 8, 9, 2, 7, 6, 3)


def test_a_hit_asks_who_falls_and_the_enemy_goes_on() -> None:
    match = hit()
    assert [frame.at for frame in match.state.flow] == ["mission.turn.enemy.volley.shot", "losses"]
    assert [man.pinned for man in match.state.men.values()] == [False, True, False, False]
    no = match.act(LEADER, Fall(9))
    assert isinstance(no, Refusal)
    assert no.rule == "PT-6.3"
    assert isinstance(match.act(LEADER, Halt()), Refusal)


def test_a_pinned_man_takes_no_orders_until_he_is_rallied() -> None:
    match = begun("lane", 1, 8, 9, 2, 7, 6, 5, 4)
    no = match.act(LEADER, Advance(2, (2,)))
    assert isinstance(no, Refusal)
    assert (no.rule, no.key) == ("PT-4.3", "refuse.pinned")
    did(match, Rally(2))
    assert not match.state.men[2].pinned


def test_an_enemy_who_is_hit_takes_his_fire_with_him() -> None:
    match = begun("lane", 1, 9, 2, 3, 4, 5, 8, 7, 6, 10, 1)
    assert match.state.foes
    did(match, Fire(1, 1))
    assert match.state.foes == {}
    assert set(match.state.fire.values()) == {0}


@pytest.mark.parametrize(
    ("men", "turn", "winners"),
    [({3: 6, 4: 6}, 2, (LEADER,)), ({3: 6}, 2, ()), ({3: 5, 4: 6}, 2, None), ({3: 5, 4: 6}, 10, ())],
)
def test_a_mission_is_won_or_lost(men: dict[int, int], turn: int, winners: tuple[str, ...] | None) -> None:
    state = successor(begun("lane", 9, 4).state, men={key: Man(at) for key, at in men.items()}, turn=turn)
    outcome = GAME.outcome(state)
    assert (outcome.winners if outcome else None) == winners
