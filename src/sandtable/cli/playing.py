"""``play``: sit down at a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.faults import OK, USAGE, Fault
from sandtable.cli.options import Lang
from sandtable.cli.starting import Option, SeatedAs, Seed


def play(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE | GAME SCENARIO]", help="A saved game, or what to start; asks without either."),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Where to save a new game; a name is found without.")
    ] = None,
    option: Option = None,
    seat: SeatedAs = None,
    seed: Seed = "",
    lang: Lang = "",
) -> None:
    """Play in the terminal.

    People share one keyboard, bots take any seat, and every step is saved at once.
    """
    from sandtable.cli.session import at_table
    from sandtable.cli.starting import create
    from sandtable.cli.table import Table
    from sandtable.cli.terminal import EndOfInput, Terminal

    terminal = Terminal()
    try:
        words = what or _choose(terminal)
    except EndOfInput:
        raise typer.Exit(OK) from None
    match words:
        case [file]:
            path = Path(file)
            if seat or option or seed or to:
                raise Fault(USAGE, "cli.only_new")
        case [game, scenario]:
            path = to or _free_name(f"{game}-{scenario}")
            create(game, scenario, path, option or [], seat or [], seed)
        case _:
            raise Fault(USAGE, "cli.play_what")
    with at_table(path) as session:
        Table(session, terminal).run()


def _choose(terminal: object) -> list[str]:
    """Ask for a game and a scenario."""
    from sandtable import registry
    from sandtable.cli.speech import language, product_texts

    playable = [one for one in registry.games() if one.is_playable]
    if not playable:
        raise Fault(USAGE, "cli.nothing_playable")
    names = {one.id: one.name(language()) for one in playable}
    game = _pick(terminal, product_texts().say("cli.which_game"), names)
    scenarios = {info.name: "" for info in registry.game(game).scenarios()}
    return [game, _pick(terminal, product_texts().say("cli.which_scenario"), scenarios)]


def _pick(terminal: object, question: str, options: dict[str, str]) -> str:
    from sandtable.cli.speech import product_texts
    from sandtable.cli.terminal import Terminal
    from sandtable.cli.words import picked

    assert isinstance(terminal, Terminal)
    terminal.say(question)
    terminal.columns(f"{n:>3}  {name}  {title}" for n, (name, title) in enumerate(options.items(), start=1))
    while True:
        text = terminal.ask()
        if (listed := picked(text, list(options))) is not None:
            return listed
        if text in options:
            return text
        terminal.say(product_texts().say("cli.not_listed", given=text))


def _free_name(stem: str) -> Path:
    """A file name in this folder that no game has yet."""
    number = 1
    while (path := Path(f"{stem}.game" if number == 1 else f"{stem}-{number}.game")).exists():
        number += 1
    return path
