"""A match as numbers: one of so many options at a time under a mask, and what a seat knows as a vector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.api.match import IllegalAction, Match
from sandtable.api.menu import Menu, Option
from sandtable.kernel.refusals import refuse

WIDTH = 256
"""Options of one decision; where there are more, the last number turns the page."""
FEATURES = 1024
"""Length of an observation."""


class Walk:
    """A match that is played by numbers: each is one option of the menu at hand."""

    def __init__(self, game: str, scenario: str = "", seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        self._begin = (game, scenario, options)
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """From the beginning, with other dice."""
        game, scenario, options = self._begin
        self.match: Match = sandtable.new(game, scenario, seed=seed, options=options)
        self._seed, self._taken = seed, list[int]()
        self._ask()

    def copy(self) -> Walk:
        """The same walk, to go on apart from this one."""
        found = Walk.__new__(Walk)
        found._begin, found.match = self._begin, self.match.copy()
        found.menu, found._page = self.menu, self._page
        found._seed, found._taken = self._seed, self._taken.copy()
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Walk:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # What a walk is, is how it came about; positions hang on maps and rules that need not travel.
        return _again, (self._begin, self._seed, tuple(self._taken))

    def _ask(self) -> None:
        self.menu: Menu | None = None if self.match.is_over else self.match.menu()
        self._page = 0

    @property
    def seat(self) -> str:
        """Who decides; empty when the match is over."""
        return self.menu.seat if self.menu is not None else ""

    @property
    def options(self) -> Sequence[Option | None]:
        """What can be picked, by number; ``None`` turns the page."""
        if self.menu is None:
            return ()
        every = self.menu.options
        if len(every) <= WIDTH:
            return every
        shown = every[self._page * (WIDTH - 1) :][: WIDTH - 1]
        return (*shown, None)

    @property
    def mask(self) -> NDArray[np.int8]:
        """Which numbers can be picked."""
        found = np.zeros(WIDTH, dtype=np.int8)
        found[: len(self.options)] = 1
        return found

    def label(self, number: int) -> str:
        """What a number stands for."""
        option = self.options[number]
        return "more" if option is None else f"{self.menu.asks if self.menu else ''}={option}"

    def take(self, number: int) -> bool:
        """Pick an option; true when that made an action whole. Raises :class:`IllegalAction`, then nothing changed."""
        if self.menu is None:
            raise sandtable.GameOver("the match is over")
        options = self.options
        if not 0 <= number < len(options):
            no = refuse("", "refuse.not_offered", value=int(number))
            raise IllegalAction(no, f"{number} is masked: there are {len(options)} options")
        option = options[number]
        self._taken.append(int(number))
        if option is None:
            self._page = (self._page + 1) % -(-len(self.menu.options) // (WIDTH - 1))
            return False
        self.menu, self._page = self.menu.pick(option), 0
        if not self.menu.is_whole:
            return False
        self.match.push(self.menu.action, seat=self.menu.seat)
        self._ask()
        return True

    def observation(self, seat: str) -> NDArray[np.float32]:
        """What a seat knows, and what it has decided so far, hashed into a vector of fixed length."""
        found = np.zeros(FEATURES, dtype=np.float32)
        known: dict[str, Any] = {"state": self.match.observation(seat)}
        if self.menu is not None and self.menu.seat == seat:
            known["decided"] = {**self.menu.given, "asks": self.menu.asks}
        for path, value in _facts("", known):
            place = crc32(path.encode())
            found[place % FEATURES] += value if place & 1 << 31 else -value
        return np.tanh(found / 8).astype(np.float32)

    def payoffs(self) -> dict[str, float]:
        """What the match was worth to each seat: 1 to who won, -1 to who lost, nothing to anybody before its end."""
        outcome = self.match.outcome
        if outcome is None or not outcome.winners:
            return dict.fromkeys(self.match.seats, 0.0)
        return {seat: 1.0 if seat in outcome.winners else -1.0 for seat in self.match.seats}


def _again(begin: tuple[str, str, Mapping[str, Any] | None], seed: int, taken: Sequence[int]) -> Walk:
    """A walk as it was gone before."""
    game, scenario, options = begin
    walk = Walk(game, scenario, seed, options)
    for number in taken:
        walk.take(number)
    return walk


def _facts(path: str, value: Any) -> Iterator[tuple[str, float]]:
    """Every fact of nested data as a name and a number: numbers as they are, words as one."""
    match value:
        case bool():
            yield path, float(value)
        case int() | float():
            yield path, float(np.sign(value) * np.log1p(abs(value)))
        case str():
            yield f"{path}={value}", 1.0
        case Mapping():
            for key, one in value.items():
                yield from _facts(f"{path}.{key}", one)
        case list() | tuple():
            for number, one in enumerate(value):
                yield from _facts(f"{path}.{number}", one)
