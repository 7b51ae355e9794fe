"""Rows as plain data, typed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class AccountRow(Struct, frozen=True, kw_only=True):
    """A person."""

    id: int
    name: str
    folded: str
    password: str
    email: str
    webhook: str
    notify: bool
    language: str
    created: int
    disabled: bool = False


class SessionRow(Struct, frozen=True, kw_only=True):
    """A log-in."""

    digest: str
    account_id: int
    kind: str
    label: str
    created: int
    seen: int
    expires: int


class MatchRow(Struct, frozen=True, kw_only=True):
    """A match without its header, opening and steps."""

    id: str
    kind: str
    rules: str
    scenario: str
    options: str
    settings: str
    status: str
    owner_id: int
    seq: int
    revision: int
    created: int
    changed: int
    turned: int
    asked: str
    proposal: str
    outcome: str
    rematch: str
    follows: str = ""
    """The game that this one follows in a campaign."""
    secret: str = ""
    """The seed of a table that has not begun, in hex."""
    tournament: str = ""
    """The tournament that it is played in."""


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat of a match."""

    match_id: str
    seat: str
    place: int
    account_id: int | None
    reserved: bool
    bot: str
    resigned: bool
    clock: int | None
    seen: int
    trouble: str
    known: str = "[]"
    """The accounts that have seen this hand, as JSON."""
    told: int = -1
    """The position about which whoever sits here got a notice."""
    entropy: str = ""
    """What whoever sits here mixes into the seed, in hex."""
    standing: str = ""
    """The standing answers of whoever sits here, as JSON; empty for none."""
    name: str = ""
    """What the account is called."""


class StepRow(Struct, frozen=True):
    """One record after the opening."""

    seq: int
    line: bytes
    at: int
    chain: str = ""
    """The link to the record before; see :mod:`sandtable.store.chain`."""


class SnapshotRow(Struct, frozen=True):
    """A position that was kept so that it need not be folded again."""

    seq: int
    drawn: int
    state: bytes


class InvitationRow(Struct, frozen=True, kw_only=True):
    """An invitation."""

    id: int
    match_id: str
    seat: str
    account_id: int
    expires: int
    used: bool


class ChatRow(Struct, frozen=True, kw_only=True):
    """Something that was said."""

    id: int
    match_id: str
    at: int
    account_id: int | None
    text: str
    key: str
    params: str
    name: str = ""


class JobRow(Struct, frozen=True, kw_only=True):
    """Work to do."""

    id: int
    kind: str
    key: str
    payload: str
    run_at: int
    attempts: int
    locked_until: int
    trouble: str
    owner_id: int = 0
    """The account whose work it is; 0 where it is the house's."""


class RatingRow(Struct, frozen=True, kw_only=True):
    """How strong somebody, or a bot, is on one side of one game."""

    kind: str
    side: str
    account_id: int
    bot: str
    rating: float
    deviation: float
    volatility: float
    won: int = 0
    drawn: int = 0
    lost: int = 0
    at: int = 0
    name: str = ""
    """What the account is called."""


class ResultRow(Struct, frozen=True, kw_only=True):
    """A rated game that is over."""

    match_id: str
    kind: str
    at: int
    how: str
    first: str
    second: str
    points: int


class TournamentRow(Struct, frozen=True, kw_only=True):
    """A tournament."""

    id: str
    name: str
    kind: str
    scenario: str
    options: str
    plan: str
    status: str
    round: int
    deadline: int
    owner_id: int
    created: int
    revision: int


class EntrantRow(Struct, frozen=True, kw_only=True):
    """Somebody who plays in a tournament."""

    tournament_id: str
    account_id: int
    joined: int
    seed: int
    is_out: bool
    name: str = ""
    """What the account is called."""
    disabled: bool = False


class PairingRow(Struct, frozen=True, kw_only=True):
    """A game of a round, or a bye (``second`` is 0); points are half points, none while it is played."""

    tournament_id: str
    round: int
    board: int
    first: int
    second: int
    match_id: str
    points: int | None = None
    against: int | None = None
    how: str = ""


class SubscriptionRow(Struct, frozen=True, kw_only=True):
    """A browser that wants to be told."""

    digest: str
    account_id: int
    endpoint: str
    key: str
    secret: str
    created: int


class ScenarioRow(Struct, frozen=True, kw_only=True):
    """A scenario of somebody's own, without its text."""

    id: int
    account_id: int
    kind: str
    scenario: str
    name: str
    letters: int
    changed: int
    link: str


class Head(Struct, frozen=True):
    """What grows when something happens at a table."""

    seq: int
    revision: int
    chat: int


COLUMNS = {"match_id": "game_id"}
"""Fields whose columns have another name: databases from before matches were called so stay as they are."""
_FIELDS = {column: field for field, column in COLUMNS.items()}


def read(kind: type[Any], row: Any) -> Any:
    """A row of a result as one of these."""
    return kind(**fields_of(row))


def fields_of(row: Any) -> dict[str, Any]:
    """The values of a row of a result, by the names that the fields have here."""
    return {_FIELDS.get(column, column): value for column, value in row._mapping.items()}
