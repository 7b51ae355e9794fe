"""Force packages: which one a contact brings, what is in it, and that it can be placed at all (8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.games.fieldsoffire.model import BOOBY_TRAP, INCOMING, MINES, FieldsState, Marker
from sandtable.games.fieldsoffire.rules.combat.breakdown import free_counter
from sandtable.games.fieldsoffire.rules.enemy.placement import Spot, find_spot, place_unit
from sandtable.games.fieldsoffire.rules.terms.draws import random_number, random_one
from sandtable.games.fieldsoffire.rules.weapons.mines import check_all
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.kernel import Draft, Draw, Ref

POOL, MARKER, CHOICE = "pool:squad", "marker:", "choice"
TRIGGER_CARD, PREVIOUS, WITH_ANY = "trigger", "previous", "any"


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


def packages_of(state: FieldsState) -> dict[int, Mapping[str, Any]]:
    """The packages of the mission's list by number."""
    rows = data("enemy_units")["package_lists"][table_of(state)["packages"]]["packages"]
    return {row["n"]: row for row in rows}


# rule: FF-8.3.a, FF-8.4.3.f2, FF-8.4.3.f3, FF-8.3.c
def make_contact(d: Draft[FieldsState], card: int, trigger: int, letter: str, draws: tuple[Draw, ...]) -> None:
    """Draw packages for a contact until one can be placed whole; none at all is tried twice."""
    table, packages = table_of(d.now), packages_of(d.now)
    column = table[letter]
    tried: set[int] = set()
    told = list(draws)
    while not tried.issuperset(column):
        number, drawn = random_number(d, "package", table["sides"])
        told += drawn
        package = packages[column[number - 1]]
        if package["n"] in tried:
            continue
        tried.add(package["n"])
        where, unit = Ref("place", card), Ref("unit", trigger)
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
                name=package["name"],
            )
            return
        d.log(
            "log.package_redrawn",
            "FF-8.4.3.f2",
            where,
            draws=told,
            card=where,
            number=package["n"],
            name=package["name"],
        )
        told = []
    d.log("log.no_package", "FF-8.4.3.f3", Ref("place", card), draws=told, card=Ref("place", card))


# rule: FF-8.3.b, FF-8.3.e, FF-8.4.3.f2
def place_package(d: Draft[FieldsState], trigger: int, package: Mapping[str, Any], letter: str) -> bool:
    """Place a package, all of it or nothing: units joined by + share a card, others stand on cards of their own."""
    pieces = _resolved(d, package)
    if pieces is None:
        return False
    spots: list[Spot] = []
    taken: list[int] = []
    for piece in pieces:
        if piece.kind.startswith(MARKER):
            continue
        shares = piece.row.get("same")
        beside = spots[-1] if shares == PREVIOUS and spots else spots[0] if shares == WITH_ANY and spots else None
        key = _counter(d, piece, tuple(taken))
        if not key:
            return False
        if beside is not None:
            spot: Spot | None = Spot(beside.card, is_shared=True)
        else:
            cards = tuple(one.card for one in spots)
            spot = find_spot(d, trigger, key, piece.place, package["opens_fire"], cards)
        if spot is None:
            return False
        spots.append(spot)
        taken.append(key)
    units = [piece for piece in pieces if not piece.kind.startswith(MARKER)]
    for piece, key, spot in zip(units, taken, spots, strict=True):
        place_unit(d, key, spot, trigger, piece.row, letter, spotted=piece.is_spotted, fires=package["opens_fire"])
    for piece in pieces:
        if piece.kind.startswith(MARKER):
            _place_marker(d, trigger, piece)
    return True


# rule: FF-8.3.d
def _resolved(d: Draft[FieldsState], package: Mapping[str, Any]) -> list[Piece] | None:
    """What is in a package once its alternatives and chances are drawn; none where it needs what is not in the mix."""
    found: list[Piece] = []
    spotter = ""
    for row in package["items"]:
        if "chance" in row and not _comes(d, row["chance"]):
            continue
        if row["unit"] == CHOICE:
            options = [one for one in row["options"] if free_counter(d.now, one["unit"])]
            if not options:
                return None
            row, _ = random_one(d, "package_option", options)
        elif "choice" in row:
            chosen, _ = random_one(d, "package_option", row["choice"])
            spotter = chosen["spotter"]
            row = {**row, **chosen}
        kind = spotter if row["unit"] == "choice:spotter" else row["unit"]
        if row.get("if_available") and not free_counter(d.now, kind):
            continue
        spotted = row.get("spotted", package["spotted"])
        found.append(Piece(kind, row, row.get("place") or package["place"], bool(spotted)))
    return found


def _comes(d: Draft[FieldsState], chance: str) -> bool:
    """Whether something comes that is written as ``1/2``: the random number of that column, up to the first figure."""
    most, _, options = chance.partition("/")
    number, _ = random_number(d, "package_option", int(options))
    return number <= int(most)


# rule: FF-8.3.c, FF-8.3.d
def _counter(d: Draft[FieldsState], piece: Piece, taken: tuple[int, ...]) -> int:
    """A counter for a unit of a package that is neither in play nor taken for it already; 0 where there is none."""
    stock, units = d.now.board.stock, d.now.units
    if piece.kind == POOL:
        kinds = data("enemy_units")["pools"][d.now.board.mission.pool]
        free = [key for kind in kinds for key in stock[kind] if key not in units and key not in taken]
        return random_one(d, "squad", free)[0] if free else 0
    return next((key for key in stock[piece.kind] if key not in units and key not in taken), 0)


# rule: FF-8.7.1, FF-8.7.1.a, FF-8.10.a
def _place_marker(d: Draft[FieldsState], trigger: int, piece: Piece) -> None:
    """Mines under everybody on the card, a trap under the one who triggered it, shells on the card at once."""
    at = d.now.units[trigger].at
    name = piece.kind.removeprefix(MARKER).removeprefix("vof.")
    number = max(d.now.markers, default=0) + 1
    if name == MINES:
        d.put("markers", number, Marker(MINES, at=at))
        check_all(d, at)
    elif name == BOOBY_TRAP:
        value = d.now.board.marker("vof.booby_trap", "ncm")
        d.put("markers", number, Marker(BOOBY_TRAP, at=at, unit=trigger, value=value))
    else:
        value = piece.row.get("ncm") or d.now.board.marker(f"vof.{name}", "ncm")
        d.put("markers", number, Marker(INCOMING, at=at, value=int(value), form="HE"))
