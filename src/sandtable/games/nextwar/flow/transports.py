"""A flight with troops in the advanced game: seen or not, intercepted, fired at, and down."""

from __future__ import annotations

from sandtable.games.nextwar.actions import air_war
from sandtable.games.nextwar.flow.common import Step, about, until
from sandtable.games.nextwar.rules.movement import transports
from sandtable.kernel import Phase

TRANSPORT: Step = Phase(
    "transport",
    "NW-25.1.a",
    (
        Phase("detection", "NW-25.1.b", begin=transports.look),
        Phase(
            "intercept",
            "NW-24.4",
            who=transports.interceptor,
            over=until(transports.interceptor),
            verbs=(air_war.intercept(weasels=False), air_war.LET_PASS),
            prompt=about,
        ),
        Phase("fight", "NW-24.4.1.b", begin=transports.fight),
        Phase(
            "runs",
            "NW-25.1.g",
            (Phase("run", "NW-25.1.g", begin=transports.begin_run),),
            again=transports.goes_on,
        ),
        Phase("landing", "NW-25.1.a", begin=transports.land),
    ),
)
