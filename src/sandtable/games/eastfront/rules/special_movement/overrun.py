"""Chapter 11.4: overruns."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.model import (
    ARCTIC,
    FROST,
    MUD,
    OUT_OF_SUPPLY,
    SNOW,
    SOVIET,
    CrimeaState,
    Overrun,
    enemy,
    phase,
)
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.movement.movement import WALKED, mover
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_fortification,
    has_lingering_mud,
    holders,
    in_city,
    line_between,
    on_map,
    ref,
    stacks,
    strength,
    zoc,
)
from sandtable.games.eastfront.scenario import CAVALRY
from sandtable.kernel import Draft, Modifier, Path, Refusal, SomeOf, Sum, derived, refuse

EFFORT = 2
"""Half movement points that an overrun costs beyond the terrain."""
HALTED = "halted"
"""Units that overran into an enemy zone: they may overrun again, but not move."""


# rule: EF-11.42.b
def why_never(state: CrimeaState, seat: str) -> Refusal | None:
    """Why nobody may overrun now."""
    if state.weather in (MUD, SNOW, ARCTIC):
        return refuse("EF-11.42.b", "refuse.overrun_weather", weather=state.weather)
    return None


def why_not_unit(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot take part in an overrun."""
    piece = state.pieces.get(key)
    # rule: EF-11.41
    if piece is None or not piece.hex or state.board.units[key].side != seat:
        return refuse("EF-11.41", "refuse.not_yours", ref(key), unit=ref(key))
    counter = state.board.units[key]
    horse = counter.mobility == CAVALRY and counter.side == SOVIET
    # rule: EF-11.42.f
    if counter.artillery and not (counter.anti_air and counter.nation == "german"):
        return refuse("EF-11.42.f", "refuse.guns_overrun", ref(key), unit=ref(key))
    # rule: EF-11.41
    if not (counter.is_motorised or horse):
        return refuse("EF-11.41", "refuse.cannot_overrun", ref(key), unit=ref(key))
    # rule: EF-11.42.h
    if counter.nation == "romanian":
        return refuse("EF-11.42.h", "refuse.cannot_overrun", ref(key), unit=ref(key))
    # rule: EF-11.42.e
    if piece.supply == OUT_OF_SUPPLY:
        return refuse("EF-11.42.e", "refuse.out_of_supply", ref(key), unit=ref(key))
    if piece.moved == HALTED:
        return None
    return movement.why_not_move(state, seat, key)


# rule: EF-18.15, EF-23.14
def why_not_ground(state: CrimeaState, units: tuple[int, ...], via: int, to: int) -> Refusal | None:
    """Why terrain or works forbid an overrun from a hex into its neighbour."""
    board = state.board
    border, ground = board.border(via, to), board.ground[to]
    if (no := flotillas.why_no_overrun(state, via, to)) is not None:
        return no
    # rule: EF-11.42.c
    if border.water or border.river == "major":
        return refuse("EF-11.42.c", "refuse.overrun_water", at(to), place=at(to))
    # rule: EF-11.42.c1
    if ground.terrain == "swamp" and state.weather != FROST:
        return refuse("EF-11.42.c1", "refuse.overrun_swamp", at(to), place=at(to))
    if has_lingering_mud(state, to):
        return refuse("EF-11.42.b", "refuse.overrun_weather", at(to), weather=MUD)
    if is_strong(state, to, board.units[units[0]].side):
        engineers = any(board.units[k].engineer or board.units[k].kind == "motorised_engineer" for k in units)
        # rule: EF-11.42.c2
        if not engineers:
            return refuse("EF-11.42.c2", "refuse.overrun_works", at(to), place=at(to))
    return None


def is_strong(state: CrimeaState, place: int, side: str) -> bool:
    """Whether a hex is a city or has enemy works, so that 12-1 and motorised engineers are needed."""
    return in_city(state, place) or has_fortification(state, place, side)


def least_odds(state: CrimeaState, units: tuple[int, ...], to: int) -> int:
    """The odds an overrun needs at least."""
    table: dict[str, int] = state.board.charts["overrun"]["least_odds"]
    if is_strong(state, to, state.board.units[units[0]].side):
        return table["city_or_fortification"]
    return table["all_german" if is_german(state, units) else "other"]


def is_german(state: CrimeaState, units: tuple[int, ...]) -> bool:
    """Whether a group is all German."""
    return all(state.board.units[k].nation == "german" for k in units)


