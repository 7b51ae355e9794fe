"""The strategic segment that opens a turn."""

from __future__ import annotations

from sandtable.games.eastfront.actions import (
    bridging,
    engineering,
    flying,
    moving,
    recruiting,
    sailing,
    scheming,
    supplying,
    transport,
)
from sandtable.games.eastfront.flow.combat import air_combat
from sandtable.games.eastfront.flow.common import Step, about
from sandtable.games.eastfront.flow.naval import READINESS
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.air import interdiction, naval_missions, readiness
from sandtable.games.eastfront.rules.arrivals import arrivals, departures, groups, ship_lists, withdrawals
from sandtable.games.eastfront.rules.crimea_map import line_supply, map_t
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.replacements import mandates, replacements
from sandtable.games.eastfront.rules.scenarios import campaign, mooring, opening, winter_siege
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_units import bridges
from sandtable.games.eastfront.rules.supply import attack_supply, bases, deliveries, ports, supply_status
from sandtable.games.eastfront.rules.weather import weather
from sandtable.kernel import Draft, Phase


def _feeding(side: str) -> Step:
    """A side may spend supply units on those who starve."""
    return Phase(
        f"{side}_relief",
        "EF-6.53.a",
        who=lambda s: attack_supply.feeder(s, side),
        over=lambda s, seat: not attack_supply.feeder(s, side),
        verbs=(supplying.SUSTAIN, moving.DONE),
        prompt=about,
    )


def _landing(side: str) -> Step:
    """A side whose ports cannot feed all chooses whom they do."""
    return Phase(
        f"{side}_ports",
        "EF-6.54",
        who=lambda s: ports.feeder(s, side),
        over=lambda s, seat: not ports.feeder(s, side),
        verbs=(supplying.LAND, moving.DONE),
        prompt=about,
    )


def _bridging(side: str) -> Step:
    """A side may lay, re-site or take up bridge units."""
    return Phase(
        f"{side}_bridges",
        "EF-23.22.d",
        who=lambda s: bridges.layer(s, side),
        over=lambda s, seat: not bridges.layer(s, side),
        verbs=(bridging.SPAN, bridging.LIFT, moving.DONE),
        prompt=about,
    )


def _come_and_go(d: Draft[CrimeaState]) -> None:
    campaign.take_due(d)
    arrivals.receive(d)
    ship_lists.settle(d)
    departures.rotate(d)
    departures.settle(d)
    withdrawals.settle(d)
    withdrawals.convert(d)
    mandates.receive(d)


