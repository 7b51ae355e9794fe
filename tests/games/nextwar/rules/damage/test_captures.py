"""Rule 27.7.2.1 and step 10 of the reorganization: bases in enemy hands."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import Collateral, KoreaState
from sandtable.games.nextwar.rules.damage import captures
from tests.games.nextwar.board import INF, QUIET, advanced, asked, at, draft, play

HEXES = {
    "N3012": {"country": "ROK", "features": ["airbase", "port"]},
    "N3014": {"country": "ROK", "features": ["airfield"]},
    "N3016": {"country": "ROK", "features": ["port"]},
}


def front(**fields: Any) -> KoreaState:
    told = {"units": {INF: "N3012"}, "facts": {"hexes": HEXES}, **fields}
    return advanced(told.pop("at_", QUIET), **told)


@pytest.mark.rule("NWS-ADV-14.10", "NW-27.7.2.1.a")
def test_a_base_that_falls_is_counted_and_rolled_for_once() -> None:
    planes = {"ROK F-4D 1": {"base": "rok", "box": "ready"}}
    d = draft(front(captured={"N3012": "dprk", "N3014": "dprk", "N3016": "dprk"}, aircraft=planes), [0, 9])
    captures.settle(d)
    assert d.now.accounts["allied"].lost_bases == 2
    assert d.now.accounts["dprk"].lost_bases == 0
    about = d.now.subject(Collateral)
    assert (about.side, about.base, about.owner_picks, about.enemy_picks) == ("allied", "rok", 1, 1)  # column X
    rolled = [entry.params["what"] for entry in d.entries if entry.key == "log.collateral"]
    assert rolled == ["airbase", "airfield"]
    assert d.now.fallen == (at(d.now, "N3012"), at(d.now, "N3014"))
    again = draft(front(captured={"N3012": "dprk"}, fallen=["N3012", "N3014"]))
    captures.settle(again)  # no die
    assert again.now.accounts["allied"].lost_bases == 0
    assert again.now.fallen == (at(again.now, "N3012"),)


@pytest.mark.rule("NWS-ADV-14.10")
def test_nothing_stands_on_a_base_that_is_destroyed() -> None:
    d = draft(front(captured={"N3012": "dprk"}, damage={"N3012": {"airbase": 3}}))
    captures.settle(d)
    assert d.now.accounts["allied"].lost_bases == 0


@pytest.mark.rule("NWS-ADV-14.09", "NWS-ADV-14.10")
def test_control_changes_after_the_mop_up_and_before_the_bases_are_counted() -> None:
    state = front(at_="reorganization.mopup", units={INF: "N3014"}, visited={"N3014": "dprk"}, dice=[9, 4, 4])
    assert state.captured == {at(state, "N3014"): "dprk"}
    assert state.fallen == (at(state, "N3014"),)


@pytest.mark.rule("NW-27.7.2.1.d")
def test_after_reorganization_the_same_unit_can_be_caught_again() -> None:
    planes = {"ROK F-4D 1": {"base": "rok", "box": "ready"}}
    told = {"units": {INF: "N3014"}, "visited": {"N3014": "dprk"}, "aircraft": planes, "dice": [0]}
    state = front(at_="reorganization.control", **told)
    assert asked(state) == {"dprk": "collateral.attacker"}
    state = play(state, "dprk", {"do": "hit_on_ground", "unit": "ROK F-4D 1"}, [4]).state
    assert [(row.steps, row.hit) for row in state.aircraft.values()] == [(1, False)]
