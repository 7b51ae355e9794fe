"""Scenarios 4 and 5, the winter of 1941: who may not go to Kerch, who guards the coast, and what heavy guns fire."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules import memory
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref
from sandtable.games.eastfront.rules.victory import scoring
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse

LANDED = "landed_at_kerch"
"""The track with the turn in which the Soviets first landed on the peninsula."""
WEST_END, COAST_END = 49, 22
"""The first column of the peninsula, and the row north of which units on the coast are held there."""
FOR_KERCH = "99 LW Rgt"
"""The one unit that the card lets be placed on the closed peninsula."""
PATIENCE = 2
"""Turns after a landing in which the Axis may still not enter."""
FLOTILLA = "flotilla"
SHELLS = "heavy_shells"
"""The track with the points that super-heavy guns fire."""


def _is_peninsula(board: CrimeaScenario, place: int) -> bool:
    return not is_inner(place) and board.grid.column(place) >= WEST_END


# rule: EFS-10.44.j1
def note_landing(d: Draft[CrimeaState]) -> None:
    """Remember the turn in which Soviet units first stood on the peninsula or assaulted it from the sea."""
    board = d.now.board
    if LANDED in d.now.tracks or not board.special("kerch_restriction"):
        return
    if _is_ashore(d.now) or any(_is_peninsula(board, h) for h in _assaulted(d.now)):
        d.put("tracks", LANDED, d.now.turn)
        d.log("log.landed_at_kerch", "EFS-10.44.j1")


@derived("pieces", pieces=memory.unless(memory.changed_place))
def _is_ashore(state: CrimeaState) -> bool:
    """Whether Soviet units stand on the peninsula; boats off its coast do not."""
    board = state.board
    army = (state.pieces[key].hex for key in on_map(state, SOVIET) if board.units[key].kind != FLOTILLA)
    return any(board.ground[h].is_land and _is_peninsula(board, h) for h in army)


def _assaulted(state: CrimeaState) -> tuple[int, ...]:
    """Hexes that the Soviets attack from the sea."""
    attacks = [attack for attack in state.attacks.values() if any(state.pieces[key].ship for key in attack.units)]
    return tuple(h for attack in attacks for h in attack.hexes)


# rule: EFS-10.44.j1
def is_closed(state: CrimeaState) -> bool:
    """Whether the peninsula is closed to Axis units from outside."""
    if not state.board.special("kerch_restriction"):
        return False
    return LANDED not in state.tracks or state.turn < state.tracks[LANDED] + PATIENCE


# rule: EFS-10.44.j1
def barred(state: CrimeaState, key: int) -> frozenset[int]:
    """Hexes that a unit may not enter."""
    board, place = state.board, state.pieces[key].hex
    if board.units[key].side != AXIS or not is_closed(state) or _is_peninsula(board, place):
        return frozenset()
    if not place and board.units[key].name == FOR_KERCH:
        return frozenset()
    if "peninsula" not in board.cache:
        board.cache["peninsula"] = frozenset(h for h in board.grid.hexes if _is_peninsula(board, h))
    found: frozenset[int] = board.cache["peninsula"]
    return found


# rule: EFS-10.44.j1
def why_barred(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why a unit does not enter a hex, by whatever means: it comes from outside, and the peninsula is closed."""
    if place not in barred(state, key):
        return None
    return refuse("EFS-10.44.j1", "refuse.peninsula_closed", at(place), place=at(place), unit=ref(key))


# rule: EFS-10.44.j1
def why_no_replacements(state: CrimeaState, key: int) -> Refusal | None:
    """Why a unit gets no replacements: it is on the peninsula, and the Soviets have not landed yet."""
    board, place = state.board, state.pieces[key].hex
    if LANDED in state.tracks or not board.special("kerch_restriction") or not place:
        return None
    if not _is_peninsula(board, place):
        return None
    return refuse("EFS-10.44.j1", "refuse.peninsula_waits", at(place), place=at(place), unit=ref(key))


# rule: EFS-10.44.j3
def is_closed_coast(board: CrimeaScenario, place: int) -> bool:
    """Whether no landing is made on a hex: the coast west of the peninsula and north of 3822, where a card says so."""
    if not board.special("landings_at_kerch_only") or is_inner(place) or not board.ground[place].coastal:
        return False
    return not _is_peninsula(board, place) and board.grid.row(place) < COAST_END


# rule: EFS-10.44.j2
def guards_coast(state: CrimeaState, key: int) -> bool:
    """Whether a unit is held on the coast: it moves only for a victory point until the turn after a landing."""
    board, place = state.board, state.pieces[key].hex
    if board.units[key].side != AXIS or not board.special("coast_units_cost_points"):
        return False
    if LANDED in state.tracks and state.turn > state.tracks[LANDED]:
        return False
    if not place or is_inner(place) or _is_peninsula(board, place) or not board.ground[place].coastal:
        return False
    return board.grid.row(place) < COAST_END


# rule: EFS-10.44.j2, EFS-10.4.ev
def charge(d: Draft[CrimeaState], key: int) -> None:
    """A unit leaves the coast that it guards: that costs a point."""
    if guards_coast(d.now, key):
        d.log("log.coast_left", "EFS-10.44.j2", ref(key), unit=ref(key))
        scoring.score(d, "coast", -1)


# -- what super-heavy guns fire ----------------------------------------------------------------------------------------


def _has_shells(state: CrimeaState) -> bool:
    """Whether the card counts what super-heavy guns fire."""
    return state.board.switch("super_heavy_points") is not None


# rule: EFS-10.44.f
def why_no_shells(state: CrimeaState, guns: int) -> Refusal | None:
    """Why super-heavy guns of the Axis stay silent: each fires a point."""
    left = state.tracks.get(SHELLS, 0)
    if not _has_shells(state) or guns <= left:
        return None
    return refuse("EFS-10.44.f", "refuse.no_heavy_shells", left=left, need=guns)


# rule: EFS-10.44.f
def fire_shells(d: Draft[CrimeaState], guns: int) -> None:
    """Spend a point for each super-heavy gun of an attack."""
    if _has_shells(d.now) and guns:
        scoring.add(d, SHELLS, -guns)


# rule: EFS-10.44.f
def stores(state: CrimeaState, seat: str) -> OneOf:
    """Supply units on the enlarged map that can be broken up for shells."""

    def why_not(key: int) -> Refusal | None:
        unit = state.supplies.get(key)
        if unit is None or unit.side != seat or seat != AXIS or not is_inner(unit.hex):
            return refuse("EFS-10.44.f", "refuse.no_shells_there", Ref("supply", key))
        return None

    return pick("supply", state.supplies if _has_shells(state) else (), why_not)


def stocker(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it has supplies to turn into shells and none are left."""
    if not _has_shells(state) or state.tracks.get(SHELLS, 0):
        return ()
    return (AXIS,) if stores(state, AXIS).is_possible() else ()


# rule: EFS-10.44.f
def stock(d: Draft[CrimeaState], key: int) -> None:
    """Turn a supply point into shells."""
    unit = d.now.supplies[key]
    scoring.add(d, "axis_ledger", -1)
    if unit.points > 1:
        d.edit("supplies", key, points=unit.points - 1)
    else:
        d.drop("supplies", key)
    worth = int(d.now.board.switch("super_heavy_points"))
    scoring.add(d, SHELLS, worth)
    d.log("log.shells_stocked", "EFS-10.44.f", at(unit.hex), place=at(unit.hex), points=worth)
