"""Chapter 12: the prizes that are paid once in a game, at the moment they are won."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.muster import new_unit
from sandtable.games.axisallies.rules.objectives.objectives import holds, pays_into
from sandtable.games.axisallies.rules.politics.politics import note
from sandtable.games.axisallies.rules.research.technology import cost
from sandtable.games.axisallies.rules.turns.powers import place, seat
from sandtable.kernel import Amounts, Draft, Modifier, Ref

AWARD = "award"


def prizes(state: GlobalState, at: int) -> list[dict[str, Any]]:
    """The objectives about a territory that pay once and have not been paid."""
    rows: list[dict[str, Any]] = state.board.tables["objectives"]["objectives"]
    return [
        row
        for row in rows
        if row.get("once") and f"paid.{row['id']}" not in state.events and at in row["when"][0]["places"]
    ]


# rule: AA-12.ussr.berlin, AA-12.timing
def pay_prize(d: Draft[GlobalState], at: int, power: str) -> None:
    """Money that a power wins once by taking a territory goes to its treasury at once."""
    for row in prizes(d.now, at):
        earns = row["power"] == power and "ipc" in row["award"]
        if earns and all(holds(d.now, power, condition) for condition in row["when"]):
            ipc, economy = int(row["award"]["ipc"]), pays_into(d.now, row)
            note(d, f"paid.{row['id']}")
            d.put("treasury", economy, d.now.treasury[economy] + ipc)
            prize = Modifier(row["rule"], f"modifier.objective.{row['id']}", ipc)
            d.log(
                "log.prize", row["rule"], place(at), modifiers=[prize], economy=Ref("economy", economy), place=place(at)
            )


# rule: AA-12.france.liberation
def liberate(d: Draft[GlobalState], at: int) -> None:
    """The first time the territory France is freed, France raises units there before anything else happens."""
    for row in prizes(d.now, at):
        if "units_worth" in row["award"] and f"liberated.{at}" in d.now.events:
            note(d, f"paid.{row['id']}")
            d.call(AWARD, at)


def prize_here(state: GlobalState) -> tuple[str, int]:
    """The power that raises units in the territory at hand, and what they are worth."""
    rows: list[dict[str, Any]] = state.board.tables["objectives"]["objectives"]
    row = next(r for r in rows if "units_worth" in r["award"] and state.here.ref in r["award"]["places"])
    return str(row["power"]), int(row["award"]["units_worth"])


def recruits(state: GlobalState, power: str) -> Amounts:
    """Land and air units up to the worth of the award, and no fewer than it pays for."""
    _, worth = prize_here(state)
    kinds = [kind.id for kind in state.board.kinds.values() if kind.domain != "sea"]
    prices = {kind: cost(state, power, kind) for kind in kinds}
    cheapest = min(prices, key=lambda kind: (prices[kind], kind))
    return Amounts(
        "kind",
        {kind: worth // price for kind, price in prices.items() if price <= worth},
        least=worth - prices[cheapest] + 1,
        most=worth,
        weights=prices,
        default={cheapest: worth // prices[cheapest]},
        total_key="refuse.award_total",
    )


def raise_units(d: Draft[GlobalState], units: dict[str, int]) -> None:
    """The units stand in the freed territory at once, beyond any complex."""
    at = d.now.here.ref
    for kind, count in units.items():
        for _ in range(count):
            new_unit(d, Unit(kind, d.seat, at))
        if count:
            rule = "AA-12.france.liberation"
            d.log(
                "log.raised", rule, place(at), power=seat(d.seat), kind=Ref("kind", kind), count=count, place=place(at)
            )
    d.done()
