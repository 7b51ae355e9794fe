"""Running a case: build the position, play, and compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel.cases.checks import Moment, check
from sandtable.kernel.cases.parts import CaseError, Where, action_of, known, mapping, seat_of, sequence
from sandtable.kernel.cases.position import build, open_scenario
from sandtable.kernel.dice import ScriptedDice, ScriptError
from sandtable.kernel.game import Game
from sandtable.kernel.log import Entry
from sandtable.kernel.refusals import Refusal

PARTS = ("case", "rules", "game", "scenario", "options", "position", "dice", "deck", "play", "expect", "note", "source")


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

    def __init__(self, game: Game[Any], data: Mapping[str, Any]) -> None:
        known(mapping(data, ()), PARTS, ())
        self.game, self.data = game, data
        self.scenario = open_scenario(game, data)
        cards = [_card(card, ("deck", n)) for n, card in enumerate(_list(data, "deck"))] if "deck" in data else None
        self.dice = ScriptedDice([_face(face, ("dice", n)) for n, face in enumerate(_list(data, "dice"))], cards)
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []

    def run(self) -> Report:
        """Play the case to its end, or to the first answer that is refused."""
        try:
            opening = build(self.game, self.scenario, self.data, self.dice)
        except ScriptError as problem:
            raise CaseError(("dice",), f"while the position is made, {problem}") from None
        self.state = opening.state
        self.entries += opening.entries
        if self._play():
            for number, expected in enumerate(_list(self.data, "expect")):
                self._expect(expected, ("expect", number))
            if self.dice.left:
                self._fail(("dice",), f"these dice were not rolled: {list(self.dice.left)}")
            if self.dice.undealt:
                self._fail(("deck",), f"these cards were not drawn: {list(self.dice.undealt)}")
        rules = tuple(str(rule) for rule in _list(self.data, "rules"))
        return Report(
            case=str(self.data.get("case", "")),
            rules=rules,
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
            if who == "expect":
                for index, expected in enumerate(sequence(what, (*where, who))):
                    self._expect(expected, (*where, who, index))
                continue
            seat = seat_of(self.scenario, who, where)
            action = action_of(self.game, self.scenario, what, (*where, who))
            try:
                step = self.game.apply(self.state, seat, action, self.dice)
            except ScriptError as problem:
                self._fail((*where, who), str(problem))
                return False
            if isinstance(step, Refusal):
                self._fail((*where, who), f"refused by {step.rule or 'no rule'}: {step.key} {_shown(step)}".rstrip())
                return False
            self.state = step.state
            self.entries += step.entries
        return True

    def _expect(self, expected: Any, where: Where) -> None:
        moment = Moment(self.game, self.scenario, self.state, self.entries)
        if (problem := check(moment, expected, where)) is not None:
            self._fail(where, problem)

    def _fail(self, where: Where, message: str) -> None:
        self.problems.append(Problem(where, message))


def run(game: Game[Any], data: Mapping[str, Any]) -> Report:
    """Run a case given as plain data; raises :class:`CaseError` when it cannot be run."""
    return Case(game, data).run()


def _list(data: Mapping[str, Any], part: str) -> list[Any]:
    return sequence(data.get(part) or [], (part,))


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
