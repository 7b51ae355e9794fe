"""Next War: Korea as a game of the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.games.nextwar import drawing, statistics
from sandtable.games.nextwar import scenario as cards
from sandtable.games.nextwar import sheets as aids
from sandtable.games.nextwar.flow import SEQUENCE
from sandtable.games.nextwar.model import (
    AIR_BOXES,
    DPRK,
    SIDES,
    Account,
    Aircraft,
    Battle,
    Damage,
    Helicopter,
    KoreaOptions,
    KoreaState,
    MopUp,
    Network,
    Ship,
    Sortie,
    SpecialForces,
    Targeted,
    Toll,
    Tunnel,
    Unit,
    enemy,
)
from sandtable.games.nextwar.names import VOCABULARY
from sandtable.games.nextwar.queries import QUERIES
from sandtable.games.nextwar.rules.air_points import afloat, helicopters
from sandtable.games.nextwar.rules.combat import chemicals
from sandtable.games.nextwar.rules.damage import fleets
from sandtable.games.nextwar.rules.damage.installations import DESTROYED
from sandtable.games.nextwar.rules.movement import beachheads, mopup, stacking
from sandtable.games.nextwar.rules.scenarios import provocation, restraints
from sandtable.games.nextwar.rules.sea.waters import is_sea_hex
from sandtable.games.nextwar.rules.terms.stacks import holders, stacks
from sandtable.games.nextwar.rules.terms.units import is_out_of_place
from sandtable.games.nextwar.rules.victory import judging
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.ground import INSTALLATIONS, is_hex
from sandtable.games.nextwar.scenario.setup import mopup_markers, opening
from sandtable.games.nextwar.view import VISIBILITY, imagined
from sandtable.kernel import Dice, Draft, Game, Options, Outcome, ScenarioInfo, View
from sandtable.kernel.naming import label
from sandtable.kernel.sheets import Sheet

COUNTED = ("air", "tunnels", "outposts", "supply", "scud", "cruise", "chemical", "airmobile", "rolls")
"""Points and markers of a side that never fall below none."""
GROUPS = ("initiative", "basic")
"""Phases that are made of segments."""
FORCES = ("first_special_forces", "second_special_forces")
"""Phases of special operations: each side in turn, with the same words."""
PLAYERS = ("first", "second")
"""Steps that both players take in turn share their words."""
PLAYED = (
    "train_to_seoul",
    "uijeongbu_blues",
    "east_coast_highway",
    "incheon_again",
    "militarized_zone",
    "all_in",
    "they_did_what",
    "air_war",
    "strategic_surprise",
    "tactical_surprise",
    "extended_mobilization",
)
"""Scenarios that can be played to their end: those of the standard game, the air war, and the three campaigns."""


class NextWarKorea(Game[KoreaState]):
    """The game."""

    id = "nextwar"
    version = "0"
    options = KoreaOptions
    queries = QUERIES
    sequence = SEQUENCE
    state_type = KoreaState
    visibility = VISIBILITY
    vocabulary = VOCABULARY

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(name=name, seats=SIDES, minutes=cards.minutes(name)) for name in PLAYED)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> KoreaScenario:
        assert isinstance(options, KoreaOptions)
        return cards.load(name, options, facts)

    def setup(self, scenario: KoreaScenario, dice: Dice) -> KoreaState:
        return opening(scenario)

    def empty(self, scenario: KoreaScenario) -> KoreaState:
        initiative = scenario.card["initiative"]
        return KoreaState(
            turn=1,
            weather="clear",
            initiative=initiative["fixed"][0],
            first=initiative["first"],
            accounts={side: Account() for side in sorted(SIDES)},
            cup=mopup_markers(),
        )

    def row(self, scenario: KoreaScenario, table: str, key: Any) -> Any:
        match table:
            case "units":
                return Unit(steps=scenario.units[key].steps)
            case "helicopters":
                return Helicopter(steps=scenario.helicopters[key].steps)
            case "ships":
                return Ship()
            case "aircraft":
                return Aircraft(steps=scenario.aircraft[key].steps)
            case "mopups":
                return MopUp(DPRK, 5)
            case "tunnels":
                return Tunnel()
            case "accounts":
                return Account()
            case "networks":
                return Network()
            case "damage":
                return Damage()
            case "targeted":
                return Targeted()
            case "special_forces":
                return SpecialForces()
            case "tolls":
                return Toll()
            case "sorties":
                return Sortie()
            case _:
                return None

    def board(self, scenario: KoreaScenario) -> dict[str, Any]:
        return drawing.board(scenario)

    def step_name(self, at: str) -> str:
        """A segment is called by its own name; arrivals in segments share their words."""
        parts = at.split(".")
        if parts[0] == "game" and len(parts) > 1:
            parts = parts[2:] if parts[1] == "turn" and len(parts) > 2 else parts[1:]
        if parts[0] in GROUPS and len(parts) > 1:
            shared = "arrivals" if parts[-1].endswith("arrivals") else parts[-1]
            parts = [shared] if shared in ("arrivals", "chemicals") else parts[1:2]
        if parts[0] in FORCES:
            parts = ["special_forces", *parts[2:]]
        if parts[-1] in PLAYERS:
            parts = parts[:-1]
        return ".".join(parts)

    def sheets(self, scenario: KoreaScenario) -> tuple[Sheet, ...]:
        return aids.sheets(scenario)

    def statistics(self, state: KoreaState) -> Mapping[str, Mapping[str, int]]:
        return statistics.count(state)

    def imagine(self, view: View[KoreaState], dice: Dice) -> KoreaState:
        return imagined(view, dice)

    def settle(self, d: Draft[KoreaState]) -> None:
        mopup.settle(d)
        beachheads.settle(d)
        chemicals.count_sites(d)
        fleets.leave_ruins(d)
        provocation.settle(d)
        restraints.settle(d)

    def outcome(self, state: KoreaState) -> Outcome | None:
        return judging.outcome(state)

    def broken(self, state: KoreaState) -> str | None:
        """What cannot be: a unit nowhere, too many steps, both sides in a hex, a unit in the sea."""
        units = state.board.units
        for key, unit in state.units.items():
            if bool(unit.hex) == bool(unit.box):
                return f"{units[key].name} is in {unit.hex} and in box {unit.box!r}"
            if is_out_of_place(state, key):
                return f"{units[key].name} was not chosen for this game"
            if unit.steps > units[key].steps or (unit.hex and unit.steps < 1):
                return f"{units[key].name} has {unit.steps} steps of {units[key].steps}"
        for place, keys in stacks(state).items():
            if is_hex(place) and len({units[k].side for k in keys}) > 1:
                return f"both sides stand in {label(state.board, 'place', place)}"
        for place, marker in state.mopups.items():
            if not any(units[k].side == marker.side for k in stacks(state).get(place, ())):
                return f"nobody is under the mop-up marker in {label(state.board, 'place', place)}"
        return next(_misplaced(state), None) or next(_overdrawn(state), None)

    def unreached(self, state: KoreaState) -> str | None:
        """More than a place holds: aboard, at bases, at sea, in a combat, and where an advance came in."""
        return next(_crowded(state), None)


def _misplaced(state: KoreaState) -> Iterator[str]:
    """Helicopters, ships and air units that are in two places, or stronger than their counters."""
    korea = state.board
    for key, helicopter in state.helicopters.items():
        if helicopter.hex and helicopter.box:
            yield f"{korea.helicopters[key].name} is in {helicopter.hex} and in box {helicopter.box!r}"
        if helicopter.steps > korea.helicopters[key].steps or (helicopter.hex and helicopter.steps < 1):
            yield f"{korea.helicopters[key].name} has {helicopter.steps} steps"
    for key, ship in state.ships.items():
        if ship.hex and ship.box:
            yield f"{korea.ships[key].name} is in {ship.hex} and in box {ship.box!r}"
    for key, unit in state.aircraft.items():
        if unit.steps > korea.aircraft[key].steps or (unit.box in AIR_BOXES and unit.steps < 1):
            yield f"{korea.aircraft[key].name} has {unit.steps} steps"


def _crowded(state: KoreaState) -> Iterator[str]:
    """More than a place holds, where a limit is no matter of penalties: aboard, at bases, at sea, and in an advance."""
    korea = state.board
    for place, keys in stacks(state).items():
        ships = [key for key in state.ships if state.ships[key].hex == place]
        room2 = max((korea.ships[key].capacity2 for key in ships), default=0)
        if is_sea_hex(state, place) and stacking.stack2(state, keys) > room2:
            yield f"more marines than a ship carries in {label(korea, 'place', place)}"
        if sum(korea.units[key].is_outpost for key in keys) > 1:
            yield f"two outposts in {label(korea, 'place', place)}"
    at_sea = [ship.hex for ship in state.ships.values() if is_sea_hex(state, ship.hex)]
    if len(set(at_sea)) < len(at_sea):
        yield "two ships in one hex of the sea"
    for place in sorted({unit.hex for unit in state.helicopters.values() if unit.hex and not unit.ship}):
        own = [key for key in helicopters.based(state, place) if not state.helicopters[key].guest]
        if is_hex(place) and len(own) > helicopters.room(state, place):
            yield f"more helicopters than there is room for in {label(korea, 'place', place)}"
    if any(len(afloat.on_ship(state, ship)) > afloat.MOST for ship in state.ships):
        yield "two helicopter units on one ship"
    yield from _crowded_combat(state)


def _crowded_combat(state: KoreaState) -> Iterator[str]:
    """More of a hex in a combat than its limit lets fight, or go into the hex that was taken."""
    for place in (h for side in SIDES for h in stacking.overstacked(state, side)):
        fought = tuple(key for key in stacks(state)[place] if state.units[key].fought)
        if stacking.stack2(state, fought) > stacking.limit2(state, place, holders(state)[place]):
            yield f"more have attacked out of {label(state.board, 'place', place)} than may"
    battle = state.within(Battle)
    if battle is None:
        return
    limit2 = stacking.limit2(state, battle.target, enemy(battle.side))
    if battle.defence_lead and stacking.stack2(state, battle.defenders) > limit2:
        yield f"more defend {label(state.board, 'place', battle.target)} than may"
    if battle.advanced and stacking.excess(state, battle.target):
        yield f"an advance crowds {label(state.board, 'place', battle.target)}"


def _overdrawn(state: KoreaState) -> Iterator[str]:
    """Markers beyond the counter mix, and points that nobody has."""
    for side, account in state.accounts.items():
        if beachheads.left(state, side) < 0:
            yield f"more beachheads of {side} than there are markers"
        spent = [name for name in COUNTED if getattr(account, name) < 0]
        if spent:
            yield f"{side} has less than no {', '.join(spent)}"
    for place, row in state.damage.items():
        if any(not 0 <= getattr(row, what) <= DESTROYED for what in INSTALLATIONS):
            yield f"there is no such strike marker as in {label(state.board, 'place', place)}"
    if any(left < 0 for left in state.replacements.values()):
        yield "more replacement points are spent than there were"
    for nation, forces in state.special_forces.items():
        if min(forces.ready, forces.used, forces.lost) < 0:
            yield f"{nation} has sent more special forces than it has"


GAME = NextWarKorea()
