"""Ways to a target."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.bots import routes
from sandtable.games.axisallies.model import GlobalState
from tests.games.axisallies.board import at, position

FRANCE, HOLLAND, WEST = at("France"), at("Holland Belgium"), at("Western Germany")


def front(units: dict[int, dict[str, Any]], **parts: Any) -> GlobalState:
    lands = {FRANCE: {"holder": "france", "since": "france"}, **parts.pop("territories", {})}
    return position(
        at="germany.combat_move.moves",
        units=units,
        territories=lands,
        wars={"france-germany": 1, "germany-uk": 1},
        **parts,
    )


def own(kind: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": "germany", "at": where, **more}


def test_infantry_marches_one_space_and_tanks_two() -> None:
    berlin = at("Germany")
    state = front(
        {1: own("infantry", HOLLAND), 2: own("infantry", berlin), 3: own("tank", berlin), 4: own("fighter", WEST)}
    )
    found = {march.unit: march.path for march in routes.marches(state, "germany", FRANCE, frozenset((1, 2, 3, 4)))}
    assert found[1] == (FRANCE,)
    assert 2 not in found
    assert 4 not in found
    assert found[3][-1] == FRANCE
    assert len(found[3]) == 2


def test_aircraft_keep_what_they_need_to_come_home() -> None:
    state = front({1: own("fighter", WEST), 2: own("fighter", at("Romania"))})
    assert routes.flyers(state, "germany", FRANCE, frozenset((1, 2))) == [1]


def test_ships_go_round_enemy_warships() -> None:
    state = front({1: own("destroyer", 113), 10: {"kind": "destroyer", "owner": "uk", "at": 112}})
    (sailing,) = routes.sailings(state, "germany", 112, frozenset((1,)))
    assert sailing.path == (112,)
    beyond = front(
        {
            1: own("destroyer", 113),
            10: {"kind": "destroyer", "owner": "uk", "at": 112},
            11: {"kind": "transport", "owner": "uk", "at": 110},
        }
    )
    assert not routes.sailings(beyond, "germany", 110, frozenset((1,)))


def test_a_transport_takes_something_heavy_and_an_infantry() -> None:
    troops = {1: own("infantry", WEST), 2: own("infantry", WEST), 3: own("tank", WEST), 4: own("tank", WEST)}
    state = front({**troops, 9: own("transport", 112)})
    load = routes.troops_near(state, 9, 112, frozenset(troops))
    assert sorted(state.units[key].kind for key in load) == ["infantry", "tank"]


def test_no_landing_under_the_eyes_of_fighters() -> None:
    london = at("United Kingdom")
    state = front({10: {"kind": "fighter", "owner": "uk", "at": london}}, territories={london: {"air_base": True}})
    assert routes.pilots_over(state, "germany", 110) == 1
    assert not routes.is_landing_zone(state, "germany", 110)
    assert routes.is_landing_zone(front({}), "germany", 110)
