"""Landing zones: which cards they are, how much room they have, whether they are marked (11.1.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import BURNING_WRECK, SIGNAL, FieldsState
from sandtable.games.fieldsoffire.rules.command.controls import LANDING_ZONES
from sandtable.games.fieldsoffire.rules.ground.terrain import ground_of
from sandtable.games.fieldsoffire.rules.transport.boxes import lift_of, sort_of, transports
from sandtable.games.fieldsoffire.rules.weapons.support import COLOURS
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.lifts import BEACH, is_amphibious
from sandtable.games.fieldsoffire.scenario.vehicles import AMPHIBIAN, flies_over
from sandtable.kernel import Ref, Refusal, refuse

MOST_VEHICLES, MOST_LANDINGS = 4, 4
"""Vehicles, wrecks included, that a card of a landing zone holds; landings on it in one turn."""
WRECK = "wreck"


# rule: FF-11.1.3, FF-11.1.3.a
def zones(state: FieldsState) -> tuple[int, ...]:
    """The cards of the landing zone: one to three."""
    found = (state.controls.get(name, 0) for name in LANDING_ZONES)
    return tuple(dict.fromkeys(card for card in found if card))


# rule: FF-11.1.3.a
def can_be_zone(state: FieldsState, card: int) -> bool:
    """Whether transports can land on a card: it lies face up and shows the icon of helicopters, or is the beach."""
    if is_amphibious(state.board.mission):  # rule: FF-11.3
        return row_of(card) == BEACH
    ground = ground_of(state, card)
    return ground is not None and ground.landing


# rule: FF-11.1.3.b, FF-10.7.b, FF-10.7.c
def vehicles_on(state: FieldsState, card: int) -> int:
    """Vehicles of either side on a card, wrecks and burning wrecks with them; what flies over it takes no room."""
    types = state.board.types
    down = (key for key, unit in state.units.items() if unit.at == card and types[key].is_vehicle)
    whole = sum(not flies_over(types[key]) for key in down)
    wrecks = sum(row.at == card and row.kind == WRECK for row in state.covers.values())
    burning = sum(row.at == card and row.kind == BURNING_WRECK for row in state.markers.values())
    return whole + wrecks + burning


# rule: FF-11.1.3.b
def landings_on(state: FieldsState, card: int) -> int:
    """Transports that have come down on a card in this turn."""
    return sum(
        lift_of(state, key).landed == state.turn and lift_of(state, key).card == card for key in transports(state)
    )


# rule: FF-11.1.1.mark, FF-11.1.3
def is_marked(state: FieldsState, card: int) -> bool:
    """Whether coloured smoke, whatever it means, shows pilots the card."""
    return any(row.kind == SIGNAL and row.at == card and row.form in COLOURS for row in state.markers.values())


# rule: FF-11.1.3, FF-11.1.3.b
def why_not_land(state: FieldsState, key: int, card: int) -> Refusal | None:
    """Why a transport cannot come down on a card: no zone, no room, or no mark where no plan brings it there."""
    me, there = Ref("unit", key), Ref("place", card)
    if card not in zones(state):
        return refuse("FF-11.1.3", "refuse.no_landing_zone", me, there, card=there)
    if vehicles_on(state, card) >= MOST_VEHICLES or landings_on(state, card) >= MOST_LANDINGS:
        return refuse("FF-11.1.3.b", "refuse.zone_full", me, there, card=there, most=MOST_VEHICLES)
    needs_no_mark = lift_of(state, key).planned or sort_of(state, key) == AMPHIBIAN  # rule: FF-11.2.1.c, FF-11.3
    if not needs_no_mark and not is_marked(state, card):
        return refuse("FF-11.1.1.mark", "refuse.zone_not_marked", me, there, card=there)
    return None


def open_zones(state: FieldsState, key: int) -> tuple[int, ...]:
    """The cards on which a transport could come down now."""
    return tuple(card for card in zones(state) if why_not_land(state, key, card) is None)
