"""The project's own random simulations judge the adapter."""

from __future__ import annotations

import pyspiel
import pytest

import sandtable
import sandtable.lab.openspiel as adapter


@pytest.mark.parametrize("game", sandtable.list_games())
def test_the_random_simulations_of_openspiel(game: str) -> None:
    loaded = pyspiel.load_game(f"sandtable_{game}(longest=60)")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=game == "eastfront", verbose=False)


def test_chance_moves_first_and_then_everything_follows() -> None:
    game = pyspiel.load_game("sandtable_eastfront(longest=80)")
    states = [game.new_initial_state(), game.new_initial_state()]
    for state in states:
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == adapter.SEEDS
        state.apply_action(7)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    assert str(states[0]) == str(states[1])
    assert states[0].returns() == states[1].returns()


def test_players_do_not_see_what_is_hidden() -> None:
    game = pyspiel.load_game("sandtable_eastfront")
    state = game.new_initial_state()
    state.apply_action(3)
    seen = [state.observation_string(player) for player in range(2)]
    assert seen[0] != seen[1]
    assert len(state.observation_tensor(0)) == 1024


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises((ValueError, RuntimeError), match="scenarios 0 to"):
        pyspiel.load_game("sandtable_eastfront(scenario=99)")


def test_games_are_registered_once() -> None:
    adapter.register()
    names = [name for name in pyspiel.registered_names() if name.startswith("sandtable_")]
    assert sorted(names) == [f"sandtable_{game}" for game in sandtable.list_games()]
