"""Primary directions of fire, and where along one a unit's fire comes down."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FIRE_LINE, SIDES, FieldsState, opponent
from sandtable.games.fieldsoffire.rules.ground.sight import is_up, screens, sees_card
from sandtable.games.fieldsoffire.rules.memory import shows, stands, unless
from sandtable.games.fieldsoffire.rules.terms.presence import NOBODY, presences
from sandtable.games.fieldsoffire.rules.urban.fighting import is_in_view
from sandtable.games.fieldsoffire.rules.visibility.sights import pierces
from sandtable.games.fieldsoffire.rules.weapons.capability import Capability
from sandtable.games.fieldsoffire.rules.weapons.lines import passes_over
from sandtable.games.fieldsoffire.scenario.ground import direction, distance, ray
from sandtable.kernel import derived


# rule: FF-6.3.1, FF-1.2.6.pdfnote, FF-7.3.2.e
@derived("units", "fires", "markers")
def directions_of(state: FieldsState) -> dict[int, tuple[int, ...]]:
    """The directions of fire out of each card: one for every line along which somebody there fires."""
    found: dict[int, dict[int, None]] = {}
    for key, fire in state.fires.items():
        at = state.units[key].at
        if fire.at != at:
            found.setdefault(at, {})[direction(at, fire.at)] = None
    for marker in state.markers.values():
        if marker.kind == FIRE_LINE:
            at = state.units[marker.by].at
            if not at:
                continue
            found.setdefault(at, {})[direction(at, marker.at)] = None
    for unit in state.units.values():
        if unit.protecting:
            found.setdefault(unit.at, {})[unit.protective] = None
    return {at: tuple(sorted(towards)) for at, towards in sorted(found.items())}


# rule: FF-8.5.a, FF-6.0.a
@derived("units", units=unless(shows))
def targets(state: FieldsState) -> dict[str, tuple[int, ...]]:
    """For each side the cards with somebody at whom it may fire: an opponent who is spotted and no casualty."""
    units = state.units
    return {
        side: tuple(
            card
            for card, found in presences(state).items()
            if any(not units[key].unspotted for key in found.of(opponent(side)))
        )
        for side in SIDES
    }


def has_target(state: FieldsState, card: int, side: str) -> bool:
    """Whether a card holds somebody whom that side may fire at."""
    return card in targets(state)[side]


# rule: FF-10.3.b, FF-6.0.a
def faces(state: FieldsState, key: int, card: int, gun: Capability | None = None) -> bool:
    """Whether a unit has somebody on a card to fire at; in a town it must see one of them itself.

    Guns that fight vehicles open fire by themselves only where there are men.
    """
    side, urban, men_only = state.board.sides[key], state.board.is_urban, gun is not None and gun.men_only
    if not urban and not men_only:
        return has_target(state, card, side)
    types, units = state.board.types, state.units
    others = presences(state).get(card, NOBODY).of(opponent(side))
    # rule: FF-13.8.1.a, FF-13.8.2
    seen = [other for other in others if is_in_view(state, key, other)]
    return any(not units[one].unspotted and (types[one].is_infantry or not men_only) for one in seen)


# rule: FF-6.1.2.b, FF-6.1.2.e
def stops_fire(state: FieldsState, key: int, card: int, gun: Capability | None = None) -> bool:
    """Whether somebody on a card takes the fire that a unit sends along it: unspotted opponents are as if absent."""
    found, side = presences(state).get(card), state.board.sides[key]
    if found is None:
        return False
    if state.board.is_urban:
        return any(is_in_view(state, key, other) for other in found.of(side)) or faces(state, key, card, gun)
    return bool(found.of(side)) or faces(state, key, card, gun)


# rule: FF-6.1
def landing(state: FieldsState, key: int, gun: Capability, towards: int, aimed: int, *, over: bool = False) -> int:
    """The card on which a unit's fire along a direction comes down; 0 where it cannot fire that way at all.

    It falls on the nearest occupied card, whoever is there, or on smoke before it. Where nobody stands up to the card
    that was aimed at, it follows opponents who are farther along the same line; else it stays on that card, or on the
    farthest that the weapon still reaches.
    """
    at = state.units[key].at
    if gun.facing not in (-1, towards):  # rule: FF-5.3.2.b, FF-5.3.2.e, FF-5.3.2.g
        return 0
    smoke = screens(state)
    reached = 0
    for card in ray(at, towards):
        far = distance(at, card)
        if far > gun.most or card not in state.cards:
            break
        is_beyond = bool(aimed) and far > distance(at, aimed)
        if not sees_part(state, key, card):  # dead ground, over which farther cards can be seen
            if stops_fire(state, key, card, gun) and not _is_fired_over(state, key, gun, card, aimed, over):
                break
            continue
        if far < gun.least:
            continue
        # rule: FF-6.1.2.a3
        if card in smoke:
            return card if not is_beyond else reached or card
        if stops_fire(state, key, card, gun):
            # rule: FF-6.3.4.a, FF-6.3.4.d
            if is_beyond:
                return card if faces(state, key, card, gun) else reached
            # rule: FF-6.1.2.a5
            if card == aimed or not _is_fired_over(state, key, gun, card, aimed, over):
                return card
        # rule: FF-6.3.3.a, FF-6.1.2.f
        elif not is_beyond:
            reached = card
    return reached


# rule: FF-7.2.3.b
def _is_fired_over(state: FieldsState, key: int, gun: Capability, card: int, aimed: int, over: bool) -> bool:
    """Whether fire passes a card without touching it: over its own side by itself, over opponents only by order."""
    if not passes_over(state, key, gun, card, aimed):
        return False
    return over or not faces(state, key, card)


# rule: FF-5.2.1.f, FF-9.3.1, FF-9.3.3
def sees_part(state: FieldsState, key: int, card: int) -> bool:
    """Whether a unit sees a card, be it only those in an upper storey: enough for fire at the whole card.

    Its night sights carry it farther, whether it fires itself or tells others where to.
    """
    pierced = pierces(state, key, card)
    if sees_card(state, key, card, pierced=pierced):
        return True
    above = presences(state).get(card, NOBODY)
    is_upstairs = any(is_up(state, other) for other in (*above.friendly, *above.enemy))
    return is_upstairs and sees_card(state, key, card, True, pierced=pierced)


# rule: FF-6.1.2.c
def can_hit(state: FieldsState, key: int, gun: Capability, card: int) -> bool:
    """Whether a unit's fire would come down on a card if it opened up at it now."""
    at = state.units[key].at
    if card == at:
        return gun.least == 0
    towards = direction(at, card)
    if towards < 0 or not gun.least <= distance(at, card) <= gun.most:
        return False
    if state.board.is_urban and not faces(state, key, card):
        return False
    if gun.grazes:
        return not _own_side_between(state, key, gun, card) and _lands_on(state, key, gun, towards, card)
    return _lands_on(state, key, gun, towards, card)


