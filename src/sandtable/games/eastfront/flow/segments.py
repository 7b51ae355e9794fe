"""The segments of the two sides and the interphase."""

from __future__ import annotations

from typing import Any

from sandtable.games.eastfront.actions import (
    bridging,
    engineering,
    fighting,
    moving,
    recruiting,
    sailing,
    supplying,
    transport,
)
from sandtable.games.eastfront.flow.combat import combat_of
from sandtable.games.eastfront.flow.common import Step, about, begin_segment, movement_phase
from sandtable.games.eastfront.flow.naval import VOYAGES
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState, phasing
from sandtable.games.eastfront.rules.air import interdiction
from sandtable.games.eastfront.rules.crimea_map import ferries, ice_bridge
from sandtable.games.eastfront.rules.enlarged_map import unfinished
from sandtable.games.eastfront.rules.fortifications import building, fortifications
from sandtable.games.eastfront.rules.naval import evacuation
from sandtable.games.eastfront.rules.railways import conversion
from sandtable.games.eastfront.rules.replacements import mandates, rebuilding
from sandtable.games.eastfront.rules.scenarios import campaign, kerch, odessa, opening
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_units import bridges
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.kernel import Draft, Phase


def _engineer(d: Draft[CrimeaState]) -> None:
    bridges.finish(d, phasing(d.now), major=True)
    building.finish(d)
    fortifications.raze(d)
    fortifications.clear_markers(d)


def _railways(*verbs: Any) -> Step:
    """Work on the lines comes before works are razed: a hex with works waits for the next Engineer phase."""
    return Phase(
        "railways",
        "EF-19.13",
        who=conversion.worker,
        over=lambda s, seat: not conversion.worker(s),
        verbs=(*verbs, moving.DONE),
        end=conversion.close,
        prompt=about,
    )


def _spending(*verbs: Any) -> Step:
    return Phase(
        "spending",
        "EF-20.0",
        begin=rebuilding.strengthen,
        who=rebuilding.spender,
        over=lambda s, seat: not rebuilding.spender(s),
        verbs=(*verbs, moving.DONE),
        end=rebuilding.close,
        prompt=about,
    )


def _building() -> Step:
    return Phase(
        "building",
        "EF-18.31",
        who=building.builder,
        over=lambda s, seat: not building.builder(s),
        verbs=(engineering.BUILD, moving.DONE),
        prompt=about,
    )


def _guns() -> Step:
    """Heavy guns change between firing and moving: those of the Axis, and Soviet guns on rails."""
    return Phase(
        "guns",
        "EF-23.43.b",
        who=fortifications.may_turn,
        over=lambda s, seat: not fortifications.may_turn(s),
        verbs=(engineering.TURN, moving.DONE),
        prompt=about,
    )


def _engineers() -> Step:
    return Phase(
        "engineer",
        "EF-4.2.B6",
        (
            Phase(
                "ferries",
                "EF-PB2.35.a",
                begin=ferries.finish,
                who=ferries.founder,
                over=lambda s, seat: not ferries.founder(s),
                verbs=(bridging.FERRY, moving.DONE),
                prompt=about,
            ),
            _railways(engineering.CONVERT, engineering.SEIZE),
            Phase("works", "EF-18.13", begin=_engineer),
            _building(),
            _spending(recruiting.REBUILD, recruiting.FORM),
            _guns(),
        ),
    )


SUPPLY_MOVES = (
    supplying.HAUL,
    supplying.HAUL_FAR,
    supplying.BREAK_UP,
    supplying.MERGE,
    transport.SHIP,
    transport.DELIVER,
)


AXIS_MOVES = (moving.MOVE, moving.OVERRUN, moving.ENTER, moving.DETACH, moving.SPLIT, transport.SAIL)


