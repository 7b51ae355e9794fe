"""What stands where when a scenario begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import (
    AXIS,
    CADRE,
    CANNOT_REBUILD,
    ELIMINATED,
    POOL,
    READY,
    SIDES,
    SOVIET,
    TO_COME,
    AirUnit,
    CrimeaState,
    Piece,
    Ship,
    Strongpoint,
    Supply,
)
from sandtable.games.eastfront.rules.air.readiness import AIR_BOXES, mix
from sandtable.games.eastfront.rules.enlarged_map.unfinished import unfinished_belt
from sandtable.games.eastfront.rules.railways.railways import rails_at_start
from sandtable.games.eastfront.scenario.board import Counter, CrimeaScenario
from sandtable.kernel import Dice
from sandtable.kernel.graph import flood


# rule: EF-4.1, EF-PB9.5
def setup(scenario: CrimeaScenario, dice: Dice) -> CrimeaState:
    """The opening position of a card."""
    pieces: dict[int, Piece] = {}
    numbers = {counter.name: key for key, counter in scenario.units.items()}
    for side in SIDES:
        for row in scenario.card[side]["units"]:
            key = numbers[row["unit"]]
            # rule: EF-PB9.41
            pieces[key] = piece_at_start(scenario.units[key], row)
        later = [*(scenario.card[side].get("reinforcements") or ())]
        later += [row for group in scenario.card[side].get("groups") or () for row in group["units"]]
        for row in later:
            if "unit" in row:
                key = numbers[row["unit"]]
                steps = steps_at_start(scenario.units[key], row)
                pieces[key] = Piece(box=TO_COME, steps=steps, back=is_turned(row))
    points = {
        int(h): Strongpoint(side)
        for side in SIDES
        for h in (scenario.card["strongpoints"].get(side) or {}).get("hexes", ())
    }
    pieces.update(substitutes_at_start(scenario, pieces))
    victory = scenario.card["victory"]
    lost, points_at_start = victory.get("soviet_steps_lost_at_start", 0), victory.get("axis_at_start", 0)
    # rule: EF-PB9.43
    tracks = {"axis_steps": 0, "soviet_steps": lost, "vp": points_at_start, **ledgers_at_start(scenario)}
    tracks |= {name: count for name, count in (scenario.card.get("tracks") or {}).items() if isinstance(count, int)}
    tracks |= places_at_start(scenario)
    marker = interdiction_at_start(scenario, pieces)
    tracks |= dict.fromkeys(("staff_marker",), next(iter(marker))) if marker else {}
    if (shells := (scenario.card.get("switches") or {}).get("super_heavy_points")) is not None:
        tracks["heavy_shells"] = shells.get("start", shells["value"])
    return CrimeaState(
        turn=scenario.first_turn,  # rule: EF-PB9.6
        pieces=dict(sorted(pieces.items())),
        strongpoints=dict(sorted(points.items())),
        control=control_at_start(scenario, pieces, points),
        air=air_at_start(scenario, dice),
        supplies=supplies_at_start(scenario),
        tracks=dict(sorted(tracks.items())),
        rails=rails_at_start(scenario),
        ships=ships_at_start(scenario),
        razed={
            **{int(h): scenario.first_turn for h in (scenario.card.get("razed") or {}).get("hexes", ())},
            **dict.fromkeys(unfinished_belt(scenario), 0),
        },
        interdiction=marker,
    )


# rule: EFS-10.4.setup
def places_at_start(scenario: CrimeaScenario) -> dict[str, int]:
    """Places that the points at the start are for already: each notes what it counts."""
    worth = {row["hex"]: int(row["points"]) for row in scenario.card.get("vp_places") or ()}
    held = scenario.card["victory"].get("held_at_start", ())
    return {f"{name}_{h}": value for h in held for name, value in (("place", worth[h]), ("first", 1))}


def interdiction_at_start(scenario: CrimeaScenario, pieces: Mapping[int, Piece]) -> dict[int, int]:
    """A marker on the staff of the Coastal Army, where the card lays one."""
    if not scenario.special("coast_hq_interdicted"):
        return {}
    return {p.hex: 2 for key, p in pieces.items() if scenario.units[key].name == "Coast HQ"}


def bare(scenario: CrimeaScenario) -> CrimeaState:
    """The board before any piece is on it."""
    turn = scenario.first_turn
    return CrimeaState(turn=turn, weather=scenario.days[turn].weather or "dry", tracks={"vp": 0})


# rule: EF-PB9.41
def steps_at_start(counter: Counter, row: Mapping[str, Any]) -> int:
    """The steps of a unit in a set-up row: as given, those of its reverse, or all."""
    if "steps" in row:
        return int(row["steps"])
    if row.get("face") == "back":
        return counter.steps - (2 if counter.steps == 4 else 1)
    return counter.steps


def is_turned(row: Mapping[str, Any]) -> bool:
    """Whether a row has a unit on its reverse: a headquarters that does not work, a heavy gun on the move."""
    return row.get("state") in ("non_op", "mobile")


# rule: EF-PB2.12.d, EF-PB9.43
def piece_at_start(counter: Counter, row: Mapping[str, Any]) -> Piece:
    """A unit of a set-up row: on its hex, in Map T, or lost already; with the markers that lie on it."""
    steps, back = steps_at_start(counter, row), is_turned(row)
    if (box := row.get("box", "")) in (CADRE, ELIMINATED, CANNOT_REBUILD):
        return Piece(box=box)
    return Piece(
        hex=int(row.get("hex", 0)),
        box=box,
        steps=steps,
        back=back,
        garrison=bool(row.get("garrison")),
        no_move=int(row.get("no_move", 0)),
    )


# rule: EF-PB9.5
def ships_at_start(scenario: CrimeaScenario) -> dict[int, Ship]:
    """The ships of the card, in port or in a box, ready or sailed; those that come later wait."""
    numbers = {ship.name: key for key, ship in scenario.ships.items()}
    found: dict[int, Ship] = {}
    for row in (scenario.card[SOVIET].get("ships") or {}).get("rows", ()):
        found[numbers[row["ship"]]] = Ship(
            hex=int(row.get("hex", 0)),
            box=row.get("box", ""),
            sailed=bool(row.get("sailed")),
            damage=int(row.get("damage", 0)),
        )
    return dict(sorted(found.items()))


# rule: EF-24.0, EF-PB3.41
def substitutes_at_start(scenario: CrimeaScenario, pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    """Substitutes that wait in the pool, as many as the card makes available."""
    limits = {
        values: row["most"]
        for values, row in (scenario.card[AXIS].get("substitutes") or {}).items()
        if isinstance(row, Mapping)
    }
    found: dict[int, Piece] = {}
    for values, most in limits.items():
        alike = [key for key, unit in scenario.units.items() if unit.substitute and str(unit.front) == values]
        for key in alike[:most]:
            if key not in pieces:
                found[key] = Piece(box=POOL)
    return found


# rule: EF-6.81.a
def supplies_at_start(scenario: CrimeaScenario) -> dict[int, Supply]:
    """Supply units that stand on the map from the beginning, where a card has any."""
    rows = [(side, row) for side in SIDES for row in scenario.card[side].get("supplies") or ()]
    return {
        number: Supply(side, int(row["hex"]), row.get("points", 1), bool(row.get("wagon")))
        for number, (side, row) in enumerate(rows, start=1)
    }


def ledgers_at_start(scenario: CrimeaScenario) -> dict[str, int]:
    """The supply points of each side, where the card counts any: what comes and goes is booked from here on."""
    stock = supplies_at_start(scenario)
    if not stock and not scenario.card.get("attack_supply"):
        return {}
    return {f"{side}_ledger": sum(unit.points for unit in stock.values() if unit.side == side) for side in SIDES}


# rule: EF-3.13
def control_at_start(
    scenario: CrimeaScenario, pieces: Mapping[int, Piece], points: Mapping[int, Strongpoint]
) -> dict[int, str]:
    """Every land hex belongs to the side whose units stand nearest, works to those who built them."""
    claims: dict[int, tuple[int, str]] = {}
    for side in SIDES:
        starts = [p.hex for key, p in pieces.items() if p.hex and scenario.units[key].side == side]
        starts += [h for h, point in points.items() if point.side == side]
        if (key := ("near", *starts)) not in scenario.cache:
            near = flood(starts, scenario.grid.neighbours, lambda a, b: scenario.ground[b].is_land).costs
            scenario.cache[key] = near
        near = scenario.cache[key]
        for h, steps in near.items():
            if h not in claims or steps < claims[h][0]:
                claims[h] = (steps, side)
    return {h: side for h, (_, side) in sorted(claims.items())}


def air_park(scenario: CrimeaScenario) -> list[tuple[str, str]]:
    """Every air counter of a scenario as side and kind."""
    return [
        (side, kind)
        for side in SIDES
        for box in AIR_BOXES
        for kind, count in (scenario.card[side]["air"].get(box) or {}).items()
        for _ in range(count)
    ]


# rule: EF-17.12
def air_at_start(scenario: CrimeaScenario, dice: Dice) -> dict[int, AirUnit]:
    """The air display; ready counters lie face down in an order that nobody knows."""
    found: dict[int, AirUnit] = {}
    for side in SIDES:
        for box in AIR_BOXES:
            counts = scenario.card[side]["air"].get(box) or {}
            kinds = [kind for kind, count in counts.items() for _ in range(count)]
            for kind in mix(kinds, dice) if box == READY else kinds:
                found[len(found) + 1] = AirUnit(side, kind, box, shown=box != READY)
    return found
