"""The program: its commands, and the one place where whatever goes wrong becomes a sentence and an exit code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sandtable import __version__
from sandtable.cli import (
    accounts,
    answering,
    keeping,
    listing,
    looking,
    odds,
    owning,
    playing,
    serve,
    simulating,
    starting,
    trying,
)
from sandtable.cli.faults import EXIT_CODES, leave_pipe, report


class Umpire(TyperGroup):
    """The commands, with their problems told in one sentence."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; a problem ends it with its exit code and never with a traceback."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            ctx.exit(leave_pipe())
        except (Exception, KeyboardInterrupt) as problem:
            if type(problem).__module__.startswith("typer"):
                raise  # wrong usage and exits are the command line's own business
            ctx.exit(report(problem))


app = typer.Typer(
    cls=Umpire,
    name="sandtable",
    help="The umpire for big board wargames.",
    epilog=EXIT_CODES.replace("\n", " "),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """The umpire for big board wargames: it knows the rules, keeps the board and explains every number."""


COMMANDS: dict[str, Callable[..., None]] = {
    "games": listing.games,
    "scenarios": listing.scenarios,
    "new": starting.new,
    "play": playing.play,
    "show": looking.show,
    "offers": looking.offers,
    "do": answering.do,
    "why": answering.why,
    "undo": answering.undo,
    "log": looking.log,
    "replay": keeping.replay,
    "export": keeping.export,
    "import": keeping.import_,
    "odds": odds.odds,
    "data": owning.data,
    "try": trying.try_,
    "fuzz": trying.fuzz,
    "sim": simulating.sim,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
serve.register(app)
accounts.register(app)
