"""Options of a game on the command line: which there are, what they may be, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from sandtable.cli.faults import USAGE, Fault
from sandtable.kernel.naming import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.cli.speech import Speech
    from sandtable.kernel import Game

YES_OR_NO = ("true", "false")
ALSO = ("1", "0")
"""Other ways to say yes and no."""


def choices(game: Game[Any], name: str) -> tuple[str, ...]:
    """What an option may be, where that is a list."""
    hint = get_type_hints(game.options)[name]
    if hint is bool:
        return YES_OR_NO
    return tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()


def check(game: Game[Any], name: str, value: str) -> None:
    """Refuse a value that an option cannot have, and say which it can; the game itself refuses unknown options."""
    if name not in game.options.__struct_fields__:
        return
    known = choices(game, name)
    if known and value.casefold() not in (*known, *(ALSO if known == YES_OR_NO else ())):
        raise Fault(USAGE, "cli.option_choice", option=name, given=value, known=list(known))
    if get_type_hints(game.options)[name] is int and whole(value) is None:
        raise Fault(USAGE, "cli.option_number", option=name, given=value)


def described(game: Game[Any], defaults: dict[str, Any], speech: Speech) -> Iterator[str]:
    """One line for each option: as it is unless told, what else it may be, and what it means."""
    from sandtable.kernel import codec

    for name, default in defaults.items():
        value = default if isinstance(default, str) else codec.encode(default).decode()
        key = f"option.{name}"
        parts = (
            f"--option {name}={value}",
            f"({' | '.join(choices(game, name))})" if choices(game, name) else "",
            speech.say(key) if key in speech.texts else "",
        )
        yield "  ".join(filter(None, parts))
