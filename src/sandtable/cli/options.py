"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.speech import LANGUAGES, speak


def _choose(lang: str) -> str:
    if lang and lang not in LANGUAGES:
        raise Fault(USAGE, "cli.unknown_language", given=lang, known=list(LANGUAGES))
    speak(lang)
    return lang


Lang = Annotated[
    str, typer.Option("--lang", metavar="en|it", help="Language of the answers.", callback=_choose, is_eager=True)
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for scripts.")]
GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A .game file.", show_default=False)]
Seat = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", help="Whose eyes or answer; by default who is asked.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `sandtable games` lists them.")]
Words = Annotated[
    list[str],
    typer.Argument(
        metavar="ACTION...",
        help='Words such as: move unit=57 to=3606 (lists a,b,c; amounts inf:2,tank:1), or JSON: {"do": "move", ...}.',
        show_default=False,
    ),
]
