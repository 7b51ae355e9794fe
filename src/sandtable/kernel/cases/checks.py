"""What a case expects: state, log, offers, refusals, prompts, and what a seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel import codec, naming
from sandtable.kernel.cases.parts import (
    CaseError,
    Where,
    action_of,
    arguments,
    known,
    mapping,
    named,
    seat_of,
    sequence,
)
from sandtable.kernel.changes import field_types, tables_of
from sandtable.kernel.game import Game
from sandtable.kernel.log import Entry
from sandtable.kernel.refusals import Ref, Refusal
from sandtable.kernel.state import Scenario, State

Check = Callable[["Moment", Any, Where], str | None]
"""``(moment, what is expected, where) -> problem``; ``None`` when it is so."""


class Moment:
    """The point of a case at which something is expected."""

    def __init__(self, game: Game[Any], scenario: Scenario, state: Any, entries: list[Entry]) -> None:
        self.game, self.scenario, self.state, self.entries = game, scenario, state, entries
        self.kind: type[State] = game.state_type


def check(moment: Moment, expected: Any, where: Where) -> str | None:
    """Whether one expectation holds; a problem in words where it does not."""
    wanted = mapping(expected, where)
    if len(wanted) != 1:
        raise CaseError(where, "expect one thing at a time: a mapping with one key")
    word, value = next(iter(wanted.items()))
    if word in CHECKS:
        return CHECKS[word](moment, value, (*where, word))
    field = _field(moment, word)
    if field is None:
        words = (*CHECKS, *(n for n in moment.kind.__struct_fields__ if n != "flow"))
        raise CaseError((*where, word), f"nothing called {word!r} can be expected; there is {', '.join(words)}")
    return _state(moment, moment.state, field, value, (*where, word))


def _field(moment: Moment, word: str) -> str | None:
    """The field of the state a word means: its name, or for a table the kind of thing it holds (``piece``)."""
    hints = field_types(moment.kind)
    if word in hints:
        return word
    return next((n for n in tables_of(moment.kind) if naming.domain(hints[n]) == word), None)


def _state(moment: Moment, state: State, field: str, value: Any, where: Where) -> str | None:
    hint = field_types(moment.kind)[field]
    actual = getattr(state, field)
    if field not in tables_of(moment.kind):
        wanted = named(moment.scenario, hint, value, where)
        return _compare(field, wanted, codec.plain(actual))
    rows = named(moment.scenario, hint, dict(mapping(value, where)), where)
    problems = []
    for key, wanted in rows.items():
        name = naming.label(moment.scenario, naming.domain(hint), key)
        row = actual.get(key)
        if wanted is None or row is None:
            if (row is None) != (wanted is None):
                problems.append(f"{name} is " + ("gone" if row is None else "still there"))
        elif isinstance(row, Struct) and isinstance(wanted, Mapping):
            hints = field_types(type(row))
            known(wanted, tuple(hints), (*where, str(key)))
            for part, one in wanted.items():
                aim = named(moment.scenario, hints[part], one, (*where, str(key), part))
                problems.append(_compare(f"{name}: {part}", aim, codec.plain(getattr(row, part))) or "")
        else:
            problems.append(_compare(name, wanted, codec.plain(row)) or "")
    found = [p for p in problems if p]
    return "; ".join(found) or None


def _compare(what: str, wanted: Any, actual: Any) -> str | None:
    wanted, actual = (list(one) if isinstance(one, tuple) else one for one in (wanted, actual))
    return None if wanted == actual else f"{what} is {actual!r}, expected {wanted!r}"


def _seen(moment: Moment, value: Any, where: Where) -> str | None:
    wanted = dict(mapping(value, where))
    seat = seat_of(moment.scenario, wanted.pop("by", None), (*where, "by"))
    view = moment.game.view(moment.state, seat).state
    for word, one in wanted.items():
        field = _field(moment, word)
        if field is None:
            raise CaseError((*where, word), f"there is no {word!r} to be seen")
        if (problem := _state(moment, view, field, one, (*where, word))) is not None:
            return f"as {seat} sees it, {problem}"
    return None


def _log(moment: Moment, value: Any, where: Where) -> str | None:
    wanted = dict(mapping(value, where))
    if "entry" not in wanted:
        raise CaseError(where, "say which entry: {entry: moved, ...}")
    key = str(wanted.pop("entry"))
    same = [entry for entry in moment.entries if entry.key in (key, f"log.{key}")]
    if not same:
        said = ", ".join(dict.fromkeys(entry.key for entry in moment.entries)) or "nothing"
        return f"the log has no {key}; it says {said}"
    tries = [_entry(moment, entry, wanted, where) for entry in same]
    return None if any(t == "" for t in tries) else f"{key}: " + " / ".join(dict.fromkeys(tries))


def _entry(moment: Moment, entry: Entry, wanted: Mapping[str, Any], where: Where) -> str:
    """How an entry differs from what is wanted; empty when it does not."""
    problems = []
    for name, value in wanted.items():
        match name:
            case "rule":
                rules = [entry.rule, *(m.rule for m in entry.modifiers)]
                if value not in rules:
                    problems.append(f"cites {', '.join(r for r in rules if r)}, expected {value}")
            case "rolls":
                faces = [face for roll in entry.rolls for face in roll.faces]
                problems.append(_compare("rolls", list(value), faces) or "")
            case "draws":
                cards = [card for draw in entry.draws for card in draw.cards]
                problems.append(_compare("draws", list(value), cards) or "")
            case "modifiers":
                for reason, amount in mapping(value, (*where, name)).items():
                    parts = [m for m in entry.modifiers if reason in (m.rule, m.key, m.key.rpartition(".")[2])]
                    total = sum(m.value for m in parts)
                    problems.append(_compare(f"modifier {reason}", amount, total if parts else None) or "")
            case "seat" if "seat" not in entry.params:
                problems.append(_compare("seat", value, entry.seat) or "")
            case _ if name not in entry.params:
                problems.append(f"has no {name}; it has {', '.join(entry.params) or 'no parameters'}")
            case _:
                problems.append(_compare_param(moment, name, value, entry.params[name], where) or "")
    return ", ".join(p for p in problems if p)


def _compare_param(moment: Moment, name: str, wanted: Any, actual: Any, where: Where) -> str | None:
    if isinstance(actual, Ref):
        try:
            wanted = naming.find(moment.scenario, actual.of, wanted)
        except naming.UnknownThing as problem:
            raise CaseError((*where, name), str(problem)) from None
        return _compare(name, wanted, actual.id)
    if isinstance(actual, tuple):
        of = actual[0].of if actual else ""
        aims = [naming.find(moment.scenario, of, one) for one in sequence(wanted, (*where, name))]
        return _compare(name, sorted(aims, key=str), sorted((r.id for r in actual), key=str))
    return _compare(name, wanted, actual)


def _no_log(moment: Moment, value: Any, where: Where) -> str | None:
    return "the log does say this" if _log(moment, value, where) is None else None


def _refused(moment: Moment, value: Any, where: Where) -> str | None:
    wanted = dict(mapping(value, where))
    known(wanted, ("by", "do", "rule", "key", "points"), where)
    seat = seat_of(moment.scenario, wanted.get("by"), (*where, "by"))
    action = action_of(moment.game, moment.scenario, wanted.get("do"), (*where, "do"))
    no = moment.game.why_not(moment.state, seat, action)
    if no is None:
        return "this may be done, but was expected to be refused"
    for name in ("rule", "key"):
        actual = getattr(no, name)
        if name in wanted and wanted[name] not in (actual, actual.removeprefix("refuse.")):
            return f"refused by {no.rule or 'no rule'} ({no.key}), expected {name} {wanted[name]}"
    if "points" in wanted:
        actual = [naming.label(moment.scenario, r.of, r.id) for r in no.points]
        aims = [str(p) for p in sequence(wanted["points"], (*where, "points"))]
        return _compare("points at", aims, actual)
    return None


def _offered(moment: Moment, value: Any, where: Where) -> str | None:
    wanted = dict(mapping(value, where))
    known(wanted, ("by", "do", "exactly", "includes", "excludes"), where)
    offer = _open(moment, wanted, where)
    if isinstance(offer, Refusal):
        return f"not offered: {offer.key} {offer.rule}".rstrip()
    options = list(offer[0].widget.options) if offer and offer[0].widget else []
    if offer and offer[0].widget and offer[0].widget.kind == "amounts":
        options = list(offer[0].widget.limits)
    of = offer[0].widget.of if offer and offer[0].widget else ""
    for word in ("exactly", "includes", "excludes"):
        if word not in wanted:
            continue
        aims = [naming.find(moment.scenario, of, one) for one in sequence(wanted[word], (*where, word))]
        bad = {
            "exactly": sorted(aims, key=str) != sorted(options, key=str),
            "includes": any(aim not in options for aim in aims),
            "excludes": any(aim in options for aim in aims),
        }[word]
        if bad:
            names = ", ".join(naming.label(moment.scenario, of, one) for one in options)
            return f"offered are {names or 'none'}, expected {word} {wanted[word]!r}"
    return None


def _open(moment: Moment, wanted: Mapping[str, Any], where: Where) -> Any:
    seat = seat_of(moment.scenario, wanted.get("by"), (*where, "by"))
    do = wanted.get("do")
    words = moment.game.verbs
    partial = {"do": do} if isinstance(do, str) and do in words else None
    if partial is None:
        partial = arguments(moment.game, moment.scenario, do, (*where, "do"))
    return moment.game.offers(moment.state, seat, partial)


def _not_offered(moment: Moment, value: Any, where: Where) -> str | None:
    wanted = dict(mapping(value, where))
    known(wanted, ("by", "do"), where)
    return None if isinstance(_open(moment, wanted, where), Refusal) else "this is offered"


def _asked(moment: Moment, value: Any, where: Where) -> str | None:
    prompts = moment.game.prompts(moment.state)
    asked = sorted(prompt.seat for prompt in prompts)
    if isinstance(value, Mapping):
        for seat, phase in value.items():
            at = next((p.at for p in prompts if p.seat == seat), None)
            if at is None or not (at == phase or at.endswith(f".{phase}")):
                return f"{seat} is asked {at or 'nothing'}, expected {phase}"
        value = list(value)
    seats = [value] if isinstance(value, str) else sequence(value or [], where)
    return _compare("asked", sorted(seats), asked)


def _over(moment: Moment, value: Any, where: Where) -> str | None:
    outcome = moment.game.outcome(moment.state)
    if value is False:
        return None if outcome is None else f"the game is over: {outcome.key}"
    if outcome is None:
        return "the game is not over"
    wanted = {} if value is True else mapping(value, where)
    known(wanted, ("winners", "key", "rule", "scores", "carried", "leads_to"), where)
    for name, one in wanted.items():
        actual = codec.as_read(getattr(outcome, name))
        if (problem := _compare(name, one, actual)) is not None:
            return problem
    return None


CHECKS: dict[str, Check] = {
    "log": _log,
    "no_log": _no_log,
    "refused": _refused,
    "offered": _offered,
    "not_offered": _not_offered,
    "asked": _asked,
    "over": _over,
    "seen": _seen,
}
