"""What the parts of a case share: errors that know their place, and reading of fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel import codec, naming
from sandtable.kernel.actions import Action
from sandtable.kernel.changes import field_types
from sandtable.kernel.game import Game
from sandtable.kernel.match import read_action
from sandtable.kernel.state import Scenario

Where = tuple[str | int, ...]
"""The way to a value inside a case: ``("play", 2, "axis")``."""


class CaseError(ValueError):
    """A case that cannot be run, with the place of what is wrong."""

    def __init__(self, where: Where, message: str) -> None:
        super().__init__(message)
        self.where, self.message = where, message


def mapping(value: Any, where: Where) -> Mapping[str, Any]:
    """The value as a mapping, or a clear error."""
    if not isinstance(value, Mapping):
        raise CaseError(where, f"expected a mapping here, not {_kind(value)}")
    return value


def sequence(value: Any, where: Where) -> list[Any]:
    """The value as a list, or a clear error."""
    if not isinstance(value, list | tuple):
        raise CaseError(where, f"expected a list here, not {_kind(value)}")
    return list(value)


def known(value: Mapping[str, Any], names: tuple[str, ...], where: Where) -> None:
    """Raise on a key that is not among the names."""
    for key in value:
        if key not in names:
            raise CaseError((*where, str(key)), f"there is no {key!r} here; there is {', '.join(names)}")


def _kind(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case str():
            return f"the text {value!r}"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a mapping"
        case _:
            return repr(value)


def named(scenario: Scenario, hint: Any, value: Any, where: Where) -> Any:
    """Plain data with names turned into ids."""
    try:
        return naming.resolve(scenario, hint, value)
    except naming.UnknownThing as problem:
        raise CaseError(where, str(problem)) from None


def typed(hint: Any, value: Any, where: Where) -> Any:
    """Plain data as a typed value."""
    try:
        return codec.convert(value, hint)
    except codec.Malformed as problem:
        raise CaseError(where, str(problem)) from None


def seat_of(scenario: Scenario, value: Any, where: Where) -> str:
    """A seat of the scenario."""
    if value not in scenario.seats:
        raise CaseError(where, f"there is no seat {value!r}; there is {', '.join(scenario.seats)}")
    return str(value)


def arguments(game: Game[Any], scenario: Scenario, value: Any, where: Where) -> dict[str, Any]:
    """What a seat does: ``{move: "46 Inf Div", to: 3606}``, the verb's own value being its first argument."""
    given = dict(mapping(value, where))
    word = given.pop("do", None)
    if word is None:
        # The first key names the action; a later one may be an argument that is called like another verb.
        word = next((key for key in given if key in game.verbs), None)
        if word is None:
            raise CaseError(where, f"name one action; there is {', '.join(sorted(game.verbs))}")
        first = given.pop(word)
        fields = game.verbs[word].action.__struct_fields__
        if fields and fields[0] not in given and first is not None and first is not True:
            given = {fields[0]: first, **given}
    elif word not in game.verbs:
        raise CaseError((*where, "do"), f"there is no action {word!r}; there is {', '.join(sorted(game.verbs))}")
    kind: type[Action] = game.verbs[word].action
    hints = field_types(kind)
    for name in given:
        if name not in hints:
            raise CaseError((*where, name), f"{word} has no {name!r}; it has {', '.join(hints) or 'no arguments'}")
    found = {name: named(scenario, hints[name], one, (*where, name)) for name, one in given.items()}
    return {"do": word, **found}


def action_of(game: Game[Any], scenario: Scenario, value: Any, where: Where) -> Action:
    """A whole action."""
    data = arguments(game, scenario, value, where)
    try:
        return read_action(game, data)
    except codec.Malformed as problem:
        raise CaseError(where, str(problem)) from None
