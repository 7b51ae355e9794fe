"""Fields of Fire, which one person plays, as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sandtable.lab.walk import FEATURES, WIDTH, Walk

LONGEST = 20_000
"""Decisions after which a mission is cut."""
NAME = "sandtable/FieldsOfFire-v0"


class Options(gymnasium.spaces.Discrete):
    """One of so many options; a sample is one of those that can be picked now."""

    def __init__(self, walk: Walk) -> None:
        super().__init__(WIDTH)
        self._walk = walk

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[np.float64] | None = None) -> np.int64:
        """A random option, of those under the mask at hand where no other is given."""
        if mask is None and probability is None and self._walk.mask.any():
            mask = self._walk.mask
        return super().sample(mask, probability)


class FieldsOfFire(gymnasium.Env[dict[str, Any], np.int64]):
    """A mission: the company decides, the umpire plays the enemy. The reward is 1 for success, -1 for failure."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["svg"]}

    def __init__(
        self,
        mission: str = "",
        *,
        options: Mapping[str, Any] | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        self._walk = Walk("fieldsoffire", mission, options=options)
        self._longest, self._decided, self.render_mode = longest, 0, render_mode
        self._seat = self._walk.match.seats[0]
        seen = gymnasium.spaces.Box(-1.0, 1.0, (FEATURES,), np.float32)
        mask = gymnasium.spaces.Box(0, 1, (WIDTH,), np.int8)
        self.observation_space = gymnasium.spaces.Dict({"observation": seen, "action_mask": mask})
        self.action_space = Options(self._walk)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new mission; without a seed one with another deck each time."""
        super().reset(seed=seed)
        self._walk.restart(int(self.np_random.integers(2**62)))
        self._decided = 0
        return self._observe(), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Pick an option; raises :class:`sandtable.IllegalAction` for one that is masked, and nothing changes."""
        self._walk.take(int(action))
        self._decided += 1
        is_over = self._walk.match.is_over
        reward = self._payoff() if is_over else 0.0
        return self._observe(), reward, is_over, not is_over and self._decided >= self._longest, {}

    def _payoff(self) -> float:
        outcome = self._walk.match.outcome
        return 1.0 if outcome is not None and self._seat in outcome.winners else -1.0

    def _observe(self) -> dict[str, Any]:
        return {"observation": self._walk.observation(self._seat), "action_mask": self._walk.mask}

    def render(self) -> str | None:
        """The map of cards, as SVG."""
        return self._walk.match.svg() if self.render_mode == "svg" else None


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point="sandtable.lab.gymnasium:FieldsOfFire")
