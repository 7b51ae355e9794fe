"""Force packages: which one a contact brings, what is in it, and that it can be placed at all (8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.games.fieldsoffire.model import (
    BOOBY_TRAP,
    ENEMY,
    ILLUMINATION,
    INCOMING,
    MINES,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.combat.breakdown import free_counter
from sandtable.games.fieldsoffire.rules.enemy.observers import register
from sandtable.games.fieldsoffire.rules.enemy.placement import Order, Spot, find_spot, place_unit
from sandtable.games.fieldsoffire.rules.enemy.tactics import is_counterattack
from sandtable.games.fieldsoffire.rules.ground.cover import CLOSED
from sandtable.games.fieldsoffire.rules.terms.draws import random_number, random_one
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.urban.placing import in_street, triggers
from sandtable.games.fieldsoffire.rules.weapons.capability import GRENADES
from sandtable.games.fieldsoffire.rules.weapons.mines import check_all, is_mined
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.setup import as_supplied
from sandtable.games.fieldsoffire.scenario.units import LEADER, MORTARS, OBSERVER, UnitType
from sandtable.kernel import Draft, Draw, Ref

POOL, MARKER, CHOICE, SPOTTER = "pool:squad", "marker:", "choice", "choice:spotter"
FLARE, TRAP = "marker:illum.", "marker:vof.booby_trap"
SHELLS = ("marker:incoming", *(f"marker:vof.incoming{value}" for value in range(-7, -2)))
PREVIOUS = "previous"
FIELD, MINE_REDRAW = "marker:vof.mines", "mine_redraw"
"""A minefield of a package, and the special rule by which there is one to a card."""
LARGE = 3
"""Steps of a squad as it comes into play."""


class Piece(NamedTuple):
    """One unit or marker of a package with everything that was drawn for it."""

    kind: str
    row: Mapping[str, Any]
    place: Mapping[str, Any]
    is_spotted: bool


def table_of(state: FieldsState) -> Mapping[str, Any]:
    """The contact table of the mission."""
    found: Mapping[str, Any] = data("enemy_units")["contact_tables"][state.board.mission.setup["contact_table"]]
    return found


# rule: FFT-packages-nva, FFT-packages-nk
def packages_of(state: FieldsState, second: bool = False) -> dict[int, Mapping[str, Any]]:
    """The packages of the mission's list by number; or of its second enemy, where it has two."""
    forces = data("enemy_units")
    name = table_of(state)["packages"]
    if second:
        name = f"{forces['kinds'][state.board.mission.enemy]['second']}_seed"
    return {row["n"]: row for row in forces["package_lists"][name]["packages"]}


# rule: FF-3.9.12-14
def rounds_of(state: FieldsState, key: int) -> int:
    """The ammunition with which the mission's packages bring a kind of unit, else as many points as it carries.

    A team of which neither is known has that of the squad it is left of.
    """
    kind = state.board.types[key]
    items = (row for package in packages_of(state).values() for row in package["items"])
    brought = (int(row["ammo"]) for row in items if row["unit"] == kind.id and row.get("ammo"))
    return next(brought, 0) or as_supplied(state.board, key).ammo


# rule: FF-8.3.a, FF-8.2.3
def column_of(state: FieldsState, letter: str) -> tuple[int, Sequence[int]]:
    """The packages of a letter by random number, and how many there are; in a counterattack A has a list of its own."""
    table = table_of(state)
    other = table.get("counterattack_A")
    if letter == "A" and other and is_counterattack(state):
        return int(other["sides"]), other["table"]
    return int(table["sides"]), table[letter]


