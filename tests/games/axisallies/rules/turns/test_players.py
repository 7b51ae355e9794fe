"""How two to six people share the nine powers."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.turns.players import split

AXIS = ("germany", "italy", "japan")


@pytest.mark.parametrize(
    ("players", "powers"),
    [
        pytest.param(
            2, (AXIS, ("uk", "anzac", "france", "ussr", "usa", "china")), marks=pytest.mark.rule("AA-4.players.2")
        ),
        pytest.param(
            3, (AXIS, ("uk", "anzac", "france"), ("ussr", "usa", "china")), marks=pytest.mark.rule("AA-4.players.3")
        ),
        pytest.param(
            4,
            (AXIS, ("uk", "anzac"), ("ussr", "france"), ("usa", "china")),
            marks=pytest.mark.rule("AA-4.players.4"),
        ),
        pytest.param(
            5,
            (("germany", "italy"), ("japan",), ("uk", "anzac"), ("ussr", "france"), ("usa", "china")),
            marks=pytest.mark.rule("AA-4.players.5"),
        ),
        pytest.param(
            6,
            (("germany",), ("italy",), ("japan",), ("uk", "anzac"), ("ussr", "france"), ("usa", "china")),
            marks=pytest.mark.rule("AA-4.players.6"),
        ),
    ],
)
def test_the_powers_are_shared_as_printed(players: int, powers: tuple[tuple[str, ...], ...]) -> None:
    assert split(players) == powers


@pytest.mark.rule("AA-4.players.range")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_people_can_play(players: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 6 people can play, not {players}"):
        split(players)
