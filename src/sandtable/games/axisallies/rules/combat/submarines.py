"""Chapters 9.3 and 10: submarines dive or strike before anybody else fires."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.casualties import clear_strip
from sandtable.games.axisallies.rules.combat.fire import inflict, volley
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    Side,
    battle_of,
    opposite,
    place_of,
)
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.games.axisallies.rules.turns.powers import place, seat
from sandtable.games.axisallies.rules.units.values import has_destroyer, units_of
from sandtable.kernel import Draft


# rule: AA-9.3.sub.choice, AA-10.sub.surprise
def free_submarines(state: GlobalState, side: Side) -> tuple[int, ...]:
    """The submarines of a side that may dive or strike: all, unless the enemy has a destroyer in the battle."""
    at = place_of(state)
    # rule: AA-9.3.sub.destroyer, AA-10.destroyer.cancel
    if has_destroyer(state, at, opposite(side)):
        return ()
    return tuple(key for key in units_of(state, at, side) if type_of(state, state.units[key]).submerges)


def owners(state: GlobalState, side: Side) -> tuple[str, ...]:
    owners = {state.units[key].owner: None for key in free_submarines(state, side)}
    return tuple(power for power in state.board.powers if power in owners)


# rule: AA-9.3.sub.submerge, AA-10.sub.submerge
def submerge(d: Draft[GlobalState], boats: tuple[int, ...]) -> None:
    """Submarines dive and are out of the battle; the others strike."""
    for key in boats:
        d.edit("units", key, submerged=True)
    if boats:
        where = place(place_of(d.now))
        d.log("log.dived", "AA-9.3.sub.submerge", power=seat(d.seat), count=len(boats), place=where)
    d.done()


# rule: AA-9.3.sub.strike-att, AA-9.3.sub.strike-def, AA-9.3.naval.sub-once
def strike(d: Draft[GlobalState], side: Side) -> None:
    """Submarines that stayed up fire first."""
    boats = free_submarines(d.now, side)
    hits = volley(d, side, boats, f"AA-9.3.sub.strike-{'att' if side == ATTACKER else 'def'}")
    battle = battle_of(d.now)
    d.edit("battles", place_of(d.now), struck=tuple(sorted({*battle.struck, *boats})))
    inflict(d, opposite(side), hits)


# rule: AA-9.3.sub.remove-at-once
def sink(d: Draft[GlobalState]) -> None:
    """What the strikes hit is gone before anybody else fires."""
    clear_strip(d)
