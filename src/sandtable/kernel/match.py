"""A game being played, in memory: applies answers, keeps the records, takes back, folds and verifies."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.actions import Action
from sandtable.kernel.campaigns import is_sealed
from sandtable.kernel.changes import fold, typed
from sandtable.kernel.dice import Dice, NoDice, RecordingDice, ScriptedDice, ScriptError, SeededDice, commitment, mixed
from sandtable.kernel.game import Game, Step
from sandtable.kernel.log import Entry
from sandtable.kernel.memory import forget
from sandtable.kernel.prompts import Outcome
from sandtable.kernel.records import FORMAT, AnyRecord, Finished, Follows, Header, Opening, Played, Undone
from sandtable.kernel.refusals import Ref, Refusal, refuse
from sandtable.kernel.standing import WrongReturn, standing
from sandtable.kernel.state import Scenario, State
from sandtable.kernel.views import View

S = TypeVar("S", bound=State)


FORGED = "the dice do not follow from the seed"


class BrokenRecord(ValueError):
    """A record that does not follow from the ones before it."""

    def __init__(self, index: int, problem: str) -> None:
        super().__init__(problem)
        self.index = index
        """Which record, counted from 0 with the header."""


class WrongEnd(BrokenRecord):
    """All records follow from each other, but the last position is another one than it was."""


class Snapshot(Struct, frozen=True):
    """A position from which a game goes on without its past."""

    step: Played
    """The step after which it stood."""
    state: bytes
    """The position as JSON."""
    drawn: int
    """Faces drawn up to and including that step, also by steps that were taken back."""


class Match(Generic[S]):
    """One game at the table: the current position, everything that happened, and the dice."""

    def __init__(
        self, game: Game[S], header: Header, scenario: Scenario, opening: Opening, state: S, dice: Dice
    ) -> None:
        self.game, self.header, self.scenario, self.opening = game, header, scenario, opening
        self.dice = dice
        self.state = state
        self.records: list[AnyRecord] = [header, opening]
        self.steps: list[Played] = []
        """The steps that stand, without those taken back."""
        self.seq = 0
        """The number of the newest record after the opening."""
        self._before: list[S] = []
        """Positions before each of the last steps that can still be taken back."""
        self._redo: list[tuple[str, Action]] = []

    @classmethod
    def new(
        cls,
        game: Game[S],
        scenario: Scenario,
        seed: bytes,
        seats: dict[str, str] | None = None,
        dice: Dice | None = None,
        product: str = "",
        follows: Follows | None = None,
        entropy: Mapping[str, str] | None = None,
    ) -> Self:
        """Set up a game and play on to its first question. ``dice`` replaces the seeded dice in tests and cases.

        ``follows`` is what :func:`~sandtable.kernel.campaigns.handed_on` says of the game before in a campaign;
        ``entropy`` is what the seats mix into the seed.
        """
        source = dice or SeededDice(mixed(seed, entropy or {}))
        step = game.start(scenario, source, follows and follows.carried)
        header = Header(
            format=FORMAT,
            game=game.id,
            rules=game.version,
            scenario=scenario.name,
            product=product,
            options=codec.plain(scenario.options),
            facts=dict(scenario.facts),
            seats=seats or {},
            commitment=commitment(seed),
            seed=seed.hex(),
            follows=follows,
            entropy=dict(entropy or {}),
        )
        opening = Opening(
            state=msgspec.Raw(codec.encode(step.state)), hash=step.hash, rolls=step.rolls, entries=step.entries
        )
        return cls(game, header, scenario, opening, step.state, source)

    # -- playing ---------------------------------------------------------------------------------------------------

    def act(self, seat: str, action: Action, seq: int | None = None) -> Step[S] | Refusal:
        """Carry out an answer; with ``seq``, only if nothing happened since the position of that number."""
        if seq is not None and seq != self.seq:
            return refuse("", "refuse.stale", given=seq, now=self.seq)
        step = self._play(seat, action)
        if isinstance(step, Step):
            self._redo.clear()
        return step

    def _play(self, seat: str, action: Action) -> Step[S] | Refusal:
        drawn = self.dice.drawn if isinstance(self.dice, SeededDice) else 0
        try:
            step = self.game.apply(self.state, seat, action, self.dice)
        except Exception:
            # No record holds these draws: the game must go on as if they had not been made.
            if isinstance(self.dice, SeededDice):
                self.dice.drawn = drawn
            raise
        if isinstance(step, Refusal):
            return step
        self.seq += 1
        record = Played(
            seq=self.seq,
            seat=seat,
            action=codec.plain(action),
            changes=step.changes,
            hash=step.hash,
            rolls=step.rolls,
            entries=step.entries,
            barrier=step.barrier,
        )
        self._keep(record, step.state)
        outcome = self.game.ending(step.state)
        if outcome is not None:
            self.end(outcome)
        return step

    def end(self, outcome: Outcome) -> Finished:
        """Write down how the game ended, by its rules or because the players ended it."""
        self.seq += 1
        record = Finished(seq=self.seq, outcome=outcome, seed=self.header.seed or "")
        self.records.append(record)
        return record

    def _keep(self, record: Played, after: S) -> None:
        self.records.append(record)
        self.steps.append(record)
        if record.barrier:
            self._before.clear()
        else:
            self._before.append(self.state)
        self.state = after

    def why_no_undo(self, seat: str) -> Refusal | None:
        """Why a seat cannot take back the last step; ``None`` when it can."""
        if not self.steps:
            return refuse("", "refuse.undo.none")
        if self.game.outcome(self.state) is not None:
            # The seed is public by now: whoever went back would know the dice to come.
            return refuse("", "refuse.undo.over")
        last = self.steps[-1]
        if last.barrier:
            return refuse("", f"refuse.undo.{last.barrier}")
        if last.seat != seat:
            return refuse("", "refuse.undo.other", seat=Ref("seat", last.seat))
        return None

    def undo(self, seat: str) -> Undone | Refusal:
        """Take back the last step, if it was this seat's and nothing came of it that cannot be unseen."""
        if (no := self.why_no_undo(seat)) is not None:
            return no
        last = self.steps.pop()
        self._redo.append((last.seat, self.read_action(last.action)))
        self.state = self._before.pop()
        self.seq += 1
        record = Undone(seq=self.seq, seat=seat, to=self.steps[-1].seq if self.steps else 0)
        self.records.append(record)
        return record

    def may_redo(self, seat: str) -> bool:
        """Whether a seat can do again what it took back."""
        return bool(self._redo) and self._redo[-1][0] == seat

    def redo(self, seat: str) -> Step[S] | Refusal:
        """Do again what was taken back last."""
        if not self.may_redo(seat):
            return refuse("", "refuse.redo")
        step = self._play(seat, self._redo[-1][1])
        if isinstance(step, Step):
            self._redo.pop()
        return step

    # -- reading ---------------------------------------------------------------------------------------------------

    def view(self, seat: str) -> View[S]:
        """What a seat may know now."""
        return self.game.view(self.state, seat)

    def log(self, seat: str | None = None) -> list[tuple[int, Entry]]:
        """The lines of the log with the number of their step; for one seat only those it may read."""
        lines = [(0, entry) for entry in self.opening.entries]
        lines += [(step.seq, entry) for step in self.steps for entry in step.entries]
        return [(seq, entry) for seq, entry in lines if seat is None or entry.is_for(seat)]

    def read_action(self, data: dict[str, Any]) -> Action:
        """An action of this game from plain data; raises :class:`~sandtable.kernel.codec.Malformed`."""
        return read_action(self.game, data)

    # -- folding ---------------------------------------------------------------------------------------------------

    @classmethod
    def fold(cls, game: Game[S], records: Sequence[AnyRecord]) -> Match[S]:
        """The match that these records tell, from the changes they hold; no rule runs and no die is rolled."""
        header, opening = _first(game, records)
        scenario = _opened(game, header)
        try:
            return cls.resume(game, header, scenario, opening, records[2:])
        except WrongEnd as broken:
            raise BrokenRecord(_first_wrong(game, scenario, records), str(broken)) from None

    @classmethod
    def resume(
        cls,
        game: Game[S],
        header: Header,
        scenario: Scenario,
        opening: Opening,
        records: Sequence[AnyRecord] = (),
        kept: Snapshot | None = None,
    ) -> Self:
        """The match after these records, which follow its opening or, where there is one, a kept position.

        Raises :class:`BrokenRecord`, with the number of the record in the whole game where it begins at its opening.
        """
        if header.follows is not None and not is_sealed(header.follows):
            raise BrokenRecord(0, "what was carried on from the game before was changed")
        before = len(opening.rolls) if kept is None else kept.drawn
        dice = _dice_of(header, before + sum(len(r.rolls) for r in records if isinstance(r, Played)))
        raw, mark = (bytes(opening.state), opening.hash) if kept is None else (kept.state, kept.step.hash)
        try:
            state = codec.decode_state(raw, game.state_type, scenario)
        except codec.Malformed as problem:
            raise BrokenRecord(1, str(problem)) from None
        if codec.state_hash(state) != mark:
            which = "opening" if kept is None else "kept"
            raise BrokenRecord(1, f"the {which} position does not have the fingerprint it was saved with")
        match = cls(game, header, scenario, opening, state, dice)
        if kept is not None:
            match.seq, match.steps = kept.step.seq, [kept.step]
        stands = dict(_standing(scenario, records, match.seq))
        for index, record in enumerate(records, start=2):
            match._follow(index, record, stands)
        if match.steps and codec.state_hash(match.state) != match.steps[-1].hash:
            raise WrongEnd(len(records) + 1, "the position does not have the fingerprint it had")
        return match

    def shed(self) -> None:
        """Let go of everything that playing on and taking back do not need; the past is in somebody's keeping."""
        del self.records[2:]
        for before in self._before:
            forget(before)
        for index in range(len(self.steps) - 1, 0, -1):
            if self.steps[index].barrier:
                del self.steps[:index]
                break

    def _follow(self, index: int, record: AnyRecord, stands: Container[int]) -> None:
        if not isinstance(record, Played | Undone | Finished):
            raise BrokenRecord(index, "a header or opening in the middle of a game")
        if record.seq != self.seq + 1:
            raise BrokenRecord(index, f"step {self.seq + 1} is missing; this is step {record.seq}")
        if isinstance(self.records[-1], Finished):
            raise BrokenRecord(index, "the game was over")
        self.seq = record.seq
        if isinstance(record, Played) and index in stands:
            try:
                after = fold(self.state, [typed(self.game.state_type, change) for change in record.changes])
            except (ValueError, TypeError, KeyError, msgspec.ValidationError) as problem:
                raise BrokenRecord(index, str(problem)) from None
            self._keep(record, after)
        else:
            self.records.append(record)

    def state_at(self, seq: int) -> S:
        """The position after step ``seq`` (0 is the opening)."""
        state = codec.decode_state(bytes(self.opening.state), self.game.state_type, self.scenario)
        for step in self.steps:
            if step.seq > seq:
                break
            state = fold(state, [typed(self.game.state_type, change) for change in step.changes])
        return state

    def verify(self) -> Iterator[tuple[int, str]]:
        """Re-derive every step by the rules of today; gives the number of each step that differs, and how.

        Where the seed is known, the dice of every step are drawn again from it.
        """
        if problem := self._other_start():
            yield 0, problem
        drawn = dict(self._drawn_before())
        state = codec.decode_state(bytes(self.opening.state), self.game.state_type, self.scenario)
        for record in self.steps:
            if problem := self._differs(state, record) or self._is_forged(state, record, drawn[record.seq]):
                yield record.seq, problem
            state = fold(state, [typed(self.game.state_type, change) for change in record.changes])

    def _other_start(self) -> str:
        dice = ScriptedDice(self.opening.rolls)
        carried = self.header.follows and self.header.follows.carried
        try:
            start = self.game.start(self.scenario, dice, carried)
        except ScriptError as misfit:
            return f"the set-up of today rolls otherwise: {misfit}"
        except codec.Malformed as misfit:
            return f"what was carried on cannot be read: {misfit}"
        if start.hash != self.opening.hash or dice.left:
            return "the set-up of today gives another position"
        if self.seed and self.opening.rolls:
            recorder = RecordingDice(SeededDice(mixed(self.seed, self.header.entropy)))
            self.game.start(self.scenario, recorder, carried)
            if tuple(recorder.faces) != self.opening.rolls:
                return FORGED
        return ""

    @property
    def seed(self) -> bytes:
        """The seed as far as the records tell it: in a private save, or once the game is over; empty otherwise."""
        told = (record.seed for record in self.records if isinstance(record, Header | Finished) and record.seed)
        return bytes.fromhex(next(told, ""))

    def _drawn_before(self) -> Iterator[tuple[int, int]]:
        """For every step ever made, also those taken back, how many draws were made before it."""
        drawn = len(self.opening.rolls)
        for record in self.records:
            if isinstance(record, Played):
                yield record.seq, drawn
                drawn += len(record.rolls)

    def _is_forged(self, state: S, record: Played, drawn: int) -> str:
        if not self.seed or not record.rolls:
            return ""
        recorder = RecordingDice(SeededDice(mixed(self.seed, self.header.entropy), drawn))
        self.game.apply(state, record.seat, self.read_action(record.action), recorder)
        return "" if tuple(recorder.faces) == record.rolls else FORGED

    def _differs(self, state: S, record: Played) -> str:
        dice = ScriptedDice(record.rolls)
        try:
            step = self.game.apply(state, record.seat, self.read_action(record.action), dice)
        except (ScriptError, codec.Malformed) as problem:
            return str(problem)
        if isinstance(step, Refusal):
            return f"refused today: {step.key} {step.rule}".rstrip()
        if dice.left:
            return f"{len(dice.left)} recorded dice are not rolled any more"
        if step.hash != record.hash:
            return "another position comes of it"
        return "" if codec.plain(step.entries) == codec.plain(record.entries) else "the log says something else"


