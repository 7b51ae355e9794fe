"""What is said about what people play for: ratings and tournaments."""

from __future__ import annotations

from sandtable.server.shapes.base import Fact, Milliseconds


class LadderRow(Fact, frozen=True):
    """Somebody on the ladder of a game."""

    name: str
    is_bot: bool
    is_me: bool
    side: str
    rating: int
    deviation: int
    is_sure: bool
    """Whether enough is known for the figure to mean something."""
    won: int
    drawn: int
    lost: int
    at: Milliseconds


class RatedSide(Fact, frozen=True):
    """One side of a rated game: 1, 0.5 or 0 points, and the rating before and after."""

    side: str
    name: str
    is_bot: bool
    points: float
    before: int
    after: int


class RatedGame(Fact, frozen=True):
    """A game that counted; its table may be gone."""

    table: str
    at: Milliseconds
    how: str
    first: RatedSide
    second: RatedSide


class Ladder(Fact, frozen=True):
    """The ladder of a game, those who are surely strongest first."""

    game: str
    rows: tuple[LadderRow, ...]
    results: tuple[RatedGame, ...]
