"""The offers of a game as a client uses them: opened one argument after the other, over plain data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.kernel import Action, Dice, Game, Offer, Refusal
from sandtable.kernel.choices import Widget
from sandtable.kernel.codec import encode, plain

Partial = dict[str, Any]
DEPTH = 24
"""Clicks after which a path is taken to go on for ever."""


def over_the_wire(data: Any) -> Any:
    """Data as it arrives from a client."""
    return json.loads(encode(data))


def opened(game: Game[Any], state: Any, seat: str, partial: Partial) -> Offer | Refusal:
    """The one offer after these clicks."""
    offers = game.offers(state, seat, over_the_wire(partial))
    return offers if isinstance(offers, Refusal) else offers[0]


def next_clicks(partial: Partial, offer: Offer) -> Iterator[Partial]:
    """What a person could click next, each with everything clicked before: one for each thing that is lit."""
    widget = offer.widget
    if widget is None:
        return
    for value in values(widget):
        if widget.kind == "path":
            yield {**partial, offer.arg: [*widget.so_far[1:], value]}
        else:
            yield {**partial, offer.arg: value}


def values(widget: Widget) -> list[Any]:
    """Answers a control allows as far as it can tell by itself."""
    match widget.kind:
        case "one" | "path":
            return list(widget.options)
        case "number":
            return [] if widget.least is None or widget.most is None else sorted({widget.least, widget.most})
        case "some":
            least, most = widget.least or 0, len(widget.options) if widget.most is None else widget.most
            tries = [widget.default] if widget.default is not None else []
            tries += [widget.options[i : i + size] for size in range(least, most + 1) for i in (0, 1)]
            tries += [(one,) for one in widget.options if least <= 1 <= most]
            return [list(one) for one in tries if least <= len(one) <= most]
        case "amounts":
            tries = [widget.default] if widget.default is not None else [{}]
            return tries + [{kind: 1} for kind in widget.limits]
    raise AssertionError(widget.kind)


def must_each_lead_on(widget: Widget) -> bool:
    """Whether every single value the control shows has to be legal; selections may fail a rule about the whole."""
    return widget.kind in ("one", "path", "number")


def leads_to_an_action(game: Game[Any], state: Any, seat: str, partial: Partial, depth: int = DEPTH) -> bool:
    """Whether some way of clicking on gives a whole action."""
    offer = opened(game, state, seat, partial)
    if isinstance(offer, Refusal) or depth == 0:
        return False
    if offer.is_whole:
        return True
    return any(leads_to_an_action(game, state, seat, click, depth - 1) for click in next_clicks(partial, offer))


def walk(game: Game[Any], state: Any, seat: str, dice: Dice) -> Iterator[Offer]:
    """All offers that a person sees on a random way down each verb; the same way wherever the same things are lit."""
    offers = game.offers(state, seat)
    assert not isinstance(offers, Refusal)
    for top in offers:
        yield top
        partial: Partial = {"do": top.do}
        offer: Offer | Refusal = top
        for _ in range(DEPTH):
            assert isinstance(offer, Offer)
            clicks = list(next_clicks(partial, offer))
            if not clicks:
                break
            partial = clicks[dice.draw(range(len(clicks)))]
            offer = opened(game, state, seat, partial)
            if isinstance(offer, Refusal):
                break
            yield offer


def is_offered(game: Game[Any], state: Any, seat: str, action: Action) -> bool:
    """Whether a client could click this action together: judged by the controls it is shown, not by the rules."""
    data = over_the_wire(action)
    partial: Partial = {"do": data.pop("do")}
    if not any(offer.do == partial["do"] for offer in game.offers(state, seat)):  # type: ignore[union-attr]
        return False
    for name in type(action).__struct_fields__:
        offer = opened(game, state, seat, partial)
        if isinstance(offer, Refusal):
            return False
        if offer.arg != name:
            if name in data:
                return False  # the argument was not asked for
            continue
        value = plain(getattr(action, name))
        if not _is_shown(game, state, seat, partial, offer, over_the_wire(value)):
            return False
        partial = {**partial, name: value}
    offer = opened(game, state, seat, partial)
    return isinstance(offer, Offer) and offer.is_whole


def _is_shown(game: Game[Any], state: Any, seat: str, partial: Partial, offer: Offer, value: Any) -> bool:
    widget = offer.widget
    assert widget is not None
    match widget.kind:
        case "one":
            return value in widget.options
        case "number":
            return bool(widget.least <= value <= widget.most)
        case "some":
            few, many = widget.least or 0, len(value) if widget.most is None else widget.most
            return all(one in widget.options for one in value) and few <= len(value) <= many
        case "amounts":
            return _fits(widget, value)
        case "path":
            for at, place in enumerate(value):
                here = opened(game, state, seat, {**partial, offer.arg: value[:at]})
                if isinstance(here, Refusal) or here.widget is None or place not in here.widget.options:
                    return False
            return True
    raise AssertionError(widget.kind)


def _fits(widget: Widget, value: Mapping[str, int]) -> bool:
    total = sum(widget.weights.get(kind, 1) * n for kind, n in value.items())
    inside = all(0 <= n <= widget.limits.get(kind, -1) for kind, n in value.items())
    return inside and total >= (widget.least or 0) and (widget.most is None or total <= widget.most)


def strange_values(state: Any, value: Any, dice: Dice) -> list[Any]:
    """Values of the same type that may well be wrong: other pieces, other places, nothing, too much."""
    ids = sorted({key for names in state.scenario.names.values() for key in names if type(key) is type(value)})
    for name in type(state).__struct_fields__:
        table = getattr(state, name)
        if isinstance(table, dict):
            ids += [key for key in table if type(key) is type(value)]
    drawn = [ids[dice.draw(range(len(ids)))] for _ in range(3)] if ids else []
    match value:
        case bool():
            return [not value]
        case int():
            return [*drawn, value + 1, value - 1, -1, 99_999]
        case str():
            return [*drawn, "", "nobody"]
        case dict():
            more = {key: n + 1 for key, n in value.items()}
            return [{}, more, dict.fromkeys(value, -1), dict.fromkeys(value, 10**6)]
        case tuple():
            changed = [(*value, one) for one in value[:1]] + [(*value[:-1], *value[:-1])]
            for one in value[:1]:
                changed += [(other, *value[1:]) for other in strange_values(state, one, dice)]
            return [(), tuple(reversed(value)), *changed]
    return []


WRONG_TYPES: tuple[Any, ...] = (None, True, 1.5, "?", -7, [], [[1]], [None], {}, {"x": "y"}, {"1": []})
"""Plain data that a broken client could send for any argument."""
