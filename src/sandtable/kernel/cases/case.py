"""Running a case: build the position, play, and compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel.actions import Action
from sandtable.kernel.cases import checks, logs, questions
from sandtable.kernel.cases.acting import action_of, passing
from sandtable.kernel.cases.chance import CaseDice
from sandtable.kernel.cases.checks import Check, Moment, state_problem
from sandtable.kernel.cases.lexicon import NO_LEXICON, Lexicon
from sandtable.kernel.cases.parts import CaseError, Where, instead, known, mapping, rules_at, sequence, text
from sandtable.kernel.cases.position import TRACKS, build, open_scenario, phase_at, seat_of, words_of_state
from sandtable.kernel.cases.shapes import reader_for
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.game import Game
from sandtable.kernel.log import Entry
from sandtable.kernel.refusals import Refusal

PARTS = ("case", "rules", "game", "scenario", "options", "position", "dice", "deck", "play", "expect", "note", "source")
CHECKS: dict[str, Check] = {
    "log": logs.log,
    "no_log": logs.no_log,
    "refused": checks.refused,
    "offered": checks.offered,
    "not_offered": checks.not_offered,
    "asked": checks.asked,
    "over": checks.over,
    "seen": checks.seen,
    "count": questions.count,
    "ask": questions.ask,
    TRACKS: checks.tracks,
}
"""What can be expected beside the fields and tables of the state."""
THEN = "then"
PASS, UNTIL = "pass", "pass until "
PASSES = 2_000
"""Answers after which a phase that somebody waits for is taken never to come."""


class Problem(Struct, frozen=True):
    """Something that did not come out as the case says, and where in the case that stands."""

    where: Where
    message: str


class Report(Struct, frozen=True, kw_only=True):
    """What came of a case."""

    case: str
    rules: tuple[str, ...]
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected."""
        return not self.problems


