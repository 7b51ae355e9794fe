"""Chapter 6.5 and 6.8: supply units, what they are spent on, and attack supply (15.31 to 15.33)."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, SIDES, SUPPLIED, CrimeaState, Supply, enemy, phase
from sandtable.games.eastfront.rules.movement.ground import FOOT, HEAVY, prices, surcharge
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, on_map, ref, stacks, zoc
from sandtable.kernel import Draft, OneOf, Path, Ref, Refusal, SomeOf, derived, pick, refuse

SUSTAINED_MOST = supply.CHART["one_turn_source"]["most_hexes"]
SUSTAINED_REACH = supply.CHART["one_turn_source"]["reach"]
DUMP = supply.CHART["dump"]["points"]
TRUCK_HALF_MP, WAGON_HALF_MP = (supply.CHART["supply_units"][key] for key in ("truck_half_mp", "wagon_half_mp"))


def supply_ref(key: int) -> Ref:
    """A link to a supply unit."""
    return Ref("supply", key)


def own(state: CrimeaState, side: str) -> tuple[int, ...]:
    """A side's supply units on the map."""
    return tuple(key for key, unit in state.supplies.items() if unit.side == side and unit.hex)


def book(d: Draft[CrimeaState], side: str, points: int) -> None:
    """Keep count of the points that a side should have, where the game keeps such a count."""
    if (ledger := f"{side}_ledger") in d.now.tracks:
        d.put("tracks", ledger, d.now.tracks[ledger] + points)


# rule: EF-6.82
def broken(state: CrimeaState) -> str | None:
    """What cannot be: a supply unit nowhere, or with no point or three, or points out of nothing."""
    for key, unit in state.supplies.items():
        if bool(unit.hex) == bool(unit.box) or unit.points not in (1, DUMP):
            return f"supply unit {key} has {unit.points} points in {unit.hex} and in box {unit.box!r}"
    for side in SIDES:
        points = sum(unit.points for unit in state.supplies.values() if unit.side == side)
        if state.tracks.get(f"{side}_ledger", points) != points:
            return f"{side} has {points} supply points and should have {state.tracks[f'{side}_ledger']}"
    return None


# rule: EF-15.31.a, EF-6.22
@derived("supplies", *supply.TRACED, **supply.KEPT)
def served(state: CrimeaState, key: int, limit: int = 0) -> dict[int, int]:
    """Hexes with a line of communication to a supply unit, each with its length."""
    unit = state.supplies[key]
    # Only the hexes of the two ends, the supply unit's and the fighting unit's, may be in a zone.
    shut = supply.blocked(state, unit.side) - {unit.hex}
    return supply.traced(state, unit.side, (unit.hex,), shut, limit)


def reaches(state: CrimeaState, keys: tuple[int, ...], pieces: tuple[int, ...]) -> Refusal | None:
    """Why not every one of these units can trace to one of these supply units."""
    for piece in pieces:
        # rule: EF-PB8.73.d
        if state.pieces[piece].ship:
            continue
        if not any(state.pieces[piece].hex in served(state, key) for key in keys):
            return refuse("EF-15.31.a", "refuse.no_line_to_supply", ref(piece), unit=ref(piece))
    return None


# rule: EF-15.31.a, EF-15.33
def sources(state: CrimeaState, seat: str, units: tuple[int, ...]) -> SomeOf | None:
    """Supply units to spend on an attack; none at all leaves it unsupplied."""
    # rule: EF-PB8.73.d
    if state.board.has_automatic_attack_supply(seat, state.turn) or all(state.pieces[u].ship for u in units):
        return None

    def check(keys: tuple[int, ...]) -> Refusal | None:
        return reaches(state, keys, units) if keys else None

    def why(key: int) -> Refusal | None:
        return refuse("EF-15.31.a", "refuse.no_line_to_supply", supply_ref(key), unit=ref(units[0]))

    near = [key for key in own(state, seat) if any(state.pieces[u].hex in served(state, key) for u in units)]
    return SomeOf("supply", near, check=check, why=why, default=())


