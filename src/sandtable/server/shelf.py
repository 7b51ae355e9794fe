"""Routes about the games on the shelf: what there is, how it looks, its rules and its words."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

from sandtable import inventory, registry
from sandtable.bots import known_bots, known_tasks
from sandtable.inventory import RuleEntry
from sandtable.kernel import Game, Phase, Scenario, State, UnknownName, codec, naming
from sandtable.kernel.changes import field_types, tables_of
from sandtable.server import problems
from sandtable.server.adapter import Routes
from sandtable.server.seating import find_game
from sandtable.server.shapes.base import Line, Word
from sandtable.server.shapes.shelf import (
    Board,
    GameDetail,
    GameInfo,
    Locale,
    PhaseInfo,
    RuleList,
    ScenarioShape,
    SeatInfo,
    SheetList,
    TableShape,
)
from sandtable.server.visits import Visit
from sandtable.store.loading import named_scenario
from sandtable.texts import Catalogue, CatalogueError, load
from sandtable.texts.languages import REGIONS as LANGUAGES

route = Routes()


def _manifest(game_id: str) -> registry.Manifest:
    try:
        return registry.manifest(game_id)
    except registry.UnknownGame as problem:
        raise problems.not_found("as_said", text=str(problem)) from None


def game_info(one: registry.Manifest) -> GameInfo:
    """A manifest as it is sent."""
    return GameInfo(
        id=one.id,
        playable=one.is_playable,
        title=one.title,
        subtitle=one.subtitle,
        players=(one.players.min, one.players.max),
        seats=tuple(SeatInfo(id=seat.id, title=seat.title, side=seat.side) for seat in one.seats),
        rules=one.rules.version,
        credits=one.credits.game,
        notice=one.credits.notice,
    )


@route("GET", "/api/games", is_lasting=True)
def games(visit: Visit) -> list[GameInfo]:
    """All games, also those that are only planned."""
    return [game_info(one) for one in registry.games()]


@route("GET", "/api/games/{game}", is_lasting=True)
def game_detail(visit: Visit, game: Word) -> GameDetail:
    """A game with its scenarios, options, bots and sequence of play."""
    info, found = _manifest(game), find_game(game)
    return GameDetail(
        info=game_info(info),
        scenarios=tuple(
            ScenarioShape(name=one.name, seats=one.seats, minutes=one.minutes) for one in found.scenarios()
        ),
        options=options_schema(found),
        bots=tuple(known_bots(game)),
        sequence=tuple(_phase(found, one, "") for one in (found.sequence.main, *found.sequence.procedures)),
        queries=tuple(found.queries),
        hides=found.hides,
        tasks=known_tasks(game),
    )


def options_schema(game: Game[Any]) -> dict[str, Any]:
    """JSON Schema of a game's options, in one piece."""
    (schema,), components = msgspec.json.schema_components([game.options], ref_template="{name}")
    found = dict(components.get(schema.get("$ref", ""), schema))
    if rest := {name: part for name, part in components.items() if name != schema.get("$ref")}:
        found["$defs"] = rest
    return found


def _phase(game: Game[Any], phase: Phase[Any], parent: str) -> PhaseInfo:
    at = f"{parent}.{phase.name}" if parent else phase.name
    inner = tuple(_phase(game, one, at) for one in phase.phases)
    return PhaseInfo(at=at, name=game.step_name(at), rule=phase.rule, phases=inner)


# --- boards -----------------------------------------------------------------------------------------------------------


def board_of(game: Game[Any], scenario: Scenario, lang: str) -> Board:
    """What a client needs to draw a scenario."""
    return Board(
        game=game.id,
        scenario=scenario.name,
        options=codec.plain(scenario.options),
        seats=scenario.seats,
        names=names_of(game, scenario, lang),
        tables=table_shapes(game.state_type),
        board=game.board(scenario),
    )


def names_of(game: Game[Any], scenario: Scenario, lang: str) -> dict[str, dict[str, str]]:
    """What things are called in a language; what the game's catalogue does not name is called as on its counters."""
    texts = Catalogue(lang, [_messages(lang, game.id)])
    titles = {one.id: one.title.get(lang) or one.title.get("en", "") for one in _manifest(game.id).seats}

    def name(of: str, key: Any, printed: str) -> str:
        if f"{of}.{key}" in texts:
            return texts.say(f"{of}.{key}")
        return (titles.get(key) if of == "seat" else "") or spelled(texts, printed)

    return {of: {str(key): name(of, key, names[key]) for key in names} for of, names in scenario.names.items()}


