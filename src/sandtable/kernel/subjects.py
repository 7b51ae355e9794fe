"""What procedures are about: which kinds a game declares, how they are read, pointed at and seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

from msgspec.structs import replace

from sandtable.kernel.changes import field_types
from sandtable.kernel.naming import domain
from sandtable.kernel.refusals import Ref
from sandtable.kernel.state import Frame, State, Subject


@cache
def subjects_of(kind: type[State]) -> Mapping[str, type[Subject]]:
    """The kinds of subject that frames of a state can have, by their word on the wire."""
    frame = get_args(field_types(kind)["flow"])[0]
    declared = get_args(field_types(frame)["subject"])
    return {str(one.__struct_config__.tag): one for one in declared if issubclass(one, Subject)}


def check_subject(kind: type[State], subject: Subject) -> None:
    """Raise on a subject that the state does not declare: nobody could read it back."""
    if type(subject) not in subjects_of(kind).values():
        name = type(subject).__name__
        raise TypeError(f"{kind.__name__} has no subject {name}; declare it: flow: Flow[{name}] = ()")


@cache
def _domains(kind: type[Subject]) -> tuple[tuple[str, str], ...]:
    """The fields of a subject that name things, with the kind of thing."""
    return tuple((name, of) for name, hint in field_types(kind).items() if (of := _named_in(hint)))


def _named_in(hint: Any) -> str:
    """The domain of an id, or of the ids in a tuple or an optional one."""
    return domain(hint) or next((of for part in get_args(hint) if (of := _named_in(part))), "")


def points_of(frame: Frame[Any]) -> tuple[Ref, ...]:
    """The things that a frame's subject names, to be shown beside the name of the phase; none for a bare number."""
    subject = frame.subject
    if not isinstance(subject, Subject):
        return ()
    found: list[Ref] = []
    for name, of in _domains(type(subject)):
        value = getattr(subject, name)
        found += [Ref(of, one) for one in (value if isinstance(value, tuple) else (value,)) if one not in (None, "")]
    return tuple(found)


def hiding(see: Callable[[Any, str, Subject], Subject]) -> Callable[[Any, str, None, Any], Any]:
    """A redactor of the flow: ``visibility = {"flow": hiding(see), ...}``, with ``see(state, seat, subject)``.

    Where the game stands and who is waited for is for everybody; what a procedure is about may be masked.
    """

    def redact(state: Any, seat: str, key: None, flow: tuple[Frame[Any], ...]) -> tuple[Frame[Any], ...]:
        seen = tuple(_seen(state, seat, frame, see) for frame in flow)
        return flow if all(one is other for one, other in zip(seen, flow, strict=True)) else seen

    return redact


def _seen(state: Any, seat: str, frame: Frame[Any], see: Callable[[Any, str, Subject], Subject]) -> Frame[Any]:
    if not isinstance(frame.subject, Subject):
        return frame
    subject = see(state, seat, frame.subject)
    return frame if subject is frame.subject else replace(frame, subject=subject)
