"""What a case expects: state, log, offers, refusals, prompts, and what a seat may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel import codec, naming
from sandtable.kernel.cases.acting import action_of, arguments
from sandtable.kernel.cases.lexicon import NO_LEXICON, Lexicon, is_within
from sandtable.kernel.cases.parts import CaseError, Where, instead, known, mapping, sequence, text
from sandtable.kernel.cases.position import TRACKS, by_track, phase_at, seat_of, words_of_state
from sandtable.kernel.cases.shapes import Reader
from sandtable.kernel.changes import field_types, plain_fields, tables_of
from sandtable.kernel.game import Game
from sandtable.kernel.log import Entry
from sandtable.kernel.refusals import Id, Refusal
from sandtable.kernel.state import Scenario, State

Check = Callable[["Moment", Any, Where], str | None]
"""``(moment, what is expected, where) -> problem``; ``None`` when it is so."""


class Moment:
    """The point of a case at which something is expected."""

    def __init__(
        self,
        game: Game[Any],
        scenario: Scenario,
        state: Any,
        entries: list[Entry],
        reader: Reader,
        lexicon: Lexicon = NO_LEXICON,
    ) -> None:
        self.game, self.scenario, self.state, self.entries = game, scenario, state, entries
        self.reader, self.lexicon = reader, lexicon
        self.kind: type[State] = game.state_type

    def seat(self, wanted: Mapping[str, Any], where: Where) -> str:
        """The seat that an expectation names with ``by``."""
        if "by" not in wanted:
            raise CaseError(where, "say whose view it is: {by: seat, ...}")
        return seat_of(self.scenario, wanted["by"], (*where, "by"))


# -- the state ---------------------------------------------------------------------------------------------------------


def state_problem(moment: Moment, state: State, field: str, value: Any, where: Where) -> str | None:
    """How a field or table of a state differs from what is expected."""
    hint, reader = field_types(moment.kind)[field], moment.reader
    actual, place = getattr(state, field), f"{moment.kind.__name__}.{field}"
    if field not in tables_of(moment.kind):
        wanted = reader.read(hint, value, where, place, partly=True)
        return "; ".join(differences(field, wanted, actual)) or None
    problems: list[str] = []
    for written, wanted in mapping(value, where).items():
        here: Where = (*where, str(written))
        key = reader.key(moment.game, field, written, here)
        name = naming.label(moment.scenario, naming.domain(hint), key)
        problems += row_problems(moment, field, name, wanted, actual.get(key), here)
    return "; ".join(problems) or None


def row_problems(moment: Moment, table: str, name: str, wanted: Any, row: Any, where: Where) -> Iterator[str]:
    """How a row of a table differs from what is expected; ``null`` stands for a row that is not there."""
    _, kind = tables_of(moment.kind)[table]
    aim = None if wanted is None else read_row(moment, table, kind, wanted, row, where)
    if wanted is None or row is None:
        if (row is None) != (wanted is None):
            yield f"{name} is " + ("gone" if row is None else "still there")
        return
    yield from differences(name, aim, row)


def read_row(moment: Moment, table: str, kind: Any, wanted: Any, row: Any, where: Where) -> Any:
    """What is expected of a row, read as its own type where that is known and as the table's otherwise."""
    place = f"{moment.kind.__name__}.{table}"
    return moment.reader.read(type(row) if isinstance(row, Struct) else kind, wanted, where, place, partly=True)


def differences(what: str, wanted: Any, actual: Any) -> Iterator[str]:
    """How a value differs from what is wanted; of Structs and tables only what is named is looked at."""
    if isinstance(wanted, Mapping) and isinstance(actual, Struct):
        for name, one in wanted.items():
            yield from differences(f"{what}: {name}", one, getattr(actual, name))
    elif isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        for key, one in wanted.items():
            yield from differences(f"{what}: {key}", one, actual.get(key))
    elif isinstance(wanted, list) and isinstance(actual, tuple | list) and len(wanted) == len(actual):
        if any(isinstance(one, Mapping) for one in wanted):
            for number, (one, other) in enumerate(zip(wanted, actual, strict=True), start=1):
                yield from differences(f"{what} {number}", one, other)
        else:
            yield from _different(what, wanted, codec.plain(actual))
    else:
        yield from _different(what, wanted, codec.plain(actual))


