"""What a player says in the war in the air: sorties, pairs, aims, missions, interceptors and repairs."""

from __future__ import annotations

from typing import Any

from sandtable.games.nextwar.actions.moving import Done, done
from sandtable.games.nextwar.model import AirId, HelicopterId, KoreaState, Mission, UnitId, Wing
from sandtable.games.nextwar.rules.air_defences import guns, interception
from sandtable.games.nextwar.rules.air_war import (
    arrivals,
    blind_pairing,
    display,
    engagements,
    fire,
    point_strikes,
    ranges,
    sorties,
)
from sandtable.games.nextwar.rules.damage import collateral, repairs
from sandtable.games.nextwar.rules.detection import electronic
from sandtable.games.nextwar.rules.korean_terrain import busan
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.strikes import missions
from sandtable.kernel import Action, Draft, OneOf, verb
from sandtable.kernel.actions import Verb
from sandtable.kernel.refusals import Place


class Ground(Action, frozen=True):
    """Keep aircraft on the ground for damaged or lost bases."""

    units: Wing


class StandDown(Action, frozen=True, tag="stand_down"):
    """Put aircraft that the weather makes useless into their Flown boxes."""

    units: Wing = ()


class Sortie(Action, frozen=True):
    """Commit aircraft to the fight for the air."""

    units: Wing = ()


class Pair(Action, frozen=True):
    """Pick two aircraft that fight each other."""

    unit: AirId
    foe: AirId


class Join(Action, frozen=True):
    """Send an aircraft that is left over against an engaged enemy."""

    unit: AirId
    foe: AirId


class Aim(Action, frozen=True):
    """Say which of two opponents an aircraft fires at."""

    unit: AirId
    foe: AirId


class BreakOff(Action, frozen=True, tag="break_off"):
    """Break off with an aircraft."""

    unit: AirId


class Engage(Action, frozen=True):
    """Send an interceptor against an aircraft of the mission."""

    unit: AirId
    foe: AirId


class Intercept(Action, frozen=True):
    """Send interceptors against a mission."""

    mission: int
    units: Wing


class Strike(Action, frozen=True):
    """Announce an air strike."""

    aim: str
    place: Place = 0
    unit: UnitId = 0
    strikers: Wing = ()
    escorts: Wing = ()
    weasels: Wing = ()


class PointStrike(Action, frozen=True, tag="point_strike"):
    """Strike with air points."""

    aim: str
    place: Place = 0
    unit: UnitId = 0
    points: int = 1
    escort: int = 0


class Suppress(Action, frozen=True, tag="wild_weasel"):
    """Announce a Wild Weasel mission: who attacks the radar, who the missiles, who goes along."""

    radar: Wing = ()
    sam: Wing = ()
    escorts: Wing = ()
    weasels: Wing = ()


class HelicopterStrike(Action, frozen=True, tag="helicopter_strike"):
    """Announce the strike of a helicopter unit."""

    helicopter: HelicopterId
    aim: str
    place: Place = 0
    unit: UnitId = 0


class Press(Action, frozen=True):
    """Say whether an aircraft presses on through the fire."""

    answer: str


class Waver(Action, frozen=True):
    """Say what becomes of a transport in trouble."""

    fate: str


class Catch(Action, frozen=True, tag="hit_on_ground"):
    """Name the aircraft on the ground that is hit."""

    unit: AirId


class Listen(Action, frozen=True):
    """Listen for the signals of a headquarters."""

    unit: UnitId


class Launch(Action, frozen=True):
    """Fire a missile at a target."""

    launcher: str
    aim: str
    place: Place = 0
    unit: UnitId = 0


class TakeAway(Action, frozen=True, tag="take_away"):
    """Keep aircraft in the ROK on the ground, or send them to Japan."""

    way: str
    units: Wing


class Repair(Action, frozen=True):
    """Spend supply on a repair."""

    work: str
    place: Place = 0


class Rebase(Action, frozen=True, tag="air_rebase"):
    """Take an air unit to another base."""

    unit: AirId
    base: str


class PickUnit(Action, frozen=True, tag="pick"):
    """Pick the next unit for a pair, in secret."""

    unit: AirId


class Swap(Action, frozen=True):
    """Let two units change places in their engagements."""

    unit: AirId
    other: AirId


class Withdraw(Action, frozen=True):
    """Take a unit out of its engagement."""

    unit: AirId


