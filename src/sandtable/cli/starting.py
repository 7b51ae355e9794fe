"""``new``: a game from a scenario."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.faults import USAGE, Fault
from sandtable.cli.options import GameName, Json, Lang
from sandtable.cli.printing import print_entries, print_json, print_lines

if TYPE_CHECKING:
    from sandtable.kernel import Game, Match, Scenario
    from sandtable.kernel.records import Follows

Option = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game.")]
SeatedAs = Annotated[
    list[str] | None,
    typer.Option(
        "--seat", metavar="SEAT=WHO", help="Who plays a seat: me (as all do unless told), or a bot, such as random."
    ),
]
Seed = Annotated[
    str, typer.Option("--seed", metavar="HEX", help="The seed of the dice; by default a fresh secret one.")
]
Overlay = Annotated[
    Path | None,
    typer.Option("--overlay", metavar="FOLDER", help="Values of your own copy; else the folder SANDTABLE_OVERLAY."),
]

After = Annotated[
    Path | None,
    typer.Option("--after", metavar="FILE", help="The game that this one follows in a campaign."),
]


def new(
    game: GameName,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="One of `sandtable scenarios GAME`.")],
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The file to save the game in.")],
    option: Option = None,
    seat: SeatedAs = None,
    seed: Seed = "",
    overlay: Overlay = None,
    after: After = None,
    json: Json = False,
    lang: Lang = "",
) -> None:
    """Set up a game and save it."""
    from sandtable.cli.session import at_table

    create(game, scenario, to, option or [], seat or [], seed, overlay, after)
    with at_table(to) as session:
        if session.people:
            session.let_bots_play()
    if json:
        print_json({"file": str(to), "seq": session.match.seq, "prompts": session.prompts_for("")})
        return
    typer.echo(session.title())
    print_entries(session.speech, session.entries_after(-1, ""))
    print_lines(session.situation(""))
    typer.echo(session.speech.say("cli.saved", path=str(to)))


def create(
    game_id: str,
    scenario: str,
    to: Path,
    options: list[str],
    seats: list[str],
    seed: str,
    overlay: Path | None = None,
    after: Path | None = None,
) -> Match[Any]:
    """A new game in a new file; in a campaign it follows the one in another file."""
    from sandtable import __version__, registry, savefile
    from sandtable.kernel import Match
    from sandtable.overlay import laid_over

    game = registry.game(game_id)
    opened = laid_over(game, scenario, read_options(game, options), overlay)
    chosen = read_seats(game, opened, seats)
    follows = _handed_on(after, game_id, scenario) if after else None
    match = Match.new(game, opened, read_seed(seed), chosen, product=__version__, follows=follows)
    savefile.write_all(to, match.records)
    return match


def _handed_on(before: Path, game_id: str, scenario: str) -> Follows:
    """What the game in a file hands on to the next."""
    from sandtable.kernel.campaigns import NothingToFollow, handed_on
    from sandtable.savefile import open_match

    match = open_match(before).match
    try:
        if match.game.id != game_id:
            raise NothingToFollow(f"it is a game of {match.game.id}")
        return handed_on(match, scenario)
    except NothingToFollow as problem:
        raise Fault(USAGE, "cli.no_sequel", path=str(before), reason=str(problem)) from None


def read_options(game: Game[Any], given: list[str]) -> dict[str, Any]:
    """``name=value`` pairs; the game itself refuses unknown names."""
    from sandtable.cli.settings import check

    found = dict(_pair(one, "--option") for one in given)
    for name, value in found.items():
        check(game, name, value)
    return found


def read_seats(game: Game[Any], scenario: Scenario, given: list[str]) -> dict[str, str]:
    """Who plays which seat; everyone not named is a person here."""
    from sandtable.bots import UnknownBot, current_name, known_bots
    from sandtable.cli.session import ME

    known = known_bots(game.id)
    seated = dict.fromkeys(scenario.seats, ME)
    for one in given:
        seat, who = _pair(one, "--seat")
        if seat not in seated:
            raise Fault(USAGE, "cli.unknown_seat", given=seat, known=list(seated))
        bot = who if who in known else current_name(who)
        if who != ME and bot not in known:
            raise UnknownBot(who, (ME, *known))
        seated[seat] = ME if who == ME else bot
    return seated


def read_seed(text: str) -> bytes:
    """The seed of the dice from hex digits, or a fresh one."""
    if not text:
        return secrets.token_bytes(32)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if not 1 <= len(seed) <= 64:
        raise Fault(USAGE, "cli.bad_seed", given=text)
    return seed


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise Fault(USAGE, "cli.no_pair", option=option, given=text)
    return name, value
