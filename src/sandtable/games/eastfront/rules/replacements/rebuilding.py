"""Chapters 7.4 and 20: spending replacement points on units of the map and on the rebuild chart."""

from __future__ import annotations

from sandtable.games.eastfront.model import (
    ACTIVE,
    AXIS,
    CADRE,
    ELIMINATED,
    MAP_T,
    POOL,
    SOVIET,
    SUPPLIED,
    CrimeaState,
    Piece,
    enemy,
    phasing,
)
from sandtable.games.eastfront.rules.replacements.replacements import (
    ARMOURED_TRAIN,
    ROMANIAN,
    TYPE_A,
    TYPE_I,
    ZAP,
    are_in_play,
    pay,
    points,
    price,
    why_no_points,
)
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.supply import ports, supply
from sandtable.games.eastfront.rules.supply.harbours import harbours
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, ref, why_no_room, zoc
from sandtable.games.eastfront.scenario import CITIES, Counter
from sandtable.games.eastfront.scenario.world import is_inner
from sandtable.kernel import Draft, OneOf, Ref, Refusal, derived, pick, refuse
from sandtable.kernel.graph import flood

CHART = (ELIMINATED, CADRE, ACTIVE)
REBUILT = "rebuilt"
GOING_ON, OVER = 1, 2
"""The first encirclement of a city, on its track."""


# -- surrounded cities -------------------------------------------------------------------------------------------------


def _city(state: CrimeaState, place: int) -> tuple[int, ...]:
    """The hexes of the major city that a hex belongs to."""
    ground = state.board.ground
    if ground[place].place != "major_city":
        return ()
    near = state.board.grid.neighbours
    return tuple(sorted(flood([place], near, lambda a, b: ground[b].place == "major_city").costs))


# rule: EF-7.42.a, EF-7.42.b
def besieged(state: CrimeaState, place: int) -> tuple[int, ...]:
    """The Soviet hexes of a major city that is cut off, for a hex in it; empty anywhere else, and off the map."""
    if not place:
        return ()
    held = tuple(h for h in _city(state, place) if state.control.get(h) == SOVIET)
    if place not in held or any(supply.is_supplied(state, SOVIET, h) for h in held):
        return ()
    return held


def siege_points(state: CrimeaState, place: int) -> int:
    """Points of any sort that can still be spent this turn in the cut-off city of a hex."""
    held = besieged(state, place)
    table = state.board.charts["replacement_costs"]["surrounded_city"]["points_by_hexes"]
    most = max((int(n) for hexes, n in table.items() if int(hexes) <= len(held)), default=0)
    promised = sum(
        cost[1]
        for key, piece in state.pieces.items()
        if piece.receiving and piece.hex in held
        if (cost := price(state, state.board.units[key], "")) is not None
    )
    return most - promised - state.tracks.get(_siege_track(held), 0)


def _siege_track(held: tuple[int, ...]) -> str:
    return f"siege_{held[0]}" if held else "siege"


