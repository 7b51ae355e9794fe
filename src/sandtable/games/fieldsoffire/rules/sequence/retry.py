"""Another attempt at a mission, or the next patrol: what is reset, in the order of the rulebook (3.9, 2.6.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    BARRICADE,
    BREACH,
    BURNING_WRECK,
    ENEMY,
    EVACUATED,
    FRIENDLY,
    JOINED,
    MINES,
    PATROL,
    PHONE_LINE,
    PROTECTIVE_FIRE,
    TARGET,
    WRECK,
    Card,
    FieldsState,
    Unit,
)
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import (
    LOOSE,
    forget_grades,
    is_in_the_ranks,
    on_the_field,
    where_to_start,
)
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.combat.breakdown import RIFLES, era, free_counter, remove_unit
from sandtable.games.fieldsoffire.rules.command.media import has_phones, issue_phones
from sandtable.games.fieldsoffire.rules.command.nets import hub
from sandtable.games.fieldsoffire.rules.command.phones import lines_on
from sandtable.games.fieldsoffire.rules.enemy.observers import missions_of
from sandtable.games.fieldsoffire.rules.enemy.packages import rounds_of
from sandtable.games.fieldsoffire.rules.enemy.support import arm
from sandtable.games.fieldsoffire.rules.ground.cover import has_room, place_cover, steps_under
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.ground.movement import MOST_STEPS, fits
from sandtable.games.fieldsoffire.rules.sequence.objectives import HOME, is_success
from sandtable.games.fieldsoffire.rules.sequence.standing import VISITOR, end_visit
from sandtable.games.fieldsoffire.rules.terms.draws import random_order
from sandtable.games.fieldsoffire.rules.terms.presence import is_secured, on_card, steps_of
from sandtable.games.fieldsoffire.rules.vehicles.driving import why_not_stand
from sandtable.games.fieldsoffire.scenario.setup import as_supplied, contact_letter, opening_assets
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, LITTER, OBSERVER, PARALYZED
from sandtable.kernel import Draft, Ref, Refusal, refuse

CASUALTIES = "casualties"
"""Steps that became casualties in the whole mission."""
KEPT = (MINES, TARGET, PROTECTIVE_FIRE, WRECK, PHONE_LINE, BARRICADE, BREACH, JOINED)
"""Markers that outlast an attempt."""


# rule: FF-3.9.a, FF-2.6.3
def can_go_on(state: FieldsState) -> bool:
    """Whether the briefing allows another attempt after a failure; patrols follow each other in any case."""
    mission = state.board.mission
    if mission.type == PATROL:
        return state.attempt < mission.patrols
    return not is_success(state) and state.attempt <= mission.reattempts


# rule: FF-3.9.4
def leftovers(d: Draft[FieldsState]) -> None:
    """Steps that no unit took in become Fire Teams where the company starts."""
    while d.now.reserve.get(LOOSE, 0):
        key = free_counter(d.now, RIFLES[era(d.now)])
        grade = d.now.board.types[key].experience
        d.put("units", key, Unit(at=where_to_start(d.now, 1), steps=1, experience=grade))
        d.put("reserve", LOOSE, d.now.reserve[LOOSE] - 1)


# rule: FF-3.9.5.a
def judge_secured(d: Draft[FieldsState]) -> None:
    """Mark the cards that are secured as the attempt leaves them, before anybody is taken up or put elsewhere."""
    for card, row in tuple(d.now.cards.items()):
        if not row.secured and is_secured(d.now, card):  # equivalent[without: not row.secured]: it changes nothing
            d.edit("cards", card, secured=True)


# rule: FF-3.9.5, FF-3.9.5.a
def why_not_redeploy(state: FieldsState, key: int, card: int) -> Refusal | None:
    """Why a unit may not be put on a card before the next attempt: only cleared ones that friendly units hold."""
    me, there = Ref("unit", key), Ref("place", card)
    if state.units[key].aboard:
        return refuse("FF-10.2.1.a", "refuse.aboard", me, unit=me)
    if state.board.types[key].is_vehicle and (no := why_not_stand(state, key, card)) is not None:
        return no
    if not state.cards[card].secured:
        return refuse("FF-3.9.5.a", "refuse.not_secured", me, there, unit=me, card=there)
    is_man = state.board.types[key].is_infantry and state.units[key].at != card
    if is_man and not fits(state, key, card):  # rule: FF-5.1.5.a1
        return refuse("FF-5.1.5.a1", "refuse.too_many_steps", me, there, unit=me, card=there, most=MOST_STEPS)
    return None


# rule: FF-3.9.5, FF-3.9.5.a
def why_not_relay(state: FieldsState, card: int) -> Refusal | None:
    """Why a phone line is not laid on a card before the next attempt: only on secured ones, and one on each."""
    there = Ref("place", card)
    if not state.cards[card].secured:
        return refuse("FF-3.9.5.a", "refuse.line_not_secured", there, card=there)
    if lines_on(state, card):
        return refuse("FF-4.3.4.g", "refuse.line_is_here", there, card=there)
    return None


# rule: FF-3.9.5
def relay(d: Draft[FieldsState], line: int, card: int) -> None:
    """Take the phone line of a card up and lay it on another, whole again."""
    for number in lines_on(d.now, line):
        d.edit("markers", number, at=card, form="")
    here, there = Ref("place", line), Ref("place", card)
    d.log("log.line_relaid", "FF-3.9.5", here, there, card=here, to=there)


def can_redeploy(state: FieldsState, key: int) -> bool:
    """Whether there is any card to which a unit may be put."""
    cards = [card for card, row in state.cards.items() if row.secured]
    return any(why_not_redeploy(state, key, card) is None for card in cards)


# rule: FF-12.4.c
def is_counted(unit: Unit) -> bool:
    """Whether a casualty counts as one of this attempt: on the map, on its way out by air, or evacuated."""
    return is_in_the_ranks(unit) or unit.box == EVACUATED


# rule: FF-3.9.6
def carry_away(d: Draft[FieldsState]) -> None:
    """Casualties of both sides leave the map, and the enemy's Paralyzed and Litter Teams; the company's are counted."""
    types = d.now.board.types
    for key, unit in tuple(d.now.units.items()):
        kind = types[key]
        if kind.kind == CASUALTY:
            if kind.side == FRIENDLY and is_counted(unit):
                d.put("points", CASUALTIES, d.now.points.get(CASUALTIES, 0) + 1)
            d.drop("units", key)
        elif kind.side == ENEMY and kind.kind in (PARALYZED, LITTER):
            leave_behind(d, key)
            remove_unit(d, key)


# rule: FF-3.9.8
def enemy_takes_cover(d: Draft[FieldsState]) -> None:
    """Enemies outside cover go under the best on their card that has room, in an order that is drawn if it is short."""
    for card in d.now.cards:
        outside = [key for key in on_card(d.now, card).enemy if _lacks_cover(d.now, key)]
        covers = [number for number, row in d.now.covers.items() if row.at == card]
        if not outside or not covers:
            continue
        order, draws = (tuple(outside), ()) if _fit_all(d.now, outside) else random_order(d, "take_cover", outside)
        for key in order:
            if best := _best_cover(d.now, key):
                d.edit("units", key, cover=best)
        d.log("log.enemy_in_cover", "FF-3.9.8", Ref("place", card), draws=draws, card=Ref("place", card))


def _lacks_cover(state: FieldsState, key: int) -> bool:
    """Whether men stand outside cover; vehicles take none, nor those who ride on them."""
    unit = state.units[key]
    return state.board.types[key].is_infantry and not unit.cover and not unit.aboard


def _best_cover(state: FieldsState, key: int) -> int:
    """The best cover of its card under which a unit finds room; 0 where there is none."""
    at, covers = state.units[key].at, state.covers
    free = [number for number, row in covers.items() if row.at == at and has_room(state, number, key)]
    return max(free, key=lambda number: covers[number].value, default=0)


# rule: FF-3.9.8
def _fit_all(state: FieldsState, outside: list[int]) -> bool:
    """Whether the cover that is best for each of them has room for all who want it, so that nobody need be chosen."""
    wanted: dict[int, list[int]] = {}
    for key in outside:
        wanted.setdefault(_best_cover(state, key), []).append(key)
    return all(
        not cover
        or not state.covers[cover].capacity
        or steps_under(state, cover, ENEMY) + steps_of(state, tuple(keys)) <= state.covers[cover].capacity
        for cover, keys in wanted.items()
    )


# rule: FF-3.9.9-11, FF-3.9.7
def clear_away(d: Draft[FieldsState]) -> None:
    """Burning wrecks burn out; nobody is pinned or fires, nothing is saved; mines and cover stay."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == BURNING_WRECK:
            d.drop("markers", number)
            place_cover(d, marker.at, WRECK)
        elif marker.kind not in KEPT or marker.unit:
            d.drop("markers", number)
        elif marker.kind == PHONE_LINE:
            d.edit("markers", number, form="")  # rule: FF-3.9.12.a
        elif marker.kind == PROTECTIVE_FIRE:  # equivalent[always]: nothing else that stays has a turn
            d.edit("markers", number, turn=0)
    for key in tuple(d.now.fires):
        d.drop("fires", key)
    for key, unit in tuple(d.now.units.items()):
        if unit.pinned or unit.exposed or unit.held or unit.protecting:  # equivalent[always]: it changes nothing
            d.edit("units", key, pinned=False, exposed=False, held=False, protecting=False)
    for hq, command in tuple(d.now.commands.items()):
        if command.saved:  # equivalent[always]: it changes nothing
            d.edit("commands", hq, saved=0)
    for name, order in tuple(d.now.standing.items()):
        if name == VISITOR:
            end_visit(d, order.figure)
        d.drop("standing", name)


