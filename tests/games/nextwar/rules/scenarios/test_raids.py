"""Korea, 16.2.2, 16.2.3 and 15.5.2: special forces in the first turn of a campaign."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, Operation, SpecialForces
from sandtable.games.nextwar.rules.scenarios import raids
from sandtable.games.nextwar.rules.special_operations import operations, targets
from tests.games.nextwar.board import INF, QUIET, ROK_INF, asked, at, board, draft, may, play, reasons, why

STRATEGIC, TACTICAL, EXTENDED = "strategic_surprise", "tactical_surprise", "extended_mobilization"
HEXES = {
    "N2816": {"country": "ROK", "features": ["airbase", "port"]},
    "N2820": {"country": "ROK", "features": ["airfield"]},
    "N2004": {"country": "DPRK", "features": ["airbase"]},
}
RAID = {"do": "send_forces", "nation": "dprk", "mission": "raid", "aim": "airbase", "place": "N2816"}


def night(name: str = STRATEGIC, at_: str = "turn.first_special_forces", **fields: Any) -> KoreaState:
    network = {"detection": 8, "sam": 8, "aaa": 3}
    told = {"turn": 1, "weather": "clear", "networks": {"dprk": network, "allied": network}, **fields}
    units = {INF: "N3002", ROK_INF: "N3020"}
    told.setdefault("special_forces", {"dprk": {"ready": 1}, "rok": {"ready": 1}})
    return board(at_, units, scenario=name, facts={"hexes": HEXES}, **told)


@pytest.mark.rule("NWK-16.2.2.j", "NWK-16.2.3.m")
@pytest.mark.parametrize("name", [STRATEGIC, TACTICAL])
def test_two_rounds_and_nobody_is_lost_in_the_first(name: str) -> None:
    state = night(name)
    assert asked(state) == {"dprk": "first_special_forces.surprise.sending"}
    state = play(state, "dprk", RAID).state
    assert asked(state) == {"dprk": "first_special_forces.surprise.missions"}
    state = play(state, "dprk", {"do": "resolve_mission", "operation": 1}, [9]).state  # no die for the marker
    assert state.special_forces["dprk"] == SpecialForces(1)
    assert asked(state) == {"dprk": "first_special_forces.dprk.sending"}
    assert why(state, "dprk", RAID).rule == "NW-20.2.1.a"  # once a turn, in both rounds together
    state = play(state, "dprk", {**RAID, "aim": "port"}).state
    state = play(state, "dprk", {"do": "resolve_mission", "operation": 2}, [9, 9]).state
    lost = state.special_forces["dprk"].lost
    assert lost in (0, 1)
    assert state.special_forces["dprk"].ready == 0


@pytest.mark.rule("NWK-16.2.2.j", "NWK-16.2.3.m")
def test_one_round_otherwise() -> None:
    assert asked(night(EXTENDED)) == {"dprk": "first_special_forces.dprk.sending"}
    assert asked(night(turn=2)) == {"dprk": "first_special_forces.dprk.sending"}
    assert not raids.has_two_rounds(night(at_=QUIET), "allied")


@pytest.mark.rule("NWK-16.2.2.j")
def test_all_markers_of_the_side_come_back() -> None:
    rows = {"dprk": {"used": 3, "ready": 1, "lost": 2}, "prc": {"used": 1}, "rok": {"used": 1}}
    d = draft(night(at_=QUIET, special_forces=rows))
    raids.recall(d)
    assert d.now.special_forces == {
        "dprk": SpecialForces(4, 0, 2),
        "prc": SpecialForces(1),
        "rok": SpecialForces(0, 1),
    }


@pytest.mark.rule("NWK-16.2.2.k", "NWK-16.2.3.m")
@pytest.mark.parametrize(
    ("name", "turn", "limited"), [(STRATEGIC, 1, True), (STRATEGIC, 2, False), (TACTICAL, 1, False)]
)
def test_surprised_forces_of_the_allies_only_look_and_point(name: str, turn: int, limited: bool) -> None:
    state = night(name, "turn.second_special_forces.allied.sending", turn=turn)
    sending = {"do": "send_forces", "nation": "rok", "mission": "raid", "aim": "airbase", "place": "N2004"}
    assert may(state, "allied", sending) is not limited
    assert (raids.why_not(state, "allied", "interdiction") is not None) is limited
    assert may(state, "allied", {"do": "send_forces", "nation": "rok", "mission": "track"})
    assert may(state, "allied", {**sending, "mission": "targeting"})
    assert raids.why_not(state, "allied", "recon") is None
    if limited:
        assert why(state, "allied", sending).rule == "NWK-16.2.2.k"
        assert "raid" not in targets.missions(state, "allied", "rok").legal
    assert raids.why_not(state, "dprk", "raid") is None


@pytest.mark.rule("NWK-15.5.2")
def test_stolen_plans_of_the_bases() -> None:
    def plus(aim: str = "airbase", mission: str = "raid", side: str = "dprk", **fields: Any) -> int:
        told = {"options": {"stolen_base_plans": True}, "at_": QUIET, **fields}
        state = night(**told)
        row = Operation(side, "dprk", mission, aim, at(state, "N2816"))
        return reasons(operations.modifiers(state, row)).get("stolen_plans", 0)

    assert plus() == plus("airfield") == -1
    assert plus("port") == 0
    assert plus(mission="targeting") == 0
    assert plus(side="allied") == 0
    assert plus(turn=2) == 0
    assert plus(options={}) == 0