class Station(Action, frozen=True):
    """Say where an air unit that arrives is based."""

    unit: AirId
    base: str


def ground_own(d: Draft[KoreaState], action: Ground) -> None:
    """Pay for damaged bases."""
    sorties.ground(d, action.units, "NW-22.10.1.a")
    d.done()


def ground_enemy(d: Draft[KoreaState], action: Ground) -> None:
    """Make the enemy pay for lost bases."""
    sorties.ground(d, action.units, "NW-22.10.1.b")
    d.done()


def stand_down(d: Draft[KoreaState], action: StandDown) -> None:
    """Let useless aircraft stand down."""
    display.stand_down(d, action.units)
    d.done()


def press(d: Draft[KoreaState], action: Press) -> None:
    """Press on or turn back."""
    guns.press(d, action.answer)
    d.done()


def stop_launching(d: Draft[KoreaState], action: Done) -> None:
    """Fire no more missiles in this step."""
    launches.stop(d)
    d.done()


def take_away(d: Draft[KoreaState], action: TakeAway) -> None:
    """Answer for aircraft that Busan supplies no more."""
    busan.take_away(d, action.way, action.units)
    d.done()


def launch(d: Draft[KoreaState], action: Launch) -> None:
    """Fire a missile."""
    launches.launch(d, action.launcher, action.aim, action.place, action.unit)
    d.done()


