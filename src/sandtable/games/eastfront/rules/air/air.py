"""Chapter 17: air units, missions and air combat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from sandtable.games.eastfront.model import (
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    FLYING,
    READY,
    SIDES,
    SOVIET,
    AirUnit,
    CrimeaState,
    Dogfight,
    Strike,
    enemy,
    phase,
    phasing,
)
from sandtable.games.eastfront.rules.air import airfields
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.soviet_units.soviet_units import paralysed_by
from sandtable.games.eastfront.rules.supply.supply import KEPT, TRACED, is_supplied
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map
from sandtable.games.eastfront.scenario import SETTLED, AirType
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel import Draft, OneOf, Ref, Refusal, Roll, SomeOf, derived, refuse

MISSION_MOST = 3
RANGE = data("air_units")["range_hexes"]
MISSION, FIRING = "mission", "firing"
AT_SEA = 0
"""In place of a hex: over the sea, where nobody is over any hex."""
OUTCOMES = {"A": FLOWN, "D": DAMAGED, "X": DESTROYED}
WORST = (FLOWN, DAMAGED, DESTROYED)


def air_ref(key: int) -> Ref:
    """A link to an air unit."""
    return Ref("air", key)


# rule: EF-17.11
def type_of(state: CrimeaState, unit: AirUnit) -> AirType | None:
    """What an air unit is; ``None`` for dummies and for units whose type is not known."""
    return state.board.aircraft.get(unit.kind)


def ready(state: CrimeaState, side: str) -> tuple[int, ...]:
    """A side's air units that can fly."""
    return tuple(k for k, u in state.air.items() if u.side == side and u.box == READY)


@derived("air")
def over(state: CrimeaState, place: int, side: str) -> tuple[int, ...]:
    """A side's air units over a hex."""
    return tuple(k for k, u in state.air.items() if u.box == FLYING and u.hex == place and u.side == side)


def missions(state: CrimeaState) -> tuple[int, ...]:
    """Hexes with air units over them."""
    return tuple(sorted({u.hex for u in state.air.values() if u.box == FLYING}))


# -- sending units out -----------------------------------------------------------------------------------------------


# rule: EF-17.22
def in_range(state: CrimeaState, key: int, place: int) -> bool:
    """Whether a unit reaches a hex from its side's ground."""
    unit = state.air[key]
    kind = type_of(state, unit)
    # rule: EF-PB6.12
    if kind is None or kind.unlimited_range:
        return True
    # rule: EF-PB6.11
    if unit.side == AXIS and not kind.single_engine:
        return True
    # rule: EF-PB6.13
    if kind.naval and (bases := _naval_bases(state)):
        return any(state.board.span(base, place) <= RANGE for base in bases)
    bases = _far_bases(state) if unit.side == SOVIET else ()
    return any(state.board.span(base, place) <= RANGE for base in bases or _bases(state, unit.side))


# rule: EF-PB6.15, EF-PB2.12.b
def _far_bases(state: CrimeaState) -> tuple[int, ...]:
    """The edge before Map T, once all aircraft of the army are based there; nothing before that."""
    return map_t.airfields(state, SOVIET) if airfields.are_far(state) else ()


# rule: EF-PB6.52
def _naval_bases(state: CrimeaState) -> tuple[int, ...]:
    """Hexes that the range of naval aircraft is counted from: naval bases, and the edge before Map T.

    Where neither is in play they fly as all others.
    """
    units = state.board.units
    ashore = [state.pieces[key].hex for key in on_map(state, SOVIET) if units[key].kind == "naval_base"]
    return (*ashore, *map_t.airfields(state, SOVIET))


