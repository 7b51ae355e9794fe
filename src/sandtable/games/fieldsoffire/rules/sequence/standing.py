"""Orders of higher headquarters that hold: which moves they forbid, what they ask for, when they end (3.1)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, GROUND, FieldsState, Impulse, Standing
from sandtable.games.fieldsoffire.rules.ground.loads import leave_behind
from sandtable.games.fieldsoffire.rules.terms.presence import grounded, is_unoccupied, on_card
from sandtable.games.fieldsoffire.scenario.ground import distance, row_of
from sandtable.games.fieldsoffire.scenario.missions import agency_class
from sandtable.games.fieldsoffire.scenario.units import HQ_CO
from sandtable.kernel import Draft, Ref, Refusal, refuse

REPORT, NET_DOWN, VISITOR, HOLD_LINE, ADVANCE, ADVANCE_CONTACT = (
    "report",
    "net_down",
    "visitor",
    "hold_line",
    "advance",
    "advance_contact",
)
HOLD_UP, RAIN, ROUTE, NO_WITHDRAWAL, COUNTERATTACK = "hold_up", "rain", "route", "no_withdrawal", "counterattack"
SILENT = "silent."
"""Followed by the kind of an agency that does not fire."""
AGENCIES = {"artillery": ("artillery",), "cannon": ("cannon",), "mortar": ("mortar", "heavy_mortar")}
"""The classes of agency that an event means by a word, the first that a mission has: a battalion's mortars may all be
heavy ones."""
STARRED = "starred_higher_hq_event"
DONE_BY_HOLDING = (NO_WITHDRAWAL,)
"""Orders that are carried out when nobody breaks them."""


def holds(state: FieldsState, name: str) -> Standing | None:
    """What an event has brought, if it holds in this turn."""
    found = state.standing.get(name)
    return found if found is not None and state.turn <= found.until else None


def leading_row(state: FieldsState) -> int:
    """The row of the friendly unit that is farthest ahead on the mission's map; 0 while nobody has entered it.

    Who flies over it leads nobody.
    """
    below = (state.units[key].at for key in grounded(state))
    rows = (row_of(at) for at in below if state.cards[at].kind == GROUND)
    return max(rows, default=0)


# rule: FF-3.1.a
def agencies_of(state: FieldsState, kind: str) -> tuple[str, ...]:
    """The mission's agencies of the kind that an event names; none where it has none."""
    support = state.board.mission.support
    for wanted in AGENCIES[kind]:
        found = tuple(dict.fromkeys(row.agency for row in support if agency_class(row.agency) == wanted))
        if found:
            return found
    return ()


def is_silent(state: FieldsState, agency: str) -> bool:
    """Whether an agency is on the move and takes no calls for fire."""
    return any(holds(state, SILENT + kind) and agency in agencies_of(state, kind) for kind in AGENCIES)


# rule: FF-3.1.a
def why_not_go(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why orders of higher headquarters forbid a unit to enter a card."""
    if state.board.sides[key] != FRIENDLY:
        return None
    me, card = Ref("unit", key), Ref("place", to)
    line = holds(state, HOLD_LINE)
    if line is not None and row_of(to) > line.figure:
        return refuse("FF-3.1.a", "refuse.flank_in_trouble", me, card, unit=me, row=line.figure)
    is_empty = is_unoccupied(state, to) and not on_card(state, to).friendly  # rule: FF-1.2.6.cardstates
    if holds(state, HOLD_UP) and state.cards[to].kind == GROUND and is_empty:
        return refuse("FF-3.1.a", "refuse.held_up", me, card, unit=me, card=card)
    if holds(state, NO_WITHDRAWAL) and row_of(to) < row_of(state.units[key].at):
        return refuse("FF-3.1.a", "refuse.hold_at_all_costs", me, card, unit=me)
    return None


# rule: FF-3.1.a
def owes_report(state: FieldsState) -> bool:
    """Whether the impulse at hand is that of the company headquarters, and battalion has a claim on its commands."""
    impulse = state.impulse
    if impulse is None or not impulse.hq or state.board.types[impulse.hq].kind != HQ_CO:
        return False
    owed = holds(state, REPORT)
    return owed is not None and owed.figure > 0 and impulse.left > 0


# rule: FF-3.1.a
def report(d: Draft[FieldsState]) -> None:
    """The first commands of the company headquarters go to battalion."""
    owed, impulse = d.now.standing[REPORT], d.now.subject(Impulse)
    paid = min(owed.figure, impulse.left)
    d.edit_subject(Impulse, left=impulse.left - paid, spent=impulse.spent + paid)
    d.edit("standing", REPORT, figure=owed.figure - paid)
    head = Ref("unit", impulse.hq)
    d.log("log.reported", "FF-3.1.a", head, hq=head, commands=paid, owed=owed.figure - paid)


# rule: FF-3.1.a
def is_carried_out(state: FieldsState, name: str, order: Standing) -> bool:
    """Whether the company did what was asked of it, as it stands at the end of the turn."""
    if name == REPORT:
        return order.figure == 0
    if name == ADVANCE:
        return leading_row(state) > order.figure
    if name == ADVANCE_CONTACT:
        return any(
            row.contested and row_of(card) > order.figure and on_card(state, card).friendly
            for card, row in state.cards.items()
        )
    if name == ROUTE:
        return nearest_to_route(state) < order.figure
    return name in DONE_BY_HOLDING


def nearest_to_route(state: FieldsState) -> int:
    """How far the patrol is from its next route point; far away where there is none."""
    point = next_route_point(state)
    return min((distance(state.units[key].at, point) for key in grounded(state)), default=FAR) if point else 0


FAR = 99


def next_route_point(state: FieldsState) -> int:
    """The card of the route point that comes next; 0 when all have been touched."""
    return state.controls.get(f"route {state.points.get('route', 0) + 1}", 0)


# rule: FF-3.1.a, FF-12.1.a
def end_of_orders(d: Draft[FieldsState]) -> None:
    """What held until this turn is over; orders with a star that were carried out bring their point."""
    for name, order in tuple(d.now.standing.items()):
        if order.until > d.now.turn:
            continue
        if order.point and is_carried_out(d.now, name, order):
            d.put("points", STARRED, d.now.points.get(STARRED, 0) + order.point)
            d.log("log.order_carried_out", "FF-12.1.a", order=name, points=order.point)
        if name == RAIN:
            d.set(weather=d.now.board.mission.weather)
        if name == VISITOR:
            end_visit(d, order.figure)
        d.drop("standing", name)


# rule: FF-3.1.a
def end_visit(d: Draft[FieldsState], guest: int) -> None:
    """A commander who has looked in on the company goes back, unless he has fallen."""
    if guest not in d.now.units:
        return
    leave_behind(d, guest)
    d.drop("commands", guest)
    if guest in d.now.fires:
        d.drop("fires", guest)
    d.drop("units", guest)
