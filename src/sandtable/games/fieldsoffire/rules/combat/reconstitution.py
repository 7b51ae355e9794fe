"""Detaching and taking in teams, and bringing back squads and headquarters that were removed (6.5.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, GREEN, LINE, REMOVED, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.campaign.averaging import average
from sandtable.games.fieldsoffire.rules.combat import breakdown
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.command.battalion import is_available, senior
from sandtable.games.fieldsoffire.rules.command.nets import BN_TAC, hub, reaches
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, ours
from sandtable.games.fieldsoffire.scenario.deck import RALLY_WORD
from sandtable.games.fieldsoffire.scenario.units import (
    ASSAULT,
    FIRE,
    HQ_CO,
    HQ_HIGHER,
    HQ_PLATOON,
    OBSERVER,
    SQUAD,
    STAFF,
    WEAPONS,
    UnitType,
)
from sandtable.kernel import Draft, Ref, Refusal, derived, refuse

DETACH, AUGMENT, REBUILD = "4.2.3g", "4.2.3h", "4.2.3i"
FEWEST, MOST = 2, 4
"""Teams that make a squad."""
FIREPOWER = {"S": 0, "A/S": 1, "A": 2}


# rule: FF-4.2.3g.cond, FF-7.2.5
def why_not_detach(state: FieldsState, key: int) -> Refusal | None:
    """Why no team can be detached from a unit: a squad of three or four steps can, a weapons team of two."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    is_big = (kind.kind == SQUAD and unit.steps > FEWEST) or (kind.kind == WEAPONS and unit.steps == FEWEST)
    if not is_good_order(state, key) or not is_big:
        return refuse("FF-4.2.3g.cond", "refuse.cannot_detach", me, unit=me)
    return None


# rule: FF-4.2.3g, FF-4.2.3g.eff, FF-7.2.5
def detach(d: Draft[FieldsState], key: int, team: str, assets: tuple[int, ...] = ()) -> int:
    """One step becomes a Fire or an Assault Team in the same area, with what it is given of the unit's equipment."""
    unit, kind = d.now.units[key], d.now.board.types[key]
    named = breakdown.charted(d.now, kind, unit.steps) if team == FIRE else breakdown.generic(d.now, kind, team)
    made = breakdown.place_team(d, key, named, pinned=False)
    breakdown.step_out(d, key, made)  # rule: FF-7.9.1.e
    d.edit("units", key, steps=unit.steps - 1)
    for number in assets:
        d.edit("assets", number, holder=made)
    d.log(
        "log.detached",
        "FF-4.2.3g.eff",
        Ref("unit", key),
        Ref("unit", made),
        unit=Ref("unit", key),
        team=Ref("unit", made),
    )
    return made


# rule: FF-4.2.3h.cond, FF-4.2.3i.cond
def is_usable_team(state: FieldsState, key: int) -> bool:
    """An unpinned generic Fire or Assault Team."""
    return state.board.types[key].kind in (FIRE, ASSAULT) and not state.units[key].pinned


@derived("units")
def loose_teams(state: FieldsState) -> tuple[int, ...]:
    """Teams of the company of which a squad could be made."""
    sides = state.board.sides
    return tuple(key for key in state.units if sides[key] == FRIENDLY and is_usable_team(state, key))


def is_beside(state: FieldsState, a: int, b: int) -> bool:
    """Whether two units are in the same area of a card."""
    one, other = state.units[a], state.units[b]
    return one.at == other.at and one.cover == other.cover


