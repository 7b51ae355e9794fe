"""``odds``: the chances of a battle, described in words or taken from a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.options import Json, Lang, Seat
from sandtable.cli.printing import print_json, print_lines
from sandtable.kernel.naming import whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from sandtable.cli.session import Session
    from sandtable.cli.speech import Speech
    from sandtable.odds import Battle, Comparison, Odds, Outcome

AGAINST = ("v", "vs", "against", "contro")
FEWEST = 0.05
"""Fewer units left than this on average are not worth a word."""


def odds(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME FORCE v FORCE | FILE PLACE",
            help='A game and two forces, such as "3 infantry" v "2 tank"; or a .game or case file and a place.',
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
    raid: Annotated[
        str, typer.Option("--raid", metavar="TARGET", help="Bomb this installation; the defenders are interceptors.")
    ] = "",
    wishes: Annotated[
        list[str] | None,
        typer.Option("--if", metavar="WHAT", help="What if: of the list below an explained attack; repeatable."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every ending with its chance, the likeliest first.")] = False,
    seat: Seat = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Tell the odds of a battle or a raid, and what it costs.

    Exact where that can be computed, else sampled, with its error.
    """
    from sandtable.odds import OddsError, solve, what_if

    try:
        if raid:
            from sandtable.cli.raids import raid_odds

            figures, lines = raid_odds(words, raid, add, seat)
            print_json(figures) if json else print_lines(lines)
            return
        if versus(words) is None:
            session = _opened(words)
            if session is None or not has_bridge(session.game.id):
                from sandtable.cli.explaining import explained

                answer, report = explained(words, [*filter(None, [add]), *(wishes or ())], seat, session)
                print_json(answer) if json else print_lines(report)
                return
            battle, speech = _from_file(session, words, seat)
        else:
            battle, speech = _from_words(words, sea, amphibious, bombard)
        more = read_force(add, speech)
        if more and any(battle.attacker.units.values()):
            comparison = what_if(battle, add=more)
            print_json(comparison) if json else print_lines(_compared(comparison, speech))
            return
        outcome = solve(_fought(battle.reinforced("attacker", more), words))
    except OddsError as problem:
        raise Fault(USAGE, "cli.not_understood", reason=str(problem)) from None
    if every:
        print_json(list(endings(outcome))) if json else print_lines(_listed(outcome, speech))
        return
    found = outcome.odds()
    print_json(found) if json else print_lines(told(found, speech))


# -- what is asked ---------------------------------------------------------------------------------------------------


def versus(words: Sequence[str]) -> int | None:
    """Where the word stands that parts the two forces."""
    return next((number for number, word in enumerate(words) if word.casefold() in AGAINST), None)


def bridge(game_id: str, name: str = "chances") -> ModuleType:
    """The game's own bridge to its odds."""
    from importlib import import_module

    from sandtable import registry

    if not has_bridge(game_id, name):
        raise Fault(USAGE, "cli.no_odds", game=game_id)
    return import_module(f"{registry.package(game_id)}.bots.{name}")


def has_bridge(game_id: str, name: str = "chances") -> bool:
    """Whether a game reckons its battles by numbers; else it explains an attack where it can."""
    from importlib import import_module
    from importlib.util import find_spec

    from sandtable import registry

    home = registry.package(game_id)
    is_package = hasattr(import_module(home), "__path__")
    return is_package and find_spec(f"{home}.bots") is not None and find_spec(f"{home}.bots.{name}") is not None


def printed(game_id: str) -> tuple[Any, Speech]:
    """The printed figures of a game and the words for them."""
    from sandtable import registry
    from sandtable.cli.speech import Speech

    game = registry.game(game_id)
    scenario = game.open(game.scenarios()[0].name)
    return scenario, Speech(registry.package(game.id), registry.manifest(game.id), scenario, step_name=game.step_name)