# rule: FF-3.9.12-14, FF-7.18.3
def resupply_enemy(d: Draft[FieldsState], key: int) -> None:
    """An enemy has again what he came with: rounds, fire missions, what else he carries.

    A crew who took up rifles for want of rounds are back at their weapon.
    """
    unit = d.now.units[key]
    arm(d, key)
    if d.now.board.types[key].kind == OBSERVER:
        d.edit("units", key, ammo=missions_of(d.now, key))
    else:
        d.edit("units", key, ammo=rounds_of(d.now, key), empty=False, flipped=unit.flipped and not unit.empty)


# rule: FF-3.9.12-14, FF-3.9.12.a
def resupply_all(d: Draft[FieldsState]) -> None:
    """Equipment, ammunition and fire missions of both sides are what they were; what lay on the map is gone."""
    board, by_phone = d.now.board, has_phones(d.now)
    for number in tuple(d.now.assets):
        d.drop("assets", number)
    holders = tuple(key for key in on_the_field(d.now) if not board.types[key].is_team)
    for number, asset in opening_assets(board, holders).items():
        d.put("assets", number, asset)
    if by_phone and holders:
        issue_phones(d, hub(d.now) or holders[0])  # rule: FF-4.3.3.a
    for key in on_the_field(d.now):
        d.edit("units", key, ammo=as_supplied(board, key).ammo, empty=False)  # rule: FF-7.18.1.E
    for key, unit in tuple(d.now.units.items()):
        if unit.at and board.sides[key] == ENEMY:
            resupply_enemy(d, key)
    for row in board.mission.support:
        d.put("support", row.key, row.missions)