# rule: EF-11.42.a, EF-11.43.3
def ratio(state: CrimeaState, units: tuple[int, ...], to: int) -> int:
    """Whole odds to one of a group against everything in a hex."""
    attack = sum(strength(state, k).attack for k in units)
    defence = sum(strength(state, k).defence for k in stacks(state).get(to, ()))
    return attack // max(defence, 1)


# rule: EF-11.42.d
def why_not_from(state: CrimeaState, side: str, via: int, to: int) -> Refusal | None:
    """Why the group stands wrong for an overrun: another enemy hex has it in its zone."""
    for source in zoc(state, enemy(side)).get(via, ()):
        if source != to:
            return refuse("EF-11.42.d", "refuse.overrun_zones", at(source), place=at(source))
    return None


# rule: EF-11.43.1, EF-11.43.2
def cost(state: CrimeaState, key: int, via: int, to: int) -> int | None:
    """Half movement points of the overrun itself: one point and the hex, without its zone."""
    guide = mover(state, key)
    walk = guide.after(movement.Walk(via, 0), to)
    if walk is None:
        return None
    return walk.spent + EFFORT - (movement.EXTRA if to in guide.enemy_zoc else 0)


@derived(*WALKED)
def approach(state: CrimeaState, key: int) -> dict[int, int]:
    """Hexes a unit could overrun from, each with what it will have spent."""
    guide = mover(state, key)
    here = {guide.start.place: guide.start.spent}
    if state.pieces[key].moved == HALTED:
        return here
    return {**movement.destinations(state, key), **here}


# rule: EF-10.53, EF-11.42.g, EF-11.93
def why_not(state: CrimeaState, units: tuple[int, ...], via: int, to: int) -> Refusal | None:
    """Why a group cannot overrun a hex from another."""
    side = state.board.units[units[0]].side
    if to not in state.board.grid.neighbours.get(via, ()):
        return refuse("EF-10.4", "refuse.not_next", at(to), place=at(to), start=at(via))
    if holders(state).get(to) != enemy(side):
        return refuse("EF-11.4", "refuse.no_enemy_there", at(to), place=at(to))
    no = why_not_from(state, side, via, to) or why_not_ground(state, units, via, to)
    if no is not None:
        return no
    for key in units:
        if (no := winter_siege.why_barred(state, key, to)) is not None:
            return no
        effort, spent = cost(state, key, via, to), approach(state, key).get(via)
        budget = mover(state, key).budget
        if effort is None or spent is None or spent + effort > budget:
            need = movement.points((spent or 0) + (effort or 0))
            return refuse(
                "EF-11.43.2", "refuse.too_far", ref(key), need=need, left=movement.points(budget), place=at(to)
            )
    if ratio(state, units, to) < (need_odds := least_odds(state, units, to)):
        have = ratio(state, units, to)
        return refuse("EF-11.42.a", "refuse.overrun_odds", at(to), odds=have, need=need_odds, place=at(to))
    return None


