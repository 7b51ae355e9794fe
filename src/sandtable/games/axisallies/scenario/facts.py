"""Facts laid over the board, from a case file or from an owner's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from msgspec import Struct

from sandtable.games.axisallies.scenario.board import GlobalScenario, Space
from sandtable.kernel import Id, codec
from sandtable.kernel.areas import AreaMap
from sandtable.kernel.cases import CaseError, read_facts


class SpaceFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a case may say otherwise of a space."""

    owner: str | None = None
    original_owner: str | None = None
    economy: str | None = None
    ipc: int | None = None
    neutral: Literal["", "strict", "pro_axis", "pro_allies"] | None = None
    army: int | None = None
    mongolian: bool | None = None
    chinese: bool | None = None
    dutch: bool | None = None
    capital_of: str | None = None
    victory_city: str | None = None
    island: bool | None = None
    coastal: bool | None = None
    impassable: bool | None = None
    convoy: bool | None = None
    kamikaze: bool | None = None


class BoardFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a case may say otherwise of the board."""

    places: dict[int, SpaceFacts] = {}
    """Spaces by name or number."""
    join: tuple[tuple[int, int], ...] = ()
    """Pairs of spaces that touch here, though they do not on the printed board."""
    part: tuple[tuple[int, int], ...] = ()
    """Pairs of spaces that do not touch here."""


def with_facts(board: GlobalScenario, facts: Mapping[str, Any]) -> GlobalScenario:
    """The board with a case's own facts; a :class:`CaseError` says where one of them means nothing."""
    found = codec.convert(read_facts(BoardFacts, facts, _fact_words(board)), BoardFacts)
    spaces = dict(board.spaces)
    for at, changes in found.places.items():
        spaces[at] = codec.convert({**codec.plain(spaces[at]), **codec.plain(changes)}, Space)
    pairs = {tuple(sorted((a, b))): None for a, b in board.map.borders}
    for number, (a, b) in enumerate(found.part):
        if tuple(sorted((a, b))) not in pairs:
            raise CaseError(("part", number), f"{_name(board, a)} and {_name(board, b)} do not touch anyway")
        del pairs[tuple(sorted((a, b)))]
    for number, (a, b) in enumerate(found.join):
        if a == b or tuple(sorted((a, b))) in pairs:
            raise CaseError(("join", number), f"{_name(board, a)} and {_name(board, b)} touch already")
        pairs[tuple(sorted((a, b)))] = None
    links = [(a, b) for a, b in pairs]
    names = {space.id: space.name["en"] for space in spaces.values()}
    return replace(board, facts=facts, spaces=spaces, map=AreaMap.of(names, links))


def _fact_words(board: GlobalScenario) -> dict[str, Mapping[Id, str] | tuple[str, ...]]:
    spaces: dict[Id, str] = {space.id: space.name["en"] for space in board.spaces.values()}
    powers = ("", *board.powers)
    return {
        "BoardFacts.places.key": spaces,
        "BoardFacts.join": spaces,
        "BoardFacts.part": spaces,
        "SpaceFacts.owner": powers,
        "SpaceFacts.original_owner": powers,
        "SpaceFacts.capital_of": powers,
        "SpaceFacts.economy": ("", *board.economies),
    }


def _name(board: GlobalScenario, at: int) -> str:
    return board.spaces[at].name["en"]
