"""Lines of sight: along eight directions, through white borders, over lower ground, into smoke but not through it."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, STAGING, FieldsState
from sandtable.games.fieldsoffire.rules.ground.elevation import SCREENS, is_clear, level, screens
from sandtable.games.fieldsoffire.rules.memory import lies, looks_out, unless, unless_markers
from sandtable.games.fieldsoffire.rules.urban import sight as streets
from sandtable.games.fieldsoffire.rules.urban.areas import towns
from sandtable.games.fieldsoffire.rules.visibility.light import horizon
from sandtable.games.fieldsoffire.rules.visibility.sights import pierces
from sandtable.games.fieldsoffire.scenario.ground import distance, line
from sandtable.games.fieldsoffire.scenario.town import is_area
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT, CASUALTY, C
from sandtable.kernel import derived

__all__ = [
    "is_clear",
    "is_up",
    "level",
    "screens",
    "sees",
    "sees_card",
    "sees_unit",
    "unit_level",
    "unseen_from",
    "unseen_in_sight",
]


# rule: FF-5.2.2.B.a, FF-5.2.2.f
def unit_level(state: FieldsState, key: int) -> int:
    """The level of a unit: that of its card, one more in an upper storey."""
    unit = state.units[key]
    return level(state, unit.at) + is_up(state, key)


def is_up(state: FieldsState, key: int) -> bool:
    """Whether a unit stands in an upper storey or a tower."""
    under = state.units[key].cover
    return bool(under) and state.covers[under].up


def sees(
    state: FieldsState,
    a: int,
    b: int,
    up_a: bool = False,
    up_b: bool = False,
    *,
    pierced: bool = False,
    out: int = 0,
    into: int = 0,
) -> bool:
    """Whether somebody on one card sees another: not out of smoke or through it, not beyond the horizon.

    ``pierced``: with night sights that carry him farther. In towns it counts from which area (``out``) he looks and
    which (``into``) he looks at; 0 is any of them.
    """
    if a == b:
        return not state.board.is_urban or streets.sees_within(state, a, out, into)
    cards = state.cards
    # rule: FF-2.5.a, FF-2.5.B, FF-2.5.spot
    if a not in cards or b not in cards or STAGING in (cards[a].kind, cards[b].kind):
        return False
    far = distance(a, b)
    # rule: FF-5.2.1.d
    if far > horizon(state, b, pierced=pierced):
        return False
    # rule: FF-13.8.2
    if state.board.is_urban and (a in towns(state) or b in towns(state)):  # equivalent[without: state.b]: saves a look
        return streets.sees_across(state, a, b, up_a, up_b, out, into)
    return sees_over(state, a, b, up_a, up_b)


# rule: FF-5.2.1.i
@derived("cards", "markers", cards=unless(lies, "cards"), markers=unless_markers(*SCREENS))
def sees_over(state: FieldsState, a: int, b: int, up_a: bool, up_b: bool) -> bool:
    """Whether ordinary ground and the smoke on it let one card see another, however light it is."""
    if not is_clear(state, a, b, up_a, up_b):
        return False
    smoke = screens(state)
    # rule: FF-5.2.1.e, FF-4.4.3.e
    if a in smoke:
        return False
    # rule: FF-4.4.3.a
    return not smoke or distance(a, b) == C or smoke.isdisjoint(line(a, b))


# rule: FF-5.2.1.f, FF-5.2.1.j
def sees_unit(state: FieldsState, key: int, other: int) -> bool:
    """Whether one unit sees another itself, as attacks on single targets demand."""
    a, b = state.units[key], state.units[other]
    up_a, up_b, pierced = is_up(state, key), is_up(state, other), pierces(state, key, b.at)
    return sees(state, a.at, b.at, up_a, up_b, pierced=pierced, out=a.cover, into=b.cover)


def sees_card(state: FieldsState, key: int, card: int, up: bool = False, *, pierced: bool = False) -> bool:
    """Whether a unit sees a card, or any part of it."""
    unit = state.units[key]
    return sees(state, unit.at, card, is_up(state, key), up, pierced=pierced, out=unit.cover)


@derived("cards", cards=unless(lies, "cards"))
def face_down(state: FieldsState) -> tuple[int, ...]:
    """The cards that lie face down."""
    return tuple(card for card, found in state.cards.items() if not found.terrain)


# rule: FF-2.2.1.b, FF-5.2.b
@derived("cards", "markers", "light", "weather", "covers", cards=unless(lies, "cards"))
def unseen_from(state: FieldsState, at: int, up: bool, out: int = 0) -> frozenset[int]:
    """Cards face down that somebody on a card has in sight; his own is one of them."""
    return frozenset(card for card in face_down(state) if at == card or sees(state, at, card, up, out=out))


# rule: FF-2.2.1.b, FF-5.2.b
@derived(
    *("units", "covers", "cards", "markers", "light", "weather"), units=unless(looks_out), cards=unless(lies, "cards")
)
def unseen_in_sight(state: FieldsState) -> tuple[int, ...]:
    """Cards face down that a friendly unit on the ground has in sight."""
    if not face_down(state):
        return ()
    types = state.board.types
    posts = {
        (unit.at, bool(unit.cover) and is_up(state, key), unit.cover if is_area(unit.cover) else 0): None
        for key, unit in state.units.items()
        if unit.at and types[key].side == FRIENDLY and types[key].kind not in (AIRCRAFT, CASUALTY)
    }
    found = {card for at, up, out in posts for card in unseen_from(state, at, up, out)}
    return tuple(card for card in state.cards if card in found) if found else ()
