"""What a case asks: how many rows there are of a kind, what a query answers, what a printed table says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.cases.checks import Moment, among, compare, compare_rule, differences
from sandtable.kernel.cases.parts import CaseError, Where, instead, known, mapping, one_of, sequence, whole
from sandtable.kernel.cases.position import words_of_state
from sandtable.kernel.cases.shapes import infos_of
from sandtable.kernel.cases.vocabulary import named, vocabulary_of
from sandtable.kernel.changes import field_types, tables_of
from sandtable.kernel.queries import WHOLE, Chance, Odds, Overlay, Phrase
from sandtable.kernel.sheets import Sheet

LIMITS = ("is", "least", "most")
LISTS = ("exactly", "includes", "excludes")
SHEET = ("sheet", "row", "column", "is")


# -- counting ----------------------------------------------------------------------------------------------------------


def count(moment: Moment, value: Any, where: Where) -> str | None:
    """How many rows of a table are like this: ``{units: {owner: germany, kind: infantry}, is: 12}``."""
    wanted = mapping(value, where)
    words = {word: field for word, field in words_of_state(moment.game).items() if field in tables_of(moment.kind)}
    known(wanted, (*words, *LIMITS), where)
    tables = [word for word in wanted if word in words]
    if len(tables) != 1:
        raise CaseError(where, "count the rows of one table: {units: {owner: ...}, is: 12}")
    limits = {name: whole(wanted[name], (*where, name)) for name in LIMITS if name in wanted}
    if not limits:
        raise CaseError(where, "say how many there are: `is`, `least` or `most`")
    table = words[tables[0]]
    rows = getattr(moment.state, table)
    found = sum(_is_like(moment, table, row, wanted[tables[0]], (*where, tables[0])) for row in rows.values())
    if not rows:
        _check_filter(moment, table, wanted[tables[0]], (*where, tables[0]))
    for name, number in limits.items():
        if (found != number) if name == "is" else (found < number) if name == "least" else (found > number):
            return f"there are {found} such {table}, expected {'' if name == 'is' else 'at ' + name + ' '}{number}"
    return None


def _is_like(moment: Moment, table: str, row: Any, wanted: Any, where: Where) -> bool:
    """Whether a row is as the filter says; where one value would stand, a list means any of these."""
    _, kind = tables_of(moment.kind)[table]
    place = f"{moment.kind.__name__}.{table}"
    if not isinstance(row, Struct):
        choices = wanted if isinstance(wanted, list) else [wanted]
        return any(not list(differences("", moment.reader.read(kind, one, where, place), row)) for one in choices)
    hints = field_types(type(row))
    known(mapping(wanted, where), hints, where)
    # Every part is read, also after one that does not fit: a word that means nothing must not hide behind it.
    parts = [_has(moment, row, name, one, (*where, name)) for name, one in wanted.items()]
    return all(parts)


def _has(moment: Moment, row: Struct, name: str, wanted: Any, where: Where) -> bool:
    actual = getattr(row, name)
    choices = wanted if isinstance(wanted, list) and not isinstance(actual, tuple) else [wanted]
    read = [moment.reader.fields(type(row), {name: one}, where[:-1], partly=True)[name] for one in choices]
    return any(not list(differences("", one, actual)) for one in read)


def _check_filter(moment: Moment, table: str, wanted: Any, where: Where) -> None:
    """Read a filter by the table's own type where no row is there to be compared."""
    _, kind = tables_of(moment.kind)[table]
    lists = isinstance(wanted, Mapping)
    one = (
        {name: part[0] if isinstance(part, list) and part else part for name, part in wanted.items()}
        if lists
        else wanted
    )
    moment.reader.read(kind, one, where, f"{moment.kind.__name__}.{table}", partly=True)


# -- asking ------------------------------------------------------------------------------------------------------------


def ask(moment: Moment, value: Any, where: Where) -> str | None:
    """What a query of the game answers, or what one of its charts says."""
    wanted = mapping(value, where)
    if "sheet" in wanted:
        return _sheet(moment, wanted, where)
    questions = tuple(moment.game.queries)
    name = next((word for word in wanted if word in questions), None)
    if name is None:
        raise CaseError(where, "ask one thing" + instead(next(iter(wanted), ""), (*questions, "sheet")))
    by = moment.seat(wanted, where) if "by" in wanted else _asked_seat(moment)
    params = _params(moment, name, wanted[name], (*where, name))
    answer = moment.game.query(moment.game.view(moment.state, by), name, params)
    rest = {word: one for word, one in wanted.items() if word not in (name, "by")}
    if not rest:
        raise CaseError(where, "say what the answer is")
    if "nothing" in rest:
        known(rest, ("nothing",), where)
        return None if answer is None else "there is an answer"
    if answer is None:
        return f"{name} has nothing to say now"
    if isinstance(answer, Overlay):
        return _overlay(moment, answer, rest, where)
    if not isinstance(answer, Odds):
        raise CaseError(where, f"what {name} answers is for tables; a case cannot look at it")
    return _odds(moment, answer, rest, where)


def _asked_seat(moment: Moment) -> str:
    prompts = moment.game.prompts(moment.state)
    return prompts[0].seat if prompts else moment.scenario.seats[0]


