"""The opening position of a mission."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import (
    GROUND,
    STAGING,
    Asset,
    Card,
    Command,
    FieldsState,
    Unit,
)
from sandtable.games.fieldsoffire.scenario.board import FieldsScenario, company_of
from sandtable.games.fieldsoffire.scenario.deck import RESHUFFLE
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import PLAIN, pile, place, row_of
from sandtable.games.fieldsoffire.scenario.missions import company_experience
from sandtable.games.fieldsoffire.scenario.units import SQUAD
from sandtable.kernel import Deck, Dice

MAIN_PILE, CONTACTS = "main", "contacts"
POOL_OF_EACH_LETTER = 16
UNKNOWN = "?"
LETTERS = "ABC"
PIECES = 6
"""Pieces of equipment that a step carries."""


def action_deck() -> Deck:
    """The shuffled action deck."""
    return Deck.of(range(1, RESHUFFLE + 1), reshuffle=(RESHUFFLE,))


# rule: FF-1.2.1, FF-2.2, FF-2.2.2.a, FF-2.2.2.c, FF-2.3.5.b, FF-5.2.a
def opening(scenario: FieldsScenario, dice: Dice) -> FieldsState:
    """The map, the company and the markers before the first turn."""
    mission = scenario.mission
    piles = {MAIN_PILE: Deck.of(pile(_deck_name(scenario)))}
    cards, piles = _map(scenario, piles, dice)
    if letters := _hidden_letters(scenario):
        piles = {CONTACTS: Deck.of(letters), **piles}
    units = _company(scenario)
    return FieldsState(
        light=mission.light,
        weather=mission.weather,
        deck=action_deck(),
        piles=piles,
        cards=cards,
        units=units,
        commands={key: Command() for key in units if scenario.types[key].commands},
        assets=_assets(scenario),
        controls=dict(sorted(_controls(scenario).items())),
        support={row.key: row.missions for row in sorted(mission.support, key=lambda row: row.key)},
        points={},
    )


def bare(scenario: FieldsScenario) -> FieldsState:
    """The mission's grid as open ground with nobody on it, for boards made by hand."""
    cards = {card: Card(terrain=PLAIN) for card in scenario.ground}
    for column in range(1, scenario.mission.columns + 1):
        cards[place(0, column)] = Card(terrain=PLAIN, kind=STAGING)
    return FieldsState(
        light=scenario.mission.light,
        weather=scenario.mission.weather,
        deck=action_deck(),
        cards=dict(sorted(cards.items())),
    )


def _deck_name(scenario: FieldsScenario) -> str:
    deck = str(scenario.mission.setup["terrain"]["deck"])
    return scenario.name if scenario.name in data("terrain/normandy")["standalone"] else deck


# rule: FF-2.2.1.a, FF-2.2.1.c, FF-2.2.2.b, FF-8.2.1.a
def _map(scenario: FieldsScenario, piles: dict[str, Deck], dice: Dice) -> tuple[dict[int, Card], dict[str, Deck]]:
    """The grid of cards, face up or face down as the mission says, each with its potential contact marker."""
    mission = scenario.mission
    cards: dict[int, Card] = {}
    if mission.staging:
        for column in range(1, mission.columns + 1):
            cards[place(0, column)] = Card(terrain=PLAIN, kind=STAGING)
    for card in scenario.ground:
        letter = contact_letter(scenario, card)
        found = Card(pile=MAIN_PILE, contact=letter, contested=bool(letter), kind=GROUND)
        if not mission.is_face_down:
            terrain, hills, deck = drawn_ground(scenario, piles[MAIN_PILE], lambda pile: pile.draw(dice))
            piles = {**piles, MAIN_PILE: deck}
            found = Card(terrain=terrain, hills=hills, contact=letter, contested=bool(letter))
        cards[card] = found
    return dict(sorted(cards.items())), piles


# rule: FF-2.2.1.d, FF-5.2.d, FF-5.2.2.A
def drawn_ground(
    scenario: FieldsScenario, deck: Deck, draw: Callable[[Deck], tuple[int, Deck]]
) -> tuple[int, int, Deck]:
    """A card for a place of the map: hills take another card on top, each adding its level."""
    hills = 0
    while True:
        number, deck = draw(deck)
        card = scenario.terrain[number]
        if not card.is_hill or not len(deck):
            return number, hills, deck
        hills += card.level


