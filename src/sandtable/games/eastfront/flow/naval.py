"""What ships do in the sequence of play. Nobody is asked where a card has none."""

from __future__ import annotations

from sandtable.games.eastfront.actions import moving, sailing
from sandtable.games.eastfront.flow.common import Step, about
from sandtable.games.eastfront.rules.naval import losses, readiness, voyages
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


# rule: EF-PB8.23.a, EF-PB8.31.a
VOYAGES: tuple[Step, ...] = (
    Phase(
        "sailing",
        "EF-PB8.23.a",
        who=voyages.sailor,
        over=lambda s, seat: not voyages.sailor(s),
        verbs=(sailing.VOYAGE, sailing.STATION, moving.DONE),
        prompt=about,
    ),
    Phase(
        "harbouring",
        "EF-PB8.23.f",
        who=voyages.stray,
        over=lambda s, seat: not voyages.stray(s),
        verbs=(sailing.HARBOUR,),
        prompt=about,
    ),
    Phase(
        "losses",
        "EF-PB8.31.a",
        begin=losses.check,
        who=losses.chooser,
        over=lambda s, seat: not losses.chooser(s),
        verbs=(sailing.TURN_BACK, sailing.CARRY_ON),
        end=voyages.close,
        prompt=about,
    ),
)
"""Both movement phases of the Soviets: ships sail when ground units are done, then all roll for losses."""
