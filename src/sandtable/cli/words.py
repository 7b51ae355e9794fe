"""Actions as people type them: ``move unit="73 Inf Div" to=3606``, or JSON as on the wire."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

from sandtable.kernel import Action, Game, Scenario
from sandtable.kernel.actions import name_of
from sandtable.kernel.changes import field_types
from sandtable.kernel.codec import Malformed
from sandtable.kernel.naming import resolve, whole

Option = TypeVar("Option")


def picked(text: str, options: Sequence[Option]) -> Option | None:
    """What a number on a list from 1 on stands for."""
    place = whole(text) or 0
    return options[place - 1] if 1 <= place <= len(options) else None


def read_action(game: Game[Any], scenario: Scenario, words: Sequence[str]) -> Action:
    """A whole action from words; raises :class:`Malformed` or ``UnknownThing`` with what is wrong."""
    given = read_partial(game, scenario, words)
    kind = game.verbs[given["do"]].action
    try:
        action: Action = msgspec.convert(given, kind)
    except msgspec.ValidationError as problem:
        raise Malformed(f"{given['do']}: {problem}; it takes {_arguments(kind)}") from None
    return action


def read_partial(game: Game[Any], scenario: Scenario, words: Sequence[str]) -> dict[str, Any]:
    """The verb and the arguments that were given, each as the game's own type."""
    if not words:
        return {}
    data = _from_json(" ".join(words)) if words[0].lstrip().startswith("{") else _from_words(game, words)
    kind = _kind(game, data.get("do"))
    hints = field_types(kind)
    found: dict[str, Any] = {"do": data.pop("do")}
    for name, value in data.items():
        if name not in hints:
            raise Malformed(f"{found['do']} does not take {name!r}; it takes {_arguments(kind)}")
        found[name] = typed(scenario, kind, name, value)
    return found


def _from_json(text: str) -> dict[str, Any]:
    """An object as on the wire; the text begins with its brace."""
    try:
        data: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Malformed(f"this is not JSON: {problem}") from None
    return data


def _from_words(game: Game[Any], words: Sequence[str]) -> dict[str, Any]:
    """``verb name=value ...``; values without a name fill the arguments in their order."""
    verb, *rest = words
    hints = field_types(_kind(game, verb))
    data: dict[str, Any] = {"do": verb}
    for word in rest:
        name, equals, text = word.partition("=")
        if not equals:
            name = next((field for field in hints if field not in data), "")
            text = word
            if not name:
                raise Malformed(f"{verb} does not take so many arguments; it takes {', '.join(hints) or 'none'}")
        if name in data:
            raise Malformed(f"{name!r} is given twice")
        data[name] = _split(hints.get(name), text)
    return data


def _kind(game: Game[Any], word: Any) -> type[Action]:
    verb = game.verbs.get(word) if isinstance(word, str) else None
    if verb is None:
        raise Malformed(f"there is no action {word!r}; there is {', '.join(sorted(game.verbs))}")
    kind: type[Action] = verb.action
    return kind


def _split(hint: Any, text: str) -> Any:
    """A word as data: lists between commas, amounts as ``inf:2,tank:1``, or JSON for either."""
    shape = _shape(hint)
    if shape in (tuple, list, dict) and text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise Malformed(f"{text} is not JSON: {problem}") from None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if shape in (tuple, list):
        return parts
    if shape is dict:
        if wrong := [part for part in parts if ":" not in part]:
            raise Malformed(f"amounts are written as kind:number, such as infantry:2; this is {wrong[0]!r}")
        return {part.rpartition(":")[0].strip(): part.rpartition(":")[2].strip() for part in parts}
    return text


def _shape(hint: Any) -> Any:
    """The outermost plain type of a hint, without annotations and without ``None``."""
    while hasattr(hint, "__metadata__"):
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        return next((_shape(option) for option in get_args(hint) if option is not type(None)), None)
    return get_origin(hint) or hint


def typed(scenario: Scenario, kind: type[Action], name: str, value: Any) -> Any:
    """An argument as the action's own type, with names replaced by ids."""
    hint = field_types(kind)[name]
    resolved = resolve(scenario, hint, value)
    try:
        return msgspec.convert(resolved, hint, strict=False)
    except (msgspec.ValidationError, RecursionError) as problem:
        raise Malformed(f"{name_of(kind)}: {name}: {problem}") from None


def _arguments(kind: type[Action]) -> str:
    return ", ".join(kind.__struct_fields__) or "no arguments"
