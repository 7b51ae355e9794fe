"""After the fighting: what stands down before anybody moves again."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.noncombat.landing import decks
from sandtable.games.axisallies.rules.noncombat.stranded import stand_down
from tests.games.axisallies.board import draft, position


@pytest.mark.rule("AA-10.air.no-suicide.b")
def test_a_zone_nobody_cleared_is_no_way_for_a_carrier() -> None:
    state = position(
        at="usa.noncombat.moves",
        wars={"japan-usa": 1},
        units={
            1: {"kind": "submarine", "owner": "usa", "at": 7, "task": "attack"},
            2: {"kind": "carrier", "owner": "japan", "at": 7},
            3: {"kind": "carrier", "owner": "usa", "at": 8},
        },
    )
    hopeful = next(deck for deck in decks(state, "usa", True) if deck.carrier == 3)
    assert 7 in hopeful.zones
    d = draft(state)
    stand_down(d)
    assert d.now.units[1].task == ""
    sober = next(deck for deck in decks(d.now, "usa", True) if deck.carrier == 3)
    assert 7 not in sober.zones
