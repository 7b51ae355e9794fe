"""Questions for the arguments of an action: one control for each kind of choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from sandtable.cli.board import caption
from sandtable.cli.looking import amount_kind
from sandtable.cli.words import picked, typed
from sandtable.kernel.codec import Malformed
from sandtable.kernel.naming import UnknownThing, find, whole

if TYPE_CHECKING:
    from sandtable.cli.speech import Speech
    from sandtable.cli.terminal import Terminal
    from sandtable.kernel import Action, Id, Scenario, State
    from sandtable.kernel.choices import Widget

NONE = "-"
"""Typed for an empty choice."""


class Unclear(Exception):
    """An answer that cannot be read; holds the sentence to show."""


class Asker:
    """Asks one seat for the arguments of one verb."""

    def __init__(
        self, terminal: Terminal, speech: Speech, seen: State, kind: type[Action], ask: Callable[[], str]
    ) -> None:
        """``seen`` is the position as the seat sees it, ``ask`` gives the next line that is typed."""
        self.terminal, self.speech, self.seen, self.kind = terminal, speech, seen, kind
        self.scenario: Scenario = speech.scenario
        self._ask = ask

    def argument(self, name: str, widget: Widget) -> Any:
        """The value of one argument, asked until it can be read; of a path, what it grows to, or ``None`` to stop."""
        if widget.kind == "one" and len(widget.options) == 1 and widget.default is None:
            widget = replace(widget, default=widget.options[0])  # Enter takes what there is no choice about
        self._head(name, widget)
        self._show(widget)
        while True:
            try:
                return self._read(name, widget, self._ask())
            except Unclear as unclear:
                self.terminal.say(str(unclear))

    def _head(self, name: str, widget: Widget) -> None:
        self.terminal.say(f"{self.speech.name('arg', name)}: {self._hint(widget)}")

    def _hint(self, widget: Widget) -> str:
        """How to answer."""
        say = self.speech.say
        least, most = widget.least or 0, widget.most
        match widget.kind:
            case "one":
                hint = say("cli.choose_number", most=len(widget.options))
            case "some":
                hint = say("cli.choose_some", least=least, most=most if most is not None else len(widget.options))
            case "path":
                way = BETWEEN.join(self.speech.name(widget.of, place) for place in widget.so_far)
                hint = say("cli.choose_step", way=way)
                return hint + (" " + say("cli.may_stop") if widget.may_stop else "")
            case "amounts":
                hint = say("cli.choose_amounts")
                if most is not None:
                    hint += " " + say("cli.total", least=least, most=most)
            case "number":
                hint = say("cli.choose_amount", least=least, most=most or 0)
        if widget.default is not None:
            hint += " " + say("cli.default", value=self._default(widget))
        return hint

    def _default(self, widget: Widget) -> str:
        match widget.default:
            case dict():
                named = ((amount_kind(widget, str(kind), self.speech), n) for kind, n in widget.default.items())
                return " ".join(f"{kind}={n}" for kind, n in named) or NONE
            case tuple() | list():
                return ", ".join(self.speech.name(widget.of, one) for one in widget.default) or NONE
            case value:
                return self.speech.name(widget.of, value)

    def _show(self, widget: Widget) -> None:
        """What there is to choose from."""
        if widget.kind == "amounts":
            self.terminal.columns(self._kind(widget, kind, most) for kind, most in widget.limits.items())
            return
        self.terminal.columns(
            f"{number:>3}  {self._option(widget, option)}" for number, option in enumerate(widget.options, start=1)
        )

    def _kind(self, widget: Widget, kind: str, most: int) -> str:
        weight = widget.weights.get(kind)
        price = f" ×{weight}" if weight is not None else ""
        return f"{amount_kind(widget, kind, self.speech)}{price} ≤{most}"

    def _option(self, widget: Widget, option: Id) -> str:
        cost = widget.costs.get(str(option))
        return caption(self.seen, widget.of, option, self.speech) + (f" ({cost})" if cost is not None else "")

    # -- reading ---------------------------------------------------------------------------------------------------

    def _read(self, name: str, widget: Widget, text: str) -> Any:
        match widget.kind:
            case "one":
                return self._one(widget, text) if text or widget.default is None else widget.default
            case "some":
                return self._some(widget, text)
            case "path":
                return self._step(widget, text)
            case "amounts":
                return self._amounts(name, widget, text)
            case "number":
                return self._number(text) if text or widget.default is None else widget.default

    def _one(self, widget: Widget, text: str) -> Id:
        """An option by its number on the list, or by its name."""
        if (listed := picked(text, widget.options)) is not None:
            return listed
        for option in widget.options:
            if text and text.casefold() == self.speech.name(widget.of, option).casefold():
                return option
        try:
            found = find(self.scenario, widget.of, text)
        except UnknownThing:
            found = text
        if found in widget.options:
            return found
        raise Unclear(self.speech.say("cli.not_listed", given=text or NONE))

    def _some(self, widget: Widget, text: str) -> tuple[Id, ...]:
        if not text and widget.default is not None:
            return tuple(widget.default)
        if text in ("", NONE):
            return ()
        parts = [part.strip() for part in text.split(",")] if "," in text else text.split()
        return tuple(self._one(widget, part) for part in parts)

    def _step(self, widget: Widget, text: str) -> tuple[Id, ...] | None:
        if text in ("", "0", self.speech.say("cli.stop")) and widget.may_stop:
            return None
        return (*widget.so_far[1:], self._one(widget, text))

    def _amounts(self, name: str, widget: Widget, text: str) -> Any:
        """``inf=2 tank=1`` as amounts of the action's own type."""
        if not text and widget.default is not None:
            return widget.default
        given: dict[str, str] = {}
        for part in [] if text == NONE else text.split():
            kind, equals, number = part.replace(":", "=").rpartition("=")
            if not equals or whole(number) is None or number.startswith("-"):
                raise Unclear(self.speech.say("cli.not_an_amount", given=part))
            given[kind] = number
        try:
            return typed(self.scenario, self.kind, name, given)
        except (Malformed, UnknownThing) as problem:
            raise Unclear(self.speech.say("cli.not_understood", reason=str(problem))) from None

    def _number(self, text: str) -> int:
        if (number := whole(text)) is None:
            raise Unclear(self.speech.say("cli.not_a_number", given=text or NONE))
        return number


BETWEEN = " – "
