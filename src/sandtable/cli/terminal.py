"""Lines in and lines out, with a person or a script at the other end."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import typer

from sandtable.cli.board import WIDTH


class EndOfInput(Exception):
    """Nobody answers any more."""


class Terminal:
    """Where a table is shown."""

    @property
    def is_person(self) -> bool:
        """Whether somebody sits there, rather than a pipe."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def ask(self, mark: str = "> ") -> str:
        """The next line that is typed; raises :class:`EndOfInput` when there is none."""
        if self.is_person:
            return self._typed(mark)
        typer.echo(mark, nl=False)
        line = sys.stdin.readline()
        typer.echo(line.rstrip("\n"))  # a transcript reads like a session
        if not line:
            raise EndOfInput
        return line.strip()

    def _typed(self, mark: str) -> str:
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() its line editing
        try:
            return input(mark).strip()
        except EOFError:
            raise EndOfInput from None

    def say(self, *lines: str) -> None:
        """Show lines."""
        for line in lines:
            typer.echo(line)

    def columns(self, cells: Iterable[str], width: int = WIDTH) -> None:
        """Show short texts side by side, down each column first; long ones one below the other."""
        texts = list(cells)
        if not texts:
            return
        widest = max(len(text) for text in texts) + 2
        across = max(1, (width - 2) // widest)
        down = -(-len(texts) // across) if len(texts) > 8 else len(texts)
        for row in range(down):
            line = "".join(f"{text:{widest}}" for text in texts[row::down])
            typer.echo(f"  {line}".rstrip())

    def clear(self) -> None:
        """Wipe the screen, so that the next player does not read what the last one saw."""
        if self.is_person:
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
