"""The sequence of play (EF-4.2): what comes after what, who is asked, and when a phase is passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.eastfront import actions as do
from sandtable.games.eastfront.model import AXIS, SOVIET, Position, enemy
from sandtable.games.eastfront.rules import (
    air,
    arrivals,
    attack_supply,
    battle,
    building,
    conversion,
    fortifications,
    groups,
    interdiction,
    kerch,
    line_supply,
    movement,
    overrun,
    reaction,
    readiness,
    rebuilding,
    replacements,
    soviet_units,
    substitutes,
    supply,
    surrender,
    weather,
    withdrawals,
)
from sandtable.games.eastfront.rules.terms import overstacked
from sandtable.kernel import Draft, Phase, Sequence

Step = Phase[Position]
Who = Callable[[Position], tuple[str, ...]]


def _only(side: str) -> Who:
    return lambda state: (side,)


def _about(state: Position, seat: str) -> dict[str, Any]:
    """What prompts of the players' segments say: the turn."""
    return {"turn": state.turn}


def _owing(state: Position, seat: str) -> dict[str, Any]:
    """What the prompt for losses says: how many steps are still to be lost."""
    found, attack = battle.current(state)
    left = found.losses_attacker if seat == attack.side else found.losses_defender
    return {"turn": state.turn, "left": left}


# rule: EF-3.32.a, EF-3.32.b
def _shedding(side: str) -> Step:
    """The end of a phase: a stack that is too big loses units of its owner's choice."""
    return Phase(
        "stacking",
        "EF-3.32.b",
        who=lambda s: (side,) if overstacked(s, side) else (),
        over=lambda s, seat: not overstacked(s, seat),
        verbs=(do.SHED,),
        prompt=_about,
    )


def _begin_segment(d: Draft[Position]) -> None:
    """Nobody has done anything yet in a new segment."""
    for key, piece in d.now.pieces.items():
        if piece.busy or piece.attacked or piece.travelled or piece.orders or piece.reactions or piece.activations:
            d.edit("pieces", key, busy=False, attacked=False, travelled=False, orders=0, reactions=0, activations=0)


# rule: EF-24.4
def _joining(side: str) -> tuple[Step, ...]:
    """The end of an Axis phase with movement: substitutes may rejoin before stacks are counted."""
    if side != AXIS:
        return ()
    return (
        Phase(
            "joining",
            "EF-24.4",
            who=lambda s: substitutes.may_join(s, side),
            over=lambda s, seat: not substitutes.may_join(s, side),
            verbs=(do.JOIN, do.DONE),
            prompt=_about,
        ),
    )


def _movement(name: str, side: str, rule: str, *verbs: Any) -> Step:
    return Phase(
        name,
        rule,
        (
            Phase("moves", rule, who=_only(side), verbs=(*verbs, do.DONE), prompt=_about),
            *_joining(side),
            _shedding(side),
        ),
        begin=movement.begin_phase,
    )


def _air_combat(rule: str) -> Step:
    """One mission hex after the other: reveal, declare, fight, flak, effect."""
    return Phase(
        "missions",
        rule,
        (
            Phase("reveal", "EF-17.31.a", begin=air.reveal),
            Phase("roles", "EF-17.31.b", who=_first_undecided, verbs=(do.ASSIGN,), prompt=_about),
            Phase("other_roles", "EF-17.31.b", who=_first_undecided, verbs=(do.ASSIGN,), prompt=_about),
            Phase("initiative", "EF-17.32.a", begin=air.initiative),
            Phase(
                "pairing",
                "EF-17.33.a",
                who=air.pairer,
                over=lambda s, seat: not air.to_pair(s),
                verbs=(do.ENGAGE,),
                prompt=_about,
            ),
            Phase("fire", "EF-17.33.b", begin=air.fire),
            Phase(
                "pursuit",
                "EF-17.33.d",
                who=air.pursuer,
                over=lambda s, seat: not air.pursuer(s),
                verbs=(do.ENGAGE_AGAIN, do.DONE),
                prompt=_about,
            ),
            Phase("flak", "EF-17.41", begin=air.flak),
        ),
        when=lambda s: bool(air.missions(s)),
        again=lambda s: bool(air.missions(s)),
    )


def _first_undecided(state: Position) -> tuple[str, ...]:
    found = air.fight(state)
    return next(((side,) for side in (found.first, enemy(found.first)) if air.undecided(state, side)), ())


