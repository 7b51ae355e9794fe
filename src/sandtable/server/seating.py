"""Before, around and after a game: tables are made, people sit down and stand up, a game begins, is played again."""

from __future__ import annotations

import base64
import contextlib
import secrets
from collections.abc import Iterator
from typing import Any

import itsdangerous
import msgspec

from sandtable import __version__, registry
from sandtable.bots import current_name, known_bots
from sandtable.kernel import Game, UnknownName, codec, records
from sandtable.kernel.campaigns import NothingToFollow, handed_on
from sandtable.kernel.records import Follows
from sandtable.server import absence, clocks, ladder, problems, umpire
from sandtable.server.context import ServerContext
from sandtable.server.importing import Parcel
from sandtable.server.shapes.base import Caption
from sandtable.server.shapes.tables import Chair, NewTable, Settings
from sandtable.server.sides import side_names
from sandtable.server.tables import Table
from sandtable.store import Transaction
from sandtable.store.errors import Missing
from sandtable.store.loading import HotMatch, load_match, named_scenario
from sandtable.store.rows import InvitationRow, MatchRow, SeatRow, TournamentRow

DAY = 86_400_000
MOST = 200
"""Tables that one person of a club owns and that are not over; a list shows no more."""
MOST_KEPT = 1_000
"""Tables that one person of a club owns, those that are over among them."""
MOST_INVITATIONS = 50
"""Links to one table that can be used."""


def find_game(game_id: str) -> Game[Any]:
    """A game that can be played."""
    try:
        return registry.game(game_id)
    except (registry.UnknownGame, registry.NotPlayable) as problem:
        raise problems.not_found("as_said", text=str(problem)) from None


def check_bot(game_id: str, name: str) -> str:
    """The name of a bot that can play this game; where it had another one once, that of today."""
    known = known_bots(game_id)
    found = name if name in known else current_name(name)
    if found not in known:
        raise problems.not_found("no_bot", name=name, known=", ".join(known))
    return found


def new_id() -> str:
    """The name of a table: short enough for a link, too long to guess."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


# --- making tables ----------------------------------------------------------------------------------------------------


def create(context: ServerContext, account_id: int, wanted: NewTable) -> str:
    """Make a table; gives its name."""
    game = find_game(wanted.game)
    _check_settings(context, wanted.settings)
    try:
        scenario = named_scenario(game, wanted.scenario, wanted.options)
    except UnknownName as problem:
        raise problems.not_found("as_said", text=str(problem)) from None
    for name in wanted.seats:
        if name not in scenario.seats:
            raise problems.not_found("no_seat", name=name, known=", ".join(scenario.seats))
    table_id = new_id()
    default = Chair(who="me" if context.config.is_local else "open")
    seats = []
    for place, name in enumerate(scenario.seats):
        chair = wanted.seats.get(name, default)
        bot = check_bot(game.id, chair.bot or umpire.BOT) if chair.who == "bot" else ""
        mine = chair.who == "me"
        one = _seat(table_id, name, place, account_id if mine else None, bot)
        seats.append(msgspec.structs.replace(one, entropy=wanted.entropy if mine else ""))
    options = codec.encode(scenario.options).decode()
    row = _row(context, table_id, game, wanted.scenario, options, wanted.settings, account_id)
    with context.store.writing() as transaction:
        _check_room(context, transaction, account_id)
        transaction.matches.create(row, seats)
    if wanted.start:
        start(context, table_id, account_id)
    return table_id


def set_for(
    context: ServerContext, transaction: Transaction, of: TournamentRow, settings: Settings, players: tuple[int, int]
) -> str:
    """A table of a tournament: the seats of each side are kept for its player; gives its name."""
    game = find_game(of.kind)
    scenario = named_scenario(game, of.scenario, codec.decode(of.options, dict))
    table_id = new_id()
    whose = {
        seat: who
        for seats, who in zip(side_names(game.id, scenario.seats).values(), players, strict=True)
        for seat in seats
    }
    seats = [_seat(table_id, name, place, whose[name], "", reserved=True) for place, name in enumerate(scenario.seats)]
    row = _row(context, table_id, game, of.scenario, of.options, settings, of.owner_id)
    transaction.matches.create(msgspec.structs.replace(row, tournament=of.id), seats)
    return table_id


def open_private(context: ServerContext, account_id: int, match: Any, settings: Settings, seats: dict[str, str]) -> str:
    """A running table of one's own with a match that stands already; ``seats`` says which bot plays each, if any."""
    table_id = new_id()
    header = match.header
    rows = [
        _seat(table_id, name, place, None if bot else account_id, bot)
        for place, (name, bot) in enumerate(seats.items())
    ]
    options = codec.encode(header.options).decode()
    row = _row(context, table_id, match.game, header.scenario, options, settings, account_id)
    with context.store.writing() as transaction:
        _check_room(context, transaction, account_id)
        transaction.matches.create(row, rows)
    with context.tables.at(table_id) as table:
        _begin(context, table, match)
    return table_id


