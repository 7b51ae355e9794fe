"""Chapter 6: air points of the standard game and the level of air superiority."""

from __future__ import annotations

from sandtable.games.nextwar.model import (
    ALLIED,
    CLEAR,
    CONTESTED,
    DPRK,
    OVERCAST,
    SIDES,
    STORM,
    KoreaState,
    enemy,
)
from sandtable.games.nextwar.rules.movement.contested import has_china
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.scenarios.options import chinese_points
from sandtable.games.nextwar.rules.sea import ships
from sandtable.games.nextwar.rules.terms.units import DIE
from sandtable.games.nextwar.rules.weather.weather import share
from sandtable.games.nextwar.scenario.files import bands, chart, table
from sandtable.kernel import Draft, Modifier, Sum

CELL = {DPRK: 0, ALLIED: 1}
SWAPPED = "swap_then_halve"
A_THIRD = (1, 3)


# rule: NWS-STD-2.2, NWS-STD-2.3, NW-6.1.a
def receive(d: Draft[KoreaState]) -> None:
    """Both sides get their air points, and the level of air superiority follows."""
    printed = d.now.board.card["air_points"]
    rolled = printed is None or d.now.board.settings.rolled_air_points
    full = {}
    for side in (d.now.first, enemy(d.now.first)):
        if rolled:
            full[side] = _roll(d, side)
        else:
            # rule: NWK-16.1.1.j, NWK-16.1.2.f, NWK-16.1.3.g
            figure = int(printed[d.now.turn - 1][CELL[side]])
            # rule: NW-6.3.a, NW-6.3.b
            full[side] = max(0, figure - d.now.accounts[side].air_lost)
        _grant(d, side, share(full[side], A_THIRD) if printed is not None and rolled else full[side])
    if rolled:
        _rank(d, {side: _after_weather(d.now, side, full[side]) for side in SIDES})
    else:
        *_, holder, level = printed[d.now.turn - 1]
        d.set(air_level=level, air_side=holder)
    d.log("log.air_level", "NW-6.4.a", level=d.now.air_level, side=d.now.air_side or d.now.first)


def _roll(d: Draft[KoreaState], side: str) -> int:
    """The points of a side from the table, with what carriers add and losses take."""
    roll = d.draw("roll.air_points", DIE)
    row = Sum.of((Modifier("NW-6.1.a", "modifier.die", roll.faces[0]), *_lost_bases(d.now, side)))
    chart_ = table("air_points")
    column = next(c for c in chart_.columns if _holds(c, d.now.turn))
    cells = chart_.look(row.total, column).value
    total = Sum.of((Modifier("NWT-AIRPOINTS", "modifier.table", cells[_cell(d.now, side)]), *_changes(d.now, side)))
    # rule: NW-29.1.1
    if d.now.board.uses_points:
        more = (chart("advanced/air_points")["received"]["times"] - 1) * cells[_cell(d.now, side)]
        total = Sum.of((*total.parts, Modifier("NW-29.1.1", "modifier.doubled", more)))
    # rule: NW-6.3.b
    points = max(0, total.total)
    # rule: NWK-16.1.7.c
    if side == ALLIED and d.now.board.card.get("air_rule") == SWAPPED and not _is_swapped(d.now):
        points //= 2
    parts = (*row.parts[1:], *total.parts[1:])
    d.log("log.air_points", "NWT-AIRPOINTS", rolls=[roll], modifiers=parts, by=side, side=side, points=points)
    return points


def _holds(column: str, turn: int) -> bool:
    """Whether a column of the table is the one of a turn."""
    low, _, high = column.removesuffix("+").partition(" to ")
    return int(low) <= turn and (column.endswith("+") or turn <= int(high or low))


# rule: NWK-16.1.7.c
def _is_swapped(state: KoreaState) -> bool:
    return state.board.card.get("air_rule") == SWAPPED and state.turn <= 2


def _cell(state: KoreaState, side: str) -> int:
    return CELL[enemy(side) if _is_swapped(state) else side]


# rule: NWT-AIRPOINTS, NW-6.1.b
def _lost_bases(state: KoreaState, side: str) -> tuple[Modifier, ...]:
    """The die is worse for every own air base, not airfield, in the enemy's hands."""
    ground = state.board.ground
    lost = [h for h in state.board.map.bases[side] if "airbase" in ground[h].features and controller(state, h) != side]
    each = chart("air_points")["per_captured_base"]
    return (Modifier("NW-6.1.b", "modifier.lost_bases", each * len(lost)),) if lost else ()


