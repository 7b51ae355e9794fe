"""What the server says and is told over REST. The same types check requests, write answers and describe the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandtable.kernel.log import Entry
from sandtable.kernel.offers import Offer
from sandtable.kernel.prompts import Outcome, Prompt
from sandtable.kernel.refusals import Param, Refusal

# A zero byte cannot be stored by every database, and no name or text needs control characters.
Name = Annotated[str, Meta(min_length=2, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
Password = Annotated[str, Meta(min_length=10, max_length=200)]
Line = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Prose = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]
Said = Annotated[str, Meta(min_length=1, max_length=2_000, pattern=r"^[^\x00]*$")]
Word = Annotated[str, Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]*$")]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Milliseconds = int
"""Times are milliseconds since 1970 in UTC; durations are milliseconds too."""


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything a client sends: a field we do not know is a mistake that the sender should hear of."""


class Fact(Struct, frozen=True, kw_only=True):
    """Base of everything the server answers."""


class Problem(Fact, frozen=True):
    """Why a request failed. ``code`` is for programs, ``text`` is English for people who write clients."""

    code: str
    text: str
    refusal: Refusal | None = None
    seq: int | None = None


class Empty(Fact, frozen=True):
    """Nothing more to say."""


# --- people -----------------------------------------------------------------------------------------------------------


class Account(Fact, frozen=True):
    """A person, as that person sees it."""

    id: int
    name: str
    email: str = ""
    webhook: str = ""
    notify: bool = False
    language: str = "en"


class Me(Fact, frozen=True):
    """Who is asking, and what this server is."""

    mode: Literal["local", "club"]
    registration: bool
    account: Account | None
    languages: tuple[str, ...]
    version: str


class SignUp(Body, frozen=True):
    """A new account."""

    name: Name
    password: Password
    email: Line = ""
    language: Word = "en"


class LogIn(Body, frozen=True):
    """Name and password."""

    name: Line
    password: Annotated[str, Meta(max_length=200)]


class Preferences(Body, frozen=True):
    """What may be changed about an account; what is left out stays."""

    email: Line | msgspec.UnsetType = msgspec.UNSET
    webhook: Line | msgspec.UnsetType = msgspec.UNSET
    notify: bool | msgspec.UnsetType = msgspec.UNSET
    language: Word | msgspec.UnsetType = msgspec.UNSET
    old_password: Annotated[str, Meta(max_length=200)] | msgspec.UnsetType = msgspec.UNSET
    new_password: Password | msgspec.UnsetType = msgspec.UNSET


class SessionInfo(Fact, frozen=True):
    """One log-in, so that its owner can end it."""

    id: str
    kind: Literal["browser", "token"]
    label: str
    created: Milliseconds
    seen: Milliseconds
    is_this: bool


class NewToken(Body, frozen=True):
    """Asks for a token for programs."""

    label: Line = ""


class Token(Fact, frozen=True):
    """A token; shown this once."""

    token: str


# --- games ------------------------------------------------------------------------------------------------------------

Words = dict[str, str]


class SeatInfo(Fact, frozen=True):
    """A seat of a game with its title per language."""

    id: str
    title: Words = {}


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


class GameDetail(Fact, frozen=True):
    """A game with everything that is chosen before it is played."""

    info: GameInfo
    scenarios: tuple[ScenarioShape, ...]
    options: dict[str, Any]
    """JSON Schema of the options; each has a default."""
    bots: tuple[str, ...]
    sequence: tuple[dict[str, Any], ...]
    """The sequence of play as a tree of ``{at, name, rule, phases}``; the client draws the breadcrumb from it."""
    queries: tuple[str, ...]


class Board(Fact, frozen=True):
    """What never changes in a game: drawing data (if the game has any) and the names of things by domain and id."""

    game: str
    scenario: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    names: dict[str, dict[str, str]]
    board: Any = None


class RuleEntry(Fact, frozen=True):
    """One paragraph of a rulebook, in our words."""

    id: str
    title: str
    text: str
    kind: str = ""


class RuleList(Fact, frozen=True):
    """Rule entries that were looked for; ``total`` counts all that fit."""

    total: int
    rules: tuple[RuleEntry, ...]


class Locale(Fact, frozen=True):
    """The messages of one language: the product's and, if a game was named, its own."""

    lang: str
    messages: dict[str, str]


# --- tables -----------------------------------------------------------------------------------------------------------


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
    think: Annotated[int, Meta(ge=1, le=120)] = 5
    """Seconds that a bot may think about one answer."""


class Chair(Body, frozen=True):
    """Who shall sit on a seat when a table is made."""

    who: Literal["me", "open", "bot"] = "open"
    bot: Word = ""


