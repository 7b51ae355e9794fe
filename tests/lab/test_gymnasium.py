"""The project's own checker judges the adapter."""

from __future__ import annotations

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import sandtable
from sandtable.lab.gymnasium import NAME, FieldsOfFire


def test_the_checker_of_gymnasium() -> None:
    check_env(gymnasium.make(NAME).unwrapped, skip_render_check=True)


def test_a_mission_is_played_to_its_end() -> None:
    mission = FieldsOfFire()
    mission.reset(seed=1)
    mission.action_space.seed(1)
    for _ in range(20_000):
        observation, reward, is_over, is_cut, _ = mission.step(mission.action_space.sample())
        assert mission.observation_space.contains(observation)
        if is_over or is_cut:
            break
    assert is_over
    assert reward in (-1.0, 1.0)


def test_the_same_seed_deals_the_same_cards() -> None:
    one, other = FieldsOfFire(), FieldsOfFire()
    first, _ = one.reset(seed=7)
    second, _ = other.reset(seed=7)
    assert (first["observation"] == second["observation"]).all()


def test_a_masked_option_is_an_error() -> None:
    mission = FieldsOfFire(render_mode="svg")
    mission.reset(seed=1)
    with pytest.raises(sandtable.IllegalAction):
        mission.step(255)  # type: ignore[arg-type]
    assert str(mission.render()).startswith("<svg")