def _check_settings(context: ServerContext, settings: Settings) -> None:
    """Raise where a table cannot have these settings."""
    try:
        msgspec.convert(settings.title, Caption)  # not of the shape itself: tables of before have titles, too
    except msgspec.ValidationError:
        raise problems.malformed(
            "the title holds signs that are not seen, or that turn what comes after them"
        ) from None
    ladder.check_settings(context, settings)


def _check_room(context: ServerContext, transaction: Transaction, account_id: int) -> None:
    """Raise if someone has so many tables that they can only be meant to fill the disk."""
    if context.config.is_local:
        return
    if transaction.matches.owned(account_id) >= MOST:
        raise problems.conflict("many_tables", most=MOST)
    if transaction.matches.owned(account_id, over=True) >= MOST_KEPT:
        raise problems.conflict("many_kept", most=MOST_KEPT)


def _row(
    context: ServerContext, table_id: str, game: Game[Any], scenario: str, options: str, settings: Settings, owner: int
) -> MatchRow:
    now = context.store.now()
    return MatchRow(
        id=table_id,
        kind=game.id,
        rules=game.version,
        scenario=scenario,
        options=options,
        settings=codec.encode(settings).decode(),
        status="open",
        owner_id=owner,
        seq=0,
        revision=0,
        created=now,
        changed=now,
        turned=now,
        asked="",
        proposal="",
        outcome="",
        rematch="",
        secret=_new_seed().hex(),
    )


def _new_seed() -> bytes:
    """The seed of a table's dice; its hash is told from the moment that the table is made."""
    return secrets.token_bytes(32)


def _seat(table_id: str, name: str, place: int, account_id: int | None, bot: str, *, reserved: bool = False) -> SeatRow:
    return SeatRow(
        match_id=table_id,
        seat=name,
        place=place,
        account_id=account_id,
        reserved=reserved,
        bot=bot,
        resigned=False,
        clock=None,
        seen=0,
        trouble="",
    )


def check_owner(table: Table, account_id: int) -> None:
    """Raise unless someone owns the table."""
    if table.row.owner_id != account_id:
        raise problems.forbidden("owner_only")


def start(context: ServerContext, table_id: str, account_id: int) -> None:
    """Set up the game and ask the first question."""
    with context.tables.at(table_id) as table:
        check_owner(table, account_id)
        if table.row.status != "open":
            raise problems.conflict("begun")
        if free := [one.seat for one in table.seats if not one.bot and (one.account_id is None or one.reserved)]:
            raise problems.conflict("free_seats", seats=", ".join(free))
        ladder.check_start(table)
        game = find_game(table.row.kind)
        scenario = named_scenario(game, table.row.scenario, codec.decode(table.row.options, dict))
        seats = {one.seat: one.bot or one.name for one in table.seats}
        follows = _handed_on(context, table.row) if table.row.follows else None
        entropy = {one.seat: one.entropy for one in table.seats if one.entropy}
        seed = bytes.fromhex(table.row.secret) or _new_seed()
        match = HotMatch.new(game, scenario, seed, seats, product=__version__, follows=follows, entropy=entropy)
        _begin(context, table, match)


def _begin(context: ServerContext, table: Table, match: Any) -> None:
    asked = tuple(prompt.seat for prompt in match.game.prompts(match.state))
    outcome = match.game.outcome(match.state)
    lines = [records.write(record) for record in match.records[:2]]
    with context.store.writing() as transaction:
        now = transaction.matches.now()
        fields: dict[str, Any] = {
            "status": "playing",
            "secret": "",
            "asked": codec.encode(asked).decode(),
            "turned": now,
            "changed": now,
        }
        transaction.matches.begin(table.id, table.row.revision, lines[0], lines[1], **fields)
        for one in table.seats:
            clock = None if one.bot else clocks.full(table.settings.clock)
            transaction.matches.change_seat(table.id, one.seat, clock=clock, known=_known(one.account_id))
        transaction.talk.say(table.id, None, key="chat.started")
        table.read(transaction)
        umpire.follow_up(context, transaction, table)
    context.hub.wake(table.id)
    context.hub.work()
    if outcome is not None:  # a scenario that is decided by its set-up
        umpire.finish(context, table, outcome, "", lambda _: None)