def _different(what: str, wanted: Any, actual: Any) -> Iterator[str]:
    wanted, actual = (list(one) if isinstance(one, tuple) else one for one in (wanted, actual))
    # True is 1 to the machine and not to a reader.
    if wanted != actual or isinstance(wanted, bool) != isinstance(actual, bool):
        yield f"{what} is {actual!r}, expected {wanted!r}"


def compare(what: str, wanted: Any, actual: Any) -> str | None:
    """How one value differs from another, in words."""
    return next(_different(what, wanted, actual), None)


def tracks(moment: Moment, value: Any, where: Where) -> str | None:
    """What the tracks show: plain fields of the state, and the rows of its table of tracks."""
    problems: list[str] = []
    for name, wanted, here in by_track(moment.game, value, where):
        if name in plain_fields(moment.kind):
            problems.append(state_problem(moment, moment.state, name, wanted, here) or "")
        else:
            key = moment.reader.key(moment.game, TRACKS, name, here)
            problems += row_problems(moment, TRACKS, name, wanted, getattr(moment.state, TRACKS).get(key), here)
    return "; ".join(p for p in problems if p) or None


def seen(moment: Moment, value: Any, where: Where) -> str | None:
    """What the position looks like to a seat."""
    wanted = dict(mapping(value, where))
    seat = moment.seat(wanted, where)
    wanted.pop("by")
    words = words_of_state(moment.game)
    known(wanted, ("by", *words), where)
    view = moment.game.view(moment.state, seat).state
    for word, one in wanted.items():
        if (problem := state_problem(moment, view, words[word], one, (*where, word))) is not None:
            return f"as {seat} sees it, {problem}"
    return None


def compare_rule(expected: str, actual: str) -> str | None:
    """How the rule that is cited differs from the one expected, or from all in the paragraph expected."""
    return None if is_within(actual, expected) else f"rule is {actual or 'none'}, expected {expected}"


# -- refusals and offers -----------------------------------------------------------------------------------------------


def refused(moment: Moment, value: Any, where: Where) -> str | None:
    """That an action is refused, and by what."""
    wanted = mapping(value, where)
    known(wanted, ("by", "do", "rule", "key", "points"), where)
    seat = moment.seat(wanted, where)
    action = action_of(moment.game, moment.reader, wanted.get("do"), (*where, "do"))
    if "rule" in wanted:
        moment.lexicon.paragraph(wanted["rule"], (*where, "rule"))
    if "key" in wanted:
        moment.lexicon.key("refuse", wanted["key"], (*where, "key"))
    no = moment.game.why_not(moment.state, seat, action)
    if no is None:
        return "this may be done, but was expected to be refused"
    told = {
        "rule": is_within(no.rule, wanted.get("rule", "")),
        "key": wanted.get("key") in (no.key, no.key.removeprefix("refuse.")),
    }
    for name, is_so in told.items():
        if name in wanted and not is_so:
            return f"refused by {no.rule or 'no rule'} ({no.key}), expected {name} {wanted[name]}"
    if "points" in wanted:
        shown = [naming.label(moment.scenario, r.of, r.id) for r in no.points]
        aims = [str(p) for p in sequence(wanted["points"], (*where, "points"))]
        return compare("points at", aims, shown)
    return None


def offered(moment: Moment, value: Any, where: Where) -> str | None:
    """That an action is offered as far as it is given, and what may come next."""
    wanted = mapping(value, where)
    known(wanted, ("by", "do", "exactly", "includes", "excludes"), where)
    offer = _open(moment, wanted, where)
    if isinstance(offer, Refusal):
        return f"not offered: {offer.key} {offer.rule}".rstrip()
    widget = offer[0].widget if offer else None
    options: list[Any] = [] if widget is None else list(widget.limits if widget.kind == "amounts" else widget.options)
    return among(moment, wanted, options, widget.of if widget else "", where)


