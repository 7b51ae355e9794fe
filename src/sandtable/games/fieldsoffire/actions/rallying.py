"""Orders that put men together again: the rally menu (4.2.3) and new leaders (4.2.1, d and e)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from sandtable.games.fieldsoffire.model import FieldsState, Try, UnitId
from sandtable.games.fieldsoffire.rules.combat import rally as rallying
from sandtable.games.fieldsoffire.rules.combat import reconstitution as men
from sandtable.games.fieldsoffire.rules.command import trials
from sandtable.games.fieldsoffire.rules.command.orders import note, ordered, originator, pay, why_not_order
from sandtable.games.fieldsoffire.rules.ground.loads import assets_of
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE, HQ_CO, HQ_HIGHER, HQ_PLATOON, STAFF
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, SomeOf, Verb, dead_end, pick, pick_some, refuse, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import of

NEW_PLATOON_HQ, NEW_COMPANY_HQ = "4.2.1d", "4.2.1e"
TEAMS = (ASSAULT, FIRE)
ANY_HQ = (HQ_HIGHER, HQ_CO, HQ_PLATOON, STAFF)
Word = Annotated[str, of(WORDS)]
AssetId = Annotated[int, of("asset")]


class Unpin(Action, frozen=True):
    """Menu 4.2.3a."""

    unit: UnitId


class ToLitter(Action, frozen=True, tag="to_litter"):
    """Menu 4.2.3b."""

    unit: UnitId


class ToFire(Action, frozen=True, tag="to_fire"):
    """Menu 4.2.3c."""

    unit: UnitId


class ToAssault(Action, frozen=True, tag="to_assault"):
    """Menu 4.2.3d."""

    unit: UnitId


class BackToFire(Action, frozen=True, tag="back_to_fire"):
    """Menu 4.2.3e."""

    unit: UnitId


class ToFront(Action, frozen=True, tag="to_front"):
    """Menu 4.2.3f."""

    unit: UnitId


class Detach(Action, frozen=True):
    """Menu 4.2.3g."""

    unit: UnitId
    team: Word
    assets: tuple[AssetId, ...] = ()


class Augment(Action, frozen=True):
    """Menu 4.2.3h."""

    unit: UnitId
    team: UnitId


class Rebuild(Action, frozen=True):
    """Menu 4.2.3i."""

    teams: tuple[UnitId, ...]
    squad: UnitId


class ToBack(Action, frozen=True, tag="to_back"):
    """Menu 4.2.3j."""

    unit: UnitId


class LeadPlatoon(Action, frozen=True, tag="lead_platoon"):
    """Menu 4.2.1d."""

    hq: UnitId
    unit: UnitId
    team: Word = ""


class LeadCompany(Action, frozen=True, tag="lead_company"):
    """Menu 4.2.1e."""

    unit: UnitId
    team: Word = ""


# -- one man after the other -------------------------------------------------------------------------------------------


def shaken(menu: str) -> Callable[[FieldsState, str], OneOf]:
    """Units that an action of the rally menu helps."""

    def choose(state: FieldsState, seat: str) -> OneOf:
        def why_not(key: int) -> Refusal | None:
            hears = menu == rallying.UNPIN
            no = rallying.why_not_rally(state, key, menu)
            return no or why_not_order(state, key, menu, even_pinned=hears)

        return ordered(state, why_not)

    return choose


def raise_up(menu: str) -> Callable[[Draft[FieldsState], Any], None]:
    def effect(d: Draft[FieldsState], action: Any) -> None:
        pay(d, action.unit, menu)
        by = originator(d.now, action.unit)
        d.call("attempt", Try(trials.RALLY, action.unit, menu=menu, by=by))

    return effect


def _single(action: type[Action], menu: str) -> Verb[Any, Any]:
    return verb(action, f"FF-{menu}", raise_up(menu), unit=shaken(menu))


# -- teams and squads --------------------------------------------------------------------------------------------------


def dividers(state: FieldsState, seat: str) -> OneOf:
    return ordered(state, lambda key: men.why_not_detach(state, key) or why_not_order(state, key, men.DETACH))


def team_words(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf(WORDS, TEAMS, default=FIRE)


# rule: FF-4.2.3g.eff
def shared(state: FieldsState, seat: str, unit: int, team: str) -> SomeOf | None:
    """What of the unit's equipment the team takes along."""
    held = assets_of(state).get(unit, ())
    return SomeOf("asset", held, default=()) if held else None  # equivalent[always]: nothing to choose from


def detach(d: Draft[FieldsState], action: Detach) -> None:
    pay(d, action.unit, men.DETACH)
    men.detach(d, action.unit, action.team, action.assets)


def takers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = men.why_not_augment(state, key) or why_not_order(state, key, men.AUGMENT)
        if no is None and not _takeable(state, key):
            return refuse("FF-4.2.3h.cond", "refuse.no_team_beside", Ref("unit", key), unit=Ref("unit", key))
        return no

    return ordered(state, why_not)


def _takeable(state: FieldsState, unit: int) -> tuple[int, ...]:
    side = state.board.sides[unit]
    return tuple(
        key
        for key in state.units
        if state.board.sides[key] == side and men.is_usable_team(state, key) and men.is_beside(state, unit, key)
    )


