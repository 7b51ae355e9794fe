"""Supply units that move strategically."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.supply import strategic_hauls
from tests.games.eastfront.board import board, may, play, why

WAY = list(range(3601, 3615))


def road(kind: str = "primary", **more: Any) -> CrimeaState:
    """A lorry, a wagon and a dump at the northern end of a road."""
    roads = [[a, a + 1, kind] for a in WAY[:-1]]
    supplies = {
        1: {"side": "axis", "hex": "3601"},
        2: {"side": "axis", "hex": "3601", "wagon": True},
        3: {"side": "axis", "hex": "3601", "points": 2},
    }
    pieces = {"73 Inf Div": 3402, **more.pop("pieces", {})}
    given = {"supplies": supplies, "control": dict.fromkeys(WAY, "axis"), "weather": "dry", **more}
    return board("axis.movement", pieces, facts={"roads": roads}, **given)


def far(key: int, to: int) -> dict[str, Any]:
    return {"do": "haul_far", "supply": key, "path": list(range(3602, to + 1))}


@pytest.mark.rule("EF-6.84", "EF-11.31")
def test_supplies_go_half_as_far_again_along_roads() -> None:
    state = road()
    assert may(state, "axis", far(2, 3613))
    no = why(state, "axis", far(2, 3614))
    assert (no.rule, no.key) == ("EF-6.84", "refuse.supply_far")
    assert may(state, "axis", far(1, 3614))
    assert why(state, "axis", far(3, 3602)).rule == "EF-6.83"
    moved = play(state, "axis", far(1, 3614)).state
    assert (moved.supplies[1].hex, moved.supplies[1].moved) == (3614, True)
    assert why(moved, "axis", {"do": "haul", "supply": 1, "path": [3613]}).rule == "EF-6.84"


@pytest.mark.rule("EF-11.34", "EF-11.35")
@pytest.mark.parametrize(
    ("kind", "weather", "to"),
    [("primary", "mud", 3613), ("secondary", "dry", 3613), ("secondary", "frost", 3607), ("secondary", "mud", 3604)],
)
def test_weather_slows_them_on_bad_roads_only(kind: str, weather: str, to: int) -> None:
    state = road(kind, weather=weather)
    assert may(state, "axis", far(2, to))
    assert not may(state, "axis", far(2, to + 1))


@pytest.mark.rule("EF-11.34", "EF-11.32", "EF-10.63.a")
def test_they_keep_to_roads_and_away_from_the_enemy() -> None:
    assert why(road(), "axis", {"do": "haul_far", "supply": 1, "path": [3602, 3702]}).rule == "EF-11.34"
    near = road(pieces={"106 Rifle Div": 3610})
    assert may(near, "axis", far(1, 3607))
    assert why(near, "axis", far(1, 3608)).rule == "EF-11.32"


@pytest.mark.rule("EF-6.84", "EF-11.32")
def test_where_they_cannot_set_out() -> None:
    near = strategic_hauls.why_not_start(road(pieces={"106 Rifle Div": 3603}), "axis", 1)
    assert near is not None
    assert near.rule == "EF-11.32"
    assert (
        strategic_hauls.why_not_start(road(pieces={"106 Rifle Div": 3604}), "axis", 1) is not None
    )  # so is the next hex
    assert strategic_hauls.why_not_start(road(pieces={"106 Rifle Div": 3605}), "axis", 1) is None
    lost = road(supplies={1: {"side": "axis", "hex": "3402"}})
    stuck = strategic_hauls.why_not_start(lost, "axis", 1)
    assert stuck is not None
    assert (stuck.rule, stuck.key) == ("EF-6.84", "refuse.supply_stuck")
    assert why(road(), "axis", {"do": "haul_far", "supply": 1, "path": [3605]}).rule == "EF-11.34"
