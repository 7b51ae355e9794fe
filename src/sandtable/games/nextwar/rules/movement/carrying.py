"""Rules 8.5.2 to 8.5.8: what all units that are carried share."""

from __future__ import annotations

from sandtable.games.nextwar.model import STEP_MP, KoreaState, enemy
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.air_points.points import lose_airmobile
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement import eligibility, mopup, supply_units
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.marching import budget
from sandtable.games.nextwar.rules.movement.naval import why_no_sailing
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios import japan, restraints
from sandtable.games.nextwar.rules.sequence.segments import segment
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.kernel import Draft, Modifier, Number, Refusal, Unasked, refuse


# rule: NWS-STD-3.3, NW-4.1.3.a
def why_not_in_segment(state: KoreaState) -> Refusal | None:
    """Why nothing carries anybody in this segment, by air or by sea."""
    now = segment(state)
    if now is not None and now.elite:
        return refuse("NWS-STD-3.3", "refuse.elite_on_foot")
    return why_no_sailing(state)


# rule: NW-8.5.4.4.d
def why_not_carried(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be carried by anything in this segment: it has moved, or nothing flies and sails."""
    unit, counter = state.units[key], state.board.units[key]
    if counter.side != seat or not unit.hex or counter.is_outpost:
        return refuse("NW-8.0", "refuse.not_yours", ref(key), unit=ref(key))
    if unit.moved or unit.carried:
        return refuse("NW-8.5.4.4.d", "refuse.moved", ref(key), unit=ref(key))
    if unit.hex in state.mopups:
        return refuse("NW-8.4.1.i", "refuse.leaves_on_foot", ref(key), unit=ref(key))
    if (no := why_not_lifted(state, key)) is not None:
        return no
    return (
        why_not_in_segment(state) or restraints.why_held(state, key) or japan.why_stays(state, counter.nation, ref(key))
    )


def why_not_lifted(state: KoreaState, key: int) -> Refusal | None:
    """Why the state of a unit lets nothing carry it in this segment."""
    now = segment(state)
    # rule: NW-27.3.2.b
    if supply_units.is_halted(state, key):
        return refuse("NW-27.3.2.b", "refuse.struck_down", ref(key), unit=ref(key))
    if now is None:
        return None
    # rule: NW-25.3, NW-19.4.b
    if (no := supply_units.why_not_on_the_road(state, key, now)) is not None:
        return no
    if not now.exploits:
        return None
    # rule: NW-8.5.1.f, NWK-3.1.1.g
    if state.units[key].hex in zoc(state, enemy(state.board.units[key].side)):
        return refuse("NW-8.5.1.f", "refuse.starts_in_zoc", ref(key), unit=ref(key))
    # rule: NW-19.5.b, NW-27.3.1.c
    return eligibility.why_too_weak(state, key)


# rule: NW-8.5.2.a, NW-8.5.3.a
def is_safe_base(state: KoreaState, place: int, side: str) -> bool:
    """Whether transports of a side can use a place: an own air base or airfield that is not in an enemy zone."""
    return (
        state.board.ground[place].is_base
        and installations.serves_transport(state, place)
        and controller(state, place) == side
        and holders(state).get(place, side) == side
        and place not in zoc(state, enemy(side))
        and place not in state.board.closed
    )


# rule: NW-27.7.1.d
def why_no_base(state: KoreaState, place: int) -> Refusal | None:
    """Why nothing flies with passengers from or to a hex: a base is there, struck or captured. Other hexes are free."""
    if not state.board.ground[place].is_base or installations.serves_transport(state, place):
        return None
    # rule: NW-27.7.1.c
    if installations.is_taken_base(state, place):
        return refuse("NW-27.7.1.c", "refuse.base_captured", at(place), place=at(place))
    return refuse("NW-27.7.1.d", "refuse.base_damaged", at(place), unit=at(place))


def why_not_land(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a unit can be set down in a hex by nothing at all."""
    ground, side = state.board.ground[place], state.board.units[key].side
    if not ground.is_land or place in state.board.map.edges:
        return refuse("NW-8.3.3.b", "refuse.no_landing", ref(key), at(place), unit=ref(key), place=at(place))
    # rule: NWK-16.0.b
    if place in state.board.closed:
        return refuse("NWK-16.0.b", "refuse.outside", at(place), place=at(place), unit=ref(key))
    if holders(state).get(place) == enemy(side):
        return refuse("NW-8.2.2.a", "refuse.enemy_there", at(place), place=at(place), unit=ref(key))
    # rule: NW-8.4.1.j
    if place in mopup.full_hexes(state, side, face(state, key).stack2):
        return refuse("NW-8.4.1.j", "refuse.crowded_mopup", at(place), place=at(place))
    return eligibility.why_not_enter(state, key, place)


# rule: NW-8.5.2.b, NW-8.5.7.1
def half_spent(state: KoreaState, key: int) -> int:
    """What a unit that was carried has spent of its movement: all but one half of what it has, rounded up."""
    allowance = (budget(state, key) + state.units[key].spent) // STEP_MP
    return (allowance - -(-allowance // 2)) * STEP_MP


# rule: NW-6.2.2.a, NW-6.2.2.c
def escorts(state: KoreaState, seat: str, starts: int, to: int) -> Number | Unasked:
    """Air points that may escort a flight; none where nobody could fire at it."""
    if air_defence.is_immune(state, seat, starts, to):
        return air_defence.no_escort(to)
    return air_defence.escorts(state, seat)


# rule: NW-6.6.a, NW-6.6.1.1.a, NW-6.6.1.1.c
def comes_through(d: Draft[KoreaState], key: int, place: int, more: tuple[Modifier, ...], points: int = 0) -> bool:
    """Fire at a unit in the air: it may be turned back; a star costs it a step, and a point of those that carry it."""
    side = d.now.board.units[key].side
    result = air_defence.fire(d, side, place, more, "transport")
    if result.star:
        losses.lose_step(d, key, "NW-6.6.1.1.c")
        # rule: NW-8.5.4.3.b, NW-8.5.4.3.c
        if points:
            lose_airmobile(d, side, "NW-8.5.4.3.b", in_use=True)
    if result.abort and d.now.units[key].hex:
        d.log("log.turned_back", "NW-6.6.1.1.a", ref(key), at(place), by=side, unit=ref(key), place=at(place))
    return not result.abort and bool(d.now.units[key].hex)
