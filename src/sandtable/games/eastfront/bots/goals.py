"""What the scenario's card asks of both sides, told as worth in steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.eastfront.bots.ideas import of_position
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.scenarios.kerch import is_cut_off
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map
from sandtable.games.eastfront.rules.victory import places, victory
from sandtable.kernel import derived

HEX = 6.0
"""What one of several hexes that must all be held is worth: about a division and a half."""
STEP = 0.5
"""What a step is worth that the card does not count: it is still missing in the next fight."""
FREE = 0.5
"""What a step is worth to those who may lose as many as they like, and have few turns to do so."""
SPENT = 0.1
"""What it is worth to them on the last turn, when there is no next fight."""
COUNTED = 1.0
"""What a step is worth that the card counts."""
POINT = 3.0
"""What a victory point is worth."""
SHARE = 0.5
"""How much of all that the hexes are worth may be paid for with the last step of a limit."""


@dataclass(frozen=True)
class Stakes:
    """The card's victory conditions as worth."""

    prizes: Mapping[int, float]
    """Hexes that decide, each with what holding it is worth."""
    step: Mapping[str, float]
    """What a step is worth to the side that loses it."""
    counts_cut_off: bool = False
    """Whether Soviet units without supply are lost in the end."""


def time_left(state: CrimeaState) -> float:
    """The share of the game that is still to be played, this turn included."""
    first, last = state.board.first_turn, state.board.last_turn
    return max(last + 1 - state.turn, 1) / (last + 1 - first)


@derived("tracks", "control", "turn", "plan")
def stakes(state: CrimeaState) -> Stakes:
    """What is at stake now; steps grow dear as a limit on them comes near, and cheap as time runs out."""
    goal = state.board.card["victory"]
    if "axis_holds_all" in goal:
        hexes = tuple(int(h) for h in goal["axis_holds_all"])
        missing = [h for h in hexes if state.control.get(h) != AXIS]
        total = HEX * len(hexes)
        # All of them must be held, so what is at stake lies on those that are missing.
        prizes = {h: total / len(missing) if h in missing else HEX for h in hexes}
        left = int(goal["most_axis_step_losses"]) - state.tracks.get("axis_steps", 0)
        dear = STEP
        if left >= 0:
            pace = time_left(state) if missing else 1.0
            # The last step that may be lost is worth the whole game.
            dear = max(total / (left + 1) ** 2, SHARE * total / (left + 1) * pace)
        return Stakes(prizes, {AXIS: max(dear, STEP), SOVIET: STEP})
    if "with_kerch" not in goal:
        return Stakes(_prizes(state), {AXIS: STEP, SOVIET: STEP})
    taken, other = goal["with_kerch"], goal["without_kerch"]
    worth = float(other["soviet_steps_lost"] - taken["soviet_steps_lost"])
    cut = bool(goal.get("cut_off_from_kerch_counts"))
    free = FREE if state.turn < state.board.last_turn else SPENT
    return Stakes({int(taken["hex"]): worth}, {AXIS: free, SOVIET: COUNTED}, cut)


def _prizes(state: CrimeaState) -> dict[int, float]:
    """What hexes are worth where the Soviets have to hold some of several, or where places count points."""
    goal, found = state.board.card["victory"], dict[int, float]()
    for row in goal.get("soviet_holds", ()):
        for h in row["of"]:
            found[int(h)] = max(found.get(int(h), 0.0), HEX / row["at_least"])
    for h, points in places.values(state).items():
        found[h] = max(found.get(h, 0.0), POINT * points)
    return {h: worth for h, worth in found.items() if worth}


def is_attacker(state: CrimeaState, side: str) -> bool:
    """Whether a side has to change something: the card would give the game to the other as it stands."""
    return not is_safe(state, side)


def wanted(state: CrimeaState, side: str) -> tuple[int, ...]:
    """The prizes a side looks at: those it has to take, or all where it holds them or has to hold them."""
    prizes = tuple(stakes(state).prizes)
    missing = tuple(h for h in prizes if state.control.get(h) != side)
    return missing if missing and is_attacker(state, side) else prizes


@of_position
def cut_off(state: CrimeaState, side: str) -> int:
    """Steps of a side that cannot trace supply from where they stand, or not to Kerch where that is what counts."""
    if state.board.switch("general_supply") == "always":
        return 0
    if side == SOVIET and stakes(state).counts_cut_off:
        return sum(state.pieces[key].steps for key in on_map(state, side) if is_cut_off(state, key))
    fed = supply.supplied_hexes(state, side)
    return sum(state.pieces[key].steps for key in on_map(state, side) if state.pieces[key].hex not in fed)


@of_position
def is_safe(state: CrimeaState, side: str) -> bool:
    """Whether a side would win if the game ended as it stands."""
    goal = state.board.card["victory"]
    if "axis_holds_all" in goal:
        held = all(state.control.get(h) == AXIS for h in stakes(state).prizes)
        won = held and state.tracks.get("axis_steps", 0) <= int(goal["most_axis_step_losses"])
        return won == (side == AXIS)
    if "with_kerch" not in goal:
        return victory.judged(state)[0] == side
    lost = state.tracks.get("soviet_steps", 0) + (cut_off(state, SOVIET) if stakes(state).counts_cut_off else 0)
    kerch = state.control.get(int(goal["with_kerch"]["hex"])) == AXIS
    need = goal["with_kerch" if kerch else "without_kerch"]["soviet_steps_lost"]
    return bool(lost >= need) == (side == AXIS)
