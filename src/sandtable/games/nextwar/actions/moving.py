"""What a player says to place and move units."""

from __future__ import annotations

from sandtable.games.nextwar.model import HelicopterId, KoreaState, ShipId, UnitId, Units
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.korean_terrain import tunnels
from sandtable.games.nextwar.rules.korean_units import infiltration, task_forces
from sandtable.games.nextwar.rules.movement import carrying_out, eligibility, marching, mopup, setting_out
from sandtable.games.nextwar.rules.scenarios import placing
from sandtable.games.nextwar.rules.scenarios.duties import why_not_end
from sandtable.games.nextwar.rules.terms.stacks import on_board, stacks
from sandtable.games.nextwar.rules.terms.units import ref
from sandtable.games.nextwar.rules.weather import weather
from sandtable.kernel import Action, Draft, Refusal, SomeOf, pick_some, refuse, verb
from sandtable.kernel.refusals import Place


class ChooseWeather(Action, frozen=True, tag="choose_weather"):
    """Pick the weather of the first turn."""

    weather: str


class SetUp(Action, frozen=True, tag="place"):
    """Set up a unit that has no hex printed on it."""

    unit: UnitId
    to: Place


class PlaceHelicopter(Action, frozen=True, tag="base"):
    """Set up a helicopter unit at a base."""

    helicopter: HelicopterId
    to: Place


class Anchor(Action, frozen=True):
    """Set up a ship."""

    ship: ShipId
    to: Place


class Dig(Action, frozen=True, tag="tunnel"):
    """Place a tunnel under a hex of the ROK."""

    place: Place
    hexes: tuple[Place, ...] = ()


class Move(Action, frozen=True):
    """Move units of one hex along a way."""

    units: Units
    path: tuple[Place, ...]


class SetOut(Action, frozen=True, tag="set_out"):
    """Set out on a line off the map that takes more than this segment."""

    unit: UnitId
    to: Place


class FormTaskForce(Action, frozen=True, tag="task_force"):
    """Form a task force of battalions of marines."""

    units: Units


class Infiltrate(Action, frozen=True):
    """Slip through a hex of the enemy with light infantry."""

    unit: UnitId
    place: Place
    to: Place


class MopUpHex(Action, frozen=True, tag="mop_up"):
    """Resolve a mop-up operation."""

    place: Place
    lead: UnitId


class Done(Action, frozen=True):
    """End the segment."""


# rule: NW-8.5.1.a, NW-8.5.1.d
def movable(state: KoreaState, seat: str) -> SomeOf:
    """Units that can still move, one or several of a hex together."""

    def why_not(key: int) -> Refusal | None:
        no = eligibility.why_not_move(state, seat, key)
        if no is None and not marching.can_go(state, key):
            return refuse("NW-8.5.1.e", "refuse.stuck", ref(key), unit=ref(key))
        return no

    def together(units: tuple[int, ...]) -> Refusal | None:
        hexes = {state.units[key].hex for key in units}
        # Who was carried to a hex in this segment did not begin it there.
        if len(hexes) > 1 or len({state.units[key].carried for key in units}) > 1:
            return refuse("NW-8.5.1.a", "refuse.not_together", *map(ref, units))
        if len(units) > 1 and not marching.march(state, tuple(sorted(units))).steps(()):
            return refuse("NW-8.5.1.d", "refuse.stuck_together", *map(ref, units))
        return None

    def company(key: int) -> tuple[int, ...]:
        return stacks(state).get(state.units[key].hex, ())

    return pick_some("piece", on_board(state, seat), why_not, least=1, check=together, alike=company)


def why_not_end_movement(state: KoreaState, seat: str) -> Refusal | None:
    """Why a movement segment cannot be ended yet."""
    return why_not_end(state, seat) or transfers.why_not_stay(state, seat)


def done(d: Draft[KoreaState], action: Done) -> None:
    """End what is asked."""
    d.done()


def choose_weather(d: Draft[KoreaState], action: ChooseWeather) -> None:
    """Set the weather."""
    weather.choose(d, action.weather)
    d.done()


CHOOSE_WEATHER = verb(ChooseWeather, "NW-4.0.a", choose_weather, weather=weather.choices)
PLACE = verb(SetUp, "NWK-16.0.b", lambda d, a: placing.place(d, a.unit, a.to), unit=placing.waiting, to=placing.places)
BASE = verb(
    PlaceHelicopter,
    "NW-6.5.1.a",
    lambda d, a: placing.base(d, a.helicopter, a.to),
    helicopter=placing.waiting_helicopters,
    to=placing.bases,
)
ANCHOR = verb(
    Anchor,
    "NW-8.5.6.3",
    lambda d, a: placing.anchor(d, a.ship, a.to),
    ship=placing.waiting_ships,
    to=placing.anchorages,
)
TUNNEL = verb(
    Dig,
    "NWK-2.6.a",
    lambda d, a: tunnels.dig(d, a.place, a.hexes),
    allow=tunnels.why_not_dig,
    place=tunnels.targets,
    hexes=tunnels.mouths,
)
MOVE = verb(
    Move,
    "NW-8.5.1.a",
    lambda d, a: carrying_out.move(d, a.units, a.path),
    units=movable,
    path=marching.paths,
)
INFILTRATE = verb(
    Infiltrate,
    "NWK-3.1.3.a",
    lambda d, a: infiltration.infiltrate(d, a.unit, a.place, a.to),
    allow=infiltration.why_nobody,
    unit=infiltration.infiltrators,
    place=infiltration.hexes,
    to=infiltration.ends,
)
TASK_FORCE = verb(
    FormTaskForce,
    "NWK-3.3.2",
    lambda d, a: task_forces.form(d, a.units),
    allow=task_forces.why_nobody,
    units=task_forces.battalions,
)
SET_OUT = verb(
    SetOut,
    "NWK-5.5.2",
    lambda d, a: setting_out.set_out(d, a.unit, a.to),
    unit=setting_out.travellers,
    to=setting_out.ends,
)
MOP_UP = verb(
    MopUpHex,
    "NW-8.4.1.b",
    lambda d, a: mopup.resolve(d, a.place, a.lead),
    place=mopup.open_hexes,
    lead=mopup.leads,
)
DONE = verb(Done, "NW-3.0.a", done, ends=True)
END_MOVEMENT = verb(Done, "NW-8.0", done, allow=why_not_end_movement, ends=True)
