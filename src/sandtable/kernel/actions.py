"""Actions, and the verbs that say how each of them is offered, judged and carried out."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel.choices import Choice, Unasked
from sandtable.kernel.draft import Draft
from sandtable.kernel.memory import aside
from sandtable.kernel.refusals import Ref, Refusal, refuse
from sandtable.kernel.state import State

S = TypeVar("S", bound=State)
A = TypeVar("A", bound="Action")

Argument = Callable[..., Choice | Unasked | None]
"""``(state, seat, *earlier arguments) -> Choice``; ``None`` or ``Unasked`` when the argument does not apply."""


class Action(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every answer a seat can give. On the wire: ``{"do": "move", "unit": 57, "to": 3606}``."""


@cache
def name_of(action: type[Action]) -> str:
    """The word for an action on the wire and in case files."""
    return str(action.__struct_config__.tag)


@dataclass(frozen=True, eq=False)
class Verb(Generic[S, A]):
    """One kind of action: its arguments in order, its effect, and the rule that grants it."""

    action: type[A]
    rule: str
    effect: Callable[[Draft[S], A], None]
    args: tuple[tuple[str, Argument], ...]
    allow: Callable[[S, str], Refusal | None] | None = None
    """Forbids the verb as a whole, whatever its arguments (no overrun in mud)."""
    ends: bool = False
    """Whether it gives the turn away; tables ask before it, bots use it to break cycles."""

    @cached_property
    def name(self) -> str:
        """The word for it."""
        return name_of(self.action)

    def judge(self, state: S, seat: str, action: A) -> Refusal | None:
        """Why this action may not be done now, or ``None`` when it may."""
        if self.allow is not None and (no := self.allow(state, seat)) is not None:
            return self.sign(no)
        given: list[Any] = []
        for name, _ in self.args:
            value = getattr(action, name)
            choice = self.choice(state, seat, given)
            if choice is None:
                if value != self.default(name):
                    return self.unexpected(state, seat, given, value)
            elif (no := choice.refusal(value)) is not None:
                further = self._reason(state, seat, action, [*given, value]) if no.is_dead_end else None
                return further or self.sign(no, name)
            given.append(value)
        return None

    def _reason(self, state: S, seat: str, action: A, given: list[Any]) -> Refusal | None:
        """Why the arguments after a dead end are refused, if one of them can say."""
        for name, _ in self.args[len(given) :]:
            value = getattr(action, name)
            try:
                choice = self.choice(state, seat, given)
                no = None if choice is None else choice.refusal(value)
            except LookupError:
                return None  # rules need not know their way beyond a dead end
            if no is not None and no.rule and not no.is_dead_end:
                return no
            given.append(value)
        return None

    def choice(self, state: S, seat: str, given: list[Any]) -> Choice | None:
        """What may be answered after the arguments given so far; asked of the same position twice, computed once."""
        _, argument = self.args[len(given)]
        key = (argument, seat, *given)
        known: dict[Any, Choice | None] = aside(state)
        can_be_known = True
        try:
            if key in known:
                return known[key]
        except TypeError:
            can_be_known = False  # amounts cannot be keys of the memory
        choice = argument(state, seat, *given)
        if isinstance(choice, Unasked):
            choice = None
        if can_be_known:
            known[key] = choice
        return choice

    def unexpected(self, state: S, seat: str, given: list[Any], value: Any) -> Refusal:
        """Why an argument is not asked for after those given so far, where somebody gave it."""
        name, argument = self.args[len(given)]
        unasked = argument(state, seat, *given)
        no = unasked.why(value) if isinstance(unasked, Unasked) else None
        return self.sign(no or refuse("", "refuse.unexpected"), name)

    def default(self, name: str) -> Any:
        """What an argument that does not apply is taken to be."""
        info = self._fields[name]
        if info.default_factory is not msgspec.NODEFAULT:
            return info.default_factory()
        return None if info.default is msgspec.NODEFAULT else info.default

    @cached_property
    def _fields(self) -> dict[str, Any]:
        return {info.name: info for info in msgspec.structs.fields(self.action)}

    def sign(self, no: Refusal, arg: str = "") -> Refusal:
        """Complete a general refusal with this verb's rule and the argument it is about."""
        if no.is_dead_end:
            no = msgspec.structs.replace(no, is_dead_end=False)  # for the judge alone
        if no.rule:
            return no
        params = {**no.params, "arg": Ref("arg", arg)} if arg else no.params
        return msgspec.structs.replace(no, rule=self.rule, params=params)


def verb(
    action: type[A],
    rule: str,
    effect: Callable[[Draft[Any], A], None],
    *,
    allow: Callable[[Any, str], Refusal | None] | None = None,
    ends: bool = False,
    **args: Argument,
) -> Verb[Any, A]:
    """Declare a verb; the keyword arguments name the action's fields in order, each with its choices."""
    fields = action.__struct_fields__
    if tuple(args) != fields:
        raise TypeError(f"{action.__name__} has the fields {fields}, but the verb describes {tuple(args)}")
    for position, (name, argument) in enumerate(args.items()):
        takes = len(inspect.signature(argument).parameters)
        if takes != position + 2:
            raise TypeError(f"the choices of {action.__name__}.{name} take {takes} parameters, not {position + 2}")
    return Verb(action, rule, effect, tuple(args.items()), allow, ends)