# rule: EF-4.2.B2, EF-4.2.B3, EF-4.2.B4, EF-4.2.C2
def _combat(side: str) -> tuple[Step, ...]:
    """Declaration, the defender's reaction and the attacks of one side."""
    other = enemy(side)
    return (
        Phase(
            "declaration",
            "EF-12.0",
            who=_only(side),
            verbs=(do.DECLARE, do.CALL_OFF, do.END_DECLARING),
            prompt=_about,
        ),
        Phase(
            "reaction",
            "EF-14.0",
            (
                Phase(
                    "moves",
                    "EF-14.11.a",
                    who=reaction.may_react,
                    over=lambda s, seat: not reaction.may_react(s),
                    verbs=(do.REACT, do.DONE),
                    prompt=_about,
                ),
                *_joining(other),
                _shedding(other),
                Phase(
                    "guns",
                    "EF-14.21",
                    who=reaction.may_support,
                    over=lambda s, seat: not reaction.may_support(s),
                    verbs=(do.SUPPORT, do.DONE),
                    prompt=_about,
                ),
                Phase(
                    "orders",
                    "EF-14.31",
                    who=reaction.may_order,
                    over=lambda s, seat: not reaction.may_order(s),
                    verbs=(do.ORDER, do.DONE),
                    prompt=_about,
                ),
            ),
            when=lambda s: bool(s.attacks),
            begin=movement.begin_phase,
        ),
        Phase(
            "combat",
            "EF-4.2.B4",
            (
                Phase(
                    "attacker_air",
                    "EF-17.24",
                    who=lambda s: air.can_fly_cas(s, side),
                    verbs=(do.CAS, do.DONE),
                    over=lambda s, seat: not air.can_fly_cas(s, seat),
                    prompt=_about,
                ),
                Phase(
                    "defender_air",
                    "EF-17.24",
                    who=lambda s: air.can_fly_cas(s, other),
                    verbs=(do.CAS, do.DONE),
                    over=lambda s, seat: not air.can_fly_cas(s, seat),
                    prompt=_about,
                ),
                _air_combat("EF-15.13"),
                Phase(
                    "attacks",
                    "EF-15.0",
                    who=lambda s: (side,) if s.attacks else (),
                    over=lambda s, seat: not s.attacks,
                    verbs=(do.RESOLVE,),
                    prompt=_about,
                ),
                _shedding(side),
            ),
            when=lambda s: bool(s.attacks),
        ),
    )


# rule: EF-6.53.a
def _feeding(side: str) -> Step:
    """A side may spend supply units on those who starve."""
    return Phase(
        f"{side}_relief",
        "EF-6.53.a",
        who=lambda s: attack_supply.feeder(s, side),
        over=lambda s, seat: not attack_supply.feeder(s, side),
        verbs=(do.SUSTAIN, do.DONE),
        prompt=_about,
    )


def _come_and_go(d: Draft[Position]) -> None:
    arrivals.receive(d)
    arrivals.withdraw(d)
    withdrawals.settle(d)
    withdrawals.convert(d)


