"""Every game as a Python game of OpenSpiel: ``import sandtable.lab.openspiel``, then ``pyspiel.load_game(...)``.

A scenario is named by its number, from 0. Chance moves first and once: it picks the seed that all dice and cards of the
match come from, so that every history is a list of numbers that anybody can play again. What is to come stays unknown
to the players.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import sandtable
from sandtable import registry
from sandtable.lab.walk import FEATURES, WIDTH, Walk

SEEDS = 1024
"""Matches that chance picks from."""
LONGEST = 20_000
"""Decisions after which a match is cut, and nobody has won."""


def _type(game: str) -> Any:
    seats = len(registry.game(game).scenarios()[0].seats)
    return pyspiel.GameType(
        short_name=f"sandtable_{game}",
        long_name=f"Sandtable: {registry.manifest(game).title.get('en', game)}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": 0, "longest": LONGEST},
    )


class SandtableGame(pyspiel.Game):
    """The rules of a game and one of its scenarios."""

    kind: Any = None
    """What OpenSpiel is told about it; each game has a class of its own."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.game = self.kind.short_name.removeprefix("sandtable_")
        number, known = int(given.get("scenario", 0)), sandtable.list_scenarios(self.game)
        if not 0 <= number < len(known):
            raise ValueError(f"{self.game} has scenarios 0 to {len(known) - 1}, not {number}")
        self.scenario = known[number]
        self.longest = int(given.get("longest", LONGEST))
        self.seats = sandtable.new(self.game, self.scenario).seats
        info = pyspiel.GameInfo(
            num_distinct_actions=WIDTH,
            max_chance_outcomes=SEEDS,
            num_players=len(self.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, {"scenario": number, "longest": self.longest})

    def new_initial_state(self) -> SandtableState:
        """Before chance has picked the seed."""
        return SandtableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees, as OpenSpiel asks for it."""
        return Observer(params)


class SandtableState(pyspiel.State):
    """A match in OpenSpiel's hands."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        # Not the game itself: whoever copies a state copies all that hangs on it.
        self._begin, self._longest, self.seats = (game.game, game.scenario), game.longest, game.seats
        self.walk: Walk | None = None
        self._decided = 0

    def current_player(self) -> int:
        """Whose decision it is."""
        if self.walk is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.seats.index(self.walk.seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every seed is as likely as any other."""
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.walk.options))) if self.walk is not None and not self.is_terminal() else []

    def _apply_action(self, action: int) -> None:
        if self.walk is None:
            self.walk = Walk(*self._begin, seed=int(action))
            return
        self.walk.take(int(action))
        self._decided += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.walk is None:
            return f"seed {action}"
        return f"{action} {self.walk.label(action)}"

    def is_terminal(self) -> bool:
        """Whether the match is over, or has been cut."""
        return self.walk is not None and (self.walk.match.is_over or self._decided >= self._longest)

    def returns(self) -> list[float]:
        """What the match was worth to each player."""
        if self.walk is None:
            return [0.0] * len(self.seats)
        payoffs = self.walk.payoffs()
        return [payoffs[seat] for seat in self.seats]

    def __str__(self) -> str:
        if self.walk is None:
            return "before the seed"
        return f"{self.walk.match!r} {self.walk.menu.given if self.walk.menu else ''} {self._decided}"


class Observer:
    """What one player knows: a vector, and words."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError("the observations of Sandtable have no parameters")
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Look at a state with the eyes of a player."""
        self.tensor[:] = 0 if state.walk is None else state.walk.observation(state.seats[player])

    def string_from(self, state: SandtableState, player: int) -> str:
        """The same in words: the position as the player knows it."""
        if state.walk is None:
            return "before the seed"
        seat = state.seats[player]
        menu = state.walk.menu
        decided = menu.given if menu is not None and menu.seat == seat else {}
        return f"{seat} {state._decided} {decided} {state.walk.match.observation(seat)}"


def register() -> None:
    """Make every game known to OpenSpiel, once."""
    known = pyspiel.registered_names()
    for name in sandtable.list_games():
        kind = _type(name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(f"Sandtable_{name}", (SandtableGame,), {"kind": kind}))


register()