@derived(*WALKED)
def chances(state: CrimeaState, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The hexes a group can overrun, each with the hexes it can do so from."""
    found: dict[int, tuple[int, ...]] = {}
    for to in _weak(state, units):
        near = _near_enough(state, units, to)
        if vias := tuple(via for via in near if why_not(state, units, via, to) is None):
            found[to] = vias
    return found


@derived("pieces", "strongpoints", "razed")
def _defences(state: CrimeaState, side: str) -> dict[int, tuple[int, bool]]:
    """What stands against a side in each hex of its enemies: defence points, and whether walls or works help them."""
    return {
        h: (sum(strength(state, k).defence for k in keys), is_strong(state, h, side))
        for h, keys in stacks(state).items()
        if state.board.units[keys[0]].side != side
    }


def _weak(state: CrimeaState, units: tuple[int, ...]) -> list[int]:
    """The enemy hexes that a group has the odds to overrun, near or far."""
    attack = sum(strength(state, k).attack for k in units)
    table: dict[str, int] = state.board.charts["overrun"]["least_odds"]
    plain, walled = table["all_german" if is_german(state, units) else "other"], table["city_or_fortification"]
    against = _defences(state, state.board.units[units[0]].side)
    return [h for h, (defence, strong) in against.items() if attack // max(defence, 1) >= (walled if strong else plain)]


def _near_enough(state: CrimeaState, units: tuple[int, ...], to: int) -> list[int]:
    """The hexes to overrun from that could be near enough: no hex costs less than half a point, so count them first."""
    side, place = state.board.units[units[0]].side, state.pieces[units[0]].hex
    distance, guides = state.board.distance, [mover(state, k) for k in units]
    most = min(guide.budget - guide.start.spent for guide in guides) - EFFORT
    if distance(place, to) - 1 > most:
        return []
    vias = [via for via in sorted(state.board.grid.neighbours[to]) if distance(place, via) <= most]
    return [v for v in vias if (why_not_from(state, side, v, to) or why_not_ground(state, units, v, to)) is None]


def _companies(state: CrimeaState, seat: str) -> dict[tuple[int, int], list[int]]:
    """Units that could overrun together: those that began the phase and stand in the same hex."""
    found: dict[tuple[int, int], list[int]] = {}
    for key in on_map(state, seat):
        piece, counter = state.pieces[key], state.board.units[key]
        if counter.mobility != "foot" and why_not_unit(state, seat, key) is None:
            found.setdefault((piece.hex, piece.company), []).append(key)
    return found


def groups(state: CrimeaState, seat: str) -> SomeOf:
    """Units that overrun together."""
    if phase(state) not in ("movement", "motorised"):
        return SomeOf("piece", (), least=1)
    companies = {where: tuple(keys) for where, keys in _companies(state, seat).items()}
    able = {where: keys for where, keys in companies.items() if chances(state, keys)}
    options = [key for keys in able.values() for key in keys]

    def check(keys: tuple[int, ...]) -> Refusal | None:
        if len({(state.pieces[k].hex, state.pieces[k].company) for k in keys}) > 1:
            return refuse("EF-11.41", "refuse.not_together", *map(ref, keys))
        if chances(state, tuple(sorted(keys))):
            return None
        no = _why_not_beside(state, tuple(sorted(keys)))
        return no or refuse("EF-11.42.a", "refuse.nothing_to_overrun", *map(ref, keys))

    default = next(iter(able.values()), None)
    together = {key: keys for keys in companies.values() for key in keys}
    return SomeOf(
        "piece",
        options,
        least=1,
        why=lambda key: why_not_unit(state, seat, key) or check(together.get(key, (key,))),
        check=check,
        default=default,
        alike=together.__getitem__,
    )


def _why_not_beside(state: CrimeaState, units: tuple[int, ...]) -> Refusal | None:
    """Why a group cannot overrun an enemy beside it, if it stands beside any."""
    here, foe = state.pieces[units[0]].hex, enemy(state.board.units[units[0]].side)
    beside = (n for n in sorted(state.board.grid.neighbours[here]) if holders(state).get(n) == foe)
    return next((no for n in beside if (no := why_not(state, units, here, n)) is not None), None)


def ways(state: CrimeaState, seat: str, units: tuple[int, ...]) -> Path:
    """First the hex to overrun from, then the hex to overrun; the group takes the cheapest way to the first."""
    units = tuple(sorted(units))
    found = chances(state, units)
    start = state.pieces[units[0]].hex

    def steps(path: tuple[int, ...]) -> dict[int, int]:
        if not path:
            vias = sorted({via for vias in found.values() for via in vias})
            return {via: max(approach(state, k)[via] for k in units) for via in vias}
        if len(path) > 1:
            return {}
        ends = [to for to, vias in found.items() if path[0] in vias]
        return {to: max(approach(state, k)[path[0]] + (cost(state, k, path[0], to) or 0) for k in units) for to in ends}

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        if path:
            return why_not(state, units, path[0], to)
        if all(to in approach(state, key) for key in units):
            foe = enemy(state.board.units[units[0]].side)
            targets = (n for n in state.board.grid.neighbours[to] if holders(state).get(n) == foe)
            reasons = (why_not(state, units, to, target) for target in targets)
            if (no := next(filter(None, reasons), None)) is not None:
                return no
        key = "refuse.overrun_start" if to in found else "refuse.overrun_from"
        return refuse("EF-11.43.1", key, at(to), place=at(to))

    return Path("place", start, steps, lambda path: len(path) == 2, why)


# rule: EF-11.43.5, EFT-overrun, EF-PB11.2
def drms(state: CrimeaState, units: tuple[int, ...], via: int, to: int) -> Iterator[Modifier]:
    """The die modifiers of an overrun."""
    chart = state.board.charts["overrun"]
    table = chart["odds_drm"]["all_german" if is_german(state, units) else "other"]
    have = ratio(state, units, to)
    step = max((odds for odds in table if odds <= have), default=min(table))
    yield Modifier("EFT-overrun", "modifier.odds", table[step])
    theirs = [state.board.units[k] for k in stacks(state)[to]]
    if any(state.pieces[k].overrun for k in stacks(state)[to]):
        yield Modifier("EFT-overrun", "modifier.overrun", -1)
    if all(u.mobility == CAVALRY or u.artillery or u.is_hq for u in theirs):
        yield Modifier("EFT-overrun", "modifier.soft_defender", -1)
    if sum(strength(state, k).defence for k in stacks(state)[to]) >= 4:
        yield Modifier("EFT-overrun", "modifier.strong_defender", 1)
    if state.board.border(via, to).river or line_between(state, via, to) == to:
        yield Modifier("EFT-overrun", "modifier.side", 2)
    ground = state.board.ground[to]
    point = state.strongpoints.get(to)
    works = point is not None and point.side == enemy(state.board.units[units[0]].side) and not point.building
    if ground.terrain in ("hill", "swamp") or ground.woods or in_city(state, to) or works:
        yield Modifier("EFT-overrun", "modifier.ground", 2)


def net(state: CrimeaState, units: tuple[int, ...], via: int, to: int) -> Sum:
    """The modifiers together, at most three either way."""
    cap = state.board.charts["overrun"]["drm_cap"]
    total = Sum.of(drms(state, units, via, to))
    if abs(total.total) <= cap:
        return total
    high = total.total > 0
    return total + Modifier("EF-11.43.5", "modifier.cap", cap if high else -cap, op="most" if high else "least")


# rule: EF-11.43.1, EF-11.43.2
def move_up(d: Draft[CrimeaState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Move to the hex before the enemy, and pay for the way and the overrun."""
    via, to = path
    efforts = {k: approach(d.now, k)[via] + (cost(d.now, k, via, to) or 0) for k in units}
    for key in units:
        if not d.now.pieces[key].spent:
            soviet_units.count_start(d, key, d.now.pieces[key].hex)
        winter_siege.charge(d, key)
        travelled = phase(d.now) == "movement" or d.now.pieces[key].travelled
        d.edit("pieces", key, hex=via, spent=efforts[key], travelled=travelled, busy=True)


def declare(d: Draft[CrimeaState], units: tuple[int, ...], path: tuple[int, ...]) -> None:
    """Roll, and begin to carry out the result."""
    units = tuple(sorted(units))
    via, to = path
    if untried.turn_up_all(d, (to,), "EF-11.43.3n") and _is_off(d, units, to):
        return
    modifiers = net(d.now, units, via, to)
    odds = ratio(d.now, units, to)
    roll = d.roll("roll.overrun", 10)
    total = roll.faces[0] + modifiers.total
    rows = d.now.board.charts["overrun"]["results"]
    row = next(r for r in rows if r["most"] is None or total <= r["most"])
    success = bool(row["success"])
    d.log(
        "log.overrun",
        "EF-11.4",
        at(to),
        by=d.now.board.units[units[0]].side,
        rolls=[roll],
        modifiers=modifiers,
        units=tuple(map(ref, units)),
        place=at(to),
        odds=odds,
        drm=modifiers.total,
        success=int(success),
    )
    side = d.now.board.units[units[0]].side
    loser = enemy(side) if success else side
    losses = row.get("defender_steps" if success else "attacker_steps", 0)
    note(d, Overrun(units, via, to, success, losses, loser if losses else ""))
    if not success:
        for key in units:
            d.edit("pieces", key, moved="overrun", spent=0)
    d.call("overrun")


# rule: EF-11.43.3n, EF-11.43.4
def _is_off(d: Draft[CrimeaState], units: tuple[int, ...], to: int) -> bool:
    """Whether defenders that were turned up call an overrun off: there are none, or they are too strong."""
    if not stacks(d.now).get(to):
        _walk_in(d, units, to)
        return True
    if ratio(d.now, units, to) >= least_odds(d.now, units, to):
        return False
    for key in units:
        d.edit("pieces", key, moved="overrun", spent=0, sworn=to)
    d.log("log.overrun_stopped", "EF-11.43.3n", at(to), units=tuple(map(ref, units)), place=at(to))
    return True


# rule: EF-11.43.4
def _walk_in(d: Draft[CrimeaState], units: tuple[int, ...], to: int) -> None:
    """Nobody was there: the group gets the point of the overrun back, enters the hex and may go on."""
    side = d.now.board.units[units[0]].side
    stopped = to in zoc(d.now, enemy(side))
    toll = movement.EXTRA if stopped else 0
    for key in units:
        spent = d.now.pieces[key].spent - EFFORT + toll
        d.edit("pieces", key, hex=to, spent=spent, moved=HALTED if stopped else "", busy=False)
    d.log("log.overran", "EF-11.43.4", at(to), units=tuple(map(ref, units)), place=at(to))
    fortifications.trample(d, (to,), side)


def note(d: Draft[CrimeaState], found: Overrun | None) -> None:
    """Keep the overrun that is being carried out, in the field that stored games know."""
    d.set(onslaught=found)
