"""Chapter 9.4: noncombat move."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.actions import Done, Fly
from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules import air, casualties, passage
from sandtable.games.axisallies.rules.embarking import LOAD, UNLOAD
from sandtable.games.axisallies.rules.flying import cost_to, near_by
from sandtable.games.axisallies.rules.landing import Flights, airfields, could_take, most_landed, open_decks, pending
from sandtable.games.axisallies.rules.marching import GO, why_not_pick
from sandtable.games.axisallies.rules.powers import piece, place
from sandtable.games.axisallies.rules.spaces import type_of
from sandtable.kernel import Draft, OneOf, Phase, Refusal, SomeOf, pick, pick_some, refuse, verb


# rule: AA-9.4.air.land-territory, AA-9.4.air.land-carrier, AA-10.air.no-suicide.c, AA-9.4.air.no-suicide
def why_not_land(state: World, power: str, key: int, at: int) -> Refusal | None:
    """Why an aircraft may not come down in a space, or not in this one without stranding another."""
    unit = state.units[key]
    cost = cost_to(state, power, key, at)
    if cost > air.left(state, key):
        return refuse("AA-9.4.allowance", "refuse.too_far", piece(key), need=cost, left=air.left(state, key))
    if state.board.is_sea(at):
        if not type_of(state, unit).deck or not could_take(state, power, at):
            return refuse("AA-9.4.air.land-carrier", "refuse.no_deck", place(at), place=place(at))
    elif at not in airfields(state, power):
        return refuse("AA-9.4.air.land-territory", "refuse.no_airfield", place(at), place=place(at))
    if state.board.is_sea(at):
        flights = pending(state, power)
        if most_landed(state, power, {**flights, key: (at, 0)}) < most_landed(state, power, flights):
            return refuse("AA-10.air.no-suicide.c", "refuse.strands_another", place(at), place=place(at))
    return None


def landings_of(state: World, power: str, key: int) -> Iterator[int]:
    """The spaces an aircraft can come down in."""
    unit = state.units[key]
    for at in near_by(state, power, key):
        if at != unit.at and why_not_land(state, power, key, at) is None:
            yield at


def flyers(state: World, seat: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        if (no := why_not_pick(state, seat, key, False)) is not None:
            return no
        unit = state.units[key]
        if type_of(state, unit).domain != "air":
            return refuse("AA-10.air.general", "refuse.no_aircraft", piece(key), unit=piece(key))
        # rule: AA-10.carrier.damaged
        if unit.aboard and state.units[unit.aboard].damaged:
            return refuse("AA-10.carrier.damaged", "refuse.deck_damaged", piece(unit.aboard), unit=piece(key))
        if not any(True for _ in landings_of(state, seat, key)):
            return refuse("AA-9.4.allowance", "refuse.no_target", piece(key), unit=piece(key))
        return None

    own = [key for key, unit in state.units.items() if unit.owner == seat and type_of(state, unit).domain == "air"]
    return pick_some("piece", own, why, least=1, most=1)


def destinations(state: World, seat: str, units: tuple[int, ...]) -> OneOf:
    here = state.units[units[0]].at
    near = {at: cost for at, cost in near_by(state, seat, units[0]).items() if at != here}
    return pick("place", near, lambda at: why_not_land(state, seat, units[0], at), costs=near)


def no_task(state: World, seat: str, units: tuple[int, ...], to: int) -> None:
    """Nothing is fought in this phase."""


# rule: AA-9.4.allowance
def land(d: Draft[World], action: Fly) -> None:
    """Bring aircraft down."""
    for key in action.units:
        unit = d.now.units[key]
        boost = unit.boost if unit.spent else air.base_bonus(d.now, d.seat, unit.at)
        spent = unit.spent + cost_to(d.now, d.seat, key, action.to)
        d.edit("units", key, at=action.to, aboard=0, spent=spent, boost=boost, task="", fought=unit.fought)
        if d.now.board.is_sea(action.to):
            settle_on_deck(d, key)
    d.log(
        "log.landed",
        "AA-9.4.air.land-territory",
        place(action.to),
        units=tuple(piece(key) for key in action.units),
        to=place(action.to),
    )


def settle_on_deck(d: Draft[World], key: int) -> None:
    """Put an aircraft over a zone on the first deck with room there, if there is one."""
    unit = d.now.units[key]
    deck = next(iter(open_decks(d.now, unit.owner, unit.at)), 0)
    if deck:
        d.edit("units", key, aboard=deck)


def unlanded(state: World, power: str) -> dict[int, tuple[int, int]]:
    """Own aircraft that are neither on an airfield nor on a deck."""
    return {key: flight for key, flight in pending(state, power).items() if not state.units[key].aboard}


# rule: AA-10.air.no-suicide.c, AA-9.4.sea.carrier
def why_not_done(state: World, seat: str) -> Refusal | None:
    """Aircraft that can still come down safely must do so before the phase ends."""
    flights = pending(state, seat)
    if safe_now(state, seat, flights) < most_landed(state, seat, flights):
        return refuse("AA-9.4.air.lost", "refuse.must_land_aircraft", *(piece(key) for key in unlanded(state, seat)))
    return None


def safe_now(state: World, power: str, flights: Flights) -> int:
    """How many aircraft are safe where they are, if neither they nor any carrier move again."""
    return most_landed(state, power, {key: (at, 0) for key, (at, _) in flights.items()}, may_sail=False)


def done(d: Draft[World], action: Done) -> None:
    """Everything is where it stays."""
    d.done()


# rule: AA-9.4.air.lost
def close(d: Draft[World]) -> None:
    """Aircraft without a landing place are lost, except where a carrier is about to be launched."""
    power = d.now.active
    for key in unlanded(d.now, power):
        if d.now.board.is_sea(d.now.units[key].at):
            settle_on_deck(d, key)
    stranded = unlanded(d.now, power)
    for key in tuple(stranded)[safe_now(d.now, power, stranded) :]:
        at = d.now.units[key].at
        d.log("log.no_landing", "AA-9.4.air.lost", place(at), unit=piece(key), place=place(at))
        casualties.remove(d, (key,))


LAND = verb(Fly, "AA-9.4.allowance", land, units=flyers, to=destinations, task=no_task)
DONE = verb(Done, "AA-9.4.who", done, allow=why_not_done, ends=True)


def phase(power: str) -> Phase[World]:
    """The moves of everybody who did not fight, and the landing of those who flew."""
    return Phase(
        "moves",
        "AA-9.4.who",
        who=lambda state: (power,),
        verbs=(GO, LAND, LOAD, UNLOAD, passage.ASK, DONE),
        end=close,
    )
