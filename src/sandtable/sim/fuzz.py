"""Random games that look for what cannot be: crashes, dead ends, endless play, broken positions, untrue records."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandtable import savefile
from sandtable.kernel import Action, Game, Match, Refusal, Scenario, SeededDice, codec
from sandtable.kernel.records import AnyRecord
from sandtable.planning import Bot, RandomBot
from sandtable.sim.checks import position_fault, step_fault, undo_fault
from sandtable.sim.driver import Players, seed_for

ZEALS = (1, 4, 16)
"""How busy the bots of one game after the other are, so that both short and long phases come up."""

UNDO_EVERY = 8
"""Looks between two tries to take a step back; each such try adds to the record."""


@dataclass(frozen=True)
class Plan:
    """How much to play and how closely to look."""

    games: int = 100
    seed: bytes = b"sandtable"
    limit: int = 20_000
    stride: int = 1
    """Look at every so many steps; crashes and dead ends show at any step."""
    seconds: float | None = None
    """When to stop; a game that is cut short by the clock is no failure."""
    options: Mapping[str, Any] | None = None
    """Options of the games; those under which even aimless play soon ends, unless others are given."""
    light: bool = False
    """Keep no record and look only for crashes, dead ends and broken positions: the fast way to many games."""


@dataclass(frozen=True)
class Failure:
    """A game that went wrong, up to where it did."""

    game: str
    scenario: str
    seed: bytes
    step: int
    fault: str
    detail: str
    records: tuple[AnyRecord, ...]

    @property
    def name(self) -> str:
        """A name for its file."""
        return f"{self.game}-{self.scenario}-{self.seed.hex()[:12]}"

    def dump(self, folder: Path) -> Path:
        """Save it as a game that ``sandtable replay`` opens, with what went wrong beside it.

        A game that failed before its opening has no records, and only the note is written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        note = folder / f"{self.name}.txt"
        about = f"{self.game} {self.scenario}, after step {self.step}: {self.fault}\n\n{self.detail}"
        note.write_text(about.rstrip() + "\n", encoding="utf-8")
        if not self.records:
            return note
        savefile.write_all(note.with_suffix(".game"), self.records, replace=True)
        return note.with_suffix(".game")


@dataclass
class Tally:
    """What was played."""

    games: int = 0
    steps: int = 0
    unfinished: int = 0
    """Games that the clock cut short."""
    failures: list[Failure] = field(default_factory=list)


class Fault(Exception):
    """A check that failed."""


def fuzz(game: Game[Any], plan: Plan, tell: Callable[[Failure], None] = lambda failure: None) -> Tally:
    """Play random games over all scenarios of a game in turn; the same plan plays the same games."""
    tally = Tally()
    until = None if plan.seconds is None else time.monotonic() + plan.seconds
    for scenario, seed, zeal in _fixtures(game, plan):
        failure = _play(game, scenario, seed, zeal, plan, tally, until)
        tally.games += 1
        if failure is not None:
            tally.failures.append(failure)
            tell(failure)
        if until is not None and time.monotonic() >= until:
            break
    return tally


def _fixtures(game: Game[Any], plan: Plan) -> Iterator[tuple[Scenario, bytes, int]]:
    names = [info.name for info in game.scenarios()]
    options = game.short if plan.options is None else plan.options
    scenarios = {name: game.open(name, options) for name in names}
    for number in range(plan.games):
        name = names[number % len(names)]
        zeal = ZEALS[number // len(names) % len(ZEALS)]
        yield scenarios[name], seed_for(plan.seed, game.id, name, number), zeal


def _play(
    game: Game[Any], scenario: Scenario, seed: bytes, zeal: int, plan: Plan, tally: Tally, until: float | None
) -> Failure | None:
    """Play one game; a Failure when something is wrong with it."""
    match: Match[Any] | None = None
    try:
        bots = _bots(scenario, seed, zeal)
        if plan.light:
            _race(game, scenario, bots, seed, plan, tally, until)
        else:
            match = Match.new(game, scenario, seed)
            _watch(match, bots, seed, plan, tally, until)
    except Fault as fault:
        return _failure(match, game, scenario, seed, str(fault), "")
    except Exception as crash:  # noqa: BLE001 - finding any of them is what this is for
        return _failure(match, game, scenario, seed, f"{type(crash).__name__}: {crash}", traceback.format_exc())
    return None


def _bots(scenario: Scenario, seed: bytes, zeal: int) -> dict[str, Bot]:
    return {seat: RandomBot(seed_for(seed, "bot", seat), zeal=zeal) for seat in scenario.seats}


def _watch(match: Match[Any], bots: dict[str, Bot], seed: bytes, plan: Plan, tally: Tally, until: float | None) -> None:
    """Play on to the end and look at every step."""
    game = match.game
    players = Players(game, bots, seed)
    _demand(position_fault(game, match.state))
    for number in range(1, plan.limit + 1):
        if not game.prompts(match.state):
            if game.outcome(match.state) is None:
                raise Fault("nobody is asked and the game is not over")
            _demand(_record_fault(match))
            return
        if until is not None and time.monotonic() >= until:
            tally.unfinished += 1
            return
        before = match.state
        seat, action = players.answer(before)
        step = match.act(seat, action)
        if isinstance(step, Refusal):
            raise Fault(_refused(seat, action, step))
        tally.steps += 1
        if number % plan.stride == 0:
            _demand(step_fault(game, before, step) or position_fault(game, match.state))
        if number % (plan.stride * UNDO_EVERY) == 0:
            _demand(undo_fault(match, step))
    raise Fault(f"the game goes on after {plan.limit} steps")


def _race(
    game: Game[Any],
    scenario: Scenario,
    bots: dict[str, Bot],
    seed: bytes,
    plan: Plan,
    tally: Tally,
    until: float | None,
) -> None:
    """Play on to the end without a record; every position must be one that can be."""
    players, dice = Players(game, bots, seed), SeededDice(seed)
    state = game.start(scenario, dice).state
    for _ in range(plan.limit):
        _demand(game.broken(state) or game.unreached(state) or "")
        if game.ending(state) is not None:
            return
        if not game.prompts(state):
            raise Fault("nobody is asked and the game is not over")
        if until is not None and time.monotonic() >= until:
            tally.unfinished += 1
            return
        seat, action = players.answer(state)
        step = game.apply(state, seat, action, dice)
        if isinstance(step, Refusal):
            raise Fault(_refused(seat, action, step))
        state = step.state
        tally.steps += 1
    raise Fault(f"the game goes on after {plan.limit} steps")


def _refused(seat: str, action: Action, no: Refusal) -> str:
    return f"{seat} was offered {codec.encode(action).decode()}, which is refused: {no.key} {no.rule}".rstrip()


def _demand(fault: str) -> None:
    if fault:
        raise Fault(fault)


def _record_fault(match: Match[Any]) -> str:
    """Why the record of a finished game, written and read again, does not tell the game."""
    from sandtable.kernel import records

    lines = [records.read(records.write(record)) for record in match.records]
    folded = Match.fold(match.game, lines)
    if folded.state != match.state:
        return "the record folds to another position"
    return next((f"step {seq} does not replay: {problem}" for seq, problem in folded.verify()), "")


def _failure(
    match: Match[Any] | None, game: Game[Any], scenario: Scenario, seed: bytes, fault: str, detail: str
) -> Failure:
    lines = tuple(match.records) if match is not None else ()
    step = match.seq if match is not None else 0
    return Failure(game.id, scenario.name, seed, step, fault, detail, lines)
