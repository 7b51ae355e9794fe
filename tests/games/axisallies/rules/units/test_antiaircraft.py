"""Anti-aircraft guns: how many shots, at whom, and with radar."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.units.antiaircraft import shots
from tests.games.axisallies.board import at, position

FRANCE = at("France")


def raid(own: list[dict[str, object]], guns: int, radar: tuple[str, ...] = ()) -> GlobalState:
    units: dict[int, dict[str, object]] = {
        1 + n: {"owner": "germany", "at": FRANCE, "task": "attack", **row} for n, row in enumerate(own)
    }
    units |= {101 + n: {"kind": "aa_gun", "owner": "france" if n else "uk", "at": FRANCE} for n in range(guns)}
    return position(
        units=units,
        battles={FRANCE: {"kind": "land", "attacker": "germany"}},
        powers={power: {"technologies": ["radar"]} for power in radar},
    )


FIGHTER: dict[str, object] = {"kind": "fighter"}


@pytest.mark.rule("AA-10.aaa.fire.a")
@pytest.mark.parametrize(("fighters", "guns", "dice"), [(5, 2, 5), (5, 1, 3), (2, 1, 2), (7, 2, 6), (0, 2, 0)])
def test_three_shots_a_gun_but_one_at_each_aircraft(fighters: int, guns: int, dice: int) -> None:
    assert len(shots(raid([FIGHTER] * fighters, guns), FRANCE)) == dice


@pytest.mark.rule("AA-13.t1.3.b")
def test_paratroopers_are_fired_at_and_other_infantry_is_not() -> None:
    state = raid([{"kind": "infantry", "dropped": True}, {"kind": "infantry"}], 1)
    assert len(shots(state, FRANCE)) == 1


@pytest.mark.rule("AA-13.t2.4")
def test_guns_with_radar_hit_on_two_and_fire_first() -> None:
    values = [shot.value for shot in shots(raid([FIGHTER] * 4, 2, ("france",)), FRANCE)]
    assert values == [2, 2, 2, 1]
