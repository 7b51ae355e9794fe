"""The files of ``data``, each read once."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from sandtable.kernel import codec


@cache
def data(name: str) -> dict[str, Any]:
    """A file of the game's data."""
    file = resources.files("sandtable.games.fieldsoffire") / "data" / f"{name}.json"
    return codec.decode(file.read_bytes(), dict[str, Any])


def chart(name: str) -> dict[str, Any]:
    """A printed table."""
    return data(f"charts/{name}")
