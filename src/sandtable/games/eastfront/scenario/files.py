"""The files of ``data``, each read once."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from sandtable.kernel import codec

LONGEST_NUMBER = 2
"""Digits in the number of a row; the numbers of hexes are longer, and stay words."""


@cache
def data(name: str) -> Any:
    """A file of the game's data."""
    file = resources.files("sandtable.games.eastfront") / "data" / f"{name}.json"
    return _numbered(codec.decode(file.read_bytes(), dict[str, Any]))


@cache
def chart(name: str) -> Any:
    """A printed chart."""
    return data(f"charts/{name}")


def _numbered(value: Any) -> Any:
    """The same with numbers for the rows of tables: JSON has only words for keys."""
    if isinstance(value, list):
        return [_numbered(one) for one in value]
    if not isinstance(value, dict):
        return value
    is_table = bool(value) and all(key.isdigit() and len(key) <= LONGEST_NUMBER for key in value)
    return {int(key) if is_table else key: _numbered(one) for key, one in value.items()}
