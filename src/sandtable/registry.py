"""The games that there are: their manifests without loading a rule, and the games themselves when asked for.

A package below ``sandtable.games`` with a ``manifest.toml`` is a game; it can be played once it defines ``GAME``.
Tests, and those who write a game, name further modules in the environment: ``SANDTABLE_GAMES=my.game,my.other``.
"""

from __future__ import annotations

import importlib
import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct, structs

if TYPE_CHECKING:
    from sandtable.kernel import Game

ENVIRONMENT = "SANDTABLE_GAMES"
HOME = "sandtable.games"
MANIFEST = "manifest.toml"

Words = dict[str, str]
"""One text per language."""


class Seat(Struct, frozen=True):
    """A seat of a game and what it is called in each language."""

    id: str
    title: Words = {}
    side: str = ""
    """The alliance that one person may play as a whole, where a game has several seats on a side."""


class Players(Struct, frozen=True):
    """How many people may share the seats."""

    min: int = 1
    max: int = 1


class Rules(Struct, frozen=True):
    """Which version of the rulebook is implemented."""

    version: str = "0"


class Credits(Struct, frozen=True):
    """The published game."""

    game: str = ""
    designers: tuple[str, ...] = ()
    publisher: str = ""
    notice: Words = {}


class Manifest(Struct, frozen=True, kw_only=True):
    """What a game says about itself before any of its code is loaded."""

    id: str
    status: Literal["planned", "playable"] = "planned"
    title: Words = {}
    subtitle: Words = {}
    players: Players = Players()
    seats: tuple[Seat, ...] = ()
    rules: Rules = Rules()
    credits: Credits = Credits()

    @property
    def is_playable(self) -> bool:
        """Whether its rules are there to be played."""
        return self.status == "playable"

    def name(self, lang: str) -> str:
        """Its title in a language; where there is none, in English, else its id."""
        return self.title.get(lang) or self.title.get("en") or self.id


class UnknownGame(LookupError):
    """No game has this id; says which there are."""

    def __init__(self, given: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no game {given!r}; there is {', '.join(known)}")
        self.given, self.known = given, known


class NotPlayable(LookupError):
    """A game that is planned: it has a manifest and no rules yet."""

    def __init__(self, given: str, known: tuple[str, ...]) -> None:
        there_is = f"playable today: {', '.join(known)}" if known else "no game is playable yet"
        super().__init__(f"{given} is planned and cannot be played yet; {there_is}")
        self.given, self.known = given, known


class BadModule(LookupError):
    """A module named in the environment, or a manifest, that holds no game."""


def games() -> tuple[Manifest, ...]:
    """The manifests of all games: those of the product by id, then those that the environment names.

    A module that has the id of a planned game is that game: this is how one is played before it is announced.
    """
    found = {one.id: one for one in map(_read_manifest, _manifests())}
    for module in _extra_modules():
        game = _game_in(module)
        planned = found.get(game.id)
        found[game.id] = _manifest_of(game) if planned is None else structs.replace(planned, status="playable")
    return tuple(found.values())


def manifest(game_id: str) -> Manifest:
    """The manifest of one game; raises :class:`UnknownGame`."""
    found = games()
    for one in found:
        if one.id == game_id:
            return one
    raise UnknownGame(game_id, tuple(one.id for one in found))


def game(game_id: str) -> Game[Any]:
    """A game that can be played; raises :class:`UnknownGame` or :class:`NotPlayable`."""
    found: Game[Any] | None = getattr(importlib.import_module(package(game_id)), "GAME", None)
    if found is None:
        raise NotPlayable(game_id, tuple(one.id for one in games() if one.is_playable))
    return found


def package(game_id: str) -> str:
    """The package or module that a game lives in; its words are in ``locale`` beside it, its bots in ``bots``."""
    for module in _extra_modules():
        if _game_in(module).id == game_id:
            return module
    if any(file.parent.name == game_id for file in _manifests()):
        return f"{HOME}.{game_id}"
    raise UnknownGame(game_id, tuple(one.id for one in games()))


def _folder() -> Path:
    return Path(str(importlib.import_module(HOME).__file__)).parent


def _manifests() -> list[Path]:
    return sorted(_folder().glob(f"*/{MANIFEST}"))


def _read_manifest(file: Path) -> Manifest:
    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Manifest)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise BadModule(f"{file.parent.name}/{file.name} cannot be read: {problem}") from None
    if found.id != file.parent.name:
        raise BadModule(f"{file.parent.name}/{file.name} says id = {found.id!r}; the id is the name of the folder")
    return found


def _extra_modules() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in os.environ.get(ENVIRONMENT, "").split(",") if name.strip()))


def _game_in(module: str) -> Game[Any]:
    try:
        found: Game[Any] | None = getattr(importlib.import_module(module), "GAME", None)
    except ImportError as problem:
        raise BadModule(f"{ENVIRONMENT} names {module}, which cannot be imported: {problem}") from None
    if found is None:
        raise BadModule(f"{ENVIRONMENT} names {module}, which defines no GAME")
    return found


def _manifest_of(game: Game[Any]) -> Manifest:
    """What can be said of a game that has no manifest: its own words for everything."""
    seats = tuple(dict.fromkeys(seat for info in game.scenarios() for seat in info.seats))
    return Manifest(
        id=game.id,
        status="playable",
        title={"en": game.id},
        players=Players(1, len(seats)),
        seats=tuple(Seat(seat) for seat in seats),
        rules=Rules(game.version),
    )
