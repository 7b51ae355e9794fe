"""What a bot is and what it is given: a chair at the table, never the table itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol

from sandtable.kernel import Action, Game, Offers, Refusal, State, Verb, View


class SeatAtTable:
    """One question to one seat: what it sees and what it may answer."""

    def __init__(self, game: Game[Any], state: State, seat: str) -> None:
        self.game, self.seat = game, seat
        self.state: Any = game.seen(state, seat)
        """The position as the seat knows it: the view without prompts and outcome."""
        # A closure keeps the whole position out of reach: what a bot wants to know it has to find in the view.
        self._view: Callable[[], View[Any]] = lambda: game.view(state, seat)

    @cached_property
    def view(self) -> View[Any]:
        """All that the seat may know."""
        return self._view()

    def offers(self, partial: Mapping[str, Any] | None = None) -> Offers | Refusal:
        """The legal answers, opened as far as ``partial`` goes."""
        return self.game.offers(self.state, self.seat, partial)

    @property
    def verbs(self) -> tuple[Verb[Any, Any], ...]:
        """The verbs of the phase at hand; their choices are read from the view."""
        return self.game.open_verbs(self.state, self.seat)


class Chair(Protocol):
    """What a bot needs of its seat, at a real table or at one in the mind: what it sees and what it may answer."""

    seat: str

    @property
    def view(self) -> View[Any]: ...

    @property
    def verbs(self) -> tuple[Verb[Any, Any], ...]: ...


class Bot(Protocol):
    """Plays one seat of one game; remembers what it likes, and draws from dice of its own, never from the game's."""

    def decide(self, table: SeatAtTable) -> Action: ...


class NoAnswer(Exception):
    """A seat is asked and there is nothing it could say: a dead end of the game."""

    def __init__(self, seat: str, at: str) -> None:
        super().__init__(f"{seat} is asked at {at} and has no legal answer")
        self.seat, self.at = seat, at
