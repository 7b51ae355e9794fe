"""``data``: values of an owner's copy, looked at before they are laid over a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.options import Json, Lang
from sandtable.cli.printing import print_json
from sandtable.cli.speech import product_texts

CHECK = "check"


def data(
    action: Annotated[str, typer.Argument(metavar="check", help="What to do: check.", show_default=False)],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of values.", show_default=False)],
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Check values of your own copy of a game.

    Every scenario of the games in the folder is opened with them; `sandtable new --overlay FOLDER` plays with them.
    """
    from sandtable import overlay

    if action != CHECK:
        raise Fault(USAGE, "cli.overlay_what")
    found = overlay.check(folder)
    if json:
        print_json([{"game": game, "scenario": name, "parts": list(parts)} for game, name, parts in found])
        return
    say = product_texts().say
    for game, name, parts in found:
        key = "cli.overlay_laid" if parts else "cli.overlay_untouched"
        typer.echo(say(key, game=game, scenario=name, parts=parts))