def read_action(game: Game[Any], data: Any) -> Action:
    """An action of a game from plain data; raises :class:`~sandtable.kernel.codec.Malformed`."""
    if not isinstance(data, dict) or "do" not in data:
        raise codec.Malformed('an action is an object with a "do"')
    verb = game.verbs.get(data["do"]) if isinstance(data["do"], str) else None
    if verb is None:
        known = ", ".join(sorted(game.verbs))
        raise codec.Malformed(f"there is no action {data['do']!r}; there is {known}")
    action: Action = codec.convert(data, verb.action)
    return action


def _first(game: Game[Any], records: Sequence[AnyRecord]) -> tuple[Header, Opening]:
    if not records or not isinstance(records[0], Header):
        raise BrokenRecord(0, "a game begins with its header")
    if records[0].game != game.id:
        raise BrokenRecord(0, f"this is a game of {records[0].game}, not of {game.id}")
    if len(records) < 2 or not isinstance(records[1], Opening):
        raise BrokenRecord(1, "the second record of a game is its opening position")
    return records[0], records[1]


def _dice_of(header: Header, drawn: int) -> Dice:
    """The dice a recorded game goes on with; none where its seed is not known."""
    if not header.seed:
        return NoDice()
    try:
        seed = bytes.fromhex(header.seed)
        dice = SeededDice(mixed(seed, header.entropy), drawn)
    except ValueError:
        raise BrokenRecord(0, "the seed is not written in hex") from None
    if header.commitment and commitment(seed) != header.commitment:
        raise BrokenRecord(0, "the seed is not the one that was promised when the game began")
    return dice


