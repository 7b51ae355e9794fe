"""The small game with hidden pieces, with questions that are answered, refused, stumbled over, or never end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.queries import Overlay
from tests.small.skirmish import Position, Skirmish


def faces(state: Position, seat: str, params: Mapping[str, Any]) -> Overlay:
    """The face of a piece, as far as the seat knows it."""
    face = state.pieces[params["unit"]].face
    return Overlay(places={str(params["unit"]): "?" if face is None else face})


def endless(state: Position, seat: str, params: Mapping[str, Any]) -> None:
    """A question that costs more than any may."""
    while True:
        pass


def stumble(state: Position, seat: str, params: Mapping[str, Any]) -> None:
    """A question that its game never thought of."""
    raise OverflowError("secret figures")


class Curious(Skirmish):
    """The game."""

    id = "curious"
    queries = {"faces": faces, "endless": endless, "stumble": stumble}


GAME = Curious()
