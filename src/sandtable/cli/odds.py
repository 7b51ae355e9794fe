"""``odds``: the chances of a battle, described in words or taken from a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.options import Json, Lang, Seat
from sandtable.cli.printing import print_json, print_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from sandtable.cli.speech import Speech
    from sandtable.odds import Battle, Comparison, Odds

AGAINST = ("v", "vs", "against", "contro")
FEWEST = 0.05
"""Fewer units left than this on average are not worth a word."""


def odds(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME FORCE v FORCE | FILE PLACE",
            help='A game and two forces, such as "3 infantry, 2 tank" v "4 infantry"; or a .game file and a place.',
            show_default=False,
        ),
    ],
    sea: Annotated[bool, typer.Option("--sea", help="Fight at sea, also where only aircraft meet.")] = False,
    amphibious: Annotated[
        str, typer.Option("--amphibious", metavar="FORCE", help="Attackers that come ashore from transports.")
    ] = "",
    bombard: Annotated[str, typer.Option("--bombard", metavar="FORCE", help="Ships that shell the shore first.")] = "",
    add: Annotated[
        str,
        typer.Option(
            "--add", metavar="FORCE", help="What these attackers more would change; alone, if nobody attacks yet."
        ),
    ] = "",
    seat: Seat = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Tell the odds of a battle: who wins, what is left, what it costs.

    Exact where that can be computed, else sampled, with its error.
    """
    from sandtable.odds import OddsError, solve, what_if

    try:
        if _versus(words) is None:
            battle, speech = _from_file(words, seat)
        else:
            battle, speech = _from_words(words, sea, amphibious, bombard)
        more = read_force(add, speech)
        if more and any(battle.attacker.units.values()):
            comparison = what_if(battle, add=more)
            print_json(comparison) if json else print_lines(_compared(comparison, speech))
            return
        found = solve(_fought(battle.reinforced("attacker", more), words)).odds()
    except OddsError as problem:
        raise Fault(USAGE, "cli.not_understood", reason=str(problem)) from None
    print_json(found) if json else print_lines(told(found, speech))


# -- what is asked ---------------------------------------------------------------------------------------------------


def _versus(words: Sequence[str]) -> int | None:
    """Where the word stands that parts the two forces."""
    return next((number for number, word in enumerate(words) if word.casefold() in AGAINST), None)


def _chances(game_id: str) -> ModuleType:
    """The game's own bridge to its odds."""
    from importlib import import_module
    from importlib.util import find_spec

    from sandtable import registry

    home = registry.package(game_id)
    is_package = hasattr(import_module(home), "__path__")
    if not is_package or find_spec(f"{home}.bots") is None or find_spec(f"{home}.bots.chances") is None:
        raise Fault(USAGE, "cli.no_odds", game=game_id)
    return import_module(f"{home}.bots.chances")


def _from_words(words: Sequence[str], sea: bool, amphibious: str, bombard: str) -> tuple[Battle, Speech]:
    """A battle between two forces in words."""
    from sandtable import registry
    from sandtable.cli.speech import Speech

    chances = _chances(words[0])
    game = registry.game(words[0])
    scenario = game.open(game.scenarios()[0].name)
    speech = Speech(registry.package(game.id), registry.manifest(game.id), scenario, step_name=game.step_name)
    middle = _versus(words) or 0
    attacker = read_force(" ".join(words[1:middle]), speech)
    defender = read_force(" ".join(words[middle + 1 :]), speech)
    if not attacker or not defender:
        raise Fault(USAGE, "cli.odds_what")
    battle: Battle = chances.described(
        scenario,
        attacker,
        defender,
        sea=sea or None,
        landed=read_force(amphibious, speech),
        bombard=read_force(bombard, speech),
    )
    return battle, speech


def _from_file(words: Sequence[str], seat: str | None) -> tuple[Battle, Speech]:
    """The battle for a place as it stands in a game."""
    from sandtable.cli.session import look
    from sandtable.kernel.naming import find

    if len(words) < 2:
        raise Fault(USAGE, "cli.odds_what")
    session = look(Path(words[0]))
    chances = _chances(session.game.id)
    state = session.match.state
    place = find(session.match.scenario, "place", " ".join(words[1:]))
    power = session.known_seat(seat) if seat else ""
    battle: Battle = chances.battle(state, place, by=power)
    return battle, session.speech