def _opposing(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, where they could oppose a mission over land or sea."""
    return interdiction.interceptor(state) or naval_missions.defender(state)


# rule: EF-4.2.A
STRATEGIC: Step = Phase(
    "strategic",
    "EF-4.2.A",
    (
        Phase(
            "deployment",
            "EFS-10.6.setup",
            who=mooring.deployer,
            over=lambda s, seat: seat not in mooring.deployer(s),
            verbs=(moving.SET_UP, sailing.MOOR, supplying.LAY_DEPOT, moving.DONE),
            prompt=about,
        ),
        Phase(
            "siting",
            "EF-PB9.42",
            who=fortifications.siter,
            verbs=(engineering.SITE, moving.DONE),
            prompt=about,
        ),
        Phase("weather", "EF-4.2.A1", begin=weather.determine),
        Phase(
            "supply",
            "EF-4.2.A2",
            (
                Phase("tracing", "EF-6.61", begin=supply_status.judge),
                _landing(AXIS),
                _landing(SOVIET),
                Phase("points", "EF-6.81.a", begin=deliveries.receive, when=opening.is_whole_turn),
                _feeding(AXIS),
                _feeding(SOVIET),
                Phase(
                    "shells",
                    "EFS-10.44.f",
                    who=winter_siege.stocker,
                    over=lambda s, seat: not winter_siege.stocker(s),
                    verbs=(supplying.STOCK, moving.DONE),
                    prompt=about,
                ),
                Phase(
                    "captured_line",
                    "EF-PB2.34.f",
                    who=line_supply.feeder,
                    over=lambda s, seat: not line_supply.feeder(s),
                    verbs=(supplying.PROVISION, moving.DONE),
                    prompt=about,
                ),
                Phase(
                    "bases",
                    "EF-6.95",
                    who=bases.forsaker,
                    over=lambda s, seat: not bases.forsaker(s),
                    verbs=(transport.ABANDON, moving.DONE),
                    prompt=about,
                ),
                _bridging(AXIS),
                _bridging(SOVIET),
                Phase("bridges", "EF-23.23", begin=bridges.finish_small),
                Phase("ice", "EFS-10.94.g", begin=map_t.lay_ice),
            ),
        ),
        Phase(
            "replacements",
            "EF-4.2.A3",
            (
                Phase("income", "EF-7.0", begin=replacements.receive),
                Phase(
                    "uses",
                    "EF-7.0",
                    who=groups.busy_sides,
                    over=lambda s, seat: not groups.has_business(s, seat),
                    verbs=(
                        flying.REFIT,
                        recruiting.MUSTER,
                        recruiting.RECALL,
                        recruiting.REPLACE,
                        recruiting.FREE,
                        recruiting.DISCHARGE,
                        recruiting.ACCEPT,
                        recruiting.FORTIFY,
                        moving.DONE,
                    ),
                    prompt=about,
                ),
            ),
            when=lambda s: opening.is_whole_turn(s) and groups.is_held(s),
            end=replacements.expire,
        ),
        Phase(
            "arrivals",
            "EF-4.2.A4",
            (
                Phase(
                    "choosing",
                    "EFS-10.55.a",
                    who=campaign.undecided,
                    over=lambda s, seat: not campaign.undecided(s),
                    verbs=(scheming.CHOOSE,),
                    prompt=about,
                ),
                Phase("showing", "EFS-10.55.a", begin=campaign.reveal_due),
                Phase(
                    "planning",
                    "EFS-10.55.a",
                    who=campaign.planner,
                    over=lambda s, seat: not campaign.planner(s),
                    verbs=(scheming.CHOOSE, scheming.REVEAL, scheming.FERRY, moving.DONE),
                    prompt=about,
                ),
                Phase(
                    "groups",
                    "EF-8.32",
                    who=lambda s: groups.taker(s, AXIS),
                    over=lambda s, seat: not groups.taker(s, AXIS),
                    verbs=(recruiting.ACCEPT, moving.DONE),
                    prompt=about,
                ),
                Phase("scheduled", "EF-8.11", begin=_come_and_go),
                Phase(
                    "levies",
                    "EF-8.52",
                    who=untried.levier,
                    over=lambda s, seat: not untried.levier(s),
                    verbs=(recruiting.LEVY,),
                    prompt=about,
                ),
                Phase(
                    "choice",
                    "EF-8.72",
                    who=departures.chooser,
                    over=lambda s, seat: seat not in departures.chooser(s),
                    verbs=(flying.WITHDRAW, flying.RETAIN),
                    prompt=about,
                ),
                Phase(
                    "leaving",
                    "EF-8.71.a",
                    who=withdrawals.chooser,
                    over=lambda s, seat: seat not in withdrawals.chooser(s),
                    verbs=(recruiting.DISMISS, recruiting.KEEP),
                    prompt=about,
                ),
                Phase(
                    "swapping",
                    "EFS-10.54.n",
                    who=withdrawals.swapper,
                    over=lambda s, seat: seat not in withdrawals.swapper(s),
                    verbs=(recruiting.SWAP,),
                    prompt=about,
                ),
                Phase(
                    "regrouping",
                    "EF-PB4.2",
                    who=withdrawals.converter,
                    over=lambda s, seat: seat not in withdrawals.converter(s),
                    verbs=(recruiting.REGROUP,),
                    prompt=about,
                ),
            ),
            end=withdrawals.close,
        ),
        Phase("readiness", "EF-4.2.A5", begin=readiness.check),
        # rule: EF-4.2.A6
        Phase(
            "interdiction",
            "EF-4.2.A6",
            (
                Phase(
                    "placing",
                    "EF-13.13",
                    who=interdiction.interdictor,
                    over=lambda s, seat: not interdiction.interdictor(s),
                    verbs=(flying.INTERDICT, flying.PATROL, moving.DONE),
                    prompt=about,
                ),
                Phase(
                    "intercepting",
                    "EF-17.23",
                    who=_opposing,
                    over=lambda s, seat: not _opposing(s),
                    verbs=(flying.INTERCEPT, flying.OPPOSE, moving.DONE),
                    prompt=about,
                ),
                air_combat("EF-4.2.A6"),
            ),
            when=opening.is_whole_turn,
        ),
        READINESS,
    ),
)
