"""From mission to mission: what the company takes along, who comes to it, and whether the campaign goes on (12)."""

from __future__ import annotations

from msgspec import Struct, structs

from sandtable.games.fieldsoffire.model import (
    FRIENDLY,
    GREEN,
    LIFT_BOXES,
    LINE,
    PATROL,
    REMOVED,
    VETERAN,
    WITH_HQ,
    Chapter,
    FieldsOptions,
    FieldsState,
    Man,
    Unit,
)
from sandtable.games.fieldsoffire.rules.campaign.battlefield import Ground, fought_over, left_behind
from sandtable.games.fieldsoffire.rules.campaign.promotion import BARRED_LEADER, WENT
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import (
    LOOSE,
    REPLACEMENTS,
    STEADY,
    VETERANS,
    comes_along,
    forget_grades,
    is_in_the_ranks,
    is_own,
)
from sandtable.games.fieldsoffire.rules.campaign.roster import settle_accounts
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.preparation.limits import is_on_patrol
from sandtable.games.fieldsoffire.rules.sequence.objectives import SUCCESS
from sandtable.games.fieldsoffire.rules.sequence.retry import CASUALTIES, is_counted
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.transport.planning import plan_anew
from sandtable.games.fieldsoffire.scenario.board import SCENARIOS, FieldsScenario, company_of, slug
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.missions import missions
from sandtable.games.fieldsoffire.scenario.setup import as_supplied, opening_assets, start_cards
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, HQ_CO, RUNNER
from sandtable.kernel import Draft, Ref, derived

STANDARD, SURVIVOR, HARD = "standard", "survivor", "hard"
GOES_ON, WON, LOST = "goes_on", "won", "lost"
COMMANDER_LOST, MUSTER, RETURNED = "commander_lost", "muster", "returned"
TRANSFERRED = "transferred"
"""What becomes of men for whom no unit has room."""
PER_VETERAN = 4
"""Casualties of a mission for each Veteran who comes back."""


class Carried(Struct, frozen=True):
    """A unit as it leaves a mission; without steps it was removed from play."""

    unit: int
    steps: int
    experience: int


class Company(Struct, frozen=True):
    """What a company takes from one mission to the next."""

    campaign: str
    victory: str
    status: str
    success: bool
    commander_lost: bool
    experience: int
    reserve: dict[str, int]
    casualties: int
    units: tuple[Carried, ...]
    men: tuple[tuple[int, Man], ...]
    chapters: tuple[Chapter, ...]
    went: tuple[int, ...] = ()
    """Units that were on the patrol which this mission was."""
    ground: Ground | None = None
    """The battlefield, where a later mission is fought on it."""


def next_mission(mission: str) -> str:
    """The mission that follows in the same campaign; empty after the last."""
    known = missions()
    if known[mission].stands_alone:
        return ""
    campaign = [name for name, one in known.items() if one.campaign == known[mission].campaign and not one.stands_alone]
    at = campaign.index(mission) + 1
    return campaign[at] if at < len(campaign) else ""


def casualties(state: FieldsState) -> int:
    """Steps that became casualties in all attempts, evacuated or not."""
    here = sum(
        state.board.types[key].kind == CASUALTY and state.board.sides[key] == FRIENDLY and is_counted(unit)
        for key, unit in state.units.items()
    )
    return here + state.points.get(CASUALTIES, 0)


# rule: FF-12.2.2, FF-12.2.1
def loose_steps(state: FieldsState) -> dict[str, int]:
    """Teams of the map as Green steps; with the grade they had guards, Runners and the crews of a broken section."""
    teams = sum(state.board.types[key].is_team and state.board.sides[key] == FRIENDLY for key in state.units)
    crews = [state.units[key].experience for key in parted(state)]
    found = {
        name: state.points.get(f"guards.{grade}", 0) + crews.count(grade)
        for grade, name in ((GREEN, LOOSE), (LINE, STEADY), (VETERAN, VETERANS))
    }
    found[LOOSE] += teams
    return {name: steps for name, steps in found.items() if steps}


