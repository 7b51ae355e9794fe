"""Helicopter units that are driven out of their base."""

from __future__ import annotations

from sandtable.games.nextwar.actions import flying
from sandtable.games.nextwar.flow.common import Step, until
from sandtable.games.nextwar.flow.stakes import of_rebase
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.kernel import Phase

# rule: NW-6.5.4.b
REBASE: Step = Phase(
    "rebase",
    "NW-6.5.4.b",
    (
        Phase(
            "choice",
            "NW-6.5.4.b",
            begin=transfers.lose_stranded,
            who=transfers.rebaser,
            over=until(transfers.rebaser),
            verbs=(flying.REBASE,),
            prompt=of_rebase,
        ),
    ),
)
