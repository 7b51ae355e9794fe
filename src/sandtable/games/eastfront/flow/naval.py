"""What ships do in the sequence of play. Nobody is asked where a card has none."""

from __future__ import annotations

from sandtable.games.eastfront.actions import moving, sailing
from sandtable.games.eastfront.flow.common import Step, about
from sandtable.games.eastfront.rules.naval import readiness
from sandtable.kernel import Phase

# rule: EF-4.2.A7
READINESS: Step = Phase(
    "navy",
    "EF-4.2.A7",
    (
        Phase(
            "readying",
            "EF-PB8.13.b",
            who=readiness.readier,
            over=lambda s, seat: not readiness.readier(s),
            verbs=(sailing.PREPARE, moving.DONE),
            prompt=about,
        ),
        Phase(
            "repairing",
            "EF-PB8.35",
            who=readiness.repairer,
            over=lambda s, seat: not readiness.repairer(s),
            verbs=(sailing.MEND, moving.DONE),
            prompt=about,
        ),
    ),
    begin=readiness.begin,
)