# rule: FF-8.3.c, FF-8.4.3.f
def make_contact(d: Draft[FieldsState], card: int, trigger: int, letter: str, draws: tuple[Draw, ...]) -> None:
    """Draw packages for a contact until one can be placed whole; none at all is tried twice."""
    told = list(draws)
    second = False
    if data("enemy_units")["kinds"][d.now.board.mission.enemy].get("second"):
        number, drawn = random_number(d, "package", 2)
        told += drawn
        second = number == 2
    packages = packages_of(d.now, second)
    sides, column = column_of(d.now, letter)
    tried: set[int] = set()
    while not tried.issuperset(column):
        number, drawn = random_number(d, "package", sides)
        told += drawn
        package = packages[column[number - 1]]
        if package["n"] in tried:
            continue
        tried.add(package["n"])
        where, unit = Ref("place", card), Ref("unit", trigger)
        # rule: FF-8.3.a
        if place_package(d, trigger, package, letter):
            d.log(
                "log.package",
                "FF-8.3.a",
                where,
                unit,
                draws=told,
                card=where,
                unit=unit,
                number=package["n"],
                name=Ref("package", package["name"]),
            )
            return
        # rule: FF-8.4.3.f2
        d.log(
            "log.package_redrawn",
            "FF-8.4.3.f2",
            where,
            draws=told,
            card=where,
            number=package["n"],
            name=Ref("package", package["name"]),
        )
        told = []
    # rule: FF-8.4.3.f3
    d.log("log.no_package", "FF-8.4.3.f3", Ref("place", card), draws=told, card=Ref("place", card))


# rule: FF-8.3.b, FF-8.3.e, FF-8.4.3.f2
def place_package(d: Draft[FieldsState], trigger: int, package: Mapping[str, Any], letter: str) -> bool:
    """Place a package, all of it or nothing: units joined by + share a card, others stand on cards of their own."""
    pieces = _resolved(d, package)
    if pieces is None or not has_effect(d.now, trigger, pieces):
        return False
    flares = [_light(d, trigger, piece) for piece in pieces if piece.kind.startswith(FLARE)]
    places = _spots(d, trigger, package, _grouped(pieces))
    if places is None:
        for number in flares:
            d.drop("markers", number)
        return False
    for piece in pieces:
        if piece.kind.startswith(MARKER) and not piece.kind.startswith(FLARE):
            _place_marker(d, trigger, piece)
    placed: list[int] = []
    for piece, key, spot in places:
        carrier = placed[-1] if piece.row.get("mounted") else 0
        order = Order(piece.row, letter, spotted=piece.is_spotted, fires=package["opens_fire"], aboard=carrier)
        place_unit(d, key, spot, spot.trigger or trigger, order)
        placed.append(key)
        if d.now.board.types[key].kind == OBSERVER and any(one.kind in SHELLS for one in pieces):
            register(d, key, d.now.units[trigger].at)
    return True


