"""Verbs of aircraft: the landing plan, transports, observers, gunships, attack helicopters (10.8, 11)."""

from __future__ import annotations

from typing import Annotated

from sandtable.games.fieldsoffire.model import HOLDING, OUTBOUND, FieldsState, Landing, UnitId, Units
from sandtable.games.fieldsoffire.rules.command.controls import LANDING_ZONES
from sandtable.games.fieldsoffire.rules.command.orders import pay, why_not_order
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.games.fieldsoffire.rules.transport import direct, flights, planning, zones
from sandtable.games.fieldsoffire.rules.transport.boxes import put_in, transports
from sandtable.games.fieldsoffire.rules.vehicles import aircraft, attack_helicopters
from sandtable.games.fieldsoffire.rules.vehicles.orders import MARKING
from sandtable.games.fieldsoffire.rules.vehicles.riding import why_not_carry
from sandtable.games.fieldsoffire.scenario.units import ASSAULT, FIRE, HQ_CO
from sandtable.kernel import Action, Draft, Number, OneOf, Ref, Refusal, SomeOf, dead_end, of, pick, verb
from sandtable.kernel.choices import WORDS
from sandtable.kernel.refusals import Place

Word = Annotated[str, of(WORDS)]
TEAMS = (ASSAULT, FIRE)


class SetZone(Action, frozen=True, tag="set_zone"):
    """Put a card of the landing zone somewhere."""

    zone: Word
    card: Place


class Emplane(Action, frozen=True):
    """Put units into a transport."""

    unit: UnitId
    units: Units


class GetOff(Action, frozen=True, tag="get_off"):
    """Let a unit wait for another transport."""

    unit: UnitId


class Schedule(Action, frozen=True):
    """Say with which wave a transport lands, and where."""

    unit: UnitId
    turn: int
    card: Place


class Split(Action, frozen=True):
    """Let a step of a squad fly by itself."""

    unit: UnitId
    team: Word


class Loaded(Action, frozen=True):
    """Everybody is aboard."""


class Summon(Action, frozen=True):
    """Activate the transports of a box or card."""

    place: Word


class Land(Action, frozen=True):
    """Come down."""

    unit: UnitId
    card: Place


class Hold(Action, frozen=True):
    """Wait a turn."""

    unit: UnitId


class Deplane(Action, frozen=True):
    """Get off a helicopter now that there is room."""

    unit: UnitId


class FlyOn(Action, frozen=True, tag="fly_on"):
    """Nobody else gets off."""


class TurnBack(Action, frozen=True, tag="turn_back"):
    """Fly home."""

    unit: UnitId


class Station(Action, frozen=True):
    """Put an observer over a card."""

    unit: UnitId
    card: Place


class KeepAway(Action, frozen=True, tag="keep_away"):
    """Not in this turn."""


class MarkTarget(Action, frozen=True, tag="mark_target"):
    """Fire a phosphorus rocket."""

    unit: UnitId
    card: Place


class Circle(Action, frozen=True):
    """Put a gunship over a card."""

    unit: UnitId
    card: Place
    fire: tuple[Place, ...] = ()
    light: tuple[Place, ...] = ()


class AttackBeside(Action, frozen=True, tag="attack_beside"):
    """A second card for the attack helicopters."""

    card: Place


class NoMore(Action, frozen=True, tag="no_more"):
    """One card is enough."""


# -- the plan ----------------------------------------------------------------------------------------------------------


def zone_names(state: FieldsState, seat: str) -> OneOf:
    return OneOf(WORDS, LANDING_ZONES if transports(state) else ())


def zone_cards(state: FieldsState, seat: str, zone: str) -> OneOf:
    return pick("place", state.cards, lambda card: planning.why_not_zone(state, zone, card))


def set_zone(d: Draft[FieldsState], action: SetZone) -> None:
    planning.set_zone(d, action.zone, action.card)


def carriers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = planning.why_not_stick(state, key)
        if no is None and not _stick(state, key):
            return dead_end("FF-11.2.1", "refuse.nobody_to_board", Ref("unit", key))
        return no

    return pick("unit", transports(state), why_not)


