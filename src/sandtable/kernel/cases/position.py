"""The position a case starts from: a scenario with changes, or a bare board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.kernel import codec, naming
from sandtable.kernel.cases.chance import CaseDice
from sandtable.kernel.cases.parts import (
    CaseError,
    Where,
    flag,
    instead,
    known,
    mapping,
    one_of,
    rules_at,
    sequence,
    text,
    whole,
)
from sandtable.kernel.cases.shapes import Reader, reader_for, typed
from sandtable.kernel.cases.vocabulary import NOTHING, named, vocabulary_of
from sandtable.kernel.changes import field_types, plain_fields, tables_of
from sandtable.kernel.dice import Dice, ScriptError, SeededDice
from sandtable.kernel.draft import Draft
from sandtable.kernel.flow import FlowError
from sandtable.kernel.game import Game, Step, UnknownName
from sandtable.kernel.state import Frame, Scenario, Stage, State, Subject, bind, successor
from sandtable.kernel.subjects import subjects_of

S = TypeVar("S", bound=State)

TRACKS = "tracks"
"""Numbers and words of the state that are no rows of a table, and the rows of a table of that name if there is one."""
PLACES = ("at", "begun", "carried", "gone", "only", "setup_dice", "facts", TRACKS)
SETUP_SEED = b"sandtable case"
STAGES = {"new": Stage.NEW, "begun": Stage.BEGUN, "asked": Stage.ASKING, "closing": Stage.CLOSING}
"""How far a phase has come, where its place among the others and whom it waits for do not say it."""


def open_scenario(game: Game[Any], data: Mapping[str, Any]) -> Scenario:
    """The scenario of a case; the game's first one where none is named."""
    scenarios = {info.name: info.name for info in game.scenarios()}
    name = str(one_of("scenario", data.get("scenario", next(iter(scenarios))), scenarios, ("scenario",)))
    position = mapping(data.get("position", {}), ("position",))
    facts = mapping(position.get("facts", {}), ("position", "facts"))
    own = vocabulary_of(game)
    if facts and own is not NOTHING and own.facts is None:
        raise CaseError(("position", "facts"), f"the board of {game.id} has no facts that could be replaced")
    options = Reader({}, {}).fields(game.options, data.get("options", {}), ("options",))
    try:
        scenario = game.open(name, options, facts)
        for where, trouble in own.unused(scenario, facts):
            raise CaseError(where, trouble)
        return scenario
    except UnknownName as problem:
        raise CaseError(("options",), str(problem)) from None
    except CaseError as problem:
        raise problem.inside("position", "facts") from None
    except (ValueError, TypeError, LookupError, AttributeError) as problem:
        reason = f"the board cannot be made from these facts: {problem}"
        raise CaseError(("position", "facts"), reason) from problem


def build(
    game: Game[S], scenario: Scenario, data: Mapping[str, Any], dice: Dice, reader: Reader | None = None
) -> Step[S]:
    """The position of a case, played on to its first question."""
    where: Where = ("position",)
    reader = reader or reader_for(game, scenario)
    position = mapping(data.get("position", {}), where)
    words = words_of_state(game)
    known(position, (*PLACES, *words), where)
    for of, things in mapping(position.get("gone", {}), (*where, "gone")).items():
        here: Where = (*where, "gone", str(of))
        reader.remember(str(of), [whole(one, (*here, n)) for n, one in enumerate(sequence(things, here))], here)
    state = _ground(game, scenario, position)
    d = Draft(state, dice)
    _put_flow(game, d, position, reader)
    for name, value in position.items():
        if name == TRACKS:
            _put_tracks(game, d, reader, value, (*where, name))
        elif name not in PLACES:
            _put_field(game, d, reader, words[name], value, (*where, name))
    reader.meet(game, d.now)
    reader.close()
    with rules_at(where):
        for place, trouble in vocabulary_of(game).faults(d.now):
            raise CaseError(_written(game, position, place, reader), trouble)
        if (impossible := game.broken(d.now)) is not None:
            raise CaseError(where, f"this position cannot be: {impossible}")
        return game.play_on(d)


