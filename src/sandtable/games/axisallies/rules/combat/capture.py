"""Chapter 9.3, step 7: taking and freeing territories, capitals and everything that stands in them."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.casualties import lose
from sandtable.games.axisallies.rules.politics import dutch, incidents
from sandtable.games.axisallies.rules.politics.politics import note
from sandtable.games.axisallies.rules.spaces.spaces import FRIENDLY, land_status, type_of, units_at
from sandtable.games.axisallies.rules.turns.powers import (
    ALLIES,
    AXIS,
    alliance,
    are_allies,
    has_lost_capital,
    place,
    seat,
)
from sandtable.kernel import Draft, Ref


# rule: AA-9.3.conclude.capture, AA-9.3.conclude.production, AA-6.hostile-neutral.capture
def take(d: Draft[GlobalState], at: int, power: str, by_blitz: bool = False) -> None:
    """A power's land units are alone in a hostile territory: it changes hands with all that is in it."""
    if land_status(d.now, power, at) == FRIENDLY:
        return  # others took it in this turn's Combat Move
    if dutch.may_occupy(d.now, power, at):
        dutch.claim(d, at, power)
        return
    before = d.now.territories[at].holder
    after = new_holder(d.now, at, power)
    # rule: AA-9.3.conclude.aa
    _destroy_guns(d, at, power)
    # rule: AA-9.3.conclude.installations, AA-9.3.conclude.ic.b
    _hand_over_works(d, at, power, before)
    # rule: AA-6.neutral.after-control.a, AA-6.neutral.after-control.b
    was_neutral = not before and bool(d.now.board.spaces[at].neutral)
    changes: dict[str, Any] = {"holder": after, "stance": "", "roused": False, "overrun": by_blitz}
    # rule: AA-6.neutral.after-control.a, AA-6.neutral.after-control.b
    if was_neutral:
        changes["former_neutral"] = True
    d.edit("territories", at, **changes)
    # rule: AA-9.3.liberate.return
    freed = after != power
    # rule: AA-9.3.liberate.return, AA-9.3.conclude.capture
    key, rule = ("log.freed", "AA-9.3.liberate.return") if freed else ("log.taken", "AA-9.3.conclude.capture")
    # rule: AA-9.2.blitz.tank
    rule = "AA-9.2.blitz.tank" if by_blitz and not freed else rule
    ipc = d.now.board.spaces[at].ipc
    d.log(key, rule, place(at), power=seat(power), place=place(at), holder=seat(after), ipc=ipc)
    for economy in _capitals_at(d.now, at):
        info = d.now.board.economies[economy]
        # rule: AA-9.3.capital.loot, AA-9.3.capital.no-refund
        if before == info.power:
            _loot(d, at, power, economy)
        # rule: AA-9.3.capital.regain
        if after == info.power:
            _give_back(d, economy)
    # rule: AA-6.us.dow-triggers
    _remember(d, at, power, freed)
    incidents.captured(d, at, power)


# rule: AA-9.3.liberate.return, AA-6.china.original, AA-6.uk.dutch.d
def new_holder(state: GlobalState, at: int, power: str) -> str:
    """Who controls a territory that a power takes: an ally who owned it first, unless his capital is lost."""
    space, territory = state.board.spaces[at], state.territories[at]
    first = space.original_owner
    # rule: AA-9.3.liberate.return, AA-6.neutral.after-control.b, AA-6.uk.dutch.d
    if not first or territory.former_neutral or not are_allies(state, first, power):
        return power
    economy = economy_of_first_owner(state, at)
    # rule: AA-9.3.liberate.capital-lost, AA-11.uk.capital-lost.b, AA-6.china.temp-control
    if economy in _capitals_at(state, at) or not has_lost_capital(state, economy):
        return first
    return power


def economy_of_first_owner(state: GlobalState, at: int) -> str:
    """The treasury a territory belonged to when the game began."""
    space = state.board.spaces[at]
    own = state.board.powers[space.original_owner].economies
    if len(own) == 1:
        return own[0]
    if space.economy in own:
        return space.economy
    return "uk_pacific" if space.half == "pacific" else "uk_europe"


