"""Rules 18.4 and 18.5: supply points that bring headquarters back to strength, or back at all."""

from __future__ import annotations

from sandtable.games.nextwar.model import ELIMINATED, KoreaState, Unit, enemy
from sandtable.games.nextwar.rules.formations.subordination import hqs_on_board, is_under
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.movement.control import controller, is_gone, is_home, visit
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply import supply_units
from sandtable.games.nextwar.rules.supply.status import why_no_replacements, why_surrendered
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, points2
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

CHART = "replacements"
STEP, WHOLE = 0, 1
"""What the table prints for headquarters: supply points for a step, and for one that was lost."""
NEAR_ITS_OWN, NEAR_SUPREME = 4, 1
"""How far from its units, or from the supreme headquarters, a headquarters is set up again."""


# rule: NW-18.4.b, NW-18.5.a, NWT-REPLACEMENT
def cost(state: KoreaState, key: int, what: int) -> int:
    """Supply points for a step of a headquarters, or for one that was lost."""
    return int(chart(CHART)["hq"]["supreme" if state.board.units[key].supreme else "hq"][what])


# -- steps -------------------------------------------------------------------------------------------------------------


def why_not_recover(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a headquarters cannot get a step back."""
    unit, counter = state.units[key], state.board.units[key]
    if counter.side != seat or not counter.is_hq or not unit.hex:
        return refuse("NW-18.4.b", "refuse.not_yours", ref(key), unit=ref(key))
    if unit.steps >= counter.steps:
        return refuse("NW-18.4.b", "refuse.full_strength", ref(key), unit=ref(key))
    # rule: NW-11.2.b, NWS-ADV-15.4
    if key in state.refitted:
        return refuse("NW-11.2.b", "refuse.refitted", ref(key), unit=ref(key))
    # rule: NW-18.4.b, NW-19.7.2.d
    return why_no_replacements(state, key) or supply_units.why_not_pay(state, seat, cost(state, key, STEP))


def recoverable(state: KoreaState, seat: str) -> OneOf:
    """Headquarters that can get a step back."""
    reduced = [k for k in hqs_on_board(state, seat) if state.units[k].steps < state.board.units[k].steps]
    return pick("piece", reduced, lambda key: why_not_recover(state, seat, key))


# rule: NW-18.4.b
def recover(d: Draft[KoreaState], key: int) -> None:
    """Give a headquarters its step back."""
    supply_units.pay(d, d.seat, cost(d.now, key, STEP))
    d.edit("units", key, steps=d.now.units[key].steps + 1)
    d.log("log.recovered", "NW-18.4.b", ref(key), unit=ref(key))


# -- lost headquarters -------------------------------------------------------------------------------------------------


def lost(state: KoreaState, side: str) -> tuple[int, ...]:
    """Headquarters that a side has lost."""
    units = state.board.units
    return tuple(k for k, u in state.units.items() if u.box == ELIMINATED and units[k].is_hq and units[k].side == side)


def why_not_rebuild(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a lost headquarters cannot be set up again."""
    if (no := why_surrendered(state, seat, key)) is not None:
        return no
    if key not in lost(state, seat):
        return refuse("NW-18.5.a", "refuse.not_yours", ref(key), unit=ref(key))
    if (no := supply_units.why_not_pay(state, seat, cost(state, key, WHOLE))) is not None:
        return no
    if not any(why_not_there(state, seat, key, place) is None for place in _places(state, seat, key)):
        return refuse("NW-18.5.b", "refuse.no_place_to_rebuild", ref(key), unit=ref(key))
    return None


def rebuildable(state: KoreaState, seat: str) -> OneOf:
    """Lost headquarters that can be set up again."""
    return pick("piece", lost(state, seat), lambda key: why_not_rebuild(state, seat, key))


def its_own(state: KoreaState, key: int) -> tuple[int, ...]:
    """The units on the map under a headquarters."""
    side = state.board.units[key].side
    return tuple(k for k in on_board(state, side) if k != key and is_under(state, k, key))


def _anchors(state: KoreaState, seat: str, key: int) -> tuple[list[int], int] | None:
    """The places near which a headquarters is set up again, and how near; nothing where a town will do."""
    # rule: NW-18.5.b
    below = its_own(state, key)
    if below:
        fit = [k for k in below if not (state.units[k].unsupplied or state.units[k].isolated)]
        return [state.units[k].hex for k in fit], NEAR_ITS_OWN
    supreme = [state.units[k].hex for k in hqs_on_board(state, seat) if state.board.units[k].supreme]
    return (supreme, NEAR_SUPREME) if supreme else None


def why_not_there(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a headquarters cannot be set up again in a hex."""
    ground, counter = state.board.ground[place], state.board.units[key]
    no = refuse("NW-18.5.b", "refuse.not_there", ref(key), at(place), unit=ref(key), place=at(place))
    barred = place in state.board.closed or is_gone(state, place)
    if not ground.is_land or barred or holders(state).get(place, seat) != seat:
        return no
    # rule: NW-18.5.b
    if place in zoc(state, enemy(seat)):
        return refuse("NW-18.5.b", "refuse.in_enemy_zoc", ref(key), unit=ref(key))
    anchors = _anchors(state, seat, key)
    if anchors is None:
        if not (ground.is_urban or ground.is_city) or controller(state, place) != seat:
            return no
    elif not is_home(state, place, seat) or all(distance(state, h, place) > anchors[1] for h in anchors[0]):
        return no
    shown = counter.back or counter.front
    if points2(state).get(place, 0) + shown.stack2 > stacking.limit2(state, place, seat):
        return refuse("NW-8.1.1.1.a", "refuse.stack", at(place), place=at(place))
    return None


def _places(state: KoreaState, seat: str, key: int) -> tuple[int, ...]:
    """Places that come into question."""
    anchors = _anchors(state, seat, key)
    if anchors is None:
        return tuple(h for h, ground in state.board.ground.items() if ground.is_urban or ground.is_city)
    korea = state.board
    around = {n for h in anchors[0] if h in korea.near for n in korea.map.within(h, anchors[1])}
    return tuple(sorted(around.union(anchors[0])))


def places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a headquarters can be set up again."""
    return pick("place", _places(state, seat, key), lambda place: why_not_there(state, seat, key, place))


# rule: NW-18.5.a, NW-18.5.c
def rebuild(d: Draft[KoreaState], key: int, place: int) -> None:
    """Set a headquarters up again, with one step."""
    supply_units.pay(d, d.seat, cost(d.now, key, WHOLE))
    d.put("units", key, Unit(hex=place, steps=1))
    d.set(refitted=(*d.now.refitted, key))
    d.log("log.rebuilt", "NW-18.5.a", ref(key), at(place), unit=ref(key), place=at(place))
    # rule: NW-2.8.c
    visit(d, (place,), d.now.board.units[key].side)


# rule: NWS-ADV-15.4
def rebuilder(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it can pay for a headquarters."""
    return (side,) if recoverable(state, side).is_possible() or rebuildable(state, side).is_possible() else ()
