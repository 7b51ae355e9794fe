"""The terrain effects chart: what it costs to enter a hex by road and across country, worked out once per weather."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.games.eastfront.model import ARCTIC, DRY, MUD, SNOW, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.crimea_map.spans import spans
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import is_frozen
from sandtable.games.eastfront.scenario import BAY, CITIES, Border, Counter, CrimeaScenario, Ground

FOOT, HEAVY, SOVIET_ARMOUR, SUPER_HEAVY = "foot", "heavy", "soviet_armour", "super_heavy"
WEATHERS = ("dry", "mud", "frost", "snow")
HEX_OF_SUPER_HEAVY = 2
"""Half movement points of super-heavy artillery for any hex along a road."""

Prices = dict[tuple[int, int], tuple[int | None, int | None]]
"""Per hexside crossed one way: half movement points along the road, and across country; ``None`` where closed."""


# rule: EF-10.58, EFT-unit-types
def mover_of(counter: Counter) -> str:
    """Which line of the chart a unit reads."""
    if counter.colour == "green":
        return SUPER_HEAVY
    if counter.armour and counter.side == SOVIET:
        return SOVIET_ARMOUR
    return HEAVY if counter.pays_motorised else FOOT


class Chart:
    """The chart's rows by name, as numbers."""

    def __init__(self, drawn: Any) -> None:
        self.hex = {row["key"]: row for row in drawn["hex"]}
        self.road = {row["key"]: row for row in drawn["road"]}
        self.river = next(row for row in drawn["side"] if row["key"] == "river")["plus_half_mp"]
        woods = next(row for row in drawn["in_addition"] if row["key"] == "woods")
        self.woods, self.woods_motorised = woods["plus_half_mp"], woods["motorised_plus_half_mp"]
        self.woods_along_rail = woods["half_mp_along_rail"]
        self.cities = {row["key"]: row["half_mp"] for row in drawn["in_addition"] if row["key"] in CITIES}

    # rule: EF-10.71, EF-10.72, EFT-terrain
    def across(self, ground: Ground, mover: str, column: int, along_rail: bool) -> int | None:
        """The cost of a hex off the road: its dearest terrain and every addition."""
        if ground.place in CITIES:
            return int(self.cities[ground.place][column])
        row = self.hex.get(ground.terrain)
        if row is None or not ground.may_bear:
            return None
        # rule: EF-10.78.b
        price = row["half_mp"][column]
        # rule: EF-10.78.a
        if mover != FOOT and "motorised_half_mp" in row:
            price = row["motorised_half_mp"][column]
            if price == "closed" and along_rail:
                price = row["half_mp"][column]
        if price == "closed":
            return None
        total = int(price)
        if mover == HEAVY:
            total += row.get("heavy_half_mp", (0, 0, 0, 0))[column]
        if ground.woods:
            # rule: EF-10.73.b1, EF-10.72.ex
            woods = self.woods if mover == FOOT else self.woods_motorised
            total += woods[column] + (self.woods_along_rail if along_rail else 0)
        return total

    # rule: EF-10.74.a, EF-10.74.b
    def along(self, ground: Ground, road: str, mover: str, column: int) -> int | None:
        """The cost of a hex entered and followed along a road."""
        # rule: EF-23.41
        if mover == SUPER_HEAVY:
            return HEX_OF_SUPER_HEAVY if road != "secondary" or WEATHERS[column] == DRY else None
        # rule: EF-10.75.a
        if road == "highway":
            return 1
        name = road if road == "primary" else ("secondary_open" if ground.is_open else "secondary_other")
        row = self.road[name]
        # rule: EF-10.75.b, EF-10.75.c1
        price = row["half_mp"][column]
        # rule: EF-10.75.c2
        if price == "other":
            bare = Ground(ground.terrain, False, ground.place)
            return self.across(bare, mover, column, along_rail=True)
        return int(price) + (row.get("heavy_half_mp", (0, 0, 0, 0))[column] if mover == HEAVY else 0)


def column_of(weather: str) -> int:
    """The chart's column for a weather condition; Arctic reads that of snow, none yet that of dry."""
    return WEATHERS.index(SNOW if weather == ARCTIC else weather or DRY)


def prices(state: CrimeaState, mover: str) -> Prices:
    """The cost of every step on the map for a kind of unit in this weather."""
    lingering = state.weather == DRY and state.past[:1] == (MUD,)
    frozen = is_frozen(state)
    key = ("prices", mover, state.weather, lingering, frozen)
    board = state.board
    if key not in board.cache:
        board.cache[key] = _prices(board, mover, column_of(state.weather), lingering, frozen)
    found: Prices = board.cache[key]
    return _over_spans(state, mover, found) if state.bridges else found