def contact_letter(scenario: FieldsScenario, card: int) -> str:
    """The potential contact marker that a card begins the mission with."""
    plan = scenario.mission.setup["pc"]
    if plan["mode"] == "rows":
        letters = plan["rows"].get(str(row_of(card))) or ""
        return letters if len(letters) < 2 else UNKNOWN
    return UNKNOWN if plan["mode"] == "random" else ""


# rule: FF-8.2.1.b, FF-8.2.1.b1
def _hidden_letters(scenario: FieldsScenario) -> tuple[int, ...]:
    """The markers from which letters that lie face down are dealt: as many of each as there are cards to fill."""
    plan = scenario.mission.setup["pc"]
    hidden = sum(contact_letter(scenario, card) == UNKNOWN for card in scenario.ground)
    if not hidden:
        return ()
    letters = plan.get("letters") or next(one for one in plan["rows"].values() if one and len(one) > 1)
    each = min(hidden, POOL_OF_EACH_LETTER)
    return tuple(LETTERS.index(letter) + 1 for letter in letters for _ in range(each))


# rule: FF-2.3.1, FF-2.3.2.b, FF-2.3.5.a
def _company(scenario: FieldsScenario) -> dict[int, Unit]:
    """The company in its Staging Area, every platoon behind a column of its own."""
    mission = scenario.mission
    found: dict[int, Unit] = {}
    for key in company_of(scenario):
        kind = scenario.types[key]
        column = min(max(kind.platoon, 1), mission.columns)
        row = 0 if mission.staging else 1
        found[key] = Unit(
            at=place(row, column),
            steps=kind.steps,
            experience=company_experience(mission, kind.ammo_key, kind.experience),
            platoon=kind.platoon,
            ammo=int(mission.ammo.get(kind.ammo_key) or kind.carries),
        )
    return dict(sorted(found.items()))


# rule: FF-2.3.4.a
def _assets(scenario: FieldsScenario) -> dict[int, Asset]:
    """Radios with those they belong to; other equipment with headquarters and squads in turn, as much as they carry."""
    company = data("toe_us")["companies"][scenario.mission.campaign]
    units = company_of(scenario)
    rows: list[Asset] = []
    for net, models in company["radios"].items():
        members = [key for key in units if net in scenario.types[key].nets]
        sets = [model for model, count in models.items() for _ in range(count)]
        rows += [Asset(kind=model, holder=key, net=net) for key, model in zip(members, sets, strict=False)]
    carriers = [key for key in units if scenario.types[key].is_headquarters or scenario.types[key].kind == SQUAD]
    room = {key: PIECES * scenario.types[key].steps for key in carriers}
    for row in rows:
        if row.holder in room:
            room[row.holder] -= 1
    pieces = [kind for kind, count in company["assets"].items() for _ in range(int(count))]
    for kind in pieces:
        holder = carriers.pop(0)
        rows.append(Asset(kind=kind, holder=holder))
        room[holder] -= 1
        if room[holder] > 0:
            carriers.append(holder)
    return dict(enumerate(rows, start=1))


# rule: FF-2.4.1.A.lod, FF-2.4.1.A.points
def _controls(scenario: FieldsScenario) -> dict[str, int]:
    """Objectives, attack position and collection point, on the first cards that the mission allows for them."""
    plan: Mapping[str, Any] = scenario.mission.setup["controls"]
    found: dict[str, int] = {}
    for name in ("primary", "secondary", "attack_position", "cop"):
        if name not in plan:
            continue
        rows = plan[name]["row"]
        row = rows if isinstance(rows, int) else rows[-1]
        cards = [card for card in scenario.ground if row_of(card) == row]
        found[name] = next(card for card in cards if card not in found.values())
    if plan.get("ccp") == "staging area":
        found["ccp"] = place(0, 1)
    elif "ccp" in plan:
        found["ccp"] = place(1, 1)
    return found
