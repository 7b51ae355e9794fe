"""Chapters 10.14, 10.24 and 22.3: armoured trains, which move and retreat along the rails only."""

from __future__ import annotations

from sandtable.games.eastfront.model import OUT_OF_SUPPLY, SOVIET, CrimeaState, enemy, phase
from sandtable.games.eastfront.rules.crimea_map.spans import carries_rail
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.railways.railways import CHART, INTERDICTED, along_rail, serves
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_train, on_map, ref, zoc
from sandtable.kernel import Draft, OneOf, Path, Refusal, pick, refuse

REACH: int = CHART["movement"]["armoured_train"]
"""Rail hexes that a train goes in a turn."""
HUNGER = 2
ZONE = 1


# rule: EF-10.14
def reach(state: CrimeaState, key: int) -> int:
    """How many rail hexes a train can go."""
    return REACH - (HUNGER if state.pieces[key].supply == OUT_OF_SUPPLY else 0)


# rule: EF-10.14, EF-22.31
def cost(state: CrimeaState, place: int) -> int:
    """What one rail hex counts for: more under interdiction, and one more in an enemy zone of control."""
    base = INTERDICTED if interdiction_at(state, place) else 1
    return base + (ZONE if place in zoc(state, enemy(SOVIET)) else 0)


# rule: EF-22.31, EF-10.24.b, EF-11.12.b
def why_not(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a train cannot move now."""
    if key not in state.pieces or not is_train(state.board.units[key]):
        return refuse("EF-22.31", "refuse.no_train", ref(key), unit=ref(key))
    if (no := movement.why_pinned(state, seat, key)) is not None:
        # One that moved in the Motorised phase has moved for the turn.
        return refuse("EF-10.24.b", no.key, ref(key), unit=ref(key)) if state.pieces[key].activated else no
    if movement.share(state, key) == 0:
        return refuse("EF-11.12.b", "refuse.not_this_phase", ref(key), unit=ref(key))
    if not _steps(state, key, ()):
        return refuse("EF-22.31", "refuse.stuck", ref(key), unit=ref(key))
    return None


# rule: EF-22.31, EF-11.12.b
def why_not_step(state: CrimeaState, key: int, path: tuple[int, ...], to: int) -> Refusal | None:
    """Why a train cannot go on to a hex: no Soviet rails, the enemy, or too far."""
    here = path[-1] if path else state.pieces[key].hex
    theirs = zoc(state, enemy(SOVIET))
    joined = to in along_rail(state.board, here) and carries_rail(state, here, to)
    if not joined or not serves(state, SOVIET, to):
        return refuse("EF-22.31", "refuse.no_rails", at(to), unit=ref(key), place=at(to))
    if holders(state).get(to) == enemy(SOVIET):
        return refuse("EF-10.54", "refuse.enemy_there", at(to), place=at(to), unit=ref(key))
    if here in theirs and (path or to in theirs):
        return refuse("EF-22.31", "refuse.zoc_stops", at(here), place=at(here), unit=ref(key))
    spent = sum(cost(state, place) for place in path)
    if spent + cost(state, to) > (most := reach(state, key)):
        return refuse("EF-10.14", "refuse.rail_too_far", at(to), unit=ref(key), most=most)
    return None


def _steps(state: CrimeaState, key: int, path: tuple[int, ...]) -> dict[int, int]:
    here = path[-1] if path else state.pieces[key].hex
    seen = (state.pieces[key].hex, *path)
    ahead = [to for to in along_rail(state.board, here) if to not in seen]
    spent = sum(cost(state, place) for place in path)
    return {to: spent + cost(state, to) for to in ahead if why_not_step(state, key, path, to) is None}


def candidates(state: CrimeaState, seat: str) -> OneOf:
    """Trains that can move."""
    trains = [key for key in on_map(state, seat) if is_train(state.board.units[key])]
    return pick("piece", trains, lambda key: why_not(state, seat, key))


def ways(state: CrimeaState, seat: str, key: int) -> Path:
    """The rails before a train."""
    start = state.pieces[key].hex
    return Path(
        "place",
        start,
        lambda path: _steps(state, key, path),
        bool,
        lambda path, to: why_not_step(state, key, path, to),
    )


# rule: EF-10.24.b
def carry_out(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Move a train; in the Motorised phase it does so instead of the Movement phase."""
    start, early = d.now.pieces[key].hex, phase(d.now) == movement.MOTORISED
    soviet_units.count_start(d, key, start)
    d.edit("pieces", key, hex=path[-1], moved="rail", travelled=True, activated=early)
    rule = "EF-10.24.b" if early else "EF-10.14"
    d.log("log.train_moved", rule, ref(key), unit=ref(key), start=at(start), to=at(path[-1]))
