"""Rule 6.6: air defence fire against combat support."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    CONTESTED,
    ELIMINATED,
    Battle,
    Helicopter,
    KoreaState,
    enemy,
)
from sandtable.games.nextwar.rules.combat.support import current, of_side
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import DIE, at
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Modifier, Ref, Sum
from sandtable.kernel.graph import flood

NEAR_BASE = 2
NOTHING = "-"


# rule: NW-6.6.1, NWT-ADF
def column(state: KoreaState, firer: str) -> str:
    """The column of the table: the level of air superiority as the firer sees it."""
    if state.air_level == CONTESTED or not state.air_side:
        return CONTESTED
    whose = "firer" if state.air_side == firer else "mission"
    return f"{whose}_{state.air_level}"


# rule: NWT-ADF.drm
def modifiers(state: KoreaState, firer: str, target: int) -> Iterator[Modifier]:
    """What the target hex of a mission adds to the die of those who fire."""
    korea, printed = state.korea, chart("air_defence")["modifiers"]
    around = korea.grid.within(target, NEAR_BASE)
    bases = any(
        (korea.ground[h].is_base or korea.ground[h].installations) and controller(state, h) == firer for h in around
    )
    ships = any(ship.hex in around and korea.ships[key].side == firer for key, ship in state.ships.items())
    if bases or ships:
        yield Modifier("NWT-ADF.drm", "modifier.near_base", printed["near_base"])
    close = [k for h in (target, *korea.near[target]) if holders(state).get(h) == firer for k in there(state, h)]
    if any(korea.units[k].is_armour or korea.units[k].is_mechanised for k in close):
        yield Modifier("NWT-ADF.drm", "modifier.near_armour", printed["near_armour"])


def overflies(state: KoreaState, start: int, target: int, most: int, foe: str) -> bool:
    """Whether a helicopter cannot reach a hex within its range without passing over enemy units."""
    held = holders(state)
    free = flood([start], state.korea.near, lambda a, b: held.get(b) != foe, most - 1).costs
    return not any(n in free for n in state.korea.near[target])


def parse(result: str) -> tuple[int, bool]:
    """Support points lost, and whether something is lost for good."""
    if result == NOTHING:
        return 0, False
    return int(result.strip("A*-")), result.endswith("*")


# rule: NW-9.2.5, NWS-STD-3.2.e, NW-6.6.a, NW-6.6.c, NW-6.6.d
def fire_at_support(d: Draft[KoreaState]) -> None:
    """Both sides fire at the air support of the other: once at its air points, once at each helicopter unit."""
    battle = current(d.now)
    if d.now.korea.is_advanced:
        return
    for side in (battle.side, enemy(battle.side)):
        given = of_side(battle, side)
        if given.air:
            _at_points(d, side)
        for key in given.helicopters:
            _at_helicopter(d, side, key)


def _fire(d: Draft[KoreaState], side: str, more: tuple[Modifier, ...], word: str) -> tuple[int, bool]:
    """Roll against a mission of a side over the combat hex."""
    battle, firer = current(d.now), enemy(side)
    roll = d.draw("roll.air_defence", DIE)
    total = Sum.of((*modifiers(d.now, firer, battle.target), *more))
    column_ = column(d.now, firer)
    result: str = table("air_defence").look(roll.faces[0] + total.total, column_).value
    place = at(battle.target)
    d.log(
        f"log.air_defence_{word}",
        "NW-6.6.1",
        place,
        rolls=[roll],
        modifiers=total,
        by=firer,
        place=place,
        column=column_,
        result=result,
    )
    return parse(result)


# rule: NW-6.6.1.1.a, NW-6.6.1.1.b, NW-6.6.1.1.c, NW-6.3.2
def _at_points(d: Draft[KoreaState], side: str) -> None:
    lost, star = _fire(d, side, (), "points")
    given = of_side(current(d.now), side)
    _replace(d, side, air=max(0, given.air - lost))
    # rule: NWK-16.1.1.k, NWK-16.1.2.i
    if star and d.now.korea.card["air_losses_last"]:
        d.edit("accounts", side, air_lost=d.now.accounts[side].air_lost + 1)


# rule: NW-6.6.1.1.c, NW-6.6.1.1.d
def _at_helicopter(d: Draft[KoreaState], side: str, key: int) -> None:
    battle, unit, counter = current(d.now), d.now.helicopters[key], d.now.korea.helicopters[key]
    more: tuple[Modifier, ...] = ()
    if is_hex(unit.hex) and overflies(d.now, unit.hex, battle.target, counter.range, enemy(side)):
        more = (Modifier("NWT-ADF.drm", "modifier.overflight", chart("air_defence")["modifiers"]["overflight"]),)
    lost, star = _fire(d, side, more, "helicopter")
    support = counter.support[unit.steps - 1]
    _replace(d, side, lost=of_side(current(d.now), side).lost + min(lost, support))
    if star:
        hurt(d, key, "NW-6.6.1.1.c")


# rule: NW-6.5.4.c
def hurt(d: Draft[KoreaState], key: int, rule: str) -> None:
    """A helicopter unit loses a step, for good."""
    unit, counter = d.now.helicopters[key], d.now.korea.helicopters[key]
    link = Ref("helicopter", key)
    if unit.steps > 1:
        d.edit("helicopters", key, steps=unit.steps - 1)
        d.log("log.helicopter_hurt", rule, link, by=counter.side, unit=link)
        return
    d.put("helicopters", key, Helicopter(box=ELIMINATED))
    scoring.score(d, enemy(counter.side), chart("victory")["rows"]["helicopter"])
    d.log("log.helicopter_lost", rule, link, by=counter.side, unit=link)


def _replace(d: Draft[KoreaState], side: str, **fields: int) -> None:
    battle: Battle = current(d.now)
    field = "attack_support" if side == battle.side else "defence_support"
    d.edit_subject(Battle, **{field: replace(of_side(battle, side), **fields)})