def takeable(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf("unit", _takeable(state, unit))


def augment(d: Draft[FieldsState], action: Augment) -> None:
    pay(d, action.unit, men.AUGMENT)
    men.augment(d, action.unit, action.team)


def rebuilders(state: FieldsState, seat: str) -> SomeOf:
    def why_not(key: int) -> Refusal | None:
        if not men.is_usable_team(state, key):
            return refuse("FF-4.2.3i.cond", "refuse.other_team", Ref("unit", key), unit=Ref("unit", key))
        if not _together(state, key):
            return refuse("FF-4.2.3i.cond", "refuse.not_together", Ref("unit", key))
        return why_not_order(state, key, men.REBUILD, needs=ANY_HQ)

    return pick_some(
        "unit",
        ours(state),
        why_not,
        least=men.FEWEST,
        most=men.MOST,
        check=lambda teams: men.why_not_rebuild(state, teams),
        default=_any_rebuild(state, why_not),
        alike=lambda key: _together(state, key),
    )


def _together(state: FieldsState, key: int) -> tuple[int, ...]:
    """The other teams with which a team can make a squad."""
    found = tuple(other for other in men.loose_teams(state) if other != key and men.is_beside(state, key, other))
    return found if found and men.rebuildable(state, (key, found[0])) else ()


def _any_rebuild(state: FieldsState, why_not: Callable[[int], Refusal | None]) -> tuple[int, ...]:
    """Two teams that would do; none where there are not."""
    for key in men.loose_teams(state):
        if why_not(key) is None:
            for other in _together(state, key):
                if why_not(other) is None and men.why_not_rebuild(state, (key, other)) is None:
                    return (key, other)
    return ()


def squads(state: FieldsState, seat: str, teams: tuple[int, ...]) -> OneOf:
    return pick("unit", state.units, lambda squad: men.why_not_come_back(state, tuple(teams), squad))


# rule: FF-4.2.a, FF-4.2.3i
def rebuild(d: Draft[FieldsState], action: Rebuild) -> None:
    """All the teams have tried it: none of them does so again in the impulse, with others or in another order."""
    first, *others = action.teams
    pay(d, first, men.REBUILD)
    for team in others:
        note(d, team, men.REBUILD)
    one = Try(trials.REBUILD, first, target=action.squad, units=action.teams, by=originator(d.now, first, ANY_HQ))
    d.call("attempt", one)


# -- new leaders -------------------------------------------------------------------------------------------------------


# rule: FF-4.2.1d
def fallen_platoons(state: FieldsState, seat: str) -> OneOf:
    def why_not(hq: int) -> Refusal | None:
        if any(_why_not_source(state, hq, key) is None for key in ours(state)):
            return None
        return dead_end("FF-4.2.1d.to", "refuse.nobody_to_lead", Ref("unit", hq), hq=Ref("unit", hq))

    return pick("unit", men.fallen(state, men.FALLEN_PLATOON), why_not)


# rule: FF-4.2.1d, FF-4.2.1d.gi
def _why_not_source(state: FieldsState, hq: int, key: int) -> Refusal | None:
    no = why_not_order(state, key, NEW_PLATOON_HQ, needs=(HQ_CO, STAFF))
    return no or men.why_not_source(state, hq, key)


def sources(state: FieldsState, seat: str, hq: int) -> OneOf:
    return ordered(state, lambda key: _why_not_source(state, hq, key))


def left_over(state: FieldsState, seat: str, hq: int, unit: int) -> OneOf | None:
    return left_of(state, seat, unit)


# rule: FF-6.5.2.A.a
def left_of(state: FieldsState, seat: str, unit: int) -> OneOf | None:
    """Which team the step becomes that a unit is left with, where it has no side for one."""
    kind = state.board.types[unit]
    single = state.units[unit].steps == men.FEWEST and kind.least_steps == men.FEWEST
    return OneOf(WORDS, TEAMS, default=FIRE) if single else None


def lead_platoon(d: Draft[FieldsState], action: LeadPlatoon) -> None:
    pay(d, action.unit, NEW_PLATOON_HQ)
    men.lead(d, action.hq, action.unit, action.team)


# rule: FF-4.2.1e, FF-4.2.1e.who
def heirs(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        if not men.fallen(state, men.FALLEN_COMPANY):
            return refuse("FF-4.2.1e", "refuse.nobody_fell")
        no = why_not_order(state, key, NEW_COMPANY_HQ, needs=(HQ_HIGHER, STAFF))
        return no or men.why_not_succeed(state, key)

    return ordered(state, why_not)


def lead_company(d: Draft[FieldsState], action: LeadCompany) -> None:
    pay(d, action.unit, NEW_COMPANY_HQ)
    (hq,) = men.fallen(d.now, men.FALLEN_COMPANY)
    men.lead(d, hq, action.unit, action.team)


RALLYING = (
    _single(Unpin, rallying.UNPIN),
    _single(ToLitter, rallying.TO_LITTER),
    _single(ToFire, rallying.TO_FIRE),
    _single(ToAssault, rallying.TO_ASSAULT),
    _single(BackToFire, rallying.BACK_TO_FIRE),
    _single(ToFront, rallying.TO_FRONT),
    verb(Detach, "FF-4.2.3g", detach, unit=dividers, team=team_words, assets=shared),
    verb(Augment, "FF-4.2.3h", augment, unit=takers, team=takeable),
    verb(Rebuild, "FF-4.2.3i", rebuild, teams=rebuilders, squad=squads),
    _single(ToBack, rallying.TO_BACK),
    verb(
        LeadPlatoon,
        "FF-4.2.1d",
        lead_platoon,
        hq=fallen_platoons,
        unit=sources,
        team=left_over,
    ),
    verb(LeadCompany, "FF-4.2.1e", lead_company, unit=heirs, team=left_of),
)