# rule: FF-12.2.1, FF-4.2.1f.eff
def parted(state: FieldsState) -> tuple[int, ...]:
    """Counters of one step that the own units of the company broke up into, loose teams aside: Runners and crews."""
    types, charts = state.board.types, [state.board.types[key].breakdown for key in state.board.own]
    crews = {part for chart in charts if chart is not None for part in (chart.first, chart.second, chart.last)}
    return tuple(
        key
        for key, unit in state.units.items()
        if (types[key].kind == RUNNER or (types[key].id in crews and not types[key].is_team))
        and key not in state.board.own
        and (comes_along(unit) or unit.box == WITH_HQ)
    )


# rule: FF-12.8, FF-12.8.hard
def status_of(state: FieldsState) -> str:
    """Whether the campaign goes on: by its missions, by its commander, or by both; patrols need no success."""
    options = state.board.options
    assert isinstance(options, FieldsOptions)
    failed = state.over != SUCCESS and state.board.mission.type != PATROL
    # rule: FF-12.8.std
    if failed and options.victory in (STANDARD, HARD):
        return LOST
    # rule: FF-12.8.sur
    if state.details.get(COMMANDER_LOST) and options.victory in (SURVIVOR, HARD):
        return LOST
    return GOES_ON if next_mission(state.board.mission.id) else WON


# rule: FF-12.8.sur, FF-12.8.hard
def watch_commander(d: Draft[FieldsState]) -> None:
    """Note when the company headquarters is removed by a hit; a new one does not undo it."""
    if d.now.details.get(COMMANDER_LOST):
        return
    if is_commander_removed(d.now):
        d.put("details", COMMANDER_LOST, 1)


# rule: FF-12.8.sur, FF-12.8.hard
@derived("units")
def is_commander_removed(state: FieldsState) -> bool:
    """Whether the company headquarters has been removed."""
    units = state.units
    return any(key in units and units[key].box == REMOVED for key in state.board.of_kind.get(HQ_CO, ()))


# rule: FF-12.0, FF-12.2.1
def taken_along(state: FieldsState) -> Company:
    """What the company leaves a mission with."""
    options = state.board.options
    assert isinstance(options, FieldsOptions)
    # rule: FF-12.2.2
    lost, loose = casualties(state), loose_steps(state)
    men = settle_accounts(state, sum(loose.values()), state.points.get("lost_prisoners", 0))
    # rule: FF-12.1.a
    points = state.points.get(EXPERIENCE, 0)
    units = tuple(
        Carried(key, unit.steps if comes_along(unit) else 0, unit.experience)
        for key, unit in state.units.items()
        if is_own(state, key)
    )
    chapter = Chapter(state.board.mission.id, state.over == SUCCESS, points, lost)
    return Company(
        campaign=state.board.mission.campaign,
        victory=options.victory,
        status=status_of(state),
        success=state.over == SUCCESS,
        commander_lost=bool(state.details.get(COMMANDER_LOST)),
        experience=points,
        reserve=loose,
        casualties=lost,
        units=units,
        men=tuple(men.items()),
        chapters=(*state.chapters, chapter),
        went=patrolled(state),
        ground=left_behind(state),
    )


# rule: FF-12.3.1
def patrolled(state: FieldsState) -> tuple[int, ...]:
    """Units of the company that were on the last patrol of the mission, if it was one."""
    if state.board.mission.type != PATROL:
        return ()
    return tuple(key for key in state.units if is_own(state, key) and is_on_patrol(state, key))


def leads_to(state: FieldsState) -> tuple[str, ...]:
    """The mission that follows, where the campaign goes on and its rules stand."""
    following = slug(next_mission(state.board.mission.id))
    return (following,) if status_of(state) == GOES_ON and following in SCENARIOS else ()


