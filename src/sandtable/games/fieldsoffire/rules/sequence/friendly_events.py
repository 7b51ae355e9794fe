"""Events of friendly higher headquarters: what each of them does (3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import (
    EVACUATED,
    FRIENDLY,
    GROUND,
    PHONE_LINE,
    Command,
    FieldsState,
    Standing,
    Unit,
)
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.command import nets
from sandtable.games.fieldsoffire.rules.command.controls import LANDING_ZONES
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.ground.loads import MEDEVAC
from sandtable.games.fieldsoffire.rules.sequence import standing
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.scenario.ground import around, row_of
from sandtable.games.fieldsoffire.scenario.units import CASUALTY, HQ_CO, HQ_HIGHER
from sandtable.kernel import Draft, Ref

Params = Mapping[str, Any]


def _order(
    d: Draft[FieldsState], name: str, params: Params, figure: int = 0, *, turns: int = 1, point: bool = True
) -> bool:
    """Let something hold from this turn on."""
    stars = int(params["point"]) if point else 0
    d.put("standing", name, Standing(until=d.now.turn + turns - 1, figure=figure, point=stars))
    return True


# rule: FF-3.1.a
def report(d: Draft[FieldsState], params: Params) -> bool:
    """The first commands of the company headquarters go into a report."""
    return _order(d, standing.REPORT, params, int(params["commands"]))


# rule: FF-3.1.a
def lose_net(d: Draft[FieldsState], params: Params) -> bool:
    """Battalion does not activate the company, whose first commands restore the net."""
    _order(d, standing.NET_DOWN, params, point=False)
    return _order(d, standing.REPORT, params, int(params["co_must_spend_first"]))


# rule: FF-3.1.a, FF-3.1.d
def displace(d: Draft[FieldsState], params: Params) -> bool:
    """An agency takes no calls for fire; nothing happens where the mission has none of its kind."""
    if not standing.agencies_of(d.now, params["agency"]):
        return False
    return _order(d, standing.SILENT + params["agency"], params, turns=int(params["turns"]))


# rule: FF-3.1.a, FF-3.1.d
def visit(d: Draft[FieldsState], params: Params) -> bool:
    """A higher commander stands beside the company headquarters: its battalion is on the map."""
    types = d.now.board.types
    heads = [key for key in ours(d.now) if types[key].kind == HQ_CO]
    guests = [key for key, kind in types.items() if kind.kind == HQ_HIGHER and key not in d.now.units]
    if not heads or not guests or standing.holds(d.now, standing.VISITOR):
        return False
    guest, draws = random_one(d, "visitor", guests)
    at = d.now.units[heads[0]].at
    row = Unit(at=at, cover=d.now.units[heads[0]].cover, steps=1, experience=types[guest].experience)
    d.put("units", guest, row)
    d.put("commands", guest, Command())
    d.log("log.visitor", "FF-3.1.a", Ref("unit", guest), draws=draws, unit=Ref("unit", guest), card=Ref("place", at))
    return _order(d, standing.VISITOR, params, guest, turns=int(params["turns"]))


# rule: FF-3.1.a
def hold_line(d: Draft[FieldsState], params: Params) -> bool:
    """Nobody goes beyond the row of the leading unit."""
    return _order(d, standing.HOLD_LINE, params, standing.leading_row(d.now), turns=int(params["turns"]))


# rule: FF-3.1.a, FF-3.1.d
def press_on(d: Draft[FieldsState], params: Params) -> bool:
    """Somebody is to enter a new row, or one of its cards with a marker; lost on the last row, or without a marker."""
    lead = standing.leading_row(d.now)
    if params["ignore_if_on_last_row"] and lead >= d.now.board.mission.rows:
        return False
    if not params["needs_pc"]:
        return _order(d, standing.ADVANCE, params, lead)
    if not any(row.contact and row_of(card) == lead + 1 for card, row in d.now.cards.items()):
        return False
    return _order(d, standing.ADVANCE_CONTACT, params, lead)


# rule: FF-3.1.a, FF-3.1.d
def resupply(d: Draft[FieldsState], params: Params) -> bool:
    """Ammunition of one kind comes up to a card of row 1: the commander says which, and where."""
    if not d.now.board.mission.ammo:
        return False
    d.call("resupply")
    return True


# rule: FF-3.1.a, FF-3.1.d
def go_astray(d: Draft[FieldsState], params: Params) -> bool:
    """A unit of the patrol strays one card in a direction that is drawn, and is Exposed."""
    patrol = [key for key in ours(d.now) if movement.why_not_move(d.now, key) is None]
    if not patrol:
        return False
    key, drawn = random_one(d, "astray", patrol)
    to, more = random_one(d, "direction", around(d.now.units[key].at))
    me, card = Ref("unit", key), Ref("place", to)
    is_barred = to not in d.now.cards or d.now.cards[to].kind != GROUND
    d.log("log.astray", "FF-3.1.a", me, draws=(*drawn, *more), unit=me, card=card, barred=int(is_barred))
    if is_barred or movement.is_walled(d.now, d.now.units[key].at, to) or not movement.fits(d.now, key, to):
        return False
    movement.move(d, key, to)
    d.edit("units", key, exposed=True)
    return True


# rule: FF-3.1.a
def hold_up(d: Draft[FieldsState], params: Params) -> bool:
    """Nobody moves onto an unoccupied card."""
    return _order(d, standing.HOLD_UP, params, turns=int(params["turns"]))


# rule: FF-3.1.a
def rain(d: Draft[FieldsState], params: Params) -> bool:
    """Rain until the end of the turn."""
    d.set(weather=str(params["marker"]).removeprefix("weather."))
    return _order(d, standing.RAIN, params, turns=int(params["turns"]))


# rule: FF-3.1.a, FF-3.1.d
def press_route(d: Draft[FieldsState], params: Params) -> bool:
    """The patrol is to come nearer to its next route point; lost when all have been touched."""
    if not standing.next_route_point(d.now):
        return False
    return _order(d, standing.ROUTE, params, standing.nearest_to_route(d.now))


# rule: FF-3.1.a, FF-3.1.d
def allot_fire(d: Draft[FieldsState], params: Params) -> bool:
    """One more fire mission of an agency that the mission has."""
    keys = [f"{agency}/{params['type']}" for agency in standing.agencies_of(d.now, params["agency"])]
    for key, left in d.now.support.items():
        if key in keys:
            d.put("support", key, left + int(params["count"]))
            return True
    return False


# rule: FF-3.1.a, FF-3.1.d
def fly_out(d: Draft[FieldsState], params: Params) -> bool:
    """One casualty on a card of row 1 or a landing zone leaves the map, if there is no fire on it."""
    zones = {d.now.controls.get(name, 0) for name in (MEDEVAC, *LANDING_ZONES)}
    cards = {card for card in d.now.cards if row_of(card) == 1} | zones
    lying = [
        key
        for key, unit in d.now.units.items()
        if d.now.board.types[key].kind == CASUALTY
        and d.now.board.sides[key] == FRIENDLY
        and unit.at in cards
        and not is_under_fire(d.now, unit.at)
    ]
    if not lying:
        return False
    key, draws = random_one(d, "medevac", lying)
    at = Ref("place", d.now.units[key].at)
    d.edit("units", key, at=0, cover=0, aboard=0, box=EVACUATED)
    d.put("points", "evacuated", d.now.points.get("evacuated", 0) + 1)
    d.log("log.evacuated", "FF-3.1.a", Ref("unit", key), draws=draws, unit=Ref("unit", key), card=at)
    return True


# rule: FF-3.1.a
def no_withdrawal(d: Draft[FieldsState], params: Params) -> bool:
    """Nobody goes back unless he is forced to."""
    return _order(d, standing.NO_WITHDRAWAL, params, turns=int(params["turns"]))


# rule: FF-3.1.a, FF-3.1.d
def cut_lines(d: Draft[FieldsState], params: Params) -> bool:
    """A phone line that is whole is cut, as chance has it; it can be mended like any other."""
    lines = [
        number for number, marker in d.now.markers.items() if marker.kind == PHONE_LINE and marker.form != nets.CUT
    ]
    if not lines:
        return False
    number, draws = random_one(d, "line_cut", lines)
    card = Ref("place", d.now.markers[number].at)
    d.edit("markers", number, form=nets.CUT)
    d.log("log.line_cut", "FF-3.1.a", card, draws=draws, card=card)
    return True


EFFECTS = {
    "co_must_spend_first": report,
    "bn_does_not_activate_co": lose_net,
    "agency_unavailable": displace,
    "place_higher_hq": visit,
    "no_advance_beyond_lead": hold_line,
    "must_advance_row": press_on,
    "place_ammo": resupply,
    "random_patrol_unit_moves": go_astray,
    "no_entry_to_unoccupied": hold_up,
    "weather": rain,
    "must_move_towards_route_point": press_route,
    "add_fire_mission": allot_fire,
    "free_evacuation": fly_out,
    "no_withdrawal": no_withdrawal,
    "cut_phone_lines": cut_lines,
}
"""By the word that the list of events has for it."""