def words_of_state(game: Game[Any]) -> dict[str, str]:
    """What a case calls the fields of the state: their names, and for a table also the kind of thing it holds."""
    state: type[State] = game.state_type
    hints = field_types(state)
    found = {name: name for name in hints if name != "flow"}
    for table in tables_of(state):
        if of := naming.domain(hints[table]):
            found.setdefault(of, table)
    return found


def by_track(game: Game[Any], value: Any, where: Where) -> Iterator[tuple[str, Any, Where]]:
    """What stands under ``tracks``: plain fields of the state, and rows of its table of tracks; each with its place."""
    state: type[State] = game.state_type
    plain, tables = plain_fields(state), tables_of(state)
    for name, one in mapping(value, where).items():
        here: Where = (*where, str(name))
        if name == TRACKS in tables:
            yield from by_track(game, one, here)  # the table by its own name
        elif name in tables:
            raise CaseError(here, f"{name} is a table; it stands beside {TRACKS}, not in it")
        elif name in plain or TRACKS in tables:
            yield text(name, here), one, here
        else:
            raise CaseError(here, f"there is no track {name!r}" + instead(name, sorted(plain)))


def _ground(game: Game[S], scenario: Scenario, position: Mapping[str, Any]) -> S:
    where: Where = ("position",)
    script = position.get("setup_dice")
    if flag(position.get("only", False), (*where, "only")):
        for name in ("setup_dice", "carried"):
            if name in position:
                raise CaseError((*where, name), "an empty board (only: true) is not set up, so nobody asks for this")
        with rules_at(where):
            state = bind(game.empty(scenario), scenario)
        return state if state.flow else successor(state, flow=game.sequence.start())
    if script is None:
        return _started(game, scenario, SeededDice(SETUP_SEED), position)
    here: Where = (*where, "setup_dice")
    dice = CaseDice([whole(face, (*here, n)) for n, face in enumerate(sequence(script, here))])
    try:
        state = _started(game, scenario, dice, position)
    except ScriptError as problem:
        raise CaseError(here, str(problem)) from None
    if dice.left:
        raise CaseError(here, f"the set-up does not draw all of these: {list(dice.left)} are left")
    return state


def _started(game: Game[S], scenario: Scenario, dice: Dice, position: Mapping[str, Any]) -> S:
    """The set-up of the scenario, after a game before it if the case says what is carried on."""
    try:
        return game.start(scenario, dice, position.get("carried")).state
    except codec.Malformed as problem:
        raise CaseError(("position", "carried"), str(problem)) from None


def _put_flow(game: Game[S], d: Draft[S], position: Mapping[str, Any], reader: Reader) -> None:
    """Put the sequence of play where the case says: a phase, or phases from the outermost to the innermost."""
    begun = flag(position.get("begun", False), ("position", "begun"))
    if (at := position.get("at")) is None:
        if begun:
            raise CaseError(("position", "begun"), "say with `at` which phase has begun")
        return
    frames = at if isinstance(at, list) else [at]
    flow = []
    for number, one in enumerate(frames):
        where: Where = ("position", "at", number) if isinstance(at, list) else ("position", "at")
        frame = {"phase": one} if isinstance(one, str) else mapping(one, where)
        known(frame, ("phase", "subject", "ref", "waiting", "stage"), where)
        place = phase_at(game, frame.get("phase"), where)
        seats = sequence(frame.get("waiting", ()), (*where, "waiting"))
        waiting = tuple(seat_of(d.scenario, seat, (*where, "waiting")) for seat in seats)
        inner = number == len(frames) - 1
        stage = Stage.ASKING if waiting else Stage.BEGUN if begun or not inner else Stage.NEW
        if "stage" in frame:
            stage = int(one_of("stage", frame["stage"], {number: name for name, number in STAGES.items()}, where))
        word = "ref" if "ref" in frame else "subject"
        subject = _subject(game, reader, frame.get(word, 0), (*where, word))
        flow.append(Frame(place, subject, waiting, stage))
    main = game.sequence.main.name
    if not flow or f"{flow[0].at}.".split(".")[0] != main:
        outer = "name at least one phase" if not flow else f"{flow[0].at} goes on inside another phase"
        raise CaseError(("position", "at"), f"{outer}; write [the outer phase, the inner one]")
    d.set_flow(tuple(flow))