def change_settings(context: ServerContext, table_id: str, account_id: int, settings: Settings) -> None:
    """Give a table new settings."""
    with context.tables.at(table_id) as table:
        check_owner(table, account_id)
        if table.row.status != "open" and settings.clock != table.settings.clock:
            raise problems.conflict("clock_stays")
        if table.row.status != "open" and settings.rated != table.settings.rated:
            raise problems.conflict("rated_stays")
        if table.row.tournament and (settings.rated, settings.clock) != (table.settings.rated, table.settings.clock):
            raise problems.conflict("tournament_clock")
        _check_settings(context, settings)
        with _changing(context, table) as transaction:
            transaction.matches.change(table.id, settings=codec.encode(settings).decode())


def remove(context: ServerContext, table_id: str, account_id: int) -> None:
    """Delete a table."""
    with context.tables.at(table_id) as table:
        check_owner(table, account_id)
        if table.row.status == "playing" and not context.config.is_local:
            raise problems.conflict("being_played")
        if table.row.tournament:
            ladder.check_seats_stay(table)
        with context.store.writing() as transaction:
            transaction.matches.remove(table.id)
        table.drop()
    context.tables.forget(table_id)
    context.hub.wake(table_id)


# --- sitting down and standing up -------------------------------------------------------------------------------------


@contextlib.contextmanager
def _changing(context: ServerContext, table: Table) -> Iterator[Transaction]:
    """A change of a table that everybody at it shall see: one transaction, then the table is read again."""
    try:
        with context.store.writing() as transaction:
            yield transaction
            table.read(transaction)
            umpire.follow_up(context, transaction, table)
    except BaseException:
        table.is_loaded = False
        raise
    finally:
        context.hub.wake(table.id)
        context.hub.work()


def join(context: ServerContext, table_id: str, account_id: int, name: str, token: str, entropy: str = "") -> None:
    """Sit down; on a seat that is free, kept for us, a bot's, or that an invitation is for."""
    with context.tables.at(table_id) as table:
        row = table.seat(name)
        if row.account_id is not None and row.account_id != account_id:
            raise problems.conflict("taken", who=row.name, seat=name)
        if row.account_id == account_id and not row.reserved:
            return
        if row.account_id is None:
            ladder.check_seats_stay(table)
        invitation = _invitation(context, table, name, token) if token else None
        is_welcome = invitation is not None or table.settings.listed or table.has_member(account_id)
        if row.bot and table.row.status == "playing" and invitation is None and not table.has_member(account_id):
            raise problems.forbidden("take_over")
        _check_one_hand(context, table, account_id, name)
        if not is_welcome:
            raise problems.forbidden("invited_only")
        if table.is_over:
            raise problems.conflict("game_over")
        key = "chat.taken_over" if row.bot else "chat.joined"
        clock = clocks.full(table.settings.clock) if table.row.status == "playing" else None
        with _changing(context, table) as transaction:
            if invitation is not None:
                transaction.matches.use_invitation(invitation.id)
            person = transaction.people.find(account_id)
            values: dict[str, Any] = {
                "account_id": account_id,
                "reserved": False,
                "bot": "",
                "resigned": False,
                "trouble": "",
            }
            if table.row.status == "open":
                values["entropy"] = entropy
            if table.row.status == "playing":
                values["known"] = _known(*codec.decode(row.known, list), account_id)
            transaction.matches.change_seat(
                table.id, name, **values, clock=row.clock if row.clock is not None else clock
            )
            transaction.talk.say(table.id, None, key=key, params={"seat": name, "name": person.name, "bot": row.bot})
            transaction.matches.change_if(table.id, table.row.revision, **_running(transaction, table))
            others = [table.row.owner_id, *(one.account_id for one in table.seats)]
            whom = [one for one in others if one != account_id]
            absence.tell_later(context, transaction, table, "joined", whom, seat=name, who=person.name)
            if table.row.tournament:
                for one in table.seats:
                    if one.account_id == account_id:  # whoever sits down plays the whole side
                        transaction.matches.change_seat(table.id, one.seat, reserved=False)
        if table.row.tournament and not any(one.reserved for one in table.seats):
            start(context, table.id, table.row.owner_id)


def _known(*accounts: int | None) -> str:
    """The people who have seen a hand, as they are stored."""
    return codec.encode([one for one in dict.fromkeys(accounts) if one is not None]).decode()


