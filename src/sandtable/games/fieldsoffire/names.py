"""The words of Fields of Fire as case files write them: boxes, markers, controls, equipment, signals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from sandtable.games.fieldsoffire.model import (
    AIRSTRIKE,
    BOXES,
    ILLUMINATION,
    INCOMING,
    LIFT_BOXES,
    MARKERS,
    OUTSIDE,
    SIDES,
    STAGING,
    FieldsState,
    UnitId,
)
from sandtable.games.fieldsoffire.model import GRADES as MARKS
from sandtable.games.fieldsoffire.rules.campaign.abilities import GRANTED, skills
from sandtable.games.fieldsoffire.rules.campaign.campaign import COMMANDER_LOST, MUSTER, RETURNED, TRANSFERRED
from sandtable.games.fieldsoffire.rules.campaign.promotion import BARRED_LEADER
from sandtable.games.fieldsoffire.rules.campaign.rebuilding import LOOSE, REPLACEMENTS, STEADY, VETERANS
from sandtable.games.fieldsoffire.rules.campaign.scoring import COUNTED, EXPERIENCE
from sandtable.games.fieldsoffire.rules.command import controls as zones
from sandtable.games.fieldsoffire.rules.command.signals import DEVICES, SIGNALS
from sandtable.games.fieldsoffire.rules.ground.cover import CAVE
from sandtable.games.fieldsoffire.rules.ground.loads import AMMUNITION, CHARGE, FLAMETHROWER, MEDEVAC
from sandtable.games.fieldsoffire.rules.preparation.controls import PHASE_LINES, line_name
from sandtable.games.fieldsoffire.rules.preparation.limits import MLR, ON_PATROL, OUTPOST
from sandtable.games.fieldsoffire.rules.sequence import standing
from sandtable.games.fieldsoffire.rules.sequence.objectives import FAILURE, HOME, ROUTE, SUCCESS, TOUCHED
from sandtable.games.fieldsoffire.rules.sequence.retry import CASUALTIES
from sandtable.games.fieldsoffire.rules.visibility.sights import SIGHTS
from sandtable.games.fieldsoffire.scenario import FieldsScenario
from sandtable.games.fieldsoffire.scenario.controls import (
    ATTACK,
    COLLECTION,
    CONCENTRATION,
    OBJECTIVES,
    PROTECTIVE,
)
from sandtable.games.fieldsoffire.scenario.controls import (
    OUTPOST as OUTPOST_CARD,
)
from sandtable.games.fieldsoffire.scenario.facts import FieldsFacts
from sandtable.games.fieldsoffire.scenario.files import chart, data
from sandtable.games.fieldsoffire.scenario.missions import missions
from sandtable.games.fieldsoffire.scenario.setup import CONTACTS, LETTERS, MAIN_PILE, SECOND_PILE, SPARE_PILE, UNKNOWN
from sandtable.games.fieldsoffire.scenario.town import BUILDING, COURTYARD, ROOF, STOREY, STREET
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, CASUALTY, FIRE
from sandtable.kernel import NO, YES
from sandtable.kernel.cases import Vocabulary
from sandtable.kernel.cases.parts import Where
from sandtable.kernel.refusals import Place

ROUTES = tuple(f"route {number}" for number in range(1, 5))
LINES = tuple(line_name(number) for number in range(1, PHASE_LINES + 1))
CARDS = (*OBJECTIVES, ATTACK, CONCENTRATION, COLLECTION, OUTPOST_CARD, PROTECTIVE, MEDEVAC, *zones.LANDING_ZONES)
CONTROLS = (*CARDS, *ROUTES, *LINES, MLR)
"""Tactical controls of any mission: on a card, along a route, between two rows."""
DETAILS = (OUTPOST, ON_PATROL, MUSTER, BARRED_LEADER, COMMANDER_LOST, GRANTED)
RESERVE = (LOOSE, REPLACEMENTS, STEADY, VETERANS)
TEAMS = (ASSAULT, FIRE)
WITH_TEAMS = ("Split", "Guard", "Detach", "LeadPlatoon", "LeadCompany", "Spawn")
"""Actions that say which team a step becomes."""
GRADES = ("green", "line")
DIAGONALS = ("nw", "ne", "sw", "se")
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""Directions as they are numbered, from the player's front clockwise."""
STANDING = (
    standing.REPORT,
    standing.NET_DOWN,
    standing.VISITOR,
    standing.HOLD_LINE,
    standing.ADVANCE,
    standing.ADVANCE_CONTACT,
    standing.HOLD_UP,
    standing.RAIN,
    standing.ROUTE,
    standing.NO_WITHDRAWAL,
    standing.COUNTERATTACK,
    *(standing.SILENT + name for name in standing.AGENCIES),
)


