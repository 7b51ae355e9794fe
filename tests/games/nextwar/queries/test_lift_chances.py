"""Chances of flights with troops."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.nextwar.board import INF, advanced, air, at, key

JUMPERS = "US 1/82 Abn Bde"
HEXES = {
    "N3020": {"country": "ROK", "features": ["airbase"]},
    "N3016": {"country": "ROK", "features": ["airbase"]},
    "N3018": {"country": "ROK"},
    "N3008": {"country": "DPRK"},
}


def sky(units: dict[str, Any] | None = None, **more: Any) -> KoreaState:
    told = {"first": "allied", "air_level": "contested", **more}
    return advanced(
        "basic.first_movement.moves", facts={"hexes": HEXES}, units={JUMPERS: "N3020", **(units or {})}, **told
    )


def ask(state: KoreaState, verb: str, to: str, **more: Any) -> Odds | None:
    partial = {"do": verb, "unit": key(state, JUMPERS), "to": at(state, to), **more}
    found = GAME.query(GAME.view(state, "allied"), "odds", {"partial": partial})
    assert found is None or isinstance(found, Odds)
    return found


def shares(odds: Odds | None) -> list[int]:
    assert odds is not None
    return [one.share for one in odds.outcomes]


def test_an_immune_flight_is_certain() -> None:
    assert shares(ask(sky(), "fly", "N3016")) == [WHOLE, 0, 0]


def test_the_dice_of_detection_missiles_and_guns() -> None:
    # Seen on 0 and 1 with 1 for a plane. Missiles: a step on 0, back on 1 to 5, nothing on 6 to 9. Guns, less 2: back
    # on 0 to 6, nothing on 7 to 9.
    odds = ask(sky({INF: "N3014"}), "fly", "N3016")
    seen, whole, hurt = 2000, 4 * 3, 1 * 3
    assert shares(odds) == [8000 + seen * whole // 100, seen * hurt // 100, seen * (100 - whole - hurt) // 100]


@pytest.mark.parametrize("verb", ["fly", "drop", "airmobile"])
def test_shares_are_whole(verb: str) -> None:
    state = sky({INF: "N3018"}, air_level="supremacy", air_side="dprk")
    for to in ("N3016", "N3008"):
        assert abs(sum(shares(ask(state, verb, to))) - WHOLE) <= 1


def test_what_cannot_be_told() -> None:
    state = sky()
    assert GAME.query(GAME.view(state, "allied"), "odds", {"partial": {"do": "fly", "unit": 1}}) is None
    with pytest.raises(UnknownName):
        ask(state, "drop", "N3008", weasels=[10_000])


def test_an_escort_against_missiles_is_named_once() -> None:
    state = sky(aircraft={"ROK F-4E": {"base": "rok", "box": "ready"}})
    weasel = air(state, "ROK F-4E")
    assert ask(state, "drop", "N3016", weasels=[weasel])
    with pytest.raises(ValueError, match="named twice"):
        ask(state, "drop", "N3016", weasels=[weasel, weasel])
