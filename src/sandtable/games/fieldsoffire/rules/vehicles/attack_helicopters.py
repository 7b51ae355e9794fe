"""Attack helicopters: a section of two, called like an airstrike, for two turns (10.8.5)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    AIR_FIRE,
    AVAILABLE,
    GROUND,
    ON_CALL,
    FieldsState,
    Flyover,
    Lift,
    Marker,
)
from sandtable.games.fieldsoffire.rules.transport.boxes import lift_of
from sandtable.games.fieldsoffire.rules.vehicles.air import leave
from sandtable.games.fieldsoffire.rules.vehicles.sections import SECTION, free, section
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.kernel import Draft, Ref


# rule: FF-10.8.5.call, FF-10.8.5.stay
def call_in(d: Draft[FieldsState], card: int, *, short: bool) -> None:
    """Two counters wait over the target; a section that is there already gets it as a new one."""
    found = section(d.now)
    for key in found or free(d.now)[:SECTION]:
        last = lift_of(d.now, key).turn if found else d.now.turn + SECTION - 1
        d.put("lifts", key, Lift(card=card, turn=last, short=short))
        if not found:
            d.edit("units", key, box=ON_CALL)
    there = Ref("place", card)
    d.log("log.section_called", "FF-10.8.5.call", there, card=there)


# rule: FF-10.8.5.arrive, FF-10.8.5.stay
def due(state: FieldsState) -> tuple[int, ...]:
    """Helicopters of the section that still have to come over their target in this turn."""
    return tuple(key for key in section(state) if not state.units[key].acted)


def next_in(d: Draft[FieldsState]) -> None:
    """The next of them comes in."""
    key = due(d.now)[0]
    d.call("overfly", Flyover(key, lift_of(d.now, key).card))


# rule: FF-10.8.5.attack
def attackers(state: FieldsState) -> tuple[int, ...]:
    """Helicopters that are over their target, unharmed."""
    return tuple(key for key in section(state) if state.units[key].at)


# rule: FF-10.8.5.attack
def strike(d: Draft[FieldsState]) -> None:
    """Whoever is left attacks the target with heavy fire."""
    able = attackers(d.now)
    if not able:
        return
    card = lift_of(d.now, able[0]).card
    lay(d, Marker(AIR_FIRE, at=card, by=able[0]))
    there = Ref("place", card)
    d.log("log.section_attacks", "FF-10.8.5.attack", there, card=there)
    beside = lift_of(d.now, able[0]).beside
    if beside and len(able) == SECTION:  # rule: FF-10.8.5.stay
        strike_beside(d, beside)


# rule: FF-10.8.5.attack
def cards_beside(state: FieldsState) -> tuple[int, ...]:
    """Cards that a whole section may attack besides: one next to the target, not after a short call."""
    able = attackers(state)
    if len(able) < SECTION:
        return ()
    lift = lift_of(state, able[0])
    if lift.short or lift.beside:
        return ()
    return tuple(one for one in around(lift.card) if one in state.cards and state.cards[one].kind == GROUND)


# rule: FF-10.8.5.attack
def strike_beside(d: Draft[FieldsState], card: int) -> None:
    """A second card."""
    able = attackers(d.now)
    for key in able:
        d.edit("lifts", key, beside=card)
    lay(d, Marker(AIR_FIRE, at=card, by=able[0]))
    there = Ref("place", card)
    d.log("log.section_attacks", "FF-10.8.5.attack", there, card=there)


# rule: FF-10.8.5.stay
def go_home(d: Draft[FieldsState]) -> None:
    """After their second turn they leave, and can be called again."""
    for key in section(d.now):
        if d.now.turn >= lift_of(d.now, key).turn:
            leave(d, key, AVAILABLE)