def printed(prefix: str) -> Callable[[FieldsScenario], Iterable[str]]:
    """Words that the markers of a group carry, such as the lights."""
    return lambda board: ["", *(name.removeprefix(prefix) for name in board.markers if name.startswith(prefix))]


def covers(board: FieldsScenario) -> Iterator[str]:
    """Kinds of cover, and of areas in towns."""
    yield from printed("cover.")(board)
    yield from (CAVE, STREET, COURTYARD, BUILDING, STOREY, ROOF)


def points(board: FieldsScenario) -> Iterator[str]:
    """What the mission log counts."""
    yield from (EXPERIENCE, RETURNED, CASUALTIES, ROUTE, TOUCHED, HOME, "lost_prisoners", *COUNTED)
    yield from (f"guards.{grade}" for grade in (-1, 0, 1))
    yield from (f"{TOUCHED}.{name}" for name in (*ROUTES, *OBJECTIVES))


def support(board: FieldsScenario) -> tuple[str, ...]:
    """Fire missions of the mission's table."""
    return tuple(row.key for row in board.mission.support) or ("none",)


def agencies(board: FieldsScenario) -> tuple[str, ...]:
    """Agencies of the mission's table."""
    return tuple(dict.fromkeys(row.agency for row in board.mission.support)) or ("none",)


def codes(board: FieldsScenario) -> Iterator[str]:
    """What a signal can mean, in any kind of mission."""
    numbers = {"XPL#": range(1, 3), "M2RP#": range(1, 5)}
    for name, rows in chart("signal_actions").items():
        if name in ("offensive", "defensive", "patrol"):
            for code in rows:
                yield from (code.replace("#", str(number)) for number in numbers[code]) if "#" in code else (code,)


def equipment(board: FieldsScenario) -> Iterator[str]:
    """Whatever can be carried: devices, weapons, ammunition, radios and phones."""
    yield from (name.removeprefix("asset.") for name in board.markers if name.startswith("asset."))
    yield from (AMMUNITION + name for name in ammunition(board))
    yield from (*DEVICES, *SIGHTS, CHARGE, FLAMETHROWER)
    for company in data("toe_us")["companies"].values():
        yield from company["assets"]
        yield from (model for models in company["radios"].values() for model in models)
        if company["phones"]:
            yield str(company["phones"]["model"])
    for row in chart("radios")["rows"]:
        yield from row["sets"]


def ammunition(board: FieldsScenario) -> Iterator[str]:
    """Kinds of ammunition."""
    yield from (name.removeprefix(AMMUNITION) for name in board.markers if name.startswith(AMMUNITION))


def _always(*words: str) -> Callable[[Any], Iterable[str]]:
    return lambda board: words


# -- questions ---------------------------------------------------------------------------------------------------------


class AskOdds(Struct, frozen=True):
    """The chances of a unit in what it can be ordered to try, or of an enemy in his activity check."""

    piece: UnitId
    what: str = ""


class AskMenu(Struct, frozen=True):
    """What a unit can be ordered to do, and what the fire on it would do."""

    piece: UnitId


class AskSight(Struct, frozen=True):
    """What a unit sees, or somebody on a card."""

    piece: UnitId = 0
    place: Place = 0


class AskNets(Struct, frozen=True):
    """Who hears a unit, by voice or by a net."""

    piece: UnitId = 0


class AskContact(Struct, frozen=True):
    """How likely the potential contact marker of a card is contact."""

    place: Place


class AskThere(Struct, frozen=True):
    """What the fire on a card would do to a unit that had moved there."""

    piece: UnitId
    place: Place


UNPRINTED = (INCOMING, AIRSTRIKE)
"""Fire whose counters differ: a case has to say which it means."""


