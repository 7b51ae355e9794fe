"""``games`` and ``scenarios``: what can be played."""

from __future__ import annotations

import typer

from sandtable.cli.options import GameName, Json, Lang
from sandtable.cli.printing import print_json, print_lines
from sandtable.cli.speech import Speech


def games(json: Json = False, lang: Lang = "") -> None:
    """List the games and whether they can be played."""
    from sandtable.cli.shelf import tell

    tell(json)


def scenarios(game: GameName, json: Json = False, lang: Lang = "") -> None:
    """List the scenarios of a game, its seats and its options."""
    from msgspec import NODEFAULT
    from msgspec.structs import fields

    from sandtable import registry
    from sandtable.cli.settings import choices, described
    from sandtable.kernel import Scenario, codec

    rules = registry.game(game)
    found = rules.scenarios()
    defaults = {info.name: info.default for info in fields(rules.options) if info.default is not NODEFAULT}
    if json:
        known = {name: some for name in defaults if (some := choices(rules, name))}
        print_json({"scenarios": codec.plain(found), "options": codec.plain(defaults), "choices": known})
        return
    # Titles are in the catalogue: no map has to be loaded for them.
    speech = Speech(registry.package(game), registry.manifest(game), Scenario(name=""))
    for info in found:
        key = f"scenario.{info.name}"
        title = f"  {speech.say(key)}" if key in speech.texts else ""
        minutes = f"  {speech.say('cli.minutes', minutes=info.minutes)}" if info.minutes else ""
        typer.echo(f"{info.name}{title}  ({', '.join(info.seats)}){minutes}")
    print_lines(described(rules, codec.plain(defaults), speech))
