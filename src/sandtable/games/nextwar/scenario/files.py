"""The files of ``data``, each read once."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from sandtable.kernel import codec
from sandtable.kernel.charts import Chart


@cache
def data(name: str) -> dict[str, Any]:
    """A file of the game's data."""
    file = resources.files("sandtable.games.nextwar").joinpath("data", f"{name}.json")
    return codec.decode(file.read_bytes(), dict[str, Any])


def chart(name: str) -> dict[str, Any]:
    """A printed chart as it stands in its file."""
    return data(f"charts/{name}")


def rule_of(printed: dict[str, Any]) -> str:
    """The entry that a chart stands for: ``rule`` once rules use it, ``about`` until then."""
    return str(printed.get("rule") or printed["about"])


@cache
def table(name: str) -> Chart[Any]:
    """A printed chart with columns and rows for numbers."""
    printed = chart(name)
    return Chart(name, rule_of(printed), tuple(printed["columns"]), {k: tuple(v) for k, v in printed["rows"].items()})


@cache
def bands(name: str) -> Chart[str]:
    """A printed chart that gives a word for each band of numbers."""
    printed = chart(name)
    return Chart(name, rule_of(printed), ("result",), {k: (v,) for k, v in printed["rows"].items()})