class NewTable(Body, frozen=True):
    """Asks for a table. Seats that are not named stay open; in local mode they are ours."""

    game: Word
    scenario: Word
    options: dict[str, Any] = {}
    seats: dict[str, Chair] = {}
    settings: Settings = Settings()
    start: bool = False


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
    """The id of the table where it is played again, if any."""
    commitment: str
    seed: str | None
    """The seed of the dice, once the game is over."""


class Join(Body, frozen=True):
    """Sit down. A seat with a bot on it is taken over."""

    seat: Word
    invitation: Annotated[str, Meta(max_length=400)] = ""


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


# --- playing ----------------------------------------------------------------------------------------------------------


class Position(Fact, frozen=True):
    """What one seat knows at one moment, and what it may answer."""

    seat: str
    seq: int
    state: Any
    prompts: tuple[Prompt, ...]
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    undo: Refusal | None
    """Why the last step cannot be taken back by this seat; null when it can."""
    redo: bool


class AskOffers(Body, frozen=True):
    """Asks how a verb goes on after some arguments: ``{"do": "move", "unit": 57}``."""

    seat: Word
    partial: dict[str, Any] = {}


class OfferList(Fact, frozen=True):
    """The legal answers as far as asked, or why not."""

    seq: int
    offers: tuple[Offer, ...] = ()
    refusal: Refusal | None = None


class AskWhy(Body, frozen=True):
    """Asks whether an action is legal now, without doing it."""

    seat: Word
    action: dict[str, Any]


class Why(Fact, frozen=True):
    """Why not; null when it may be done."""

    seq: int
    refusal: Refusal | None


class Act(Body, frozen=True):
    """An answer. ``id`` is the client's own: the same id sent twice is done once."""

    id: ClientId
    seat: Word
    seq: Seq
    action: dict[str, Any]


class Again(Body, frozen=True):
    """Take back, or do again, as seen at ``seq``."""

    id: ClientId
    seat: Word
    seq: Seq


class Ack(Fact, frozen=True):
    """It is done and on disk."""

    id: str
    seq: int


class Resign(Body, frozen=True):
    """Give up a seat."""

    seat: Word


class Propose(Body, frozen=True):
    """Propose a draw, or to go back to the position after step ``to``."""

    seat: Word
    kind: Literal["draw", "rewind"]
    to: Seq | None = None


class Reply(Body, frozen=True):
    """Agree to what is proposed, or not; whoever proposed withdraws with ``false``."""

    seat: Word
    agree: bool


class Rematch(Body, frozen=True):
    """Ask for the same again; ``rotate`` moves everyone on by one seat."""

    rotate: bool = True


class LogLine(Fact, frozen=True):
    """A line of the log with its step and time."""

    seq: int
    at: Milliseconds
    entry: Entry


class LogPage(Fact, frozen=True):
    """Lines in order; ``more`` says whether earlier ones were left out."""

    seq: int
    lines: tuple[LogLine, ...]
    more: bool


class TimelineStep(Fact, frozen=True):
    """A step that stands."""

    seq: int
    seat: str
    at: Milliseconds


class Timeline(Fact, frozen=True):
    """The steps that stand, in order; each ``seq`` can be looked at with ``history``."""

    seq: int
    steps: tuple[TimelineStep, ...]


class Series(Fact, frozen=True):
    """One quantity over the steps: ``values[i]`` belongs to ``Statistics.seqs[i]``."""

    name: str
    seat: str
    values: tuple[int | None, ...]


class Faces(Fact, frozen=True):
    """How often a seat's dice of one size showed each face."""

    seat: str
    sides: int
    counts: dict[str, int]


class Statistics(Fact, frozen=True):
    """What a game counted, as far as the seat may know it."""

    seqs: tuple[int, ...]
    series: tuple[Series, ...]
    dice: tuple[Faces, ...]


class Query(Body, frozen=True):
    """Asks a question of the game that changes nothing: an overlay, odds."""

    seat: Word
    name: Word
    params: dict[str, Any] = {}


class Answer(Fact, frozen=True):
    """What the game says."""

    seq: int
    answer: Any


# --- talk -------------------------------------------------------------------------------------------------------------


class ChatLine(Fact, frozen=True):
    """Something that was said. Lines of the server have no name and a ``key`` with parameters instead of text."""

    id: int
    at: Milliseconds
    name: str
    text: str
    seats: tuple[str, ...] = ()
    key: str = ""
    params: dict[str, Param] = {}


class ChatPage(Fact, frozen=True):
    """Chat lines in order."""

    lines: tuple[ChatLine, ...]


class Say(Body, frozen=True):
    """Something to say to the table."""

    text: Said


class Note(Body, frozen=True):
    """A private note on a game."""

    text: Prose


class NoteText(Fact, frozen=True):
    """The private note."""

    text: str


class Health(Fact, frozen=True):
    """Whether the server works."""

    status: Literal["ok", "failing"]
    version: str
    store: str
