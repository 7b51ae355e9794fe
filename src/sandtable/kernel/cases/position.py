"""The position a case starts from: a scenario with changes, or a bare board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from msgspec import Struct

from sandtable.kernel import codec
from sandtable.kernel.cases.parts import CaseError, Where, known, mapping, named, seat_of, sequence, typed
from sandtable.kernel.changes import bare_type, field_types, tables_of
from sandtable.kernel.dice import Dice, ScriptedDice, SeededDice
from sandtable.kernel.draft import Draft
from sandtable.kernel.flow import FlowError
from sandtable.kernel.game import Game, Step, UnknownName
from sandtable.kernel.state import Frame, Scenario, Stage, State, Subject, bind, successor
from sandtable.kernel.subjects import subjects_of

S = TypeVar("S", bound=State)

PLACES = ("at", "begun", "carried", "only", "setup_dice", "tracks")
SETUP_SEED = b"sandtable case"


def open_scenario(game: Game[Any], data: Mapping[str, Any]) -> Scenario:
    """The scenario of a case; the game's first one where none is named."""
    name = str(data.get("scenario", game.scenarios()[0].name))
    position = mapping(data.get("position") or {}, ("position",))
    facts = mapping(position.get("facts") or {}, ("position", "facts"))
    try:
        return game.open(name, mapping(data.get("options") or {}, ("options",)), facts)
    except UnknownName as problem:
        where = {"scenario": "scenario"}.get(problem.kind, "options")
        raise CaseError((where,), str(problem)) from None
    except (ValueError, TypeError, KeyError) as problem:
        raise CaseError(("position", "facts"), f"the board cannot be made from these facts: {problem}") from None


def build(game: Game[S], scenario: Scenario, data: Mapping[str, Any], dice: Dice) -> Step[S]:
    """The position of a case, played on to its first question."""
    where: Where = ("position",)
    position = dict(mapping(data.get("position") or {}, where))
    position.pop("facts", None)
    fields = tuple(n for n in game.state_type.__struct_fields__ if n != "flow")
    known(position, (*PLACES, "facts", *fields), where)
    state = _ground(game, scenario, position)
    d = Draft(state, dice)
    _put_flow(game, scenario, d, position)
    tracks = mapping(position.get("tracks") or {}, (*where, "tracks"))
    known(tracks, fields, (*where, "tracks"))
    for name, value in {**tracks, **{n: v for n, v in position.items() if n not in PLACES}}.items():
        place = (*where, "tracks", name) if name in tracks else (*where, name)
        if name in tables_of(game.state_type):
            _put_rows(game, scenario, d, name, value, place)
        else:
            hint = field_types(game.state_type)[name]
            d.set(**{name: typed(hint, named(scenario, hint, value, place), place)})
    if (trouble := game.broken(d.now)) is not None:
        raise CaseError(where, f"this position cannot be: {trouble}")
    return game.play_on(d)


def _ground(game: Game[S], scenario: Scenario, position: Mapping[str, Any]) -> S:
    if position.get("only"):
        state = bind(game.empty(scenario), scenario)
        return state if state.flow else successor(state, flow=game.sequence.start())
    script = position.get("setup_dice")
    dice: Dice = ScriptedDice(sequence(script, ("position", "setup_dice"))) if script else SeededDice(SETUP_SEED)
    return _started(game, scenario, dice, position.get("carried"))


def _started(game: Game[S], scenario: Scenario, dice: Dice, carried: Any) -> S:
    try:
        return game.start(scenario, dice, carried).state
    except codec.Malformed as problem:
        raise CaseError(("position", "carried"), str(problem)) from None


def _put_flow(game: Game[S], scenario: Scenario, d: Draft[S], position: Mapping[str, Any]) -> None:
    """Put the sequence of play where the case says: a phase, or phases from the outermost to the innermost."""
    at = position.get("at")
    if at is None:
        return
    frames = at if isinstance(at, list) else [at]
    stage = Stage.BEGUN if position.get("begun") else Stage.NEW
    flow = []
    for number, one in enumerate(frames):
        where: Where = ("position", "at", number) if isinstance(at, list) else ("position", "at")
        frame = {"phase": one} if isinstance(one, str) else dict(mapping(one, where))
        known(frame, ("phase", "subject", "ref", "waiting"), where)
        try:
            place = game.sequence.find(str(frame.get("phase")))
        except FlowError as problem:
            raise CaseError(where, str(problem)) from None
        waiting = tuple(seat_of(scenario, s, where) for s in frame.get("waiting", ()))
        inner = number == len(frames) - 1
        asking = Stage.ASKING if waiting else Stage.BEGUN
        subject = _subject(game, scenario, frame.get("subject", frame.get("ref", 0)), (*where, "subject"))
        flow.append(Frame(place, subject, waiting, asking if waiting or not inner else stage))
    d.set_flow(tuple(flow))


def _subject(game: Game[S], scenario: Scenario, value: Any, where: Where) -> int | Subject:
    """What a frame is about: a number, or ``{is: battle, hex: 3606}``; a game with one kind of subject need not say."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    kinds = subjects_of(game.state_type)
    given = dict(mapping(value, where))
    word = given.pop("is", next(iter(kinds)) if len(kinds) == 1 else None)
    if word not in kinds:
        raise CaseError((*where, "is"), f"there is no subject {word!r}; there is {', '.join(kinds) or 'none'}")
    hints = field_types(kinds[word])
    known(given, tuple(hints), where)
    data = {name: named(scenario, hints[name], one, (*where, name)) for name, one in given.items()}
    subject: Subject = typed(kinds[word], {"is": word, **data}, where)
    return subject


def _put_rows(game: Game[S], scenario: Scenario, d: Draft[S], table: str, value: Any, where: Where) -> None:
    hint = field_types(game.state_type)[table]
    rows = named(scenario, hint, dict(mapping(value, where)), where)
    row_type = get_args(bare_type(hint))[1]
    for key, change in rows.items():
        place = (*where, str(key))
        present = getattr(d.now, table).get(key)
        if change is None:
            if present is not None:
                d.drop(table, key)
            continue
        base = present if present is not None else game.row(scenario, table, key)
        if isinstance(base, Struct) and isinstance(change, Mapping):
            d.put(table, key, base)
            hints = field_types(type(base))
            known(change, tuple(hints), place)
            edits = {
                n: typed(hints[n], named(scenario, hints[n], v, (*place, n)), (*place, n)) for n, v in change.items()
            }
            d.edit(table, key, **edits)
        else:
            d.put(table, key, typed(row_type, named(scenario, row_type, change, place), place))