def _stick(state: FieldsState, carrier: int) -> tuple[int, ...]:
    return tuple(key for key in state.units if planning.why_not_embark(state, carrier, key) is None)


def sticks(state: FieldsState, seat: str, unit: int) -> SomeOf:
    return SomeOf(
        "unit",
        _stick(state, unit),
        least=1,
        check=lambda units: why_not_carry(state, unit, tuple(units)),
    )


def emplane(d: Draft[FieldsState], action: Emplane) -> None:
    planning.embark(d, action.unit, action.units)


def passengers(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", planning.passengers(state))


def get_off(d: Draft[FieldsState], action: GetOff) -> None:
    planning.get_off(d, action.unit)


def scheduled(state: FieldsState, seat: str) -> OneOf:
    can_land = zones.zones(state) and state.turn < state.board.mission.turns
    return pick("unit", transports(state) if can_land else (), lambda key: planning.why_not_stick(state, key))


def waves(state: FieldsState, seat: str, unit: int) -> Number:
    return Number(state.turn + 1, state.board.mission.turns)


def wave_cards(state: FieldsState, seat: str, unit: int, turn: int) -> OneOf:
    return pick("place", zones.zones(state), lambda card: planning.why_not_schedule(state, unit, turn, card))


def schedule(d: Draft[FieldsState], action: Schedule) -> None:
    planning.schedule(d, action.unit, action.turn, action.card)


def divisible(state: FieldsState, seat: str) -> OneOf:
    squads = [key for key, unit in state.units.items() if unit.box]
    return pick("unit", squads, lambda key: planning.why_not_split(state, key))


def team_words(state: FieldsState, seat: str, unit: int) -> OneOf:
    return OneOf(WORDS, TEAMS, default=FIRE)


def split(d: Draft[FieldsState], action: Split) -> None:
    planning.split(d, action.unit, action.team)


def loaded(d: Draft[FieldsState], action: Loaded) -> None:
    d.done()


# -- transports --------------------------------------------------------------------------------------------------------


def places(state: FieldsState, seat: str) -> OneOf:
    return pick(WORDS, tuple(direct.places(state)), lambda place: direct.why_not_summon(state))


def summon(d: Draft[FieldsState], action: Summon) -> None:
    direct.summon(d, action.place)


def landers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        if zones.open_zones(state, key):
            return None
        return dead_end("FF-11.1.3", "refuse.no_zone_open", Ref("unit", key), unit=Ref("unit", key))

    return pick("unit", flights.arriving(state), why_not)


def landing_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", zones.zones(state), lambda card: zones.why_not_land(state, unit, card))


def land(d: Draft[FieldsState], action: Land) -> None:
    d.done()
    d.call("landing", Landing(action.unit, action.card))


def holders(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", flights.arriving(state), lambda key: flights.why_not_hold(state, key))


def hold(d: Draft[FieldsState], action: Hold) -> None:
    put_in(d, action.unit, HOLDING)
    d.done()


def homeward(state: FieldsState, seat: str) -> OneOf:
    return pick("unit", flights.arriving(state), lambda key: flights.why_not_turn_back(state, key))


def turn_back(d: Draft[FieldsState], action: TurnBack) -> None:
    put_in(d, action.unit, OUTBOUND)
    d.done()


def stragglers(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", flights.stragglers(state))


def deplane(d: Draft[FieldsState], action: Deplane) -> None:
    flights.let_off(d, action.unit)


def fly_on(d: Draft[FieldsState], action: FlyOn) -> None:
    d.done()


# -- observers, gunships, attack helicopters ---------------------------------------------------------------------------


def observers(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", aircraft.stationable(state))


def stations(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", state.cards, lambda card: aircraft.why_not_station(state, card))


def station(d: Draft[FieldsState], action: Station) -> None:
    d.done()
    aircraft.station(d, action.unit, action.card)


def keep_away(d: Draft[FieldsState], action: KeepAway) -> None:
    d.done()


def markers(state: FieldsState, seat: str) -> OneOf:
    def why_not(key: int) -> Refusal | None:
        no = aircraft.why_not_mark(state, key, state.units[key].at)
        return no or why_not_order(state, key, MARKING, needs=(HQ_CO,))

    return pick("unit", [key for key in ours(state) if state.board.types[key].is_vehicle], why_not)


def marked_cards(state: FieldsState, seat: str, unit: int) -> OneOf:
    return pick("place", state.cards, lambda card: aircraft.why_not_mark(state, unit, card))


def mark(d: Draft[FieldsState], action: MarkTarget) -> None:
    pay(d, action.unit, MARKING)
    aircraft.mark(d, action.unit, action.card)


def gunships(state: FieldsState, seat: str) -> OneOf:
    return OneOf("unit", aircraft.circling(state))


def fire_cards(state: FieldsState, seat: str, unit: int, card: int) -> SomeOf:
    return SomeOf("place", aircraft.reach_of(state, card), least=0, most=aircraft.MOST_CARDS)


def lit_cards(state: FieldsState, seat: str, unit: int, card: int, fire: tuple[int, ...]) -> SomeOf:
    return SomeOf(
        "place",
        aircraft.reach_of(state, card),
        least=0,
        most=aircraft.MOST_CARDS,
        check=lambda light: aircraft.why_not_strafe(tuple(fire), tuple(light)),
        default=(),
    )


def circle(d: Draft[FieldsState], action: Circle) -> None:
    aircraft.circle(d, action.unit, action.card, action.fire, action.light)


def second_cards(state: FieldsState, seat: str) -> OneOf:
    return OneOf("place", attack_helicopters.cards_beside(state))


def attack_beside(d: Draft[FieldsState], action: AttackBeside) -> None:
    attack_helicopters.strike_beside(d, action.card)
    d.done()


def no_more(d: Draft[FieldsState], action: NoMore) -> None:
    d.done()


SET_ZONE = verb(SetZone, "FF-11.2.1", set_zone, zone=zone_names, card=zone_cards)
EMPLANE = verb(Emplane, "FF-11.2.1", emplane, unit=carriers, units=sticks)
GET_OFF = verb(GetOff, "FF-11.2.1", get_off, unit=passengers)
SCHEDULE = verb(Schedule, "FF-11.2.1", schedule, unit=scheduled, turn=waves, card=wave_cards)
SPLIT = verb(Split, "FF-11.2.1", split, unit=divisible, team=team_words)
LANDING_PLAN = (SET_ZONE, EMPLANE, GET_OFF, SCHEDULE, SPLIT)
LOADING_UP = (EMPLANE, GET_OFF, SCHEDULE, SPLIT)
LOADED = verb(Loaded, "FF-11.2.1", loaded, ends=True)
SUMMON = verb(Summon, "FF-11.1.1.one", summon, place=places)
LAND = verb(Land, "FF-11.2.2", land, unit=landers, card=landing_cards)
HOLD = verb(Hold, "FF-11.1.2", hold, unit=holders)
TURN_BACK = verb(TurnBack, "FF-11.1.2.a", turn_back, unit=homeward)
DEPLANE = verb(Deplane, "FF-11.2.1.b", deplane, unit=stragglers)
FLY_ON = verb(FlyOn, "FF-11.2.1.b", fly_on, ends=True)
STATION = verb(Station, "FF-10.8.6", station, unit=observers, card=stations)
KEEP_AWAY = verb(KeepAway, "FF-10.8.6", keep_away, ends=True)
MARK_TARGET = verb(MarkTarget, "FF-10.8.6.b", mark, unit=markers, card=marked_cards)
CIRCLE = verb(Circle, "FF-10.8.7", circle, unit=gunships, card=stations, fire=fire_cards, light=lit_cards)
ATTACK_BESIDE = verb(AttackBeside, "FF-10.8.5.attack", attack_beside, card=second_cards)
NO_MORE = verb(NoMore, "FF-10.8.5.attack", no_more, ends=True)
FLYING = (SUMMON, MARK_TARGET)
"""Orders of the command phase."""
