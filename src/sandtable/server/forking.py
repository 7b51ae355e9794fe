"""Private tables for analysis: from any step of a game, or from a case file; and positions written as case files.

Whoever forks or writes knows no more than the seat: while a game goes on, what it hides from it is imagined anew. All
that may take long is done in a process of its own (:mod:`sandtable.server.studying`).
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from sandtable import __version__, registry
from sandtable.kernel import Game, SeededDice, codec
from sandtable.kernel.dice import commitment
from sandtable.kernel.records import FORMAT, Header, Opening
from sandtable.server import looking, problems, seating
from sandtable.server.context import ServerContext
from sandtable.server.shapes.tables import Settings
from sandtable.server.studying import ReadCase, Studied, TakeUp
from sandtable.server.tables import Table
from sandtable.store.loading import HotMatch, shared_scenario, state_after


def known_position(
    context: ServerContext, table_id: str, account_id: int, seat: str, seq: int, title: str = ""
) -> Studied:
    """The position after a step as far as a seat knows it, and with a title the case file that tells it."""
    with context.tables.at(table_id) as table, context.store.reading() as transaction:
        looking.check_look(context, table, account_id, seat)
        game: Game[Any] = table.match.game
        if not 0 <= seq <= looking.visible_seq(context, transaction, table, account_id, seat):
            raise problems.not_found("no_step", step=seq)
        state = table.match.state if seq == table.row.seq else state_after(transaction, table.id, seq)
        header = table.match.header
        sees_all = not game.hides or table.is_over or _sees_all(table, account_id)
        if not sees_all and not seat:
            raise problems.conflict("hidden")
        if not sees_all:
            state = game.seen(state, seat)  # no more than that leaves the server's own process
    if title and not sees_all:
        title += f", as {seat} knows it; what is hidden is made up"
    order = TakeUp(
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        facts=header.facts,
        state=codec.encode(state),
        seat="" if sees_all else seat,
        seed=secrets.token_bytes(32),
        title=title,
    )
    return context.study.ask(order, account_id)


def _sees_all(table: Table, account_id: int) -> bool:
    """Whether someone sits on every seat, and so knows everything that any of them does."""
    return all(one.account_id == account_id and not one.bot for one in table.seats)


# --- tables for analysis ----------------------------------------------------------------------------------------------


def fork(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int, bot: str) -> str:
    """A private table that goes on from a step of another; ``bot`` plays the other seats, or nobody but oneself."""
    found = known_position(context, table_id, account_id, seat, seq)
    with context.tables.at(table_id) as table:
        mine = table.seats_of(account_id) or (seat,)
    return _set_up(context, account_id, found, mine, bot, f"{table_id}:{seq}")


def open_case(context: ServerContext, account_id: int, text: str, bot: str, seat: str = "") -> str:
    """A private table with the position of a case file."""
    found = context.study.ask(ReadCase(text=text), account_id)
    if found.problem:
        raise problems.malformed(found.problem)
    return _set_up(context, account_id, found, (seat or next(iter(found.asked), ""),), bot, "case")


def _set_up(
    context: ServerContext, account_id: int, found: Studied, mine: tuple[str, ...], bot: str, origin: str
) -> str:
    if bot:
        seating.check_bot(found.game, bot)
    seed = secrets.token_bytes(32)
    game = registry.game(found.game)
    header = Header(
        format=FORMAT,
        game=found.game,
        rules=game.version,
        scenario=found.scenario,
        product=__version__,
        options=found.options,
        facts=found.facts,
        commitment=commitment(seed),
        seed=seed.hex(),
    )
    scenario = shared_scenario(header)
    state = codec.decode_state(found.state, game.state_type, scenario)
    opening = Opening(state=msgspec.Raw(found.state), hash=codec.state_hash(state))
    match = HotMatch(game, header, scenario, opening, state, SeededDice(seed))
    settings = Settings(listed=False, spectators=False, origin=origin)
    seats = {name: "" if name in mine or not bot else bot for name in scenario.seats}
    return seating.open_private(context, account_id, match, settings, seats)


# --- case files -------------------------------------------------------------------------------------------------------


def case_text(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int) -> str:
    """The position after a step as a case file."""
    with context.tables.at(table_id) as table:
        title = f"{table.match.game.id}, {table.match.scenario.name}, step {seq}"
    return known_position(context, table_id, account_id, seat, seq, title).text
