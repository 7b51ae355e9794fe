"""Chapters 9.2 and 9.4: moving land units and ships, together and step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import capture, declaration
from sandtable.games.axisallies.rules.combat_move import land, sea
from sandtable.games.axisallies.rules.combat_move.escorts import why_not_desert
from sandtable.games.axisallies.rules.combat_move.routes import (
    Ways,
    is_fight_near,
    ways_at_sea,
    ways_on_land,
    why_not_stop_at,
)
from sandtable.games.axisallies.rules.memory import AGREEMENTS, SEA_AND_AIR
from sandtable.games.axisallies.rules.noncombat.landing import after_sailing
from sandtable.games.axisallies.rules.politics import dutch, incidents, neutrals
from sandtable.games.axisallies.rules.spaces.spaces import (
    FRIENDLY,
    cargo_of,
    company,
    foe_zones,
    is_neutral_land,
    land_status,
    type_of,
    units_at,
    units_of,
)
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.games.axisallies.rules.units import air, ambush
from sandtable.kernel import Draft, Path, Refusal, SomeOf, dead_end, derived, pick_some, refuse

ATTACK = "attack"


# rule: AA-9.2.general.simultaneous, AA-9.3.multi.no-joint-attack, AA-9.3.multi.carrier
def why_not_pick(state: GlobalState, power: str, key: int, combat: bool) -> Refusal | None:
    """Why a unit cannot be moved (any more) in this phase, wherever it might go."""
    unit = state.units.get(key)
    if unit is None or unit.owner != power:
        return refuse("AA-9.3.multi.no-joint-attack", "refuse.not_yours", piece(key), unit=piece(key))
    if unit.fresh or unit.stuck:
        return refuse("AA-6.friendly-neutral.enter.b", "refuse.not_ready", piece(key), unit=piece(key))
    kind = type_of(state, unit)
    # Troops have made their move even where others have since overrun what they were sent to take.
    if combat and (unit.task or unit.unloaded or (unit.spent and kind.domain == "land")):
        return refuse("AA-9.2.general.simultaneous", "refuse.committed", piece(key), unit=piece(key))
    if not combat and (no := _why_done(state, key)) is not None:
        return no
    # rule: AA-9.4.land.aa, AA-10.aaa.move
    if combat and kind.noncombat_only:
        return refuse("AA-9.4.land.aa", "refuse.noncombat_only", piece(key), unit=piece(key))
    if unit.aboard and kind.domain == "land":
        return refuse("AA-10.transport.full-move", "refuse.aboard", piece(key), unit=piece(key))
    return None


# rule: AA-9.4.who, AA-9.2.hostile-start.no-ncm, AA-9.4.sea.transport
def _why_done(state: GlobalState, key: int) -> Refusal | None:
    """Why a land unit or ship has done all it can before Noncombat Move, or in it."""
    unit = state.units[key]
    kind = type_of(state, unit)
    if kind.domain == "air" or not (unit.moved or unit.fought or unit.unloaded or unit.landed):
        return None
    # rule: AA-10.transport.end-after-unload
    if unit.unloaded and not (unit.moved or unit.fought):
        return refuse("AA-10.transport.end-after-unload", "refuse.has_unloaded", piece(key), unit=piece(key))
    # rule: AA-10.transport.full-move
    if kind.domain == "land" and not (unit.aboard or unit.fought or unit.spent):
        return refuse("AA-10.transport.full-move", "refuse.came_ashore", piece(key), unit=piece(key))
    return refuse("AA-9.4.who", "refuse.moved_in_combat", piece(key), unit=piece(key))


def ways(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> Ways:
    """Where some land units or ships of one space can go together."""
    on_land = type_of(state, state.units[keys[0]]).domain == "land"
    return (ways_on_land if on_land else ways_at_sea)(state, power, keys, combat)


def movable(state: GlobalState, seat: str, combat: bool) -> SomeOf:
    def why(key: int) -> Refusal | None:
        if (no := why_not_pick(state, seat, key, combat)) is not None:
            return no
        domain = type_of(state, state.units[key]).domain
        if domain == "air":
            return refuse("AA-10.air.general", "refuse.flies", piece(key), unit=piece(key))
        if combat and domain == "sea" and (no := why_not_desert(state, seat, (key,))) is not None:
            return no
        if can_move(key) or (combat and domain == "sea" and key in in_company(state, seat)):
            return None
        rule = "AA-9.2.general.purpose" if combat else "AA-9.4.allowance"
        return dead_end(rule, "refuse.no_target", piece(key), unit=piece(key))

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if (no := why_not_together(state, keys)) is not None:
            return no
        if combat and (no := why_not_desert(state, seat, keys)) is not None:
            return no
        if ways(state, seat, keys, combat).lead_somewhere():
            return None
        # The way that is asked for tells why they cannot go it together, or a ship not without company.
        return dead_end("", "refuse.no_common_way")

    def alike(key: int) -> tuple[int, ...]:
        return comrades(state, key)

    known: dict[tuple[str, int, int], bool] = {}

    def can_move(key: int) -> bool:
        unit = state.units[key]
        if type_of(state, unit).domain == "sea":
            if combat and sea.has_no_business(state, seat, key):
                return False
            return ways_at_sea(state, seat, (key,), combat).lead_somewhere()
        # Land units of a kind in one place all go the same ways: the first one answers for the others.
        alike = (unit.kind, unit.at, unit.spent)
        if alike not in known:
            is_vain = combat and not is_fight_near(state, seat, unit.at, land.left(state, key))
            known[alike] = not is_vain and ways_on_land(state, seat, (key,), combat).lead_somewhere()
        return known[alike]

    def some_convoy() -> tuple[int, int] | None:
        return next(iter(in_company(state, seat).items()), None)

    own = (*units_of(state, seat, "land"), *units_of(state, seat, "sea"))
    sure = some_convoy if combat else None
    return pick_some("piece", own, why, least=1, check=check, alike=alike, fallback=sure)


@derived(
    "units",
    "territories",
    "wars",
    "permits",
    "orders",
    "powers",
    "battles",
    "consents",
    "slips",
    units=SEA_AND_AIR,
    **AGREEMENTS,
)
def in_company(state: GlobalState, power: str) -> dict[int, int]:
    """Ships that set out only together with another one beside them, each with such a one.

    Transports and carriers go into battle beside a ship that can hit, and any ship goes to a landing with the troops.
    """
    found = {}
    for key in units_of(state, power, "sea"):
        if why_not_pick(state, power, key, True) is not None:
            continue
        beside = _companions(state, power, key)
        if not beside:
            continue
        if not sea.has_no_business(state, power, key) and ways(state, power, (key,), True).lead_somewhere():
            continue
        for other in beside:
            pair = (key, other)
            if ways(state, power, pair, True).lead_somewhere() and why_not_desert(state, power, pair) is None:
                found[key] = other
                break
    return found


# rule: AA-9.2.general.end-friendly
def _companions(state: GlobalState, power: str, key: int) -> list[int]:
    """The ships beside another that could take it where it cannot go alone: one that can hit, and one with troops."""
    near = state.board.zones_within(state.units[key].at, max(sea.left(state, key), 0))
    is_armed = type_of(state, state.units[key]).attack > 0
    # An escort makes a difference only where there is somebody to fight, troops only where there is a shore to take.
    wants_escort = not is_armed and not near.isdisjoint(foe_zones(state, power))
    wants_troops = not near.isdisjoint(sea.disputed_shores(state, power))
    found: dict[str, int] = {}
    for other in comrades(state, key) if wants_escort or wants_troops else ():
        if other == key:
            continue
        is_escort = wants_escort and type_of(state, state.units[other]).attack > 0
        has_troops = wants_troops and other in cargo_of(state) and bool(sea.troops_aboard(state, power, (other,)))
        for use in ("escort",) * is_escort + ("troops",) * has_troops:
            if use not in found and why_not_pick(state, power, other, True) is None:
                found[use] = other
    return list(found.values())


def comrades(state: GlobalState, key: int) -> tuple[int, ...]:
    """Units of the same owner in the same space that move in the same element."""
    unit = state.units[key]
    owner, kinds = unit.owner, state.board.kinds
    domain = kinds[unit.kind].domain
    beside = units_at(state, unit.at)
    return tuple([other for other, row in beside if row.owner == owner and kinds[row.kind].domain == domain])


def why_not_together(state: GlobalState, keys: tuple[int, ...]) -> Refusal | None:
    """Units move together from one space, land with land and ships with ships."""
    if len(keys) == 1:
        return None
    spaces = dict.fromkeys(state.units[key].at for key in keys)
    domains = dict.fromkeys(type_of(state, state.units[key]).domain for key in keys)
    if len(spaces) > 1 or len(domains) > 1:
        return refuse("AA-9.2.general.from-many", "refuse.one_space", *map(piece, keys))
    return None


class Course(Path, frozen=True):
    """A way that explains why it may not end where it does."""

    why_not_stop: Callable[[int], Refusal | None] = lambda at: None
    why_too_long: Callable[[int], Refusal | None] = lambda steps: None
    """Asked of a way that breaks off on friendly ground before it gets to a fight."""

    def refusal(self, value: Any) -> Refusal | None:
        no = Path.refusal(self, value)
        if no is None or not value:
            return no
        if self.misstep(value) is not None:
            return self.why_too_long(len(value)) or no if no.key == "refuse.no_fight" else no
        return self.why_not_stop(value[-1]) or no


def paths(state: GlobalState, seat: str, units: tuple[int, ...], combat: bool) -> Course:
    """The ways these units can take together."""
    start = state.units[units[0]].at
    on_land = type_of(state, state.units[units[0]]).domain == "land"
    found = ways(state, seat, units, combat)

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        step = land.why_not_step if on_land else sea.why_not_step
        # Where the step itself is legal, the move can neither end there nor go on to where it can.
        return step(state, seat, units, path, to, combat) or why_not_stop(to)

    def why_not_stop(at: int) -> Refusal | None:
        if on_land:
            return land.why_no_fight(state, seat, at) if combat else None
        return why_not_stop_at(state, seat, sea.fleet_of(state, seat, units, combat), at, combat)

    why_too_far = land.why_too_far if on_land else sea.why_too_far
    too_long = partial(why_too_far, state, units)
    return Course("place", start, found.steps, found.may_stop, why, why_not_stop=why_not_stop, why_too_long=too_long)


# rule: AA-9.2.general.from-many
def advance(d: Draft[GlobalState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Combat Move: march or sail to a fight."""
    if type_of(d.now, d.now.units[units[0]]).domain == "land":
        _attack(d, units, path)
    else:
        _sail(d, units, path, combat=True)


