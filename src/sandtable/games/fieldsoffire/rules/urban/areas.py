"""The areas of urban cards: each is a row among the cover markers, and all who are on such a card are in one (13.1).

So everything that looks at the cover of a unit looks at its area: who hears whom, what lies on whom, who crowds whom.
What is different in towns is asked of this module; on maps without urban cards nothing of it is ever looked at.
"""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import BARRICADE, BREACH, FRIENDLY, JOINED, Cover, FieldsState, Unit
from sandtable.games.fieldsoffire.rules.memory import lies, unless, unless_markers
from sandtable.games.fieldsoffire.scenario import town
from sandtable.games.fieldsoffire.scenario.ground import DIRECTIONS, STEPS, Town, opposite
from sandtable.games.fieldsoffire.scenario.town import (
    BUILDING,
    COURTYARD,
    ROOF,
    STOREY,
    STREET,
    STREET_OF,
    is_area,
)
from sandtable.kernel import Draft, derived

OUTDOORS = (STREET, COURTYARD)
INDOORS = (BUILDING, STOREY, ROOF)
FIRST = "street_n"
"""An area that every urban card has once it is laid out."""


# rule: FF-13.0
@derived("cards", cards=unless(lies, "cards"))
def towns(state: FieldsState) -> frozenset[int]:
    """The urban cards that lie face up; all others keep the rules of ordinary ground."""
    terrain = state.board.terrain
    return frozenset(card for card, row in state.cards.items() if row.terrain and terrain[row.terrain].town is not None)


def block_of(state: FieldsState, card: int) -> Town:
    """What an urban card prints."""
    found = state.board.terrain[state.cards[card].terrain].town
    assert found is not None
    return found


def is_town(state: FieldsState, card: int) -> bool:
    """Whether a card is an urban one."""
    return state.board.is_urban and card in towns(state)


def area_of(state: FieldsState, key: int) -> Cover | None:
    """The area of an urban card that a unit is in; none on other ground."""
    under = state.units[key].cover
    return state.covers[under] if is_area(under) else None


# rule: FF-13.1.b, FF-13.1.e
def is_covered(state: FieldsState, unit: Unit) -> bool:
    """Whether a unit counts as under cover: a street or a courtyard is an area, but no cover."""
    return bool(unit.cover) and state.covers[unit.cover].kind not in OUTDOORS


def is_indoors(row: Cover) -> bool:
    """Whether an area belongs to a building, its roof included."""
    return row.kind in INDOORS


# -- what lies on the map ----------------------------------------------------------------------------------------------


@derived("markers", markers=unless_markers(JOINED))
def joined(state: FieldsState) -> frozenset[tuple[int, int]]:
    """Cards and the sides on which their building goes on across the border, each border from both cards."""
    found: set[tuple[int, int]] = set()
    for marker in state.markers.values():
        if marker.kind == JOINED:
            found.add((marker.at, marker.value))
            found.add((marker.at + STEPS[marker.value], opposite(marker.value)))
    return frozenset(found)


@derived("markers", markers=unless_markers(BARRICADE))
def barricaded(state: FieldsState) -> frozenset[int]:
    """Cards whose buildings are closed."""
    return frozenset(marker.at for marker in state.markers.values() if marker.kind == BARRICADE)


@derived("markers", markers=unless_markers(BREACH))
def breached(state: FieldsState) -> frozenset[int]:
    """Areas outside a building or wall from which a hole leads in."""
    return frozenset(marker.cover for marker in state.markers.values() if marker.kind == BREACH)


@derived("cards", "covers", "markers", cards=unless(lies, "cards"), markers=unless_markers(JOINED))
def areas_on(state: FieldsState, card: int) -> tuple[int, ...]:
    """The areas of an urban card; there is no street on a side where its building is joined to the next."""
    # rule: FF-13.7.a
    gone = {town.area(card, STREET_OF[side]) for at, side in joined(state) if at == card}
    return tuple(key for key, row in state.covers.items() if row.at == card and row.area and key not in gone)


def streets_on(state: FieldsState, card: int) -> tuple[int, ...]:
    """The street areas of an urban card."""
    return tuple(key for key in areas_on(state, card) if state.covers[key].kind == STREET)


def side_of(row: Cover) -> int:
    """The side of its card on which a street lies."""
    return town.SIDES[row.area]


# -- laying them out ---------------------------------------------------------------------------------------------------


# rule: FF-13.0, FF-13.1.a
def lay_out(d: Draft[FieldsState], card: int) -> None:
    """Give an urban card that lies face up its areas, in place of cover markers."""
    if not is_town(d.now, card) or town.area(card, FIRST) in d.now.covers:
        return
    for word, value in town.areas_of(d.now.board.terrain[d.now.cards[card].terrain]).items():
        kind = town.kind_of(word)
        row = Cover(at=card, kind=kind, value=value, up=kind in (STOREY, ROOF), area=word)
        d.put("covers", town.area(card, word), row)


# rule: FF-13.0, FF-13.1.a
def settle_in(d: Draft[FieldsState]) -> None:
    """Lay out the urban cards that have been turned up, and let whoever stands on one without an area be in one."""
    if not d.now.board.is_urban:  # equivalent[never]: there is nothing to lay out
        return
    for card in sorted(towns(d.now)):
        lay_out(d, card)
    for key in _outside_areas(d.now):
        d.edit("units", key, cover=default_area(d.now, d.now.units[key].at, d.now.board.sides[key]))
    for key in _apart_from_carriers(d.now):
        d.edit("units", key, cover=d.now.units[d.now.units[key].aboard].cover)


def _outside_areas(state: FieldsState) -> list[int]:
    """Units on urban cards who are in no area yet."""
    blocks = towns(state)
    return [key for key, row in state.units.items() if row.at in blocks and not row.aboard and not is_area(row.cover)]


# rule: FF-13.2.2.c
def _apart_from_carriers(state: FieldsState) -> list[int]:
    """Those aboard who are not in the area of whoever carries them."""
    blocks, units = towns(state), state.units
    return [
        key for key, row in units.items() if row.at in blocks and row.aboard and row.cover != units[row.aboard].cover
    ]


def has_unsettled(state: FieldsState) -> bool:
    """Whether an urban card has to be laid out, or somebody on one has to be given an area."""
    if not state.board.is_urban:
        return False
    is_bare = any(town.area(card, FIRST) not in state.covers for card in towns(state))
    return is_bare or bool(_outside_areas(state) or _apart_from_carriers(state))


def default_area(state: FieldsState, card: int, side: str) -> int:
    """Where somebody is of whom nothing else is known: in the street on his own side of the card."""
    own = "street_s" if side == FRIENDLY else "street_n"
    return next((key for key in streets_on(state, card) if state.covers[key].area == own), streets_on(state, card)[0])


def neighbours(side: int) -> tuple[int, int]:
    """The two sides of a card that a street leads to around the corner."""
    return (side + 2) % len(DIRECTIONS), (side - 2) % len(DIRECTIONS)


def is_diagonal(towards: int) -> bool:
    """Whether a direction leads across a corner."""
    return towards % 2 == 1


def sides_towards(towards: int) -> tuple[int, ...]:
    """The sides of a card that face a direction: one, or two where it leads across a corner."""
    if not is_diagonal(towards):
        return (towards,)
    return (towards - 1) % len(DIRECTIONS), (towards + 1) % len(DIRECTIONS)
