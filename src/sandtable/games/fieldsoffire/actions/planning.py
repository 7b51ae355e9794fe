"""Verbs of the time before a mission: controls, assignments, equipment, where the company starts (chapter 2)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.actions.driving import EMBARK
from sandtable.games.fieldsoffire.model import GROUND, FieldsState, UnitId
from sandtable.games.fieldsoffire.rules.ground.loads import AMMUNITION
from sandtable.games.fieldsoffire.rules.preparation import assignment, controls, deployment
from sandtable.games.fieldsoffire.rules.preparation.resupply import kinds_of_ammunition, supply, why_not_supply
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.transport.planning import plan_anew, why_not_fly
from sandtable.games.fieldsoffire.scenario.units import HQ_PLATOON
from sandtable.kernel import Action, Draft, Number, OneOf, Ref, Refusal, SomeOf, dead_end, of, pick, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place

AssetId = Annotated[int, of("asset")]


class SetControl(Action, frozen=True, tag="set_control"):
    """Put a point control on a card."""

    control: str
    card: Place


class DrawLine(Action, frozen=True, tag="draw_line"):
    """Draw a phase line above a row."""

    line: int
    row: int


class Assign(Action, frozen=True):
    """Put a unit under a platoon headquarters."""

    unit: UnitId
    hq: UnitId


class Issue(Action, frozen=True):
    """Hand equipment to a unit."""

    unit: UnitId
    assets: tuple[AssetId, ...]


class Deploy(Action, frozen=True):
    """Put a unit where it starts."""

    unit: UnitId
    card: Place
    cover: int


class Patrol(Action, frozen=True):
    """Say which platoon goes on patrol."""

    hq: UnitId


class StayBehind(Action, frozen=True, tag="stay_behind"):
    """Leave a unit out."""

    unit: UnitId


class Begin(Action, frozen=True):
    """The plan stands."""


class Resupply(Action, frozen=True):
    """Say what ammunition comes, and to which card."""

    kind: str
    card: Place


def point_controls(state: FieldsState, seat: str) -> OneOf:
    return OneOf(WORDS, controls.point_controls(state))


def control_cards(state: FieldsState, seat: str, control: str) -> OneOf:
    return pick("place", state.cards, lambda card: controls.why_not_control(state, control, card))


def set_control(d: Draft[FieldsState], action: SetControl) -> None:
    if action.control == controls.OUTPOST:
        controls.move_outpost(d, action.card)
    d.put("controls", action.control, action.card)
    d.log("log.control", "FF-2.4.1", Ref("place", action.card), control=action.control, card=Ref("place", action.card))


def line_numbers(state: FieldsState, seat: str) -> Number:
    return Number(1, controls.PHASE_LINES if state.board.mission.rows > 1 else 0)


def line_rows(state: FieldsState, seat: str, line: int) -> Number:
    return Number(1, state.board.mission.rows - 1)


# rule: FF-2.4.1.A.pl
def draw_line(d: Draft[FieldsState], action: DrawLine) -> None:
    d.put("controls", controls.line_name(action.line), action.row)
    d.log("log.phase_line", "FF-2.4.1.A.pl", line=action.line, row=action.row)


def assignable(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", ours(state), lambda key: assignment.why_not_assign(state, key))


def platoon_leaders(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("unit", ours(state), lambda key: assignment.why_not_lead(state, key))


def assign(d: Draft[FieldsState], action: Assign) -> None:
    assignment.assign(d, action.unit, action.hq)


def receivers(state: FieldsState, seat: str) -> OneOf:
    def why_not(unit: int) -> Refusal | None:
        if any(_is_fit(state, unit, number) for number in state.assets):
            return None
        me = Ref("unit", unit)
        return dead_end("FF-5.1.6.A", "refuse.carries_nothing_more", me, unit=me)

    return pick("unit", assignment.receivers(state), why_not)


def _is_fit(state: FieldsState, unit: int, number: int) -> bool:
    """Whether a piece of equipment can be handed to a unit that does not have it."""
    free = assignment.why_not_issue(state, number) is None and state.assets[number].holder != unit
    return free and assignment.why_not_receive(state, unit, (number,)) is None


def equipment(state: FieldsState, seat: str, unit: int) -> SomeOf:
    def check(assets: tuple[int, ...]) -> Refusal | None:
        return assignment.why_not_receive(state, unit, assets)

    fit = [number for number in state.assets if _is_fit(state, unit, number)]
    return SomeOf("asset", fit, least=1, check=check)


def issue(d: Draft[FieldsState], action: Issue) -> None:
    assignment.issue(d, action.unit, action.assets)


def deployable(state: FieldsState, seat: str) -> OneOf:
    units, types = state.units, state.board.types
    mine = [key for key in units if types[key].side == "friendly" and not deployment.comes_by_air(state, key)]
    return OneOf("unit", [key for key in mine if units[key].at or units[key].box == "off_map"])


def start_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", state.cards, lambda card: deployment.why_not_deploy(state, unit, card))


def start_covers(state: FieldsState, seat: str, unit: int, card: int) -> OneOf:
    return OneOf("cover", deployment.covers_to_start(state, unit, card), default=0)


def deploy(d: Draft[FieldsState], action: Deploy) -> None:
    deployment.deploy(d, action.unit, action.card, action.cover)


def patrol_leaders(state: FieldsState, seat: str) -> OneOf:
    types = state.board.types
    heads = [key for key in ours(state) if types[key].kind == HQ_PLATOON]
    return pick("unit", heads, lambda key: deployment.why_not_patrol(state, key))


def send_on_patrol(d: Draft[FieldsState], action: Patrol) -> None:
    deployment.send_on_patrol(d, action.hq)
    plan_anew(d)


def left_out(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", ours(state), lambda key: deployment.why_not_stay_behind(state, key))


def stay_behind(d: Draft[FieldsState], action: StayBehind) -> None:
    deployment.stay_behind(d, action.unit)


def may_begin(state: FieldsState, seat: str) -> Refusal | None:
    return controls.why_not_plan(state) or why_not_fly(state)


def begin(d: Draft[FieldsState], action: Begin) -> None:
    deployment.leave_others_out(d)
    d.done()


def ammunition(state: FieldsState, seat: str) -> OneOf:
    return OneOf(WORDS, kinds_of_ammunition(state))


def supply_cards(state: FieldsState, seat: str, kind: str) -> OneOf:
    cards = [card for card, row in state.cards.items() if row.kind == GROUND]
    return pick("place", cards, lambda card: why_not_supply(state, card))


def resupply(d: Draft[FieldsState], action: Resupply) -> None:
    supply(d, AMMUNITION + action.kind, action.card)
    d.done()


DRAW_LINE = verb(DrawLine, "FF-2.4.1.A.pl", draw_line, line=line_numbers, row=line_rows)
PLANNING = (
    verb(SetControl, "FF-2.4.1", set_control, control=point_controls, card=control_cards),
    DRAW_LINE,
    verb(Assign, "FF-2.3.3", assign, unit=assignable, hq=platoon_leaders),
    verb(Issue, "FF-2.3.4.a", issue, unit=receivers, assets=equipment),
    verb(Deploy, "FF-2.3.5.a", deploy, unit=deployable, card=start_cards, cover=start_covers),
    EMBARK,
    verb(Patrol, "FF-2.6.1.a", send_on_patrol, hq=patrol_leaders),
    verb(StayBehind, "FF-2.6.1.a", stay_behind, unit=left_out),
)
BEGIN = verb(Begin, "FF-1.1.3", begin, allow=may_begin, ends=True)
RESUPPLY = verb(Resupply, "FF-3.1.a", resupply, kind=ammunition, card=supply_cards)
