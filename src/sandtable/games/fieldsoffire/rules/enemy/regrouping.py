"""Enemies who pull themselves together: rallying, and squads rebuilt out of teams (the legend of the tables)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ENEMY, GREEN, LINE, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.campaign.averaging import average
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.combat.rally import TO_FIRE, TO_FRONT, TO_LITTER, UNPIN, rally
from sandtable.games.fieldsoffire.rules.combat.reconstitution import FEWEST, can_be, firepower_of, is_usable_team
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.command.attempts import attempt
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.scenario.deck import RALLY_WORD
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, LITTER, PARALYZED, SQUAD
from sandtable.kernel import Draft, Ref, Refusal, refuse


# rule: FFT-act-legend-9
def way_up(state: FieldsState, key: int) -> str:
    """What a rally does for a unit: unpins it, or makes it the next better team; empty where it can be no better."""
    unit, kind = state.units[key], state.board.types[key]
    if unit.pinned:
        return UNPIN
    if unit.flipped:
        return TO_FRONT
    return {PARALYZED: TO_LITTER, LITTER: TO_FIRE}.get(kind.kind, "")


# rule: FFT-act-legend-9
def why_not_recover(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit has nothing to gain by a rally."""
    me = Ref("unit", key)
    return None if way_up(state, key) else refuse("FFT-act-legend-9", "refuse.other_team", me, unit=me)


# rule: FFT-act-legend-9, FFT-act-legend-11
def recover(d: Draft[FieldsState], key: int) -> None:
    """Try to rally by the unit's own experience; without fire on its card it succeeds."""
    rally(d, key, way_up(d.now, key), key)


# rule: FFT-act-legend-8
def teams_beside(state: FieldsState, key: int) -> tuple[int, ...]:
    """Unpinned Fire and Assault Teams in the area of one of them, itself first, no more than a squad has steps."""
    unit = state.units[key]
    others = [
        one
        for one in on_card(state, unit.at).enemy
        if one != key and is_usable_team(state, one) and state.units[one].cover == unit.cover
    ]
    return (key, *others)[: most_steps(state, key)]


def most_steps(state: FieldsState, key: int) -> int:
    """The steps of the largest squad that a team could become part of."""
    return max((state.board.types[squad].steps for squad in free_squads(state, key)), default=0)


def free_squads(state: FieldsState, key: int) -> tuple[int, ...]:
    """Squads of a team's nation that are not in play: those of the mission's pool, if that has any of its nation."""
    nation, pool = state.board.types[key].nation, data("enemy_units")["pools"][state.board.mission.pool]
    squads = [
        (squad, kind.id)
        for squad, kind in state.board.types.items()
        if kind.kind == SQUAD and kind.nation == nation and kind.side == ENEMY
    ]
    pooled = [squad for squad, kind in squads if kind in pool] or [squad for squad, _ in squads]
    return tuple(squad for squad in pooled if squad not in state.units)


# rule: FFT-act-legend-8
def squads_for(state: FieldsState, teams: tuple[int, ...]) -> tuple[int, ...]:
    """Squads that these teams can become: as many steps, and no more firepower than they have."""
    if len(teams) < FEWEST:
        return ()
    power = max(firepower_of(state, team) for team in teams)
    types = state.board.types
    return tuple(squad for squad in free_squads(state, teams[0]) if can_be(types[squad], len(teams), power))


# rule: FFT-act-legend-8
def why_not_rebuild(state: FieldsState, key: int) -> Refusal | None:
    """Why the teams beside a unit cannot become a squad again."""
    teams = teams_beside(state, key)
    if squads_for(state, teams):
        return None
    me = Ref("unit", key)
    return refuse("FFT-act-legend-8", "refuse.no_squad_left", me, steps=len(teams))


# rule: FFT-act-legend-8, FFT-act-legend-11, FF-8.6.2.d
def rebuild(d: Draft[FieldsState], key: int) -> None:
    """Try to make a squad of all teams beside a unit, any of those available; under fire by an attempt."""
    teams, unit = teams_beside(d.now, key), d.now.units[key]
    if is_under_fire(d.now, unit.at) and not attempt(d, "rally", "FFT-act-legend-8", RALLY_WORD, key).succeeds:
        return
    squad, draws = random_one(d, "squad", squads_for(d.now, teams))
    grades = [LINE if d.now.board.types[team].kind == ASSAULT else GREEN for team in teams]
    row = Unit(
        at=unit.at,
        cover=unit.cover,
        steps=len(teams),
        experience=average(grades),
        origin=unit.origin,
        unspotted=unit.unspotted,
        exposed=any(d.now.units[team].exposed for team in teams),
        wave=unit.wave,
        ammo=d.now.board.types[squad].carries,
        checked=True,
    )
    d.put("units", squad, row)
    for team in teams:
        breakdown.hand_over(d, team, squad)
        breakdown.step_into(d, team, squad)
        breakdown.remove_unit(d, team)
    me = Ref("unit", squad)
    d.log("log.rebuilt", "FFT-act-legend-8", me, draws=draws, unit=me, steps=len(teams))
