"""What the umpire tells beside the rules: chances before anything is drawn, sight and nets on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.queries import activity, chances, meaning, menu, overlays
from sandtable.kernel.queries import Odds, Query


def odds(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Odds | None:
    """The chances of a unit (``piece``): an enemy's in his activity check, our own in what it can be ordered to try."""
    return activity.odds(state, seat, params) or chances.odds(state, seat, params)


QUERIES: dict[str, Query] = {
    "odds": odds,
    "menu": menu.menu,
    "contact": meaning.contact,
    "there": meaning.there,
    "sight": overlays.sight,
    "nets": overlays.nets,
}
