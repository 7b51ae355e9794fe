"""Sandtable is the umpire for big board wargames.

``import sandtable`` is the public API: ``sandtable.new("eastfront", "1")`` opens a match. See :mod:`sandtable.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.api import (
        GameOver,
        IllegalAction,
        Match,
        Menu,
        Option,
        list_games,
        list_scenarios,
        load,
        new,
        position,
        rule,
        rules,
    )

__version__ = "0.1.0"

__all__ = [
    "GameOver",
    "IllegalAction",
    "Match",
    "Menu",
    "Option",
    "__version__",
    "list_games",
    "list_scenarios",
    "load",
    "new",
    "position",
    "rule",
    "rules",
]


def __getattr__(name: str) -> Any:
    # Loaded when it is first wanted: a command that prints one line need not wait for the games.
    if name in __all__:
        from sandtable import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