# rule: NWT-AIRPOINTS.mod, NW-7.3.4.c
def _changes(state: KoreaState, side: str) -> tuple[Modifier, ...]:
    """What carriers add to the points of a side, and what losses for good take from them."""
    found = []
    carriers = sum(ships.air_points(state, key) for key in state.ships if state.board.ships[key].side == side)
    if carriers:
        found.append(Modifier("NW-7.3.4.b", "modifier.carriers", carriers))
    # rule: NWK-15.14
    if side == DPRK and (more := chinese_points(state)):
        found.append(Modifier("NWK-15.14", "modifier.chinese_air", more))
    # rule: NW-6.3.a
    if lost := state.accounts[side].air_lost:
        found.append(Modifier("NW-6.3.a", "modifier.air_lost", -lost))
    return tuple(found)


def _grant(d: Draft[KoreaState], side: str, points: int) -> None:
    d.edit("accounts", side, air=_after_weather(d.now, side, points))


def _after_weather(state: KoreaState, side: str, points: int) -> int:
    """Air points that the weather leaves."""
    # rule: NW-4.1.1
    if state.weather == CLEAR:
        return points
    printed = chart("air_points")
    own = state.board.card["weather"].get("storm_air_points")
    # rule: NWK-16.1.1.g, NWK-16.1.1.m
    if state.weather == STORM and own:
        part = own[side]
    else:
        # rule: NW-4.1.2.b, NW-4.1.3.b
        part = printed["weather"][state.weather][printed["all_weather"][capability(state, side)]]
    return share(points, (part[0], part[1]))


# rule: NWK-11.1
def capability(state: KoreaState, side: str) -> str:
    """The side whose all-weather capability counts: with China at its side the DPRK flies like the Allies."""
    return ALLIED if side == DPRK and has_china(state) else side


# rule: NW-6.4.a, NW-6.4.b, NWT-AS-STD
def _rank(d: Draft[KoreaState], points: dict[str, int]) -> None:
    """The level of air superiority from the lead in air points."""
    lead = points[DPRK] - points[ALLIED]
    level = bands("superiority").look(abs(lead), "result").value
    leader = DPRK if lead > 0 else ALLIED  # equivalent[boundary|0 becomes 1]: so small a lead is none
    holder = "" if level == CONTESTED else leader
    d.set(air_level=level, air_side=holder)


# rule: NWS-STD-5.2, NW-6.2.a
def expire(d: Draft[KoreaState]) -> None:
    """Points that were not used are gone."""
    for side in SIDES:
        if d.now.accounts[side].air:
            d.edit("accounts", side, air=0)


# rule: NW-4.1.2.a, NW-8.5.4.2, NW-8.5.4.2.a
def airmobile_left(state: KoreaState, side: str) -> int:
    """Airmobile points that a side can still use in this turn."""
    return max(0, _airmobile_pool(state, side) - state.accounts[side].airmobile_used)


# rule: NW-4.1.2.a, NW-4.1.3.a, NW-8.5.4.2.a
def _airmobile_pool(state: KoreaState, side: str) -> int:
    """Airmobile points that a side has in the weather of this turn, used ones among them."""
    if state.weather == STORM:
        return 0
    account = state.accounts[side]
    whole = account.airmobile - account.airmobile_lost
    return share(whole, (1, 2)) if state.weather == OVERCAST else whole


# rule: NW-8.5.4.3.b, NW-8.5.4.2.a
def lose_airmobile(d: Draft[KoreaState], side: str, rule: str, *, in_use: bool = False) -> None:
    """A side loses an airmobile point for good; one that was in use is lost to nobody who could still be carried."""
    account, left = d.now.accounts[side], airmobile_left(d.now, side)
    if account.airmobile <= account.airmobile_lost:
        return
    d.edit("accounts", side, airmobile_lost=account.airmobile_lost + 1)
    if in_use:
        d.edit("accounts", side, airmobile_used=_airmobile_pool(d.now, side) - left)
    d.log("log.airmobile_lost", rule, by=side, side=side)


# rule: NWS-STD-5.3
def reset_airmobile(d: Draft[KoreaState]) -> None:
    """All airmobile points that are left can be used again."""
    for side in SIDES:
        if d.now.accounts[side].airmobile_used:
            d.edit("accounts", side, airmobile_used=0)
