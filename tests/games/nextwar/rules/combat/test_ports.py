"""Rule 9.11: ships in a port that is lost."""

from __future__ import annotations

import pytest

from tests.games.nextwar.board import INF, move
from tests.games.nextwar.seas import AMPH, AT_SEA, DPRK_AMPH, INSHORE, OTHER_PORT, PORT, afloat, ship_at


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
