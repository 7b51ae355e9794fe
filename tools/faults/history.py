"""What clients were told, and whether one order of all acknowledged actions explains every word of it.

The order is that of the records in the store. Each client wrote down what it sent and what it heard, and when; the
checker holds every line of that against the order, and knows no rule of the server itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sent:
    """An answer that a client gave; ``action`` says what, or ``undo`` or ``redo``."""

    at: float
    request: str
    seat: str
    seq: int
    action: dict[str, Any] | str


@dataclass(frozen=True)
class Acked:
    """A client was told that its answer is done and on disk, as record ``seq``."""

    at: float
    request: str
    seq: int


@dataclass(frozen=True)
class Denied:
    """A client was told that nothing came of its answer (refused, or too late), the table being at ``seq``."""

    at: float
    request: str
    seq: int
    how: str


@dataclass(frozen=True)
class Seen:
    """A client knows a position as a seat sees it, told whole or in changes."""

    at: float
    seat: str
    seq: int
    digest: str


Event = Sent | Acked | Denied | Seen


@dataclass
class Diary:
    """What one client at one table sent and heard, in order."""

    client: str
    table: str
    events: list[Event] = field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """A record of the store, as far as the checker looks at it."""

    seq: int
    seat: str
    action: dict[str, Any] | str
    request: str


@dataclass(frozen=True)
class Order:
    """All records of a table, and how its positions look to a seat."""

    steps: Sequence[Step]
    digest: Callable[[int, str], str]

    @property
    def newest(self) -> int:
        """The number of the last record."""
        return self.steps[-1].seq if self.steps else 0


def check(diaries: Sequence[Diary], order: Order) -> Iterator[str]:
    """Everything that was told at one table and that its order does not explain."""
    for number, step in enumerate(order.steps, start=1):
        if step.seq != number:
            yield f"record {number} is missing; there is {step.seq}"
    by_request: dict[str, Step] = {}
    for step in order.steps:
        if step.request in by_request:
            yield f"request {step.request} was done twice: {by_request[step.request].seq} and {step.seq}"
        if step.request:
            by_request[step.request] = step
    for diary in diaries:
        yield from (f"{diary.client}: {problem}" for problem in _alone(diary, order, by_request))
    yield from _in_time(diaries)


def _alone(diary: Diary, order: Order, by_request: dict[str, Step]) -> Iterator[str]:
    """What one client was told."""
    sent: dict[str, Sent] = {}
    shown: dict[str, int] = {}
    done: dict[str, int] = {}
    for event in diary.events:
        match event:
            case Sent():
                sent[event.request] = event
            case Acked():
                yield from _explained(event, sent.get(event.request), by_request.get(event.request))
                if done.setdefault(event.request, event.seq) != event.seq:
                    yield f"{event.request} was acknowledged as {done[event.request]} and as {event.seq}"
            case Denied():
                if event.request in by_request:
                    seq = by_request[event.request].seq
                    yield f"{event.request} was said to be {event.how} and stands as record {seq}"
                if event.seq > order.newest:
                    yield f"a record {event.seq} was named that there is not"
            case Seen():
                if event.seq > order.newest:
                    yield f"{event.seat} was shown position {event.seq}, which there is not"
                elif event.digest != order.digest(event.seq, event.seat):
                    yield f"{event.seat} was shown another position {event.seq} than there was"
                if event.seq < shown.get(event.seat, 0):
                    yield f"{event.seat} was shown {event.seq} after {shown[event.seat]}"
                shown[event.seat] = max(event.seq, shown.get(event.seat, 0))
    own = max(done.values(), default=0)
    if shown and max(shown.values()) < own:
        yield f"record {own} was acknowledged and never shown"


def _explained(told: Acked, sent: Sent | None, step: Step | None) -> Iterator[str]:
    """Whether an acknowledgement is of what was sent, and stands."""
    if sent is None:
        yield f"{told.request} was acknowledged and never sent"
    elif step is None:
        yield f"{told.request} was acknowledged as record {told.seq} and is lost"
    elif (step.seq, step.seat) != (told.seq, sent.seat) or sent.action not in ("redo", step.action):
        yield f"{told.request} was acknowledged as record {told.seq}, and what stands as {step.seq} is another"
    elif step.seq <= sent.seq:
        yield f"{told.request} answers position {sent.seq} and stands before it, as record {step.seq}"


def _in_time(diaries: Sequence[Diary]) -> Iterator[str]:
    """Whether what was told to anybody was so for whoever asked after that."""
    acked = sorted((event.at, event.seq) for diary in diaries for event in diary.events if isinstance(event, Acked))
    begun = {event.request: event.at for diary in diaries for event in diary.events if isinstance(event, Sent)}
    for diary in diaries:
        for event in diary.events:
            if not isinstance(event, Acked) or event.request not in begun:
                continue
            earlier = [seq for at, seq in acked if at < begun[event.request]]
            if earlier and max(earlier) >= event.seq:
                late = f"{event.request} is record {event.seq}, though {max(earlier)} was told before it was sent"
                yield f"{diary.client}: {late}"