# rule: EF-PB6.14
@derived(*TRACED, **KEPT)
def _bases(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes that air range is counted from: towns for the Axis, any friendly hex for the Soviets.

    They have to trace supply themselves: what a supply unit feeds for a turn does not count.
    """
    ground = state.board.ground
    own = [h for h, holder in state.control.items() if holder == side]
    fit = [h for h in own if (side == SOVIET or ground[h].place in SETTLED) and is_supplied(state, side, h)]
    return (*fit, *map_t.airfields(state, side))


def _range_rule(state: CrimeaState, unit: AirUnit, place: int) -> str:
    """The paragraph that keeps a hex out of range of an aircraft."""
    kind = type_of(state, unit)
    if kind is not None and kind.naval and _naval_bases(state):
        return "EF-PB6.52"
    if unit.side == SOVIET and any(state.board.span(base, place) <= RANGE for base in _bases(state, SOVIET)):
        return "EF-PB6.15"
    return "EF-PB2.12.b" if map_t.airfields(state, unit.side) else "EF-17.22"


# rule: EF-22.25.c
def why_not_send(state: CrimeaState, seat: str, to: int, key: int) -> Refusal | None:
    """Why a unit cannot be sent to a hex."""
    unit = state.air.get(key)
    if unit is None or unit.side != seat or unit.box != READY:
        return refuse("EF-17.12", "refuse.not_ready", air_ref(key), unit=air_ref(key))
    if not in_range(state, key, to):
        rule = _range_rule(state, unit, to)
        return refuse(rule, "refuse.air_range", air_ref(key), at(to), place=at(to), range=RANGE)
    kind = type_of(state, unit)
    is_bomber = kind is not None and kind.role == "bomber"
    if seat == SOVIET and is_bomber and phase(state) == "combat" and paralysed_by(state, to):
        return refuse("EF-22.25.c", "refuse.no_soviet_cas", at(to), place=at(to))
    return None


def can_send(state: CrimeaState, seat: str, to: int) -> bool:
    """Whether there is any ready unit to send to a hex."""
    return any(why_not_send(state, seat, to, key) is None for key in ready(state, seat))


# rule: EF-17.21, EF-PB11.0
def why_too_many(keys: tuple[int, ...]) -> Refusal | None:
    """Why units cannot all fly one mission: there are more than three, dummies included."""
    given = len(keys)
    return refuse("EF-17.21", "refuse.too_many", most=MISSION_MOST, given=given) if given > MISSION_MOST else None


def squadrons(state: CrimeaState, seat: str, to: int) -> SomeOf:
    """Ready units to send to a hex."""
    why_not = partial(why_not_send, state, seat, to)
    fit = [k for k in ready(state, seat) if why_not(k) is None]
    return SomeOf("air", fit, least=1, most=MISSION_MOST, why=why_not, check=why_too_many)


# rule: EF-17.23
def fighters(state: CrimeaState, seat: str, to: int) -> SomeOf:
    """Ready fighters to oppose an interdiction mission."""
    open_units = squadrons(state, seat, to).legal

    def is_fighter(key: int) -> bool:
        kind = type_of(state, state.air[key])
        return kind is None or kind.role == "fighter"

    def why(key: int) -> Refusal | None:
        return refuse("EF-17.23", "refuse.not_fighter", air_ref(key), unit=air_ref(key))

    fit = [k for k in open_units if is_fighter(int(k))]
    return SomeOf("air", fit, least=1, most=MISSION_MOST, why=why, check=why_too_many)


# rule: EF-15.11, EF-15.12, EF-17.24
def cas_hexes(state: CrimeaState, seat: str) -> OneOf:
    """Hexes under a declared attack where a side has no mission yet."""
    marked = [h for attack in state.attacks.values() for h in attack.hexes]
    fit = [h for h in marked if not over(state, h, seat) and can_send(state, seat, h)]

    def why(h: int) -> Refusal | None:
        if h not in marked:
            return refuse("EF-17.24", "refuse.no_declared_attack", at(h), place=at(h))
        if over(state, h, seat):
            return refuse("EF-15.12", "refuse.mission_there", at(h), place=at(h))
        return next((no for k in ready(state, seat) if (no := why_not_send(state, seat, h, k)) is not None), None)

    return OneOf("place", fit, why=why)


def can_fly_cas(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, where it could fly close support."""
    return (side,) if state.attacks and cas_hexes(state, side).is_possible() else ()


# rule: EF-17.25, EF-17.13
def fly(d: Draft[CrimeaState], to: int, units: tuple[int, ...], rule: str) -> None:
    """Put units face down over their mission hex."""
    for key in units:
        d.edit("air", key, box=FLYING, hex=to)
    d.log("log.flew", rule, at(to), side=Ref("seat", d.seat), place=at(to), count=len(units))


# -- air combat ------------------------------------------------------------------------------------------------------


def fight(state: CrimeaState) -> Dogfight:
    """The mission being carried out."""
    assert state.dogfight is not None
    return state.dogfight


def is_interdiction(state: CrimeaState) -> bool:
    """Whether the missions of this phase interdict; otherwise they support."""
    return phase(state) == "interdiction"


def attacks_ships(state: CrimeaState) -> bool:
    """Whether the mission being carried out is one against ships."""
    return state.within(Strike) is not None


def scene(state: CrimeaState, place: int) -> Ref:
    """Where a mission is, as the log points at it."""
    if place != AT_SEA:
        return at(place)
    strike = state.within(Strike)
    return Ref("water", "naval_interdiction" if strike is None else strike.water)


# rule: EF-17.31.a, EF-9.11.c
def reveal(d: Draft[CrimeaState]) -> None:
    """Turn up everything over the next mission hex; dummies go home."""
    place = missions(d.now)[0]
    first = AXIS if is_interdiction(d.now) else phasing(d.now)
    if not over(d.now, place, first):
        first = enemy(first)
    d.set(dogfight=Dogfight(place, first))
    for side in SIDES:
        for key in over(d.now, place, side):
            unit = d.now.air[key]
            kind = type_of(d.now, unit)
            if kind is None:
                d.edit("air", key, box=FLOWN, hex=0, shown=True)
                continue
            role = MISSION if kind.role == "bomber" else ("" if is_dual(d.now, key) else FIRING)
            d.edit("air", key, shown=True, role=role)
    d.show()
    shown = tuple(air_ref(k) for side in SIDES for k in over(d.now, place, side))
    kinds = ", ".join(d.now.air[int(r.id)].kind for r in shown)
    about = scene(d.now, place)
    d.log("log.air_revealed", "EF-17.31.a", about, place=about, kinds=kinds, count=len(shown))


# rule: EF-17.31.b
def is_dual(state: CrimeaState, key: int) -> bool:
    """Whether a fighter could fly the mission as well as fire."""
    kind = type_of(state, state.air[key])
    if kind is None or kind.role != "fighter":
        return False
    unit = state.air[key]
    if is_interdiction(state) or attacks_ships(state):
        return bool(kind.interdiction) and unit.side == AXIS
    # rule: EF-22.25.c
    if unit.side == SOVIET and paralysed_by(state, unit.hex):
        return False
    return bool(kind.cas)


def undecided(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Fighters of a side whose role is still to be declared."""
    if state.dogfight is None:
        return ()
    return tuple(k for k in over(state, state.dogfight.hex, side) if not state.air[k].role)


def dual_choice(state: CrimeaState, seat: str) -> SomeOf:
    """Fighters that fly the mission; those not chosen fire."""
    return SomeOf("air", undecided(state, seat))


def assign(d: Draft[CrimeaState], mission: tuple[int, ...]) -> None:
    """Declare the roles of fighters that could do both."""
    for key in undecided(d.now, d.seat):
        d.edit("air", key, role=MISSION if key in mission else FIRING)
    d.log("log.roles", "EF-17.31.b", side=Ref("seat", d.seat), count=len(mission))
    d.done()


def with_role(state: CrimeaState, side: str, role: str) -> tuple[int, ...]:
    """A side's units over the mission hex in one role."""
    return tuple(k for k in over(state, fight(state).hex, side) if state.air[k].role == role)


# rule: EFT-air-initiative, EF-PB11.1.b
def initiative(d: Draft[CrimeaState]) -> None:
    """Roll for initiative, where both sides are there and somebody fires."""
    found = fight(d.now)
    firing = [side for side in SIDES if with_role(d.now, side, FIRING)]
    # rule: EF-17.3
    if not firing or not all(over(d.now, found.hex, side) for side in SIDES):
        return
    rolls: list[Roll] = []
    row: Mapping[str, Any] = {}
    while not rolls or (
        row.get("tactical_advantage") and row["side"] == AXIS and d.now.board.special("no_axis_advantage", d.now.turn)
    ):
        rolls.append(d.roll("roll.initiative", 10))
        row = next(r for r in d.now.board.charts["air"]["initiative"]["rows"] if rolls[-1].faces[0] <= r["most"])
    side = row["side"]
    # rule: EF-17.32.a
    if side != "none" and side not in firing:
        side = firing[0]
    advantage = bool(row.get("tactical_advantage")) and side == row["side"]
    d.log(
        "log.initiative",
        "EF-17.32.a",
        scene(d.now, found.hex),
        rolls=rolls,
        place=scene(d.now, found.hex),
        side=side,
        advantage=int(advantage),
    )
    # rule: EF-17.32.b
    if side == "none":
        send_home(d)
        return
    d.set(dogfight=replace(found, initiative=side, advantage=advantage))


def send_home(d: Draft[CrimeaState]) -> None:
    """All firing units return to base."""
    for side in SIDES:
        for key in with_role(d.now, side, FIRING):
            land(d, key, FLOWN)


# rule: EF-17.26
def land(d: Draft[CrimeaState], key: int, box: str) -> None:
    """Take a unit off the map to a box of the display."""
    d.edit("air", key, box=box, hex=0, role="", shown=True)


# rule: EF-17.33.a, EF-PB11.1.a
def to_pair(state: CrimeaState) -> tuple[int, ...]:
    """Units that still have to be given a target: own fighters first, then enemy fighters nobody meets."""
    found = state.dogfight
    if found is None or not found.initiative:
        return ()
    busy = [firer for firer, _ in found.pairs]
    met = [target for _, target in found.pairs]
    own = tuple(k for k in with_role(state, found.initiative, FIRING) if k not in busy)
    if own:
        return own
    theirs = with_role(state, enemy(found.initiative), FIRING)
    return tuple(k for k in theirs if k not in met and k not in busy)


def pairer(state: CrimeaState) -> tuple[str, ...]:
    """The side with the initiative, while somebody is to be paired."""
    return (fight(state).initiative,) if to_pair(state) else ()


def pairers(state: CrimeaState, seat: str) -> OneOf:
    """Firing units to be given a target."""
    return OneOf("air", to_pair(state))


def pair_targets(state: CrimeaState, seat: str, unit: int) -> OneOf:
    """Whom a firing unit meets: enemy fighters that nobody has met come first."""
    found = fight(state)
    other = enemy(state.air[unit].side)
    met = [target for _, target in found.pairs]
    fighters_left = [k for k in with_role(state, other, FIRING) if k not in met]
    mission_left = [k for k in with_role(state, other, MISSION) if k not in met]
    if state.air[unit].side == found.initiative:
        options = fighters_left or list(over(state, found.hex, other))
    else:
        options = mission_left or list(over(state, found.hex, other))

    def why(key: int) -> Refusal | None:
        return refuse("EF-17.33.a", "refuse.fighters_first", air_ref(key), unit=air_ref(key))

    return OneOf("air", options, why=why)


def engage(d: Draft[CrimeaState], unit: int, target: int) -> None:
    """Pair a firing unit with its target."""
    found = fight(d.now)
    d.set(dogfight=replace(found, pairs=(*found.pairs, (unit, target))))


def shots(state: CrimeaState) -> tuple[tuple[int, int], ...]:
    """Every shot of the first round: those paired, and the answers of fighters to their first attacker."""
    found = fight(state)
    busy = [firer for firer, _ in found.pairs]
    answers: dict[int, int] = {}
    for firer, target in found.pairs:
        if state.air[target].role == FIRING and target not in busy:
            answers.setdefault(target, firer)
    return (*found.pairs, *answers.items())


# rule: EF-17.33.b, EFT-air-combat, EF-PB6.21
def shoot(d: Draft[CrimeaState], firer: int, target: int) -> str:
    """One shot: the box the target has to go to, or nothing."""
    a, b = type_of(d.now, d.now.air[firer]), type_of(d.now, d.now.air[target])
    assert a is not None
    assert b is not None
    chart = d.now.board.charts["air"]["combat"]
    columns = chart["differentials"]
    difference = min(max(a.acr - b.acr, columns[0]), columns[-1])
    roll = d.roll("roll.air", 10)
    code = chart["rows"][roll.faces[0]][columns.index(difference)]
    box = OUTCOMES.get(code, "")
    d.log(
        "log.air_shot",
        "EF-17.33.b",
        air_ref(firer),
        air_ref(target),
        by=d.now.air[firer].side,
        rolls=[roll],
        firer=a.id,
        target=b.id,
        column=difference,
        result=box or "none",
    )
    return box


# rule: EF-17.33.c, EF-17.33.d
def fire(d: Draft[CrimeaState]) -> None:
    """All fire at once, then results apply; with an advantage, fighters left alone may strike again."""
    found = fight(d.now)
    if not found.initiative:
        return
    hits: dict[int, str] = {}
    for firer, target in shots(d.now):
        box = shoot(d, firer, target)
        if box:
            hits[target] = max(hits.get(target, FLOWN), box, key=WORST.index)
    for key, box in hits.items():
        land(d, key, box)
    if not found.advantage:
        return
    driven = [firer for firer, target in found.pairs if target in hits and firer not in hits]
    own = tuple(k for k in driven if d.now.air[k].side == found.initiative)
    d.set(dogfight=replace(found, free=own))


def pursuer(state: CrimeaState) -> tuple[str, ...]:
    """The side with a tactical advantage, while it has a fighter and a target left."""
    found = state.dogfight
    if found is None or not found.free or not over(state, found.hex, enemy(found.initiative)):
        return ()
    return (found.initiative,)


def free_firers(state: CrimeaState, seat: str) -> OneOf:
    """Fighters that may strike again."""
    return OneOf("air", fight(state).free)


def free_targets(state: CrimeaState, seat: str, unit: int) -> OneOf:
    """Any enemy unit still there."""
    found = fight(state)
    return OneOf("air", over(state, found.hex, enemy(found.initiative)))


def engage_again(d: Draft[CrimeaState], unit: int, target: int) -> None:
    """Strike a second target, which cannot answer."""
    found = fight(d.now)
    d.set(dogfight=replace(found, free=tuple(k for k in found.free if k != unit)))
    if box := shoot(d, unit, target):
        land(d, target, box)