def _opened(game: Game[S], header: Header) -> Scenario:
    """The scenario of a record."""
    try:
        return game.open(header.scenario, header.options, header.facts)
    except (LookupError, ValueError, TypeError) as problem:
        raise BrokenRecord(0, str(problem)) from None


def _standing(scenario: Scenario, records: Sequence[AnyRecord], start: int = 0) -> list[tuple[int, Played]]:
    """The steps that were not taken back, with their index in the whole game; raises where one could not have been.

    The records are those after an opening, or after step ``start``; they are counted from 2.
    """
    try:
        found = standing(records, start, partial(_unlikely, scenario, start))
    except WrongReturn as wrong:
        raise BrokenRecord(wrong.index + 2, str(wrong)) from None
    return [(index + 2, record) for index, record in found]


def _unlikely(scenario: Scenario, start: int, stands: Sequence[tuple[int, Played]], undone: Undone) -> str:
    """Why nobody could have gone back like this: one own step at a time, or anywhere if every seat agreed."""
    earlier = [start, *(record.seq for _, record in stands[:-1])]
    if not stands or undone.to not in earlier:
        return f"there is no step {undone.to} to go back to"
    if undone.agreed:
        missing = [seat for seat in scenario.seats if seat not in undone.agreed]
        return f"{missing[0]} did not agree to go back" if missing else ""
    last = stands[-1][1]
    if undone.to != earlier[-1]:
        return "more than one step was taken back"
    if last.barrier or last.seat != undone.seat:
        return "this step could not be taken back"
    return ""


def _first_wrong(game: Game[S], scenario: Scenario, records: Sequence[AnyRecord]) -> int:
    """The index of the first step whose position lacks its fingerprint."""
    _, opening = _first(game, records)
    state = codec.decode_state(bytes(opening.state), game.state_type, scenario)
    for index, record in _standing(scenario, records[2:]):
        state = fold(state, [typed(game.state_type, change) for change in record.changes])
        if codec.state_hash(state) != record.hash:
            return index
    return len(records) - 1
