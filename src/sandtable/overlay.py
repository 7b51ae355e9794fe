"""Values from an owner's copy of a game, laid over reconstructed ones without touching code.

The folder has one folder a game. ``FOLDER/<game>/<part>.yaml`` replaces facts of that part in all scenarios of the
game, ``FOLDER/<game>/scenarios/<name>.yaml`` has parts for one scenario; JSON serves as well. Which parts there are is
the game's to say: they are the ``facts`` of its case files. A game keeps the facts it was set up with, so it needs the
folder only once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from sandtable import registry
from sandtable.kernel import Game, Scenario, UnknownName

ENVIRONMENT = "SANDTABLE_OVERLAY"
SCENARIOS = "scenarios"
KINDS = (".yaml", ".json")
"""What an owner may write; all JSON is YAML."""
LARGEST = 5_000_000
"""Bytes; a whole map is smaller."""


class OverlayError(Exception):
    """A folder that cannot be laid over a game; says which file and why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


def facts(game_id: str, scenario: str, folder: Path | None = None) -> dict[str, Any]:
    """What a folder, or the one that the environment names, says of a scenario; empty where there is none."""
    if folder is None and not os.environ.get(ENVIRONMENT):
        return {}
    home = _home(folder)
    found: dict[str, Any] = {}
    for path in _files(home / game_id):
        if path.parent.name != SCENARIOS:
            _lay(found, path.stem, _read(path))
        elif path.stem == scenario:
            for part, values in _read(path).items():
                _lay(found, str(part), values)
    return found


def laid_over(
    game: Game[Any], scenario: str, options: Mapping[str, Any] | None = None, folder: Path | None = None
) -> Scenario:
    """A scenario with an owner's values; raises :class:`OverlayError` where they cannot be."""
    laid = facts(game.id, scenario, folder)
    if not laid:
        return game.open(scenario, options)
    try:
        return game.open(scenario, options, laid)
    except UnknownName:
        raise  # the scenario or an option, not the folder
    except (ValueError, TypeError, LookupError) as problem:
        raise OverlayError(_home(folder) / game.id, f"scenario {scenario}: {problem}") from None


def check(folder: Path) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Open every scenario that a folder speaks of: game, scenario and the parts that are replaced in it."""
    homes = sorted(path for path in _home(folder).iterdir() if path.is_dir() and not path.name.startswith("."))
    if not homes:
        raise OverlayError(folder, "it has no folder of a game, such as eastfront")
    return tuple(found for home in homes for found in _checked(home))


def _checked(home: Path) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    try:
        game = registry.game(home.name)
    except LookupError as problem:
        raise OverlayError(home, str(problem.args[0])) from None
    known = tuple(info.name for info in game.scenarios())
    for path in _files(home):
        if path.parent.name == SCENARIOS and path.stem not in known:
            raise OverlayError(path, f"there is no scenario {path.stem}; there is {', '.join(known)}")
    for name in known:
        opened = laid_over(game, name, folder=home.parent)
        yield game.id, name, tuple(sorted(opened.facts))


def _home(folder: Path | None) -> Path:
    home = folder or Path(os.environ.get(ENVIRONMENT, ""))
    if not home.is_dir():
        raise OverlayError(home, "there is no such folder; make it, or name another one")
    return home


def _files(home: Path) -> tuple[Path, ...]:
    """The files of a game, those for all scenarios first."""
    return tuple(
        path for folder in (home, home / SCENARIOS) for path in sorted(folder.glob("*")) if path.suffix in KINDS
    )


def _read(path: Path) -> Any:
    try:
        if path.stat().st_size > LARGEST:
            raise OverlayError(path, f"larger than {LARGEST:,} bytes")
        found = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    except OSError as problem:
        raise OverlayError(path, problem.strerror or str(problem)) from None
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        raise OverlayError(path, " ".join(str(problem).split())) from None
    if not isinstance(found, dict):
        raise OverlayError(path, "it should be a mapping of names to values")
    return found


def _lay(found: dict[str, Any], part: str, values: Any) -> None:
    """Lay values over those of the same part: what is said last of a thing holds."""
    before = found.get(part)
    both = isinstance(before, dict) and isinstance(values, dict)
    found[part] = {**before, **values} if both and before else values
