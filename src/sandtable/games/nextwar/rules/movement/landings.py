"""Rules 8.5.3 and 8.5.4.4: the one step that a unit may take after it came down by air."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import carrying_out, eligibility
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse


# rule: NW-8.5.3.d, NW-8.5.4.4.b, NW-8.4.1.f
def come_down(d: Draft[KoreaState], key: int, to: int) -> None:
    """Put a unit down; away from enemy zones it may still step into a hard hex next to it."""
    side = d.now.board.units[key].side
    poised = to not in zoc(d.now, enemy(side)) and any(
        why_not_step(d.now, key, to, h) is None for h in d.now.board.near.get(to, ())
    )
    d.edit("units", key, hex=to, moved=True, landed=True, by_air=True, poised=poised)
    carrying_out.arrive(d, (to,), side)


# rule: NW-8.5.3.d, NW-8.5.3.e, NW-8.5.4.4.b
def why_not_step(state: KoreaState, key: int, start: int, to: int) -> Refusal | None:
    """Why a unit that came down in a hex cannot go on into a neighbour: only hard hexes of the enemy without a unit."""
    korea, side = state.board, state.board.units[key].side
    if to not in korea.near.get(start, ()) or to in korea.closed:
        return refuse("NW-8.5.1.a", "refuse.not_next", at(to), place=at(to), start=at(start))
    if korea.border(start, to).is_closed:
        return refuse("NW-8.3.3.b", "refuse.closed", at(to), place=at(to), unit=ref(key))
    if not korea.ground[to].is_hard or controller(state, to) != enemy(side):
        return refuse("NW-8.5.3.e", "refuse.not_hard", ref(key), at(to), unit=ref(key), place=at(to))
    if to in holders(state):
        return refuse("NW-8.5.3.e", "refuse.not_empty", at(to), place=at(to))
    return eligibility.why_not_enter(state, key, to)


def why_not_step_in(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit may not take the step after a landing."""
    start = state.units[key].hex
    is_open = any(why_not_step(state, key, start, h) is None for h in state.board.near.get(start, ()))
    if state.board.units[key].side != seat or not state.units[key].poised or not is_open:
        return refuse("NW-8.5.4.4.b", "refuse.not_poised", ref(key), unit=ref(key))
    return None


def poised(state: KoreaState, seat: str) -> OneOf:
    """Units that may step into a hard hex."""
    landed = [key for key, unit in state.units.items() if unit.poised and unit.hex]
    return pick("piece", landed, lambda key: why_not_step_in(state, seat, key))


def prizes(state: KoreaState, seat: str, key: int) -> OneOf:
    """Hard hexes next to one of them."""
    start = state.units[key].hex
    return pick("place", state.board.near.get(start, ()), lambda to: why_not_step(state, key, start, to))


def step_in(d: Draft[KoreaState], key: int, to: int) -> None:
    """Go into a hard hex next to where the unit came down."""
    side = d.now.board.units[key].side
    d.edit("units", key, hex=to, poised=False)
    d.log("log.stepped_in", "NW-8.5.4.4.b", ref(key), at(to), by=side, unit=ref(key), place=at(to))
    carrying_out.arrive(d, (to,), side)


# rule: NW-8.4.1.f
def forget(d: Draft[KoreaState]) -> None:
    """A new turn: nobody has landed yet."""
    for key, unit in d.now.units.items():
        if unit.landed or unit.by_air:
            d.edit("units", key, landed=False, by_air=False)
