"""Conduct Combat: kamikazes, rockets and raids, then one battle after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.axisallies.actions import fighting, raiding
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.additional import mongolia
from sandtable.games.axisallies.rules.combat import (
    battles,
    bombardment,
    casualties,
    kamikaze,
    raids,
    retreat,
    submarines,
)
from sandtable.games.axisallies.rules.combat.assignment import bill
from sandtable.games.axisallies.rules.combat.sides import (
    ATTACKER,
    DEFENDER,
    Side,
    battle_of,
    interceptors,
    kind_of,
    place_of,
    raiders,
)
from sandtable.games.axisallies.rules.research import rockets
from sandtable.games.axisallies.rules.research.technology import knows
from sandtable.games.axisallies.rules.turns.powers import place
from sandtable.games.axisallies.rules.units import antiaircraft
from sandtable.games.axisallies.rules.units.installations import SLOTS
from sandtable.kernel import Phase

Step = Phase[GlobalState]


def combat_phase(power: str) -> Step:
    """The actions of Conduct Combat in their order."""
    return Phase("combat", "AA-9.3.sequence", (_kamikaze_phase(power), _raids_phase(power), _battles_phase(power)))


def _kamikaze_phase(power: str) -> Step:
    """Japan announces its attacks, then all of them are rolled."""
    return Phase(
        "kamikaze",
        "AA-9.3.kamikaze.trigger",
        (
            Phase(
                "announce",
                "AA-9.3.kamikaze.declare",
                who=kamikaze.asked,
                over=lambda state, who: not state.powers[who].kamikazes,
                verbs=(raiding.KAMIKAZE, raiding.END_KAMIKAZE),
                prompt=lambda state, who: {"left": state.powers[who].kamikazes},
            ),
            Phase("strike", "AA-9.3.kamikaze.resolve", begin=kamikaze.strike),
        ),
    )


def _raids_phase(power: str) -> Step:
    """A power's rockets, then one raided territory after the other."""
    rocketry: Step = Phase(
        "rockets",
        "AA-13.t1.2",
        when=lambda state: knows(state, power, "rockets"),
        who=lambda state: (power,) if rockets.bases(state, power) else (),
        over=lambda state, who: not rockets.bases(state, who),
        verbs=(raiding.LAUNCH, raiding.END_ROCKETS),
        end=rockets.forget,
    )
    following: Step = Phase(
        "next", "AA-9.3.raid.steps", begin=raids.begin_next, when=lambda state: bool(raids.raided(state))
    )
    return Phase(
        "raids",
        "AA-9.3.raid.steps",
        (rocketry, Phase("each", "AA-9.3.raid.steps", (following,), again=lambda state: bool(raids.raided(state)))),
    )


def _next_battles(state: GlobalState, who: str) -> dict[str, Any]:
    """What the prompt for the next battle says: how many are left, and where."""
    left = battles.next_battles(state)
    return {"count": len(left), "places": tuple(map(place, left))}


def _battles_phase(power: str) -> Step:
    """One battle after the other, in the order the attacker likes."""
    choose: Step = Phase(
        "choose",
        "AA-9.3.std.which",
        who=lambda state: (power,) if len(battles.next_battles(state)) > 1 else (),
        verbs=(fighting.FIGHT,),
        begin=battles.begin_next,
        prompt=_next_battles,
    )
    return Phase(
        "battles",
        "AA-9.3.std.which",
        (choose,),
        end=mongolia.after_combat,
        again=lambda state: bool(battles.next_battles(state)),
    )


# -- losses ----------------------------------------------------------------------------------------------------------


def _owing(side: Side) -> Callable[[GlobalState, str], dict[str, object]]:
    """What the prompt for losses says: where, and how many hits."""

    def words(state: GlobalState, who: str) -> dict[str, object]:
        due = bill(state, side)
        return {"place": place(place_of(state)), "hits": due.owed + due.owed_by_transports}

    return words


def _proposal(state: GlobalState, who: str) -> dict[str, object]:
    """The losses an ally proposes, kind by kind."""
    battle = battle_of(state)
    kinds = tuple(kind_of(state, key) for key in (*battle.proposed, *battle.proposed_damage))
    return {"place": place(place_of(state)), "kinds": kinds}


def losses(name: str, side: Side, rule: str) -> Step:
    """The steps in which a side takes hits; several defenders agree or leave it to the attacker."""
    choose: Step = Phase(
        "choose",
        rule,
        who=lambda state: casualties.chooser(state, side),
        verbs=(fighting.LOSE[side],),
        begin=lambda d: casualties.settle_forced(d, side),
        prompt=_owing(side),
    )
    if side == ATTACKER:
        return Phase(name, rule, (choose,))
    agreement = "AA-9.3.multi.casualties"
    agree: Step = Phase(
        "agree",
        agreement,
        who=casualties.asked_to_agree,
        verbs=(fighting.AGREE,),
        end=casualties.carry_out,
        prompt=_proposal,
    )
    overrule: Step = Phase(
        "overrule",
        agreement,
        who=lambda state: (battle_of(state).attacker,),
        when=lambda state: bool(battle_of(state).chosen_by),
        verbs=(fighting.LOSE[DEFENDER],),
        prompt=_owing(DEFENDER),
    )
    return Phase(name, rule, (choose, agree, overrule))


# -- one raid --------------------------------------------------------------------------------------------------------


def _flak(slot: str) -> Step:
    """An installation fires at the bombers that go for it."""
    return Phase(
        f"flak_{slot}",
        "AA-9.3.raid.aa",
        (
            Phase("fire", "AA-9.3.raid.aa", begin=lambda d: raids.flak(d, slot)),
            losses("shot_down", ATTACKER, "AA-9.3.raid.aa"),
        ),
    )


