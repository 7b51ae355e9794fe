"""What enemies do by themselves at once: mortar crews who are overrun, fanatics and human waves that are hit, contact
markers in the way of their fire."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState
from sandtable.games.fieldsoffire.rules.enemy.munitions import take_up_rifles
from sandtable.games.fieldsoffire.rules.ground.elevation import level
from sandtable.games.fieldsoffire.rules.memory import fights, unless
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, presences, rating
from sandtable.games.fieldsoffire.rules.weapons.capability import GRENADES
from sandtable.games.fieldsoffire.scenario.ground import line
from sandtable.games.fieldsoffire.scenario.units import MORTARS
from sandtable.kernel import Draft, Ref, derived

FANATIC = {"L": "F", "P": "C"}
"""What fanatics become instead."""
CASUALTY = "C"


# rule: FF-8.6.5
def is_overrun(state: FieldsState, key: int) -> bool:
    """Whether a mortar of one step rated G!, and nothing else, is alone with opponents who have a volume of fire."""
    unit, kind, printed = state.units[key], state.board.types[key], rating(state, key)
    if kind.kind not in MORTARS or unit.steps > 1:
        return False
    if printed.special != GRENADES or printed.basic:
        return False
    present = on_card(state, unit.at)
    return present.enemy == (key,) and any(rating(state, other).is_printed for other in present.friendly)


# rule: FF-8.6.5
@derived("units", units=unless(fights))
def overrun(state: FieldsState) -> tuple[int, ...]:
    """The mortars that are overrun."""
    return tuple(key for present in presences(state).values() for key in present.enemy if is_overrun(state, key))


# rule: FF-8.6.5
def leave_mortars(d: Draft[FieldsState]) -> None:
    """Crews who are overrun leave their mortars and fire with what they have."""
    for key in overrun(d.now):
        d.edit("units", key, flipped=True)
        d.log("log.flipped", "FF-8.6.5", Ref("unit", key), unit=Ref("unit", key))


# rule: FF-8.4.4, FF-8.4.4.a
def sweep(d: Draft[FieldsState], card: int, at: int) -> None:
    """Fire that opens through contact markers as high as the firer takes them off; lower ones it passes over."""
    for between in line(card, at):
        if d.now.cards[between].contact and level(d.now, between) >= level(d.now, card):
            d.edit("cards", between, contact="")
            d.log("log.contact_swept", "FF-8.4.4", Ref("place", between), card=Ref("place", between))


def react(d: Draft[FieldsState]) -> None:
    """Everything that enemies do by themselves before fire is brought up to date."""
    take_up_rifles(d)
    leave_mortars(d)


# rule: FF-8.14, FF-8.14.b, FF-8.13
def read_hit(state: FieldsState, key: int, letters: str) -> str:
    """What the letters of a hit mean: casualties only for a human wave; fanatics are neither paralyzed nor litters."""
    if state.units[key].wave:
        return CASUALTY * len(letters)
    if is_fanatic(state, key):
        return "".join(FANATIC.get(letter, letter) for letter in letters)
    return letters


# rule: FF-8.13
def is_fanatic(state: FieldsState, key: int) -> bool:
    """Whether a briefing calls the enemy fanatic."""
    return state.board.sides[key] == ENEMY and bool(state.board.mission.setup.get("fanatic"))
