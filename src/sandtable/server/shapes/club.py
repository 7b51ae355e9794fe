"""What is said about what people play for: ratings and tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from sandtable.server.shapes.base import Body, Caption, Fact, Line, Milliseconds, Word
from sandtable.server.shapes.tables import ClockRule


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


# --- tournaments ------------------------------------------------------------------------------------------------------


class TournamentPlan(Body, frozen=True):
    """How a tournament is played: its system, how many may enter, how long a round lasts, the clock of every game."""

    system: Literal["swiss", "round_robin"] = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=11)] = 0
    """Rounds of a Swiss tournament; 0 for as many as find a winner. A round-robin has as many as it needs."""
    days: Annotated[int, Meta(ge=1, le=120)] = 30
    """Days that a round may last."""
    places: Annotated[int, Meta(ge=2, le=64)] = 16
    clock: ClockRule = ClockRule(kind="correspondence")
    rated: bool = False


class NewTournament(Body, frozen=True):
    """Asks for a tournament."""

    name: Annotated[Caption, Meta(min_length=2)]
    game: Word
    scenario: Word
    options: dict[str, Any] = {}
    plan: TournamentPlan = TournamentPlan()


class Somebody(Body, frozen=True):
    """An account by its name."""

    name: Line


class TournamentInfo(Fact, frozen=True):
    """A tournament as a list shows it."""

    id: str
    name: str
    game: str
    scenario: str
    plan: TournamentPlan
    status: Literal["open", "running", "over", "cancelled"]
    round: int
    rounds: int
    """How many there will be; 0 while that depends on who enters."""
    deadline: Milliseconds
    """When the round ends; 0 where none is played."""
    organiser: str
    created: Milliseconds
    entrants: int
    now: Milliseconds


class TournamentRow(Fact, frozen=True):
    """Somebody's place in a tournament; before it begins the order in which they entered."""

    rank: int
    name: str
    points: float
    buchholz: float
    berger: float
    won: int
    is_out: bool
    is_me: bool


class TournamentGame(Fact, frozen=True):
    """A pairing. Without a second player it is a bye, without points it is being played."""

    first: str
    second: str
    table: str
    points: float | None
    against: float | None
    how: str


class TournamentRound(Fact, frozen=True):
    """The pairings of a round."""

    number: int
    games: tuple[TournamentGame, ...]


class Tournament(Fact, frozen=True):
    """A tournament with everything that is known about it, and what whoever asks may do."""

    info: TournamentInfo
    sides: tuple[str, ...]
    standings: tuple[TournamentRow, ...]
    rounds: tuple[TournamentRound, ...]
    is_organiser: bool
    may_enter: bool
    may_leave: bool


class TournamentList(Fact, frozen=True):
    """Tournaments, the newest first, and whether whoever asks may organise one."""

    tournaments: tuple[TournamentInfo, ...]
    may_organise: bool
