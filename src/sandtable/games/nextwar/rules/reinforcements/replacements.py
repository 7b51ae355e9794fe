"""Chapter 11: replacement points, recovery of steps and rebuilding of units."""

from __future__ import annotations

from sandtable.games.nextwar.model import ELIMINATED, HOME, SIDE_OF, US, KoreaState, Unit, enemy
from sandtable.games.nextwar.rules.damage import rebuilding as advanced
from sandtable.games.nextwar.rules.movement import control, stacking
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply.status import why_surrendered
from sandtable.games.nextwar.rules.terms.stacks import holders, points2
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.counters import Counter
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse
from sandtable.kernel.choices import Pool

AWAY = 2
"""A unit is rebuilt farther than this from the enemy."""
INFANTRY = ("inf", "light", "motor", "rg", "pmtu")
MOBILE = ("recon", "mech", "armor", "heavy", "stryker")
AIRBORNE = ("airborne", "marine")


# rule: NWS-STD-6.2, NW-11.0.a
def receive(d: Draft[KoreaState]) -> None:
    """Each nation gets the points of the turn; what was saved stays."""
    for nation, points in d.now.board.card["replacements"].items():
        got = points[min(d.now.turn, len(points)) - 1] if points else 0
        if got:
            d.put("replacements", nation, d.now.replacements.get(nation, 0) + got)
            d.log("log.replacements", "NW-11.0.a", by=SIDE_OF[nation], nation=nation, points=got)
    d.set(refitted=())


# rule: NWT-REPLACEMENT, NW-11.2.c, NWK-3.1.4.2
def row_of(counter: Counter) -> str:
    """The row of the replacement table for a unit."""
    if counter.kind == "airmobile" and counter.nation == US:
        return "us_101st"
    if counter.kind == "mech_marine":
        return "task_force"
    if counter.kind in INFANTRY:
        return "infantry"
    if counter.kind in MOBILE:
        return "mobile"
    return "airborne" if counter.kind in AIRBORNE else "special"


def cost(counter: Counter, rebuilds: bool) -> int | None:
    """Points for a step, or for bringing an eliminated unit back; ``None`` where that cannot be."""
    row: list[int | None] = chart("replacements")["rows"][row_of(counter)]
    # rule: NW-11.2.c
    if rebuilds and counter.is_marine:
        return None
    return row[rebuilds]


def points(state: KoreaState, counter: Counter) -> int:
    """Replacement points that a unit can use."""
    return state.replacements.get(counter.nation, 0)


