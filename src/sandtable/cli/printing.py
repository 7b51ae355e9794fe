"""What commands print: lines for people, JSON for scripts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from sandtable.kernel import Entry


def print_json(message: Any) -> None:
    """A message as one JSON document."""
    import json

    from sandtable.kernel import codec

    typer.echo(json.dumps(codec.plain(message), ensure_ascii=False, indent=2))


def print_lines(lines: Iterable[str]) -> None:
    """Lines of text."""
    for line in lines:
        typer.echo(line)


def print_entries(speech: Any, entries: Iterable[Entry], indent: str = "  ") -> None:
    """Log lines with their dice and reasons."""
    for entry in entries:
        print_lines(indent + line for line in speech.entry(entry))
