"""What verbs of several topics share."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.axisallies.model import GlobalState, PieceId
from sandtable.kernel import Action, Draft, of

Pieces = tuple[PieceId, ...]
Word = Annotated[str, of("word")]


class Done(Action, frozen=True):
    """Nothing more in this phase."""


def done(d: Draft[GlobalState], action: Done) -> None:
    """Nothing (more) to say."""
    d.done()