class Case:
    """A case that is being played."""

    def __init__(self, game: Game[Any], data: Mapping[str, Any], lexicon: Lexicon = NO_LEXICON) -> None:
        known(mapping(data, ()), PARTS, ())
        for part, value in data.items():
            if value is None:
                raise CaseError((part,), f"nothing stands after {part}; leave the line out")
        for part, value in mapping(data.get("position", {}), ("position",)).items():
            if value is None:
                raise CaseError(("position", part), f"nothing stands after {part}; leave the line out")
        for part in ("case", "note", "source"):
            text(data.get(part, ""), (part,))
        self.game, self.data, self.lexicon = game, data, lexicon
        self.rules = tuple(lexicon.rule(rule, ("rules", n)) for n, rule in enumerate(_list(data, "rules")))
        self.scenario = open_scenario(game, data)
        self.reader = reader_for(game, self.scenario)
        cards = [_card(card, ("deck", n)) for n, card in enumerate(_list(data, "deck"))] if "deck" in data else None
        self.dice = CaseDice([_face(face, ("dice", n)) for n, face in enumerate(_list(data, "dice"))], cards)
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []

    def open(self) -> None:
        """Make the position and play on to its first question."""
        try:
            opening = build(self.game, self.scenario, self.data, self.dice, self.reader)
        except ScriptError as problem:
            raise CaseError(("dice",), f"while the position is made, {problem}") from None
        self.state = opening.state
        self.entries += opening.entries
        self.reader.meet(self.game, self.state)

    def run(self) -> Report:
        """Play the case to its end, or to the first answer that is refused."""
        self.open()
        if self._play():
            for number, expected in enumerate(_list(self.data, "expect")):
                self._expect(expected, ("expect", number))
            if self.dice.left:
                self._fail(("dice",), f"these dice were not rolled: {list(self.dice.left)}")
            if self.dice.undealt:
                self._fail(("deck",), f"these cards were not drawn: {list(self.dice.undealt)}")
        return Report(
            case=str(self.data.get("case", "")),
            rules=self.rules,
            problems=tuple(self.problems),
            entries=tuple(self.entries),
        )

    def _play(self) -> bool:
        """Carry out what the seats do; false when it had to stop."""
        for number, item in enumerate(_list(self.data, "play")):
            where: Where = ("play", number)
            doing = mapping(item, where)
            if len(doing) != 1:
                raise CaseError(where, "one seat does one thing at a time: {seat: {action: ...}}")
            who, what = next(iter(doing.items()))
            here: Where = (*where, str(who))
            if who == "expect":
                for index, expected in enumerate(sequence(what, here)):
                    self._expect(expected, (*here, index))
            elif who == THEN:
                if not self._pass(what, here):
                    return False
            else:
                seat = seat_of(self.scenario, who, where)
                if not self._answer(seat, action_of(self.game, self.reader, what, here), here):
                    return False
        return True

    def _answer(self, seat: str, action: Action, where: Where) -> bool:
        """One answer of one seat; false where it is refused or the dice do not fit."""
        try:
            with rules_at(where):
                step = self.game.apply(self.state, seat, action, self.dice)
        except ScriptError as problem:
            self._fail(where, str(problem))
            return False
        if isinstance(step, Refusal):
            self._fail(where, f"refused by {step.rule or 'no rule'}: {step.key} {_shown(step)}".rstrip())
            return False
        self.state = step.state
        self.entries += step.entries
        self.reader.meet(self.game, self.state)
        return True

    def _pass(self, what: Any, where: Where) -> bool:
        """Let everybody pass, once or until somebody is asked in a phase; false where that cannot be."""
        said = text(what, where)
        if said != PASS and not said.startswith(UNTIL):
            raise CaseError(where, f"then: pass, or pass until a phase: {{then: {UNTIL}germany.combat_move}}")
        goal = phase_at(self.game, said.removeprefix(UNTIL).strip(), where) if said != PASS else ""
        start = self.state.flow
        for _ in range(PASSES):
            asked = self.game.prompts(self.state)
            if asked and goal and any(f"{frame.at}.".startswith(f"{goal}.") for frame in self.state.flow):
                return True
            if not goal and self.state.flow != start:
                return True
            if not asked:
                self._fail(where, f"the game is over before {goal or 'anybody can pass'}")
                return False
            with rules_at(where):
                action = passing(self.game, self.state, asked[0].seat)
            if action is None:
                self._fail(where, f"{asked[0].seat} is asked {asked[0].at} and cannot pass; answer for it")
                return False
            if not self._answer(asked[0].seat, action, where):
                return False
        self._fail(where, f"nobody was asked in {goal} within {PASSES:,} answers")
        return False

    def _expect(self, expected: Any, where: Where) -> None:
        moment = Moment(self.game, self.scenario, self.state, self.entries, self.reader, self.lexicon)
        with rules_at(where):
            problem = check(moment, expected, where)
        if problem is not None:
            self._fail(where, problem)

    def _fail(self, where: Where, message: str) -> None:
        self.problems.append(Problem(where, message))


def check(moment: Moment, expected: Any, where: Where) -> str | None:
    """Whether one expectation holds; a problem in words where it does not."""
    wanted = mapping(expected, where)
    if len(wanted) != 1:
        raise CaseError(where, "expect one thing at a time: a mapping with one key")
    word, value = next(iter(wanted.items()))
    here: Where = (*where, str(word))
    if word in CHECKS:
        return CHECKS[word](moment, value, here)
    words = words_of_state(moment.game)
    if word not in words:
        there_is = instead(word, (*CHECKS, *words))
        raise CaseError(here, f"nothing called {word!r} can be expected{there_is}")
    return state_problem(moment, moment.state, words[word], value, here)


def run(game: Game[Any], data: Mapping[str, Any], lexicon: Lexicon = NO_LEXICON) -> Report:
    """Run a case given as plain data; raises :class:`CaseError` when it cannot be run."""
    return Case(game, data, lexicon).run()


def _list(data: Mapping[str, Any], part: str) -> list[Any]:
    return sequence(data.get(part, []), (part,))


def _face(face: Any, where: Where) -> int:
    if not isinstance(face, int) or isinstance(face, bool):
        raise CaseError(where, f"a die shows a whole number, not {face!r}")
    return face


def _card(card: Any, where: Where) -> int:
    if not isinstance(card, int) or isinstance(card, bool):
        raise CaseError(where, f"a card is named by its number, not {card!r}")
    return card


def _shown(no: Refusal) -> str:
    return ", ".join(f"{name}={getattr(value, 'id', value)}" for name, value in no.params.items())
