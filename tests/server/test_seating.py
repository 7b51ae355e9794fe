"""Names that people and old files give to bots."""

from __future__ import annotations

import pytest

from sandtable.server.problems import Wrong
from sandtable.server.seating import check_bot


@pytest.mark.parametrize("game", ["axisallies", "eastfront"])
def test_a_bot_that_had_another_name_once_is_found_by_it(game: str) -> None:
    assert check_bot(game, "staff") == check_bot(game, "planner") == "planner"


def test_a_bot_that_never_was_is_a_problem_that_names_those_there_are() -> None:
    with pytest.raises(Wrong, match="there is no bot 'clever'; there is random, greedy, planner, strategist"):
        check_bot("eastfront", "clever")
