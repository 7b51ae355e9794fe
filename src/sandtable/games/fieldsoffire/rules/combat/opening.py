"""Opening fire: who opens up at whom, by which priority, and who joins fire that goes on already (6.1.1, 6.3.5)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.fieldsoffire.model import FRIENDLY, GRENADE, SIDES, FieldsState, opponent
from sandtable.games.fieldsoffire.rules.combat.directions import can_hit, faces, has_target, joinable, targets
from sandtable.games.fieldsoffire.rules.combat.volume import laid_indirectly
from sandtable.games.fieldsoffire.rules.picture import HOLDS, PICTURE
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import NOBODY, presences, steps_of
from sandtable.games.fieldsoffire.rules.weapons.capability import Capability, armament, capability, value_of
from sandtable.games.fieldsoffire.scenario.ground import FARTHEST, direction, distance
from sandtable.games.fieldsoffire.scenario.units import LEADER
from sandtable.kernel import Draft, Draw, derived

JOINED, OPENED = "joined", "opened"
NO_FIRE = 9
"""Weaker than any volume of fire: the rank of a card whose units do not fire."""


class Opening(NamedTuple):
    """A unit that begins to fire at a card."""

    unit: int
    card: int
    rule: str
    why: str
    draws: tuple[Draw, ...] = ()


class Gun(NamedTuple):
    """A unit that could open fire."""

    key: int
    gun: Capability


# rule: FF-6.0, FF-6.3.3, FF-2.4.1.A.fire
@derived(*PICTURE, **HOLDS)
def idle_guns(state: FieldsState) -> dict[tuple[int, str], list[Gun]]:
    """Every unit that is not engaged and could fire, by card and side."""
    idle: dict[tuple[int, str], list[Gun]] = {}
    fires, laid, armed = state.fires, laid_indirectly(state), armament(state)
    for at, found in presences(state).items():
        for side in SIDES:
            # Where a side has no target on the whole map nobody need look for one; fire that goes on can be joined.
            if not fires and not targets(state)[side]:
                continue
            for key in found.of(side):
                # rule: FF-7.3.2.i
                if key in laid:
                    continue
                # rule: FF-6.1.1.a, FF-6.3.5, FF-7.0.split
                if key in fires:
                    continue
                # rule: FF-7.3.2.a, FF-7.3.2.a1, FF-5.3.2.d
                if (gun := armed.get(key)) is not None:
                    idle.setdefault((at, side), []).append(Gun(key, gun))
    return idle


@derived(*PICTURE, **HOLDS)
def ready(state: FieldsState) -> tuple[tuple[int, str], ...]:
    """Cards and sides of whose idle units any has somebody to fire at, or fire to join."""
    return tuple(
        (at, side)
        for (at, side), guns in idle_guns(state).items()
        if has_target(state, at, side)
        or any(joinable(state, one.key, one.gun) for one in guns)
        or _targets(state, at, side, guns)
    )


# rule: FF-6.0, FF-6.1.1.a
def openings(d: Draft[FieldsState]) -> list[Opening]:
    """Every unit that is not engaged and must fire now, card by card: each joins fire going on or opens its own."""
    opened: list[Opening] = []
    for at, side in ready(d.now):
        opened += _of_card(d, at, side, idle_guns(d.now)[at, side])
    return opened


def _of_card(d: Draft[FieldsState], at: int, side: str, guns: list[Gun]) -> list[Opening]:
    """What the idle units of one card do, one line of fire after the other until nobody is left who could."""
    state = d.now
    opened: list[Opening] = []
    # rule: FF-6.1.1.f, FF-6.2.1.b
    if has_target(state, at, side):
        inside = [one for one in guns if one.gun.least == 0 and faces(state, one.key, at, one.gun)]
        opened += [Opening(one.key, at, "FF-6.1.1.f", OPENED) for one in inside]
        guns = [one for one in guns if one not in inside]
    left: list[Gun] = []
    for one in guns:
        joined = _joined(d, at, side, one)
        if joined is None:
            left.append(one)
        else:
            opened.append(joined)
    while left:
        snipers = [one for one in left if one.gun.snipes]
        group = snipers[:1] or left
        choice = _best_card(d, at, side, group)
        if choice is None:
            left = [one for one in left if one not in group]
            continue
        card, draws = choice
        able = [one for one in left if _would_hit(state, one, side, card)]
        opened += [Opening(one.key, card, "FF-6.1.1.a", OPENED, draws) for one in able]
        left = [one for one in left if one not in able]
    return opened


# rule: FF-6.1.1.f, FF-6.3.5.a, FF-6.3.5.b
def _joined(d: Draft[FieldsState], at: int, side: str, one: Gun) -> Opening | None:
    """A unit beside others who fire joins them if its weapon bears: along the line that serves it best."""
    cards = joinable(d.now, one.key, one.gun)
    if not cards:
        return None
    card, draws = _ranked(d, at, side, one.gun.snipes, list(cards))
    # rule: FF-6.3.2
    return Opening(one.key, card, "FF-6.3.2", JOINED, draws)


# rule: FF-6.1.2.c, FF-6.0.a
def _best_card(d: Draft[FieldsState], at: int, side: str, guns: list[Gun]) -> tuple[int, tuple[Draw, ...]] | None:
    """The card at which a group opens fire: of those that any of them can hit, the one that ranks first."""
    found = _targets(d.now, at, side, guns)
    if not found:
        return None
    return _ranked(d, at, side, guns[0].gun.snipes, sorted(found))


# rule: FF-6.1.1.c, FF-6.1.2.c, FF-8.6.1.A
def _targets(state: FieldsState, at: int, side: str, guns: list[Gun]) -> list[int]:
    """The cards with somebody at whom any of a group would open fire."""
    found = presences(state)
    return [
        card
        for card in targets(state)[side]
        if 0 < distance(at, card) <= FARTHEST
        and direction(at, card) >= 0
        and not (side == FRIENDLY and found[card].is_joint)
        and any(_would_hit(state, one, side, card) for one in guns)
    ]


# rule: FF-6.1.2.c, FF-10.3.b
def _would_hit(state: FieldsState, one: Gun, side: str, card: int) -> bool:
    """Whether a unit can hit a card and there is somebody on it whom its weapon is fired at."""
    return can_hit(state, one.key, one.gun, card) and faces(state, one.key, card, one.gun)


# rule: FF-6.1.1.b, FF-6.1.1.b3, FF-1.2.7.b
def _ranked(d: Draft[FieldsState], at: int, side: str, snipes: bool, cards: list[int]) -> tuple[int, tuple[Draw, ...]]:
    """The card that comes first by the priorities of a side, or of snipers; chance decides between equals."""
    state = d.now

    def rank(card: int) -> tuple[int, ...]:
        if snipes:
            return _sniper_rank(state, at, side, card)
        if side == FRIENDLY:
            return distance(at, card), strength_exerted(state, card, opponent(side))
        return (-steps_of(state, presences(state).get(card, NOBODY).friendly),)

    best = min(rank(card) for card in cards)
    return random_one(d, "target", [card for card in cards if rank(card) == best])


# rule: FF-6.1.1.b5, FF-6.1.1.b6
def _sniper_rank(state: FieldsState, at: int, side: str, card: int) -> tuple[int, ...]:
    """Leaders first, the nearest of them; then the hardest fire; then the most men."""
    others = presences(state).get(card, NOBODY).of(opponent(side))
    types = state.board.types
    leads = any(types[key].commands or types[key].kind == LEADER for key in others)
    if leads:
        return 0, distance(at, card), 0, 0
    return 1, 0, strength_exerted(state, card, opponent(side)), -steps_of(state, others)


# rule: FF-6.1.1.b1, FF-6.1.1.b2
def strength_exerted(state: FieldsState, card: int, side: str) -> int:
    """The strongest volume of fire that a side's units on a card exert anywhere: the lower, the stronger."""
    found = NO_FIRE
    theirs = presences(state).get(card, NOBODY).of(side)
    for key in theirs:
        gun = capability(state, key)
        if gun is not None and key in state.fires:  # equivalent[without: gun is not None]: who fires has a weapon
            letter = gun.at(distance(card, state.fires[key].at))
            # rule: FF-7.15.a
            shot = state.board.marker("vof.sniper", "ncm") if gun.snipes else NO_FIRE
            found = min(found, value_of(state, letter), shot)
    # rule: FF-6.2.3
    thrown = (one.value for one in state.markers.values() if one.kind == GRENADE and one.by in theirs)
    return min((found, *thrown))
