"""Chapters 9.3 and 10: submarines dive or strike before anybody else fires."""

from __future__ import annotations

from sandtable.games.axisallies.actions import Submerge
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.casualties import clear_strip, losses
from sandtable.games.axisallies.rules.combat.fire import inflict, volley
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    DEFENDER,
    Side,
    battle_of,
    kind_of,
    opposite,
    place_of,
)
from sandtable.games.axisallies.rules.spaces.spaces import type_of
from sandtable.games.axisallies.rules.turns.powers import piece, place, seat
from sandtable.games.axisallies.rules.units.values import has_destroyer, units_of
from sandtable.kernel import Draft, Phase, Refusal, SomeOf, Verb, refuse, verb


# rule: AA-9.3.sub.choice, AA-10.sub.surprise
def free_submarines(state: GlobalState, side: Side) -> tuple[int, ...]:
    """The submarines of a side that may dive or strike: all, unless the enemy has a destroyer in the battle."""
    at = place_of(state)
    # rule: AA-9.3.sub.destroyer, AA-10.destroyer.cancel
    if not state.board.is_sea(at) or has_destroyer(state, at, opposite(side)):
        return ()
    return tuple(key for key in units_of(state, at, side) if type_of(state, state.units[key]).submerges)


def _owners(state: GlobalState, side: Side) -> tuple[str, ...]:
    owners = {state.units[key].owner: None for key in free_submarines(state, side)}
    return tuple(power for power in state.board.powers if power in owners)


def _diving(side: Side) -> Verb[GlobalState, Submerge]:
    def units(state: GlobalState, who: str) -> SomeOf:
        free = [key for key in free_submarines(state, side) if state.units[key].owner == who]

        def why(key: int) -> Refusal | None:
            return refuse("AA-9.3.sub.choice", "refuse.cannot_dive", piece(key), kind=kind_of(state, key))

        return SomeOf("piece", free, why=why, default=())

    # rule: AA-9.3.sub.submerge, AA-10.sub.submerge
    def effect(d: Draft[GlobalState], action: Submerge) -> None:
        for key in action.units:
            d.edit("units", key, submerged=True)
        if action.units:
            where = place(place_of(d.now))
            d.log("log.dived", "AA-9.3.sub.submerge", power=seat(d.seat), count=len(action.units), place=where)
        d.done()

    return verb(Submerge, "AA-9.3.sub.choice", effect, units=units)


def dive(side: Side) -> Phase[GlobalState]:
    """The question whether submarines of a side dive."""
    return Phase(
        f"{side}_dives",
        "AA-9.3.sub.choice",
        who=lambda state: _owners(state, side),
        verbs=(_diving(side),),
        prompt=lambda state, who: {"place": place(place_of(state))},
    )


# rule: AA-9.3.sub.strike-att, AA-9.3.sub.strike-def, AA-9.3.naval.sub-once
def _strike(d: Draft[GlobalState], side: Side) -> None:
    """Submarines that stayed up fire first."""
    boats = free_submarines(d.now, side)
    hits = volley(d, side, boats, f"AA-9.3.sub.strike-{'att' if side == ATTACKER else 'def'}")
    battle = battle_of(d.now)
    d.edit("battles", place_of(d.now), struck=tuple(sorted({*battle.struck, *boats})))
    inflict(d, opposite(side), hits)


# rule: AA-9.3.sub.remove-at-once
def _sink(d: Draft[GlobalState]) -> None:
    """What the strikes hit is gone before anybody else fires."""
    clear_strip(d)


def step() -> Phase[GlobalState]:
    """Step 2 of a round at sea: dive or strike, and what the strikes sank is gone before anybody else fires."""
    return Phase(
        "submarines",
        "AA-9.3.sub.choice",
        (
            dive(ATTACKER),
            dive(DEFENDER),
            Phase("strike", "AA-9.3.sub.strike-att", begin=lambda d: _strike(d, ATTACKER)),
            losses("struck", DEFENDER, "AA-9.3.sub.strike-att"),
            Phase("strike_back", "AA-9.3.sub.strike-def", begin=lambda d: _strike(d, DEFENDER)),
            losses("struck_back", ATTACKER, "AA-9.3.sub.strike-def"),
            Phase("sunk", "AA-9.3.sub.remove-at-once", begin=_sink),
        ),
        when=lambda state: state.board.is_sea(place_of(state)),
    )
