"""Chapter 9.2: combat move."""

from __future__ import annotations

from sandtable.games.axisallies.actions import Done, Engage
from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules import ambush, battles, passage, sea
from sandtable.games.axisallies.rules.embarking import LAND, LOAD_TO_FIGHT, landings
from sandtable.games.axisallies.rules.flying import FLY
from sandtable.games.axisallies.rules.marching import ADVANCE
from sandtable.games.axisallies.rules.powers import piece
from sandtable.games.axisallies.rules.spaces import foes_at, is_hostile_zone, units_at
from sandtable.games.axisallies.rules.transports import can_assault_from
from sandtable.kernel import NO, YES, Draft, OneOf, Phase, Refusal, refuse, verb


# rule: AA-9.2.general.attack-or-ignore.a, AA-10.sub.no-block
def open_zones(state: World, power: str) -> tuple[int, ...]:
    """Zones with own warships where only enemy submarines and transports lie and nothing is decided yet."""
    found = []
    for zone in dict.fromkeys(u.at for u in state.units.values() if u.owner == power and state.board.is_sea(u.at)):
        own = tuple(key for key, u in units_at(state, zone) if u.owner == power and not u.aboard)
        quiet = foes_at(state, power, zone) and not is_hostile_zone(state, power, zone)
        if quiet and zone not in state.battles and sea.can_fight(state, own):
            found.append(zone)
    return tuple(sorted(found))


def zones(state: World, seat: str) -> OneOf:
    return OneOf("place", open_zones(state, seat))


def yes_no(state: World, seat: str, zone: int) -> OneOf:
    return OneOf("word", (YES, NO), default=NO)


def engage(d: Draft[World], action: Engage) -> None:
    """Attack all the submarines and transports of a zone, or none of them."""
    battles.engage(d, action.zone, action.answer == YES)


# rule: AA-9.2.transport.load, AA-9.2.transport.cargo
def why_not_done(state: World, seat: str) -> Refusal | None:
    """What still has to be decided before Combat Move can end."""
    for key, unit in state.units.items():
        waits = unit.owner == seat and unit.loaded == "combat" and not unit.task
        # What was loaded for a landing that others have meanwhile made needless stays aboard.
        if waits and (landings(state, seat, unit) or can_assault_from(state, seat, unit.aboard, unit.at, 0)):
            return refuse("AA-9.2.transport.load", "refuse.must_land", piece(key), unit=piece(key))
    return None


def done(d: Draft[World], action: Done) -> None:
    """All moves are made; battles are declared from where everybody stands."""
    battles.declare(d)
    d.done()


ENGAGE = verb(Engage, "AA-9.2.general.attack-or-ignore.a", engage, zone=zones, answer=yes_no)
DONE = verb(Done, "AA-9.2.general.purpose", done, allow=why_not_done, ends=True)


def phase(power: str) -> Phase[World]:
    """The moves that lead to fights."""
    return Phase(
        "moves",
        "AA-9.2.general.purpose",
        who=lambda state: (power,),
        verbs=(ADVANCE, FLY, LOAD_TO_FIGHT, LAND, ENGAGE, passage.ASK, DONE),
    )


PROCEDURES: tuple[Phase[World], ...] = (ambush.PROCEDURE, passage.PROCEDURE)
