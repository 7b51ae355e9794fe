"""Rule 27.4: ships that leave a lost sea, and the step of the turn in which they do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.damage import fleets
from tests.games.nextwar.board import QUIET, accounts, advanced, carried_out, draft, where

BOXES = ("yellow.at_sea", "yellow.inshore", "east.at_sea", "east.inshore")
HELD = dict.fromkeys(BOXES, "allied")
SHIPS = {
    "DPRK Amph 1": {"hex": "N1001"},
    "DPRK Amph 2": {"box": "to_come"},
    "PRC SAG 1": {"hex": "east.at_sea"},
    "US SAG": {"hex": "east.inshore"},
}


def sea(**fields: Any) -> KoreaState:
    told = {"ships": SHIPS, "seas": HELD, "facts": {"hexes": {"N1001": {"terrain": "sea"}}}, **fields}
    return advanced(told.pop("at", QUIET), **told)


def afloat(state: KoreaState) -> dict[str, str]:
    return {state.board.ships[key].name: ship.box or "there" for key, ship in state.ships.items()}


@pytest.mark.rule("NW-27.4")
def test_whoever_loses_the_whole_sea_loses_his_ships() -> None:
    gone = {"DPRK Amph 1": "eliminated", "DPRK Amph 2": "to_come", "PRC SAG 1": "eliminated", "US SAG": "there"}
    d = draft(sea())
    fleets.clear_the_sea(d)
    assert afloat(d.now) == gone
    assert [entry.rule for entry in d.entries] == ["NW-27.4", "NW-27.4"]
    assert d.now.accounts == accounts()
    for box in BOXES:
        for other in ("dprk", ""):
            held = {name: side for name, side in {**HELD, box: other}.items() if side}
            left = carried_out(sea(seas=held), fleets.clear_the_sea)
            assert set(afloat(left).values()) == {"there", "to_come"}


@pytest.mark.rule("NW-27.4")
def test_marines_aboard_go_down_without_points() -> None:
    name = next(c.name for c in sea().board.units.values() if c.side == "dprk" and c.is_marine)
    state = carried_out(sea(units={name: "N1001"}), fleets.clear_the_sea)
    assert where(state, name) == "eliminated"
    assert state.accounts == accounts()


@pytest.mark.rule("NWS-ADV-6.6", "NW-27.4")
def test_the_rolls_for_the_sea_come_after_the_fight_for_the_air() -> None:
    card = {"sea": True}
    state = sea(
        at="air.level",
        card=card,
        seas={**HELD, "east.inshore": "dprk"},
        ships={"PRC SAG 1": SHIPS["PRC SAG 1"]},
        dice=[9],
    )
    assert len(state.seas) == 4
    assert set(state.seas.values()) == {"allied"}
    assert afloat(state) == {"PRC SAG 1": "eliminated"}
    storm = sea(at="air.level", card=card, seas={}, ships={}, weather="storm")
    assert storm.seas == {}


@pytest.mark.rule("NW-27.7.1.c")
def test_only_a_port_in_ruins_drives_ships_out_of_it() -> None:
    port = {"country": "DPRK", "coastal": True, "sea_zone": "yellow", "features": ["port"]}
    ships = {"DPRK Amph 1": {"hex": "N3012"}, "US SAG": {"hex": "N3014"}, "PRC SAG 1": {"hex": "N3012"}}
    for level, gone in ((1, False), (2, False), (3, True)):
        damage = {"N3012": {"port": level}}
        facts = {"hexes": {"N3012": port, "N3014": {**port, "country": "ROK"}}}
        state = carried_out(sea(ships=ships, damage=damage, seas={}, facts=facts), fleets.leave_ruins)
        places = {state.board.ships[k].name: state.board.ground[s.hex].label for k, s in state.ships.items()}
        berth = "yellow.inshore" if gone else "N3012"
        assert places == {"DPRK Amph 1": berth, "PRC SAG 1": berth, "US SAG": "N3014"}


@pytest.mark.rule("NW-27.7.1.c")
def test_from_a_box_off_the_map_they_go_to_a_port_of_its_zone_where_the_enemy_is_inshore() -> None:
    board = sea(ships={"US SAG": {"hex": "busan"}}, damage={"busan": {"port": 3}}, seas={"east.inshore": "dprk"})
    state = carried_out(board, fleets.leave_ruins)
    (ship,) = state.ships.values()
    assert ship.hex != board.board.place("busan")
    assert state.board.ground[ship.hex].zone == board.board.ground[board.board.place("busan")].zone
