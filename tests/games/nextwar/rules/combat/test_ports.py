"""Rule 9.11: ships in a port that is lost."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.combat import ports
from tests.games.nextwar.board import INF, move
from tests.games.nextwar.seas import AMPH, AT_SEA, DPRK_AMPH, INSHORE, OTHER_PORT, PORT, ROK_AMPH, afloat, ship_at


@pytest.mark.rule("NW-9.11")
@pytest.mark.parametrize(
    ("holder", "to"), [({INSHORE: "allied"}, INSHORE), ({}, INSHORE), ({INSHORE: "dprk"}, OTHER_PORT)]
)
def test_inshore_if_that_is_not_the_enemys_else_the_nearest_port(holder: dict[str, str], to: str) -> None:
    state = afloat(units={INF: "N3113"}, ships={AMPH: PORT, DPRK_AMPH: AT_SEA}, seas=holder, first="dprk")
    taken = move(state, "dprk", INF, PORT, dice=[3])
    assert (ship_at(taken, AMPH), ship_at(taken, DPRK_AMPH)) == (to, AT_SEA)


@pytest.mark.rule("NW-9.11")
def test_out_to_sea_where_no_port_is_left() -> None:
    state = afloat(
        units={INF: "N3113"}, ships={AMPH: PORT}, seas={INSHORE: "dprk"}, captured={OTHER_PORT: "dprk"}, first="dprk"
    )
    assert ship_at(move(state, "dprk", INF, PORT, dice=[3]), AMPH) == AT_SEA


@pytest.mark.rule("NW-9.11")
def test_helicopters_aboard_go_along_and_friends_stay() -> None:
    state = afloat(
        units={INF: "N3113"},
        ships={AMPH: PORT, DPRK_AMPH: PORT},
        seas={},
        first="dprk",
        helicopters={"US AH-1Z 1": {"hex": PORT, "ship": 6}},
    )
    taken = move(state, "dprk", INF, PORT, dice=[3])
    assert ship_at(taken, DPRK_AMPH) == PORT
    assert next(iter(taken.helicopters.values())).hex == state.board.place(INSHORE)


@pytest.mark.rule("NW-9.11")
def test_ships_elsewhere_and_what_is_on_them_stay() -> None:
    ships = {AMPH: PORT, ROK_AMPH: OTHER_PORT}
    state = afloat(units={INF: "N3113"}, ships=ships, seas={}, first="dprk")
    other = next(k for k, c in state.board.ships.items() if c.name == ROK_AMPH)
    rows = {"US AH-1Z 1": {"hex": OTHER_PORT, "ship": other}}
    state = afloat(units={INF: "N3113"}, ships=ships, seas={}, first="dprk", helicopters=rows)
    taken = move(state, "dprk", INF, PORT, dice=[3])
    assert (ship_at(taken, AMPH), ship_at(taken, ROK_AMPH)) == (INSHORE, OTHER_PORT)
    assert next(iter(taken.helicopters.values())).hex == state.board.place(OTHER_PORT)


@pytest.mark.rule("NW-9.11")
def test_the_nearest_port_is_the_one_along_the_coast() -> None:
    # Two ports as the crow flies: the nearer one is cut off by land that does not touch the sea.
    quay = {"country": "ROK", "coastal": True, "sea_zone": "yellow", "features": ["port"]}
    inland = {"N3312": quay}
    state = afloat(units={INF: PORT}, ships={AMPH: PORT}, seas={INSHORE: "dprk"}, first="dprk", hexes=inland)
    near = state.board.map.distance
    place, cut_off, reached = (state.board.place(one) for one in (PORT, "N3312", OTHER_PORT))
    assert near(place, cut_off) <= near(place, reached)
    assert ports.refuge(state, place, "allied") == reached
    # With none along the coast it is the first by its number.
    alone = afloat(
        units={INF: PORT},
        ships={AMPH: PORT},
        seas={INSHORE: "dprk"},
        hexes={**inland, "N3514": quay},
        captured={OTHER_PORT: "dprk"},
        first="dprk",
    )
    assert ports.refuge(alone, place, "allied") == cut_off
