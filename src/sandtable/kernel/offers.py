"""Offers: the legal answers of a seat as a tree that opens argument by argument."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.actions import Action, Verb
from sandtable.kernel.changes import field_types
from sandtable.kernel.choices import Amounts, Choice, Number, OneOf, Path, SomeOf, Widget
from sandtable.kernel.dice import Dice
from sandtable.kernel.refusals import Refusal, refuse
from sandtable.kernel.state import State

S = TypeVar("S", bound=State)

DRAWS = 40
"""Samples of one verb before it is taken to have no answer."""


class Offer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One verb, opened as far as its arguments are given. ``widget`` asks for the next one; without it, it is whole."""

    do: str
    rule: str = ""
    ends: bool = False
    given: dict[str, Any] = {}
    arg: str = ""
    widget: Widget | None = None
    more: bool = False
    """Whether another argument may follow the one that is asked for: picking it does not yet do anything."""

    @property
    def is_whole(self) -> bool:
        """Whether the action can be given as it stands."""
        return self.widget is None or self.widget.may_stop


Offers = tuple[Offer, ...]


def open_verb(verb: Verb[S, Any], state: S, seat: str, given: Mapping[str, Any]) -> Offer | Refusal:
    """Open a verb after the arguments already given; a Refusal where one of them is not legal."""
    if verb.allow is not None and (no := verb.allow(state, seat)) is not None:
        return verb.sign(no)
    names = [name for name, _ in verb.args]
    for name in given:
        if name not in names:
            return verb.sign(refuse("", "refuse.unexpected"), name)
    kind: type[Action] = verb.action
    hints = field_types(kind)
    values: list[Any] = []
    known: dict[str, Any] = {}
    for name, _ in verb.args:
        choice = verb.choice(state, seat, values)
        if name in given:
            try:
                known[name] = codec.convert(given[name], hints[name])
            except codec.Malformed:
                return verb.sign(refuse("", "refuse.wrong_type"), name)
        if choice is None:
            if name in given:
                return verb.unexpected(state, seat, values, known[name])
            values.append(verb.default(name))
            continue
        if name not in given or isinstance(choice, Path):
            return _ask(verb, name, choice, known)
        if (no := choice.refusal(known[name])) is not None:
            return verb.sign(no, name)
        values.append(known[name])
    return Offer(do=verb.name, rule=verb.rule, ends=verb.ends, given=known)


def _ask(verb: Verb[S, Any], name: str, choice: Choice, given: Mapping[str, Any]) -> Offer | Refusal:
    """The next argument as a question; a Refusal when nothing can be answered."""
    if isinstance(choice, Path):
        if name != verb.args[-1][0]:
            raise TypeError(f"{verb.name}.{name} is a path and must be the last argument: it can always grow")
        if (no := choice.misstep(given.get(name, ()))) is not None:
            return verb.sign(no, name)
    if name not in given and not choice.is_possible():
        return verb.sign(refuse("", "refuse.nothing"), name)
    widget = choice.widget(given.get(name))
    more = name != verb.args[-1][0]
    return Offer(do=verb.name, rule=verb.rule, ends=verb.ends, given=dict(given), arg=name, widget=widget, more=more)


def is_open(verb: Verb[S, Any], state: S, seat: str) -> bool:
    """Whether a verb can be begun: it is not forbidden as a whole, and its first argument has an answer."""
    if verb.allow is not None and verb.allow(state, seat) is not None:
        return False
    choice = verb.choice(state, seat, []) if verb.args else None
    return choice is None or choice.is_possible()


def sample(verb: Verb[S, Any], state: S, seat: str, dice: Dice) -> Action | None:
    """A random legal action of this verb, or ``None`` where a branch turns out to be empty."""
    return _filled(verb, state, seat, lambda choice: choice.sample(dice))


def usual(verb: Verb[S, Any], state: S, seat: str) -> Action | None:
    """The action that the umpire himself proposes: every argument at its default or its first legal value.

    ``None`` where there is no such answer, or where it is not legal as a whole. Nobody proposes a way through the map.
    """
    action = _filled(verb, state, seat, _proposed)
    return None if action is None or verb.judge(state, seat, action) is not None else action


def last_resort(verbs: Iterable[Verb[S, Any]], state: S, seat: str, dice: Dice) -> Action:
    """Anything the rules allow, for a bot that is out of ideas: ends of phases first, drawn where drawing finds one."""
    order = sorted(verbs, key=lambda verb: not verb.ends)
    for verb in order:
        for _ in range(DRAWS if verb.args else 1):
            action = sample(verb, state, seat, dice)
            if action is not None and verb.judge(state, seat, action) is None:
                return action
    for action in (action for verb in order for action in leaves(verb, state, seat)):
        return action
    raise LookupError(f"{seat} is asked at {state.here.at} and has no legal answer")


def _proposed(choice: Choice) -> Any:
    match choice:
        case Path():
            return None
        case OneOf():
            return choice.default if choice.default is not None else next(iter(choice.pool), None)
        case Number():
            return choice.default if choice.default is not None else choice.least
        case _:
            return choice.default


def _filled(verb: Verb[S, Any], state: S, seat: str, answer: Callable[[Choice], Any]) -> Action | None:
    """A verb with an answer to each of its arguments in turn; ``None`` where one has none."""
    if verb.allow is not None and verb.allow(state, seat) is not None:
        return None
    values: list[Any] = []
    named: dict[str, Any] = {}
    for name, _ in verb.args:
        choice = verb.choice(state, seat, values)
        if choice is None:
            values.append(verb.default(name))
            continue
        value = answer(choice)
        if value is None:
            return None
        values.append(value)
        named[name] = value
    action: Action = verb.action(**named)
    return action


def leaves(verb: Verb[S, Any], state: S, seat: str, limit: int = 1000) -> Iterator[Action]:
    """Legal actions of a verb whose arguments are all single choices or numbers, up to a limit; the rest by default."""
    if verb.allow is not None and verb.allow(state, seat) is not None:
        return

    def below(named: dict[str, Any], values: list[Any]) -> Iterator[Action]:
        if len(values) == len(verb.args):
            yield verb.action(**named)
            return
        name, _ = verb.args[len(values)]
        choice = verb.choice(state, seat, values)
        if choice is None:
            yield from below(named, [*values, verb.default(name)])
            return
        for value in _values(choice):
            yield from below({**named, name: value}, [*values, value])

    yield from islice(below({}, []), limit)


def _values(choice: Choice) -> Iterable[Any]:
    """All answers of a simple choice; of the others the default and, where possible, each single answer."""
    match choice:
        case OneOf():
            return choice.pool
        case Number():
            return range(choice.least, choice.most + 1)
        case SomeOf():
            sure = choice.surely()
            tries: list[Any] = [sure] if sure is not None else []
            tries += [()] + [(one,) for one in choice.legal] + [choice.legal[: choice.limit]]
        case Amounts():
            tries = [choice.default] if choice.default is not None else []
            tries += [{}] + [{kind: 1} for kind in choice.limits]
        case Path():
            tries = [()] + [(step,) for step in choice.steps(())]
    kept: list[Any] = []
    for value in tries:
        if choice.refusal(value) is None and value not in kept:
            kept.append(value)
    return kept
