"""What a power says to research, buy, repair and place what it has bought."""

from __future__ import annotations

from sandtable.games.axisallies.actions.common import Done, done
from sandtable.games.axisallies.model import Economy, Kind
from sandtable.games.axisallies.rules.mobilize import launching, mobilize
from sandtable.games.axisallies.rules.objectives import awards
from sandtable.games.axisallies.rules.purchase import purchase
from sandtable.games.axisallies.rules.research import research
from sandtable.kernel import Action, verb
from sandtable.kernel.refusals import Place


class Research(Action, frozen=True):
    """Buy and roll research dice."""

    economy: Economy
    dice: int


class Breakthrough(Action, frozen=True):
    """Choose the chart a breakthrough is rolled on."""

    chart: int


class Buy(Action, frozen=True):
    """Order units and installations out of one treasury."""

    economy: Economy
    units: dict[Kind, int]


class Repair(Action, frozen=True):
    """Pay for damage points on an installation."""

    place: Place
    what: Kind
    points: int


class Deploy(Action, frozen=True):
    """Place bought units of one kind in one space."""

    economy: Economy
    kind: Kind
    at: Place
    count: int = 1


class Raise(Action, frozen=True):
    """Choose the free units of a liberated power."""

    units: dict[Kind, int]


RESEARCH = verb(
    Research,
    "AA-13.step1",
    lambda d, a: research.research(d, a.economy, a.dice),
    allow=research.why_no_research,
    economy=research.payers,
    dice=research.dice_to_buy,
)
BREAKTHROUGH = verb(Breakthrough, "AA-13.step3", lambda d, a: research.break_through(d, a.chart), chart=research.charts)
END_RESEARCH = verb(Done, "AA-13.step1", lambda d, a: research.stop(d), ends=True)
BUY = verb(
    Buy,
    "AA-9.1.pay",
    lambda d, a: purchase.buy(d, a.economy, a.units),
    allow=purchase.why_not_buy,
    economy=purchase.economies,
    units=purchase.wares,
)
REPAIR = verb(
    Repair,
    "AA-9.1.repair-installations",
    lambda d, a: purchase.repair(d, a.place, a.what, a.points),
    place=purchase.repair_sites,
    what=purchase.repair_what,
    points=purchase.repair_points,
)
END_PURCHASE = verb(Done, "AA-9.1.steps", done, ends=True)
DEPLOY = verb(
    Deploy,
    "AA-9.5.where",
    lambda d, a: mobilize.deploy(d, a.economy, a.kind, a.at, a.count),
    economy=mobilize.buyers,
    kind=mobilize.wares,
    at=mobilize.sites,
    count=mobilize.how_many,
)
END_MOBILIZE = verb(Done, "AA-9.5.excess", done, allow=launching.why_not_done, ends=True)
RAISE = verb(Raise, "AA-12.france.liberation", lambda d, a: awards.raise_units(d, a.units), units=awards.recruits)
