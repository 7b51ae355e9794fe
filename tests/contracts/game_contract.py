"""The contract of a game: promises held against a game that was played at random."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from tests.contracts import asking_contract as asking
from tests.contracts import hidden_contract as hidden
from tests.contracts import offers_contract as offers
from tests.contracts import record_contract as records
from tests.contracts.playing import Broken, Playthrough

Promise = Callable[[Playthrough], None]

PROMISES: tuple[Promise, ...] = (
    offers.every_prompt_has_an_answer,
    offers.offered_actions_apply,
    offers.no_lit_branch_is_dead,
    offers.other_actions_are_refused,
    offers.wrong_types_are_refused,
    records.nothing_is_broken,
    records.tables_are_in_order,
    records.types_hold,
    records.messages_round_trip,
    records.changes_fold_to_the_position,
    records.records_fold_to_the_match,
    records.derived_values_are_fresh,
    records.undo_and_redo_are_identity,
    hidden.imagined_positions_are_whole,
    hidden.masks_do_not_depend_on_what_they_hide,
    hidden.views_do_not_leak,
    hidden.refusals_do_not_leak,
    hidden.observers_see_least,
    hidden.reveals_are_barriers,
    hidden.logs_do_not_leak,
    asking.queries_are_answered,
    asking.strangers_are_told,
    asking.statistics_are_counts,
)
"""Promises that hold at any moment of a game, whether or not it was played to its end."""

HASH_SEEDS = ("0", "1", "12345")

_DIGESTS = """
import sys
from tests.contracts.playing import digest
for line in sys.argv[1:]:
    where, scenario, seed, limit = line.split("|")
    print(digest(where, scenario, seed.encode(), int(limit)))
"""


def processes_agree(games: Sequence[tuple[str, str]], seed: str, limit: int) -> None:
    """The same seed gives the same record, byte for byte, in processes that order their sets differently."""
    asked = [f"{where}|{scenario}|{seed}|{limit}" for where, scenario in games]
    runs = []
    for hash_seed in HASH_SEEDS:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        runs.append(
            subprocess.Popen(
                [sys.executable, "-c", _DIGESTS, *asked], env=environment, stdout=subprocess.PIPE, text=True
            )
        )
    told = [run.communicate(timeout=500)[0].split() for run in runs]
    if any(run.returncode for run in runs):
        raise Broken("a process that replays a game failed; its error is above")
    for number, (where, scenario) in enumerate(games):
        if len({lines[number] for lines in told}) != 1:
            raise Broken(f"{where} {scenario} plays differently in another process", None, digests=told)
