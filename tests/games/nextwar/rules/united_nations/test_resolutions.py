"""Chapter 28 and Korea, 14: resolutions, vetoes and cease-fires."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.united_nations import resolutions
from tests.games.nextwar.board import INF, QUIET, accounts, asked, board, draft, logged, may, play

VIEWS = {"us": "moderate", "prc": "moderate", "japan": "moderate"}
ROLL = "turn.command.resolution.roll"


def council(at: str = ROLL, dice: tuple[int, ...] = (), **fields: Any) -> KoreaState:
    told = {"postures": VIEWS, "resolution": 3, "weather": "clear", "turn": 3, **fields}
    card = {"area": {}, "sea": False, **told.pop("card", {})}  # nobody rolls for the sea
    return board(at, {INF: "N3002"}, scenario="strategic_surprise", dice=dice, facts={"card": card}, **told)


def totals(state: KoreaState) -> tuple[int, int]:
    return state.accounts["dprk"].vp2, state.accounts["allied"].vp2


@pytest.mark.rule("NW-28.0", "NWS-ADV-3.2", "NWK-16.2.1.2.b")
@pytest.mark.parametrize(
    ("plus", "die", "passed"), [(3, 7, True), (3, 6, False), (2, 8, True), (1, 9, True), (0, 9, False)]
)
def test_ten_or_more_with_the_posture_passes_a_resolution(plus: int, die: int, passed: bool) -> None:
    state = council(dice=(die,), resolution=plus)
    assert state.cease_fire == ("proposed" if passed else "")
    assert asked(state).get("dprk", "").startswith("command.resolution") is passed


@pytest.mark.rule("NW-28.0", "NWS-ADV-3.2")
def test_what_is_told_of_the_roll() -> None:
    d = draft(council(QUIET, refusing=["dprk"]), [7])
    resolutions.roll(d)
    entry = d.entries[-1]
    assert (entry.key, entry.params["passed"], [roll.faces for roll in entry.rolls]) == ("log.resolution", 1, [(7,)])
    assert d.now.refusing == ()
    d = draft(council(QUIET, postures={}, resolution=0))
    resolutions.roll(d)  # nobody has taken sides: no die
    for sides in ({"postures": {}, "resolution": 3}, {"postures": VIEWS, "resolution": 0}):
        d = draft(council(QUIET, **sides), [9])
        resolutions.roll(d)
        assert bool(d.now.cease_fire) is bool(sides["resolution"])


@pytest.mark.rule("NW-28.1", "NW-28.1.a")
def test_nobody_answers_before_a_cease_fire_stands() -> None:
    for stage in ("", "proposed"):
        state = council(QUIET, cease_fire=stage)
        assert [resolutions.answerer(state, first) for first in (True, False)] == [(), ()]


@pytest.mark.rule("NW-28.0", "NWS-ADV-3.2")
def test_nobody_rolls_in_the_first_turn() -> None:
    state = council(turn=1)  # no die is there to be drawn
    assert state.cease_fire == ""
    assert council(turn=2, dice=(7,)).cease_fire == "proposed"


@pytest.mark.rule("NWS-ADV-3.2", "NWS-ADV-3.1")
def test_the_roll_follows_the_initiative() -> None:
    phases = [at.removeprefix("game.turn.") for at, _ in GAME.sequence if at.startswith("game.turn.command")]
    assert phases[:4] == ["command", "command.determination", "command.resolution", "command.resolution.roll"]


@pytest.mark.rule("NWK-14.0", "NW-28.2.a", "NW-28.2")
@pytest.mark.parametrize(("view", "first"), [("passive", "allied"), ("moderate", "dprk"), ("aggressive", "dprk")])
def test_china_vetoes_first_unless_it_is_passive(view: str, first: str) -> None:
    state = council(dice=(7,), postures={**VIEWS, "prc": view})
    assert asked(state) == {first: f"command.resolution.{first}_veto"}
    if first == "dprk":
        state = play(state, "dprk", {"do": "done"}).state
    assert asked(state) == {"allied": "command.resolution.allied_veto"}
    step = play(state, "allied", {"do": "done"})
    state = step.state
    assert logged(step, "cease_fire").rule == "NW-28.2"
    assert asked(state) == {"dprk": "command.resolution.aggressor"}  # obedience after the vetoes
    assert state.cease_fire == "stands"


@pytest.mark.rule("NW-28.2")
def test_a_veto_costs_five_points_and_there_is_another_roll() -> None:
    state = council(dice=(7,), accounts=accounts(dprk={"vp2": 4}, allied={"vp2": 40}))
    step = play(state, "dprk", {"do": "veto"})
    assert (step.state.cease_fire, totals(step.state)) == ("", (-6, 40))
    assert logged(step, "veto").rule == "NW-28.2"
    assert "command" not in asked(step.state).get("allied", "")  # nobody else is asked
    after = play(play(state, "dprk", {"do": "done"}).state, "allied", {"do": "veto"}).state
    assert totals(after) == (4, 30)
    assert council(turn=4, dice=(7,)).cease_fire == "proposed"


@pytest.mark.rule("NW-28.2")
def test_what_nobody_vetoes_stands_and_is_never_vetoed_again() -> None:
    state = council(cease_fire="stands", turn=5)  # no roll
    assert asked(state) == {"dprk": "command.resolution.aggressor"}
    assert not may(state, "dprk", {"do": "veto"})


@pytest.mark.rule("NW-28.1", "NW-28.1.a", "NW-28.2.a")
def test_the_aggressor_answers_first_and_pays_for_fighting_on() -> None:
    state = council(cease_fire="stands")
    step = play(state, "dprk", {"do": "fight_on"})
    assert totals(step.state) == (0, 20)
    assert step.state.refusing == ("dprk",)
    assert "resolution" not in asked(step.state).get("allied", "")  # he defends himself freely
    again = council(cease_fire="stands", refusing=["dprk"], turn=6)
    assert asked(again) == {"dprk": "command.resolution.aggressor"}
    assert again.refusing == ()


@pytest.mark.rule("NW-28.1", "NW-28.2.a", "NWS-ADV-3.2")
def test_the_defender_may_refuse_too() -> None:
    state = play(council(cease_fire="stands"), "dprk", {"do": "obey"}).state
    assert asked(state) == {"allied": "command.resolution.defender"}
    step = play(state, "allied", {"do": "fight_on"})
    assert totals(step.state) == (20, 0)
    assert logged(step, "cease_fire_refused").rule == "NW-28.1"
    assert step.state.refusing == ("allied",)


@pytest.mark.rule("NW-28.1")
def test_the_aggressor_is_who_had_the_initiative_in_the_first_turn() -> None:
    card = {"initiative": {"fixed": ["allied", "dprk"], "threshold": 36, "first": "allied"}}
    assert asked(council(cease_fire="stands", card=card)) == {"allied": "command.resolution.aggressor"}


VICTORY = "turn.victory.cease_fire"


@pytest.mark.rule("NW-28.3", "NW-28.0", "NWS-ADV-16", "NWS-ADV-16.2")
def test_a_cease_fire_that_both_obey_ends_the_game_in_the_victory_phase() -> None:
    points = accounts(dprk={"vp2": 152}, allied={"vp2": 10})
    state = council(VICTORY, cease_fire="stands", accounts=points)
    assert state.cease_fire == "peace"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.key) == (("dprk",), "outcome.substantial")
    kept = council("turn.victory.totals", cease_fire="stands", refusing=["dprk"], dice=(4,))
    assert (kept.cease_fire, GAME.outcome(kept)) == ("stands", None)
    unsaid = council("turn.victory.totals", dice=(4, 0))
    assert GAME.outcome(unsaid) is None
    assert GAME.outcome(council(QUIET, turn=16)) is None
    assert GAME.outcome(council(QUIET, turn=17)) is not None
    d = draft(council(QUIET, cease_fire="stands"))
    resolutions.conclude(d)
    assert [entry.key for entry in d.entries] == ["log.peace"]


@pytest.mark.rule("NW-28.3")
def test_until_the_victory_phase_the_war_goes_on() -> None:
    state = play(play(council(cease_fire="stands"), "dprk", {"do": "obey"}).state, "allied", {"do": "obey"}).state
    assert (state.cease_fire, GAME.outcome(state), state.refusing) == ("stands", None, ())


@pytest.mark.rule("NWS-ADV-16")
def test_automatic_victory_comes_before_the_cease_fire() -> None:
    points = accounts(dprk={"vp2": 250, "turn_vp2": 2})
    state = council("turn.victory.totals", cease_fire="stands", accounts=points, dice=(0,))
    assert (state.ended, state.accounts["dprk"].vp2) == ("dprk", 252)
    assert GAME.outcome(state).key == "outcome.automatic"  # type: ignore[union-attr]