# rule: FF-12.4.a, FF-12.4.c, FF-12.4.d
def newcomers(company: Company) -> dict[str, int]:
    """Who comes to the company after a mission that succeeded: Green steps, and a Veteran for every four casualties."""
    if not company.success:
        return {}
    plan = data("counters")["replacements_per_mission"].get(company.campaign)
    found = {REPLACEMENTS: int(plan["steps"]) if plan else 0, VETERANS: company.casualties // PER_VETERAN}
    return {name: steps for name, steps in found.items() if steps}


# rule: FF-12.8.sur
def has_failed(company: Company) -> bool:
    """Whether the company comes from a mission that should have succeeded; a patrol need not."""
    return not company.success and missions()[company.chapters[-1].mission].type != PATROL


# rule: FF-12.0, FF-12.2
def mustered(scenario: FieldsScenario, state: FieldsState, company: Company) -> FieldsState:
    """A mission's opening with the company that comes to it: its men, their grades, what it may spend.

    Units that are lent come fresh; those that were removed wait to be rebuilt.
    """
    state = fought_over(scenario, state, company.ground)
    units = dict(state.units)
    for one in company.units:
        if one.unit not in units:
            continue
        row = units[one.unit]
        if one.steps:
            is_placed = row.at or row.box in LIFT_BOXES
            at, box = (row.at, row.box) if is_placed else (start_cards(scenario)[0], "")
            units[one.unit] = Unit(
                at=at,
                box=box,
                aboard=row.aboard,
                steps=one.steps,
                experience=one.experience,
                platoon=row.platoon,
                ammo=row.ammo,
            )
        else:
            # rule: FF-12.4.b
            units[one.unit] = Unit(box=REMOVED, experience=one.experience, platoon=row.platoon)
    reserve = dict(company.reserve)
    for name, steps in newcomers(company).items():
        reserve[name] = reserve.get(name, 0) + steps
    details = {**state.details, MUSTER: 1}
    for key in company.went:  # rule: FF-12.3.1
        details[f"{WENT}{key}"] = 1
    # rule: FF-12.8.sur
    if has_failed(company):
        details[BARRED_LEADER] = 1
    if company.commander_lost:
        details[COMMANDER_LOST] = 1
    holders = {key for key, unit in units.items() if is_in_the_ranks(unit)}
    return structs.replace(
        state,
        units=units,
        reserve=reserve,
        details=details,
        points={EXPERIENCE: company.experience, RETURNED: newcomers(company).get(VETERANS, 0)},
        men=dict(company.men),
        chapters=company.chapters,
        assets={number: asset for number, asset in state.assets.items() if asset.holder in holders},
    )


# rule: FF-12.5
def further_losses(state: FieldsState) -> int:
    """Steps that a campaign takes from the company between two missions, besides its casualties."""
    plan = data("counters")["losses_between_missions"].get(state.board.mission.campaign)
    return int(plan["steps"]) if plan else 0


# rule: FF-12.5
def send_home(d: Draft[FieldsState]) -> None:
    """Steps of the company's own units leave it, as chance has it; each keeps as many as its weakest side has."""
    types = d.now.board.types
    for _ in range(further_losses(d.now)):
        able = [key for key, unit in d.now.units.items() if is_own(d.now, key) and unit.steps > types[key].least_steps]
        if not able:
            return
        key, draws = random_one(d, "sent_home", able)
        d.edit("units", key, steps=d.now.units[key].steps - 1)
        me = Ref("unit", key)
        d.log("log.sent_home", "FF-12.5", me, draws=draws, unit=me)


# rule: FF-12.2.4
def equip(d: Draft[FieldsState]) -> None:
    """Everybody who is with the company has the ammunition of the mission, those too who have just been rebuilt, and
    its equipment goes to those who are there."""
    board, units = d.now.board, d.now.units
    company = tuple(key for key in company_of(board) if key in units)
    there = tuple(key for key in company if not is_own(d.now, key) or is_in_the_ranks(units[key]))
    for key in there:
        d.edit("units", key, ammo=as_supplied(board, key).ammo)
    for number in tuple(d.now.assets):
        d.drop("assets", number)
    for number, asset in opening_assets(board, there).items():
        d.put("assets", number, asset)


# rule: FF-12.2.4, FF-12.3.e, FF-12.4.a
def close_muster(d: Draft[FieldsState]) -> None:
    """What was not spent is lost, points and steps; the roster says who stands where now."""
    before = d.now.details
    men = settle_accounts(d.now, 0, 0, returned=d.now.points.get(RETURNED, 0), surplus=TRANSFERRED)
    for number, man in men.items():
        if d.now.men.get(number) != man:
            d.put("men", number, man)
    for name in tuple(d.now.points):
        d.drop("points", name)
    for name in tuple(d.now.reserve):
        d.drop("reserve", name)
    forget_grades(d)
    equip(d)
    plan_anew(d)
    for name in tuple(before):
        if name in (MUSTER, BARRED_LEADER) or name.startswith(WENT):
            d.drop("details", name)
    d.log("log.mustered", "FF-12.2.4", men=sum(not man.fate for man in d.now.men.values()))
