"""What an order is for, in words that the table says in the reader's language."""

from __future__ import annotations

from sandtable.games.fieldsoffire.actions.attacking import Concentrate, ConcentratePlatoon, Grenade, GrenadePlatoon
from sandtable.games.fieldsoffire.actions.calling import Call, Indirect
from sandtable.games.fieldsoffire.actions.commanding import Activate, End
from sandtable.games.fieldsoffire.actions.exhorting import Exhort, LetBe
from sandtable.games.fieldsoffire.actions.firing import Shift
from sandtable.games.fieldsoffire.actions.moving import (
    Infiltrate,
    InfiltratePlatoon,
    InfiltrateWithin,
    Move,
    MovePlatoon,
    MoveWithin,
    SeekCover,
)
from sandtable.games.fieldsoffire.actions.rallying import BackToFire, ToAssault, ToFire, ToFront, Unpin
from sandtable.games.fieldsoffire.actions.spotting import Spot
from sandtable.games.fieldsoffire.bots.standing import goals, suffering
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.command.orders import subordinates
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.kernel import Action, Ref
from sandtable.kernel.queries import Phrase
from sandtable.kernel.refusals import Param


def aim(state: FieldsState, action: Action) -> tuple[Phrase, ...]:
    """Why an order is given; nothing is said of what explains itself."""
    match action:
        case Move(unit=unit, to=to) | Infiltrate(unit=unit, to=to):
            return (_advance(state, unit, to),)
        case MovePlatoon(hq=hq, to=to) | InfiltratePlatoon(hq=hq, to=to):
            return (_advance(state, hq, to),)
        case SeekCover(unit=unit) | MoveWithin(unit=unit) | InfiltrateWithin(unit=unit):
            hit, pin = suffering(state, unit)
            chances = {"hit": round(100 * hit), "pin": round(100 * pin)}
            return (Phrase("plan.shelter", {"unit": Ref("unit", unit), **chances}),)
        case Unpin(unit=unit) | ToFire(unit=unit) | ToAssault(unit=unit) | BackToFire(unit=unit) | ToFront(unit=unit):
            return (Phrase("plan.rally", {"unit": Ref("unit", unit)}),)
        case Spot(card=card) | Call(card=card) | Indirect(card=card) | Shift(to=card):
            return (_attack(state, card),)
        case ConcentratePlatoon(card=card):
            return (_attack(state, card),)
        case Concentrate(unit=unit) if unit in state.fires:
            return (_attack(state, state.fires[unit].at),)
        case Grenade(target=target) | GrenadePlatoon(target=target):
            return (_attack(state, state.units[target].at),)
        case Activate(hq=hq):
            return (Phrase("plan.call", {"unit": Ref("unit", hq), "count": len(subordinates(state, hq))}),)
        case Exhort():
            return (Phrase("plan.exhort"),)
        case LetBe() | End() if state.impulse is not None:
            return (Phrase("plan.save", {"count": state.impulse.left}),)
        case _:
            return ()


def _advance(state: FieldsState, unit: int, to: int) -> Phrase:
    """Somebody goes to a card: how far that is from the nearest card that the mission asks for."""
    goal = min(goals(state), key=lambda card: distance(to, card), default=0)
    told: dict[str, Param] = {"unit": Ref("unit", unit), "place": Ref("place", to)}
    if goal in (0, to):
        return Phrase("plan.take" if goal else "plan.post", told)
    return Phrase("plan.advance", {**told, "goal": Ref("place", goal), "count": distance(to, goal)})


def _attack(state: FieldsState, card: int) -> Phrase:
    """Somebody fires at a card, or looks for those who fire from there."""
    return Phrase("plan.fire", {"place": Ref("place", card), "count": len(on_card(state, card).enemy)})