def _check_one_hand(context: ServerContext, table: Table, account_id: int, name: str) -> None:
    """In a running game nobody who plays against people looks into another hand, be it one after the other."""
    if context.config.is_local or table.row.status != "playing" or not table.match.game.hides:
        return
    has_company = any(one.account_id not in (None, account_id) for one in table.seats)
    has_seen = any(account_id in codec.decode(one.known, list) for one in table.seats if one.seat != name)
    if has_company and (table.seats_of(account_id) or has_seen):
        raise problems.forbidden("has_played")


def _running(transaction: Transaction, table: Table) -> dict[str, Any]:
    """A new player's clock runs from now, the clocks of the others go on: charge them first."""
    if table.row.status != "playing":
        return {}
    now = transaction.matches.now()
    left = umpire.clocks_of(table)
    shown = clocks.shown(left, umpire.asked_before(table), now - table.row.turned)
    for seat, clock in shown.items():
        if clock != left[seat]:
            transaction.matches.change_seat(table.id, seat, clock=clock)
    return {"turned": now}


def leave(context: ServerContext, table_id: str, account_id: int, name: str, bot: str) -> None:
    """Stand up; in a running game a bot sits down, so that the others can play on."""
    with context.tables.at(table_id) as table:
        umpire.check_seat(context, table, account_id, name)
        if table.is_over:
            raise problems.conflict("game_over")
        ladder.check_seats_stay(table)
        _free(context, table, name, bot if table.row.status == "playing" else "", "chat.left")


def seat_bot(context: ServerContext, table_id: str, account_id: int, name: str, who: str, bot: str) -> None:
    """Put a bot on a seat, or free it."""
    with context.tables.at(table_id) as table:
        row = table.seat(name)
        is_mine = row.account_id == account_id
        if not is_mine and table.row.owner_id != account_id:
            raise problems.forbidden("seat_owner")
        if table.is_over:
            raise problems.conflict("game_over")
        ladder.check_seats_stay(table)
        if table.row.status == "playing":
            if row.account_id is not None and not is_mine:
                raise problems.conflict("is_playing", who=row.name, seat=name)
            if who == "open":
                raise problems.conflict("somebody_plays")
        _free(context, table, name, bot if who == "bot" else "", "chat.bot" if who == "bot" else "chat.left")


def _free(context: ServerContext, table: Table, name: str, bot: str, key: str) -> None:
    if bot:
        check_bot(table.row.kind, bot)
    row = table.seat(name)
    with _changing(context, table) as transaction:
        fields = _running(transaction, table)
        stale = {"account_id": None, "reserved": False, "trouble": "", "seen": 0, "entropy": ""}
        transaction.matches.change_seat(table.id, name, bot=bot, **stale)
        transaction.talk.say(table.id, None, key=key, params={"seat": name, "name": row.name, "bot": bot})
        transaction.matches.change_if(table.id, table.row.revision, **fields)


# --- invitations ------------------------------------------------------------------------------------------------------


def invite(context: ServerContext, table_id: str, account_id: int, name: str, days: int) -> tuple[int, str, int]:
    """An invitation to a table: its number, its token, and when it expires."""
    with context.tables.at(table_id) as table:
        if not table.has_member(account_id):
            raise problems.forbidden("invite_people")
        if name:
            table.seat(name)
        expires = context.store.now() + days * DAY
        with context.store.writing() as transaction:
            if transaction.matches.invitations(table.id) >= MOST_INVITATIONS:
                raise problems.conflict("many_invitations", most=MOST_INVITATIONS)
            number = transaction.matches.invite(table.id, name, account_id, expires)
    return number, str(context.links.dumps(number)), expires


def revoke(context: ServerContext, table_id: str, account_id: int, number: int) -> None:
    """Take back an invitation."""
    with context.tables.at(table_id) as table, context.store.writing() as transaction:
        found = transaction.matches.invitation(number)
        if found is None or found.match_id != table.id:
            raise problems.not_found("no_invitation")
        if account_id not in (found.account_id, table.row.owner_id):
            raise problems.forbidden("take_back")
        transaction.matches.use_invitation(number)


def read_invitation(context: ServerContext, token: str) -> InvitationRow:
    """The invitation that a token stands for, if it can still be used."""
    try:
        number = context.links.loads(token)
    except itsdangerous.BadData:
        number = None
    with context.store.reading() as transaction:
        found = transaction.matches.invitation(number) if isinstance(number, int) else None
    if found is None:
        raise problems.not_found("bad_invitation", why="invitation")
    return found


