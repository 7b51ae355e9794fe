"""The list of games, told without loading the machinery of commands: it is what people ask first and most often."""

from __future__ import annotations

import sys

from sandtable import registry
from sandtable.cli.faults import finish_output, leave_pipe, report
from sandtable.cli.speech import LANGUAGES, language, product_texts, speak


def answered(words: list[str]) -> bool:
    """Answer ``games`` with plain options at once; false for anything else, which the commands then answer."""
    lang = ""
    wants_json = False
    left = list(words)
    while left:
        match left:
            case ["--json", *left]:
                wants_json = True
            case ["--lang", str(lang), *left] if lang in LANGUAGES:
                pass
            case _:
                return False
    speak(lang)
    try:
        tell(wants_json)
    except BrokenPipeError:
        sys.exit(leave_pipe())
    except (registry.BadModule, OSError) as problem:
        sys.exit(report(problem))
    finish_output()
    return True


def tell(wants_json: bool) -> None:
    """Print the games and whether they can be played."""
    found = registry.games()
    if wants_json:
        _tell_scripts(found)
        return
    texts, spoken = product_texts(), language()
    width = max(len(one.id) for one in found)
    for one in found:
        status = texts.say("cli.playable") if one.is_playable else texts.say("cli.planned")
        subtitle = one.subtitle.get(spoken, "")
        print(f"{one.id:{width}}  {one.name(spoken)}{': ' if subtitle else ''}{subtitle} ({status})")


def _tell_scripts(found: tuple[registry.Manifest, ...]) -> None:
    import json

    data = [
        {
            "id": one.id,
            "status": one.status,
            "title": one.title,
            "subtitle": one.subtitle,
            "seats": [seat.id for seat in one.seats],
            "players": [one.players.min, one.players.max],
            "rules": one.rules.version,
        }
        for one in found
    ]
    print(json.dumps(data, ensure_ascii=False, indent=2))
