"""Rockets from air bases."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.actions.raiding import Launch
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.research.rockets import bases, in_range
from tests.games.axisallies.board import at, do, position

WEST, LONDON = at("Western Germany"), at("United Kingdom")


def board(**territories: dict[str, Any]) -> GlobalState:
    return position(
        at="germany.combat.raids",
        powers={"germany": {"technologies": ["rockets"]}},
        territories={WEST: {"air_base": True}, LONDON: {"works": "minor_ic", "works_damage": 3}, **territories},
    )


@pytest.mark.rule("AA-13.t1.2")
def test_a_base_fires_one_rocket_at_an_installation_in_range() -> None:
    state = do(board(), "germany", Launch(WEST, LONDON, "minor_ic"), 5)
    assert state.territories[LONDON].works_damage == 6
    assert not state.territories[WEST].launched
    assert state.here.at != "round.germany.combat.raids.rockets"


@pytest.mark.rule("AA-13.t1.2")
def test_no_rocket_without_the_breakthrough_or_a_working_base() -> None:
    assert bases(board(), "germany") == (WEST,)
    assert bases(board(**{str(WEST): {"air_base_damage": 3}}), "germany") == ()
    assert (
        position(at="germany.combat.raids", territories={WEST: {"air_base": True}}).powers["germany"].technologies == ()
    )


@pytest.mark.rule("AA-13.t1.2")
def test_four_spaces_and_only_at_enemies() -> None:
    state = board(Egypt={"naval_base": True}, Russia={"works": "major_ic"}, France={"air_base": True})
    assert in_range(state, "germany", WEST) == tuple(sorted((LONDON, at("France"))))
    no = GAME.why_not(state, "germany", Launch(WEST, at("Egypt"), "naval_base"))
    assert no is not None
    assert no.rule == "AA-13.t1.2"


@pytest.mark.rule("AA-13.t1.2")
def test_no_rocket_crosses_a_neutral() -> None:
    ways = [(a, b) for a in (WEST,) for b in position().board.map.neighbours[a]]
    facts = {"part": ways, "join": [(WEST, at("Switzerland"))]}
    state = position(
        at="germany.combat.raids",
        powers={"germany": {"technologies": ["rockets"]}},
        territories={WEST: {"air_base": True}, at("France"): {"air_base": True}},
        facts=facts,
    )
    assert in_range(state, "germany", WEST) == ()
