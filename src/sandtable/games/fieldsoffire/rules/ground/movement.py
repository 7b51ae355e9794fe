"""Movement of infantry: to the card next to theirs, and to another area of their own (5.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, MINES, STAGING, FieldsState
from sandtable.games.fieldsoffire.rules.combat.continuing import break_off, follow
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire, lines_of_fire
from sandtable.games.fieldsoffire.rules.command.phones import lay_line
from sandtable.games.fieldsoffire.rules.ground.cover import NETWORK, has_room
from sandtable.games.fieldsoffire.rules.ground.loads import why_not_go_with, why_not_leave_with
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.preparation.limits import (
    is_inside,
    why_not_climb,
    why_not_cross,
    why_not_leave_post,
)
from sandtable.games.fieldsoffire.rules.sequence.standing import why_not_go
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, is_held_by, is_team, on_card, steps_of
from sandtable.games.fieldsoffire.rules.urban import entering
from sandtable.games.fieldsoffire.rules.urban.areas import default_area, is_covered, is_town
from sandtable.games.fieldsoffire.rules.weapons.ammunition import shed
from sandtable.games.fieldsoffire.rules.weapons.concentrating import drop_of
from sandtable.games.fieldsoffire.rules.weapons.mines import check_mover
from sandtable.games.fieldsoffire.scenario.ground import around, direction, offset, row_of
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, LITTER, PARALYZED
from sandtable.kernel import Draft, Ref, Refusal, refuse

MOST_STEPS = 16
"""Steps of one side on a card."""


# rule: FF-4.2.2a.cond
def why_not_move(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not go to another card at all."""
    unit, kind = state.units[key], state.board.types[key]
    me = Ref("unit", key)
    if not kind.is_infantry:  # rule: FF-10.1.2.b
        return refuse("FF-5.1.a", "refuse.no_infantry", me, unit=me)
    # rule: FF-5.1.2.d
    if unit.exposed:
        return refuse("FF-5.1.2.d", "refuse.exposed", me, unit=me)
    # rule: FF-5.1.b, FF-7.9.1.e, FF-7.2.4.e
    return why_not_stir(state, key) or why_not_leave_with(state, key)


