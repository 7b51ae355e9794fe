"""The areas of urban cards: their words, and the numbers by which they are known beside cover markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.fieldsoffire.scenario.ground import EAST, NORTH, SOUTH, WEST, Terrain, place_name

STREET, COURTYARD, BUILDING, STOREY, ROOF = "street", "courtyard", "building", "upper", "roof"
SIDES = {"street_n": NORTH, "street_e": EAST, "street_s": SOUTH, "street_w": WEST}
"""The four streets of a card and the side on which each lies."""
STREET_OF = {side: word for word, side in SIDES.items()}
WORDS = (
    *SIDES,
    "building_1",
    "building_2",
    "upper_1",
    "upper_2",
    "roof_1",
    "roof_2",
    "courtyard",
)
TOWN = "town"
"""The deck of urban cards."""
AREAS = 100_000
"""Numbers from here on are areas of urban cards, those below it cover markers."""
EACH = 16
MARKERS = 40
"""Cover markers that have a name where areas have one."""


def is_area(cover: int) -> bool:
    """Whether a number is that of an area of an urban card and not of a cover marker."""
    return cover >= AREAS


def area(card: int, word: str) -> int:
    """The number of an area of a card."""
    return AREAS + card * EACH + WORDS.index(word)


def card_of(number: int) -> int:
    """The card of an area."""
    return (number - AREAS) // EACH


def word_of(number: int) -> str:
    """The word for an area."""
    return WORDS[(number - AREAS) % EACH]


def kind_of(word: str) -> str:
    """What an area is: a street, a courtyard, a ground floor, an upper storey or a roof."""
    return word.partition("_")[0]


def rooms(word: str) -> str:
    """Which building of its card an area belongs to: 1 or 2; empty outdoors."""
    return word.partition("_")[2] if kind_of(word) in (BUILDING, STOREY, ROOF) else ""


# rule: FF-13.1.a, FF-13.1.c
def areas_of(terrain: Terrain) -> dict[str, int]:
    """The areas of an urban card with their cover and concealment.

    Four streets and the buildings; one upper storey above each where the card has storeys, with the value of the
    ground floor; roofs with a value of their own; the yard of a compound.
    """
    town = terrain.town
    assert town is not None
    found = dict.fromkeys(SIDES, town.street)
    for number, value in enumerate(town.buildings, start=1):
        found[f"building_{number}"] = value
        # rule: FF-13.3.c
        if terrain.storeys:
            found[f"upper_{number}"] = value
        # rule: FF-13.3.f
        if town.roof is not None:
            found[f"roof_{number}"] = town.roof
    if town.courtyard is not None:
        found["courtyard"] = town.courtyard
    return found


def names(cards: Iterable[int], terrain: Mapping[int, Terrain]) -> dict[int, str]:
    """What areas are called on a map with urban cards, and the cover markers beside them; nothing on any other."""
    if not any(card.town for card in terrain.values()):
        return {}
    markers = {0: "no cover", **{number: f"cover {number}" for number in range(1, MARKERS + 1)}}
    return markers | {area(card, word): f"{place_name(card)} {word}" for card in cards for word in WORDS}
