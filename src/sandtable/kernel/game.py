"""The contract of a game, and everything about it that is the same for all of them.

A game package declares its state, its sequence of play, its verbs and who sees what. The kernel asks, judges, applies,
redacts and explains.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.actions import Action, Verb, name_of
from sandtable.kernel.changes import Change, check_state
from sandtable.kernel.dice import Dice, NoDice, RecordingDice
from sandtable.kernel.draft import Draft
from sandtable.kernel.flow import Phase, Sequence
from sandtable.kernel.log import Entry
from sandtable.kernel.memory import aside
from sandtable.kernel.offers import Offer, Offers, open_verb
from sandtable.kernel.prompts import Outcome, Prompt
from sandtable.kernel.queries import Query, Reply
from sandtable.kernel.refusals import Ref, Refusal, refuse
from sandtable.kernel.sheets import Sheet
from sandtable.kernel.state import Options, Scenario, State, bind, successor
from sandtable.kernel.subjects import points_of
from sandtable.kernel.views import View, Visibility, check_visibility, is_shown, public, redact

S = TypeVar("S", bound=State)

EYES = "eyes"
"""Whose eyes a position is seen with, and the key of such a sight beside the position itself."""


class ScenarioInfo(Struct, frozen=True, kw_only=True):
    """A scenario as a list shows it; its title is the catalogue key ``scenario.<name>``."""

    name: str
    seats: tuple[str, ...]
    minutes: int = 0


class UnknownName(LookupError):
    """A scenario, option, piece or place that the game does not have; says what there is instead."""

    def __init__(self, kind: str, given: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(f"there is no {kind} {given!r}" + (f"; there is {', '.join(known)}" if known else ""))
        self.kind, self.given, self.known = kind, given, known


@dataclass(eq=False)
class Step(Generic[S]):
    """One answer and all that came of it. What only a record needs is worked out when it is asked for."""

    # Not frozen, which would make it four times as dear: bots that look ahead make thousands and drop them.

    seat: str
    action: Action | None
    state: S
    entries: tuple[Entry, ...]
    rolls: tuple[int, ...]
    draft: Draft[S]
    game: Game[S]

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What is different afterwards, each row and field once."""
        return self.draft.changes()

    @cached_property
    def barrier(self) -> str:
        """Why it cannot be taken back: ``dice``, ``shown`` or ``asked``; empty when it can."""
        return self.game.barrier(self)

    @cached_property
    def hash(self) -> str:
        """The fingerprint of the position after the step."""
        return codec.state_hash(self.state)


