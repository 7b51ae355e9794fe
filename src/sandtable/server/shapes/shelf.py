"""What is said about the games on the shelf: what there is, how it looks, its rules and words."""

from __future__ import annotations

from typing import Any

from sandtable.inventory import RuleEntry
from sandtable.kernel.sheets import Sheet
from sandtable.server.shapes.base import Fact

Words = dict[str, str]


class SeatInfo(Fact, frozen=True):
    """A seat of a game with its title per language."""

    id: str
    title: Words = {}
    side: str = ""


class ScenarioShape(Fact, frozen=True):
    """A scenario; its title is the catalogue key ``scenario.<name>``."""

    name: str
    seats: tuple[str, ...]
    minutes: int = 0


class GameInfo(Fact, frozen=True):
    """A game on the shelf."""

    id: str
    playable: bool
    title: Words
    subtitle: Words
    players: tuple[int, int]
    seats: tuple[SeatInfo, ...]
    rules: str
    credits: str
    notice: Words


class PhaseInfo(Fact, frozen=True):
    """A phase of the sequence of play; its name is the catalogue key ``step.<name>``."""

    at: str
    name: str
    rule: str
    phases: tuple[PhaseInfo, ...]


class GameDetail(Fact, frozen=True):
    """A game with everything that is chosen before it is played."""

    info: GameInfo
    scenarios: tuple[ScenarioShape, ...]
    options: dict[str, Any]
    """JSON Schema of the options; each has a default."""
    bots: tuple[str, ...]
    sequence: tuple[PhaseInfo, ...]
    """The sequence of play as a tree; the client draws the breadcrumb from it."""
    queries: tuple[str, ...]
    hides: bool
    """Whether seats know different things, so that people around one screen must hand it over unseen."""
    tasks: tuple[str, ...] = ()
    """Single tasks that a person can hand to the computer; their names are the catalogue keys ``task.<name>``."""


class TableShape(Fact, frozen=True):
    """A table of the state: what its keys name, and which fields of its rows name something."""

    of: str
    fields: dict[str, str]
    """The domain by field, for one id or a list of them; a row that is no object has its domain under ``""``."""


class Board(Fact, frozen=True):
    """What never changes in a game: drawing data (if the game has any) and the names of things by domain and id."""

    game: str
    scenario: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    names: dict[str, dict[str, str]]
    tables: dict[str, TableShape]
    board: Any = None


class SheetList(Fact, frozen=True):
    """The charts of a game as players read them; words are catalogue keys, figures stand as printed."""

    sheets: tuple[Sheet, ...]


class RuleList(Fact, frozen=True):
    """Rule entries that were looked for; ``total`` counts all that fit."""

    total: int
    rules: tuple[RuleEntry, ...]


class Locale(Fact, frozen=True):
    """The messages of one language: the product's and, if a game was named, its own."""

    lang: str
    messages: dict[str, str]
