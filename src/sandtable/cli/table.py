"""The table in a terminal: shows the position, asks whoever has to answer, and saves every step."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.cli.asking import Asker
from sandtable.cli.board import board
from sandtable.cli.roster import roster
from sandtable.cli.terminal import EndOfInput, Terminal
from sandtable.cli.words import picked, read_action
from sandtable.kernel import Action, Offer, Refusal
from sandtable.kernel.codec import Malformed
from sandtable.kernel.naming import UnknownThing

if TYPE_CHECKING:
    from sandtable.cli.session import Session
    from sandtable.kernel import Offers, Prompt

LAST_LINES = 20


class Leave(Exception):
    """The players get up."""


class Back(Exception):
    """The player wants to choose again."""


class Table:
    """One sitting: people in turn at one keyboard, bots in between."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self.session, self.terminal = session, terminal
        self.game, self.match, self.speech = session.game, session.match, session.speech
        self._seated = ""
        """Who sits at the keyboard."""
        start = self.match.seq if self.match.steps else -1
        self._told = dict.fromkeys((*self.match.scenario.seats, ""), start)
        """Up to which step each seat has read the log."""

    def run(self) -> None:
        """Play until the end of the game, or of the sitting."""
        say = self.speech.say
        self.terminal.say(self.session.title(), say("cli.keys"))
        try:
            while prompts := self.session.prompts:
                bot = next((prompt for prompt in prompts if self.session.is_bot(prompt.seat)), None)
                if bot is not None:
                    self.session.bot_step(bot.seat)
                    self._tell("" if not self.session.people else self._seated or self.session.people[0])
                else:
                    self._turn(self._choose_prompt(prompts))
        except (Leave, EndOfInput):
            self.terminal.say(say("cli.left", path=str(self.session.path)))
            return
        except KeyboardInterrupt:
            self.terminal.say("", say("cli.left", path=str(self.session.path)))
            raise
        self._tell(self._seated)
        self.terminal.say(*self.session.situation(self._seated))
        self.terminal.say(say("cli.saved", path=str(self.session.path)))

    def _choose_prompt(self, prompts: tuple[Prompt, ...]) -> Prompt:
        """Whom to ask first when several people are asked at once."""
        if len(prompts) == 1:
            return prompts[0]
        named = {prompt.seat: self.speech.name("seat", prompt.seat) for prompt in prompts}
        stays = next((prompt for prompt in prompts if prompt.seat == self._seated), prompts[0])
        self.terminal.say(self.speech.say("cli.who_answers", seat=named[stays.seat]))
        self.terminal.columns(f"{number:>3}  {name}" for number, name in enumerate(named.values(), start=1))
        while text := self.terminal.ask():
            if text == "q":
                raise Leave
            if (listed := picked(text, prompts)) is not None:
                return listed
            self.terminal.say(self.speech.say("cli.not_listed", given=text))
        return stays

    # -- one answer ------------------------------------------------------------------------------------------------

    def _turn(self, prompt: Prompt) -> None:
        """Ask one seat until something changed."""
        seat = prompt.seat
        self._hand_over(seat)
        self._tell(seat)
        offers = self.game.offers(self.match.state, seat)
        assert not isinstance(offers, Refusal)
        self._show_question(prompt, offers)
        while not self._answered(seat, offers, self.terminal.ask()):
            pass

    def _hand_over(self, seat: str) -> None:
        """Give the keyboard to another player; where there are secrets, ask before showing his."""
        if self.session.hides and len(self.session.people) > 1 and seat != self._seated:
            if self._seated:
                self.terminal.clear()
            self.terminal.say(self.speech.say("cli.hand_over", seat=self.speech.name("seat", seat)))
            if self.terminal.ask() == "q":
                raise Leave
        self._seated = seat

    def _show_question(self, prompt: Prompt, offers: Offers) -> None:
        crumbs = self.speech.breadcrumb(self.match.state)
        self.terminal.say("", crumbs, self.speech.prompt(prompt))
        self.terminal.columns(f"{number:>3}  {self._verb(offer)}" for number, offer in enumerate(offers, start=1))

    def _verb(self, offer: Offer) -> str:
        return self.speech.name("verb", offer.do) + (f" [{offer.rule}]" if offer.rule else "")

    def _answered(self, seat: str, offers: Offers, text: str) -> bool:
        """Do what was typed; true when the position changed."""
        word = text.partition(" ")[0]
        if not text or self._aside(seat, text):
            return False
        if word == "u":
            return self._took_back(self._undoer(seat))
        if word == "r":
            return self._tried(self.session.redo(self._undoer(seat)))
        if (listed := picked(text, offers)) is not None:
            action = self._compose(seat, listed)
        elif word in self.game.verbs or word.startswith("{"):
            action = self._read(text)
        else:
            self.terminal.say(self.speech.say("cli.not_listed", given=text))
            return False
        return action is not None and self._tried(self.session.act(seat, action))

    def _undoer(self, seat: str) -> str:
        """Who takes back: at one keyboard, whoever acted last, unless that was a bot."""
        last = self.match.steps[-1].seat if self.match.steps else seat
        return seat if self.session.is_bot(last) else last

    def _took_back(self, who: str) -> bool:
        if not self._tried(self.session.undo(who)):
            return False
        self.terminal.say(self.speech.say("log.undone", seat=self.speech.name("seat", who), steps=1))
        return True

    def _tried(self, result: Any) -> bool:
        if isinstance(result, Refusal):
            self.terminal.say(self.speech.refusal(result))
            return False
        return True

    def _aside(self, seat: str, text: str) -> bool:
        """The keys that work at every question and change nothing."""
        word, _, rest = text.partition(" ")
        match word:
            case "q":
                raise Leave
            case "?":
                self.terminal.say(*self.speech.say("cli.help").split("\n"))
            case "s":
                view = self.game.view(self.match.state, seat)
                self.terminal.say(self.session.title(), *board(view.state, self.speech))
            case "l":
                self._show_log(seat)
            case "m" | "roster":
                self.terminal.say(*roster(self.game.view(self.match.state, seat).state, self.speech))
            case "w":
                self._explain(seat, rest)
            case _:
                return False
        return True

    def _show_log(self, seat: str) -> None:
        for seq, entry in self.match.log(seat)[-LAST_LINES:]:
            first, *rest = self.speech.entry(entry)
            self.terminal.say(f"{seq:>4}  {first}", *(f"      {line.strip()}" for line in rest))

    def _explain(self, seat: str, text: str) -> None:
        """Whether any action may be done, and by which rule not."""
        if not text:
            self.terminal.say(self.speech.say("cli.which_action"))
            text = self.terminal.ask()
        action = self._read(text) if text else None
        if action is not None:
            no = self.game.why_not(self.match.state, seat, action)
            self.terminal.say(self.speech.say("cli.allowed") if no is None else self.speech.refusal(no))

    def _read(self, text: str) -> Action | None:
        """An action from words; ``None``, with the reason shown, where they make none."""
        try:
            words = [text] if text.startswith("{") else shlex.split(text)
            return read_action(self.game, self.speech.listening, words)
        except (Malformed, UnknownThing, ValueError) as problem:
            self.terminal.say(self.speech.say("cli.not_understood", reason=str(problem)))
            return None

    # -- an action, argument by argument -----------------------------------------------------------------------------

    def _compose(self, seat: str, offer: Offer) -> Action | None:
        """Ask for the arguments of a verb one after the other; ``None`` when the player thinks again."""
        kind: type[Action] = self.game.verbs[offer.do].action
        seen = self.match.view(seat).state
        asker = Asker(self.terminal, self.speech, seen, kind, lambda: self._ask_argument(seat))
        given: dict[str, Any] = {}
        try:
            while offer.widget is not None:
                value = asker.argument(offer.arg, offer.widget)
                if value is None:  # the path stops here
                    given.setdefault(offer.arg, ())
                    break
                opened = self.game.offers(self.match.state, seat, {"do": offer.do, **given, offer.arg: value})
                if isinstance(opened, Refusal):
                    self.terminal.say(self.speech.refusal(opened))
                    continue
                given[offer.arg] = value
                offer = opened[0]
                if offer.widget is not None and offer.widget.kind == "path" and not offer.widget.options:
                    break  # a path that cannot go on has ended
        except Back:
            return None
        if offer.ends and not self._confirms(seat, offer):
            return None
        return msgspec.convert({"do": offer.do, **given}, kind)

    def _ask_argument(self, seat: str) -> str:
        while True:
            text = self.terminal.ask("  > ")
            if text == "b":
                raise Back
            if not self._aside(seat, text):
                return text

    def _confirms(self, seat: str, offer: Offer) -> bool:
        """Ask before an answer that gives the turn away."""
        self.terminal.say(self.speech.say("cli.confirm", verb=self.speech.name("verb", offer.do)))
        try:
            return self._ask_argument(seat).casefold() not in ("n", "no")
        except Back:
            return False

    # -- telling ---------------------------------------------------------------------------------------------------

    def _tell(self, seat: str) -> None:
        """The log lines that this seat has not read yet."""
        for entry in self.session.entries_after(self._told[seat], seat):
            self.terminal.say(*(f"  {line}" for line in self.speech.entry(entry)))
        self._told[seat] = self.match.seq
