"""Chapter 8.3 with the play-book's change: special groups, and the garrison that the Soviets may release instead.

A group on a card has a name, the first and last turn in which it may be taken (``again`` a second time), its cost in
victory points and rows like those of scheduled reinforcements. Some are rolled for (``die``), some are there only after
another (``after``) or for ships that were sunk (``wreck``), some cost what the plan of the Axis says (``plans``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.eastfront.model import AXIS, DESTROYED, MAP_T, SIDES, SOVIET, TO_COME, CrimeaState, Strongpoint
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import plans, sunk_ships
from sandtable.games.eastfront.rules.supply.supply import is_supplied
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_friendly, ref, stacks
from sandtable.games.eastfront.scenario import SETTLED
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

Row = Mapping[str, Any]
FAVOUR = "soviet_favour"
"""The turn in which the Soviets last took a group or released a garrison."""
GIFTS = "soviet_gifts"
"""Strongpoints that came with a group and are still to be placed."""


def _groups(state: CrimeaState, side: str) -> dict[str, Row]:
    return {str(row["group"]): row for row in state.board.card[side].get("groups") or ()}


def _taken(side: str, name: str) -> str:
    return f"group_{side}_{name}"


def rows_to_come(state: CrimeaState, side: str) -> tuple[Row, ...]:
    """The rows of groups that have been taken: scheduled reinforcements of that turn or of a later one."""
    found = []
    for name, group in _groups(state, side).items():
        if taken := state.tracks.get(_taken(side, name), 0):
            found += [{**row, "turn": max(row.get("turn", taken), taken)} for row in group["units"]]
    return tuple(found)


# rule: EF-PB3.23.f
def why_no_favour(state: CrimeaState) -> Refusal | None:
    """Why the Soviets can neither take a group nor release a garrison any more in this turn."""
    if state.tracks.get(FAVOUR) == state.turn:
        return refuse("EF-PB3.23.f", "refuse.favour_used")
    return None


# rule: EF-8.31.a, EF-8.31.b, EF-8.32
def why_not_accept(state: CrimeaState, seat: str, name: str) -> Refusal | None:
    """Why a special group cannot be taken now."""
    group = _groups(state, seat).get(name)
    rule = "EF-8.32" if seat == AXIS else "EF-8.31.a"
    if group is None or _taken(seat, name) in state.tracks:
        return refuse(rule, "refuse.no_group", group=name)
    first, last = _window(state, group)
    if not first <= state.turn <= last:
        return refuse(rule, "refuse.group_window", group=name, first=first, last=last)
    if (no := _why_not_open(state, seat, name, group)) is not None:
        return no
    # rule: EFS-10.54.n
    if "after" in group and _taken(seat, str(group["after"])) not in state.tracks and _has(state, seat, group["after"]):
        return refuse("EFS-10.54.n", "refuse.group_after", group=name, after=str(group["after"]))
    if group["units"] and not any(row.get("turn", first) <= state.turn for row in group["units"]):
        return refuse("EF-8.31.b", "refuse.group_early", group=name)
    return why_no_favour(state) if seat == SOVIET and not group.get("wreck") else None


def _window(state: CrimeaState, group: Row) -> tuple[int, int]:
    """The turns in which a group may be taken: the second ones, where there are any and the first are over."""
    windows = [window for window in (group["turns"], group.get("again")) if window]
    first, last = next((window for window in windows if state.turn <= window[1]), windows[-1])
    return first, last


def _why_not_open(state: CrimeaState, seat: str, name: str, group: Row) -> Refusal | None:
    """Why a group of a sort of its own cannot be taken: no ship lost for it, tried for, gone, or no place for it."""
    # rule: EFS-10.3.groups
    if group.get("wreck") and not _wrecks_left(state, seat):
        return refuse("EFS-10.3.groups", "refuse.no_wreck", group=name)
    # rule: EFS-10.54.k
    if state.tracks.get(_tried(seat, name)) == state.turn:
        return refuse("EFS-10.54.k", "refuse.group_tried", group=name)
    boxes = [state.pieces[key].box for key in map(_number(state), _names(group)) if key in state.pieces]
    if boxes and TO_COME not in boxes:
        return refuse("EF-8.31.a", "refuse.no_group", group=name)
    # rule: EFS-10.44.k, EFS-10.54.m
    if any(row.get("towns") for row in group["units"]) and not towns(state, seat):
        return refuse("EFS-10.44.k", "refuse.no_town", group=name)
    # rule: EFS-10.44.l, EFS-10.54.n
    places = [int(row["hex"]) for row in conversions_of(state, seat, name) if "hex" in row]
    if closed := [place for place in places if not is_friendly(state, place, seat)]:
        return refuse("EFS-10.54.n", "refuse.not_your_hex", at(closed[0]), place=at(closed[0]))
    return None


# rule: EFS-10.44.k, EFS-10.54.m
def towns(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Towns of map Q that a side holds and can supply."""
    ground, held = state.board.ground, holders(state)
    own = [h for h, one in ground.items() if one.place in SETTLED and not is_inner(h) and state.control.get(h) == side]
    return tuple(h for h in own if is_supplied(state, side, h) and held.get(h, side) == side)


