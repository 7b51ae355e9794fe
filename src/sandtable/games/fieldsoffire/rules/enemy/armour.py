"""What enemy vehicles and AT guns do in the Vehicle phase, by the priorities of the briefing (8.12)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.fieldsoffire.model import DEFENSIVE, FRIENDLY, Drive, FieldsState, Shot
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, presences, rating
from sandtable.games.fieldsoffire.rules.vehicles import concentrating
from sandtable.games.fieldsoffire.rules.vehicles.driving import drive, why_not_drive
from sandtable.games.fieldsoffire.rules.vehicles.firing import targets_of, why_not_fire_after_move
from sandtable.games.fieldsoffire.rules.vehicles.resolution import gunnery
from sandtable.games.fieldsoffire.rules.vehicles.riding import riders, why_not_dismount
from sandtable.games.fieldsoffire.rules.vehicles.weapons import weapon_at
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.ground import around, distance
from sandtable.games.fieldsoffire.scenario.units import V
from sandtable.kernel import Draft, Ref, Sum

ATTACK, HOLD = "attack", "hold"


# rule: FF-8.12
def priorities(state: FieldsState) -> tuple[str, ...]:
    """What enemy vehicles try, first things first: as the briefing says, else by whether they attack."""
    said = state.board.mission.setup.get("enemy_vehicles")
    posture = ATTACK if state.board.mission.type == DEFENSIVE else HOLD
    return tuple(said or chart("enemy_vehicles")[posture])


# rule: FF-8.12
def act(d: Draft[FieldsState]) -> None:
    """Let the enemy whose turn it is do the first thing on the list that he can; with none of them he stands."""
    key = d.now.subject(Drive).unit
    for name in priorities(d.now):
        if ACTIONS[name](d, key):
            return
    d.edit_subject(Drive, over=True)
    me = Ref("unit", key)
    d.log("log.enemy_stands", "FF-8.12", me, unit=me)


# rule: FF-8.12
def fire_at_vehicles(d: Draft[FieldsState], key: int) -> bool:
    """Fire at the vehicle that is easiest to destroy, if it may fire now."""
    turn = d.now.subject(Drive)
    weapon_moves = d.now.board.types[key].is_vehicle and turn.moved
    targets = [
        one for one in targets_of(d.now, key) if not weapon_moves or why_not_fire_after_move(d.now, key, one) is None
    ]
    if not targets:
        return False
    best = min(_odds(d.now, key, one) for one in targets)
    target, draws = random_one(d, "at_target", [one for one in targets if _odds(d.now, key, one) == best])
    me, aim = Ref("unit", key), Ref("unit", target)
    d.log("log.enemy_aims", "FF-8.12", me, aim, draws=draws, unit=me, target=aim)
    d.edit_subject(Drive, did="fire", fresh=True, over=True)
    d.call("shot", Shot(key, target, moved=turn.moved))
    return True


def _odds(state: FieldsState, key: int, target: int) -> int:
    """The sum before the card: the lower, the better."""
    weapon = weapon_at(state, key, distance(state.units[key].at, state.units[target].at))
    assert weapon is not None
    return Sum.of(gunnery(state, key, target, weapon, moved=False, moving=False)).total


def sees_company(state: FieldsState, key: int) -> bool:
    """Whether a vehicle has friendly units in sight, within the range of its fire if it has any."""
    at, printed = state.units[key].at, rating(state, key)
    most = printed.most if printed.is_printed else V
    return any(
        found.friendly and distance(at, card) <= most and sees(state, at, card)
        for card, found in presences(state).items()
    )


# rule: FF-8.12
def unload(d: Draft[FieldsState], key: int) -> bool:
    """Let the passengers off where the company is in sight."""
    aboard = riders(d.now, key)
    if not aboard or not sees_company(d.now, key) or why_not_dismount(d.now, key, aboard) is not None:
        return False
    turn = d.now.subject(Drive)
    d.edit_subject(Drive, did="dismount", fresh=not turn.moved, leaving=aboard, over=True)
    return True


# rule: FF-8.12
def advance(d: Draft[FieldsState], key: int) -> bool:
    """Drive a card nearer to the company, until it is in sight."""
    if d.now.units[key].pinned or not d.now.board.types[key].is_vehicle or sees_company(d.now, key):
        return False
    at = d.now.units[key].at
    goals = [card for card, found in presences(d.now).items() if found.friendly]
    here = _nearest(at, goals)
    ways = [
        card
        for card in around(at)
        if card in d.now.cards
        and why_not_drive(d.now, key, card) is None
        and not on_card(d.now, card).of(FRIENDLY)
        and _nearest(card, goals) < here
    ]
    if not ways:
        return False
    best = min(_nearest(card, goals) for card in ways)
    to, draws = random_one(d, "way", [card for card in ways if _nearest(card, goals) == best])
    me, there = Ref("unit", key), Ref("place", to)
    d.log("log.advances", "FF-8.12", me, there, draws=draws, unit=me, card=there)
    drive(d, key, to)
    d.edit_subject(Drive, did="move", fresh=True, moved=True)
    return True


def _nearest(at: int, goals: list[int]) -> int:
    return min((distance(at, card) for card in goals), default=0)


# rule: FF-8.12
def concentrate(d: Draft[FieldsState], key: int) -> bool:
    """Concentrate fire on men under it, if it has not moved."""
    kind = d.now.board.types[key]
    if not kind.is_vehicle or d.now.subject(Drive).moved:
        return False
    targets = [
        one
        for found in presences(d.now).values()
        for one in found.friendly
        if d.now.board.types[one].is_infantry and concentrating.why_not_concentrate(d.now, key, one) is None
    ]
    if not targets:
        return False
    target, draws = random_one(d, "concentrate_target", targets)
    me, aim = Ref("unit", key), Ref("unit", target)
    d.log("log.enemy_aims", "FF-8.12", me, aim, draws=draws, unit=me, target=aim)
    d.edit_subject(Drive, did="concentrate", fresh=True, over=True)
    concentrating.concentrate(d, key, target)
    return True


ACTIONS: dict[str, Callable[[Draft[FieldsState], int], bool]] = {
    "at_fire": fire_at_vehicles,
    "dismount": unload,
    "advance": advance,
    "concentrate": concentrate,
}
