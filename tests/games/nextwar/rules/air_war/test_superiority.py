"""Rules 22.10 and 22.10.2: the level, and AWACS."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.air_war import superiority
from tests.games.nextwar.board import QUIET, advanced, draft


@pytest.mark.rule("NW-22.10.a", "NW-22.10.2.d")
@pytest.mark.parametrize(
    ("ours", "theirs", "level"),
    [
        (0, 0, "contested"),
        (1, 1, "contested"),
        (4, 3, "contested"),
        (3, 2, "advantage"),
        (8, 3, "advantage"),
        (3, 1, "superiority"),
        (14, 3, "superiority"),
        (5, 1, "supremacy"),
        (1, 0, "supremacy"),
    ],
)
def test_levels_by_ratio(ours: int, theirs: int, level: str) -> None:
    assert superiority.level(ours, theirs) == (level, level != "contested")
    assert superiority.level(theirs, ours) == (level, False)


@pytest.mark.rule("NWS-ADV-6.3", "NW-22.10.a")
def test_counters_count_and_not_steps() -> None:
    rows = {
        "DPRK MiG-29UB 1": {"base": "dprk", "box": "superiority", "steps": 1},
        "DPRK MiG-29UB 2": {"base": "dprk", "box": "superiority", "steps": 1},
        "DPRK MiG-29UB 3": {"base": "dprk", "box": "ready"},
        "ROK KF-16C 1": {"base": "rok", "box": "superiority"},
    }
    d = draft(advanced(QUIET, aircraft=rows))
    superiority.determine(d)
    assert (d.now.air_level, d.now.air_side) == ("advantage", "dprk")
    d = draft(advanced(QUIET, aircraft={}))
    superiority.determine(d)
    assert (d.now.air_level, d.now.air_side) == ("contested", "")


@pytest.mark.rule("NW-22.10.2.e", "NWS-ADV-6.5")
@pytest.mark.parametrize(
    ("side", "before", "after"),
    [("allied", 1, 2), ("allied", 4, 4), ("dprk", 3, 2), ("dprk", 1, 1), ("", 2, 2)],
)
def test_awacs_follows_the_level(side: str, before: int, after: int) -> None:
    d = draft(advanced(QUIET, awacs=before, air_side=side, air_level="advantage" if side else "contested"))
    superiority.update_awacs(d)
    assert d.now.awacs == after


@pytest.mark.rule("NWS-ADV-6.2")
def test_nobody_fights_alone() -> None:
    rows = {"DPRK MiG-29UB 1": {"base": "dprk", "box": "superiority"}}
    d = draft(advanced(QUIET, aircraft=rows))
    superiority.begin(d)
    assert len(d.now.flow) == 1
    both = advanced(QUIET, aircraft={**rows, "ROK KF-16C 1": {"base": "rok", "box": "superiority"}})
    d = draft(both)
    superiority.begin(d)
    assert d.here.at == "air_battle"
