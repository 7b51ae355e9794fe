"""Explained combat in the terminal: the game's own answer about the chances of an attack, with every number's reason.

Nothing is reckoned here: it is the question ``odds`` that the table asks, put to a saved game or to the position of a
case file, and put again for every what-if.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.cli.faults import DAMAGED, USAGE, Fault
from sandtable.kernel.queries import WHOLE, Odds
from sandtable.kernel.refusals import Ref

if TYPE_CHECKING:
    from sandtable.cli.session import Session
    from sandtable.cli.speech import Speech
    from sandtable.kernel import Game, Modifier, State
    from sandtable.kernel.queries import Chance, Figure, WhatIf

QUESTION = "odds"
CASES = (".yaml", ".yml")
SIDES = ("defender", "attacker")


def is_case(word: str) -> bool:
    """Whether a word names a case file."""
    return Path(word).suffix in CASES


def explained(
    words: Sequence[str], wishes: Sequence[str], seat: str | None, session: Session | None
) -> tuple[Any, Iterator[str]]:
    """The chances of an attack on a place of a game, or of a case where there is none: as data and in lines."""
    question = Question.of_game(session, seat) if session else Question.of_case(Path(words[0]), seat)
    found = question.about(" ".join(words[1:]), wishes)
    lines = (line for number, odds in enumerate(found) for line in (*([""] if number else []), *question.told(odds)))
    return found[-1] if len(found) == 1 else list(found), lines


class Question:
    """The chances of an attack on a place, as one seat may know them."""

    def __init__(self, game: Game[Any], state: State, seat: str, speech: Speech) -> None:
        if QUESTION not in game.queries:
            raise Fault(USAGE, "cli.no_odds", game=game.id)
        self.game, self.view, self.speech = game, game.view(state, seat), speech

    @classmethod
    def of_game(cls, session: Session, seat: str | None) -> Question:
        """About a saved game, as a seat sees it: the one named, else the first that is asked."""
        asked = next((prompt.seat for prompt in session.prompts), "")
        return cls(session.game, session.match.state, session.known_seat(seat) if seat else asked, session.speech)

    @classmethod
    def of_case(cls, path: Path, seat: str | None) -> Question:
        """About the position that a case file starts from."""
        from sandtable import casefile, registry
        from sandtable.cli.speech import Speech

        try:
            game, state = casefile.opening(path)
        except casefile.CaseFileError as problem:
            raise Fault(DAMAGED, "cli.not_understood", reason=str(problem)) from None
        speech = Speech(registry.package(game.id), registry.manifest(game.id), state.scenario, step_name=game.step_name)
        seats = state.scenario.seats
        if seat and seat not in seats:
            raise Fault(USAGE, "cli.unknown_seat", given=seat, known=list(seats))
        asked = next((prompt.seat for prompt in game.prompts(state)), "")
        return cls(game, state, seat or asked, speech)

    def about(self, place: str, wishes: Sequence[str] = ()) -> tuple[Odds, ...]:
        """The chances as things stand, then after each wish."""
        from sandtable.kernel.naming import find

        found = [self._ask({"place": find(self.speech.scenario, "place", place)}, place)]
        for wish in wishes:
            found.append(self._ask(self._option(found[-1], wish).params, place))
        return tuple(found)

    def _ask(self, params: dict[str, Any], place: str) -> Odds:
        answer = self.game.query(self.view, QUESTION, params)
        if not isinstance(answer, Odds):
            raise Fault(USAGE, "cli.odds.nobody_attacks", place=place)
        return answer

    def _option(self, odds: Odds, wish: str) -> WhatIf:
        """The what-if that a wish names: by its number, its words, or a thing in them."""
        for number, option in enumerate(odds.options, start=1):
            if wish.casefold() in (str(number), *self._names(option)):
                return option
        known = [self.speech.say(option.key, **option.words) for option in odds.options]
        raise Fault(USAGE, "cli.odds.no_such_wish", given=wish, known=known)

    def _names(self, option: WhatIf) -> Iterator[str]:
        yield self.speech.say(option.key, **option.words).casefold()
        for word in option.words.values():
            if isinstance(word, Ref):
                yield self.speech.name(word.of, word.id).casefold()

    # -- telling -------------------------------------------------------------------------------------------------------

    def told(self, odds: Odds) -> Iterator[str]:
        """The chances in lines: strengths, column, modifiers, results by side and by die, and what could be changed."""
        say = self.speech.say
        yield say(odds.title.key, **odds.title.params)
        yield from self._figure("cli.odds.attack", odds.attack)
        yield from self._figure("cli.odds.defence", odds.defence)
        if odds.columns:
            yield say("cli.odds.column", column=odds.column or "–")
        yield say("cli.odds.shifts", total=_net(odds.shifts))
        yield from self._parts(odds.shifts)
        for side in SIDES:
            mine = [chance for chance in odds.outcomes if chance.key.startswith(f"{QUESTION}.{side}.")]
            if mine:
                yield say(f"cli.odds.{side}")
                yield from (f"  {self._chance(chance)}" for chance in mine)
        yield from (say(note.key, **note.params) for note in odds.notes)
        if odds.options:
            yield say("cli.odds.wishes")
            for number, option in enumerate(odds.options, start=1):
                mark = "x" if option.active else " "
                yield f"  {number:>2} [{mark}] {say(option.key, **option.words)}"

    def _figure(self, key: str, figure: Figure) -> Iterator[str]:
        yield self.speech.say(key, total=figure.total)
        yield from self._parts(figure.modifiers)

    def _parts(self, parts: Sequence[Modifier]) -> Iterator[str]:
        for part in parts:
            things = ", ".join(self.speech.name(point.of, point.id) for point in part.points)
            yield f"  {self.speech.modifier(part)}" + (f": {things}" if things else "")

    def _chance(self, chance: Chance) -> str:
        from sandtable.cli.odds import percent

        return f"{percent(chance.share / WHOLE, self.speech.lang):>6}  {self.speech.say(chance.key, **chance.params)}"


def _net(parts: Sequence[Modifier]) -> str:
    """All modifiers together with their sign."""
    from sandtable.kernel import Sum

    total = Sum.of(parts).total
    return f"{total:+}".replace("-", "−") if total else "0"
