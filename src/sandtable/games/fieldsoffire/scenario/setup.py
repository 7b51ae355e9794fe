"""The opening position of a mission."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from sandtable.games.fieldsoffire.model import (
    AVAILABLE,
    BARRICADE,
    CLAYMORE,
    ENEMY,
    GROUND,
    JOINED,
    OFF_MAP,
    PATROL,
    STAGING,
    Asset,
    Card,
    Command,
    Cover,
    FieldsState,
    Marker,
    Unit,
)
from sandtable.games.fieldsoffire.scenario import ridges
from sandtable.games.fieldsoffire.scenario.board import FieldsScenario, attachments_of, company_of
from sandtable.games.fieldsoffire.scenario.controls import (
    COLLECTION,
    CONCENTRATION,
    OUTPOST,
    PROTECTIVE,
    limits_of,
)
from sandtable.games.fieldsoffire.scenario.deck import RESHUFFLE
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import (
    NORTH,
    PLAIN,
    around,
    column_of,
    direction,
    pile,
    place,
    row_of,
)
from sandtable.games.fieldsoffire.scenario.lifts import Plan, flies, landing_plan, platoon_that_flies
from sandtable.games.fieldsoffire.scenario.missions import company_experience, missions
from sandtable.games.fieldsoffire.scenario.ridges import is_ridge
from sandtable.games.fieldsoffire.scenario.roster import enlist
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT, CASUALTY, SQUAD, UnitType
from sandtable.kernel import Deck, Dice

MAIN_PILE, CONTACTS = "main", "contacts"
POOL_OF_EACH_LETTER = 16
UNKNOWN = "?"
SCHEDULE, PERIMETER = "schedule", "perimeter"
"""Markers that a defence brings turn by turn, and the word for the outermost cards of those that the company holds."""
LETTERS = "ABC"
LAMP = "illum"
PIECES = 6
"""Pieces of equipment that a step carries."""


def action_deck() -> Deck:
    """The shuffled action deck."""
    return Deck.of(range(1, RESHUFFLE + 1), reshuffle=(RESHUFFLE,))


# rule: FF-1.2.1, FF-2.2.2.a, FF-2.2.2.c
def opening(scenario: FieldsScenario, dice: Dice) -> FieldsState:
    """The map, the company and the markers before the first turn."""
    mission = scenario.mission
    if is_ridge(mission):
        cards, piles = _ridge(scenario, dice)
    else:
        # rule: FF-2.2, FF-5.2.a
        cards, piles = _map(scenario, _piles(scenario, dice), dice)
    if letters := _hidden_letters(scenario):
        piles = {CONTACTS: Deck.of(letters), **piles}
    units, lifts, zone = _flown_in(scenario, cards, _company(scenario))
    return FieldsState(
        light=mission.light,
        weather=mission.weather,
        deck=action_deck(),
        piles=piles,
        cards=cards,
        units=units,
        commands=_command_markers(scenario, units),  # rule: FF-2.3.5.b
        assets=opening_assets(scenario, company_of(scenario)),
        covers=_works(scenario),
        markers=dict(enumerate((*town_markers(scenario, cards).values(), *claymores(scenario)), start=1)),
        lifts=lifts,
        controls=dict(sorted({**_controls(scenario), **zone}.items())),
        details=_details(scenario),
        support={row.key: row.missions for row in sorted(mission.support, key=lambda row: row.key)},
        men=enlist(_own_steps(scenario, units)),
    )


# rule: FF-2.7, FF-11.1
def _flown_in(scenario: FieldsScenario, cards: Mapping[int, Card], units: dict[int, Unit]) -> Plan:
    """The company as it starts: by air with a landing plan where the mission has transports, else on its cards."""
    if not flies(scenario.mission):
        return Plan(units, {}, {})
    return landing_plan(scenario, cards, units, platoon_that_flies(scenario.mission, _details(scenario)))


# rule: FF-1.2.5.c
def _command_markers(scenario: FieldsScenario, units: Mapping[int, Unit]) -> dict[int, Command]:
    """One marker for every headquarters and staff unit, on the track of commands saved."""
    return {key: Command() for key in units if scenario.types[key].commands}


def _details(scenario: FieldsScenario) -> dict[str, int]:
    """The platoon that goes on patrol, and abilities that the briefing gives."""
    found = {"patrol": 1} if scenario.mission.type == PATROL else {}
    if granted := scenario.mission.setup.get("abilities"):  # rule: FF-2.3.4.c
        found["abilities"] = int(granted)
    return dict(sorted(found.items()))


def _own_steps(scenario: FieldsScenario, units: Mapping[int, Unit]) -> dict[int, int]:
    """Steps of the company's own units, those that are lent left out."""
    lent = attachments_of(scenario)
    return {key: unit.steps for key, unit in units.items() if key not in lent}


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


