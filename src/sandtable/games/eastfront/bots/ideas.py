"""What the departments of the staff hand in, and a look at positions that might be."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import derived
from sandtable.kernel.state import successor
from sandtable.planning import Idea

of_position = derived(*CrimeaState.__struct_fields__)
"""Remembers what was worked out from a position as a whole, however the rules inside come to their answers."""


def posted(state: CrimeaState, posts: Mapping[int, int]) -> CrimeaState:
    """The position with some units somewhere else."""
    if not posts:
        return state
    pieces = dict(state.pieces)
    for key, place in posts.items():
        pieces[key] = replace(pieces[key], hex=place)
    return successor(state, pieces=pieces)


class Plan(Struct, frozen=True):
    """What to do in a phase, step by step."""

    ideas: tuple[Idea, ...] = ()
    goes_on: bool = False
    """Whether the rest can only be planned when this is done: what comes of it decides."""