# rule: EF-15.56
def spend(d: Draft[CrimeaState], keys: tuple[int, ...]) -> None:
    """Spend one point of each supply unit: a dump turns into a mobile unit, that one is used up."""
    for key in keys:
        unit = d.now.supplies[key]
        if unit.points >= DUMP:
            d.edit("supplies", key, points=1)
        else:
            d.drop("supplies", key)
        book(d, unit.side, -1)
        d.log("log.supply_spent", "EF-15.56", at(unit.hex), place=at(unit.hex), left=unit.points - 1)


# -- a source for one turn -------------------------------------------------------------------------------------------


def starving(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes with units of a side that are not in General Supply."""
    return tuple(sorted({state.pieces[k].hex for k in on_map(state, side) if state.pieces[k].supply != SUPPLIED}))


# rule: EF-6.53.a
def relief(state: CrimeaState, seat: str) -> OneOf:
    """Supply units that could feed somebody for a turn."""
    hungry = starving(state, seat)
    return OneOf("supply", [k for k in own(state, seat) if any(h in served(state, k, SUSTAINED_REACH) for h in hungry)])


def relieved(state: CrimeaState, seat: str, key: int) -> SomeOf:
    """Up to five hexes to be fed, each at most five hexes away."""
    fit = [h for h in starving(state, seat) if h in served(state, key, SUSTAINED_REACH)]

    def why(h: int) -> Refusal | None:
        return refuse("EF-6.53.a", "refuse.too_far_to_feed", at(h), place=at(h), reach=SUSTAINED_REACH)

    return SomeOf("place", fit, least=1, most=SUSTAINED_MOST, why=why)


def sustain(d: Draft[CrimeaState], key: int, hexes: tuple[int, ...]) -> None:
    """Spend a point: the units in these hexes are in General Supply for the turn."""
    spend(d, (key,))
    for h in hexes:
        for piece in stacks(d.now)[h]:
            d.edit("pieces", piece, supply=SUPPLIED)
    d.log("log.sustained", "EF-6.53.a", *map(at, hexes), places=tuple(map(at, hexes)))


def feeder(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while it has somebody to feed and something to feed him from."""
    return (side,) if state.supplies and relief(state, side).is_possible() else ()


# -- movement --------------------------------------------------------------------------------------------------------


# rule: EF-6.83, EF-6.84
def why_not_move(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit does not move by itself now, by whatever means."""
    unit = state.supplies.get(key)
    if unit is None or unit.side != seat or not unit.hex:
        return refuse("EF-6.84", "refuse.not_your_supply", supply_ref(key))
    if unit.points >= DUMP:
        return refuse("EF-6.83", "refuse.dump_stays", at(unit.hex), place=at(unit.hex))
    if unit.moved or phase(state) != "movement":
        return refuse("EF-6.84", "refuse.supply_moved", at(unit.hex), place=at(unit.hex))
    return None


# rule: EF-6.84
def why_not_haul(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit cannot move now."""
    if (no := why_not_move(state, seat, key)) is not None:
        return no
    unit = state.supplies[key]
    if not _steps(state, unit, ()):
        return refuse("EF-6.84", "refuse.supply_stuck", at(unit.hex), place=at(unit.hex))
    return None


def movable(state: CrimeaState, seat: str) -> OneOf:
    """Supply units that can move."""
    return pick("supply", own(state, seat), lambda key: why_not_haul(state, seat, key))


# rule: EF-6.82, EF-6.84
def _steps(state: CrimeaState, unit: Supply, path: tuple[int, ...]) -> dict[int, int]:
    """Hexes that may follow, with the running cost: enemy zones only where friends stand."""
    budget = WAGON_HALF_MP if unit.wagon else TRUCK_HALF_MP
    here = path[-1] if path else unit.hex
    zones, held = zoc(state, enemy(unit.side)), holders(state)
    found = {}
    for to in state.board.grid.neighbours[here]:
        spent = _spent(state, unit, (*path, to))
        closed = held.get(to) == enemy(unit.side) or (to in zones and held.get(to) != unit.side)
        closed = closed or why_barred_by_ships(state, unit.side, to) is not None
        if spent is not None and not closed and to != unit.hex and to not in path and spent <= budget:
            found[to] = spent
    return found


# rule: EF-PB8.12.b
def why_barred_by_ships(state: CrimeaState, side: str, place: int) -> Refusal | None:
    """Why ships in a port keep supply units of the enemy out, by whatever way: combat units they do not stop."""
    if side != AXIS or all(ship.hex != place for ship in state.ships.values()):
        return None
    return refuse("EF-PB8.12.b", "refuse.ships_in_port", at(place), place=at(place))


# rule: EF-10.74.c
def _spent(state: CrimeaState, unit: Supply, path: tuple[int, ...]) -> int | None:
    """The least that a way costs, or nothing where it is closed; who leaves a road pays for the hex where he does."""
    mover, here = FOOT if unit.wagon else HEAVY, unit.hex
    table = prices(state, mover)
    # What it costs off the road, along it, and what was paid for the hex itself.
    off: int | None = unit.spent
    on: int | None = None
    paid = 0
    for to in path:
        along, across = table.get((here, to), (None, None))
        least = min(cost for cost in (off, on) if cost is not None)
        owed = surcharge(state, mover, here, paid) if on is not None and along is None else 0
        starts = [off] if off is not None else []
        starts += [on + owed] if on is not None and owed is not None else []
        on = least + along if along is not None else None
        off = min(starts) + across if across is not None and starts else None
        if on is None and off is None:
            return None
        here, paid = to, along or 0
    return min(cost for cost in (off, on) if cost is not None)


def ways(state: CrimeaState, seat: str, key: int) -> Path:
    """The paths of a supply unit."""
    unit = state.supplies[key]

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        no = why_barred_by_ships(state, unit.side, to)
        return no or refuse("EF-6.82", "refuse.supply_path", at(to), place=at(to))

    return Path("place", unit.hex, lambda path: _steps(state, unit, path), bool, why)


def haul(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Move a supply unit."""
    d.edit("supplies", key, hex=path[-1], moved=True)
    d.log("log.hauled", "EF-6.84", at(path[-1]), start=at(d.before.supplies[key].hex), to=at(path[-1]))


# rule: EF-6.83.c
def dumps(state: CrimeaState, seat: str) -> OneOf:
    """Dumps that can be made mobile again."""
    return OneOf("supply", [k for k in own(state, seat) if state.supplies[k].points >= DUMP])


def break_up(d: Draft[CrimeaState], key: int) -> None:
    """Turn a dump into a mobile unit; its other point is lost."""
    d.edit("supplies", key, points=1)
    book(d, d.now.supplies[key].side, -1)
    d.log("log.dump_broken", "EF-6.83.c", at(d.now.supplies[key].hex), place=at(d.now.supplies[key].hex))


# rule: EF-6.83.b1
def mergers(state: CrimeaState, seat: str) -> OneOf:
    """Mobile units that share their hex with another."""
    mobile = [k for k in own(state, seat) if state.supplies[k].points < DUMP]
    places = [state.supplies[k].hex for k in mobile]
    return OneOf("supply", [k for k in mobile if places.count(state.supplies[k].hex) > 1])


def merge(d: Draft[CrimeaState], key: int) -> None:
    """Put two mobile units together as a dump."""
    unit = d.now.supplies[key]
    mobile = [k for k in own(d.now, unit.side) if d.now.supplies[k].points < DUMP]
    other = next(k for k in mobile if k != key and d.now.supplies[k].hex == unit.hex)
    d.drop("supplies", other)
    d.edit("supplies", key, points=DUMP)
    d.log("log.dump_made", "EF-6.83.b1", at(unit.hex), place=at(unit.hex))


# rule: EF-6.82
@derived("pieces", "supplies")
def overrun_supplies(state: CrimeaState) -> tuple[int, ...]:
    """Supply units in hexes that the enemy has entered."""
    held = holders(state)
    return tuple(key for key, unit in state.supplies.items() if held.get(unit.hex) == enemy(unit.side))


def settle(d: Draft[CrimeaState]) -> None:
    """Supply units that the enemy reached are gone; they are never captured."""
    for key in overrun_supplies(d.now):
        place = d.now.supplies[key].hex
        book(d, d.now.supplies[key].side, -d.now.supplies[key].points)
        d.drop("supplies", key)
        d.log("log.supply_lost", "EF-6.82", at(place), place=at(place))