def among(moment: Moment, wanted: Mapping[str, Any], options: list[Any], of: str, where: Where) -> str | None:
    """Whether a list is, includes or excludes what an expectation says."""
    for word in ("exactly", "includes", "excludes"):
        if word not in wanted:
            continue
        aims = [
            _aim(moment, of, options, one, (*where, word, number))
            for number, one in enumerate(sequence(wanted[word], (*where, word)))
        ]
        bad = {
            "exactly": sorted(aims, key=str) != sorted(options, key=str),
            "includes": any(aim not in options for aim in aims),
            "excludes": any(aim in options for aim in aims),
        }[word]
        if bad:
            names = ", ".join(naming.label(moment.scenario, of, one) for one in options)
            return f"there is {names or 'nothing'}, expected {word} {wanted[word]!r}"
    return None


def _aim(moment: Moment, of: str, options: list[Any], one: Any, where: Where) -> Id:
    """One thing among options: by its name, or a word that means something."""
    if of in moment.reader.names or of in moment.reader.met:
        return moment.reader.thing(of, one, where)
    if one not in options and not moment.lexicon.is_word(one) and not moment.reader.is_word(one):
        raise CaseError(where, f"there is no {of or 'answer'} {one!r}" + instead(one, options))
    return one  # type: ignore[no-any-return]


def _open(moment: Moment, wanted: Mapping[str, Any], where: Where) -> Any:
    seat = moment.seat(wanted, where)
    do = wanted.get("do")
    if isinstance(do, str):
        known({do: None}, sorted(moment.game.verbs), (*where, "do"))
        return moment.game.offers(moment.state, seat, {"do": do})
    partial = arguments(moment.game, moment.reader, do, (*where, "do"))
    return moment.game.offers(moment.state, seat, partial)


def not_offered(moment: Moment, value: Any, where: Where) -> str | None:
    """That an action is not offered as far as it is given."""
    wanted = mapping(value, where)
    known(wanted, ("by", "do"), where)
    return None if isinstance(_open(moment, wanted, where), Refusal) else "this is offered"


# -- the sequence of play ----------------------------------------------------------------------------------------------


def asked(moment: Moment, value: Any, where: Where) -> str | None:
    """Exactly which seats are asked, and in which phase."""
    prompts = moment.game.prompts(moment.state)
    at = {prompt.seat: prompt.at for prompt in prompts}
    phases: Mapping[Any, Any] = value if isinstance(value, Mapping) else {}
    seats = list(phases) if phases else [value] if isinstance(value, str) else sequence(value, where)
    for seat in seats:
        seat_of(moment.scenario, seat, (*where, str(seat)))
    for seat, phase in phases.items():
        _check_phase(moment, phase, (*where, seat))
        if seat not in at or not f".{at[seat]}".endswith(f".{phase}"):
            return f"{seat} is asked {at.get(seat, 'nothing')}, expected {phase}"
    return compare("asked", sorted(seats), sorted(at))


def _check_phase(moment: Moment, phase: Any, where: Where) -> None:
    """Raise on a phase that is nowhere in the sequence of play; one that stands in several places will do."""
    try:
        phase_at(moment.game, phase, where)
    except CaseError as problem:
        if "may be any of" not in problem.message:
            raise


def over(moment: Moment, value: Any, where: Where) -> str | None:
    """That the game is over, and how; ``false`` where it goes on."""
    wanted = {} if isinstance(value, bool) else mapping(value, where)
    known(wanted, ("winners", "key", "rule", "scores", "carried", "leads_to"), where)
    if "winners" in wanted:
        for seat in sequence(wanted["winners"], (*where, "winners")):
            seat_of(moment.scenario, seat, (*where, "winners"))
    if "rule" in wanted:
        moment.lexicon.paragraph(wanted["rule"], (*where, "rule"))
    if "key" in wanted:
        text(wanted["key"], (*where, "key"))
    outcome = moment.game.outcome(moment.state)
    if value is False:
        return None if outcome is None else f"the game is over: {outcome.key}"
    if outcome is None:
        return "the game is not over"
    for name, one in wanted.items():
        found = codec.as_read(getattr(outcome, name))
        problem = compare_rule(one, found) if name == "rule" else compare(name, one, found)
        if problem is not None:
            return problem
    return None
