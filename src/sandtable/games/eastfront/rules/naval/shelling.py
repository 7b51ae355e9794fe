"""Play-book 8.31 to 8.33: guns of the coast fire at ships and flotillas in the Axis Combat phase."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, ELIMINATED, CrimeaState
from sandtable.games.eastfront.rules.naval.coast_guns import batteries, commands
from sandtable.games.eastfront.rules.naval.damage import hit, hit_flotilla
from sandtable.games.eastfront.rules.naval.ships import counter, ship_ref
from sandtable.games.eastfront.rules.special_units.flotillas import FLOTILLA, is_flotilla
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref
from sandtable.kernel import Draft, Modifier, OneOf, Ref, Refusal, Sum, dead_end, pick, refuse

COLUMNS = {"BB": "BB", "CL": "CL_DL", "DL": "CL_DL"}
SMALL = "DD_T_flotilla"


# rule: EF-PB8.32.b, EFT-ship-attack
def damage_for(state: CrimeaState, kind: str, total: int) -> int:
    """Points of damage that an attack does to a ship of a class, or to a flotilla."""
    chart = state.board.charts["naval"]["ship_attack"]
    row = next(row for row in chart["rows"] if row["most"] is None or total <= row["most"])
    return int(row["damage"][chart["columns"].index(COLUMNS.get(kind, SMALL))])


def worth(state: CrimeaState, table: str, key: str) -> int:
    """A modifier of the table of attacks on ships."""
    rows = state.board.charts["naval"]["ship_attack"][table]
    return int(next(row["drm"] for row in rows if row["key"] == key))


# rule: EFT-ship-attack
def guns_in_sight(state: CrimeaState, place: int) -> tuple[Modifier, ...]:
    """What guns of the coast that have a ship in sight add to an attack on it."""
    count = len([gun for gun in batteries(state) if commands(state, gun, place)]) if place else 0
    each = worth(state, "drm", "coast_artillery_in_sight")
    return (Modifier("EFT-ship-attack", "modifier.coast_guns", count * each),) if count else ()


# -- whom ----------------------------------------------------------------------------------------------------------


# rule: EF-PB8.31.b
def _why_silent(state: CrimeaState, seat: str, gun: int) -> Refusal | None:
    """Why a gun fires at no ship: it is no gun of the coast of this side, or has fired in this segment."""
    if seat != AXIS or gun not in batteries(state):
        return refuse("EF-PB8.31.b", "refuse.not_coast_gun", ref(gun), unit=ref(gun))
    committed = [key for attack in state.attacks.values() for key in (*attack.support, *attack.units)]
    if state.pieces[gun].attacked or gun in committed:
        return refuse("EF-PB8.31.b", "refuse.attacked_already", ref(gun), unit=ref(gun))
    return None


# rule: EF-PB8.31.b
def why_no_target(state: CrimeaState, gun: int, ship: int) -> Refusal | None:
    """Why a gun does not fire at a ship: it is nowhere in particular, or out of range or sight."""
    one = state.ships.get(ship)
    if one is None or not one.hex or not commands(state, gun, one.hex):
        return refuse("EF-PB8.31.b", "refuse.ship_out_of_sight", ship_ref(ship), ship=ship_ref(ship), unit=ref(gun))
    return None


def targets(state: CrimeaState, seat: str, gun: int) -> OneOf:
    """Ships that a gun can fire at."""
    return pick("ship", state.ships, lambda ship: why_no_target(state, gun, ship))


# rule: EF-PB8.31.b, EF-PB6.44.e
def why_no_flotilla(state: CrimeaState, gun: int, key: int) -> Refusal | None:
    """Why a gun does not fire at a flotilla."""
    piece = state.pieces.get(key)
    if piece is None or not piece.hex or not is_flotilla(state, key) or state.board.units[key].side == AXIS:
        return refuse("EF-PB8.31.b", "refuse.not_flotilla", ref(key), unit=ref(key))
    if not commands(state, gun, piece.hex):
        return refuse("EF-PB8.31.b", "refuse.flotilla_out_of_sight", ref(key), unit=ref(key))
    return None


def flotilla_targets(state: CrimeaState, seat: str, gun: int) -> OneOf:
    """Flotillas that a gun can fire at."""
    boats = [key for key in state.board.of_kind.get(FLOTILLA, ()) if key in state.pieces]
    return pick("piece", boats, lambda key: why_no_flotilla(state, gun, key))


def _guns(state: CrimeaState, seat: str, afloat: bool) -> OneOf:
    def why_not(gun: int) -> Refusal | None:
        if (no := _why_silent(state, seat, gun)) is not None:
            return no
        found = targets(state, seat, gun) if afloat else flotilla_targets(state, seat, gun)
        if found.is_possible():
            return None
        return dead_end("EF-PB8.31.b", "refuse.no_ship_in_sight", ref(gun), unit=ref(gun))

    return pick("piece", batteries(state), why_not)


def guns(state: CrimeaState, seat: str) -> OneOf:
    """Guns of the coast that can fire at a ship."""
    return _guns(state, seat, afloat=True)


def guns_at_flotillas(state: CrimeaState, seat: str) -> OneOf:
    """Guns of the coast that can fire at a flotilla."""
    return _guns(state, seat, afloat=False)


def gunner(state: CrimeaState) -> tuple[str, ...]:
    """The Axis, while a gun of the coast has something to fire at."""
    if not batteries(state):
        return ()
    return (AXIS,) if guns(state, AXIS).is_possible() or guns_at_flotillas(state, AXIS).is_possible() else ()


# -- what comes of it ----------------------------------------------------------------------------------------------


# rule: EF-PB8.32.b, EF-PB8.33.c, EF-PB8.31.b
def shell(d: Draft[CrimeaState], gun: int, ship: int) -> None:
    """Fire a gun at a ship; what several guns do to one ship adds up."""
    points = _fire(d, gun, ship_ref(ship), counter(d.now, ship).kind, d.now.ships[ship].hex)
    if points:
        hit(d, ship, points)


# rule: EF-PB8.32.b, EF-PB8.33.c, EF-PB8.31.b
def shell_flotilla(d: Draft[CrimeaState], gun: int, key: int) -> None:
    """Fire a gun at a flotilla."""
    points = _fire(d, gun, ref(key), SMALL, d.now.pieces[key].hex)
    if points:
        hit_flotilla(d, key, points, ELIMINATED)


def _fire(d: Draft[CrimeaState], gun: int, target: Ref, kind: str, place: int) -> int:
    drm = Sum.of(guns_in_sight(d.now, place))
    roll = d.roll("roll.ship_attack", 10)
    points = damage_for(d.now, kind, roll.faces[0] + drm.total)
    d.edit("pieces", gun, attacked=True, busy=True)
    d.log(
        "log.shelled",
        "EF-PB8.31.b",
        ref(gun),
        target,
        by=AXIS,
        rolls=[roll],
        modifiers=drm,
        unit=ref(gun),
        target=target,
        points=points,
    )
    return points