def _map(scenario: FieldsScenario, piles: dict[str, Deck], dice: Dice) -> tuple[dict[int, Card], dict[str, Deck]]:
    """The grid of cards, face up or face down as the mission says, each with its potential contact marker."""
    mission = scenario.mission
    cards: dict[int, Card] = {}
    # rule: FF-2.2.1.c
    if mission.staging:
        for column in range(1, mission.columns + 1):
            cards[place(0, column)] = Card(terrain=PLAIN, kind=STAGING)
    for card in scenario.ground:
        letter = contact_letter(scenario, card)  # rule: FF-2.2.2.b, FF-8.2.1.a
        is_due = bool(letter) or card in scheduled_cards(scenario)
        name = pile_of(scenario, card)
        found = Card(pile=name, contact=letter, contested=is_due, kind=GROUND)
        # rule: FF-2.2.1.a
        if not mission.is_face_down or is_known(scenario, card):
            terrain, hills, deck = drawn_ground(scenario, piles[name], lambda pile: pile.draw(dice))
            piles = {**piles, name: deck}
            found = Card(terrain=terrain, hills=hills, contact=letter, contested=is_due)
        cards[card] = found
    return dict(sorted(cards.items())), piles


MIXED, SECOND_PILE, SPARE_PILE = 17, "second", "spare"
"""Landing zone cards that are mixed with the others of a mission whose two piles make one; the other pile of two; the
rest of the deck, for ground beyond the map where the mission's own piles cover only the map."""


# rule: FF-2.2.1.a
def _piles(scenario: FieldsScenario, dice: Dice) -> dict[str, Deck]:
    """The terrain cards of a mission: its deck, or the two piles of which its briefing speaks."""
    names = scenario.mission.setup["terrain"].get("piles")
    if not names:
        return {MAIN_PILE: Deck.of(pile(_deck_name(scenario)))}
    first, second = (Deck.of(pile(name)) for name in names)
    if scenario.mission.setup["terrain"].get("first_pile"):
        return {MAIN_PILE: first, SECOND_PILE: second}
    mixed: list[int] = []
    for _ in range(MIXED):
        number, first = first.draw(dice)
        mixed.append(number)
    return {MAIN_PILE: Deck.of((*mixed, *pile(names[1])))}


def spare_pile(scenario: FieldsScenario, used: Iterable[int]) -> Deck:
    """The cards of the mission's deck that are not in use."""
    taken = frozenset(used)
    return Deck.of(number for number in pile(_deck_name(scenario)) if number not in taken)


def pile_of(scenario: FieldsScenario, card: int) -> str:
    """The pile from which a card of the map comes: where there are two, the first serves some rows and columns."""
    cells = scenario.mission.setup["terrain"].get("first_pile")
    if not cells:
        return MAIN_PILE
    is_row = row_of(card) in cells.get("rows", ()) or column_of(card) in cells.get("columns", ())
    is_block = row_of(card) in cells.get("block_rows", ()) and column_of(card) in cells.get("block_columns", ())
    return MAIN_PILE if is_row or is_block else SECOND_PILE


# rule: FF-5.2.c
def is_known(scenario: FieldsScenario, card: int) -> bool:
    """Whether the briefing names a card of a map that lies face down as known: those of some rows."""
    return row_of(card) in scenario.mission.setup["terrain"].get("known_rows", ())


# rule: FFM-ridge-map, FF-2.2.1.a
def _ridge(scenario: FieldsScenario, dice: Dice) -> tuple[dict[int, Card], dict[str, Deck]]:
    """A ridge: the crest is built first, then gullies are mixed in for the flanks; its levels are fixed."""
    mission = scenario.mission
    found = {place(0, column): Card(terrain=PLAIN, kind=STAGING) for column in range(1, mission.columns + 1)}
    if not mission.staging:
        found = {}
    crest, gullies = ridges.piles()
    deck = Deck.of(crest)
    for pile_name in (ridges.CREST, ridges.GULLIES):
        if pile_name == ridges.GULLIES:
            deck = Deck.of((*deck.rest, *gullies))
        for card in scenario.ground:
            if ridges.pile_of(mission, card) == pile_name:
                number, deck = deck.draw(dice)
                letter = contact_letter(scenario, card)
                is_due = bool(letter) or card in scheduled_cards(scenario)
                rise = ridges.rise_of(mission, card)
                found[card] = Card(terrain=number, hills=rise, contact=letter, contested=is_due)
    return dict(sorted(found.items())), {MAIN_PILE: deck}


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
    if plan["mode"] == SCHEDULE:
        return ""
    if plan["mode"] == "rows":
        letters = plan["rows"].get(str(row_of(card))) or ""
        return letters if len(letters) < 2 else UNKNOWN
    return UNKNOWN if plan["mode"] == "random" else ""