def faults(state: FieldsState) -> Iterator[tuple[Where, str]]:
    """Units that are nowhere, or in two places; markers of which nobody could tell where they lie or what they do."""
    for key, unit in state.units.items():
        if not unit.at and not unit.box:
            yield ("units", key), "this unit is nowhere; say on which card it is with `at`, or in which `box`"
        if unit.at and unit.box:
            yield ("units", key), "this unit is on a card and in a box; say `at` or `box`, not both"
    for number, marker in state.markers.items():
        if not (marker.at or marker.cover or marker.unit or marker.by):
            yield ("markers", number), f"this {marker.kind} lies nowhere; say `at`, `cover` or `unit`"
        if marker.kind in UNPRINTED and not marker.value:
            yield ("markers", number), f"the counters of {marker.kind} differ; say its `value`, such as -4"
        lamps = [word for word in printed("illum.")(state.board) if word]
        if marker.kind == ILLUMINATION and marker.form not in lamps:
            yield ("markers", number), f"there is light of several forms; say its `form`: {', '.join(lamps)}"


VOCABULARY = Vocabulary(
    words={
        "FieldsState.light": printed("light."),
        "FieldsState.weather": printed("weather."),
        "FieldsState.piles.key": _always(MAIN_PILE, SECOND_PILE, SPARE_PILE, CONTACTS),
        "FieldsState.controls.key": _always(*CONTROLS),
        "FieldsState.details.key": _always(*DETAILS),
        "FieldsState.support.key": support,
        "FieldsState.points.key": points,
        "FieldsState.reserve.key": _always(*RESERVE),
        "FieldsState.standing.key": _always(*STANDING),
        "FieldsState.acting": _always("", *SIDES),
        "FieldsState.signals.key": _always(*SIGNALS),
        "FieldsState.signals": codes,
        "FieldsState.over": _always("", SUCCESS, FAILURE),
        "Card.kind": _always("", STAGING, OUTSIDE),
        "Card.pile": _always("", MAIN_PILE, SECOND_PILE, SPARE_PILE),
        "Card.contact": _always("", *LETTERS, UNKNOWN),
        "Cover.kind": covers,
        "Marker.kind": _always(*MARKERS),
        "Marker.side": _always("", *SIDES),
        "Unit.box": _always("", *BOXES),
        "Unit.origin": _always("", *LETTERS),
        "Unit.experience": lambda board: {number: name for name, number in MARKS.items()},
        **dict.fromkeys(("Unit.protective", "Cover.facing"), lambda board: {-1: "none", **dict(enumerate(COMPASS))}),
        "Command.abilities": lambda board: skills(),
        "Asset.kind": equipment,
        "Asset.net": lambda board: ["", *(name for name in board.markers if name.startswith("net."))],
        "Asset.box": _always("", *LIFT_BOXES),
        "Man.fate": _always("", CASUALTY, "captured", TRANSFERRED),
        **dict.fromkeys(("Man.mission", "Man.honours", "Chapter.mission"), lambda board: ("", *missions())),
        "Reinforce.source": _always(*RESERVE),
        "Promote.grade": _always(*GRADES),
        **dict.fromkeys(("Learn.ability", "ChooseAbility.ability", "UseAbility.ability"), lambda board: skills()),
        "SetControl.control": _always(*CONTROLS),
        "SeekCover.up": _always(YES, NO),
        "SetZone.zone": _always(*zones.LANDING_ZONES),
        **dict.fromkeys(
            (f"{name}.team" for name in WITH_TEAMS),
            _always("", *TEAMS),
        ),
        "Agree.device": _always(*SIGNALS),
        "Agree.code": codes,
        "LayLine.towards": _always(*DIAGONALS),
        "LayFire.agency": agencies,
        "Designate.control": _always(*zones.CONTROLS),
        "Call.mission": support,
        "Resupply.kind": ammunition,
    },
    free=("Cover.area", "Marker.form", "Man.name", "Summon.place"),
    facts=FieldsFacts,
    faults=faults,
    questions={
        "odds": AskOdds,
        "menu": AskMenu,
        "sight": AskSight,
        "nets": AskNets,
        "contact": AskContact,
        "there": AskThere,
    },
)
