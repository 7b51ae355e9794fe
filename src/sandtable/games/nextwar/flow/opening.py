"""Setting up before the first turn."""

from __future__ import annotations

from sandtable.games.nextwar.actions import moving
from sandtable.games.nextwar.flow.common import Step, about
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.air_points import afloat
from sandtable.games.nextwar.rules.scenarios import placing, restraints
from sandtable.kernel import Phase


def _placing(side: str) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        return placing.placer(state, side)

    return Phase(
        side,
        "NWK-16.0.b",
        who=who,
        over=lambda s, seat: not who(s),
        verbs=(moving.PLACE, moving.BASE, moving.ANCHOR),
        prompt=about,
    )


# rule: NWK-16.0.b
SETUP: Step = Phase(
    "setup",
    "NWK-16.0.b",
    (_placing(ALLIED), _placing(DPRK)),
    begin=restraints.at_start,
    end=afloat.settle_aboard,
)
