"""Verbs for abilities: learning them, and using them in an attempt, for a command, for a team (12.7)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.campaign import abilities
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE
from sandtable.kernel import Action, Draft, OneOf, Ref, Refusal, dead_end, of, pick, verb
from sandtable.kernel.choices import WORDS

Word = Annotated[str, of(WORDS)]
TEAMS = (ASSAULT, FIRE)


class Learn(Action, frozen=True):
    """Buy an ability."""

    hq: UnitId
    ability: Word


class ChooseAbility(Action, frozen=True, tag="choose_ability"):
    """Take an ability that the briefing gives."""

    hq: UnitId
    ability: Word


class UseAbility(Action, frozen=True, tag="use_ability"):
    """Help the attempt at hand."""

    hq: UnitId
    ability: Word


class HoldBack(Action, frozen=True, tag="hold_back"):
    """Keep abilities for later."""


class Rouse(Action, frozen=True):
    """One more command of General Initiative."""

    hq: UnitId


class Spawn(Action, frozen=True):
    """A team out of a squad without a command."""

    hq: UnitId
    unit: UnitId
    team: Word


def pupils(state: FieldsState, seat: str) -> OneOf:
    def why_not(hq: int) -> Refusal | None:
        no = abilities.why_not_hold(state, hq)
        if no is None and not _affordable(state):
            return dead_end("FF-12.7.a", "refuse.no_points_for_abilities", Ref("unit", hq))
        return no

    return pick("unit", state.commands, why_not)


def _affordable(state: FieldsState) -> bool:
    return any(abilities.why_not_learn(state, one) is None for one in abilities.skills())


def lessons(state: FieldsState, seat: str, hq: int) -> OneOf:
    return pick(WORDS, abilities.skills(), lambda one: abilities.why_not_learn(state, one))


def learn(d: Draft[FieldsState], action: Learn) -> None:
    abilities.learn(d, action.hq, action.ability)


def platoons(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", state.commands, lambda hq: abilities.why_not_be_granted(state, hq))


def gifts(state: FieldsState, seat: str, hq: int) -> OneOf:
    return pick(WORDS, abilities.skills(), lambda one: abilities.why_not_marker(state, one))


def choose(d: Draft[FieldsState], action: ChooseAbility) -> None:
    abilities.grant(d, action.hq, action.ability)


def helpers(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", abilities.helpers(state))


def helpful(state: FieldsState, seat: str, hq: int) -> OneOf:
    held = tuple(dict.fromkeys(abilities.held(state, hq)))
    return pick(WORDS, held, lambda one: abilities.why_not_use(state, hq, one))


def use(d: Draft[FieldsState], action: UseAbility) -> None:
    abilities.use(d, action.hq, action.ability)


def hold_back(d: Draft[FieldsState], action: HoldBack) -> None:
    d.done()


def rousers(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", _holders(state), lambda hq: abilities.why_not_rouse(state, hq))


def _holders(state: FieldsState) -> tuple[int, ...]:
    return tuple(hq for hq in state.commands if abilities.held(state, hq))


def rouse(d: Draft[FieldsState], action: Rouse) -> None:
    abilities.rouse(d, action.hq)


def spawners(state: FieldsState, seat: str) -> OneOf:
    def why_not(hq: int) -> Refusal | None:
        reasons = [abilities.why_not_spawn(state, hq, key) for key in ours(state)]
        return None if None in reasons else next(iter(reasons), None)

    return pick("unit", _holders(state), why_not)


def parents(state: FieldsState, seat: str, hq: int) -> OneOf:
    return pick("unit", ours(state), lambda key: abilities.why_not_spawn(state, hq, key))


def teams(state: FieldsState, seat: str, hq: int, unit: int) -> OneOf:
    return OneOf(WORDS, TEAMS, default=FIRE)


def spawn(d: Draft[FieldsState], action: Spawn) -> None:
    abilities.spawn(d, action.hq, action.unit, action.team)


LEARN = verb(Learn, "FF-12.7.a", learn, hq=pupils, ability=lessons)
CHOOSE_ABILITY = verb(ChooseAbility, "FF-2.3.4.c", choose, hq=platoons, ability=gifts)
USE_ABILITY = verb(UseAbility, "FF-12.7.e", use, hq=helpers, ability=helpful)
HOLD_BACK = verb(HoldBack, "FF-12.7.e", hold_back, ends=True)
ROUSE = verb(Rouse, "FF-12.7.e", rouse, hq=rousers)
SPAWN = verb(Spawn, "FF-12.7.e", spawn, hq=spawners, unit=parents, team=teams)