# rule: EF-23.21, EF-23.22.b
def _over_spans(state: CrimeaState, mover: str, found: Prices) -> Prices:
    """The same costs where bridge units span rivers: as if there were no river, and by road where a road goes on."""
    sides = spans(state)
    lingering = state.weather == DRY and state.past[:1] == (MUD,)
    key = ("spanned", mover, state.weather, lingering, is_frozen(state), sides)
    board = state.board
    if key not in board.cache:
        chart, frozen = Chart(board.charts["terrain_effects"]), is_frozen(state)
        table = dict(found)
        for a, b in (ends for side in sides for ends in (side, side[::-1])):
            border = board.border(a, b)
            dry = replace(border, river="", rail=border.rail and _is_bridged(border, frozen, "rail"))
            here = WEATHERS.index(MUD) if lingering and board.ground[b].woods else column_of(state.weather)
            along = chart.along(board.ground[b], border.road, mover, here) if border.road else None
            table[a, b] = (along, _across(board, chart, mover, here, frozen, a, b, dry))
        board.cache[key] = table
    spanned: Prices = board.cache[key]
    return spanned


def _prices(board: CrimeaScenario, mover: str, column: int, lingering: bool, frozen: bool) -> Prices:
    chart = Chart(board.charts["terrain_effects"])
    found: Prices = {}
    for a, near in board.grid.neighbours.items():
        for b in near:
            if not board.ground[b].may_bear:
                continue
            # rule: EF-5.14, EF-5.14.x
            here = WEATHERS.index(MUD) if lingering and board.ground[b].woods else column
            border = board.border(a, b)
            along = chart.along(board.ground[b], border.road, mover, here) if border.road else None
            if along is not None and not _is_bridged(border, frozen, "road"):
                along = None
            found[a, b] = (along, _across(board, chart, mover, here, frozen, a, b))
    return found


# rule: EF-10.76.a, EF-10.76.b
def _is_bridged(border: Border, frozen: bool, kind: str) -> bool:
    """Whether a road or railway gets over the water of a hexside; over small rivers it always does."""
    wide = border.water or border.river == "major"
    return not wide or kind in border.bridge or (frozen and border.water != "sea")


def _across(
    board: CrimeaScenario,
    chart: Chart,
    mover: str,
    column: int,
    frozen: bool,
    a: int,
    b: int,
    side: Border | None = None,
) -> int | None:
    """The cost of a step off the road, hexside and all; ``side`` stands for the hexside where it has been changed."""
    if mover == SUPER_HEAVY:
        return None
    border = side or board.border(a, b)
    along_rail = border.rail and _is_bridged(border, frozen, "rail")
    # rule: EF-10.77.a
    if board.ground[b].terrain == "lake":
        column = WEATHERS.index(SNOW if frozen else DRY)
    # rule: EF-10.73.b3
    price = chart.across(board.ground[b], mover, column, along_rail)
    if price is None:
        return None
    if not along_rail and not border.road and _is_stuck(chart, board.ground[a], mover, column):
        return None
    # rule: EF-10.77.b
    if border.water == "sea" or (border.is_shallow and not along_rail):
        return None
    # rule: EF-10.77.a
    if border.water == "lake":
        return price if frozen else None
    # rule: EF-10.76.d
    if border.river == "major" and not along_rail:
        return price + 2 if frozen else None
    # rule: EF-10.73.b2
    if border.river and not along_rail and not border.bridge:
        price += int(chart.river[column])
    return price


def closing_rule(state: CrimeaState, a: int, b: int) -> str:
    """The paragraph that closes a step which no weather, road or bridge opens now."""
    border, into = state.board.border(a, b), state.board.ground[b]
    if not into.may_bear or border.water == "sea":
        return "EF-10.77.b"
    if not into.is_land:
        return "EF-10.77.a"
    if border.water:
        # rule: EF-PB8.26.c
        if border.water == BAY:
            return "EF-PB8.26.c"
        return "EF-10.77.a" if border.water == "lake" else "EF-PB8.26.b"
    if border.river == "major":
        return "EF-10.76.c"
    return "EF-10.78.a" if "swamp" in (into.terrain, state.board.ground[a].terrain) else "EF-10.71"


def _is_stuck(chart: Chart, ground: Ground, mover: str, column: int) -> bool:
    """Whether a unit can leave a hex only by road or railway: motorised units in a swamp that is not frozen."""
    return mover != FOOT and ground.terrain == "swamp" and chart.hex["swamp"]["motorised_half_mp"][column] == "closed"


# rule: EF-10.74.c
def surcharge(state: CrimeaState, mover: str, place: int, paid: int) -> int | None:
    """What a unit that came into a hex by road still owes when it leaves the road there."""
    key = ("hex", mover, state.weather, state.past[:1])
    table: dict[int, int | None] = state.board.cache.setdefault(key, {})
    if place not in table:
        chart = Chart(state.board.charts["terrain_effects"])
        ground = state.board.ground[place]
        lingering = state.weather == DRY and state.past[:1] == (MUD,) and ground.woods
        column = WEATHERS.index(MUD) if lingering else column_of(state.weather)
        table[place] = chart.across(ground, mover, column, along_rail=False)
    price = table[place]
    return None if price is None else max(price - paid, 0)
