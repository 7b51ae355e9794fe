"""Positions that judge a player: moves that nobody good would make, and moves that he would find.

A position of judgement is a case file in which the one who is judged (``seat``) is played by a bot to the end of a
phase (``through``), and the others pass. ``never`` and ``finds`` look at what it did, ``expect`` at what came of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from msgspec import Struct

from sandtable.bots import make
from sandtable.casefile import CaseFileError, game_of, lexicon, read
from sandtable.kernel import Action, Game, Refusal, SeededDice, State
from sandtable.kernel.actions import name_of
from sandtable.kernel.cases import Case, CaseError
from sandtable.kernel.cases.acting import arguments, passing
from sandtable.kernel.cases.case import PARTS, check
from sandtable.kernel.cases.checks import Moment
from sandtable.kernel.cases.lexicon import Lexicon
from sandtable.kernel.cases.parts import Where, instead, known, mapping, sequence
from sandtable.kernel.cases.position import phase_at, seat_of
from sandtable.kernel.codec import plain
from sandtable.planning import Bot, SeatAtTable
from sandtable.sim.driver import IllegalAnswer, seed_for

OWN_PARTS = ("seat", "through", "never", "finds", "seeds", "kind")
KINDS = ("never", "find")
"""What a position asks for: to leave something alone, or to see something."""
SEEDS = 1
"""Games that are played from a position where it does not say otherwise."""
MOST_ANSWERS = 3_000
"""Answers after which a phase is taken never to end."""


class Verdict(Struct, frozen=True, kw_only=True):
    """What a bot made of a position."""

    file: str
    case: str
    game: str
    bot: str
    kind: str
    faults: tuple[str, ...]
    seconds: float
    """CPU seconds that it thought, all games together."""

    @property
    def passed(self) -> bool:
        """Whether it did what a good player does, in all games."""
        return not self.faults


def judge_file(path: Path, bot: str, seeds: int = 0) -> Verdict:
    """Let a bot play from the position of a file; raises :class:`CaseFileError` where the file says nonsense."""
    document = read(path)
    game = game_of(path, document)
    try:
        faults, seconds = judge(game, document.data, bot, lexicon(game.id), seeds)
    except CaseError as problem:
        raise CaseFileError(path, document.line(problem.where), problem.message) from None
    data = document.data
    return Verdict(
        file=str(path),
        case=data["case"],
        game=game.id,
        bot=bot,
        kind=data.get("kind", KINDS[0]),
        faults=faults,
        seconds=seconds,
    )


def judge(
    game: Game[Any], data: Mapping[str, Any], bot: str, words: Lexicon, seeds: int = 0
) -> tuple[tuple[str, ...], float]:
    """The faults of a bot in a position, and the CPU seconds it thought."""
    faults: dict[str, None] = {}
    seconds = 0.0
    for number in range(seeds or _number(data, "seeds", SEEDS)):
        trial = Trial(game, data, words)
        seed = seed_for(b"judgement", data.get("case", ""), number)
        found = trial.judged(make(bot, seed_for(seed, "bot"), game.id), SeededDice(seed))
        faults.update(dict.fromkeys(found))
        seconds += trial.seconds
    return tuple(faults), seconds


class Trial(Case):
    """A position that a bot plays on from."""

    def __init__(self, game: Game[Any], data: Mapping[str, Any], words: Lexicon) -> None:
        known(mapping(data, ()), (*PARTS, *OWN_PARTS), ())
        super().__init__(game, {part: value for part, value in data.items() if part in PARTS}, words)
        self.given = data
        for part in ("seat", "through"):
            if part not in data:
                raise CaseError((part,), f"a position of judgement needs a line '{part}: ...'")
        if data.get("kind", KINDS[0]) not in KINDS:
            raise CaseError(("kind",), f"kind is one of {', '.join(KINDS)}" + instead(data["kind"], KINDS))
        if not any(data.get(part) for part in ("never", "finds", "expect")):
            raise CaseError((), "say what is never done (never), what is found (finds), or what comes of it (expect)")
        self.seat = seat_of(self.scenario, data["seat"], ("seat",))
        self.phase = phase_at(game, data["through"], ("through",))
        self.seconds = 0.0

    def judged(self, bot: Bot, dice: SeededDice) -> list[str]:
        """What the bot does wrong."""
        self.open()
        if not self._play():
            raise CaseError(self.problems[0].where, self.problems[0].message)
        done = list(self._played(bot, dice))
        faults = [f"it did {said}" for said, is_done in self._about("never", done) if is_done]
        faults += [f"it did not {said}" for said, is_done in self._about("finds", done) if not is_done]
        for number, one in enumerate(sequence(self.data.get("expect", []), ("expect",))):
            if (problem := self._missed(one, ("expect", number))) is not None:
                faults.append(problem)
        return faults

    def _played(self, bot: Bot, dice: SeededDice) -> Iterator[Action]:
        """Play to the end of the phase that was named, or of the game; what the bot does on the way."""
        if not self._is_inside():
            raise CaseError(("through",), f"the position is not in {self.phase}")
        for _ in range(MOST_ANSWERS):
            asked = self.game.prompts(self.state)
            if not asked or not self._is_inside():
                return
            seat = self.seat if self.seat in self.state.here.waiting else asked[0].seat
            if seat == self.seat:
                began = process_time()
                action = bot.decide(SeatAtTable(self.game, self.state, seat))
                self.seconds += process_time() - began
                yield action
            else:
                action = _passed(self.game, self.state, seat)
            step = self.game.apply(self.state, seat, action, dice)
            if isinstance(step, Refusal):
                raise IllegalAnswer(seat, action, step)
            self.state = step.state
            self.entries += step.entries
            self.reader.meet(self.game, self.state)
        raise CaseError(("through",), f"{self.phase} does not end within {MOST_ANSWERS:,} answers")

    def _is_inside(self) -> bool:
        return any(f"{frame.at}.".startswith(f"{self.phase}.") for frame in self.state.flow)

    def _about(self, part: str, done: Sequence[Action]) -> Iterator[tuple[str, bool]]:
        """Actions that the position names, as far as it names them, and whether they were done."""
        for number, one in enumerate(sequence(self.given.get(part, []), (part,))):
            wanted = arguments(self.game, self.reader, one, (part, number))
            yield _said(one), any(is_like(action, wanted) for action in done)

    def _missed(self, expected: Any, where: Where) -> str | None:
        """Why an expectation does not hold; ``any`` holds where one of several does, ``not`` where one does not."""
        wanted = mapping(expected, where)
        if set(wanted) == {"any"}:
            missed = [
                self._missed(one, (*where, "any", n)) for n, one in enumerate(sequence(wanted["any"], (*where, "any")))
            ]
            return None if None in missed else " and ".join(one for one in missed if one)
        if set(wanted) == {"not"}:
            found = self._missed(wanted["not"], (*where, "not"))
            return None if found is not None else f"it came to {_said(wanted['not'])}"
        moment = Moment(self.game, self.scenario, self.state, self.entries, self.reader, self.lexicon)
        return check(moment, expected, where)


def is_like(action: Action, wanted: Mapping[str, Any]) -> bool:
    """Whether an action is one that is named in part: of a list some members will do."""
    if name_of(type(action)) != wanted["do"]:
        return False
    actual = plain(action)
    for name, value in wanted.items():
        if name == "do":
            continue
        have = actual.get(name)
        if isinstance(have, list | tuple) and isinstance(value, list | tuple):
            if not all(one in have for one in plain(value)):
                return False
        elif have != plain(value):
            return False
    return True


def _passed(game: Game[Any], state: State, seat: str) -> Action:
    action = passing(game, state, seat)
    if action is None:
        raise CaseError(("through",), f"{seat} is asked at {state.here.at} and cannot pass")
    return action


def _said(one: Any) -> str:
    return ", ".join(f"{word} {value}" for word, value in one.items()) if isinstance(one, Mapping) else str(one)


def _number(data: Mapping[str, Any], part: str, otherwise: int) -> int:
    value = data.get(part, otherwise)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 20:
        raise CaseError((part,), f"{part} is a number from 1 to 20, not {value!r}")
    return value
