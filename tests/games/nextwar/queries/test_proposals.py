"""What the umpire proposes can be given as it stands, and is not a decision."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.nextwar.game import GAME
from sandtable.kernel import NoDice, Step
from sandtable.kernel.codec import plain
from sandtable.kernel.queries import Suggestion
from tests.games.nextwar.board import INF, ROK_INF, advanced, board

READY = {"base": "rok", "box": "ready"}


def proposed(state: object, seat: str) -> Suggestion | None:
    found = GAME.query(GAME.view(state, seat), "propose", {})  # type: ignore[arg-type]
    assert found is None or isinstance(found, Suggestion)
    return found


@pytest.mark.parametrize("scenario", ["train_to_seoul", "strategic_surprise"])
def test_the_whole_set_up_is_one_proposal(scenario: str) -> None:
    match = sandtable.new("nextwar", scenario, seed=1)
    for seat in ("allied", "dprk"):
        found = proposed(match.state, seat)
        assert found is not None
        assert len(found.actions) > 2
        for action in found.actions:
            match.push(action, seat=seat)
        assert not any(one.key.startswith(f"prompt.setup.{seat}") for one in match.prompts)  # nothing is left to place


def test_nothing_is_proposed_to_who_is_not_asked_or_has_to_decide() -> None:
    state = board(units={INF: "N3010", ROK_INF: "N3012"})
    assert proposed(state, "dprk") is None  # marching is a decision
    assert proposed(state, "allied") is None
    fight = advanced("turn.air.sorties", aircraft={"US F-15C 1": READY, "DPRK MiG-29UB 1": {**READY, "base": "dprk"}})
    sortie = proposed(fight, "allied")
    assert sortie is not None
    assert sortie.title.key == "propose.sortie"
    assert sortie.title.params["count"] == 1


def test_missions_of_special_forces_are_resolved_in_the_order_in_which_they_were_sent() -> None:
    rows = {
        number: {"side": "dprk", "nation": "dprk", "mission": "interdiction", "place": place}
        for number, place in ((1, "N3020"), (2, "N3021"), (3, "N3022"))
    }
    state = advanced("first_special_forces.dprk.missions", operations=rows)
    found = proposed(state, "dprk")
    assert found is not None
    assert [action["operation"] for action in found.actions] == [1, 2, 3]
    assert found.title.params == {"count": 3}


def test_a_proposal_is_plain_data_that_the_umpire_takes() -> None:
    match = sandtable.new("nextwar", "train_to_seoul", seed=1)
    found = proposed(match.state, "allied")
    assert found is not None
    action = match.read(found.actions[0])
    assert plain(action) == found.actions[0]
    assert isinstance(GAME.apply(match.state, "allied", action, NoDice()), Step)
