"""Play-book 8.13 and 8.35: the Naval Readiness phase. Ships in port are made ready, then repaired."""

from __future__ import annotations

from sandtable.games.eastfront.model import CADRE, MAP_T, SOVIET, CrimeaState, Ship
from sandtable.games.eastfront.rules.naval.damage import WRECK
from sandtable.games.eastfront.rules.naval.harbours import reopen
from sandtable.games.eastfront.rules.naval.ships import counter, is_in_port, port_of, ship_ref, water_of
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Roll, Sum, pick, refuse

CHART = "readiness_and_repair"
OF_PORTS = {"minor": "minor_port", "anchorage": "anchorage"}


# rule: EFS-10.32, EFS-10.42, EFS-10.83
def is_held(state: CrimeaState) -> bool:
    """Whether work is done on ships in this turn: a card may say from when on."""
    return state.turn >= int(state.board.switch("naval_readiness_from", state.board.first_turn))


# rule: EF-4.2.A7
def begin(d: Draft[CrimeaState]) -> None:
    """A new Naval Readiness phase: nobody has rolled yet, and ports can handle their share of the turn again."""
    reopen(d)
    for key, ship in d.now.ships.items():
        if ship.tried:
            d.edit("ships", key, tried=False)


# rule: EFT-naval-ready
def modifiers(state: CrimeaState, ship: Ship, readiness: bool) -> Sum:
    """What makes work on a ship harder: its damage, while it is made ready; air attacks on its port; a small port."""
    worth = {row["key"]: row["drm"] for row in state.board.charts["naval"][CHART]["drm"]}
    found = []
    if readiness and ship.damage:
        found.append(Modifier("EF-PB8.34.d", "modifier.ship_damaged", worth["damaged"]))
    if ship.hex and (level := interdiction_at(state, ship.hex)):
        amount = level * worth["interdiction_level_of_port"]
        found.append(Modifier("EFT-naval-ready", "modifier.port_interdicted", amount))
    port = port_of(state.board, water_of(state.board, ship)) if is_in_port(ship) else None
    if port is not None and (name := OF_PORTS.get(port.port)):
        found.append(Modifier("EFT-naval-ready", f"modifier.{name}", worth[name]))
    return Sum.of(found)


# -- readiness ---------------------------------------------------------------------------------------------------------


def _why_not_work(state: CrimeaState, seat: str, key: int, rule: str) -> Refusal | None:
    """Why nobody works on a ship at all: it is not there, or it has had its roll in this phase."""
    ship = state.ships.get(key)
    if ship is None or seat != SOVIET:
        return refuse("EF-PB8.11", "refuse.not_your_ship", ship_ref(key), ship=ship_ref(key))
    # rule: EF-PB8.13.b
    if ship.tried:
        return refuse(rule, "refuse.ship_tried", ship_ref(key), ship=ship_ref(key))
    return None


# rule: EF-PB8.13.a, EF-PB8.13.b
def why_not_ready(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a ship does not roll for readiness."""
    if (no := _why_not_work(state, seat, key, "EF-PB8.13.b")) is not None:
        return no
    if not state.ships[key].sailed:
        return refuse("EF-PB8.13.a", "refuse.ship_not_sailed", ship_ref(key), ship=ship_ref(key))
    return None


def sailed(state: CrimeaState, seat: str) -> OneOf:
    """Ships that may roll for readiness."""
    return pick("ship", tuple(state.ships), lambda key: why_not_ready(state, seat, key))


# rule: EF-PB8.13.b
def make_ready(d: Draft[CrimeaState], key: int) -> None:
    """Roll for a ship that has sailed: at or below its recovery value it is ready."""
    passed, roll, drm = _roll(d, key, readiness=True)
    d.edit("ships", key, tried=True, sailed=not passed)
    d.log(
        "log.ship_readiness",
        "EF-PB8.13.b",
        ship_ref(key),
        rolls=[roll],
        modifiers=drm,
        ship=ship_ref(key),
        passed=int(passed),
    )


def _roll(d: Draft[CrimeaState], key: int, readiness: bool) -> tuple[bool, Roll, Sum]:
    drm = modifiers(d.now, d.now.ships[key], readiness)
    most = counter(d.now, key).recovery
    roll = d.roll("roll.ship_readiness" if readiness else "roll.ship_repair", 10, need=most)
    return roll.faces[0] + drm.total <= most, roll, drm


# -- repair ------------------------------------------------------------------------------------------------------------


# rule: EF-PB8.35
def why_not_repair(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a ship does not roll for repair: it lies in port with damage, or is a wreck of transports in Cadre."""
    if (no := _why_not_work(state, seat, key, "EF-PB8.35")) is not None:
        return no
    ship = state.ships[key]
    if not ship.damage:
        return refuse("EF-PB8.35", "refuse.ship_whole", ship_ref(key), ship=ship_ref(key))
    if not is_in_port(ship) and ship.box != CADRE:
        return refuse("EF-PB8.25", "refuse.ship_at_sea", ship_ref(key), ship=ship_ref(key))
    return None


def damaged(state: CrimeaState, seat: str) -> OneOf:
    """Ships that may roll for repair."""
    return pick("ship", tuple(state.ships), lambda key: why_not_repair(state, seat, key))


# rule: EF-PB8.35, EF-PB8.34.b
def repair(d: Draft[CrimeaState], key: int) -> None:
    """Roll for a damaged ship: at or below its recovery value a point goes; transports come back from Cadre with it."""
    ship = d.now.ships[key]
    passed, roll, drm = _roll(d, key, readiness=False)
    if passed and ship.box == CADRE:
        # Small craft, whose values are our own, float with less damage than the rule leaves them.
        left = min(WRECK - 1, counter(d.now, key).protection)
        d.put("ships", key, Ship(box=MAP_T, sailed=True, damage=left, tried=True))
    else:
        d.edit("ships", key, tried=True, damage=ship.damage - int(passed))
    d.log(
        "log.ship_repair",
        "EF-PB8.34.b" if ship.box == CADRE else "EF-PB8.35",
        ship_ref(key),
        rolls=[roll],
        modifiers=drm,
        ship=ship_ref(key),
        passed=int(passed),
        left=d.now.ships[key].damage,
    )


def readier(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while a ship can be made ready."""
    return (SOVIET,) if state.ships and sailed(state, SOVIET).is_possible() else ()


def repairer(state: CrimeaState) -> tuple[str, ...]:
    """The Soviets, while a ship can be repaired."""
    return (SOVIET,) if state.ships and damaged(state, SOVIET).is_possible() else ()
