"""What a case expects of the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.cases.checks import Moment, compare
from sandtable.kernel.cases.lexicon import is_within
from sandtable.kernel.cases.parts import CaseError, Where, instead, kind_of, mapping, sequence, text, whole
from sandtable.kernel.cases.position import seat_of
from sandtable.kernel.log import Entry
from sandtable.kernel.refusals import Id, Ref

ALWAYS = ("rule", "rolls", "draws", "modifiers", "seat")
"""What every entry has beside its parameters."""


def log(moment: Moment, value: Any, where: Where) -> str | None:
    """That the log has an entry like this."""
    key, wanted = _asked_for(moment, value, where)
    same = [entry for entry in moment.entries if entry.key in (key, f"log.{key}")]
    if not same:
        said = ", ".join(dict.fromkeys(entry.key for entry in moment.entries)) or "nothing"
        return f"the log has no {key}; it says {said}"
    tries = _differences(moment, same, wanted, where)
    return None if "" in tries else f"{key}: " + " / ".join(dict.fromkeys(tries))


def no_log(moment: Moment, value: Any, where: Where) -> str | None:
    """That the log has no entry like this; a word that means nothing would make it true of any log."""
    key, wanted = _asked_for(moment, value, where)
    for name, one in wanted.items():
        if isinstance(one, str) and not (moment.lexicon.is_word(one) or moment.reader.is_word(one)):
            raise CaseError((*where, name), f"{one!r} means nothing in this game, so no entry can say it")
    same = [entry for entry in moment.entries if entry.key in (key, f"log.{key}")]
    return "the log does say this" if "" in _differences(moment, same, wanted, where) else None


def _asked_for(moment: Moment, value: Any, where: Where) -> tuple[str, Mapping[str, Any]]:
    """The key of an entry and what it is to say, once both can be."""
    wanted = dict(mapping(value, where))
    if "entry" not in wanted:
        raise CaseError(where, "say which entry: {entry: moved, ...}")
    key = moment.lexicon.key("log", wanted.pop("entry"), (*where, "entry"))
    if moment.lexicon.messages:
        said = {name for entry in moment.entries if entry.key in (key, f"log.{key}") for name in entry.params}
        names = sorted({*ALWAYS, *said, *moment.lexicon.parameters(key)})
        for name in wanted:
            if name not in names:
                raise CaseError((*where, str(name)), f"{key} has no {name!r}" + instead(name, names))
    if "rule" in wanted:
        moment.lexicon.paragraph(wanted["rule"], (*where, "rule"))
    for name in ("rolls", "draws"):
        for number, face in enumerate(sequence(wanted.get(name, []), (*where, name))):
            whole(face, (*where, name, number))
    for reason, amount in mapping(wanted.get("modifiers", {}), (*where, "modifiers")).items():
        here: Where = (*where, "modifiers", str(reason))
        moment.lexicon.reason(reason, here)
        if amount is not None:
            whole(amount, here)
    return key, wanted


def _differences(moment: Moment, entries: list[Entry], wanted: Mapping[str, Any], where: Where) -> list[str]:
    """How each entry differs from what is wanted; a name that is known for none of them is a mistake of the case.

    One parameter may speak of different things: of a unit on the ground here, of an aircraft there.
    """
    found: list[str] = []
    unknown: CaseError | None = None
    for entry in entries:
        try:
            found.append(_unlike(moment, entry, wanted, where))
        except CaseError as problem:
            unknown = unknown or problem
    if unknown is not None and not found:
        raise unknown
    return found


def _unlike(moment: Moment, entry: Entry, wanted: Mapping[str, Any], where: Where) -> str:
    """How an entry differs from what is wanted; empty when it does not."""
    problems: list[str | None] = []
    for name, value in wanted.items():
        match name:
            case "rule":
                rules = [entry.rule, *(m.rule for m in entry.modifiers)]
                if not any(is_within(rule, value) for rule in rules):
                    problems.append(f"cites {', '.join(r for r in rules if r)}, expected {value}")
            case "rolls":
                problems.append(compare("rolls", value, [face for roll in entry.rolls for face in roll.faces]))
            case "draws":
                problems.append(compare("draws", value, [card for draw in entry.draws for card in draw.cards]))
            case "modifiers":
                problems += [_modifier(entry, reason, amount) for reason, amount in value.items()]
            case "seat" if "seat" not in entry.params:
                problems.append(compare("seat", seat_of(moment.scenario, value, (*where, "seat")), entry.seat))
            case _ if name not in entry.params:
                problems.append(f"has no {name}; it has {', '.join(entry.params) or 'no parameters'}")
            case _:
                problems.append(_parameter(moment, name, value, entry.params[name], (*where, name)))
    return ", ".join(p for p in problems if p)


def _modifier(entry: Entry, reason: str, amount: Any) -> str | None:
    parts = [m for m in entry.modifiers if reason in (m.rule, m.key, m.key.rpartition(".")[2])]
    return compare(f"modifier {reason}", amount, sum(m.value for m in parts) if parts else None)


def _parameter(moment: Moment, name: str, wanted: Any, actual: Any, where: Where) -> str | None:
    if isinstance(actual, Ref):
        return compare(name, _thing(moment, actual.of, wanted, where), actual.id)
    if isinstance(actual, tuple):
        listed = sequence(wanted, where)
        aims = [_thing(moment, actual[0].of if actual else "", one, (*where, n)) for n, one in enumerate(listed)]
        return compare(name, sorted(aims, key=str), sorted((r.id for r in actual), key=str))
    if isinstance(wanted, Mapping | list):
        raise CaseError(where, f"{name} is one number or word, not {kind_of(wanted)}")
    if {type(wanted), type(actual)} == {int, str}:  # what may be a half is told as text, also where it is whole
        return compare(name, str(wanted), str(actual))
    return compare(name, wanted, actual)


def _thing(moment: Moment, of: str, wanted: Any, where: Where) -> Id:
    """A thing that an entry speaks of, by its name or id."""
    if of in moment.reader.names or of in moment.reader.met:
        return moment.reader.thing(of, wanted, where)
    return text(str(wanted), where) if isinstance(wanted, str) else whole(wanted, where)
