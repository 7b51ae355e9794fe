"""Every scenario of every game keeps every promise; a game is tested by being registered.

``SANDTABLE_CONTRACT_ANSWERS`` is how many answers of a large game are played in the fast suite.
"""

from __future__ import annotations

import os

import pytest

from sandtable.texts import load as words
from tests.contracts import game_contract, memory_contract, record_contract
from tests.contracts.playing import SMALL, all_scenarios, playthrough

SCENARIOS = all_scenarios()
SMALL_SCENARIOS = [(where, name) for where, name in SCENARIOS if where.partition(":")[0] in SMALL]
FIRST = [(where, name) for number, (where, name) in enumerate(SCENARIOS) if where not in dict(SCENARIOS[:number])]
"""The first scenario of each game: its others share rules and sequence with it."""
LAST = list(dict(SCENARIOS).items())
SPOKEN = [(where, name) for where, name in SCENARIOS if where.startswith("sandtable.")]
ANSWERS = int(os.environ.get("SANDTABLE_CONTRACT_ANSWERS", "120"))
SMALL_LIMIT, LIMIT = 400, 50_000
SEEDS = [f"soak {n}".encode() for n in range(6)]


def limit(where: str, scenario: str) -> int:
    """Answers that are played: of a large game's first scenario so many, of its others an eighth of them."""
    if where.partition(":")[0] in SMALL:
        return SMALL_LIMIT
    return ANSWERS if (where, scenario) in FIRST else ANSWERS // 8


@pytest.mark.parametrize("promise", game_contract.PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(("where", "scenario"), SCENARIOS)
def test_promise(where: str, scenario: str, promise: game_contract.Promise) -> None:
    promise(playthrough(where, scenario, b"contract", limit(where, scenario)))


@pytest.mark.parametrize(("where", "scenario"), SCENARIOS)
def test_shared_values_do_not_change(where: str, scenario: str) -> None:
    memory_contract.shared_values_do_not_change(playthrough(where, scenario, b"contract", limit(where, scenario)))


@pytest.mark.parametrize(("where", "scenario"), SMALL_SCENARIOS)
def test_small_games_end(where: str, scenario: str) -> None:
    record_contract.it_ends(playthrough(where, scenario, b"contract", SMALL_LIMIT))


def test_processes_agree() -> None:
    game_contract.processes_agree(FIRST, "agree", min(ANSWERS, 60))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_key_that_play_brings_up_has_words(lang: str) -> None:
    for where, scenario in SPOKEN:
        package = where.partition(":")[0]
        catalogue = {*words(lang, "sandtable"), *words(lang, package)}
        record_contract.words_exist(playthrough(where, scenario, b"contract", limit(where, scenario)), catalogue)


def soaks() -> list[tuple[str, str, bytes]]:
    """Six games of each small scenario, one of the first and the last of each large game.

    Every scenario has a golden game beside it, and long soaks are what ``./dev fuzz`` is for.
    """
    large = [one for one in (*FIRST, *LAST) if one not in SMALL_SCENARIOS]
    return [
        *((where, scenario, seed) for where, scenario in SMALL_SCENARIOS for seed in SEEDS),
        *((where, scenario, SEEDS[0]) for where, scenario in dict.fromkeys(large)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("where", "scenario", "seed"), soaks())
def test_soak(where: str, scenario: str, seed: bytes) -> None:
    """Whole games from other seeds: they end, and keep every promise on the way."""
    played = playthrough(where, scenario, seed, LIMIT)
    record_contract.it_ends(played)
    for promise in game_contract.PROMISES:
        promise(played)
