"""Positions as text."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Struct

from sandtable.cli.board import board, caption
from sandtable.cli.speech import Speech
from sandtable.kernel import Scenario, SeededDice, State, of
from sandtable.kernel.refusals import Place, Seat
from sandtable.registry import Manifest, manifest
from tests.small import market, skirmish


def lines(game: Any, seat: str | None = None) -> list[str]:
    state = game.start(game.open(game.scenarios()[0].name), SeededDice(b"board")).state
    seen = state if seat is None else game.view(state, seat).state
    return list(board(seen, Speech("tests.small", manifest(game.id), state.scenario, "en")))


def test_pieces_stand_by_side_and_place() -> None:
    assert lines(skirmish.GAME, "blue")[:9] == [
        "turn 1",
        "pieces",
        "  blue",
        *(line for line in lines(skirmish.GAME)[3:8]),
        "  red",
    ]
    assert lines(skirmish.GAME, "blue")[9] == "    0801  red 1"
    assert lines(skirmish.GAME)[9].startswith("    0801  red 1 (face ")
    assert lines(skirmish.GAME)[-2:] == ["score", "  blue 0, red 0"]


def test_other_tables_tell_what_is_alike_together() -> None:
    shown = lines(market.GAME)
    assert "    Alba  east (purse 12, shares 0 0 0)" in shown
    assert "  kind wool, weight 2: crate 1, crate 7" in shown
    assert "  grain 8, wool 6, iron 4" in shown
    assert shown[0].startswith("round 1 · bank 300 · lease – · demand 0")


class Unit(Struct, frozen=True):
    side: Seat
    hex: Place | None = None
    dug_in: bool = False
    steps: int = 2
    path: tuple[Place, ...] = ()


class Crowd(State, frozen=True, kw_only=True):
    units: Annotated[dict[int, Unit], of("piece")] = {}


class Ship(Struct, frozen=True):
    kind: Annotated[str, of("kind")]
    owner: str
    at: Place
    damaged: bool = False


class Sea(State, frozen=True, kw_only=True):
    ships: Annotated[dict[int, Ship], of("piece")] = {}
    calm: dict[str, Bid] = {}


class Bid(Struct, frozen=True):
    amount: int = 0


SEA = Sea(
    ships={
        1: Ship("cruiser", "red", 2),
        2: Ship("cruiser", "red", 2),
        3: Ship("cruiser", "red", 2, damaged=True),
        4: Ship("cruiser", "red", 2),
        5: Ship("transport", "red", 1),
        6: Ship("transport", "blue", 1),
    },
    calm={"a": Bid(), "b": Bid(), "c": Bid(3)},
)


@pytest.fixture
def sea() -> Speech:
    names: dict[str, dict[int | str, str]] = {"place": {1: "Kerch", 2: "Yalta"}, "piece": {6: "Aurora"}}
    return Speech("tests.small", Manifest(id="sea"), Scenario(name="sea", seats=("red", "blue"), names=names), "en")


def test_pieces_without_names_are_counted_by_kind(sea: Speech) -> None:
    assert list(board(SEA, sea)) == [
        "ships",
        "  red",
        "    Kerch  kind transport #5",
        "    Yalta  3 kind cruiser #1-2,4, kind cruiser #3 (damaged)",
        "  blue",
        "    Kerch  Aurora (kind transport)".replace("kind transport", "kind kind transport"),
        "calm",
        "  –: a, b",
        "  c: amount 3",
    ]


class Land(State, frozen=True, kw_only=True):
    control: dict[Place, str] = {}
    money: dict[str, int] = {}


def test_few_values_of_many_keys_are_told_the_other_way_round(sea: Speech) -> None:
    control = {n: "red" if n % 3 else "blue" for n in range(1, 13)}
    money = {name: n for n, name in enumerate("abcdefghijklmn")}
    shown = list(board(Land(control=control, money=money), sea))
    assert shown[:3] == [
        "control",
        "  red: Kerch, Yalta, place 4, place 5, place 7, place 8, place 10, place 11",
        "  blue: place 3, place 6, place 9, place 12",
    ]
    assert shown[3:] == ["money", "  " + ", ".join(f"{name} {n}" for name, n in money.items())]
    assert list(board(Land(control={1: "red", 2: "red"}), sea)) == ["control", "  Kerch red, Yalta red"]


def test_a_thing_in_a_list_says_what_and_where_it_is(sea: Speech) -> None:
    assert caption(SEA, "piece", 3, sea) == "kind cruiser #3, Yalta"
    assert caption(SEA, "piece", 6, sea) == "Aurora"
    assert caption(SEA, "piece", 99, sea) == "piece 99"
    assert caption(SEA, "place", 1, sea) == "Kerch"
    assert caption(SEA, "", 1, sea) == "1"


@pytest.fixture
def crowd() -> list[str]:
    places: dict[int | str, str] = {1: "Kerch", 2: "Yalta"}
    scenario = Scenario(name="crowd", names={"place": places, "piece": {n: f"{n}th Rifle Division" for n in range(40)}})
    units = {n: Unit("red", 1 + n % 2 if n < 30 else None, dug_in=n == 3) for n in range(32)}
    units[5] = Unit("blue", 2, steps=1, path=(1, 2))
    return list(board(Crowd(units=units), Speech("tests.small", Manifest(id="crowd"), scenario, "en")))


def test_many_pieces_in_one_place_are_wrapped(crowd: list[str]) -> None:
    assert max(len(line) for line in crowd) <= 100
    assert sum(line.startswith("    Kerch") for line in crowd) == 1
    assert any(line.startswith("      ") and "Rifle" in line for line in crowd)


def test_only_what_differs_from_the_default_is_told(crowd: list[str]) -> None:
    text = " ".join(" ".join(crowd).split())
    assert "3th Rifle Division (dug_in)" in text
    assert "5th Rifle Division (steps 1, path Kerch Yalta)" in text
    assert "7th Rifle Division," in text


def test_pieces_off_the_map_have_a_line_too(crowd: list[str]) -> None:
    assert "    –  30th Rifle Division, 31th Rifle Division" in crowd
