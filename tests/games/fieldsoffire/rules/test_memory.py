"""What a change of a unit leaves standing."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.combat.volume import volumes
from sandtable.games.fieldsoffire.rules.terms.presence import presences
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from tests.games.fieldsoffire.board import board, drafted, key

SQUAD, OTHER, FOE = "1/1 PLT", "2/1 PLT", "German Grenadier squad 1/Gp"


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"checked": True}, True),
        ({"ammo": 3}, True),
        ({"experience": 1}, True),
        ({"pinned": True}, False),
        ({"at": 607}, False),
        ({"held": True}, False),
    ],
)
def test_only_what_fire_looks_at_is_worked_out_anew(change: dict[str, Any], kept: bool) -> None:
    d = drafted(board({SQUAD: "R1C1", OTHER: "R1C1", FOE: "R2C1"}))
    before = volumes(d.now), capability(d.now, key(d.now, SQUAD)), presences(d.now)
    d.edit("units", key(d.now, SQUAD), **change)
    assert (volumes(d.now) is before[0]) is kept
    assert (capability(d.now, key(d.now, SQUAD)) is before[1]) is kept
    assert (presences(d.now) is before[2]) is ("at" not in change)


def test_who_comes_or_goes_is_noticed() -> None:
    d = drafted(board({SQUAD: "R1C1", FOE: "R2C1"}))
    before = presences(d.now)
    d.drop("units", key(d.now, FOE))
    d.drop("fires", key(d.now, FOE))
    assert presences(d.now) != before
    assert capability(d.now, key(d.now, SQUAD)) is not None
