"""Korea, 5.5.2: units that set out on a line off the map and do not reach its end in one segment."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import eligibility, imaginary_hexes, lines
from sandtable.games.nextwar.rules.movement.marching import budget, points
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse


def _ends(state: KoreaState, key: int) -> dict[int, int]:
    """The far ends of lines to or from a box where a unit stands, with their cost."""
    unit = state.units[key]
    ways = lines.ways(state, face(state, key).mobility).get(unit.hex, ())
    return {
        to: on
        for to, _, on in ways
        if on is not None
        and not (is_hex(unit.hex) and is_hex(to))
        and unit.toward in (0, imaginary_hexes.end_of(state, to))
    }


def _no_line(key: int) -> Refusal:
    return refuse("NWK-5.5.2", "refuse.no_line", ref(key), unit=ref(key))


def travellers(state: KoreaState, seat: str) -> OneOf:
    """Units that can set out on a line that is too long for them."""
    places = lines.ends(state)
    near = [key for key in on_board(state, seat) if state.units[key].hex in places and not state.units[key].moved]

    def why_not(key: int) -> Refusal | None:
        if (no := eligibility.why_not_move(state, seat, key)) is not None:
            return no
        reasons = [why_not_toward(state, key, to) for to in _ends(state, key)]
        return reasons[0] if reasons and all(reasons) else None if reasons else _no_line(key)

    return pick("piece", near, why_not)


# rule: NWK-5.5.2
def why_not_toward(state: KoreaState, key: int, to: int) -> Refusal | None:
    """Why a unit cannot set out toward the end of a line: who has the movement points for all of it goes there."""
    prices = _ends(state, key)
    if to not in prices:
        return refuse("NWK-5.5.2", "refuse.no_line", ref(key), at(to), unit=ref(key), place=at(to))
    if holders(state).get(to) == enemy(state.board.units[key].side):
        return refuse("NW-8.2.2.a", "refuse.enemy_there", at(to), place=at(to), unit=ref(key))
    if (no := lines.why_closed(state, key, to) or eligibility.why_not_enter(state, key, to)) is not None:
        return no
    if prices[to] <= budget(state, key):
        return refuse("NWK-5.5.2", "refuse.must_arrive", ref(key), at(to), unit=ref(key), place=at(to))
    return None


def ends(state: KoreaState, seat: str, key: int) -> OneOf:
    """Ends of lines that a unit can set out for."""
    return pick("place", _ends(state, key), lambda to: why_not_toward(state, key, to))


# rule: NWK-5.5.2
def set_out(d: Draft[KoreaState], key: int, to: int) -> None:
    """Spend all movement on a line: what is paid, or still to be paid at its end, is kept in mind."""
    here, price = d.now.units[key].hex, _ends(d.now, key)[to]
    paid = budget(d.now, key)
    if is_hex(here):
        d.edit("units", key, hex=to, moved=True, spent=price - paid)
    else:
        d.edit("units", key, toward=imaginary_hexes.end_of(d.now, to), moved=True, spent=-paid)
    d.log("log.set_out", "NWK-5.5.2", ref(key), at(here), at(to), unit=ref(key), place=at(to), spent=points(paid))
