"""``replay``, ``export`` and ``import``: files of games, checked and passed on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import OK, REFUSED, USAGE, Fault
from sandtable.cli.looking import finish, print_log, print_position, seen_state
from sandtable.cli.options import GameFile, Json, Lang, Seat
from sandtable.cli.printing import print_json

if TYPE_CHECKING:
    from sandtable.kernel import Match
    from sandtable.kernel.records import AnyRecord

After = Annotated[
    Path | None,
    typer.Option("--after", metavar="FILE", help="Check that it follows the game in this file, as in a campaign."),
]
To = Annotated[Path, typer.Option("--to", metavar="OUT", help="The file to write.")]


def replay(
    file: GameFile,
    strict: Annotated[
        bool, typer.Option("--strict", help="Derive every step anew by today's rules, and audit the dice.")
    ] = False,
    after: After = None,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Show the position after this step.")
    ] = None,
    seat: Seat = None,
    everything: Annotated[bool, typer.Option("--open", help="With --step: show what is hidden too.")] = False,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Tell a recorded game again and check it.

    Without options the record is folded: every step has to lead to the position that it recorded.
    """
    from sandtable.cli.session import look

    session = look(file, every_step=True)
    match = session.match
    if step is not None:
        if step > match.seq:
            raise Fault(USAGE, "cli.no_such_step", given=step, last=match.seq)
        state = seen_state(session, match.state_at(step), seat, everything)
        print_json(state) if json else print_position(session, state)
        finish(session)
    differences = list(match.verify()) if strict else []
    if after and (broken := _broken_link(after, match)):
        differences.insert(0, (0, broken))
    if json:
        print_json({"steps": len(match.steps), "seq": match.seq, "strict": strict, "differences": differences})
    else:
        print_log(session, match.log(session.known_seat(seat) if seat else ""))
        for number, problem in differences:
            told = session.speech.say(
                "cli.differs", path=str(file), line=_line_of(session.match, number), step=number, problem=problem
            )
            typer.echo(told, err=True)
        if not differences:
            key = "cli.replayed_strictly" if strict else "cli.replayed"
            typer.echo(session.speech.say(key, steps=len(match.steps)))
    if differences:
        raise typer.Exit(REFUSED)
    finish(session)


def _broken_link(before: Path, match: Match[Any]) -> str:
    """Why a game does not follow the one in a file; empty when it does."""
    from sandtable.cli.session import look
    from sandtable.kernel.campaigns import broken_link

    return broken_link(look(before, every_step=True).match, match)


def _line_of(match: Match[Any], step: int) -> int:
    """The line of a file that tells a step; the opening stands in the second."""
    lines = (n for n, record in enumerate(match.records, start=1) if getattr(record, "seq", 0) == step)
    return next(lines) if step else 2


def export(
    file: GameFile,
    to: Annotated[Path | None, typer.Option("--to", metavar="OUT", help="The file to write, else the output.")] = None,
    lang: Lang = "",
) -> None:
    """Copy a game to pass it on.

    As long as the game is not over, the seed of its dice stays behind.
    """
    from sandtable import savefile
    from sandtable.cli.session import look
    from sandtable.kernel import records

    session = look(file)
    lines = without_seed(session.match.records) if session.prompts else session.match.records
    if to is None:
        sys.stdout.write("".join(records.write(line).decode() for line in lines))
        sys.stdout.flush()
    else:
        savefile.write_all(to, lines)
        typer.echo(session.speech.say("cli.saved", path=str(to)), err=True)
    finish(session)


def without_seed(lines: list[AnyRecord]) -> list[AnyRecord]:
    """Records in which nobody can read the dice to come."""
    from msgspec.structs import replace

    from sandtable.kernel.records import Header

    return [replace(line, seed=None) if isinstance(line, Header) else line for line in lines]


def import_(file: GameFile, to: To, json: Json = False, lang: Lang = "") -> None:
    """Check a game and save its good part.

    This is how to take over a game from elsewhere, and how to repair a damaged file.
    """
    from sandtable import savefile
    from sandtable.cli.session import look

    session = look(file, every_step=True)
    savefile.write_all(to, session.match.records)
    found: dict[str, Any] = {"file": str(to), "seq": session.match.seq, "steps": len(session.match.steps)}
    if json:
        problem = session.problem
        print_json({**found, "lost_from_line": problem.line if problem is not None else None})
    else:
        typer.echo(session.speech.say("cli.imported", path=str(to), steps=len(session.match.steps)))
    raise typer.Exit(OK)
