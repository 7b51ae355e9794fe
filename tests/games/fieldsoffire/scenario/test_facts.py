"""Facts that case files and owners lay over the data."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME


def opened(**facts: Any) -> Any:
    return GAME.open("keep_up_the_fire", {}, facts)


@pytest.mark.rule("FF-2.1.b")
def test_facts_change_the_map_the_mission_terrain_and_counters() -> None:
    scenario = opened(
        map={"rows": 2, "columns": 6},
        mission={"turns": 3, "grenades": {"enemy": -3}, "experience": "Veteran"},
        terrain={"N30": {"cc": 5}, "knoll": {"elevation": 1}},
        units={"ge.hmg": {"sides": [{"steps": 1, "vof": "H", "range": "V", "tripod": True}]}},
        nations=["vc"],
    )
    assert len(scenario.ground) == 12
    assert (scenario.mission.turns, scenario.mission.experience) == (3, 1)
    assert scenario.mission.grenades == {"friendly": -4, "enemy": -3}
    cards = {card.id: card for card in scenario.terrain.values()}
    assert (cards["N30"].cc, cards["N30"].low, cards["knoll"].level) == (5, 1, 1)
    guns = [scenario.types[key] for key in scenario.stock["ge.hmg"]]
    assert {gun.rating(1).basic for gun in guns} == {"H"}
    assert "vc.squad_s" in scenario.stock


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"weather": 1}, "part of the facts"),
        ({"terrain": {"N30": {"colour": 1}}}, "value of terrain N30"),
        ({"units": {"ge.tiger": {}}}, "kind of unit"),
        ({"units": {"ge.hmg": {"speed": 1}}}, "value of ge.hmg"),
        ({"mission": {"luck": 1}}, "value of the mission"),
        ({"map": {"depth": 1}}, "value of the map"),
        ({"nations": ["mars"]}, "nation"),
        ({"terrain": []}, None),
        ({"terrain": {"N30": 3}}, "should be a mapping"),
    ],
)
def test_facts_that_nobody_would_read_are_refused(facts: dict[str, Any], said: str | None) -> None:
    if said is None:
        assert opened(**facts)
        return
    with pytest.raises((ValueError, TypeError), match=said):
        opened(**facts)
