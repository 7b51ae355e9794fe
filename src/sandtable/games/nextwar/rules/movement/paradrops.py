"""Rule 8.5.3: drops by parachute."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.damage import units as struck_units
from sandtable.games.nextwar.rules.movement import carrying, landings
from sandtable.games.nextwar.rules.movement.control import is_home
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.rules.terms.units import DIE, at, face, ref
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.kernel import Draft, Modifier, Number, OneOf, Refusal, Sum, Unasked, pick, refuse

COLUMNS = {"flat": "open", "flat_woods": "open_woods", "rough": "rough", "rough_woods": "rough_woods"}
"""Terrain where a drop can be made, with the column of the table."""
STANDARD, ADVANCED = 0, 1
STEP = "1"
MARKERS = {"S1": "1", "S2": "2"}
"""Strike markers that a drop of the advanced game brings."""


# rule: NW-8.5.3.1, NWK-5.3
def has_planes(state: KoreaState, key: int) -> bool:
    """Whether the side of a unit can still drop it in this segment."""
    side = state.board.units[key].side
    most: int | None = chart("transport")["drop"][side]
    return most is None or state.accounts[side].dropped2 + face(state, key).stack2 <= most


# rule: NW-8.5.3.a
def why_not_drop(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be dropped by parachute."""
    unit, counter = state.units[key], state.board.units[key]
    if (no := carrying.why_not_carried(state, seat, key)) is not None:
        return no
    if not counter.is_airborne:
        return refuse("NW-8.5.3.a", "refuse.not_airborne", ref(key), unit=ref(key))
    if (no := carrying.why_no_base(state, unit.hex)) is not None:
        return no
    if not carrying.is_safe_base(state, unit.hex, seat):
        return refuse("NW-8.5.3.a", "refuse.no_base", ref(key), unit=ref(key), place=at(unit.hex))
    if not has_planes(state, key):
        return refuse("NWK-5.3", "refuse.no_transport_left", ref(key), unit=ref(key))
    return None


def jumpers(state: KoreaState, seat: str) -> OneOf:
    """Units that can be dropped."""
    airborne = [key for key in on_board(state, seat) if state.board.units[key].is_airborne]

    def why_not(key: int) -> Refusal | None:
        no = why_not_drop(state, seat, key)
        if no is None and all(why_not_there(state, key, h) is not None for h in state.board.grid.hexes):
            return refuse("NW-8.5.3.b", "refuse.stuck", ref(key), unit=ref(key))
        return no

    return pick("piece", airborne, why_not)


# rule: NW-8.5.3.b
def why_not_there(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why nobody can be dropped into a hex."""
    ground, side = state.board.ground[place], state.board.units[key].side
    closed = refuse("NW-8.5.3.b", "refuse.no_drop_zone", ref(key), at(place), unit=ref(key), place=at(place))
    if state.board.terrain(place) not in COLUMNS or ground.is_city:
        return closed
    if ground.installations and not is_home(state, place, side):
        return closed
    if place == state.units[key].hex:
        return closed
    if holders(state).get(place) == enemy(side):
        return refuse("NW-8.5.3.a", "refuse.enemy_there", at(place), place=at(place), unit=ref(key))
    return carrying.why_not_land(state, key, place)


def zones(state: KoreaState, seat: str, key: int) -> OneOf:
    """Hexes where a unit can be dropped."""
    return pick("place", state.board.grid.hexes, lambda place: why_not_there(state, key, place))


def escorts(state: KoreaState, seat: str, key: int, to: int) -> Number | Unasked:
    """Air points that may escort the drop."""
    return carrying.escorts(state, seat, state.units[key].hex, to)


# rule: NW-8.5.3.a, NW-8.5.3.c
def drop(d: Draft[KoreaState], key: int, to: int, points: int) -> None:
    """Drop a unit: air defence first, then the roll for how it comes down."""
    start, side = d.now.units[key].hex, d.now.board.units[key].side
    pay(d, key)
    more = air_defence.escort(d, side, points)
    immune = air_defence.is_immune(d.now, side, start, to)
    if not immune and not carrying.comes_through(d, key, to, more):
        return
    jump(d, key, to)


# rule: NW-8.5.3.1, NWK-5.3
def pay(d: Draft[KoreaState], key: int) -> None:
    """A unit uses up room in the transports of its side."""
    side = d.now.board.units[key].side
    d.edit("accounts", side, dropped2=d.now.accounts[side].dropped2 + face(d.now, key).stack2)
    d.edit("units", key, moved=True)


# rule: NW-8.5.3.c, NW-25.1.1
def jump(d: Draft[KoreaState], key: int, to: int) -> None:
    """A unit jumps: that may cost it a step, in the advanced game its order."""
    start = d.now.units[key].hex
    d.log("log.dropped", "NW-8.5.3.a", ref(key), at(start), at(to), unit=ref(key), start=at(start), place=at(to))
    result = _scatter(d, key, to)
    if result == STEP:
        losses.lose_step(d, key, "NWT-PARADROP")
    elif result in MARKERS:
        struck_units.strike(d, key, MARKERS[result])
    if d.now.units[key].hex:
        landings.come_down(d, key, to)


# rule: NWT-PARADROP, NW-8.5.3.c
def _scatter(d: Draft[KoreaState], key: int, to: int) -> str:
    """Roll for a drop: a step, a strike marker or nothing."""
    side, parts = d.now.board.units[key].side, []
    if to in zoc(d.now, enemy(side)):
        parts.append(Modifier("NWT-PARADROP", "modifier.in_enemy_zoc", chart("paradrop")["modifiers"]["enemy_zoc"]))
    die, total = d.draw("roll.paradrop", DIE), Sum.of(parts)
    cell: str = table("paradrop").look(die.faces[0] + total.total, COLUMNS[d.now.board.terrain(to)]).value
    result = cell.split("/")[ADVANCED if d.now.board.is_advanced else STANDARD]
    d.log(
        "log.paradrop",
        "NWT-PARADROP",
        ref(key),
        at(to),
        rolls=[die],
        modifiers=total,
        by=side,
        unit=ref(key),
        place=at(to),
        lost=int(result == STEP),
    )
    return result
