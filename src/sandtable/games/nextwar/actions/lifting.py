"""What a player says to move units by air."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.nextwar.model import KoreaState, ShipId, UnitId, Units, Wing
from sandtable.games.nextwar.rules.movement import air_transport, airmobile, carrying, landings, paradrops, transports
from sandtable.kernel import Action, Draft, Refusal, SomeOf, verb
from sandtable.kernel.refusals import Place


class FlyUnit(Action, frozen=True, tag="fly"):
    """Fly a unit to another base by air transport, with air points as escort."""

    unit: UnitId
    to: Place
    escort: int = 0
    company: Units = ()
    escorts: Wing = ()
    weasels: Wing = ()


class Drop(Action, frozen=True):
    """Drop a unit by parachute."""

    unit: UnitId
    to: Place
    escort: int = 0
    company: Units = ()
    escorts: Wing = ()
    weasels: Wing = ()


class Airmobile(Action, frozen=True):
    """Move a unit with helicopters."""

    unit: UnitId
    to: Place
    escort: int = 0
    company: Units = ()
    escorts: Wing = ()
    weasels: Wing = ()


class Lift(Action, frozen=True):
    """Lift marines with the helicopters of an amphibious ship."""

    ship: ShipId
    unit: UnitId
    to: Place
    escort: int = 0
    escorts: Wing = ()
    weasels: Wing = ()


class StepIn(Action, frozen=True, tag="step_in"):
    """Take a unit that came down by air into a hard hex next to it."""

    unit: UnitId
    to: Place


def nothing_flies(state: KoreaState, seat: str) -> Refusal | None:
    """Why nobody moves by air in this segment."""
    return carrying.why_not_in_segment(state)


Carried = FlyUnit | Drop | Airmobile
Standard = Callable[[Draft[KoreaState], int, int, int], None]


def take_off(way: str, standard: Standard) -> Callable[[Draft[KoreaState], Any], None]:
    """Fly as one mission of the advanced game, or as the standard game has it."""

    def effect(d: Draft[KoreaState], action: Carried) -> None:
        if d.now.board.flies_units:
            keys = (action.unit, *action.company)
            transports.begin(d, way, keys, action.to, action.escorts, action.weasels)
        else:
            standard(d, action.unit, action.to, action.escort)

    return effect


def lift(d: Draft[KoreaState], action: Lift) -> None:
    """Lift marines from a ship."""
    if d.now.board.flies_units:
        transports.begin(d, transports.LIFT, (action.unit,), action.to, action.escorts, action.weasels, action.ship)
    else:
        airmobile.lift(d, action.ship, action.unit, action.to, action.escort)


def _company(way: str) -> Callable[[KoreaState, str, int, int, int], SomeOf | None]:
    return lambda state, seat, unit, to, escort: transports.along(state, seat, way, unit, to)


def _escorts(way: str) -> Callable[[KoreaState, str, int, int, int, Units], SomeOf | None]:
    def choice(state: KoreaState, seat: str, unit: int, to: int, escort: int, company: Units) -> SomeOf | None:
        return transports.escorts(state, seat, way, state.units[unit].hex, to)

    return choice


def _weasels(way: str) -> Callable[[KoreaState, str, int, int, int, Units, Wing], SomeOf | None]:
    def choice(
        state: KoreaState, seat: str, unit: int, to: int, escort: int, company: Units, escorts: Wing
    ) -> SomeOf | None:
        return transports.weasels(state, seat, way, state.units[unit].hex, to, escorts)

    return choice


def lift_escorts(state: KoreaState, seat: str, ship: int, unit: int, to: int, escort: int) -> SomeOf | None:
    """Air units that protect marines in the air."""
    return transports.escorts(state, seat, transports.LIFT, state.units[unit].hex, to)


def lift_weasels(
    state: KoreaState, seat: str, ship: int, unit: int, to: int, escort: int, escorts: Wing
) -> SomeOf | None:
    """Wild Weasels that go along with them."""
    return transports.weasels(state, seat, transports.LIFT, state.units[unit].hex, to, escorts)


FLY = verb(
    FlyUnit,
    "NW-8.5.2.a",
    take_off(transports.FLIGHT, air_transport.fly),
    allow=nothing_flies,
    unit=air_transport.passengers,
    to=air_transport.bases,
    escort=air_transport.escorts,
    company=_company(transports.FLIGHT),
    escorts=_escorts(transports.FLIGHT),
    weasels=_weasels(transports.FLIGHT),
)
DROP = verb(
    Drop,
    "NW-8.5.3.a",
    take_off(transports.DROP, paradrops.drop),
    allow=nothing_flies,
    unit=paradrops.jumpers,
    to=paradrops.zones,
    escort=paradrops.escorts,
    company=_company(transports.DROP),
    escorts=_escorts(transports.DROP),
    weasels=_weasels(transports.DROP),
)
AIRMOBILE = verb(
    Airmobile,
    "NW-8.5.4.a",
    take_off(transports.AIRMOBILE, airmobile.fly),
    allow=nothing_flies,
    unit=airmobile.flyers,
    to=airmobile.landing_places,
    escort=airmobile.escorts,
    company=_company(transports.AIRMOBILE),
    escorts=_escorts(transports.AIRMOBILE),
    weasels=_weasels(transports.AIRMOBILE),
)
LIFT = verb(
    Lift,
    "NW-8.5.5",
    lift,
    allow=nothing_flies,
    ship=airmobile.carriers,
    unit=airmobile.liftable,
    to=airmobile.lift_places,
    escort=airmobile.lift_escorts,
    escorts=lift_escorts,
    weasels=lift_weasels,
)
STEP_IN = verb(
    StepIn,
    "NW-8.5.4.4.b",
    lambda d, a: landings.step_in(d, a.unit, a.to),
    unit=landings.poised,
    to=landings.prizes,
)
