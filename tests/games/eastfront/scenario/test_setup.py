"""Every card against what the rulebook prints of it, row by row: ``printed.yaml`` was taken from the rulebook alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, TO_COME, CrimeaState, Piece, Supply
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import SeededDice
from sandtable.kernel.state import bind

PRINTED: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("printed.yaml").read_text(encoding="utf-8"))
EDGES = {"west": "west edge", "north": "north edge"}
KINDS = {(1, False): "MSU truck", (1, True): "MSU wagon", (2, False): "Dump"}


def cards(*marked: tuple[str, Any]) -> list[Any]:
    """Both sides of cards, each with the entries that its rows are of."""
    return [pytest.param(name, side, marks=mark) for name, mark in marked for side in SIDES]


SETUPS = cards(
    ("2", pytest.mark.rule("EFS-10.2.setup")),
    ("3", pytest.mark.rule("EFS-10.3.setup")),
    ("4", pytest.mark.rule("EFS-10.4.setup")),
    ("5", pytest.mark.rule("EFS-10.53")),
    ("6", pytest.mark.rule("EFS-10.6.setup", "EFS-10.6.air", "EFS-10.64.b")),
    ("8", pytest.mark.rule("EFS-10.8.setup")),
    ("9", pytest.mark.rule("EFS-10.93")),
)
LISTS = cards(
    ("2", pytest.mark.rule("EFS-10.2.reinf", "EFS-10.2.setup")),
    ("3", pytest.mark.rule("EFS-10.3.reinf", "EFS-10.3.setup")),
    ("4", pytest.mark.rule("EFS-10.4.reinf", "EFS-10.4.setup")),
    ("5", pytest.mark.rule("EFS-10.5.reinf", "EFS-10.54.j", "EFS-10.54.n")),
    ("6", pytest.mark.rule("EFS-10.6.reinf", "EFS-10.6.setup")),
    ("8", pytest.mark.rule("EFS-10.8.setup")),
    ("9", pytest.mark.rule("EFS-10.93")),
)
GROUPS = cards(
    ("2", pytest.mark.rule("EFS-10.2.groups")),
    ("3", pytest.mark.rule("EFS-10.3.groups", "EFS-10.34.g", "EFS-10.34.h")),
    ("4", pytest.mark.rule("EFS-10.4.reinf", "EFS-10.4.setup", "EFS-10.44.k")),
    ("5", pytest.mark.rule("EFS-10.5.reinf", "EFS-10.54.j", "EFS-10.54.k", "EFS-10.54.l")),
    ("5", pytest.mark.rule("EFS-10.54.m", "EFS-10.54.n", "EFS-10.54.o")),
)
MORE = ("points", "after", "free_if_destroyed", "again", "leave", "back", "wreck", "die", "plans", "strongpoints")


@cache
def opening(name: str) -> CrimeaState:
    """The position of a card when everything is set up and nothing has been rolled."""
    theatre = GAME.open(name)
    assert isinstance(theatre, CrimeaScenario)
    return bind(GAME.setup(theatre, SeededDice(bytes(32))), theatre)


def set_up(name: str, side: str) -> Mapping[str, Any]:
    """What a card prints of the set-up of a side; scenario 5 is set up as scenario 3."""
    found: Mapping[str, Any] = PRINTED["3" if name == "5" else name][side]
    return found


def label(state: CrimeaState, place: Any) -> str:
    return state.board.grid.label(int(place)) if place else ""


def told(name: str, marks: list[str]) -> str:
    return f"{name} ({', '.join(marks)})" if marks else name


def unit_text(state: CrimeaState, key: int, piece: Piece) -> str:
    """A unit as the card has it: on its reverse, not to be moved, a garrison."""
    counter = state.board.units[key]
    marks = ["back"] if 0 < piece.steps < counter.steps else []
    marks += ["non_op" if counter.is_hq else "mobile"] if piece.back else []
    marks += [f"wait {piece.no_move}"] if piece.no_move else []
    return told(counter.name, marks + (["garrison"] if piece.garrison else []))


def gathered(rows: list[tuple[str, str]]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for place, text in rows:
        found.setdefault(place, Counter())[text] += 1
    return found


def settled(found: dict[str, Counter[str]], printed: Mapping[str, list[str]]) -> dict[str, Counter[str]]:
    """What the card prints, with rows for two places put where they were found."""
    wanted = {place: Counter(rows) for place, rows in printed.items() if " or " not in place}
    for place, rows in printed.items():
        for row in rows if " or " in place else ():
            here = next((one for one in place.split(" or ") if row in found.get(one, ())), place)
            wanted.setdefault(here, Counter())[row] += 1
    return wanted


@pytest.mark.parametrize(("name", "side"), SETUPS)
def test_every_unit_stands_where_the_card_prints_it(name: str, side: str) -> None:
    state, card = opening(name), set_up(name, side)
    pieces = [(key, p) for key, p in state.pieces.items() if state.board.units[key].side == side]
    rows = [(label(state, p.hex) or p.box, unit_text(state, key, p)) for key, p in pieces]
    waits = {TO_COME, "pool"}
    found = gathered([row for row in rows if row[0] not in waits])
    assert found == settled(found, card["units"])
    points = [label(state, h) for h, point in state.strongpoints.items() if point.side == side]
    assert sorted(points) == sorted(card.get("strongpoints", ()))
    assert not any(point.building for point in state.strongpoints.values())


@pytest.mark.parametrize(("name", "side"), SETUPS)
def test_ships_aircraft_and_supplies_are_those_of_the_card(name: str, side: str) -> None:
    state, card = opening(name), set_up(name, side)
    if side == SOVIET:
        ships = [
            (label(state, s.hex) or s.box, told(state.board.ships[key].name, ["sailed"] if s.sailed else []))
            for key, s in state.ships.items()
        ]
        found = gathered(ships)
        assert found == settled(found, card.get("ships", {}))
        assert not any(ship.damage for ship in state.ships.values())
    air = gathered([(unit.box, unit.kind) for unit in state.air.values() if unit.side == side and unit.box != TO_COME])
    assert air == {box: Counter(kinds) for box, kinds in card["air"].items()}
    stores = Counter(store_text(state, unit) for unit in state.supplies.values() if unit.side == side)
    if "supplies" in card or name not in ("3", "5"):  # the seven dumps of scenario 3 are placed as the Axis likes
        assert stores == Counter(card.get("supplies", ()))
    else:
        assert [text.split(" ", 1)[1] for text in stores.elements()] == ["Dump"] * 7
    if side == AXIS:
        limits = {front: limit for front, limit in (state.board.card[AXIS]["substitutes"]).items() if front != "source"}
        assert {front: [row["most"], row["at_start"]] for front, row in limits.items()} == card["substitutes"]


def store_text(state: CrimeaState, unit: Supply) -> str:
    return f"{label(state, unit.hex)} {KINDS[unit.points, unit.wagon]}"


# -- what comes and goes -----------------------------------------------------------------------------------------------


def way(state: CrimeaState, row: Mapping[str, Any]) -> str:
    """Where a unit of a row comes in, as the card says it."""
    if "edge" in row:
        return EDGES[row["edge"]]
    if row.get("towns"):
        return "towns"
    places = row.get("hexes") or ([row["hex"]] if "hex" in row else [])
    return " or ".join(label(state, place) for place in places) or "map_t"


def air_text(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.items())


def arrival_texts(state: CrimeaState, side: str) -> list[str]:
    found = []
    for row in state.board.card[side]["reinforcements"]:
        if "unit" in row:
            unit = told(row["unit"], ["back"] if row.get("face") == "back" else [])
            found.append(f"{row['turn']} {unit}: {way(state, row)}")
            assert bool(row.get("placed")) == (side == SOVIET and "hex" in row)
        if "air" in row:
            found.append(f"{row['turn']} {air_text(row['air'])}")
    return found


@pytest.mark.parametrize(("name", "side"), LISTS)
def test_reinforcements_come_when_and_where_the_card_says(name: str, side: str) -> None:
    state, card = opening(name), PRINTED[name][side]
    assert sorted(arrival_texts(state, side)) == sorted(card.get("reinforcements", ()))
    expected: Counter[str] = Counter()
    for row in (*state.board.card[side]["reinforcements"], *group_rows(state, side)):
        expected.update(row.get("air", {}))
    waiting = Counter(unit.kind for unit in state.air.values() if unit.side == side and unit.box == TO_COME)
    assert waiting == expected


def group_rows(state: CrimeaState, side: str) -> list[Mapping[str, Any]]:
    return [row for group in state.board.card[side].get("groups") or () for row in group["units"]]


@pytest.mark.parametrize(("name", "side"), LISTS)
def test_withdrawals_conversions_and_points_are_those_of_the_card(name: str, side: str) -> None:
    state, card = opening(name), PRINTED[name][side]
    found = []
    for row in (state.board.card[side].get("withdrawals") or {}).get("entries", ()):
        what = air_text(row["air"]) if "air" in row else told(row["unit"], ["back"] if row.get("steps") == 2 else [])
        more = f", unless {row['unless_plan']}" if "unless_plan" in row else ""
        found.append(f"{row['turn']} {what}{', final' if row.get('cannot_cancel') else ''}{more}")
    assert sorted(found) == sorted(card.get("withdrawals", ()))
    changes = []
    for row in state.board.card[side].get("conversions") or ():
        when = f"group {row['group']}" if "group" in row else row["turn"]
        if "remove_one_of" in row:
            came = [f"{unit} in {label(state, row['hex'])}" for unit in row.get("receive", ())]
            came = [" + ".join([*came, *row.get("ships", ())]), *(["garrison"] if row.get("garrison") else [])]
            changes.append(f"{when} one of {' + '.join(row['remove_one_of'])} -> {', '.join(came)}")
            continue
        changes.append(f"{when} {' + '.join(row['remove'])} -> {' + '.join(row['receive'])}")
    assert sorted(changes) == sorted(card.get("conversions", ()))
    points = {}
    for row in ((state.board.card.get("replacements") or {}).get(side) or {}).get("entries", ()):
        points[row["turn"]] = {pool: count for pool, count in row.items() if pool != "turn"}
    gone = (state.board.card[side].get("ships") or {}).get("withdrawals", ())
    assert [f"{row['turn']} {', '.join(row['ships'])}" for row in gone] == card.get("ship_withdrawals", [])
    assert points == {int(text.split(" ", 1)[0]): pools(text.split(" ", 1)[1]) for text in card.get("points", ())}


def pools(text: str) -> dict[str, int]:
    return {one.split(" ")[0]: int(one.split(" ")[1]) for one in text.split(", ")}


@pytest.mark.parametrize(("name", "side"), GROUPS)
def test_special_groups_are_those_of_the_card(name: str, side: str) -> None:
    state, card = opening(name), PRINTED[name][side]
    found = {}
    for group in state.board.card[side]["groups"]:
        row: dict[str, Any] = {"turns": group["turns"], "vp": group.get("vp", 0)}
        if "prices" in group:
            row["vp"] = {one["to"]: one["vp"] for one in group["prices"]}
        units = [f"{one['unit']}: {way(state, one)}" for one in group["units"] if "unit" in one]
        air = [one["air"] for one in group["units"] if "air" in one]
        row |= {"units": units} if units else {}
        row |= {"air": air[0]} if air else {}
        row |= {part: group[part] for part in MORE if part in group}
        assert all(bool(one.get("placed")) == (side == SOVIET) for one in group["units"] if "hex" in one)
        boxes = [one.get("box", "ready") for one in group["units"] if "air" in one]
        row |= {"box": boxes[0]} if air and boxes != ["ready"] else {}
        found[str(group["group"])] = row
    assert found == card["groups"]


# -- the joined game ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-comb.setup")
def test_the_soviets_of_the_joined_game_stand_where_it_is_printed() -> None:
    state, card = opening("10"), PRINTED["10"][SOVIET]
    pieces = [(key, p) for key, p in state.pieces.items() if state.board.units[key].side == SOVIET]
    found = gathered(
        [(label(state, p.hex) or p.box, unit_text(state, key, p)) for key, p in pieces if p.box != TO_COME]
    )
    for place, units in card["units"].items():
        if place == "cadre":
            assert Counter(units) <= found[place]
        else:
            assert found[place] == Counter(units)
    assert set(found) - set(card["units"]) <= {"eliminated"}
    ships = gathered([(label(state, s.hex) or s.box, state.board.ships[key].name) for key, s in state.ships.items()])
    assert ships == {place: Counter(names) for place, names in card["ships"].items()}
    assert not any(ship.sailed for ship in state.ships.values())


# Names and turns of what comes later are lost: everybody of scenario 3 comes in time for it, where he stands there.
@pytest.mark.rule("EFS-comb.setup")
def test_everybody_of_scenario_3_comes_to_the_joined_game_before_it() -> None:
    joined, third = opening("10"), PRINTED["3"][SOVIET]
    started = {joined.board.units[key].name for key, piece in joined.pieces.items() if piece.box != TO_COME}
    due = {
        row["unit"]: row for row in joined.board.card[SOVIET]["reinforcements"] if "unit" in row and row["turn"] < 60
    }
    for place, units in third["units"].items():
        for text in units:
            name, marks = text.rsplit(" (", 1) if text.endswith(")") and " (" in text else (text, "")
            if name in started or place in ("cadre", "eliminated"):
                continue
            row = due[name]
            assert 48 < row["turn"] < 60
            assert way(joined, row) in (place, "3705" if name == "271 Rifle Div" else place)
            assert (row.get("face") == "back") == ("back" in marks and name != "271 Rifle Div")
            assert (row.get("state") == "non_op") == ("non_op" in marks)
            assert bool(row.get("placed")) == (place != "map_t")
    assert sorted(joined.board.card[SOVIET]["ships"]["arrivals"], key=lambda row: str(row["ship"])) == [
        {"turn": 59, "ship": ship} for ship in ("Gp-V", "K. Krym", "Komintern")
    ]