class Game(Generic[S]):
    """Base of every game. Stateless: all of its methods are functions of plain data."""

    id: ClassVar[str]
    version: ClassVar[str] = "0"
    """Version of the rules as implemented; pinned in every recorded game."""
    options: ClassVar[type[Options]] = Options
    short: ClassVar[Mapping[str, Any]] = {}
    """Options under which even aimless play soon ends, for fuzzing and contracts."""
    carries: ClassVar[type[Struct] | None] = None
    """What a campaign carries from one game to the next; ``None`` where games stand alone."""
    queries: ClassVar[Mapping[str, Query]] = {}
    """Questions that change nothing, such as ``zoc``, ``reach`` or ``odds``."""
    sequence: Sequence[S]
    visibility: Visibility
    state_type: type[S]

    def __init__(self) -> None:
        check_state(self.state_type)
        check_visibility(self.state_type, self.visibility)
        self.verbs: dict[str, Verb[S, Any]] = {}
        for at, phase in self.sequence:
            for verb in phase.verbs:
                known = self.verbs.setdefault(verb.name, verb)
                if known.action is not verb.action:
                    raise TypeError(f"{at} uses the word {verb.name!r} for another action")
        self._hides = any(see is not public for see in self.visibility.values())

    # -- what each game writes -------------------------------------------------------------------------------------

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The scenarios that can be played, in the rulebook's order."""
        raise NotImplementedError

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> Scenario:
        """Load a scenario. ``facts`` replace facts of its map; case files use them for boards of their own."""
        raise NotImplementedError

    def setup(self, scenario: Any, dice: Dice) -> S:
        """The position before the first phase; chance in a set-up comes from the dice."""
        raise NotImplementedError

    def setup_next(self, scenario: Any, dice: Dice, carried: Any) -> S:
        """The same for a game that follows another in a campaign, with what that one carried on."""
        raise NotImplementedError(f"no game of {self.id} follows another")

    def empty(self, scenario: Any) -> S:
        """The same board with nothing on it, for case files that place everything themselves."""
        return self.setup(scenario, NoDice())

    def settle(self, d: Draft[S]) -> None:
        """Upkeep that must hold after every change."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on; a function of what rules write, not of the phase alone."""
        raise NotImplementedError

    def imagine(self, view: View[S], dice: Dice) -> S:
        """A whole position that this seat could be in, with everything it does not know drawn anew."""
        if self._hides:
            raise NotImplementedError(f"{self.id} hides information, so it must say how to imagine it")
        return view.state

    def row(self, scenario: Any, table: str, key: Any) -> Any:
        """The row a case file starts from when it names a row that is not there (a counter at full strength)."""
        return None

    def board(self, scenario: Any) -> Any:
        """What a client needs to draw the map and the counters, as plain data; ``None`` where it must do without."""
        return None

    def sheets(self, scenario: Any) -> tuple[Sheet, ...]:
        """The charts of the game as players read them, in the order of its play aids; none where it has no tables."""
        return ()

    def step_name(self, at: str) -> str:
        """What a place in the sequence of play is called in the catalogues, where several places share their words."""
        return at

    def broken(self, state: S) -> str | None:
        """What is impossible about a position (a unit in two places); ``None`` when all invariants hold."""
        return None

    def unreached(self, state: S) -> str | None:
        """What play never leads to, though a position made by hand may begin so (more at a base than it holds)."""
        return None

    def statistics(self, state: S) -> Mapping[str, Mapping[str, int]]:
        """Counts worth a curve over the game, by name and seat."""
        return {}

    # -- what the kernel gives -------------------------------------------------------------------------------------

    def query(self, view: View[S], name: str, params: Mapping[str, Any]) -> Reply:
        """Reply to one of ``queries`` from what a seat knows; ``None`` where there is nothing to say now."""
        if name not in self.queries:
            raise UnknownName("query", name, tuple(self.queries))
        return self.queries[name](view.state, view.seat, params)

    def open(
        self, name: str, options: Mapping[str, Any] | Options | None = None, facts: Mapping[str, Any] | None = None
    ) -> Scenario:
        """Load a scenario by name with checked options."""
        known = tuple(info.name for info in self.scenarios())
        if name not in known:
            raise UnknownName("scenario", name, known)
        return self.scenario(name, self.read_options(options or {}), facts or {})

    def read_options(self, options: Mapping[str, Any] | Options) -> Options:
        """Options as the game's own typed fields."""
        if isinstance(options, Options):
            return options
        known = self.options.__struct_fields__
        for name in options:
            if name not in known:
                raise UnknownName("option", str(name), known)
        try:
            return msgspec.convert(dict(options), self.options, strict=False)
        except msgspec.ValidationError as problem:
            raise UnknownName("option value", str(problem)) from None

    def read_carried(self, data: Any) -> Any:
        """What was carried on, as the game's own type; raises :class:`~sandtable.kernel.codec.Malformed`."""
        if self.carries is None:
            raise codec.Malformed(f"no game of {self.id} follows another")
        return codec.convert(codec.plain(data), self.carries)

    def start(self, scenario: Scenario, dice: Dice, carried: Any = None) -> Step[S]:
        """Set up and play on to the first question; ``carried`` is what the game before carried on, as plain data."""
        recorder = RecordingDice(dice)
        if carried is None:
            state = self.setup(scenario, recorder)
        else:
            state = self.setup_next(scenario, recorder, self.read_carried(carried))
        state = bind(codec.in_order(state), scenario)
        if not state.flow:
            state = successor(state, flow=self.sequence.start())
        step = self.play_on(Draft(state, recorder), None)
        # The set-up's own draws come before those of the first phases.
        return replace(step, rolls=tuple(recorder.faces))

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Who is asked what right now; worked out once for a position."""
        if not state.flow or self.ending(state) is not None:
            return ()
        known = aside(state)
        found: tuple[Prompt, ...] | None = known.get("prompts")
        if found is None:
            at = state.here.at
            phase = self.sequence.phase(at)
            found = known["prompts"] = tuple(self._prompt(state, seat, at, phase) for seat in state.here.waiting)
        return found

    def _prompt(self, state: S, seat: str, at: str, phase: Phase[S]) -> Prompt:
        params = phase.prompt(state, seat) if phase.prompt else {}
        verbs = tuple(verb.name for verb in phase.verbs)
        return Prompt(
            seat=seat,
            at=at,
            key=f"prompt.{self.step_name(at)}",
            rule=phase.rule,
            params=params,
            verbs=verbs,
            about=points_of(self.seen(state, seat).here),
        )

    def open_verbs(self, state: S, seat: str) -> tuple[Verb[S, Any], ...]:
        """The verbs of the phase at hand, if this seat is asked."""
        if not state.flow:
            return ()
        here = state.flow[-1]
        if seat not in here.waiting or self.ending(state) is not None:
            return ()
        return self.sequence.phase(here.at).verbs

    def offers(self, state: S, seat: str, partial: Mapping[str, Any] | None = None) -> Offers | Refusal:
        """The legal answers of a seat, opened as far as ``partial`` goes.

        Without it: every verb that can be used, each with its first argument. With ``{"do": verb, argument: value}``:
        that verb alone, with its next argument, or a Refusal where what is given is not legal.
        """
        given = dict(partial or {})
        word = given.pop("do", None)
        if word is None:
            seen = self.seen(state, seat)
            opened = (open_verb(verb, seen, seat, {}) for verb in self.open_verbs(state, seat))
            return tuple(offer for offer in opened if isinstance(offer, Offer))
        verb = self._verb(state, seat, word)
        if isinstance(verb, Refusal):
            return verb
        offer = open_verb(verb, self.seen(state, seat), seat, given)
        return offer if isinstance(offer, Refusal) else (offer,)

    def why_not(self, state: S, seat: str, action: Action) -> Refusal | None:
        """Why a seat may not do this now; ``None`` when it may. Works for any action of the game."""
        verb = self._verb(state, seat, name_of(type(action)))
        return verb if isinstance(verb, Refusal) else verb.judge(self.seen(state, seat), seat, action)

    def _verb(self, state: S, seat: str, word: Any) -> Verb[S, Any] | Refusal:
        """The verb for a word, if that seat may use it now."""
        if not isinstance(word, str) or word not in self.verbs:
            return refuse("", "refuse.unknown_verb", verb=str(word))
        if not state.flow or self.ending(state) is not None:
            return refuse("", "refuse.over")
        here = state.here
        phase = self.sequence.phase(here.at)
        if seat in here.waiting:
            for verb in phase.verbs:
                if verb.name == word:
                    return verb
        step = Ref("step", self.step_name(here.at))
        if seat not in here.waiting:
            return refuse(phase.rule, "refuse.not_asked", seat=Ref("seat", seat), step=step)
        return refuse(phase.rule, "refuse.not_now", verb=Ref("verb", word), step=step)

    def apply(self, state: S, seat: str, action: Action, dice: Dice) -> Step[S] | Refusal:
        """Carry out an answer: judge it, let its rule write, settle, and play on to the next question.

        It is judged by what the seat knows, so that no refusal can tell what is hidden.
        """
        verb = self._verb(state, seat, name_of(type(action)))
        if isinstance(verb, Refusal):
            return verb
        if (no := verb.judge(self.seen(state, seat), seat, action)) is not None:
            return no
        d = Draft(state, dice, seat)
        verb.effect(d, action)
        return self.play_on(d, action)

    def play_on(self, d: Draft[S], action: Action | None = None) -> Step[S]:
        """Settle a draft and walk the sequence of play to the next question."""
        seat, d.seat = d.seat, ""
        # Asked of positions that are still being written: there is nothing to be remembered beside them.
        self.sequence.run(d, self.settle, lambda now: self.outcome(now) is not None)
        if d.untold:
            d.tell_draws()
        return Step(seat, action, d.now, tuple(d.entries), tuple(d.dice.faces), d, self)

    def barrier(self, step: Step[S]) -> str:
        """Why a step cannot be taken back; empty when it can. Nobody takes the set-up back."""
        before, after, seat = step.draft.before, step.state, step.seat
        if step.action is None:
            return "asked"
        if step.rolls:
            return "dice"
        if step.draft.is_shown or (self._hides and is_shown(before, after, self.visibility, after.scenario.seats)):
            return "shown"
        if not after.flow:
            return ""
        # Seats that were waiting in this very phase before are not asked anything new.
        same = before.flow and len(before.flow) == len(after.flow) and before.here.at == after.here.at
        known = (*before.here.waiting, seat) if same else (seat,)
        return "asked" if any(other not in known for other in after.here.waiting) else ""

    def view(self, state: S, seat: str) -> View[S]:
        """What a seat may know of a position."""
        prompts = tuple(
            prompt if prompt.seat == seat else Prompt(seat=prompt.seat, at=prompt.at, key=prompt.key, rule=prompt.rule)
            for prompt in self.prompts(state)
        )
        return View(seat=seat, state=self.seen(state, seat), prompts=prompts, outcome=self.ending(state))

    def seen(self, state: S, seat: str) -> S:
        """A position as a seat knows it; worked out once, so that all who ask share what they find out about it."""
        if not self._hides:
            return state
        known = aside(state)
        if known.get(EYES) == seat:
            return state
        found: S | None = known.get((EYES, seat))
        if found is not None:
            return found
        seen = redact(state, self.visibility, seat)
        if seen is not state:
            theirs = aside(seen)
            theirs[EYES] = seat
            # How a game ended is for everybody, whatever of the position is not.
            theirs["outcome"] = self.ending(state)
            known[EYES, seat] = seen
        return seen

    @property
    def hides(self) -> bool:
        """Whether seats know different things."""
        return self._hides

    def ending(self, state: S) -> Outcome | None:
        """The outcome of a position, computed once for it."""
        known = state.__dict__.get("aside")
        if known is not None and "outcome" in known:
            ended: Outcome | None = known["outcome"]
            return ended
        ended = aside(state)["outcome"] = self.outcome(state)
        return ended
