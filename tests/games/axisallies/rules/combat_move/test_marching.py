"""Every message that the chapters on movement can bring up has words in both languages."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.rules.combat_move.consent import ASSETS
from sandtable.texts import load
from tests.games.axisallies.board import position

PACKAGE = "sandtable.games.axisallies"
PHASES = ("combat_move.moves", "noncombat.moves", "noncombat.stranded", "scramble", "ambush", "passage", "sharing")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_phases_verbs_arguments_and_passages_have_words(lang: str) -> None:
    verbs = [verb for at, phase in GAME.sequence if GAME.step_name(at) in PHASES for verb in phase.verbs]
    keys = [f"{kind}.{phase}" for kind in ("prompt", "step") for phase in PHASES]
    keys += [f"verb.{verb.name}" for verb in verbs]
    keys += [f"arg.{name}" for verb in verbs for name, _ in verb.args]
    keys += [f"canal.{canal.id}" for canal in position().board.canals]
    keys += [f"word.{task}" for task in ("attack", "raid", "escort", *ASSETS)]
    words = {**load(lang, "sandtable"), **load(lang, PACKAGE)}
    assert [key for key in keys if key not in words] == []