# rule: FF-2.2.2.b, FF-8.2.2.a
def scheduled_cards(scenario: FieldsScenario) -> tuple[int, ...]:
    """The cards on which a defence lays its markers: those of some rows, or of the perimeter that the company holds."""
    plan = scenario.mission.setup["pc"]
    if plan["mode"] != SCHEDULE:
        return ()
    if PERIMETER in plan["rows"]:
        held = start_cards(scenario)
        return tuple(card for card in held if any(near not in held for near in around(card)))
    return tuple(card for card in scenario.ground if row_of(card) in plan["rows"])


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
    """The company on the cards where it starts, every platoon on a card of its own as far as they have room."""
    mission = scenario.mission
    found: dict[int, Unit] = {}
    cards = start_cards(scenario)
    room = dict.fromkeys(cards, ROOM if not mission.staging else UNLIMITED_STEPS)
    for key in company_of(scenario):
        kind = scenario.types[key]
        first = min(max(kind.platoon, 1), len(cards)) - 1
        order = (*cards[first:], *cards[:first])
        needed = kind.steps if kind.is_infantry else 0
        at = next((card for card in order if room[card] >= needed), 0)
        is_aloft = kind.kind == AIRCRAFT
        if is_aloft:  # rule: FF-10.0.a
            at = 0
        if at:
            room[at] -= needed
        found[key] = replace(as_supplied(scenario, key), at=at, box="" if at else AVAILABLE if is_aloft else OFF_MAP)
    return dict(sorted(found.items()))


def as_supplied(scenario: FieldsScenario, key: int) -> Unit:
    """A counter as its mission brings it: full, with the grade and the ammunition of the briefing, on no card yet."""
    mission, kind = scenario.mission, scenario.types[key]
    grade = kind.experience
    if not kind.is_team and kind.kind != CASUALTY:
        is_enemy = kind.side == ENEMY
        grade = mission.experience if is_enemy else company_experience(mission, kind.ammo_key, grade)
    return Unit(
        steps=kind.steps,
        experience=grade,
        platoon=kind.platoon,
        ammo=_rounds(scenario, kind) or _rounds_of_whole(scenario, kind),
    )


def _rounds(scenario: FieldsScenario, kind: UnitType) -> int:
    """What the briefing or its own row gives a kind of unit, else what it has in another mission of the campaign."""
    mission = scenario.mission
    return int(mission.ammo.get(kind.ammo_key) or kind.carries or _usual_ammo(mission.campaign, kind.ammo_key))


# rule: FF-3.9.12-14, FF-7.18.1.B
def _rounds_of_whole(scenario: FieldsScenario, kind: UnitType) -> int:
    """What the squad or section has, of which a team with its weapon is left that has nothing of its own."""
    if not kind.ammo:
        return 0
    return max((_rounds(scenario, one) for one in scenario.wholes.get(kind.id, ())), default=0)


@cache
def _usual_ammo(campaign: str, key: str) -> int:
    """What the other briefings of a campaign give a unit that is lent where the mission's own does not know it."""
    return max((one.ammo.get(key, 0) for one in missions().values() if one.campaign == campaign), default=0)


# rule: FF-2.3.4.a
def opening_assets(scenario: FieldsScenario, units: tuple[int, ...]) -> dict[int, Asset]:
    """Radios with those they belong to; other equipment with headquarters and squads in turn, as much as they carry."""
    company = data("toe_us")["companies"][scenario.mission.campaign]
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
    # rule: FF-9.2.e
    dark = scenario.mission.has_limited_turn
    pieces = [kind for kind, count in company["assets"].items() for _ in range(int(count)) if dark or kind != LAMP]
    for kind in pieces:
        if not carriers:
            break
        holder = carriers.pop(0)
        rows.append(Asset(kind=kind, holder=holder))
        room[holder] -= 1
        if room[holder] > 0:
            carriers.append(holder)
    return dict(enumerate(rows, start=1))


