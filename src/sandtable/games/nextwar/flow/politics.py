"""Politics in the advanced game: postures before it, resolutions and the arrival of the great powers in it."""

from __future__ import annotations

from sandtable.games.nextwar.actions import politics
from sandtable.games.nextwar.flow import stakes
from sandtable.games.nextwar.flow.common import Step, until
from sandtable.games.nextwar.model import ALLIED, DPRK
from sandtable.games.nextwar.rules.scenarios import arrival_rolls, nuclear, posture, provocation
from sandtable.games.nextwar.rules.sequence.segments import is_campaign
from sandtable.games.nextwar.rules.united_nations import resolutions
from sandtable.kernel import Phase

POSTURE: Step = Phase("posture", "NWK-16.2.0", begin=posture.determine, when=is_campaign)


def _veto(side: str) -> Step:
    return Phase(
        f"{side}_veto",
        "NWK-14.0",
        who=lambda s: resolutions.vetoer(s, side),
        verbs=(politics.VETO, politics.ABSTAIN),
        prompt=stakes.of_resolution,
    )


def _obedience(name: str, is_first: bool) -> Step:
    return Phase(
        name,
        "NW-28.1",
        who=lambda s: resolutions.answerer(s, is_first),
        verbs=(politics.OBEY, politics.FIGHT_ON),
        prompt=stakes.of_resolution,
    )


# rule: NWS-ADV-3.2, NW-28.2.a, NWK-14.0
RESOLUTION: Step = Phase(
    "resolution",
    "NWS-ADV-3.2",
    (
        Phase("roll", "NW-28.0", begin=resolutions.roll),
        _veto(DPRK),
        _veto(ALLIED),
        Phase("adoption", "NW-28.2", begin=resolutions.adopt),
        _obedience("aggressor", True),
        _obedience("defender", False),
    ),
)

PROVOCATION: Step = Phase("provocation", "NWS-ADV-15.1", begin=provocation.check, when=is_campaign)

# rule: NWS-ADV-15.2, NWK-16.2.1.4.a
GROUPS: Step = Phase(
    "groups",
    "NWK-16.2.1.4.a",
    (
        Phase("supplies", "NWK-16.2.1.2.3", begin=posture.supply),
        Phase("rolls", "NWK-16.2.1.4.a", begin=arrival_rolls.roll),
        Phase(
            "wider_conflict",
            "NWK-16.2.1.2.7.a",
            who=arrival_rolls.buyer,
            over=until(arrival_rolls.buyer),
            verbs=(politics.INSIST, politics.END_INSISTING),
            prompt=stakes.of_taiwan,
        ),
        Phase("late", "NWK-16.2.1.4.b", begin=arrival_rolls.settle),
    ),
    when=is_campaign,
)

NUCLEAR: Step = Phase(
    "nuclear",
    "NWK-15.10",
    who=nuclear.decider,
    verbs=(politics.DETONATE, politics.FORBEAR),
    prompt=stakes.of_busan,
)