# rule: EF-PB3.23.b, EFS-10.24.b1
def why_only_zaps(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why points for men do not reach a Soviet unit in a hex: Odessa or Sevastopol is besieged, and ships bring Zaps.

    Besieged is who has a line to nothing but the ports of the place itself.
    """
    cost = price(state, state.board.units[key], "")
    if not place or state.board.units[key].side != SOVIET or cost is None or cost[0] != TYPE_I:
        return None
    if not (is_inner(place) or state.board.special("besieged_by_sea_only")):
        return None
    beyond = tuple(h for h in harbours(state, SOVIET) if is_inner(place) and not is_inner(h))
    if place in supply.fed_from(state, SOVIET, (*supply.overland_sources(state, SOVIET), *beyond)):
        return None
    return refuse("EF-PB3.23.b", "refuse.only_zaps", at(place), unit=ref(key), place=at(place))


# -- units on the map --------------------------------------------------------------------------------------------------


# rule: EF-7.41.b
def why_out_of_reach(state: CrimeaState, key: int) -> Refusal | None:
    """Why replacements cannot reach a unit on the map."""
    counter, piece = state.board.units[key], state.pieces[key]
    no = winter_siege.why_no_replacements(state, key) or why_only_zaps(state, key, piece.hex)
    if no is not None:
        return no
    if piece.box == MAP_T or (counter.side == SOVIET and besieged(state, piece.hex)):
        return None
    if piece.hex in zoc(state, enemy(counter.side)):
        return refuse("EF-7.41.b", "refuse.replacements_zoc", ref(key), unit=ref(key))
    # rule: EF-PB8.46.a
    starves = piece.supply != SUPPLIED and key in ports.waiting(state, counter.side)
    if starves or not supply.is_supplied(state, counter.side, piece.hex):
        return refuse("EF-7.41.b", "refuse.replacements_supply", ref(key), unit=ref(key))
    return None


@derived("pieces")
def promised(state: CrimeaState, side: str, pool: str) -> int:
    """Points of a sort that units marked to receive replacements will cost."""
    total = 0
    for key, piece in state.pieces.items():
        counter = state.board.units[key]
        if piece.receiving and counter.side == side:
            cost = price(state, counter, "")
            total += cost[1] if cost is not None and cost[0] == pool else 0
    return total


def _is_there(piece: Piece) -> bool:
    """Whether a unit is where replacements could find it: on the map, or in Map T."""
    return bool(piece.hex) or piece.box == MAP_T


# rule: EF-7.41.a, EF-4.2.C1
def why_not_mark(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be marked to receive replacements."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if not are_in_play(state):
        return refuse("EF-7.41.a", "refuse.no_replacements")
    if counter is None or piece is None or counter.side != seat or not _is_there(piece):
        return refuse("EF-7.41.a", "refuse.not_yours", ref(key), unit=ref(key))
    if piece.steps >= counter.steps:
        return refuse("EF-7.41.a", "refuse.full_strength", ref(key), unit=ref(key))
    if piece.moved or piece.spent or piece.receiving:
        return refuse("EF-7.41.a", "refuse.moved", ref(key), unit=ref(key))
    # rule: EF-10.12, EF-10.22
    if any(p.moved or p.spent for k, p in state.pieces.items() if p.hex and state.board.units[k].side == seat):
        return refuse("EF-10.12" if seat == AXIS else "EF-10.22", "refuse.mark_late", ref(key), unit=ref(key))
    if (no := _why_no_nkvd(state, counter)) is not None:
        return no
    cost = price(state, counter, "")
    held_back = promised(state, seat, cost[0]) if cost is not None else 0
    if (no := why_no_points(state, counter, "", held_back)) is not None:
        return no
    if besieged(state, piece.hex) and cost is not None and siege_points(state, piece.hex) < cost[1]:
        return refuse("EF-7.42.a", "refuse.siege_points", at(piece.hex), unit=ref(key))
    return why_out_of_reach(state, key)


def markable(state: CrimeaState, seat: str) -> OneOf:
    """Units that can be marked to receive replacements."""
    units, pieces = state.board.units, state.pieces if are_in_play(state) else {}
    reduced = [key for key, piece in pieces.items() if _is_there(piece) and piece.steps < units[key].steps]
    return pick("piece", reduced, lambda key: why_not_mark(state, seat, key))


def mark(d: Draft[CrimeaState], key: int) -> None:
    """Mark a unit; it does not move in this segment and gains a step at its end."""
    d.edit("pieces", key, receiving=True)
    d.log("log.marked", "EF-7.41.a", ref(key), unit=ref(key))


# rule: EF-7.41.a, EF-20.0
def strengthen(d: Draft[CrimeaState]) -> None:
    """In the Engineer phase every marked unit that can still be reached gains a step, and the markers come off."""
    side = phasing(d.now)
    for key, piece in d.now.pieces.items():
        counter = d.now.board.units[key]
        if not piece.receiving or counter.side != side:
            continue
        cost = price(d.now, counter, "")
        unreachable = not _is_there(piece) or why_out_of_reach(d.now, key) is not None
        d.edit("pieces", key, receiving=False)
        if unreachable or cost is None or piece.steps >= counter.steps:
            continue
        if why_no_points(d.now, counter, "") is not None:
            continue
        pay(d, side, *cost)
        _count_siege(d, piece.hex, cost[1])
        _note_nkvd(d, counter)
        d.edit("pieces", key, steps=piece.steps + 1)
        d.log("log.step_gained", "EF-7.41.a", ref(key), unit=ref(key), steps=piece.steps + 1)


def _count_siege(d: Draft[CrimeaState], place: int, amount: int) -> None:
    if held := besieged(d.now, place):
        track = _siege_track(held)
        d.put("tracks", track, d.now.tracks.get(track, 0) + amount)


# -- the rebuild chart -------------------------------------------------------------------------------------------------


# rule: EF-7.23.a
def _why_no_nkvd(state: CrimeaState, counter: Counter) -> Refusal | None:
    """Why no more NKVD units can be rebuilt this turn."""
    if not counter.nkvd or counter.kind == ARMOURED_TRAIN:
        return None
    marked = any(p.receiving and state.board.units[k].nkvd for k, p in state.pieces.items())
    if marked or state.tracks.get("soviet_nkvd") == state.turn:
        return refuse("EF-7.23.a", "refuse.nkvd_once", ref(counter.id), unit=ref(counter.id))
    return None


def _note_nkvd(d: Draft[CrimeaState], counter: Counter) -> None:
    if counter.nkvd:
        d.put("tracks", "soviet_nkvd", d.now.turn)


# rule: EF-7.43.a, EF-7.43.b, EF-7.23.b
def why_not_rebuild(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why points cannot take a unit a box further, or give a unit in the Active box a step."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    # rule: EF-7.43
    if counter is None or piece is None or counter.side != seat or piece.box not in CHART:
        return refuse("EF-7.43", "refuse.not_on_chart", ref(key), unit=ref(key))
    # rule: EF-7.43
    if piece.moved == REBUILT:
        return refuse("EF-7.43", "refuse.one_box", ref(key), unit=ref(key))
    if counter.kind in (ZAP, ARMOURED_TRAIN) and piece.box != ELIMINATED:
        return refuse("EF-7.22.c3", "refuse.replacement_phase", ref(key), unit=ref(key))
    # rule: EF-7.43.c
    if piece.box == ACTIVE and piece.steps >= counter.steps:
        return refuse("EF-7.43.c", "refuse.full_strength", ref(key), unit=ref(key))
    return _why_no_nkvd(state, counter) or why_no_points(state, counter, piece.box)


def rebuildable(state: CrimeaState, seat: str) -> OneOf:
    """Units that points can take further on the rebuild chart."""
    charted = [key for key, piece in state.pieces.items() if piece.box in CHART] if are_in_play(state) else ()
    return pick("piece", charted, lambda key: why_not_rebuild(state, seat, key))


def _pay_for(d: Draft[CrimeaState], key: int) -> None:
    counter, piece = d.now.board.units[key], d.now.pieces[key]
    cost = price(d.now, counter, piece.box)
    assert cost is not None
    pay(d, counter.side, *cost)
    _note_nkvd(d, counter)


# rule: EF-7.23.b, EF-7.23.c
def rebuild(d: Draft[CrimeaState], key: int) -> None:
    """Take a unit one box further; in the Active box it starts with one step and gains others one at a time."""
    counter, piece = d.now.board.units[key], d.now.pieces[key]
    _pay_for(d, key)
    # Seven turns pass after the last point: a unit that is made up further has not set out yet.
    delay = int(d.now.board.charts["replacement_costs"]["nkvd_delay"]["turns"]) if counter.nkvd else 0
    due = d.now.turn + delay if delay else 0
    if piece.box == ELIMINATED:
        d.put("pieces", key, Piece(box=CADRE, back=piece.back, moved=REBUILT))
    elif piece.box == CADRE:
        d.put("pieces", key, Piece(box=ACTIVE, steps=1, back=piece.back, moved=REBUILT, due=due))
    else:
        d.edit("pieces", key, steps=piece.steps + 1, moved=REBUILT, due=due)
    rule = "EF-7.23.c" if counter.nkvd and piece.box != ELIMINATED else "EF-7.43"
    d.log("log.rebuilt", rule, ref(key), unit=ref(key), box=d.now.pieces[key].box)


# rule: EF-7.43.d
def why_not_raise(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit in Cadre cannot be raised in a city straight away."""
    counter, piece = state.board.units.get(key), state.pieces.get(key)
    if counter is None or piece is None or seat != SOVIET or counter.side != seat or piece.box != CADRE:
        return refuse("EF-7.43.d", "refuse.not_in_cadre", ref(key), unit=ref(key))
    if piece.moved == REBUILT:
        return refuse("EF-7.43", "refuse.one_box", ref(key), unit=ref(key))
    if counter.steps > 1 and counter.kind != ZAP and not _sieges(state):
        return refuse("EF-7.43.d", "refuse.too_big_to_raise", ref(key), unit=ref(key))
    if counter.nkvd and not any(_is_first_siege(state, h) for h in _sieges(state)):
        return refuse("EF-7.23.c", "refuse.nkvd_delay", ref(key), unit=ref(key))
    return why_no_points(state, counter, CADRE)


# rule: EF-7.42.c
def _is_first_siege(state: CrimeaState, place: int) -> bool:
    """Whether a hex is in a city that is cut off for the first time and has had no NKVD unit placed in it."""
    return bool(besieged(state, place)) and state.tracks.get(_first_siege(state, place)) != OVER


def _first_siege(state: CrimeaState, place: int) -> str:
    return f"encircled_{_city(state, place)[0]}"


def _remember_sieges(d: Draft[CrimeaState]) -> None:
    """Note which cities are cut off for the first time, and which are no longer."""
    for place in supply.major_cities(d.now.board):
        if _city(d.now, place)[0] != place:
            continue
        cut_off = any(besieged(d.now, h) for h in _city(d.now, place))
        known = d.now.tracks.get(_first_siege(d.now, place), 0)
        if cut_off and not known:
            d.put("tracks", _first_siege(d.now, place), GOING_ON)
        elif known == GOING_ON and not cut_off:
            d.put("tracks", _first_siege(d.now, place), OVER)


def _sieges(state: CrimeaState) -> tuple[int, ...]:
    """Hexes of cut-off major cities where points can still be spent."""
    return tuple(h for h in supply.major_cities(state.board) if besieged(state, h) and siege_points(state, h) > 0)


def why_not_raise_in(state: CrimeaState, key: int, place: int) -> Refusal | None:
    """Why a unit cannot be raised in a hex."""
    ground, counter = state.board.ground.get(place), state.board.units[key]
    if ground is None or ground.place not in CITIES or state.control.get(place) != SOVIET:
        return refuse("EF-7.43.d", "refuse.no_city", at(place), place=at(place))
    if counter.nkvd and not _is_first_siege(state, place):
        return refuse("EF-7.42.c", "refuse.nkvd_delay", ref(key), unit=ref(key))
    if (no := why_only_zaps(state, key, place) if counter.kind != ZAP else None) is not None:
        return no
    if besieged(state, place):
        cost = price(state, counter, CADRE)
        if cost is None or siege_points(state, place) < cost[1]:
            return refuse("EF-7.42.a", "refuse.siege_points", at(place), unit=ref(key))
    elif not supply.is_supplied(state, SOVIET, place) or place in zoc(state, AXIS):
        return refuse("EF-7.43.d", "refuse.city_closed", at(place), place=at(place))
    elif counter.steps > 1 and counter.kind != ZAP:
        return refuse("EF-7.43.d", "refuse.too_big_to_raise", ref(key), unit=ref(key))
    elif state.tracks.get(_raised(state, place)) == state.turn:
        return refuse("EF-7.43.d", "refuse.one_per_city", at(place), place=at(place))
    return why_no_room(state, (key,), place)


def _raised(state: CrimeaState, place: int) -> str:
    """The track that notes when a city last raised a unit: one for all hexes of a major city."""
    return f"raised_{next(iter(_city(state, place)), place)}"


def raisable(state: CrimeaState, seat: str) -> OneOf:
    """Units that can be raised in a city."""

    def why_not(key: int) -> Refusal | None:
        no = why_not_raise(state, seat, key)
        if no is None and not raising_hexes(state, seat, key).is_possible():
            return refuse("EF-7.43.d", "refuse.no_city_free", ref(key), unit=ref(key))
        return no

    return pick("piece", state.pieces if are_in_play(state) else (), why_not)


def raising_hexes(state: CrimeaState, seat: str, key: int) -> OneOf:
    """Cities where a unit can be raised."""
    cities = [h for h, g in state.board.ground.items() if g.place in CITIES]
    return pick("place", cities, lambda place: why_not_raise_in(state, key, place))


def raise_in_city(d: Draft[CrimeaState], key: int, place: int) -> None:
    """Raise a unit of one step in a city; it cannot move before the next turn."""
    _pay_for(d, key)
    cost = price(d.now, d.now.board.units[key], CADRE)
    _count_siege(d, place, cost[1] if cost is not None else 0)
    if d.now.board.units[key].nkvd:
        d.put("tracks", _first_siege(d.now, place), OVER)
    d.put("pieces", key, Piece(hex=place, steps=1, back=d.now.pieces[key].back))
    d.put("tracks", _raised(d.now, place), d.now.turn)
    d.log("log.raised", "EF-7.43.d", ref(key), unit=ref(key), place=at(place))


# rule: EF-7.31.b, EF-PB3.21.a
def formable(state: CrimeaState, seat: str) -> OneOf:
    """Regular substitutes that a point can form: German ones for German points, Romanian for Romanian."""

    def why_not(key: int) -> Refusal | None:
        counter, piece = state.board.units.get(key), state.pieces.get(key)
        # rule: EF-24.5
        if counter is None or piece is None or counter.side != seat or counter.substitute != "regular":
            return refuse("EF-24.5", "refuse.not_substitute", ref(key), unit=ref(key))
        # rule: EF-PB3.41
        if piece.box != POOL:
            return refuse("EF-PB3.41", "refuse.no_substitute", ref(key), unit=ref(key))
        pool = ROMANIAN if counter.nation == "romanian" else TYPE_I
        if points(state, seat, pool):
            return None
        rule = "EF-PB3.21.a" if pool == ROMANIAN else "EF-24.5"
        return refuse(rule, "refuse.no_points", ref(key), unit=ref(key), pool=pool, need=1, left=0)

    return pick("piece", state.pieces if are_in_play(state) else (), why_not)


def form(d: Draft[CrimeaState], key: int) -> None:
    """Form a substitute from a point; it enters like any reinforcement."""
    pool = ROMANIAN if d.now.board.units[key].nation == "romanian" else TYPE_I
    pay(d, AXIS, pool, 1)
    d.put("pieces", key, Piece(box=ACTIVE, steps=1, moved=REBUILT))
    d.log("log.rebuilt", "EF-24.5", ref(key), unit=ref(key), box=ACTIVE)


# -- the Engineer phase ------------------------------------------------------------------------------------------------


# rule: EF-20.0, EF-4.2.B6, EF-4.2.C6
def spender(state: CrimeaState) -> tuple[str, ...]:
    """The side whose Engineer phase it is, while its points can buy something."""
    side = phasing(state)
    if not side or not are_in_play(state):
        return ()
    choices = (rebuildable, raisable, formable)
    return (side,) if any(choice(state, side).is_possible() for choice in choices) else ()


# rule: EF-7.24.a
def close(d: Draft[CrimeaState]) -> None:
    """Soviet Type A points cannot be saved; the counts of the turn are forgotten."""
    for track in tuple(d.now.tracks):
        if track.startswith(("siege_", "raised_")):
            d.drop("tracks", track)
    _remember_sieges(d)
    if phasing(d.now) == SOVIET and (left := points(d.now, SOVIET, TYPE_A)):
        pay(d, SOVIET, TYPE_A, left)
        d.log("log.points_lost", "EF-7.24.a", side=Ref("seat", SOVIET), pool=TYPE_A, amount=left)
