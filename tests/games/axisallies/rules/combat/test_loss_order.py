"""One order of loss for the umpire, the odds and the bots."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.assignment import bill
from sandtable.games.axisallies.rules.combat.loss_order import Company, homeless_in, order_of_loss
from tests.games.axisallies.board import position

BOARD = position().board


def order(units: dict[str, int], **more: Any) -> list[str]:
    """The order of loss in short: a damaged ship in capital letters."""
    points = order_of_loss(BOARD, Company(units, **more))
    return [point.kind.upper() if point.damage else point.kind for point in points]


@pytest.mark.rule("AA-10.battleship.hits", "AA-10.carrier.hits")
def test_damage_comes_first_where_nobody_is_stranded_by_it() -> None:
    fleet = {"battleship": 1, "carrier": 1, "destroyer": 1, "fighter": 2}
    found = order(fleet, whole={"battleship": 1, "carrier": 1})
    assert found == ["BATTLESHIP", "CARRIER", "destroyer", "fighter", "fighter", "carrier", "battleship"]


@pytest.mark.rule("AA-10.carrier.damaged")
def test_elsewhere_a_deck_is_worth_the_aircraft_that_need_it() -> None:
    fleet = {"carrier": 1, "destroyer": 1, "fighter": 2, "cruiser": 1}
    found = order(fleet, whole={"carrier": 1}, homeless={"fighter": 2})
    assert found == ["destroyer", "fighter", "CARRIER", "fighter", "cruiser", "carrier"]
    spare = order({**fleet, "carrier": 2}, whole={"carrier": 2}, homeless={"fighter": 2})
    assert spare == ["CARRIER", "destroyer", "fighter", "CARRIER", "fighter", "cruiser", "carrier", "carrier"]


@pytest.mark.rule("AA-9.3.conclude.capture")
def test_the_last_land_unit_goes_last_where_a_territory_is_wanted() -> None:
    army = {"infantry": 2, "tank": 1, "fighter": 2}
    assert order(army) == ["infantry", "infantry", "tank", "fighter", "fighter"]
    assert order(army, keeps_land=True) == ["infantry", "infantry", "fighter", "fighter", "tank"]
    assert order({"fighter": 1}, keeps_land=True) == ["fighter"]


def at_sea(zone: int, spent: int = 4) -> GlobalState:
    units: dict[int, dict[str, Any]] = {
        1: {"kind": "carrier", "owner": "uk", "at": zone},
        2: {"kind": "fighter", "owner": "uk", "at": zone, "deck": 1},
        3: {"kind": "destroyer", "owner": "uk", "at": zone},
        8: {"kind": "fighter", "owner": "germany", "at": zone, "task": "attack", "spent": spent},
        9: {"kind": "battleship", "owner": "germany", "at": zone, "task": "attack"},
    }
    return position(
        at=["germany.combat.battles", {"phase": "battle.round.hit.choose", "ref": zone, "waiting": ["uk"]}],
        units=units,
        battles={zone: {"kind": "sea", "attacker": "germany", "on_defender": {"any": 1}}},
    )


@pytest.mark.rule("AA-10.carrier.defender-landing", "AA-9.4.stranded")
def test_defenders_have_land_in_reach_beside_their_zone() -> None:
    near, far = at_sea(110), at_sea(107)
    assert homeless_in(near, (2,), "defender") == ()
    assert homeless_in(far, (2,), "defender") == (2,)
    assert bill(near, "defender").default == ((), (1,))
    assert bill(far, "defender").default == ((3,), ())


@pytest.mark.rule("AA-9.4.air.land-territory")
def test_attackers_have_land_in_reach_with_the_movement_they_have_left() -> None:
    assert homeless_in(at_sea(110, spent=1), (8,), "attacker") == ()
    assert homeless_in(at_sea(110, spent=4), (8,), "attacker") == (8,)


@pytest.mark.parametrize("zone", [110, 107])
def test_the_odds_reckon_with_what_the_umpire_proposes(zone: int) -> None:
    state = at_sea(zone)
    words = chances.battle(state, zone, by="germany").defender.order
    first = next(word for word in words if word.partition("*")[0] in ("carrier:hit", "destroyer"))
    assert first.startswith("carrier:hit" if bill(state, "defender").default[1] else "destroyer")


def test_who_joins_a_force_finds_his_place_in_its_order() -> None:
    words = chances.battle(at_sea(107), 107, by="germany", against={"submarine": 1, "cruiser": 1}).defender.order
    places = [words.index(kind) for kind in ("submarine", "destroyer", "cruiser", "carrier", "battleship")]
    assert places == sorted(places)