# rule: FF-8.3.e
def _grouped(pieces: list[Piece]) -> list[list[Piece]]:
    """The units of a package by the card on which they stand together."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        if piece.kind.startswith(MARKER):
            continue
        shares = piece.row.get("same")
        if shares and groups:
            (groups[-1] if shares == PREVIOUS else groups[0]).append(piece)
        else:
            groups.append([piece])
    return groups


# rule: FF-8.3.e, FF-8.3.c, FF-8.4.3.f2
def _spots(
    d: Draft[FieldsState], trigger: int, package: Mapping[str, Any], groups: list[list[Piece]]
) -> list[tuple[Piece, int, Spot]] | None:
    """A counter and a card for every unit; none where the mix is short or a group has nowhere to go."""
    found: list[tuple[Piece, int, Spot]] = []
    fires = bool(package["opens_fire"])
    for group in groups:
        keys: list[int] = []
        for piece in group:
            taken = (*(key for _, key, _ in found), *keys)
            key = _counter(d, package, piece, taken)
            if not key:
                return None
            keys.append(key)
        cards = tuple(spot.card for _, _, spot in found)
        # rule: FF-8.4.3.d2
        lines = tuple(spot.card for _, key, spot in found if fires and has_line(d.now.board.types[key]))
        # rule: FFT-pack-place-same
        is_closed = fires and any(piece.row.get("cover") in CLOSED for piece in group)
        avoids_own = is_closed and not package.get("outflanked_at_point_blank")
        spot = None
        for one in triggers(d, trigger):
            street = in_street(group[0].row)
            spot = find_spot(
                d,
                one,
                tuple(keys),
                group[0].place,
                fires,
                cards,
                lines=lines,
                never_same=avoids_own,
                in_street=street,
            )
            if spot is not None:
                spot = spot._replace(trigger=one)
                break
        if spot is None:
            return None
        for number, (piece, key) in enumerate(zip(group, keys, strict=True)):
            found.append((piece, key, spot._replace(is_shared=number > 0)))
    return found


# rule: FF-8.4.3.d2
def has_line(kind: UnitType) -> bool:
    """Whether a kind of unit that opens fire has a direction of fire: with basic fire, or as a mortar."""
    return bool(kind.rating(kind.steps).basic) or kind.kind in MORTARS


# rule: FF-8.7.2, FF-8.7.2.a, FF-8.4.3.c2
def has_effect(state: FieldsState, trigger: int, pieces: list[Piece]) -> bool:
    """Whether a package can do anything: a trap needs a man on the card, and grenades alone men to be thrown at.

    Men on a jeep, a truck or a tank are such. Mines stay where they are for those who come later, so they always count.
    """
    # rule: FF-8.7.1, FF-8.4.3.f2
    if any(piece.kind == FIELD for piece in pieces) and is_second_minefield(state, trigger):
        return False
    if men_with(state, trigger):
        return True
    if any(piece.kind == TRAP for piece in pieces):
        return False
    units = [piece.kind for piece in pieces if not piece.kind.startswith(MARKER)]
    return not units or not all(_only_throws(state, kind) for kind in units)


# rule: FF-8.7.1, FF-8.4.3.f2
def is_second_minefield(state: FieldsState, trigger: int) -> bool:
    """Whether no second minefield comes to a card that has one: where the briefing has such a package drawn again."""
    special = {row["id"] for row in state.board.mission.setup.get("special", ())}
    return MINE_REDRAW in special and is_mined(state, state.units[trigger].at)


# rule: FF-8.7.2
def men_with(state: FieldsState, trigger: int) -> tuple[int, ...]:
    """Whom a trap may hit: the man who set it off; where that was a vehicle, any on its card or riding outside."""
    types, at = state.board.types, state.units[trigger].at
    if types[trigger].is_infantry:
        return (trigger,)
    return tuple(key for key in on_card(state, at).friendly if types[key].is_infantry)


def _only_throws(state: FieldsState, kind: str) -> bool:
    """Whether a kind of unit is rated G! and places no volume of fire by itself."""
    if kind == POOL:
        return False
    found = state.board.types[state.board.stock[kind][0]]
    printed = found.rating(found.steps)
    return printed.special == GRENADES and not printed.basic


# rule: FF-8.3.d
def _resolved(d: Draft[FieldsState], package: Mapping[str, Any]) -> list[Piece] | None:
    """What is in a package once its alternatives and chances are drawn; none where it needs what is not in the mix."""
    found: list[Piece] = []
    spotter = ""
    for row in package["items"]:
        if "chance" in row and not _comes(d, row["chance"]):
            continue
        if row["unit"] == CHOICE:
            options = [one for one in row["options"] if _is_in_stock(d.now, one["unit"], found)]
            if not options:
                return None
            row = _chosen(d, options)
        elif "choice" in row:
            options = [one for one in row["choice"] if _is_in_stock(d.now, one["spotter"], found)]
            if not options:
                return None
            chosen = _chosen(d, options)
            spotter = chosen["spotter"] or ""
            row = {**row, **chosen}
        kind = spotter if row["unit"] == SPOTTER else row["unit"]
        if not kind:
            continue  # shells without anybody who directs them, or an alternative that brings nobody
        if row.get("if_available") and not free_counter(d.now, kind):
            continue
        spotted = row.get("spotted", package["spotted"])
        found.append(Piece(kind, row, row.get("place") or package["place"], bool(spotted)))
    return found


# rule: FF-8.3.d
def _is_in_stock(state: FieldsState, kind: str | None, found: list[Piece]) -> bool:
    """Whether an alternative can be had: it brings nobody, or a counter of it is left besides those it has already."""
    if not kind:
        return True
    free = sum(key not in state.units for key in state.board.stock[kind])
    return free > sum(piece.kind == kind for piece in found)


# rule: FF-8.3.d
def _chosen(d: Draft[FieldsState], options: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    """One of the alternatives of a package."""
    row, draws = random_one(d, "package_option", options)
    if draws:
        d.log("log.package_option", "FF-8.3.d", draws=draws, number=options.index(row) + 1, options=len(options))
    return row


# rule: FF-8.3.d
def _comes(d: Draft[FieldsState], chance: str) -> bool:
    """Whether something comes that is written as ``1/2``: the random number of that column, up to the first figure."""
    most, _, options = chance.partition("/")
    number, draws = random_number(d, "package_option", int(options))
    d.log("log.package_chance", "FF-8.3.d", draws=draws, comes=int(number <= int(most)))
    return number <= int(most)


def _counter(d: Draft[FieldsState], package: Mapping[str, Any], piece: Piece, taken: tuple[int, ...]) -> int:
    """A counter for a unit of a package that is neither in play nor taken for it already; 0 where there is none.

    Squads come blindly out of the mission's pool, and so do commanders, who are all alike.
    """
    stock, units, types = d.now.board.stock, d.now.units, d.now.board.types
    kinds = squads_of(d.now) if piece.kind == POOL else (piece.kind,)  # rule: FFT-packages-vc
    # rule: FF-8.3.c, FF-8.3.d
    free = [key for kind in kinds for key in stock[kind] if key not in units and key not in taken]
    if not free:
        return 0
    is_blind = piece.kind == POOL or types[free[0]].kind == LEADER  # rule: FF-8.9.e
    if not is_blind:
        return free[0]
    key, draws = random_one(d, "squad", free)
    if draws:
        me = Ref("unit", key)
        d.log("log.counter_drawn", "FF-8.9.e" if types[key].kind == LEADER else "FF-8.3.a", me, draws=draws, unit=me)
    return key


# rule: FFT-packages-german, FFM-german-pool, FFM-vc-pool
def squads_of(state: FieldsState) -> tuple[str, ...]:
    """The kinds of squad in the mission's pool; where the list says so, only those of one rating."""
    forces, mission, types = data("enemy_units"), state.board.mission, state.board.types
    # rule: FFM-vc-pool
    kinds = tuple(forces["pools"][mission.pool])
    limit = forces["package_lists"][table_of(state)["packages"]].get("squads")
    if limit is None or mission.id not in limit["missions"]:
        return kinds
    stock = state.board.stock
    return tuple(kind for kind in kinds if types[stock[kind][0]].rating(LARGE).basic == limit["rating"])


