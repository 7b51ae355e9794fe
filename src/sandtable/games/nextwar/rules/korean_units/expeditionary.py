"""Korea, 3.3: the headquarters of the marine expeditionary units, which I MEF takes over and lends out again."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, UNUSED, KoreaState, Unit
from sandtable.games.nextwar.rules.formations.subordination import MARINES, MEF, hqs_on_board, is_expeditionary
from sandtable.games.nextwar.rules.sequence.segments import active
from sandtable.games.nextwar.rules.supply import isolation
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.kernel import Draft, OneOf, Refusal, refuse


def _mef(state: KoreaState) -> int:
    """The place of I MEF, 0 while it is not on the map."""
    keys = [k for k in hqs_on_board(state, ALLIED) if state.board.units[k].commands == MEF]
    return state.units[keys[0]].hex if keys else 0


# rule: NWK-3.3.b
def absorb(d: Draft[KoreaState]) -> None:
    """Headquarters under I MEF leave the map once a path of any length leads from them to it."""
    centre = _mef(d.now)
    if not centre or not d.now.board.ground[centre].is_land:
        return
    linked = isolation.joined(d.now, ALLIED, (centre,))
    for key in hqs_on_board(d.now, ALLIED):
        if is_expeditionary(d.now.board.units[key]) and d.now.units[key].hex in linked:
            d.put("units", key, Unit(box=UNUSED))
            d.log("log.hq_absorbed", "NWK-3.3.b", ref(key), by=ALLIED, unit=ref(key))


# rule: NWK-3.3.b
def lent(state: KoreaState) -> tuple[int, ...]:
    """Headquarters that I MEF has taken over and can send out again."""
    units = state.board.units
    return tuple(k for k, u in state.units.items() if u.box == UNUSED and is_expeditionary(units[k]))


# rule: NWK-3.3.b
def beaches(state: KoreaState) -> tuple[int, ...]:
    """Places where marines of the US have come ashore in an assault of this turn."""
    units = state.board.units
    ashore = (k for k in on_board(state, ALLIED) if units[k].branch == MARINES)
    rows = (state.units[k] for k in ashore)
    return tuple(sorted({row.hex for row in rows if row.landed and not row.by_air and _is_land(state, row.hex)}))


def _is_land(state: KoreaState, place: int) -> bool:
    return state.board.ground[place].is_land


def why_not_call(state: KoreaState, seat: str) -> Refusal | None:
    """Why no such headquarters can come ashore now."""
    if seat != ALLIED or active(state) != ALLIED or not lent(state) or not beaches(state):
        return refuse("NWK-3.3.b", "refuse.no_hq_ashore")
    return None


def callable_hqs(state: KoreaState, seat: str) -> OneOf:
    """Headquarters that can come ashore."""
    return OneOf("piece", lent(state))


def landing_places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where they can."""
    return OneOf("place", beaches(state))


# rule: NWK-3.3.b
def call(d: Draft[KoreaState], key: int, place: int) -> None:
    """A headquarters goes ashore with marines that stormed a beach."""
    d.put("units", key, Unit(hex=place, steps=d.now.board.units[key].steps))
    d.log("log.hq_ashore", "NWK-3.3.b", ref(key), at(place), unit=ref(key), place=at(place))