# rule: FF-2.4.1.A.lod, FF-2.4.1.A.points, FF-2.4.1.B.mlr
def _controls(scenario: FieldsScenario) -> dict[str, int]:
    """Every control of the mission on the first card that is allowed for it; the player puts them where he likes.

    Concentrations and final fires lie nowhere until he does. The main line of resistance is the last row behind it.
    """
    plan: Mapping[str, Any] = scenario.mission.setup["controls"]
    found: dict[str, int] = {}
    for name, rows in limits_of(scenario.mission).items():
        if name in (CONCENTRATION, PROTECTIVE):
            continue
        row = rows[0] if name.startswith("route") else rows[-1]
        cards = [card for card in scenario.ground if row_of(card) == row]
        found[name] = next((card for card in cards if card not in found.values()), cards[0])
    if plan.get(COLLECTION) == "staging area":
        found[COLLECTION] = place(0, 1)
    if "mlr" in plan:
        found["mlr"] = 1
    return found


# rule: FF-2.3.5.a
def start_cards(scenario: FieldsScenario) -> tuple[int, ...]:
    """The cards on which the company may start, as the briefing says."""
    mission, where = scenario.mission, str(scenario.mission.setup["start"]["where"])
    if mission.staging:
        return tuple(place(0, column) for column in range(1, mission.columns + 1))
    rows, columns = STARTS.get(where, STARTS["row 1"])
    return tuple(
        card
        for card in scenario.ground
        if row_of(card) in rows and columns <= column_of(card) <= mission.columns - columns + 1
    )


STARTS = {
    "row 1": ((1,), 1),
    "row 1; one platoon may hold the COP on row 2": ((1,), 1),
    "rows 1 and 2": ((1, 2), 1),
    "the nine inner cards": ((2, 3, 4), 2),
    "the six inner columns of rows 1 to 3": ((1, 2, 3), 2),
}
"""Where a company starts that has no Staging Area: the rows, and the first column counted from either side."""
ROOM, UNLIMITED_STEPS = 16, 999
"""Steps that a card of the map holds, and one of the Staging Area."""


# rule: FF-13.5, FF-13.7
def town_markers(scenario: FieldsScenario, cards: Mapping[int, Card]) -> dict[int, Marker]:
    """Barricades and joined buildings of the briefing, where urban cards have come to lie."""
    plan = scenario.mission.setup.get("town") or {}
    places = {name: key for key, name in scenario.names["place"].items()}

    def is_urban(name: str) -> bool:
        return scenario.terrain[cards[places[name]].terrain].town is not None

    found = [Marker(BARRICADE, at=places[name]) for name in plan.get("barricades", ()) if is_urban(name)]
    for a, b in plan.get("joined", ()):
        if is_urban(a) and is_urban(b):
            found.append(Marker(JOINED, at=places[a], value=direction(places[a], places[b])))
    return dict(enumerate(found, start=1))


# rule: FF-7.9.2
def claymores(scenario: FieldsScenario) -> list[Marker]:
    """The Claymores of the briefing, card by card where the company starts, from the front; the player moves them."""
    count, cards = scenario.mission.setup["start"].get("claymores", 0), start_cards(scenario)
    order = sorted(cards, key=lambda card: (-row_of(card), column_of(card)))
    return [Marker(CLAYMORE, at=order[number % len(order)]) for number in range(count)]


# rule: FF-2.4.1.B.mlr
def _works(scenario: FieldsScenario) -> dict[int, Cover]:
    """Foxholes, trenches and bunkers that are dug before the mission, on the cards on which the company starts."""
    start = scenario.mission.setup["start"]
    holes = start.get("foxholes") or {}
    each = holes.get("row_1_per_card") or holes.get("per_card") or 0
    forts = start.get("fortifications") or {}
    cards = start_cards(scenario)
    kinds = [(card, "foxholes") for card in cards for _ in range(each)]
    kinds += [(card, "trench") for card in cards for _ in range(forts.get("trench_per_card", 0))]
    kinds += [(card, "bunker") for card in cards[: forts.get("bunkers", 0)]]
    if holes.get("cop"):
        outpost = _controls(scenario)[OUTPOST]
        kinds += [(outpost, "foxholes")] * int(holes["cop"])
    found: dict[int, Cover] = {}
    for number, (card, kind) in enumerate(kinds, start=1):
        figures = scenario.markers[f"cover.{kind}"]
        facing = NORTH if kind == "bunker" else -1
        found[number] = Cover(
            at=card, kind=kind, value=figures["value"], capacity=figures["capacity"] or 0, facing=facing
        )
    return found
