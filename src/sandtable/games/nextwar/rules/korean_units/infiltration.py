"""Korea, 3.1.3: light infantry of the DPRK that slips through the enemy; a rule of the advanced game."""

from __future__ import annotations

from sandtable.games.nextwar.model import CLEAR, DPRK, KoreaState, enemy
from sandtable.games.nextwar.rules.damage import units as damage
from sandtable.games.nextwar.rules.movement import carrying_out, control, eligibility, imaginary_hexes, supply_units
from sandtable.games.nextwar.rules.sequence.segments import MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.efficiency import efficiency
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import HIGH, MOUNTAIN
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Sum, pick, refuse

OPEN_OR_ROUGH = ("flat", "rough")
STRIKES = 2
"""The worst that a failure brings."""


# rule: NWK-3.1.3.a, NWK-3.1.3.e
def why_not_try(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot try to infiltrate: light infantry of the DPRK that has not moved, next to the enemy."""
    unit, counter, now = state.units[key], state.board.units[key], segment(state)
    if not state.board.is_advanced or now is None or now.kind != MOVEMENT:
        return refuse("NWK-3.1.3.a", "refuse.no_infiltration")
    if counter.side != seat or not unit.hex:
        return refuse("NWK-3.1.3.a", "refuse.not_yours", ref(key), unit=ref(key))
    if counter.nation != DPRK or not counter.is_light:
        return refuse("NWK-3.1.3.a", "refuse.no_infiltrator", ref(key), unit=ref(key))
    if unit.moved or unit.carried:
        return refuse("NWK-3.1.3.e", "refuse.moved", ref(key), unit=ref(key))
    # rule: NW-27.3.2.b
    if supply_units.is_halted(state, key):
        return refuse("NW-27.3.2.b", "refuse.one_hex_only", ref(key), unit=ref(key), place=at(unit.hex))
    # rule: NWS-STD-3.3, NW-8.5.1.f
    if (no := eligibility.why_not_move(state, seat, key)) is not None:
        return no
    if not any(why_not_through(state, key, h) is None for h in state.board.near.get(unit.hex, ())):
        return refuse("NWK-3.1.3.a", "refuse.no_infiltrator", ref(key), unit=ref(key))
    return None


def infiltrators(state: KoreaState, seat: str) -> OneOf:
    """Units that can try."""
    light = [key for key in on_board(state, seat) if state.board.units[key].is_light]
    return pick("piece", light, lambda key: why_not_try(state, seat, key))


# rule: NWK-3.1.3.a, NWK-3.1.3.d
def why_not_through(state: KoreaState, key: int, through: int) -> Refusal | None:
    """Why a unit cannot slip through a hex: an enemy has to be in it, no water before it, and a way out behind."""
    start, side = state.units[key].hex, state.board.units[key].side
    no = refuse("NWK-3.1.3.a", "refuse.not_through", ref(key), at(through), unit=ref(key), place=at(through))
    if through not in state.board.near.get(start, ()) or holders(state).get(through) != enemy(side):
        return no
    if state.board.border(start, through).water:
        return refuse("NWK-3.1.3.d", "refuse.water_between", ref(key), at(through), unit=ref(key), place=at(through))
    if not any(why_not_to(state, key, through, to) is None for to in state.board.near[through]):
        return no
    return None


def hexes(state: KoreaState, seat: str, key: int) -> OneOf:
    """Hexes of the enemy that a unit can try to slip through."""
    return pick("place", state.board.near[state.units[key].hex], lambda h: why_not_through(state, key, h))


# rule: NWK-3.1.3.a, NWK-3.1.3.d
def why_not_to(state: KoreaState, key: int, through: int, to: int) -> Refusal | None:
    """Why a unit cannot come out in a hex: it has to be empty, and none that would have to be mopped up."""
    korea, side = state.board, state.board.units[key].side
    no = refuse("NWK-3.1.3.a", "refuse.not_through", ref(key), at(to), unit=ref(key), place=at(to))
    if to not in korea.near[through] or to == state.units[key].hex or to in korea.closed:
        return no
    if not korea.ground[to].is_land or to in holders(state) or control.needs_mopup(state, to, side):
        return no
    if imaginary_hexes.is_imaginary(state, to):
        return no
    if korea.border(through, to).water:
        return refuse("NWK-3.1.3.d", "refuse.water_between", ref(key), at(to), unit=ref(key), place=at(to))
    return eligibility.why_not_enter(state, key, to)


def ends(state: KoreaState, seat: str, key: int, through: int) -> OneOf:
    """Hexes behind the enemy where a unit can come out."""
    return pick("place", state.board.near[through], lambda to: why_not_to(state, key, through, to))


# rule: NWK-3.1.3.b, NWT-INFILTRATION
def modifiers(state: KoreaState, through: int) -> list[Modifier]:
    """What the hex of the enemy and the weather add to the roll."""
    printed, terrain = chart("advanced/li_infiltration")["modifiers"], state.board.terrain(through)
    found = []
    if terrain in (MOUNTAIN, *HIGH):
        found.append(Modifier("NWT-INFILTRATION", "modifier.infiltration_high", printed["high"]))
    if state.weather != CLEAR:
        found.append(Modifier("NWT-INFILTRATION", "modifier.infiltration_weather", printed["weather"]))
    if terrain in OPEN_OR_ROUGH:
        found.append(Modifier("NWT-INFILTRATION", "modifier.infiltration_open", printed["open_or_rough"]))
    if state.board.ground[through].fort and through not in state.breached:
        found.append(Modifier("NWT-INFILTRATION", "modifier.infiltration_fort", printed["fortification"]))
    return found


# rule: NWK-3.1.3.b, NWK-3.1.3.c, NWK-3.1.3.e
def infiltrate(d: Draft[KoreaState], key: int, through: int, to: int) -> None:
    """Try to slip through the enemy; whatever comes of it, the unit has moved."""
    side = d.now.board.units[key].side
    d.edit("units", key, moved=True)
    # rule: NWK-2.6.d
    over = 0 if through in d.now.tunnels else _excess(d, key, through)
    if over:
        damage.strike(d, key, str(min(over, STRIKES)))
        return
    d.edit("units", key, hex=to)
    d.log("log.infiltrated", "NWK-3.1.3.c", ref(key), at(through), at(to), by=side, unit=ref(key), place=at(to))
    carrying_out.arrive(d, (to,), side)


# rule: NWK-3.1.3.b
def _excess(d: Draft[KoreaState], key: int, through: int) -> int:
    """Roll against the efficiency of a unit; by how much the roll is over it."""
    rating, total = efficiency(d.now, key).total, Sum.of(modifiers(d.now, through))
    roll = d.draw("roll.infiltration", DIE, need=rating)
    over = max(0, roll.faces[0] + total.total - rating)
    side = d.now.board.units[key].side
    d.log(
        "log.infiltration",
        "NWK-3.1.3.b",
        ref(key),
        at(through),
        rolls=[roll],
        modifiers=total,
        by=side,
        unit=ref(key),
        place=at(through),
        passed=int(not over),
    )
    return over


def why_nobody(state: KoreaState, seat: str) -> Refusal | None:
    """Why nobody infiltrates at all: the rule is the advanced game's, and the DPRK's."""
    if not state.board.is_advanced or seat != DPRK:
        return refuse("NWK-3.1.3.a", "refuse.no_infiltration")
    return None