def go(d: Draft[GlobalState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Noncombat Move: march or sail where nobody resists."""
    if type_of(d.now, d.now.units[units[0]]).domain == "land":
        _march(d, units, path)
    else:
        _sail(d, units, path, combat=False)


# rule: AA-9.2.blitz.tank, AA-9.2.blitz.tobruk
def _attack(d: Draft[GlobalState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    power, to = d.seat, path[-1]
    start = d.now.units[units[0]].at
    is_blitz = any(land.ground(d.now, power, at) != FRIENDLY for at in path[:-1])
    for at in path[:-1]:
        incidents.entered(d, at, power)
        _drive_through(d, at)
    before = path[-2] if len(path) > 1 else start
    fights = land_status(d.now, power, to) != FRIENDLY
    if fights and dutch.may_occupy_in_combat_move(d.now, power, to):
        dutch.claim(d, to, power, in_combat_move=True)
        fights = False
    if fights:
        prepare_invasion(d, to)
    for key in units:
        spent = d.now.units[key].spent + len(path)
        task = ATTACK if fights else ""
        home = start if is_blitz else 0
        d.edit("units", key, at=to, origin=before, spent=spent, moved=True, task=task, blitz_from=home)
    _log_move(d, units, path)


# rule: AA-9.2.blitz.tank, AA-9.2.general.simultaneous
def _drive_through(d: Draft[GlobalState], at: int) -> None:
    """Take an empty hostile territory on the way; land units that were sent to take it have nothing left to fight."""
    if land_status(d.now, d.seat, at) == FRIENDLY:
        return
    prepare_invasion(d, at)
    capture.take(d, at, d.seat, by_blitz=True)
    for key, unit in tuple(units_at(d.now, at)):
        if unit.owner == d.seat and unit.task == ATTACK and type_of(d.now, unit).domain == "land":
            d.edit("units", key, task="")


# rule: AA-9.4.land.where, AA-9.2.general.control-persists
def _march(d: Draft[GlobalState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    to = path[-1]
    for at in path[:-1]:
        incidents.entered(d, at, d.seat)
    occupy(d, to)
    for key in units:
        d.edit("units", key, at=to, spent=d.now.units[key].spent + len(path))
    d.log(
        "log.moved",
        "AA-9.4.allowance",
        *map(place, path),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        to=place(to),
    )


def occupy(d: Draft[GlobalState], at: int) -> None:
    """Land units that enter a friendly neutral or a Dutch territory in Noncombat Move take it over."""
    # rule: AA-6.friendly-neutral.enter.a, AA-6.friendly-neutral.enter.b
    if is_neutral_land(d.now, at):
        neutrals.enter_friendly(d, at, d.seat)
    dutch.claim(d, at, d.seat)
    incidents.entered(d, at, d.seat)


# rule: AA-6.neutral.entry-phase
def prepare_invasion(d: Draft[GlobalState], at: int) -> None:
    """What happens at once when a territory is invaded."""
    incidents.attacked(d, at, d.seat)
    incidents.entered(d, at, d.seat)


# rule: AA-9.2.general.attack-or-ignore.b
def _sail(d: Draft[GlobalState], units: tuple[int, ...], path: tuple[int, ...], combat: bool) -> None:
    """Move ships with what is aboard; own aircraft take off first in Combat Move."""
    power, to = d.seat, path[-1]
    start = d.now.units[units[0]].at
    before = path[-2] if len(path) > 1 else start
    fights = combat and sea.comes_to_fight(d.now, power, units, to)
    if fights:
        declaration.reopen(d, to)
    aboard = cargo_of(d.now)
    for key in units:
        ship = d.now.units[key]
        for one in aboard.get(key, ()):
            _carry(d, key, one, to, combat)
        d.edit(
            "units",
            key,
            at=to,
            origin=before,
            spent=ship.spent + len(path),
            boost=sea.allowance(d.now, key) - type_of(d.now, ship).move,
            moved=ship.moved or combat,
            task=ATTACK if fights else "",
        )
    _log_move(d, units, path)
    ambush.watch(d, units, path)


# rule: AA-9.2.carrier.launch-first, AA-10.carrier.independent
def _carry(d: Draft[GlobalState], ship: int, key: int, to: int, combat: bool) -> None:
    """Cargo and guests go where their ship goes; own aircraft have to fly, from a deck that lets them."""
    unit, host = d.now.units[key], d.now.units[ship]
    # rule: AA-9.2.carrier.guests, AA-9.2.transport.cargo
    if type_of(d.now, unit).domain != "air" or unit.owner != host.owner or host.damaged:
        d.edit("units", key, at=to)
        return
    if combat:
        if unit.at != to:
            d.edit("units", key, aboard=0)
        return
    at, left = after_sailing(d.now, unit.owner, key, to)
    if at == to:
        d.edit("units", key, at=to, spent=air.allowance(d.now, key) - left)
    else:
        d.edit("units", key, aboard=0)


def _log_move(d: Draft[GlobalState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    d.log(
        "log.moved",
        "AA-9.2.general.from-many",
        *map(place, path),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        to=place(path[-1]),
    )
