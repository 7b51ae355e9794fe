"""A game without rules of its own, to measure the kernel alone: 800 pieces on 4,800 hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from sandtable.kernel import (
    Action,
    Dice,
    Draft,
    Game,
    OneOf,
    Options,
    Outcome,
    Phase,
    Scenario,
    ScenarioInfo,
    Sequence,
    State,
    public,
    verb,
)
from sandtable.kernel.hexes import HexGrid

PIECES = 800


class Counter(Struct, frozen=True, omit_defaults=True):
    """A piece with as many fields as those of the real games."""

    side: str
    hex: int
    steps: int = 2
    moved: bool = False
    supply: int = 0
    flags: int = 0


class Field(State, frozen=True, kw_only=True):
    """The position."""

    turn: int = 1
    pieces: dict[int, Counter] = {}


class Go(Action, frozen=True):
    """Move a piece anywhere."""

    unit: int
    to: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Ground(Scenario):
    """The map."""

    grid: HexGrid


def _go(d: Draft[Field], action: Go) -> None:
    d.edit("pieces", action.unit, hex=action.to, moved=True)


GO = verb(
    Go,
    "",
    _go,
    unit=lambda state, seat: OneOf("piece", (1, 2, 3, 400, 800)),
    to=lambda state, seat, unit: OneOf("place", (1010, 1011, 1012)),
)


class FieldGame(Game[Field]):
    """One phase that never ends."""

    id = "field"
    state_type = Field
    sequence = Sequence(Phase("play", who=lambda state: ("blue",), verbs=(GO,)))
    visibility = {"turn": public, "pieces": public}

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo(name="field", seats=("blue",)),)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Ground:
        return Ground(name=name, seats=("blue",), grid=HexGrid(range(1, 61), range(1, 81)))

    def setup(self, scenario: Ground, dice: Dice) -> Field:
        hexes = scenario.grid.hexes
        return Field(pieces={n: Counter("blue", hexes[n * 5]) for n in range(1, PIECES + 1)})

    def outcome(self, state: Field) -> Outcome | None:
        return None


GAME = FieldGame()
