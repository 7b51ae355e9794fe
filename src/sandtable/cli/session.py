"""A game on the table: opened from its file, played on, and on the disk before anything is told."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sandtable import registry, savefile
from sandtable.bots import make
from sandtable.cli.faults import DAMAGED, REFUSED, USAGE, Fault
from sandtable.cli.speech import Speech
from sandtable.kernel import Action, Entry, Match, Prompt, Refusal, Step, public
from sandtable.kernel.records import Undone
from sandtable.planning import Bot, SeatAtTable
from sandtable.savefile import CutOff, Damaged
from sandtable.sim.driver import seed_for

ME = "me"
"""Who sits at a seat that a person plays here."""


class Session:
    """One game and its file."""

    def __init__(self, path: Path, match: Match[Any], problem: Damaged | None = None) -> None:
        self.path, self.match, self.problem = path, match, problem
        self.game = match.game
        package, manifest = registry.package(self.game.id), registry.manifest(self.game.id)
        self.speech = Speech(package, manifest, match.scenario, step_name=self.game.step_name)
        self._saved = len(match.records)
        self._bots: dict[str, Bot] = {}

    # -- who is there ----------------------------------------------------------------------------------------------

    def is_bot(self, seat: str) -> bool:
        """Whether a program plays this seat."""
        return self.match.header.seats.get(seat, ME) != ME

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people play."""
        return tuple(seat for seat in self.match.scenario.seats if not self.is_bot(seat))

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Who is asked what."""
        return self.game.prompts(self.match.state)

    def seat(self, given: str | None) -> str:
        """The seat that was named, or the only one that is asked."""
        if given:
            return self.known_seat(given)
        asked = [prompt.seat for prompt in self.prompts]
        if len(asked) > 1:
            raise Fault(USAGE, "cli.which_seat", known=asked)
        return asked[0] if asked else self.match.scenario.seats[0]

    def known_seat(self, given: str) -> str:
        """A seat by its id or its name."""
        seats = self.match.scenario.seats
        for seat in seats:
            if given.casefold() in (seat.casefold(), self.speech.name("seat", seat).casefold()):
                return seat
        raise Fault(USAGE, "cli.unknown_seat", given=given, known=list(seats))

    # -- playing on ------------------------------------------------------------------------------------------------

    def act(self, seat: str, action: Action, seq: int | None = None) -> Step[Any] | Refusal:
        """Carry out an answer; when it returns a step, the step is on the disk."""
        step = self.match.act(seat, action, seq)
        self._save()
        return step

    def undo(self, seat: str) -> Undone | Refusal:
        """Take back the last step of a seat."""
        undone = self.match.undo(seat)
        self._save()
        return undone

    def redo(self, seat: str) -> Step[Any] | Refusal:
        """Do again what was taken back."""
        step = self.match.redo(seat)
        self._save()
        return step

    def let_bots_play(self, told: Callable[[str, Step[Any]], None] = lambda seat, step: None) -> None:
        """Let programs answer until a person is asked or the game is over."""
        while waiting := next((prompt.seat for prompt in self.prompts if self.is_bot(prompt.seat)), ""):
            told(waiting, self.bot_step(waiting))

    def bot_step(self, seat: str) -> Step[Any]:
        """One answer of a program."""
        action = self._bot(seat).decide(SeatAtTable(self.game, self.match.state, seat))
        step = self.act(seat, action)
        if isinstance(step, Refusal):
            raise Fault(
                REFUSED, "cli.bot_refused", seat=self.speech.name("seat", seat), reason=self.speech.refusal(step)
            )
        return step

    def _bot(self, seat: str) -> Bot:
        if seat not in self._bots:
            secret = bytes.fromhex(self.match.header.seed or "") or b"-"
            # Another seed at every step, or a bot that is woken for each command would draw the same again.
            seed = seed_for(secret, "bot", seat, self.match.seq)
            self._bots[seat] = make(self.match.header.seats[seat], seed, self.game.id)
        return self._bots[seat]

    def _save(self) -> None:
        fresh = self.match.records[self._saved :]
        if fresh:
            savefile.append(self.path, *fresh)
            self._saved = len(self.match.records)

    # -- telling ---------------------------------------------------------------------------------------------------

    def entries_after(self, seq: int, seat: str) -> list[Entry]:
        """The log lines of the steps after ``seq`` that a seat may read."""
        return [entry for number, entry in self.match.log(seat) if number > seq]

    @property
    def hides(self) -> bool:
        """Whether this game has secrets."""
        return any(see is not public for see in self.game.visibility.values())

    def prompts_for(self, seat: str) -> tuple[Prompt, ...]:
        """Who is asked what, as far as a seat may know; ``""`` is somebody who only watches."""
        return self.game.view(self.match.state, seat).prompts

    def situation(self, seat: str) -> Iterator[str]:
        """How the game ended, or who is asked what; of a question to another seat, only that it is asked."""
        outcome = self.game.outcome(self.match.state)
        if outcome is not None:
            yield self.speech.outcome(outcome)
        for prompt in self.prompts:
            if prompt.seat == seat or not self.hides:
                yield self.speech.prompt(prompt)
            else:
                step = self.speech.breadcrumb(self.match.state)
                yield self.speech.say("cli.waiting", seat=self.speech.name("seat", prompt.seat), step=step)

    def title(self) -> str:
        """The game, its scenario and how far it has come."""
        manifest, name = self.speech.manifest, self.match.header.scenario
        key = f"scenario.{name}"
        scenario = self.speech.say(key) if key in self.speech.texts else name
        return f"{manifest.name(self.speech.lang)} · {scenario} · {self.speech.say('cli.step', seq=self.match.seq)}"


def look(path: Path, *, every_step: bool = False) -> Session:
    """Open a game to look at it: its good part, with a warning on the error stream about the rest."""
    opened = savefile.open_match(path)
    if every_step:
        opened = savefile.audited(opened)
    session = Session(path, opened.match, opened.problem)
    if opened.problem is not None:
        print(opened.problem.say(session.speech.texts), file=sys.stderr)
    _warn_of_other_rules(session)
    return session


def _warn_of_other_rules(session: Session) -> None:
    recorded, here = session.match.header.rules, session.game.version
    if recorded != here:
        told = session.speech.say("cli.other_rules", path=str(session.path), recorded=recorded, here=here)
        print(told, file=sys.stderr)


@contextlib.contextmanager
def at_table(path: Path) -> Iterator[Session]:
    """Open a game to play on; no other command writes to it meanwhile."""
    with savefile.locked(path):
        opened = savefile.open_match(path)
        session = Session(path, opened.match, opened.problem)
        match opened.problem:
            case CutOff():
                savefile.drop_cut_line(path)
                print(session.speech.say("cli.file.mended", path=str(path)), file=sys.stderr)
            case Damaged():
                raise opened.problem
        _warn_of_other_rules(session)
        if session.prompts and not opened.match.header.seed:
            # Dice without their seed would be dice that anyone can foresee.
            raise Fault(DAMAGED, "cli.no_seed", path=str(path))
        yield session
