"""Questions that change nothing, and the replies to them: overlays on the map, the chances of a fight not yet begun.

A game replies from a view, so a reply can say no more than its seat knows. Shares are whole ten-thousandths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel.modifiers import Modifier
from sandtable.kernel.refusals import Id, Param, Refusal

WHOLE = 10_000
"""The share of something that is certain."""


class Overlay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to lay over the map: a number or word on places, lines between them, and where it springs from."""

    places: dict[str, int | str]
    lines: tuple[tuple[str, str], ...] = ()
    sources: tuple[str, ...] = ()
    rule: str = ""


class Phrase(Struct, frozen=True, omit_defaults=True):
    """Words to be said in the reader's language."""

    key: str
    params: dict[str, Param] = {}


class Figure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A strength as a player wants to see it: the number, and every reason for it."""

    total: str
    modifiers: tuple[Modifier, ...] = ()


class Chance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that can come of a fight. ``tone`` is ``good``, ``bad`` or ``even`` for the attacker."""

    key: str
    params: dict[str, Param] = {}
    share: int
    tone: str = "even"


class WhatIf(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that could be added or left out; ask again with ``params`` to see what it would change."""

    key: str
    words: dict[str, Param] = {}
    params: dict[str, Any]
    active: bool = False


class Odds(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The chances of a fight: both strengths, the column where there is a chart, and what comes how often.

    ``outcomes`` come worst for the defender first and their shares add up to ``WHOLE``, up to rounding; where both
    sides have outcomes of their own (``odds.defender.*``, then ``odds.attacker.*``), those of each side do. ``notes``
    are further sentences (mean losses, rounds). ``error`` is the error of a sampled share, ``0`` where it is exact.
    """

    title: Phrase
    attack: Figure
    defence: Figure
    columns: tuple[str, ...] = ()
    column: str = ""
    shifts: tuple[Modifier, ...] = ()
    outcomes: tuple[Chance, ...] = ()
    notes: tuple[Phrase, ...] = ()
    options: tuple[WhatIf, ...] = ()
    error: int = 0


class Order(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One order of a menu: what it costs, how likely it comes off, or why it cannot be given now.

    ``share`` is left out where nothing is drawn or rolled: it always comes off. ``draws`` is how many cards or dice.
    """

    do: str
    rule: str = ""
    group: str = ""
    cost: int = 1
    share: int | None = None
    draws: int = 0
    refusal: Refusal | None = None


class Menu(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that one piece can be ordered to do now, and what threatens it where it stands."""

    piece: Id
    orders: tuple[Order, ...]
    stays: Odds | None = None
    """What would come of it if it stays; left out where nothing threatens it."""


class Suggestion(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Answers that the umpire proposes, in their order, each legal after the one before it.

    A hand takes all of them at once, or gives others. ``lines`` show on the map what would go where.
    """

    title: Phrase
    actions: tuple[dict[str, Any], ...]
    lines: tuple[tuple[str, str], ...] = ()


class Plate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Pieces of one kind that hit on one value; ``out`` are those of them that are hit and have still to fire."""

    kind: str
    value: int
    pieces: tuple[Id, ...]
    out: tuple[Id, ...] = ()
    hurt: int = 0
    """How many of them are damaged and stay."""


class Force(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side of a battle: who, with what, and what it is worth."""

    seats: tuple[str, ...]
    plates: tuple[Plate, ...]
    worth: int = 0


class BattleBoard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle with dice by unit, both sides face to face. The view of it knows no rule."""

    place: Id
    round: int
    attack: Force
    defence: Force


class PlannedBattle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle that the moves made so far will bring: where, with what chances; none where nobody defends."""

    place: Id
    odds: Odds | None = None


class Plan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What comes of the moves of a phase that stand before any dice: the battles, and what pieces have left to fly."""

    battles: tuple[PlannedBattle, ...] = ()
    left: dict[str, int] = {}
    """By piece: what it has left after its move, where it has to come home from there."""


class Tile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit on a display: what it is called, what it is worth now, and what it does."""

    id: Id
    seat: str
    name: str
    values: str
    side: str = ""
    """Whose colours it has, where that is not its seat's."""
    note: str = ""
    state: str = ""
    """A word for where it is: ready, flown, aborted."""
    task: str = ""
    """A word for what it was sent to do."""
    role: str = ""
    """The argument that it is usually sent for, where it could be sent for several."""
    hurt: bool = False


class Stock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Units of one base."""

    title: Phrase
    tiles: tuple[Tile, ...]
    note: Phrase | None = None


class Duel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Units that face each other, and how often either side is out of it: the right one, then the left one."""

    left: tuple[Id, ...]
    right: tuple[Id, ...]
    out: tuple[int, int] | None = None


class Contest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A contest of two wings: who faces whom, who faces nobody, and what will come of it."""

    title: Phrase
    rule: str = ""
    duels: tuple[Duel, ...] = ()
    left: tuple[Id, ...] = ()
    right: tuple[Id, ...] = ()
    scale: tuple[Chance, ...] = ()


class Task(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mission that is under way, or one that could be sent: ``partial`` is how its answer begins."""

    id: str
    title: Phrase
    seat: str
    units: tuple[Id, ...] = ()
    outcomes: tuple[Chance, ...] = ()
    notes: tuple[Phrase, ...] = ()
    rule: str = ""
    place: Id = 0
    partial: dict[str, Any] | None = None


class Gauge(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A track: where it stands, how far it goes, and what is about to be taken away from it."""

    title: Phrase
    seat: str
    value: int
    most: int
    due: int = 0


class Display(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A display beside the map: stock, contest, missions and tracks. The view of it knows no rule.

    ``of`` is the domain of its tiles; ``asked`` whether the question at hand is about them. ``against`` says of the
    unit in hand how often each opponent is out, and how often it is out itself.
    """

    of: str
    stocks: tuple[Stock, ...]
    contest: Contest | None = None
    tasks: tuple[Task, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    against: dict[str, tuple[int, int]] = {}
    asked: bool = False


Reply = Overlay | Odds | Menu | Suggestion | BattleBoard | Plan | Display | None
Query = Callable[[Any, str, Mapping[str, Any]], Reply]
"""``(what the seat knows of the position, seat, params) -> reply``; ``None`` where there is nothing to say now."""