# rule: EF-4.2.A
STRATEGIC: Step = Phase(
    "strategic",
    "EF-4.2.A",
    (
        Phase("weather", "EF-4.2.A1", begin=weather.determine),
        Phase(
            "supply",
            "EF-4.2.A2",
            (
                Phase("tracing", "EF-6.61", begin=supply.judge),
                _feeding(AXIS),
                _feeding(SOVIET),
                Phase(
                    "captured_line",
                    "EF-PB2.34.f",
                    who=line_supply.feeder,
                    over=lambda s, seat: not line_supply.feeder(s),
                    verbs=(do.PROVISION, do.DONE),
                    prompt=_about,
                ),
            ),
        ),
        Phase(
            "replacements",
            "EF-4.2.A3",
            (
                Phase("income", "EF-7.0", begin=replacements.receive),
                Phase(
                    "uses",
                    "EF-7.0",
                    who=groups.busy_sides,
                    over=lambda s, seat: not groups.has_business(s, seat),
                    verbs=(do.REFIT, do.MUSTER, do.RECALL, do.REPLACE, do.FREE, do.ACCEPT, do.DONE),
                    prompt=_about,
                ),
            ),
            when=groups.is_held,
            end=replacements.expire,
        ),
        Phase(
            "arrivals",
            "EF-4.2.A4",
            (
                Phase(
                    "groups",
                    "EF-8.32",
                    who=lambda s: groups.taker(s, AXIS),
                    over=lambda s, seat: not groups.taker(s, AXIS),
                    verbs=(do.ACCEPT, do.DONE),
                    prompt=_about,
                ),
                Phase("scheduled", "EF-8.11", begin=_come_and_go),
                Phase("choice", "EF-8.72", who=arrivals.chooser, verbs=(do.WITHDRAW,), prompt=_about),
                Phase(
                    "leaving",
                    "EF-8.71.a",
                    who=withdrawals.chooser,
                    over=lambda s, seat: seat not in withdrawals.chooser(s),
                    verbs=(do.DISMISS, do.KEEP),
                    prompt=_about,
                ),
                Phase(
                    "regrouping",
                    "EF-PB4.2",
                    who=withdrawals.converter,
                    over=lambda s, seat: seat not in withdrawals.converter(s),
                    verbs=(do.REGROUP,),
                    prompt=_about,
                ),
            ),
            end=withdrawals.close,
        ),
        Phase("readiness", "EF-4.2.A5", begin=readiness.check),
        Phase(
            "interdiction",
            "EF-4.2.A6",
            (
                Phase(
                    "placing",
                    "EF-13.13",
                    who=interdiction.interdictor,
                    over=lambda s, seat: not interdiction.interdictor(s),
                    verbs=(do.INTERDICT, do.DONE),
                    prompt=_about,
                ),
                Phase(
                    "intercepting",
                    "EF-17.23",
                    who=interdiction.interceptor,
                    over=lambda s, seat: not interdiction.interceptor(s),
                    verbs=(do.INTERCEPT, do.DONE),
                    prompt=_about,
                ),
                _air_combat("EF-4.2.A6"),
            ),
        ),
    ),
)


def _engineer(d: Draft[Position]) -> None:
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
        verbs=(*verbs, do.DONE),
        end=conversion.close,
        prompt=_about,
    )


def _spending(*verbs: Any) -> Step:
    return Phase(
        "spending",
        "EF-20.0",
        begin=rebuilding.strengthen,
        who=rebuilding.spender,
        over=lambda s, seat: not rebuilding.spender(s),
        verbs=(*verbs, do.DONE),
        end=rebuilding.close,
        prompt=_about,
    )


def _building() -> Step:
    return Phase(
        "building",
        "EF-18.31",
        who=building.builder,
        over=lambda s, seat: not building.builder(s),
        verbs=(do.BUILD, do.DONE),
        prompt=_about,
    )


def _engineers() -> Step:
    return Phase(
        "engineer",
        "EF-4.2.B6",
        (
            _railways(do.CONVERT, do.SEIZE),
            Phase("works", "EF-18.13", begin=_engineer),
            _building(),
            _spending(do.REBUILD, do.FORM),
            Phase(
                "guns",
                "EF-23.43.b",
                who=fortifications.may_turn,
                over=lambda s, seat: not fortifications.may_turn(s),
                verbs=(do.TURN, do.DONE),
                prompt=_about,
            ),
        ),
    )


SUPPLY_MOVES = (do.HAUL, do.BREAK_UP, do.MERGE)
AXIS_MOVES = (do.MOVE, do.OVERRUN, do.ENTER, do.DETACH, do.SPLIT)

# rule: EF-4.2.B
AXIS_SEGMENT: Step = Phase(
    AXIS,
    "EF-4.2.B",
    (
        _movement("movement", AXIS, "EF-4.2.B1", *AXIS_MOVES, do.STRATEGIC, do.RECEIVE, *SUPPLY_MOVES),
        *_combat(AXIS),
        _movement("motorised", AXIS, "EF-4.2.B5", *AXIS_MOVES),
        _engineers(),
    ),
    begin=_begin_segment,
)

# rule: EF-4.2.C
SOVIET_SEGMENT: Step = Phase(
    SOVIET,
    "EF-4.2.C",
    (
        _movement("motorised", SOVIET, "EF-4.2.C1", do.MOVE, do.OVERRUN, do.ACTIVATE, do.ENTER, do.RECEIVE),
        Phase(
            "mandate",
            "EFS-10.74.e2",
            who=kerch.may_mandate,
            over=lambda s, seat: not kerch.may_mandate(s),
            verbs=(do.MANDATE, do.DONE),
            prompt=_about,
        ),
        *_combat(SOVIET),
        _movement("movement", SOVIET, "EF-4.2.C5", do.MOVE, do.STRATEGIC, do.OVERRUN, do.ENTER, do.FILL, *SUPPLY_MOVES),
        Phase(
            "engineer",
            "EF-4.2.C6",
            (
                _railways(do.RESTORE, do.CUT),
                Phase("works", "EF-18.13", begin=_engineer),
                _building(),
                _spending(do.REBUILD, do.RAISE),
            ),
        ),
        Phase("surrender", "EF-4.2.C7", begin=surrender.check),
    ),
    begin=_begin_segment,
)


