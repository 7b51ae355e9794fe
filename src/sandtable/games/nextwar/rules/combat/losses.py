"""Rules 9.7.1 to 9.7.3: steps lost, and what eliminating a unit is worth."""

from __future__ import annotations

from sandtable.games.nextwar.model import ELIMINATED, UNUSED, Battle, KoreaState, Unit, enemy
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft


# rule: NW-9.7.3
def lose_step(d: Draft[KoreaState], key: int, rule: str) -> None:
    """Take a step from a unit: it turns over, or it is eliminated."""
    unit = d.now.units[key]
    if unit.steps <= 1:
        eliminate(d, key, rule)
        return
    d.edit("units", key, steps=unit.steps - 1)
    side = d.now.board.units[key].side
    d.log("log.step_lost", rule, ref(key), at(unit.hex), by=side, unit=ref(key), place=at(unit.hex))


# rule: NW-12.1.a, NWT-VP.when
def eliminate(d: Draft[KoreaState], key: int, rule: str, box: str = ELIMINATED) -> None:
    """Take a unit off the board; the enemy scores it at once."""
    unit, counter = d.now.units[key], d.now.board.units[key]
    if counter.is_supply:
        box = UNUSED
        capture(d, key)
    points2 = scoring.elimination2(counter)
    d.put("units", key, Unit(box=box))
    scoring.score(d, enemy(counter.side), points2)
    d.log(
        "log.eliminated",
        rule,
        ref(key),
        at(unit.hex),
        by=counter.side,
        unit=ref(key),
        place=at(unit.hex),
        vp=scoring.written(points2),
    )


# rule: NW-19.4.1.b
def capture(d: Draft[KoreaState], key: int) -> None:
    """A supply unit that falls in combat leaves something to the winner."""
    if d.now.within(Battle) is None:
        return
    winner = enemy(d.now.board.units[key].side)
    points = int(chart("advanced/supply")["captured"]["points"])
    d.edit("accounts", winner, supply=d.now.accounts[winner].supply + points)
    d.log("log.supply_captured", "NW-19.4.1.b", ref(key), by=winner, unit=ref(key), points=points)