def _names(group: Row) -> list[str]:
    return [row["unit"] for row in group["units"] if "unit" in row]


def _number(state: CrimeaState) -> Callable[[str], int]:
    cache = state.board.cache
    if "numbers" not in cache:
        cache["numbers"] = {counter.name: key for key, counter in state.board.units.items()}
    found: dict[str, int] = cache["numbers"]
    return found.__getitem__


def conversions_of(state: CrimeaState, side: str, name: str) -> tuple[Row, ...]:
    """The rows of the card that exchange counters when a group is taken."""
    rows = state.board.card[side].get("conversions") or ()
    return tuple(row for row in rows if str(row.get("group", "")) == name)


# rule: EFS-10.3.groups
def _wrecks_left(state: CrimeaState, side: str) -> int:
    """Ships that were sunk on the enlarged map in the last turn and for which no unit has come yet."""
    groups = _groups(state, side).items()
    taken = [name for name, group in groups if group.get("wreck") and taken_this_turn(state, side, name)]
    return sunk_ships.wrecks(state) - len(taken)


def _tried(side: str, name: str) -> str:
    return f"tried_{side}_{name}"


def _has(state: CrimeaState, side: str, name: object) -> bool:
    return str(name) in _groups(state, side)


# rule: EFS-10.2.groups
def price(state: CrimeaState, group: Row) -> int:
    """What a group costs now: some grow cheaper, one is free once enough Soviet aircraft are destroyed."""
    need = group.get("free_if_destroyed", 0)
    lost = [unit for unit in state.air.values() if unit.side == SOVIET and unit.box == DESTROYED]
    if need and len(lost) >= need:
        return 0
    # rule: EFS-10.54.j
    if by_plan := group.get("plans"):
        return int(by_plan[plans.shown(state)])
    early = next((row["vp"] for row in group.get("prices", ()) if state.turn <= row["to"]), None)
    return int(group.get("vp", 0) if early is None else early)


# rule: EFS-10.54.j
def overpaid(state: CrimeaState, side: str, name: str) -> int:
    """What a group cost more by the plan that was assumed than by the one that is shown, if it was taken before."""
    group = _groups(state, side).get(name)
    if group is None or _taken(side, name) not in state.tracks:
        return 0
    return int(group["plans"][plans.SEVASTOPOL]) - price(state, group)


def last_turn(state: CrimeaState, side: str, name: str) -> int:
    """The last turn in which a group may be taken."""
    group = _groups(state, side).get(name)
    return int(group["turns"][1]) if group is not None else 0


def taken_this_turn(state: CrimeaState, side: str, name: str) -> bool:
    """Whether a side took a group in this turn."""
    return state.tracks.get(_taken(side, name)) == state.turn


def available(state: CrimeaState, seat: str) -> OneOf:
    """Special groups that can be taken."""
    return pick("group", _groups(state, seat), lambda name: why_not_accept(state, seat, name))


def accept(d: Draft[CrimeaState], side: str, name: str) -> None:
    """Take a group for its price: its units come with the reinforcements of this turn and of later ones."""
    group = _groups(d.now, side)[name]
    cost = price(d.now, group)
    results.score(d, "group", -cost if side == AXIS else cost)
    if "die" in group and not _wins(d, side, name, int(group["die"])):
        return
    d.put("tracks", _taken(side, name), d.now.turn)
    if side == SOVIET and not group.get("wreck"):
        d.put("tracks", FAVOUR, d.now.turn)
    d.log("log.group_taken", "EF-8.32" if side == AXIS else "EF-8.31.a", group=name)
    # rule: EFS-10.5.reinf
    if gifts := int(group.get("strongpoints", 0)):
        d.put("tracks", GIFTS, d.now.tracks.get(GIFTS, 0) + gifts)
    # rule: EFS-10.2.groups
    for pool, amount in (group.get("points") or {}).items():
        replacements.earn(d, side, pool, amount, "EF-8.32" if side == AXIS else "EF-8.31.a")


