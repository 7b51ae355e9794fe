"""Setting up before the first turn."""

from __future__ import annotations

from sandtable.games.nextwar.actions import air_war, moving, pregame, recruiting
from sandtable.games.nextwar.flow.common import Step, about, until
from sandtable.games.nextwar.flow.politics import NUCLEAR
from sandtable.games.nextwar.flow.stakes import of_missiles
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from sandtable.games.nextwar.rules.air_points import afloat
from sandtable.games.nextwar.rules.air_war import arrivals
from sandtable.games.nextwar.rules.reinforcements import arrivals as ground_arrivals
from sandtable.games.nextwar.rules.scenarios import air_war as card
from sandtable.games.nextwar.rules.scenarios import placing, restraints
from sandtable.games.nextwar.rules.scenarios import pregame as early
from sandtable.games.nextwar.rules.sequence.segments import is_campaign
from sandtable.kernel import Phase


def _placing(side: str) -> Step:
    def who(state: KoreaState) -> tuple[str, ...]:
        return placing.placer(state, side)

    return Phase(
        side,
        "NWK-16.0.b",
        who=who,
        over=until(who),
        verbs=(moving.PLACE, moving.BASE, moving.ANCHOR),
        prompt=about,
    )


WINGS: Step = Phase("wings", "NWK-3.5", begin=arrivals.draw_first, when=lambda s: s.board.flies_units)
"""Air units of the US are drawn before anybody places anything."""

# rule: NWK-16.0.b
SETUP: Step = Phase(
    "setup",
    "NWK-16.0.b",
    (_placing(ALLIED), _placing(DPRK)),
    begin=restraints.at_start,
    end=afloat.settle_aboard,
)


STATIONS: Step = Phase(
    "stations",
    "NWK-7.2.1.a",
    who=arrivals.stationer,
    over=until(arrivals.stationer),
    verbs=(air_war.STATION,),
    prompt=about,
)
"""Air units that have come go to their bases: before the air war, and before a campaign."""


# rule: NWK-16.2.5.a, NWK-16.2.2.h
AIR_SETUP: Step = Phase(
    "air_setup",
    "NWK-16.2.2.h",
    (
        Phase("received", "NWK-16.2.3.e", begin=arrivals.receive_early),
        STATIONS,
        Phase("surprise", "NWK-16.2.2.h", begin=arrivals.surprise),
        Phase("first_strikes", "NWK-16.2.5.i", begin=card.first_strikes),
    ),
    when=lambda s: s.board.is_air_war,
)


# -- campaigns -------------------------------------------------------------------------------------------------------


def _receiver(state: KoreaState) -> tuple[str, ...]:
    return ground_arrivals.receiver(state, ALLIED)


# rule: NWK-16.2.3.e, NWK-16.2.4.e
EARLY_GROUPS: Step = Phase(
    "early_groups",
    "NWK-16.2.3.e",
    (
        Phase("received", "NWK-16.2.3.e", begin=early.receive_early),
        Phase(
            "arrivals",
            "NWK-16.2.3.e",
            who=_receiver,
            over=until(_receiver),
            verbs=(recruiting.BASE_ARRIVAL, recruiting.ARRIVE, recruiting.ANCHOR_ARRIVAL),
            prompt=about,
        ),
        STATIONS,
    ),
    when=is_campaign,
)


def _moving_up(name: str, side: str) -> Step:
    return Phase(
        name,
        "NWK-16.2.3.h",
        who=lambda s: early.mover(s, side),
        verbs=(pregame.MOVE_UP, pregame.JUMP, pregame.CHANGE_BASE, pregame.STOP_MOVING),
        prompt=about,
    )


# rule: NWK-16.2.3.h, NWK-16.2.4.h
MOVING_UP: Step = Phase(
    "moving_up",
    "NWK-16.2.3.h",
    (_moving_up("first_moves_up", DPRK), _moving_up("second_moves_up", ALLIED)),
    again=early.goes_on,
    end=early.end_moves,
    when=early.moves_up,
)

# rule: NWK-16.2.2.i, NWK-16.2.3.i, NWK-16.2.4.h
SCUDS: Step = Phase(
    "scuds",
    "NWK-16.2.2.i",
    (
        Phase("armed", "NWK-16.2.2.i", begin=early.arm),
        Phase(
            "fire",
            "NWK-16.2.2.i",
            who=early.shooter,
            over=until(early.shooter),
            verbs=(pregame.LAUNCH_EARLY, pregame.STOP_EARLY),
            prompt=of_missiles,
        ),
        Phase("disarmed", "NWK-16.2.2.p", begin=early.disarm),
    ),
    when=is_campaign,
)


def _surprise(name: str, first: bool) -> Step:
    """Half or a quarter of the Allies' aircraft: before the SCUDs where nobody moves up, after them where both do."""
    return Phase(
        name,
        "NWK-16.2.2.h",
        begin=arrivals.surprise,
        when=lambda s: is_campaign(s) and early.moves_up(s) != first,
    )


CAMPAIGN_OPENING: tuple[Step, ...] = (
    EARLY_GROUPS,
    NUCLEAR,
    MOVING_UP,
    _surprise("surprised", True),
    SCUDS,
    _surprise("caught", False),
)