# rule: FF-2.6.3, FF-3.9.14.a
def renew_contacts(d: Draft[FieldsState]) -> None:
    """A further patrol finds new markers on its map; another attempt finds none, and who was spotted still is."""
    if d.now.board.mission.type != PATROL:
        return
    for card in d.now.board.ground:
        letter = contact_letter(d.now.board, card)
        if letter and not on_card(d.now, card).enemy:
            row: Card = d.now.cards[card]
            d.put("cards", card, Card(row.terrain, row.hills, row.kind, row.pile, letter, contested=True))
    if HOME in d.now.points:
        d.drop("points", HOME)


# rule: FF-3.9.a, FF-3.9.12-14
def restart(d: Draft[FieldsState]) -> None:
    """All that happens by itself before the next attempt; its first turn follows.

    Points that were not spent are lost; only those of patrols add up.
    """
    leftovers(d)
    carry_away(d)
    enemy_takes_cover(d)
    clear_away(d)
    resupply_all(d)
    renew_contacts(d)
    forget_grades(d)
    for card, row in tuple(d.now.cards.items()):
        if row.secured:  # rule: FF-3.9.5.a
            d.edit("cards", card, secured=False)
    mission = d.now.board.mission
    # rule: FF-12.3.e, FF-12.3.1
    if mission.type != PATROL and EXPERIENCE in d.now.points:
        d.drop("points", EXPERIENCE)
    # rule: FF-3.9.12-14, FF-2.2.2.a
    d.set(turn=0, attempt=d.now.attempt + 1, battalion_from=0, light=mission.light, weather=mission.weather)
    d.log("log.next_attempt", "FF-3.9.12-14", attempt=d.now.attempt)