# rule: EFS-10.54.k, EFS-10.54.l
def _wins(d: Draft[CrimeaState], side: str, name: str, most: int) -> bool:
    """Roll for a group: its price is paid for the roll, and who fails may try again in a later turn."""
    d.put("tracks", _tried(side, name), d.now.turn)
    roll = d.roll("roll.group", 10, need=most)
    won = roll.faces[0] <= most
    d.log("log.group_rolled", "EFS-10.54.k", by=side, rolls=[roll], group=name, won=int(won))
    return won


def taker(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while it can take a special group."""
    return (side,) if available(state, side).is_possible() else ()


# rule: EF-PB3.23.f, EF-22.82
def releasable(state: CrimeaState, seat: str) -> OneOf:
    """Hexes whose garrison can be released."""

    def why_not(place: int) -> Refusal | None:
        if seat != SOVIET or not _garrison(state, place):
            return refuse("EF-PB3.23.f", "refuse.no_garrison", at(place), place=at(place))
        return why_no_favour(state)

    return pick("place", [piece.hex for piece in state.pieces.values() if piece.garrison and piece.hex], why_not)


def _garrison(state: CrimeaState, place: int) -> tuple[int, ...]:
    return tuple(key for key in stacks(state).get(place, ()) if state.pieces[key].garrison)


def release(d: Draft[CrimeaState], place: int) -> None:
    """Release all units of a garrison hex together."""
    d.put("tracks", FAVOUR, d.now.turn)
    for key in _garrison(d.now, place):
        d.edit("pieces", key, garrison=False)
        d.log("log.released", "EF-PB3.23.f", ref(key), unit=ref(key))


# rule: EF-PB2.12.i
def why_not_discharge(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why one unit of a garrison cannot be released by itself: only in Map T they are."""
    piece = state.pieces.get(key)
    if piece is None or seat != SOVIET or not piece.garrison or piece.box != MAP_T:
        return refuse("EF-PB2.12.i", "refuse.no_garrison_unit", ref(key), unit=ref(key))
    return why_no_favour(state)


def dischargeable(state: CrimeaState, seat: str) -> OneOf:
    """Garrison units in Map T that can be released, one at a time."""
    waiting = [key for key, piece in state.pieces.items() if piece.garrison and piece.box == MAP_T]
    return pick("piece", waiting, lambda key: why_not_discharge(state, seat, key))


def discharge(d: Draft[CrimeaState], key: int) -> None:
    """Release one garrison unit in Map T."""
    d.put("tracks", FAVOUR, d.now.turn)
    d.edit("pieces", key, garrison=False)
    d.log("log.released", "EF-PB2.12.i", ref(key), unit=ref(key))


# -- strongpoints that come with a group -------------------------------------------------------------------------------


# rule: EFS-10.5.reinf
def gift_sites(state: CrimeaState, seat: str) -> OneOf:
    """Hexes where a strongpoint that came with a group can be placed: where one could be begun."""

    def why_not(place: int) -> Refusal | None:
        if seat != SOVIET or not state.tracks.get(GIFTS):
            return refuse("EFS-10.5.reinf", "refuse.no_gift", at(place), place=at(place))
        return building.why_not_build(state, seat, place)

    return pick("place", state.control if state.tracks.get(GIFTS) else (), why_not)


# rule: EFS-10.5.reinf
def fortify(d: Draft[CrimeaState], place: int) -> None:
    """Place a strongpoint of a group, finished."""
    d.put("tracks", GIFTS, d.now.tracks[GIFTS] - 1)
    d.put("strongpoints", place, Strongpoint(SOVIET))
    d.log("log.strongpoint_built", "EFS-10.5.reinf", at(place), place=at(place))


# -- the Replacement phase ---------------------------------------------------------------------------------------------


def has_business(state: CrimeaState, side: str) -> bool:
    """Whether a side has something to decide in the Replacement phase."""
    choices = (available, releasable, dischargeable, gift_sites)
    favour = side == SOVIET and any(choice(state, SOVIET).is_possible() for choice in choices)
    return favour or replacements.has_uses(state, side)


def busy_sides(state: CrimeaState) -> tuple[str, ...]:
    """The sides that have something to decide in the Replacement phase."""
    return tuple(side for side in SIDES if has_business(state, side))


def is_held(state: CrimeaState) -> bool:
    """Whether there is a Replacement phase at all in this turn."""
    return replacements.are_in_play(state) or has_business(state, SOVIET)
