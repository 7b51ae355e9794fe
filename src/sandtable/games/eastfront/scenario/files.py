"""The files of ``data``, each read once."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import yaml

from sandtable.kernel import codec


@cache
def data(name: str) -> Any:
    """A file of the game's data."""
    file = resources.files("sandtable.games.eastfront") / "data" / name
    text = file.read_text(encoding="utf-8")
    return codec.decode(text, dict[str, Any]) if name.endswith(".json") else yaml.load(text, yaml.CSafeLoader)


@cache
def chart(name: str) -> Any:
    """A printed chart."""
    return data(f"charts/{name}.yaml")
