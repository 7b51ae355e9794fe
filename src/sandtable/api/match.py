"""A match in the hands of a program: look, ask, answer, take back, copy, explain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable import registry, savefile
from sandtable.api.menu import Menu
from sandtable.api.picture import picture
from sandtable.bots import make
from sandtable.kernel import Action, Entry, Game, Offers, Outcome, Prompt, Refusal, Scenario, SeededDice, State, codec
from sandtable.kernel import Match as Recorded
from sandtable.kernel.cases.acting import action_of
from sandtable.kernel.cases.parts import CaseError
from sandtable.kernel.dice import commitment
from sandtable.kernel.match import read_action
from sandtable.kernel.offers import leaves, sample
from sandtable.kernel.records import FORMAT, AnyRecord, Finished, Header, Opening, Played
from sandtable.kernel.views import View
from sandtable.planning import SeatAtTable
from sandtable.sim.driver import seed_for
from sandtable.texts.speech import Speech

Answer = Action | Mapping[str, Any]
"""An action, or the same as data with ids or names: ``{"move": "46 Inf Div", "path": [3505]}``."""


class IllegalAction(ValueError):
    """The umpire says no; ``refusal`` has the rule and the reason, the text says it in English."""

    def __init__(self, refusal: Refusal, text: str) -> None:
        super().__init__(text)
        self.refusal = refusal
        self.rule = refusal.rule


class GameOver(ValueError):
    """Nobody is asked anything any more."""


class Match:
    """One game as it is played: the position, what led to it, and the dice.

    Positions never change, so copying is cheap and looking ahead is a copy and a push. ``pop`` takes anything back,
    dice included: this is a laboratory, not a table.
    """

    def __init__(self, game: Game[Any], header: Header, opening: Opening, state: State, dice: SeededDice) -> None:
        self._game, self._header, self._opening = game, header, opening
        self._dice = dice
        self._states: list[State] = [state]
        self._drawn: list[int] = [dice.drawn]
        self._steps: list[Played] = []
        self._bots: dict[tuple[str, str], Any] = {}

    # -- where it comes from ---------------------------------------------------------------------------------------

    @classmethod
    def start(cls, game: Game[Any], scenario: Scenario, seed: bytes) -> Match:
        """A match from the set-up of a scenario."""
        begun = Recorded.new(game, scenario, seed)
        assert isinstance(begun.dice, SeededDice)
        return cls(game, begun.header, begun.opening, begun.state, begun.dice)

    @classmethod
    def at(cls, game: Game[Any], state: State, seed: bytes) -> Match:
        """A match that begins in the middle, with any position."""
        scenario = state.scenario
        header = Header(
            format=FORMAT,
            game=game.id,
            rules=game.version,
            scenario=scenario.name,
            options=codec.plain(scenario.options),
            facts=dict(scenario.facts),
            commitment=commitment(seed),
            seed=seed.hex(),
        )
        opening = Opening(state=msgspec.Raw(codec.encode(state)), hash=codec.state_hash(state))
        return cls(game, header, opening, state, SeededDice(seed))

    @classmethod
    def of(cls, recorded: Recorded[Any]) -> Match:
        """A match from a record; ``pop`` goes back to where the record stood, not further."""
        header = recorded.header
        seed = bytes.fromhex(header.seed) if header.seed else codec.state_hash(recorded.state).encode()
        dice = recorded.dice if isinstance(recorded.dice, SeededDice) else SeededDice(seed)
        found = cls(recorded.game, header, recorded.opening, recorded.state, dice)
        found._steps = list(recorded.steps)
        found._states = [recorded.state] * (len(found._steps) + 1)
        found._drawn = [dice.drawn] * (len(found._steps) + 1)
        found._first = len(found._steps)
        return found

    _first = 0
    """Steps that cannot be taken back: only their record is here, not the positions between."""

    def copy(self) -> Match:
        """The same match, to be played on apart from this one."""
        dice = SeededDice(self._dice.seed, self._dice.drawn)
        found = Match(self._game, self._header, self._opening, self._states[0], dice)
        found._states, found._drawn, found._steps = self._states.copy(), self._drawn.copy(), self._steps.copy()
        found._first = self._first
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game.id

    @property
    def scenario(self) -> str:
        """The name of the scenario."""
        return self._header.scenario

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the game's order."""
        return tuple(self.state.scenario.seats)

    @property
    def state(self) -> Any:
        """The whole position, secrets included; what one seat knows is in :meth:`view`."""
        return self._states[-1]

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats that are asked something now; none when the match is over."""
        return tuple(prompt.seat for prompt in self.prompts)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked of whom."""
        return self._game.prompts(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or ``None`` while it goes on."""
        return self._game.ending(self.state)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.outcome is not None or not self.prompts

    @property
    def ply(self) -> int:
        """How many actions were taken."""
        return len(self._steps)

    @property
    def log(self) -> list[Entry]:
        """Everything that was logged, in order."""
        return [*self._opening.entries, *(entry for step in self._steps for entry in step.entries)]

    def view(self, seat: str) -> View[Any]:
        """What a seat may know."""
        self._check(seat)
        return self._game.view(self.state, seat)

    def observation(self, seat: str) -> dict[str, Any]:
        """The same as plain data."""
        found: dict[str, Any] = codec.plain(self.view(seat).state)
        return found

    def statistics(self) -> dict[str, dict[str, int]]:
        """Counts worth a curve: money, steps, points, by name and seat."""
        return {name: dict(of) for name, of in self._game.statistics(self.state).items()}

    # -- answering -------------------------------------------------------------------------------------------------

    def offers(self, partial: Mapping[str, Any] | None = None, *, seat: str = "") -> Offers:
        """The legal answers of a seat as a tree: without ``partial`` its verbs, with it the next argument of one."""
        found = self._game.offers(self.state, self._seat(seat), partial)
        if isinstance(found, Refusal):
            raise IllegalAction(found, self.say(found))
        return found

    def menu(self, *, seat: str = "") -> Menu:
        """The same as a walk of single decisions, for players that pick one of a list."""
        return Menu(self._game, self.state, self._seat(seat))

    def actions(self, *, seat: str = "", limit: int = 1000) -> Iterator[Action]:
        """Legal actions one after the other, up to a limit for each verb; of big choices (any of these) a selection."""
        who = self._seat(seat)
        seen = self._game.seen(self.state, who)
        for verb in self._game.open_verbs(self.state, who):
            for action in leaves(verb, seen, who, limit):
                if verb.judge(seen, who, action) is None:
                    yield action

    def any_action(self, seed: int | bytes = 0, *, seat: str = "") -> Action:
        """A random legal action, the same for the same seed and position."""
        who = self._seat(seat)
        dice = SeededDice(seed_for(str(seed).encode(), "any", self.ply, who))
        seen, verbs = self._game.seen(self.state, who), self._game.open_verbs(self.state, who)
        for _ in range(1000):
            verb = verbs[dice.draw(range(len(verbs)))]
            action = sample(verb, seen, who, dice)
            if action is not None and verb.judge(seen, who, action) is None:
                return action
        return next(self.actions(seat=who))

    def why_not(self, action: Answer, *, seat: str = "") -> Refusal | None:
        """Why a seat may not do this now; ``None`` when it may. Works for anything one can think of."""
        return self._game.why_not(self.state, self._seat(seat), self.read(action))

    def push(self, action: Answer, *, seat: str = "") -> list[Entry]:
        """Do it; gives what the umpire logged. Raises :class:`IllegalAction` and changes nothing where he says no."""
        who = self._seat(seat)
        step = self._game.apply(self.state, who, self.read(action), self._dice)
        if isinstance(step, Refusal):
            raise IllegalAction(step, self.say(step))
        record = Played(
            seq=len(self._steps) + 1,
            seat=who,
            action=codec.plain(step.action),
            changes=step.changes,
            hash=step.hash,
            rolls=step.rolls,
            entries=step.entries,
            barrier=step.barrier,
        )
        self._steps.append(record)
        self._states.append(step.state)
        self._drawn.append(self._dice.drawn)
        return list(step.entries)

    def pop(self) -> Action:
        """Take the last action back, and the dice that it rolled; gives it."""
        if len(self._steps) <= self._first:
            raise IndexError("there is no action to take back")
        record = self._steps.pop()
        self._states.pop()
        self._drawn.pop()
        self._dice = SeededDice(self._dice.seed, self._drawn[-1])
        return read_action(self._game, record.action)

    def suggest(self, bot: str = "planner", *, seat: str = "", seed: int = 0) -> Action:
        """What a bot would do; it is given what the seat knows, no more."""
        who = self._seat(seat)
        known = self._bots.get((who, bot))
        if known is None:
            known = self._bots[who, bot] = make(bot, seed_for(str(seed).encode(), "bot", who), self.game)
        found: Action = known.decide(SeatAtTable(self._game, self.state, who))
        return found

    def read(self, action: Answer) -> Action:
        """An action from data with ids or names; raises ``ValueError`` that says what is meant instead."""
        if isinstance(action, Action):
            return action
        try:
            return action_of(self._game, self.state.scenario, dict(action), ())
        except CaseError as problem:
            raise ValueError(str(problem)) from None

    # -- asking ----------------------------------------------------------------------------------------------------

    @property
    def questions(self) -> tuple[str, ...]:
        """What can be asked of this game: reach, zones, supply, odds."""
        return tuple(self._game.queries)

    def ask(self, question: str, *, seat: str = "", **params: Any) -> Any:
        """The reply to a question that changes nothing, from what a seat knows, as plain data."""
        view = self._game.view(self.state, self._seat(seat))
        return codec.plain(self._game.query(view, question, params))

    def odds(self, *, seat: str = "", **params: Any) -> Any:
        """The odds of a battle: ``ask("odds", ...)``."""
        return self.ask("odds", seat=seat, **params)

    def say(self, what: Prompt | Refusal | Outcome | Entry, lang: str = "en") -> str:
        """Anything the umpire gives, in words; of a log entry also the dice and the reasons for each number."""
        speech = self._speech(lang)
        match what:
            case Prompt():
                return speech.prompt(what)
            case Refusal():
                return speech.refusal(what)
            case Outcome():
                return speech.outcome(what)
            case Entry():
                return "\n".join(speech.entry(what))
        raise TypeError(f"the umpire has no words for {type(what).__name__}")

    def name(self, of: str, thing: int | str, lang: str = "en") -> str:
        """What a piece, a place, a seat is called."""
        return self._speech(lang).name(of, thing)

    def _speech(self, lang: str) -> Speech:
        package = registry.package(self.game)
        return Speech(package, registry.manifest(self.game), self.state.scenario, lang, self._game.step_name)

    # -- keeping ---------------------------------------------------------------------------------------------------

    @property
    def records(self) -> list[AnyRecord]:
        """The match as the records of its file."""
        found: list[AnyRecord] = [self._header, self._opening, *self._steps]
        if (end := self.outcome) is not None:
            found.append(Finished(seq=len(self._steps) + 1, outcome=end, seed=self._header.seed or ""))
        return found

    def save(self, path: str | Path, *, replace: bool = False) -> None:
        """Write a ``.game`` file, which the table, the terminal and :func:`sandtable.load` open."""
        savefile.write_all(Path(path), self.records, replace=replace)

    def svg(self, seat: str = "") -> str:
        """The position on its map; with a seat, as that seat sees it."""
        state = self.view(seat).state if seat else self.state
        return picture(self._game.board(state.scenario), codec.plain(state))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        at = ", ".join(f"{prompt.seat} at {prompt.at}" for prompt in self.prompts)
        return f"<Match {self.game} {self.scenario}, {self.ply} actions: {at or 'over'}>"

    # -- small things ----------------------------------------------------------------------------------------------

    def _check(self, seat: str) -> None:
        if seat not in self.seats:
            raise ValueError(f"there is no seat {seat!r}; there is {', '.join(self.seats)}")

    def _seat(self, seat: str) -> str:
        """A seat that was named, or the first of those that are asked."""
        if seat:
            self._check(seat)
            return seat
        if not self.asked:
            raise GameOver("the match is over")
        return self.asked[0]
