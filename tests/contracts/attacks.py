"""What a hostile hand sends: nonsense, crowds, repetitions and nests, in the shape that is asked for or in none."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.kernel import Game, SeededDice, State

CROWD = 1_900
"""Values in one message: just below what the server lets through."""
LARGE = 2**53
NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    LARGE,
    -LARGE,
    0.5,
    "",
    "no such thing",
    "0" * 5_000,
    "\x00\u202e",
    [],
    [[]],
    {},
    {"": None},
    [None, True, "x", 1.5, [0], {"a": 1}],
)


def nest(depth: int, value: Any = 0) -> Any:
    """Lists in lists."""
    for _ in range(depth):
        value = [value]
    return value


class Spy(dict[str, Any]):
    """Parameters that remember what they were asked for."""

    def __init__(self, given: Mapping[str, Any], wanted: dict[str, None]) -> None:
        super().__init__(given)
        self.wanted = wanted

    def get(self, key: str, default: Any = None) -> Any:
        self.wanted[key] = None
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.wanted[key] = None
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.wanted[str(key)] = None
        return super().__contains__(key)


def ids_of(state: State) -> list[Any]:
    """Everything that has a name in a position."""
    return list(dict.fromkeys(key for names in state.scenario.names.values() for key in names))


def crowds(ids: Sequence[Any]) -> Iterator[Any]:
    """Lists and tables of things that there are, each far more often than there are."""
    few = [ids[0], ids[len(ids) // 2], ids[-1]]
    yield from few
    yield ids[:CROWD]
    yield (list(ids) * (CROWD // len(ids) + 1))[:CROWD]
    yield [few[1]] * CROWD
    for count in (LARGE, 10_000, 100):
        yield {str(one): count for one in ids[: CROWD // 2]}
        yield {str(few[0]): count}
    yield [[one, one] for one in ids[: CROWD // 3]]
    yield nest(150, few[0])


def names_asked(game: Game[Any], state: State, seat: str, query: str) -> dict[str, tuple[str, ...]]:
    """What a question reads of its parameters, and of a table given as one: as it is seen to do, or says."""
    known = game.seen(state, seat)
    wanted = _watched(lambda given: game.queries[query](known, seat, given), state)
    said = getattr(game, "vocabulary", None)
    if said is not None and query in said.questions:
        wanted.update(dict.fromkeys(said.questions[query].__struct_fields__))
    return {
        name: tuple(_watched(lambda inner, name=name: game.queries[query](known, seat, {name: inner}), state))
        for name in wanted
    }


def _watched(ask: Callable[[Spy], Any], state: State) -> dict[str, None]:
    """What is read of parameters, whatever they hold."""
    wanted: dict[str, None] = {}
    words = [next(iter(names)) for names in state.scenario.names.values() if names]
    for value in (None, *words, [], {}):
        with contextlib.suppress(Exception):  # only what it reads is of interest here
            ask(Spy({"": None, **dict.fromkeys(wanted, value)}, wanted))
    return wanted


def hostile(names: Mapping[str, tuple[str, ...]], state: State, samples: int = 40) -> Iterator[dict[str, Any]]:
    """Parameters that nobody honest sends."""
    everything = [*NONSENSE, *crowds(ids_of(state))]
    yield {}
    for value in everything:
        yield dict.fromkeys(names, value)
        yield from ({name: value} for name in names)
        yield from ({name: dict.fromkeys(inner, value)} for name, inner in names.items() if inner)
    # Then each thing where things of its kind may be meant: crowds that a game can take for what they say.
    dice = SeededDice(b"hostile")
    kinds = [crowd for known in state.scenario.names.values() if known for crowd in crowds(list(known))]
    for _ in range(samples if names else 0):
        yield {
            name: {one: dice.draw(kinds) for one in inner} if inner and dice.draw((True, False)) else dice.draw(kinds)
            for name, inner in names.items()
        }