def _params(moment: Moment, name: str, value: Any, where: Where) -> Mapping[str, Any]:
    """What a query is asked with: a mapping, or its first parameter alone."""
    kind = vocabulary_of(moment.game).questions.get(name)
    if kind is None:
        return mapping(value if value is not None else {}, where)
    first = infos_of(kind)
    if value is None or isinstance(value, Mapping):
        return moment.reader.fields(kind, value or {}, where)
    if not first:
        raise CaseError(where, f"{name} is asked without anything: write {{{name}: }}")
    return moment.reader.fields(kind, {first[0].name: value}, where)


def _overlay(moment: Moment, answer: Overlay, wanted: Mapping[str, Any], where: Where) -> str | None:
    known(wanted, (*LISTS, "places", "sources", "rule"), where)
    names = {str(key): key for key in moment.scenario.names.get("place", {})}
    places = [names.get(place, place) for place in answer.places]
    if (problem := among(moment, wanted, places, "place", where)) is not None:
        return problem
    for written, one in mapping(wanted.get("places", {}), (*where, "places")).items():
        at = moment.reader.thing("place", written, (*where, "places", str(written)))
        if (problem := compare(str(written), one, answer.places.get(str(at)))) is not None:
            return problem
    if "sources" in wanted:
        here: Where = (*where, "sources")
        sources = sorted(str(moment.reader.thing("place", one, here)) for one in sequence(wanted["sources"], here))
        if (problem := compare("sources", sources, sorted(answer.sources))) is not None:
            return problem
    if "rule" in wanted:
        return compare_rule(moment.lexicon.paragraph(wanted["rule"], (*where, "rule")), answer.rule)
    return None


def _odds(moment: Moment, answer: Odds, wanted: Mapping[str, Any], where: Where) -> str | None:
    known(wanted, ("attack", "defence", "column", "modifiers", "outcomes", "error"), where)
    totals = {"attack": answer.attack.total, "defence": answer.defence.total}
    problems = [compare(name, str(wanted[name]), total) for name, total in totals.items() if name in wanted]
    if "column" in wanted:
        problems.append(compare("column", str(wanted["column"]), answer.column))
    if "error" in wanted:
        problems.append(compare("error", whole(wanted["error"], (*where, "error")), answer.error))
    for reason, amount in mapping(wanted.get("modifiers", {}), (*where, "modifiers")).items():
        moment.lexicon.reason(reason, (*where, "modifiers", str(reason)))
        parts = [m for m in answer.shifts if reason in (m.rule, m.key, m.key.rpartition(".")[2])]
        problems.append(compare(f"modifier {reason}", amount, sum(m.value for m in parts) if parts else None))
    here: Where = (*where, "outcomes")
    for written, share in mapping(wanted.get("outcomes", {}), here).items():
        problems.append(_share(answer.outcomes, str(written), share, (*here, str(written))))
    return "; ".join(p for p in problems if p) or None


def _share(outcomes: tuple[Chance, ...], written: str, wanted: Any, where: Where) -> str | None:
    """The share of an outcome in ten-thousandths, or the least and the most that it may be."""
    keys = {one.key: one.key.removeprefix("odds.") for one in outcomes}
    key = one_of("outcome", written, keys, where)
    share = sum(one.share for one in outcomes if one.key == key)
    if isinstance(wanted, list):
        if len(wanted) != 2:
            raise CaseError(where, f"a share of {WHOLE}, or the least and the most it may be: [5900, 6100]")
        least, most = (whole(one, (*where, n)) for n, one in enumerate(wanted))
        return None if least <= share <= most else f"{written} has {share}, expected {least} to {most}"
    return compare(written, whole(wanted, where), share)


def _sheet(moment: Moment, wanted: Mapping[str, Any], where: Where) -> str | None:
    """A cell of a chart: ``{sheet: crt, row: 5, column: 4-1, is: -/2R}``."""
    known(wanted, SHEET, where)
    for name in SHEET:
        if name not in wanted and name != "column":
            raise CaseError(where, "a chart is asked like this: {sheet: crt, row: 5, column: 4-1, is: -/2R}")
    sheets = {sheet.id: sheet for sheet in moment.game.sheets(moment.scenario)}
    sheet = sheets[str(one_of("sheet", wanted["sheet"], named(sheets), (*where, "sheet")))]
    rows = {_cell(line.head): line for line in sheet.rows}
    line = rows[str(one_of("row", str(wanted["row"]), named(rows), (*where, "row")))]
    cells = [_cell(one) for one in line.cells]
    if "column" in wanted:
        cells = [cells[_column(sheet, wanted["column"], len(cells), (*where, "column"))]]
        return compare(f"{sheet.id} {wanted['row']} {wanted['column']}", str(wanted["is"]), cells[0])
    return compare(f"{sheet.id} {wanted['row']}", [str(one) for one in sequence(wanted["is"], (*where, "is"))], cells)


def _column(sheet: Sheet, written: Any, cells: int, where: Where) -> int:
    heads = [_cell(one) for one in sheet.columns][:cells]
    return heads.index(str(one_of("column", str(written), named(heads), where)))


def _cell(cell: int | str | Phrase) -> str:
    """A cell as it is written: words of the catalogue by the last part of their key."""
    return str(codec.plain(cell.key)).rpartition(".")[2] if isinstance(cell, Phrase) else str(cell)
