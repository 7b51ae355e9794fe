"""What the march proves: a game that follows another, and that nobody can help himself to veterans."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.kernel import Match, Refusal, ScriptedDice, codec, records
from sandtable.kernel.campaigns import NothingToFollow, broken_link, handed_on, is_sealed, sealed
from sandtable.kernel.cases import CaseError, run
from sandtable.kernel.match import BrokenRecord
from sandtable.kernel.records import Follows, Header
from sandtable.kernel.state import successor
from tests.small import patrol
from tests.small.march import AID, BRIDGE, FORD, GAME, LEADER, Card, Company, Look, Man, March, Position, Veteran

SEED = b"a seed of some length"


def did(match: Match[Any], *actions: Any) -> None:
    for action in actions:
        step = match.act(LEADER, action)
        assert not isinstance(step, Refusal), step


def mission(
    scenario: str = FORD, follows: Follows | None = None, cards: tuple[int, ...] | None = None
) -> Match[Position]:
    dice = None if cards is None else ScriptedDice((), cards=cards)
    return Match.new(GAME, GAME.open(scenario), SEED, dice=dice, follows=follows)


def at(column: int, row: int) -> int:
    return GAME.open(FORD).grid.at(column, row)  # type: ignore[attr-defined, no-any-return]


def won(seed: bytes = SEED) -> Match[Position]:
    """A first mission in which all goes straight ahead, whatever the ground."""
    match = Match.new(GAME, GAME.open(FORD), seed)
    for row in (2, 3, 4):
        for man in (1, 2, 3):
            if GAME.prompts(match.state) and match.state.men[man].at != AID:
                did(match, March(man, at(1, row)))
        if GAME.prompts(match.state):
            match.act(LEADER, match.read_action({"do": "rest"}))
    assert GAME.ending(match.state) is not None
    return match


# -- the board of cards ------------------------------------------------------------------------------------------------


def test_ground_is_laid_where_somebody_goes() -> None:
    match = mission(cards=(1, 4, 8, 5))
    did(match, March(1, at(1, 2)))
    assert match.state.cards[at(1, 2)] == Card(1)
    did(match, March(2, at(0, 1)))
    assert match.state.cards[at(0, 1)].ground == 2
    assert 4 not in match.state.ground.rest
    assert match.state.ground.discards == ()


def test_the_view_ends_at_dark_cards() -> None:
    match = mission(cards=())
    state = match.state
    lane = {at(1, row): Card(1) for row in (1, 2, 3)}
    match.state = successor(
        state, cards=dict(sorted(lane.items())), ground=replace(state.ground, rest=tuple(range(3, 13)))
    )
    did(match, Look(1, at(1, 3)))
    match.state = successor(match.state, cards={**lane, at(1, 2): Card(2)})
    no = match.act(LEADER, Look(2, at(1, 3)))
    assert isinstance(no, Refusal)
    did(match, Look(2, at(1, 2)))


# -- the campaign ------------------------------------------------------------------------------------------------------


def test_a_mission_hands_on_the_men_who_came_through() -> None:
    first = won()
    ending = GAME.ending(first.state)
    assert ending is not None
    assert ending.leads_to == (BRIDGE,)
    follows = handed_on(first, BRIDGE)
    second = mission(BRIDGE, follows)
    carried = GAME.read_carried(follows.carried)
    assert isinstance(carried, Company)
    for veteran in carried.men:
        assert second.state.men[veteran.man] == Man(at(1, 1), veteran.experience)
    assert all(veteran.experience == 1 for veteran in carried.men)
    assert second.state.glory == ending.scores[LEADER]
    assert broken_link(first, second) == ""
    read = [Match.fold(GAME, [records.read(records.write(one)) for one in match.records]) for match in (first, second)]
    assert broken_link(*read) == ""


def test_replacements_fill_the_gaps_while_there_are_any() -> None:
    carried = Company((Veteran(2, 1),), 1, 4)
    second = mission(BRIDGE, sealed("x", "y", carried))
    assert second.state.men == {1: Man(at(1, 1)), 2: Man(at(1, 1), 1)}
    assert second.state.replacements == 0


def test_a_game_that_follows_opens_and_replays_by_itself() -> None:
    second = mission(BRIDGE, handed_on(won(), BRIDGE))
    did(second, March(1, at(1, 2)))
    lines = [records.write(record) for record in second.records]
    again = Match.fold(GAME, [records.read(line) for line in lines])
    assert codec.state_hash(again.state) == codec.state_hash(second.state)
    assert list(again.verify()) == []
    assert [records.write(record) for record in again.records] == lines


def test_a_set_up_may_fill_its_tables_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(scenario: Any, dice: Any, carried: Any) -> Position:
        state = type(GAME).setup_next(GAME, scenario, dice, carried)
        return replace(state, men=dict(reversed(state.men.items())))

    monkeypatch.setattr(GAME, "setup_next", backwards)
    match = mission(BRIDGE, handed_on(won(), BRIDGE))
    assert list(match.state.men) == sorted(match.state.men)
    assert Match.fold(GAME, match.records).state == match.state, "it opens again with the fingerprint it has"


def test_a_game_without_a_campaign_is_written_as_ever() -> None:
    assert b"follows" not in records.write(mission().header)


def forged(second: Match[Position], follows: Follows) -> list[records.AnyRecord]:
    return [replace(second.header, follows=follows), *second.records[1:]]


BETTER = Company(tuple(Veteran(n, 9) for n in (1, 2, 3)), 5, 50)


def test_a_broken_seal_is_found_when_the_game_is_opened() -> None:
    follows = handed_on(won(), BRIDGE)
    second = mission(BRIDGE, follows)
    assert is_sealed(follows)
    for wrong in (
        replace(follows, carried=codec.plain(BETTER)),
        replace(follows, match="0" * 64),
        replace(follows, hash="0" * 32),
    ):
        with pytest.raises(BrokenRecord, match="what was carried on from the game before was changed") as caught:
            Match.fold(GAME, forged(second, wrong))
        assert caught.value.index == 0


def test_a_forged_seal_is_found_because_another_position_would_come_of_it() -> None:
    follows = handed_on(won(), BRIDGE)
    second = mission(BRIDGE, follows)
    better = sealed(follows.match, follows.hash, BETTER)
    opened = Match.fold(GAME, forged(second, better))
    assert list(opened.verify()) == [(0, "the set-up of today gives another position")]
    unreadable = sealed(follows.match, follows.hash, {"men": "all"})
    (found,) = Match.fold(GAME, forged(second, unreadable)).verify()
    assert found[1].startswith("what was carried on cannot be read")


def test_a_game_forged_from_its_beginning_does_not_follow_from_the_one_before() -> None:
    first = won()
    follows = handed_on(first, BRIDGE)
    whole = mission(BRIDGE, sealed(follows.match, follows.hash, BETTER))
    assert list(Match.fold(GAME, whole.records).verify()) == []
    assert broken_link(first, whole) == "what was carried on is not what the game before ended with"


def test_a_game_follows_one_game_only() -> None:
    first, other = won(), won(b"another seed")
    second = mission(BRIDGE, handed_on(first, BRIDGE))
    assert broken_link(other, second) == "it follows another game"
    assert broken_link(first, mission(BRIDGE)) == "this game follows no other"
    earlier = mission(BRIDGE, sealed(first.header.commitment, first.steps[0].hash, GAME.ending(first.state).carried))  # type: ignore[union-attr]
    assert broken_link(first, earlier) == "the game before ended in another position"
    assert broken_link(mission(), second) == "the game before is not over by its rules"


def test_what_cannot_be_followed() -> None:
    with pytest.raises(NothingToFollow, match="not over by its rules"):
        handed_on(mission(), BRIDGE)
    first = won()
    with pytest.raises(NothingToFollow, match="'ford' does not follow it; what follows is bridge"):
        handed_on(first, FORD)
    with pytest.raises(codec.Malformed):
        mission(BRIDGE, sealed("x", "y", {"men": [], "glory": 1}))


def test_nothing_is_taken_back_that_was_handed_on() -> None:
    first = won()
    no = first.undo(LEADER)
    assert isinstance(no, Refusal)
    assert no.key in ("refuse.undo.over", "refuse.undo.dice")


def test_a_game_that_knows_no_campaign_says_so() -> None:
    with pytest.raises(codec.Malformed, match="no game of patrol follows another"):
        patrol.GAME.start(patrol.GAME.open("lane"), ScriptedDice(()), {"men": []})


def test_a_header_comes_back_with_what_it_follows() -> None:
    header = mission(BRIDGE, handed_on(won(), BRIDGE)).header
    read = records.read(records.write(header))
    assert isinstance(read, Header)
    assert read == header


# -- case files --------------------------------------------------------------------------------------------------------


def test_a_case_in_the_middle_of_a_campaign() -> None:
    carried = {"men": [{"man": 2, "experience": 3}], "replacements": 0, "glory": 7}
    data = {"game": "march", "scenario": BRIDGE, "position": {"carried": carried}}
    report = run(GAME, {**data, "expect": [{"men": {"Bianchi": {"experience": 3}, "Rossi": None}}, {"glory": 7}]})
    assert report.passed, report.problems
    with pytest.raises(CaseError, match="missing required field `glory`") as caught:
        run(GAME, {**data, "position": {"carried": {"men": [], "replacements": 0}}})
    assert caught.value.where == ("position", "carried")


def test_a_case_can_look_at_what_is_carried_on() -> None:
    data = {"game": "march", "scenario": FORD, "position": {"turn": 6, "men": {2: None, 3: None}}}
    carried = {"men": [{"man": 1, "experience": 1}], "replacements": 1, "glory": 0}
    over = {"over": {"carried": carried, "leads_to": ["bridge"], "winners": []}}
    report = run(GAME, {**data, "play": [{"leader": {"rest": True}}], "expect": [over]})
    assert report.passed, report.problems
