"""Private tables for analysis: from any step of a game, or from a case file; and positions written as case files.

Whoever forks or writes knows no more than the seat: while a game goes on, what it hides from it is imagined anew.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import msgspec

from sandtable import __version__, casefile, casewriting
from sandtable.kernel import Game, SeededDice, State, codec
from sandtable.kernel.cases.case import Case
from sandtable.kernel.cases.parts import CaseError
from sandtable.kernel.dice import commitment
from sandtable.kernel.records import FORMAT, Header, Opening
from sandtable.server import looking, problems, seating
from sandtable.server.context import ServerContext
from sandtable.server.shapes.tables import Settings
from sandtable.server.tables import Table
from sandtable.store.loading import HotMatch, state_after

CASE = Path("case")
"""What errors of a case that came without a file call it."""


def known_state(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int) -> tuple[State, bool]:
    """The position after a step as far as a seat knows it, and whether something of it had to be imagined."""
    with context.tables.at(table_id) as table, context.store.reading() as transaction:
        looking.check_look(context, table, account_id, seat)
        game: Game[Any] = table.match.game
        if not 0 <= seq <= looking.visible_seq(context, transaction, table, account_id, seat):
            raise problems.not_found(f"this game has no step {seq}")
        state = table.match.state if seq == table.row.seq else state_after(transaction, table.id, seq)
        if not game.hides or table.is_over or _sees_all(table, account_id):
            return state, False
        if not seat:
            raise problems.conflict("something is hidden here: sit down, or wait until the game is over")
        view = game.view(state, seat)
    try:
        return game.imagine(view, SeededDice(secrets.token_bytes(32))), True
    except NotImplementedError:
        raise problems.conflict("what the seat does not know cannot be imagined; wait until the game is over") from None


def _sees_all(table: Table, account_id: int) -> bool:
    """Whether someone sits on every seat, and so knows everything that any of them does."""
    return all(one.account_id == account_id and not one.bot for one in table.seats)


# --- tables for analysis ----------------------------------------------------------------------------------------------


def fork(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int, bot: str) -> str:
    """A private table that goes on from a step of another; ``bot`` plays the other seats, or nobody but oneself."""
    state, _ = known_state(context, table_id, account_id, seat, seq)
    with context.tables.at(table_id) as table:
        game, mine = table.match.game, table.seats_of(account_id) or (seat,)
    return _set_up(context, account_id, game, state, mine, bot, f"{table_id}:{seq}")


def open_case(context: ServerContext, account_id: int, text: str, bot: str, seat: str = "") -> str:
    """A private table with the position of a case file."""
    game, state = position_of(text)
    asked = seat or next((prompt.seat for prompt in game.prompts(state)), "")
    return _set_up(context, account_id, game, state, (asked,), bot, "case")


def _set_up(
    context: ServerContext, account_id: int, game: Game[Any], state: State, mine: tuple[str, ...], bot: str, origin: str
) -> str:
    scenario = state.scenario
    if bot:
        seating.check_bot(game.id, bot)
    seed = secrets.token_bytes(32)
    header = Header(
        format=FORMAT,
        game=game.id,
        rules=game.version,
        scenario=scenario.name,
        product=__version__,
        options=codec.plain(scenario.options),
        facts=dict(scenario.facts),
        commitment=commitment(seed),
        seed=seed.hex(),
    )
    opening = Opening(state=msgspec.Raw(codec.encode(state)), hash=codec.state_hash(state))
    match = HotMatch(game, header, scenario, opening, state, SeededDice(seed))
    settings = Settings(listed=False, spectators=False, origin=origin)
    seats = {name: "" if name in mine or not bot else bot for name in scenario.seats}
    return seating.open_private(context, account_id, match, settings, seats)


# --- case files -------------------------------------------------------------------------------------------------------


def case_text(context: ServerContext, table_id: str, account_id: int, seat: str, seq: int) -> str:
    """The position after a step as a case file."""
    state, is_imagined = known_state(context, table_id, account_id, seat, seq)
    with context.tables.at(table_id) as table:
        game = table.match.game
    title = f"{game.id}, {state.scenario.name}, step {seq}"
    title += f", as {seat or 'a spectator'} knows it; what is hidden is made up" if is_imagined else ""
    try:
        return casewriting.write(game, state, title)
    except casewriting.NotWritable as problem:
        raise problems.conflict(f"this position cannot be written as a case file: {problem}") from None


def position_of(text: str) -> tuple[Game[Any], State]:
    """The game and the position of a case file; raises with the line of what is wrong."""
    try:
        document = casefile.Document(CASE, text)
        if not isinstance(document.data, dict):
            raise casefile.CaseFileError(CASE, 1, "a case is a mapping that begins with 'case:'")
        game = casefile.game_of(CASE, document)
        try:
            case = Case(game, document.data, casefile.lexicon(game.id))
            case.open()
        except CaseError as problem:
            raise casefile.CaseFileError(CASE, document.line(problem.where), problem.message) from None
    except casefile.CaseFileError as problem:
        raise problems.malformed(f"line {problem.line}: {problem.message}") from None
    return game, case.state


def edited(text: str, tables: dict[str, dict[str, Any]], tracks: dict[str, Any]) -> str:
    """A case file with rows and tracks of its position changed; one that cannot be read stays as it is."""
    if not tables and not tracks:
        return text
    try:
        data = casefile.Document(CASE, text).data
    except casefile.CaseFileError:
        return text
    position = data.get("position", {}) if isinstance(data, dict) else None
    if not isinstance(position, dict):
        return text
    for name, rows in tables.items():
        before = position.get(name)
        there = dict(before) if isinstance(before, dict) else {}
        for key, change in rows.items():
            known: Any = int(key) if key.isdecimal() else key
            old = there.get(known)
            there[known] = {**old, **change} if isinstance(old, dict) and isinstance(change, dict) else change
        position[name] = there
    if tracks:
        position["tracks"] = {**(position.get("tracks") or {}), **tracks}
    written: str = casewriting.dump({**data, "position": position})
    return written
