"""Play-book 6.44: aircraft attack ships at sea, in port and in Map T."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sandtable.games.eastfront.model import AXIS, FLOWN, FLYING, MAP_T, READY, SOVIET, CrimeaState, Strike
from sandtable.games.eastfront.rules.air import flak, naval_missions
from sandtable.games.eastfront.rules.air.air import (
    AT_SEA,
    MISSION,
    MISSION_MOST,
    air_ref,
    land,
    over,
    ready,
    send_home,
    type_of,
    why_too_many,
    with_role,
)
from sandtable.games.eastfront.rules.naval.damage import hit
from sandtable.games.eastfront.rules.naval.shelling import damage_for, guns_in_sight, worth
from sandtable.games.eastfront.rules.naval.ships import OUT_OF_PLAY, afloat, counter, is_in_port, ship_ref, water_ref
from sandtable.games.eastfront.rules.naval.ships import water_of as place_of
from sandtable.kernel import Draft, Modifier, OneOf, Ref, Refusal, SomeOf, Sum, dead_end, pick, refuse

DIVE_BOMBER = "Ju87"
COVER = 2
"""How many units of flak and headquarters ashore hamper an attack at most."""


# -- where -------------------------------------------------------------------------------------------------------------


# rule: EF-PB6.44.a, EF-PB2.12.a
def targets(state: CrimeaState, water: str) -> tuple[int, ...]:
    """Ships in a port, a sea zone or Map T."""
    return tuple(key for key in afloat(state, SOVIET) if place_of(state.board, state.ships[key]) == water)


# rule: EF-PB6.44.a
def why_not_strike(state: CrimeaState, seat: str, water: str, key: int) -> Refusal | None:
    """Why an air unit is not sent against ships: it is not ready, or they are out of its range."""
    unit = state.air.get(key)
    if unit is None or unit.side != seat or unit.box != READY:
        return refuse("EF-17.12", "refuse.not_ready", air_ref(key), unit=air_ref(key))
    if not naval_missions.reaches(state, key, water):
        return refuse("EF-17.22", "refuse.strike_range", air_ref(key), water_ref(water), water=water_ref(water))
    return None


def waters(state: CrimeaState, seat: str) -> OneOf:
    """Where ships can be attacked."""
    lying = {place_of(state.board, state.ships[key]) for key in afloat(state, SOVIET)} if ready(state, AXIS) else set()

    def why_not(water: str) -> Refusal | None:
        if not targets(state, water):
            return refuse("EF-PB6.44.a", "refuse.no_ships_there", water_ref(water), water=water_ref(water))
        if not squadrons(state, seat, water).is_possible():
            return dead_end("EF-PB6.44.a", "refuse.no_striker", water_ref(water), water=water_ref(water))
        return None

    return pick("water", sorted(lying) if seat == AXIS else (), why_not)


# rule: EF-PB6.41, EF-PB6.44.a
def squadrons(state: CrimeaState, seat: str, water: str) -> SomeOf:
    """Up to three units against ships: one of them at least can attack, the others escort."""
    why_not = partial(why_not_strike, state, seat, water)
    fit = [key for key in ready(state, seat) if why_not(key) is None]

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if any(_can_attack(state, key) for key in keys):
            return why_too_many(keys)
        return refuse("EF-PB6.44.a", "refuse.no_interdictor", *map(air_ref, keys))

    able = tuple(key for key in fit if _can_attack(state, key))
    return SomeOf("air", fit if able else (), least=1, most=MISSION_MOST, why=why_not, check=check, default=able[:1])


def _can_attack(state: CrimeaState, key: int) -> bool:
    kind = type_of(state, state.air[key])
    return kind is not None and kind.interdiction > 0


def striker(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while it can attack ships."""
    return (AXIS,) if state.ships and waters(state, AXIS).is_possible() else ()


def strike(d: Draft[CrimeaState], water: str, units: tuple[int, ...]) -> None:
    """Send units, face down, against the ships of some water."""
    for key in units:
        d.edit("air", key, box=FLYING, hex=AT_SEA)
    d.log("log.strike_flown", "EF-PB6.44.a", water_ref(water), water=water_ref(water), count=len(units))
    d.call("strike", Strike(water=water))


# -- which ship --------------------------------------------------------------------------------------------------------


def attackers(state: CrimeaState) -> tuple[int, ...]:
    """Units that got through to the ships and have still to be given one."""
    if state.dogfight is None:
        return ()
    aimed = [unit for unit, _ in state.subject(Strike).aims]
    fit = with_role(state, AXIS, MISSION)
    return tuple(key for key in fit if key not in aimed and _can_attack(state, key))