def _from_words(words: Sequence[str], sea: bool, amphibious: str, bombard: str) -> tuple[Battle, Speech]:
    """A battle between two forces in words."""
    chances = bridge(words[0])
    scenario, speech = printed(words[0])
    middle = versus(words) or 0
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


def _opened(words: Sequence[str]) -> Session | None:
    """The game in a file, or nothing where the file holds a case."""
    from sandtable.cli.explaining import is_case
    from sandtable.cli.session import look

    if len(words) < 2:
        raise Fault(USAGE, "cli.odds_what")
    return None if is_case(words[0]) else look(Path(words[0]))


def _from_file(session: Session, words: Sequence[str], seat: str | None) -> tuple[Battle, Speech]:
    """The battle for a place as it stands in a game."""
    from sandtable.kernel.naming import find

    chances = bridge(session.game.id)
    state = session.match.state
    place = find(session.speech.listening, "place", " ".join(words[1:]))
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
        count = whole(number)
        kind = read_kind(part if count is None else name.strip(), speech)
        force[kind] = force.get(kind, 0) + (1 if count is None else count)
    return force


def read_kind(name: str, speech: Speech) -> str:
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
        attacker=percent(found.attacker_wins, lang),
        defender=percent(found.defender_wins, lang),
        both=percent(found.both_destroyed, lang),
        undecided=percent(found.undecided, lang),
    )
    if found.captures:
        yield say("cli.odds.captures", chance=percent(found.captures, lang))
    yield say(
        "cli.odds.money",
        rounds=decimal(found.rounds, lang),
        attacker=decimal(found.attacker_loss, lang),
        defender=decimal(found.defender_loss, lang),
        swing=decimal(found.swing, lang),
        spread=decimal(found.swing_deviation, lang),
    )
    for side, left in (("attacker", found.attacker_left), ("defender", found.defender_left)):
        some = [f"{decimal(n, lang)} {_spoken(kind, speech)}" for kind, n in left.items() if n >= FEWEST]
        yield say(f"cli.odds.{side}_left", left=some) if some else say(f"cli.odds.{side}_gone")
    if found.battles:
        yield say("cli.odds.sampled", battles=found.battles, error=percent(found.error, lang))
    else:
        yield say("cli.odds.exact")


def endings(outcome: Outcome) -> Iterator[dict[str, Any]]:
    """Every way the battle can end: what is left of both sides, and the chance of it, the likeliest first."""
    ours = [group.unit.id for group in outcome.attacker.groups]
    theirs = [group.unit.id for group in outcome.defender.groups]
    for (left, held), chance in sorted(outcome.joint().items(), key=lambda case: (-case[1], case[0])):
        yield {"chance": chance, "attacker": _left(ours, left), "defender": _left(theirs, held)}


def _left(kinds: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Units by kind; one kind may stand in several groups, such as those that came ashore."""
    found: dict[str, int] = {}
    for kind, count in zip(kinds, counts, strict=True):
        if count:
            found[kind] = found.get(kind, 0) + count
    return found


def _listed(outcome: Outcome, speech: Speech) -> Iterator[str]:
    """Every ending in a line."""
    for case in endings(outcome):
        sides = {
            side: [f"{n} {_spoken(kind, speech)}" for kind, n in case[side].items()] or [speech.say("cli.odds.nobody")]
            for side in ("attacker", "defender")
        }
        yield speech.say("cli.odds.case", chance=percent(case["chance"], speech.lang), **sides)


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
        chance=signed(percent(change.attacker_wins, speech.lang), change.attacker_wins),
        swing=signed(decimal(change.swing, speech.lang), change.swing),
    )


def signed(text: str, amount: float) -> str:
    return text if amount < 0 else f"+{text}"


def percent(chance: float, lang: str) -> str:
    from babel.numbers import format_percent

    return format_percent(chance, "#,##0.0%", locale=lang).replace("-", "−")


def decimal(number: float, lang: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(number, "#,##0.0", locale=lang).replace("-", "−")
