"""Korea, 5.1: units of several nations in one hex."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.movement.nations import penalties
from sandtable.games.nextwar.rules.terms.efficiency import rating
from tests.games.nextwar.board import INF, ROK_BDE, board, key

US, CW, JPN, PRC = "US 1/82 Abn Bde", "CW Abn Abn Bn", "JPN 4/West Inf Div", "PRC 118/40 Mot Bde"


@pytest.mark.rule("NWK-5.1.1", "NWK-5.1.2.a", "NWK-5.1.2.b", "NWK-5.1.2.c", "NW-8.1.1.2")
@pytest.mark.parametrize(
    ("units", "loss"),
    [
        ((INF, PRC), 2),
        ((US, ROK_BDE), 0),
        ((US, CW), 0),
        ((CW, ROK_BDE), 1),
        ((CW, US, ROK_BDE), 1),
        ((JPN, US), 1),
        ((JPN, CW), 1),
        ((JPN, ROK_BDE), 2),
        ((JPN, US, ROK_BDE), 2),
    ],
)
def test_mixed_stacks_are_less_efficient(units: tuple[str, ...], loss: int) -> None:
    together, alone = board(units=dict.fromkeys(units, "N3010")), board(units={units[0]: "N3010"})
    for name in units:
        apart = board(units={name: "N3010"})
        assert rating(together, key(together, name)) == rating(apart, key(apart, name)) - loss
    assert rating(alone, key(alone, units[0])) > 0


@pytest.mark.rule("NWK-5.1.2.c", "NWK-5.5.1.a")
def test_in_a_box_nobody_is_in_the_way() -> None:
    state = board(units={JPN: "Busan", ROK_BDE: "Busan"})
    assert rating(state, key(state, ROK_BDE)) == 5


@pytest.mark.rule("NW-8.1.1.2")
def test_who_is_not_there_counts_for_himself_alone() -> None:
    state = board(units={JPN: "Busan", ROK_BDE: "Busan", US: "N3010", CW: "N3011"})
    assert all(penalties(state, key(state, name)) == [] for name in (JPN, ROK_BDE, US, CW))
