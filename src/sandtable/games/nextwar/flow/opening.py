"""Setting up before the first turn."""

from __future__ import annotations

from sandtable.games.nextwar.actions import air_war, moving
from sandtable.games.nextwar.flow.common import Step, about, until
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.air_points import afloat
from sandtable.games.nextwar.rules.air_war import arrivals
from sandtable.games.nextwar.rules.scenarios import air_war as card
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


# rule: NWK-16.2.5.a, NWK-16.2.2.h
AIR_SETUP: Step = Phase(
    "air_setup",
    "NWK-16.2.2.h",
    (
        Phase("received", "NWK-16.2.3.e", begin=arrivals.receive_early),
        Phase(
            "stations",
            "NWK-7.2.1.a",
            who=arrivals.stationer,
            over=until(arrivals.stationer),
            verbs=(air_war.STATION,),
            prompt=about,
        ),
        Phase("surprise", "NWK-16.2.2.h", begin=arrivals.surprise),
        Phase("first_strikes", "NWK-16.2.5.i", begin=card.first_strikes),
    ),
    when=lambda s: s.board.is_air_war,
)
