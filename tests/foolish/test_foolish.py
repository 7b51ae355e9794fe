"""Players are never foolish: the positions of every game, a few always, all of them with the slow tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import registry
from sandtable.casefile import lexicon, read
from sandtable.kernel.cases.acting import arguments
from sandtable.kernel.offers import leaves
from sandtable.sim.judgement import Trial, Verdict, is_like, judge_file
from tools.foolish import HOME, positions

ALWAYS = (
    "axisallies/lone_bomber",
    "axisallies/rome_one_gun",
    "eastfront/battalion_against_division",
    "eastfront/headquarters_alone",
    "nextwar/capital_left_open",
    "nextwar/lone_brigade_attacks_division",
    "nextwar/peace_refused_by_the_loser",
)
"""Positions that the planner answers rightly, and fast."""
SHARES = {
    ("axisallies", "planner"): 0.95,
    ("axisallies", "strategist"): 0.95,
    ("eastfront", "planner"): 0.9,
    ("eastfront", "strategist"): 0.95,
    ("nextwar", "planner"): 0.95,
    ("nextwar", "strategist"): 0.95,
}
"""The least share of right positions, as measured and rounded down."""


@pytest.mark.parametrize("name", ALWAYS)
def test_the_planner_is_not_foolish(name: str) -> None:
    assert judge_file(HOME / f"{name}.yaml", "planner").faults == ()


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "bot"), SHARES)
def test_the_share_of_right_positions(game_id: str, bot: str) -> None:
    found: list[Verdict] = [judge_file(file, bot) for file in positions(game_id)]
    wrong = [Path(one.file).stem for one in found if not one.passed]
    assert 1 - len(wrong) / len(found) >= SHARES[game_id, bot], wrong


LATER = ("unload",)
"""What can only be done after something else, so that a position does not offer it at once."""
MOST = 4_000


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["axisallies", "eastfront"])
def test_what_is_never_done_could_be_done(game_id: str) -> None:
    game = registry.game(game_id)
    for file in positions(game_id):
        data = read(file).data
        trial = Trial(game, data, lexicon(game_id))
        trial.open()
        for one in data.get("never", []):
            wanted = arguments(game, trial.reader, one, ("never",))
            verbs = [verb for verb in game.open_verbs(trial.state, trial.seat) if verb.name == wanted["do"]]
            found = (action for verb in verbs for action in leaves(verb, trial.state, trial.seat, MOST))
            assert wanted["do"] in LATER or any(is_like(action, wanted) for action in found), file.stem
