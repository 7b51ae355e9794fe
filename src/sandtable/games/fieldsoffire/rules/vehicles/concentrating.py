"""Concentrated fire and spotting as actions of a vehicle (10.5.2.B, 10.5.2.E)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GRENADE, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.command.attempts import attempt, draw_for
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, rating
from sandtable.games.fieldsoffire.rules.weapons import ammunition, concentrating
from sandtable.games.fieldsoffire.rules.weapons.capability import GRENADES, is_ridden
from sandtable.games.fieldsoffire.scenario.deck import GRENADE as ICON
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.games.fieldsoffire.scenario.vehicles import is_crewless
from sandtable.kernel import Draft, Draw, Ref, Refusal, refuse


# rule: FF-10.5.2.B
def why_not_concentrate(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a vehicle cannot concentrate its fire on a man, or on those under his cover."""
    me, aim = Ref("unit", key), Ref("unit", target)
    if state.units[key].pinned:  # rule: FF-10.5.2.B.b
        return refuse("FF-10.5.2.B.b", "refuse.pinned", me, unit=me)
    if is_ridden(state, key):
        return refuse("FF-10.8.2.fight", "refuse.ridden", me, unit=me)
    if only_throws(state, key):
        return _why_not_shell(state, key, target)
    if key not in state.fires or target not in concentrating.targets_under(state, key, state.units[target].cover):
        return refuse("FF-10.5.2.B", "refuse.not_under_its_fire", me, aim, unit=me, target=aim)
    return ammunition.why_not_concentrate(state, key)


def only_throws(state: FieldsState, key: int) -> bool:
    """Whether a vehicle is rated G! and has no basic volume of fire."""
    printed = rating(state, key)
    return printed.special == GRENADES and not printed.basic


# rule: FF-10.5.2.B.c
def _why_not_shell(state: FieldsState, key: int, target: int) -> Refusal | None:
    """Why a vehicle rated G! cannot fire at a man: a spotted opponent on foot whom it sees, within its range."""
    unit, other, me, aim = state.units[key], state.units[target], Ref("unit", key), Ref("unit", target)
    kinds = state.board.types
    is_target = kinds[target].is_infantry and kinds[target].side != kinds[key].side and not other.unspotted
    in_reach = distance(unit.at, other.at) <= rating(state, key).most
    if not is_target or not in_reach or not sees_unit(state, key, target):
        return refuse("FF-10.5.2.B.c", "refuse.no_grenade_target", me, aim, unit=me, target=aim)
    return None


# rule: FF-10.5.2.B, FF-10.5.2.B.a
def concentrate(d: Draft[FieldsState], key: int, target: int) -> None:
    """Two cards for the crosshairs, or for the grenade icon of a vehicle rated G!; nothing jams."""
    grade = experience_from(d.now, key)
    if not only_throws(d.now, key):
        trial = concentrating.concentrate_trial(d.now, grade)
        concentrating.concentrate_outcome(d, key, d.now.units[target].cover, draw_for(d, trial))
        return
    shell(d, key, target, grade)


# rule: FF-10.5.2.B.c
def shell(d: Draft[FieldsState], key: int, target: int, grade: int) -> None:
    """Two cards for the grenade icon: grenades on those under a cover, or on one man outside, twice if critical."""
    cover, at = d.now.units[target].cover, d.now.units[target].at
    tried = attempt(d, "grenade", "FF-10.5.2.B.c", ICON, grade)
    if ammunition.counts(d.now, key):
        ammunition.spend(d, key)
    if not tried.succeeds:
        return
    is_critical = tried.hits >= concentrating.CRITICAL
    value = d.now.board.mission.grenades[d.now.board.sides[key]]
    me, draws = Ref("unit", key), tuple[Draw, ...]()
    if cover:
        concentrating.lay(d, Marker(GRENADE, at=at, cover=cover, value=value, by=key, critical=is_critical))
    else:
        near = [one for one in on_card(d.now, at).of(d.now.board.sides[target]) if _is_outside(d.now, one)]
        target, draws = random_one(d, "concentrate_target", near)
        for _ in range(concentrating.CRITICAL if is_critical else 1):
            concentrating.lay(d, Marker(GRENADE, at=at, unit=target, value=value, by=key))
    aim = Ref("unit", target)
    d.log("log.grenade_hit", "FF-10.5.2.B.c", me, aim, draws=draws, unit=me, target=aim, critical=int(is_critical))


def _is_outside(state: FieldsState, key: int) -> bool:
    unit = state.units[key]
    return not unit.cover and not unit.unspotted and state.board.types[key].is_infantry


# rule: FF-10.8.8
def experience_from(state: FieldsState, key: int) -> int:
    """Whose experience counts in an attempt of a vehicle: its own, without a crew that of the best man aboard."""
    if not is_crewless(state.board.types[key]):
        return key
    aboard = [one for one, unit in state.units.items() if unit.aboard == key]
    return max(aboard, key=lambda one: (state.units[one].experience, -one), default=key)
