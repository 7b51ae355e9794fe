"""Boards with vehicles: a unit whose turn it is, and the cards that are drawn for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.kernel import Step
from tests.games.fieldsoffire.board import Where, board, play

LENT = ["Tank", "M5", "M10", "Jeep", "Truck"]
SET = {1: {"kind": "SCR300", "holder": "CO HQ", "net": "net.bn_tac"}}
"""The radio with which the company headquarters reaches vehicles."""


def facts(**more: Any) -> dict[str, Any]:
    """The facts of a board on which every kind of friendly vehicle may be."""
    mission = {"attachments": LENT, **more.pop("mission", {})}
    return {"mission": mission, "map": {"rows": 6, "columns": 4}, **more}


def field(units: Mapping[str, Where], **more: Any) -> FieldsState:
    """A board in the command phase."""
    given = more.pop("facts", {})
    return board(units, facts=facts(**given), **more)


def turn_of(name: str, units: Mapping[str, Where], *, deck: Sequence[int] = (), **more: Any) -> FieldsState:
    """A board in the Vehicle phase, where a unit of the company has to choose its action."""
    subject = {"is": "drive", "unit": name, **more.pop("drive", {})}
    at = ["mission.turn.vehicles.turns.company", {"phase": "drive.actions.choice", "subject": subject}]
    return field(units, at=at, deck=deck, **more)


def phase(units: Mapping[str, Where], at: str = "mission.turn.vehicles.ready", **more: Any) -> FieldsState:
    """A board that runs on from somewhere in the Vehicle phase until the company is asked."""
    return field(units, at=at, **more)


def said(step: Step[FieldsState], key: str) -> list[dict[str, Any]]:
    """What the log tells under a key: the parameters of each entry, and the amounts of its modifiers."""
    return [
        {
            **{name: getattr(value, "id", value) for name, value in entry.params.items()},
            "parts": {part.key.removeprefix("modifier."): part.amount for part in entry.modifiers},
        }
        for entry in step.entries
        if entry.key == key
    ]


__all__ = ["facts", "field", "phase", "play", "said", "turn_of"]