def _lands_on(state: FieldsState, key: int, gun: Capability, towards: int, card: int) -> bool:
    """Whether opening fire at a card puts the volume of fire there, over others where the weapon can."""
    at = state.units[key].at
    if gun.facing not in (-1, towards) or not sees_part(state, key, card):
        return False
    smoke = screens(state)
    for between in ray(at, towards)[: distance(at, card) - 1]:
        if between in smoke:
            return False
        if stops_fire(state, key, between, gun) and not _is_fired_over(state, key, gun, between, card, over=False):
            return False
    return True


@derived("units", "fires", units=unless(stands))
def fires_from(state: FieldsState) -> dict[tuple[int, str], tuple[tuple[int, int], ...]]:
    """Who of each side fires out of each card, and at which one."""
    found: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for key, fire in state.fires.items():
        at = state.units[key].at
        if fire.at != at:
            found.setdefault((at, state.board.sides[key]), []).append((key, fire.at))
    return {place: tuple(rows) for place, rows in found.items()}


# rule: FF-6.3.2, FF-6.3.5.a
def joinable(state: FieldsState, key: int, gun: Capability) -> tuple[int, ...]:
    """Cards at which its own side fires from a unit's card already, and on which its fire would come down as well."""
    at = state.units[key].at
    cards = {card for other, card in fires_from(state).get((at, state.board.sides[key]), ()) if other != key}
    if not cards:  # equivalent[never]: it saves what follows
        return ()
    # rule: FF-10.3.b
    wanted = [card for card in sorted(cards) if not gun.men_only or faces(state, key, card, gun)]
    return tuple(card for card in wanted if landing(state, key, gun, direction(at, card), card) == card)


# rule: FF-7.2.2.b, FF-8.6.1.D
def _own_side_between(state: FieldsState, key: int, gun: Capability, card: int) -> bool:
    """Whether a grazing gun would fire through its own side; those behind the target do not stop it."""
    at, side = state.units[key].at, state.board.sides[key]
    cards = ray(at, direction(at, card))[: distance(at, card) - 1]
    found = presences(state)
    return any(found.get(one, NOBODY).of(side) and not passes_over(state, key, gun, one, card) for one in cards)
