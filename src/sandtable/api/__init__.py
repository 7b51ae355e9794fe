"""The public face of Sandtable: ``import sandtable`` and play, look, ask.

>>> import sandtable
>>> match = sandtable.new("eastfront", "1", seed=7)
>>> match.asked
('axis',)

What stands here and in :mod:`sandtable.api.match` and :mod:`sandtable.api.menu` keeps its meaning within a major
version; everything else is the inside of the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable import casefile, inventory, registry, savefile
from sandtable.api.match import GameOver, IllegalAction, Match
from sandtable.api.menu import Menu, Option
from sandtable.kernel import Match as Recorded
from sandtable.kernel import Scenario

__all__ = [
    "GameOver",
    "IllegalAction",
    "Match",
    "Menu",
    "Option",
    "list_games",
    "list_scenarios",
    "load",
    "new",
    "position",
    "rule",
    "rules",
]

Seed = int | str | bytes
"""What dice are drawn from: a number, hex digits, or bytes."""


def list_games() -> tuple[str, ...]:
    """The games that can be played, by id."""
    return tuple(one.id for one in registry.games() if one.is_playable)


def list_scenarios(game: str) -> tuple[str, ...]:
    """The scenarios of a game, in the rulebook's order."""
    return tuple(info.name for info in registry.game(game).scenarios())


def new(game: str, scenario: str = "", *, seed: Seed = 0, options: Mapping[str, Any] | None = None) -> Match:
    """A new match; without a scenario the first of the game. The same seed gives the same dice."""
    found = registry.game(game)
    opened: Scenario = found.open(scenario or found.scenarios()[0].name, options or {})
    return Match.start(found, opened, _seed(seed))


def load(path: str | Path) -> Match:
    """A match from a ``.game`` file, as it stands at its end; raises :class:`sandtable.savefile.FileTrouble`."""
    loaded = savefile.read(Path(path))
    if loaded.problem is not None:
        raise loaded.problem
    header = loaded.records[0]
    game = registry.game(getattr(header, "game", ""))
    return Match.of(Recorded.fold(game, loaded.records))


def position(path: str | Path, *, seed: Seed = 0) -> Match:
    """A match that begins with the position of a case file; raises :class:`sandtable.casefile.CaseFileError`."""
    game, state = casefile.opening(Path(path))
    return Match.at(game, state, _seed(seed))


def rules(game: str) -> dict[str, str]:
    """The rule entries of a game in our words, by id."""
    return {one.id: one.text for one in inventory.entries(game)}


def rule(game: str, id: str) -> str:
    """One rule entry; raises ``KeyError`` for an id that the game does not have."""
    return rules(game)[id]


def _seed(seed: Seed) -> bytes:
    """A seed as bytes: of a number its digits, so that 1 and 10 are as far apart as any two."""
    if isinstance(seed, bytes):
        return seed or b"\0"
    if isinstance(seed, int):
        return f"seed {seed}".encode()
    try:
        return bytes.fromhex(seed) or b"\0"
    except ValueError:
        raise ValueError(f"a seed is a number, bytes or hex digits, not {seed!r}") from None
