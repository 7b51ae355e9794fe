"""Rules 24.5 and 24.6: missiles and guns against an aircraft over its target."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import OVERCAST, STORM, KoreaState, Mission, Run, enemy
from sandtable.games.nextwar.rules.air_defences import detecting, network
from sandtable.games.nextwar.rules.air_defences.detecting import is_local, near_hq, overflies, weasels
from sandtable.games.nextwar.rules.air_points import helicopters, points
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.rules.air_war.display import ratings
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.kernel import NO, YES, Draft, Modifier, OneOf, Ref, Sum, yes_or_no

CHART = "advanced/advanced_air_defence"
HIT, ABORT, MISS = "X", "A", "-"
LOCAL = "local"


def run(state: KoreaState) -> Run:
    """The aircraft at hand."""
    return state.subject(Run)


def mission(state: KoreaState) -> Mission:
    """The mission it flies in."""
    return state.missions[run(state).mission]


def flyer(state: KoreaState) -> Ref:
    """A link to the aircraft or helicopter that is over its target."""
    key = run(state).aircraft
    return display.link(key) if key else Ref("helicopter", mission(state).helicopter)


# rule: NW-24.5.1, NW-24.5.2, NW-24.6.1
def column(state: KoreaState, flown: Mission, track: str) -> str:
    """The column of the air defence table for missiles or guns; nothing where the track is at zero."""
    value = LOCAL if is_local(state, flown) else str(network.value(state, enemy(flown.side), track))
    found: str = chart(CHART)[f"{track}_columns"].get(value, "")
    return found


# rule: NWT-ADVAD.drm, NW-24.7
def sam_modifiers(state: KoreaState, flown: Mission, key: int) -> Iterator[Modifier]:
    """What helps or hampers missiles."""
    printed = chart(CHART)["sam_modifiers"]
    if count := weasels(state, flown):
        yield Modifier("NWT-ADVAD.drm", "modifier.weasels", printed["weasel"] * count)
    if key and display.is_stealth(state, key):
        yield Modifier("NWT-ADVAD.drm", "modifier.stealth", printed["stealth"])
    if near_hq(state, flown):
        yield Modifier("NWT-ADVAD.drm", "modifier.near_hq", printed["near_hq"])
    if flown.helicopter and overflies(state, flown):
        yield Modifier("NWT-ADVAD.drm", "modifier.overflight", printed["overflight"])
    if state.weather in (OVERCAST, STORM):
        yield Modifier("NW-24.7", f"modifier.{state.weather}", printed[state.weather])


# rule: NWT-ADVAD.drm, NW-24.7
def aaa_modifiers(state: KoreaState, flown: Mission, key: int) -> Iterator[Modifier]:
    """What helps or hampers guns."""
    printed = chart(CHART)["aaa_modifiers"]
    if not key:
        yield Modifier("NWT-ADVAD.drm", "modifier.helicopter", printed["helicopter"])
    elif display.is_cargo(key):
        yield Modifier("NWT-ADVAD.drm", "modifier.transport", printed["transport"])
    elif display.is_stealth(state, key):
        yield Modifier("NWT-ADVAD.drm", "modifier.stealth", printed["stealth"])
    if state.weather in (OVERCAST, STORM):
        yield Modifier("NW-24.7", f"modifier.{state.weather}", printed[state.weather])


# rule: NW-24.5, NW-24.5.1, NW-24.2.b
def fire_missiles(d: Draft[KoreaState]) -> None:
    """Missiles are fired at an aircraft of a mission that was seen."""
    if detecting.is_seen(mission(d.now)) and run(d.now).braves:
        _fire(d, network.SAM, Sum.of(sam_modifiers(d.now, mission(d.now), run(d.now).aircraft)))


# rule: NW-24.6.a, NW-24.6.b, NW-16.2.8.a
def meets_guns(state: KoreaState) -> bool:
    """Whether the aircraft comes low enough for guns: not with stand-off weapons for its strike."""
    key = run(state).aircraft
    return not key or mission(state).aim == detecting.SUPPORT or not ratings(state, key).strike_standoff


# rule: NW-24.6.a, NWT-DETECTION.aaa
def fire_guns(d: Draft[KoreaState]) -> None:
    """Guns fire before the attack where the mission was seen."""
    now = run(d.now)
    if detecting.is_seen(mission(d.now)) and meets_guns(d.now) and now.braves and not now.gone:
        _fire(d, network.AAA, Sum.of(aaa_modifiers(d.now, mission(d.now), now.aircraft)))


# rule: NW-24.6.a, NW-24.6.2
def fire_late(d: Draft[KoreaState]) -> None:
    """Guns fire after the attack of a striker that nobody saw come; of a helicopter never."""
    now, flown = run(d.now), mission(d.now)
    late = now.struck and not detecting.is_seen(flown) and meets_guns(d.now) and not now.gone
    if late and now.aircraft:
        _fire(d, network.AAA, Sum.of(aaa_modifiers(d.now, flown, now.aircraft)))
        # rule: NW-24.6.1
        if run(d.now).aborts:
            turn_back(d)


def _fire(d: Draft[KoreaState], track: str, total: Sum) -> None:
    result = _shoot(d, mission(d.now), flyer(d.now), track, total)
    if result:
        _suffer(d, result)


def _shoot(d: Draft[KoreaState], flown: Mission, who: Ref, track: str, total: Sum) -> str:
    """Roll for missiles or guns; nothing where the track is at zero."""
    where = column(d.now, flown, track)
    # rule: NW-24.1.b
    if not where:
        return ""
    roll = d.draw(f"roll.{track}", DIE)
    result = table(CHART).look(roll.faces[0] + total.total, where).value or MISS
    d.log(
        f"log.{track}",
        "NWT-ADVAD",
        who,
        rolls=[roll],
        modifiers=total,
        by=enemy(flown.side),
        unit=who,
        column=where,
        result=result,
    )
    return result


# rule: NW-24.3, NW-24.5.2, NW-24.6.2
def at_one(d: Draft[KoreaState], flown: Mission, key: int, who: Ref) -> tuple[str, ...]:
    """What troops on the spot do to what flies alone: they look for it once, then come missiles, then guns.

    Guns have nothing to fire at once missiles have turned it away.
    """
    if not detecting.sees(d, flown, who):
        return ()
    missiles = _shoot(d, flown, who, network.SAM, Sum.of(sam_modifiers(d.now, flown, key)))
    if missiles not in (HIT, MISS):
        return (missiles,)
    return missiles, _shoot(d, flown, who, network.AAA, Sum.of(aaa_modifiers(d.now, flown, key)))


# rule: NWT-ADVAD.air, NWT-ADVAD
def _suffer(d: Draft[KoreaState], result: str) -> None:
    """What fire does to an aircraft: a step, an abort that can be defied, or a worse aim."""
    if display.is_cargo(run(d.now).aircraft):
        _suffer_as_cargo(d, result)
        return
    if result == HIT:
        _lose_step(d)
    elif result == ABORT:
        d.edit_subject(Run, aborts=True)
    # rule: NW-24.8
    elif result.startswith("+") and not suppresses(d.now):
        d.edit_subject(Run, plus=run(d.now).plus + int(result))


# rule: NWT-ADVAD.transport
def _suffer_as_cargo(d: Draft[KoreaState], result: str) -> None:
    """What fire does to a transport: the unit loses a step, and a point that carries it; all else turns it back."""
    key = run(d.now).aircraft
    if result == HIT:
        if key in mission(d.now).paid:
            points.lose_airmobile(d, mission(d.now).side, "NWT-ADVAD.transport", in_use=True)
        display.lose_step(d, key, "NWT-ADVAD.transport")
    elif result == ABORT or result.startswith("+"):
        display.abort(d, key, "NWT-ADVAD.transport")
    if not display.is_flying(d.now, key):
        d.edit_subject(Run, gone=True)


def suppresses(state: KoreaState) -> bool:
    """Whether the aircraft only suppresses air defences."""
    return run(state).aircraft in mission(state).weasels


def _lose_step(d: Draft[KoreaState]) -> None:
    key = run(d.now).aircraft
    if key:
        display.lose_step(d, key, "NWT-ADVAD.air")
        gone = not d.now.aircraft[key].steps
    else:
        number = mission(d.now).helicopter
        helicopters.hurt(d, number, "NWT-ADVAD.air")
        gone = not d.now.helicopters[number].hex
    if gone:
        d.edit_subject(Run, gone=True)


# -- turning back or pressing on -------------------------------------------------------------------------------------


def presser(state: KoreaState) -> tuple[str, ...]:
    """The owner of an aircraft that would have to turn back."""
    now = run(state)
    return (mission(state).side,) if now.aborts and not now.gone else ()


def press_choice(state: KoreaState, seat: str) -> OneOf:
    """Press on or turn back."""
    return yes_or_no(default=NO)


# rule: NWT-ADVAD.air
def press(d: Draft[KoreaState], answer: str) -> None:
    """An aircraft turns back, or defies the fire: that costs it a step or its aim."""
    if answer != YES:
        turn_back(d)
        return
    printed = chart(CHART)["press_on"]
    roll = d.draw("roll.press_on", DIE)
    hurt = roll.faces[0] <= printed["step_lost_up_to"]
    who = flyer(d.now)
    d.log("log.pressed_on", "NWT-ADVAD.air", who, rolls=[roll], unit=who, hurt=int(hurt))
    d.edit_subject(Run, aborts=False)
    if hurt:
        _lose_step(d)
    else:
        d.edit_subject(Run, plus=run(d.now).plus + printed["plus"])


def turn_back(d: Draft[KoreaState]) -> None:
    """The aircraft is out of the mission."""
    key = run(d.now).aircraft
    if key:
        display.abort(d, key, "NWT-ADVAD.air")
    else:
        d.log("log.helicopter_aborted", "NWT-ADVAD.air", flyer(d.now), unit=flyer(d.now))
    d.edit_subject(Run, aborts=False, gone=True)
