"""Games played by bots: fast or recorded, the same for a seed, with an end."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Action, Game, Match
from sandtable.planning import SeatAtTable
from sandtable.sim.driver import Endless, IllegalAnswer, Players, play_match, play_out, seat_bots, seed_for
from tests.small import market, patrol, skirmish

GAMES = [market.GAME, patrol.GAME, skirmish.GAME]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_fast_way_and_the_recorded_way_play_the_same_game(game: Game[Any]) -> None:
    for info in game.scenarios():
        scenario = game.open(info.name)
        ending = play_out(game, scenario, seat_bots(game, scenario, b"s"), b"s")
        match = play_match(Match.new(game, scenario, b"s"), seat_bots(game, scenario, b"s"), b"s")
        assert ending.state == match.state
        assert ending.outcome == game.outcome(match.state)
        assert ending.outcome is not None
        assert ending.steps == len(match.steps)
        other = play_out(game, scenario, seat_bots(game, scenario, b"t"), b"t")
        assert other.state != ending.state


def test_a_game_without_end_is_an_error() -> None:
    class Eternal(skirmish.Skirmish):
        def outcome(self, state: skirmish.Position) -> None:
            return None

    game = Eternal()
    scenario = game.open("meeting")
    with pytest.raises(Endless, match="goes on after 50 steps"):
        play_out(game, scenario, seat_bots(game, scenario, b"s"), b"s", limit=50)
    with pytest.raises(Endless):
        play_match(Match.new(game, scenario, b"s"), seat_bots(game, scenario, b"s"), b"s", limit=50)


class Cheat:
    def decide(self, table: SeatAtTable) -> Action:
        return skirmish.Move(21, (101,))


def test_a_refused_answer_is_an_error_that_says_why() -> None:
    scenario = skirmish.GAME.open("meeting")
    bots = dict.fromkeys(scenario.seats, Cheat())
    with pytest.raises(IllegalAnswer, match=r"blue may not Move\(unit=21, path=\(101,\)\): refuse.not_yours SK-2.0"):
        play_out(skirmish.GAME, scenario, bots, b"s")
    with pytest.raises(IllegalAnswer):
        play_match(Match.new(skirmish.GAME, scenario, b"s"), bots, b"s")


def test_seats_that_are_asked_at_once_speak_in_no_fixed_order() -> None:
    scenario = market.GAME.open("coast")
    first = set()
    for n in range(20):
        match = Match.new(market.GAME, scenario, b"s")
        players = Players(market.GAME, seat_bots(market.GAME, scenario, b"s"), b"%d" % n)
        first.add(players.answer(match.state)[0])
    assert first == set(market.SEATS)


def test_each_purpose_has_a_seed_of_its_own() -> None:
    seeds = {seed_for(b"s", "bot", "blue"), seed_for(b"s", "bot", "red"), seed_for(b"t", "bot", "red"), b"s"}
    assert len(seeds) == 4
    assert seed_for(b"s", "bot", "blue") == seed_for(b"s", "bot", "blue")
