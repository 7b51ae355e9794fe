"""``do``, ``why`` and ``undo``: answering the umpire, one step at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import REFUSED
from sandtable.cli.looking import finish
from sandtable.cli.options import GameFile, Json, Lang, Seat, Words
from sandtable.cli.printing import print_entries, print_json, print_lines

if TYPE_CHECKING:
    from sandtable.cli.session import Session
    from sandtable.kernel import Refusal


def do(
    file: GameFile,
    words: Words,
    seat: Seat = None,
    seq: Annotated[
        int | None, typer.Option("--seq", metavar="N", help="Only if the game is still at this step.", min=0)
    ] = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Answer for a seat; bots then play until a person is asked."""
    from sandtable.cli.session import at_table
    from sandtable.cli.words import read_action
    from sandtable.kernel import Refusal

    with at_table(file) as session:
        who = session.seat(seat)
        before = session.match.seq
        step = session.act(who, read_action(session.game, session.speech.listening, words), seq)
        if isinstance(step, Refusal):
            _refuse(session, step, json)
        session.let_bots_play()
    _tell(session, before, who, json)


def why(file: GameFile, words: Words, seat: Seat = None, json: Json = False, lang: Lang = "") -> None:
    """Ask whether a seat may do something, and by which rule not."""
    from sandtable.cli.session import look
    from sandtable.cli.words import read_action

    session = look(file)
    action = read_action(session.game, session.speech.listening, words)
    no = session.game.why_not(session.match.state, session.seat(seat), action)
    if no is not None:
        _refuse(session, no, json)
    elif json:
        print_json({"refused": None})
    else:
        typer.echo(session.speech.say("cli.allowed"))
    finish(session)


def undo(file: GameFile, seat: Seat = None, json: Json = False, lang: Lang = "") -> None:
    """Take back the last step of a seat.

    Not after dice were rolled, something hidden was shown or another seat was asked.
    """
    from sandtable.cli.session import at_table
    from sandtable.kernel import Refusal

    with at_table(file) as session:
        steps = session.match.steps
        who = session.known_seat(seat) if seat else (steps[-1].seat if steps else "")
        undone = session.undo(who)
    if isinstance(undone, Refusal):
        _refuse(session, undone, json)
    if not json:
        typer.echo(session.speech.say("log.undone", seat=session.speech.name("seat", who), steps=1))
    _tell(session, session.match.seq, who, json)


def _refuse(session: Session, no: Refusal, json: bool) -> None:
    """Print the umpire's no and end."""
    if json:
        print_json({"refused": no})
    else:
        typer.echo(session.speech.refusal(no), err=True)
    raise typer.Exit(REFUSED)


def _tell(session: Session, before: int, seat: str, json: bool) -> None:
    """What came of it, and who is asked now."""
    entries: list[Any] = session.entries_after(before, seat)
    if json:
        outcome, prompts = session.game.outcome(session.match.state), session.prompts_for(seat)
        print_json({"seq": session.match.seq, "entries": entries, "prompts": prompts, "outcome": outcome})
        return
    print_entries(session.speech, entries, indent="")
    print_lines(session.situation(seat))
