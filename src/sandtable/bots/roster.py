"""The bots that can be asked for by name: those that play any game, and those that a game brings."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from sandtable.planning import Bot, RandomBot, Task
from sandtable.registry import package

Maker = Callable[[bytes], Bot]
"""Makes a bot for one seat of one game; the seed is the source of its chance."""

BOTS: dict[str, Maker] = {"random": RandomBot}
"""Bots that play any game."""
OLD_NAMES = {"staff": "planner"}
"""Names that bots had once: stored matches, files of games and links still say them."""


class UnknownBot(LookupError):
    """No bot has this name; says which there are."""

    def __init__(self, given: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no bot {given!r}; there is {', '.join(known)}")
        self.given, self.known = given, known


class UnknownTask(LookupError):
    """A game has no task of this name; says which there are."""

    def __init__(self, given: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no task {given!r}; there is {', '.join(known) or 'none'}")


def known_bots(game_id: str = "") -> dict[str, Maker]:
    """The bots that can play a game: those for all games, then its own, which stand in the ``BOTS`` of its ``bots``."""
    return {**BOTS, **(_own_bots(package(game_id)) if game_id else {})}


LEVELS = ("strategist", "planner", "greedy", "random")
"""From the strongest to the weakest; a game has some of them."""


def strongest(game_id: str) -> str:
    """The bot that plays a game best, by its level; one that has no level here stands before the weakest."""
    known = known_bots(game_id)
    named = next((name for name in LEVELS[:-1] if name in known), None)
    return named or next((name for name in known if name not in BOTS), next(iter(known)))


def current_name(name: str) -> str:
    """What a bot is called today."""
    return OLD_NAMES.get(name, name)


def make(name: str, seed: bytes, game_id: str = "") -> Bot:
    """A bot by its name, also by one it had once; raises :class:`UnknownBot`."""
    known = known_bots(game_id)
    maker = known.get(name) or known.get(current_name(name))
    if maker is None:
        raise UnknownBot(name, tuple(known))
    return maker(seed)


def known_tasks(game_id: str) -> tuple[str, ...]:
    """The single tasks that a person can hand to the computer in a game, from the ``TASKS`` of its ``bots``."""
    return tuple(getattr(_bots_of(package(game_id)), "TASKS", ()))


def task(name: str, game_id: str) -> Task:
    """A task by its name; raises :class:`UnknownTask`."""
    known = known_tasks(game_id)
    if name not in known:
        raise UnknownTask(name, known)
    found: Task = _bots_of(package(game_id)).task(name)  # type: ignore[union-attr]
    return found


def _own_bots(home: str) -> dict[str, Maker]:
    return dict(getattr(_bots_of(home), "BOTS", {}))


def _bots_of(home: str) -> ModuleType | None:
    """The room of a game where its bots stand, if it has one."""
    module = import_module(home)
    if not hasattr(module, "__path__") or find_spec(f"{home}.bots") is None:
        return None
    return import_module(f"{home}.bots")
