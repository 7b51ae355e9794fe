"""Korea, 16.0 and 2.2: setting up."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from tests.games.nextwar.board import asked, may, play, where, why


def start(scenario: str = "train_to_seoul") -> KoreaState:
    return GAME.start(GAME.open(scenario), None).state  # type: ignore[arg-type]


def place(unit: str, to: str) -> dict[str, Any]:
    return {"do": "place", "unit": unit, "to": to}


def base(unit: str, to: str) -> dict[str, Any]:
    return {"do": "base", "helicopter": unit, "to": to}


def rok_done(state: KoreaState) -> KoreaState:
    state = play(state, "allied", place("ROK Outpost 1", "N3017")).state
    state = play(state, "allied", base("ROK AH-1 1", "N2721")).state
    return play(state, "allied", base("ROK AH-1 2", "N2721")).state


@pytest.mark.rule("NWK-16.0.b")
def test_the_rok_sets_up_first_then_the_dprk() -> None:
    state = start()
    assert asked(state) == {"allied": "game.setup.allied"}
    assert asked(rok_done(state)) == {"dprk": "game.setup.dprk"}


@pytest.mark.rule("NWK-2.2.d")
def test_an_outpost_stands_in_a_friendly_border_hex_alone() -> None:
    state = start("militarized_zone")
    assert may(state, "allied", place("ROK Outpost 1", "N3017"))
    assert why(state, "allied", place("ROK Outpost 1", "N2820")).rule == "NWK-2.2.d"
    assert not may(state, "allied", place("ROK Outpost 1", "N2916"))  # of the DPRK
    state = play(state, "allied", place("ROK Outpost 1", "N3017")).state
    assert why(state, "allied", place("ROK Outpost 2", "N3017")).rule == "NWK-2.2.d"


@pytest.mark.rule("NW-6.5.1.a", "NWK-16.1.1.a", "NW-6.5.1.1")
def test_helicopters_are_set_up_at_any_own_base_of_the_map() -> None:
    state = start()
    own = state.board.map.bases["allied"]
    for place_ in own:
        assert may(state, "allied", base("ROK AH-1 1", state.board.ground[place_].label))
    assert not may(state, "allied", base("ROK AH-1 1", "N2820"))
    assert not may(state, "allied", base("ROK AH-1 1", "N3704"))  # Wonsan


@pytest.mark.rule("NWK-16.1.6.a", "NWK-16.1.1.b", "NW-8.1.1.1.a")
def test_brigades_without_a_hex_go_anywhere_in_the_dprk_where_there_is_room() -> None:
    state = rok_done(start())
    assert may(state, "dprk", place("DPRK 17 Snp Bde", "N2006"))
    assert not may(state, "dprk", place("DPRK 17 Snp Bde", "N2820"))
    assert not may(state, "dprk", place("DPRK 17 Snp Bde", "N3910"))  # outside of the playing area
    state = play(state, "dprk", place("DPRK 17 Snp Bde", "N2006")).state
    assert where(state, "DPRK 17 Snp Bde") == "N2006"
