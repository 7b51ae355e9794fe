"""Rule 6.6: air defence fire against everything that flies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    CONTESTED,
    Battle,
    KoreaState,
    enemy,
)
from sandtable.games.nextwar.rules.air_points import helicopters
from sandtable.games.nextwar.rules.combat.support import current, of_side
from sandtable.games.nextwar.rules.movement.control import controller, is_home
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Modifier, Number, Refusal, Sum, Unasked, refuse

NEAR_BASE = 2
MOST_ESCORT = 2
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
    korea, printed = state.board, chart("air_defence")["modifiers"]
    if not is_hex(target):
        return  # nothing reaches into the boxes off the map
    around = korea.map.within(target, NEAR_BASE)
    bases = any(
        (korea.ground[h].is_base or korea.ground[h].installations) and controller(state, h) == firer for h in around
    )
    ships = any(ship.hex in around and korea.ships[key].side == firer for key, ship in state.ships.items())
    if bases or ships:
        yield Modifier("NWT-ADF.drm", "modifier.near_base", printed["near_base"])
    close = [k for h in (target, *korea.near[target]) if holders(state).get(h) == firer for k in there(state, h)]
    if any((korea.units[k].is_armour or korea.units[k].is_mechanised) and not state.units[k].assault for k in close):
        yield Modifier("NWT-ADF.drm", "modifier.near_armour", printed["near_armour"])


def overflies(state: KoreaState, start: int, target: int, most: int, foe: str) -> bool:
    """Whether a helicopter cannot reach a hex within its range without passing over enemy units."""
    held, near, far = holders(state), state.board.near, state.board.map.distance
    best, queue = {start: 0}, [(far(start, target), 0, start)]
    while queue:  # first where the way is shortest if nothing comes between, until a hex next to the target is reached
        _, gone, here = heappop(queue)
        if target in near[here]:
            return False
        for n in near[here]:
            if held.get(n) != foe and gone + 1 < best.get(n, most) and gone + 1 + far(n, target) <= most:
                best[n] = gone + 1
                heappush(queue, (gone + 1 + far(n, target), gone + 1, n))
    return True


@dataclass(frozen=True)
class Result:
    """What air defence fire did: whether a transport turns back, support points lost, something lost for good."""

    abort: bool
    lost: int
    star: bool


# rule: NW-6.6.1.1.a, NW-6.6.1.1.b, NW-6.6.1.1.c
def parse(result: str) -> Result:
    """A cell of the table."""
    if result == NOTHING:
        return Result(abort=False, lost=0, star=False)
    return Result(abort=True, lost=int(result.strip("A*-")), star=result.endswith("*"))


# rule: NW-6.6.b
def is_immune(state: KoreaState, side: str, start: int, to: int) -> bool:
    """Whether a mission is flown at home, away from the enemy, while he does not rule the air."""
    if state.air_side == enemy(side):
        return False
    held, near, foe = holders(state), state.board.near, enemy(side)
    for place in (start, to):
        if not is_home(state, place, side):
            return False
        if is_hex(place) and any(held.get(h) == foe for h in (place, *near[place])):
            return False
    return True


# rule: NW-6.6.1
def fire(d: Draft[KoreaState], side: str, place: int, more: tuple[Modifier, ...], word: str) -> Result:
    """Roll against a mission of a side over or into a place."""
    firer = enemy(side)
    roll = d.draw("roll.air_defence", DIE)
    total = Sum.of((*modifiers(d.now, firer, place), *more))
    column_ = column(d.now, firer)
    result: str = table("air_defence").look(roll.faces[0] + total.total, column_).value
    d.log(
        f"log.air_defence_{word}",
        "NW-6.6.1",
        at(place),
        rolls=[roll],
        modifiers=total,
        by=firer,
        place=at(place),
        column=column_,
        result=result,
    )
    return parse(result)


# rule: NW-6.2.2.a
def no_escort(to: int) -> Unasked:
    """Nobody is sent along with a flight at which nobody could fire."""
    return Unasked(lambda points: refuse("NW-6.2.2.a", "refuse.nobody_fires", at(to), place=at(to)))


# rule: NW-6.2.2.a, NW-6.2.2.c
def escorts(state: KoreaState, side: str) -> Number | Unasked:
    """How many air points a side can send along with a flight."""
    left = state.accounts[side].air

    def why(given: int) -> Refusal | None:
        if given > MOST_ESCORT:
            return refuse("NW-6.2.2.c", "refuse.support_limit", most=MOST_ESCORT, given=given)
        return refuse("NW-6.2.a", "refuse.support_limit", most=left, given=given) if given > left else None

    return Number(0, min(MOST_ESCORT, left), default=0, why=why) if left else Unasked(why)


# rule: NW-6.2.2.a, NW-6.2.2.b
def escort(d: Draft[KoreaState], side: str, points: int) -> tuple[Modifier, ...]:
    """Spend escort points: each makes air defence fire worse, and none can be hit."""
    if not points:
        return ()
    d.edit("accounts", side, air=d.now.accounts[side].air - points)
    each = chart("air_defence")["modifiers"]["escort"]
    return (Modifier("NW-6.2.2.a", "modifier.escort", each * points),)


# rule: NW-9.2.5, NWS-STD-3.2.e, NW-6.6.a
def fire_at_support(d: Draft[KoreaState]) -> None:
    """Both sides fire at the air support of the other: at its air points together, at each helicopter unit alone."""
    battle = current(d.now)
    if d.now.board.flies_units:
        return
    for side in (battle.side, enemy(battle.side)):
        given = of_side(battle, side)
        # rule: NW-6.6.c, NW-6.6.d
        if given.air:
            _at_points(d, side)
        for key in given.helicopters:
            _at_helicopter(d, side, key)
        for key in given.snipers:
            _at_snipers(d, side, key)


# rule: NW-6.6.1.1.b, NW-6.3.2
def _at_points(d: Draft[KoreaState], side: str) -> None:
    result = fire(d, side, current(d.now).target, (), "points")
    given = of_side(current(d.now), side)
    _replace(d, side, air=max(0, given.air - result.lost))
    # rule: NWK-16.1.1.k, NWK-16.1.2.i
    if result.star and d.now.board.card["air_losses_last"]:
        d.edit("accounts", side, air_lost=d.now.accounts[side].air_lost + 1)


# rule: NW-6.6.1.1.c, NW-6.6.1.1.d
def _at_helicopter(d: Draft[KoreaState], side: str, key: int) -> None:
    battle, unit, counter = current(d.now), d.now.helicopters[key], d.now.board.helicopters[key]
    more: tuple[Modifier, ...] = ()
    if is_hex(unit.hex) and overflies(d.now, unit.hex, battle.target, counter.range, enemy(side)):
        more = (Modifier("NWT-ADF.drm", "modifier.overflight", chart("air_defence")["modifiers"]["overflight"]),)
    result = fire(d, side, battle.target, more, "helicopter")
    if result.star:
        helicopters.hurt(d, key, "NW-6.6.1.1.c")
    # What it no longer has cannot be kept from the others that fly with it.
    left = d.now.helicopters[key].steps
    kept = min(result.lost, counter.support[left - 1]) if left else 0
    _replace(d, side, lost=of_side(current(d.now), side).lost + kept)


# rule: NWK-3.1.4.1.a, NWK-3.1.4.1.b
def _at_snipers(d: Draft[KoreaState], side: str, key: int) -> None:
    result = fire(d, side, current(d.now).target, (), "helicopter")
    came = not result.lost
    d.log("log.snipers", "NWK-3.1.4.1.a", ref(key), by=side, unit=ref(key), came=int(came))
    if not came:
        given = of_side(current(d.now), side)
        _replace(d, side, snipers=tuple(one for one in given.snipers if one != key))
    if result.star:
        d.edit("units", key, grounded=True)
        d.log("log.snipers_grounded", "NWK-3.1.4.1.b", ref(key), by=side, unit=ref(key))


def _replace(d: Draft[KoreaState], side: str, **fields: Any) -> None:
    battle: Battle = current(d.now)
    field = "attack_support" if side == battle.side else "defence_support"
    d.edit_subject(Battle, **{field: replace(of_side(battle, side), **fields)})
