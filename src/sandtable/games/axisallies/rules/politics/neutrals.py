"""Chapter 6: neutral territories, which lean to a side or to none, and what it takes to enter them."""

from __future__ import annotations

from sandtable.games.axisallies.model import NEUTRAL_ARMY, GlobalState, Unit
from sandtable.games.axisallies.rules.muster import new_unit
from sandtable.games.axisallies.rules.politics import neutral_army
from sandtable.games.axisallies.rules.politics.theatres import is_at_war_here
from sandtable.games.axisallies.rules.spaces.spaces import is_neutral_land, leans_to, units_at
from sandtable.games.axisallies.rules.turns.powers import AXIS, alliance, other_side, place, seat
from sandtable.kernel import Draft, Ref, Refusal, refuse

STRICT = "strict"


# rule: AA-6.friendly-neutral.no-attack, AA-6.friendly-neutral.def
def why_not_attack_neutral(state: GlobalState, power: str, at: int) -> Refusal | None:
    """A neutral that favours one's own alliance may not be attacked; all others may, without a declaration."""
    if is_neutral_land(state, at) and leans_to(state.territories[at]) == alliance(state, power):
        return refuse("AA-6.friendly-neutral.no-attack", "refuse.friendly_neutral", place(at), place=place(at))
    # rule: AA-6.ussr.theatres, AA-9.3.sequence, AA-9.2.us-neutral.a
    if not is_at_war_here(state, power, at):
        rule = "AA-9.2.us-neutral.a" if power == "usa" else "AA-6.ussr.theatres"
        return refuse(rule, "refuse.peace_neutral", place(at), power=seat(power), place=place(at))
    return None


# rule: AA-6.neutral.entry-phase, AA-6.hostile-neutral.def, AA-6.neutral.types
def why_not_enter_neutral(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Only land units of a power at war may enter a neutral in Noncombat Move, and only one that favours their side."""
    territory = state.territories[at]
    # rule: AA-6.strict-neutral.behaviour
    if territory.stance == STRICT:
        return refuse("AA-6.strict-neutral.behaviour", "refuse.strict_neutral", place(at), place=place(at))
    if leans_to(territory) != alliance(state, power):
        return refuse("AA-6.neutral.entry-phase", "refuse.hostile_neutral", place(at), place=place(at))
    # rule: AA-6.friendly-neutral.enter.c
    if not is_at_war_here(state, power, at):
        return refuse("AA-6.friendly-neutral.enter.c", "refuse.peace_friendly_neutral", place(at), place=place(at))
    return None


def rouse(d: Draft[GlobalState], at: int, attacker: str) -> None:
    """A neutral is attacked: its army stands up, and where it was a strict one the others choose the other side."""
    was_strict = is_neutral_land(d.now, at) and d.now.territories[at].stance == STRICT
    neutral_army.rouse(d, at, attacker)
    if was_strict:
        _turn_the_others(d, at, attacker)


# rule: AA-6.strict-neutral.domino, AA-6.neutral.separate
def _turn_the_others(d: Draft[GlobalState], at: int, attacker: str) -> None:
    """Every other strict neutral favours the side that did not attack; those that already lean are left as they are."""
    side = other_side(alliance(d.now, attacker))
    turned = [
        other
        for other, land in d.now.territories.items()
        if land.stance == STRICT and not land.holder and _may_turn(d.now, other, at, attacker)
    ]
    for other in turned:
        d.edit("territories", other, stance=f"pro_{side}")
    if turned:
        places = tuple(place(other) for other in turned)
        d.log("log.neutrals_turn", "AA-6.strict-neutral.domino", *places, places=places, side=Ref("word", side))


# rule: AA-11.mongolia.never-axis, AA-11.mongolia.else
def _may_turn(state: GlobalState, other: int, at: int, attacker: str) -> bool:
    """Mongolia follows the other strict neutrals, but never to the Axis unless the Soviet Union attacked it."""
    spaces = state.board.spaces
    if not spaces[other].mongolian or alliance(state, attacker) == AXIS:
        return True
    return attacker == "ussr" and spaces[at].mongolian


# rule: AA-6.friendly-neutral.enter.a, AA-6.hostile-neutral.repulse.b, AA-6.neutral.after-control.a
def enter_friendly(d: Draft[GlobalState], at: int, power: str) -> None:
    """The first land units of a friendly power end the neutrality: control, income and army are theirs."""
    count = _join(d, at, power, fresh=True)
    d.log(
        "log.neutral_joins",
        "AA-6.friendly-neutral.enter.a",
        place(at),
        power=seat(power),
        place=place(at),
        count=count,
        ipc=d.now.board.spaces[at].ipc,
    )


# rule: AA-6.friendly-neutral.enter.b, AA-6.neutral.army
def _join(d: Draft[GlobalState], at: int, power: str, *, fresh: bool) -> int:
    """Hand a neutral with its standing army, or what an attack left of it, to a power; gives the size of the army.

    ``fresh`` units may not be used before the next turn of the power.
    """
    if not d.now.territories[at].roused:
        army = d.now.board.spaces[at].army
        for _ in range(army):
            new_unit(d, Unit("infantry", power, at, fresh=fresh))
    else:
        left = [key for key, unit in units_at(d.now, at) if unit.owner == NEUTRAL_ARMY]
        for key in left:
            d.edit("units", key, owner=power, stuck=False, fresh=fresh)
        army = len(left)
    # rule: AA-6.neutral.after-control.b
    d.edit("territories", at, holder=power, stance="", roused=False, former_neutral=True)
    return army


def join_at_once(d: Draft[GlobalState], at: int, power: str) -> int:
    """Hand a neutral to a power whose turn it is not: its army is ready when that power's turn comes."""
    return _join(d, at, power, fresh=False)
