"""Nobody follows an air counter by its number: whatever comes among the ready ones is mixed before it flies again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable import registry
from sandtable.games.eastfront.model import FLYING, READY
from sandtable.games.eastfront.rules.air import readiness
from sandtable.kernel import Match, SeededDice
from sandtable.kernel.draft import Draft
from sandtable.kernel.state import successor
from tests.contracts.playing import Wanderer

HIDDEN = (READY, FLYING)


def ready(state: Any, side: str) -> dict[int, str]:
    return {key: unit.kind for key, unit in state.air.items() if unit.side == side and unit.box == READY}


def opening(name: str = "1") -> Any:
    game = registry.game("eastfront")
    return game.start(game.open(name), SeededDice(b"air")).state


def with_a_known_one(state: Any) -> tuple[Any, int]:
    """A counter that everybody has seen comes among the ready ones of its side."""
    key = next(k for k, u in state.air.items() if u.box != READY and len(set(ready(state, u.side).values())) > 1)
    back = replace(state.air[key], box=READY, shown=False)
    return successor(state, air={**state.air, key: back}), key


@pytest.mark.rule("EF-17.25")
@pytest.mark.parametrize("later", [0, 1])
def test_a_counter_that_was_seen_is_mixed_among_the_others_also_on_the_first_turn(later: int) -> None:
    state, key = with_a_known_one(opening())
    state = successor(state, turn=state.board.first_turn + later)
    side, kind = state.air[key].side, state.air[key].kind
    kinds = []
    for number in range(40):
        d = Draft(state, SeededDice(f"mix {number}".encode()))
        readiness.shuffle(d, side)
        assert sorted(ready(d.now, side).values()) == sorted(ready(state, side).values()), "none is lost"
        kinds.append(d.now.air[key].kind)
    assert any(one != kind for one in kinds), "its number would tell what it is"


def test_what_lay_ready_at_the_start_is_mixed_already_and_costs_no_dice() -> None:
    state = opening()
    for side in state.scenario.seats:
        assert set(ready(state, side)) <= readiness.ready_at_start(state.board)
        d = Draft(state, SeededDice(b"none"))
        readiness.shuffle(d, side)
        assert d.now.air == state.air


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["2", "5", "10"])
def test_in_play_no_hidden_counter_was_seen_since_the_counters_were_last_mixed(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes down every number that lay open knows nothing of it once it flies again."""
    mixed: list[str] = []
    shuffle = readiness.shuffle

    def noted(d: Any, side: str) -> None:
        shuffle(d, side)
        mixed.append(side)

    monkeypatch.setattr(readiness, "shuffle", noted)
    game = registry.game("eastfront")
    match = Match.new(game, game.open(scenario, game.short), b"follow")
    wanderer = Wanderer(game, SeededDice(b"follow"))
    open_at: dict[int, int] = {}
    for _ in range(250):
        if not game.prompts(match.state):
            break
        match.act(*wanderer.answer(match.state))
        for key, unit in match.state.air.items():
            if unit.box not in HIDDEN or unit.shown:
                open_at[key] = len(mixed)
            elif unit.box == FLYING and key in open_at:
                assert unit.side in mixed[open_at[key] :], f"{key} was seen, never mixed, and flies"
    assert mixed
