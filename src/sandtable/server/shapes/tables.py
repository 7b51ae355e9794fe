"""What is said about tables: who sits there, how it stands, what was agreed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sandtable.kernel.prompts import Outcome
from sandtable.server.shapes.base import Body, Fact, Line, Milliseconds, Word


class ClockRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How time is kept: not at all, minutes for the game plus seconds per answer, or days for each answer."""

    kind: Literal["none", "live", "correspondence"] = "none"
    minutes: Annotated[int, Meta(ge=1, le=6000)] = 60
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    days: Annotated[int, Meta(ge=1, le=60)] = 3


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the owner of a table decides about it."""

    title: Line = ""
    listed: bool = True
    """Whether people who were not invited find it in the lobby."""
    spectators: bool = True
    delay: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """Seconds by which spectators are behind."""
    clock: ClockRule = ClockRule()
    think: Annotated[int, Meta(ge=1, le=120)] = 40
    """Seconds that a bot may think about one answer."""
    rated: bool = False
    """Whether it counts for the ladder: one player against another, with a clock, on a server with accounts."""
    origin: Line = ""
    """Of a table for analysis: the table and the step that it goes on from, or ``case``."""


class Chair(Body, frozen=True):
    """Who shall sit on a seat when a table is made."""

    who: Literal["me", "open", "bot"] = "open"
    bot: Word = ""


Entropy = Annotated[str, Meta(pattern="^([0-9a-f]{2}){0,32}$")]
"""Up to 32 bytes in hex."""


class NewTable(Body, frozen=True):
    """Asks for a table. Seats that are not named stay open; in local mode they are ours."""

    game: Word
    scenario: Word
    options: dict[str, Any] = {}
    seats: dict[str, Chair] = {}
    settings: Settings = Settings()
    start: bool = False
    entropy: Entropy = ""
    """What our seats mix into the seed of the dice."""


class SettingsChange(Body, frozen=True):
    """New settings of a table that has not begun; while it runs only title, listed, spectators, delay and think."""

    settings: Settings


class SeatState(Fact, frozen=True):
    """A seat at a table and who sits there."""

    seat: str
    kind: Literal["open", "person", "bot", "reserved"]
    name: str = ""
    bot: str = ""
    mine: bool = False
    present: bool = False
    resigned: bool = False
    asked: bool = False
    clock: Milliseconds | None = None
    """Time left as of ``TableInfo.now``; it runs while ``asked``."""
    trouble: str = ""
    """What the bot on this seat stumbled over, in English, if anything."""


class Proposal(Fact, frozen=True):
    """Something that needs the consent of all."""

    kind: Literal["draw", "rewind"]
    by: str
    to: int | None
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    id: int = 0
    """Which proposal of the table it is: whoever replies says to which."""


class TableInfo(Fact, frozen=True):
    """A table as a list shows it; ``revision`` grows with every change that is not a step."""

    id: str
    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    status: Literal["open", "playing", "over"]
    settings: Settings
    owner: str
    is_owner: bool
    seats: tuple[SeatState, ...]
    seq: int
    revision: int
    created: Milliseconds
    changed: Milliseconds
    now: Milliseconds
    proposal: Proposal | None
    outcome: Outcome | None
    rematch: str
    tournament: str
    """The tournament that it is played in."""
    follows: str
    """The table before in a campaign."""
    """The id of the table where it is played again, if any."""
    commitment: str
    """The hash of the seed, told before anybody sits down."""
    seed: str | None
    """The seed of the dice, once the game is over."""
    entropy: dict[str, str]
    """What seats mixed into the seed, once the game has begun; before, whose seats will."""


class Join(Body, frozen=True):
    """Sit down. A seat with a bot on it is taken over."""

    seat: Word
    invitation: Annotated[str, Meta(max_length=400)] = ""
    entropy: Entropy = ""
    """What this seat mixes into the seed of the dice."""


class Leave(Body, frozen=True):
    """Stand up; in a running game a bot takes the seat."""

    seat: Word
    bot: Word = "random"


class SeatChange(Body, frozen=True):
    """Put a bot on a seat, or free it (owner, or whoever sits there)."""

    who: Literal["open", "bot"]
    bot: Word = "random"


class NewInvitation(Body, frozen=True):
    """Asks for a link that lets whoever has it sit down, once; without a seat, on any open one."""

    seat: Word = ""
    days: Annotated[int, Meta(ge=1, le=90)] = 14


class Invitation(Fact, frozen=True):
    """A link for a friend."""

    id: int
    token: str
    path: str
    seat: str
    expires: Milliseconds


class Invited(Fact, frozen=True):
    """What an invitation is for."""

    table: TableInfo
    seat: str
