"""Ground that is fought over again: a mission may take place where an earlier one of the campaign did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from sandtable.games.fieldsoffire.model import GROUND, MINES, Card, Cover, FieldsState, Marker, Unit
from sandtable.games.fieldsoffire.scenario.board import FieldsScenario
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.missions import Mission, missions
from sandtable.games.fieldsoffire.scenario.setup import MAIN_PILE, spare_pile, start_cards

AGAIN, SAPPERS = "battlefield_from", "engineers_if"


class Ground(Struct, frozen=True):
    """A battlefield as a mission leaves it."""

    mission: str
    cards: tuple[tuple[int, int, int], ...]
    """Cards that lie face up, with their terrain and the hills below it."""
    covers: tuple[Cover, ...]
    mines: tuple[int, ...]
    """Cards on which mines were found."""


def special(mission: Mission, name: str) -> Mapping[str, Any] | None:
    """A special rule of a briefing; none where it has no such rule."""
    return next((row for row in mission.setup.get("special", ()) if row["id"] == name), None)


# rule: FF-12.0
def left_behind(state: FieldsState) -> Ground | None:
    """The battlefield of a mission that another one is fought on; none where nobody comes back."""
    here = state.board.mission.id
    if not any((rule := special(one, AGAIN)) is not None and rule["mission"] == here for one in missions().values()):
        return None
    known = [(at, row) for at, row in state.cards.items() if row.terrain and row.kind == GROUND]
    mines = {marker.at for marker in state.markers.values() if marker.kind == MINES and not marker.unit}
    return Ground(
        mission=here,
        cards=tuple((at, row.terrain, row.hills) for at, row in known),
        covers=tuple(row for row in state.covers.values() if state.cards[row.at].kind == GROUND),
        mines=tuple(sorted(mines)),
    )


# rule: FF-12.0
def fought_over(scenario: FieldsScenario, state: FieldsState, ground: Ground | None) -> FieldsState:
    """The opening of a mission on a battlefield that the company knows: its cards, its cover, the mines found there.

    Engineers come along where the briefing sends them for mines that were found in some rows.
    """
    rule = special(scenario.mission, AGAIN)
    if rule is None or ground is None or ground.mission != rule["mission"]:
        return state
    cards: dict[int, Card] = dict(state.cards)
    for at, terrain, hills in ground.cards:
        cards[at] = structs.replace(cards[at], terrain=terrain, hills=hills)
    used = [row.terrain for row in cards.values()]
    laid = (*state.markers.values(), *(Marker(MINES, at=at) for at in ground.mines))
    units = dict(state.units)
    sappers = special(scenario.mission, SAPPERS)
    if sappers is not None and any(row_of(at) in sappers["rows"] for at in ground.mines):
        for key in scenario.stock[sappers["unit"]]:
            kind = scenario.types[key]
            at = start_cards(scenario)[0]
            units[key] = Unit(at=at, steps=kind.steps, experience=kind.experience, ammo=kind.carries)
    return structs.replace(
        state,
        cards=cards,
        piles={**state.piles, MAIN_PILE: spare_pile(scenario, used)},
        covers=dict(enumerate(ground.covers, start=1)),
        markers=dict(enumerate(laid, start=1)),
        units=dict(sorted(units.items())),
    )