# rule: FFT-pack-illum
def _light(d: Draft[FieldsState], trigger: int, piece: Piece) -> int:
    """Light up the trigger's card before the package looks for a place: it is seen from farther away then."""
    number = max(d.now.markers, default=0) + 1
    form = piece.kind.removeprefix(FLARE)
    d.put("markers", number, Marker(ILLUMINATION, at=d.now.units[trigger].at, form=form, side=ENEMY))
    return number


def _place_marker(d: Draft[FieldsState], trigger: int, piece: Piece) -> None:
    """Mines under everybody on the card, a trap under the one who triggered it, shells on the card at once."""
    at = d.now.units[trigger].at
    name = piece.kind.removeprefix(MARKER).removeprefix("vof.")
    number = max(d.now.markers, default=0) + 1
    if name == MINES:
        d.put("markers", number, Marker(MINES, at=at))  # rule: FF-8.7.1
        check_all(d, at)  # rule: FF-8.7.1.a
    elif name == BOOBY_TRAP:
        # rule: FF-8.7.2
        value = d.now.board.marker("vof.booby_trap", "ncm")
        target, draws = random_one(d, "trap", men_with(d.now, trigger))
        d.put("markers", number, Marker(BOOBY_TRAP, at=at, unit=target, value=value))
        d.log("log.trap", "FF-8.7.2", Ref("unit", target), draws=draws, unit=Ref("unit", target))
    else:
        # rule: FF-8.10.a, FFT-pack-incoming
        value = piece.row.get("ncm") or d.now.board.marker(f"vof.{name}", "ncm")
        d.put("markers", number, Marker(INCOMING, at=at, value=int(value), form="HE", side=ENEMY))
