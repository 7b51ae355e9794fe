"""Korea, 2.6: tunnels."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.korean_terrain import tunnels
from tests.games.nextwar.board import INF, ROK_INF, at, board, draft, may, play, why

BORDER = {
    "hexes": {
        "N3017": {"country": "ROK", "features": ["fort_rok", "dmz", "border"]},
        "N3018": {"country": "ROK"},
        "N3016": {"country": "DPRK"},
        "N2916": {"country": "DPRK"},
        "N3117": {"country": "ROK", "features": ["border"]},
    }
}
UNITS = {INF: "N3015", ROK_INF: "N3017"}


def digging(units: dict[str, Any] | None = None, **more: Any) -> KoreaState:
    fields = {"turn": 1, "accounts": {"dprk": {"tunnels": 1}, "allied": {}}, "facts": BORDER, **more}
    return board(fields.pop("at", "initiative.movement"), units or UNITS, **fields)


def dig(place: str, *hexes: str) -> dict[str, Any]:
    return {"do": "tunnel", "place": place, "hexes": list(hexes)}


@pytest.mark.rule("NWK-2.6.a", "NWK-2.6.f")
def test_under_a_border_hex_with_a_rok_unit_in_it() -> None:
    state = digging({**UNITS, "ROK 25/I Inf Div": "N3018"})
    assert may(state, "dprk", dig("N3017"))
    assert not may(state, "dprk", dig("N3018"))
    assert why(state, "dprk", dig("N3117")).rule == "NWK-2.6.f"  # nobody there
    outpost = digging({INF: "N3015", "ROK Outpost 1": "N3117"})
    assert may(outpost, "dprk", dig("N3117"))


@pytest.mark.rule("NWK-2.6.a")
def test_as_many_as_the_scenario_gives_and_on_the_first_turn_only() -> None:
    state = play(digging(), "dprk", dig("N3017")).state
    assert state.accounts["dprk"].tunnels == 0
    assert why(state, "dprk", dig("N3017")).rule == "NWK-2.6.a"
    assert why(digging(turn=2), "dprk", dig("N3017")).rule == "NWK-2.6.a"
    assert may(digging(at="initiative.exploitation"), "dprk", dig("N3017"))


@pytest.mark.rule("NWK-2.6.c")
def test_two_hexes_of_the_dprk_beside_it_hold_six() -> None:
    state = play(digging(), "dprk", dig("N3017", "N3016", "N2916")).state
    place = at(state, "N3016")
    assert tunnels.limit2(state, place, "dprk") == 12
    later = board("basic.first_movement", UNITS, facts=BORDER, turn=1, tunnels={"N3017": {"hexes": ["N3016"]}})
    assert tunnels.limit2(later, place, "dprk") == 0
    assert not may(digging(), "dprk", dig("N3017", "N3018"))


@pytest.mark.rule("NWK-2.6.e", "NWS-STD-5.4")
def test_they_are_gone_after_the_turn() -> None:
    d = draft(board("basic.first_movement", UNITS, facts=BORDER, turn=1, tunnels={"N3017": {}}))
    tunnels.remove(d)
    assert d.now.tunnels == {}


@pytest.mark.rule("NWK-2.6.a", "NWK-2.6.f")
def test_only_the_dprk_digs_in_its_movement_and_never_twice_under_a_hex() -> None:
    two = {"dprk": {"tunnels": 2}, "allied": {"tunnels": 2}}
    state = play(digging(accounts=two), "dprk", dig("N3017")).state
    assert why(state, "dprk", dig("N3017")).key == "refuse.tunnel_there"
    other = digging(at="initiative.reaction", accounts=two)
    assert why(other, "allied", dig("N3017")).rule == "NWK-2.6.a"
    assert tunnels.why_not_dig(digging(at="initiative.combat", units={INF: "N3016", ROK_INF: "N3017"}), "dprk")
    none_left = digging(accounts={"dprk": {}, "allied": {}})
    assert why(none_left, "dprk", dig("N3017")).key == "refuse.no_tunnel_left"


@pytest.mark.rule("NWK-2.6.a", "NWK-2.6.f")
def test_the_hex_is_on_the_border_in_the_rok_and_its_unit_of_the_rok() -> None:
    units = {INF: "N3012", ROK_INF: "N3018", "US 1/82 Abn Bde": "N3117", "ROK 25/I Inf Div": "N3016"}
    facts = {"hexes": {**BORDER["hexes"], "N3016": {"country": "DPRK", "features": ["border"]}}}
    state = digging(units, facts=facts)
    for label in ("N3018", "N3117", "N3016"):
        assert tunnels.why_not_there(state, at(state, label)) is not None, label
    assert tunnels.why_not_there(digging(), at(state, "N3017")) is None
