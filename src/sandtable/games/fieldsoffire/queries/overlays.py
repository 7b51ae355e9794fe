"""Overlays: what a unit or card sees, and who hears whom over which wire or radio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import FRIENDLY, FieldsState
from sandtable.games.fieldsoffire.rules.command.nets import OUTSIDE, hub, wires
from sandtable.games.fieldsoffire.rules.command.orders import why_not_hear
from sandtable.games.fieldsoffire.rules.ground.sight import is_up, sees
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.ground import around, distance
from sandtable.kernel.queries import Overlay

HEARS, DEAF = "hears", "deaf"


def sight(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Every card that a unit sees, or that is seen from a place, with its distance."""
    key, card, up = params.get("piece"), params.get("place"), False
    if isinstance(key, int) and key in state.units:
        card, up = state.units[key].at, is_up(state, key)
    if not isinstance(card, int) or card not in state.cards:
        return None
    seen = {str(to): distance(card, to) for to in state.cards if sees(state, card, to, up)}
    return Overlay(places=dict(seen), sources=(str(card),), rule="FF-5.2.1.a")


def nets(state: FieldsState, seat: str, params: Mapping[str, Any]) -> Overlay | None:
    """Whom a headquarters reaches, by default the one whose impulse it is: cards with units that hear it or do not.

    Lines are the wire: between cards next to each other that it joins.
    """
    key = params.get("piece")
    hq = key if isinstance(key, int) and key in state.units else _speaker(state)
    if not hq or not state.units[hq].at or state.board.sides[hq] != FRIENDLY:
        return None
    places: dict[str, int | str] = {}
    for unit in ours(state):
        card = str(state.units[unit].at)
        if why_not_hear(state, hq, unit) is None:
            places[card] = HEARS
        else:
            places.setdefault(card, DEAF)
    ends = wires(state)
    lines = tuple((str(a), str(b)) for a in ends for b in around(a) if a < b and b in ends and ends[a] == ends[b])
    reached = tuple(str(card) for card, end in ends.items() if end == OUTSIDE)
    return Overlay(places=places, lines=lines, sources=(str(state.units[hq].at), *reached), rule="FF-4.3")


def _speaker(state: FieldsState) -> int:
    impulse = state.impulse
    return impulse.hq if impulse is not None and impulse.hq else hub(state)
