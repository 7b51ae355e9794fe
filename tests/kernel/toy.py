"""A game made of whatever sequence of play a test hands it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Struct

from sandtable.kernel import (
    Action,
    Dice,
    Draft,
    Game,
    Match,
    Options,
    Outcome,
    Phase,
    Scenario,
    ScenarioInfo,
    ScriptedDice,
    Sequence,
    State,
    Step,
    Visibility,
    of,
    public,
    verb,
)
from sandtable.kernel.state import successor

SEATS = ("a", "b")


class Row(Struct, frozen=True, omit_defaults=True):
    at: int
    secret: int | None = None
    shown: bool = False


class Board(State, frozen=True, kw_only=True):
    """A position with a little of everything."""

    count: int = 0
    trail: tuple[str, ...] = ()
    rows: Annotated[dict[int, Row], of("row")] = {}
    words: dict[str, int] = {}


class Go(Action, frozen=True):
    """Adds to the trail, and is done."""


class Stay(Action, frozen=True):
    """Adds to the trail, and is not done."""


def note(word: str) -> Callable[[Draft[Board]], None]:
    """Write a word on the trail."""
    return lambda d: d.set(trail=(*d.now.trail, word))


def go(d: Draft[Board], action: Go) -> None:
    note(f"{d.seat} goes")(d)
    d.done()


def stay(d: Draft[Board], action: Stay) -> None:
    note(f"{d.seat} stays")(d)


GO = verb(Go, "T-1", go, ends=True)
STAY = verb(Stay, "T-2", stay)


def ask(name: str, *seats: str, **more: Any) -> Phase[Board]:
    """A phase that asks these seats."""
    return Phase(name, **{"rule": f"T-{name}", "who": lambda s: seats, "verbs": (GO, STAY), **more})


class Toy(Game[Board]):
    """The game; it is over when the count reaches 100."""

    id = "toy"
    version = "1"
    state_type = Board

    def __init__(
        self,
        sequence: Sequence[Board],
        setup: Mapping[str, Any] | None = None,
        visibility: Visibility | None = None,
        settle: Callable[[Draft[Board]], None] | None = None,
    ) -> None:
        self.sequence = sequence
        self.visibility = {**dict.fromkeys(("count", "trail", "rows", "words"), public), **(visibility or {})}
        self._setup, self._settle = dict(setup or {}), settle
        super().__init__()

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo(name="plain", seats=SEATS),)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Scenario:
        names: dict[str, dict[Any, str]] = {
            "row": {1: "First", 2: "Second"},
            "seat": {seat: seat.upper() for seat in SEATS},
        }
        return Scenario(name=name, options=options, facts=facts, seats=SEATS, names=names)

    def setup(self, scenario: Scenario, dice: Dice) -> Board:
        return Board(**self._setup)

    def settle(self, d: Draft[Board]) -> None:
        if self._settle is not None:
            self._settle(d)

    def outcome(self, state: Board) -> Outcome | None:
        return Outcome(winners=("a",), key="outcome.count") if state.count >= 100 else None


def toy(*phases: Phase[Board], procedures: tuple[Phase[Board], ...] = (), **more: Any) -> Toy:
    """A game whose main sequence is these phases, once."""
    return Toy(Sequence(Phase("main", "T-0", phases), *procedures), **more)


def begun(game: Game[Any], *faces: int) -> Match[Any]:
    """A match at its first question; the dice show these faces."""
    return Match.new(game, game.open("plain"), b"seed", dice=ScriptedDice(faces))


def bound(**fields: Any) -> Board:
    """A position on its own, waiting for seat a."""
    game = toy(ask("turn", "a"))
    return successor(game.start(game.open("plain"), ScriptedDice(())).state, **fields)


def did(match: Match[Any], seat: str, action: Action) -> Step[Any]:
    """An answer that must be carried out."""
    step = match.act(seat, action)
    assert isinstance(step, Step), step
    return step