def _invitation(context: ServerContext, table: Table, name: str, token: str) -> InvitationRow:
    found = read_invitation(context, token)
    if found.match_id != table.id or found.seat not in ("", name):
        raise problems.forbidden("other_invitation")
    return found


# --- again, and from elsewhere ----------------------------------------------------------------------------------------


def rematch(context: ServerContext, table_id: str, account_id: int, rotate: bool) -> str:
    """A new table for the same people; their seats are kept for them until they sit down."""
    with context.tables.at(table_id) as table:
        if not table.has_member(account_id):
            raise problems.forbidden("rematch_people")
        if not table.is_over:
            raise problems.conflict("not_over")
        if table.row.rematch:
            return table.row.rematch
        new, row = new_id(), table.row
        players = [(one.account_id, one.bot if one.account_id is None else "") for one in table.seats]
        if rotate:
            players = players[-1:] + players[:-1]
        seats = [
            _seat(new, one.seat, one.place, who, bot, reserved=who is not None and who != account_id)
            for one, (who, bot) in zip(table.seats, players, strict=True)
        ]
        fresh = _row(context, new, find_game(row.kind), row.scenario, row.options, table.settings, account_id)
        with _changing(context, table) as transaction:
            _check_room(context, transaction, account_id)
            transaction.matches.create(fresh, seats)
            transaction.talk.say(
                table.id, None, key="chat.rematch", params={"name": transaction.people.find(account_id).name}
            )
            transaction.matches.change_if(table.id, row.revision, rematch=new)
        return new


def go_on(context: ServerContext, table_id: str, account_id: int, scenario: str) -> str:
    """A table for the next game of a campaign, for the same people in the same seats; there is one."""
    with context.tables.at(table_id) as table:
        if not table.has_member(account_id):
            raise problems.forbidden("campaign_people")
        if not table.is_over:
            raise problems.conflict("not_over")
        try:
            handed_on(table.match, scenario)
        except NothingToFollow as problem:
            raise problems.conflict("as_said", text=str(problem)) from None
        new, row, game = new_id(), table.row, find_game(table.row.kind)
        sat = {one.seat: (one.account_id, one.bot) for one in table.seats}
        seats = []
        for place, name in enumerate(named_scenario(game, scenario, codec.decode(row.options, dict)).seats):
            who, bot = sat.get(name, (None, ""))
            seats.append(_seat(new, name, place, who, bot, reserved=who not in (None, account_id)))
        fresh = _row(context, new, game, scenario, row.options, table.settings, account_id)
        with _changing(context, table) as transaction:
            if known := transaction.matches.after(table.id):
                return known[0]
            _check_room(context, transaction, account_id)
            transaction.matches.create(msgspec.structs.replace(fresh, follows=table.id), seats)
            transaction.talk.say(
                table.id, None, key="chat.next", params={"name": transaction.people.find(account_id).name}
            )
        return new


def _handed_on(context: ServerContext, row: MatchRow) -> Follows:
    """What the game before hands on to one that follows it."""
    try:
        with context.store.reading() as transaction:
            return handed_on(load_match(transaction, row.follows), row.scenario)
    except (Missing, NothingToFollow) as problem:
        raise problems.conflict("not_followed", problem=problem) from None


def take_in(context: ServerContext, account_id: int, content: bytes) -> str:
    """A table from the bytes of a ``.game`` file; gives its name.

    On one's own machine a game of earlier rules may go on; a club takes in only what its rules could have made.
    """
    is_local = context.config.is_local
    with context.store.reading() as transaction:
        _check_room(context, transaction, account_id)  # before anybody reads it through
    found = context.customs.admit(Parcel(content=content, keep_seed=is_local, strict=not is_local), account_id)
    table_id = new_id()
    owner = account_id if is_local else None
    seats = [_seat(table_id, name, place, owner, "") for place, name in enumerate(found.seats)]
    options = codec.encode(found.options).decode()
    row = _row(context, table_id, find_game(found.game), found.scenario, options, Settings(listed=False), account_id)
    row = msgspec.structs.replace(
        row,
        status="over" if found.end else "playing",
        rules=found.rules,
        secret="",  # its header has one
        asked=codec.encode(found.asked).decode(),
        outcome=codec.encode(found.end).decode() if found.end else "",
    )
    header, opening, *rest = found.lines
    with context.store.writing() as transaction:
        _check_room(context, transaction, account_id)
        transaction.matches.create(row, seats)
        transaction.matches.begin(table_id, 0, header, opening)
        if rest:
            transaction.matches.append(table_id, 0, rest)
    return table_id
