"""Taking losses: cargo goes with its ship, and losses are written down."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.casualties import lose, remove
from tests.games.axisallies.board import draft, position

ZONE = 112


def convoy() -> GlobalState:
    return position(
        units={
            1: {"kind": "transport", "owner": "uk", "at": ZONE},
            2: {"kind": "tank", "owner": "uk", "at": ZONE, "aboard": 1},
            3: {"kind": "infantry", "owner": "france", "at": ZONE, "aboard": 1},
            4: {"kind": "cruiser", "owner": "uk", "at": ZONE},
            5: {"kind": "transport", "owner": "uk", "at": ZONE},
        }
    )


@pytest.mark.rule("AA-9.3.std.cargo")
def test_removing_a_transport_removes_its_cargo() -> None:
    d = draft(convoy())
    remove(d, (1,))
    assert tuple(d.now.units) == (4, 5)


@pytest.mark.rule("AA-9.3.std.remove")
def test_losses_are_written_down_by_owner_and_kind() -> None:
    d = draft(convoy())
    lose(d, (1, 5), "AA-9.3.std.remove")
    told = [(entry.params["power"].id, entry.params["kind"].id, entry.params["count"]) for entry in d.entries]  # type: ignore[union-attr]
    assert told == [("uk", "transport", 2), ("uk", "tank", 1), ("france", "infantry", 1)]
    assert tuple(d.now.units) == (4,)
