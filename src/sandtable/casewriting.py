"""A position as a case file: what differs from the scenario's own set-up, so that anybody can read it in again.

What was written is read back at once: a file that would not give the same position is never handed out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import yaml
from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.cases.case import Case
from sandtable.kernel.cases.parts import CaseError
from sandtable.kernel.cases.position import SETUP_SEED, STAGES, TRACKS
from sandtable.kernel.cases.shapes import Missing
from sandtable.kernel.changes import plain_fields, tables_of
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.state import Frame, Stage, State, Subject, bind

S = TypeVar("S", bound=State)
WIDTH = 120


class NotWritable(ValueError):
    """A position that no case file can tell."""


def write(game: Game[S], state: S, title: str) -> str:
    """The case file of a position; raises :class:`NotWritable`."""
    scenario = state.scenario
    data: dict[str, Any] = {"case": title, "game": game.id, "scenario": scenario.name}
    if options := codec.plain(scenario.options):
        data["options"] = options
    start = game.start(scenario, SeededDice(SETUP_SEED)).state
    bare = bind(game.empty(scenario), scenario)
    trouble: NotWritable | None = None
    # What changed since the set-up is the shorter file; where that cannot be told, everything is.
    for base, ground in ((start, {}), (bare, {"only": True})):
        position = {**ground, **_facts(scenario.facts), **_where(state), **_changes(game, base, state)}
        try:
            return _checked(game, state, {**data, "position": position})
        except NotWritable as problem:
            trouble = problem
    assert trouble is not None
    raise trouble


def dump(data: Mapping[str, Any]) -> str:
    """A case as the text of its file."""
    text: str = yaml.safe_dump(dict(data), allow_unicode=True, sort_keys=False, width=WIDTH, default_flow_style=None)
    return text


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"facts": codec.plain(dict(facts))} if facts else {}


def _where(state: State) -> dict[str, Any]:
    return {"at": [_frame(frame) for frame in state.flow], "begun": True}


def _frame(frame: Frame[Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"phase": frame.at}
    if isinstance(frame.subject, Subject):
        told["subject"] = codec.plain(frame.subject)
    elif frame.subject:
        told["ref"] = frame.subject
    if frame.waiting:
        told["waiting"] = list(frame.waiting)
    if frame.stage != (Stage.ASKING if frame.waiting else Stage.BEGUN):
        told["stage"] = next(word for word, stage in STAGES.items() if stage == frame.stage)
    return told


def _changes(game: Game[S], start: S, state: S) -> dict[str, Any]:
    """What the state says otherwise than another does."""
    kind = game.state_type
    tables, found = tables_of(kind), {}
    tracks = {
        name: _plain(getattr(state, name))
        for name in plain_fields(kind)
        if name != "flow" and getattr(state, name) != getattr(start, name)
    }
    for name in tables:
        before, after = getattr(start, name), getattr(state, name)
        rows: dict[Any, Any] = {key: None for key in before if key not in after}
        changed = {key: row for key, row in after.items() if before.get(key) != row}
        rows |= {key: _row(game, state, name, key, before.get(key), row) for key, row in changed.items()}
        if not rows:
            continue
        if name == TRACKS:
            tracks |= rows
        else:
            found[name] = rows
    return {**({TRACKS: tracks} if tracks else {}), **found}


def _row(game: Game[S], state: S, table: str, key: Any, before: Any, row: Any) -> Any:
    """A row as it is written: the fields that differ from what stands there, or all of it where nothing does."""
    base = before if before is not None else game.row(state.scenario, table, key)
    if not isinstance(row, Struct) or not isinstance(base, Struct):
        return _plain(row)
    names = [name for name in row.__struct_fields__ if getattr(row, name) != getattr(base, name)]
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: Any) -> Any:
    return codec.plain(value)


def _checked(game: Game[S], state: S, data: dict[str, Any]) -> str:
    """The text of a case that was read in again; what it speaks of and has left the board is named first."""
    text = dump(data)
    try:
        _check(game, state, yaml.safe_load(text))
    except Missing as problem:
        gone = {of: sorted(thing for kind, thing in problem.rows if kind == of) for of, _ in sorted(problem.rows)}
        text = dump({**data, "position": {"gone": gone, **data["position"]}})
        try:
            _check(game, state, yaml.safe_load(text))
        except Missing as still:
            raise NotWritable(str(still)) from None
    return text


def _check(game: Game[S], state: S, data: dict[str, Any]) -> None:
    """Read it in again and compare."""
    try:
        case = Case(game, data)
        case.open()
    except Missing:
        raise
    except CaseError as problem:
        raise NotWritable(f"{'.'.join(map(str, problem.where))}: {problem.message}") from None
    if codec.state_hash(case.state) != codec.state_hash(state):
        raise NotWritable("the file would give another position")
