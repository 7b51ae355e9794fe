"""What the umpire proposes can be given as it stands; where everything is a decision he proposes nothing."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Draft, NoDice, Refusal
from sandtable.kernel.match import read_action
from sandtable.kernel.queries import Suggestion
from sandtable.kernel.state import Frame, Stage


def asked(state: GlobalState, at: str) -> Draft[GlobalState]:
    """A draft of the position with Germany asked at a place in its turn."""
    d = Draft(state, NoDice())
    d.set_flow((Frame(f"round.germany.{at}", 0, ("germany",), Stage.ASKING),))
    return d


@pytest.fixture(scope="module")
def state() -> GlobalState:
    return GAME.start(GAME.open("rulebook"), NoDice()).state


def proposed(state: GlobalState) -> Suggestion | None:
    found = GAME.query(GAME.view(state, "germany"), "propose", {})
    assert found is None or isinstance(found, Suggestion)
    return found


def taken(state: GlobalState, found: Suggestion) -> GlobalState:
    """The position after all the answers, each of which must be legal."""
    for plain in found.actions:
        step = GAME.apply(state, "germany", read_action(GAME, plain), NoDice())
        assert not isinstance(step, Refusal), step
        state = step.state
    return state


def test_all_aircraft_in_the_air_are_brought_down(state: GlobalState) -> None:
    d = asked(state, "noncombat.moves")
    fighters = [key for key, unit in state.units.items() if (unit.owner, unit.kind) == ("germany", "fighter")]
    for key in fighters:
        d.edit("units", key, at=110, spent=1, task="attack")
    found = proposed(d.now)
    assert found is not None
    assert found.title.params == {"count": len(fighters)}
    assert {start for start, _ in found.lines} == {"110"}
    after = taken(d.now, found)
    assert all(after.units[key].at != 110 for key in fighters)
    again = proposed(after)
    assert again is None, "what is down stays"


def test_everything_that_was_bought_is_placed(state: GlobalState) -> None:
    d = asked(state, "mobilize")
    d.put("orders", "germany.infantry", 12)
    d.put("orders", "germany.submarine", 1)
    found = proposed(d.now)
    assert found is not None
    assert found.title.params == {"count": 13}
    before = sum(unit.owner == "germany" for unit in state.units.values())
    assert sum(unit.owner == "germany" for unit in taken(d.now, found).units.values()) == before + 13


def test_nothing_is_proposed_where_everything_is_a_decision_or_somebody_else_is_asked(state: GlobalState) -> None:
    assert proposed(asked(state, "combat_move.moves").now) is None
    assert proposed(asked(state, "noncombat.moves").now) is None, "nobody is in the air"
    d = asked(state, "mobilize")
    d.put("orders", "germany.infantry", 1)
    assert GAME.query(GAME.view(d.now, "japan"), "propose", {}) is None
