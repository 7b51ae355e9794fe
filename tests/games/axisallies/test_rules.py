"""The rules in play against their own odds: random battles, each fought many times as the umpire proposes."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.actions.fighting import Bombard, Lose, Press, Submerge
from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.assignment import bill
from sandtable.games.axisallies.rules.combat.bombardment import limit, ships
from sandtable.kernel import SeededDice, Step
from sandtable.kernel.actions import Action
from sandtable.odds import exact
from tests.games.axisallies.board import at, position

Rows = list[dict[str, Any]]
Left = dict[tuple[str, str], int]
"""Units by side and kind."""

FIELD, COAST, OFF, OCEAN = at("Belarus"), at("Normandy Bordeaux"), 110, 107
"""A battle on land; a landing and its zone; a battle at sea with no land in reach of the aircraft there."""
ON_LAND = ("infantry", "artillery", "mech_infantry", "tank", "fighter", "tactical_bomber", "strategic_bomber")
AT_SEA = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "fighter", "tactical_bomber")
ALARM = 1e-5
"""How often a figure would be called wrong by mere chance."""
ACTIONS = 200
"""More answers than any of these battles takes."""


def some(chance: np.random.Generator, kinds: tuple[str, ...], most: int) -> list[str]:
    """A few units of these kinds."""
    return [str(kind) for kind in chance.choice(kinds, int(chance.integers(1, most + 1)))]


def on_land(chance: np.random.Generator) -> tuple[int, Rows]:
    rows: Rows = [{"kind": k, "owner": "germany", "at": FIELD, "task": "attack"} for k in some(chance, ON_LAND, 6)]
    return FIELD, rows + [{"kind": k, "owner": "ussr", "at": FIELD} for k in some(chance, (*ON_LAND, "aa_gun"), 6)]


def from_the_sea(chance: np.random.Generator) -> tuple[int, Rows]:
    """Troops under the guns of their ships, with aircraft above them."""
    guns = some(chance, ("cruiser", "battleship"), 3)
    rows: Rows = [{"kind": kind, "owner": "uk", "at": OFF, "task": "attack"} for kind in guns]
    for kind in some(chance, ("infantry", "artillery", "tank"), 4):
        rows.append({"kind": "transport", "owner": "uk", "at": OFF, "task": "assault"})
        cargo = {"aboard": len(rows), "task": "assault", "target": COAST}
        rows.append({"kind": kind, "owner": "uk", "at": OFF, **cargo})
    above = some(chance, ("fighter", "strategic_bomber"), 2)
    rows += [{"kind": kind, "owner": "uk", "at": COAST, "task": "attack"} for kind in above]
    return COAST, rows + [{"kind": k, "owner": "germany", "at": COAST} for k in some(chance, (*ON_LAND, "aa_gun"), 6)]


def at_sea(chance: np.random.Generator) -> tuple[int, Rows]:
    """Two fleets, their aircraft no more than their decks hold; those of the attacker have flown as far as they can."""
    rows: Rows = []
    for owner, task in (("germany", "attack"), ("uk", "")):
        decks: list[int] = []
        kinds = some(chance, AT_SEA, 5) + ["transport"] * int(chance.integers(0, 2))
        for kind in sorted(kinds, key=lambda kind: kind in ("fighter", "tactical_bomber")):
            row = {"kind": kind, "owner": owner, "at": OCEAN, "task": task, "spent": 4 if task else 0}
            if kind in ("fighter", "tactical_bomber"):
                if not decks:
                    continue
                row["aboard"] = 0 if task else decks[-1]
                decks.pop()
            rows.append(row)
            decks += [len(rows)] * (2 if kind == "carrier" else 0)
    return OCEAN, rows


BATTLES = (on_land, from_the_sea, at_sea)


def prepared(number: int) -> tuple[int, GlobalState]:
    """The place of a random battle and the position in which all moves are made."""
    place, rows = BATTLES[number % len(BATTLES)](np.random.default_rng(number))
    return place, position(
        at=f"{rows[0]['owner']}.combat_move.moves",
        wars={"germany-ussr": 1},
        units=dict(enumerate(rows, 1)),
        territories={COAST: {"holder": "germany", "since": "germany"}},
    )


def answer(state: GlobalState) -> Action:
    """What the umpire proposes; the attacker presses on, and no submarine dives."""
    step = state.here.at.split(".")[-1]
    if step == "press":
        return Press()
    if step.endswith("dives"):
        return Submerge(())
    if step == "bombard":
        return Bombard(tuple(sorted(ships(state)[: limit(state)])))
    assert step == "choose", state.here.at
    is_attackers = state.here.at.split(".")[-2] in ("hit_back", "struck_back", "shot_down")
    return Lose(*bill(state, "attacker" if is_attackers else "defender").default)


def fought(state: GlobalState, place: int, dice: SeededDice) -> tuple[Left, bool]:
    """What is lost on both sides in one battle, and whether the territory is taken."""
    attacker = state.active
    lost: Left = {}
    action: Action = Done()
    for _ in range(ACTIONS):
        step = GAME.apply(state, state.here.waiting[0], action, dice)
        assert isinstance(step, Step), step
        state = step.state
        for entry in step.entries:
            if entry.key == "log.lost" and entry.params["place"].id == place:
                owner, kind = entry.params["power"].id, entry.params["kind"].id
                side = ("attacker" if owner == attacker else "defender", kind)
                lost[side] = lost.get(side, 0) + entry.params["count"]
        if place not in state.battles or state.battles[place].over:
            taken = place in state.territories and state.territories[place].holder != "germany"
            return lost, taken if attacker == "uk" else place == FIELD and state.territories[place].holder == "germany"
        action = answer(state)
    raise AssertionError("the battle does not end")


def allowed(chances_of: dict[int, float], plays: int) -> float:
    """How far the mean over some plays may be from that of a distribution: Bernstein's bound, good for rare cases too.

    It is five standard errors, and a little more where the plays are few.
    """
    mean = sum(n * p for n, p in chances_of.items())
    variance = max(sum(n * n * p for n, p in chances_of.items()) - mean * mean, 0)
    doubt = log(2 / ALARM)
    width = max(chances_of) - min(chances_of)
    return sqrt(2 * variance * doubt / plays) + width * doubt / (3 * plays) + 1e-9


def compared(number: int, plays: int) -> list[str]:
    """Where the mean of a figure over many plays is too far from the odds."""
    place, state = prepared(number)
    fight = replace(chances.battle(state, place), can_retreat=False)
    outcome = exact(fight)
    sums: dict[tuple[str, str], int] = {}
    taken = 0
    for play in range(plays):
        lost, captured = fought(state, place, SeededDice(f"{number} {play}".encode()))
        taken += captured
        for side, count in lost.items():
            sums[side] = sums.get(side, 0) + count
    wrong = []
    for name in ("attacker", "defender"):
        for kind, count in fight.army(name).units.items():
            left = outcome.survivors(name, kind)
            mean = sum(n * p for n, p in left.items())
            found = count - sums.get((name, kind), 0) / plays
            if abs(found - mean) > allowed(left, plays):
                wrong.append(f"battle {number}, {name}: {found:.3f} {kind} left, {mean:.3f} by the odds")
    captures = outcome.odds().captures
    if place != OCEAN and abs(taken / plays - captures) > allowed({1: captures, 0: 1 - captures}, plays):
        wrong.append(f"battle {number}: taken {taken / plays:.3f}, {captures:.3f} by the odds")
    return wrong


@pytest.mark.parametrize("number", range(9))
def test_battles_come_out_as_the_odds_say(number: int) -> None:
    assert compared(number, 60) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(9, 109))
def test_a_hundred_battles_come_out_as_the_odds_say(number: int) -> None:
    assert compared(number, 300) == []