def spelled(texts: Catalogue, printed: str) -> str:
    """A name as on a counter with its abbreviations in a language, in the order of that language: 46 Inf Div."""
    found: list[str] = []
    kinds = ""
    for word in printed.split():
        size, slash, rest = word.partition("/")
        kind = texts.say(f"short.kind.{word}") if f"short.kind.{word}" in texts else ""
        if kind:
            kinds = texts.say("short.kinds", first=kinds, second=kind) if kinds else kind
            continue
        if f"short.size.{size}" in texts:
            said = texts.say(f"short.size.{size}")
            found.append((texts.say("short.order", kinds=kinds, size=said) if kinds else said) + slash + rest)
        else:
            found += [kinds, word] if kinds else [word]
        kinds = ""
    return " ".join([*found, kinds] if kinds else found)


def table_shapes(kind: type[State]) -> dict[str, TableShape]:
    """The tables of a state, and what the ids in them name, as its annotations say."""
    hints = field_types(kind)
    return {
        name: TableShape(of=naming.domain(hints[name]), fields=_domains(row))
        for name, (_, row) in tables_of(kind).items()
    }


def _domains(row: Any) -> dict[str, str]:
    """What the fields of a row name; those of every kind of row where there are several."""
    if naming.domain(row) or not (kinds := _structs(row)):
        return {"": found} if (found := _domain_in(row)) else {}
    hints = {name: hint for kind in kinds for name, hint in field_types(kind).items()}
    return {name: found for name, hint in hints.items() if (found := _domain_in(hint))}


def _structs(hint: Any) -> list[type[Struct]]:
    parts = get_args(hint) or (hint,)
    return [part for part in parts if isinstance(part, type) and issubclass(part, Struct)]


def _domain_in(hint: Any) -> str:
    """What a type names, or what the type inside it names: one id, an id or nothing, a list of ids."""
    if found := naming.domain(hint):
        return found
    return next((found for part in get_args(hint) if (found := _domain_in(part))), "")


@route("GET", "/api/games/{game}/board", cost=4, is_lasting=True)
def game_board(visit: Visit, game: Word, scenario: Line = "", lang: Word = "en") -> Board:
    """How a scenario is drawn; the first one where none is named."""
    found = find_game(game)
    return board_of(found, _opened(found, scenario), check_language(lang))


def _opened(game: Game[Any], scenario: str) -> Scenario:
    try:
        return named_scenario(game, scenario or game.scenarios()[0].name, {})
    except UnknownName as problem:
        raise problems.not_found("as_said", text=str(problem)) from None


@route("GET", "/api/games/{game}/sheets", is_lasting=True)
def game_sheets(visit: Visit, game: Word, scenario: Line = "") -> SheetList:
    """The charts of a scenario; of the first one where none is named."""
    found = find_game(game)
    return SheetList(sheets=found.sheets(_opened(found, scenario)))


# --- rules ------------------------------------------------------------------------------------------------------------


@route("GET", "/api/games/{game}/rules", is_lasting=True)
def rules(
    visit: Visit, game: Word, search: Line = "", after: Line = "", limit: Annotated[int, Meta(ge=1, le=500)] = 50
) -> RuleList:
    """Rule entries that hold all the words that are searched for."""
    _manifest(game)
    words = search.casefold().split()
    found = [one for one in inventory.entries(game) if _fits(one, words)]
    # An id that begins with what was typed is most likely what was meant.
    found.sort(key=lambda one: not (words and one.id.casefold().startswith(words[0])))
    start = next((index + 1 for index, one in enumerate(found) if one.id == after), 0) if after else 0
    return RuleList(total=len(found), rules=tuple(found[start : start + limit]))


def _fits(rule: RuleEntry, words: list[str]) -> bool:
    text = f"{rule.id} {rule.title} {rule.text}".casefold()
    return all(word in text for word in words)


@route("GET", "/api/games/{game}/rules/{rule}", is_lasting=True)
def rule(visit: Visit, game: Word, rule: Line) -> RuleEntry:
    """One rule entry."""
    _manifest(game)
    for one in inventory.entries(game):
        if one.id == rule:
            return one
    raise problems.not_found("no_rule", game=game, rule=rule)


# --- words ------------------------------------------------------------------------------------------------------------


def check_language(lang: str) -> str:
    """A language that we speak."""
    if lang not in LANGUAGES:
        raise problems.not_found("no_language", lang=lang, known=", ".join(LANGUAGES))
    return lang


def _messages(lang: str, game_id: str) -> dict[str, str]:
    try:
        return load(lang, registry.package(game_id))
    except CatalogueError:  # a game that is being written may not have words yet
        return {}


@route("GET", "/api/locale/{lang}", is_lasting=True)
def locale(visit: Visit, lang: Word, game: Word = "") -> Locale:
    """The messages of a language: the product's, and those of a game."""
    check_language(lang)
    messages = load(lang, "sandtable") | load(lang, "sandtable.server")
    if game:
        messages |= _messages(lang, _manifest(game).id)
    return Locale(lang=lang, messages=messages)
