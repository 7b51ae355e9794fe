"""Names of things: from what a person writes to the id the game uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, get_args, get_origin

from sandtable.kernel.refusals import Id
from sandtable.kernel.state import Scenario

SOON_SAID = 24
"""How many names are few enough to be listed to somebody who knows none of them."""


FITS = 60
"""So much of a name that nobody knows is said again."""
_WHOLE = re.compile("-?[0-9]{1,18}")


class UnknownThing(LookupError):
    """A name that is not known, or that could be several things."""


def whole(text: str) -> int | None:
    """The whole number that a text is; ``None`` for ``--5``, ``²`` and what has more digits than anything counted."""
    return int(text) if _WHOLE.fullmatch(text) else None


def domain(hint: Any) -> str:
    """What an annotated id names (``place``, ``piece``), or an empty string."""
    for meta in getattr(hint, "__metadata__", ()):
        extra = getattr(meta, "extra", None)
        if extra and "of" in extra:
            return str(extra["of"])
    return ""


def is_called(name: str, wanted: str) -> bool:
    """Whether a folded word means a name: all of it, or one of two names of a place, as in Hamhung/Hungnam."""
    folded = name.casefold()
    return wanted == folded or (" " not in folded and wanted in folded.split("/"))


def find(scenario: Scenario, of: str, text: Id) -> Id:
    """The id that a name or an id stands for."""
    known: Mapping[Id, str] = scenario.names.get(of, {})
    if not known or text in known:
        return text
    if isinstance(text, str) and (number := whole(text)) is not None and number in known:
        return number
    wanted = str(text).casefold()
    other: Mapping[str, Id] = scenario.aliases.get(of, {})
    if wanted in other:
        return other[wanted]
    hits = [key for key, name in known.items() if is_called(name, wanted)]
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise UnknownThing(f"{text!r} may be {of} {' or '.join(str(h) for h in hits)}")
    near = get_close_matches(wanted, [name.casefold() for name in known.values()], n=3)
    hint = [name for name in known.values() if name.casefold() in near]
    said = text[:FITS] if isinstance(text, str) else text
    raise UnknownThing(f"there is no {of} {said!r}" + _instead(hint, known))


def _instead(near: list[str], known: Mapping[Id, str]) -> str:
    """What somebody may have meant, or all there is where that is soon said."""
    if near:
        return f"; did you mean {' or '.join(near[:3])}?"
    return f"; there is {', '.join(dict.fromkeys(known.values()))}" if len(known) <= SOON_SAID else ""


def resolve(scenario: Scenario, hint: Any, value: Any) -> Any:
    """Plain data with every name replaced by its id, guided by the annotations of the type it is meant for."""
    if of := domain(hint):
        bare = get_args(hint)[0]
        if get_origin(bare) is dict and isinstance(value, dict):
            return {find(scenario, of, key): resolve(scenario, get_args(bare)[1], row) for key, row in value.items()}
        if get_origin(bare) is tuple and isinstance(value, list | tuple):
            return [find(scenario, of, one) for one in value]
        return find(scenario, of, value) if isinstance(value, int | str) and not isinstance(value, bool) else value
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple and isinstance(value, list | tuple):
        return [resolve(scenario, args[0], one) for one in value]
    if origin is dict and isinstance(value, dict):
        return {resolve(scenario, args[0], key): resolve(scenario, args[1], one) for key, one in value.items()}
    if args and origin is not None and value is not None:
        for option in args:
            if domain(option):
                return resolve(scenario, option, value)
    return value


def label(scenario: Scenario, of: str, thing: Id) -> str:
    """What a thing is called; its id where it has no name."""
    return scenario.names.get(of, {}).get(thing, str(thing))
