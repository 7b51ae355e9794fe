"""Cease Fire and Shift Fire: the orders that end or turn fire that goes on (6.1.2, 6.3.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState, Fire
from sandtable.games.fieldsoffire.rules.combat.directions import landing, sees_part
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.weapons.capability import unlaid
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_of
from sandtable.games.fieldsoffire.scenario.ground import direction
from sandtable.kernel import Draft, Ref, Refusal, refuse


def firers_on(state: FieldsState, card: int) -> tuple[int, ...]:
    """Friendly units of a card that fire, pinned ones and guns on their protective line included."""
    units = state.units
    return tuple(key for key in on_card(state, card).friendly if key in state.fires or units[key].protecting)


# rule: FF-4.2.4k, FF-4.2.5.pinned.fire
def why_not_told(state: FieldsState, key: int, *, turns: bool = False) -> Refusal | None:
    """Why a unit cannot be the one that is told to cease or shift fire: it must fire, and not be pinned.

    ``turns``: to shift it; a gun that waits on its protective line is taken off it by that.
    """
    me = Ref("unit", key)
    is_laid = turns and state.units[key].protective >= 0  # rule: FF-7.2.4.a
    if not is_laid and key not in firers_on(state, state.units[key].at):
        return refuse("FF-4.2.4k", "refuse.does_not_fire", me, unit=me)
    if state.units[key].pinned:
        return refuse("FF-4.2.5.pinned.fire", "refuse.pinned", me, unit=me)
    return None


# rule: FF-6.1.2.a1, FF-6.3.3, FF-7.2.4.f
def cease(d: Draft[FieldsState], card: int) -> None:
    """Everybody on a card stops firing, whether he heard the order or not; the settling lets them open fire again."""
    for key in firers_on(d.now, card):
        _stop(d, key)
    # rule: FF-4.2.4k.eff
    d.log("log.ceased", "FF-4.2.4k.eff", Ref("place", card), card=Ref("place", card))


def _stop(d: Draft[FieldsState], key: int) -> None:
    if key in d.now.fires:
        d.drop("fires", key)
    drop_of(d, key)
    if d.now.units[key].protective >= 0:
        d.edit("units", key, protective=-1, protecting=False)


# rule: FF-6.3.3, FF-6.3.3.a, FF-4.2.4l.cond
def why_not_shift_to(state: FieldsState, originator: int, told: int, to: int) -> Refusal | None:
    """Why the fire of a unit's card may not be turned to another: out of sight, beyond all weapons, hidden enemies."""
    card = state.units[told].at
    here, there = Ref("place", card), Ref("place", to)
    if to == card or to not in state.cards:
        return refuse("FF-4.2.4l.cond", "refuse.no_target_card", there, card=there)
    if not sees_part(state, originator, to):
        return refuse("FF-4.2.4l.cond", "refuse.not_in_sight", Ref("unit", originator), there, card=there)
    if any(state.units[key].unspotted for key in on_card(state, to).enemy):
        return refuse("FF-4.2.4l.cond", "refuse.unspotted_there", there, card=there)
    if all(key in state.fires and state.fires[key].at == to for key in turners(state, told)):
        return refuse("FF-4.2.4l", "refuse.fires_there", here, there, card=there)
    if not any(shifted(state, key, to) for key in turners(state, told)):
        return refuse("FF-4.2.4l.cond", "refuse.nobody_reaches", here, there, card=there)
    return None


# rule: FF-4.2.4l.eff, FF-7.2.3.b
def shifted(state: FieldsState, key: int, to: int) -> Fire | None:
    """The fire of a unit turned to a card, over others where its weapon can; none where it does not reach it."""
    gun, at = unlaid(state, key), state.units[key].at
    if gun is None or at == to:
        return None
    towards = direction(at, to)
    if towards < 0:
        return None
    if landing(state, key, gun, towards, to) == to:
        return Fire(to)
    return Fire(to, over=True) if landing(state, key, gun, towards, to, over=True) == to else None


# rule: FF-7.2.4.a
def turners(state: FieldsState, told: int) -> tuple[int, ...]:
    """Those whose fire is turned: all who fire from the card, and the one who is told if he waits on his line."""
    found = firers_on(state, state.units[told].at)
    return found if told in found else (*found, told)


# rule: FF-6.1.2.a1, FF-4.2.4l, FF-7.2.4.f
def shift(d: Draft[FieldsState], told: int, to: int) -> None:
    """Turn the fire of a unit's card to another; who cannot reach it ceases fire and may open it elsewhere."""
    card = d.now.units[told].at
    turned = {key: shifted(d.now, key, to) for key in turners(d.now, told)}
    for key, fire in turned.items():
        _stop(d, key)
        if fire is not None:
            d.put("fires", key, fire)
    # rule: FF-4.2.4l.eff
    d.log(
        "log.shifted",
        "FF-4.2.4l.eff",
        Ref("place", card),
        Ref("place", to),
        card=Ref("place", card),
        to=Ref("place", to),
    )