RAID: Step = Phase(
    "raid",
    "AA-9.3.raid.steps",
    (
        Phase(
            "intercept",
            "AA-9.3.raid.interceptors",
            who=raids.asked_to_intercept,
            verbs=(raiding.INTERCEPT,),
            prompt=lambda state, who: {"place": place(place_of(state)), "count": len(raiders(state, place_of(state)))},
        ),
        Phase(
            "dogfight",
            "AA-9.3.raid.air-battle.a",
            (
                Phase("fire", "AA-9.3.raid.air-battle.b", begin=raids.dogfight),
                losses("interceptors_lost", DEFENDER, "AA-9.3.raid.air-battle.b"),
                losses("raiders_lost", ATTACKER, "AA-9.3.raid.air-battle.b"),
            ),
            when=lambda state: bool(interceptors(state, place_of(state))),
        ),
        Phase(
            "aim",
            "AA-9.3.raid.assign",
            begin=raids.assign_plain,
            who=lambda state: (battle_of(state).attacker,) if raids.unassigned(state) else (),
            over=lambda state, who: not raids.unassigned(state),
            verbs=(raiding.AIM,),
            prompt=lambda state, who: {"place": place(place_of(state)), "count": len(raids.unassigned(state))},
        ),
        *(_flak(slot) for slot in SLOTS),
        Phase("bomb", "AA-9.3.raid.damage", begin=raids.bomb),
    ),
)


# -- one battle ------------------------------------------------------------------------------------------------------

SHORE: tuple[Step, ...] = (
    Phase(
        "bombard",
        "AA-9.3.bombard.roll",
        who=bombardment.asked,
        verbs=(fighting.BOMBARD,),
        begin=bombardment.begin,
        prompt=lambda state, who: {"place": place(place_of(state)), "most": bombardment.limit(state)},
    ),
    losses("bombarded", DEFENDER, "AA-9.3.bombard.roll"),
)
"""Choose the ships, fire, and put what they hit behind the casualty strip."""

GUNS: tuple[Step, ...] = (
    Phase("anti_air", "AA-10.aaa.fire.a", begin=antiaircraft.fire),
    losses("shot_down", ATTACKER, "AA-10.aaa.fire.b"),
)
"""The guns fire and the attacker takes the aircraft they brought down."""


def _dive(side: Side) -> Step:
    """The question whether submarines of a side dive."""
    return Phase(
        f"{side}_dives",
        "AA-9.3.sub.choice",
        who=lambda state: submarines.owners(state, side),
        verbs=(fighting.SUBMERGE[side],),
        prompt=lambda state, who: {"place": place(place_of(state))},
    )


SUBMARINES: Step = Phase(
    "submarines",
    "AA-9.3.sub.choice",
    (
        _dive(ATTACKER),
        _dive(DEFENDER),
        Phase("strike", "AA-9.3.sub.strike-att", begin=lambda d: submarines.strike(d, ATTACKER)),
        losses("struck", DEFENDER, "AA-9.3.sub.strike-att"),
        Phase("strike_back", "AA-9.3.sub.strike-def", begin=lambda d: submarines.strike(d, DEFENDER)),
        losses("struck_back", ATTACKER, "AA-9.3.sub.strike-def"),
        Phase("sunk", "AA-9.3.sub.remove-at-once", begin=submarines.sink),
    ),
    when=lambda state: state.board.is_sea(place_of(state)),
)
"""Step 2 of a round at sea: dive or strike, and what the strikes sank is gone before anybody else fires."""

PRESS: Step = Phase(
    "press",
    "AA-9.3.retreat.who",
    who=lambda state: (battle_of(state).attacker,),
    when=retreat.may_break_off,
    verbs=(fighting.PRESS, fighting.RETREAT),
    prompt=lambda state, who: {"place": place(place_of(state)), "round": battle_of(state).round},
)
"""The question at the end of a round; not asked where there is nowhere to go."""

STAY: Step = Phase(
    "stay",
    "AA-9.3.std.transports-only",
    who=lambda state: (battle_of(state).attacker,),
    when=retreat.is_standoff,
    verbs=(fighting.STAY, fighting.RETREAT),
    prompt=lambda state, who: {"place": place(place_of(state))},
)
"""The question whether ships that can neither harm nor be harmed stay in the zone or retreat."""

BATTLE: Step = Phase(
    "battle",
    "AA-9.3.std.steps",
    (
        Phase("setup", "AA-9.3.std.setup", begin=battles.open_battle),
        Phase("shore", "AA-9.3.bombard.condition", SHORE, when=battles.goes_on),
        Phase("guns", "AA-10.aaa.fire.a", GUNS, when=battles.goes_on, end=battles.after_guns),
        Phase(
            "round",
            "AA-9.3.std.steps",
            (
                Phase("start", "AA-9.3.std.steps", begin=battles.new_round),
                SUBMARINES,
                Phase("attack", "AA-9.3.att.fire", begin=battles.attack),
                losses("hit", DEFENDER, "AA-9.3.att.fire"),
                Phase("defence", "AA-9.3.def.fire", begin=battles.defend),
                losses("hit_back", ATTACKER, "AA-9.3.def.fire"),
                Phase("clear", "AA-9.3.std.remove", begin=battles.clear),
                PRESS,
            ),
            when=battles.goes_on,
            again=battles.goes_on,
        ),
        STAY,
        Phase("conclude", "AA-9.3.conclude.capture", begin=lambda d: battles.conclude(d, place_of(d.now))),
    ),
)
