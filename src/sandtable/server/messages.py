"""The messages of a table's WebSocket: tagged by ``is``, the same types for checking and for writing."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.kernel.changes import Change
from sandtable.kernel.offers import Offer
from sandtable.kernel.prompts import Outcome, Prompt
from sandtable.kernel.refusals import Refusal
from sandtable.server.shapes import ChatLine, ClientId, LogLine, Said, Seq, TableInfo, Word


class FromClient(Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower, forbid_unknown_fields=True):
    """Base of what clients send."""


class Hello(FromClient, frozen=True):
    """The first message. Without ``seats``: all of mine, or watching. ``seq`` is the last position known."""

    seats: tuple[Word, ...] | None = None
    seq: Seq | None = None
    token: Word = ""
    """A token for programs; browsers send their cookie instead."""


class Act(FromClient, frozen=True):
    """An answer, given in view of position ``seq``; ``id`` makes a repeated one harmless."""

    id: ClientId
    seat: Word
    seq: Seq
    action: dict[str, Any]


class Undo(FromClient, frozen=True):
    """Take back the last step."""

    id: ClientId
    seat: Word
    seq: Seq


class Redo(FromClient, frozen=True):
    """Do again what was taken back."""

    id: ClientId
    seat: Word
    seq: Seq


class Offers(FromClient, frozen=True):
    """Asks how a verb goes on."""

    id: ClientId
    seat: Word
    partial: dict[str, Any] = {}


class Why(FromClient, frozen=True):
    """Asks whether this may be done, and if not, why."""

    id: ClientId
    seat: Word
    action: dict[str, Any]


class Chat(FromClient, frozen=True):
    """Something to say."""

    id: ClientId
    text: Said


class Ping(FromClient, frozen=True):
    """Asks whether the server is there."""

    id: ClientId = "ping"


ClientMessage = Hello | Act | Undo | Redo | Offers | Why | Chat | Ping


class FromServer(Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower):
    """Base of what the server sends."""


class Welcome(FromServer, frozen=True):
    """The answer to hello: the table, the seats this socket shows, the last chat lines."""

    table: TableInfo
    seats: tuple[str, ...]
    chat: tuple[ChatLine, ...]
    version: str


class View(FromServer, frozen=True):
    """The whole position as a seat knows it; forget what was known before."""

    seat: str
    seq: int
    state: Any
    prompts: tuple[Prompt, ...]
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    undo: Refusal | None
    redo: bool


class Step(FromServer, frozen=True):
    """What changed for a seat since position ``since``. ``by`` says who acted, in order."""

    seat: str
    since: int
    seq: int
    by: tuple[str, ...]
    back: bool
    """Whether steps were taken back, so that the log has to be read anew."""
    changes: tuple[Change, ...]
    lines: tuple[LogLine, ...]
    prompts: tuple[Prompt, ...]
    outcome: Outcome | None
    offers: tuple[Offer, ...]
    undo: Refusal | None
    redo: bool


class Same(FromServer, frozen=True):
    """Nothing happened since the ``seq`` of the hello."""

    seat: str
    seq: int


class Ack(FromServer, frozen=True):
    """It is done and on disk."""

    id: str
    seq: int


class Refused(FromServer, frozen=True):
    """The umpire says no; only the sender hears it."""

    id: str
    seq: int
    refusal: Refusal


class Stale(FromServer, frozen=True):
    """The game has moved on; a fresh view of the seat follows at once."""

    id: str
    seq: int


class Offered(FromServer, frozen=True):
    """The answer to ``offers``."""

    id: str
    seat: str
    seq: int
    offers: tuple[Offer, ...] = ()
    refusal: Refusal | None = None


class Because(FromServer, frozen=True):
    """The answer to ``why``; no refusal means that it may be done."""

    id: str
    seat: str
    seq: int
    refusal: Refusal | None


class Table(FromServer, frozen=True):
    """The table changed: seats, clocks, settings, proposals, who is there."""

    table: TableInfo


class Heard(FromServer, frozen=True, tag="said"):
    """Somebody said something."""

    line: ChatLine


class Pong(FromServer, frozen=True):
    """Here."""

    id: str
    now: int


class Error(FromServer, frozen=True):
    """A message that was not understood or not allowed. ``id`` is empty where it could not be read."""

    id: str
    code: str
    text: str


ServerMessage = Welcome | View | Step | Same | Ack | Refused | Stale | Offered | Because | Table | Heard | Pong | Error

# Close codes beyond those of the protocol: 1000 bye, 1001 server stops, 1009 too big.
CLOSE_MALFORMED = 4400
CLOSE_UNKNOWN_PERSON = 4401
CLOSE_FORBIDDEN = 4403
CLOSE_NO_TABLE = 4404
CLOSE_NO_HELLO = 4408
CLOSE_TOO_FAST = 4429