def _fought(battle: Battle, words: Sequence[str]) -> Battle:
    """The battle, if there are two sides to it."""
    if not any(battle.attacker.units.values()) or not any(battle.defender.units.values()):
        raise Fault(USAGE, "cli.odds_nobody", place=" ".join(words[1:]))
    return battle


def read_force(text: str, speech: Speech) -> dict[str, int]:
    """``3 infantry, 2 tanks`` as numbers by kind; names in the reader's language or in English, one or many."""
    force: dict[str, int] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        number, _, name = part.partition(" ")
        if not number.lstrip("-").isdigit():
            number, name = "1", part
        kind = _kind(name.strip(), speech)
        force[kind] = force.get(kind, 0) + int(number)
    return force


def _kind(name: str, speech: Speech) -> str:
    from sandtable.kernel.naming import UnknownThing, find

    kinds = speech.scenario.names.get("kind", {})
    spoken = {speech.name("kind", kind).casefold(): str(kind) for kind in kinds}
    for word in (name, name.removesuffix("s"), name.replace(" ", "_")):
        if word.casefold() in spoken:
            return spoken[word.casefold()]
        try:
            return str(find(speech.scenario, "kind", word))
        except UnknownThing as problem:
            unknown = problem
    raise unknown


# -- what is told ----------------------------------------------------------------------------------------------------


def told(found: Odds, speech: Speech) -> Iterator[str]:
    """The odds in sentences."""
    say, lang = speech.say, speech.lang
    yield say(
        "cli.odds.chances",
        attacker=_percent(found.attacker_wins, lang),
        defender=_percent(found.defender_wins, lang),
        both=_percent(found.both_destroyed, lang),
        undecided=_percent(found.undecided, lang),
    )
    if found.captures:
        yield say("cli.odds.captures", chance=_percent(found.captures, lang))
    yield say(
        "cli.odds.money",
        rounds=_decimal(found.rounds, lang),
        attacker=_decimal(found.attacker_loss, lang),
        defender=_decimal(found.defender_loss, lang),
        swing=_decimal(found.swing, lang),
        spread=_decimal(found.swing_deviation, lang),
    )
    for side, left in (("attacker", found.attacker_left), ("defender", found.defender_left)):
        some = [f"{_decimal(n, lang)} {_spoken(kind, speech)}" for kind, n in left.items() if n >= FEWEST]
        yield say(f"cli.odds.{side}_left", left=some) if some else say(f"cli.odds.{side}_gone")
    if found.battles:
        yield say("cli.odds.sampled", battles=found.battles, error=_percent(found.error, lang))
    else:
        yield say("cli.odds.exact")


def _spoken(kind: str, speech: Speech) -> str:
    """The name of a row; one that differs by a technology has its mark behind it."""
    name, _, mark = kind.partition(" ")
    return " ".join(filter(None, (speech.name("kind", name), mark)))


def _compared(comparison: Comparison, speech: Speech) -> Iterator[str]:
    """The odds before and after, and the difference."""
    yield speech.say("cli.odds.before")
    yield from (f"  {line}" for line in told(comparison.before, speech))
    yield speech.say("cli.odds.after")
    yield from (f"  {line}" for line in told(comparison.after, speech))
    change: Any = comparison.difference
    yield speech.say(
        "cli.odds.difference",
        chance=_signed(_percent(change.attacker_wins, speech.lang), change.attacker_wins),
        swing=_signed(_decimal(change.swing, speech.lang), change.swing),
    )


def _signed(text: str, amount: float) -> str:
    return text if amount < 0 else f"+{text}"


def _percent(chance: float, lang: str) -> str:
    from babel.numbers import format_percent

    return format_percent(chance, "#,##0.0%", locale=lang).replace("-", "−")


def _decimal(number: float, lang: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(number, "#,##0.0", locale=lang).replace("-", "−")
