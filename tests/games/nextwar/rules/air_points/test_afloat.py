"""Rule 6.5.5: helicopters on ships."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points import afloat as rules
from tests.games.nextwar.board import INF, ROK_INF, carried_out, may, play, why
from tests.games.nextwar.seas import AMPH, CARRIER, INLAND, INSHORE, PORT, SEA, afloat, ship_at

COBRA, COBRA_2, ROK_COBRA = "US AH-1Z 1", "US AH-1Z 2", "ROK AH-1 1"
BASE = {INLAND: {"country": "ROK", "features": ["airbase"]}}


def unit(state: KoreaState, name: str = COBRA) -> Any:
    return state.helicopters[next(k for k, c in state.board.helicopters.items() if c.name == name)]


def number(state: KoreaState, name: str = AMPH) -> int:
    return next(k for k, c in state.board.ships.items() if c.name == name)


def board(name: str = COBRA, ship: str = AMPH, **more: Any) -> dict[str, Any]:
    return {"do": "board", "helicopter": name, "ship": ship, **more}


@pytest.mark.rule("NW-6.5.5.a", "NW-6.5.1.b")
def test_marine_helicopters_go_aboard_and_sail_along_without_a_mission() -> None:
    state = afloat(ships={AMPH: SEA}, helicopters={COBRA: {"hex": INLAND}}, hexes=BASE)
    aboard = play(state, "allied", board(), [9]).state
    assert (unit(aboard).ship, unit(aboard).hex) == (number(state), state.board.place(SEA))
    rested = afloat(ships={AMPH: SEA}, helicopters={COBRA: {"hex": SEA, "ship": number(state)}})
    sailed = play(rested, "allied", {"do": "sail", "ship": AMPH, "to": INSHORE}).state
    assert (ship_at(sailed, AMPH), unit(sailed).hex, unit(sailed).missions) == (INSHORE, state.board.place(INSHORE), 0)


@pytest.mark.rule("NW-6.5.5.a", "NW-6.5.5.b")
def test_one_on_each_amphibious_ship_and_only_of_the_marines() -> None:
    home = {"hex": INLAND}
    state = afloat(ships={AMPH: SEA, CARRIER: PORT}, helicopters={COBRA: home, ROK_COBRA: home}, hexes=BASE)
    assert why(state, "allied", board(ROK_COBRA)).rule == "NW-6.5.5.a"
    assert why(state, "allied", board(ship=CARRIER)).rule == "NW-6.5.5.a"
    full = afloat(
        ships={AMPH: SEA}, helicopters={COBRA: home, COBRA_2: {"hex": SEA, "ship": number(state)}}, hexes=BASE
    )
    assert not may(full, "allied", board())
    assert rules.why_not_aboard(full, 11, number(full)).rule == "NW-6.5.5.b"  # type: ignore[union-attr]
    far = afloat(ships={AMPH: INSHORE}, helicopters={COBRA: home}, hexes=BASE)
    assert not may(far, "allied", board())
    quay = afloat(ships={AMPH: PORT}, helicopters={COBRA: home}, hexes=BASE)
    assert may(quay, "allied", board())


@pytest.mark.rule("NW-6.5.5.a")
def test_from_a_sea_hex_or_a_port_they_fly_from_a_box_they_do_not() -> None:
    def attack(place: str) -> KoreaState:
        state = afloat(
            "basic.first_combat",
            {ROK_INF: "N3014", INF: "N3015"},
            {AMPH: place},
            helicopters={COBRA: {"hex": place, "ship": 6}},
        )
        return play(
            state, "allied", {"do": "attack", "target": "N3015", "units": [ROK_INF]}, [] if place != INSHORE else [5]
        ).state

    for place in (SEA, PORT):
        assert may(attack(place), "allied", {"do": "support", "helicopters": [COBRA]})
    assert not may(attack(INSHORE), "allied", {"do": "support", "helicopters": [COBRA]})


@pytest.mark.rule("NW-6.5.5.b")
def test_back_to_a_base_like_any_other() -> None:
    state = afloat(ships={AMPH: SEA}, helicopters={COBRA: {"hex": SEA, "ship": 6}}, hexes=BASE)
    back = play(state, "allied", {"do": "transfer", "helicopter": COBRA, "to": INLAND}, [9]).state
    assert (unit(back).ship, unit(back).hex) == (0, state.board.place(INLAND))


@pytest.mark.rule("NW-6.5.5.a", "NW-4.1.3.g", "NW-6.5.2")
def test_when_they_cannot() -> None:
    def tried(at: str = "basic.first_movement.moves", **more: Any) -> str:
        row = {"hex": INLAND, **more.pop("row", {})}
        first = more.pop("first", "allied")
        return why(
            afloat(at, ships={AMPH: SEA}, helicopters={COBRA: row}, hexes=BASE, first=first, **more), "allied", board()
        ).rule

    assert tried(weather="storm") == "NW-4.1.3.g"
    assert tried(row={"missions": 1}) == "NW-6.5.1.b"
    assert tried("initiative.elite_reaction", first="dprk") == "NWS-STD-3.3"


@pytest.mark.rule("NW-6.5.5.a", "NW-6.5.5.b")
def test_set_up_in_a_box_they_are_on_the_ships_there() -> None:
    state = afloat(ships={AMPH: INSHORE}, helicopters={COBRA: {"hex": INSHORE}, COBRA_2: {"hex": "japan"}})
    ready = carried_out(state, rules.settle_aboard)
    assert (unit(ready).ship, unit(ready, COBRA_2).ship) == (number(state), 0)


@pytest.mark.rule("NW-6.5.5.a")
def test_who_may_not_go_aboard() -> None:
    home = {"hex": INLAND}

    def rule(row: Any, ships: Any = None, seat: str = "allied", at: str = "basic.first_movement.moves") -> str:
        state = afloat(at, {INF: "N3016", ROK_INF: "N3017"}, ships or {AMPH: SEA}, helicopters={COBRA: row}, hexes=BASE)
        no = rules.why_not_leave(state, seat, next(iter(state.helicopters)))
        return no.rule if no else ""

    assert rule(home) == ""
    assert rule(home, seat="dprk") == "NW-6.5.5.a"
    assert rule({"box": "to_come"}) == "NW-6.5.5.a"
    assert rule({"hex": SEA, "ship": 6}) == "NW-6.5.5.a"
    assert rule({**home, "flew": True}) == "NW-6.5.1.b"
    assert rule(home, {CARRIER: SEA}) == "NW-6.5.5.b"
    assert rule(home, {"DPRK Amph 1": SEA}) == "NW-6.5.5.b"
    assert rule(home, {AMPH: {"box": "to_come"}}) == "NW-6.5.5.b"
    assert rule(home, at="basic.first_combat") == "NWS-STD-3.3"
    far = {"hex": "S4021"}
    assert rule(far) == "NW-6.5.5.b"  # more than twice its range away


@pytest.mark.rule("NW-6.5.5.a", "NW-6.5.5.b")
def test_only_those_in_the_box_of_a_ship_are_taken_aboard() -> None:
    ships = {AMPH: SEA, "US Amph 2": INSHORE}
    rows = {COBRA: {"hex": INSHORE}, COBRA_2: {"hex": INLAND}, "US AH-1Z 3": {"box": "to_come"}}
    ready = carried_out(afloat(ships=ships, helicopters=rows, hexes=BASE), rules.settle_aboard)
    assert unit(ready).ship == number(ready, "US Amph 2")
    assert (unit(ready, COBRA_2).ship, unit(ready, "US AH-1Z 3").ship) == (0, 0)
    other = afloat(ships={AMPH: SEA}, helicopters={COBRA: {"hex": INSHORE}, COBRA_2: {"hex": SEA, "ship": 6}})
    sailed = play(other, "allied", {"do": "sail", "ship": AMPH, "to": INSHORE}).state
    assert (unit(sailed).ship, unit(sailed, COBRA_2).hex) == (0, other.board.place(INSHORE))
