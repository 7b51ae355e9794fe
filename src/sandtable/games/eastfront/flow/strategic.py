"""The strategic segment that opens a turn."""

from __future__ import annotations

from sandtable.games.eastfront.actions import flying, moving, recruiting, supplying
from sandtable.games.eastfront.flow.combat import air_combat
from sandtable.games.eastfront.flow.common import Step, about
from sandtable.games.eastfront.model import AXIS, SOVIET, Position
from sandtable.games.eastfront.rules import (
    arrivals,
    attack_supply,
    groups,
    interdiction,
    line_supply,
    readiness,
    replacements,
    supply,
    weather,
    withdrawals,
)
from sandtable.kernel import Draft, Phase


# rule: EF-6.53.a
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


def _come_and_go(d: Draft[Position]) -> None:
    arrivals.receive(d)
    arrivals.withdraw(d)
    withdrawals.settle(d)
    withdrawals.convert(d)


# rule: EF-4.2.A
STRATEGIC: Step = Phase(
    "strategic",
    "EF-4.2.A",
    (
        Phase("weather", "EF-4.2.A1", begin=weather.determine),
        Phase(
            "supply",
            "EF-4.2.A2",
            (
                Phase("tracing", "EF-6.61", begin=supply.judge),
                _feeding(AXIS),
                _feeding(SOVIET),
                Phase(
                    "captured_line",
                    "EF-PB2.34.f",
                    who=line_supply.feeder,
                    over=lambda s, seat: not line_supply.feeder(s),
                    verbs=(supplying.PROVISION, moving.DONE),
                    prompt=about,
                ),
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
                        recruiting.ACCEPT,
                        moving.DONE,
                    ),
                    prompt=about,
                ),
            ),
            when=groups.is_held,
            end=replacements.expire,
        ),
        Phase(
            "arrivals",
            "EF-4.2.A4",
            (
                Phase(
                    "groups",
                    "EF-8.32",
                    who=lambda s: groups.taker(s, AXIS),
                    over=lambda s, seat: not groups.taker(s, AXIS),
                    verbs=(recruiting.ACCEPT, moving.DONE),
                    prompt=about,
                ),
                Phase("scheduled", "EF-8.11", begin=_come_and_go),
                Phase("choice", "EF-8.72", who=arrivals.chooser, verbs=(flying.WITHDRAW,), prompt=about),
                Phase(
                    "leaving",
                    "EF-8.71.a",
                    who=withdrawals.chooser,
                    over=lambda s, seat: seat not in withdrawals.chooser(s),
                    verbs=(recruiting.DISMISS, recruiting.KEEP),
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
        Phase(
            "interdiction",
            "EF-4.2.A6",
            (
                Phase(
                    "placing",
                    "EF-13.13",
                    who=interdiction.interdictor,
                    over=lambda s, seat: not interdiction.interdictor(s),
                    verbs=(flying.INTERDICT, moving.DONE),
                    prompt=about,
                ),
                Phase(
                    "intercepting",
                    "EF-17.23",
                    who=interdiction.interceptor,
                    over=lambda s, seat: not interdiction.interceptor(s),
                    verbs=(flying.INTERCEPT, moving.DONE),
                    prompt=about,
                ),
                air_combat("EF-4.2.A6"),
            ),
        ),
    ),
)
