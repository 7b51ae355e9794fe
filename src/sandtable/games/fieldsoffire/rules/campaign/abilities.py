"""Abilities: what a company has learned besides its grades, each marker for one use (12.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sandtable.games.fieldsoffire.model import FieldsState, Impulse, Try
from sandtable.games.fieldsoffire.rules.campaign.promotion import points_left
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.combat import rally, reconstitution
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.orders import serves, why_not_order
from sandtable.games.fieldsoffire.rules.terms.draws import draw
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.units import HQ_CO, HQ_PLATOON, SQUAD, STAFF
from sandtable.kernel import Draft, Draw, Ref, Refusal, refuse

MOST = 3
"""Ability markers that one headquarters or staff unit holds."""
HOLDERS = (HQ_PLATOON, HQ_CO, STAFF)
INITIATIVE, EXTRA_DRAW, SPAWN = "general_initiative", "extra_draw", "spawn_team"
SUCCEEDS = {
    "auto_spot": (trials.SPOT,),
    "auto_cover": (trials.SEEK,),
    "auto_concentrate": (trials.CONCENTRATE,),
    "auto_infiltrate": (trials.INFILTRATE, trials.INFILTRATE_WITHIN),
    "auto_grenade": (trials.GRENADE,),
}
"""Abilities that make an attempt succeed, with the kinds of attempt."""
RAISES = {
    "paralyzed_to_fire": (rally.TO_LITTER, rally.TO_FIRE),
    "paralyzed_to_assault": (rally.TO_LITTER, rally.TO_FIRE, rally.TO_ASSAULT),
}
"""Abilities that bring a Paralyzed Team up at once, with the steps of the rally menu that it takes."""
CAN_BE_CRITICAL = (trials.CONCENTRATE, trials.GRENADE, trials.CHARGE, trials.PHOSPHORUS)
GRANTED = "abilities"
"""Abilities that the briefing gives and that nobody has chosen yet, in the details of the state."""


@cache
def skills() -> Mapping[str, Mapping[str, Any]]:
    """Every ability with its price."""
    found: Mapping[str, Mapping[str, Any]] = data("counters")["skills"]
    return found


def held(state: FieldsState, hq: int) -> tuple[str, ...]:
    """The abilities of a headquarters or staff unit that is in play."""
    row = state.commands.get(hq)
    return row.abilities if row is not None and state.units[hq].at else ()


def all_held(state: FieldsState) -> tuple[str, ...]:
    """Every ability marker in play."""
    return tuple(one for row in state.commands.values() for one in row.abilities)


# rule: FF-12.7.f
def is_enough(wanted: Iterable[str]) -> bool:
    """Whether the counters suffice for these abilities at once: each has one or two sides, of which one lies up."""
    sides: list[list[str]] = data("counters")["skill_counters"]["sides"]
    taken: dict[int, str] = {}

    def place(ability: str, tried: set[int]) -> bool:
        for number, printed in enumerate(sides):
            if ability in printed and number not in tried:
                tried.add(number)
                if number not in taken or place(taken[number], tried):
                    taken[number] = ability
                    return True
        return False

    return all(place(ability, set()) for ability in wanted)


# -- getting them ------------------------------------------------------------------------------------------------------


# rule: FF-12.7.a, FF-12.7.c
def why_not_hold(state: FieldsState, hq: int) -> Refusal | None:
    """Why a unit cannot be given an ability: platoon and company headquarters and staff hold three at most."""
    me = Ref("unit", hq)
    if state.board.types[hq].kind not in HOLDERS or hq not in state.commands:
        return refuse("FF-12.7.a", "refuse.holds_no_ability", me, unit=me)
    if len(held(state, hq)) >= MOST:
        return refuse("FF-12.7.c", "refuse.abilities_enough", me, unit=me, most=MOST)
    return None


# rule: FF-12.7.f
def why_not_marker(state: FieldsState, ability: str) -> Refusal | None:
    """Why an ability cannot be had: no counter of it is left."""
    if is_enough((*all_held(state), ability)):
        return None
    return refuse("FF-12.7.f", "refuse.no_ability_left", ability=Ref("word", ability))


# rule: FF-12.7.a
def why_not_learn(state: FieldsState, ability: str) -> Refusal | None:
    """Why an ability cannot be bought: too few points, or no counter of it."""
    price, left = int(skills()[ability]["xp_cost"]), points_left(state)
    if left < price:
        return refuse("FF-12.7.a", "refuse.ability_too_dear", ability=Ref("word", ability), price=price, left=left)
    return why_not_marker(state, ability)


# rule: FF-12.7.a
def learn(d: Draft[FieldsState], hq: int, ability: str) -> None:
    """Buy an ability with experience points."""
    d.put("points", EXPERIENCE, points_left(d.now) - int(skills()[ability]["xp_cost"]))
    _give(d, hq, ability, "FF-12.7.a")


# rule: FF-2.3.4.c
def why_not_be_granted(state: FieldsState, hq: int) -> Refusal | None:
    """Why the briefing gives a unit no ability: there is none to choose, or it leads no platoon."""
    me = Ref("unit", hq)
    if not state.details.get(GRANTED):
        return refuse("FF-2.3.4.c", "refuse.no_ability_granted", me, unit=me)
    if state.board.types[hq].kind != HQ_PLATOON:
        return refuse("FF-2.3.4.c", "refuse.no_platoon_headquarters", me, hq=me)
    return why_not_hold(state, hq)


# rule: FF-2.3.4.c
def grant(d: Draft[FieldsState], hq: int, ability: str) -> None:
    """A platoon gets the ability that was chosen for it."""
    d.put("details", GRANTED, d.now.details[GRANTED] - 1)
    _give(d, hq, ability, "FF-2.3.4.c")


def _give(d: Draft[FieldsState], hq: int, ability: str, rule: str) -> None:
    d.edit("commands", hq, abilities=(*d.now.commands[hq].abilities, ability))
    me = Ref("unit", hq)
    d.log("log.ability_gained", rule, me, hq=me, ability=Ref("word", ability))


# rule: FF-12.7.e
def _take(d: Draft[FieldsState], hq: int, ability: str, *draws: Draw) -> None:
    """The marker is used up."""
    left = list(d.now.commands[hq].abilities)
    left.remove(ability)
    d.edit("commands", hq, abilities=tuple(left))
    me = Ref("unit", hq)
    d.log("log.ability_used", "FF-12.7.e", me, draws=draws, hq=me, ability=Ref("word", ability))


# rule: FF-12.7.f
def forget(d: Draft[FieldsState]) -> None:
    """At the end of a mission nobody keeps an ability."""
    for hq in tuple(d.now.commands):
        d.edit("commands", hq, abilities=())


# -- using them --------------------------------------------------------------------------------------------------------


# rule: FF-12.7.e
def why_not_use(state: FieldsState, hq: int, ability: str) -> Refusal | None:
    """Why an ability is of no use for the attempt at hand: nobody jams less by it, and a success needs no other."""
    one, head = state.within(Try), Ref("unit", hq)
    if one is None or ability not in held(state, hq):
        return refuse("FF-12.7.e", "refuse.no_such_ability", head, hq=head, ability=Ref("word", ability))
    me = Ref("unit", one.unit)
    if not serves(state, hq, one.unit):  # rule: FF-12.7.b
        return refuse("FF-12.7.b", "refuse.ability_of_others", me, head, unit=me)
    if trials.has_jammed(state):  # rule: FF-12.7.d
        return refuse("FF-12.7.d", "refuse.jammed", me, unit=me)
    if is_useful(state, one, ability):
        return None
    return refuse("FF-12.7.e", "refuse.ability_no_use", head, ability=Ref("word", ability))


# rule: FF-12.7.e
def is_useful(state: FieldsState, one: Try, ability: str) -> bool:
    """Whether an ability can change what comes of an attempt."""
    if ability in RAISES:
        return one.menu == rally.TO_LITTER
    tried = trials.so_far(state)
    if tried is None:
        return False
    if ability == EXTRA_DRAW:
        return not tried.succeeds or (one.what in CAN_BE_CRITICAL and tried.hits == 1)
    return one.what in SUCCEEDS.get(ability, ()) and not tried.succeeds


def usable(state: FieldsState, hq: int) -> tuple[str, ...]:
    """The abilities of a headquarters that help the attempt at hand."""
    return tuple(dict.fromkeys(one for one in held(state, hq) if why_not_use(state, hq, one) is None))


def helpers(state: FieldsState) -> tuple[int, ...]:
    """Headquarters and staff with an ability for the attempt at hand."""
    return tuple(hq for hq, row in state.commands.items() if row.abilities and usable(state, hq))


# rule: FF-12.7.d, FF-12.7.e
def use(d: Draft[FieldsState], hq: int, ability: str) -> None:
    """One more card, or success whatever the cards show; the command has been paid and the cards are drawn."""
    one = d.now.subject(Try)
    if ability == EXTRA_DRAW:
        drawn = draw(d, "ability")
        d.edit_subject(Try, cards=(*one.cards, drawn.card.number))
        _take(d, hq, ability, drawn.draw)
        return
    d.edit_subject(Try, assured=True, form=ability if ability in RAISES else one.form)
    _take(d, hq, ability)


# rule: FF-12.7.e
def raise_up(d: Draft[FieldsState], key: int, ability: str) -> None:
    """A Paralyzed Team climbs as many grades as the ability says."""
    for menu in RAISES[ability]:
        key = rally.help_up(d, key, menu)


# rule: FF-12.7.e
def why_not_rouse(state: FieldsState, hq: int) -> Refusal | None:
    """Why an ability gives no command: it is one of General Initiative."""
    impulse, head = state.impulse, Ref("unit", hq)
    if impulse is None or impulse.hq:
        return refuse("FF-12.7.e", "refuse.only_general_initiative", head, hq=head)
    if INITIATIVE not in held(state, hq):
        return refuse("FF-12.7.e", "refuse.no_such_ability", head, hq=head, ability=Ref("word", INITIATIVE))
    if impulse.favour:
        return refuse("FF-12.7.b", "refuse.favour_first", head, hq=Ref("unit", impulse.favour))
    return None


# rule: FF-12.7.b, FF-12.7.e
def rouse(d: Draft[FieldsState], hq: int) -> None:
    """One more command of General Initiative, for those whom the ability serves: the next one is theirs."""
    d.edit_subject(Impulse, left=d.now.subject(Impulse).left + 1, favour=hq)
    _take(d, hq, INITIATIVE)


def can_rouse(state: FieldsState) -> bool:
    """Whether anybody could still get a command out of an ability."""
    return any(why_not_rouse(state, hq) is None for hq, row in state.commands.items() if row.abilities)


# rule: FF-12.7.b, FF-12.7.e
def why_not_spawn(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why no team springs from a squad without a command."""
    me, head = Ref("unit", key), Ref("unit", hq)
    if SPAWN not in held(state, hq):
        return refuse("FF-12.7.e", "refuse.no_such_ability", head, hq=head, ability=Ref("word", SPAWN))
    if state.board.types[key].kind != SQUAD or not serves(state, hq, key):
        return refuse("FF-12.7.b", "refuse.ability_of_others", me, head, unit=me)
    no = reconstitution.why_not_detach(state, key)
    return no or why_not_order(state, key, reconstitution.DETACH, cost=0)


# rule: FF-12.7.e
def spawn(d: Draft[FieldsState], hq: int, key: int, team: str) -> None:
    """A squad sends out a team for nothing but the ability."""
    _take(d, hq, SPAWN)
    reconstitution.detach(d, key, team)
