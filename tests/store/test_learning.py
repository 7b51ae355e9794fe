"""Types are worked out once, by one thread, before anything is decoded into them.

That several threads at once crash the process cannot be shown in every run; that one comes before the others can.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from sandtable import registry
from sandtable.kernel import Match
from sandtable.store import learning, loading
from sandtable.store.learning import learn, learn_game
from tests.small.skirmish import GAME


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish")
    monkeypatch.setattr(learning, "_known", {})
    loading._opened.cache_clear()


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The types that were worked out, in order; it takes a while, and two at once are a failure."""
    found: list[Any] = []
    busy = threading.Lock()

    def slow(kind: Any) -> None:
        assert busy.acquire(blocking=False), "two threads at once"
        time.sleep(0.01)
        found.append(kind)
        busy.release()

    monkeypatch.setattr(learning, "_work_out", slow)
    return found


def test_whoever_comes_meanwhile_waits(worked_out: list[Any]) -> None:
    seen: list[int] = []

    def come() -> None:
        learn(int, str)
        seen.append(len(worked_out))

    threads = [threading.Thread(target=come) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert worked_out == [int, str]
    assert seen == [2] * 8, "nobody goes on before all of it is there"


def test_a_game_is_its_position_its_options_and_its_actions(worked_out: list[Any]) -> None:
    learn_game(GAME)
    actions = [verb.action for verb in GAME.verbs.values()]
    assert worked_out == [GAME.state_type, GAME.options, *actions]


def test_a_game_is_learnt_before_its_map_is_opened(worked_out: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    header = Match.new(GAME, GAME.open("narrow"), b"seed").header
    opened: list[int] = []
    game = registry.game("skirmish")
    really = game.open

    def open_it(*given: Any) -> Any:
        opened.append(len(worked_out))
        return really(*given)

    monkeypatch.setattr(game, "open", open_it)
    threads = [threading.Thread(target=loading.shared_scenario, args=(header,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert opened == [len(worked_out)], "once, and after everything was learnt"
    assert game.state_type in worked_out