# rule: NW-11.1, NW-11.0.b
def why_not_recover(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot get a step back now."""
    unit, counter = state.units[key], state.board.units[key]
    if counter.side != seat or not unit.hex:
        return refuse("NW-11.0.b", "refuse.not_yours", ref(key), unit=ref(key))
    if unit.steps >= counter.steps:
        return refuse("NW-11.1", "refuse.full_strength", ref(key), unit=ref(key))
    # rule: NW-11.1.a, NW-11.2.b
    if key in state.refitted:
        return refuse("NW-11.1.a", "refuse.refitted", ref(key), unit=ref(key))
    if unit.hex in zoc(state, enemy(seat)):
        return refuse("NW-11.1", "refuse.in_enemy_zoc", ref(key), unit=ref(key))
    if (no := advanced.why_no_points(state, key)) is not None:
        return no
    if cost(counter, False) is None:
        return refuse("NWT-REPLACEMENT", "refuse.never_recovers", ref(key), unit=ref(key))
    if _is_too_dear(state, counter):
        return refuse("NWT-REPLACEMENT", "refuse.too_dear", ref(key), unit=ref(key))
    return None


# rule: NWT-REPLACEMENT
def _is_too_dear(state: KoreaState, counter: Counter) -> bool:
    """Whether a side lacks the points for a step of a unit, or it gets none at any price."""
    price = cost(counter, False)
    return price is None or price > points(state, counter)


def recoverable(state: KoreaState, seat: str) -> OneOf:
    """Units that can get a step back."""
    return pick("piece", _reduced(state, seat), lambda key: why_not_recover(state, seat, key))


def _reduced(state: KoreaState, side: str) -> list[int]:
    """Units of a side on the board that have lost a step."""
    units = state.board.units
    return [k for k, u in state.units.items() if u.hex and u.steps < units[k].steps and units[k].side == side]


def _lost(state: KoreaState, side: str) -> list[int]:
    """Units that a side has lost."""
    return [k for k, u in state.units.items() if u.box == ELIMINATED and state.board.units[k].side == side]


def recover(d: Draft[KoreaState], key: int) -> None:
    """Give a unit a step back."""
    counter = d.now.board.units[key]
    _pay(d, counter, cost(counter, False) or 0, key)
    d.edit("units", key, steps=d.now.units[key].steps + 1)
    d.log("log.recovered", "NW-11.1", ref(key), unit=ref(key))


def _pay(d: Draft[KoreaState], counter: Counter, price: int, key: int) -> None:
    d.put("replacements", counter.nation, d.now.replacements[counter.nation] - price)
    d.set(refitted=(*d.now.refitted, key))


# rule: NW-11.2.a, NW-11.2.c
def why_not_rebuild(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why an eliminated unit cannot come back now."""
    unit, counter = state.units[key], state.board.units[key]
    if (no := why_surrendered(state, seat, key)) is not None:
        return no
    if counter.side != seat or unit.box != ELIMINATED or counter.is_outpost:
        return refuse("NW-11.0.b", "refuse.not_yours", ref(key), unit=ref(key))
    # rule: NW-18.5.a
    if counter.is_hq:
        return refuse("NW-18.5.a", "refuse.hq_needs_supply", ref(key), unit=ref(key))
    price = cost(counter, True)
    if price is None:
        return refuse("NW-11.2.c", "refuse.never_rebuilt", ref(key), unit=ref(key))
    if price > points(state, counter):
        return refuse("NWT-REPLACEMENT", "refuse.too_dear", ref(key), unit=ref(key))
    return None


def rebuildable(state: KoreaState, seat: str) -> OneOf:
    """Eliminated units that can come back."""

    def why_not(key: int) -> Refusal | None:
        if (no := why_not_rebuild(state, seat, key)) is not None:
            return no
        if not rebuild_places(state, seat, key).is_possible():
            return refuse("NW-11.2.a", "refuse.no_place_to_rebuild", ref(key), unit=ref(key))
        return None

    return pick("piece", _lost(state, seat), why_not)


# rule: NW-11.2.a
def why_not_there(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a unit cannot be rebuilt in a hex."""
    korea = state.board
    ground = korea.ground[place]
    if korea.is_advanced:
        return advanced.why_not_near(state, seat, key, place) or why_crowded(state, seat, key, place)
    if ground.country != HOME[seat] or not ground.is_land or place in korea.closed:
        return refuse("NW-11.2.a", "refuse.not_at_home", at(place), place=at(place))
    held, foe = holders(state), enemy(seat)
    if any(held.get(h) == foe for h in korea.map.within(place, AWAY)):
        return refuse("NW-11.2.a", "refuse.enemy_near", at(place), place=at(place))
    return why_crowded(state, seat, key, place)


def why_crowded(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a unit has no room in a hex with the step that it comes back with."""
    counter = state.board.units[key]
    shown = counter.back or counter.front
    if points2(state).get(place, 0) + shown.stack2 > stacking.limit2(state, place, seat):
        return refuse("NW-8.1.1.1.a", "refuse.stack", at(place), place=at(place))
    return None


def rebuild_places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Hexes where a unit can be rebuilt."""
    worth = _worth_a_look(state, key)

    def why_not(place: int) -> Refusal | None:
        return why_not_there(state, seat, key, place)

    hexes = state.board.grid.hexes
    if worth is None:
        return pick("place", hexes, why_not)
    far = refuse("NW-27.9.3", "refuse.not_there", ref(key))
    return OneOf("place", Pool(hexes, lambda h: why_not(h) if h in worth else far), why=why_not)


def _worth_a_look(state: KoreaState, key: int) -> frozenset[int] | None:
    """Hexes near enough to a headquarters of a lost unit, if it has one: all others are out of the question."""
    rally = advanced.rallying_points(state, key) if state.board.is_advanced else ()
    if not rally or not all(map(is_hex, rally)):
        return None
    return frozenset(h for place in rally for h in state.board.map.within(place, advanced.NEAR))


# rule: NW-11.2.a, NW-11.2.b
def rebuild(d: Draft[KoreaState], key: int, place: int) -> None:
    """Bring an eliminated unit back with one step."""
    counter = d.now.board.units[key]
    price = cost(counter, True) or 0  # equivalent[without: 0|0 becomes 1]: who has no price is never brought back
    _pay(d, counter, price, key)
    d.put("units", key, Unit(hex=place, steps=1))
    control.visit(d, (place,), counter.side)
    d.log("log.rebuilt", "NW-11.2.a", ref(key), at(place), unit=ref(key), place=at(place))


def spender(state: KoreaState) -> tuple[str, ...]:
    """Sides that have something to spend points on."""
    return tuple(side for side in (state.first, enemy(state.first)) if can_spend(state, side))


def can_spend(state: KoreaState, side: str) -> bool:
    """Whether a side has points and units for them."""
    if not any(left for nation, left in state.replacements.items() if SIDE_OF[nation] == side):
        return False
    able = (key for key in _reduced(state, side) if not _is_too_dear(state, state.board.units[key]))
    return any(why_not_recover(state, side, key) is None for key in able) or rebuildable(state, side).is_possible()
