"""What the page about case files says of the answers is what the game understands."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import fields

from sandtable.games.fieldsoffire.game import GAME

PAGE = Path(__file__).parents[2] / "docs" / "cases" / "fieldsoffire.md"


def test_the_page_lists_every_action_with_its_arguments() -> None:
    said = dict(re.findall(r"^\| `(\w+)` \| ([\w, \[\]]*?) ?\| .+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    meant = {
        name: ", ".join(one.name if one.required else f"[{one.name}]" for one in fields(verb.action))
        for name, verb in GAME.verbs.items()
    }
    assert {name: said.get(name) for name in meant} == meant
