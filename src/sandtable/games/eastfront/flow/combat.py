"""Declaration, reaction, air missions and attacks, and the procedures of one battle and one overrun."""

from __future__ import annotations

from sandtable.games.eastfront.actions import fighting, flying, moving, sailing
from sandtable.games.eastfront.flow.common import (
    Step,
    about,
    about_attacks,
    about_battle,
    about_mission,
    joining,
    only,
    owing,
    shedding,
)
from sandtable.games.eastfront.flow.naval import BEACHING, SHELLING
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState, enemy
from sandtable.games.eastfront.rules.air import air, flak, naval_missions, strikes
from sandtable.games.eastfront.rules.combat import battle, occupation
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.results import advances, gauntlet
from sandtable.games.eastfront.rules.special_movement import rout
from sandtable.games.eastfront.rules.special_units import artillery
from sandtable.kernel import Phase


def dogfights() -> tuple[Step, ...]:
    """One mission up to its flak: reveal, declare, fight."""
    return (
        Phase("reveal", "EF-17.31.a", begin=air.reveal),
        Phase("roles", "EF-17.31.b", who=_first_undecided, verbs=(flying.ASSIGN,), prompt=about_mission),
        Phase("other_roles", "EF-17.31.b", who=_first_undecided, verbs=(flying.ASSIGN,), prompt=about_mission),
        Phase("initiative", "EF-17.32.a", begin=air.initiative),
        Phase(
            "pairing",
            "EF-17.33.a",
            who=air.pairer,
            over=lambda s, seat: not air.to_pair(s),
            verbs=(flying.ENGAGE,),
            prompt=about_mission,
        ),
        Phase("fire", "EF-17.33.b", begin=air.fire),
        Phase(
            "pursuit",
            "EF-17.33.d",
            who=air.pursuer,
            over=lambda s, seat: not air.pursuer(s),
            verbs=(flying.ENGAGE_AGAIN, moving.DONE),
            prompt=about_mission,
        ),
    )


def air_combat(rule: str) -> Step:
    """One mission hex after the other: reveal, declare, fight, flak, effect."""
    return Phase(
        "missions",
        rule,
        (*dogfights(), Phase("flak", "EF-17.41", begin=flak.flak)),
        when=lambda s: bool(air.missions(s)),
        again=lambda s: bool(air.missions(s)),
    )


def _first_undecided(state: CrimeaState) -> tuple[str, ...]:
    found = air.fight(state)
    return next(((side,) for side in (found.first, enemy(found.first)) if air.undecided(state, side)), ())


# rule: EF-13.24
def silencing(gunners: str) -> tuple[Step, ...]:
    """Before the Soviets commit guns the Axis says which of them its aircraft hold down."""
    if gunners != SOVIET:
        return ()
    return (
        Phase(
            "silence",
            "EF-13.24",
            begin=artillery.speak_again,
            who=artillery.may_silence,
            over=lambda s, seat: not artillery.may_silence(s),
            verbs=(fighting.SILENCE, moving.DONE),
            prompt=about,
        ),
    )


# rule: EF-4.2.C2
def combat_of(side: str) -> tuple[Step, ...]:
    """Declaration, the defender's reaction and the attacks of one side."""
    other = enemy(side)
    return (
        # rule: EF-4.2.B2
        Phase(
            "declaration",
            "EF-12.0",
            who=only(side),
            verbs=(fighting.DECLARE, fighting.CALL_OFF, fighting.END_DECLARING),
            prompt=about_attacks,
        ),
        # rule: EF-4.2.B3
        Phase(
            "reaction",
            "EF-14.0",
            (
                Phase(
                    "moves",
                    "EF-14.11.a",
                    who=reaction.may_react,
                    over=lambda s, seat: not reaction.may_react(s),
                    verbs=(moving.REACT, moving.DONE),
                    prompt=about_attacks,
                ),
                *joining(other),
                shedding(other),
                *silencing(other),
                Phase(
                    "guns",
                    "EF-14.21",
                    who=reaction.may_support,
                    over=lambda s, seat: not reaction.may_support(s),
                    verbs=(fighting.SUPPORT, fighting.BOMBARD, moving.DONE),
                    prompt=about_attacks,
                ),
                Phase(
                    "orders",
                    "EF-14.31",
                    who=reaction.may_order,
                    over=lambda s, seat: not reaction.may_order(s),
                    verbs=(fighting.ORDER, moving.DONE),
                    prompt=about_attacks,
                ),
            ),
            when=lambda s: bool(s.attacks),
            begin=movement.begin_phase,
        ),
        *((SHELLING, STRIKES) if side == AXIS else ()),
        # rule: EF-4.2.B4
        Phase(
            "combat",
            "EF-4.2.B4",
            (
                *silencing(side),
                Phase(
                    "attacker_air",
                    "EF-17.24",
                    who=lambda s: air.can_fly_cas(s, side),
                    verbs=(flying.CAS, moving.DONE),
                    over=lambda s, seat: not air.can_fly_cas(s, seat),
                    prompt=about_attacks,
                ),
                Phase(
                    "defender_air",
                    "EF-17.24",
                    who=lambda s: air.can_fly_cas(s, other),
                    verbs=(flying.CAS, moving.DONE),
                    over=lambda s, seat: not air.can_fly_cas(s, seat),
                    prompt=about_attacks,
                ),
                air_combat("EF-15.13"),
                Phase(
                    "attacks",
                    "EF-15.0",
                    who=lambda s: (side,) if s.attacks else (),
                    over=lambda s, seat: not s.attacks,
                    verbs=(fighting.RESOLVE, *((sailing.BEACH,) if side == SOVIET else ())),
                    prompt=about_attacks,
                ),
                shedding(side),
            ),
            when=lambda s: bool(s.attacks),
        ),
        *((BEACHING,) if side == SOVIET else ()),
    )


