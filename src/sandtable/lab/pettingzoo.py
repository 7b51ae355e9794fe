"""Any game as an AEC environment of PettingZoo: seats are agents, each step one decision under a mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from sandtable.lab.walk import FEATURES, WIDTH, Walk

LONGEST = 20_000
"""Decisions after which a game is cut."""


def env(game: str, scenario: str = "", **settings: Any) -> SandtableEnv:
    """An environment of a game, as PettingZoo names its makers."""
    return SandtableEnv(game, scenario, **settings)


class SandtableEnv(AECEnv[str, dict[str, Any], int]):
    """A match between seats that see only what they may know."""

    metadata: ClassVar[dict[str, Any]] = {"name": "sandtable_v0", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        scenario: str = "",
        *,
        options: Mapping[str, Any] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._walk = Walk(game, scenario, options=options)
        self._longest, self.render_mode = longest, render_mode
        self.possible_agents = list(self._walk.match.seats)
        self.agents = list(self.possible_agents)
        self._decided = 0
        self._random = np.random.default_rng()
        seen = gymnasium.spaces.Box(-1.0, 1.0, (FEATURES,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (WIDTH,), np.int8)
        self._spaces = {
            agent: gymnasium.spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self._actions = {agent: gymnasium.spaces.Discrete(WIDTH) for agent in self.agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent may see."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """One of so many options; the mask of the observation says which."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed one with other dice each time."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._walk.restart(int(self._random.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decided = 0
        self.agent_selection = self._walk.seat

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may pick if it is its turn."""
        mask = self._walk.mask if agent == self._walk.seat else np.zeros(WIDTH, dtype=np.int8)
        return {"observation": self._walk.observation(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Pick an option; raises :class:`sandtable.IllegalAction` for one that is masked, and nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an option, not for nothing")
        self._walk.take(int(action))
        self._decided += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._walk.match.is_over:
            self.rewards = {seat: self._walk.payoffs()[seat] for seat in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decided >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._walk.seat
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position on its map, as SVG."""
        return self._walk.match.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing to let go of."""