# rule: FF-5.1.b
def why_not_stir(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not move in any way: an immobile gun, men in a minefield, a line laid, a load too heavy."""
    unit, kind = state.units[key], state.board.types[key]
    me = Ref("unit", key)
    if unit.aboard:  # rule: FF-10.2.1.a
        return refuse("FF-10.2.1.a", "refuse.aboard", me, unit=me)
    # rule: FF-4.2.2.imm
    if kind.is_immobile and not unit.flipped:
        return refuse("FF-4.2.2.imm", "refuse.immobile", me, unit=me)
    # rule: FF-7.9.1.e
    if is_in_mines(state, key):
        return refuse("FF-7.9.1.e", "refuse.in_mines", me, unit=me)
    # rule: FF-7.2.4.e
    if unit.protective >= 0:  # equivalent[boundary|0 becomes 1]: a line is a diagonal, 1 at least
        return refuse("FF-7.2.4.e", "refuse.line_laid", me, unit=me)
    if unit.stopped:  # rule: FF-13.2.5, FF-13.2.5.a
        return refuse("FF-13.2.5", "refuse.stopped_by_fire", me, unit=me)
    return why_not_leave_post(state, key) or why_not_go_with(state, key)


# rule: FF-7.9.1.e
def is_in_mines(state: FieldsState, key: int) -> bool:
    """Whether men lie under mines that went off, and cannot stir in this turn, not even to get away."""
    return any(marker.kind == MINES and marker.unit == key for marker in state.markers.values())


# rule: FF-4.2.2f.rep, FF-5.1.2.d, FF-4.2.5.pinned.mv
def why_not_move_within(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not move within its card; being Exposed does not forbid it, nor being pinned."""
    unit, kind = state.units[key], state.board.types[key]
    me = Ref("unit", key)
    if not kind.is_infantry:
        return refuse("FF-5.1.a", "refuse.no_infantry", me, unit=me)
    # rule: FF-4.2.5.paralyzed
    if kind.kind == PARALYZED and not unit.pinned:
        return refuse("FF-4.2.5.paralyzed", "refuse.paralyzed", me, unit=me)
    return why_not_stir(state, key)


# rule: FF-2.4.1.A.loa, FF-2.5.A.a
def why_not_enter(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a unit may not go to a card next to its own."""
    unit = state.units[key]
    me, card = Ref("unit", key), Ref("place", to)
    # rule: FF-5.1.2.a
    if to not in around(unit.at):
        return refuse("FF-5.1.2.a", "refuse.not_adjacent", me, card, unit=me, card=card)
    is_staging = to in state.cards and state.cards[to].kind == STAGING
    # rule: FF-2.4.1.A.bound
    if state.board.sides[key] == FRIENDLY and not is_staging and not is_inside(state, to):
        rule = "FF-2.4.1.A.loa" if row_of(to) > state.board.mission.rows else "FF-2.4.1.A.bound"
        return refuse(rule, "refuse.beyond_limits", me, card, unit=me, card=card)
    if to not in state.cards:
        return refuse("FF-5.1.2.a", "refuse.not_adjacent", me, card, unit=me, card=card)
    no = why_not_cross(state, key, to) or why_not_climb(state, key, to) or why_not_go(state, key, to)
    if no is not None:
        return no
    if is_walled(state, unit.at, to):
        return refuse("FF-5.2.1.c", "refuse.impassable", card, card=card)
    if crosses_fire(state, unit.at, to):
        return refuse("FF-5.1.2.c", "refuse.across_fire", me, card, unit=me, card=card)
    if not is_staging and not fits(state, key, to):
        return refuse("FF-5.1.5.a1", "refuse.too_many_steps", me, card, unit=me, card=card, most=MOST_STEPS)
    return entering.why_not_there(state, key, to) or why_not_there(state, key, to)


def why_not_there(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a pinned unit or a Limited Action Team may not go to a card: only back to its own, out of fire.

    The enemy's teams need nobody there before them. Only Fire Teams keep away from contact markers where friends are.
    """
    if not is_limited(state, key) or state.cards[to].kind == STAGING:
        return None
    me, card = Ref("unit", key), Ref("place", to)
    # rule: FF-4.2.5.fire.pc
    if state.cards[to].contact and limit_of(state, key) == "FF-4.2.5.fire.a":
        return refuse("FF-4.2.5.fire.pc", "refuse.not_explorers", me, card, unit=me, card=card)
    # rule: FF-4.2.5.fire.a, FF-4.2.5.litter.mv, FF-4.2.5.paralyzed.mv
    if not is_held_by(state, to, FRIENDLY) or is_under_fire(state, to):
        return refuse(limit_of(state, key), "refuse.only_to_friends", me, card, unit=me, card=card)
    return None


def is_limited(state: FieldsState, key: int) -> bool:
    """Whether a unit goes only to cards of its own side: pinned, or a team that does not assault; never the enemy."""
    unit, kind = state.units[key], state.board.types[key]
    # rule: FF-4.2.5.assault.mv
    is_shaken = unit.pinned or (is_team(kind, unit) and kind.kind != ASSAULT)
    # rule: FFT-act-lat-15, FF-8.6.1.C
    return is_shaken and kind.side == FRIENDLY


# rule: FF-4.2.5.pinned.mv, FF-4.2.5.paralyzed.mv, FF-4.2.5.litter.mv
def limit_of(state: FieldsState, key: int) -> str:
    """The paragraph that says where such a unit may go."""
    kind = state.board.types[key].kind
    if state.units[key].pinned:
        return "FF-4.2.5.pinned.mv"
    if kind == PARALYZED:
        return "FF-4.2.5.paralyzed.mv"
    return "FF-4.2.5.litter.mv" if kind == LITTER else "FF-4.2.5.fire.a"


# rule: FF-5.2.1.c
def is_walled(state: FieldsState, a: int, b: int) -> bool:
    """Whether a black border lies between two cards, on either of them."""
    here, there = ground_of(state, a), ground_of(state, b)
    return (here is not None and here.walls[direction(a, b)]) or (there is not None and there.walls[direction(b, a)])


# rule: FF-5.1.2.c, FF-5.1.2.f
def crosses_fire(state: FieldsState, a: int, b: int) -> bool:
    """Whether a diagonal step goes across a direction of fire between the two other cards of the square."""
    rows, columns = offset(a, b)
    if not (rows and columns):
        return False
    return (a + rows, a + 100 * columns) in lines_of_fire(state)


# rule: FF-5.1.5.a, FF-5.1.5.c
def fits(state: FieldsState, key: int, to: int) -> bool:
    """Whether a card has room for the steps of a unit."""
    return has_room_for(state, state.units[key].steps, state.board.sides[key], to)


# rule: FF-5.1.5.a1
def has_room_for(state: FieldsState, steps: int, side: str, card: int) -> bool:
    """Whether a card has room for more steps of a side; casualties and those aboard vehicles do not count."""
    types, units = state.board.types, state.units
    # rule: FF-5.1.5.a3
    own = tuple(one for one in on_card(state, card).of(side) if types[one].is_infantry and not units[one].aboard)
    return steps_of(state, own) + steps <= MOST_STEPS


# rule: FF-5.1.3, FF-4.2.2a.exp
def is_exposing(state: FieldsState, key: int, to: int, cover: int) -> bool:
    """Whether a move shows a unit: not between Staging Area cards, nor from one fortification to another."""
    unit = state.units[key]
    # rule: FF-2.5.A.a
    if state.cards[unit.at].kind == STAGING and state.cards[to].kind == STAGING:
        return False
    if entering.is_indoor_passage(state, unit.cover, cover):  # rule: FF-13.7, FF-13.7.b
        return False
    # rule: FF-5.1.1.b, FF-5.1.2.b
    return not (_is_network(state, unit.cover) and _is_network(state, cover))


def _is_network(state: FieldsState, cover: int) -> bool:
    return bool(cover) and state.covers[cover].kind in NETWORK


# rule: FF-5.1.2.a, FF-4.2.2a.cover
def covers_to_enter(state: FieldsState, key: int, card: int) -> tuple[int, ...]:
    """Cover markers of a card under which a unit may go, or areas of an urban card."""
    if is_town(state, card):
        is_here = state.units[key].at == card
        return entering.ways_within(state, key) if is_here else entering.ways_in(state, key, card)
    # rule: FF-5.1.2.e, FF-5.2.2.B.c
    return tuple(cover for cover in other_covers(state, key, card) if has_room(state, cover, key))


def other_covers(state: FieldsState, key: int, card: int) -> tuple[int, ...]:
    """Cover markers of a card, but the one under which a unit is, whoever is there."""
    own = state.units[key].cover
    return tuple(cover for cover, row in state.covers.items() if row.at == card and cover != own)


# rule: FF-5.1.2.e
def cover_if_free(state: FieldsState, key: int, cover: int) -> int:
    """The cover that was named for a whole platoon, while there is room for a unit of it; else none."""
    is_marker = bool(cover) and not is_area(cover)
    return 0 if is_marker and not has_room(state, cover, key) else cover


# rule: FF-5.1.a
def move(d: Draft[FieldsState], key: int, to: int, cover: int = 0, *, hidden: bool = False) -> None:
    """Move a unit to another card, where its fire breaks off and may begin anew; ``hidden`` if it infiltrated."""
    left = d.now.units[key].at
    if is_town(d.now, to) and not is_area(cover):
        cover = next(iter(entering.ways_in(d.now, key, to)), 0) or default_area(d.now, to, d.now.board.sides[key])
    known = fires_on(d.now, key)
    lay_line(d, key, left)  # rule: FF-4.3.4.b
    shed(d, key)  # rule: FF-7.18.f
    shown = not hidden and is_exposing(d.now, key, to, cover)  # rule: FF-5.1.3
    break_off(d, key)  # rule: FF-6.1.2.a2
    for casualty in carried_by(d.now).get(key, ()):
        d.edit("units", casualty, at=to, cover=cover)
    # rule: FF-5.1.3.a
    d.edit("units", key, at=to, cover=cover, exposed=d.now.units[key].exposed or shown)
    me = Ref("unit", key)
    where, under = Ref("place", to), int(is_covered(d.now, d.now.units[key]))
    # rule: FF-5.1.2.a
    d.log("log.moved", "FF-5.1.2.a", me, unit=me, card=where, exposed=int(shown), cover=under)
    _tell_area(d, key)
    stop_under_fire(d, key, known)
    follow(d, key, left, to)
    check_mover(d, key)


# rule: FF-5.1.1.a, FF-5.1.1.d, FF-4.2.2f.eff
def move_within(d: Draft[FieldsState], key: int, cover: int, *, hidden: bool = False) -> None:
    """Move a unit to another cover marker of its card, or out of cover with 0."""
    unit = d.now.units[key]
    known = fires_on(d.now, key)
    drop_of(d, key)  # rule: FF-7.11.5.a
    shown = not hidden and is_exposing(d.now, key, unit.at, cover)
    for casualty in carried_by(d.now).get(key, ()):
        d.edit("units", casualty, cover=cover)
    d.edit("units", key, cover=cover, exposed=unit.exposed or shown)
    me = Ref("unit", key)
    if is_area(cover):
        there = Ref("cover", cover)
        d.log("log.moved_area", "FF-13.2.1", me, there, unit=me, area=there, exposed=int(shown))
    else:
        d.log("log.moved_within", "FF-5.1.1.a", me, unit=me, cover=cover, exposed=int(shown))
    stop_under_fire(d, key, known)
    check_mover(d, key)


def _tell_area(d: Draft[FieldsState], key: int) -> None:
    """Say in which area of an urban card a unit is now."""
    me, under = Ref("unit", key), d.now.units[key].cover
    if is_area(under):
        d.log("log.in_area", "FF-13.2.1", me, Ref("cover", under), unit=me, area=Ref("cover", under))


# rule: FF-13.2.5
def fires_on(state: FieldsState, key: int) -> frozenset[int | str]:
    """The fire that touches a unit: by whom, or what lies on its card; nothing is looked up where there is no town."""
    if not state.board.is_urban:  # equivalent[never]: nobody is stopped where there is no town
        return frozenset()
    at, found = state.units[key].at, volumes_on(state, key)
    return frozenset(who for one in found for who in (one.by or (f"{one.kind} on {at}",)))


# rule: FF-13.2.5, FF-13.2.5.a
def stop_under_fire(d: Draft[FieldsState], key: int, known: frozenset[int | str]) -> None:
    """Infantry that moves in a town into fire that did not touch it before goes no farther in this turn."""
    if is_town(d.now, d.now.units[key].at) and fires_on(d.now, key) - known:
        d.edit("units", key, stopped=True)
        me = Ref("unit", key)
        d.log("log.stopped_by_fire", "FF-13.2.5", me, unit=me)
