"""Rule 27.9.3: what replacement points ask for in the advanced game: a line of communications, and a headquarters."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.formations.subordination import parents, superiors
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply import tracing
from sandtable.games.nextwar.rules.supply.status import why_no_replacements
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.kernel import Refusal, refuse

NEAR = 2
"""How far from its headquarters a unit is rebuilt."""


def why_no_points(state: KoreaState, key: int) -> Refusal | None:
    """Why replacement points cannot reach a unit on the map."""
    if not state.board.is_advanced:
        return None
    # rule: NW-18.5.a, NW-18.4.b
    if state.board.units[key].is_hq:
        return refuse("NW-18.4.b", "refuse.hq_needs_supply", ref(key), unit=ref(key))
    if (no := why_no_replacements(state, key)) is not None:
        return no
    # rule: NW-27.9.3
    if not tracing.has_line(state, key):
        return refuse("NW-27.9.3", "refuse.unsupplied", ref(key), unit=ref(key))
    return None


# rule: NW-27.9.3
def rallying_points(state: KoreaState, key: int) -> tuple[int, ...]:
    """Where the headquarters of a lost unit are: those right above it, or else those above them."""
    direct = _standing(state, parents(state.board, key))
    return direct or _standing(state, superiors(state.board, key))


def _standing(state: KoreaState, hqs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(state.units[hq].hex for hq in hqs if hq in state.units and state.units[hq].hex)


def why_not_near(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a lost unit cannot come back in a hex."""
    ground = state.board.ground[place]
    no = refuse("NW-27.9.3", "refuse.not_there", ref(key), at(place), unit=ref(key), place=at(place))
    if not ground.is_land or place in state.board.closed or holders(state).get(place, seat) != seat:
        return no
    # rule: NW-27.9.3
    if place in zoc(state, enemy(seat)):
        return refuse("NW-27.9.3", "refuse.in_enemy_zoc", ref(key), unit=ref(key))
    if rally := rallying_points(state, key):
        return no if all(distance(state, h, place) > NEAR for h in rally) else None
    return None if (ground.is_urban or ground.is_city) and controller(state, place) == seat else no
