"""CS gas: it breaks up men without masks and drives them off (4.4.3, 3.5.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, GROUND, SMOKE, FieldsState, opponent
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.combat.effects import pin
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from sandtable.games.fieldsoffire.rules.ground.terrain import concealment
from sandtable.games.fieldsoffire.rules.terms.draws import random_number, random_one
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card, presences
from sandtable.games.fieldsoffire.rules.urban import entering
from sandtable.games.fieldsoffire.scenario.ground import around
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.kernel import Draft, Ref

CS = "CS"
GOES, OF = 2, 3
"""Men go on so many numbers of so many."""


# rule: FF-4.4.3.c4
def is_masked(state: FieldsState, key: int) -> bool:
    """Whether a unit's side has gas masks in this mission."""
    side = "enemy" if state.board.sides[key] == ENEMY else "us"
    return side in state.board.mission.setup.get("gas_masks", ())


# rule: FF-4.4.3.c
def gassed(state: FieldsState) -> tuple[int, ...]:
    """Units without masks on cards with gas, or in a town in areas with it."""
    clouds = {
        (one.at, one.cover if is_area(one.cover) else 0)
        for one in state.markers.values()
        if one.kind == SMOKE and one.form == CS
    }
    found = {
        key: None
        for card, area in sorted(clouds)
        for key in (*on_card(state, card).friendly, *on_card(state, card).enemy)
        if not is_masked(state, key) and area in (0, state.units[key].cover)
    }
    return tuple(found)


# rule: FF-4.4.3.c, FF-3.5.2.a, FF-3.5.2.g
def check(d: Draft[FieldsState]) -> None:
    """Men in good order become Fire Teams; then each team goes on 1 or 2 of 3, and is pinned where it does not."""
    for key in gassed(d.now):
        if d.now.board.types[key].is_infantry and is_good_order(d.now, key):
            _break_up(d, key)
    for key in gassed(d.now):
        if not d.now.board.types[key].is_infantry:  # rule: FF-4.4.3.c3
            pin(d, key)
            continue
        me = Ref("unit", key)
        number, draws = random_number(d, "gas", OF)
        is_stuck = d.now.units[key].exposed or movement.is_in_mines(d.now, key)  # rule: FF-7.9.1.e
        goes = number <= GOES and not is_stuck
        d.log("log.gassed", "FF-4.4.3.c2", me, draws=draws, unit=me, goes=int(goes))
        if not (goes and _go(d, key)):
            pin(d, key)


# rule: FF-4.4.3.c1
def _break_up(d: Draft[FieldsState], key: int) -> None:
    """Every step becomes a Fire Team; a unit with one on its back turns over."""
    kind, unit, me = d.now.board.types[key], d.now.units[key], Ref("unit", key)
    if kind.team is not None and unit.steps == 1:
        d.edit("units", key, flipped=True)
        d.log("log.turned_over", "FF-4.4.3.c1", me, unit=me, back=1)
        return
    for steps in range(unit.steps, 1, -1):
        first = breakdown.place_team(d, key, breakdown.charted(d.now, kind, steps), pinned=unit.pinned)
        breakdown.step_out(d, key, first)
        _tell(d, key, first)
    last = breakdown.place_team(d, key, breakdown.charted(d.now, kind, 1), pinned=unit.pinned)
    _tell(d, key, last)
    breakdown.hand_over(d, key, last)
    breakdown.step_into(d, key, last)
    breakdown.remove_unit(d, key)


def _tell(d: Draft[FieldsState], key: int, made: int) -> None:
    me, team = Ref("unit", key), Ref("unit", made)
    d.log("log.step_became", "FF-4.4.3.c1", me, team, unit=me, team=team, what=d.now.board.types[made].kind)


# rule: FF-4.4.3.c2
def _go(d: Draft[FieldsState], key: int) -> bool:
    """To the next card, Exposed: out of sight of all opponents first, then where most hides, then at random."""
    at, side = d.now.units[key].at, d.now.board.sides[key]
    cards = [
        card
        for card in around(at)
        if card in d.now.cards
        and d.now.cards[card].kind == GROUND
        and not movement.is_walled(d.now, at, card)
        and not movement.crosses_fire(d.now, at, card)
        and entering.why_not_there(d.now, key, card) is None
    ]
    if not cards:
        return False
    posts = [card for card, found in presences(d.now).items() if found.of(opponent(side))]

    def rank(card: int) -> tuple[bool, int]:
        return any(sees(d.now, post, card) for post in posts), -concealment(d.now, card, (at,))

    best = min(rank(card) for card in cards)
    to, draws = random_one(d, "gas", [card for card in cards if rank(card) == best])
    me, there = Ref("unit", key), Ref("place", to)
    d.log("log.retreats", "FF-4.4.3.c2", me, there, draws=draws, unit=me, card=there)
    leave_behind(d, key)
    movement.move(d, key, to)
    d.edit("units", key, exposed=True)
    return True
