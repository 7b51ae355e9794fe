"""Rules 22.10.3 and 22.10.5: long range, stand-off and dogfight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from sandtable.games.nextwar.model import DPRK, OVERCAST, STORM, US, AirBattle, Engagement, KoreaState
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.rules.air_war.display import link, ratings, side_of
from sandtable.games.nextwar.rules.air_war.engagements import battle, engaged, leave, mission, opponents
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.kernel import Draft, Modifier, OneOf, Sum

LONG_RANGE, STANDOFF, DOGFIGHT = "long_range", "standoff", "dogfight"
CHART = "advanced/advanced_air_combat"
WIDEST = 4
HIT, HIT_AND_ABORT, TURNED, EDGE, KILLED = "D", "DA", "A", "Ad", "X"
EDGE_OR_HIT = "AdD"


# rule: NW-16.2.8.b, NW-16.2.8.1, NW-16.2.3.b
def can_fire(state: KoreaState, key: int, step: str) -> bool:
    """Whether a unit has weapons for a step of air combat."""
    found = ratings(state, key)
    # rule: NW-24.4.1.d
    if found.bomber or found.acr < 1:
        return False
    # rule: NW-22.10.3.a, NW-22.10.3.b, NW-22.10.3.c
    return step == DOGFIGHT or found.long_range or (step == STANDOFF and found.standoff)


# rule: NW-16.2.7
def in_sight(state: KoreaState, key: int, step: str) -> tuple[int, ...]:
    """The opponents that a unit can fire at in a step: stealth is seen only close by."""
    return tuple(foe for foe in opponents(state, key) if step == DOGFIGHT or not display.is_stealth(state, foe))


# rule: NW-24.4.1.b
def shooters(state: KoreaState, step: str) -> tuple[int, ...]:
    """All units that fire in a step."""
    return tuple(sorted(k for k in engaged(state) if can_fire(state, k, step) and in_sight(state, k, step)))


# -- aiming ----------------------------------------------------------------------------------------------------------


# rule: NW-22.10.4.1.a
def undecided(state: KoreaState, side: str, step: str) -> tuple[int, ...]:
    """Units of a side that face two enemies and have not said at which of them they fire in this step."""
    aimed = dict(battle(state).aims)
    return tuple(
        key
        for key in shooters(state, step)
        if side_of(state, key) == side and key not in aimed and len(in_sight(state, key, step)) > 1
    )


def aim_choice(state: KoreaState, seat: str, key: int, step: str) -> OneOf:
    """The enemies that a unit may fire at."""
    return OneOf("air", in_sight(state, key, step))


def aim(d: Draft[KoreaState], key: int, foe: int) -> None:
    """Say at whom a unit fires in this step."""
    d.edit_subject(AirBattle, aims=(*battle(d.now).aims, (key, foe)))


def _target(state: KoreaState, key: int, step: str) -> int:
    foes = in_sight(state, key, step)
    aimed = dict(battle(state).aims).get(key, 0)
    return aimed if aimed in foes else foes[0] if foes else 0


# -- one shot --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shot:
    """Who fired at whom, and what came of it."""

    shooter: int
    target: int
    result: str


# rule: NW-22.10.5.a, NW-22.10.5.c
def column(state: KoreaState, shooter: int, target: int) -> int:
    """The column of the table: the difference of the two ratings, at most four either way."""
    lead = ratings(state, shooter).acr - ratings(state, target).acr
    return min(max(lead, -WIDEST), WIDEST)


def modifiers(state: KoreaState, shooter: int, target: int, step: str) -> Sum:
    """What a step of air combat adds to the die."""
    return Sum.of(_modifiers(state, shooter, target, step))


def _modifiers(state: KoreaState, shooter: int, target: int, step: str) -> Iterator[Modifier]:
    counter, printed = state.board.aircraft[shooter], chart(CHART)["modifiers"]
    found, rule = ratings(state, shooter), f"NWT-AIRCOMBAT.{step.replace('_', '')}"
    # rule: NWT-AIRCOMBAT.dogfight, NW-16.2.4
    if step == DOGFIGHT and found.skill:
        yield Modifier(rule, "modifier.pilots", found.skill)
    # rule: NWT-AIRCOMBAT.standoff
    if step == STANDOFF and counter.side == DPRK:
        yield Modifier(rule, "modifier.dprk_missiles", printed["dprk_standoff"])
    if step != LONG_RANGE:
        if ratings(state, target).bomber:
            yield Modifier(rule, "modifier.bomber", printed["bomber"])
        flown = mission(state)
        if flown and shooter in (*flown.strikers, *flown.weasels):
            yield Modifier(rule, "modifier.loaded", printed["striker"])
        if counter.nation == US and counter.type == "F-15C" and not counter.optional:
            yield Modifier(rule, "modifier.f22_support", printed["f22"])
    # rule: NWT-AIRCOMBAT.longrange
    if state.weather == STORM:
        yield Modifier(rule, "modifier.storm", printed["storm"])
    if state.weather == OVERCAST and step == DOGFIGHT:
        yield Modifier(rule, "modifier.overcast", printed["overcast_dogfight"])


# rule: NWT-AIRCOMBAT, NWT-AIRCOMBAT.air
def meaning(cell: str | None, step: str) -> str:
    """What a cell of the table says in a step: an advantage from afar, a hit close by."""
    if cell == EDGE_OR_HIT:
        return HIT if step == DOGFIGHT else EDGE
    return cell or ""


def result_of(state: KoreaState, shooter: int, target: int, step: str, die: int) -> str:
    """What a die brings a unit that fires."""
    total = die + modifiers(state, shooter, target, step).total
    return meaning(table(CHART).look(total, str(column(state, shooter, target))).value, step)


def _shoot(d: Draft[KoreaState], shooter: int, step: str) -> Shot:
    target = _target(d.now, shooter, step)
    roll = d.draw("roll.air_combat", DIE)
    result = result_of(d.now, shooter, target, step, roll.faces[0])
    d.log(
        "log.air_shot",
        "NWT-AIRCOMBAT",
        link(shooter),
        link(target),
        rolls=[roll],
        modifiers=modifiers(d.now, shooter, target, step),
        by=side_of(d.now, shooter),
        unit=link(shooter),
        foe=link(target),
        step=step,
        column=column(d.now, shooter, target),
        result=result or "-",
    )
    return Shot(shooter, target, result)


# -- the three steps -------------------------------------------------------------------------------------------------


# rule: NW-22.10.3.a, NW-22.10.2.c
def long_range(d: Draft[KoreaState]) -> None:
    """All who can fire from far away do so at once."""
    _volley(d, shooters(d.now, LONG_RANGE), LONG_RANGE)


# rule: NW-22.10.3.b, NW-22.10.4.1.b
def standoff(d: Draft[KoreaState]) -> None:
    """Those with an advantage fire first, then all others at once."""
    # rule: NW-22.10.4.1.a
    first = [key for key in shooters(d.now, STANDOFF) if _target(d.now, key, STANDOFF) in _victims(d.now, key)]
    _volley(d, first, STANDOFF)
    _volley(d, [key for key in shooters(d.now, STANDOFF) if key not in first], STANDOFF)


# rule: NW-22.10.3.c, NW-22.10.3.d, NW-22.10.4.1.b
def dogfight(d: Draft[KoreaState]) -> None:
    """From the highest rating to the lowest, equal ones at once; who has an advantage fires before its opponent."""
    fired: set[int] = set()
    while waiting := [key for key in shooters(d.now, DOGFIGHT) if key not in fired]:
        best = max(ratings(d.now, key).acr for key in waiting)
        group = [key for key in waiting if ratings(d.now, key).acr == best]
        behind = [key for key in waiting if set(_victims(d.now, key)).intersection(group)]
        ahead = [key for key in behind if _may_go_first(d.now, key, fired)]
        now = ahead or group
        fired.update(now)
        _volley(d, now, DOGFIGHT)


def _victims(state: KoreaState, key: int) -> tuple[int, ...]:
    """The opponents over whom a unit has the advantage."""
    return tuple(b for e in battle(state).engagements for a, b in e.edges if a == key)


# rule: NW-22.10.4.1.a
def _may_go_first(state: KoreaState, key: int, fired: set[int]) -> bool:
    """Whether a unit with an advantage may fire before its time: not if it fires at another who would fire by then."""
    target = _target(state, key, DOGFIGHT)
    if target in _victims(state, key) or target in fired:
        return True
    return ratings(state, target).acr < ratings(state, key).acr


# rule: NW-22.10.5.a
def _volley(d: Draft[KoreaState], keys: tuple[int, ...] | list[int], step: str) -> None:
    """Units fire at the same time: nothing counts before all have fired."""
    if not keys:
        return
    d.edit_subject(AirBattle, fought=True)
    shots = [_shoot(d, key, step) for key in keys]
    _gain_edges(d, [shot for shot in shots if shot.result == EDGE and not display.is_cargo(shot.target)])
    gone = [key for key in sorted({shot.target for shot in shots}) if _suffer(d, key, shots)]
    flown = mission(d.now)
    if flown:
        _note_attacked(d, tuple(shot.target for shot in shots))
    leave(d, tuple(gone))
    # rule: NWT-AIRCOMBAT.transport
    troubled = [shot.target for shot in shots if shot.result == EDGE and display.is_cargo(shot.target)]
    d.edit_subject(AirBattle, wavering=tuple(key for key in troubled if key not in gone))


# rule: NWT-AIRCOMBAT.air, NW-22.10.4.1.b
def _suffer(d: Draft[KoreaState], key: int, shots: list[Shot]) -> bool:
    """A unit takes everything that was fired at it; true if it is out of the fight."""
    results = [shot.result for shot in shots if shot.target == key]
    rule = "NWT-AIRCOMBAT.transport" if display.is_cargo(key) else "NWT-AIRCOMBAT.air"
    if KILLED in results:
        display.destroy(d, key, rule)
        return True
    for _ in range(sum(result in (HIT, HIT_AND_ABORT) for result in results)):
        if display.steps(d.now, key):
            display.lose_step(d, key, rule)
    if not display.steps(d.now, key):
        return True
    if TURNED in results or HIT_AND_ABORT in results:
        display.abort(d, key, rule)
        return True
    return False


# rule: NWT-AIRCOMBAT.transport
def waverer(state: KoreaState) -> tuple[str, ...]:
    """The player of a transport in trouble."""
    found = battle(state).wavering
    return (side_of(state, found[0]),) if found else ()


def waver_choice(state: KoreaState, seat: str) -> OneOf:
    """Lose a step and go on, or turn back."""
    return OneOf("fate", (HIT, TURNED))


# rule: NWT-AIRCOMBAT.transport
def waver(d: Draft[KoreaState], fate: str) -> None:
    """A transport in trouble loses a step and goes on, or turns back."""
    key, *others = battle(d.now).wavering
    if fate == HIT:
        display.lose_step(d, key, "NWT-AIRCOMBAT.transport")
    else:
        display.abort(d, key, "NWT-AIRCOMBAT.transport")
    # What two fighters troubled at once is asked for twice, unless it is gone by then.
    d.edit_subject(AirBattle, wavering=tuple(one for one in others if display.is_flying(d.now, one)))
    if not display.is_flying(d.now, key):
        leave(d, (key,))


# rule: NW-22.10.5.b, NW-22.10.3.d
def _gain_edges(d: Draft[KoreaState], shots: list[Shot]) -> None:
    """Advantages that were gained; where both of a pair have one, neither has."""
    won = {(shot.shooter, shot.target) for shot in shots}

    def gained(e: Engagement) -> Engagement:
        members = {*e.allied, *e.dprk}
        every = {*e.edges, *((a, b) for a, b in won if a in members)}
        return replace(e, edges=tuple(sorted((a, b) for a, b in every if (b, a) not in every)))

    if won:
        d.edit_subject(AirBattle, engagements=tuple(map(gained, battle(d.now).engagements)))


# rule: NW-23.4.1.c
def _note_attacked(d: Draft[KoreaState], keys: tuple[int, ...]) -> None:
    """Remember which aircraft of a mission interceptors fired at."""
    number, flown = battle(d.now).mission, mission(d.now)
    assert flown is not None
    more = tuple(k for k in sorted(set(keys)) if k in (*flown.strikers, *flown.weasels) and k not in flown.engaged)
    if more:  # equivalent[always]: the same would be written
        d.edit("missions", number, engaged=(*flown.engaged, *more))


# rule: NW-22.10.6
def breakers(state: KoreaState, side: str) -> tuple[int, ...]:
    """Units of a side that could break off after a round in which somebody fired."""
    return tuple(sorted(k for k in engaged(state) if side_of(state, k) == side)) if battle(state).fought else ()


# rule: NW-22.10.6
def break_off(d: Draft[KoreaState], key: int) -> None:
    """A unit turns away of its own accord."""
    display.abort(d, key, "NW-22.10.6")
    leave(d, (key,))


def next_round(d: Draft[KoreaState]) -> None:
    """A new step begins: nobody has aimed and nobody has fired."""
    d.edit_subject(AirBattle, aims=(), fought=False, rounds=battle(d.now).rounds + 1)
