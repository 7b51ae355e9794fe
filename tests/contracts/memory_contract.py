"""What is remembered is shared: by later positions, by threads of a server, by bots that look ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel import Match, Scenario, State, Step
from sandtable.kernel.memory import Derived, Seen
from tests.contracts.playing import Broken, Playthrough

ANSWERS = 60
ATOMS = (int, str, bytes, float, bool, type(None))


def shared_values_do_not_change(played: Playthrough, answers: int = ANSWERS) -> None:
    """A derived value that two positions share is the same in both: nobody wrote to it, and it does not grow."""
    game = played.game
    match = Match.new(game, played.match.scenario, played.seed)
    prints: dict[int, tuple[Any, Any]] = {}
    for moment in played.moments[:answers]:
        before = match.state
        step = match.act(moment.seat, moment.action)
        assert isinstance(step, Step)
        for name, value in _values(before):
            found = look_of(value)
            # The value is kept as well, so that no other gets its id.
            if prints.setdefault(id(value), (value, found))[1] != found:
                raise Broken(f"{name} changed after it was worked out, and earlier positions share it", before)


def _values(state: State) -> Iterator[tuple[str, Any]]:
    """All that is remembered beside a position, whether or not it is known to hold: a hook may take it up again."""
    memo: dict[Derived, tuple[Seen, int]] = state.__dict__["memo"]
    for function, (seen, _) in memo.items():
        for args, value in seen.items():
            if not isinstance(value, ATOMS):
                yield f"{function.function.__qualname__}{args}", value


def look_of(value: Any, inside: tuple[int, ...] = ()) -> Any:
    """All that a value consists of, to be compared later; positions and maps count as themselves."""
    if isinstance(value, ATOMS):
        return value
    if id(value) in inside or isinstance(value, State | Scenario) or callable(value):
        return ("itself", id(value))
    deeper = (*inside, id(value))
    if isinstance(value, Mapping):
        return tuple((look_of(key, deeper), look_of(one, deeper)) for key, one in value.items())
    if isinstance(value, tuple | list):
        return tuple(look_of(one, deeper) for one in value)
    if isinstance(value, set | frozenset):
        return frozenset(look_of(one, deeper) for one in value)
    names = value.__struct_fields__ if isinstance(value, Struct) else _names(value)
    return tuple((name, look_of(getattr(value, name), deeper)) for name in names if hasattr(value, name))


def _names(value: Any) -> list[str]:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(value, "__dict__", ())]
