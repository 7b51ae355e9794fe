"""Facts laid over the board, from a case file or from an owner's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sandtable.games.axisallies.scenario.board import GlobalScenario, Space
from sandtable.kernel import codec
from sandtable.kernel.areas import AreaMap


def with_facts(board: GlobalScenario, facts: Mapping[str, Any]) -> GlobalScenario:
    """The board with a case's own facts: ``places`` (by name or id), ``join`` and ``part`` (pairs of places)."""
    by_name = {space.name["en"].casefold(): space.id for space in board.spaces.values()}

    def place(word: Any) -> int:
        found = word if word in board.spaces else by_name.get(str(word).casefold())
        if found is None:
            raise ValueError(f"there is no space {word!r}")
        return int(found)

    spaces = dict(board.spaces)
    for word, changes in facts.get("places", {}).items():
        at = place(word)
        spaces[at] = codec.convert({**codec.plain(spaces[at]), **changes}, Space)
    pairs = {tuple(sorted((a, b))): None for a, b in board.map.borders}
    for a, b in facts.get("part", ()):
        pairs.pop(tuple(sorted((place(a), place(b)))), None)
    for a, b in facts.get("join", ()):
        pairs[tuple(sorted((place(a), place(b))))] = None
    links = [(a, b) for a, b in pairs]
    names = {space.id: space.name["en"] for space in spaces.values()}
    return replace(board, facts=facts, spaces=spaces, map=AreaMap.of(names, links))
