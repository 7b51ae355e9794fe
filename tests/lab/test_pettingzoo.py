"""The project's own tests judge the adapter."""

from __future__ import annotations

import warnings

import pytest
from pettingzoo.test import api_test, seed_test

import sandtable
from sandtable.lab.pettingzoo import env


@pytest.mark.parametrize(("game", "scenario"), [("eastfront", "1"), ("axisallies", ""), ("nextwar", "")])
def test_the_api_of_pettingzoo(game: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would rather have a bare array, and agents called player_0
        api_test(env(game, scenario, longest=120), num_cycles=150)


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(lambda: env("eastfront", "1"), num_cycles=40)


def test_a_game_goes_to_its_end_and_pays() -> None:
    game = env("eastfront", "1")
    game.reset(seed=3)
    paid: dict[str, float] = {}
    for agent in game.agent_iter():
        observation, reward, is_over, is_cut, _ = game.last()
        paid[agent] = paid.get(agent, 0.0) + reward
        if is_over or is_cut:
            game.step(None)
            continue
        game.step(int(game.action_space(agent).sample(observation["action_mask"])))
    assert sorted(paid.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_masked_option_is_an_error_and_nothing_changes() -> None:
    game = env("eastfront", "1", render_mode="svg")
    game.reset(seed=3)
    before = game.observe(game.agent_selection)["observation"]
    with pytest.raises(sandtable.IllegalAction):
        game.step(200)
    with pytest.raises(ValueError, match="asked for an option"):
        game.step(None)
    assert (game.observe(game.agent_selection)["observation"] == before).all()
    assert str(game.render()).startswith("<svg")


def test_an_unknown_scenario_says_what_there_is() -> None:
    with pytest.raises(LookupError, match="there is 1, 2"):
        env("eastfront", "99")
