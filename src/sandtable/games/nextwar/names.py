"""The words of Next War: Korea as case files write them: boxes, bases, aims, groups, and where a unit cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from sandtable.games.nextwar.model import (
    AIR_BASES,
    AIR_BOXES,
    BOXES,
    CEASE_FIRES,
    INTERVENTIONS,
    LEVELS,
    NATIONS,
    POSTURES,
    SIDES,
    WEATHERS,
    AirId,
    HelicopterId,
    KoreaState,
    UnitId,
    Wing,
)
from sandtable.games.nextwar.rules.air_defences import detecting
from sandtable.games.nextwar.rules.air_defences.network import TRACKS
from sandtable.games.nextwar.rules.air_war import fire
from sandtable.games.nextwar.rules.damage.repairs import WORKS
from sandtable.games.nextwar.rules.korean_terrain import busan
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.movement import air_transport, transports
from sandtable.games.nextwar.rules.special_operations import targets as operations
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.rules.terms.stacks import stacks
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.facts import KoreaFacts
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import BASES, SEA_BOXES, WMD, is_hex
from sandtable.kernel import NO, YES
from sandtable.kernel.cases import Vocabulary
from sandtable.kernel.cases.parts import Where
from sandtable.kernel.naming import label
from sandtable.kernel.refusals import Place

AIMS = (*targets.AIMS, targets.WEASEL, targets.SUPPORT, targets.TRANSPORT)
"""What a mission in the air is for."""
WAYS = (*transports.BY_PLANE, transports.AIRMOBILE, transports.LIFT)
EXPOSURES = (transports.LOCAL, transports.RADAR, transports.EARLY_ONLY)
SEEN = (detecting.EARLY, detecting.SEEN, detecting.UNSEEN)


def launchers(board: KoreaScenario) -> Mapping[str, str]:
    """What can fire a missile: a SCUD, China, a ship or a bomber by its name."""
    bombers = {f"air:{key}": unit.name for key, unit in board.aircraft.items() if unit.type in launches.BOMBERS}
    fleet = {f"ship:{key}": ship.name for key, ship in board.ships.items()}
    return {word: word for word in (launches.SCUD, launches.CHINA)} | fleet | bombers


def groups(board: KoreaScenario) -> Iterable[str]:
    """The lettered groups of reinforcements."""
    return tuple(chart("reinforcements")["groups"])


def _always(*words: str) -> Callable[[Any], Iterable[str]]:
    return lambda board: words


# -- questions ---------------------------------------------------------------------------------------------------------


class AskSide(Struct, frozen=True):
    """A question about one side, or both."""

    side: Literal["", "dprk", "allied"] = ""


class AskReach(Struct, frozen=True):
    """Where a unit can get in this segment, or what a helicopter unit can fly to."""

    piece: UnitId = 0
    helicopter: HelicopterId = 0


class AskControl(Struct, frozen=True):
    """Who controls each hex."""


class AskDisplay(Struct, frozen=True, omit_defaults=True):
    """The air display, with an aircraft in hand, or some that would be committed."""

    unit: AirId = 0
    chosen: Wing = ()


class AskNothing(Struct, frozen=True):
    """What needs no word beside its name: what is proposed, detected or interdicted."""


class AskForce(Struct, frozen=True, omit_defaults=True):
    """Units that attack a hex, with air points."""

    target: Place
    units: tuple[UnitId, ...] = ()
    air: int = 0


class AskOdds(Struct, frozen=True, omit_defaults=True):
    """The chances of an attack on a hex, or of a force."""

    place: Place | None = None
    force: AskForce | None = None


# -- positions that cannot be ------------------------------------------------------------------------------------------


def faults(state: KoreaState) -> Iterator[tuple[Where, str]]:
    """Units nowhere, in two places, too strong or in the water, both sides in a hex, markers of nobody."""
    board, sides = state.board, dict[int, str]()
    for key, unit in state.units.items():
        counter, row = board.units[key], ("units", key)
        if bool(unit.hex) == bool(unit.box):
            yield row, f"{counter.name} is in a place or in a box" + (", not in both" if unit.hex else "; say where")
        elif not 0 <= unit.steps <= counter.steps or (unit.hex and unit.steps < 1):
            yield (*row, "steps"), f"{counter.name} has 1 to {counter.steps} steps"
        elif is_hex(unit.hex) and sides.setdefault(unit.hex, counter.side) != counter.side:
            yield (*row, "hex"), f"the enemy stands in {label(board, 'place', unit.hex)} already"
    yield from _crews(state)
    for place, marker in state.mopups.items():
        if not any(board.units[key].side == marker.side for key in stacks(state).get(place, ())):
            yield ("mopups", place), "nobody of that side is under the mop-up marker"
    for place in state.seas:
        if place not in SEA_BOXES.values():
            yield ("seas", place), f"{label(board, 'place', place)} is no box of the sea"
    if state.turn < 0:
        yield ("turn",), f"there is no turn {state.turn}"


def _crews(state: KoreaState) -> Iterator[tuple[Where, str]]:
    """The same of helicopters, ships and air units; open ground all over has no sea for ships to be in."""
    board = state.board
    for key, helicopter in state.helicopters.items():
        if helicopter.hex and helicopter.box:
            yield ("helicopters", key), f"{board.helicopters[key].name} is in a place or in a box, not in both"
    for key, ship in state.ships.items():
        ground = board.ground[ship.hex] if ship.hex else None
        if ship.hex and ship.box:
            yield ("ships", key), f"{board.ships[key].name} is in a place or in a box, not in both"
        elif ground is not None and ground.is_land and "port" not in ground.features and not board.facts.get("bare"):
            yield ("ships", key, "hex"), f"{board.ships[key].name} cannot be on land without a port"
    for key, unit in state.aircraft.items():
        if not 0 <= unit.steps <= board.aircraft[key].steps:
            yield ("aircraft", key, "steps"), f"{board.aircraft[key].name} has 1 to {board.aircraft[key].steps} steps"


_SIDES = _always(*SIDES)
_NATIONS = _always(*NATIONS)
_BASES = _always(*AIR_BASES)

VOCABULARY = Vocabulary(
    words={
        "KoreaState.weather": _always("", *WEATHERS),
        "ChooseWeather.weather": _always(*WEATHERS),
        **dict.fromkeys(
            (
                *("KoreaState.initiative", "KoreaState.first", "KoreaState.air_side", "KoreaState.ended"),
                "KoreaState.seas",
            ),
            _always("", *SIDES),
        ),
        **dict.fromkeys(
            (
                *("KoreaState.passed", "KoreaState.refusing", "KoreaState.captured", "KoreaState.visited"),
                *("KoreaState.beachheads", "KoreaState.chemicals", "KoreaState.sorties.key"),
                *("KoreaState.networks.key", "KoreaState.tolls.key", "KoreaState.accounts.key"),
            ),
            _SIDES,
        ),
        "KoreaState.air_level": _always("", *LEVELS),
        **dict.fromkeys(
            (
                *("KoreaState.special_forces.key", "KoreaState.replacements.key", "KoreaState.postures.key"),
                *("KoreaState.interventions.key", "KoreaState.entered.key", "Operation.nation", "SendForces.nation"),
            ),
            _NATIONS,
        ),
        "KoreaState.flown.key": _always(*NATIONS, air_transport.TOGETHER),
        **dict.fromkeys(
            (
                *("KoreaState.groups", "KoreaState.came.key", "KoreaState.missing.key", "KoreaState.diverted"),
                "Insist.group",
            ),
            groups,
        ),
        "KoreaState.postures": _always(*POSTURES),
        "KoreaState.interventions": _always(*INTERVENTIONS),
        "KoreaState.cease_fire": _always("", *CEASE_FIRES),
        **dict.fromkeys(("Unit.box", "Helicopter.box", "Ship.box"), _always(*BOXES)),
        "Aircraft.box": _always(*AIR_BOXES, *BOXES),
        **dict.fromkeys(("Aircraft.base", "Station.base", "ChangeBase.base", "Rebase.base"), _BASES),
        **dict.fromkeys(("Mission.aim", "Strike.aim", "PointStrike.aim", "HelicopterStrike.aim"), _always(*AIMS)),
        "Mission.tracks": _always(*TRACKS),
        "Mission.found": _always(*SEEN),
        "Mission.base": _always(*BASES),
        "Mission.terrain": _always(*targets.ROWS),
        "Mission.way": _always(*WAYS),
        "Mission.exposure": _always(*EXPOSURES),
        "Damage.scored": _always(*targets.FEATURES),
        "Operation.mission": _always(*operations.MISSIONS),
        "SendForces.mission": _always(*operations.MISSIONS, *TRACKS),
        **dict.fromkeys(("Operation.aim", "SendForces.aim"), _always(operations.UNIT, *operations.FEATURES)),
        "Launch.launcher": launchers,
        "Launch.aim": _always(*targets.FEATURES, targets.UNIT),
        "TakeAway.way": _always(busan.GROUND, busan.LEAVE),
        "Repair.work": _always(*WORKS, *WMD),
        "Waver.fate": _always(fire.HIT, fire.TURNED),
        **dict.fromkeys(("GoAshore.beachhead", "Stand.answer", "HoldBeach.answer", "Press.answer"), _always(YES, NO)),
    },
    facts=KoreaFacts,
    questions={
        "zoc": AskSide,
        "reach": AskReach,
        "supply": AskSide,
        "threat": AskSide,
        "control": AskControl,
        "odds": AskOdds,
        "detection": AskNothing,
        "interdiction": AskNothing,
        "display": AskDisplay,
        "propose": AskNothing,
    },
    faults=faults,
)