# rule: FF-4.2.3h.cond
def why_not_augment(state: FieldsState, key: int) -> Refusal | None:
    """Why a squad takes no team in: it must be in good order and below its full strength."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    if kind.kind != SQUAD or not is_good_order(state, key) or unit.steps >= kind.steps:
        return refuse("FF-4.2.3h.cond", "refuse.takes_nobody_in", me, unit=me)
    return None


# rule: FF-4.2.3h, FF-4.2.3h.eff
def augment(d: Draft[FieldsState], key: int, team: int) -> None:
    """The team is gone and the squad has a step more."""
    breakdown.hand_over(d, team, key)
    breakdown.step_into(d, team, key, merges=True)
    breakdown.remove_unit(d, team)
    d.edit("units", key, steps=d.now.units[key].steps + 1)
    d.log(
        "log.augmented",
        "FF-4.2.3h.eff",
        Ref("unit", key),
        Ref("unit", team),
        unit=Ref("unit", key),
        team=Ref("unit", team),
    )


# rule: FF-6.5.2.b, FF-4.2.3i.cond
def rebuildable(state: FieldsState, teams: tuple[int, ...]) -> tuple[int, ...]:
    """Squads that were removed and can come back out of these teams: as many steps, and no more firepower."""
    return tuple(key for key in state.units if why_not_come_back(state, teams, key) is None)


# rule: FF-4.2.3i.cond, FF-6.5.2.b
def why_not_come_back(state: FieldsState, teams: tuple[int, ...], squad: int) -> Refusal | None:
    """Why a squad does not come back out of these teams: still in play, of other steps, of more firepower."""
    kind, me = state.board.types[squad], Ref("unit", squad)
    if state.units[squad].box != REMOVED or not has_steps(kind, len(teams)):
        return refuse("FF-4.2.3i.cond", "refuse.not_this_squad", me, unit=me, steps=len(teams))
    # rule: FF-6.5.2.a, FF-6.5.2.b2
    power = max((firepower_of(state, team) for team in teams), default=0)  # equivalent[0 becomes 1]: there are teams
    if not can_be(kind, len(teams), power):
        return refuse("FF-6.5.2.b2", "refuse.too_much_firepower", me, unit=me)
    return None


def has_steps(kind: UnitType, steps: int) -> bool:
    """Whether it is a squad that can have so many steps."""
    return kind.kind == SQUAD and kind.least_steps <= steps <= kind.steps


def can_be(kind: UnitType, steps: int, power: int) -> bool:
    """Whether a squad can be made of so many steps with that firepower."""
    return has_steps(kind, steps) and FIREPOWER.get(kind.rating(steps).basic, 0) <= power


# rule: FF-6.5.2.b2
def firepower_of(state: FieldsState, team: int) -> int:
    """What a team brings: Assault Teams fire automatic weapons at their own card only and have no machine gun."""
    kind = state.board.types[team]
    return FIREPOWER.get(kind.rating(1).basic, 0) if kind.kind == FIRE else 0


# rule: FF-4.2.3i.cond, FF-6.5.2.b
def why_not_rebuild(state: FieldsState, teams: tuple[int, ...]) -> Refusal | None:
    """Why these teams do not make a squad."""
    points = tuple(Ref("unit", team) for team in teams)
    if not FEWEST <= len(teams) <= MOST:
        return refuse("FF-4.2.3i.cond", "refuse.teams_needed", *points, least=FEWEST, most=MOST)
    if any(not is_beside(state, teams[0], other) for other in teams):
        return refuse("FF-4.2.3i.cond", "refuse.not_together", *points)
    reasons = tuple(why_not_come_back(state, teams, squad) for squad in state.units)
    if None in reasons:
        return None
    # rule: FF-6.5.2.b2
    too_strong = (no for no in reasons if no is not None and no.rule == "FF-6.5.2.b2")
    return next(too_strong, refuse("FF-4.2.3i.cond", "refuse.no_squad_left", *points, steps=len(teams)))


# rule: FF-4.2.3i
def rebuild_trial(state: FieldsState, teams: tuple[int, ...], by: int) -> Trial | None:
    """Under fire two cards by the experience of the one who orders it."""
    if not is_under_fire(state, state.units[teams[0]].at):
        return None
    return trial(state, "rally", "FF-4.2.3i", RALLY_WORD, teams[0], by=by)


def rebuild(d: Draft[FieldsState], teams: tuple[int, ...], squad: int, by: int) -> bool:
    """Try to make a squad of teams at once."""
    cards = rebuild_trial(d.now, teams, by)
    return rebuild_outcome(d, teams, squad, draw_for(d, cards) if cards is not None else None)


# rule: FF-4.2.3i, FF-6.5.2.b, FF-6.5.2.b1
def rebuild_outcome(d: Draft[FieldsState], teams: tuple[int, ...], squad: int, tried: Attempt | None) -> bool:
    """Teams become a squad, unless cards were drawn and none of them shows the word."""
    if tried is not None and not tried.succeeds:
        return False
    first = d.now.units[teams[0]]
    grades = [LINE if d.now.board.types[team].kind == ASSAULT else GREEN for team in teams]
    platoon = d.now.units[squad].platoon
    row = Unit(at=first.at, cover=first.cover, steps=len(teams), experience=average(grades), platoon=platoon)
    d.put("units", squad, row)
    for team in teams:
        breakdown.hand_over(d, team, squad)
        breakdown.step_into(d, team, squad)
        breakdown.remove_unit(d, team)
    # rule: FF-4.2.3i.eff
    d.log("log.rebuilt", "FF-4.2.3i.eff", Ref("unit", squad), unit=Ref("unit", squad), steps=len(teams))
    return True


# rule: FF-4.2.1d, FF-6.5.2.A, FF-4.1.4.c
def why_not_source(state: FieldsState, hq: int, key: int) -> Refusal | None:
    """Why a unit cannot give the man who leads a platoon: a staff unit can, or any good order unit of the platoon."""
    kind, me = state.board.types[key], Ref("unit", key)
    if not is_good_order(state, key):
        return refuse("FF-4.2.1d.to", "refuse.not_in_good_order", me, unit=me)
    if kind.kind == STAFF or (state.units[key].platoon == state.units[hq].platoon and kind.kind != HQ_PLATOON):
        return None
    # rule: FF-4.2.1d.to
    return refuse("FF-4.2.1d.to", "refuse.other_platoon", me, unit=me, hq=Ref("unit", hq))


# rule: FF-4.2.1e, FF-6.5.2.A, FF-6.5.2.A.a
def lead(d: Draft[FieldsState], hq: int, key: int, left_over: str) -> None:
    """Bring a headquarters back as Green out of a step of a unit; a single step left becomes the team one likes."""
    source, kind = d.now.units[key], d.now.board.types[key]
    platoon = d.now.units[hq].platoon
    row = Unit(source.at, steps=1, experience=GREEN, exposed=source.exposed, cover=source.cover, platoon=platoon)
    d.put("units", hq, row)
    if source.steps == 1:
        breakdown.hand_over(d, key, hq)
        breakdown.step_into(d, key, hq)
        breakdown.remove_unit(d, key)
    elif source.steps - 1 >= kind.least_steps:
        breakdown.step_out(d, key, hq)
        d.edit("units", key, steps=source.steps - 1)
    else:
        breakdown.step_out(d, key, hq)
        named = breakdown.charted(d.now, kind, 1) if left_over == FIRE else breakdown.generic(d.now, kind, ASSAULT)
        made = breakdown.place_team(d, key, named, pinned=False)
        breakdown.hand_over(d, key, made)
        breakdown.step_into(d, key, made)
        breakdown.remove_unit(d, key)
    # rule: FF-4.2.1d.eff
    d.log("log.leads", "FF-4.2.1d.eff", Ref("unit", hq), Ref("unit", key), hq=Ref("unit", hq), unit=Ref("unit", key))


# rule: FF-4.2.1e.order, FF-6.5.2.B, FF-6.5.2.B.a
def successors(state: FieldsState) -> tuple[int, ...]:
    """Who may take over the company: the first rank in which anybody is left, even on his Fire Team side."""
    ranks: tuple[list[int], ...] = ([], [], [], [], [], [])
    for key in ours(state):
        kind = state.board.types[key]
        if kind.kind != HQ_HIGHER and ((rank := _rank(kind)) < ANY_STEP or is_good_order(state, key)):
            ranks[rank].append(key)
    return tuple(next((found for found in ranks if found), []))


ANY_STEP = 5
"""The last rank: any step in good order."""


def _rank(kind: UnitType) -> int:
    """The executive officer, platoon headquarters, the artillery observer, the first sergeant, other staff, anybody."""
    if kind.kind == STAFF:
        return 0 if kind.id.endswith("xo") else 3 if kind.id.endswith("1sgt") else 4
    if kind.kind == HQ_PLATOON:
        return 1
    return 2 if kind.kind == OBSERVER and kind.id.endswith("arty_fo") else ANY_STEP


# rule: FF-4.2.1e, FF-6.5.2.B, FF-6.5.2.B.a
def why_not_succeed(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot take over the company: others come before it, or it must be turned to its front first."""
    me = Ref("unit", key)
    if key not in successors(state):
        return refuse("FF-4.2.1e.order", "refuse.others_first", me, unit=me)
    if not is_good_order(state, key):
        return refuse("FF-6.5.2.B.a", "refuse.not_in_good_order", me, unit=me)
    return None


# rule: FF-4.1.4.d
def fallen(state: FieldsState, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """Headquarters of these kinds that were removed from play."""
    types = state.board.types
    return tuple(key for key, unit in state.units.items() if unit.box == REMOVED and types[key].kind in kinds)


# rule: FF-6.5.2.B.b
def heirs(state: FieldsState) -> tuple[int, ...]:
    """Whom a battalion off the map can name for a company without headquarters: those due, with a set of its net."""
    if hub(state) or senior(state) or not is_available(state) or not fallen(state, FALLEN_COMPANY):
        return ()
    return tuple(
        key for key in successors(state) if why_not_succeed(state, key) is None and reaches(state, key, BN_TAC)
    )


# rule: FF-6.5.2.B.b
def appoint(d: Draft[FieldsState], key: int) -> None:
    """He takes over the company, Green as everybody who does."""
    (hq,) = fallen(d.now, FALLEN_COMPANY)
    lead(d, hq, key, "")


FALLEN_COMPANY, FALLEN_PLATOON = (HQ_CO,), (HQ_PLATOON,)
