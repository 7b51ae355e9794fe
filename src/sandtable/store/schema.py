"""The tables of the store. A game is its header, its opening and its steps; everything else is about people.

Times are milliseconds since 1970. ``line`` columns hold records of :mod:`sandtable.kernel.records`, byte for byte.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the key is a plain INTEGER.
_Number = BigInteger().with_variant(Integer(), "sqlite")


def _match_id(primary: bool = False) -> Column[str]:
    return Column("game_id", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=primary, nullable=False)


meta = Table(
    "meta",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

account = Table(
    "account",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("name", String(80), nullable=False),
    Column("folded", String(160), nullable=False, unique=True),  # the name as it is compared: people.LONGEST_NAME
    Column("password", String(200), nullable=False),
    Column("email", String(200), nullable=False),
    Column("webhook", String(400), nullable=False),
    Column("notify", Boolean, nullable=False),
    Column("language", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("disabled", Boolean, nullable=False, default=False, server_default=false()),  # closed by the operator
)

session = Table(
    "session",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token; the token itself is nowhere
    Column("account_id", _Number, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("label", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

reset = Table(
    "reset",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the token in the link
    Column("account_id", _Number, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False),
)

match = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(64), nullable=False),  # which game is played
    Column("rules", String(64), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("owner_id", _Number, ForeignKey("account.id"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("turned", BigInteger, nullable=False),  # since when the clocks of those who are asked run
    Column("asked", Text, nullable=False),
    Column("proposal", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("rematch", String(32), nullable=False),
    Column("follows", String(32), nullable=False, server_default="", index=True),  # the one before in a campaign
    Column("secret", String(64), nullable=False, default="", server_default=""),  # the seed, until a header has it
    Column("tournament", String(32), nullable=False, default="", server_default=""),  # the one it is played in
    Column("header", LargeBinary, nullable=True),
    Column("opening", LargeBinary, nullable=True),
)

step = Table(
    "step",
    metadata,
    _match_id(primary=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("request", String(120), nullable=True),  # who asked for it under which id, so that a repeat is known
    Column("chain", String(32), nullable=False, default="", server_default=""),  # see `chain`
    UniqueConstraint("game_id", "request"),
)

snapshot = Table(
    "snapshot",
    metadata,
    _match_id(primary=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("drawn", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

seat = Table(
    "seat",
    metadata,
    _match_id(primary=True),
    Column("seat", String(64), primary_key=True),
    Column("place", Integer, nullable=False),  # the order of the seats
    Column("account_id", _Number, ForeignKey("account.id"), nullable=True, index=True),
    Column("reserved", Boolean, nullable=False),  # kept for that account, which has not sat down yet
    Column("bot", String(64), nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("clock", BigInteger, nullable=True),
    Column("seen", BigInteger, nullable=False),
    Column("trouble", String(400), nullable=False),
    Column("known", Text, nullable=False, default="[]", server_default="[]"),  # accounts that have seen this hand
    Column("told", Integer, nullable=False, default=-1, server_default="-1"),  # the question that a notice was about
    Column("entropy", String(64), nullable=False, default="", server_default=""),  # what it mixes into the seed
    Column("standing", Text, nullable=False, default="", server_default=""),  # answers that need not be asked for
)

invitation = Table(
    "invitation",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    _match_id(),
    Column("seat", String(64), nullable=False),
    Column("account_id", _Number, ForeignKey("account.id"), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", Boolean, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    _match_id(),
    Column("at", BigInteger, nullable=False),
    Column("account_id", _Number, ForeignKey("account.id"), nullable=True),
    Column("text", Text, nullable=False),
    Column("key", String(64), nullable=False),
    Column("params", Text, nullable=False),
    Index(None, "game_id", "id"),
)

note = Table(
    "note",
    metadata,
    _match_id(primary=True),
    Column("account_id", _Number, ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

job = Table(
    "job",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("kind", String(32), nullable=False),
    Column("key", String(200), nullable=False, unique=True),  # a job that is already there is not added again
    Column("payload", Text, nullable=False),
    Column("run_at", BigInteger, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
    Column("trouble", Text, nullable=False),
    Column("owner_id", BigInteger, nullable=False, default=0, server_default="0"),  # the account whose work it is
)

rating = Table(
    "rating",
    metadata,
    Column("kind", String(64), primary_key=True),  # which game
    Column("side", String(64), primary_key=True),
    Column("account_id", BigInteger, primary_key=True, autoincrement=False),  # 0 for a bot
    Column("bot", String(64), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when its last game ended
)

result = Table(
    "result",
    metadata,
    Column("match_id", String(32), primary_key=True),  # the table may be deleted, its result stays
    Column("kind", String(64), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("how", String(64), nullable=False),
    Column("first", Text, nullable=False),  # who played each side and how it was rated: `ladder.Standing`
    Column("second", Text, nullable=False),
    Column("points", Integer, nullable=False),  # half points of the first: 2, 1 or 0
)

tournament = Table(
    "tournament",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("scenario", String(200), nullable=False),
    Column("options", Text, nullable=False),
    Column("plan", Text, nullable=False),  # system, rounds, days, clock, places, rated
    Column("status", String(16), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("deadline", BigInteger, nullable=False),  # of the round that is being played
    Column("owner_id", _Number, ForeignKey("account.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),
)

entrant = Table(
    "entrant",
    metadata,
    Column(
        "tournament_id", String(32), ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("account_id", _Number, ForeignKey("account.id"), primary_key=True),
    Column("joined", BigInteger, nullable=False),
    Column("seed", Integer, nullable=False),  # the order before the first round
    Column("is_out", Boolean, nullable=False),
)

pairing = Table(
    "pairing",
    metadata,
    Column(
        "tournament_id", String(32), ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("first", BigInteger, nullable=False),
    Column("second", BigInteger, nullable=False),  # 0 for a bye
    Column("match_id", String(32), nullable=False),
    Column("points", Integer, nullable=True),  # half points of the first; null while it is played
    Column("against", Integer, nullable=True),  # half points of the second
    Column("how", String(32), nullable=False),
)

subscription = Table(
    "subscription",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the address
    Column("account_id", _Number, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),
    Column("key", String(200), nullable=False),  # the browser's public key, in base64 for addresses
    Column("secret", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

own_scenario = Table(
    "scenario",
    metadata,
    Column("id", _Number, primary_key=True, autoincrement=True),
    Column("account_id", _Number, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(64), nullable=False),  # which game
    Column("scenario", String(200), nullable=False),  # the printed one that it was made from
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),  # a case file
    Column("letters", Integer, nullable=False),  # how long the text is
    Column("changed", BigInteger, nullable=False),
    Column("link", String(32), nullable=False, index=True),  # the word that others see it by; empty where nobody does
    UniqueConstraint("account_id", "kind", "name"),
)
