"""Where the company starts: cards, cover, the outpost, who goes on patrol (2.3.5, 2.4.1.B, 2.6.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import OFF_MAP, PATROL, STAGING, FieldsState
from sandtable.games.fieldsoffire.rules.ground.cover import has_room
from sandtable.games.fieldsoffire.rules.ground.movement import MOST_STEPS, fits
from sandtable.games.fieldsoffire.rules.preparation.limits import COP, ON_PATROL, OUTPOST
from sandtable.games.fieldsoffire.rules.terms.presence import carried_by, on_card, ours
from sandtable.games.fieldsoffire.rules.vehicles.driving import why_not_stand
from sandtable.games.fieldsoffire.scenario.missions import flies
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.games.fieldsoffire.scenario.units import HQ_PLATOON
from sandtable.kernel import Draft, Ref, Refusal, refuse


# rule: FF-2.3.5.a, FF-2.4.1.B.cop, FF-2.4.1.B.cop1
def why_not_deploy(state: FieldsState, key: int, card: int) -> Refusal | None:
    """Why a unit may not start on a card: outside the start area, without room, in another platoon's outpost."""
    me, there = Ref("unit", key), Ref("place", card)
    is_outpost = card == state.controls.get(COP)
    if comes_by_air(state, key):  # rule: FF-11.2.1
        return refuse("FF-11.2.1", "refuse.comes_by_air", me, unit=me)
    if card not in start_cards(state.board) and not is_outpost:
        return refuse("FF-2.3.5.a", "refuse.outside_start", me, there, unit=me, card=there)
    if is_outpost and (no := _why_not_outpost(state, key)) is not None:
        return no
    if state.board.types[key].is_vehicle:
        return why_not_stand(state, key, card)  # rule: FF-5.1.5.a2
    if state.cards[card].kind != STAGING and state.units[key].at != card and not fits(state, key, card):
        return refuse("FF-5.1.5.a1", "refuse.too_many_steps", me, there, unit=me, card=there, most=MOST_STEPS)
    return None


def comes_by_air(state: FieldsState, key: int) -> bool:
    """Whether a unit starts in a transport: all men of a company that flies in; tanks come by road."""
    return flies(state.board.mission) and state.board.types[key].is_infantry


# rule: FF-2.4.1.B.cop1, FF-2.4.1.B.cop
def _why_not_outpost(state: FieldsState, key: int) -> Refusal | None:
    """Only units of one platoon stand in the outpost: those of the first who went there."""
    platoon, me = state.units[key].platoon, Ref("unit", key)
    others = {state.units[one].platoon for one in on_card(state, state.controls[COP]).friendly if one != key}
    if not platoon or others - {platoon}:
        return refuse("FF-2.4.1.B.cop1", "refuse.other_outpost", me, unit=me)
    return None


def covers_to_start(state: FieldsState, key: int, card: int) -> tuple[int, ...]:
    """Cover under which a unit may start on a card; 0 for none. Vehicles take none."""
    if state.board.types[key].is_vehicle:
        return (0,)
    return (0, *(number for number, row in state.covers.items() if row.at == card and has_room(state, number, key)))


# rule: FF-2.3.5.a
def deploy(d: Draft[FieldsState], key: int, card: int, cover: int) -> None:
    """Put a unit on its card of departure; whoever was mounted gets off again."""
    d.edit("units", key, at=card, box="", cover=cover, aboard=0)
    for rider in carried_by(d.now).get(key, ()):
        d.edit("units", rider, at=card)
    if card == d.now.controls.get(COP):
        d.put("details", OUTPOST, d.now.units[key].platoon)
    d.log("log.deployed", "FF-2.3.5.a", Ref("unit", key), unit=Ref("unit", key), card=Ref("place", card))


# rule: FF-2.6.1.a
def why_not_patrol(state: FieldsState, hq: int) -> Refusal | None:
    """Why a headquarters cannot lead the patrol: it is one platoon, and there must be a patrol at all."""
    me = Ref("unit", hq)
    if state.board.mission.type != PATROL:
        return refuse("FF-2.6.1.a", "refuse.no_patrol", me)
    if state.board.types[hq].kind != HQ_PLATOON:
        return refuse("FF-2.6.1.a", "refuse.no_platoon_headquarters", me, hq=me)
    return None


# rule: FF-2.6.1.a
def send_on_patrol(d: Draft[FieldsState], hq: int) -> None:
    """The platoon that goes; the others stay where they are."""
    d.put("details", ON_PATROL, d.now.units[hq].platoon)
    d.log("log.patrol", "FF-2.6.1.a", Ref("unit", hq), hq=Ref("unit", hq))


# rule: FF-2.6.1.a
def why_not_stay_behind(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot be left out of the mission: only where one platoon goes, and not its own men."""
    me = Ref("unit", key)
    unit = state.units[key]
    if state.board.mission.type != PATROL or unit.platoon == state.details.get(ON_PATROL):
        return refuse("FF-2.6.1.a", "refuse.must_take_part", me, unit=me)
    return None


def stay_behind(d: Draft[FieldsState], key: int) -> None:
    """A unit takes no part; it leaves its vehicle, or the vehicle those who ride on it."""
    for rider in carried_by(d.now).get(key, ()):
        d.edit("units", rider, aboard=0)
    d.edit("units", key, at=0, cover=0, aboard=0, box=OFF_MAP)
    d.log("log.stays_behind", "FF-2.6.1.a", Ref("unit", key), unit=Ref("unit", key))


# rule: FF-2.6.1.a
def leave_others_out(d: Draft[FieldsState]) -> None:
    """Where a briefing sends one platoon alone, nobody else takes part, the company headquarters included."""
    if d.now.board.mission.setup["start"].get("platoons") != 1:
        return
    for key in ours(d.now):
        if why_not_stay_behind(d.now, key) is None:
            stay_behind(d, key)
