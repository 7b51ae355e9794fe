"""The messages of a table's WebSocket: tagged by ``is``, the same types for checking and for writing.

What REST says or is told as well is the same type there; here it has the tag, and the ``id`` that ties it together.
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.kernel.changes import Change
from sandtable.kernel.refusals import Refusal
from sandtable.server.shapes import play
from sandtable.server.shapes.base import ClientId, Seq, Word
from sandtable.server.shapes.play import ChatLine, LogLine
from sandtable.server.shapes.tables import TableInfo

# --- from clients -----------------------------------------------------------------------------------------------------


class FromClient(Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower, forbid_unknown_fields=True):
    """Base of what only sockets are sent."""


class Hello(FromClient, frozen=True):
    """The first message. Without ``seats``: all of mine, or watching. ``seq`` is the last position known."""

    seats: tuple[Word, ...] | None = None
    seq: Seq | None = None
    token: Word = ""
    """A token for programs; browsers send their cookie instead."""


class Act(play.Act, frozen=True, kw_only=True, tag_field="is", tag="act"):
    """An answer, given in view of position ``seq``; ``id`` makes a repeated one harmless."""


class Undo(play.Again, frozen=True, kw_only=True, tag_field="is", tag="undo"):
    """Take back the last step."""


class Redo(play.Again, frozen=True, kw_only=True, tag_field="is", tag="redo"):
    """Do again what was taken back."""


class Offers(play.AskOffers, frozen=True, kw_only=True, tag_field="is", tag="offers"):
    """Asks how a verb goes on."""

    id: ClientId


class Why(play.AskWhy, frozen=True, kw_only=True, tag_field="is", tag="why"):
    """Asks whether this may be done, and if not, why."""

    id: ClientId


class Chat(play.Say, frozen=True, kw_only=True, tag_field="is", tag="chat"):
    """Something to say."""

    id: ClientId


class Ping(FromClient, frozen=True):
    """Asks whether the server is there."""

    id: ClientId = "ping"


ClientMessage = Hello | Act | Undo | Redo | Offers | Why | Chat | Ping

# --- from the server --------------------------------------------------------------------------------------------------


class FromServer(Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower):
    """Base of what only sockets say."""


class Welcome(FromServer, frozen=True):
    """The answer to hello: the table, the seats this socket shows, the last chat lines."""

    table: TableInfo
    seats: tuple[str, ...]
    chat: tuple[ChatLine, ...]
    version: str


class View(play.Position, frozen=True, kw_only=True, tag_field="is", tag="view"):
    """The whole position as a seat knows it; forget what was known before."""


class Step(play.Moment, frozen=True, kw_only=True, tag_field="is", tag="step"):
    """What changed for a seat since position ``since``. ``by`` says who acted, in order."""

    since: int
    by: tuple[str, ...]
    back: bool
    """Whether steps were taken back, so that the log has to be read anew."""
    changes: tuple[Change, ...]
    lines: tuple[LogLine, ...]


class Same(FromServer, frozen=True):
    """Nothing happened since the ``seq`` of the hello."""

    seat: str
    seq: int


class Ack(play.Ack, frozen=True, kw_only=True, tag_field="is", tag="ack"):
    """It is done and on disk."""


class Refused(FromServer, frozen=True):
    """The umpire says no; only the sender hears it."""

    id: str
    seq: int
    refusal: Refusal


class Stale(FromServer, frozen=True):
    """The game has moved on; a fresh view of the seat follows at once."""

    id: str
    seq: int


class Offered(play.OfferList, frozen=True, kw_only=True, tag_field="is", tag="offered"):
    """The answer to ``offers``."""

    id: str
    seat: str


class Because(play.Why, frozen=True, kw_only=True, tag_field="is", tag="because"):
    """The answer to ``why``; no refusal means that it may be done."""

    id: str
    seat: str


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
