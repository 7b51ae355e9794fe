"""The position of a game: plain, immutable data. What is derived from it is remembered beside it, in ``memory``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.memory import Hook, Seen, forget, hand_on

S = TypeVar("S", bound="State")
Q = TypeVar("Q", bound="Subject")
T = TypeVar("T")

__all__ = [
    "Flow",
    "Frame",
    "Hook",
    "Options",
    "Scenario",
    "Seen",
    "Stage",
    "State",
    "Subject",
    "bind",
    "successor",
]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices players make before a game; each game has its own typed fields, each with a default."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Scenario:
    """What never changes in a game: map, counters, charts, options. Built once, shared by all its positions."""

    name: str
    options: Options = field(default_factory=Options)
    facts: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    names: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    """What things are called, by domain: ``names["piece"][57] == "73 Inf Div"``."""
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Other names that people may write, without capitals, by domain: ``aliases["place"]["s2400"] == 2722``."""


class Stage:
    """How far a phase has come: not begun, begun, asking seats, to be closed."""

    NEW, BEGUN, ASKING, CLOSING = range(4)


class Subject(Struct, frozen=True, tag_field="is", tag=str.lower, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what a procedure is about, where one number does not say it: ``Battle(hex=3606, attacker="axis")``.

    It is written with its frame and gone with it, so a procedure can be called inside itself, each with its own.
    """


class Frame(Struct, Generic[T], frozen=True, omit_defaults=True):
    """One level of the sequence of play: where we are, what it is about, who still has to answer."""

    at: str
    subject: int | T = msgspec.field(default=0, name="ref")
    """A number, such as a place or a row of a table, or a :class:`Subject`; games of old know it as ``ref``."""
    waiting: tuple[str, ...] = ()
    stage: int = Stage.NEW

    if TYPE_CHECKING:

        @property
        def ref(self) -> int:
            """The subject of a frame that is about a number."""

    else:
        ref = property(attrgetter("subject"))  # rules ask for it all the time: without a call of Python


Flow: TypeAlias = tuple[Frame[T], ...]
"""Where a game stands, the innermost frame last. A state with subjects says which: ``flow: Flow[Battle | Retreat]``."""

if TYPE_CHECKING:
    Numbers: TypeAlias = Any  # states name their own subjects, which mypy would not let them do otherwise
else:
    Numbers = int


class State(Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """Base of every game's position. Tables are dicts kept in key order; only a Draft writes them."""

    flow: Flow[Numbers] = ()

    if TYPE_CHECKING:

        @property
        def scenario(self) -> Any:
            """The map, counters and charts this position is played on."""

        @property
        def board(self) -> Any:
            """The same, under the name by which rules ask for it; a game says of which type it is."""

    else:

        def __getattr__(self, name: str) -> Any:
            # `bind` puts both beside the fields, where rules reach them hundreds of times an answer without a call.
            if name in ("scenario", "board"):
                raise RuntimeError("this position is not bound to a scenario; read it with codec.decode_state")
            raise AttributeError(f"{type(self).__name__} has no {name!r}")

    @property
    def here(self) -> Frame[Any]:
        """The innermost frame of the sequence of play."""
        return self.flow[-1]

    def within(self, kind: type[Q]) -> Q | None:
        """The innermost subject of a kind, or ``None`` outside all procedures about such a thing."""
        for frame in reversed(self.flow):
            if isinstance(frame.subject, kind):
                return frame.subject
        return None

    def subject(self, kind: type[Q]) -> Q:
        """The innermost subject of a kind: in a reaction to a battle inside a battle, the inner battle."""
        found = self.within(kind)
        if found is None:
            raise LookupError(f"nothing that goes on is about a {kind.__name__}")
        return found


def bind(state: S, scenario: Scenario) -> S:
    """The same position, knowing the scenario it is played on."""
    known = state.__dict__
    known["scenario"] = known["board"] = scenario
    if "memo" not in known:
        forget(state)
    return state


def successor(state: S, **fields: Any) -> S:
    """A copy with some fields replaced that keeps the scenario and every remembered value the fields do not touch."""
    copy = replace(state, **fields)
    known = copy.__dict__
    known["scenario"] = known["board"] = state.scenario
    hand_on(state, copy, fields)
    return copy
