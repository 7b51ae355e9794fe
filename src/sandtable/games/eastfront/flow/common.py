"""Steps that several parts of the sequence share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.games.eastfront.actions import moving, transport
from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules.combat import battle
from sandtable.games.eastfront.rules.crimea_units.assault import crowded
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.naval import gunfire
from sandtable.games.eastfront.rules.special_movement import airlift, rail
from sandtable.games.eastfront.rules.substitutes import substitutes
from sandtable.games.eastfront.rules.supply import bases, deliveries
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from sandtable.kernel import Draft, Phase

Step = Phase[CrimeaState]


IDLE: dict[str, Any] = {
    "busy": False,
    "attacked": False,
    "travelled": False,
    "orders": 0,
    "reactions": 0,
    "activations": 0,
    "escorted": False,
    "sworn": 0,
    "fired": False,
}
"""What a piece forgets when a segment begins."""


Who = Callable[[CrimeaState], tuple[str, ...]]


def only(side: str) -> Who:
    return lambda state: (side,)


def about(state: CrimeaState, seat: str) -> dict[str, Any]:
    """What prompts of the players' segments say: the turn."""
    return {"turn": state.turn}


def about_attacks(state: CrimeaState, seat: str) -> dict[str, Any]:
    """What prompts about declared attacks say: how many there are, and where."""
    hexes = dict.fromkeys(place for attack in state.attacks.values() for place in attack.hexes)
    return {"turn": state.turn, "count": len(state.attacks), "places": tuple(at(place) for place in hexes)}


def about_battle(state: CrimeaState, seat: str) -> dict[str, Any]:
    """What prompts of one attack say: the hexes that are attacked."""
    _, attack = battle.current(state)
    return {"turn": state.turn, "place": tuple(at(place) for place in attack.hexes)}


def about_mission(state: CrimeaState, seat: str) -> dict[str, Any]:
    """What prompts of an air combat say: the hex below."""
    return {"turn": state.turn, "place": at(state.dogfight.hex)} if state.dogfight else {"turn": state.turn}


def about_crowd(state: CrimeaState, seat: str) -> dict[str, Any]:
    """What the prompt for a stack that is too big says: where it stands."""
    return {"turn": state.turn, "places": tuple(at(place) for place in crowded(state, seat))}


def owing(state: CrimeaState, seat: str) -> dict[str, Any]:
    """What the prompt for losses says: where, and how many steps are still to be lost."""
    found, attack = battle.current(state)
    left = found.losses_attacker if seat == attack.side else found.losses_defender
    return {**about_battle(state, seat), "left": left}


def shedding(side: str) -> Step:
    """The end of a phase: a stack that is too big loses units of its owner's choice."""
    return Phase(
        "stacking",
        "EF-3.32.b",
        who=lambda s: (side,) if crowded(s, side) else (),
        over=lambda s, seat: not crowded(s, seat),
        verbs=(moving.SHED,),
        prompt=about_crowd,
    )


def begin_segment(d: Draft[CrimeaState]) -> None:
    """Nobody has done anything yet in a new segment."""
    for key, piece in d.now.pieces.items():
        if replace(piece, **IDLE) != piece:
            d.edit("pieces", key, **IDLE)
    gunfire.stand_down(d)


# rule: EF-24.4
def joining(side: str) -> tuple[Step, ...]:
    """The end of an Axis phase with movement: substitutes may rejoin before stacks are counted."""
    if side != AXIS:
        return ()
    return (
        Phase(
            "joining",
            "EF-24.4",
            who=lambda s: substitutes.may_join(s, side),
            over=lambda s, seat: not substitutes.may_join(s, side),
            verbs=(moving.JOIN, moving.DONE),
            prompt=about,
        ),
    )


# rule: EF-11.72
def airlifting(side: str) -> tuple[Step, ...]:
    """After all other movement: transports land."""
    return (
        Phase(
            "airlift",
            "EF-11.72",
            who=lambda s: airlift.carrier(s, side),
            over=lambda s, seat: not airlift.carrier(s, side),
            verbs=(transport.AIRLIFT, transport.AIRLIFT_SUPPLY, transport.FLY_IN, moving.DONE),
            prompt=about,
        ),
    )


def movement_phase(name: str, side: str, rule: str, *verbs: Any, then: tuple[Step, ...] = ()) -> Step:
    return Phase(
        name,
        rule,
        (
            Phase("moves", rule, who=only(side), verbs=(*verbs, moving.DONE), prompt=about),
            *then,
            *(airlifting(side) if name == "movement" else ()),
            *joining(side),
            shedding(side),
        ),
        begin=_begin_moving,
        end=deliveries.close if name == "movement" else None,
    )


def _begin_moving(d: Draft[CrimeaState]) -> None:
    movement.begin_phase(d)
    rail.reopen(d)
    bases.reopen(d)
    airlift.release(d)
