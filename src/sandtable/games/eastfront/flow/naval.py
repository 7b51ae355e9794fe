"""What ships do in the sequence of play. Nobody is asked where a card has none."""

from __future__ import annotations

from sandtable.games.eastfront.actions import moving, recruiting, sailing
from sandtable.games.eastfront.flow.common import Step, about
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval import beaching, embarking, losses, readiness, shelling, voyages
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
    when=readiness.is_held,
    begin=readiness.begin,
)


def _unloading(state: CrimeaState) -> tuple[str, ...]:
    return embarking.unloader(state) or embarking.recruiter(state)


# rule: EF-PB8.23.a, EF-11.8, EF-PB8.54.d
VOYAGES: tuple[Step, ...] = (
    Phase(
        "sailing",
        "EF-PB8.23.a",
        who=voyages.sailor,
        over=lambda s, seat: not voyages.sailor(s),
        verbs=(
            sailing.EMBARK,
            sailing.CONVOY,
            sailing.SHUTTLE,
            sailing.VOYAGE,
            sailing.STATION,
            sailing.DEPLOY,
            sailing.EVACUATE,
            sailing.COMPLETE,
            sailing.END_SAILING,
        ),
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
    Phase(
        "unloading",
        "EF-PB8.54.e",
        begin=embarking.arrive,
        who=_unloading,
        over=lambda s, seat: not _unloading(s),
        verbs=(sailing.DISEMBARK, recruiting.FILL, moving.DONE),
        prompt=about,
    ),
)
"""Both movement phases of the Soviets: ships load and sail when ground units are done, all roll for losses, unload."""


# rule: EF-PB8.31.b
SHELLING: Step = Phase(
    "shelling",
    "EF-PB8.31.b",
    who=shelling.gunner,
    over=lambda s, seat: not shelling.gunner(s),
    verbs=(sailing.SHELL, sailing.SHELL_FLOTILLA, moving.DONE),
    prompt=about,
)
"""The Axis Combat phase: guns of the coast fire at ships."""


# rule: EF-PB8.75
BEACHING: Step = Phase(
    "beaching",
    "EF-PB8.75",
    who=beaching.beacher,
    over=lambda s, seat: not beaching.beacher(s),
    verbs=(sailing.BEACH, moving.DONE),
    prompt=about,
)
"""The Soviet Combat phase: supplies go ashore over the beach, before attacks and after them."""
