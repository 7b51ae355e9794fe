"""Bombing raids against enumeration of every die."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import msgspec
import pytest

from sandtable.odds.battle import OddsError
from sandtable.odds.raid import Raid, RaidTarget, raid_outcome
from tests.odds.tables import UNITS

FACES = range(1, 7)


def major(damage: int = 0, **bombers: int) -> RaidTarget:
    return RaidTarget("major", 20, bombers, damage)


def swings_by_hand(strategic: int, escorts: int, interceptors: int, room: int) -> dict[int, float]:
    """Strategic bombers and fighters over one target, each die rolled; escorts are lost first."""
    table: dict[int, float] = defaultdict(float)
    dice = strategic + escorts if interceptors else 0
    for up in product(FACES, repeat=dice):
        for back in product(FACES, repeat=interceptors):
            down = min(interceptors, sum(face == 1 for face in up))
            hits = sum(face == 1 for face in back)
            fighters = min(escorts, hits)
            over = max(0, strategic - max(0, hits - escorts))
            air = 6.0 ** -(dice + interceptors)
            for flak in product(FACES, repeat=over):
                left = over - sum(face == 1 for face in flak)
                for bombs in product(FACES, repeat=left):
                    damage = min(room, sum(face + 2 for face in bombs))
                    lost = 10 * fighters + 12 * (strategic - left)
                    table[damage + 10 * down - lost] += air * 6.0 ** -(over + left)
    return dict(table)


@pytest.mark.parametrize(
    ("strategic", "escorts", "interceptors", "room"), [(2, 0, 0, 20), (1, 1, 1, 20), (2, 0, 1, 5), (1, 0, 2, 6)]
)
def test_money_agrees_with_enumeration(strategic: int, escorts: int, interceptors: int, room: int) -> None:
    raid = Raid(UNITS, (major(20 - room, strategic_bomber=strategic),), {"fighter": escorts}, {"fighter": interceptors})
    expected = swings_by_hand(strategic, escorts, interceptors, room)
    found = raid_outcome(raid).swing_distribution()
    for swing in sorted(set(expected) | set(found)):
        assert found.get(swing, 0.0) == pytest.approx(expected.get(swing, 0.0), abs=1e-12)


def test_chances_add_up_with_several_targets() -> None:
    base = RaidTarget("air base", 6, {"tactical_bomber": 2, "strategic_bomber": 1}, damage=2)
    outcome = raid_outcome(Raid(UNITS, (major(strategic_bomber=3), base), {"fighter": 2}, {"fighter": 3}))
    assert sum(outcome.cases.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(outcome.interceptors.values()) == pytest.approx(1.0, abs=1e-12)
    assert sum(outcome.swing_distribution().values()) == pytest.approx(1.0, abs=1e-12)
    assert max(outcome.damage("air base")) == 4
    assert max(outcome.damage("major")) == 20


def test_bombers_lost_on_the_way_are_missing_at_the_last_target() -> None:
    far = RaidTarget("naval base", 6, {"strategic_bomber": 1})
    near = RaidTarget("air base", 6, {"strategic_bomber": 1})
    certain = tuple(msgspec.structs.replace(u, raid_defence=6) if u.id == "fighter" else u for u in UNITS)
    outcome = raid_outcome(Raid(certain, (near, far), {}, {"fighter": 1}))
    assert outcome.damage("naval base") == {0: pytest.approx(1.0)}
    assert outcome.damage("air base")[0] == pytest.approx(1 / 6)


def test_escorts_are_not_fired_on_by_installations() -> None:
    outcome = raid_outcome(Raid(UNITS, (major(strategic_bomber=1),), {"fighter": 3}))
    assert outcome.lost("fighter") == {0: pytest.approx(1.0)}
    assert outcome.lost("strategic_bomber")[1] == pytest.approx(1 / 6)


def test_the_order_of_loss_can_be_chosen() -> None:
    certain = tuple(msgspec.structs.replace(u, raid_defence=6) if u.id == "fighter" else u for u in UNITS)
    target = major(strategic_bomber=1)
    order = ("strategic_bomber", "fighter")
    raid = Raid(certain, (target,), {"fighter": 1}, {"fighter": 1}, order=order)
    assert raid_outcome(raid).lost("strategic_bomber") == {1: pytest.approx(1.0)}
    assert raid_outcome(msgspec.structs.replace(raid, order=())).lost("fighter") == {1: pytest.approx(1.0)}


def test_heavy_bombers_use_the_best_of_two_dice() -> None:
    heavy = tuple(msgspec.structs.replace(u, raid_rolls=2) if u.id == "strategic_bomber" else u for u in UNITS)
    plain = raid_outcome(Raid(UNITS, (major(strategic_bomber=1),))).odds()
    better = raid_outcome(Raid(heavy, (major(strategic_bomber=1),))).odds()
    assert plain.damage["major"] == pytest.approx(5 / 6 * 5.5)
    assert better.damage["major"] == pytest.approx(5 / 6 * (161 / 36 + 2))


@pytest.mark.parametrize(
    ("raid", "message"),
    [
        (Raid(UNITS, ()), "needs a target"),
        (Raid(UNITS, (major(tank=1),)), "is no aircraft"),
        (Raid(UNITS, (major(21, strategic_bomber=1),)), "not between"),
        (Raid(UNITS, (major(strategic_bomber=1), major(strategic_bomber=1))), "same name"),
        (Raid(UNITS, (major(strategic_bomber=-1),)), "use 0 or more"),
        (Raid(UNITS, (major(strategic_bomber=1),), order=("zeppelin",)), "unknown unit 'zeppelin'"),
    ],
)
def test_bad_raids_are_explained(raid: Raid, message: str) -> None:
    with pytest.raises(OddsError, match=message):
        raid_outcome(raid)