# rule: EF-4.2.D
def interphase(d: Draft[Position]) -> None:
    """Clean up, let headquarters recover, and move the turn marker."""
    for key, piece in d.now.pieces.items():
        if piece.activated:
            d.edit("pieces", key, activated=False)
    interdiction.lift(d)
    soviet_units.recover(d)
    kerch.count_cut_off(d)
    d.set(turn=d.now.turn + 1)
    if d.now.turn <= d.now.theatre.last_turn:
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
            verbs=(do.DISBAND, do.DONE),
            prompt=_about,
        ),
        Phase("end", "EF-4.2.D", begin=interphase),
    ),
)

# rule: EF-4.2.B4.d
BATTLE: Step = Phase(
    "battle",
    "EF-4.2.B4.d",
    (
        Phase("call", "EF-12.36", begin=battle.cancel_void),
        Phase(
            "forces",
            "EF-15.21",
            who=lambda s: () if battle.is_void(s) else (battle.current(s)[1].side,),
            verbs=(do.ASSAULT,),
            prompt=_about,
        ),
        Phase(
            "result",
            "EF-15.81",
            (
                Phase(
                    "order",
                    "EF-15.58",
                    who=lambda s: (battle.current(s)[1].side,) if battle.may_order(s) else (),
                    verbs=(do.COMMAND,),
                    prompt=_about,
                ),
                Phase("roll", "EF-15.81", begin=battle.roll),
                Phase(
                    "attacker_losses",
                    "EF-16.21",
                    who=lambda s: battle.losing(s, True),
                    over=lambda s, seat: not battle.owes(s, seat),
                    verbs=(do.LOSE,),
                    prompt=_owing,
                ),
                Phase(
                    "defender_losses",
                    "EF-16.21",
                    who=lambda s: battle.losing(s, False),
                    over=lambda s, seat: not battle.owes(s, seat),
                    verbs=(do.LOSE,),
                    prompt=_owing,
                ),
                Phase(
                    "defender_retreat",
                    "EF-16.4",
                    begin=lambda d: battle.start_retreat(d, False),
                    who=battle.router,
                    over=lambda s, seat: not battle.router(s),
                    verbs=(do.RETREAT,),
                    prompt=_about,
                ),
                Phase(
                    "attacker_retreat",
                    "EF-16.4",
                    begin=lambda d: battle.start_retreat(d, True),
                    who=battle.router,
                    over=lambda s, seat: not battle.router(s),
                    verbs=(do.RETREAT,),
                    prompt=_about,
                ),
                Phase(
                    "advance",
                    "EF-16.51",
                    who=lambda s: (battle.current(s)[1].side,) if battle.vacated(s) else (),
                    over=lambda s, seat: not battle.vacated(s),
                    verbs=(do.ADVANCE, do.DONE),
                    prompt=_about,
                ),
            ),
            when=lambda s: bool(battle.current(s)[0].units),
        ),
    ),
    end=battle.finish,
)

# rule: EF-11.4
OVERRUN: Step = Phase(
    "overrun",
    "EF-11.4",
    (
        Phase(
            "loss",
            "EF-11.43.6",
            who=overrun.loser,
            over=lambda s, seat: not overrun.loser(s),
            verbs=(do.LOSE_IN_OVERRUN,),
            prompt=_about,
        ),
        Phase(
            "rout",
            "EF-11.43.6",
            begin=overrun.start_rout,
            who=overrun.router,
            over=lambda s, seat: not overrun.router(s),
            verbs=(do.ROUT,),
            prompt=_about,
        ),
    ),
    end=overrun.finish,
)

SEQUENCE: Sequence[Position] = Sequence(
    Phase(
        "turn",
        "EF-4.2.n",
        (STRATEGIC, AXIS_SEGMENT, SOVIET_SEGMENT, INTERPHASE),
        again=lambda s: True,
    ),
    BATTLE,
    OVERRUN,
)