# rule: EF-4.2.B
AXIS_SEGMENT: Step = Phase(
    AXIS,
    "EF-4.2.B",
    (
        movement_phase(
            "movement",
            AXIS,
            "EF-4.2.B1",
            *AXIS_MOVES,
            moving.STRATEGIC,
            transport.ENTRAIN,
            recruiting.RECEIVE,
            *SUPPLY_MOVES,
        ),
        *combat_of(AXIS),
        # rule: EF-10.23
        movement_phase("motorised", AXIS, "EF-4.2.B5", *AXIS_MOVES),
        _engineers(),
    ),
    when=opening.is_whole_turn,
    begin=begin_segment,
)


UNTRIED: Step = Phase(
    "untried",
    "EF-11.61",
    who=untried.revealer,
    over=lambda s, seat: not untried.revealer(s),
    verbs=(moving.REVEAL, moving.MOVE_SHOWN, moving.DONE),
    prompt=about,
)


ICE: Step = Phase(
    "ice",
    "EF-PB2.12.d",
    who=ice_bridge.walker,
    over=lambda s, seat: not ice_bridge.walker(s),
    verbs=(transport.CROSS, moving.DONE),
    prompt=about,
)


# rule: EF-4.2.C
SOVIET_SEGMENT: Step = Phase(
    SOVIET,
    "EF-4.2.C",
    (
        # rule: EF-10.23
        movement_phase(
            "motorised",
            SOVIET,
            "EF-4.2.C1",
            moving.MOVE,
            moving.OVERRUN,
            moving.ACTIVATE,
            moving.STEAM,
            transport.SAIL,
            transport.CROSS,
            moving.ENTER,
            recruiting.RECEIVE,
            sailing.EVACUATE,
            sailing.COMPLETE,
            then=VOYAGES,
        ),
        Phase(
            "mandate",
            "EFS-10.74.e2",
            who=kerch.may_mandate,
            over=lambda s, seat: not kerch.may_mandate(s),
            verbs=(fighting.MANDATE, moving.DONE),
            prompt=about,
        ),
        *combat_of(SOVIET),
        movement_phase(
            "movement",
            SOVIET,
            "EF-4.2.C5",
            moving.MOVE,
            moving.STEAM,
            transport.SAIL,
            transport.CROSS,
            moving.STRATEGIC,
            transport.ENTRAIN,
            moving.OVERRUN,
            moving.ENTER,
            recruiting.FILL,
            recruiting.POST,
            *SUPPLY_MOVES,
            sailing.EVACUATE,
            sailing.COMPLETE,
            then=(ICE, UNTRIED, *VOYAGES),
        ),
        Phase(
            "engineer",
            "EF-4.2.C6",
            (
                _railways(engineering.RESTORE, engineering.CUT),
                Phase("works", "EF-18.13", begin=_engineer),
                _building(),
                _spending(recruiting.REBUILD, recruiting.RAISE),
                _guns(),
            ),
            end=unfinished.finish_belt,
        ),
        Phase("surrender", "EF-4.2.C7", begin=surrender.check),
    ),
    begin=begin_segment,
)


# rule: EF-4.2.D
def interphase(d: Draft[CrimeaState]) -> None:
    """Clean up, let headquarters recover, and move the turn marker."""
    for key, piece in d.now.pieces.items():
        if piece.activated:
            d.edit("pieces", key, activated=False)
    interdiction.lift(d)
    evacuation.clear(d)
    soviet_units.recover(d)
    kerch.count_cut_off(d)
    odessa.count_stranded(d)
    odessa.count_turn(d)
    campaign.count_turn(d)
    campaign.count_goal(d)
    campaign.count_panzers(d)
    mandates.penalise(d)
    d.set(turn=d.now.turn + 1)
    if d.now.turn <= d.now.board.last_turn:
        d.log("log.turn", "EF-4.2.D", turn=d.now.turn)


# rule: EF-4.2.D
INTERPHASE: Step = Phase(
    "interphase",
    "EF-4.2.D",
    (
        Phase(
            "disbanding",
            "EF-22.26.b",
            who=soviet_units.may_disband,
            verbs=(recruiting.DISBAND, moving.DONE),
            prompt=about,
        ),
        Phase("end", "EF-4.2.D", begin=interphase),
    ),
)