def _subject(game: Game[Any], reader: Reader, value: Any, where: Where) -> int | Subject:
    """What a frame is about: a number, or ``{is: battle, hex: 3606}``; a game with one kind of subject need not say."""
    state: type[State] = game.state_type
    kinds = subjects_of(state)
    if not kinds or isinstance(value, int):
        return whole(value, where)
    given = dict(mapping(value, where))
    word = given.pop("is", next(iter(kinds)) if len(kinds) == 1 else None)
    if word not in kinds:
        raise CaseError((*where, "is"), f"there is no subject {word!r}" + instead(word, kinds))
    subject: Subject = typed(kinds[word], {"is": word, **reader.fields(kinds[word], given, where)}, where)
    return subject


def phase_at(game: Game[Any], name: Any, where: Where) -> str:
    """The full place of a phase that a case names by the end of its path."""
    try:
        return game.sequence.find(text(name, where))
    except FlowError as problem:
        places = [at for at, _ in game.sequence]
        ends = {".".join(at.split(".")[-count:]) for at in places for count in range(1, at.count(".") + 2)}
        meant = instead(name, sorted(ends)) if "there is no" in str(problem) else ""
        raise CaseError(where, str(problem) + meant) from None


def seat_of(scenario: Scenario, value: Any, where: Where) -> str:
    """A seat of the scenario."""
    return str(one_of("seat", value, named(scenario.seats), where))


def _put_tracks(game: Game[S], d: Draft[S], reader: Reader, value: Any, where: Where) -> None:
    for name, one, here in by_track(game, value, where):
        if name in plain_fields(game.state_type):
            _put_field(game, d, reader, name, one, here)
        else:
            _put_row(game, d, reader, TRACKS, reader.key(game, TRACKS, name, here), one, here)


def _put_field(game: Game[S], d: Draft[S], reader: Reader, field: str, value: Any, where: Where) -> None:
    hint, place = field_types(game.state_type)[field], f"{game.state_type.__name__}.{field}"
    if field not in tables_of(game.state_type):
        d.set(**{field: typed(hint, reader.read(hint, value, where, place), where)})
        return
    for written, row in mapping(value, where).items():
        here: Where = (*where, str(written))
        _put_row(game, d, reader, field, reader.key(game, field, written, here), row, here)


def _put_row(game: Game[S], d: Draft[S], reader: Reader, table: str, key: Any, change: Any, where: Where) -> None:
    _, row_type = tables_of(game.state_type)[table]
    present = getattr(d.now, table).get(key)
    if change is None:
        if present is not None:
            d.drop(table, key)
        return
    base = present if present is not None else game.row(d.scenario, table, key)
    if isinstance(base, Struct) and not isinstance(change, type(base)):
        fields = reader.fields(type(base), change, where, partly=True)
        hints = field_types(type(base))
        d.put(table, key, base)
        d.edit(table, key, **{name: typed(hints[name], one, (*where, name)) for name, one in fields.items()})
    else:
        place = f"{game.state_type.__name__}.{table}"
        d.put(table, key, typed(row_type, reader.read(row_type, change, where, place), where))


def _written(game: Game[Any], position: Mapping[str, Any], place: Where, reader: Reader) -> Where:
    """Where in the case a place of the state stands, as it is written there: a table by another word, a row by name."""
    if len(place) < 2:
        return ("position", *place)
    table, key, *rest = place
    words = words_of_state(game)
    for word, rows in position.items():
        if words.get(word) != table or not isinstance(rows, Mapping):
            continue
        for written in rows:
            if reader.key(game, str(table), written, ("position", word, written)) == key:
                return ("position", word, str(written), *rest)
    return ("position",)