GROUND_OWN = verb(Ground, "NW-22.10.1.a", ground_own, units=sorties.owed_choice)
GROUND_ENEMY = verb(Ground, "NW-22.10.1.b", ground_enemy, units=sorties.due_choice)
STAND_DOWN = verb(StandDown, "NW-22.5.1.1.b", stand_down, units=display.useless_choice)
SORTIE = verb(Sortie, "NW-22.7.b", lambda d, a: sorties.commit(d, a.units), units=sorties.commitments)
PAIR = verb(
    Pair,
    "NW-22.10.2.a",
    lambda d, a: engagements.pair(d, a.unit, a.foe),
    unit=engagements.own_choice,
    foe=engagements.foe_choice,
)
JOIN = verb(
    Join,
    "NW-22.10.2.b",
    lambda d, a: engagements.join(d, a.unit, a.foe),
    unit=engagements.own_choice,
    foe=engagements.joinable,
)
PICK = verb(PickUnit, "NW-29.2.2.a", lambda d, a: blind_pairing.choose(d, a.unit), unit=blind_pairing.choice)
SWAP = verb(
    Swap,
    "NW-29.2.2.b",
    lambda d, a: blind_pairing.swap(d, a.unit, a.other),
    allow=blind_pairing.why_no_swap,
    unit=blind_pairing.any_unit,
    other=blind_pairing.others,
)
WITHDRAW = verb(Withdraw, "NW-29.2.2.b", lambda d, a: blind_pairing.withdraw(d, a.unit), unit=blind_pairing.own_unit)
KEEP_PAIRS = verb(Done, "NW-29.2.2.b", done, ends=True)
KEEP_OUT = verb(Done, "NW-22.10.2.b", done, ends=True)
STAY = verb(Done, "NW-22.10.6", done, ends=True)
ENGAGE = verb(
    Engage,
    "NW-24.4.1.a",
    lambda d, a: interception.engage(d, a.unit, a.foe),
    unit=interception.own_choice,
    foe=interception.quarry_choice,
)
HOLD_BACK = verb(Done, "NW-24.4.1.a", done, allow=interception.why_not_decline, ends=True)
COVER = verb(
    Join,
    "NW-24.4.1.f",
    lambda d, a: engagements.join(d, a.unit, a.foe),
    unit=interception.escort_choice,
    foe=interception.helped_choice,
)
STRIKE = verb(
    Strike,
    "NW-23.4.a",
    lambda d, a: missions.announce(
        d, Mission(d.seat, a.aim, a.place, a.unit, strikers=a.strikers, escorts=a.escorts, weasels=a.weasels)
    ),
    aim=missions.aim_choice,
    place=missions.place_choice,
    unit=missions.unit_choice,
    strikers=missions.striker_choice,
    escorts=missions.escort_choice,
    weasels=missions.suppressor_choice,
)
POINT_STRIKE = verb(
    PointStrike,
    "NW-29.1.2",
    lambda d, a: point_strikes.strike(d, a.aim, a.place, a.unit, a.points, a.escort),
    allow=point_strikes.why_none,
    aim=point_strikes.aims,
    place=point_strikes.places,
    unit=point_strikes.units,
    points=point_strikes.strengths,
    escort=point_strikes.escorts,
)
WILD_WEASEL = verb(
    Suppress,
    "NW-23.3.b",
    lambda d, a: missions.announce_weasels(d, a.radar, a.sam, a.escorts, a.weasels),
    allow=missions.why_no_weasels,
    radar=missions.radar_weasels,
    sam=missions.sam_weasels,
    escorts=missions.weasel_escorts,
    weasels=missions.weasel_company,
)
HELICOPTER_STRIKE = verb(
    HelicopterStrike,
    "NW-23.4.b",
    lambda d, a: missions.announce_helicopter(d, a.helicopter, a.aim, a.place, a.unit),
    helicopter=missions.helicopters,
    aim=missions.helicopter_aims,
    place=missions.helicopter_places,
    unit=missions.helicopter_units,
)
END_ALLOCATION = verb(Done, "NW-23.2.b", done, ends=True)
LET_PASS = verb(Done, "NW-24.4", done, ends=True)
PRESS = verb(Press, "NWT-ADVAD.air", press, answer=guns.press_choice)
WAVER = verb(Waver, "NWT-AIRCOMBAT.transport", lambda d, a: fire.waver(d, a.fate), fate=fire.waver_choice)
CATCH = verb(Catch, "NW-27.7.2.1.c", lambda d, a: collateral.hit(d, a.unit), unit=collateral.choice)
LISTEN = verb(Listen, "NW-21.3.a", lambda d, a: electronic.listen(d, a.unit), unit=electronic.headquarters)
LAUNCH = verb(
    Launch,
    "NW-26.1.a",
    launch,
    launcher=launches.launchers,
    aim=launches.aims,
    place=launches.places,
    unit=launches.units,
)
STOP_LAUNCHING = verb(Done, "NWS-ADV-8.a", stop_launching, ends=True)
REPAIR = verb(
    Repair,
    "NWS-ADV-14.16",
    lambda d, a: repairs.repair(d, a.work, a.place),
    work=repairs.works,
    place=repairs.places,
)
TAKE_AWAY = verb(TakeAway, "NWK-2.5.2.c", take_away, way=busan.ways, units=busan.units)
END_REPAIRS = verb(Done, "NWS-ADV-14.16", done, ends=True)
REBASE = verb(
    Rebase,
    "NWK-11.5",
    lambda d, a: ranges.rebase(d, a.unit, a.base),
    unit=ranges.rebase_units,
    base=ranges.rebase_places,
)
STATION = verb(
    Station,
    "NWK-7.2.1.a",
    lambda d, a: arrivals.station(d, a.unit, a.base),
    unit=arrivals.arriving,
    base=arrivals.bases,
)
END_REBASING = verb(Done, "NWS-ADV-14.02", done, ends=True)


def aim(step: str) -> Verb[Any, Aim]:
    """Aiming in a step of air combat."""

    def units(state: KoreaState, seat: str) -> OneOf:
        return OneOf("air", fire.undecided(state, seat, step))

    def foes(state: KoreaState, seat: str, unit: int) -> OneOf:
        return fire.aim_choice(state, seat, unit, step)

    return verb(Aim, "NW-22.10.4.1.a", lambda d, a: fire.aim(d, a.unit, a.foe), unit=units, foe=foes)


def breakers(state: KoreaState, seat: str) -> OneOf:
    """Units that can break off."""
    return OneOf("air", fire.breakers(state, seat))


BREAK_OFF = verb(BreakOff, "NW-22.10.6", lambda d, a: fire.break_off(d, a.unit), unit=breakers)


def intercept(weasels: bool) -> Verb[Any, Intercept]:
    """Sending interceptors: against Wild Weasels one mission at a time, against all others before any is fought."""

    def numbers(state: KoreaState, seat: str) -> OneOf:
        return OneOf("mission", interception.open_missions(state, seat, weasels))

    def units(state: KoreaState, seat: str, mission: int) -> Any:
        return interception.units(state, seat)

    return verb(
        Intercept,
        "NW-24.4",
        lambda d, a: interception.send(d, a.mission, a.units),
        mission=numbers,
        units=units,
    )
