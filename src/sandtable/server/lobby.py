"""Routes about tables as furniture: make, list, sit down, invite, begin, play again, carry in and out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.server import looking, problems, seating
from sandtable.server.adapter import Raw, Routes
from sandtable.server.shapes.base import Empty, Word
from sandtable.server.shapes.play import NextGame, Rematch
from sandtable.server.shapes.shelf import Board
from sandtable.server.shapes.tables import (
    Invitation,
    Invited,
    Join,
    Leave,
    NewInvitation,
    NewTable,
    SeatChange,
    SettingsChange,
    TableInfo,
)
from sandtable.server.shelf import board_of, check_language
from sandtable.server.visits import Visit
from sandtable.store.transfer import export

route = Routes()

TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9]+$(?!\n)")]
LARGEST_GAME = 64 * 1024 * 1024
LARGEST_CLUB_GAME = 8 * 1024 * 1024


def info(visit: Visit, table_id: str) -> TableInfo:
    """A table as whoever asks sees it."""
    account_id = visit.account_id
    with visit.context.store.reading() as transaction:
        row = transaction.matches.find(table_id)
        seats = transaction.matches.seats(table_id)
        found = looking.table_info(visit.context, transaction, row, seats, account_id)
    is_member = row.owner_id == account_id or any(one.account_id == account_id for one in seats)
    if not (is_member or found.settings.spectators or row.status == "open"):
        raise problems.not_found("no_table", table=table_id)
    return found


@route("GET", "/api/tables", cost=10)
def tables(visit: Visit, which: Literal["mine", "open", "watch"] = "mine") -> list[TableInfo]:
    """My tables, tables with an open seat, or games to watch."""
    account_id = visit.account_id
    with visit.context.store.reading() as transaction:
        match which:
            case "mine":
                rows = transaction.matches.of_account(account_id)
            case "open":
                rows = transaction.matches.with_status("open")
            case _:
                rows = transaction.matches.with_status("playing")
        seats = transaction.matches.seats_of([row.id for row in rows])
        found = [looking.table_info(visit.context, transaction, row, seats.get(row.id, []), account_id) for row in rows]
    match which:
        case "open":
            return [one for one in found if one.settings.listed and any(seat.kind == "open" for seat in one.seats)]
        case "watch":
            # In the order of what may be known: a table that moves up would tell that something happens there.
            found.sort(key=lambda one: (-one.changed, one.id))
            return [one for one in found if one.settings.listed and one.settings.spectators]
        case _:
            return found


@route("POST", "/api/tables", cost=10)
def new_table(visit: Visit, body: NewTable) -> TableInfo:
    """Make a table."""
    return info(visit, seating.create(visit.context, visit.account_id, body))


@route("GET", "/api/tables/{table}")
def table(visit: Visit, table: TableId) -> TableInfo:
    """A table."""
    return info(visit, table)


@route("PATCH", "/api/tables/{table}", cost=5)
def change_table(visit: Visit, table: TableId, body: SettingsChange) -> TableInfo:
    """Change the settings of a table."""
    seating.change_settings(visit.context, table, visit.account_id, body.settings)
    return info(visit, table)


@route("DELETE", "/api/tables/{table}", cost=5)
def remove_table(visit: Visit, table: TableId) -> Empty:
    """Delete a table."""
    seating.remove(visit.context, table, visit.account_id)
    return Empty()


@route("POST", "/api/tables/{table}/join", cost=10)
def join(visit: Visit, table: TableId, body: Join) -> TableInfo:
    """Sit down."""
    seating.join(visit.context, table, visit.account_id, body.seat, body.invitation, body.entropy)
    return info(visit, table)


@route("POST", "/api/tables/{table}/leave", cost=10)
def leave(visit: Visit, table: TableId, body: Leave) -> TableInfo:
    """Stand up."""
    seating.leave(visit.context, table, visit.account_id, body.seat, body.bot)
    return info(visit, table)


@route("POST", "/api/tables/{table}/seats/{seat}", cost=10)
def change_seat(visit: Visit, table: TableId, seat: Word, body: SeatChange) -> TableInfo:
    """Put a bot on a seat, or free it."""
    seating.seat_bot(visit.context, table, visit.account_id, seat, body.who, body.bot)
    return info(visit, table)


@route("POST", "/api/tables/{table}/start", cost=10)
def start(visit: Visit, table: TableId) -> TableInfo:
    """Begin the game."""
    seating.start(visit.context, table, visit.account_id)
    return info(visit, table)


@route("POST", "/api/tables/{table}/invitations", cost=5)
def new_invitation(visit: Visit, table: TableId, body: NewInvitation) -> Invitation:
    """Make a link for a friend."""
    number, token, expires = seating.invite(visit.context, table, visit.account_id, body.seat, body.days)
    return Invitation(id=number, token=token, path=f"/join/{token}", seat=body.seat, expires=expires)


@route("DELETE", "/api/tables/{table}/invitations/{number}")
def revoke_invitation(visit: Visit, table: TableId, number: Annotated[int, Meta(ge=0, le=2**31 - 1)]) -> Empty:
    """Take a link back."""
    seating.revoke(visit.context, table, visit.account_id, number)
    return Empty()


@route("GET", "/api/invitations/{token}")
def invitation(visit: Visit, token: Annotated[str, Meta(max_length=400)]) -> Invited:
    """What an invitation is for; whoever has it may know, logged in or not."""
    found = seating.read_invitation(visit.context, token)
    account_id = visit.account.id if visit.account else 0
    with visit.context.store.reading() as transaction:
        row, seats = transaction.matches.find(found.match_id), transaction.matches.seats(found.match_id)
        shown = looking.table_info(visit.context, transaction, row, seats, account_id)
    return Invited(table=shown, seat=found.seat)


@route("GET", "/api/tables/{table}/board", cost=4)
def table_board(visit: Visit, table: TableId, lang: Word = "en") -> Board:
    """How this very game is drawn."""
    info(visit, table)
    with visit.context.tables.at(table) as found:
        return board_of(found.match.game, found.match.scenario, check_language(lang))


@route("POST", "/api/tables/{table}/rematch", cost=10)
def rematch(visit: Visit, table: TableId, body: Rematch) -> TableInfo:
    """Play the same again."""
    return info(visit, seating.rematch(visit.context, table, visit.account_id, body.rotate))


@route("POST", "/api/tables/{table}/next", cost=10)
def next_game(visit: Visit, table: TableId, body: NextGame) -> TableInfo:
    """Go on with the campaign: a table for the game that follows."""
    return info(visit, seating.go_on(visit.context, table, visit.account_id, body.scenario))


@route("GET", "/api/tables/{table}/export", cost=5)
def export_game(visit: Visit, table: TableId) -> Raw:
    """The whole game as a file, once nothing in it is secret any more."""
    shown = info(visit, table)
    if shown.status == "open":
        raise problems.conflict("not_begun")
    if shown.status != "over" and not (visit.context.config.is_local and shown.is_owner):
        raise problems.forbidden("file_later")
    with visit.context.store.reading() as transaction:
        content = b"".join(export(transaction, table))
    return Raw(content, f"{shown.game}-{table}.game")


@route("POST", "/api/imports", cost=20, largest=LARGEST_GAME, largest_club=LARGEST_CLUB_GAME)
def import_game(visit: Visit, body: bytes) -> TableInfo:
    """A new table from a file."""
    return info(visit, seating.take_in(visit.context, visit.account_id, body))