# rule: EF-PB6.44.a
STRIKES: Step = Phase(
    "strikes",
    "EF-PB6.44.a",
    who=strikes.striker,
    over=lambda s, seat: not strikes.striker(s),
    verbs=(flying.STRIKE, moving.DONE),
    prompt=about,
)
"""The Axis Combat phase: aircraft attack ships."""


# rule: EF-PB6.44.a, EF-PB6.44.b, EF-PB6.44.d
STRIKE: Step = Phase(
    "strike",
    "EF-PB6.44.a",
    (
        Phase(
            "opposing",
            "EF-PB6.53",
            who=naval_missions.defender,
            over=lambda s, seat: not naval_missions.defender(s),
            verbs=(flying.OPPOSE, moving.DONE),
            prompt=about,
        ),
        *dogfights(),
        Phase(
            "aiming",
            "EF-PB6.44.b",
            who=strikes.aimer,
            over=lambda s, seat: not strikes.aimer(s),
            verbs=(flying.AIM,),
            prompt=about,
        ),
        Phase("bombs", "EF-PB6.44.d", begin=strikes.resolve),
    ),
    end=strikes.break_off,
)
"""One attack of aircraft on ships."""


def _losses(name: str, of_attacker: bool) -> Step:
    """A side takes the losses that the result gives it."""
    return Phase(
        name,
        "EF-16.21",
        who=lambda s: battle.losing(s, of_attacker),
        over=lambda s, seat: not battle.owes(s, seat),
        verbs=(fighting.LOSE,),
        prompt=owing,
    )


def _retreat(name: str, of_attacker: bool) -> Step:
    """The units of a side retreat, led by whom the rules say."""
    return Phase(
        name,
        "EF-16.4",
        begin=lambda d: battle.start_retreat(d, of_attacker),
        who=battle.router,
        over=lambda s, seat: not battle.router(s),
        verbs=(fighting.RETREAT,),
        prompt=about_battle,
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
            verbs=(fighting.ASSAULT,),
            prompt=about_battle,
        ),
        Phase(
            "result",
            "EF-15.81",
            (
                Phase(
                    "order",
                    "EF-15.58",
                    who=lambda s: (battle.current(s)[1].side,) if battle.may_order(s) else (),
                    verbs=(fighting.COMMAND,),
                    prompt=about_battle,
                ),
                Phase("roll", "EF-15.81", begin=battle.roll),
                _losses("attacker_losses", True),
                _losses("defender_losses", False),
                _retreat("defender_retreat", False),
                _retreat("attacker_retreat", True),
                Phase(
                    "advance",
                    "EF-16.51",
                    who=lambda s: (battle.current(s)[1].side,) if advances.vacated(s) else (),
                    over=lambda s, seat: not advances.vacated(s),
                    verbs=(fighting.ADVANCE, fighting.END_ADVANCE),
                    prompt=about_battle,
                ),
            ),
            when=lambda s: bool(battle.current(s)[0].units),
        ),
        Phase(
            "occupation",
            "EF-15.54.b",
            who=occupation.occupier,
            over=lambda s, seat: not occupation.occupier(s),
            verbs=(fighting.OCCUPY,),
            prompt=about_battle,
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
            who=rout.loser,
            over=lambda s, seat: not rout.loser(s),
            verbs=(fighting.LOSE_IN_OVERRUN,),
            prompt=about,
        ),
        Phase(
            "rout",
            "EF-11.43.6",
            begin=rout.start_rout,
            who=rout.router,
            over=lambda s, seat: not rout.router(s),
            verbs=(fighting.ROUT,),
            prompt=about,
        ),
    ),
    end=rout.finish,
)


GAUNTLET: Step = Phase(
    "gauntlet",
    "EF-16.46",
    (
        Phase(
            "guns",
            "EF-16.46",
            who=gauntlet.gunner,
            over=lambda s, seat: not gauntlet.gunner(s),
            verbs=(fighting.SACRIFICE, moving.DONE),
            prompt=about,
        ),
        Phase(
            "toll",
            "EF-16.46",
            who=gauntlet.payer,
            over=lambda s, seat: not gauntlet.payer(s),
            verbs=(fighting.PAY,),
            prompt=about,
        ),
        Phase("roll", "EF-16.46", begin=gauntlet.roll),
    ),
    end=gauntlet.finish,
)
