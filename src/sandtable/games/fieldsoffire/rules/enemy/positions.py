"""Where a package cannot stand: beside other enemies, in their fire, out of range, behind others (8.4.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, FIRE_LINE, FRIENDLY, GRENADE, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.combat.volume import FROM_ABOVE, volumes
from sandtable.games.fieldsoffire.rules.ground.sight import level
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.weapons.capability import H
from sandtable.games.fieldsoffire.rules.weapons.lines import is_over, raked
from sandtable.games.fieldsoffire.scenario.ground import direction, distance, line
from sandtable.games.fieldsoffire.scenario.units import MORTARS, P, Rating


# rule: FF-8.4.3.d
def why_not_stand(
    state: FieldsState, trigger: int, key: int, card: int, fires: bool, taken: tuple[int, ...] = ()
) -> str | None:
    """The rule that keeps a unit of a package off a card; none where it may stand there.

    ``taken``: cards on which others of the package are about to stand.
    """
    at = state.units[trigger].at
    present = on_card(state, card)
    # rule: FF-8.4.3.e
    if present.enemy:
        return "FF-8.4.3.e"
    kind = state.board.types[key]
    printed = kind.rating(kind.steps)
    # rule: FF-8.4.3.a2
    if present.friendly and (printed.least > P or not printed.is_printed):
        return "FF-8.4.3.a2"
    # rule: FF-8.4.3.d2
    if _is_under_enemy_fire(state, card):
        return "FF-8.4.3.d2"
    # rule: FF-10.5.2.C.a
    if kind.is_vehicle and vehicles_barred(state, card):
        return "FF-10.5.2.C.a"
    if fires and printed.is_printed and card != at:
        # rule: FF-8.4.3.a1
        if not printed.least <= distance(at, card) <= printed.most:
            return "FF-8.4.3.a1"
        if _is_masked(state, trigger, card, printed):
            return "FF-8.4.3.a3"
        if _fires_through_own(state, trigger, key, card, taken):
            return "FF-8.4.3.d1"
        ground = ground_of(state, card)
        # rule: FF-8.4.3.a
        if kind.kind in MORTARS and ground is not None and ground.mortars_barred:
            return "FF-8.4.3.a"
    return None


# rule: FF-10.5.2.C.a
def vehicles_barred(state: FieldsState, card: int) -> bool:
    """Whether the ground of a card lets no vehicle in, so that none can stand there when it comes into play."""
    ground = ground_of(state, card)
    return ground is not None and ground.vehicles == "no"


# rule: FF-8.4.3.d1, FF-8.4.3.a
def _fires_through_own(state: FieldsState, trigger: int, key: int, card: int, taken: tuple[int, ...]) -> bool:
    """Whether enemies stand in the way; not of mortars, nor where fire passes over their heads."""
    kind = state.board.types[key]
    if kind.kind in MORTARS:
        return False
    printed, at = kind.rating(kind.steps), state.units[trigger].at
    overhead = printed.tripod or printed.basic == H
    gun, aim = level(state, card), level(state, at)
    return any(
        (on_card(state, between).of(ENEMY) or between in taken)
        and not (overhead and is_over(gun, level(state, between), aim))
        for between in line(at, card)
    )


# rule: FF-8.4.3.d2
def _is_under_enemy_fire(state: FieldsState, card: int) -> bool:
    """Whether a card carries fire of the enemy, that of his artillery included, or lies on the way of it."""
    sides = state.board.sides
    if any(one.kind in FROM_ABOVE and one.side == ENEMY and one.at == card for one in state.markers.values()):
        return True
    if any(sides[key] == ENEMY for one in volumes(state).get(card, ()) for key in one.by):
        return True
    for there, rows in volumes(state).items():
        for one in rows:
            passes = one.source and card in line(one.source, there)  # equivalent[without: one.source]: 0 is no card
            if passes and any(sides[key] == ENEMY for key in one.by):
                return True
    return any(_is_thrown_over(state, marker, card) for marker in state.markers.values())


# rule: FF-8.4.3.d2
def _is_thrown_over(state: FieldsState, marker: Marker, card: int) -> bool:
    """Whether grenades of an enemy lie on a card, or the line of one of his mortars leads to it or past it."""
    if marker.kind not in (GRENADE, FIRE_LINE) or state.board.sides.get(marker.by) != ENEMY:
        return False
    return marker.at == card or (marker.kind == FIRE_LINE and card in line(state.units[marker.by].at, marker.at))


# rule: FF-8.4.3.a3
def _is_masked(state: FieldsState, trigger: int, card: int, printed: Rating) -> bool:
    """Whether player units between would take the fire meant for the trigger: not where it passes over their heads,
    nor where it grazes them and the trigger alike."""
    at = state.units[trigger].at
    gun, aim = level(state, card), level(state, at)
    overhead = printed.tripod or printed.basic == H
    is_in_the_way = any(
        on_card(state, between).of(FRIENDLY) and not (overhead and is_over(gun, level(state, between), aim))
        for between in line(at, card)
    )
    return is_in_the_way and not (printed.tripod and at in raked(state, card, direction(card, at), printed.most))
