"""Catalogues: tables of messages read from ``locale/<lang>.json``, and a voice that speaks from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.texts.message import MessageError
from sandtable.texts.rendering import Names, Value, bare_names, format, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.resources.abc import Traversable


class CatalogueError(ValueError):
    """A catalogue that is missing, damaged, or at odds with another."""


def load(lang: str, package: str) -> dict[str, str]:
    """The messages of a package in one language, from its ``locale`` folder; they are parsed when first spoken."""
    folder = _locale_folder(package)
    known = sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json"))
    if lang not in known:
        raise CatalogueError(f"{package} does not speak {lang!r}; it has {', '.join(known) or 'no languages'}")
    return _table((folder / f"{lang}.json").read_bytes(), f"{package}: locale/{lang}.json")


def _locale_folder(package: str) -> Traversable:
    from importlib.resources import files

    try:
        folder = files(package) / "locale"
    except (ModuleNotFoundError, TypeError, ValueError) as error:
        raise CatalogueError(f"there is no package {package!r} to read messages from") from error
    if not folder.is_dir():
        raise CatalogueError(f"{package} has no folder 'locale'; add one with a file such as en.json")
    return folder


def _table(content: bytes, where: str) -> dict[str, str]:
    """Messages from the bytes of a catalogue, or an error that names the place to mend."""
    import json

    def pairs_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        table: dict[str, object] = {}
        for key, value in pairs:
            if key in table:
                raise CatalogueError(f"{where}: key {key!r} stands twice; keep one")
            table[key] = value
        return table

    try:
        table = json.loads(content.decode("utf-8-sig"), object_pairs_hook=pairs_once)
    except UnicodeDecodeError as error:
        raise CatalogueError(f"{where}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        raise CatalogueError(f"{where}: line {error.lineno}, column {error.colno}: {error.msg}") from error
    if not isinstance(table, dict):
        raise CatalogueError(f"{where}: must be one JSON object of keys and messages, not {_json_kind(table)}")
    for key, message in table.items():
        if not isinstance(message, str):
            raise CatalogueError(f"{where}: the message of {key!r} must be text, not {_json_kind(message)}")
    return table


def _json_kind(value: object) -> str:
    """What JSON calls a value."""
    match value:
        case None | bool():
            return "null" if value is None else str(value).lower()
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"


class Catalogue:
    """All that can be said in one language: the product's messages and a game's."""

    def __init__(self, lang: str, tables: Iterable[Mapping[str, str]], names: Names = bare_names) -> None:
        """Merge the tables; a key that stands in two of them is an error, because neither may silence the other."""
        self.lang = lang
        self.names = names
        self.missing: dict[str, None] = {}
        """Keys that were asked for and could not be spoken, in order; a test that plays a game wants this empty."""
        self._messages: dict[str, str] = {}
        for table in tables:
            if clash := sorted(table.keys() & self._messages.keys()):
                raise CatalogueError(f"two {lang} catalogues share keys; rename them in one: {', '.join(clash)}")
            self._messages.update(table)

    def __contains__(self, key: object) -> bool:
        return key in self._messages

    def say(self, key: str, /, **params: Value) -> str:
        """The message of a key, filled in; without a readable one, the key and the parameters as they are."""
        message = self._messages.get(key)
        if message is not None:
            try:
                return format(message, params, self.lang, self.names)
            except MessageError:  # the tests of the catalogues name the fault; a player still has to read something
                pass
        self.missing[key] = None
        return " ".join([f"⟨{key}⟩", *(f"{name}={self.shown(value)}" for name, value in params.items())])

    def shown(self, value: Value) -> str:
        """A value as it would stand in a message."""
        return shown(value, self.lang, self.names)
