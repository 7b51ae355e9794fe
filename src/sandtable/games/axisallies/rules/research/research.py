"""Chapter 13: research and development, where it is played with."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.purchase.purchase import why_not_spend
from sandtable.games.axisallies.rules.turns.powers import seat
from sandtable.kernel import Draft, Number, OneOf, Ref, Refusal, pick, refuse

DICE = "research"
"""The order that research dice are until they are rolled: ``economy.research``."""


# rule: AA-13.use
def why_no_research(state: GlobalState, power: str) -> Refusal | None:
    """Who may not research at all."""
    excluded = state.board.tables["research"]["excluded"]
    if power in excluded and not state.board.options.research_for_all:
        return refuse("AA-13.use", "refuse.no_research", power=seat(power))
    return None


def why_not_pay(state: GlobalState, power: str, economy: str) -> Refusal | None:
    """Why a treasury cannot buy research dice now: each is asked once."""
    if f"{economy}.{DICE}" in state.orders:
        return refuse("AA-13.step1", "refuse.dice_bought", economy=Ref("economy", economy))
    return why_not_spend(state, power, economy, state.board.tables["research"]["die_cost"])


# rule: AA-11.uk.research
def payers(state: GlobalState, power: str) -> OneOf:
    """The treasuries that can still add dice; the British pay out of either or both."""
    return pick("economy", state.board.economies, lambda economy: why_not_pay(state, power, str(economy)))


# rule: AA-13.step1
def dice_to_buy(state: GlobalState, power: str, economy: str) -> Number:
    """As many dice as the treasury can pay for."""
    return Number(1, state.treasury[economy] // state.board.tables["research"]["die_cost"], default=1)


# rule: AA-13.step1
def research(d: Draft[GlobalState], economy: str, dice: int) -> None:
    """Pay for dice; they are rolled as soon as no other treasury can add to them."""
    price = dice * d.now.board.tables["research"]["die_cost"]
    d.put("treasury", economy, d.now.treasury[economy] - price)
    d.put("orders", f"{economy}.{DICE}", dice)
    d.log("log.dice_bought", "AA-13.step1", economy=Ref("economy", economy), count=dice, price=price)
    if not payers(d.now, d.seat).is_possible():
        _roll(d)


# rule: AA-13.step2
def _roll(d: Draft[GlobalState]) -> None:
    """Roll all dice bought; any number of sixes is one breakthrough."""
    table = d.now.board.tables["research"]
    bought = _dice_bought(d.now, d.seat)
    roll = d.roll("roll.research", 6, sum(bought.values()), need=table["success_on"])
    success = table["success_on"] in roll.faces
    for order in bought:
        d.drop("orders", order)
    d.log("log.research", "AA-13.step2", rolls=[roll], power=seat(d.seat), success=int(success))
    d.done()
    if success and any(_unknown(d.now, d.seat, chart) for chart in range(len(table["charts"]))):
        d.call("breakthrough")


def _dice_bought(state: GlobalState, power: str) -> dict[str, int]:
    orders = [f"{economy}.{DICE}" for economy in state.board.powers[power].economies]
    return {order: state.orders[order] for order in orders if order in state.orders}


def _unknown(state: GlobalState, power: str, chart: int) -> list[str]:
    known = state.powers[power].technologies
    return [t for t in state.board.tables["research"]["charts"][chart] if t not in known]


# rule: AA-13.step3
def charts(state: GlobalState, seat: str) -> OneOf:
    """The charts that still have something to find."""
    count = len(state.board.tables["research"]["charts"])
    return OneOf("chart", [chart + 1 for chart in range(count) if _unknown(state, seat, chart)])


# rule: AA-13.step3, AA-13.step4
def break_through(d: Draft[GlobalState], chart: int) -> None:
    """Roll for the technology; a result the power already has is rolled again."""
    rows = d.now.board.tables["research"]["charts"][chart - 1]
    rolls = []
    while True:
        roll = d.roll("roll.breakthrough", 6)
        rolls.append(roll)
        found = rows[roll.faces[0] - 1]
        if found not in d.now.powers[d.seat].technologies:
            break
    known = tuple(sorted((*d.now.powers[d.seat].technologies, found)))
    d.edit("powers", d.seat, technologies=known)
    d.log("log.breakthrough", "AA-13.step4", rolls=rolls, power=seat(d.seat), technology=Ref("technology", found))
    d.done()


def stop(d: Draft[GlobalState]) -> None:
    """No more dice: roll those that were bought, if any."""
    if _dice_bought(d.now, d.seat):
        _roll(d)
    else:
        d.done()


def can_research(state: GlobalState, power: str) -> bool:
    """Whether a power can roll at least one die."""
    return why_no_research(state, power) is None and payers(state, power).is_possible()
