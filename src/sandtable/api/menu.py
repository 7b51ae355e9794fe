"""An action as a walk of single decisions: each a list of options, one of which is picked.

Some verbs take any of twenty units, a way over the map, or amounts of six kinds: more actions than can be listed. A
menu asks for them one at a time, so that every legal action is reached and no list is long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel import Action, Game, Offer, Refusal, State
from sandtable.kernel.choices import Widget
from sandtable.kernel.match import read_action

LONGEST = 200
"""Numbers of one choice that are listed; beyond, every so many."""


class Option(Struct, frozen=True):
    """One thing that can be picked."""

    kind: str
    """``verb``, ``value`` (one of these, or one more of them), ``stop`` (that was all), ``number``."""
    value: Any = None

    def __str__(self) -> str:
        return self.kind if self.value is None else str(self.value)


STOP = Option("stop")
PROPOSED = Option("proposed")
"""Where what was picked leads nowhere (rules look at a selection as a whole): what the umpire himself proposes."""


class Menu:
    """The decisions of one seat until its action is whole. ``pick`` gives the next menu; menus never change."""

    def __init__(
        self, game: Game[Any], state: State, seat: str, given: Mapping[str, Any] | None = None, partly: Any = None
    ) -> None:
        self._game, self._state, self.seat = game, state, seat
        self.given: dict[str, Any] = dict(given or {})
        """What was decided so far: the verb as ``do``, then its arguments."""
        self._partly = partly
        """What was picked so far of the argument at hand."""
        self._offer = self._open()
        self.options: tuple[Option, ...] = self._options()
        """What can be picked; empty when the action is whole."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to decide."""
        return "do" in self.given and self._offer is not None and self._offer.widget is None

    @property
    def asks(self) -> str:
        """What the decision is about: ``do`` for the verb, else the name of an argument."""
        return "do" if self._offer is None else self._offer.arg

    @property
    def action(self) -> Action:
        """The action that was put together; raises ``ValueError`` while something is left to decide."""
        if not self.is_whole:
            raise ValueError(f"{self.asks} is not decided yet")
        return read_action(self._game, self.given)

    def pick(self, option: Option) -> Menu:
        """The next decision, after this one; raises ``ValueError`` for what is not among the options."""
        if option not in self.options:
            raise ValueError(f"{option} is not among the options")
        if self._offer is None:
            return self._next({"do": option.value})
        name, widget = self._offer.arg, self._widget
        if option == PROPOSED:
            return self._settled(name, self._proposal(widget))
        match widget.kind:
            case "one" | "number":
                return self._next({**self.given, name: option.value})
            case "some" | "path":
                if option == STOP:
                    return self._settled(name, list(self._partly or ()))
                return self._more([*(self._partly or ()), option.value])
            case "amounts":
                partly: dict[str, int] = dict(self._partly or {})
                if option == STOP:
                    return self._settled(name, partly)
                return self._more({**partly, option.value: partly.get(option.value, 0) + 1})
        raise AssertionError(widget.kind)

    def _next(self, given: Mapping[str, Any]) -> Menu:
        return Menu(self._game, self._state, self.seat, given)

    def _more(self, partly: Any) -> Menu:
        return Menu(self._game, self._state, self.seat, self.given, partly)

    def _settled(self, name: str, value: Any) -> Menu:
        return _Settled(self._game, self._state, self.seat, {**self.given, name: value}, ended=name)

    @property
    def _widget(self) -> Widget:
        assert self._offer is not None
        assert self._offer.widget is not None
        return self._offer.widget

    def _open(self) -> Offer | None:
        """The verb as far as it is decided; ``None`` where no verb is."""
        if "do" not in self.given:
            return None
        offer = self._opened(self.given)
        if self._partly and offer.widget is not None and offer.widget.kind == "path":
            return self._opened({**self.given, offer.arg: self._partly})
        return offer

    def _opened(self, partial: Mapping[str, Any]) -> Offer:
        match self._game.offers(self._state, self.seat, partial):
            case (offer,):
                return offer
            case Refusal() as no:
                raise ValueError(f"refused: {no.key} {no.rule}")
        raise AssertionError(partial)

    def _options(self) -> tuple[Option, ...]:
        if self._offer is None:
            offers = self._game.offers(self._state, self.seat)
            assert not isinstance(offers, Refusal)
            return tuple(Option("verb", offer.do) for offer in offers)
        if self._offer.widget is None:
            return ()
        widget = self._offer.widget
        match widget.kind:
            case "one":
                return tuple(Option("value", one) for one in widget.options)
            case "number":
                return tuple(Option("number", one) for one in _numbers(widget.least or 0, widget.most or 0))
            case "path":
                stop = (STOP,) if widget.may_stop else ()
                return (*(Option("value", one) for one in widget.options), *stop)
            case "some":
                return self._some(widget)
            case "amounts":
                return self._amounts(widget)
        raise AssertionError(widget.kind)

    def _some(self, widget: Widget) -> tuple[Option, ...]:
        """One more of them, in their order, so that no set is reached twice; or enough."""
        taken = tuple(self._partly or ())
        rest = widget.options[widget.options.index(taken[-1]) + 1 :] if taken else widget.options
        most = len(widget.options) if widget.most is None else widget.most
        more = tuple(Option("value", one) for one in rest) if len(taken) < most else ()
        return self._ended(more, list(taken))

    def _amounts(self, widget: Widget) -> tuple[Option, ...]:
        taken: dict[str, int] = dict(self._partly or {})
        last = next(reversed(taken), None)
        kinds = list(widget.limits)
        open_kinds = kinds[kinds.index(last) :] if last is not None else kinds
        spent = sum(widget.weights.get(kind, 1) * count for kind, count in taken.items())
        more = tuple(
            Option("value", kind)
            for kind in open_kinds
            if taken.get(kind, 0) < widget.limits[kind]
            and (widget.most is None or spent + widget.weights.get(kind, 1) <= widget.most)
        )
        return self._ended(more, taken)

    def _ended(self, more: tuple[Option, ...], value: Any) -> tuple[Option, ...]:
        """The options with an end where there may be one; where nothing goes on or ends, what the umpire proposes."""
        if self._may_stop(value):
            return (*more, STOP)
        return more or (PROPOSED,)

    def _proposal(self, widget: Widget) -> Any:
        """A whole answer that is legal."""
        singles: list[Any] = [[one] for one in widget.options] + [{kind: 1} for kind in widget.limits]
        for value in (widget.default, *singles):
            if value is not None and self._may_stop(value):
                return value
        raise ValueError(f"the game proposes nothing for {self.asks}")

    def _may_stop(self, value: Any) -> bool:
        """Whether the argument can be left as it is."""
        assert self._offer is not None
        found = self._game.offers(self._state, self.seat, {**self.given, self._offer.arg: value})
        return not isinstance(found, Refusal)


class _Settled(Menu):
    """A menu after an argument that was ended by choice: a way that could go on is not asked for again."""

    def __init__(self, game: Game[Any], state: State, seat: str, given: Mapping[str, Any], *, ended: str) -> None:
        self._last = ended
        super().__init__(game, state, seat, given)

    def _open(self) -> Offer | None:
        offer = super()._open()
        if offer is not None and offer.arg == self._last:
            return Offer(do=offer.do, rule=offer.rule, ends=offer.ends, given=offer.given)
        return offer


def _numbers(least: int, most: int) -> list[int]:
    """Numbers from one to another; of very many every so many, the last included."""
    step = max(1, -(-(most - least + 1) // LONGEST))
    found = list(range(least, most + 1, step))
    return found if not found or found[-1] == most else [*found, most]
