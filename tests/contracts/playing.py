"""Random play of any game, remembered position by position, so that each promise can be held against it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

from sandtable import registry
from sandtable.kernel import Action, Dice, Game, Match, Refusal, SeededDice, State, Step, Verb
from sandtable.kernel.offers import leaves, sample
from sandtable.kernel.records import write

SMALL = ("tests.small.skirmish", "tests.small.market", "tests.small.patrol", "tests.small.march")
TRIES = 6
"""Samples of one verb before it is taken to have no answer."""
PATIENCE = 30
"""Answers in one phase after which a random player looks for a verb that ends it."""


class Broken(AssertionError):
    """A game does not keep a promise; says where and for what."""

    def __init__(self, problem: str, state: State | None = None, **about: Any) -> None:
        at = "" if state is None or not state.flow else f" at {'/'.join(frame.at for frame in state.flow)}"
        told = "".join(f"\n  {name}: {value!r}" for name, value in about.items())
        super().__init__(f"{problem}{at}{told}")


@dataclass(frozen=True, eq=False)
class Moment:
    """One answer: the position it was given in, and what came of it."""

    before: Any
    seat: str
    action: Action
    step: Step[Any]


@dataclass(frozen=True, eq=False)
class Playthrough:
    """A game played at random: its match and every moment of it."""

    game: Game[Any]
    match: Match[Any]
    moments: tuple[Moment, ...]
    seed: bytes

    @property
    def is_finished(self) -> bool:
        """Whether the game came to its end."""
        return self.game.outcome(self.match.state) is not None

    def positions(self, most: int | None = None) -> Iterator[Any]:
        """The positions in which somebody was asked, at most so many, spread evenly."""
        states = [moment.before for moment in self.moments]
        yield from states if most is None else spread(states, most)

    def dice(self, purpose: str) -> SeededDice:
        """Dice for a check, apart from those of the game."""
        return SeededDice(blake2b(self.seed + purpose.encode(), digest_size=16).digest())


def spread(items: list[Any], most: int) -> list[Any]:
    """At most so many of the items, evenly spread, the first and the last among them."""
    if len(items) <= most:
        return items
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]


def all_games() -> dict[str, str]:
    """Every game that can be played: its id, and ``module:name`` to load it from."""
    found = {module.rpartition(".")[2]: f"{module}:GAME" for module in SMALL}
    for manifest in registry.games():
        if manifest.is_playable:
            found.setdefault(manifest.id, f"{registry.package(manifest.id)}:GAME")
    return found


def load(where: str) -> Game[Any]:
    """The game at ``module:name``."""
    module, _, name = where.partition(":")
    game: Game[Any] = getattr(importlib.import_module(module), name)
    return game


def all_scenarios() -> list[tuple[str, str]]:
    """Every scenario of every game, as (where the game is, scenario)."""
    return [(where, info.name) for where in all_games().values() for info in load(where).scenarios()]


class Wanderer:
    """Gives random legal answers to everybody's questions, and after a while ends what can be ended."""

    def __init__(self, game: Game[Any], dice: Dice) -> None:
        self.game, self.dice = game, dice
        self._answers: dict[tuple[str, str], int] = {}

    def answer(self, state: Any) -> tuple[str, Action]:
        """One of the seats that are asked, and what it answers."""
        prompts = self.game.prompts(state)
        seat = prompts[self.dice.draw(range(len(prompts)))].seat
        verbs = [verb for verb in self.game.open_verbs(state, seat) if self._is_lit(state, seat, verb)]
        count = self._answers.get((seat, state.here.at), 0)
        self._answers[seat, state.here.at] = count + 1
        if count > PATIENCE and any(verb.ends for verb in verbs):
            self._answers[seat, state.here.at] = 0
            verbs = [verb for verb in verbs if verb.ends]
        seen = self.game.seen(state, seat)
        while verbs:
            verb = verbs[self.dice.draw(range(len(verbs)))]
            for _ in range(TRIES):
                if (action := sample(verb, seen, seat, self.dice)) is not None:
                    return seat, action
            if (first := next(leaves(verb, seen, seat, 1), None)) is not None:
                return seat, first
            verbs.remove(verb)
        raise Broken(f"{seat} is asked and cannot answer", state)

    def _is_lit(self, state: Any, seat: str, verb: Verb[Any, Any]) -> bool:
        return not isinstance(self.game.offers(state, seat, {"do": verb.name}), Refusal)


def play(game: Game[Any], scenario: str, seed: bytes, limit: int) -> Playthrough:
    """Play at random until the game ends or so many answers were given."""
    match = Match.new(game, game.open(scenario, game.short), seed)
    wanderer = Wanderer(game, SeededDice(blake2b(seed, digest_size=8).digest()))
    moments: list[Moment] = []
    while len(moments) < limit and game.prompts(match.state):
        before = match.state
        seat, action = wanderer.answer(before)
        step = match.act(seat, action)
        if isinstance(step, Refusal):
            raise Broken(f"{seat} was refused what was sampled for it", before, action=action, refusal=step)
        moments.append(Moment(before, seat, action, step))
    return Playthrough(game, match, tuple(moments), seed)


@cache
def playthrough(where: str, scenario: str, seed: bytes, limit: int) -> Playthrough:
    """The same, played once however often it is asked for."""
    return play(load(where), scenario, seed, limit)


def digest(where: str, scenario: str, seed: bytes, limit: int) -> str:
    """A fingerprint of the whole record of a random game, to compare between processes."""
    played = play(load(where), scenario, seed, limit)
    whole = blake2b(digest_size=16)
    for record in played.match.records:
        whole.update(write(record))
    return whole.hexdigest()