def aimer(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while one of its units has to be given a ship."""
    return (AXIS,) if attackers(state) and targets(state, state.subject(Strike).water) else ()


def aiming(state: CrimeaState, seat: str) -> OneOf:
    """Units to be given a ship."""

    def why(key: int) -> Refusal | None:
        return refuse("EF-PB6.44.b", "refuse.aimed", air_ref(key), unit=air_ref(key))

    return OneOf("air", attackers(state), why)


def ships_at(state: CrimeaState, seat: str, unit: int) -> OneOf:
    """Ships that a unit can attack: any of the water it was sent to."""
    water = state.subject(Strike).water

    def why(key: int) -> Refusal | None:
        return refuse("EF-PB6.44.b", "refuse.not_in_water", ship_ref(key), ship=ship_ref(key), water=water_ref(water))

    return OneOf("ship", targets(state, water), why)


# rule: EF-PB6.44.b
def aim(d: Draft[CrimeaState], unit: int, ship: int) -> None:
    """Name the ship that a unit attacks; it keeps it, whatever the others do."""
    now = d.now.subject(Strike)
    d.edit_subject(Strike, units=(*now.units, unit), ships=(*now.ships, ship))


# -- what comes of it --------------------------------------------------------------------------------------------------


# rule: EF-PB6.44.c, EF-PB8.12.d
def fires_back(state: CrimeaState, ship: int, attacked: tuple[int, ...]) -> int:
    """The ship whose guns fire for a ship: itself, or for transports one in port that is not attacked; else 0."""
    if not counter(state, ship).is_transport:
        return ship
    one = state.ships[ship]
    if not is_in_port(one):
        return 0
    near = targets(state, place_of(state.board, one))
    return next((key for key in near if key not in attacked and not counter(state, key).is_transport), 0)


# rule: EF-PB6.44.c, EF-PB6.44.e
def cover(state: CrimeaState, ship: int) -> tuple[int, ...]:
    """Flak and headquarters ashore that help a ship: round its hex, and none in Map T."""
    place = state.ships[ship].hex
    units = state.board.units
    found = flak.flak_units(state, place, SOVIET) if place else ()
    return tuple(key for key in found if units[key].anti_air or units[key].is_hq)


# rule: EF-PB6.44.d, EF-PB6.44.e, EFT-ship-attack
def modifiers(state: CrimeaState, unit: int, ship: int) -> Iterator[Modifier]:
    """What helps and hampers an attack from the air."""
    kind, one = type_of(state, state.air[unit]), state.ships[ship]
    table = "drm_map_t" if one.box == MAP_T else "drm"
    if kind is not None and kind.id == DIVE_BOMBER:
        yield Modifier("EFT-ship-attack", "modifier.dive_bomber", worth(state, table, DIVE_BOMBER))
    if one.box == MAP_T:
        yield Modifier("EF-PB6.44.e", "modifier.map_t", worth(state, table, "map_t"))
        return
    yield from guns_in_sight(state, one.hex)
    if helpers := min(len(cover(state, ship)), COVER):
        each = worth(state, table, "anti_air_or_hq_in_range")
        yield Modifier("EFT-ship-attack", "modifier.flak", helpers * each)


# rule: EF-PB6.44.c, EF-PB6.44.d
def resolve(d: Draft[CrimeaState]) -> None:
    """Fighters go home; each unit is fired at by its ship, attacks it if it lives, and goes home."""
    if d.now.dogfight is None:
        return
    send_home(d)
    aims = d.now.subject(Strike).aims
    attacked = tuple(ship for _, ship in aims)
    for unit, ship in aims:
        if gun := fires_back(d.now, ship, attacked):
            flak.fire_at(d, unit, cover(d.now, gun))
    for unit, ship in aims:
        if d.now.air[unit].box == FLYING and d.now.ships[ship].box not in OUT_OF_PLAY:
            _attack(d, unit, ship)
    for key in over(d.now, AT_SEA, AXIS):
        land(d, key, FLOWN)
    d.set(dogfight=None)


def _attack(d: Draft[CrimeaState], unit: int, ship: int) -> None:
    drm = Sum.of(modifiers(d.now, unit, ship))
    roll = d.roll("roll.ship_attack", 10)
    points = damage_for(d.now, counter(d.now, ship).kind, roll.faces[0] + drm.total)
    about = (air_ref(unit), ship_ref(ship))
    kind = d.now.air[unit].kind
    d.log(
        "log.ship_attacked",
        "EF-PB6.44.d",
        *about,
        by=AXIS,
        rolls=[roll],
        modifiers=drm,
        kind=kind,
        ship=about[1],
        points=points,
    )
    if points:
        hit(d, ship, points)


def break_off(d: Draft[CrimeaState]) -> None:
    """The strike is over: whoever is still in the air goes home."""
    for side in (AXIS, SOVIET):
        for key in over(d.now, AT_SEA, side):
            land(d, key, FLOWN)
    d.set(dogfight=None)


def where(state: CrimeaState) -> Ref:
    """The water that a strike is about, for the log."""
    return water_ref(state.subject(Strike).water)