# rule: AA-9.3.conclude.aa, AA-9.3.std.empty
def _destroy_guns(d: Draft[GlobalState], at: int, power: str) -> None:
    """Anti-aircraft guns are destroyed, never captured."""
    guns = [
        key
        for key, unit in units_at(d.now, at)
        if type_of(d.now, unit).aa_shots
        and (unit.owner not in d.now.powers or not are_allies(d.now, unit.owner, power))
    ]
    if guns:
        lose(d, guns, "AA-9.3.conclude.aa")


# rule: AA-9.3.conclude.installations, AA-10.inst.capture
def _hand_over_works(d: Draft[GlobalState], at: int, power: str, before: str) -> None:
    """Installations go with the territory, damage and all; a major complex becomes a minor one."""
    land = d.now.territories[at]
    if not land.works:
        return
    # rule: AA-6.china.remove-ic, AA-9.5.no-destroy
    if d.now.board.spaces[at].chinese and alliance(d.now, power) == ALLIES:
        d.edit("territories", at, works="", works_damage=0)
        d.log("log.works_removed", "AA-6.china.remove-ic", place(at), place=place(at))
    # rule: AA-9.3.conclude.ic.b, AA-9.3.conclude.damage
    elif land.works == "major_ic" and before and not are_allies(d.now, before, power):
        most = d.now.board.installations["minor_ic"].damage
        d.edit("territories", at, works="minor_ic", works_damage=min(land.works_damage, most))
        d.log("log.works_reduced", "AA-9.3.conclude.ic.b", place(at), place=place(at))


# rule: AA-9.3.capital.list, AA-11.us.sanfrancisco
def _capitals_at(state: GlobalState, at: int) -> tuple[str, ...]:
    """The treasuries whose capital a territory holds."""
    return tuple(economy.id for economy in state.board.economies.values() if economy.capital == at)


# rule: AA-9.3.capital.loot, AA-11.uk.capital-lost.a, AA-11.uk.loot
def _loot(d: Draft[GlobalState], at: int, power: str, economy: str) -> None:
    """All unspent IPC of a captured capital go to the captor; British loot to the half of the board it lies in."""
    ipc = d.now.treasury[economy]
    own = d.now.board.powers[power].economies
    half = d.now.board.spaces[at].half
    to = own[0] if len(own) == 1 else ("uk_pacific" if half == "pacific" else "uk_europe")
    d.put("treasury", economy, 0)
    d.put("treasury", to, d.now.treasury[to] + ipc)
    rule = "AA-9.3.capital.loot"
    d.log("log.looted", rule, place(at), power=seat(power), ipc=ipc, economy=Ref("economy", economy))


# rule: AA-9.3.capital.regain
def _give_back(d: Draft[GlobalState], economy: str) -> None:
    """A freed capital: what allies kept of that treasury's first territories goes back to their owner."""
    owner = d.now.board.economies[economy].power
    for at, land in tuple(d.now.territories.items()):
        space = d.now.board.spaces[at]
        if space.original_owner != owner or land.former_neutral or economy_of_first_owner(d.now, at) != economy:
            continue
        if land.holder and land.holder != owner and are_allies(d.now, land.holder, owner):
            d.edit("territories", at, holder=owner)
            d.log("log.given_back", "AA-9.3.capital.regain", place(at), place=place(at), power=seat(owner))


# rule: AA-6.us.dow-triggers
def _remember(d: Draft[GlobalState], at: int, power: str, freed: bool) -> None:
    """Note what other chapters ask about later."""
    side = alliance(d.now, power)
    if side == AXIS and "uk_europe" in _capitals_at(d.now, at):
        note(d, "london_captured_by_axis")
    if side == AXIS and at in d.now.board.tables["politics"]["north_america"]:
        note(d, "axis_captured_north_america")
    if freed or d.now.board.spaces[at].original_owner == power:
        note(d, f"liberated.{at}")
